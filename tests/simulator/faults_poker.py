"""Poker hands that break one rule each; everything after the fault goes on as played (C4)."""

from collections.abc import Callable
from itertools import pairwise

from .outcome import Act, Truth
from .poker import PokerHand
from .registry import edit, hand_fault, truth

Wins = list[tuple[int, int, int]]
HOUSE = {"ante": 5, "entry": 6, "min_bet": 4, "all_in": "forbid", "rake_bp": 0, "credit": False}
PLAIN = {"all_in": "forbid", "rake_bp": 0}


class WrongSum(PokerHand):
    """One seat puts another ante or entry than the house asks (P2, P4)."""

    step = ""

    def _wrong(self, price: int) -> int:
        raise NotImplementedError

    def _put_ante(self, seat: int, amount: int) -> list[Act]:
        if self.step != "ante" or not self._now(seat, amount):
            return super()._put_ante(seat, amount)
        acts = super()._put_ante(seat, self._wrong(amount))
        self.out.truths.append(truth(seat, acts[0], expected=amount, actual=self._wrong(amount)))
        return acts

    def _enter(self, seat: int, price: int) -> None:
        if self.step != "enter" or not self._now(seat, price):
            super()._enter(seat, price)
            return
        super()._enter(seat, self._wrong(price))
        self.out.truths.append(truth(seat, self.out.actions[-1], expected=price, actual=self._wrong(price)))

    def _now(self, seat: int, price: int) -> bool:
        left = self.left[seat]
        enough = left is None or left >= self._wrong(price)
        return enough and not self.out.truths and self.rng.random() >= 0.5


WRONG_SUMS = {
    "one short": lambda price: price - 1,
    "one over": lambda price: price + 1,
    "double": lambda price: 2 * price,
    "of one chip": lambda price: 1,
    "two over": lambda price: price + 2,
}
for _name, _wrong in WRONG_SUMS.items():
    for _step, _word, _code in (("ante", "ante", "amount.ante"), ("enter", "entry", "amount.entry")):
        hand_fault(f"{_word} {_name}", _code, "poker", **HOUSE)(
            type("WrongSum", (WrongSum,), {"step": _step, "_wrong": staticmethod(_wrong)})
        )


@hand_fault("ante missing", "turn.missing", "poker", **HOUSE)
class AnteMissing(PokerHand):
    """One is dealt in without an ante (P2)."""

    def _put_ante(self, seat: int, amount: int) -> list[Act]:
        if self.out.truths or self.rng.random() < 0.5:
            return super()._put_ante(seat, amount)
        self.out.truths.append(truth(seat))
        return []


class FaultyPayment(PokerHand):
    """Pays something else than is due. Only hands with one pot and nothing uncalled are tampered with."""

    def _payments(self, due: Wins) -> Wins:
        if len({number for number, _, _ in due}) != 1 or self.uncalled or not all(chips for _, _, chips in due):
            return due
        if any(act["action"] == "return" for act in self.out.actions):
            return due
        before = {seat: chips for _, seat, chips in due}
        paid = self._tampered(before)
        if paid is None:
            return due
        self._blame(before, paid)
        return [(0, seat, chips) for seat, chips in paid.items()]

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        raise NotImplementedError

    def _blame(self, due: dict[int, int], paid: dict[int, int]) -> None:
        """One finding of the pot: `pot.winner` where a seat was paid that won nothing, else `pot.amount`."""
        strangers = [seat for seat in paid if seat not in due]
        corrections = {seat: due.get(seat, 0) - paid.get(seat, 0) for seat in {**due, **paid}}
        found = truth(code="pot.winner" if strangers else "pot.amount")
        found.corrections = {seat: chips for seat, chips in corrections.items() if chips}
        if strangers:
            found.seat, found.verb = strangers[0], "win"
            found.expected = {str(seat): chips for seat, chips in due.items()}
            found.actual = {str(seat): chips for seat, chips in paid.items()}
        elif len(due) == 1:
            found.seat = next(iter(due))
            found.expected, found.actual = due[found.seat], paid.get(found.seat, 0)
        self.out.truths.append(found)

    def _met(self) -> list[int]:
        """Who met in the showdown, the best first; [] where there was none."""
        return sorted(self.showdown_keys, key=lambda seat: self.showdown_keys[seat], reverse=True)


