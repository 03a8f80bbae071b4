-- Time does not run backwards in a sitting: every time of every record and action is compared with the one before it.
WITH ends AS (
    SELECT hand_id, min(action_no) AS first_no, max(action_no) AS last_no, arg_min(us, action_no) AS first_us,
           arg_max(us, action_no) AS last_us
    FROM telling_times
    WHERE is_first OR is_last
    GROUP BY hand_id
),
record_times AS (
    SELECT records.session_id, records.position, records.hand_id, records.at_text, ends.first_no, ends.last_no,
           coalesce(ends.first_us, records.at_us) AS first_us, coalesce(ends.last_us, records.at_us) AS last_us
    FROM ordered_records AS records
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
    SELECT session_hands.session_id, inside.hand_id, inside.action_no, NULL, inside.hand_id, inside.last_no, NULL
    FROM telling_times AS inside JOIN session_hands ON session_hands.hand_id = inside.hand_id
    WHERE inside.is_break
),
action_texts AS (
    SELECT hand_id, action_no, "at" AS at_text FROM actions
    WHERE hand_id IN (SELECT hand_id FROM breaks UNION SELECT before_id FROM breaks)
),
with_texts AS (
    SELECT breaks.session_id, breaks.hand_id, nullif(breaks.action_no, 0) AS action_no,
           coalesce(acted.at_text, breaks.at_text, hands.started_at) AS at_text,
           coalesce(earlier.at_text, breaks.before_text, hands.started_at) AS before_text
    FROM breaks
    LEFT JOIN hands ON hands.hand_id = breaks.hand_id
    LEFT JOIN action_texts AS acted ON acted.hand_id = breaks.hand_id AND acted.action_no = breaks.action_no
    LEFT JOIN action_texts AS earlier
      ON earlier.hand_id = breaks.before_id AND earlier.action_no = breaks.before_no
)
SELECT with_texts.session_id, with_texts.hand_id, session_hands.hand_no, session_hands.game, action_no, NULL AS seat,
       NULL AS player_id, NULL AS expected, to_json(at_text) AS actual,
       'The clock runs backwards: ' || at_text || ' stands after ' || before_text || ' in this sitting.' AS message
FROM with_texts
LEFT JOIN session_hands ON session_hands.hand_id = with_texts.hand_id
