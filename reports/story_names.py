"""Seats and names together, rules with their texts, findings in words: what every part of a told hand shares."""

import re
from collections.abc import Iterable

from ingest.records import Hand
from replay.cards import JOKER, RANK_OF
from replay.findings import CODES
from replay.results import Finding, Value
from replay.rulebook import RULES
from reports.card_text import named_card
from reports.story_parts import FindingTold, RuleTold
from reports.text import counted, shown
from reports.values import NOTHING, difference_text, unit_of, value_text

_SEAT = re.compile(r"\b([Ss])eats? ([0-9]+)\b(?: \(([0-9]+)\)|('s)\b)?")
_RULE_ID = re.compile(r"\b[A-Z][0-9]{1,2}\b")
#: Letters of a message that are shown.
_LETTERS = 2_000
_VERBS = {"win": "a win", "lose": "a loss"}
#: Where what is expected is a least or a most.
_BOUNDS = {"amount.minimum": "at least ", "amount.over_half": "at most ", "amount.over_stack": "at most "}
#: Findings whose plain value is a rank or verb of the log, not a card.
_MISSING = frozenset({"turn.missing"})


class Names:
    """The players of one hand by seat; every name is safe to show."""

    def __init__(self, hand: Hand) -> None:
        self.by_seat = {player.seat: shown(player.name or player.player_id) for player in hand.players}

    def seat(self, seat: int | None) -> str:
        """``seat 2 (Anna)``; ``seat 9`` where nobody sits."""
        if seat is None:
            return "nobody"
        return f"seat {seat} ({self.by_seat[seat]})" if seat in self.by_seat else f"seat {seat}"

    def first(self, seat: int | None) -> str:
        """The same at the beginning of a sentence."""
        words = self.seat(seat)
        return words[0].upper() + words[1:]

    def seats(self, seats: Iterable[int]) -> str:
        """Several seats: ``seat 1 (Anna) and seat 2 (Boris)``."""
        words = [self.seat(seat) for seat in seats]
        return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

    def told(self, message: str) -> str:
        """A sentence of the engine with a name behind each seat."""
        return _SEAT.sub(self._named, shown(message, _LETTERS).replace("circle T ", "circle 10 "))

    def _named(self, match: re.Match[str]) -> str:
        seat = int(match[2]) if len(match[2]) < 17 else 0
        if seat not in self.by_seat:
            return match[0]
        behind = f", {counted(int(match[3]), 'chip')}" if match[3] else match[4] or ""
        return f"{match[1]}eat {seat} ({self.by_seat[seat]}){behind}"


def rule_told(rule_id: str | None) -> RuleTold | None:
    """A rule with its text; None for no rule."""
    rule = RULES.get(rule_id or "")
    return None if rule is None else RuleTold(rule.id, rule.text)


def rules_in(texts: Iterable[str]) -> tuple[RuleTold, ...]:
    """The rules that sentences name, in the order in which they are first named."""
    ids = dict.fromkeys(rule_id for text in texts for rule_id in _RULE_ID.findall(text) if rule_id in RULES)
    return tuple(RuleTold(rule_id, RULES[rule_id].text) for rule_id in ids)


def finding_told(finding: Finding, names: Names) -> FindingTold:
    """A finding of this hand in words."""
    unit = unit_of(finding.code, finding.seat, finding.actual, finding.rule)
    if finding.code == "closing.table" and finding.message.startswith("The next deal"):
        unit = "seat"
    bound = _BOUNDS.get(finding.code, "")

    def who(owner: str) -> str:
        return names.seat(int(owner)) if owner.isdecimal() and len(owner) < 17 else shown(owner)

    def words(value: Value) -> str:
        if isinstance(value, str):
            return named_card(value) if value in RANK_OF or value == JOKER else _VERBS.get(value, shown(value))
        return value_text(finding.code, unit, value, who)

    missing = finding.code in _MISSING
    return FindingTold(
        code=finding.code,
        meaning=CODES.get(finding.code, finding.code),
        severity=finding.severity,
        message=names.told(finding.message),
        rule=rule_told(finding.rule),
        action_no=finding.action_no,
        seat=finding.seat,
        expected="a line of the log" if missing else bound + words(finding.expected),
        logged="nothing" if missing else words(finding.actual),
        difference=difference_text(unit, finding.expected, finding.actual, who) or NOTHING,
        expected_value=finding.expected,
        logged_value=finding.actual,
    )
