"""Hands of pok that break one rule each; everything after the fault goes on as played (C4)."""

from .outcome import Act, Truth
from .pok import PokHand
from .ranking import Key
from .registry import edit, hand_fault, truth


class FaultyLead(PokHand):
    """A row is begun by the wrong seat, once."""

    wrong_card = ""

    def _wrong_seat(self, leader: int, left: dict[int, set[str]]) -> int | None:
        others = [seat for seat in self.order if seat != leader and left[seat]]
        return self.rng.choice(others) if others else None

    def _lead(self, leader: int, left: dict[int, set[str]], holds: dict[str, int]) -> tuple[int, str]:
        seat = None if self.out.truths else self._wrong_seat(leader, left)
        if seat is None:
            return super()._lead(leader, left, holds)
        self.out.truths.append(truth(seat, expected=leader, actual=seat))
        self.wrong_card = self.rng.choice(sorted(left[seat]))
        return seat, self.wrong_card

    def _play_out(self, turned: str) -> None:
        super()._play_out(turned)
        for found in self.out.truths:
            found.act = next(
                act for act in self.out.actions if act["action"] == "play" and self.wrong_card in act["cards"]
            )


@hand_fault("wrong leader", "shed.play", "pok")
class WrongLeader(FaultyLead):
    """Another than who laid the last card leads the next row (K14)."""

    def _wrong_seat(self, leader: int, left: dict[int, set[str]]) -> int | None:
        rows = any(act["action"] == "play" for act in self.out.actions)
        return super()._wrong_seat(leader, left) if self.rng.random() >= 0.7 and rows else None


@hand_fault("another than the dealer leads first", "shed.play", "pok")
class WrongFirst(FaultyLead):
    """K13: the dealer leads."""

    def _wrong_seat(self, leader: int, left: dict[int, set[str]]) -> int | None:
        rows = any(act["action"] == "play" for act in self.out.actions)
        return None if rows else super()._wrong_seat(leader, left)


@hand_fault("wrong leader for one without cards", "shed.play", "pok")
class WrongAfterEmpty(FaultyLead):
    """K15: the nearest to the left of the emptied leader leads, and another does."""

    def _wrong_seat(self, leader: int, left: dict[int, set[str]]) -> int | None:
        last = [act["seat"] for act in self.out.actions if act["action"] == "play"][-1:]
        return super()._wrong_seat(leader, left) if last and not left[last[0]] else None


class FaultyRow(PokHand):
    """A row is not continued as it must be, once."""

    def _wrong_next(self, row: str, holds: dict[str, int], left: dict[int, set[str]], last: int) -> str | None:
        raise NotImplementedError

    def _continue(self, row: str, holds: dict[str, int], left: dict[int, set[str]], last: int) -> str:
        over = sum(bool(cards) for cards in left.values()) < 2
        wrong = None if self.out.truths or over else self._wrong_next(row, holds, left, last)
        if wrong is None:
            return super()._continue(row, holds, left, last)
        self.out.truths.append(truth(holds[wrong]))
        self.wrong_card = wrong
        return wrong

    def _play_out(self, turned: str) -> None:
        super()._play_out(turned)
        for found in self.out.truths:
            found.act = next(
                act for act in self.out.actions if act["action"] == "play" and self.wrong_card in act["cards"]
            )


@hand_fault("next card of the row held back", "shed.play", "pok")
class HeldBack(FaultyRow):
    """K13: who laid the last card leads a new row, though somebody holds the next one."""

    def _wrong_next(self, row: str, holds: dict[str, int], left: dict[int, set[str]], last: int) -> str | None:
        if row not in holds:
            return None
        others = sorted(card for card in left[last] if card[1] != row[1])
        return others[0] if others else None


@hand_fault("another suit laid on a row", "shed.play", "pok")
class OtherSuit(FaultyRow):
    """K13: who holds the next card lays another one of the same rank."""

    def _wrong_next(self, row: str, holds: dict[str, int], left: dict[int, set[str]], last: int) -> str | None:
        if row not in holds:
            return None
        same = sorted(card for card in left[holds[row]] if card[0] == row[0] and card != row)
        return same[0] if same else None


