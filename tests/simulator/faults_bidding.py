"""Biddings that break one rule each (B1-B7, C8, C9); after it they go on as played."""

from .bidding import Bidding
from .registry import bidding_fault, truth

Offer = tuple[str, float, int, int | None]


class AmountFault(Bidding):
    """Puts another sum than is legal, once."""

    def _log(self, seat: int, verb: str, amount: int) -> str:
        if self.truths or self.rng.random() < 0.3:
            return super()._log(seat, verb, amount)
        due = self.owe(seat)
        wrong = self._wrong(seat, verb, due)
        left = self.left[seat]
        if wrong is None or (left is not None and left < wrong[1]):
            return super()._log(seat, verb, amount)
        super()._log(seat, verb, wrong[1])
        self.truths.append(truth(seat, self.actions[-1], expected=wrong[0], actual=wrong[1]))
        return verb

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        """What the rule asks at least (or exactly), and what is put instead."""
        raise NotImplementedError


@bidding_fault("first bet below the least", "amount.minimum")
class BetBelow(AmountFault):
    """B2: a chip less than `min_bet`, as the first bet."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (self.min_bet, self.min_bet - 1) if verb == "bet" and not self.bet_made else None


@bidding_fault("bet of a new lap below the least", "amount.minimum")
class LapBetBelow(AmountFault):
    """B4: the bet that begins a new lap is too small."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (self.min_bet, 1) if verb == "bet" and self.bet_made else None


@bidding_fault("raise below the least", "amount.minimum")
class RaiseBelow(AmountFault):
    """B3: more than is owed, but by less than `min_raise`."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        least = owe + self.min_raise
        return (least, least - 1) if verb == "raise" and owe else None


@bidding_fault("raise below the least where level", "amount.minimum")
class LevelRaiseBelow(AmountFault):
    """B5: one of two, level, raises by less than `min_raise`."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (self.min_raise, 1) if verb == "raise" and not owe else None


@bidding_fault("call one short", "amount.call")
class CallShort(AmountFault):
    """B3: a call of a chip less than is owed."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (owe, owe - 1) if verb == "call" and owe > 1 else None


@bidding_fault("call one over", "amount.call")
class CallOver(AmountFault):
    """B3: a call of a chip more than is owed; the others then owe it."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (owe, owe + 1) if verb == "call" else None


@bidding_fault("open one short", "amount.call")
class OpenShort(AmountFault):
    """B5: the one who opens pays less than he owes."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (owe, owe - 1) if verb == "open" and owe else None


@bidding_fault("open one over", "amount.call")
class OpenOver(AmountFault):
    """B5: the one who opens pays more than he owes."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (owe, owe + 1) if verb == "open" and owe else None


@bidding_fault("open of chips where level", "amount.call")
class OpenLevelPaid(AmountFault):
    """B5: where the two are level, to open costs nothing."""

    def _wrong(self, seat: int, verb: str, owe: int) -> tuple[int, int] | None:
        return (0, 2) if verb == "open" and not owe else None


class OverStack(Bidding):
    """Puts a chip more than the stack, once (P10)."""

    verb = ""

    def _log(self, seat: int, verb: str, amount: int) -> str:
        left = self.left[seat]
        if self.truths or verb != self.verb or left is None:
            return super()._log(seat, verb, amount)
        super()._log(seat, verb, left + 1)
        self.truths.append(truth(seat, self.actions[-1], expected=left, actual=left + 1))
        return verb


@bidding_fault("bet over the stack", "amount.over_stack", last=True)
class BetOverStack(OverStack):
    """A bet of a chip more than the stack."""

    verb = "bet"


@bidding_fault("raise over the stack", "amount.over_stack", last=True)
class RaiseOverStack(OverStack):
    """A raise of a chip more than the stack."""

    verb = "raise"


@bidding_fault("call over the stack", "amount.over_stack", last=True)
class CallOverStack(Bidding):
    """A call by one who has less than he owes."""

    def _act(self, seat: int) -> str:
        left, owe = self.left[seat], self.owe(seat)
        powerless = self.powerless is not None and seat in self.powerless
        if self.truths or left is None or left >= owe or powerless:
            return super()._act(seat)
        self._log(seat, "call", owe)
        self.truths.append(truth(seat, self.actions[-1], expected=left, actual=owe))
        return "call"


class VerbFault(Bidding):
    """Writes another verb over a legal sum, once."""

    def _log(self, seat: int, verb: str, amount: int) -> str:
        wrong = None if self.truths or self.rng.random() < 0.3 else self._wrong(seat, verb)
        if wrong is None:
            return super()._log(seat, verb, amount)
        super()._log(seat, verb, amount)
        self.actions[-1]["action"] = wrong
        self.truths.append(truth(seat, self.actions[-1], actual=wrong))
        return verb

    def _wrong(self, seat: int, verb: str) -> str | None:
        raise NotImplementedError


