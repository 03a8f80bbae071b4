"""Hands that readers with RULEBOOK in hand built to make the engine fail, with what they must give."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ingest.records import Hand, TableState
from tests.both_ways import replay_hand

FOLDER = Path(__file__).parent / "adversarial"
ASKED = ("code", "rule", "seat", "action_no", "expected", "actual")


def attempts() -> list[Any]:
    found = []
    for file in sorted(FOLDER.glob("*.jsonl")):
        if file.stem.endswith("-open"):  # where the rulebook truly does not say: kept to read, not to test
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            attempt = json.loads(line)
            found.append(pytest.param(attempt, id=f"{file.stem}-{attempt['name']}"))
    return found


@pytest.mark.parametrize("attempt", attempts())
def test_attempt(attempt: dict[str, Any]) -> None:
    """The attempt gives exactly its verdicts, findings and corrections; what is null there is not asked."""
    before: dict[str, TableState] = {}
    verdicts, findings, corrections = {}, [], []
    for record in attempt["hands"]:
        hand = msgspec.convert(record, Hand)
        result = replay_hand(hand, None, before.get(hand.game))
        before[hand.game] = result.table_after
        verdicts[hand.hand_id] = result.verdict
        findings += [{"hand_id": hand.hand_id} | {k: getattr(f, k) for k in ASKED} for f in result.findings]
        corrections += [(hand.hand_id, c.seat, c.amount) for c in result.corrections]
    expected = attempt["expected"]
    left = list(findings)
    for want in expected["findings"]:
        asked = {key: value for key, value in want.items() if value is not None}
        match = next((f for f in left if {key: f[key] for key in asked} == asked), None)
        assert match is not None, (want, findings)
        left.remove(match)
    assert not left, left
    assert verdicts == expected["verdicts"]
    assert sorted(corrections) == sorted((c["hand_id"], c["seat"], c["amount"]) for c in expected["corrections"])
