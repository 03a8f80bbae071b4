-- Time does not run backwards in a sitting: every time of every record and action is compared with the one before it.
WITH ends AS (
    SELECT hand_id, max(action_no) AS last_no, arg_max(at_us, action_no) AS last_us
    FROM actions
    WHERE at_us IS NOT NULL
    GROUP BY hand_id
),
-- A hand begins with its own time, else with that of its first action that has one (action 0 is the hand itself).
record_times AS (
    SELECT records.session_id, records.position, records.hand_id, records.at_text, records.at_us,
           beginning.action_no AS action_no, beginning.us AS action_us,
           CASE WHEN records.at_us IS NULL THEN beginning.action_no ELSE 0 END AS first_no,
           coalesce(records.at_us, beginning.us) AS first_us,
           coalesce(ends.last_no, 0) AS last_no, coalesce(ends.last_us, records.at_us) AS last_us
    FROM ordered_records AS records
    LEFT JOIN telling_times AS beginning ON beginning.hand_id = records.hand_id AND beginning.is_first
    LEFT JOIN ends ON ends.hand_id = records.hand_id
),
between_records AS (
    SELECT *
    FROM (
        SELECT session_id, hand_id, first_no AS action_no, first_us, at_text,
               lag(last_us) OVER in_order AS before_us, lag(hand_id) OVER in_order AS before_id,
               lag(last_no) OVER in_order AS before_no, lag(at_text) OVER in_order AS before_text
        FROM record_times
        WHERE first_us IS NOT NULL
        WINDOW in_order AS (PARTITION BY session_id ORDER BY position)
    )
    WHERE first_us < before_us
),
breaks AS (
    SELECT session_id, hand_id, action_no, at_text, before_id, before_no, before_text FROM between_records
    UNION ALL
    SELECT session_id, hand_id, action_no, NULL, hand_id, 0, at_text FROM record_times WHERE action_us < at_us
    UNION ALL
    SELECT hands.session_id, hands.hand_id, inside.action_no, NULL, hands.hand_id, inside.last_no, NULL
    FROM telling_times AS inside JOIN session_hands AS hands ON hands.hand_id = inside.hand_id
    WHERE NOT inside.is_first
),
action_texts AS (
    SELECT hand_id, action_no, "at" AS at_text FROM actions
    WHERE hand_id IN (SELECT hand_id FROM breaks UNION SELECT before_id FROM breaks)
),
with_texts AS (
    SELECT breaks.session_id, breaks.hand_id, nullif(breaks.action_no, 0) AS action_no,
           coalesce(acted.at_text, breaks.at_text) AS at_text,
           coalesce(earlier.at_text, breaks.before_text) AS before_text
    FROM breaks
    LEFT JOIN action_texts AS acted ON acted.hand_id = breaks.hand_id AND acted.action_no = breaks.action_no
    LEFT JOIN action_texts AS earlier
      ON earlier.hand_id = breaks.before_id AND earlier.action_no = breaks.before_no
)
SELECT with_texts.session_id, with_texts.hand_id, session_hands.hand_no, session_hands.game, action_no, NULL AS seat,
       NULL AS player_id, NULL AS expected, to_json(at_text) AS actual,
       'The clock runs backwards: ' || at_text || ' stands after ' || before_text || ' in this sitting.' AS message
FROM with_texts
LEFT JOIN session_hands ON session_hands.hand_id = with_texts.hand_id
