"""Looking up a hand, a session or a player that a person named; where there is none, the nearest names are told."""

from difflib import get_close_matches
from typing import Literal

import duckdb

from ingest.records import decode_taken_hand
from reports.errors import ReportError
from reports.text import shown

Kind = Literal["session", "hand", "player"]
#: So many of the names with the fewest letters to change are compared by likeness.
_COMPARED = 5
#: So many players of one name are told.
_NAMESAKES = 4
#: The tables (or parts of them) and columns that hold ids of a kind. An id that stands in any of them is known.
_PLACES: dict[Kind, tuple[tuple[str, str], ...]] = {
    "session": (
        ("sessions", "session_id"), ("hands", "session_id"), ("cash", "session_id"), ("closes", "session_id"),
        ("conflicts", "session_id"), ("continuity_findings", "session_id"),
    ),
    "hand": (("hands", "hand_id"), ("continuity_findings", "hand_id")),
    "player": (
        ("hand_players", "player_id"), ("cash", "player_id"), ("close_stacks", "player_id"),
        ("close_shares", "player_id"), ("corrections", "player_id"), ("findings", "player_id"),
        ("continuity_findings", "player_id"),
    ),
}  # fmt: skip
#: The command that lists all ids of a kind.
_LISTS: dict[Kind, str] = {"session": "sessions", "hand": "verdicts", "player": "players"}


def refuse_unknown(
    connection: duckdb.DuckDBPyConnection, session: str | None, hand: str | None, player: str | None
) -> None:
    """Raises `ReportError` for an id that the store does not know: it must not look as if there were nothing to say."""
    if session is not None:
        session_of(connection, session)
    if hand is not None and not _is_known(connection, "hand", hand):
        raise no_such_hand(connection, hand)
    if player is not None and not _is_known(connection, "player", player):
        _refuse_unknown_player(connection, player)


def hand_of(connection: duckdb.DuckDBPyConnection, hand_id: str) -> str:
    """The session of a hand. Raises `ReportError` where the store has no such hand."""
    found = connection.execute("SELECT session_id FROM hands WHERE hand_id = $1", [hand_id]).fetchall()
    if not found:
        raise no_such_hand(connection, hand_id)
    return str(found[0][0])


def no_such_hand(connection: duckdb.DuckDBPyConnection, hand_id: str) -> ReportError:
    """What to say where there is no such hand: the nearest ids, or those of the hands with that number."""
    number = int(hand_id) if hand_id.isdecimal() and len(hand_id) < 16 else None
    rows = connection.execute(
        "SELECT hand_id, levenshtein(hand_id, $1) AS steps FROM hands WHERE hand_no = $2 "
        "OR (abs(length(hand_id) - length($1)) <= 3 AND levenshtein(hand_id, $1) <= 3) ORDER BY steps, hand_id LIMIT 3",
        [hand_id[:200], number],
    ).fetchall()
    return _refusal("hand", hand_id, [near for near, _ in rows])


def session_of(connection: duckdb.DuckDBPyConnection, session_id: str) -> str:
    """The session itself. Raises `ReportError` where the store has no such session."""
    if not _is_known(connection, "session", session_id):
        raise _refusal("session", session_id, _nearest(connection, "session", session_id))
    return session_id


def _refuse_unknown_player(connection: duckdb.DuckDBPyConnection, player: str) -> None:
    if player in _players_of_conflicts(connection):
        return
    namesakes = connection.execute(
        f"SELECT DISTINCT player_id FROM hand_players WHERE lower(name) = lower($1) ORDER BY 1 LIMIT {_NAMESAKES}",
        [player],
    ).fetchall()
    if namesakes:
        ids = " or ".join(f"'{shown(player_id)}'" for (player_id,) in namesakes)
        raise ReportError(f"'{shown(player)}' is the name of a player, not his id; give the id: {ids}")
    raise _refusal("player", player, _nearest(connection, "player", player))


def _players_of_conflicts(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """Who plays in hands that came twice with other content; such a hand is kept as its line alone."""
    rows = connection.execute("SELECT raw FROM conflicts WHERE kind = 'hand'").fetchall()
    return {player.player_id for (raw,) in rows for player in decode_taken_hand(raw).players}


def _is_known(connection: duckdb.DuckDBPyConnection, kind: Kind, name: str) -> bool:
    return any(
        connection.execute(f"SELECT 1 FROM {table} WHERE {column} = $1 LIMIT 1", [name]).fetchall()
        for table, column in _places(connection, kind)
    )


def _places(connection: duckdb.DuckDBPyConnection, kind: Kind) -> list[tuple[str, str]]:
    """Where ids of a kind stand in this store, which may not have been replayed or checked yet."""
    tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    return [(table, column) for table, column in _PLACES[kind] if table in tables]


def _nearest(connection: duckdb.DuckDBPyConnection, kind: Kind, name: str) -> list[str]:
    """The id that is most like a name, capitals or not, where one is like it at all."""
    ids = " UNION ".join(f"SELECT {column} AS id FROM {table}" for table, column in _places(connection, kind))
    alike = connection.execute(
        f"SELECT id FROM ({ids}) WHERE id IS NOT NULL "
        f"ORDER BY levenshtein(lower(id[:100]), lower($1)), id LIMIT {_COMPARED}",
        [name[:100]],
    ).fetchall()
    by_letters = {found.lower(): found for (found,) in reversed(alike)}
    return [by_letters[near] for near in get_close_matches(name.lower(), by_letters, 1)]


def _refusal(kind: Kind, name: str, near: list[str]) -> ReportError:
    alike = ", ".join(map(shown, near))
    remedy = f"did you mean {alike}?" if near else f"`handproof {_LISTS[kind]}` lists those it has"
    return ReportError(f"the store has no {kind} '{shown(name)}'; {remedy}")
