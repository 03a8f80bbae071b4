"""Stitch (S0–S15), one round: lot, bank, deal, each player's stake against his own banker's card, the round's end.

Hold it beside the rulebook: each function is one step and names its rule. One player's play (S4–S8) is
`replay.stitch_play`. Where a new turn's bank is not in the log (`turn.missing`) nothing that hangs on the bank is
judged.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.house_rules import StitchRules
from replay.cards import RANK_OF, UNKNOWN
from replay.holdings import Holdings
from replay.lap import flag_missing, flag_order, run_lap
from replay.order import NO_STEP, in_steps
from replay.poker import deal_hands
from replay.stitch_play import Bank, PlayerTurn, pass_over
from replay.stitch_plays import Play, plays_of
from replay.table import Numbered, Table, seats_from_left

LOT, BANK, DEAL, TURNS, END = range(5)
STEP = {
    "lot": LOT, "bank": BANK, "deal": DEAL, "stake": TURNS, "burn": TURNS, "turn": TURNS, "show": TURNS,
    "win": TURNS, "lose": TURNS, "muck": TURNS, "stitch": END, "collect": END, "pass_bank": END,
    "note": NO_STEP,
}  # fmt: skip
PACK = dict.fromkeys(RANK_OF, 1)


@dataclass(frozen=True, slots=True)
class StitchEnd:
    """How a round ended. `bank_starts` are what the closing may call the start of the bank, the right one first."""

    bank: int
    bank_known: bool
    bank_starts: tuple[int, ...]
    stitch_next: bool
    next_banker_seat: int | None


def least_bank(rules: StitchRules) -> int:
    """The smallest bank that a new banker may put (S2)."""
    return max(rules.bank_min, 2 * rules.stake_min)


def banker_after(table: Table, rules: StitchRules) -> int | None:
    """S12, S15: the next seat on the left that has the least bank, the old banker last; None where nobody has."""
    for seat in seats_from_left(list(table.stack), table.hand.dealer_seat):
        stack = table.stack[seat]
        if stack is None or stack >= least_bank(rules):
            return seat
    return None


def takes_the_rest(rules: StitchRules, stitch_round: bool, spent: bool) -> bool:
    """S14, S10: whether the banker takes what is left in the bank at the end of the round."""
    return stitch_round or (spent and rules.dust == "to_banker")


def too_poor(table: Table, rules: StitchRules, seat: int) -> bool:
    """S12: who has less than the smallest stake is not dealt in."""
    stack = table.stack[seat]
    return stack is not None and stack < rules.stake_min


def replay_stitch(table: Table, rules: StitchRules) -> StitchEnd:
    """Replay one round of stitch; all that is found stands in `table` afterwards."""
    players = len(table.order)
    if not 2 <= players <= 10:
        table.flag(
            "table.players", "S0", f"At the table: {players}; stitch takes 2 to 10 players, the banker among them.",
            expected=10 if players > 10 else 2, actual=players,
        )  # fmt: skip
        return _unjudged(table)
    return StitchRound(table, rules).run()


def _unjudged(table: Table) -> StitchEnd:
    """S0: the chips move as logged, nothing is judged."""
    bank = Bank(table, table.opening.bank, 0, True)
    for action_no, action in enumerate(table.hand.actions, 1):
        bank.move_as_logged(action_no, action)
    said = table.hand.closing.bank_start if table.hand.closing else table.opening.bank_start
    stitch = any(action.action == "stitch" for action in table.hand.actions)
    return StitchEnd(bank.chips, False, (said,), stitch, None)


class StitchRound:
    """One round while it is replayed."""

    def __init__(self, table: Table, rules: StitchRules) -> None:
        self.table, self.rules = table, rules
        self.banker = table.hand.dealer_seat
        players = [seat for seat in table.order if seat != self.banker]
        dealt = table.seats_that(frozenset({"deal"}))
        self.too_poor = {seat for seat in players if too_poor(table, rules, seat)}
        #: Who plays: those whom S12 deals in, and as played (C4) those who were dealt in all the same.
        self.due = [seat for seat in players if seat not in self.too_poor or seat in dealt]
        self.holdings = Holdings(table, PACK, 3 * len(self.due))
        self.new_turn = table.opening.bank_start == 0 or (self._left_over() and self._puts_a_bank())
        self.bank = Bank(table, table.opening.bank, rules.stake_min, True)
        self.start = table.opening.bank_start
        self.past_end = False

    def _left_over(self) -> bool:
        """S13, F4: whether the round before left a turn that should have ended: a bank at the multiple, and no stitch
        round declared. Its own finding is there; the log may go on either way, with that bank or with a new one."""
        lay = self.table.opening
        given = self.table.hand.opening is not None
        return not given and not lay.stitch_round and lay.bank >= self.rules.multiple * lay.bank_start

    def run(self) -> StitchEnd:
        """The course of a round, S1 to S15."""
        steps = self._steps()
        self.lot(steps[LOT])
        self.put_bank(steps[BANK])
        deal_hands(self.table, self.holdings, steps[DEAL], self.due, 3, "S3")
        self._judge_dealt_in(steps[DEAL])
        self.play(steps[TURNS])
        return self.end(steps[END])

    def _steps(self) -> list[list[Numbered]]:
        return in_steps(self.table, [STEP[action.action] for action in self.table.hand.actions], 5)

    # -- S1, S2 ----------------------------------------------------------------------------------------------------

    def lot(self, actions: Sequence[Numbered]) -> None:
        """S1: cards go round face up, and the first ace makes the first banker."""
        if not actions:
            return
        table = self.table
        if not self.new_turn:
            action_no, action = actions[0]
            table.flag("turn.action", "S1", "The lot is drawn only before the first round of a sitting.",
                       action_no=action_no, seat=action.seat, actual="lot")  # fmt: skip
            return
        due, ace_seat, unknown = actions[0][1].seat, None, False
        for action_no, action in actions:
            seat = action.seat or 0
            if ace_seat is not None:
                flag_order(table, action_no, seat, None, "after the first ace had come", "S1")
                break
            if seat != due:
                flag_order(table, action_no, seat, due, f"before seat {due}, whose card it was", "S1")
            table.counted.add(action_no)
            card = (action.cards or [UNKNOWN])[0]
            unknown = unknown or card == UNKNOWN
            if card[0] == "A":
                ace_seat = seat
            due = seats_from_left(list(table.stack), seat)[0]
        self._judge_lot(ace_seat, unknown)

    def _judge_lot(self, ace_seat: int | None, unknown: bool) -> None:
        if ace_seat is None or unknown:
            self.table.unproved("who drew the first ace is not known from the lot (S1)")
        elif ace_seat != self.banker:
            self.table.flag(
                "bank.pass", "S1", f"Seat {ace_seat} drew the first ace, but seat {self.banker} holds the bank.",
                expected=ace_seat, actual=self.banker,
            )  # fmt: skip

    def put_bank(self, actions: Sequence[Numbered]) -> None:
        """S2: a new banker puts his bank; he adds nothing later."""
        put = False
        puts_something = self._puts_a_bank()
        for action_no, action in actions:
            seat, amount = action.seat or 0, action.amount or 0
            if not amount and (put or puts_something or not self.new_turn or seat != self.banker):
                continue  # a move of nothing may stand
            if seat != self.banker:
                flag_order(self.table, action_no, seat, self.banker, "although the bank is not his", "S2")
            elif not self.new_turn or put:
                self._flag_bank(action_no, 0, amount, "he may add nothing while his turn lasts")
            else:
                put = True
                self.table.counted.add(action_no)
                self._judge_bank(action_no, amount)
            self.table.pay_in(action_no, seat, "bank", amount, "S2")
            self.bank.chips += amount
            if self.new_turn:
                self.start = self.bank.chips
        if self.new_turn and not put:
            flag_missing(self.table, self.banker, "put a bank", "S2")
            self.bank.known = False

    def _puts_a_bank(self) -> bool:
        """Whether the banker puts chips into the bank anywhere in this hand."""
        return any(a.action == "bank" and a.seat == self.banker and a.amount for a in self.table.hand.actions)

    def _judge_bank(self, action_no: int, amount: int) -> None:
        least, most, left = least_bank(self.rules), self.rules.bank_max, self.table.left(self.banker)
        if left is not None and amount > left:
            self.table.flag(
                "amount.over_stack", "C1", f"Seat {self.banker} put a bank of {amount}; he had only {left} left.",
                action_no=action_no, seat=self.banker, expected=left, actual=amount,
            )  # fmt: skip
        elif amount < least:
            self._flag_bank(action_no, least, amount, f"{least} is the least")
        elif most and amount > most:
            self._flag_bank(action_no, most, amount, f"{most} is the most")

    def _flag_bank(self, action_no: int, expected: int, amount: int, why: str) -> None:
        self.table.flag(
            "amount.bank", "S2", f"Seat {self.banker} put {amount} into the bank; {why}.",
            action_no=action_no, seat=self.banker, expected=expected, actual=amount,
        )  # fmt: skip

    def _judge_dealt_in(self, actions: Sequence[Numbered]) -> None:
        """S12: who has less than the smallest stake is not dealt in."""
        flagged = set()
        for action_no, action in actions:
            seat = action.seat or 0
            if seat in self.too_poor and seat not in flagged:
                flagged.add(seat)
                self.table.flag(
                    "cards.deal", "S12",
                    f"Seat {seat} was dealt in with {self.table.stack[seat]}, less than the smallest stake "
                    f"of {self.rules.stake_min}.",
                    action_no=action_no, seat=seat, expected=0, actual=len(action.cards or ()),
                )  # fmt: skip

    # -- S4–S11 ----------------------------------------------------------------------------------------------------

    def play(self, actions: Sequence[Numbered]) -> None:
        """S4–S8: from the banker's left each player in turn; S11: a spent bank ends the round at once."""
        self.round_start = self.bank.chips
        plays = plays_of(self.table, actions, self.due)
        self.plays = {play.head[0]: play for play in plays}
        taken = 0
        if not self.bank.spent:
            heads = [play.head for play in plays]
            taken = run_lap(self.table, self.due, heads, self._turn, self._stray, self._not_staked)
        self._played_on(plays[taken:])
        if not plays:
            self._without_any_play(actions)

    def _turn(self, head: Numbered) -> bool:
        PlayerTurn(self.table, self.rules, self.holdings, self.bank, self.round_start).run(self.plays[head[0]])
        return not self.bank.spent

    def _stray(self, head: Numbered) -> None:
        pass_over(self.plays[head[0]].lines, self.holdings, self.bank)

    def _not_staked(self, seat: int) -> None:
        played = any(play.seat == seat and play.stake is None for play in self.plays.values())
        if self.bank.known and not self.bank.spent and seat not in self.too_poor and not played:
            flag_missing(self.table, seat, "stake", "C8")

    def _without_any_play(self, actions: Sequence[Numbered]) -> None:
        for action_no, action in actions[:1]:
            flag_order(self.table, action_no, action.seat, None, "although nobody had staked", "S4")
        pass_over(actions, self.holdings, self.bank)

    def _played_on(self, plays: Sequence[Play]) -> None:
        """S11: play after the bank was spent is one finding; what follows moves its chips and is not judged (C8)."""
        for play in plays:
            if not self.past_end:
                self.past_end = True
                self.table.flag(
                    "bank.pass", "S11", f"Seat {play.seat} went on playing although the bank was spent.",
                    action_no=play.head[0], seat=play.seat, actual=play.seat,
                )  # fmt: skip
            pass_over(play.lines, self.holdings, self.bank)

    # -- S10, S12–S15 ----------------------------------------------------------------------------------------------

    def end(self, actions: Sequence[Numbered]) -> StitchEnd:
        """The end of the round: stitch round declared, bank taken, bank passed."""
        table, bank = self.table, self.bank
        stitch_round = table.opening.stitch_round
        declared = [numbered for numbered in actions if numbered[1].action == "stitch"]
        passed = [numbered for numbered in actions if numbered[1].action == "pass_bank"]
        judged = bank.known and not self.past_end
        over = stitch_round or bank.spent
        due = not over and bank.chips >= self.rules.multiple * self.start
        if judged and bool(declared) != due:
            self._flag_stitch(declared, due)
        self._collect([n for n in actions if n[1].action == "collect"], stitch_round, judged)
        over = stitch_round or bank.spent  # a wrong `collect` may have spent it
        next_banker = banker_after(self.table, self.rules) if over else self.banker
        if judged:
            self._judge_pass(passed, over, next_banker, "S15" if stitch_round else "S12")
        if passed:
            next_banker = passed[-1][1].to_seat
        starts = self._bank_starts(bool(passed), over and judged, judged)
        return StitchEnd(bank.chips, judged, starts, bool(declared), next_banker)

    def _flag_stitch(self, declared: Sequence[Numbered], due: bool) -> None:
        said = "was declared" if declared else "was not declared"
        self.table.flag(
            "bank.stitch", "S14" if self.table.opening.stitch_round else "S13",
            f"The bank began with {self.start} and ended with {self.bank.chips}: a stitch round "
            f"{'is due' if due else 'is not due'}, and {said}.",
            action_no=declared[0][0] if declared else None, expected=due, actual=bool(declared),
        )  # fmt: skip

    def _collect(self, actions: Sequence[Numbered], stitch_round: bool, judged: bool) -> None:
        """S10, S14: what the banker takes at the end of his turn."""
        taken: dict[int, int] = {}
        over = stitch_round or self.bank.spent
        due = max(self.bank.chips, 0) if takes_the_rest(self.rules, stitch_round, self.bank.spent) else 0
        last: dict[int, int] = {}
        for action_no, action in actions:
            seat, amount = action.seat or 0, action.amount or 0
            taken[seat] = taken.get(seat, 0) + amount
            last[seat] = action_no
            self.table.pay_out(action_no, "bank", seat, amount, "S14" if stitch_round else "S10")
            self.bank.chips -= amount
        if judged:
            self._judge_collect(taken, last, due, "S14" if stitch_round else "S10" if over else "S2")

    def _judge_collect(self, taken: dict[int, int], last: dict[int, int], due: int, rule: str) -> None:
        wrong = [seat for seat, amount in taken.items() if amount and seat != self.banker]
        got = taken.get(self.banker, 0)
        if wrong or got != due:
            seat = wrong[0] if wrong else self.banker
            expected = 0 if wrong else due
            self.table.flag(
                "bank.collect", rule,
                f"Seat {seat} took {taken.get(seat, 0)} out of the bank; {expected} was his to take.",
                action_no=last.get(seat), seat=seat, expected=expected, actual=taken.get(seat, 0),
            )  # fmt: skip
        for seat in sorted({self.banker, *wrong}):
            self.table.correct(seat, (due if seat == self.banker else 0) - taken.get(seat, 0))

    def _judge_pass(self, passed: Sequence[Numbered], over: bool, next_banker: int | None, rule: str) -> None:
        wrong = [numbered for numbered in passed if numbered[1].to_seat != next_banker] if over else passed
        wrong = wrong or passed[1:]  # a second pass is never right
        if over and next_banker is not None and not passed:
            self._flag_pass(rule, None, next_banker, f"had to pass to seat {next_banker}, and the log has no such line")
        if not wrong:
            return
        to_seat = wrong[0][1].to_seat
        if not over:
            why = f"was passed to seat {to_seat}, but the turn of seat {self.banker} was not over"
            self._flag_pass("S15", wrong[0], self.banker if to_seat != self.banker else None, why)
        elif next_banker is None:
            self._flag_pass(rule, wrong[0], None, f"was passed to seat {to_seat}, but nobody has the least bank")
        elif to_seat == next_banker:
            self._flag_pass(rule, wrong[0], None, f"was passed to seat {to_seat} a second time")
        else:
            self._flag_pass(rule, wrong[0], next_banker, f"was passed to seat {to_seat}; seat {next_banker} is next")

    def _flag_pass(self, rule: str, numbered: Numbered | None, expected: int | None, what: str) -> None:
        self.table.flag(
            "bank.pass", rule, f"The bank {what}.", action_no=numbered[0] if numbered else None,
            expected=expected, actual=numbered[1].to_seat if numbered else None,
        )  # fmt: skip

    def _bank_starts(self, passed: bool, over: bool, judged: bool) -> tuple[int, ...]:
        """What `closing.bank_start` may be; where the pass itself is a finding, both ways of going on."""
        if passed or not judged:
            return (0, self.start) if not judged else (0,)
        if over and banker_after(self.table, self.rules) is None:
            return (0,)
        if over:  # chips still in the bank are what the old banker deals on with; a spent one must be put anew
            return (0, self.start) if self.bank.spent else (self.start, 0)
        return (self.start,)
