"""Looking up a hand or a session that a person named; where there is none, the nearest names are told."""

from difflib import get_close_matches

import duckdb

from reports.errors import ReportError
from reports.text import shown

#: So many of the names with the fewest letters to change are compared by likeness.
_COMPARED = 5


def hand_of(connection: duckdb.DuckDBPyConnection, hand_id: str) -> str:
    """The session of a hand. Raises `ReportError` where the store has no such hand."""
    found = connection.execute("SELECT session_id FROM hands WHERE hand_id = $1", [hand_id]).fetchall()
    if not found:
        raise ReportError(_refusal(connection, "hand", "hands", hand_id, "verdicts"))
    return str(found[0][0])


def session_of(connection: duckdb.DuckDBPyConnection, session_id: str) -> str:
    """The session itself. Raises `ReportError` where the store has no such session."""
    if not connection.execute("SELECT 1 FROM sessions WHERE session_id = $1 LIMIT 1", [session_id]).fetchall():
        raise ReportError(_refusal(connection, "session", "sessions", session_id, "sessions"))
    return session_id


def _refusal(connection: duckdb.DuckDBPyConnection, kind: str, table: str, name: str, command: str) -> str:
    alike = connection.execute(
        f"SELECT {kind}_id FROM {table} ORDER BY levenshtein({kind}_id[:100], $1), {kind}_id LIMIT {_COMPARED}",
        [name[:100]],
    ).fetchall()
    near = get_close_matches(name, [found for (found,) in alike], 1)
    remedy = f"did you mean {shown(near[0])}?" if near else f"`handproof {command}` lists those it has"
    return f"the store has no {kind} {shown(name)}; {remedy}"
