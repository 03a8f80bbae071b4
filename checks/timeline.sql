-- What the queries of the checks read: the hands of every sitting in their order, and a few words for messages.
-- Temporary: made anew at every run, gone with the connection.

CREATE OR REPLACE TEMP MACRO chips_text(chips) AS CASE WHEN chips = 1 THEN '1 chip' ELSE chips || ' chips' END;

CREATE OR REPLACE TEMP MACRO difference_text(expected, actual) AS
    chips_text(abs(actual - expected))
    || CASE WHEN abs(actual - expected) = 1 THEN ' is ' ELSE ' are ' END
    || CASE WHEN actual < expected THEN 'missing' ELSE 'too many' END;

-- No cash or close record counts for more than this (`ingest.records.MOST_CHIPS_SUMMED`), so that sums stay in 64 bits.
CREATE OR REPLACE TEMP MACRO counted_chips(chips) AS greatest(-17592186044416, least(17592186044416, chips));

-- The order is a matter of several windows over all records: worked out once.
CREATE OR REPLACE TEMP TABLE ordered_records AS
SELECT session_id, position, kind, hand_id, line_key, player_id, amount, "at" AS at_text, at_us FROM session_records;

-- Sorting millions of rows by number takes a third of the time and memory of sorting them by text.
CREATE OR REPLACE TEMP TABLE session_numbers AS
SELECT session_id, row_number() OVER ()::INTEGER AS session_no
FROM (SELECT DISTINCT session_id FROM ordered_records);

CREATE OR REPLACE TEMP TABLE player_numbers AS
SELECT player_id, row_number() OVER ()::INTEGER AS player_no
FROM (SELECT player_id FROM hand_players UNION SELECT player_id FROM cash);

-- stretch: how many gaps lie before or at the hand. Two hands with different stretches are not compared (F2).
-- A number that came up before is a finding, but no gap.
CREATE OR REPLACE TEMP TABLE session_hands AS
WITH counted AS (
    SELECT records.session_id, numbers.session_no, records.position, hands.hand_id, hands.hand_no, hands.game,
           hands.dealer_seat,
           lag(hands.hand_no) OVER in_order AS last_no,
           -- the highest number so far: a number that came twice does not make the next one a gap
           coalesce(max(hands.hand_no) OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) + 1
               AS expected_no,
           row_number() OVER (PARTITION BY session_no, hands.hand_no ORDER BY records.position) > 1 AS is_twice
    FROM ordered_records AS records
    JOIN hands ON hands.hand_id = records.hand_id
    JOIN session_numbers AS numbers ON numbers.session_id = records.session_id
    WHERE records.kind = 'hand'
    WINDOW in_order AS (PARTITION BY session_no ORDER BY records.position)
)
SELECT *, sum((hand_no <> expected_no AND NOT is_twice)::INTEGER)
              OVER (PARTITION BY session_no ORDER BY position)::BIGINT AS stretch
FROM counted;

-- Hands of which replay cannot say how they left their table: our own program failed on them.
CREATE OR REPLACE TEMP TABLE unjudged_hands AS
SELECT hands.hand_id, findings.code, hands.closing IS NOT NULL AS has_closing
FROM findings JOIN hands USING (hand_id)
WHERE findings.code IN ('engine.fault', 'table.players');

CREATE OR REPLACE TEMP TABLE session_cash AS
SELECT session_id, session_no, position, player_no, counted_chips(amount) AS amount
FROM ordered_records
JOIN session_numbers USING (session_id)
JOIN player_numbers USING (player_id)
WHERE kind = 'cash';
