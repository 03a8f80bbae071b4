"""The short way through a hand of draw poker by the house rules (P1–P11): see `replay.book`."""

from collections.abc import Sequence

from ingest.house_rules import PokerRules
from replay.bidding import BiddingRules
from replay.book import HIDDEN, Walk, same_payment
from replay.book_bidding import BookBidding
from replay.cards import UNKNOWN, poker_pack
from replay.poker import pack_size
from replay.pots import MAIN, due_rake, share
from replay.ranking import house_rank
from replay.showdown import best_of
from replay.table import Table


def walk_poker(table: Table, rules: PokerRules) -> bool:
    """Whether the hand goes by the book; only then `table` is as the engine leaves it."""
    players = len(table.order)
    size = pack_size(rules, players)
    if size is None or rules.profile != "house":
        return False
    table.balance["pot"] = table.opening.pot
    return PokerWalk(table, rules, size).run()


class PokerWalk(Walk):
    """One hand of the house game."""

    __slots__ = ("rules", "still_in")

    def __init__(self, table: Table, rules: PokerRules, size: int) -> None:
        super().__init__(table, poker_pack, size, reserve=1 if rules.all_in == "side_pots" else 0)
        self.rules = rules
        self.still_in: list[int] = []

    def run(self) -> bool:
        """The course of a hand, P2 to P11; whether it goes by the book."""
        return self._play() and self.in_the_pack(5 * len(self.table.order)) and self.numbered_as_logged()

    def _play(self) -> bool:
        order = self.table.order
        if not (self._antes() and self.deal(order, 5) and self.off_the_pack(order, 5)):
            return False
        if not (self._entries() and self._draws()):
            return False
        if len(self.still_in) <= 1:
            return self._end("P5", 0)
        rules = self.rules
        how = BiddingRules("pot", rules.min_bet, rules.min_raise, show_all=rules.multiway == "show_all")
        bidding = BookBidding(self, how, self.still_in)
        if not bidding.run():
            return False
        self.still_in = bidding.still_in
        return self._end("P8" if len(self.still_in) > 1 else "P9", bidding.uncalled())

    def _antes(self) -> bool:
        """P2: every player dealt in puts exactly the ante."""
        table, actions, ante, at = self.table, self.actions, self.rules.ante, 0
        put: set[int] = set()
        while (action := actions[at]).action == "ante":
            at += 1
            seat = action.seat or 0
            if (action.amount or 0) != ante or seat not in table.stack or seat in put:
                return False
            put.add(seat)
            table.pay_in(at, seat, "pot", ante, "P2")
        self.at = at
        return len(put) == len(table.stack) or not ante

    def _entries(self) -> bool:
        """P4: once round, each enters for exactly the entry or declines."""
        table, actions, entry, at = self.table, self.actions, self.rules.entry, self.at
        for seat in table.order:
            action = actions[at]
            at += 1
            if action.seat != seat:
                return False
            if action.action == "enter":
                if (action.amount or 0) != entry:
                    return False
                self.still_in.append(seat)
                table.pay_in(at, seat, "pot", entry, "P4")
            elif action.action != "decline":
                return False
        self.at = at
        return True

    def _draws(self) -> bool:
        """P6: once round, each throws up to five cards that he holds, and gets as many; nobody who is alone (P5)."""
        if len(self.still_in) <= 1:
            return True
        start, self.at = self.at, self.at + len(self.still_in)
        for seat, action in zip(self.still_in, self.actions[start : self.at], strict=False):
            if action.action != "draw" or action.seat != seat:
                return False
            thrown, drawn = action.discards or (), action.cards or ()
            if len(thrown) != len(drawn) or len(thrown) > 5:
                return False
            if thrown and not self._exchange(seat, thrown, drawn):
                return False
        return True

    def _exchange(self, seat: int, thrown: Sequence[str], drawn: Sequence[str]) -> bool:
        held = [*self.held[seat]]
        for card in thrown:
            if card in held:
                held.remove(card)
            elif UNKNOWN in thrown:
                if card != UNKNOWN:
                    return False
            elif UNKNOWN in held:  # it was one of those that the log does not know
                held.remove(UNKNOWN)
                self.told.append(card)
            else:
                return False
        self.held[seat] = HIDDEN if UNKNOWN in thrown else [*held, *drawn]
        self.came += drawn
        return True

    # -- showdown and payment --------------------------------------------------------------------------------------

    def _end(self, rule: str, uncalled: int) -> bool:
        """P5, P8, P9, P11: who must shows or mucks, the house takes its part, the winners the rest."""
        winners = self._winners()
        if winners is None or not self.solvent():
            return False
        table, pot, rules = self.table, self.table.balance["pot"], self.rules
        raked = 0
        paid: dict[int, int] = {}
        for action in self.actions[self.at : -1]:
            self.at += 1
            verb, seat, chips = action.action, action.seat or 0, action.amount or 0
            if verb == "rake":
                table.pay_house(self.at, "pot", chips, "P11")
                raked += chips
            elif (verb == "win" or verb == "return") and (action.pool is None or action.pool == MAIN):
                table.pay_out(self.at, "pot", seat, chips, rule)
                paid[seat] = paid.get(seat, 0) + chips
            elif verb != "muck" or self.still_in != [seat]:  # who wins unshown may say so
                return False
        if not winners:  # nobody entered: the pot stays, or each gets his ante back
            back = dict.fromkeys(table.order, rules.ante) if rules.no_entry == "return" else {}
            return not raked and same_payment(paid, back)
        rake = due_rake(pot, uncalled, rules.rake_bp, rules.rake_cap) if rules.rake_bp else 0
        due = share(pot - rake, winners, table.order, rules.chip_unit)
        return raked == rake and same_payment(paid, due)

    def _winners(self) -> Sequence[int] | None:
        """P8: who has the best of the hands shown; None where this is no short way."""
        if len(self.still_in) <= 1:
            return self.still_in
        to_show, shown = {*self.still_in}, []
        while to_show:
            action = self.actions[self.at]
            self.at += 1
            seat = action.seat or 0
            if seat not in to_show:
                return None
            to_show.remove(seat)
            if action.action == "show" and self.shows(seat, action.cards or []):
                shown.append(seat)
            elif action.action != "muck":
                return None
        if len(shown) <= 1:
            return shown or None
        return best_of({seat: house_rank(self.held[seat], self.rules) for seat in shown})
