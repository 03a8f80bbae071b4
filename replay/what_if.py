"""A hand under other house rules than those it was played by: the same engine, with some keys put over all others."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ingest.house_rules import RulesByGame
from ingest.records import Hand, TableState
from replay.engine import replay_step_by_step
from replay.results import HandResult


def replay_under(
    hand: Hand, rules: Mapping[str, Any] | None = None, opening: TableState | None = None, *, changed: RulesByGame
) -> HandResult:
    """The hand as if it had itself named the keys `changed` of its game, which so override all others."""
    keys = changed.get(hand.game)
    return replay_step_by_step(replace(hand, rules={**(hand.rules or {}), **keys}) if keys else hand, rules, opening)