@edit("circle ante one short", "amount.ante", "pok", circle=3)
def _ante_short(hand: PokHand) -> Truth | None:
    """K2: a seat puts a chip less on a circle; whoever takes it gets a chip less."""
    return _other_ante(hand, 2)


@edit("circle ante one over", "amount.ante", "pok", circle=3)
def _ante_over(hand: PokHand) -> Truth | None:
    """K2: a seat puts a chip more on a circle; whoever takes it gets a chip more."""
    return _other_ante(hand, 4)


def _well_off(hand: PokHand, seat: int) -> bool:
    """Whether a few chips more or less change nothing that the seat may or must do: its stack never comes near 0."""
    left = hand.left[seat]
    got = sum(
        act["amount"]
        for act in hand.out.actions
        if (act["action"] in ("take", "win") and act["seat"] == seat) or act.get("to_seat") == seat
    )
    return left is None or left - got >= 25


def _other_ante(hand: PokHand, amount: int) -> Truth | None:
    """The circle is that of a rank whose trump nobody takes, so that nothing else moves."""
    idle = [name for name in hand.names if hand.pools[name] and len(name) == 1]
    for act in hand.out.actions:
        if act["action"] == "ante" and "pool" not in act and idle and _well_off(hand, act["seat"]):
            wrong: Act = {"action": "ante", "seat": act["seat"], "amount": amount, "pool": idle[0]}
            if any(other.get("pool") == idle[0] and other["seat"] == act["seat"] for other in hand.out.actions):
                return None
            hand.out.actions.insert(hand.out.actions.index(act), wrong)
            return truth(act["seat"], wrong, expected=3, actual=amount)
    return None


class WrongTake(PokHand):
    """A circle is taken by the wrong seat, in part, or not at all, once (K5)."""

    def _take(self, seat: int, name: str, chips: int) -> list[Act]:
        if self.out.truths or chips < 2 or self.rng.random() < 0.6:
            return super()._take(seat, name, chips)
        return self._wrong(seat, name, chips)

    def _wrong(self, seat: int, name: str, chips: int) -> list[Act]:
        raise NotImplementedError

    def _note(self, seat: int, act: Act | None, corrections: dict[int, int], **fields: int) -> None:
        self.out.truths.append(truth(seat, act, corrections=corrections, **fields))


@hand_fault("circle not taken", "pool.take", "pok")
class NotTaken(WrongTake):
    """Its chips stay on it."""

    def _wrong(self, seat: int, name: str, chips: int) -> list[Act]:
        self._note(seat, None, {seat: chips}, expected=chips, actual=0)
        return []


@hand_fault("circle taken one short", "pool.take", "pok")
class TakenShort(WrongTake):
    """A chip stays on it."""

    def _wrong(self, seat: int, name: str, chips: int) -> list[Act]:
        acts = super(WrongTake, self)._take(seat, name, chips - 1)
        self._note(seat, acts[0], {seat: 1}, expected=chips, actual=chips - 1)
        return acts


