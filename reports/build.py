"""Writes the report of a store: its tables, the pages, the CSV files and the workbook; sums first."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

import duckdb

from checks.run import check_reports
from ingest.club_day import DEFAULT_DAYS, ClubDays
from ingest.progress import NO_PROGRESS, Progress
from reports.club_nights import ClubNight, club_nights
from reports.csv_files import write_csv_files
from reports.found import gather_findings
from reports.ledger import create_tables, order_hands, sum_movements
from reports.night import Night, save_tables, sum_night
from reports.output import replaced_report
from reports.pages import Pages
from reports.workbook import SHEETS, write_workbook

Result = TypeVar("Result")
#: What DuckDB may hold while the report is made.
DATABASE_MEMORY = "150MB"


class ReportCounts(NamedTuple):
    """What was written: pages of sessions and players, hands summed, and the nights."""

    sessions: int
    players: int
    hands: int
    nights: tuple[ClubNight, ...]


def write_reports(
    connection: duckdb.DuckDBPyConnection,
    out: str | Path,
    progress: Progress = NO_PROGRESS,
    days: ClubDays = DEFAULT_DAYS,
) -> ReportCounts:
    """Writes the tables report_* of the store, checks them, then writes pages, CSV files and workbook into `out`.

    The old report in `out` stays until the new one is whole; files that are not ours stay for good. `days` says to
    which night a session belongs. The connection must be one that may write. Raises ReportError where `out`
    cannot be written.
    """
    # Beside the sums of all players the database gets less, so that the process stays below a gigabyte.
    connection.execute(f"SET memory_limit = '{DATABASE_MEMORY}'")
    with replaced_report(Path(out)) as folder:  # first of all: a folder that cannot be written is told at once
        night, hands = _sum_up(connection, progress)
        _run(progress, "report tables", 3, lambda advance: save_tables(connection, night, advance))
        check_reports(connection, progress)  # before the pages, whose index tells the outcome
        nights = club_nights(connection, night, days)
        pages = len(nights) + night.sessions.height + night.players.height + 1
        _run(progress, "pages", pages, lambda advance: Pages(connection, night, nights, days, advance).write(folder))
        write_csv_files(night, folder)
        _run(progress, "workbook", SHEETS, lambda advance: write_workbook(connection, night, folder, advance))
    return ReportCounts(night.sessions.height, night.players.height, hands, tuple(nights))


def _sum_up(connection: duckdb.DuckDBPyConnection, progress: Progress) -> tuple[Night, int]:
    create_tables(connection)
    hands = order_hands(connection)
    gather_findings(connection)
    ledger = _run(progress, "sums", hands, lambda advance: sum_movements(connection, hands, advance))
    return sum_night(connection, ledger), hands


def _run(progress: Progress, stage: str, total: int, work: Callable[[Callable[[int], None]], Result]) -> Result:
    progress.start(stage, total)
    try:
        return work(progress.advance)
    finally:
        progress.finish()
