"""A batch of lines against the store: which are stored, which are repeated, which conflict; nothing is replaced.

The first record of an id stands. The same content again (the decoded record, not its bytes) is a copy. Other content is
a conflict and is kept; the same conflicting content again is a copy too. Cash, close and rejects have no id: they are
copies where the same line of the same file comes again, cash and close also where another line of it was mended since.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import duckdb
from msgspec.structs import asdict

from ingest.config import MEBIBYTE, Limits
from ingest.decode import decode_line
from ingest.frames import Place, Rows, handed_over, session_row, texts
from ingest.inputs import STDIN
from ingest.reasons import Malformed, shown
from ingest.records import Action, Close, Hand, Record, Session, decode_taken_hand
from ingest.sources import Source

Outcome = Literal["stored", "repeated", "conflicting", "rejected"]
#: What was stored once is read again whatever the limits are now.
_ANY_LENGTH = Limits(line_bytes=64 * MEBIBYTE, actions=1_000_000, players=10_000)


class Entry(NamedTuple):
    """One line that is not blank: its record, or why it is rejected."""

    source: Source
    place: Place
    content: Record | Malformed


class _First(NamedTuple):
    """The record of an id that stands, and where: in the store (`raw`) or earlier in this batch (`record`)."""

    digest: str
    where: str
    raw: str | None
    record: Hand | Session | None


class _Ids:
    """The ids of one kind in a batch: which record of each stands, and which others are kept as conflicts."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, kind: Literal["hand", "session"], ids: set[str]) -> None:
        self._kind = kind
        self.first: dict[str, _First] = {}
        self._others: dict[str, list[Hand | Session | Malformed]] = {}
        if not ids:
            return
        with handed_over(connection, texts("id", sorted(ids))) as batch:
            table, key, digest, only = (
                ("hands", "hand_id", "line_sha256", "true")
                if kind == "hand"
                else ("sessions", "session_id", "''", "opened")
            )
            rows = connection.execute(
                f"SELECT id, {digest}, path || ', line ' || line_no, raw FROM {batch} JOIN {table} ON {key} = id"
                f" JOIN sources USING (source_id) WHERE {only}"
            ).fetchall()
            self.first = {row[0]: _First(row[1], row[2], row[3], None) for row in rows}
            kept = connection.execute(
                f"SELECT id, raw FROM {batch} JOIN conflicts USING (id) WHERE kind = ?", [kind]
            ).fetchall()
        for known_id, raw in kept:
            self._others.setdefault(known_id, []).append(self._decoded(raw))

    def settle(self, record_id: str, record: Hand | Session, entry: Entry) -> tuple[Outcome, str]:
        """What becomes of a record, and for a conflict the sentence that says why."""
        first = self.first.get(record_id)
        line = entry.place.line
        digest = line.digest.hex()
        if first is None:
            self.first[record_id] = _First(digest, f"{entry.source.path}, line {line.line_no}", None, record)
            return "stored", ""
        if first.digest == digest:
            return "repeated", ""
        standing = first.record or self._decoded(first.raw or "")
        others = self._others.setdefault(record_id, [])
        if record == standing or record in others:
            return "repeated", ""
        others.append(record)
        return "conflicting", (
            f"{self._kind} {shown(record_id)} was read before ({first.where}) with other content; the first one "
            f"stands, this one is kept beside it; it differs in {_differences(standing, record)}"
        )

    def _decoded(self, raw: str | bytes) -> Hand | Session | Malformed:
        if self._kind == "hand":
            return decode_taken_hand(raw)
        decoded = decode_line(raw.encode() if isinstance(raw, str) else raw, _ANY_LENGTH)
        assert isinstance(decoded, Session | Malformed)
        return decoded


def _differences(standing: Hand | Session | Malformed, other: Hand | Session) -> str:
    if isinstance(standing, Malformed):
        return "form"
    ours, theirs = asdict(standing), asdict(other)
    names = [name for name in ours if ours[name] != theirs.get(name)]
    return ", ".join(
        f"actions (from action {_first_difference(ours[name], theirs[name])} on)" if name == "actions" else name
        for name in names
    )


def _first_difference(ours: list[Action], theirs: list[Action]) -> int:
    pairs = enumerate(zip(ours, theirs, strict=False), start=1)
    return next((number for number, (one, other) in pairs if one != other), min(len(ours), len(theirs)) + 1)


