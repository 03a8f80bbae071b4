"""The logged pack (F1): which card comes next, and how to go on after one that was not the next.

After a wrong card nobody can say what happened at the table: it may have been written down wrong, or taken from
further down, or the cards before it left out. All three stay possible until the next cards tell, so that one fault
is one finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from replay.cards import UNKNOWN, card_words, in_pack_order, missing_from

if TYPE_CHECKING:
    from replay.table import Table


#: Ways in which the pack may lie that are kept. A fault makes up to three of each: beyond this the log is no record of
#: dealing any more, and thousands of ways would be kept for nothing.
MOST_WAYS = 81


class Deck:
    """Reads a logged pack: places for the first deal, then one card after the other."""

    __slots__ = ("_hidden", "_rests", "_whole", "cards", "table", "told")

    def __init__(self, table: Table, cards: list[str], hidden: Counter[str], dealt: int) -> None:
        """`hidden`: the cards of the pack that the log does not name; where it lacks one alone, that stands there."""
        self.table = table
        self._hidden = hidden
        self.cards = [next(iter(hidden)) if card == UNKNOWN and len(hidden) == 1 else card for card in cards]
        self._rests: list[list[str]] = [self.cards[dealt:]]
        #: False once a card was dealt that does not stand at its place: then no place tells an unknown card.
        self._whole = True
        #: What the pack tells of cards that the log has as `??`, by action: a seat's whole hand at its last deal (P3,
        #: S3), else the cards of that action.
        self.told: dict[int, tuple[str, ...]] = {}

    @classmethod
    def of_hand(cls, table: Table, pack: dict[str, int], dealt: int) -> Deck | None:
        """The hand's pack; None where there is none or it is not the pack of the game, which is a finding (F1)."""
        cards = table.hand.deck
        if cards is None:
            return None
        known = Counter(cards)
        del known[UNKNOWN]
        if len(cards) == sum(pack.values()) and all(pack.get(card, 0) >= times for card, times in known.items()):
            return cls(table, cards, Counter(pack) - known, dealt)
        table.flag("cards.deck", "F1", "The logged pack is not the pack of this game; it was not used.")
        return None

    def place(self, action_no: int, seat: int, cards: list[str], places: Sequence[int]) -> list[str]:
        """Cards dealt by place (P3, S3): compare them with the pack, and give them with `??` filled in."""
        due = [self.cards[place] for place in places]
        filled = self._match(cards, due)
        if filled is None:
            self._flag(action_no, seat, cards, due)
            return cards
        if not self._whole:
            return cards
        self._tell(action_no, cards, filled)
        return filled

    def look_at_deal(self, hands: Iterable[tuple[list[str], Sequence[int]]]) -> None:
        """All hands and their places, before `place` fills any of them: a wrong card may have moved the others."""
        self._whole = all(self._match(cards, [self.cards[place] for place in places]) for cards, places in hands)

    def take(self, action_no: int, seat: int | None, cards: list[str]) -> list[str]:
        """The next cards off the pack: compare them, go on behind them, and give them with `??` filled in, where every
        way in which the pack may lie has the same ones there."""
        count = len(cards)
        going_on: list[list[str]] = []
        fillings: dict[tuple[str, ...], list[str]] = {}
        for rest in self._rests:
            match = self._match(cards, rest[:count])
            if match is not None:
                fillings.setdefault(tuple(in_pack_order(match)), match)
                going_on.append(rest[count:])
        if fillings or not count:
            self._rests = going_on or self._rests
            filled = next(iter(fillings.values())) if len(fillings) == 1 else cards
            self._tell(action_no, cards, filled)
            return filled
        self._flag(action_no, seat, cards, self._rests[0][:count])
        self._rests = _different(way for rest in self._rests for way in _ways_on(rest, cards))
        return cards

    def may_have_skipped(self) -> None:
        """A line is missing where a card had to come off: either it did, and was not written down, or it did not."""
        self._rests = _different([*self._rests, *(rest[1:] for rest in self._rests if rest)])

    def _match(self, cards: Sequence[str], due: Sequence[str]) -> list[str] | None:
        """`cards` with their unknown ones filled from `due`, where they can be the same cards; else None."""
        if cards == due:
            return list(cards)
        if len(cards) != len(due):
            return None
        lacking = missing_from(cards, due)
        if len(lacking) > due.count(UNKNOWN) or Counter(lacking) - self._hidden:
            return None
        if UNKNOWN not in cards:
            return list(cards)
        left = in_pack_order(missing_from(due, cards)) + [UNKNOWN] * len(cards)
        known = [card for card in cards if card != UNKNOWN]
        return known + left[: len(cards) - len(known)]

    def _tell(self, action_no: int, cards: Sequence[str], filled: Sequence[str]) -> None:
        if UNKNOWN in cards and filled.count(UNKNOWN) < cards.count(UNKNOWN):
            self.told[action_no] = tuple(filled)

    def _flag(self, action_no: int, seat: int | None, cards: list[str], due: Sequence[str]) -> None:
        wrong = next(iter(missing_from(cards, due)), None)
        right = next(iter(missing_from(due, cards)), None)
        was = card_words(wrong) if wrong else "no card"
        should = card_words(right) if right else "no card"
        why = f"where the {should} was next"
        if right is None and UNKNOWN in due:
            why = "but it stands at another place of it"
        self.table.flag(
            "cards.deck", "F1", f"The {was} came off the pack, {why}.",
            action_no=action_no, seat=seat, expected=right, actual=wrong,
        )  # fmt: skip


def _different(ways: Iterable[list[str]]) -> list[list[str]]:
    """The ways without those that are the same, in their order, and not more than are kept."""
    return [list(way) for way in islice(dict.fromkeys(map(tuple, ways)), MOST_WAYS)]


def _ways_on(rest: list[str], cards: Sequence[str]) -> list[list[str]]:
    """How the pack may lie after cards that were not its next ones: see the page of this module."""
    written_down_wrong = rest[len(cards) :]
    taken_from_below = list(rest)
    last = 0
    for card in cards:
        if card in taken_from_below:
            last = max(last, rest.index(card) + 1)
            taken_from_below.remove(card)
    left_out = rest[last:] if last else written_down_wrong
    return [written_down_wrong, taken_from_below, left_out]
