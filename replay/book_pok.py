"""The short way through a hand of pok (K1–K17): see `replay.book`."""

from collections.abc import Mapping, Sequence

from ingest.house_rules import CIRCLE_NAMES, PokRules
from replay.bidding import BiddingRules
from replay.book import Walk, same_payment
from replay.book_bidding import BookBidding
from replay.cards import ACE, RANK_OF, RANKS, UNKNOWN, missing_from, pok_pack, pok_ranks
from replay.pok import HAND_SIZE
from replay.pok_sets import Value, ValueOf, value_of
from replay.table import Table, seats_from_left

#: The account of each circle.
ACCOUNT = {circle: f"pool:{circle}" for circle in CIRCLE_NAMES}
#: The next higher card of the same suit (K13); an ace has none (K14).
NEXT_IN_ROW = {card: RANKS[rank + 1] + card[1] for card, rank in RANK_OF.items() if rank != ACE}


def walk_pok(table: Table, rules: PokRules) -> bool:
    """Whether the hand goes by the book; only then `table` is as the engine leaves it."""
    if not 2 <= len(table.order) <= 8:
        return False
    for name, chips in table.opening.pools.items():
        table.balance[f"pool:{name}"] = chips
    return PokWalk(table, rules).run()


class PokWalk(Walk):
    """One hand."""

    __slots__ = ("circles", "dealer", "holder", "rules", "trump")

    def __init__(self, table: Table, rules: PokRules) -> None:
        players = len(table.order)
        super().__init__(table, pok_pack, players)
        self.rules = rules
        self.dealer = table.hand.dealer_seat
        self.circles = (*pok_ranks(players), "pok", "sequence")
        #: Who holds each card, and the suit of the turned card.
        self.holder: dict[str, int] = {}
        self.trump = ""

    def run(self) -> bool:
        """The course of a hand, K2 to K17; whether it goes by the book."""
        if not (self._antes() and self.deal(self.table.order, HAND_SIZE) and self._turned() and self.in_the_pack()):
            return False
        if not (self._takes() and self._bidding("pok") and self._bidding("sequence")):
            return False
        return self._play() and self._pays() and self.at == len(self.actions) - 1 and self.numbered_as_logged()

    # -- K2–K6 -----------------------------------------------------------------------------------------------------

    def _antes(self) -> bool:
        """K2: every player puts what is due on each circle, in one line for all or a line each."""
        due = {circle: self.rules.circle_chips(circle) for circle in self.circles}
        to_put = dict.fromkeys(self.table.stack, self.circles)
        while (action := self.actions[self.at]).action == "ante":
            self.at += 1
            seat, chips = action.seat or 0, action.amount or 0
            circles = to_put.get(seat, ())
            to_put[seat] = ()
            if action.pool is not None:
                to_put[seat] = tuple(circle for circle in circles if circle != action.pool)
                circles = (action.pool,) if action.pool in circles else ()
            if not circles or any(due[circle] != chips for circle in circles):
                return False
            self.table.pay_in_each(self.at, seat, [ACCOUNT[circle] for circle in circles], chips, "K2")
        return self.solvent() and not any(due[circle] for left in to_put.values() for circle in left)

    def _turned(self) -> bool:
        """K4: the next card is turned up; where a card in a hand is not known this is no short way."""
        action, cards = self.actions[self.at], self.actions[self.at].cards or []
        self.at += 1
        self.came += cards
        if action.action != "trump" or len(cards) != 1 or UNKNOWN in self.came:
            return False
        self.trump = cards[0][1]
        self.holder = {card: seat for seat, held in self.held.items() for card in held}
        return True

    def _takes(self) -> bool:
        """K5, K6: trumps take the circles of their ranks, the dealer that of the turned card; the rest stays."""
        table, turned = self.table, self.came[-1]
        due = {}
        for circle in self.circles[:-2]:
            card, chips = circle + self.trump, table.balance.get(ACCOUNT[circle], 0)
            owner = self.dealer if card == turned else self.holder.get(card)
            if owner is not None and chips:
                due[circle] = owner, chips
        while (action := self.actions[self.at]).action == "take":
            self.at += 1
            seat, chips, circle = action.seat or 0, action.amount or 0, action.pool or ""
            if chips and due.pop(circle, None) != (seat, chips):
                return False
            table.pay_out(self.at, ACCOUNT.get(circle, ""), seat, chips, "K5")
        return not due

    # -- K7–K12 ----------------------------------------------------------------------------------------------------

    def _bidding(self, pool: str) -> bool:
        """K7–K12: one bidding, whose winner takes the circle with the bids."""
        rules, marker = self.rules, self.actions[self.at]
        self.at += 1
        if marker.action != "bidding" or marker.pool != pool:
            return False
        value = Values(self.held, value_of(pool, rules, self.trump))
        how = BiddingRules(
            ACCOUNT[pool], rules.min_bet, rules.min_raise, give_up="pass", last_is_asked=True,
            show_all=rules.multiway == "show_all", holds_set=None if rules.bluff else value.is_a_set,
        )  # fmt: skip
        bidding = BookBidding(self, how, self.table.order)
        return bidding.run() and self.solvent() and self._won(pool, bidding.still_in, value)

    def _won(self, pool: str, still_in: Sequence[int], value: "Values") -> bool:
        """K8–K10, K12: those left show or muck, and the best of them is paid; where nobody bet, the dealer."""
        table, chips = self.table, self.table.balance.get(ACCOUNT[pool], 0)
        to_show, shown, paid = {*still_in}, [], dict[int, int]()
        while (action := self.actions[self.at]).action in ("show", "muck", "win"):
            self.at += 1
            seat, amount = action.seat or 0, action.amount or 0
            if action.action == "win":
                if action.pool != pool:
                    return False
                paid[seat] = paid.get(seat, 0) + amount
                table.pay_out(self.at, ACCOUNT[pool], seat, amount, "K9" if still_in else "K10")
            elif seat not in to_show:
                return False
            else:
                to_show.remove(seat)
                if action.action == "show":
                    shown.append(seat)
                    if not self._holds(seat, action.cards or []):
                        return False
        if len(still_in) > 1:
            if to_show or not shown:
                return False
            nearest = [seat for seat in table.order if seat in shown]
            winner = max(nearest, key=value.__getitem__)
        else:
            winner = still_in[0] if still_in else self.dealer
        return same_payment(paid, {winner: chips})

    def _holds(self, seat: int, cards: Sequence[str]) -> bool:
        """Whether a seat may show these cards (K8): all that it holds or some of them."""
        return len(cards) <= HAND_SIZE and not missing_from(cards, self.held[seat])

    # -- K13–K17 ---------------------------------------------------------------------------------------------------

    def _play(self) -> bool:
        """K13–K16: rows of one suit upward, until one player alone has cards."""
        holder, left, actions = self.holder, dict.fromkeys(self.held, HAND_SIZE), self.actions
        leader, due_card, playing, at = self.dealer, "", len(left), self.at
        while playing > 1:
            action = actions[at]
            at += 1
            seat, card = action.seat or 0, (action.cards or [UNKNOWN])[0]
            row_goes_on = due_card in holder
            if action.action != "play" or holder.pop(card, None) != seat:
                return False
            if card != due_card if row_goes_on else seat != leader and not self._leads(seat, leader, left):
                return False
            left[seat] -= 1
            playing -= not left[seat]
            leader, due_card = seat, NEXT_IN_ROW.get(card, "")
        self.at = at
        return True

    def _leads(self, seat: int, last: int, left: Mapping[int, int]) -> bool:
        """K15: who laid the last card has none left, and `seat` is the nearest on his left who has."""
        nearest = (other for other in seats_from_left(self.table.order, last) if left[other])
        return not left[last] and seat == next(nearest)

    def _pays(self) -> bool:
        """K17: the last one with cards pays every other player."""
        rules, loser = self.rules, next(iter(self.holder.values()))
        each = rules.loser_pays * (len(self.holder) if rules.loser_basis == "per_card" else 1)
        to_pay = {seat for seat in self.table.order if seat != loser and each}
        while (action := self.actions[self.at]).action == "pay":
            self.at += 1
            to_seat = action.to_seat or 0
            if not action.amount:
                continue
            if action.seat != loser or action.amount != each or to_seat not in to_pay:
                return False
            to_pay.remove(to_seat)
            self.table.pay_across(self.at, loser, to_seat, each, "K17")
        return not to_pay


class Values(dict[int, Value]):
    """By seat how much its hand is worth for a circle, worked out when it is asked for."""

    def __init__(self, held: Mapping[int, Sequence[str]], value_of_cards: ValueOf) -> None:
        self.held, self.value_of_cards = held, value_of_cards

    def __missing__(self, seat: int) -> Value:
        value = self[seat] = self.value_of_cards(self.held[seat])
        return value

    def is_a_set(self, seat: int) -> bool:
        """K7, K11: whether a seat may bid."""
        return bool(self[seat])
