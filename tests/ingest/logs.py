"""Small logs for the tests of ingest: one well-formed record of each kind, and lines made of them."""

import copy
import json
from pathlib import Path
from typing import Any

import duckdb

Fields = dict[str, Any]
DEAL = ["Ts", "Th", "Xx", "4d", "??"]

SESSION: Fields = {
    "record": "session", "format": "handproof/1", "session_id": "s1", "table": "Red",
    "started_at": "2026-11-01T20:00:00+03:00", "currency": "EUR", "chip_value": "0.25", "game": "poker",
    "rules": {"poker": {"ante": 2}, "pok": {"circle": {"K": 3}}},
}  # fmt: skip
POKER: Fields = {
    "record": "hand", "format": "handproof/1", "hand_id": "h1", "session_id": "s1", "hand_no": 1, "game": "poker",
    "dealer_seat": 1, "started_at": "2026-11-01T20:01:00+03:00",
    "players": [
        {"seat": 1, "player_id": "p1", "name": "Борис", "stack": 10, "end_stack": 11},
        {"seat": 4, "player_id": "p2", "stack": -3},
    ],
    "opening": {"pot": 0}, "closing": {"pot": 0, "next_dealer_seat": 4}, "rules": {"entry": 1}, "deck": ["2c", "Xx"],
    "actions": [
        {"action": "ante", "seat": 1, "amount": 1}, {"action": "ante", "seat": 4, "amount": 1},
        {"action": "deal", "seat": 4, "cards": DEAL, "at": "2026-11-01T20:01:05Z"},
        {"action": "decline", "seat": 4}, {"action": "enter", "seat": 1, "amount": 1},
        {"action": "draw", "seat": 1, "discards": [], "cards": []},
        {"action": "win", "seat": 1, "amount": 3, "pool": "side1"},
    ],
}  # fmt: skip
STITCH: Fields = {
    "record": "hand", "format": "handproof/1", "hand_id": "h2", "session_id": "s1", "hand_no": 2, "game": "stitch",
    "dealer_seat": 4, "players": [{"seat": 4, "player_id": "p2"}, {"seat": 1, "player_id": "p1"}],
    "opening": {"bank": 0, "bank_start": 0}, "closing": {"bank": 4, "bank_start": 6, "stitch_round": False},
    "actions": [
        {"action": "lot", "seat": 4, "cards": ["As"]}, {"action": "bank", "seat": 4, "amount": 6},
        {"action": "stake", "seat": 1, "amount": 1}, {"action": "burn", "cards": ["2c"], "seat": 1},
        {"action": "turn", "cards": ["3c"]}, {"action": "win", "seat": 1, "amount": 2}, {"action": "stitch"},
        {"action": "lose", "seat": 1, "amount": 1}, {"action": "collect", "seat": 4, "amount": 0},
        {"action": "pass_bank", "to_seat": 1},
    ],
}  # fmt: skip
POK: Fields = {
    "record": "hand", "format": "handproof/1", "hand_id": "h3", "session_id": "s1", "hand_no": 3, "game": "pok",
    "dealer_seat": 1, "players": [{"seat": 1, "player_id": "p1"}, {"seat": 2, "player_id": "p2"}],
    "opening": {"pools": {"A": 4, "pok": 0, "sequence": 2, "T": 1}},
    "actions": [
        {"action": "ante", "seat": 1, "amount": 1}, {"action": "ante", "seat": 2, "amount": 1, "pool": "K"},
        {"action": "trump", "cards": ["Kd"], "seat": 1}, {"action": "take", "seat": 1, "pool": "K", "amount": 2},
        {"action": "bidding", "pool": "pok"}, {"action": "pass", "seat": 2}, {"action": "open", "seat": 1, "amount": 0},
        {"action": "play", "seat": 1, "cards": ["Qd"]}, {"action": "pay", "seat": 1, "to_seat": 2, "amount": 1},
        {"action": "note", "_text": "tea", "seat": 1},
    ],
}  # fmt: skip
CASH: Fields = {
    "record": "cash", "format": "handproof/1", "session_id": "s1", "player_id": "p1", "amount": -5,
    "at": "2026-11-01T21:00:00Z", "after_hand_no": 1, "note": "miscounted",
}  # fmt: skip
CLOSE: Fields = {
    "record": "close", "format": "handproof/1", "session_id": "s1", "at": "2026-11-02T01:00:00Z",
    "stacks": [{"player_id": "p1", "stack": -2}, {"player_id": "p2", "stack": 4}],
    "shares": [{"player_id": "p1", "amount": 1}],
}  # fmt: skip
RECORDS = {"session": SESSION, "poker": POKER, "stitch": STITCH, "pok": POK, "cash": CASH, "close": CLOSE}


def changed(record: Fields, *path: str | int, to: Any = ..., **fields: Any) -> Fields:
    """A copy of a record with the field at `path` set `to` a value (left out: taken away), and `fields` set."""
    record = {**copy.deepcopy(record), **fields}
    if path:
        *way, last = path
        holder: Any = record
        for step in way:
            holder = holder[step]
        if to is ...:
            del holder[last]
        elif isinstance(holder, list) and last == len(holder):
            holder.append(to)
        else:
            holder[last] = to
    return record


def line(record: Fields, **fields: Any) -> bytes:
    """A record as a line, without its line end, as compact as table software writes it."""
    return json.dumps({**record, **fields}, ensure_ascii=False, separators=(",", ":")).encode()


def hand(number: int, session: str = "s1", **fields: Any) -> bytes:
    """A poker hand of a session as a line; its id is made of session and number."""
    return line(POKER, hand_id=f"{session}-{number}", session_id=session, hand_no=number, **fields)


def cash(amount: int, session: str = "s1") -> bytes:
    """A cash record as a line, without after_hand_no."""
    return line(changed(CASH, "after_hand_no"), amount=amount, session_id=session)


def write(path: Path, *lines: bytes) -> str:
    """A log of these lines, each with its line end; its path as text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(one + b"\n" for one in lines))
    return str(path)


def column(connection: duckdb.DuckDBPyConnection, query: str, *values: Any) -> list[Any]:
    """The first column of a query."""
    return [row[0] for row in connection.execute(query, list(values)).fetchall()]


#: Tables whose rows must not depend on how often and under which names the same logs are read.
CONTENT = (
    "sessions", "hands", "hand_players", "actions", "cash", "closes", "close_stacks", "close_shares", "rejects",
    "conflicts",
)  # fmt: skip


def emptied(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The store without a row in any table but store_info; to make one anew takes longer."""
    for table in (*CONTENT, "sources"):
        connection.execute(f"DELETE FROM {table}")
    return connection


def content(connection: duckdb.DuckDBPyConnection, *, without: str = "source_id") -> dict[str, list[Any]]:
    """All rows of the store but the sources, sorted; to compare two stores."""
    found = {}
    for table in CONTENT:
        names = column(connection, "SELECT column_name FROM duckdb_columns() WHERE table_name = ?", table)
        kept = ", ".join(f'"{name}"' for name in names if name not in without.split())
        found[table] = sorted(map(repr, connection.execute(f"SELECT {kept} FROM {table}").fetchall()))
    return found
