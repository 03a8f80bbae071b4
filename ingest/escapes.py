"""JSON and TOML that say the same and are safe to print: what cannot be seen in their texts is escaped."""

import unicodedata

#: Letters, marks and signs that fonts draw as nothing or as a blank, though their category is one of what is seen.
BLANKS = frozenset(
    map(chr, [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810),
              *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)  # fmt: skip


def escaped_json(text: str) -> str:
    """JSON in which controls, direction marks, blanks and combining marks are escaped; above 65535 as a pair."""
    return _escaped(text, r"\u{0:04x}\u{1:04x}")


def escaped_toml(text: str) -> str:
    """The same for TOML, which has an escape of its own for characters above 65535."""
    return _escaped(text, r"\U{2:08x}")


def _escaped(text: str, beyond: str) -> str:
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(_escape(letter, beyond) if _is_hidden(letter) else letter for letter in text)


def _is_hidden(letter: str) -> bool:
    if letter.isascii():
        return letter == "\x7f"
    category = unicodedata.category(letter)
    return category[0] in "CZ" or category in ("Mn", "Me") or letter in BLANKS


def _escape(letter: str, beyond: str) -> str:
    number = ord(letter)
    if number < 0x10000:
        return f"\\u{number:04x}"
    return beyond.format(0xD800 + (number - 0x10000 >> 10), 0xDC00 + (number - 0x10000 & 0x3FF), number)
