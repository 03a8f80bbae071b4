-- Written by checks, read by reports.
CREATE TABLE IF NOT EXISTS continuity_findings (
    session_id VARCHAR NOT NULL,
    hand_id VARCHAR,
    hand_no BIGINT,
    game VARCHAR,
    code VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    action_no BIGINT,
    seat BIGINT,
    player_id VARCHAR,
    expected JSON,
    actual JSON,
    message VARCHAR NOT NULL
);
COMMENT ON TABLE continuity_findings IS 'Written by checks: what no single hand shows, continuity.* and session.balance; made anew at every run.';
COMMENT ON COLUMN continuity_findings.session_id IS 'The sitting.';
COMMENT ON COLUMN continuity_findings.hand_id IS 'The later hand, in which the break shows; NULL for a finding of the sitting or at a cash or close record.';
COMMENT ON COLUMN continuity_findings.hand_no IS 'Number of that hand in its sitting.';
COMMENT ON COLUMN continuity_findings.game IS 'Game of that hand.';
COMMENT ON COLUMN continuity_findings.code IS 'Kind of fault, such as continuity.stack.';
COMMENT ON COLUMN continuity_findings.severity IS 'error or warning; a warning leaves the verdict of the hand as it is.';
COMMENT ON COLUMN continuity_findings.rule IS 'Id of the rule that is broken, such as F3.';
COMMENT ON COLUMN continuity_findings.action_no IS 'Number of the action from 1; NULL for the whole hand.';
COMMENT ON COLUMN continuity_findings.seat IS 'The seat that it is about; NULL where there is none.';
COMMENT ON COLUMN continuity_findings.player_id IS 'Who sits on that seat.';
COMMENT ON COLUMN continuity_findings.expected IS 'What the rule asks: a plain JSON value, NULL where there is none.';
COMMENT ON COLUMN continuity_findings.actual IS 'What the log says: a plain JSON value.';
COMMENT ON COLUMN continuity_findings.message IS 'The fault in a sentence.';

CREATE TABLE IF NOT EXISTS check_results (
    suite VARCHAR NOT NULL,
    check_name VARCHAR NOT NULL,
    outcome VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    failing_rows BIGINT,
    detail VARCHAR,
    PRIMARY KEY (suite, check_name)
);
COMMENT ON TABLE check_results IS 'Written by checks: what the suites of expectations say of the tables of this store; a suite that did not run has no rows.';
COMMENT ON COLUMN check_results.suite IS 'ingested, replayed or reported: the stage whose tables are looked at.';
COMMENT ON COLUMN check_results.check_name IS 'Short name of the check, unique in its suite.';
COMMENT ON COLUMN check_results.outcome IS 'pass, fail, or error: the check itself could not run.';
COMMENT ON COLUMN check_results.severity IS 'critical: the numbers cannot be trusted; warning: worth a look.';
COMMENT ON COLUMN check_results.text IS 'What is expected, in a sentence.';
COMMENT ON COLUMN check_results.failing_rows IS 'How many rows are not as expected; NULL where the check could not run.';
COMMENT ON COLUMN check_results.detail IS 'The first failing rows, or why the check could not run; NULL where it passed.';

CREATE OR REPLACE VIEW all_findings AS
SELECT verdicts.session_id, findings.hand_id, verdicts.hand_no, verdicts.game, findings.code, findings.severity,
       findings.rule, findings.action_no, findings.seat, findings.player_id, findings.expected, findings.actual,
       findings.message
FROM findings JOIN verdicts ON verdicts.hand_id = findings.hand_id
UNION ALL
SELECT session_id, hand_id, hand_no, game, code, severity, rule, action_no, seat, player_id, expected, actual, message
FROM continuity_findings;
COMMENT ON VIEW all_findings IS 'Every finding, of replay and of checks, in one shape.';

CREATE OR REPLACE VIEW final_verdicts AS
SELECT verdicts.hand_id, verdicts.session_id, verdicts.hand_no, verdicts.game,
       CASE WHEN broken.hand_id IS NULL THEN verdicts.verdict ELSE 'discrepant' END AS verdict,
       verdicts.incomplete_because
FROM verdicts
LEFT JOIN (SELECT DISTINCT hand_id FROM continuity_findings WHERE severity = 'error' AND hand_id IS NOT NULL) AS broken
  ON broken.hand_id = verdicts.hand_id;
COMMENT ON VIEW final_verdicts IS 'The verdict of every hand after the checks: an error of continuity.* makes it discrepant.';

CREATE OR REPLACE VIEW session_verdicts AS
WITH known_sessions AS (
    SELECT session_id FROM sessions UNION SELECT session_id FROM hands
    UNION SELECT session_id FROM cash UNION SELECT session_id FROM closes
),
hand_counts AS (
    SELECT hands.session_id, count(*) AS hands,
           count(*) FILTER (verdict = 'verified') AS verified,
           count(*) FILTER (verdict = 'discrepant') AS discrepant,
           count(*) FILTER (verdict = 'incomplete') AS incomplete
    FROM hands LEFT JOIN final_verdicts ON final_verdicts.hand_id = hands.hand_id
    GROUP BY hands.session_id
),
own_findings AS (
    SELECT session_id, bool_or(hand_id IS NULL AND severity = 'error') AS has_error,
           bool_or(code = 'continuity.gap') AS has_gap
    FROM continuity_findings
    GROUP BY session_id
)
SELECT known_sessions.session_id,
       CASE WHEN coalesce(discrepant, 0) > 0 OR coalesce(has_error, false) THEN 'discrepant'
            WHEN coalesce(verified < hands, false) OR coalesce(has_gap, false) THEN 'incomplete'
            ELSE 'verified' END AS verdict,
       coalesce(hands, 0) AS hands, coalesce(verified, 0) AS verified, coalesce(discrepant, 0) AS discrepant,
       coalesce(incomplete, 0) AS incomplete
FROM known_sessions
LEFT JOIN hand_counts ON hand_counts.session_id = known_sessions.session_id
LEFT JOIN own_findings ON own_findings.session_id = known_sessions.session_id;
COMMENT ON VIEW session_verdicts IS 'The verdict of every sitting: the worst of its hands and its own findings; a gap, or a hand not judged yet, makes it incomplete.';
