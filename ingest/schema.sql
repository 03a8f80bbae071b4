-- Written by ingest, read by everybody. Every table and column has a comment: auditors query this store.
-- There are no primary keys on tables that grow with the logs: an index of a million ids would take the memory that the
-- work needs. Ids are kept unique by ingest itself (ingest/tally.py) and proved so by the checks.
-- This makes a new store. What an older store lacks, a migration gives it: ingest/migrate.py.
CREATE TABLE IF NOT EXISTS store_info (key VARCHAR NOT NULL, value VARCHAR NOT NULL);
COMMENT ON TABLE store_info IS 'What this store is. Written when it is made, by each stage for its own tables.';
COMMENT ON COLUMN store_info.key IS 'Name of the entry: schema_version, format, schema.<stage>; unchecked where what came in was not checked to its end.';
COMMENT ON COLUMN store_info.value IS 'Its value.';

CREATE TABLE IF NOT EXISTS sources (
    source_id BIGINT NOT NULL, path VARCHAR NOT NULL, first_line_key VARCHAR NOT NULL, last_line_key VARCHAR NOT NULL,
    unfinished_key VARCHAR, sha256 VARCHAR, bytes BIGINT NOT NULL,
    lines BIGINT NOT NULL, stored BIGINT NOT NULL, repeated BIGINT NOT NULL, conflicting BIGINT NOT NULL,
    rejected BIGINT NOT NULL, blank BIGINT NOT NULL, unfinished_lines BIGINT DEFAULT 0
);
COMMENT ON TABLE sources IS 'The log files that were read. Written by ingest. lines = stored + repeated + conflicting + rejected + blank.';
COMMENT ON COLUMN sources.source_id IS 'Number of the file in this store, unique.';
COMMENT ON COLUMN sources.path IS 'Where the file lay when it was last read (- for stdin).';
COMMENT ON COLUMN sources.first_line_key IS 'Digest of the first line: what makes it the same file again, wherever it lies.';
COMMENT ON COLUMN sources.last_line_key IS 'Digest of all lines taken, up to the last whole one. Blank lines do not count.';
COMMENT ON COLUMN sources.unfinished_key IS 'Digest up to the last line where the file ended in the middle of it or broke off; that reject is dropped when the file is read again and goes on.';
COMMENT ON COLUMN sources.sha256 IS 'sha256 of the file as it lay on the disk when it was last read to its end; NULL while it has not been.';
COMMENT ON COLUMN sources.bytes IS 'Bytes taken, unpacked, up to the last whole line.';
COMMENT ON COLUMN sources.lines IS 'Lines taken.';
COMMENT ON COLUMN sources.stored IS 'Lines whose record was stored.';
COMMENT ON COLUMN sources.repeated IS 'Lines that were known before: a copy of a hand or session, the same line of the same file.';
COMMENT ON COLUMN sources.conflicting IS 'Lines with another content for an id that is known (table conflicts).';
COMMENT ON COLUMN sources.rejected IS 'Lines that could not be taken (table rejects).';
COMMENT ON COLUMN sources.blank IS 'Lines in which nothing stands.';
COMMENT ON COLUMN sources.unfinished_lines IS 'How many of the lines are the last ones that unfinished_key stands for.';

CREATE TABLE IF NOT EXISTS sessions (
    session_id VARCHAR NOT NULL, opened BOOLEAN NOT NULL, table_name VARCHAR, game VARCHAR, started_at VARCHAR,
    started_us BIGINT, currency VARCHAR, chip_value VARCHAR, rules JSON, source_id BIGINT, line_no BIGINT,
    byte_offset BIGINT, raw VARCHAR
);
COMMENT ON TABLE sessions IS 'The sittings: one row for each session_id that any record names. Written by ingest.';
COMMENT ON COLUMN sessions.session_id IS 'The sitting, unique in the club.';
COMMENT ON COLUMN sessions.opened IS 'Whether a session record opened it; where none did, the house rules of the club hold and the other columns are NULL.';
COMMENT ON COLUMN sessions.table_name IS 'The table, as the log names it.';
COMMENT ON COLUMN sessions.game IS 'Where the sitting plays only one game: poker, stitch or pok.';
COMMENT ON COLUMN sessions.started_at IS 'When it began, as the log says it.';
COMMENT ON COLUMN sessions.started_us IS 'The same in microseconds since 1970-01-01T00:00Z.';
COMMENT ON COLUMN sessions.currency IS 'Currency of chip_value.';
COMMENT ON COLUMN sessions.chip_value IS 'What one chip is worth, decimal text; for printing only.';
COMMENT ON COLUMN sessions.rules IS 'House-rule keys of the sitting by game.';
COMMENT ON COLUMN sessions.source_id IS 'File of the session record.';
COMMENT ON COLUMN sessions.line_no IS 'Line of the session record, from 1.';
COMMENT ON COLUMN sessions.byte_offset IS 'Where that line begins in the unpacked file, from 0.';
COMMENT ON COLUMN sessions.raw IS 'The line itself.';

