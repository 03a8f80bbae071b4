"""Paying the pots of poker: the house's part (P11), who wins what (P5, P8–P10), and what the log paid.

Where several pots are paid under their names each is judged by itself, else all of them together by seat (P10). A pot
is judged as the log's own rake left it; corrections are against what the right rake would have left.
"""

from collections.abc import Sequence
from itertools import chain, combinations, product

from ingest.house_rules import PokerRules
from replay.pots import MAIN, Pot, due_rake, rake_by_pot, share
from replay.ranking import comparing_rule, rank_words
from replay.showdown import PokerHands
from replay.table import Numbered, Table

Chips = dict[int, int]
Paid = tuple[int, int, int]  # action number, seat, chips


class PotPayment:
    """Judges the `return`s, `rake` and `win`s of one hand."""

    def __init__(self, table: Table, rules: PokerRules, rule: str) -> None:
        self.table, self.rules, self.rule = table, rules, rule
        self.pots: list[Pot] = []
        #: Another way of cutting the pot that is as right, where there is one.
        self.or_pots: list[Pot] = []
        self.hands: PokerHands | None = None
        #: Seats that mucked at the showdown.
        self.conceded: set[int] = set()

    def judge(self, actions: Sequence[Numbered], uncalled: int) -> None:
        """Compare what was paid with what each pot's winners are due."""
        logged_rake, paid = self._move(actions)
        right_rake = self._judge_rake(actions, logged_rake, uncalled)
        faults, corrections = len(self.table.findings), dict(self.table.corrections)
        self._judge_pots(paid, logged_rake, right_rake, uncalled)
        if len(self.table.findings) > faults and self.or_pots and self.or_pots != self.pots:
            first_way = self.table.findings[faults:], self.table.corrections
            self.table.findings[faults:], self.table.corrections = [], corrections
            self.pots = self.or_pots
            self._judge_pots(paid, logged_rake, right_rake, uncalled)
            if len(self.table.findings) > faults:
                self.table.findings[faults:], self.table.corrections = first_way

    def _judge_pots(
        self, all_paid: dict[str | None, list[Paid]], logged_rake: int, right_rake: int, uncalled: int
    ) -> None:
        paid = {name: list(entries) for name, entries in all_paid.items()}
        winners = [self._winners(pot) for pot in self.pots]
        due = self._shares(winners, rake_by_pot(self.pots, uncalled, logged_rake))
        right = due
        if right_rake != logged_rake:
            right = self._shares(winners, rake_by_pot(self.pots, uncalled, right_rake))
        if len(self.pots) > 1 and None not in paid:
            self._judge_each(paid, due, right, logged_rake, uncalled)
            return
        if len(self.pots) == 1:
            self._judge_each({MAIN: paid.pop(None, []) + paid.pop(MAIN, []), **paid}, due, right, logged_rake, uncalled)
            return
        every = [entry for entries in paid.values() for entry in entries]
        chips = sum(pot.chips for pot in self.pots) - logged_rake
        whole = _sum(due)
        self._judge_one("The pot", chips, whole, whole if right is due else _sum(right), every, self.pots, due)

    def nobody_entered(self, actions: Sequence[Numbered], put: Chips) -> None:
        """P5: the pot stays, or each gets his own ante back."""
        rake, paid = self._move(actions)
        self._flag_rake(actions, 0, rake)
        due = {seat: chips for seat, chips in put.items() if chips} if self.rules.no_entry == "return" else {}
        every = [entry for entries in paid.values() for entry in entries]
        self._judge_one("The pot", sum(due.values()), due, due, every, [], [])

    # -- what the log did ------------------------------------------------------------------------------------------

    def _move(self, actions: Sequence[Numbered]) -> tuple[int, dict[str | None, list[Paid]]]:
        """Move the chips as logged; gives the rake and what was paid by the name of the pot."""
        rake = 0
        paid: dict[str | None, list[Paid]] = {}
        returned: list[Paid] = []
        for action_no, action in actions:
            seat, amount = action.seat or 0, action.amount or 0
            if action.action == "rake":
                rake += amount
                self.table.pay_house(action_no, "pot", amount, "P11")
            elif action.action in ("win", "return"):
                self.table.pay_out(action_no, "pot", seat, amount, self.rule)
                to = returned if action.action == "return" else paid.setdefault(action.pool, [])
                to.append((action_no, seat, amount))
        if returned:
            name = None if None in paid or not paid else self.pots[-1].name if self.pots else None
            paid[name] = sorted([*paid.get(name, ()), *returned])  # in the order of the log
        return rake, paid

    def _judge_rake(self, actions: Sequence[Numbered], logged: int, uncalled: int) -> int:
        """P11; in five-card draw the rake is as the log states it, unless the club gives a schedule."""
        rules, pot = self.rules, sum(pot.chips for pot in self.pots)
        if rules.profile != "house" and not rules.rake_bp:
            right = min(logged, max(pot - uncalled, 0))  # as stated, but no more than there is (C1)
        else:
            right = due_rake(pot, uncalled, rules.rake_bp, rules.rake_cap)
        self._flag_rake(actions, right, logged)
        return right

    def _flag_rake(self, actions: Sequence[Numbered], right: int, logged: int) -> None:
        if right != logged:
            raked = [action_no for action_no, action in actions if action.action == "rake"]
            self.table.flag(
                "pot.rake", "P11", f"The house took {logged} of the pot; {right} is its part.",
                action_no=raked[-1] if raked else None, expected=right, actual=logged,
            )  # fmt: skip

    # -- what is right ---------------------------------------------------------------------------------------------

    def _alive(self, pot: Pot) -> list[int]:
        """Who did not concede a pot; a muck concedes only what somebody else plays for too."""
        return [s for s in pot.contenders if s not in self.conceded] if len(pot.contenders) > 1 else [*pot.contenders]

    def _winners(self, pot: Pot) -> list[int] | None:
        alive = self._alive(pot)
        if self.hands is None or len(alive) < 2:
            return alive
        return self.hands.winners(alive)

    def _shares(self, winners: Sequence[list[int] | None], parts: Sequence[int]) -> list[Chips | None]:
        return [
            None if who is None else self._share(pot.chips - part, who)
            for pot, part, who in zip(self.pots, parts, winners, strict=True)
        ]

    def _share(self, chips: int, winners: Sequence[int]) -> Chips:
        if not winners or chips <= 0:
            return {}
        return share(chips, winners, self.table.order, self.rules.chip_unit)

    def _everybody(self) -> list[int]:
        return sorted({seat for pot in self.pots for seat in pot.contenders})

    # -- judging ---------------------------------------------------------------------------------------------------

    def _judge_each(
        self, paid: dict[str | None, list[Paid]], due: Sequence[Chips | None], right: Sequence[Chips | None],
        rake: int, uncalled: int,
    ) -> None:  # fmt: skip
        parts = rake_by_pot(self.pots, uncalled, rake)
        for pot, part, is_due, is_right in zip(self.pots, parts, due, right, strict=True):
            name = "The pot" if len(self.pots) == 1 else f"The {pot.name} pot"
            entries = paid.pop(pot.name, [])
            self._judge_one(name, pot.chips - part, is_due, is_right, entries, [pot], [is_due])
        for other, entries in sorted(paid.items(), key=lambda item: str(item[0])):
            self._judge_one(f"The pot {other}, which there is not,", 0, {}, {}, entries, [], [])

    def _judge_one(
        self, name: str, chips: int, due: Chips | None, right: Chips | None, entries: Sequence[Paid],
        pots: Sequence[Pot], shares: Sequence[Chips | None],
    ) -> None:  # fmt: skip
        """One step: what was paid of `pots` together; `shares` is what is due of each, None where not proved."""
        paid: Chips = {}
        for _, seat, amount in entries:
            if amount:
                paid[seat] = paid.get(seat, 0) + amount
        if due is None or right is None:
            self._judge_unproved(name, chips, paid, entries, pots, shares)
            return
        if paid != due:
            due = {seat: amount for seat, amount in due.items() if amount}
            if paid != due:
                self._flag(name, due, paid, entries, {seat for pot in pots for seat in pot.contenders})
        elif right is due:
            return
        for seat in sorted(paid.keys() | right.keys()):
            self.table.correct(seat, right.get(seat, 0) - paid.get(seat, 0))

    def _flag(self, name: str, due: Chips, paid: Chips, entries: Sequence[Paid], contenders: set[int]) -> None:
        wrong = [(action_no, seat) for action_no, seat, amount in entries if amount and seat not in due]
        if wrong:
            action_no, seat = wrong[0]
            rule, because = self._because(list(due), seat, contenders)
            self.table.flag(
                "pot.winner", rule, f"{name} went to {_to(paid)}; it belongs to {_to(due)}.{because}",
                action_no=action_no, seat=seat, expected=_by_seat(due), actual=_by_seat(paid),
            )  # fmt: skip
            return
        place = {seat: number for number, seat in enumerate(self.table.order)}
        order = sorted(due, key=lambda seat: (place.get(seat, len(place)), seat))
        short = [seat for seat in order if paid.get(seat, 0) < due[seat]]
        seat = (short or [seat for seat in order if paid.get(seat, 0) != due[seat]])[0]
        numbers = [action_no for action_no, who, amount in entries if who == seat and amount]
        self.table.flag(
            "pot.amount", self.rule, f"{name}: seat {seat} was paid {paid.get(seat, 0)}; {due[seat]} is due to him.",
            action_no=numbers[-1] if numbers else None, seat=seat, expected=due[seat], actual=paid.get(seat, 0),
        )  # fmt: skip

    def _because(self, winners: Sequence[int], paid_seat: int, contenders: set[int]) -> tuple[str, str]:
        """The rule that decides between a winner and the seat that was paid, and the words for it."""
        if self.hands is None or not winners or paid_seat not in self._everybody():
            return self.rule, ""
        if paid_seat in self.conceded:
            return "P8", f" Seat {paid_seat} mucked, which concedes it."
        if paid_seat not in contenders:
            return "P10", f" Seat {paid_seat} had not paid for it in full."
        best, other = self.hands.rank(winners[0]), self.hands.rank(paid_seat)
        if best is None or other is None:
            return self.rule, ""
        winning, other_words = rank_words(best, self.rules), rank_words(other, self.rules)
        words = f" Seat {winners[0]} has {winning}, seat {paid_seat} {other_words}."
        return comparing_rule(best, other, self.rules), words

    def _judge_unproved(
        self, name: str, chips: int, paid: Chips, entries: Sequence[Paid], pots: Sequence[Pot],
        shares: Sequence[Chips | None],
    ) -> None:  # fmt: skip
        """Nobody can say who won (C5), but what was paid must be what some result of the showdown gives."""
        contenders = {seat for pot in pots for seat in pot.contenders}
        outside = [(action_no, seat) for action_no, seat, amount in entries if amount and seat not in contenders]
        if outside:
            self.table.flag(
                "pot.winner", self.rule, f"{name} went to {_to(paid)}; seat {outside[0][1]} did not play for it.",
                action_no=outside[0][0], seat=outside[0][1], actual=_by_seat(paid),
            )  # fmt: skip
        elif sum(paid.values()) != chips:
            seats = sorted(paid)
            self.table.flag(
                "pot.amount", self.rule, f"{name}: {sum(paid.values())} was paid of {chips}.",
                seat=seats[0] if len(seats) == 1 else None, expected=chips, actual=sum(paid.values()),
            )  # fmt: skip
        elif not self._possible(paid, chips, pots, shares):
            self.table.flag(
                "pot.amount", self.rule, f"{name} went to {_to(paid)}, which no result of the showdown gives.",
                actual=_by_seat(paid),
            )  # fmt: skip
        hidden = [str(seat) for seat in sorted(contenders) if self.hands is None or self.hands.rank(seat) is None]
        self.table.unproved(
            f"{name}: who has the best hand hangs on unknown cards of seat {' and '.join(hidden)} (C5, P8)"
        )

    def _possible(self, paid: Chips, chips: int, pots: Sequence[Pot], shares: Sequence[Chips | None]) -> bool:
        """Whether some choice of winners, one or several a pot, pays exactly this."""
        parts = [chips] if len(pots) == 1 else [pot.chips for pot in pots]
        if sum(parts) != chips:
            return True  # rake out of several pots paid together: not told apart here
        choices: list[list[Chips]] = []
        for pot, part, known in zip(pots, parts, shares, strict=True):
            alive = self._alive(pot)
            some = chain.from_iterable(combinations(alive, count) for count in range(1, len(alive) + 1))
            choices.append([known] if known is not None else [self._share(part, winners) for winners in some])
        return any(_sum(choice) == paid for choice in product(*choices))


def _sum(parts: Sequence[Chips | None]) -> Chips | None:
    """All pots together by seat; None where one of them is not proved."""
    whole: Chips = {}
    for part in parts:
        if part is None:
            return None
        for seat, chips in part.items():
            if chips:
                whole[seat] = whole.get(seat, 0) + chips
    return whole


def _by_seat(chips: Chips) -> dict[str, int]:
    return {str(seat): amount for seat, amount in sorted(chips.items())}


def _to(chips: Chips) -> str:
    """Who got what, in words."""
    if not chips:
        return "nobody"
    return " and ".join(f"seat {seat} ({amount})" for seat, amount in sorted(chips.items()))
