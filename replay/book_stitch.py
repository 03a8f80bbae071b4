"""The short way through a round of stitch (S1–S15): see `replay.book`."""

from ingest.house_rules import StitchRules
from ingest.records import Action
from replay.book import Walk
from replay.cards import UNKNOWN, poker_pack
from replay.stitch import StitchEnd, banker_after, least_bank, takes_the_rest, too_poor
from replay.stitch_play import beats, half_of_bank, is_spent
from replay.table import Table

#: The lines between a stake and its result.
SETTLING = ["burn", "turn", "show"]


def walk_stitch(table: Table, rules: StitchRules) -> StitchEnd | None:
    """How the round ended if it went by the book, and None if not; only else `table` is as the engine leaves it."""
    lay = table.opening
    if not 2 <= len(table.order) <= 10:
        return None
    if lay.bank_start and not lay.stitch_round and lay.bank >= rules.multiple * lay.bank_start:
        return None  # S13 was passed over in the round before, and the log may go on with that bank or a new one
    return StitchWalk(table, rules).run()


class StitchWalk(Walk):
    """One round."""

    __slots__ = ("bank", "banker", "round_start", "rules", "start")

    def __init__(self, table: Table, rules: StitchRules) -> None:
        super().__init__(table, poker_pack, 52)
        self.rules = rules
        self.banker = table.hand.dealer_seat
        self.bank, self.start = table.opening.bank, table.opening.bank_start
        self.round_start = 0

    def run(self) -> StitchEnd | None:
        """The course of a round, S2 to S15; None where it does not go by the book."""
        table, rules = self.table, self.rules
        due = [seat for seat in table.order if seat != self.banker and not too_poor(table, rules, seat)]
        if not (self._bank_put() and self.deal(due, 3) and self.off_the_pack(due, 3)):
            return None
        self.round_start = self.bank
        for seat in due:
            if is_spent(self.bank, rules.stake_min):  # S11
                break
            if not self._plays(seat):
                return None
        if not self.in_the_pack(3 * len(due)):
            return None
        end = self._end()
        self.numbered_as_logged()
        return end

    def _bank_put(self) -> bool:
        """S2: a new banker puts his bank, and nobody else any."""
        if self.start:
            return True
        action, most, left = self.actions[self.at], self.rules.bank_max, self.table.left(self.banker)
        chips = action.amount or 0
        self.at += 1
        if action.action != "bank" or action.seat != self.banker or chips < least_bank(self.rules):
            return False
        self.bank += chips
        self.start = self.bank
        self.table.pay_in(self.at, self.banker, "bank", chips, "S2")
        return (not most or chips <= most) and (left is None or chips <= left)

    def _plays(self, seat: int) -> bool:
        """S4–S8: a stake, his own burned card and banker's card, his cards, and what he won or lost."""
        stake = self.actions[self.at]
        chips = stake.amount or 0
        self.at += 1
        if stake.action != "stake" or stake.seat != seat:
            return False
        if not chips:
            return self.rules.zero_stake
        if not self._right_stake(seat, chips):
            return False
        lines = self.actions[self.at : self.at + 4]
        self.at += 4
        return [action.action for action in lines[:3]] == SETTLING and self._settled(seat, chips, *lines)

    def _right_stake(self, seat: int, chips: int) -> bool:
        """S4, C1: from the smallest stake to half the bank, and no more than he has."""
        most, left = half_of_bank(self.rules, self.bank, self.round_start), self.table.left(seat)
        return self.rules.stake_min <= chips <= most and (left is None or chips <= left)

    def _settled(self, seat: int, stake: int, burn: Action, turn: Action, show: Action, result: Action) -> bool:
        """S5–S8: one card is burned and one turned, he shows, and wins twice his stake or loses it."""
        burned, turned, chips = burn.cards or [], turn.cards or [], result.amount
        self.came += burned + turned
        if len(burned) != 1 or len(turned) != 1 or turned[0] == UNKNOWN:
            return False
        if show.seat != seat or result.seat != seat or not self.shows(seat, show.cards or []):
            return False
        if any(beats(card, turned[0]) for card in self.held[seat]):
            self.table.pay_out(self.at, "bank", seat, 2 * stake, "S7")
            self.bank -= 2 * stake
            return result.action == "win" and chips == 2 * stake
        self.table.pay_in(self.at, seat, "bank", stake, "S8")
        self.bank += stake
        return result.action == "lose" and chips == stake

    def _end(self) -> StitchEnd | None:
        """S10, S12–S15: whether a stitch round is declared, what the banker takes, to whom the bank passes."""
        table, in_stitch, spent = self.table, self.table.opening.stitch_round, is_spent(self.bank, self.rules.stake_min)
        over = in_stitch or spent
        stitch_due = not over and self.bank >= self.rules.multiple * self.start
        his = self.bank if takes_the_rest(self.rules, in_stitch, spent) else 0
        declared, passed_to = False, None
        for action in self.actions[self.at : -1]:
            self.at += 1
            if action.action == "stitch" and not declared:
                declared = True
            elif action.action == "collect" and action.seat == self.banker and action.amount == his:
                table.pay_out(self.at, "bank", self.banker, his, "S14" if in_stitch else "S10")
                self.bank, his = self.bank - his, 0
            elif action.action == "pass_bank" and passed_to is None and action.to_seat is not None:
                passed_to = action.to_seat
            else:
                return None
        next_seat = banker_after(table, self.rules) if over else self.banker
        if declared != stitch_due or his or passed_to != (next_seat if over else None):
            return None
        return StitchEnd(self.bank, True, (0 if over else self.start,), declared, next_seat)