@hand_fault("flush paid by rank", "pot.winner", "poker", flush_same_suit="split")
class FlushByRank(FaultyPayment):
    """Two suits meet, and the higher cards are paid instead of the higher suit (P23)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        flushes = [seat for seat, key in self.showdown_keys.items() if key[0] == 7]
        if len(due) != 1 or len(flushes) < 2:
            return None
        winner, chips = next(iter(due.items()))
        if winner not in flushes:
            return None
        ranks = {seat: sorted(("23456789TJQKA".find(card[0]) for card in self.cards[seat]), reverse=True)
                 for seat in flushes}  # fmt: skip
        top = max(flushes, key=lambda seat: ranks[seat])
        return None if top == winner or ranks[top] == ranks[winner] else {top: chips}


@hand_fault("worse hand paid", "pot.winner", "poker", **PLAIN)
class WorsePaid(FaultyPayment):
    """The pot goes to who showed the worse hand (P8)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        losers = [seat for seat in self._met() if seat not in due]
        return {losers[-1]: sum(due.values())} if losers and len(due) == 1 else None


@hand_fault("split with a worse hand", "pot.winner", "poker", **PLAIN)
class SplitWithWorse(FaultyPayment):
    """A single winner has to share with who has the worse hand (P8)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        losers = [seat for seat in self._met() if seat not in due]
        winner, chips = next(iter(due.items()))
        if len(due) != 1 or not losers or chips < 2:
            return None
        return {winner: chips - chips // 2, losers[0]: chips // 2}


@hand_fault("paid to one who gave up", "pot.winner", "poker", **PLAIN)
class GivenUpPaid(FaultyPayment):
    """The pot goes to one who declined or gave up (B7)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        out = [act["seat"] for act in self.out.actions if act["action"] in ("fold", "decline")]
        return {out[-1]: sum(due.values())} if out and len(due) == 1 and not self.showdown_keys else None


@hand_fault("part paid to one who gave up", "pot.winner", "poker", **PLAIN)
class GivenUpShares(FaultyPayment):
    """A chip of the pot goes to one who declined or gave up (B7)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        out = [act["seat"] for act in self.out.actions if act["action"] in ("fold", "decline")]
        winner, chips = next(iter(due.items()))
        return {winner: chips - 1, out[0]: 1} if out and len(due) == 1 and chips > 1 else None


@hand_fault("odd chip to the wrong seat", "pot.amount", "poker")
class OddChip(FaultyPayment):
    """The odd chip goes to a tied seat farther from the dealer's left (P8)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        seats = list(due)
        if len(seats) < 2 or due[seats[0]] == due[seats[-1]]:
            return None
        return {**due, seats[0]: due[seats[0]] - 1, seats[-1]: due[seats[-1]] + 1}

    def _blame(self, due: dict[int, int], paid: dict[int, int]) -> None:
        super()._blame(due, paid)
        found = self.out.truths[-1]
        found.seat = next(iter(due))
        found.expected, found.actual = due[found.seat], paid[found.seat]


@hand_fault("one chip of the pot not paid", "pot.amount", "poker", **PLAIN)
class OneShort(FaultyPayment):
    """A chip of the pot stays on the table (P8, P9)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        winner, chips = next(iter(due.items()))
        return {winner: chips - 1} if len(due) == 1 and chips > 1 else None


@hand_fault("pot not paid at all", "pot.amount", "poker", **PLAIN)
class NotPaid(FaultyPayment):
    """The pot is won and stays on the table (P9). Only unshown: unpaid, two who show would all be due."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        return {} if len(due) == 1 and not self.showdown_keys else None


