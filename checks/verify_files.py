"""The log files, where they still lie: are they what was read, and do the stored lines stand in them where they should?

A file is read once, beside the rows that come from it. What makes it the same file are the keys of its lines
(`ingest.reading.next_key`): these tell a file that has only grown, or was packed anew, from one that was changed.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence

from duckdb import DuckDBPyConnection

from checks.verify_file import MOST_KEPT, Row, Seen, look_at_file, places_of
from checks.verify_results import Looked, Told, number
from ingest.formats.detect import LOG_FORMATS
from ingest.inputs import STDIN, InputError
from ingest.progress import Progress
from ingest.sources import Source, read_sources

_ROWS_AT_ONCE = 5_000
_ESCAPED = re.compile(rb"\\x([0-9a-f]{2})")

_LINES = """
SELECT line_no, byte_offset, kind, id, digest, line_key, bytes, length FROM (
    SELECT 'hand' AS kind, hand_id AS id, line_sha256 AS digest, NULL AS line_key, NULL AS bytes, NULL AS length,
        source_id, line_no, byte_offset FROM hands
    UNION ALL BY NAME
    SELECT 'session' AS kind, session_id AS id, sha256(raw) AS digest, source_id, line_no, byte_offset
    FROM sessions WHERE opened
    UNION ALL BY NAME
    SELECT 'cash record' AS kind, player_id AS id, sha256(raw) AS digest, line_key, source_id, line_no, byte_offset
    FROM cash
    UNION ALL BY NAME
    SELECT 'close record' AS kind, session_id AS id, sha256(raw) AS digest, line_key, source_id, line_no, byte_offset
    FROM closes
    UNION ALL BY NAME
    SELECT 'conflict' AS kind, id, sha256(raw) AS digest, line_key, source_id, line_no, byte_offset FROM conflicts
    UNION ALL BY NAME
    SELECT 'reject' AS kind, sha256(raw) AS digest, line_key, octet_length(raw) AS bytes, length, source_id, line_no,
        byte_offset FROM rejects
) WHERE source_id = $1 AND line_no <= $2 ORDER BY line_no, kind
"""


def look_at_files(connection: DuckDBPyConnection, progress: Progress) -> list[Looked]:
    """Look at every source."""
    sources = read_sources(connection)
    progress.start("verify files", len(sources))
    by_path: dict[str, list[Source]] = {}
    for source in sources:
        by_path.setdefault(source.path, []).append(source)
    results: list[Looked] = []
    for path, group in by_path.items():
        results += _look(connection, path, group)
        progress.advance(len(group))
    progress.finish()
    return results


def _look(connection: DuckDBPyConnection, path: str, sources: Sequence[Source]) -> list[Looked]:
    """Look at what lies at one path. Several logs may have lain there one after the other; one of them still does."""
    if path == STDIN:
        return [_note(source, "Standard input was read; there is no file to compare.") for source in sources]
    place = _place(path)
    if place is None:
        gone = f"The log {path} is not there any more (or the path is meant from another folder)."
        return [_note(source, gone) for source in sources]
    try:
        seen = [(source, _best(connection, source, place)) for source in sources]
    except (InputError, OSError) as error:
        return [_note(source, f"The log {path} was not compared: {error}") for source in sources]
    here, as_it_is = next((pair for pair in seen if pair[1].same_lines), seen[-1])
    before = [
        _note(source, f"At {path} lies another log now (source number {here.source_id}); this was not compared.")
        for source in sources
        if source is not here
    ]
    return [*before, *_say_of_file(here, as_it_is), *_say_of_rows(here, place, as_it_is)]


def _note(source: Source, message: str) -> Looked:
    return Looked("note", "file", 1, message, source.path)


def _place(path: str) -> str | None:
    """The file at a stored path, in which bytes that are no UTF-8 stand as ``\\xff``; None where no file is there."""
    raw = _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), path.encode("utf-8", "surrogateescape"))
    for place in (path, os.fsdecode(raw)):
        try:
            if stat.S_ISREG(os.stat(place).st_mode):
                return place
        except (OSError, ValueError):
            continue
    return None


def _best(connection: DuckDBPyConnection, source: Source, place: str) -> Seen:
    """The file as it was read: the store does not keep whether its format was given, so all are tried."""
    found: Seen | None = None
    for log_format in LOG_FORMATS:
        seen = look_at_file(source, place, _rows(connection, source), log_format)
        if seen.same_lines:
            return seen
        found = found or seen
    assert found is not None, "there is a format"
    return found


def _rows(connection: DuckDBPyConnection, source: Source) -> Iterator[Row]:
    """What the store has of a file, in the order of its lines. The last line is left out while it is unfinished."""
    cursor = connection.cursor()
    try:
        cursor.execute(_LINES, [source.source_id, source.whole_lines])
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            yield from (Row(*row) for row in rows)
    finally:
        cursor.close()


def _say_of_file(source: Source, seen: Seen) -> list[Looked]:
    """Whether the file as a whole is the one that was read."""
    path, same_bytes = source.path, seen.sha256 == source.sha256
    if seen.same_lines and same_bytes and seen.first_key == source.first_line_key:
        says = f"The log {path} is the file that was read (SHA-256 {seen.sha256}), with {number(seen.right, 'record')}."
        return [Looked("agrees", "file", seen.right, says, path)]
    if same_bytes:
        return [_differs(source, "is the file that was read, but the keys that sources has of it are others")]
    if not seen.same_lines:
        return [_differs(source, _how_changed(source, seen))]
    if seen.behind or source.sha256 is None:
        says = (
            f"The log {path} has more in it than was read; {number(source.whole_lines, 'line')} that were taken still"
            f" stand there, with {number(seen.right, 'record')}. Read on with: handproof ingest {path}"
        )
        return [Looked("note", "file", seen.right, says, path)]
    if seen.end_offset == source.bytes and not seen.packed:
        return [_differs(source, f"has the SHA-256 {seen.sha256}, not {source.sha256}, though its lines are the same")]
    says = f"The log {path} has the lines that were read, packed anew or with other line ends."
    return [Looked("note", "file", seen.right, says, path)]


def _differs(source: Source, what: str) -> Looked:
    return Looked("differs", "file", 1, f"The log {source.path} {what}.", source.path)


def _how_changed(source: Source, seen: Seen) -> str:
    if seen.lines < source.whole_lines:
        return (
            f"was cut off: it ends after line {seen.lines}, but {number(source.whole_lines, 'line')} of it were taken"
        )
    if seen.first_key != source.first_line_key and seen.right == 0:
        return "is another file than the one that was read; put that one back, or name this one otherwise"
    return "was changed since it was read: its lines are not the ones that were taken; compare it with a copy"


def _say_of_rows(source: Source, place: str, seen: Seen) -> list[Looked]:
    """The rows whose lines are not where they should be. Of a file that is another one, none."""
    if not seen.same_lines and seen.right == 0 and seen.lines >= source.whole_lines:
        return []
    told = Told("file", f"records of {source.path}")
    _tell_of_other_lines(source, place, seen, told)
    if seen.same_lines:
        for row in seen.wrong_key.kept:
            _tell(told, source, row, "its line_key is not that of the line")
        if seen.end_offset == source.bytes:
            for row in seen.displaced.kept:
                _tell(told, source, row, f"its byte_offset is {row.byte_offset}, but the line begins elsewhere")
        elif seen.sha256 == source.sha256:
            told.differs(
                f"The log {source.path} was taken up to byte {seen.end_offset}, but sources says {source.bytes}.",
                source.path,
            )
        if seen.unclaimed_lines > source.repeated and not seen.other.count:
            told.differs(
                f"The log {source.path} has {number(seen.unclaimed_lines, 'line')} (the first is line"
                f" {seen.first_unclaimed}) of which the store has no record, but {source.repeated} were repeated.",
                source.path, seen.first_unclaimed,
            )  # fmt: skip
    return told.all()


def _tell_of_other_lines(source: Source, place: str, seen: Seen, told: Told) -> None:
    """Rows at whose place another line stands. A line that only stands elsewhere in a changed file is not told."""
    if seen.other.count > MOST_KEPT:
        told.differs(f"In the log {source.path} {seen.other.count} records have another line.", source.path)
        return
    digests = {row.digest for row in seen.other.kept if row.digest is not None}
    places = places_of(place, seen.log_format, digests) if digests else {}
    for row in seen.other.kept:
        now = places.get(row.digest or "")
        if now is None:
            _tell(told, source, row, "its line is not in the file" + ("" if seen.same_lines else " any more"))
        elif seen.sha256 == source.sha256:
            _tell(told, source, row, f"its line stands at line {now} of the file")


def _tell(told: Told, source: Source, row: Row, what: str) -> None:
    name = row.kind if row.id is None else f"{row.kind} {row.id}"
    told.differs(
        f"The {name} ({source.path}, line {row.line_no}): {what}.", source.path, row.line_no,
        session_id=row.id if row.kind in ("session", "close record") else None,
        hand_id=row.id if row.kind == "hand" else None,
    )  # fmt: skip