@bidding_fault("bet where something is owed", "turn.action")
class BetWhereOwed(VerbFault):
    """B3: who owes may call, raise or give up, not bet."""

    def _wrong(self, seat: int, verb: str) -> str | None:
        return "bet" if verb == "raise" and self.owe(seat) else None


@bidding_fault("raise where nobody has bet", "turn.action")
class RaiseFirst(VerbFault):
    """B2: before the first bet there is nothing to raise."""

    def _wrong(self, seat: int, verb: str) -> str | None:
        return "raise" if verb == "bet" and not self.bet_made else None


@bidding_fault("raise where a new lap begins", "turn.action")
class RaiseInNewLap(VerbFault):
    """B4: a new lap begins with a bet."""

    def _wrong(self, seat: int, verb: str) -> str | None:
        return "raise" if verb == "bet" and self.bet_made else None


@bidding_fault("bet by one of two who are level", "turn.action")
class BetWhereLevel(VerbFault):
    """B5: one of two who are level raises, he does not bet."""

    def _wrong(self, seat: int, verb: str) -> str | None:
        return "bet" if verb == "raise" and not self.owe(seat) else None


@bidding_fault("call of nothing where level", "turn.action")
class CallOfNothing(Bidding):
    """B5: there is no call of 0; the other one is then asked."""

    def _log(self, seat: int, verb: str, amount: int) -> str:
        if self.truths or verb != "open" or amount:
            return super()._log(seat, verb, amount)
        super()._log(seat, "call", 0)
        self.truths.append(truth(seat, self.actions[-1], actual="call"))
        return "call"


@bidding_fault("check in the house game", "turn.action", ("poker",))
class Check(Bidding):
    """P7: there is no check; who checks is asked again."""

    def _act(self, seat: int) -> str:
        if self.truths or self.bet_made or len(self.still_in) < 2 or self.rng.random() < 0.3:
            return super()._act(seat)
        self.actions.append({"action": "check", "seat": seat})
        self.truths.append(truth(seat, self.actions[-1], actual="check"))
        return "check"


@bidding_fault("open while three are in", "turn.action")
class OpenOfThree(Bidding):
    """C9: it counts as a call and ends the bidding; who owes and shows nothing has given up."""

    def _log(self, seat: int, verb: str, amount: int) -> str:
        if self.truths or verb != "call" or len(self.still_in) < 3:
            return super()._log(seat, verb, amount)
        super()._log(seat, "open", amount)
        self.truths.append(truth(seat, self.actions[-1], actual="open"))
        self.still_in = [other for other in self.still_in if not self.owe(other)]
        return "open"


class OutOfTurn(Bidding):
    """The next seat acts before the seat that is due, once; the seat due then acts (C8a)."""

    early: int | None = None

    def _step(self, seat: int, acted: set[int]) -> str:
        if seat == self.early:
            self.early = None
            return "acted before"
        after = [other for other in self._ring(seat) if other in self._able()]
        if self.truths or len(self.still_in) < 4 or not after or not self._may_be_early(after[0]):
            return super()._step(seat, acted)
        self.early = after[0]
        verb = self._act_early(after[0])
        self.truths.append(truth(after[0], self.actions[-1], expected=seat, actual=after[0]))
        acted.add(after[0])
        self._give_up(seat)
        return verb

    def _too_poor_for_a_lap(self, seat: int) -> bool:
        return seat != self.early and super()._too_poor_for_a_lap(seat)

    def _ring(self, seat: int) -> list[int]:
        start = self.order.index(seat)
        return [self.order[(start + step) % len(self.order)] for step in range(1, len(self.order))]

    def _may_be_early(self, seat: int) -> bool:
        return True

    def _act_early(self, seat: int) -> str:
        raise NotImplementedError


@bidding_fault("gives up before his turn", "turn.order")
class FoldEarly(OutOfTurn):
    """The next one gives up while another is due."""

    def _act_early(self, seat: int) -> str:
        return self._give_up(seat)


@bidding_fault("calls before his turn", "turn.order")
class CallEarly(OutOfTurn):
    """The next one calls while another is due."""

    def _may_be_early(self, seat: int) -> bool:
        left, owe = self.left[seat], self.owe(seat)
        able = self.powerless is None or seat not in self.powerless
        return bool(able and owe and (left is None or left >= owe))

    def _act_early(self, seat: int) -> str:
        return self._log(seat, "call", self.owe(seat))


