"""The lines of a PokerStars text to hands: all lines of one together, with its sitting and its number in it.

A hand begins with its first line and ends at the first blank line behind its summary, or where the next one begins.
A sitting is a table in one file, from the first of its hands on. Its hands are numbered as they stand, also those that
cannot be read, so that they leave a gap that is seen. A sitting ends where chips come into play that no line of a hand
counts (re-buys), and where the button stands at a seat in which nobody sits.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence

from ingest.config import Limits
from ingest.formats.pokerstars_header import HAND_START, Header, TableLine, read_header, read_table_line
from ingest.formats.pokerstars_lines import brings_chips, read_seat
from ingest.reading import KEPT_BYTES, Line, TextPlace

#: What the room writes above the hands that it sends by mail.
_PREAMBLE = re.compile(rb"\**\s*#\s*[0-9]+\s*\**|Transcript for your last .*|\*{5,}")
_SUMMARY = b"*** SUMMARY ***"


def read_hands(lines: Iterator[Line], limits: Limits) -> Iterator[Line]:
    """Each hand of a text as one `Line`; blank lines between hands as they are."""
    block = _Block(limits)
    sittings = _Sittings()
    for line in lines:
        if line.fault is not None:
            yield block.broken_off(line)
            return
        if line.blank and not block.only_preamble and (block.ended or not block.began):
            if block:
                yield sittings.seat(block.close())
            yield line
            continue
        if _opens_hand(line) and not block.only_preamble:
            if block:
                yield sittings.seat(block.close())
        elif block.follows_a_hand and _PREAMBLE.fullmatch(line.raw.strip()):
            yield sittings.seat(block.close())
        block.add(line)
    if block:
        yield sittings.seat(block.close(ended=False))


def _opens_hand(line: Line) -> bool:
    return line.raw.startswith((b"PokerStars ", b"\xef\xbb\xbf")) and HAND_START.match(_text(line.raw)) is not None


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


class _Block:
    """Lines that belong together, as far as they are read. Too many bytes of them are counted, but not kept."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._clear()

    def _clear(self) -> None:
        self._first: Line | None = None
        self._last: Line | None = None
        self._count = 0
        self._kept: list[bytes] = []
        self._offsets: list[int] = []  # of the lines that are kept
        self._length = 0
        self._digest = hashlib.sha256()
        #: Whether a hand has begun in it, whether its summary has, and whether only lines above a hand are in it.
        self.began = self.ended = False
        self.only_preamble = False

    def __bool__(self) -> bool:
        return self._first is not None

    @property
    def follows_a_hand(self) -> bool:
        """Whether the next line cannot be of what is in it, unless it is a line of the summary."""
        return self._first is not None and not self.only_preamble and (self.ended or not self.began)

    def add(self, line: Line) -> None:
        """One more line. Blanks at its end, and lines above the hand, make it no other hand."""
        words = line.raw.strip()
        preamble = not self.began and (not words or _PREAMBLE.fullmatch(words) is not None)
        self.only_preamble = preamble and (self.only_preamble or self._first is None)
        self.began = self.began or _opens_hand(line)
        self.ended = self.ended or words == _SUMMARY
        if words and not preamble:
            self._digest.update(line.raw.rstrip() + b"\n" if line.length == len(line.raw) else line.digest)
        self._length += line.length + 1
        self._last = line._replace(raw=b"")
        self._first = self._first or self._last
        self._count += 1
        if self._length <= self._limits.line_bytes:
            self._kept.append(line.raw)
            self._offsets.append(line.byte_offset)

    def close(self, *, ended: bool = True) -> Line:
        """All lines as one, without where it stands in its sitting; the block is empty afterwards."""
        first, last = self._first, self._last
        assert first is not None, "only a block that holds lines is closed"
        assert last is not None, "what has a first line has a last one"
        raw = b"\n".join(self._kept)
        if self._length > self._limits.line_bytes:
            raw = raw[:KEPT_BYTES]
        one = Line(
            raw, first.line_no, first.byte_offset, last.end_offset, self._length, ended, self._digest.digest(),
            spans=self._count, text=TextPlace(tuple(self._offsets)),
        )  # fmt: skip
        self._clear()
        return one

    def broken_off(self, line: Line) -> Line:
        """The file breaks off here: what is known of the hand in which it does, and why."""
        self.add(line)
        one = self.close(ended=False)
        digest = hashlib.sha256(line.digest + one.digest).digest()
        return one._replace(raw=one.raw[:KEPT_BYTES], fault=line.fault, digest=digest)


class _Sitting:
    """A table in this file."""

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.hands = 0
        self.goes_on = True


class _Sittings:
    """Gives each hand its place. A hand that comes twice in a file has one place."""

    def __init__(self) -> None:
        self._sittings: dict[tuple[str, str], _Sitting] = {}
        self._places: dict[int, tuple[str, int]] = {}

    def seat(self, block: Line) -> Line:
        """The lines of a hand with its place in its sitting."""
        lines = _text(block.raw).split("\n")
        start = next((place for place, line in enumerate(lines) if HAND_START.match(line)), None)
        if start is None or start + 1 >= len(lines) or block.text is None:
            return block
        header = read_header(lines[start].strip().removeprefix("\ufeff"))
        table = read_table_line(lines[start + 1].rstrip())
        if isinstance(header, str) or isinstance(table, str):
            return block
        number = int(header.number)
        known = self._places.get(number)
        session_id, hand_no = known or self._next(header, table, lines[start + 2 :])
        self._places[number] = session_id, hand_no
        text = block.text._replace(session_id=session_id, hand_no=hand_no, opens=hand_no == 1 and not known)
        return block._replace(text=text)

    def _next(self, header: Header, table: TableLine, lines: Sequence[str]) -> tuple[str, int]:
        key = (table.table, header.money.sign)
        sitting = self._sittings.get(key)
        if sitting is None or not sitting.goes_on or _at_empty_seat(header, table, lines):
            sitting = self._sittings[key] = _Sitting(f"pokerstars {table.table} {header.started_at}")
        sitting.hands += 1
        sitting.goes_on = not any(brings_chips(line.rstrip()) for line in lines)
        return sitting.session_id, sitting.hands


def _at_empty_seat(header: Header, table: TableLine, lines: Sequence[str]) -> bool:
    """Whether nobody sits where the button is: whose deal came before then says nothing of whose comes now (C6)."""
    for line in lines:
        seated = read_seat(line.rstrip(), header.money)
        if seated is None:
            return True
        if seated[0] == table.button:
            return not seated[3]
    return True
