"""What is right of each output, said once more without the code that makes it."""

import csv
import re
import unicodedata
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

#: Drawn as nothing, or as a blank, by most fonts, though their category is one of letters, marks or signs.
_BLANK = frozenset(
    [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
     *range(0xE0100, 0xE01F0)]
)  # fmt: skip
#: More marks than this on one letter reach into the lines above and below.
MOST_MARKS = 3


def hidden(text: str) -> list[str]:
    """The characters of a text that steer a terminal, turn the reading direction, or cannot be seen; not line ends."""
    found = [repr(letter) for letter in text if letter != "\n" and _is_hidden(letter)]
    marks = 0
    for before, letter in zip("\n" + text, text, strict=False):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MOST_MARKS or (marks == 1 and unicodedata.category(before)[0] not in "LN"):
            found.append(f"mark {letter!r} after {before!r}")
    return found


def _is_hidden(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category[0] == "C" or (category[0] == "Z" and letter != " ") or ord(letter) in _BLANK


#: How spreadsheets of different countries split a line.
SEPARATORS = ",;\t|"
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def formulas(path: Path) -> list[str]:
    """The cells of a CSV file that a spreadsheet could take for a formula, whatever separator it splits at."""
    text = path.read_text(encoding="utf-8")
    cells = [
        cell
        for separator in SEPARATORS
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE)
        for line in csv.reader(text.split("\n"), delimiter=separator, quoting=quoting)
        for cell in line
    ]
    return [cell for cell in cells if _acts(cell)]


def _acts(cell: str) -> bool:
    plain = unicodedata.normalize("NFKC", cell).replace("\u2212", "-").lstrip(' \t\r\n"\u00a0')
    return plain.startswith(("=", "+", "-", "@")) and not _NUMBER.fullmatch(plain.rstrip('"'))


class Page(HTMLParser):
    """A page taken apart: its tags with the names of their attributes, its links, and its texts by tag."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.links: list[tuple[str, str]] = []
        self.styles: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.comments: list[str] = []
        self._open: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    @property
    def text(self) -> str:
        """All that can be read, styles and scripts left out."""
        return "\n".join(text for tag, texts in self.texts.items() if tag not in ("style", "script") for text in texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        self.tags[tag, tuple(name for name, _ in attrs)] += 1
        self.links += [(name, value or "") for name, value in attrs if name in ("href", "src", "action", "xlink:href")]
        self.styles += [value or "" for name, value in attrs if name == "style"]
        if tag not in ("meta", "br", "input"):
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself (SVG)."""
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """A tag closes, and it is the one that was opened last."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text."""
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)

    def handle_comment(self, data: str) -> None:
        """None of our pages has one."""
        self.comments.append(data)
