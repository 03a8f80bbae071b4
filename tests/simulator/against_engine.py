"""Runs simulated sessions through the real decoder and engine. The only module here that knows `replay`."""

import json
from collections.abc import Iterator
from typing import Any

from ingest.decode import decode_line
from ingest.records import Hand, TableState
from replay.results import HandResult
from tests.both_ways import replay_hand

from .session import Record


def to_line(record: Record) -> bytes:
    """A record as the line of a log."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def replay_session(records: list[Record]) -> Iterator[tuple[Record, HandResult]]:
    """Each hand with its result, by the session's rules and what the hand before left on its table (F4)."""
    rules: dict[str, dict[str, Any]] = records[0].get("rules", {})
    tables: dict[str, TableState] = {}
    for record in records:
        decoded = decode_line(to_line(record))
        if not isinstance(decoded, Hand):
            if type(decoded).__name__ == "Malformed":
                raise AssertionError(f"a malformed record: {decoded}")
            continue
        result = replay_hand(decoded, rules.get(decoded.game), tables.get(decoded.game))
        tables[decoded.game] = result.table_after
        yield record, result