@hand_fault("half of a circle taken", "pool.take", "pok")
class HalfTaken(WrongTake):
    """Half stays on it."""

    def _wrong(self, seat: int, name: str, chips: int) -> list[Act]:
        acts = super(WrongTake, self)._take(seat, name, chips // 2)
        self._note(seat, acts[0], {seat: chips - chips // 2}, expected=chips, actual=chips // 2)
        return acts


@hand_fault("circle taken by another", "pool.take", "pok")
class TakenByAnother(WrongTake):
    """One takes it who does not hold the trump."""

    def _wrong(self, seat: int, name: str, chips: int) -> list[Act]:
        other = next(other for other in self.order if other != seat)
        acts = super(WrongTake, self)._take(other, name, chips)
        self.out.truths.append(truth(None, None, corrections={seat: chips, other: -chips}))
        return acts


@edit("circle taken whose trump is in the pack", "pool.take", "pok", circle=2)
def _taken_for_nothing(hand: PokHand) -> Truth | None:
    """K6: the circles of trumps that stay in the pack carry over."""
    idle = [name for name in hand.names if hand.pools[name] and len(name) == 1]
    if not idle or not _well_off(hand, hand.order[0]):
        return None
    chips, seat = hand.pools[idle[0]], hand.order[0]
    act: Act = {"action": "take", "seat": seat, "pool": idle[0], "amount": chips}
    hand.out.actions.insert(next(no for no, a in enumerate(hand.out.actions) if a["action"] == "bidding"), act)
    return truth(seat, act, corrections={seat: -chips})


class WrongAward(PokHand):
    """The circle and the bids go to the wrong seat, or not all of them, once (K9, K10)."""

    def _award(self, winner: int, name: str, chips: int, keys: dict[int, Key]) -> None:
        wrong = None if self.out.truths or chips < 2 else self._wrong(winner, chips, keys)
        if wrong is None or wrong == (winner, chips):
            super()._award(winner, name, chips, keys)
            return
        seat, paid = wrong
        if paid:
            super()._award(seat, name, paid, keys)
        act = self.out.actions[-1] if paid else None
        if seat != winner:
            found = truth(seat, act, expected=winner, actual=seat, corrections={winner: chips, seat: -paid})
        else:
            found = truth(seat, act, expected=chips, actual=paid, corrections={seat: chips - paid})
        self.out.truths.append(found)

    def _bidders(self) -> list[int]:
        """Who has bid in the bidding that has just ended, and who showed."""
        start = max(no for no, act in enumerate(self.out.actions) if act["action"] == "bidding")
        bids = ("bet", "call", "raise", "open", "show")
        return [act["seat"] for act in self.out.actions[start:] if act["action"] in bids]

    def _showing(self) -> list[int]:
        start = max(no for no, act in enumerate(self.out.actions) if act["action"] == "bidding")
        return [act["seat"] for act in self.out.actions[start:] if act["action"] == "show"]

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        raise NotImplementedError


@hand_fault("worse set paid", "pool.winner", "pok")
class WorseSetPaid(WrongAward):
    """Who shows the worse set is paid (K8, K12)."""

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        losers = [seat for seat in self._showing() if seat != winner]
        return (losers[0], chips) if losers and keys[losers[0]] < keys[winner] else None


@hand_fault("tie paid to the farther one", "pool.winner", "pok", sequence="run")
class FartherPaid(WrongAward):
    """K12: of equal sets the nearest to the dealer's left wins."""

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        tied = [seat for seat in self._showing() if seat != winner and keys[seat] == keys[winner]]
        return (tied[0], chips) if tied else None


@hand_fault("trump overlooked", "pool.winner", "pok")
class TrumpOverlooked(WrongAward):
    """K8, K12: the trump decides between equal sets, and is overlooked."""

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        tied = [seat for seat in self._showing() if seat != winner and keys[seat][:-1] == keys[winner][:-1]]
        return (tied[0], chips) if tied and keys[tied[0]] < keys[winner] else None


@hand_fault("circle nobody bid for paid to the left", "pool.winner", "pok")
class NotTheDealer(WrongAward):
    """K10: where nobody bets the dealer takes it."""

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        return None if self._bidders() else (self.order[0], chips)


@hand_fault("single bidder not paid but another", "pool.winner", "pok")
class BidderNotPaid(WrongAward):
    """K9: a single bidder wins unshown."""

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        bidders = set(self._bidders())
        others = [seat for seat in self.order if seat not in bidders]
        return (others[0], chips) if bidders == {winner} and others else None


class PartAward(WrongAward):
    """The winner is paid a part, the rest stays on the circle."""

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        part = self._part(chips)
        return (winner, part) if self._bidders() and 0 <= part < chips else None

    def _part(self, chips: int) -> int:
        raise NotImplementedError


for _kind, _part in (
    ("circle and bids one short", lambda self, chips: chips - 1),
    ("half of circle and bids", lambda self, chips: chips // 2),
    ("one chip of circle and bids", lambda self, chips: 1),
    ("circle and bids two short", lambda self, chips: chips - 2 if chips > 2 else chips),
):
    hand_fault(_kind, "pool.amount", "pok")(type("PartAward", (PartAward,), {"_part": _part}))


@hand_fault("circle nobody bid for one short", "pool.amount", "pok", circle=3)
class DealerShort(WrongAward):
    """K10: the dealer takes a chip less."""

    def _wrong(self, winner: int, chips: int, keys: dict[int, Key]) -> tuple[int, int] | None:
        return None if self._bidders() else (winner, chips - 1)


def _plays(hand: PokHand) -> list[Act]:
    return [act for act in hand.out.actions if act["action"] == "play"]


@edit("play stops one card early", "shed.end", "pok")
def _stops_early(hand: PokHand) -> Truth | None:
    hand.out.actions.remove(_plays(hand)[-1])
    return truth()


@edit("play stops three cards early", "shed.end", "pok")
def _stops_earlier(hand: PokHand) -> Truth | None:
    for act in _plays(hand)[-3:]:
        hand.out.actions.remove(act)
    return truth()


@edit("nothing is played", "shed.end", "pok")
def _no_play(hand: PokHand) -> Truth | None:
    for act in _plays(hand):
        hand.out.actions.remove(act)
    return truth()


def _goes_on(hand: PokHand, which: int) -> Truth | None:
    plays = _plays(hand)
    played = {card for act in plays for card in act["cards"]}
    loser, rest = next((seat, cards) for seat in hand.order if (cards := sorted(set(hand.hands[seat]) - played)))
    act: Act = {"action": "play", "seat": loser, "cards": [rest[which % len(rest)]]}
    hand.out.actions.insert(hand.out.actions.index(plays[-1]) + 1, act)
    return truth(loser, act, actual=act["cards"][0])


@edit("play goes on", "shed.end", "pok")
def _goes_on_first(hand: PokHand) -> Truth | None:
    return _goes_on(hand, 0)


@edit("play goes on with another card", "shed.end", "pok")
def _goes_on_last(hand: PokHand) -> Truth | None:
    return _goes_on(hand, -1)


def _pay_fault(kind: str, change: int, **rules: object) -> None:
    @edit(kind, "shed.payout", "pok", loser_pays=3, **rules)
    def _wrong_pay(hand: PokHand) -> Truth | None:
        pays = [act for act in hand.out.actions if act["action"] == "pay"]
        act = pays[-1]
        due, act["amount"] = act["amount"], act["amount"] + change
        owed = due - act["amount"]
        return truth(None, act, expected=due, actual=act["amount"],
                     corrections={act["to_seat"]: owed, act["seat"]: -owed})  # fmt: skip


_pay_fault("loser pays one less", -1)
_pay_fault("loser pays two more", 2)
_pay_fault("loser pays one less by cards", -1, loser_basis="per_card")
_pay_fault("loser pays a lot more", 9)


@edit("loser does not pay one player", "shed.payout", "pok", loser_pays=3)
def _pay_missing(hand: PokHand) -> Truth | None:
    act = next(act for act in hand.out.actions if act["action"] == "pay")
    hand.out.actions.remove(act)
    return truth(corrections={act["to_seat"]: act["amount"], act["seat"]: -act["amount"]})


@edit("pass without a line", "turn.missing", "pok")
def _nothing(hand: PokHand) -> Truth | None:
    """A seat that neither passes nor bids in a bidding without bets (C8b), not the last to be asked."""
    start = next(no for no, act in enumerate(hand.out.actions) if act["action"] == "bidding")
    lap = hand.out.actions[start + 1 : start + 1 + len(hand.order)]
    if any(act["action"] != "pass" for act in lap):
        return None
    hand.out.actions.remove(lap[0])
    return truth(lap[0]["seat"])
