"""Poker hands that break one rule each; everything after the fault goes on as played (C4)."""

from typing import ClassVar

from .outcome import Truth
from .poker import PokerHand
from .session import Fault

Wins = list[tuple[int, int, int]]


class FaultyPayment(PokerHand):
    """Pays something else than is due. Only hands with one pot and nothing uncalled are tampered with."""

    def _payments(self, due: Wins) -> Wins:
        if len({number for number, _, _ in due}) != 1 or self.uncalled or not any(chips for _, _, chips in due):
            return due
        wins = self._tampered({seat: chips for _, seat, chips in due})
        return due if wins is None else [(0, seat, chips) for seat, chips in wins.items()]

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        raise NotImplementedError

    def _blame(self, kind: str, due: dict[int, int], paid: dict[int, int], wrong: int) -> None:
        """One finding of the pot: `pot.winner` where a seat was paid that won nothing, else `pot.amount`."""
        strangers = set(paid) - set(due)
        corrections = {seat: due.get(seat, 0) - paid.get(seat, 0) for seat in {**due, **paid}}
        truth = Truth(kind, "pot.winner" if strangers else "pot.amount", wrong)
        truth.corrections = {seat: chips for seat, chips in corrections.items() if chips}
        if strangers:
            truth.verb = "win"
            truth.expected = {str(seat): chips for seat, chips in due.items() if chips}
            truth.actual = {str(seat): chips for seat, chips in paid.items() if chips}
        else:
            truth.expected, truth.actual = due[wrong], paid.get(wrong, 0)
        self.out.truths.append(truth)


class FlushByRank(FaultyPayment):
    """Two suits meet, and the higher cards are paid instead of the higher suit (P23)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        flushes = {seat: key for seat, key in self.showdown_keys.items() if key[0] == 7}
        if len(due) != 1 or len(flushes) < 2:
            return None
        winner, chips = next(iter(due.items()))
        ranks = {seat: sorted(("23456789TJQKA".find(card[0]) for card in self.cards[seat]), reverse=True)
                 for seat in flushes}  # fmt: skip
        top = max(flushes, key=lambda seat: ranks[seat])
        if top == winner or ranks[top] == ranks[winner]:
            return None
        paid = {top: chips}
        self._blame("flush paid by rank", due, paid, top)
        return paid


class OddChip(FaultyPayment):
    """The odd chip goes to a tied seat farther from the dealer's left (P8)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        seats = list(due)
        if len(seats) < 2 or due[seats[0]] == due[seats[-1]]:
            return None
        paid = {**due, seats[0]: due[seats[0]] - 1, seats[-1]: due[seats[-1]] + 1}
        self._blame("odd chip to the wrong seat", due, paid, seats[0])
        return paid


class EntryShort(PokerHand):
    """One entry is a chip short (P4)."""

    change: ClassVar[int] = -1

    def _enter(self, seat: int, price: int) -> None:
        paid = price + self.change
        left = self.left[seat]
        if self.out.truths or paid < 0 or (left is not None and left < max(paid, price)) or self.rng.random() < 0.5:
            super()._enter(seat, price)
            return
        super()._enter(seat, paid)
        self.out.truths.append(
            Truth("entry short", "amount.entry", seat, self.out.actions[-1], expected=price, actual=paid)
        )


POKER_FAULTS = (
    Fault("flush paid by rank", "pot.winner", "poker", FlushByRank, rules={"flush_same_suit": "split"}),
    Fault("odd chip to the wrong seat", "pot.amount", "poker", OddChip),
    Fault("entry short", "amount.entry", "poker", EntryShort, rules={"entry": 3}),
)
