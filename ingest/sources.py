"""Which log files were read before, and how far: so that what is known is skipped, and what has grown is gone on with.

A file is known by its lines (`reading.next_key`), not by its name: it may be moved, packed or unpacked.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass

import duckdb

from ingest.frames import Row
from ingest.reading import FIRST_KEY, Line, next_key

#: Rejects that hang on the limits of the config: looked at again when their file is read again.
LIMIT_CODES = ("line.too_long", "limit.actions", "limit.players")
NOTHING_YET = FIRST_KEY.hex()


@dataclass(slots=True)
class Source:
    """One row of the table `sources` (docs/store.md); the counts are of the file's lines, whenever they were read.

    The counts follow when a batch is settled; `whole_lines` (not stored) is ahead of them: lines read so far, without
    the last `unfinished_lines` where the file ended in their middle.
    """

    source_id: int
    path: str
    first_line_key: str = NOTHING_YET
    last_line_key: str = NOTHING_YET
    unfinished_key: str | None = None
    sha256: str | None = None
    bytes: int = 0
    lines: int = 0
    stored: int = 0
    repeated: int = 0
    conflicting: int = 0
    rejected: int = 0
    blank: int = 0
    unfinished_lines: int = 0
    whole_lines: int = 0

    def __post_init__(self) -> None:
        self.whole_lines = self.lines - max(self.unfinished_lines, self.unfinished_key is not None)

    def row(self) -> Row:
        """The values in the order of the table's columns. Asserts that the counts are true."""
        parts = self.stored + self.repeated + self.conflicting + self.rejected + self.blank
        assert self.lines == parts, f"{self.path}: {self.lines} lines taken, but {parts} accounted for"
        return astuple(self)[:-1]


def read_sources(connection: duckdb.DuckDBPyConnection) -> list[Source]:
    """All files of the store."""
    fields = ", ".join(Source.__slots__[:-1])
    rows = connection.execute(f"SELECT {fields} FROM sources ORDER BY source_id").fetchall()
    return [Source(*row) for row in rows]


@dataclass(slots=True)
class Known:
    """How a file that is being read begins: with all of `source`; the lines `again` of it are to be tried again."""

    source: Source
    key: bytes
    blank: int
    again: list[tuple[Line, str]]


class Sources:
    """All files of the store, held in memory; `changed` are those whose rows are to be written."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._by_first_key: dict[str, list[Source]] = {}
        self.changed: dict[int, Source] = {}
        for source in read_sources(connection):
            self._remember(source)
        self._next_id = 1 + max((s.source_id for group in self._by_first_key.values() for s in group), default=0)
        limited = connection.execute("SELECT line_key FROM rejects WHERE code IN (?, ?, ?)", LIMIT_CODES)
        self._limited = {key for (key,) in limited.fetchall()}

    def new(self, path: str) -> Source:
        """A file that was never read."""
        source = Source(self._next_id, path)
        self._next_id += 1
        self._remember(source)
        self.changed[source.source_id] = source
        return source

    def _remember(self, source: Source) -> None:
        self._by_first_key.setdefault(source.first_line_key, []).append(source)

    def begins(self, source: Source, first_line_key: str) -> None:
        """The first line of a file is now known."""
        self._by_first_key[source.first_line_key].remove(source)
        source.first_line_key = first_line_key
        self._remember(source)

    def find(self, lines: Iterable[Line], path: str) -> tuple[Known | None, bool]:
        """What the file behind `lines` was known as, as far as it goes; and whether `lines` stands right behind that.

        Where it does not, the lines are to be read again from the first.
        """
        by_length: dict[int, list[Source]] = {}
        self._add_candidates(by_length, NOTHING_YET, path)
        found = next((Known(source, FIRST_KEY, 0, []) for source in by_length.get(0, ())), None)
        key, blank, read, longest = FIRST_KEY, 0, 0, 0
        again: list[tuple[Line, str]] = []
        for line in lines:
            read = line.last_no
            if line.fault is not None:
                break
            first = key == FIRST_KEY and not line.blank
            key, blank = next_key(key, line), blank + line.blank
            if first:
                self._add_candidates(by_length, key.hex(), None)
                longest = max(by_length, default=0)
            if key.hex() in self._limited and not line.blank:
                again.append((line, key.hex()))
            for source in by_length.get(line.last_no, ()):
                if source.last_line_key == key.hex():
                    found = Known(source, key, blank, list(again))
            if key != FIRST_KEY and line.last_no >= longest:
                break
        return found, read == (found.source.whole_lines if found else 0)

    def _add_candidates(self, by_length: dict[int, list[Source]], first_line_key: str, path: str | None) -> None:
        for source in self._by_first_key.get(first_line_key, ()):
            if path is None or source.path == path:
                by_length.setdefault(source.whole_lines, []).append(source)
