"""players.csv and sessions.csv: the numbers of the pages for a spreadsheet. UTF-8, LF, no cell that is a formula."""

import csv
from pathlib import Path

import polars as pl

from reports.night import PLAYER_COLUMNS, SESSION_COLUMNS, Night
from reports.text import csv_text


def write_csv_files(night: Night, folder: Path) -> None:
    """Writes players.csv (sorted by player) and sessions.csv (by start, then id) into `folder`."""
    _write_csv(night.players, PLAYER_COLUMNS, folder / "players.csv")
    _write_csv(night.sessions, SESSION_COLUMNS, folder / "sessions.csv")


def _write_csv(frame: pl.DataFrame, columns: tuple[str, ...], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        for row in frame.select(columns).iter_rows():
            writer.writerow([csv_text(cell) if isinstance(cell, str) else _number_text(cell) for cell in row])


def _number_text(cell: int | None) -> str:
    return "" if cell is None else str(cell)
