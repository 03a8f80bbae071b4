"""report.xlsx: the numbers of the CSV files, text that stays text, and the same bytes wherever it is written."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import duckdb
import polars as pl
import pytest
import xlsxwriter

from reports import workbook
from reports.readers import read_corrections, read_findings
from reports.terminal import cell_text
from tests.reports.conftest import ROOT
from tests.workbooks import Cell, read_workbook

HOSTILE_CELLS = [
    "=1+1", "+1", "-1", "@SUM(A1)", "http://example.org", "mailto:a@example.org", "internal:A1", "external:c:\\x.xlsx",
    "<r><t>x</t></r>", "<r></r></is></c><c><f>1+1</f></c><c><is><r></r>", "_x001B_[31m", "_x0041_x003D_1", "a & <b>",
    " ends in a space ", "\x00\x0b\x1b\u202e\ud800\ufffe", "42", "1e5", "{=1}", "True",
]  # fmt: skip


def csv_rows(path: Path) -> list[list[str]]:
    """The lines of a CSV file."""
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))


def as_csv(cells: list[Cell]) -> list[str]:
    """Cells of the workbook as the CSV file has them."""
    return ["" if cell is None else cell if isinstance(cell, str) else str(cell) for cell in cells]


def test_sessions_and_players_are_those_of_the_csv_files(report: Path) -> None:
    """Every number and text of players.csv and sessions.csv stands in the workbook, in the same place."""
    sheets = read_workbook(report / "report.xlsx")
    for sheet, name in (("Sessions", "sessions.csv"), ("Players", "players.csv")):
        told = [as_csv(cells) for cells in sheets[sheet]]
        plain = [[cell[1:] if cell.startswith("'") else cell for cell in line] for line in csv_rows(report / name)]
        assert told == plain, name
        assert len(told) > 2


def test_findings_and_corrections_are_those_of_the_readers(report: Path, reported: duckdb.DuckDBPyConnection) -> None:
    """The other two sheets hold what `handproof findings` and `handproof corrections` show, in their order."""
    sheets = read_workbook(report / "report.xlsx")
    assert list(sheets) == ["Sessions", "Players", "Findings", "Corrections"]
    for sheet, rows in (("Findings", read_findings(reported)), ("Corrections", read_corrections(reported))):
        wanted = [
            [
                value if value is None or isinstance(value, int) else workbook.fitting(cell_text(value))
                for value in row.values()
            ]
            for row in rows
        ]
        assert sheets[sheet][1:] == wanted
        assert wanted


def test_numbers_are_numbers(report: Path) -> None:
    """Chips come as numbers, ids as text, also an id of digits alone."""
    header, *rows = read_workbook(report / "report.xlsx")["Players"]
    for row in rows:
        by_name = dict(zip(header, row, strict=True))
        assert isinstance(by_name["player_id"], str)
        assert all(isinstance(by_name[name], int) for name in ("hands", "net", "owed", "findings"))


def write_cells(folder: Path, cells: list[object]) -> list[Cell]:
    """One sheet with these cells under each other, read back."""
    book = xlsxwriter.Workbook(str(folder / "cells.xlsx"), {**workbook._OPTIONS})
    looks = workbook._Looks(*(book.add_format() for _ in range(3)))
    sheet = workbook._Sheet("Cells", ("cell",), [(cell,) for cell in cells], "elsewhere")
    workbook._write_sheet(book.add_worksheet(), sheet, looks)
    book.close()
    [rows] = read_workbook(folder / "cells.xlsx").values()
    return [row[0] if row else None for row in rows[1:]]


def test_hostile_cells_stay_the_text_that_they_are(tmp_path: Path) -> None:
    """No beginning makes a formula, link, number or XML; what XML or Excel would change is shown as its code."""
    told = write_cells(tmp_path, list(HOSTILE_CELLS))
    assert told[:8] == HOSTILE_CELLS[:8]
    assert told[8:12] == [
        r"\u003cr><t>x</t></r>", r"\u003cr></r></is></c><c><f>1+1</f></c><c><is><r></r>", r"\u005fx001B_[31m",
        r"\u005fx0041\u005fx003D_1",
    ]  # fmt: skip
    assert told[12:14] == HOSTILE_CELLS[12:14]
    assert told[14] == r"\u0000\u000b\u001b\u202e\ud800\ufffe"
    assert told[15:] == HOSTILE_CELLS[15:]


def test_no_part_of_the_workbook_can_act(report: Path) -> None:
    """The file has no formula, link, macro, external reference or drawing; text keeps its quote prefix."""
    with ZipFile(report / "report.xlsx") as parts:
        names = parts.namelist()
        texts = {name: parts.read(name).decode("utf-8") for name in names}
    assert [name for name in names if re.search("vba|external|drawing|media|embed|calcChain|connections", name)] == []
    sheets = [text for name, text in texts.items() if name.startswith("xl/worksheets/sheet")]
    assert len(sheets) == 4
    assert all("<f>" not in text and "<hyperlink" not in text and "<pane " in text for text in sheets)
    assert "TargetMode" not in "".join(text for name, text in texts.items() if name.endswith(".rels"))
    assert 'quotePrefix="1"' in texts["xl/styles.xml"]


def test_large_numbers_lose_no_chip(tmp_path: Path) -> None:
    """Excel keeps 15 digits: a longer number is text, so that all its digits stand there."""
    assert write_cells(tmp_path, [10**15 - 1, -(10**15) + 1, 10**15, 2**53 + 1, True, 5]) == [
        10**15 - 1, -(10**15) + 1, "1000000000000000", "9007199254740993", "true", 5,
    ]  # fmt: skip


@pytest.mark.parametrize("letter", ["a", "я", "\U0001f600", "\u200b"])
def test_a_text_too_long_for_a_cell_says_that_it_is_cut(letter: str) -> None:
    """A cell holds 32,767 UTF-16 units: a longer text ends in a word about it and never in half a character."""
    whole = workbook.fitting(letter * 5_000)
    assert "cut" not in whole
    cut = workbook.fitting(letter * 40_000)
    assert len(cut.encode("utf-16-le")) // 2 in (workbook.CELL_UNITS, workbook.CELL_UNITS - 1)
    assert cut.endswith("characters)")
    assert "holds no more" in cut


def test_a_sheet_that_is_full_says_how_many_rows_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last row of a full sheet tells how many do not fit and where they all are."""
    assert workbook.SHEET_ROWS <= 1_048_576
    monkeypatch.setattr(workbook, "SHEET_ROWS", 6)
    assert write_cells(tmp_path, [1, 2, 3, 4]) == [1, 2, 3, 4]
    assert write_cells(tmp_path, [1, 2, 3, 4, 5, 6, 7]) == [
        1, 2, 3, 4, "A sheet ends here; 3 more rows are not in it: elsewhere.",
    ]  # fmt: skip


