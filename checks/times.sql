-- Of the times of actions, those that tell something: the first of every hand, and those that run backwards from the
-- one before them (last_no) in their hand. {order} is empty where the actions are read as they stand, hand after hand;
-- {slice} is a part of the hands where they must be sorted.
INSERT INTO telling_times
SELECT hand_id, action_no, us, last_no, is_first
FROM (
    SELECT hand_id, action_no, at_us AS us, lag(action_no) OVER in_order AS last_no, lag(at_us) OVER in_order AS last_us,
           lag(hand_id) OVER in_order IS DISTINCT FROM hand_id OR lag(action_no) OVER in_order >= action_no AS is_first
    FROM actions
    WHERE at_us IS NOT NULL AND {slice}
    WINDOW in_order AS ({order})
)
WHERE is_first OR us < last_us
