-- What lies on the table of a game before a hand (pot, bank, circles) is what the last hand of that game left there.
-- An opening that the log does not give is not compared, nor is anything across a gap in the hand numbers.
WITH in_game AS (
    SELECT *, lag(hand_id) OVER by_game AS last_id, lag(hand_no) OVER by_game AS left_by_no,
           lag(stretch) OVER by_game AS last_stretch
    FROM session_hands
    WINDOW by_game AS (PARTITION BY session_no, game ORDER BY position)
),
compared AS (
    SELECT in_game.*, hands.opening, verdicts.table_after AS left_there
    FROM in_game
    JOIN hands ON hands.hand_id = in_game.hand_id
    JOIN verdicts ON verdicts.hand_id = in_game.last_id
    LEFT JOIN unjudged_hands AS faults ON faults.hand_id = in_game.last_id AND faults.code = 'engine.fault'
    WHERE in_game.stretch = in_game.last_stretch AND hands.opening IS NOT NULL
      AND (faults.hand_id IS NULL OR faults.has_closing)
),
circles AS (
    SELECT * EXCLUDE (was, is_now), unnest(list_sort(list_distinct(map_keys(was) || map_keys(is_now)))) AS circle, was,
           is_now
    FROM (
        SELECT *, coalesce((left_there -> '$.pools')::MAP(VARCHAR, BIGINT), MAP {}::MAP(VARCHAR, BIGINT)) AS was,
               coalesce((opening -> '$.pools')::MAP(VARCHAR, BIGINT), MAP {}::MAP(VARCHAR, BIGINT)) AS is_now
        FROM compared
        WHERE game = 'pok' AND (left_there ->> '$.pools') IS DISTINCT FROM (opening ->> '$.pools')
    )
),
fields AS (
    SELECT session_id, hand_id, hand_no, game, left_by_no, 'the pot' AS what,
           coalesce((left_there -> '$.pot')::BIGINT, 0) AS was, coalesce((opening -> '$.pot')::BIGINT, 0) AS is_now
    FROM compared WHERE game = 'poker'
    UNION ALL
    SELECT session_id, hand_id, hand_no, game, left_by_no, 'the bank',
           coalesce((left_there -> '$.bank')::BIGINT, 0), coalesce((opening -> '$.bank')::BIGINT, 0)
    FROM compared WHERE game = 'stitch'
    UNION ALL
    SELECT session_id, hand_id, hand_no, game, left_by_no, 'the start of the bank',
           coalesce((left_there -> '$.bank_start')::BIGINT, 0), coalesce((opening -> '$.bank_start')::BIGINT, 0)
    FROM compared WHERE game = 'stitch'
    UNION ALL
    SELECT session_id, hand_id, hand_no, game, left_by_no, 'the circle ' || circle,
           coalesce(was[circle], 0), coalesce(is_now[circle], 0)
    FROM circles
)
SELECT session_id, hand_id, hand_no, game, NULL AS action_no, NULL AS seat, NULL AS player_id,
       to_json(was) AS expected, to_json(is_now) AS actual,
       'Before this hand ' || what || ' is ' || is_now || '; hand ' || left_by_no || ' left ' || was || '. '
       || difference_text(was, is_now) || '.' AS message
FROM fields
WHERE was <> is_now
UNION ALL
SELECT session_id, hand_id, hand_no, game, NULL, NULL, NULL, to_json(was), to_json(is_now),
       CASE WHEN was THEN 'Hand ' || left_by_no || ' declared a stitch round; this hand is not logged as one.'
            ELSE 'This hand is logged as a stitch round; hand ' || left_by_no || ' declared none.' END
FROM (
    SELECT session_id, hand_id, hand_no, game, left_by_no,
           coalesce((left_there -> '$.stitch_round')::BOOLEAN, false) AS was,
           coalesce((opening -> '$.stitch_round')::BOOLEAN, false) AS is_now
    FROM compared WHERE game = 'stitch'
)
WHERE was <> is_now