CREATE TABLE IF NOT EXISTS hands (
    hand_id VARCHAR NOT NULL, session_id VARCHAR NOT NULL, hand_no BIGINT NOT NULL, game VARCHAR NOT NULL,
    dealer_seat BIGINT NOT NULL, started_at VARCHAR, started_us BIGINT, players BIGINT NOT NULL,
    actions BIGINT NOT NULL, opening JSON, closing JSON, rules JSON, deck_given BOOLEAN NOT NULL,
    source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL, line_sha256 VARCHAR NOT NULL,
    raw VARCHAR NOT NULL USING COMPRESSION zstd
);
COMMENT ON TABLE hands IS 'The hands (in stitch: rounds), each once, with the line that is the evidence. Written by ingest.';
COMMENT ON COLUMN hands.hand_id IS 'The hand, unique in the club.';
COMMENT ON COLUMN hands.session_id IS 'The sitting it belongs to.';
COMMENT ON COLUMN hands.hand_no IS 'Its number in the sitting, 1, 2, 3 ...';
COMMENT ON COLUMN hands.game IS 'poker, stitch or pok.';
COMMENT ON COLUMN hands.dealer_seat IS 'Seat of the dealer; in stitch of the banker.';
COMMENT ON COLUMN hands.started_at IS 'When it began, as the log says it.';
COMMENT ON COLUMN hands.started_us IS 'The same in microseconds since 1970-01-01T00:00Z.';
COMMENT ON COLUMN hands.players IS 'How many players were dealt in.';
COMMENT ON COLUMN hands.actions IS 'How many actions the log has.';
COMMENT ON COLUMN hands.opening IS 'What lay on the table before, as the log says it.';
COMMENT ON COLUMN hands.closing IS 'What lies on the table after, as the log says it.';
COMMENT ON COLUMN hands.rules IS 'House-rule keys of this hand alone.';
COMMENT ON COLUMN hands.deck_given IS 'Whether the log gives the order of the whole pack.';
COMMENT ON COLUMN hands.source_id IS 'File it was first read from.';
COMMENT ON COLUMN hands.line_no IS 'Line in that file, from 1; of a hand in another format its first line.';
COMMENT ON COLUMN hands.byte_offset IS 'Where that line begins in the unpacked file, from 0.';
COMMENT ON COLUMN hands.line_sha256 IS 'sha256 of the line without its line end; of a hand in another format of all its lines.';
COMMENT ON COLUMN hands.raw IS 'The line itself: the evidence; of a hand in another format the line that it was read as, with the lines of the source under _source.';

CREATE TABLE IF NOT EXISTS hand_players (
    hand_id VARCHAR NOT NULL, seat BIGINT NOT NULL, player_id VARCHAR NOT NULL, name VARCHAR, stack BIGINT,
    end_stack BIGINT
);
COMMENT ON TABLE hand_players IS 'Who was dealt into which hand; one row a hand and seat. Written by ingest.';
COMMENT ON COLUMN hand_players.hand_id IS 'The hand.';
COMMENT ON COLUMN hand_players.seat IS 'Seat number, from 1.';
COMMENT ON COLUMN hand_players.player_id IS 'The player.';
COMMENT ON COLUMN hand_players.name IS 'Name as the log has it.';
COMMENT ON COLUMN hand_players.stack IS 'Chips before the hand; NULL where the club does not count stacks.';
COMMENT ON COLUMN hand_players.end_stack IS 'Chips after the hand, as the log says it.';