@hand_fault("half of the pot not paid", "pot.amount", "poker", **PLAIN)
class HalfPaid(FaultyPayment):
    """The winner gets half, the rest stays on the table (P8, P9)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        winner, chips = next(iter(due.items()))
        return {winner: chips // 2} if len(due) == 1 and chips > 3 else None


@hand_fault("uneven split", "pot.amount", "poker", **PLAIN)
class UnevenSplit(FaultyPayment):
    """Two equal hands share unequally (P8)."""

    def _tampered(self, due: dict[int, int]) -> dict[int, int] | None:
        seats = list(due)
        if len(seats) != 2 or due[seats[1]] < 3:
            return None
        return {seats[0]: due[seats[0]] + 2, seats[1]: due[seats[1]] - 2}


class WrongRake(PokerHand):
    """The house takes another part than is due (P11); a wrong rake corrects the winners of the pot."""

    def _rake_taken(self, due: int) -> int:
        taken = self._wrong(due)
        if taken is None or taken == due or taken < 0:
            return due
        self.out.truths.append(Truth("", "pot.rake", expected=due, actual=taken))
        return taken

    def _wrong(self, due: int) -> int | None:
        raise NotImplementedError

    def _payments(self, due: Wins) -> Wins:
        if self.out.truths:
            found = self.out.truths[0]
            right = sum(chips for _, _, chips in due) + found.actual - found.expected
            each, odd = divmod(right, len(due))
            parts = {seat: each + (place < odd) - chips for place, (_, seat, chips) in enumerate(due)}
            found.corrections = {seat: chips for seat, chips in parts.items() if chips}
        return due

    def _rake(self, rake: int) -> None:
        if self.out.truths and rake:
            self.out.actions.append({"action": "rake", "amount": rake})
            self.out.house += rake
            self.out.truths[0].act = self.out.actions[-1]
        elif not self.out.truths:
            super()._rake(rake)


def _rake_fault(name: str, wrong: Callable[[int], int | None], **rules: int) -> None:
    keys = {"rake_bp": 1000, "rake_cap": 0, "all_in": "forbid", "ante": 5, "entry": 5, **rules}
    hand_fault(f"rake {name}", "pot.rake", "poker", last=True, **keys)(
        type("WrongRake", (WrongRake,), {"_wrong": staticmethod(wrong)})
    )


_rake_fault("one over", lambda due: due + 1 if due else None)
_rake_fault("one short", lambda due: due - 1 if due > 1 else None)
_rake_fault("over the cap", lambda due: due + 2 if due == 3 else None, rake_cap=3)
_rake_fault("not taken", lambda due: 0 if due else None)
_rake_fault("where the house takes none", lambda due: 2, rake_bp=0)


def _only(hand: PokerHand, verb: str) -> list[Act]:
    return [act for act in hand.out.actions if act["action"] == verb]


@edit("entry without a line", "turn.missing", "poker", **PLAIN)
def _entry_missing(hand: PokerHand) -> Truth | None:
    """Somebody neither enters nor declines (P4, C8): he has declined. He is not the last to be asked."""
    entering = [act for act in hand.out.actions if act["action"] in ("enter", "decline")]
    for act in entering[:-1]:
        if act["action"] == "decline":
            hand.out.actions.remove(act)
            return truth(act["seat"])
    return None


@edit("draw without a line", "turn.missing", "poker", **PLAIN)
def _draw_missing(hand: PokerHand) -> Truth | None:
    """Somebody who throws nothing has no line at the draw (P6, C8). He is not the last to be asked."""
    for act in _only(hand, "draw")[:-1]:
        if not act["discards"]:
            hand.out.actions.remove(act)
            return truth(act["seat"])
    return None


def _swap_next(hand: PokerHand, verbs: tuple[str, ...]) -> Truth | None:
    steps = [number for number, act in enumerate(hand.out.actions) if act["action"] in verbs]
    for here, there in pairwise(steps):
        if there == here + 1 and hand.out.deck is None:
            acts = hand.out.actions
            acts[here], acts[there] = acts[there], acts[here]
            return truth(acts[here]["seat"], acts[here], expected=acts[there]["seat"], actual=acts[here]["seat"])
    return None


@edit("enters or declines before his turn", "turn.order", "poker", **PLAIN)
def _enter_early(hand: PokerHand) -> Truth | None:
    """Two neighbours at the entry in the wrong order (C8a)."""
    return _swap_next(hand, ("enter", "decline"))


@edit("draws before his turn", "turn.order", "poker", **PLAIN)
def _draw_early(hand: PokerHand) -> Truth | None:
    """Two neighbours at the draw in the wrong order (C8a)."""
    return _swap_next(hand, ("draw",))
