"""Text from logs made safe to show. Names and ids are hostile: they may hold control characters, marks that turn the
reading direction, spreadsheet formulas, or a megabyte of letters. What cannot be seen is made visible, never dropped:
two players whose names differ only in an invisible mark must not look the same to an auditor.
"""

import hashlib
import re
import unicodedata

from markupsafe import Markup, escape

#: Letters of a name that are shown before it is cut.
SHOWN_LETTERS = 60
#: Control, format (bidi overrides, zero-width marks), surrogate, private, unassigned; line and paragraph separators.
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FORMULA_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")
_SLUG_LETTERS = 32


def visible(text: str) -> str:
    """The text with every character that cannot be seen written as its code, such as ``\\u202e``."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible_character(character) for character in text)


def _visible_character(character: str) -> str:
    if unicodedata.category(character) not in _INVISIBLE_CATEGORIES:
        return character
    point = ord(character)
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def visible_lines(text: str) -> str:
    """`visible` for a text of several lines: its line ends stay."""
    return "".join(f"{visible(line)}\n" for line in text.split("\n")[:-1])


def shown(text: str, letters: int = SHOWN_LETTERS) -> str:
    """`visible`, and cut with a note of how much is missing where it is longer than `letters`."""
    if len(text) <= letters:
        return visible(text)
    return f"{visible(text[:letters])}… ({len(text) - letters} more)"


def terminal_text(value: object) -> str:
    """A value for a table on a terminal: empty for None, no character that could steer the terminal."""
    return "" if value is None else visible(str(value))


def prose(text: str) -> Markup:
    """Our own text for a page: what stands between backticks is set as code, all else is escaped."""
    parts = [Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
             for place, part in enumerate(text.split("`"))]  # fmt: skip
    return Markup("").join(parts)


def csv_text(value: str | None) -> str:
    """A text cell that no spreadsheet takes for a formula, on one line, with nothing invisible in it."""
    if value is None:
        return ""
    return f"'{visible(value)}" if value.startswith(_FORMULA_BEGINNINGS) else visible(value)


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