CREATE TABLE IF NOT EXISTS actions (
    hand_id VARCHAR NOT NULL, action_no BIGINT NOT NULL, action VARCHAR NOT NULL, seat BIGINT, amount BIGINT,
    cards VARCHAR[], discards VARCHAR[], pool VARCHAR, to_seat BIGINT, "at" VARCHAR, at_us BIGINT
);
COMMENT ON TABLE actions IS 'The actions of the hands in their order. Written by ingest.';
COMMENT ON COLUMN actions.hand_id IS 'The hand.';
COMMENT ON COLUMN actions.action_no IS 'Place in the hand, from 1.';
COMMENT ON COLUMN actions.action IS 'The verb (docs/log-format.md).';
COMMENT ON COLUMN actions.seat IS 'Who acted or was paid.';
COMMENT ON COLUMN actions.amount IS 'Chips that moved (never a total).';
COMMENT ON COLUMN actions.cards IS 'Cards dealt, drawn, turned, burned, shown or played.';
COMMENT ON COLUMN actions.discards IS 'Cards thrown.';
COMMENT ON COLUMN actions.pool IS 'Circle, side pot or bidding that is meant.';
COMMENT ON COLUMN actions.to_seat IS 'Who was paid, or to whom the bank passes.';
COMMENT ON COLUMN actions."at" IS 'When, as the log says it.';
COMMENT ON COLUMN actions.at_us IS 'The same in microseconds since 1970-01-01T00:00Z.';

CREATE TABLE IF NOT EXISTS cash (
    line_key VARCHAR NOT NULL, session_id VARCHAR NOT NULL, player_id VARCHAR NOT NULL, amount BIGINT NOT NULL,
    "at" VARCHAR, at_us BIGINT, after_hand_no BIGINT, note VARCHAR, source_id BIGINT NOT NULL, line_no BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL, raw VARCHAR NOT NULL
);
COMMENT ON TABLE cash IS 'Chips bought and handed back. Written by ingest.';
COMMENT ON COLUMN cash.line_key IS 'Digest of its file up to this line, unique.';
COMMENT ON COLUMN cash.session_id IS 'The sitting.';
COMMENT ON COLUMN cash.player_id IS 'The player.';
COMMENT ON COLUMN cash.amount IS 'Chips bought (+) or handed back (-).';
COMMENT ON COLUMN cash."at" IS 'When, as the log says it.';
COMMENT ON COLUMN cash.at_us IS 'The same in microseconds since 1970-01-01T00:00Z.';
COMMENT ON COLUMN cash.after_hand_no IS 'After which hand of the sitting, where the log says it.';
COMMENT ON COLUMN cash.note IS 'Why, where the house corrected something.';
COMMENT ON COLUMN cash.source_id IS 'File it was read from.';
COMMENT ON COLUMN cash.line_no IS 'Line in that file, from 1.';
COMMENT ON COLUMN cash.byte_offset IS 'Where that line begins in the unpacked file, from 0.';
COMMENT ON COLUMN cash.raw IS 'The line itself.';

CREATE TABLE IF NOT EXISTS closes (
    line_key VARCHAR NOT NULL, session_id VARCHAR NOT NULL, "at" VARCHAR, at_us BIGINT, has_stacks BOOLEAN NOT NULL,
    has_shares BOOLEAN NOT NULL, source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL,
    raw VARCHAR NOT NULL USING COMPRESSION zstd
);
COMMENT ON TABLE closes IS 'Ends of sittings. Written by ingest.';
COMMENT ON COLUMN closes.line_key IS 'Digest of its file up to this line, unique.';
COMMENT ON COLUMN closes.session_id IS 'The sitting.';
COMMENT ON COLUMN closes."at" IS 'When, as the log says it.';
COMMENT ON COLUMN closes.at_us IS 'The same in microseconds since 1970-01-01T00:00Z.';
COMMENT ON COLUMN closes.has_stacks IS 'Whether the record says what each player has (table close_stacks).';
COMMENT ON COLUMN closes.has_shares IS 'Whether the record says who got what of the table (table close_shares).';
COMMENT ON COLUMN closes.source_id IS 'File it was read from.';
COMMENT ON COLUMN closes.line_no IS 'Line in that file, from 1.';
COMMENT ON COLUMN closes.byte_offset IS 'Where that line begins in the unpacked file, from 0.';
COMMENT ON COLUMN closes.raw IS 'The line itself.';

