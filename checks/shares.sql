-- At the end of a sitting the circles together are one sum and a poker pot another, each shared equally among the
-- players of the last hand of its game, odd chips one each from that hand's dealer's left; what is in a stitch bank goes
-- to the banker of the last round. Looked at where the sums of the sitting are, and the close says who got what.
WITH shared AS (
    SELECT lying.session_id, players.player_id,
           lying.chips // count(*) OVER by_game
               + CASE WHEN row_number() OVER from_left <= lying.chips % count(*) OVER by_game THEN 1 ELSE 0 END AS chips
    FROM left_on_tables AS lying
    JOIN hand_players AS players ON players.hand_id = lying.hand_id
    WHERE lying.game IN ('poker', 'pok')
    WINDOW by_game AS (PARTITION BY lying.session_id, lying.game),
           from_left AS (PARTITION BY lying.session_id, lying.game
                         ORDER BY players.seat <= lying.dealer_seat, players.seat)
    UNION ALL
    SELECT lying.session_id, players.player_id, lying.chips
    FROM left_on_tables AS lying
    JOIN hand_players AS players ON players.hand_id = lying.hand_id AND players.seat = lying.dealer_seat
    WHERE lying.game = 'stitch'
),
both_sides AS (
    SELECT session_id, player_id, sum(due)::BIGINT AS due, sum(got)::BIGINT AS got
    FROM (
        SELECT session_id, player_id, chips AS due, 0 AS got FROM shared
        UNION ALL
        SELECT judged.session_id, shares.player_id, 0, counted_chips(shares.amount)
        FROM judged_sessions AS judged
        JOIN close_shares AS shares ON shares.line_key = judged.shares_key
    )
    WHERE session_id IN (SELECT session_id FROM judged_sessions WHERE shares_key IS NOT NULL)
    GROUP BY session_id, player_id
)
SELECT session_id, NULL AS hand_id, NULL AS hand_no, NULL AS game, NULL AS action_no, NULL AS seat, NULL AS player_id,
       to_json(coalesce(map_from_entries(list({'player': player_id, 'chips': due} ORDER BY player_id)
               FILTER (due <> 0)), MAP {}::MAP(VARCHAR, BIGINT))) AS expected,
       to_json(coalesce(map_from_entries(list({'player': player_id, 'chips': got} ORDER BY player_id)
               FILTER (got <> 0)), MAP {}::MAP(VARCHAR, BIGINT))) AS actual,
       chips_text(sum(due)::BIGINT) || ' left on the table were not shared as they should be: '
       || string_agg(replace(player_id, '`', '\u0060') || ' got ' || got || ', expected ' || due, '; ' ORDER BY player_id) FILTER (due <> got)
       || '.' AS message
FROM both_sides
GROUP BY session_id
HAVING bool_or(due <> got)