class OutAgain(Bidding):
    """One who has given up acts once more before somebody's turn (C8)."""

    def _step(self, seat: int, acted: set[int]) -> str:
        out = [other for other in self.order if other not in self.still_in]
        if not self.truths and out and len(self.still_in) > 1 and self.rng.random() < 0.6:
            gone = self.rng.choice(out)
            if self._again(gone):
                self.truths.append(truth(gone, self.actions[-1], expected=seat, actual=gone))
        return super()._step(seat, acted)

    def _again(self, seat: int) -> bool:
        self.actions.append({"action": self.giving_up, "seat": seat})
        return True


@bidding_fault("gives up twice", "turn.order")
class FoldTwice(OutAgain):
    """He gives up a second time."""


@bidding_fault("puts chips after he has given up", "turn.order")
class CallWhenOut(OutAgain):
    """He calls all the same: the chips move, and count for nobody."""

    def _again(self, seat: int) -> bool:
        left = self.left[seat]
        if not self.bet_made or (left is not None and left < 3):
            return False
        if left is not None:
            self.left[seat] = left - 3
        self.extra[seat] = self.extra.get(seat, 0) + 3
        self.actions.append({"action": "call", "seat": seat, "amount": 3})
        return True

    def run(self) -> None:
        """After the end the stray chips are in the pot like all others."""
        self.extra: dict[int, int] = {}
        super().run()
        for seat, chips in self.extra.items():
            self.put[seat] += chips


@bidding_fault("no line for who was due", "turn.missing")
class LineMissing(Bidding):
    """C8b: somebody is passed over without a line, and has given up."""

    def _act(self, seat: int) -> str:
        if self.truths or len(self.still_in) < 3 or self.rng.random() < 0.4:
            return super()._act(seat)
        self.still_in.remove(seat)
        self.truths.append(truth(seat))
        return "missing"


@bidding_fault("last fold has no line", "turn.missing")
class LastFoldMissing(Bidding):
    """C9: one of two owes, has no line, and the other is paid."""

    def _act(self, seat: int) -> str:
        if self.truths or len(self.still_in) != 2 or not self.owe(seat):
            return super()._act(seat)
        self.still_in.remove(seat)
        self.truths.append(truth(seat))
        return "missing"


@bidding_fault("shown though one still owes", "turn.missing")
class LeftEarly(Bidding):
    """C9: one of two owes and has no line, yet both meet."""

    def _act(self, seat: int) -> str:
        if self.truths or len(self.still_in) != 2 or not self.owe(seat):
            return super()._act(seat)
        self.truths.append(truth(seat))
        return "open"


@bidding_fault("a new lap was due", "turn.missing")
class LapMissing(Bidding):
    """C9: all are level, more than two are in, and they show instead of a new lap."""

    def _act(self, seat: int) -> str:
        if self.truths or len(self.still_in) < 3 or not self.bet_made or self.owe(seat):
            return super()._act(seat)
        self.truths.append(truth(seat))
        return "open"


class NoSet(Bidding):
    """Bids for a circle without a set, once (K7)."""

    verb = ""

    def _act(self, seat: int) -> str:
        powerless = self.powerless or frozenset()
        if self.truths or seat not in powerless:
            return super()._act(seat)
        offers: list[Offer] = [offer for offer in self._choices(seat) if offer[0] == self.verb]
        if not offers:
            return super()._act(seat)
        _, _, least, most = offers[0]
        self._put(seat, self.verb, least, most)
        self.truths.append(truth(seat, self.actions[-1], actual=self.verb))
        return self.verb


@bidding_fault("bet without a set", "bid.no_set", ("pok",), sequence="run", bluff=False)
class BetWithoutSet(NoSet):
    """He bets."""

    verb = "bet"


@bidding_fault("raise without a set", "bid.no_set", ("pok",), sequence="run", bluff=False)
class RaiseWithoutSet(NoSet):
    """He raises."""

    verb = "raise"


@bidding_fault("call without a set", "bid.no_set", ("pok",), sequence="run", bluff=False)
class CallWithoutSet(NoSet):
    """He calls."""

    verb = "call"


@bidding_fault("open without a set", "bid.no_set", ("pok",), sequence="run", bluff=False)
class OpenWithoutSet(NoSet):
    """He opens."""

    verb = "open"


@bidding_fault("bet without a pok", "bid.no_set", ("pok",), sequence="suit_set", bluff=False)
class BetWithoutPok(NoSet):
    """He bets for `pok`; with `suit_set` everybody has a sequence."""

    verb = "bet"
