-- Written by replay, read by checks and reports. There are no primary keys: an index over the movements of a million
-- hands would not fit the memory allowed. replay.run writes each hand once, and the suite `replayed` of the checks
-- looks for doubles.
CREATE TABLE IF NOT EXISTS verdicts (
    hand_id VARCHAR NOT NULL,
    session_id VARCHAR NOT NULL,
    hand_no BIGINT NOT NULL,
    game VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL,
    incomplete_because VARCHAR,
    table_before JSON NOT NULL,
    table_after JSON NOT NULL,
    next_banker_seat BIGINT,
    least_bank BIGINT,
    replay_key VARCHAR NOT NULL
);
COMMENT ON TABLE verdicts IS 'Written by replay: one row a hand, what the hand says by itself (the view final_verdicts adds the checks).';
COMMENT ON COLUMN verdicts.hand_id IS 'The hand, as in hands.';
COMMENT ON COLUMN verdicts.session_id IS 'The sitting that the hand belongs to, as in hands.';
COMMENT ON COLUMN verdicts.hand_no IS 'Number of the hand in its sitting, as in hands.';
COMMENT ON COLUMN verdicts.game IS 'poker, stitch or pok, as in hands.';
COMMENT ON COLUMN verdicts.verdict IS 'verified, discrepant or incomplete, by the findings of the hand alone.';
COMMENT ON COLUMN verdicts.incomplete_because IS 'What could not be checked and why; sentences joined by "; ", NULL where there is none.';
COMMENT ON COLUMN verdicts.table_before IS 'What lay on the table of the game before the hand: its own opening, else by F4. A field not there is 0.';
COMMENT ON COLUMN verdicts.table_after IS 'What lies there afterwards: the closing of the log, else as the movements of the hand leave it.';
COMMENT ON COLUMN verdicts.next_banker_seat IS 'Stitch: the seat whose round the next one is; NULL where the bank went to nobody (S12).';
COMMENT ON COLUMN verdicts.least_bank IS 'Stitch: the smallest bank in chips that a new banker may put under the rules of this hand (S2).';
COMMENT ON COLUMN verdicts.replay_key IS 'Digest of the line, the rules in force below the hand, what lay on the table where the hand does not say, and the engine version.';

CREATE TABLE IF NOT EXISTS findings (
    hand_id VARCHAR NOT NULL,
    finding_no BIGINT NOT NULL,
    code VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    rule VARCHAR,
    action_no BIGINT,
    seat BIGINT,
    player_id VARCHAR,
    expected JSON,
    actual JSON,
    message VARCHAR NOT NULL,
    traceback VARCHAR
);
COMMENT ON TABLE findings IS 'Written by replay: what is wrong inside one hand (the view all_findings adds the checks).';
COMMENT ON COLUMN findings.hand_id IS 'The hand, as in hands.';
COMMENT ON COLUMN findings.finding_no IS 'Counts 1, 2, 3 ... within the hand.';
COMMENT ON COLUMN findings.code IS 'Kind of fault, such as pot.amount (handproof docs: findings).';
COMMENT ON COLUMN findings.severity IS 'error or warning.';
COMMENT ON COLUMN findings.rule IS 'Id of the rule that is broken, such as P8; NULL for engine.fault.';
COMMENT ON COLUMN findings.action_no IS 'Number of the action from 1; NULL for the whole hand.';
COMMENT ON COLUMN findings.seat IS 'Seat that acted or was paid, or that should have acted; NULL where there is none.';
COMMENT ON COLUMN findings.player_id IS 'Who sits on that seat.';
COMMENT ON COLUMN findings.expected IS 'What the rule asks: a plain JSON value, NULL where there is none.';
COMMENT ON COLUMN findings.actual IS 'What the log says: a plain JSON value, NULL where there is none.';
COMMENT ON COLUMN findings.message IS 'The fault in a sentence.';
COMMENT ON COLUMN findings.traceback IS 'engine.fault only: where the program failed.';

CREATE TABLE IF NOT EXISTS corrections (
    hand_id VARCHAR NOT NULL,
    seat BIGINT NOT NULL,
    player_id VARCHAR,
    amount BIGINT NOT NULL
);
COMMENT ON TABLE corrections IS 'Written by replay: what a dispute is worth; one row a hand and seat.';
COMMENT ON COLUMN corrections.hand_id IS 'The hand, as in hands.';
COMMENT ON COLUMN corrections.seat IS 'The seat whose stack is to be corrected.';
COMMENT ON COLUMN corrections.player_id IS 'Who sits there.';
COMMENT ON COLUMN corrections.amount IS 'Chips to give to (+) or to take back from (-) that stack.';

CREATE TABLE IF NOT EXISTS movements (
    hand_id VARCHAR NOT NULL,
    movement_no BIGINT NOT NULL,
    step BIGINT NOT NULL,
    from_account VARCHAR NOT NULL,
    to_account VARCHAR NOT NULL,
    chips BIGINT NOT NULL,
    rule VARCHAR NOT NULL
);
COMMENT ON TABLE movements IS 'Written by replay: the chips that each hand moved as logged, in double entry; sums over it are the ledger.';
COMMENT ON COLUMN movements.hand_id IS 'The hand, as in hands.';
COMMENT ON COLUMN movements.movement_no IS 'Counts 1, 2, 3 ... within the hand.';
COMMENT ON COLUMN movements.step IS 'Number of the action from 1 that moved the chips.';
COMMENT ON COLUMN movements.from_account IS 'Where the chips come from: seat:3, pot, bank, pool:K, house.';
COMMENT ON COLUMN movements.to_account IS 'Where they go to: an account as in from_account.';
COMMENT ON COLUMN movements.chips IS 'How many chips.';
COMMENT ON COLUMN movements.rule IS 'Id of the rule by which they move.';
