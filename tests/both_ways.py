"""`replay_hand` for the tests of the engine: whatever is asked of one hand is asked of both ways through it.

The short way (`replay.book`) may be taken only where it gives all that the engine gives: verdict, findings,
corrections, movements, tables. Tests that import `replay_hand` from here prove that beside what they are there for.
"""

from collections.abc import Mapping
from typing import Any

from ingest.records import Hand, TableState
from replay import engine
from replay.results import HandResult


def replay_hand(hand: Hand, rules: Mapping[str, Any] | None = None, opening: TableState | None = None) -> HandResult:
    """The result of `replay.engine.replay_hand`, which must be that of judging the hand step by step."""
    result = engine.replay_hand(hand, rules, opening)
    long_way = engine.replay_step_by_step(hand, rules, opening)
    assert result == long_way, f"hand {hand.hand_id}: the short way gives {result}, the engine {long_way}"
    return result
