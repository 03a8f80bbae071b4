-- Of the times inside hands, those that tell something: the first and the last of a hand, and every one that runs
-- backwards (last_no: the action before it; 0 is the beginning of the hand). One slice of the hands at a time: sorting
-- all actions of a large store at once would not fit its memory.
INSERT INTO telling_times
SELECT hand_id, action_no, us, last_no, last_us IS NULL AS is_first, is_last, coalesce(us < last_us, false) AS is_break
FROM (
    SELECT hand_id, action_no, us, lag(us) OVER in_hand AS last_us, lag(action_no) OVER in_hand AS last_no,
           lead(us) OVER in_hand IS NULL AS is_last
    FROM (
        SELECT hand_id, 0 AS action_no, started_us AS us FROM hands
        WHERE started_us IS NOT NULL AND hash(hand_id) % $slices = $slice
        UNION ALL
        SELECT hand_id, action_no, at_us FROM actions
        WHERE at_us IS NOT NULL AND hash(hand_id) % $slices = $slice
    )
    WINDOW in_hand AS (PARTITION BY hand_id ORDER BY action_no)
)
WHERE last_us IS NULL OR is_last OR us < last_us
