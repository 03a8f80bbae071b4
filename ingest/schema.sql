-- Written by ingest, read by everybody. Every table and column has a comment: auditors query this store.
CREATE TABLE IF NOT EXISTS store_info (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);

CREATE SEQUENCE IF NOT EXISTS source_ids START 1;
CREATE TABLE IF NOT EXISTS sources (
    source_id BIGINT PRIMARY KEY,
    path VARCHAR NOT NULL,            -- as last given ('-' for stdin)
    first_line_key VARCHAR NOT NULL,  -- chain digest of the first line: what makes it the same file again
    last_line_key VARCHAR NOT NULL,   -- chain digest up to the last whole line taken
    sha256 VARCHAR NOT NULL,          -- of the file's bytes as it lay there
    bytes BIGINT NOT NULL,            -- uncompressed bytes taken
    lines BIGINT NOT NULL, stored BIGINT NOT NULL, repeated BIGINT NOT NULL,
    conflicting BIGINT NOT NULL, rejected BIGINT NOT NULL, blank BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS lines_taken (line_key VARCHAR PRIMARY KEY); -- helper may drop this if not needed
CREATE TABLE IF NOT EXISTS sessions (
    session_id VARCHAR PRIMARY KEY, opened BOOLEAN NOT NULL, table_name VARCHAR, game VARCHAR, started_at VARCHAR,
    started_us BIGINT, currency VARCHAR, chip_value VARCHAR, rules JSON, source_id BIGINT, line_no BIGINT, byte_offset BIGINT,
    raw VARCHAR
);
CREATE TABLE IF NOT EXISTS hands (
    hand_id VARCHAR PRIMARY KEY, session_id VARCHAR NOT NULL, hand_no BIGINT NOT NULL, game VARCHAR NOT NULL,
    dealer_seat BIGINT NOT NULL, started_at VARCHAR, started_us BIGINT, players BIGINT NOT NULL, actions BIGINT NOT NULL,
    opening JSON, closing JSON, rules JSON, deck_given BOOLEAN NOT NULL,
    source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL, line_sha256 VARCHAR NOT NULL,
    raw VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS hand_players (
    hand_id VARCHAR NOT NULL, seat BIGINT NOT NULL, player_id VARCHAR NOT NULL, name VARCHAR, stack BIGINT,
    end_stack BIGINT, PRIMARY KEY (hand_id, seat)
);
CREATE TABLE IF NOT EXISTS actions (
    hand_id VARCHAR NOT NULL, action_no BIGINT NOT NULL, action VARCHAR NOT NULL, seat BIGINT, amount BIGINT,
    cards VARCHAR[], discards VARCHAR[], pool VARCHAR, to_seat BIGINT, at VARCHAR, at_us BIGINT
);
CREATE TABLE IF NOT EXISTS cash (
    line_key VARCHAR PRIMARY KEY, session_id VARCHAR NOT NULL, player_id VARCHAR NOT NULL, amount BIGINT NOT NULL,
    at VARCHAR, at_us BIGINT, after_hand_no BIGINT, note VARCHAR, source_id BIGINT NOT NULL, line_no BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL, raw VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS closes (
    line_key VARCHAR PRIMARY KEY, session_id VARCHAR NOT NULL, at VARCHAR, at_us BIGINT, has_stacks BOOLEAN NOT NULL,
    has_shares BOOLEAN NOT NULL, source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL,
    raw VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS close_stacks (line_key VARCHAR NOT NULL, player_id VARCHAR NOT NULL, stack BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS close_shares (line_key VARCHAR NOT NULL, player_id VARCHAR NOT NULL, amount BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS rejects (
    line_key VARCHAR PRIMARY KEY, source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL,
    code VARCHAR NOT NULL, field VARCHAR, value VARCHAR, expected VARCHAR, message VARCHAR NOT NULL, raw BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS conflicts (
    line_key VARCHAR PRIMARY KEY, kind VARCHAR NOT NULL, id VARCHAR NOT NULL, session_id VARCHAR NOT NULL,
    source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL, message VARCHAR NOT NULL, raw BLOB NOT NULL
);
