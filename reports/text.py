"""Text from logs made safe to show. Names and ids are hostile: they may hold control characters, marks that turn the
reading direction, spreadsheet formulas, or a megabyte of letters. What cannot be seen is made visible, never dropped:
two players whose names differ only in an invisible mark must not look the same to an auditor.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator

from markupsafe import Markup, escape

from ingest.escapes import BLANKS

#: Letters of a name that are shown before it is cut.
SHOWN_LETTERS = 60
#: Control, format (bidi overrides, zero-width marks), surrogate, private, unassigned; line and paragraph separators.
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
#: Marks on one letter that are drawn; more of them would reach into the lines above and below.
_MOST_MARKS = 3
_MARKS = frozenset({"Mn", "Me"})
#: What a mark may stand on: letters, numbers, vowel signs, pictures. On punctuation it could change its meaning.
_BASES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mc", "Nd", "Nl", "No", "So"})
#: Spaces that a page or a table would swallow.
_SWALLOWED = re.compile("^ | $|(?<= ) ")
EMPTY = "(empty)"
#: What a spreadsheet may take for a formula: at the beginning, or behind what it may split the line at (that depends on
#: the country), also as the wide letters that are taken for the plain ones.
_FORMULA = re.compile("(^|[;,|])(?=[ \"']*[=+@\uff1d\uff0b\uff20\ufe66\ufe62\ufe6b\u2212\uff0d\ufe63-])")
_SLUG_LETTERS = 32


def visible(text: str) -> str:
    """The text with every character that cannot be seen written as its code, such as ``\\u202e``.

    So are marks that pile up on a letter, and those that stand on none.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible_letters(text))


def _visible_letters(text: str) -> Iterator[str]:
    may_bear, marks = False, 0
    for letter in text:
        category = unicodedata.category(letter)
        if category in _MARKS and letter not in BLANKS:
            marks += 1
            yield letter if may_bear and marks <= _MOST_MARKS else _code(letter)
            continue
        hidden = category in _INVISIBLE_CATEGORIES or letter in BLANKS or (category == "Zs" and letter != " ")
        may_bear, marks = not hidden and category in _BASES, 0
        yield _code(letter) if hidden else letter


def _code(letter: str) -> str:
    point = ord(letter)
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def visible_lines(text: str) -> str:
    """`visible` for a text of several lines: its line ends stay."""
    return "".join(f"{visible(line)}\n" for line in text.split("\n")[:-1])


def shown(text: str, letters: int = SHOWN_LETTERS) -> str:
    """A name or sentence to be read: `visible` also in its spaces, and cut with a note of how much is missing."""
    if len(text) <= letters:
        return _spaced(visible(text))
    return f"{_spaced(visible(text[:letters]))}… ({len(text) - letters} more)"


def _spaced(text: str) -> str:
    """The text with those spaces as codes that would not be seen: at its ends, and behind another; ``(empty)``."""
    return _SWALLOWED.sub(r"\\u0020", text) if text else EMPTY


def shown_in_prose(text: str, letters: int = SHOWN_LETTERS) -> str:
    """`shown` for a name inside of `prose`, whose backticks it must not have."""
    return shown(text, letters).replace("`", r"\u0060")


def terminal_text(value: object) -> str:
    """A value for a table on a terminal: empty for None, no character that could steer the terminal."""
    return "" if value is None else _spaced(visible(str(value)))


def prose(text: str) -> Markup:
    """Our own text for a page: what stands between backticks is set as code, all else is escaped."""
    parts = [Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
             for place, part in enumerate(text.split("`"))]  # fmt: skip
    return Markup("").join(parts)


def apart(name: str) -> str:
    """A shown name within a sentence for a page, to be drawn apart from it: it may run from right to left."""
    return f"\u2068{name}\u2069"  # no shown text holds these


def isolated(text: str) -> Markup:
    """A sentence with names that are `apart`, for a page."""
    return Markup(str(escape(text)).replace("\u2068", "<bdi>").replace("\u2069", "</bdi>"))


def csv_text(value: str | None) -> str:
    """A text cell that no spreadsheet takes for a formula, on one line, with nothing invisible in it."""
    if value is None:
        return ""
    cell = _FORMULA.sub(r"\1'", visible(value))
    return f"'{cell}" if value.startswith(("\t", "\r", "\n")) else cell


def page_name(identifier: str) -> str:
    """The file name of the page of a session or player: readable letters of the id, then its digest.

    The digest keeps apart ids that differ only in case or in letters a file name cannot have.
    """
    digest = hashlib.sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    slug = re.sub(r"[^a-z0-9]+", "-", identifier[:200].lower()).strip("-")[:_SLUG_LETTERS].strip("-")
    return f"{slug}-{digest}.html" if slug else f"{digest}.html"


def chips_text(chips: int) -> str:
    """Chips with commas between thousands: ``12,345``."""
    return f"{chips:,}"


def signed_text(chips: int) -> str:
    """Chips won or lost, owed or owing: ``+45``, ``-3``, ``0``."""
    return f"{chips:+,}" if chips else "0"


def counted(count: int, one: str, many: str | None = None) -> str:
    """``1 hand``, ``2 hands``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def ranges_text(numbers: list[int], limit: int = 60) -> str:
    """Sorted whole numbers in short: ``1-3, 7, 9-10``; at most `limit` parts, then how many numbers are left out."""
    parts: list[tuple[int, int]] = []
    for number in numbers:
        if parts and number <= parts[-1][1] + 1:
            parts[-1] = (parts[-1][0], number)
        else:
            parts.append((number, number))
    text = ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in parts[:limit])
    if len(parts) <= limit:
        return text
    left_out = sum(1 for number in numbers if number > parts[limit - 1][1])
    return f"{text} and {left_out:,} more"
