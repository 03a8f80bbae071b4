"""Reads a workbook back with nothing but zip and XML: an oracle that shares no code with what wrote it."""

import re
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

Cell = str | int | None
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def read_workbook(path: Path) -> dict[str, list[list[Cell]]]:
    """The rows of every sheet by its name, each as long as the heading; a formula or an unknown cell fails."""
    with ZipFile(path) as parts:
        names = [sheet.get("name", "") for sheet in ElementTree.fromstring(parts.read("xl/workbook.xml"))
                 .iterfind(f"{_MAIN}sheets/{_MAIN}sheet")]  # fmt: skip
        sheets = [ElementTree.fromstring(parts.read(f"xl/worksheets/sheet{number}.xml"))
                  for number in range(1, len(names) + 1)]  # fmt: skip
    return {name: _rows(sheet) for name, sheet in zip(names, sheets, strict=True)}


def _rows(sheet: ElementTree.Element) -> list[list[Cell]]:
    rows = []
    for row in sheet.iterfind(f"{_MAIN}sheetData/{_MAIN}row"):
        cells = {_column(cell.get("r", "")): _value(cell) for cell in row}
        rows.append([cells.get(place) for place in range(max(cells) + 1)])
    width = len(rows[0]) if rows else 0
    return [row + [None] * (width - len(row)) for row in rows]


def _column(reference: str) -> int:
    letters = re.match("[A-Z]+", reference)
    assert letters is not None
    place = 0
    for letter in letters[0]:
        place = place * 26 + ord(letter) - 64
    return place - 1


def _value(cell: ElementTree.Element) -> Cell:
    assert {part.tag for part in cell} <= {f"{_MAIN}is", f"{_MAIN}v"}, "a cell that is more than its value"
    if cell.get("t") == "inlineStr":
        [text] = cell.iterfind(f"{_MAIN}is/{_MAIN}t")
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text.text or "")
    assert cell.get("t") is None
    number = cell.findtext(f"{_MAIN}v")
    return None if number is None else int(number)
