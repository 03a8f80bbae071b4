-- After every deal of poker or pok the deal goes to the first seat to the left that is dealt in now; stitch rounds in
-- between do not move it. Nothing is compared across a gap in the hand numbers.
WITH deals AS (
    SELECT *, lag(dealer_seat) OVER in_order AS last_dealer, lag(hand_no) OVER in_order AS dealt_no,
           lag(stretch) OVER in_order AS last_stretch
    FROM session_hands
    WHERE game IN ('poker', 'pok')
    WINDOW in_order AS (PARTITION BY session_no ORDER BY position)
),
due AS (
    SELECT deals.hand_id, coalesce(min(players.seat) FILTER (players.seat > deals.last_dealer), min(players.seat))
                              AS expected_seat
    FROM deals
    JOIN hand_players AS players ON players.hand_id = deals.hand_id
    WHERE deals.stretch = deals.last_stretch
    GROUP BY deals.hand_id
)
SELECT deals.session_id, deals.hand_id, deals.hand_no, deals.game, NULL AS action_no, deals.dealer_seat AS seat,
       players.player_id, to_json(due.expected_seat) AS expected, to_json(deals.dealer_seat) AS actual,
       'Seat ' || deals.dealer_seat || ' deals; the deal was seat ' || due.expected_seat || '''s, to the left of seat '
       || deals.last_dealer || ', who dealt hand ' || deals.dealt_no || '.' AS message
FROM due
JOIN deals ON deals.hand_id = due.hand_id
LEFT JOIN hand_players AS players ON players.hand_id = deals.hand_id AND players.seat = deals.dealer_seat
WHERE due.expected_seat <> deals.dealer_seat
