-- Over a sitting, chips bought less chips handed back = stacks at the close + chips left on the table + rake. Looked at
-- where the sitting has cash, a close with stacks, and no gap in its hand numbers; who is not in the stacks has 0.
WITH sums AS (
    SELECT judged.session_id,
           coalesce((SELECT sum(amount) FROM session_cash AS cash WHERE cash.session_id = judged.session_id), 0)::BIGINT
               AS bought,
           coalesce((SELECT sum(counted_chips(stack)) FROM close_stacks AS held WHERE held.line_key = judged.stacks_key), 0)::BIGINT
               AS in_stacks,
           coalesce((SELECT sum(chips) FROM left_on_tables AS lying
                     WHERE lying.session_id = judged.session_id), 0)::BIGINT AS on_table,
           coalesce(raked.chips, 0)::BIGINT AS rake
    FROM judged_sessions AS judged
    LEFT JOIN (
        SELECT hands.session_id,
               sum(CASE WHEN movements.to_account = 'house' THEN movements.chips ELSE -movements.chips END) AS chips
        FROM movements JOIN session_hands AS hands ON hands.hand_id = movements.hand_id
        WHERE movements.to_account = 'house' OR movements.from_account = 'house'
        GROUP BY hands.session_id
    ) AS raked ON raked.session_id = judged.session_id
),
totals AS (SELECT *, in_stacks + on_table + rake AS found FROM sums)
SELECT session_id, NULL AS hand_id, NULL AS hand_no, NULL AS game, NULL AS action_no, NULL AS seat, NULL AS player_id,
       to_json(bought) AS expected, to_json(found) AS actual,
       'By the cash of this sitting ' || chips_text(bought) || ' must be there at its end; ' || found || ' are: '
       || in_stacks || ' in the stacks of the close, ' || on_table || ' left on the table, ' || rake || ' taken as rake. '
       || difference_text(bought, found) || '.' AS message
FROM totals
WHERE bought <> found
