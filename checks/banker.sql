-- The banker of a stitch round is who the round before leaves the bank to or, if he is not dealt in, the next to the
-- left who is. Where nobody had the chips for a bank, it is the first from the old banker's left who has them now, the
-- old banker last. Nothing is compared across a gap in the hand numbers.
WITH rounds AS (
    SELECT session_hands.*, lag(hand_id) OVER in_order AS last_id, lag(dealer_seat) OVER in_order AS last_banker,
           lag(hand_no) OVER in_order AS last_round_no, lag(stretch) OVER in_order AS last_stretch
    FROM session_hands
    WHERE game = 'stitch'
    WINDOW in_order AS (PARTITION BY session_no ORDER BY position)
),
compared AS (
    SELECT rounds.*, last_round.next_banker_seat AS named, this_round.least_bank
    FROM rounds
    JOIN verdicts AS last_round ON last_round.hand_id = rounds.last_id
    JOIN verdicts AS this_round ON this_round.hand_id = rounds.hand_id
    WHERE rounds.stretch = rounds.last_stretch
      AND (last_round.next_banker_seat IS NOT NULL
           OR rounds.last_id NOT IN (SELECT hand_id FROM unjudged_hands))
),
due AS (
    SELECT compared.hand_id,
           CASE WHEN any_value(named) IS NOT NULL
                THEN coalesce(min(players.seat) FILTER (players.seat >= named), min(players.seat))
                ELSE coalesce(
                    min(players.seat) FILTER (players.seat > last_banker AND coalesce(stack >= least_bank, true)),
                    min(players.seat) FILTER (coalesce(stack >= least_bank, true)))
           END AS expected_seat
    FROM compared
    JOIN hand_players AS players ON players.hand_id = compared.hand_id
    GROUP BY compared.hand_id
)
SELECT compared.session_id, compared.hand_id, compared.hand_no, compared.game, NULL AS action_no,
       compared.dealer_seat AS seat, players.player_id,
       to_json(due.expected_seat) AS expected, to_json(compared.dealer_seat) AS actual,
       'Seat ' || compared.dealer_seat || ' is banker; after hand ' || compared.last_round_no
       || ' the bank is seat ' || due.expected_seat || '''s.' AS message
FROM due
JOIN compared ON compared.hand_id = due.hand_id
LEFT JOIN hand_players AS players
  ON players.hand_id = compared.hand_id AND players.seat = compared.dealer_seat
WHERE due.expected_seat <> compared.dealer_seat
  -- the bank was not passed where it had to be: that is the round's own finding, and the old banker going on follows
  AND NOT (compared.dealer_seat = compared.last_banker AND compared.last_id IN (
      SELECT hand_id FROM findings WHERE code = 'bank.pass' AND rule IN ('S12', 'S15') AND action_no IS NULL))
