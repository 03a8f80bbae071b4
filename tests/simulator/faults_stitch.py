"""Stitch rounds that break one rule each; everything after the fault goes on as played (C4)."""

from collections.abc import Callable
from itertools import pairwise

from .outcome import Truth
from .registry import edit, hand_fault, truth
from .stitch import StitchRound, least_bank

Outcomes = Callable[[list[str], str, bool], bool]


class WrongResult(StitchRound):
    """A win is settled as a loss or a loss as a win, once (S6)."""

    def _fits(self, hand: list[str], turned: str, won: bool) -> bool:
        raise NotImplementedError

    def _settle(self, seat: int, stake: int, turned: str, won: bool, hand: list[str]) -> None:
        if self.out.truths or not self._fits(hand, turned, won):
            super()._settle(seat, stake, turned, won, hand)
            return
        self._show(seat, hand, turned, won)
        (self._lose if won else self._win)(seat, stake if won else 2 * stake)
        words = ("win", "lose") if won else ("lose", "win")
        self.out.truths.append(
            truth(seat, self.out.actions[-1], expected=words[0], actual=words[1],
                  corrections={seat: 3 * stake if won else -3 * stake})
        )  # fmt: skip


def _suit_in(hand: list[str], turned: str) -> bool:
    return any(card[1] == turned[1] for card in hand)


WRONG_RESULTS: dict[str, Outcomes] = {
    "paid for another suit": lambda hand, turned, won: not won and not _suit_in(hand, turned),
    "paid for a lower card": lambda hand, turned, won: not won and turned[0] != "A" and _suit_in(hand, turned),
    "paid against an ace": lambda hand, turned, won: not won and turned[0] == "A",
    "won and not paid but taken": lambda hand, turned, won: won,
    "won with the ace and taken": lambda hand, turned, won: won and "A" + turned[1] in hand,
}
for _kind, _fit in WRONG_RESULTS.items():
    hand_fault(_kind, "bank.result", "stitch")(type("WrongResult", (WrongResult,), {"_fits": staticmethod(_fit)}))


class WrongPayout(StitchRound):
    """The right result with another sum, once (S7, S8)."""

    verb = "win"

    def _wrong(self, chips: int) -> int:
        raise NotImplementedError

    def _pay_wrongly(self, seat: int, chips: int, sign: int) -> None:
        paid = self._wrong(chips)
        if paid:
            legal = super()._win if sign > 0 else super()._lose
            legal(seat, paid)
        self.out.truths.append(
            truth(seat, self.out.actions[-1] if paid else None, expected=chips, actual=paid,
                  corrections={seat: sign * (chips - paid)})
        )  # fmt: skip

    def _now(self, verb: str, chips: int) -> bool:
        wrong = self._wrong(chips)
        return not self.out.truths and verb == self.verb and wrong != chips and 0 <= wrong <= self.bank

    def _win(self, seat: int, chips: int) -> None:
        if self._now("win", chips):
            self._pay_wrongly(seat, chips, 1)
        else:
            super()._win(seat, chips)

    def _lose(self, seat: int, chips: int) -> None:
        left = self.left[seat]
        if self._now("lose", chips) and (left is None or left >= self._wrong(chips)):
            self._pay_wrongly(seat, chips, -1)
        else:
            super()._lose(seat, chips)


