"""The hands with known answers of the founders' cases, where that folder is there."""

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.records import Hand, TableState, decode_taken_hand
from tests.both_ways import replay_hand

CASES = Path(__file__).parents[3] / "shared" / "cases"
ASKED = ("code", "severity", "rule", "seat", "action_no", "expected", "actual")
BY_CHECKS = ("continuity.", "session.")

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"the founders' cases are not at {CASES}")


def cases() -> list[Any]:
    if not CASES.is_dir():
        return []
    lines = (CASES / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["name"]) for case in map(json.loads, lines)]


def hands_of(session_id: str) -> list[Hand]:
    lines = (CASES / "cases.jsonl").read_bytes().splitlines()
    records = [(json.loads(line), line) for line in lines]
    return [
        decode_taken_hand(line)
        for record, line in records
        if record["record"] == "hand" and record["session_id"] == session_id
    ]


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any]) -> None:
    """Every case gives its findings, its corrections and its hand verdicts (continuity and balance: tests/checks)."""
    before: dict[str, TableState] = {}
    findings, corrections = [], []
    for hand in hands_of(case["session_id"]):
        result = replay_hand(hand, None, before.get(hand.game))
        before[hand.game] = result.table_after
        findings += [(hand.hand_id, finding) for finding in result.findings]
        players = {player.seat: player.player_id for player in hand.players}
        corrections += [(hand.hand_id, c.seat, players[c.seat], c.amount) for c in result.corrections]
        continued = any(
            f["hand_id"] == hand.hand_id and f["code"].startswith(BY_CHECKS) and f["severity"] == "error"
            for f in case["findings"]
        )
        assert result.verdict == ("verified" if continued else case["verdicts"][hand.hand_id]), result
    wanted = [f for f in case["findings"] if not f["code"].startswith(BY_CHECKS)]
    assert len(findings) == len(wanted), findings
    for (hand_id, finding), want in zip(findings, wanted, strict=True):
        assert hand_id == want["hand_id"]
        got = {name: getattr(finding, name) for name in ASKED}
        asked = [name for name in ASKED if want[name] is not None]
        assert {name: got[name] for name in asked} == {name: want[name] for name in asked}
    assert sorted(corrections) == sorted(
        (c["hand_id"], c["seat"], c["player_id"], c["amount"]) for c in case["corrections"]
    )
