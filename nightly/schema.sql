-- Written by the night job, read by nobody else: what it took from the inbox, and what it has told already.
CREATE TABLE IF NOT EXISTS nightly_files (path VARCHAR NOT NULL, size_bytes BIGINT NOT NULL, mtime_ns BIGINT NOT NULL);
COMMENT ON TABLE nightly_files IS 'The files of the inbox that the night job took, as they were when it looked. Written by nightly.';
COMMENT ON COLUMN nightly_files.path IS 'Where the file lies.';
COMMENT ON COLUMN nightly_files.size_bytes IS 'Its size on the disk.';
COMMENT ON COLUMN nightly_files.mtime_ns IS 'When it was last changed, in nanoseconds since 1970-01-01T00:00Z.';

CREATE TABLE IF NOT EXISTS nightly_reported (
    kind VARCHAR NOT NULL, key VARCHAR NOT NULL, digest VARCHAR NOT NULL, run_no BIGINT NOT NULL
);
COMMENT ON TABLE nightly_reported IS 'What the night job has told, and in which run with news it was told first. Written by nightly.';
COMMENT ON COLUMN nightly_reported.kind IS 'night: a club day; line: a line not taken (reject or conflict); waiting: the unfinished end of a file.';
COMMENT ON COLUMN nightly_reported.key IS 'The club day, or the key of the line.';
COMMENT ON COLUMN nightly_reported.digest IS 'Of what was told: when it changes, it is news again. Of waiting: the latest club day when it was first seen.';
COMMENT ON COLUMN nightly_reported.run_no IS 'Counts the runs that had news, from 1.';
