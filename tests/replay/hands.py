"""Hands for tests of the engine, in the notation of `tests/gallery/notation.py`, and what must be found in them.

A line that ends with ``# *`` is the one that a finding points at; ``# **`` marks a second one, and so on. Every hand
goes through the decoder first, so that no test asks for what a log could not say.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ingest.decode import decode_line
from ingest.records import Hand, TableState
from replay.cards import POK_LOWEST, RANKS, SUITS
from replay.results import HandResult, Value
from tests.both_ways import replay_hand
from tests.gallery.notation import records

#: code, rule, the mark of the line (None: the whole hand), seat, expected, actual
Found = tuple[str, str, str | None, int | None, Value, Value]
MARK = re.compile(r"#\s*(\*+)\s*$")


def replay(text: str, config: Mapping[str, Any] | None = None) -> HandResult:
    """The result of the last hand of a sitting; each hand finds what the one before it left (F4). `config` are house
    rules by game that the notation cannot say."""
    rules: Mapping[str, Any] = config or {}
    tables: dict[str, TableState] = {}
    result: HandResult | None = None
    for record in records(text, "s"):
        taken = decode_line(json.dumps(record).encode())
        if record["record"] == "session":
            rules = record.get("rules", {})
        if record["record"] != "hand":
            continue
        assert isinstance(taken, Hand), taken
        result = replay_hand(taken, rules.get(taken.game), tables.get(taken.game))
        tables[taken.game] = result.table_after
    assert result is not None
    return result


def expect(
    text: str,
    *findings: Found,
    corrections: Mapping[int, int] | None = None,
    unproved: Sequence[str] = (),
    config: Mapping[str, Any] | None = None,
) -> HandResult:
    """The last hand gives exactly these findings, corrections by seat and reasons (a part of each) for `incomplete`."""
    result = replay(text, config)
    marks = _marks(text)
    got = [(f.code, f.rule, f.action_no, f.seat, f.expected, f.actual) for f in result.findings]
    wanted = [(code, rule, None if mark is None else marks[mark], *rest) for code, rule, mark, *rest in findings]
    assert got == wanted, [f.message for f in result.findings]
    assert {c.seat: c.amount for c in result.corrections} == dict(corrections or {})
    assert len(result.incomplete_because) == len(unproved), result.incomplete_because
    for reason, part in zip(result.incomplete_because, unproved, strict=True):
        assert part in reason
    assert result.verdict == ("discrepant" if findings else "incomplete" if unproved else "verified")
    return result


def _marks(text: str) -> dict[str, int]:
    """The number of the action of each marked line, in the hand where it stands."""
    lines = text.splitlines()
    found: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        mark = MARK.search(line)
        if mark:
            found[mark[1]] = len(records("\n".join(lines[:number]), "s")[-1]["actions"])
    return found


def pack(*first: str, lowest: str = "2") -> str:
    """A whole pack without jokers, from the lowest rank up, that begins with these cards: a line `deck …`."""
    every = [rank + suit for rank in RANKS[RANKS.index(lowest) :] for suit in SUITS]
    return " ".join(["deck", *first, *(card for card in every if card not in first)])


def pok_pack(players: int, *first: str) -> str:
    """The pack of pok for so many players (K1): a line `deck …`."""
    return pack(*first, lowest=POK_LOWEST[players])
