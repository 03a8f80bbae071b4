-- Hands are numbered 1, 2, 3 ... in every sitting; no number is missing and none comes twice.
SELECT session_id, hand_id, hand_no, game, NULL AS action_no, NULL AS seat, NULL AS player_id,
       to_json(expected_no) AS expected, to_json(hand_no) AS actual,
       CASE
           WHEN last_no IS NULL THEN 'The sitting begins with hand ' || hand_no || ', not with hand 1.'
           WHEN is_twice
               THEN 'Hand number ' || hand_no || ' comes twice in this sitting; ' || expected_no || ' was expected.'
           WHEN hand_no < expected_no
               THEN 'Hand ' || hand_no || ' stands after hand ' || last_no || '; ' || expected_no || ' was expected.'
           WHEN hand_no = expected_no + 1 THEN 'Hand ' || expected_no || ' is missing before hand ' || hand_no || '.'
           ELSE 'Hands ' || expected_no || ' to ' || (hand_no - 1) || ' are missing before hand ' || hand_no || '.'
       END AS message
FROM session_hands
WHERE hand_no <> expected_no
