"""The table of one hand as its log leaves it: stacks, pot, bank, circles, and what is found on the way.

Every game moves chips through here and nowhere else, so that each movement is entered twice (from, to) and C1 holds
by construction. A `Table` judges nothing itself; it only remembers.
"""

from bisect import bisect_right
from collections.abc import Sequence

from ingest.records import Action, Hand, TableState
from replay.results import Correction, Finding, Movement, Severity, Value

#: An action with its 1-based number in the log.
Numbered = tuple[int, Action]


def seats_from_left(seats: Sequence[int], seat: int) -> list[int]:
    """All `seats` clockwise, beginning at the left of `seat` and ending with it where it is among them (C3)."""
    ordered = sorted(seats)
    first = bisect_right(ordered, seat)
    return ordered[first:] + ordered[:first]


class _SeatAccounts(dict[int, str]):
    """The accounts of seats; those of the usual ones need not be put together again for each movement."""

    def __missing__(self, seat: int) -> str:
        return f"seat:{seat}"


#: The account of a seat, also of one where nobody was dealt in.
SEAT_ACCOUNT = _SeatAccounts({seat: f"seat:{seat}" for seat in range(1, 33)})


class Table:
    """What lies where, and what was found, while a hand is replayed."""

    __slots__ = (
        "balance", "corrections", "counted", "early", "findings", "hand", "incomplete", "movements",
        "opening", "order", "stack", "stacks_count",
    )  # fmt: skip

    def __init__(self, hand: Hand, opening: TableState, stacks_count: bool = True) -> None:
        self.hand = hand
        self.opening = opening
        self.stack: dict[int, int | None] = {player.seat: player.stack for player in hand.players}
        self.order: list[int] = seats_from_left(list(self.stack), hand.dealer_seat)
        self.balance: dict[str, int] = {}
        self.movements: list[Movement] = []
        self.findings: list[Finding] = []
        self.corrections: dict[int, int] = {}
        self.incomplete: list[str] = []
        self.stacks_count = stacks_count
        #: Numbers of the actions that counted for their step, and (too early, late) pairs: see `replay.order`.
        self.counted: set[int] = set()
        self.early: list[tuple[Numbered, Numbered]] = []

    def left(self, seat: int) -> int | None:
        """Chips in front of a seat that it can put, none where it owes; None where stacks are not looked at (C1)."""
        held = self.stack.get(seat)
        return None if held is None or not self.stacks_count else max(held, 0)

    def pay_in(self, step: int, seat: int, account: str, chips: int, rule: str) -> None:
        """`chips` go from a seat to an account of the table."""
        if chips:
            self.movements.append(Movement(step, SEAT_ACCOUNT[seat], account, chips, rule))
            self.balance[account] = self.balance.get(account, 0) + chips
            held = self.stack.get(seat)
            if held is not None:
                self.stack[seat] = held - chips

    def pay_in_each(self, step: int, seat: int, accounts: Sequence[str], chips: int, rule: str) -> None:
        """`chips` go from a seat to each of these accounts of the table."""
        if chips:
            payer, balance, held = SEAT_ACCOUNT[seat], self.balance, self.stack.get(seat)
            self.movements += [Movement(step, payer, account, chips, rule) for account in accounts]
            for account in accounts:
                balance[account] = balance.get(account, 0) + chips
            if held is not None:
                self.stack[seat] = held - chips * len(accounts)

    def pay_out(self, step: int, account: str, seat: int, chips: int, rule: str) -> None:
        """`chips` go from an account of the table to a seat."""
        if chips:
            self.movements.append(Movement(step, account, SEAT_ACCOUNT[seat], chips, rule))
            self.balance[account] = self.balance.get(account, 0) - chips
            held = self.stack.get(seat)
            if held is not None:
                self.stack[seat] = held + chips

    def pay_across(self, step: int, seat: int, to_seat: int, chips: int, rule: str) -> None:
        """`chips` go from one seat to another."""
        if chips:
            self.movements.append(Movement(step, SEAT_ACCOUNT[seat], SEAT_ACCOUNT[to_seat], chips, rule))
            for who, change in ((seat, -chips), (to_seat, chips)):
                held = self.stack.get(who)
                if held is not None:
                    self.stack[who] = held + change

    def pay_house(self, step: int, account: str, chips: int, rule: str) -> None:
        """`chips` go from an account of the table to the house (P11)."""
        if chips:
            self.movements.append(Movement(step, account, "house", chips, rule))
            self.balance[account] = self.balance.get(account, 0) - chips

    def flag(
        self,
        code: str,
        rule: str,
        message: str,
        *,
        action_no: int | None = None,
        seat: int | None = None,
        expected: Value = None,
        actual: Value = None,
        severity: Severity = "error",
    ) -> None:
        """Note a finding."""
        self.findings.append(Finding(code, rule, message, action_no, seat, expected, actual, severity))

    def correct(self, seat: int, chips: int) -> None:
        """Note what a seat should have had more (+) or less (-) by a consequence."""
        if chips:
            self.corrections[seat] = self.corrections.get(seat, 0) + chips

    def unproved(self, because: str) -> None:
        """Note what could not be checked, once."""
        if because not in self.incomplete:
            self.incomplete.append(because)

    def sorted_corrections(self) -> tuple[Correction, ...]:
        """The corrections that are not nothing, by seat."""
        if not self.corrections:
            return ()
        return tuple(Correction(seat, chips) for seat, chips in sorted(self.corrections.items()) if chips)

    def seats_that(self, verbs: frozenset[str]) -> set[int]:
        """The seats with at least one action of these verbs anywhere in the hand (C8, C9)."""
        return {a.seat for a in self.hand.actions if a.action in verbs and a.seat is not None and not _nothing(a)}


def _nothing(action: Action) -> bool:
    """A `win` of 0 chips is no payment: such a move may stand or be left out."""
    return action.action == "win" and not action.amount