for _kind, _verb, _sum in (
    ("paid once", "win", lambda chips: chips // 2),
    ("paid three times", "win", lambda chips: chips // 2 * 3),
    ("paid one short", "win", lambda chips: chips - 1),
    ("win without payment", "win", lambda chips: 0),
    ("loss one short", "lose", lambda chips: chips - 1 if chips > 1 else chips),
    ("loss not taken", "lose", lambda chips: 0),
):
    hand_fault(_kind, "bank.payout", "stitch", zero_stake=False)(
        type("WrongPayout", (WrongPayout,), {"verb": _verb, "_wrong": staticmethod(_sum)})
    )


@hand_fault("stitch round missed", "bank.stitch", "stitch")
class StitchMissed(StitchRound):
    """The bank has grown enough, and no stitch round is declared (S13)."""

    def _declare(self, stitch: bool) -> None:
        super()._declare(False)
        if stitch:
            self.out.truths.append(truth(expected=True, actual=False))


@hand_fault("stitch round missed at exactly the multiple", "bank.stitch", "stitch", multiple=3)
class StitchMissedExactly(StitchRound):
    """The bank is exactly three times its start, and no stitch round is declared (S13)."""

    def _declare(self, stitch: bool) -> None:
        exactly = stitch and self.bank == 3 * self.bank_start
        super()._declare(stitch and not exactly)
        if exactly:
            self.out.truths.append(truth(expected=True, actual=False))


class StitchTooEarly(StitchRound):
    """A stitch round is declared that is not due (S13)."""

    def _too_early(self) -> bool:
        raise NotImplementedError

    def _declare(self, stitch: bool) -> None:
        wrong = not stitch and self._too_early()
        super()._declare(stitch or wrong)
        if wrong:
            self.out.truths.append(truth(None, self.out.actions[-1], expected=False, actual=True))


for _kind, _early in (
    ("stitch round with half of what it takes", lambda self: self.bank * 2 < self.keys["multiple"] * self.bank_start),
    ("stitch round a little too early", lambda self: self.bank * 5 > self.keys["multiple"] * self.bank_start * 4),
    ("stitch round with a smaller bank", lambda self: self.bank < self.bank_start),
):
    hand_fault(_kind, "bank.stitch", "stitch", multiple=3)(
        type("StitchTooEarly", (StitchTooEarly,), {"_too_early": _early})
    )


class WrongCollect(StitchRound):
    """The banker takes another sum than is left (S10, S14)."""

    def _taken(self) -> int:
        raise NotImplementedError

    def _collect(self) -> None:
        taken = self._taken()
        if self.out.truths or taken == self.bank or not self._when():
            super()._collect()
            return
        left = self.bank
        if taken:
            self.out.actions.append({"action": "collect", "seat": self.banker, "amount": taken})
            self._move(self.banker, taken)
            self.bank -= taken
        act = self.out.actions[-1] if taken else None
        self.out.truths.append(
            truth(self.banker, act, expected=left, actual=taken, corrections={self.banker: left - taken})
        )

    def _when(self) -> bool:
        return True


ENDS = {"last": True, "close": False}
for _kind, _rules, _take, _when in (
    ("dust not taken", {"dust": "to_banker"}, lambda self: 0, lambda self: not self.stitch_round),
    ("dust taken in part", {"dust": "to_banker", "stake_min": 5}, lambda self: self.bank // 2, lambda self: True),
    ("stitch bank not taken", {}, lambda self: 0, lambda self: self.stitch_round),
    ("stitch bank taken one short", {}, lambda self: self.bank - 1, lambda self: self.stitch_round and self.bank > 1),
):
    hand_fault(_kind, "bank.collect", "stitch", **ENDS, **_rules)(
        type("WrongCollect", (WrongCollect,), {"_taken": _take, "_when": _when})
    )


@hand_fault("banker takes chips in mid-turn", "bank.collect", "stitch", last=True, close=False)
class TakesInTurn(StitchRound):
    """The bank is neither spent nor is it a stitch round, and the banker takes chips out (S2)."""

    def _declare(self, stitch: bool) -> None:
        if not stitch and self.bank > 4:
            self.out.actions.append({"action": "collect", "seat": self.banker, "amount": 2})
            self._move(self.banker, 2)
            self.bank -= 2
            self.out.truths.append(
                truth(self.banker, self.out.actions[-1], expected=0, actual=2, corrections={self.banker: -2})
            )
        super()._declare(stitch)


@edit("bank passed to the wrong seat", "bank.pass", "stitch", last=True)
def _wrong_pass(hand: StitchRound) -> Truth | None:
    for act in hand.out.actions:
        if act["action"] == "pass_bank":
            right = act["to_seat"]
            act["to_seat"] = next(seat for seat in reversed(hand.order) if seat != right)
            return truth(None, act, expected=right, actual=act["to_seat"])
    return None


@edit("bank not passed", "bank.pass", "stitch", last=True)
def _not_passed(hand: StitchRound) -> Truth | None:
    for act in hand.out.actions:
        if act["action"] == "pass_bank":
            hand.out.actions.remove(act)
            return truth(expected=act["to_seat"])
    return None


@edit("bank passed before it is spent", "bank.pass", "stitch", last=True)
def _passed_early(hand: StitchRound) -> Truth | None:
    if hand.out.closing["bank_start"] == 0 or hand.out.closing["stitch_round"]:
        return None
    act = {"action": "pass_bank", "to_seat": hand.order[0]}
    hand.out.actions.append(act)
    hand.out.closing["bank_start"] = 0
    return truth(None, act, actual=hand.order[0])


@edit("first banker without the first ace", "bank.pass", "stitch")
def _wrong_first(hand: StitchRound) -> Truth | None:
    lots = [act for act in hand.out.actions if act["action"] == "lot"]
    if len(lots) < 2:
        return None
    lots[-2]["cards"], lots[-1]["cards"] = lots[-1]["cards"], lots[-2]["cards"]
    hand.out.actions.remove(lots[-1])
    return truth(expected=lots[-2]["seat"], actual=hand.banker)


class WrongBank(StitchRound):
    """A new banker puts too little or too much (S2)."""

    def _wrong(self, least: int, limit: int) -> int:
        raise NotImplementedError

    def _put_bank(self) -> None:
        least, limit = least_bank(self.keys), self.keys["bank_max"]
        amount, left = self._wrong(least, limit), self.left[self.banker]
        if (left is not None and left < amount) or (self.bank and limit):
            super()._put_bank()
            return
        self.out.actions.append({"action": "bank", "seat": self.banker, "amount": amount})
        self._move(self.banker, -amount)
        self.bank += amount
        self.bank_start = self.bank
        self.out.truths.append(
            truth(self.banker, self.out.actions[-1], expected=least if amount < least else limit, actual=amount)
        )


BANKS = {"bank_min": 20, "bank_max": 30, "stake_min": 2}
for _kind, _bank in (
    ("bank one below the least", lambda least, limit: least - 1),
    ("bank half of the least", lambda least, limit: least // 2),
    ("bank one over the most", lambda least, limit: limit + 1),
    ("bank twice the most", lambda least, limit: 2 * limit),
    ("bank of two stakes where more is asked", lambda least, limit: 4),
):
    hand_fault(_kind, "amount.bank", "stitch", **BANKS)(
        type("WrongBank", (WrongBank,), {"_wrong": staticmethod(_bank)})
    )


class WrongStake(StitchRound):
    """One stake is too large or too small (S4); a win is still paid out of what the bank holds (S7)."""

    def _wrong(self, most: int, round_start: int) -> int | None:
        raise NotImplementedError

    def _stake(self, seat: int, round_start: int) -> int:
        most = self.bank // 2
        if self.keys["half_of"] == "round_start":
            most = min(most, round_start // 2)
        wrong = self._wrong(most, round_start)
        left = self.left[seat]
        if self.out.truths or wrong is None or (left is not None and left < wrong) or self.rng.random() < 0.4:
            return super()._stake(seat, round_start)
        expected = most if wrong > most else self.keys["stake_min"]
        self.out.truths.append(truth(seat, expected=expected, actual=wrong, verb="stake"))
        return wrong

    def _win(self, seat: int, chips: int) -> None:
        super()._win(seat, min(chips, self.bank))


def _stake_fault(kind: str, code: str, wrong: object, **rules: object) -> None:
    hand_fault(kind, code, "stitch", zero_stake=False, **rules)(type("WrongStake", (WrongStake,), {"_wrong": wrong}))


_stake_fault("stake one over half", "amount.over_half", lambda self, most, start: most + 1, half_of="current")
_stake_fault("stake of the whole bank", "amount.over_half", lambda self, most, start: self.bank, half_of="current")
_stake_fault(
    "stake of half rounded up", "amount.over_half",
    lambda self, most, start: most + 1 if self.bank % 2 else None, half_of="current",
)  # fmt: skip
_stake_fault(
    "stake over half of the start of the round", "amount.over_half",
    lambda self, most, start: self.bank // 2 if self.bank // 2 > start // 2 else None, half_of="round_start",
)  # fmt: skip
_stake_fault(
    "stake of half of the start where less is left", "amount.over_half",
    lambda self, most, start: start // 2 if start // 2 > self.bank // 2 else None, half_of="round_start",
)  # fmt: skip
_stake_fault("stake below the least", "amount.minimum", lambda self, most, start: 4, stake_min=5)
_stake_fault("stake of one chip", "amount.minimum", lambda self, most, start: 1, stake_min=5)


@edit("nothing burned for a player", "turn.missing", "stitch", deck_logged=False)
def _no_burn(hand: StitchRound) -> Truth | None:
    seat = None
    for act in hand.out.actions:
        if act["action"] == "stake":
            seat = act["seat"]
        if act["action"] == "burn":
            hand.out.actions.remove(act)
            return truth(seat)
    return None


@edit("player does not show", "turn.missing", "stitch")
def _no_show(hand: StitchRound) -> Truth | None:
    for act in hand.out.actions:
        if act["action"] == "show":
            hand.out.actions.remove(act)
            return truth(act["seat"])
    return None


@edit("player's turn has no line", "turn.missing", "stitch", zero_stake=True)
def _no_stake(hand: StitchRound) -> Truth | None:
    stakes = [act for act in hand.out.actions if act["action"] == "stake"]
    for act in stakes[:-1]:
        if act["amount"] == 0:
            hand.out.actions.remove(act)
            return truth(act["seat"])
    return None


@edit("stakes before his turn", "turn.order", "stitch", zero_stake=True)
def _stake_early(hand: StitchRound) -> Truth | None:
    acts = hand.out.actions
    stakes = [act for act in acts if act["action"] == "stake"]
    for here, there in pairwise(stakes):
        if there["amount"] == 0 and here["amount"]:
            acts.remove(there)
            acts.insert(acts.index(here), there)
            return truth(there["seat"], there, expected=here["seat"], actual=there["seat"])
    return None
