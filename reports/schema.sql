-- Written by reports at every report, read by checks (suite `reported`) and by auditors. Sums over movements and cash.
CREATE TABLE IF NOT EXISTS report_results (
    player_id VARCHAR NOT NULL, session_id VARCHAR NOT NULL, game VARCHAR NOT NULL, hands BIGINT NOT NULL,
    net BIGINT NOT NULL, PRIMARY KEY (player_id, session_id, game)
);
COMMENT ON TABLE report_results IS 'Written by reports: what a player won or lost in one game of one session.';
COMMENT ON COLUMN report_results.player_id IS 'The player, as the log names him.';
COMMENT ON COLUMN report_results.session_id IS 'The session.';
COMMENT ON COLUMN report_results.game IS 'poker, stitch or pok.';
COMMENT ON COLUMN report_results.hands IS 'Hands of this game and session in which he was dealt in.';
COMMENT ON COLUMN report_results.net IS 'Chips: movements to his seats less movements from them.';

CREATE TABLE IF NOT EXISTS report_players (
    player_id VARCHAR PRIMARY KEY, name VARCHAR, hands BIGINT NOT NULL, poker_net BIGINT NOT NULL,
    stitch_net BIGINT NOT NULL, pok_net BIGINT NOT NULL, net BIGINT NOT NULL, shares BIGINT NOT NULL,
    result BIGINT NOT NULL, chips_bought BIGINT NOT NULL, chips_handed_back BIGINT NOT NULL, owed BIGINT NOT NULL,
    findings BIGINT NOT NULL
);
COMMENT ON TABLE report_players IS 'Written by reports: one row a player, the same numbers as players.csv.';
COMMENT ON COLUMN report_players.player_id IS 'The player, as the log names him.';
COMMENT ON COLUMN report_players.name IS 'The last name that the logs give him; NULL where there is none.';
COMMENT ON COLUMN report_players.hands IS 'Hands in which he was dealt in.';
COMMENT ON COLUMN report_players.poker_net IS 'Chips won (+) or lost (-) in poker.';
COMMENT ON COLUMN report_players.stitch_net IS 'Chips won (+) or lost (-) in stitch.';
COMMENT ON COLUMN report_players.pok_net IS 'Chips won (+) or lost (-) in pok.';
COMMENT ON COLUMN report_players.net IS 'Chips won (+) or lost (-) in all hands: the sum over his movements.';
COMMENT ON COLUMN report_players.shares IS 'Chips he got of what lay on the table when sessions closed (K19).';
COMMENT ON COLUMN report_players.result IS 'Chips: net + shares.';
COMMENT ON COLUMN report_players.chips_bought IS 'Chips bought: the sum of his cash records above 0.';
COMMENT ON COLUMN report_players.chips_handed_back IS
    'Chips handed back: his cash records below 0, and his stacks when sessions closed; without shares.';
COMMENT ON COLUMN report_players.owed IS 'Chips: the sum of his corrections; + he is owed, - he owes.';
COMMENT ON COLUMN report_players.findings IS
    'Findings that touch him: at his seat, about chips of his seat, or in a hand that was settled wrongly for him.';

CREATE TABLE IF NOT EXISTS report_sessions (
    session_id VARCHAR PRIMARY KEY, table_name VARCHAR, started_at VARCHAR, verdict VARCHAR NOT NULL,
    hands BIGINT NOT NULL, verified BIGINT NOT NULL, discrepant BIGINT NOT NULL, incomplete BIGINT NOT NULL,
    players BIGINT NOT NULL, findings BIGINT NOT NULL, chips_bought BIGINT NOT NULL, chips_handed_back BIGINT NOT NULL,
    left_on_table BIGINT NOT NULL, shares BIGINT NOT NULL, rake BIGINT NOT NULL, net BIGINT NOT NULL,
    nobody_net BIGINT NOT NULL, disputed BIGINT NOT NULL
);
COMMENT ON TABLE report_sessions IS 'Written by reports: one row a session, the same numbers as sessions.csv.';
COMMENT ON COLUMN report_sessions.session_id IS 'The session.';
COMMENT ON COLUMN report_sessions.table_name IS 'The table, as the session record names it.';
COMMENT ON COLUMN report_sessions.started_at IS 'When it began, as the session record says.';
COMMENT ON COLUMN report_sessions.verdict IS 'verified, discrepant or incomplete: the session verdict after the checks.';
COMMENT ON COLUMN report_sessions.hands IS 'Hands judged.';
COMMENT ON COLUMN report_sessions.verified IS 'Hands that are proved right.';
COMMENT ON COLUMN report_sessions.discrepant IS 'Hands in which something is wrong.';
COMMENT ON COLUMN report_sessions.incomplete IS 'Hands that could not be proved.';
COMMENT ON COLUMN report_sessions.players IS 'Players dealt in, or with cash or a stack at the close.';
COMMENT ON COLUMN report_sessions.findings IS 'Findings of its hands and its own, warnings counted.';
COMMENT ON COLUMN report_sessions.chips_bought IS 'Chips bought: the sum of its cash records above 0.';
COMMENT ON COLUMN report_sessions.chips_handed_back IS 'Chips: cash records below 0 and stacks at the close.';
COMMENT ON COLUMN report_sessions.left_on_table IS
    'Chips in pot, bank and circles after the last hand of each game (before they were shared).';
COMMENT ON COLUMN report_sessions.shares IS 'Chips of those shared out at the close, as logged.';
COMMENT ON COLUMN report_sessions.rake IS 'Chips that went to the house.';
COMMENT ON COLUMN report_sessions.net IS 'Chips: the sum of its players'' nets in report_results.';
COMMENT ON COLUMN report_sessions.nobody_net IS 'Chips moved to (+) or from (-) seats at which the log seats nobody.';
COMMENT ON COLUMN report_sessions.disputed IS
    'Chips that went to the wrong place: over its hands, what must be given back to somebody.';
