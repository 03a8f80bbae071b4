"""The rows that pages show, put together from the frames of the night and from the store."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Context, Decimal
from itertools import groupby
from typing import Any, NamedTuple

import duckdb

from reports.frames import number_of
from reports.night import Night
from reports.text import shown

Row = dict[str, Any]
#: Rejects and conflicts named on the index; `handproof rejects` has them all.
LINES_NAMED = 500
_DECIMALS = Context(prec=80)
_NOTHING = {"hands": 0, "net": 0, "bought": 0, "cashed_out": 0, "stack": 0, "share": 0, "owed": 0}
_OF_CHIPS = ("bought", "cashed_out", "stack", "share", "owed")


def session_players(results: Iterator[Row], chips: Iterator[Row], owed: Iterator[Row]) -> list[Row]:
    """One row a player of a session: hands, net over its games, chips bought and back, corrections; sorted by id."""
    players: dict[str, Row] = {}

    def of(row: Row) -> Row:
        return players.setdefault(row["player_id"], {"player_id": row["player_id"], **_NOTHING})

    for row in results:
        player = of(row)
        player["hands"] += row["hands"]
        player["net"] += row["net"]
    for rows in (chips, owed):
        _add_chips(rows, of)
    return [players[player_id] for player_id in sorted(players)]


def player_sessions(
    results: Iterator[Row], chips: Iterator[Row], owed: Iterator[Row], order: Mapping[str, int]
) -> list[Row]:
    """One row a session of a player, in the order they began: hands, nets by game, result, chips, corrections."""
    sessions: dict[str, Row] = {}

    def of(row: Row) -> Row:
        return sessions.setdefault(row["session_id"], {"session_id": row["session_id"], "nets": {}, **_NOTHING})

    for row in results:
        session = of(row)
        session["hands"] += row["hands"]
        session["net"] += row["net"]
        session["nets"][row["game"]] = row["net"]
    for rows in (chips, owed):
        _add_chips(rows, of)
    return sorted(sessions.values(), key=lambda row: order[row["session_id"]])


def _add_chips(rows: Iterable[Row], of: Callable[[Row], Row]) -> None:
    for row in rows:
        of(row).update({key: row[key] for key in _OF_CHIPS if key in row})


def games_by_session(night: Night) -> dict[str, list[str]]:
    """The games of each session, sorted."""
    played = night.ledger.results.select("session_id", "game").unique().sort("session_id", "game").iter_rows()
    return {session_id: [game for _, game in pairs] for session_id, pairs in groupby(played, key=lambda pair: pair[0])}


class Money(NamedTuple):
    """What one chip is worth; only for printing."""

    chip_value: Decimal
    currency: str

    def text(self, chips: int) -> str:
        """The worth of so many chips: ``22.50 EUR``."""
        return f"{self.amount(chips)} {self.currency}".strip()

    def amount(self, chips: int) -> str:
        """The same without the currency: ``22.50``."""
        return f"{_DECIMALS.multiply(Decimal(chips), self.chip_value):f}"


def money_by_session(connection: duckdb.DuckDBPyConnection) -> dict[str, Money]:
    """What a chip is worth in each session that says so."""
    rows = connection.execute(
        "SELECT session_id, chip_value, coalesce(currency, '') FROM sessions "
        r"WHERE regexp_full_match(chip_value, '[0-9]{1,15}(\.[0-9]{1,15})?') ORDER BY session_id"
    ).fetchall()
    return {
        session_id: Money(Decimal(value), shown(currency, 12) if currency else "")
        for session_id, value, currency in rows
    }


def lines_not_taken(connection: duckdb.DuckDBPyConnection) -> Row:
    """Rejected lines and conflicts with source, line and reason, at most `LINES_NAMED` of each, and how many in all."""
    lines: Row = {}
    for table, columns in (("rejects", "r.code, r.message"), ("conflicts", "r.kind, r.message, r.id, r.session_id")):
        lines[table] = connection.execute(
            f"SELECT s.path, r.line_no, {columns} FROM {table} r JOIN sources s ON s.source_id = r.source_id "
            "ORDER BY s.path, r.line_no, r.line_key LIMIT ?",
            [LINES_NAMED],
        ).fetchall()
        lines[f"{table}_in_all"] = number_of(connection, f"SELECT count(*) FROM {table}")
    return lines


def checks_told(connection: duckdb.DuckDBPyConnection) -> Row:
    """How many checks of the store passed, and those that did not."""
    passed = number_of(connection, "SELECT count(*) FROM check_results WHERE outcome = 'pass'")
    failed = connection.execute(
        "SELECT suite, check_name, outcome, severity, text, failing_rows FROM check_results "
        "WHERE outcome NOT IN ('pass', 'skipped') ORDER BY suite, check_name"
    ).fetchall()
    return {"passed": passed, "failed": failed}


def gaps_by_session(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """How many gaps in the hand numbers each session has (F2)."""
    query = "SELECT session_id, count(*) FROM report_found WHERE code = 'continuity.gap' GROUP BY session_id"
    return dict(connection.execute(query).fetchall())
