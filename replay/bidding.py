"""Bidding, the same for poker and pok (B1–B7), with what becomes of it where turns are broken (C8, C9).

A `Bidding` takes the actions of one bidding in the order of the log. Each is judged against the table as the log left
it, its chips move as logged, and the bidding goes on as played. What is open to a seat is decided in `_open_to` once.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from ingest.records import Action
from replay.lap import acts_before_anyone_twice, flag_missing, flag_order
from replay.table import Numbered, Table


def _open_verbs(give_up: str) -> dict[str, tuple[tuple[str, ...], str]]:
    """What is open to the seat in turn in the house game, and the rule that says so (B2–B5, P10)."""
    return {
        "nobody bet": (("bet", give_up), "B2"),
        "owing": (("call", "raise", give_up), "B3"),
        "owing, of two": (("call", "raise", "open", give_up), "B3"),
        "owing, alone": (("call", give_up), "P10"),
        "level": (("bet", give_up), "B4"),
        "level, of two": (("open", "raise", give_up), "B5"),
    }


_OPEN = {"fold": _open_verbs("fold"), "pass": _open_verbs("pass")}


def verbs_open(
    give_up: str, anybody_bet: bool, owe: int, actors: int, all_in: bool = False
) -> tuple[tuple[str, ...], str]:
    """What is open in the house game and in pok to the seat in turn, one of so many who can act, and the rule that says
    so (B2–B5, P10)."""
    verbs = _OPEN[give_up]
    if not anybody_bet:
        return verbs["nobody bet"]
    if owe > 0:
        if all_in and actors == 1:
            return verbs["owing, alone"]
        return verbs["owing, of two"] if actors == 2 else verbs["owing"]
    return verbs["level, of two"] if actors == 2 else verbs["level"]


def no_new_lap(table: Table, actors: Sequence[int], min_bet: int) -> bool:
    """B4: whether one of those who can still act has less left than the least bet, so that no new lap begins."""
    left = [table.left(seat) for seat in actors]
    return any(chips is not None and chips < min_bet for chips in left)


#: What keeps a seat in that owes, or whose action is missing: he shows, mucks or is paid (C8, C9).
STAYS_IN = frozenset({"show", "muck", "win"})
#: What in five-card draw keeps him in after the first round, too: he draws or bids later.
_ACTS_ON = frozenset({"draw", "check", "bet", "call", "raise", "open", "fold"})
_SUM_WORDS = {
    "he owes": "he owed {}",
    "least is": "the least was {}",
    "most is": "the most was {}",
    "he has left": "he had only {} left",
}


class BiddingRules(Struct, frozen=True):
    """How a bidding goes under the house rules in force. `give_up` is the verb: fold in poker, pass in pok."""

    account: str
    min_bet: int
    min_raise: int
    give_up: str = "fold"
    show_all: bool = False
    all_in: bool = False
    last_is_asked: bool = False
    casino: "CasinoRound | None" = None
    holds_set: "Callable[[int], bool | None] | None" = None


class CasinoRound(Struct, frozen=True):
    """One betting round of `profile="five_card_draw"`: check is open, and the sizes of raises go by the limit.

    `least` is the least bet and the least raise, in fixed limit the only one. `posted` are the live blinds, and `price`
    is what they ask of everybody, also where the big blind himself could not post all of it.
    """

    limit: str
    least: int
    max_raises: int
    posted: dict[int, int] = {}
    price: int = 0


class Bidding:
    """The state of one bidding; `run` plays it to its end. Afterwards `still_in` are those whom it leaves."""

    __slots__ = (
        "_acted", "_closed", "_due", "_early", "_ended_by", "_floor", "_high", "_illegal_open", "_last_place",
        "_missed", "_passed_over", "_wrong", "anybody_bet", "come_back", "ended", "last_raise", "left_at", "only_paid",
        "order", "past_end", "raises", "rules", "still_in", "table", "total",
    )  # fmt: skip

    def __init__(
        self, table: Table, rules: BiddingRules, first_to_last: Sequence[int], showing: Sequence[Numbered] = ()
    ) -> None:
        """`first_to_last`: those in the bidding, in the order of their turns. `showing`: what comes after it; who
        shows, mucks or is paid there, or draws and bids on, has not given up (C8, C9)."""
        self.table, self.rules = table, rules
        shown = {a.seat for _, a in showing if a.action in ("show", "muck")}
        paid = {a.seat for _, a in showing if a.action == "win" and a.amount}
        acts_on = {a.seat for _, a in showing if a.action in _ACTS_ON}
        self.come_back = shown | paid | acts_on
        #: Where the hand went on nobody was paid because all others had given up in this bidding.
        self.only_paid = set() if acts_on else paid - shown
        self.order = list(first_to_last)
        self.still_in = list(first_to_last)
        self.total: dict[int, int] = dict.fromkeys(first_to_last, 0)
        self.ended = self.anybody_bet = False
        #: The rule by which it ended between several players.
        self._ended_by = "B5"
        #: The seat at which the bidding was left too early: his missing line is the finding (C9).
        self.left_at: int | None = None
        self.raises = self.last_raise = 0
        #: The highest total of anyone still in, never below what the blinds ask.
        self._high = self._floor = 0
        #: Who acted since the last full bet or raise: a short all-in does not open raising to him again.
        self._closed: set[int] = set()
        if rules.casino is not None:
            self.total |= rules.casino.posted
            self._high = self._floor = rules.casino.price
            self.anybody_bet = self._high > 0
            self.last_raise = rules.casino.least
        self._due: int | None = None
        #: Where in the log of this bidding each seat acts for the last time.
        self._last_place: dict[int | None, int] = {}
        #: Who acted before his turn since the last action in turn, and who is passed over for it; with the highest
        #: total at that moment: who was raised since is asked anew.
        self._early: dict[int, int] = {}
        self._passed_over: dict[int, int] = {}
        #: Whose missing action was found (C8 b): he keeps no bidding open.
        self._missed: set[int] = set()
        self._acted: set[int] = set()
        #: Whether the log went on after the end: what follows there is not judged (C8).
        self.past_end = False
        self._illegal_open = False
        #: Whose last action was found wrong: where he owes for it, that is no second finding.
        self._wrong: set[int] = set()

    def run(self, actions: Sequence[Numbered]) -> None:
        """Play all actions of this bidding."""
        self._pass_turn(self.order[-1])
        self._last_place = {action.seat: place for place, (_, action) in enumerate(actions)}
        for place, (action_no, action) in enumerate(actions):
            self._take(action_no, action, actions, place)
        if not self.ended:
            self._left_early()

    def owe(self, seat: int) -> int:
        """Highest total put in this bidding by anyone still in, less one's own."""
        return self._high - self.total.get(seat, 0)

    def excused(self) -> set[int]:
        """Who need not show: the seat at which the bidding was left (C9); all where it went on past its end (C8)."""
        return set(self.order) if self.past_end else {self.left_at or 0}

    def uncalled(self) -> int:
        """What the highest total has above the next highest, givers-up counted (P11)."""
        totals = sorted(self.total.values(), reverse=True)
        return totals[0] - totals[1] if len(totals) > 1 else sum(totals)

    # -- turns -----------------------------------------------------------------------------------------------------

    def _take(self, action_no: int, action: Action, actions: Sequence[Numbered], place: int) -> None:
        seat = action.seat or 0
        if seat == self._due and not self.ended:
            if self._early:
                self._early_over()
            self._play(action_no, seat, action)
            if not self.ended:
                self._pass_turn(seat)
            return
        if self.ended:
            self._past_end(action_no, seat)
        elif seat not in self.still_in:
            flag_order(self.table, action_no, seat, self._due, "although he is not in the hand any more", "B7")
        elif not self._can_act(seat):
            flag_order(self.table, action_no, seat, self._due, "although he is all-in and bids no more", "P10")
        elif self._out_of_turn(action_no, seat, actions, place):
            self._play(action_no, seat, action)
            if seat == self._due and not self.ended:
                self._pass_turn(seat)
            return  # after an action out of turn the seat due is known to act: the end waits for him
        self._move(action_no, seat, action.amount or 0)

    def _past_end(self, action_no: int, seat: int) -> None:
        if not self.past_end:
            self.past_end = True
            rule = self._ended_by if len(self.still_in) > 1 else "P9" if self.rules.give_up == "fold" else "B6"
            flag_order(self.table, action_no, seat, None, "after the bidding had ended", rule)

    def _out_of_turn(self, action_no: int, seat: int, actions: Sequence[Numbered], place: int) -> bool:
        """C8: somebody else than the seat due acts; False where the bidding ended by what is missing."""
        while seat != self._due and self._due is not None:
            due = self._due
            later = (actions[at][1].seat for at in range(place, len(actions)))
            if acts_before_anyone_twice((s for s in later if s in self.still_in), due, set(self._early)):
                flag_order(self.table, action_no, seat, due, f"before seat {due}, whose turn it was")
                self._early[seat] = 0
                return True
            flag_missing(self.table, due, "call, raise or give up", "C8")
            if self._last_place.get(due, -1) < place and due not in self.come_back:
                self._give_up(due)
            self._missed.add(due)
            self._pass_turn(due)
            if self.ended:
                self.past_end = True
                return False
        self._early_over()
        return True

    def _play(self, action_no: int, seat: int, action: Action) -> None:
        self.table.counted.add(action_no)
        if action.action != self.rules.give_up:
            self._illegal_open = False
        self._missed.discard(seat)
        faults = len(self.table.findings)
        self._judge(action_no, seat, action)
        (self._wrong.add if len(self.table.findings) > faults else self._wrong.discard)(seat)
        self._apply(action_no, seat, action)
        if seat in self._early:  # an action out of turn is that finding alone
            del self.table.findings[faults:]
            self._early[seat] = self._high

    def _early_over(self) -> None:
        """An action in turn: who acted early before it has used his turn of this lap, and is passed over once."""
        self._passed_over |= self._early
        self._early = {}

    def _pass_turn(self, seat: int) -> None:
        """The turn goes to the next seat on the left that is still in and can act (B1)."""
        self._due = self._next(seat)
        while self._due in self._passed_over:
            if self._high > self._passed_over.pop(self._due):  # raised since: a new lap for everybody
                self._passed_over.clear()
                break
            self._due = self._next(self._due)
        self._look_for_end()

    def _next(self, seat: int) -> int:
        order = self.order
        place = order.index(seat) + 1
        for candidate in order[place:] + order[:place]:
            if candidate in self.still_in and (not self.rules.all_in or self._is_asked(candidate)):
                return candidate
        return seat

    def _is_asked(self, seat: int) -> bool:
        """Who is all-in is asked no more (P10); in a casino round neither is who acted and owes nothing."""
        done = self.rules.casino is not None and seat in self._acted and self.owe(seat) == 0
        return self._can_act(seat) and not done

    def _actors(self) -> list[int]:
        """Those still in who can act."""
        return [seat for seat in self.still_in if self._can_act(seat)] if self.rules.all_in else self.still_in

    def _can_act(self, seat: int) -> bool:
        """A player all-in never bids again (P10)."""
        left = self.table.left(seat) if self.rules.all_in else None
        return left is None or left > 0

    # -- what is open, and what is right ---------------------------------------------------------------------------

    def _open_to(self, seat: int, owe: int) -> tuple[tuple[str, ...], str]:
        """The verbs open to the seat in turn, and the rule that says so."""
        rules, actors = self.rules, len(self._actors())
        if rules.casino is not None:
            return self._open_in_casino(seat, owe, actors, rules.casino)
        return verbs_open(rules.give_up, self.anybody_bet, owe, actors, rules.all_in)

    def _open_in_casino(self, seat: int, owe: int, actors: int, round_: CasinoRound) -> tuple[tuple[str, ...], str]:
        """Five-card draw: check is open where nothing is owed; the cap of raises, and a short all-in, close raising."""
        give_up = self.rules.give_up
        capped = round_.limit == "fixed" and self.raises >= round_.max_raises
        may_raise = actors > 1 and not capped and seat not in self._closed
        if owe > 0:
            return (("call", "raise", give_up) if may_raise else ("call", give_up)), "B3"
        if not self.anybody_bet:
            return ("check", "bet", give_up), "B2"
        return (("check", "raise", give_up) if may_raise else ("check", give_up)), "B3"

    def _judge(self, action_no: int, seat: int, action: Action) -> None:
        """One finding at most: the verb, the sum, the set."""
        verb, amount = action.action, action.amount or 0
        owe = self.owe(seat)
        verbs, rule = self._open_to(seat, owe)
        if verb not in verbs:
            self._illegal_open = verb == "open"
            rule = "B5" if verb == "open" and rule != "P10" else rule
            choice = " or ".join(f"`{v}`" for v in verbs)
            self.table.flag(
                "turn.action", rule, f"Seat {seat}: `{verb}` was not open to him; he could {choice}.",
                action_no=action_no, seat=seat, actual=verb,
            )  # fmt: skip
            return
        if verb in (self.rules.give_up, "check"):
            return
        if verb in ("call", "open"):
            right = self._right_sum(action_no, seat, amount, owe, "amount.call", "B3" if verb == "call" else "B5")
        elif verb == "bet":
            right = self._right_sum(action_no, seat, amount, self._least_bet(), "amount.minimum", rule)
            right = right and self._not_too_much(action_no, seat, amount, self._least_bet(), owe)
        else:
            raise_rule = "B3" if owe or self.rules.casino else "B5"
            least = owe + self._least_raise()
            right = self._right_sum(action_no, seat, amount, least, "amount.minimum", raise_rule)
            right = right and self._not_too_much(action_no, seat, amount, least, owe)
        if right and self.rules.holds_set is not None and self.rules.holds_set(seat) is False:
            self.table.flag(
                "bid.no_set", "K7" if self.rules.account == "pool:pok" else "K11",
                f"Seat {seat} bid (`{verb}`) without holding a set.", action_no=action_no, seat=seat, actual=verb,
            )  # fmt: skip

    def _least_bet(self) -> int:
        return self.rules.casino.least if self.rules.casino else self.rules.min_bet

    def _least_raise(self) -> int:
        if self.rules.casino is None:
            return self.rules.min_raise
        return self.rules.casino.least if self.rules.casino.limit == "fixed" else self.last_raise

    def _not_too_much(self, action_no: int, seat: int, amount: int, least: int, owe: int) -> bool:
        """Fixed limit: exactly the bet; pot limit: at most the pot after calling."""
        round_ = self.rules.casino
        if round_ is None or round_.limit == "none":
            return True
        most = least if round_.limit == "fixed" else 2 * owe + self.table.balance.get(self.rules.account, 0)
        if amount <= max(most, least):
            return True
        self._flag_sum("amount.minimum", "B3" if owe else "B2", action_no, seat, most, amount, "most is")
        return False

    def _right_sum(self, action_no: int, seat: int, amount: int, price: int, code: str, rule: str) -> bool:
        """Exactly the price (call, open) or at least the price (bet, raise), within the stack (C1, P10)."""
        left = self.table.left(seat)
        exact = code == "amount.call"
        short = self.rules.all_in and left is not None and left < price
        if short and left is not None:
            price, exact = left, True
        if (amount != price if exact else amount < price) and not (short and amount > price):
            why = "he owes" if code == "amount.call" else "least is"
            self._flag_sum(code, rule, action_no, seat, price, amount, why)
            return False
        if left is not None and amount > left:
            over = "P10" if self.rules.give_up == "fold" else "C1"
            self._flag_sum("amount.over_stack", over, action_no, seat, left, amount, "he has left")
            return False
        return True

    def _flag_sum(self, code: str, rule: str, action_no: int, seat: int, expected: int, actual: int, why: str) -> None:
        message = f"Seat {seat} put {actual}; {_SUM_WORDS[why].format(expected)}."
        self.table.flag(code, rule, message, action_no=action_no, seat=seat, expected=expected, actual=actual)

    # -- as played -------------------------------------------------------------------------------------------------

    def _move(self, action_no: int, seat: int, amount: int) -> None:
        self.table.pay_in(action_no, seat, self.rules.account, amount, "B3")
        total = self.total[seat] = self.total.get(seat, 0) + amount
        if total > self._high and seat in self.still_in:
            self._high = total

    def _apply(self, action_no: int, seat: int, action: Action) -> None:
        verb, amount = action.action, action.amount or 0
        if verb == self.rules.give_up:
            self._give_up(seat)
            return
        before = self.owe(seat)
        self._move(action_no, seat, amount)
        self.anybody_bet = self.anybody_bet or verb in ("bet", "raise") or amount > before
        if amount > before:
            self._raised(amount - before)
        self._acted.add(seat)
        self._closed.add(seat)
        if verb == "open" and not self._illegal_open:
            self.ended = True

    def _raised(self, by: int) -> None:
        """The highest total rose: everybody is asked anew; a full bet or raise also opens raising to all again."""
        self._acted = set()
        if by >= self.last_raise:
            first_bet = self.rules.casino is not None and self._high == by
            self.raises += not first_bet
            self.last_raise = by
            self._closed = set()

    def _give_up(self, seat: int) -> None:
        """Giving up is final; what is in stays in (B3, B7)."""
        self.still_in.remove(seat)
        self._high = max([self._floor, *(self.total[s] for s in self.still_in)])

    # -- ends ------------------------------------------------------------------------------------------------------

    def _look_for_end(self) -> None:
        """Whether the bidding is over (B4, B5, B6, P10)."""
        count = len(self.still_in)
        if count <= 1:
            self.ended = count == 0 or self.anybody_bet or not self.rules.last_is_asked
            return
        actors = self._actors()
        if self.rules.all_in and (not actors or (len(actors) == 1 and self.owe(actors[0]) == 0)):
            self._end("P10")
        elif self.rules.show_all or self.rules.casino is not None:
            waited_for = [seat for seat in actors if seat not in self._missed]
            if self._everybody_acted(waited_for) and all(self.owe(seat) == 0 for seat in waited_for):
                self._end("B4" if self.rules.show_all else "B5")
        elif self._new_lap_begins(len(actors)) and no_new_lap(self.table, actors, self.rules.min_bet):
            self._end("B4")

    def _new_lap_begins(self, actors: int) -> bool:
        """B4: whether the seat due owes nothing, and more than two can still act."""
        return self.anybody_bet and actors > 2 and self._due is not None and self.owe(self._due) == 0

    def _end(self, rule: str) -> None:
        self.ended, self._ended_by = True, rule

    def _everybody_acted(self, actors: Sequence[int]) -> bool:
        return (self.anybody_bet or self.rules.casino is not None) and all(seat in self._acted for seat in actors)

    def _left_early(self) -> None:
        """C9: the log leaves the bidding while somebody was still to act."""
        # Who owes by a wrong action that was found already would have ended it by a right one.
        owing = [seat for seat in self.still_in if seat in self._wrong and self.owe(seat) > 0]
        if owing and (self.rules.casino is not None or len(self.still_in) == 2):
            self.left_at = owing[0]
        elif not self._illegal_open:
            self.left_at = self._due
            flag_missing(self.table, self._due, "act when the bidding was left", "C9")
        alone = self._paid_alone()
        for seat in list(self.still_in):
            if seat != alone and (alone or self.owe(seat) > 0) and seat not in self.come_back:
                self._give_up(seat)

    def _paid_alone(self) -> int | None:
        """Where nobody shows or mucks and one of those still in is paid, the others have given up, level or not: only
        the lines that say so are missing."""
        there = [seat for seat in self.still_in if seat in self.come_back]
        return there[0] if len(there) == 1 and there[0] in self.only_paid else None
