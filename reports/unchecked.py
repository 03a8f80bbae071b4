"""Whether results have been checked: a store says "verified" only of what the checks have seen.

Whoever changes hands, chips or verdicts marks the store first, and only a check takes the mark away; a run that breaks
off in between leaves it there. So readers and reports can refuse what is only half done.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import duckdb

from reports.errors import ReportError

Counts = TypeVar("Counts")
#: The key of the mark in `store_info`.
_MARK = "unchecked"


def change_store(
    connection: duckdb.DuckDBPyConnection, work: Callable[[], Counts], changed: Callable[[Counts], bool]
) -> Counts:
    """Do work after which the checks must run again, if its counts say that it `changed` anything."""
    marked_before = _is_marked(connection)
    if not marked_before:
        connection.execute("INSERT INTO store_info VALUES ($1, 'true')", [_MARK])
    counts = work()
    if not marked_before and not changed(counts):
        note_checked(connection)
    return counts


def note_checked(connection: duckdb.DuckDBPyConnection) -> None:
    """The checks have seen everything that is in the store now."""
    connection.execute("DELETE FROM store_info WHERE key = $1", [_MARK])


def refuse_unchecked(connection: duckdb.DuckDBPyConnection, db: Path) -> None:
    """Raises `ReportError` where hands are not replayed yet, or were after the last check; it says what to run."""
    waiting = _hands_not_replayed(connection)
    remedy = f"`handproof check --db {db}`"
    if waiting:
        why = f"{'1 hand has' if waiting == 1 else f'{waiting} hands have'} not been replayed"
        remedy = f"`handproof replay --db {db}` (with the club's --config, if it has one), then {remedy}"
    elif not _was_checked(connection):
        why = "its hands have not been checked"
    elif _is_marked(connection):
        why = "it has changed since the last check"
    else:
        return
    raise ReportError(
        f"{db} has not been audited to its end yet ({why}); run {remedy}, or `handproof audit` with the logs"
    )


def _hands_not_replayed(connection: duckdb.DuckDBPyConnection) -> int:
    """Every hand has one verdict, so counting is enough. 0 also where there is no hand at all."""
    verdicts = "(SELECT count(*) FROM verdicts)" if _has_table(connection, "verdicts") else "0"
    rows = connection.execute(f"SELECT (SELECT count(*) FROM hands) - {verdicts}").fetchall()
    return max(0, int(rows[0][0]))


def _was_checked(connection: duckdb.DuckDBPyConnection) -> bool:
    if not _has_table(connection, "check_results"):
        return False
    return bool(connection.execute("SELECT 1 FROM check_results WHERE suite = 'replayed' LIMIT 1").fetchall())


def _is_marked(connection: duckdb.DuckDBPyConnection) -> bool:
    return bool(connection.execute("SELECT 1 FROM store_info WHERE key = $1", [_MARK]).fetchall())


def _has_table(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    query = "SELECT 1 FROM duckdb_tables() WHERE table_name = $1"
    return bool(connection.execute(query, [name]).fetchall())