CREATE TABLE IF NOT EXISTS close_stacks (line_key VARCHAR NOT NULL, player_id VARCHAR NOT NULL, stack BIGINT NOT NULL);
COMMENT ON TABLE close_stacks IS 'What each player has at the end of a sitting, before the shares. Written by ingest.';
COMMENT ON COLUMN close_stacks.line_key IS 'The close record (table closes).';
COMMENT ON COLUMN close_stacks.player_id IS 'The player.';
COMMENT ON COLUMN close_stacks.stack IS 'His chips.';

CREATE TABLE IF NOT EXISTS close_shares (line_key VARCHAR NOT NULL, player_id VARCHAR NOT NULL, amount BIGINT NOT NULL);
COMMENT ON TABLE close_shares IS 'Who got what of the chips left on the table (K19). Written by ingest.';
COMMENT ON COLUMN close_shares.line_key IS 'The close record (table closes).';
COMMENT ON COLUMN close_shares.player_id IS 'The player.';
COMMENT ON COLUMN close_shares.amount IS 'Chips he got.';

CREATE TABLE IF NOT EXISTS rejects (
    line_key VARCHAR NOT NULL, source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL,
    length BIGINT NOT NULL, code VARCHAR NOT NULL, field VARCHAR, value VARCHAR, expected VARCHAR NOT NULL,
    message VARCHAR NOT NULL, raw BLOB NOT NULL
);
COMMENT ON TABLE rejects IS 'Lines that could not be taken, and places where a file breaks off. Written by ingest.';
COMMENT ON COLUMN rejects.line_key IS 'Digest of its file up to this line, unique.';
COMMENT ON COLUMN rejects.source_id IS 'The file.';
COMMENT ON COLUMN rejects.line_no IS 'Line in that file, from 1.';
COMMENT ON COLUMN rejects.byte_offset IS 'Where that line begins in the unpacked file, from 0.';
COMMENT ON COLUMN rejects.length IS 'Bytes of the whole line.';
COMMENT ON COLUMN rejects.code IS 'Why (docs/log-format.md).';
COMMENT ON COLUMN rejects.field IS 'Path of the field that is wrong; NULL where it is the line.';
COMMENT ON COLUMN rejects.value IS 'What stood there, shortened, unprintable characters written as \u....';
COMMENT ON COLUMN rejects.expected IS 'What was expected.';
COMMENT ON COLUMN rejects.message IS 'All this in a sentence, and what to do.';
COMMENT ON COLUMN rejects.raw IS 'The bytes of the line; the first 4096 where it is longer than the limit.';

CREATE TABLE IF NOT EXISTS conflicts (
    line_key VARCHAR NOT NULL, kind VARCHAR NOT NULL, id VARCHAR NOT NULL, session_id VARCHAR NOT NULL,
    source_id BIGINT NOT NULL, line_no BIGINT NOT NULL, byte_offset BIGINT NOT NULL, message VARCHAR NOT NULL,
    raw BLOB NOT NULL
);
COMMENT ON TABLE conflicts IS 'Records whose id is known with another content: the first stands, these are kept. Written by ingest.';
COMMENT ON COLUMN conflicts.line_key IS 'Digest of its file up to this line, unique.';
COMMENT ON COLUMN conflicts.kind IS 'hand or session.';
COMMENT ON COLUMN conflicts.id IS 'The hand_id or session_id.';
COMMENT ON COLUMN conflicts.session_id IS 'The sitting that the record names.';
COMMENT ON COLUMN conflicts.source_id IS 'The file.';
COMMENT ON COLUMN conflicts.line_no IS 'Line in that file, from 1.';
COMMENT ON COLUMN conflicts.byte_offset IS 'Where that line begins in the unpacked file, from 0.';
COMMENT ON COLUMN conflicts.message IS 'What differs from what, and where the first one stands.';
COMMENT ON COLUMN conflicts.raw IS 'The bytes of the line.';

