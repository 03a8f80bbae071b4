"""The stage: continuity and balances of the sittings, then the suites over the tables of the store."""

from collections.abc import Sequence
from dataclasses import dataclass

from duckdb import DuckDBPyConnection

from checks.continuity import check_continuity
from checks.expectations import CheckResult, run_suite
from checks.suites import BEFORE_REPORTS, SUITES
from ingest.progress import NO_PROGRESS, Progress
from ingest.store import Transaction, apply_schema

_INSERT = f"INSERT INTO check_results ({', '.join(CheckResult._fields)}) VALUES (?, ?, ?, ?, ?, ?, ?)"
_REPORT_TABLES = ("report_players", "report_results", "report_sessions")


@dataclass(frozen=True, slots=True)
class CheckCounts:
    """What the stage found. `findings` are those between hands; the rest counts checks of the store by outcome.

    `skipped` says in a sentence why a suite did not run; None where all ran.
    """

    findings: int
    passed: int
    failed: int
    errors: int
    skipped: str | None = None


def run_checks(connection: DuckDBPyConnection, progress: Progress = NO_PROGRESS) -> CheckCounts:
    """Write `continuity_findings` and the results of the suites `ingested` and `replayed` anew.

    What an earlier run said of reports is taken away: reports that are not written yet cannot be right or wrong.
    """
    _make_tables(connection)
    findings = check_continuity(connection, progress)
    return _count(findings, _run_suites(connection, BEFORE_REPORTS, progress, clear=tuple(SUITES)))


def check_reports(connection: DuckDBPyConnection, progress: Progress = NO_PROGRESS) -> CheckCounts:
    """Run the suite `reported`, once the reports are written: their totals are those of the ledger."""
    _make_tables(connection)
    present = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    missing = [table for table in _REPORT_TABLES if table not in present]
    if missing:
        return CheckCounts(0, 0, 0, 0, "The reports have not been written yet; `handproof report` writes them.")
    return _count(0, _run_suites(connection, ("reported",), progress, clear=("reported",)))


def _make_tables(connection: DuckDBPyConnection) -> None:
    apply_schema(connection, "replay")
    apply_schema(connection, "checks")


def _run_suites(
    connection: DuckDBPyConnection, suites: Sequence[str], progress: Progress, clear: Sequence[str]
) -> list[CheckResult]:
    """Run suites and write their results in the place of those of the suites in `clear`."""
    progress.start("checks", sum(len(SUITES[suite]) for suite in suites))
    results: list[CheckResult] = []
    for suite in suites:
        for result in run_suite(connection, suite, SUITES[suite]):
            results.append(result)
            progress.advance(1)
    progress.finish()
    with Transaction(connection):
        connection.execute("DELETE FROM check_results WHERE suite IN (SELECT unnest($1))", [list(clear)])
        connection.executemany(_INSERT, results)
    return results


def _count(findings: int, results: Sequence[CheckResult]) -> CheckCounts:
    outcomes = [result.outcome for result in results]
    return CheckCounts(findings, outcomes.count("pass"), outcomes.count("fail"), outcomes.count("error"))
