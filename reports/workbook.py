"""report.xlsx: the numbers of the pages, the findings and the corrections as one workbook.

Numbers are numbers, everything else is text and stays text: no cell is a formula or a link, also not after somebody
edits it (Excel's quote prefix). Rows stream through; the same store gives the same bytes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import duckdb
import polars as pl
import xlsxwriter
from xlsxwriter.exceptions import XlsxFileError
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from reports.found import FINDING_FIELDS
from reports.night import PLAYER_COLUMNS, SESSION_COLUMNS, Night
from reports.readers import CORRECTION_FIELDS, read_corrections, read_gathered_findings
from reports.terminal import cell_text
from reports.text import visible

WORKBOOK = "report.xlsx"
#: Sheets of the workbook.
SHEETS = 4
#: Rows of a sheet, the heading among them. Excel takes 1,048,576; so many cost minutes, and a filter of DuckDB seconds.
SHEET_ROWS = 100_002
#: Characters of a cell, as UTF-16 counts them.
CELL_UNITS = 32_767
#: Excel keeps 15 digits of a number. Longer ones are text, so that no chip is lost.
_MOST_EXACT = 10**15 - 1
#: No clock in a report: every workbook says this.
_CREATED = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
_WIDTHS = {"message": 90, "session_id": 28, "hand_id": 28, "player_id": 20, "name": 28, "table_name": 20,
           "started_at": 27, "code": 20, "expected": 20, "actual": 20}  # fmt: skip
_WIDTH = 14
#: The underscore before what Excel takes for a character by its number.
_ENCODED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")

Row = Sequence[Any]


class _Sheet(NamedTuple):
    """A sheet to be: `more` says where rows are that no sheet can hold."""

    name: str
    columns: tuple[str, ...]
    rows: Iterable[Row]
    more: str


class _Looks(NamedTuple):
    heading: Format
    text: Format
    number: Format


def write_workbook(
    connection: duckdb.DuckDBPyConnection, night: Night, folder: Path, advance: Callable[[int], None]
) -> None:
    """Writes report.xlsx into `folder`; `gather_findings` went before. `advance` is told of each sheet written."""
    sheets = (
        _Sheet("Sessions", SESSION_COLUMNS, _frame_rows(night.sessions, SESSION_COLUMNS), "sessions.csv has them all"),
        _Sheet("Players", PLAYER_COLUMNS, _frame_rows(night.players, PLAYER_COLUMNS), "players.csv has them all"),
        _Sheet("Findings", FINDING_FIELDS, _values(read_gathered_findings(connection)),
               "handproof findings has them all"),
        _Sheet("Corrections", CORRECTION_FIELDS, _values(read_corrections(connection)),
               "handproof corrections has them all"),
    )  # fmt: skip
    with TemporaryDirectory(prefix=".xlsx-", dir=folder) as scratch:
        workbook = xlsxwriter.Workbook(str(folder / WORKBOOK), {**_OPTIONS, "tmpdir": scratch})
        workbook.set_properties({"title": "handproof report", "created": _CREATED})
        looks = _Looks(
            workbook.add_format({"bold": True, "bottom": 1}),
            workbook.add_format({"quote_prefix": True}),
            workbook.add_format({"num_format": "#,##0"}),
        )
        for sheet in sheets:
            _write_sheet(workbook.add_worksheet(sheet.name), sheet, looks)
            advance(1)
        try:
            workbook.close()
        except XlsxFileError as error:  # it hides what the file system said
            raise error.args[0] if isinstance(error.args[0], OSError) else OSError(str(error)) from error


def _frame_rows(frame: pl.DataFrame, columns: tuple[str, ...]) -> Iterator[Row]:
    return frame.select(columns).iter_rows()


def _values(rows: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    return (tuple(row.values()) for row in rows)


def _write_sheet(page: Worksheet, sheet: _Sheet, looks: _Looks) -> None:
    page.freeze_panes(1, 0)
    for place, column in enumerate(sheet.columns):
        page.set_column(place, place, _WIDTHS.get(column, _WIDTH))
        page.write_string(0, place, column, looks.heading)
    left_out = 0
    for number, row in enumerate(sheet.rows, start=1):
        if number < SHEET_ROWS - 1:  # the last row of all is kept for the word about those that do not fit
            _write_row(page, number, row, looks)
        else:
            left_out += 1
    if left_out:
        told = f"A sheet ends here; {left_out:,} more rows are not in it: {sheet.more}."
        page.write_string(SHEET_ROWS - 1, 0, told, looks.text)


def _write_row(page: Worksheet, number: int, row: Row, looks: _Looks) -> None:
    for place, value in enumerate(row):
        if value is None:
            continue
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST_EXACT:
            page.write_number(number, place, value, looks.number)
        else:
            page.write_string(number, place, fitting(value if isinstance(value, str) else cell_text(value)), looks.text)


def fitting(text: str) -> str:
    """The visible text; cut, with a word that it was, where it is longer than a cell can hold.

    Two more beginnings are shown as codes: ``_x001B_``, which Excel reads as the character of that number, and
    ``<r>``, which XlsxWriter writes as XML of its own.
    """
    told = _ENCODED.sub(r"\\u005f", visible(text))
    if told.startswith("<r>"):
        told = rf"\u003c{told[1:]}"
    if _units(told) <= CELL_UNITS:
        return told
    ending = f"… (cut: a cell holds no more of these {len(told):,} characters)"
    kept = told.encode("utf-16-le")[: 2 * (CELL_UNITS - len(ending))].decode("utf-16-le", "ignore")
    return kept + ending


def _units(text: str) -> int:
    return len(text) if len(text) < CELL_UNITS // 2 else len(text.encode("utf-16-le")) // 2
