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
    return _refusal("hand", hand_id, [near for near, _ in rows], "verdicts")


def session_of(connection: duckdb.DuckDBPyConnection, session_id: str) -> str:
    """The session itself. Raises `ReportError` where the store has no such session."""
    if not connection.execute("SELECT 1 FROM sessions WHERE session_id = $1 LIMIT 1", [session_id]).fetchall():
        alike = connection.execute(
            f"SELECT session_id FROM sessions ORDER BY levenshtein(session_id[:100], $1), session_id LIMIT {_COMPARED}",
            [session_id[:100]],
        ).fetchall()
        near = get_close_matches(session_id, [found for (found,) in alike], 1)
        raise _refusal("session", session_id, near, "sessions")
    return session_id


def _refusal(kind: str, name: str, near: list[str], command: str) -> ReportError:
    alike = ", ".join(map(shown, near))
    remedy = f"did you mean {alike}?" if near else f"`handproof {command}` lists those it has"
    return ReportError(f"the store has no {kind} '{shown(name)}'; {remedy}")
