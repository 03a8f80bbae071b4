"""What a played hand is: its bids, draws, pots, and the names of the rare things in it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .rules import DrawRules


class Bid(NamedTuple):
    """One action of a betting round by the place of its player from the dealer's left."""

    place: int
    verb: str
    amount: int = 0


@dataclass(slots=True)
class PaidPot:
    """One pot: its chips with the rake, the house's part of it, who played for it and who won it."""

    chips: int
    rake: int
    contenders: tuple[int, ...]
    winners: list[int]


@dataclass(slots=True)
class Played:
    """A hand that was played. Places count from the dealer's left."""

    seed: int
    rules: DrawRules
    pack: list[str]
    dealt: list[list[str]]
    antes: dict[int, int] = field(default_factory=dict)
    blinds: dict[int, int] = field(default_factory=dict)
    rounds: list[list[Bid]] = field(default_factory=lambda: [[], []])
    draws: list[tuple[int, list[str], list[str]]] = field(default_factory=list)
    shown: dict[int, list[str]] = field(default_factory=dict)
    pots: list[PaidPot] = field(default_factory=list)
    #: What nobody called, and whose it was; it is in no pot.
    uncalled: list[tuple[int, int]] = field(default_factory=list)
    #: What PokerKit paid each player in all, and left him with.
    paid: list[int] = field(default_factory=list)
    end_stacks: list[int] = field(default_factory=list)
    #: PokerKit paid the odd chips otherwise than RULEBOOK does.
    odd_differs: bool = False
    shapes: Counter[str] = field(default_factory=Counter)


def shapes_of(played: Played) -> Iterator[str]:
    """What makes this hand worth playing."""
    rules = played.rules
    contested = [pot for pot in played.pots if len(pot.contenders) > 1]
    yield f"limit {rules.limit}"
    yield f"players {rules.players}"
    yield "blinds and antes" if rules.ante and rules.big_blind else "blinds" if rules.big_blind else "antes only"
    yield from _pot_shapes(contested, rules.unit)
    if played.uncalled:
        yield "uncalled"
    if not played.draws:
        yield "over before the draw"
        if not any(bid.verb in ("bet", "call", "raise") for bid in played.rounds[0]) and rules.big_blind:
            yield "walk"
    elif not played.rounds[1]:
        yield "all-in before the draw"
    if any(len(discards) == 5 for _, discards, _ in played.draws):
        yield "draw of five"
    if any(pot.rake for pot in played.pots):
        yield "rake"
    if sum(pot.rake > 0 for pot in played.pots) > 1:
        yield "rake out of several pots"


def _pot_shapes(contested: list[PaidPot], unit: int) -> Iterator[str]:
    if len(contested) > 1:
        yield "side pots"
    if len(contested) > 2:
        yield "two side pots"
    if any(len(pot.winners) > 1 for pot in contested):
        yield f"split, unit {unit}"
    if any((pot.chips - pot.rake) // unit % len(pot.winners) for pot in contested):
        yield "odd chip"
    if any(len(pot.winners) > 2 for pot in contested):
        yield "split among three"
