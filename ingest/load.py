"""Logs into the store, batch by batch, or one file's records without a store. Reading again changes nothing."""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import dropwhile
from typing import NamedTuple

import duckdb

from ingest.config import DEFAULT_LIMITS, MEBIBYTE, Limits
from ingest.decode import decode_line, too_long
from ingest.formats.detect import LogFormat, read_log_lines
from ingest.formats.records import text_records
from ingest.frames import Place, Rows, handed_over, texts
from ingest.inputs import InputError, LogBytes, LogFile, find_logs
from ingest.progress import NO_PROGRESS, Progress
from ingest.reading import FIRST_KEY, Line, Reject, next_key
from ingest.reasons import Malformed, malformed
from ingest.records import Hand, Record
from ingest.sources import NOTHING_YET, Known, Source, Sources
from ingest.tally import Entry, Outcome, settle
from ingest.unpack import unpacked

__all__ = ["IngestCounts", "InputError", "ingest_logs", "read_log"]

_BATCH_LINES = 20_000
_BATCH_ACTIONS = 120_000
_BATCH_BYTES = 16 * MEBIBYTE
#: Why a last line without a line end may be one that is not yet written to its end.
_UNFINISHED_CODES = ("line.not_json", "line.not_utf8", "line.too_long")


class IngestCounts(NamedTuple):
    """What became of the lines of one reading: lines = stored + repeated + conflicting + rejected + blank.

    Of a text, every line of a hand counts as what became of the hand.
    """

    lines: int
    stored: int
    repeated: int
    conflicting: int
    rejected: int
    blank: int
    #: Files read.
    sources: int


def ingest_logs(
    connection: duckdb.DuckDBPyConnection,
    inputs: Sequence[str],
    *,
    limits: Limits = DEFAULT_LIMITS,
    progress: Progress = NO_PROGRESS,
    log_format: LogFormat = "auto",
) -> IngestCounts:
    """Read all logs that `inputs` stand for (files, folders, globs, ``-``) into the store.

    `log_format` is that of all of them; ``auto`` finds it out by their content.

    Each batch of lines is one transaction; what was taken before an error stays, and is skipped the next time. Raises
    `InputError` where an input is missing or cannot be read.
    """
    logs = find_logs(inputs, log_format)
    return ingest_files(connection, logs, limits=limits, progress=progress, log_format=log_format)


def ingest_files(
    connection: duckdb.DuckDBPyConnection,
    logs: Sequence[LogFile],
    *,
    limits: Limits = DEFAULT_LIMITS,
    progress: Progress = NO_PROGRESS,
    log_format: LogFormat = "auto",
    on_unreadable: Callable[[LogFile, InputError], None] | None = None,
) -> IngestCounts:
    """Read these files into the store as `ingest_logs` does.

    Where `on_unreadable` is given it is told of a file that cannot be read, and the others are read all the same; what
    was read of that file before stays.
    """
    sizes = [log.disk_bytes for log in logs]
    progress.start("read the logs", None if None in sizes else sum(size or 0 for size in sizes))
    reading = _Reading(connection, limits, progress, log_format)
    unreadable = 0
    try:
        with rare_garbage_collection():
            for log in logs:
                try:
                    reading.take(log)
                except InputError as error:
                    if on_unreadable is None:
                        raise
                    unreadable += 1
                    on_unreadable(log, error)
            reading.flush()
            reading.finish()
    finally:
        reading.close()
    progress.finish()
    return reading.counts(len(logs) - unreadable)


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """A batch is a million small objects without cycles: Python's collector would walk them again and again."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def read_log(
    path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS, log_format: LogFormat = "auto"
) -> Iterator[Record | Reject]:
    """The records of one log in the order of its lines, and a `Reject` for each line that cannot be taken.

    Blank lines are left out. Nothing is compared or stored. Raises `InputError` where the file cannot be read.
    """
    for line, content in read_lines_of(path, limits, log_format):
        yield _reject(os.fspath(path), line, content) if isinstance(content, Malformed) else content


def read_lines_of(
    path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS, log_format: LogFormat = "auto"
) -> Iterator[tuple[Line, Record | Malformed]]:
    """The same with the line of each record: of a text, the line that a log of our own would have."""
    name = os.fspath(path)
    find_logs([name])
    data = LogBytes(name, limits)
    try:
        for line in read_log_lines(unpacked(data.read, name, limits.packing_ratio), log_format, limits):
            if not line.blank:
                yield from _decode(line, limits)
    finally:
        data.close()


def _reject(source: str, line: Line, reason: Malformed) -> Reject:
    return Reject(_name(source), line.line_no, line.byte_offset, *reason, line.raw)


def _decode(line: Line, limits: Limits) -> list[tuple[Line, Record | Malformed]]:
    """What a line comes to: one record or reason; of a hand's text also the record of the sitting that it opens."""
    if line.fault is not None:
        return [(line, line.fault)]
    if line.length > limits.line_bytes:
        return [(line, too_long(line.length, limits))]
    if line.text is not None:
        return text_records(line, limits)
    content = decode_line(line.raw, limits)
    if not line.ended and isinstance(content, Malformed) and content.code in _UNFINISHED_CODES[:2]:
        content = malformed("line.unfinished", None, line.raw[-40:].decode("utf-8", "replace"), "a whole line")
    return [(line, content)]


