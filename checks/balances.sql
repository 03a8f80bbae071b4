-- What the sums over a sitting are made of; made anew at every run, gone with the connection.

-- Sittings of which F6 can be judged: cash, a close with stacks, no gap, and no hand on which our program failed.
-- Of several closes the last one with stacks counts, and the last one with shares.
CREATE OR REPLACE TEMP TABLE judged_sessions AS
WITH closes_in_order AS (
    SELECT records.session_id, arg_max(records.line_key, records.position) FILTER (closes.has_stacks) AS stacks_key,
           arg_max(records.line_key, records.position) FILTER (closes.has_shares) AS shares_key
    FROM ordered_records AS records
    JOIN closes ON closes.line_key = records.line_key
    WHERE records.kind = 'close'
    GROUP BY records.session_id
)
SELECT * FROM closes_in_order
WHERE stacks_key IS NOT NULL
  AND session_id IN (SELECT session_id FROM session_cash)
  AND session_id NOT IN (SELECT session_id FROM session_hands WHERE stretch > 0)
  AND session_id NOT IN (SELECT session_hands.session_id FROM session_hands
                         JOIN unjudged_hands USING (hand_id) WHERE code = 'engine.fault');

-- What lies on the tables of those sittings after the last hand of each game: the pot, the bank, the circles together.
CREATE OR REPLACE TEMP TABLE left_on_tables AS
WITH last_hands AS (
    SELECT session_id, game, arg_max(hand_id, position) AS hand_id, arg_max(dealer_seat, position) AS dealer_seat
    FROM session_hands
    WHERE session_id IN (SELECT session_id FROM judged_sessions)
    GROUP BY session_id, game
)
SELECT last_hands.session_id, last_hands.game, last_hands.hand_id, last_hands.dealer_seat,
       CASE last_hands.game
           WHEN 'poker' THEN coalesce((verdicts.table_after -> '$.pot')::BIGINT, 0)
           WHEN 'stitch' THEN coalesce((verdicts.table_after -> '$.bank')::BIGINT, 0)
           ELSE coalesce(list_sum(map_values((verdicts.table_after -> '$.pools')::MAP(VARCHAR, BIGINT))), 0)::BIGINT
       END AS chips
FROM last_hands
JOIN verdicts ON verdicts.hand_id = last_hands.hand_id;
