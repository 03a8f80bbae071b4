"""Paying the pots of poker: the house's part (P11), who wins what (P5, P8–P10), and what the log paid.

Where several pots are paid under their names each is judged by itself, else all of them together by seat (P10). A pot
is judged as the log's own rake left it; corrections are against what the right rake would have left.
"""

from collections.abc import Collection, Sequence

from ingest.house_rules import PokerRules
from replay.pots import MAIN, Pot, due_rake, may_be_paid, rake_by_pot, share
from replay.ranking import Rank, comparing_rule, rank_words
from replay.showdown import PokerHands, best_of
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
        #: Who is at the showdown, also one who put nothing and plays for no pot.
        self.still_in: set[int] = set()
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
        parts = rake_by_pot(self.pots, uncalled, logged_rake)
        due = self._shares(winners, parts)
        right = due
        if right_rake != logged_rake:
            right = self._shares(winners, rake_by_pot(self.pots, uncalled, right_rake))
        if len(self.pots) > 1 and None not in paid:
            self._judge_each(paid, due, right, parts)
            return
        if len(self.pots) == 1:
            self._judge_each({MAIN: paid.pop(None, []) + paid.pop(MAIN, []), **paid}, due, right, parts)
            return
        every = [entry for entries in paid.values() for entry in entries]
        whole = _sum(due)
        raked = [_raked(pot, part) for pot, part in zip(self.pots, parts, strict=True)]
        self._judge_one("The pot", whole, whole if right is due else _sum(right), every, raked, due)

    def nobody_entered(self, actions: Sequence[Numbered], put: Chips) -> None:
        """P5: the pot stays, or each gets his own ante back."""
        rake, paid = self._move(actions)
        self._flag_rake(actions, 0, rake)
        due = {seat: chips for seat, chips in put.items() if chips} if self.rules.no_entry == "return" else {}
        every = [entry for entries in paid.values() for entry in entries]
        self._judge_one("The pot", due, due, every, [], [])

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

    # -- judging ---------------------------------------------------------------------------------------------------

    def _judge_each(
        self, paid: dict[str | None, list[Paid]], due: Sequence[Chips | None], right: Sequence[Chips | None],
        parts: Sequence[int],
    ) -> None:  # fmt: skip
        for pot, part, is_due, is_right in zip(self.pots, parts, due, right, strict=True):
            name = "The pot" if len(self.pots) == 1 else f"The {pot.name} pot"
            entries = paid.pop(pot.name, [])
            self._judge_one(name, is_due, is_right, entries, [_raked(pot, part)], [is_due])
        for other, entries in sorted(paid.items(), key=lambda item: str(item[0])):
            self._judge_one(f"The pot {other}, which there is not,", {}, {}, entries, [], [])

    def _judge_one(
        self, name: str, due: Chips | None, right: Chips | None, entries: Sequence[Paid],
        pots: Sequence[Pot], shares: Sequence[Chips | None],
    ) -> None:  # fmt: skip
        """One step: what was paid of `pots` together, which are as the rake left them; `shares` is what is due of each,
        None where not proved."""
        paid: Chips = {}
        for _, seat, amount in entries:
            if amount:
                paid[seat] = paid.get(seat, 0) + amount
        if due is None or right is None:
            self._judge_unproved(name, paid, entries, pots, shares)
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

    def _because(self, winners: Sequence[int], paid_seat: int, contenders: Collection[int]) -> tuple[str, str]:
        """The rule that decides between a winner and the seat that was paid, and the words for it."""
        if self.hands is None or not winners or paid_seat not in self.still_in:
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

    # -- where cards are not known -----------------------------------------------------------------------------------

    def _judge_unproved(
        self, name: str, paid: Chips, entries: Sequence[Paid], pots: Sequence[Pot], shares: Sequence[Chips | None]
    ) -> None:
        """Nobody can say who won (C5), but what was paid must be what some result of the showdown gives."""
        chips = sum(pot.chips for pot in pots)
        ways = [self._ways(pot, known) for pot, known in zip(pots, shares, strict=True)]
        may_be_due = {seat for pot_ways in ways for way in pot_ways for seat, amount in way.items() if amount}
        outside = [(action_no, seat) for action_no, seat, amount in entries if amount and seat not in may_be_due]
        if outside:
            action_no, seat = outside[0]
            rule, because = self._why_not(seat, pots)
            self.table.flag(
                "pot.winner", rule, f"{name} went to {_to(paid)}; nothing of it can be seat {seat}'s.{because}",
                action_no=action_no, seat=seat, actual=_by_seat(paid),
            )  # fmt: skip
        elif sum(paid.values()) != chips:
            seats = sorted(paid)
            self.table.flag(
                "pot.amount", self.rule, f"{name}: {sum(paid.values())} was paid of {chips}.",
                seat=seats[0] if len(seats) == 1 else None, expected=chips, actual=sum(paid.values()),
            )  # fmt: skip
        elif not may_be_paid(paid, ways):
            self.table.flag(
                "pot.amount", self.rule, f"{name} went to {_to(paid)}, which no result of the showdown gives.",
                actual=_by_seat(paid),
            )  # fmt: skip
        hidden = [str(seat) for seat, rank in self._ranks(pots).items() if rank is None]
        self.table.unproved(
            f"{name}: who has the best hand hangs on unknown cards of seat {' and '.join(hidden)} (C5, P8)"
        )

    def _ways(self, pot: Pot, known: Chips | None) -> list[Chips]:
        """What each possible result of the showdown pays out of one pot: one way where that is known."""
        if known is not None or self.hands is None:
            return [known or {}]
        return [self._share(pot.chips, winners) for winners in self.hands.results(self._alive(pot))]

    def _why_not(self, seat: int, pots: Sequence[Pot]) -> tuple[str, str]:
        """The rule by which a seat wins nothing of these pots whatever the unknown cards are, and the words for it."""
        ranks = self._ranks(pots)
        known = {who: rank for who, rank in ranks.items() if rank is not None}
        better = best_of(known) if known else []
        if not better or seat in better:
            better = [who for who in ranks if who not in known]  # a hidden hand is better at its worst
        return self._because(better, seat, {who for pot in pots for who in pot.contenders})

    def _ranks(self, pots: Sequence[Pot]) -> dict[int, Rank | None]:
        """The ranks of those who play for these pots and did not concede; None where a card of a hand is not known."""
        playing = {seat for pot in pots for seat in pot.contenders} - self.conceded
        return {} if self.hands is None else {seat: self.hands.rank(seat) for seat in sorted(playing)}


def _raked(pot: Pot, part: int) -> Pot:
    """A pot as the house's part of it leaves it; never less than nothing, however much the log took (C1)."""
    return Pot(pot.name, max(pot.chips - part, 0), pot.contenders)


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
