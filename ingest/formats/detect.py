"""Which format a file is in, by what its beginning holds; and text that is UTF-16 as the UTF-8 that all else reads."""

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import Literal

from ingest.config import Limits
from ingest.formats.blocks import read_hands
from ingest.reading import Line, read_lines
from ingest.unpack import BrokenOffError

#: What a user may say of a file's format; ``auto`` looks at its beginning.
LogFormat = Literal["auto", "handproof", "pokerstars"]
LOG_FORMATS: tuple[LogFormat, ...] = ("auto", "handproof", "pokerstars")
#: How much of a file says what it is.
HEAD_BYTES = 64 * 1024
_MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_POKERSTARS = re.compile(r"^(?:\ufeff)?PokerStars (?:Home Game |Zoom )?(?:Game|Hand) #[0-9]", re.MULTILINE)


def read_log_lines(pieces: Iterator[bytes], log_format: LogFormat, limits: Limits) -> Iterator[Line]:
    """The lines of an unpacked file as `ingest.reading.read_lines` gives them; of a text those of a hand together."""
    head, rest = _peek(pieces)
    if log_format == "handproof" or (log_format == "auto" and not is_pokerstars(head)):
        return read_lines(rest, limits)
    encoding = _encoding(head)
    return read_hands(read_lines(_as_utf8(rest, encoding) if encoding else rest, limits), limits)


def is_pokerstars(head: bytes) -> bool:
    """Whether a file that begins like this holds hands of PokerStars: a line that opens one, and no JSON before it."""
    encoding = _encoding(head)
    text = head.decode(encoding or "utf-8", "replace").removeprefix("\ufeff").lstrip()
    return not text.startswith("{") and _POKERSTARS.search(text) is not None


def _encoding(head: bytes) -> str | None:
    """UTF-16, where a mark says so, or every other byte of the first ones is zero."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    first = head[:64]
    if len(first) >= 4 and first[1::2].strip(b"\0") == b"" != first[::2].strip(b"\0"):
        return "utf-16-le"
    if len(first) >= 4 and first[::2].strip(b"\0") == b"" != first[1::2].strip(b"\0"):
        return "utf-16-be"
    return None


def _as_utf8(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """The same text in UTF-8, without its mark. Raises `BrokenOffError` where it is no UTF-16."""
    decoder = codecs.getincrementaldecoder(encoding)()
    first = True
    try:
        for piece in pieces:
            text = decoder.decode(piece)
            yield (text.removeprefix("\ufeff") if first else text).encode()
            first = first and not text
        decoder.decode(b"", final=True)
    except UnicodeError as error:
        raise BrokenOffError(f"the UTF-16 text ends in the middle of a character, or is damaged ({error})") from None


def _peek(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The first bytes of a file, and all of it again. What `pieces` raises is raised where it would have been."""
    taken: list[bytes] = []
    broken: BrokenOffError | None = None
    try:
        while sum(map(len, taken)) < HEAD_BYTES and (piece := next(pieces, None)) is not None:
            taken.append(piece)
    except BrokenOffError as error:
        broken = error
    return b"".join(taken)[:HEAD_BYTES], _again(taken, pieces, broken)


def _again(taken: list[bytes], rest: Iterator[bytes], broken: BrokenOffError | None) -> Iterator[bytes]:
    yield from taken
    if broken is not None:
        raise broken
    yield from rest
