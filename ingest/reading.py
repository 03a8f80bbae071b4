"""Bytes to lines: numbered, placed, keyed, within the limits, from files that may be packed and may break off."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ingest.config import Limits
from ingest.reasons import Malformed, malformed
from ingest.unpack import BombError, BrokenOffError

#: The key before the first line.
FIRST_KEY = hashlib.sha256(b"").digest()
#: How much is kept of a line that is longer than the limit.
KEPT_BYTES = 4096
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class TextPlace(NamedTuple):
    """Where the lines of a text stand that make one hand (`ingest.formats`), and where the hand stands in its sitting.

    `byte_offsets` are those of its lines. `session_id` is None where the text is no hand at all, or its first two lines
    cannot be read. `opens`: it is the first hand of its sitting in this file.
    """

    byte_offsets: tuple[int, ...]
    session_id: str | None = None
    hand_no: int = 0
    opens: bool = False


class Line(NamedTuple):
    """One line without its line end (and without a byte order mark); of a text, all lines of one hand.

    `line_no` counts from 1, `byte_offset` from 0 in the unpacked file; `end_offset` is behind its line end. `length` is
    its full length in bytes, `raw` its bytes (only the first ones where it is too long), `digest` the sha256 of them
    all. `ended`: a line end stood behind it. `fault`: why it is no line at all (the file breaks off here). `spans`: how
    many lines of the file it is.
    """

    raw: bytes
    line_no: int
    byte_offset: int
    end_offset: int
    length: int
    ended: bool
    digest: bytes
    fault: Malformed | None = None
    spans: int = 1
    text: TextPlace | None = None

    @property
    def last_no(self) -> int:
        """The number of its last line in the file."""
        return self.line_no + self.spans - 1

    @property
    def blank(self) -> bool:
        """Whether nothing stands in the line."""
        return self.fault is None and not self.raw.strip()


class Reject(NamedTuple):
    """A line of a log that cannot be taken: where it stands, why, and its bytes (the first ones, where too long)."""

    source: str
    line_no: int
    byte_offset: int
    code: str
    field: str | None
    value: str | None
    expected: str
    message: str
    raw: bytes

    def __str__(self) -> str:
        return f"{self.source}, line {self.line_no}: {self.message}"


def next_key(key: bytes, line: Line) -> bytes:
    """The key of a line: a digest of all lines of its file up to it. Blank lines have none and leave it as it is.

    Two lines with the same key are the same line of the same file, wherever the file lies and however it has grown.
    """
    return key if line.blank else hashlib.sha256(key + line.digest).digest()


def read_lines(pieces: Iterable[bytes], limits: Limits) -> Iterator[Line]:
    """The lines of an unpacked file. Holds at most a line and a piece; raises nothing that `pieces` does not raise.

    Where the file breaks off, or is longer than the limit, the last line is one with a `fault`, and it holds what was
    read of the line in which that happened.
    """
    return _Splitter(limits).lines(pieces)


class _LongLine:
    """A line that is too long to be held: its first bytes, its length and its digest, without a CR at its end."""

    def __init__(self, first: bytes) -> None:
        self.kept = b""
        self.length = 0
        self.digest = hashlib.sha256()
        self._held_back = b""
        self.add(first)

    def add(self, more: bytes) -> None:
        more = self._held_back + more
        self._held_back = b"\r" if more.endswith(b"\r") else b""
        more = more.removesuffix(b"\r")
        self.kept += more[: KEPT_BYTES - len(self.kept)]
        self.length += len(more)
        self.digest.update(more)


class _Splitter:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._line_no = 1
        self._offset = 0  # of the line that is being read
        self._rest = b""  # what was read of it
        self._long: _LongLine | None = None  # or this, where it is too long
        self._read_bytes = 0  # of the line that is being read, with byte order mark and CR

    def lines(self, pieces: Iterable[bytes]) -> Iterator[Line]:
        fault = None
        room = self._limits.uncompressed_bytes
        try:
            for piece in pieces:
                yield from self._split(piece[:room])
                if len(piece) > room:
                    expected = f"at most {self._limits.uncompressed_bytes} bytes of lines"
                    fault = malformed("file.too_large", None, None, expected)
                    break
                room -= len(piece)
        except BombError as error:
            expected = f"at most {self._limits.packing_ratio} bytes out of a packed one, but {error}"
            fault = malformed("file.bomb", None, None, expected)
        except BrokenOffError as error:
            fault = malformed("file.broken_off", None, None, f"a whole file, but {error}")
        if fault is not None or self._read_bytes:
            yield self._line(ended=False, fault=fault)

    def _split(self, piece: bytes) -> Iterator[Line]:
        parts = piece.split(b"\n")
        last = parts.pop()
        for part in parts:
            self._add(part)
            yield self._line(ended=True)
        self._add(last)

    def _add(self, part: bytes) -> None:
        self._read_bytes += len(part)
        if self._long is not None:
            self._long.add(part)
            return
        self._rest = self._rest + part if self._rest else part
        if len(self._rest) > self._limits.line_bytes + len(_BYTE_ORDER_MARK) + 1:
            self._long = _LongLine(self._without_mark(self._rest))
            self._rest = b""

    def _without_mark(self, raw: bytes) -> bytes:
        return raw.removeprefix(_BYTE_ORDER_MARK) if self._line_no == 1 else raw

    def _line(self, *, ended: bool, fault: Malformed | None = None) -> Line:
        raw = self._without_mark(self._rest).removesuffix(b"\r")
        if self._long is None and len(raw) > self._limits.line_bytes:
            self._long = _LongLine(raw)
        if self._long is not None:
            raw, length, digest = self._long.kept, self._long.length, self._long.digest.digest()
        else:
            length, digest = len(raw), hashlib.sha256(raw).digest()
        if fault is not None:  # never the key of the line that a whole file would have here
            digest = hashlib.sha256(fault.code.encode() + digest).digest()
        end = self._offset + self._read_bytes + ended
        line = Line(raw, self._line_no, self._offset, end, length, ended, digest, fault)
        self._line_no += 1
        self._offset = end
        self._rest, self._long, self._read_bytes = b"", None, 0
        return line
