-- Every player begins a hand with the chips that he had after his last one, and what he bought or handed back since.
-- His first stack is what he bought, where the sitting logs cash at all before it. Stacks that the log does not give
-- are not looked at, nor is anything across a gap in the hand numbers.
WITH moved AS (
    SELECT hand_id, account, sum(chips)::BIGINT AS net
    FROM (
        SELECT hand_id, to_account AS account, chips FROM movements
        UNION ALL
        SELECT hand_id, from_account, -chips FROM movements
    )
    WHERE account LIKE 'seat:%'
      AND hand_id IN (SELECT hand_id FROM hand_players WHERE end_stack IS NULL AND stack IS NOT NULL)
    GROUP BY hand_id, account
),
player_hands AS (
    SELECT hands.session_no, hands.position, numbers.player_no, players.seat, players.stack,
           coalesce(players.end_stack, players.stack + coalesce(moved.net, 0)
               + CASE WHEN faults.hand_id IS NULL THEN 0 END) AS end_stack
    FROM hand_players AS players
    JOIN session_hands AS hands ON hands.hand_id = players.hand_id
    JOIN player_numbers AS numbers ON numbers.player_id = players.player_id
    LEFT JOIN moved ON moved.hand_id = players.hand_id AND moved.account = 'seat:' || players.seat
    LEFT JOIN unjudged_hands AS faults ON faults.hand_id = players.hand_id AND faults.code = 'engine.fault'
),
with_cash AS (
    SELECT *, coalesce(sum(amount) OVER (PARTITION BY session_no, player_no ORDER BY position), 0)::BIGINT AS bought
    FROM (
        SELECT session_no, position, player_no, seat, stack, end_stack, NULL::BIGINT AS amount FROM player_hands
        UNION ALL
        SELECT session_no, position, player_no, NULL, NULL, NULL, amount FROM session_cash
    )
),
with_last AS (
    SELECT session_no, position, player_no, seat, stack, lag(position) OVER by_player AS last_position,
           lag(end_stack) OVER by_player AS last_end, bought - coalesce(lag(bought) OVER by_player, 0) AS bought_since
    FROM with_cash
    WHERE seat IS NOT NULL
    WINDOW by_player AS (PARTITION BY session_no, player_no ORDER BY position)
),
suspects AS (
    SELECT *, CASE WHEN last_position IS NULL THEN bought_since ELSE last_end + bought_since END AS expected_stack
    FROM with_last
    WHERE stack <> CASE WHEN last_position IS NULL THEN bought_since ELSE last_end + bought_since END
),
first_cash AS (SELECT session_no, min(position) AS position FROM session_cash GROUP BY session_no)
SELECT hands.session_id, hands.hand_id, hands.hand_no, hands.game, NULL AS action_no, suspects.seat,
       numbers.player_id, to_json(expected_stack) AS expected, to_json(suspects.stack) AS actual,
       'Seat ' || suspects.seat || ' begins with ' || chips_text(suspects.stack) || '; expected ' || expected_stack
       || CASE WHEN last_position IS NULL THEN ', what he bought before his first hand'
               ELSE ': he had ' || last_end || ' after hand ' || last_hand.hand_no
                   || CASE WHEN bought_since > 0 THEN ' and bought ' || bought_since
                           WHEN bought_since < 0 THEN ' and handed back ' || -bought_since ELSE '' END
          END || '. ' || difference_text(expected_stack, suspects.stack) || '.' AS message
FROM suspects
JOIN session_hands AS hands ON hands.session_no = suspects.session_no AND hands.position = suspects.position
JOIN player_numbers AS numbers ON numbers.player_no = suspects.player_no
LEFT JOIN session_hands AS last_hand
  ON last_hand.session_no = suspects.session_no AND last_hand.position = suspects.last_position
LEFT JOIN first_cash ON first_cash.session_no = suspects.session_no
WHERE CASE WHEN last_position IS NULL THEN hands.stretch = 0 AND first_cash.position < suspects.position
           ELSE hands.stretch = last_hand.stretch END