class _Keys:
    """Line keys of a table of records without ids, and where in files of the same path such records stand."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, table: str, entries: Sequence[Entry]) -> None:
        self._known: set[str] = set()
        self._placed: set[tuple[str, int, str]] = set()
        wanted = sorted({entry.place.line_key for entry in entries})
        if wanted:
            with handed_over(connection, texts("line_key", wanted)) as batch:
                rows = connection.execute(f"SELECT line_key FROM {batch} JOIN {table} USING (line_key)").fetchall()
            self._known = {key for (key,) in rows}
        fresh = [entry for entry in entries if entry.place.line_key not in self._known]
        if fresh and table != "rejects":
            self._find_places(connection, table, fresh)

    def _find_places(self, connection: duckdb.DuckDBPyConnection, table: str, entries: Sequence[Entry]) -> None:
        numbers = [entry.place.line.line_no for entry in entries]
        paths = {entry.source.path for entry in entries if entry.source.path != STDIN}
        with handed_over(connection, texts("path", sorted(paths))) as batch:
            rows = connection.execute(
                f"SELECT path, line_no, sha256(raw) FROM {batch} JOIN sources USING (path)"
                f" JOIN {table} USING (source_id) WHERE line_no BETWEEN ? AND ?",
                [min(numbers), max(numbers)],
            ).fetchall()
        self._placed = set(rows)

    def settle(self, entry: Entry, new: Outcome) -> Outcome:
        """`new` for a line that comes for the first time.

        Who mends a line and reads the file again has in it the other lines as they were: they are no new cash.
        """
        place = entry.place
        if place.line_key in self._known:
            return "repeated"
        self._known.add(place.line_key)
        here = (entry.source.path, place.line.line_no, place.line.digest.hex())
        return "repeated" if here in self._placed else new


def settle(connection: duckdb.DuckDBPyConnection, entries: list[Entry]) -> tuple[Rows, list[Outcome]]:
    """What becomes of each entry, and the rows to be stored. Opens sessions in the store, but inserts nothing else."""
    rows = Rows()
    hand_ids = {e.content.hand_id for e in entries if isinstance(e.content, Hand)}
    session_ids = {e.content.session_id for e in entries if not isinstance(e.content, Malformed)}
    hands = _Ids(connection, "hand", hand_ids)
    sessions = _Ids(connection, "session", {e.content.session_id for e in entries if isinstance(e.content, Session)})
    unkeyed = [e for e in entries if not isinstance(e.content, Hand | Session)]
    keys = {
        table: _Keys(connection, table, [e for e in unkeyed if _table(e.content) == table])
        for table in ("cash", "closes", "rejects")
    }
    opened: dict[str, tuple[Session, Place]] = {}
    outcomes: list[Outcome] = []
    for entry in entries:
        place, content, message = entry.place, entry.content, ""
        if isinstance(content, Hand):
            outcome, message = hands.settle(content.hand_id, content, entry)
        elif isinstance(content, Session):
            outcome, message = sessions.settle(content.session_id, content, entry)
            if outcome == "stored":
                opened[content.session_id] = (content, place)
        else:
            new: Outcome = "rejected" if isinstance(content, Malformed) else "stored"
            outcome = keys[_table(content)].settle(entry, new)
        outcomes.append(outcome)
        _add(rows, content, place, outcome, message)
    _open_sessions(connection, rows, session_ids, opened)
    return rows, outcomes


def _table(content: Record | Malformed) -> str:
    if isinstance(content, Malformed):
        return "rejects"
    return "closes" if isinstance(content, Close) else "cash"


def _add(rows: Rows, content: Record | Malformed, place: Place, outcome: Outcome, message: str) -> None:
    if isinstance(content, Malformed):
        if outcome == "rejected":
            rows.add_reject(content, place)
    elif outcome == "stored":
        rows.add_record(content, place)
    elif outcome == "conflicting":
        assert isinstance(content, Hand | Session), "only what has an id can conflict"
        kind, record_id = ("hand", content.hand_id) if isinstance(content, Hand) else ("session", content.session_id)
        row = (place.line_key, kind, record_id, content.session_id, *place.columns(), message, place.line.raw)
        rows.add("conflicts", row)


def _open_sessions(
    connection: duckdb.DuckDBPyConnection, rows: Rows, named: set[str], opened: dict[str, tuple[Session, Place]]
) -> None:
    """Give every session that is named a row; one that hands or cash named before its own record gets it now."""
    if not named:
        return
    with handed_over(connection, texts("session_id", sorted(named))) as batch:
        known = {
            session_id
            for (session_id,) in connection.execute(
                f"SELECT session_id FROM {batch} JOIN sessions USING (session_id)"
            ).fetchall()
        }
    late = sorted(known & opened.keys())
    if late:
        with handed_over(connection, texts("session_id", late)) as batch:
            connection.execute(f"DELETE FROM sessions WHERE session_id IN (SELECT session_id FROM {batch})")
    for session_id in sorted((named - known) | opened.keys()):
        rows.add("sessions", session_row(session_id, *opened.get(session_id, (None, None))))
