"""The short way through a bidding of the house game and of pok (B1–B7): see `replay.book`."""

from collections.abc import Sequence

from replay.bidding import BiddingRules, no_new_lap, verbs_open
from replay.book import Walk


class BookBidding:
    """A bidding in which everybody acts in turn, by a verb open to him and for the right sum, and nobody is all-in."""

    __slots__ = ("anybody_bet", "how", "still_in", "total", "walk")

    def __init__(self, walk: Walk, how: BiddingRules, first_to_last: Sequence[int]) -> None:
        self.walk, self.how = walk, how
        self.still_in = list(first_to_last)
        self.total = dict.fromkeys(first_to_last, 0)
        self.anybody_bet = False

    def run(self) -> bool:
        """Whether it goes by the book to its end; afterwards `still_in` are those whom it leaves."""
        walk, how, still_in, total = self.walk, self.how, self.still_in, self.total
        # The highest total. Who gives up never takes it along: when it is his turn again all others are level with him.
        high = 0
        place = acted = 0  # whose turn it is; how many acted since the last bet or raise, its bidder among them
        while len(still_in) > 1 or self._last_is_asked():
            seat = still_in[place]
            owe = high - total[seat]
            if self.anybody_bet and self._over(owe, acted):
                return True
            action = walk.actions[walk.at]
            verb = action.action
            if action.seat != seat or verb not in verbs_open(how.give_up, self.anybody_bet, owe, len(still_in))[0]:
                return False
            walk.at += 1
            if verb == how.give_up:
                del still_in[place]
                place = place if place < len(still_in) else 0
                continue
            if not self._bids(seat, verb, owe, action.amount or 0):
                return False
            if verb == "open":
                return True
            acted = acted + 1 if verb == "call" else 1
            high = max(high, total[seat])
            place = place + 1 if place + 1 < len(still_in) else 0
        return True

    def _last_is_asked(self) -> bool:
        """B6: in pok also the last one is asked where nobody bet."""
        return self.how.last_is_asked and len(self.still_in) == 1 and not self.anybody_bet

    def _over(self, owe: int, acted: int) -> bool:
        """B4: whether all show before the next one acts: asked so, or as somebody has less than the least bet left."""
        if self.how.show_all:
            return acted == len(self.still_in)
        if owe or len(self.still_in) == 2:
            return False
        return no_new_lap(self.walk.table, self.still_in, self.how.min_bet)

    def _bids(self, seat: int, verb: str, owe: int, chips: int) -> bool:
        """B2–B5: exactly what is owed, or at least the least bet or raise."""
        how = self.how
        if verb == "call" or verb == "open":
            right = chips == owe
        else:
            right = chips >= (how.min_bet if verb == "bet" else owe + how.min_raise)
            self.anybody_bet = True
        self.total[seat] += chips
        self.walk.table.pay_in(self.walk.at, seat, how.account, chips, "B3")
        return right and (how.holds_set is None or how.holds_set(seat) is True)

    def uncalled(self) -> int:
        """What the highest total has above the next highest, givers-up counted (P11)."""
        highest = sorted(self.total.values())[-2:]
        return highest[-1] - highest[0]