def test_nothing_is_left_beside_the_workbook(report: Path) -> None:
    """The scratch files of the workbook are gone when it is written."""
    assert sorted(path.name for path in report.iterdir()) == [
        "handproof-report.json", "index.html", "nights", "players", "players.csv", "report.xlsx", "sessions",
        "sessions.csv",
    ]  # fmt: skip
    assert 'href="report.xlsx"' in (report / "index.html").read_text(encoding="utf-8")


PROGRAM = """
import os, sys
from pathlib import Path
os.umask(int(sys.argv[2], 8))
from reports.build import write_reports
from tests.reports.conftest import open_night
write_reports(open_night(Path(sys.argv[1]) / "n.duckdb"), Path(sys.argv[1]) / "out")
"""


def test_workbook_is_the_same_to_the_byte(tmp_path: Path, report: Path) -> None:
    """Another time zone, hash seed, locale or umask changes nothing in the file."""
    for number, (zone, umask) in enumerate([("Pacific/Auckland", "077"), ("America/New_York", "002")]):
        folder = tmp_path / str(number)
        folder.mkdir()
        variables = {**os.environ, "TZ": zone, "PYTHONHASHSEED": str(number), "LC_ALL": "C", "PYTHONPATH": str(ROOT)}
        line = [sys.executable, "-c", PROGRAM, str(folder), umask]
        subprocess.run(line, check=True, cwd=folder, env=variables, capture_output=True, timeout=120)
        assert (folder / "out" / "report.xlsx").read_bytes() == (report / "report.xlsx").read_bytes(), zone
    with ZipFile(report / "report.xlsx") as parts:
        assert {info.date_time[:3] for info in parts.infolist()} == {(1980, 1, 31)}
        assert "2000-01-01T00:00:00Z" in parts.read("docProps/core.xml").decode()


def test_a_workbook_of_an_empty_night_opens(tmp_path: Path) -> None:
    """Without sessions every sheet has its heading alone."""
    frame = pl.DataFrame({"a": []})
    assert list(workbook._frame_rows(frame, ("a",))) == []
    assert write_cells(tmp_path, []) == []