-- The order of a session's records. In one file it is that of the lines. Several files are merged by hand numbers:
-- key_1 of a hand is the largest hand_no of its session in its file so far; cash and close take the number that they
-- give (after_hand_no) or that of the hand before them in the file, else the one before the file's first hand. key_2
-- counts the hands with that number in the file, so that one that comes twice keeps its place.
CREATE OR REPLACE VIEW session_records AS
WITH lines AS (
    SELECT 'hand' AS kind, session_id, source_id, line_no, hand_id, hand_no, game, NULL AS line_key,
        NULL AS player_id, NULL::BIGINT AS amount, NULL::BIGINT AS after_hand_no, started_at AS "at", started_us AS at_us
    FROM hands
    UNION ALL
    SELECT 'cash', session_id, source_id, line_no, NULL, NULL, NULL, line_key, player_id, amount, after_hand_no, "at", at_us
    FROM cash
    UNION ALL
    SELECT 'close', session_id, source_id, line_no, NULL, NULL, NULL, line_key, NULL, NULL, NULL, "at", at_us
    FROM closes
), seen AS (
    SELECT *,
        max(hand_no) OVER (PARTITION BY session_id, source_id ORDER BY line_no) AS last_no,
        first_value(hand_no IGNORE NULLS) OVER (
            PARTITION BY session_id, source_id ORDER BY line_no
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        ) AS first_no
    FROM lines
), counted AS (
    SELECT *,
        coalesce(
            after_hand_no, last_no, first_no - 1, CASE kind WHEN 'cash' THEN 0 ELSE 9223372036854775807 END
        ) AS key_1,
        count(hand_no) OVER (PARTITION BY session_id, source_id, last_no ORDER BY line_no) AS hands_with_last_no
    FROM seen
), keyed AS (
    SELECT * EXCLUDE (last_no, first_no, hands_with_last_no, after_hand_no),
        1 AS after_the_session,
        CASE WHEN key_1 = last_no THEN hands_with_last_no ELSE 9223372036854775807 END AS key_2
    FROM counted
    UNION ALL BY NAME
    SELECT 'session' AS kind, session_id, source_id, line_no, started_at AS "at", started_us AS at_us,
        0 AS after_the_session, 0 AS key_1, 0 AS key_2
    FROM sessions WHERE opened
)
SELECT keyed.session_id,
    row_number() OVER (
        PARTITION BY keyed.session_id
        ORDER BY after_the_session, key_1, key_2, first_line_key, last_line_key, line_no
    ) AS position,
    kind, hand_id, hand_no, game, player_id, amount, "at", at_us, line_key, source_id, line_no
FROM keyed JOIN sources USING (source_id);
COMMENT ON VIEW session_records IS 'All records of a session (session, hand, cash, close) in their order, over all files that it is split over. Written by ingest.';
COMMENT ON COLUMN session_records.session_id IS 'The sitting.';
COMMENT ON COLUMN session_records.position IS 'Place in the sitting, from 1.';
COMMENT ON COLUMN session_records.kind IS 'session, hand, cash or close.';
COMMENT ON COLUMN session_records.hand_id IS 'The hand (kind hand).';
COMMENT ON COLUMN session_records.hand_no IS 'Its number (kind hand).';
COMMENT ON COLUMN session_records.game IS 'Its game (kind hand).';
COMMENT ON COLUMN session_records.player_id IS 'The player (kind cash).';
COMMENT ON COLUMN session_records.amount IS 'Chips bought or handed back (kind cash).';
COMMENT ON COLUMN session_records."at" IS 'Time of the record, as the log says it.';
COMMENT ON COLUMN session_records.at_us IS 'The same in microseconds since 1970-01-01T00:00Z.';
COMMENT ON COLUMN session_records.line_key IS 'Key of the cash or close record.';
COMMENT ON COLUMN session_records.source_id IS 'File of the record.';
COMMENT ON COLUMN session_records.line_no IS 'Line in that file.';
