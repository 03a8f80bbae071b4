"""Rows for the commands that read the store: verdicts, sessions, findings, corrections, rejects, players.

Every reader gives dicts whose keys are the fields of ``--json`` in their order, sorted by key; nothing is computed here
that is not also on the pages. A filter leaves only the rows that have to do with it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import duckdb
import polars as pl

from reports import totals
from reports.errors import ReportError
from reports.found import FINDING_FIELDS, gather_findings
from reports.ledger import order_hands, sum_movements
from reports.night import PLAYER_COLUMNS, owed_by_session, players_frame
from reports.values import plain_value

Row = dict[str, Any]
_FETCH_ROWS = 2_000
VERDICT_FIELDS = ("hand_id", "session_id", "hand_no", "game", "verdict", "incomplete_because")
SESSION_FIELDS = ("session_id", "verdict", "hands", "verified", "discrepant", "incomplete")
CORRECTION_FIELDS = ("hand_id", "seat", "player_id", "amount")
REJECT_FIELDS = ("source", "line_no", "code", "message")
PLAYER_FIELDS = PLAYER_COLUMNS
#: Fields of a player that are counted by whole sessions: chips are not bought or shared for a game or a hand.
OF_WHOLE_SESSIONS = ("shares", "result", "chips_bought", "chips_handed_back")


class Filters(NamedTuple):
    """What the rows must have to do with; None: anything. `code` is a finding's, of rejects a reject's."""

    session: str | None = None
    game: str | None = None
    hand: str | None = None
    player: str | None = None
    code: str | None = None


NO_FILTERS = Filters()
#: Conditions on a hand `v` (with session_id, game, hand_id) by filter; each takes its value once.
_OF_HAND = {
    "session": "v.session_id = ?",
    "game": "v.game = ?",
    "hand": "v.hand_id = ?",
    "player": "v.hand_id IN (SELECT hand_id FROM hand_players WHERE player_id = ?)",
    "code": "v.hand_id IN (SELECT hand_id FROM all_findings WHERE code = ?)",
}
_OF_SESSION = {
    "session": "v.session_id = ?",
    "game": "v.session_id IN (SELECT session_id FROM hands WHERE game = ?)",
    "hand": "v.session_id IN (SELECT session_id FROM hands WHERE hand_id = ?)",
    "player": "v.session_id IN (SELECT session_id FROM (SELECT session_id, player_id FROM hands JOIN hand_players "
    "USING (hand_id) UNION ALL SELECT session_id, player_id FROM cash) WHERE player_id = ?)",
    "code": "v.session_id IN (SELECT session_id FROM all_findings WHERE code = ?)",
}
_OF_FINDING = {
    **{name: _OF_HAND[name] for name in ("session", "game", "hand")},
    "player": "EXISTS (SELECT 1 FROM report_touched t WHERE t.session_id = v.session_id AND t.place = v.place "
    "AND t.player_id = ?)",
    "code": "v.code = ?",
}
_OF_CORRECTION = {**_OF_HAND, "player": "coalesce(p.player_id, c.player_id) = ?"}
_OF_REJECT = {"code": "v.code = ?"}
#: The code under which `read_rejects` gives a record whose id was known with other content.
CONFLICT = "conflict"
_NOT_TAKEN = f"""(SELECT source_id, line_no, code, message, line_key FROM rejects
UNION ALL SELECT source_id, line_no, '{CONFLICT}', message, line_key FROM conflicts)"""


def read_verdicts(connection: duckdb.DuckDBPyConnection, filters: Filters = NO_FILTERS) -> Iterator[Row]:
    """The verdict of every hand after the checks, by session, hand number and hand."""
    where, values = _where("verdicts", filters, _OF_HAND)
    query = (
        f"SELECT {_columns(VERDICT_FIELDS)} FROM final_verdicts v WHERE {where} "
        "ORDER BY v.session_id, v.hand_no, v.hand_id"
    )
    return _rows(connection, query, values, VERDICT_FIELDS)


def read_sessions(connection: duckdb.DuckDBPyConnection, filters: Filters = NO_FILTERS) -> Iterator[Row]:
    """The verdict of every session and how many of its hands have which, by session."""
    where, values = _where("sessions", filters, _OF_SESSION)
    query = f"SELECT {_columns(SESSION_FIELDS)} FROM session_verdicts v WHERE {where} ORDER BY v.session_id"
    return _rows(connection, query, values, SESSION_FIELDS)


def read_findings(connection: duckdb.DuckDBPyConnection, filters: Filters = NO_FILTERS) -> Iterator[Row]:
    """Every finding of replay and checks, by session, hand number, hand, action, code and seat (nothing first).

    `expected` and `actual` are plain values. A player's are those that touch him (as on his page).
    """
    where, values = _where("findings", filters, _OF_FINDING)
    gather_findings(connection)
    return _found(connection, where, values)


def read_gathered_findings(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    """All findings, as `read_findings` gives them, where `gather_findings` has been done already."""
    return _found(connection, "TRUE", [])


def _found(connection: duckdb.DuckDBPyConnection, where: str, values: list[str]) -> Iterator[Row]:
    query = f"SELECT {_columns(FINDING_FIELDS)} FROM report_found v WHERE {where} ORDER BY v.session_id, v.place"
    for row in _rows(connection, query, values, FINDING_FIELDS):
        row["expected"], row["actual"] = plain_value(row["expected"]), plain_value(row["actual"])
        yield row


def read_corrections(connection: duckdb.DuckDBPyConnection, filters: Filters = NO_FILTERS) -> Iterator[Row]:
    """Chips to give to (+) or take from (-) each seat of a hand, by session, hand number, hand and seat."""
    where, values = _where("corrections", filters, _OF_CORRECTION)
    query = (
        "SELECT c.hand_id, c.seat, coalesce(p.player_id, c.player_id), c.amount FROM corrections c "
        "JOIN verdicts v ON v.hand_id = c.hand_id "
        f"LEFT JOIN hand_players p ON p.hand_id = c.hand_id AND p.seat = c.seat WHERE {where} "
        "ORDER BY v.session_id, v.hand_no, v.hand_id, c.seat"
    )
    return _rows(connection, query, values, CORRECTION_FIELDS)


def read_rejects(connection: duckdb.DuckDBPyConnection, filters: Filters = NO_FILTERS) -> Iterator[Row]:
    """Every line that was not taken, by file and line: unreadable, or in conflict (`CONFLICT`) with what was known.

    Lines are looked up by their code alone: one that could not be read belongs to no session, hand or player.
    """
    where, values = _where("rejects", filters, _OF_REJECT)
    query = (
        f"SELECT s.path, v.line_no, v.code, v.message FROM {_NOT_TAKEN} v "
        f"JOIN sources s ON s.source_id = v.source_id WHERE {where} ORDER BY s.path, v.line_no, v.line_key"
    )
    return _rows(connection, query, values, REJECT_FIELDS)


def read_players(connection: duckdb.DuckDBPyConnection, filters: Filters = NO_FILTERS) -> Iterator[Row]:
    """How every player stands, by player id; the fields are those of players.csv.

    A session, game or hand leaves only what he did in it; of a game or hand `OF_WHOLE_SESSIONS` says nothing and is
    None. A player or code leaves whole rows: that player, or those whom such a finding touches.
    """
    hands_only = filters._replace(player=None, code=None)
    where, values = _where("players", hands_only, _OF_HAND)
    hands = order_hands(connection, where, tuple(values))
    gather_findings(connection)
    ledger = sum_movements(connection, hands, lambda _count: None)
    chips = totals.chips_frame(connection, filters.session)
    owed = owed_by_session(totals.corrections_frame(connection))
    touched = _touched(connection, filters)
    players = players_frame(connection, ledger, chips, owed, touched)
    if filters.game is not None or filters.hand is not None:
        nothing = (pl.lit(None, pl.Int64).alias(column) for column in OF_WHOLE_SESSIONS)
        players = players.filter(pl.col("hands") > 0).with_columns(nothing)
    if filters.player is not None:
        players = players.filter(pl.col("player_id") == filters.player)
    if filters.code is not None:
        players = players.join(touched.select("player_id"), on="player_id", how="semi")
    return players.iter_rows(named=True)


#: The readers by the name of their command, with the fields of their rows.
READERS: Mapping[str, tuple[Callable[[duckdb.DuckDBPyConnection, Filters], Iterator[Row]], tuple[str, ...]]] = {
    "verdicts": (read_verdicts, VERDICT_FIELDS),
    "sessions": (read_sessions, SESSION_FIELDS),
    "findings": (read_findings, FINDING_FIELDS),
    "corrections": (read_corrections, CORRECTION_FIELDS),
    "rejects": (read_rejects, REJECT_FIELDS),
    "players": (read_players, PLAYER_FIELDS),
}


def _touched(connection: duckdb.DuckDBPyConnection, filters: Filters) -> pl.DataFrame:
    """How many findings touch each player, of those that the filters leave."""
    where, values = _where("players", filters._replace(player=None), _OF_FINDING)
    return totals.touched_frame(connection, where.replace("v.", "f."), tuple(values))


def _columns(fields: tuple[str, ...]) -> str:
    return ", ".join(f"v.{field}" for field in fields)


def _where(reader: str, filters: Filters, conditions: Mapping[str, str]) -> tuple[str, list[str]]:
    """The condition that the filters make, and its values. Raises ReportError for one that the reader has not."""
    chosen = [(name, value) for name, value in filters._asdict().items() if value is not None]
    for name, _ in chosen:
        if name not in conditions:
            raise ReportError(
                f"{reader} cannot be looked up by --{name}: a line that could not be read belongs to no {name}; "
                f"it can by {', '.join(f'--{known}' for known in conditions)}"
            )
    return " AND ".join(conditions[name] for name, _ in chosen) or "TRUE", [value for _, value in chosen]


def _rows(
    connection: duckdb.DuckDBPyConnection, query: str, values: list[str], fields: tuple[str, ...]
) -> Iterator[Row]:
    result = connection.execute(query, values)
    while batch := result.fetchmany(_FETCH_ROWS):
        for row in batch:
            yield dict(zip(fields, row, strict=True))
