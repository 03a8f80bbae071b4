"""One log file read beside the rows that the store has of it: what `checks.verify_files` judges."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.config import Limits
from ingest.formats.detect import LogFormat, read_log_lines
from ingest.formats.records import text_records
from ingest.inputs import LogBytes
from ingest.reading import FIRST_KEY, Line, next_key
from ingest.sources import NOTHING_YET, Source
from ingest.unpack import unpacked

#: Of each kind of trouble so many rows are kept; all are counted.
MOST_KEPT = 100_000
_PIECE_BYTES = 1 << 20
#: Of a line that is too long so much is kept at least, whatever the limit is.
_LEAST_KEPT_BYTES = 1000
#: Whatever a club took, within its own limits, is looked at; a bomb that was put in its place is not read for ever.
_LIMITS = Limits(uncompressed_bytes=2**53, packing_ratio=50_000)


class Row(NamedTuple):
    """A row of the store that says where in the file its line stands; the key is None where it has none.

    `digest` is that of the line. Of a reject it is that of the bytes that were kept: the first `bytes` of `length`.
    """

    line_no: int
    byte_offset: int
    kind: str
    id: str | None
    digest: str | None
    line_key: str | None
    bytes: int | None = None
    length: int | None = None


@dataclass(slots=True)
class Rows:
    """Rows with the same trouble, and how many there are."""

    count: int = 0
    kept: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """One more."""
        self.count += 1
        if self.count <= MOST_KEPT:
            self.kept.append(row)


@dataclass(slots=True)
class Seen:
    """What a file is now, up to the last line that was taken of it.

    `lines`, `end_offset`, `key`, `first_key`: how far it goes. `behind`: there is more in it than was taken. `right`
    rows have their line where it should be; of `other` it is another line, `displaced` are right but for the byte, and
    `wrong_key` but for the key. `unclaimed_lines` are those of which the store has no row, without blank ones.
    """

    log_format: LogFormat
    sha256: str = ""
    packed: bool = False
    lines: int = 0
    end_offset: int = 0
    key: str = NOTHING_YET
    first_key: str = NOTHING_YET
    behind: bool = False
    same_lines: bool = False
    right: int = 0
    other: Rows = field(default_factory=Rows)
    displaced: Rows = field(default_factory=Rows)
    wrong_key: Rows = field(default_factory=Rows)
    unclaimed_lines: int = 0
    first_unclaimed: int | None = None


def look_at_file(source: Source, place: str, rows: Iterator[Row], log_format: LogFormat) -> Seen:
    """Read the file at `place` beside `rows`, which stand in the order of its lines. Raises `InputError`."""
    data = LogBytes(place)
    try:
        look = _Look(rows, Seen(log_format))
        for line in read_log_lines(unpacked(data.read, place, _LIMITS.packing_ratio), log_format, _LIMITS):
            if line.fault is not None or line.last_no > source.whole_lines:
                look.seen.behind = line.fault is None
                break
            look.take(line)
        look.end()
        while data.read(_PIECE_BYTES):
            pass
        seen = look.seen
        seen.sha256 = data.sha256
        seen.same_lines = seen.key == source.last_line_key
        data.rewind()
        seen.packed = data.read(2) in (b"\x1f\x8b", b"\x28\xb5")
        return seen
    finally:
        data.close()


def places_of(place: str, log_format: LogFormat, digests: set[str]) -> dict[str, int]:
    """At which line of a file the lines with these digests stand, as far as they do."""
    data = LogBytes(place)
    try:
        lines = read_log_lines(unpacked(data.read, place, _LIMITS.packing_ratio), log_format, _LIMITS)
        return {line.digest.hex(): line.line_no for line in lines if line.digest.hex() in digests}
    finally:
        data.close()


class _Look:
    def __init__(self, rows: Iterator[Row], seen: Seen) -> None:
        self.seen = seen
        self._rows = rows
        self._next = next(rows, None)
        self._key = FIRST_KEY

    def take(self, line: Line) -> None:
        """One line, and all rows that say that they stand in it."""
        seen = self.seen
        self._key = next_key(self._key, line)
        if seen.first_key == NOTHING_YET:
            seen.first_key = self._key.hex()
        seen.lines, seen.end_offset, seen.key = line.last_no, line.end_offset, self._key.hex()
        claimed = line.blank
        while self._next is not None and self._next.line_no <= line.last_no:
            # In a text a session stands in the lines of its first hand, which are counted with the hand.
            claimed = claimed or line.text is None or self._next.kind != "session"
            self._look(self._next, line)
            self._next = next(self._rows, None)
        if not claimed:
            seen.unclaimed_lines += line.spans
            seen.first_unclaimed = seen.first_unclaimed or line.line_no

    def end(self) -> None:
        """The file is at its end; what the store has more of it is not there."""
        while self._next is not None:
            self.seen.other.add(self._next)
            self._next = next(self._rows, None)

    def _look(self, row: Row, line: Line) -> None:
        seen = self.seen
        if not _is_line_of(row, line):
            seen.other.add(row)
            return
        seen.right += 1
        if row.line_key is not None and row.line_key != self._key.hex():
            seen.wrong_key.add(row)
        inside = row.line_no - line.line_no
        if row.byte_offset != (line.text.byte_offsets[inside] if line.text else line.byte_offset):
            seen.displaced.add(row)


def _is_line_of(row: Row, line: Line) -> bool:
    """Whether a row was made of this line."""
    if row.kind == "reject":
        whole_or_cut = row.bytes is not None and row.bytes >= min(line.length - 1, _LEAST_KEPT_BYTES)
        kept = hashlib.sha256(line.raw[: row.bytes]).hexdigest()
        return whole_or_cut and (row.digest, row.length) == (kept, line.length)
    if line.text is None or row.kind == "hand":
        return row.line_no == line.line_no and row.digest == line.digest.hex()
    made = text_records(line, _LIMITS)
    return row.line_no == line.line_no and row.digest in {hashlib.sha256(one.raw).hexdigest() for one, _ in made}