def _unfinished(line: Line, content: Record | Malformed | None) -> bool:
    """Whether the rest of a last line (of a text: of a hand) may still be to come."""
    if line.fault is not None:
        return True
    if line.ended or not isinstance(content, Malformed):
        return False
    return line.text is not None or content.code in (*_UNFINISHED_CODES, "line.unfinished")


def _name(path: str) -> str:
    """A path as text that can be stored: bytes in it that are no UTF-8 written as ``\\xff``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


class _Reading:
    """One run over all logs: the batch that is being filled, and the counts."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, limits: Limits, progress: Progress, log_format: LogFormat
    ) -> None:
        self._connection, self._limits, self._progress = connection, limits, progress
        self._format = log_format
        self._sources = Sources(connection)
        self._entries: list[Entry] = []
        self._dropped: set[str] = set()  # keys of rejects that are tried again
        self._bytes = self._actions = 0
        self._writer = ThreadPoolExecutor(max_workers=1)
        self._writing: Future[None] | None = None
        self._counted = {"stored": 0, "repeated": 0, "conflicting": 0, "rejected": 0, "blank": 0}

    def counts(self, files: int) -> IngestCounts:
        """The counts of the run."""
        return IngestCounts(sum(self._counted.values()), **self._counted, sources=files)

    def take(self, log: LogFile) -> None:
        """Read one file: skip what is known of it, take the rest."""
        data = LogBytes(log.path, self._limits)
        try:
            read = _with_progress(data.read, self._progress, log.disk_bytes)
            lines = read_log_lines(unpacked(read, log.path, self._limits.packing_ratio), self._format, self._limits)
            known, stands_behind = self._sources.find(lines, _name(log.path))
            if not stands_behind:
                data.rewind()
                lines = read_log_lines(unpacked(read, log.path, self._limits.packing_ratio), self._format, self._limits)
                lines = _behind(lines, known.source.whole_lines if known else 0)
            source = self._go_on(known) if known else self._sources.new(_name(log.path))
            self._take_lines(source, lines, known.key if known else FIRST_KEY)
            if (source.path, source.sha256) != (_name(log.path), data.sha256 or None):
                source.path, source.sha256 = _name(log.path), data.sha256 or None
                self._sources.changed[source.source_id] = source
        finally:
            data.close()

    def _go_on(self, known: Known) -> Source:
        """Count the known lines of a file; those that failed only by the limits, or by its end, are tried again."""
        source = known.source
        self._counted["blank"] += known.blank
        self._counted["repeated"] += source.whole_lines - known.blank
        owners = self._owners_of_rejects(known)
        if source.unfinished_key is not None:
            self._try_again(source, source.unfinished_key, max(source.unfinished_lines, 1), owners)
            source.unfinished_key, source.unfinished_lines = None, 0
        for line, key in known.again:
            entries = self._entries_of(source, line, key)
            if not isinstance(entries[-1].content, Malformed):
                self._counted["repeated"] -= line.spans
                self._try_again(source, key, line.spans, owners)
                self._append(entries)
        return source

    def _owners_of_rejects(self, known: Known) -> dict[str, int]:
        """The file that has the reject of each line that is tried again; in one that begins like it they are copies."""
        keys = {key for _, key in known.again}
        if known.source.unfinished_key is not None:
            keys.add(known.source.unfinished_key)
        if not keys:
            return {}
        self.flush()  # its rejects may stand in the batch still
        self.finish()
        with handed_over(self._connection, texts("line_key", sorted(keys))) as batch:
            rows = self._connection.execute(f"SELECT line_key, source_id FROM {batch} JOIN rejects USING (line_key)")
            return dict(rows.fetchall())

    def _try_again(self, source: Source, key: str, lines: int, owners: dict[str, int]) -> None:
        """Take back what was counted of a line."""
        if owners.get(key) == source.source_id:
            self._dropped.add(key)
            source.rejected -= lines
        else:
            source.repeated -= lines
        source.lines -= lines
        self._sources.changed[source.source_id] = source

    def _entries_of(self, source: Source, line: Line, key: str) -> list[Entry]:
        found = _decode(line, self._limits)
        return [Entry(source, Place(source.source_id, at, key), content) for at, content in found]

    def _take_lines(self, source: Source, lines: Iterator[Line], key: bytes) -> None:
        for line in lines:
            self._sources.changed[source.source_id] = source
            key = next_key(key, line)
            entries = [] if line.blank else self._entries_of(source, line, key.hex())
            if _unfinished(line, entries[-1].content if entries else None):
                source.unfinished_key, source.unfinished_lines = key.hex(), line.spans
            else:
                source.whole_lines += line.spans
                source.bytes, source.last_line_key = line.end_offset, key.hex()
                if source.first_line_key == NOTHING_YET and not line.blank:
                    self._sources.begins(source, key.hex())
            if not entries:
                source.lines += 1
                source.blank += 1
                self._counted["blank"] += 1
            else:
                self._append(entries)

    def _append(self, entries: list[Entry]) -> None:
        self._entries += entries
        for entry in entries:
            self._bytes += len(entry.place.line.raw)
            if isinstance(entry.content, Hand):
                self._actions += len(entry.content.actions)
        full = self._bytes >= _BATCH_BYTES or self._actions >= _BATCH_ACTIONS
        if full or len(self._entries) >= _BATCH_LINES:
            self.flush()

    def flush(self) -> None:
        """Put the batch into the store, all of it or nothing, together with how far its files were read.

        What becomes of each line is settled here; the rows are written while the next lines are read already.
        """
        self.finish()
        changed = self._sources.changed
        if not self._entries and not changed:
            return
        self._connection.begin()
        try:
            self._drop_rejects()
            rows, outcomes = settle(self._connection, self._entries)
            self._count(outcomes)
            self._replace_sources(rows)
        except BaseException:
            self._connection.rollback()
            raise
        self._writing = self._writer.submit(_write, self._connection, rows)
        self._entries, self._dropped = [], set()
        self._bytes = self._actions = 0
        changed.clear()

    def finish(self) -> None:
        """Wait until what was flushed is in the store."""
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()

    def close(self) -> None:
        """Let the last batch come to its end, whatever happened."""
        self._writer.shutdown(wait=True)

    def _count(self, outcomes: list[Outcome]) -> None:
        for entry, outcome in zip(self._entries, outcomes, strict=True):
            lines = entry.place.line.spans
            setattr(entry.source, outcome, getattr(entry.source, outcome) + lines)
            entry.source.lines += lines
            known_reject = outcome == "rejected" and entry.place.line_key in self._dropped
            self._counted["repeated" if known_reject else outcome] += lines

    def _drop_rejects(self) -> None:
        if self._dropped:
            with handed_over(self._connection, texts("line_key", sorted(self._dropped))) as batch:
                self._connection.execute(f"DELETE FROM rejects WHERE line_key IN (SELECT line_key FROM {batch})")

    def _replace_sources(self, rows: Rows) -> None:
        changed = sorted(self._sources.changed.items())
        self._connection.execute(
            "DELETE FROM sources WHERE source_id IN (SELECT unnest(?))", [[source_id for source_id, _ in changed]]
        )
        for _, source in changed:
            rows.add("sources", source.row())


def _write(connection: duckdb.DuckDBPyConnection, rows: Rows) -> None:
    """Write the rows of a batch and end its transaction."""
    try:
        rows.insert(connection)
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _behind(lines: Iterator[Line], whole_lines: int) -> Iterator[Line]:
    """The lines behind the first so many."""
    return dropwhile(lambda line: line.last_no <= whole_lines, lines)


def _with_progress(read: Callable[[int], bytes], progress: Progress, size: int | None) -> Callable[[int], bytes]:
    """`read`, telling how many bytes were read, but never more than the file has (it may be read twice)."""
    left = size

    def reading(count: int) -> bytes:
        nonlocal left
        taken = read(count)
        step = len(taken) if left is None else min(len(taken), left)
        if left is not None:
            left -= step
        progress.advance(step)
        return taken

    return reading
