"""One hand of pok and sequence, dealt and played at random within the rules (RULEBOOK K1-K18)."""

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from .bidding import Bidding, random_mood
from .cards import RANKS, SUITS, UNKNOWN, pok_pack, pok_ranks
from .outcome import Act, Outcome, Style, say_zero, with_notes
from .ranking import Key, best_pok, best_sequence


def circles(players: int) -> list[str]:
    """The circles of the pack for so many players (K2)."""
    return [*reversed(pok_ranks(players)), "pok", "sequence"]


def circle_price(keys: dict[str, Any], name: str) -> int:
    """What each player puts on a circle before the deal (K2)."""
    circle = keys["circle"]
    return int(circle.get(name, 1)) if isinstance(circle, dict) else int(circle)


@dataclass
class PokHand:
    """The table during a hand. `order` goes from the dealer's left; the dealer is the last."""

    rng: Random
    order: list[int]
    #: Stacks; None where the log does not count them.
    left: dict[int, int | None]
    keys: dict[str, Any]
    pools: dict[str, int]
    style: Style
    bidding_class: ClassVar[type[Bidding]] = Bidding

    def __post_init__(self) -> None:
        self.out = Outcome()
        self.dealer = self.order[-1]
        self.names = circles(len(self.order))
        self.pools = {name: self.pools.get(name, 0) for name in {**dict.fromkeys(self.names), **self.pools}}
        self.hands: dict[int, list[str]] = {}
        self.sticky: frozenset[int] = frozenset()

    def play(self) -> Outcome:
        """Play it from the circles to the loser's payment."""
        self._ante()
        turned = self._deal()
        self._takes(turned)
        self._bid("pok", turned[1])
        self._bid("sequence", turned[1])
        self._play_out(turned)
        self._hide()
        self.out.closing = {"pools": dict(self.pools)}
        with_notes(self.rng, self.style, self.out.actions)
        return self.out

    def _move(self, seat: int, chips: int) -> None:
        self.out.pay(seat, chips)
        left = self.left[seat]
        if left is not None:
            self.left[seat] = left + chips

    def _ante(self) -> None:
        rng = self.rng
        acts: list[Act] = []
        prices = [circle_price(self.keys, name) for name in self.names]
        common = max(sorted(set(prices)), key=prices.count)
        for seat in self.order:
            rest = False
            for name, price in zip(self.names, prices, strict=True):
                self.pools[name] += price
                self._move(seat, -price)
                if price == common and rng.random() < 0.97:
                    rest = True
                elif price or rest or common or say_zero(rng, self.style):
                    acts.append({"action": "ante", "seat": seat, "amount": price, "pool": name})
            if rest and (common or say_zero(rng, self.style)):
                acts.append({"action": "ante", "seat": seat, "amount": common})
        self.out.actions += acts

    def _deal(self) -> str:
        rng, count = self.rng, len(self.order)
        packet = rng.choice((2, 3))
        deck = pok_pack(count)
        rng.shuffle(deck)
        self.hands = {seat: [] for seat in self.order}
        if rng.random() < self.style.stacked:
            self._stack(deck, packet)
        packets: list[Act] = []
        place = 0
        for _ in range(6 // packet):
            for seat in self.order:
                cards = deck[place : place + packet]
                place += packet
                self.hands[seat] += cards
                packets.append({"action": "deal", "seat": seat, "cards": cards})
        if rng.random() < self.style.decks:
            self.out.deck = deck
        elif rng.random() < 0.7:
            packets = [{"action": "deal", "seat": seat, "cards": list(self.hands[seat])} for seat in self.order]
        self.out.actions += [*packets, {"action": "trump", "cards": [deck[place]]}]
        return deck[place]

    def _stack(self, deck: list[str], packet: int) -> None:
        """Put twin hands to two seats, so that a pok or a sequence is tied but for trump or place."""
        rng, count = self.rng, len(self.order)
        ranks = pok_ranks(count)
        first, second = rng.sample(range(count), 2)
        suits = rng.sample(SUITS, 4)
        if rng.random() < 0.5:
            rank = rng.choice(ranks)
            wanted = {first: [rank + suits[0], rank + suits[1]], second: [rank + suits[2], rank + suits[3]]}
        else:
            run = rng.sample(ranks, rng.randint(3, min(4, len(ranks))))
            wanted = {first: [rank + suits[0] for rank in run], second: [rank + suits[1] for rank in run]}
        for seat, cards in wanted.items():
            places = self._places(seat, packet)
            for place, card in zip(places, cards, strict=False):
                here = deck.index(card)
                deck[here], deck[place] = deck[place], deck[here]
        self.sticky = frozenset((self.order[first], self.order[second]))

    def _places(self, seat: int, packet: int) -> list[int]:
        """Where in the pack the cards of the seat k-th from the dealer's left lie."""
        laps = range(6 // packet)
        return [lap * packet * len(self.order) + seat * packet + i for lap in laps for i in range(packet)]

    def _hide(self) -> None:
        """Put `??` for cards of a deal that the log gives later all the same: shown whole, or all played (C5)."""
        rng = self.rng
        if not self.style.hides or rng.random() >= self.style.hides * 0.5:
            return
        seen: dict[int, set[str]] = {seat: set() for seat in self.order}
        for act in self.out.actions:
            if act["action"] in ("play", "show"):
                seen[act["seat"]] |= set(act["cards"])
        for act in self.out.actions:
            if act["action"] == "deal" and len(seen[act["seat"]]) == 6 and rng.random() < 0.6:
                self.out.shapes.append("dealt unseen, known later")
                act["cards"] = [UNKNOWN if rng.random() < 0.6 else card for card in act["cards"]]

    def _takes(self, turned: str) -> None:
        """K5: trumps take the circles of their ranks, the dealer that of the turned card."""
        acts: list[Act] = []
        takers = [(seat, card) for seat in self.order for card in self.hands[seat] if card[1] == turned[1]]
        for seat, card in [(self.dealer, turned), *takers]:
            acts += self._take(seat, card[0], self.pools[card[0]])
        if self.rng.random() < 0.5:
            self.rng.shuffle(acts)
        self.out.actions += acts

    def _take(self, seat: int, name: str, chips: int) -> list[Act]:
        """One circle to its seat, as it is logged."""
        self.pools[name] -= chips
        self._move(seat, chips)
        if chips or say_zero(self.rng, self.style):
            return [{"action": "take", "seat": seat, "pool": name, "amount": chips}]
        return []

    def _key(self, name: str, seat: int, trump: str) -> Key:
        if name == "pok":
            return best_pok(self.hands[seat], trump)
        return best_sequence(self.hands[seat], trump, self.keys["sequence"])

    def _bid(self, name: str, trump: str) -> None:
        """K7-K12: the bidding for one of the two circles, and its payment."""
        rng, out = self.rng, self.out
        keys = {seat: self._key(name, seat, trump) for seat in self.order}
        weak = frozenset(seat for seat in self.order if not keys[seat])
        powerless = frozenset() if self.keys["bluff"] else weak
        bidding_class = Bidding if self.out.truths else self.bidding_class
        bidding = bidding_class(
            rng, self.order, self.left, self.keys["min_bet"], self.keys["min_raise"],
            self.keys["multiway"] == "new_lap", False, random_mood(rng, self.sticky), powerless,
        )  # fmt: skip
        bidding.run()
        out.actions += [{"action": "bidding", "pool": name}, *bidding.actions]
        out.shapes += bidding.shapes
        out.truths += bidding.truths
        for seat, amount in bidding.put.items():
            out.pay(seat, -amount)
        chips = self.pools[name] + sum(bidding.put.values())
        if not bidding.bet_made:
            out.shapes.append("nobody bets")
            winner = self.dealer
        elif len(bidding.still_in) == 1:
            out.shapes.append("single bidder")
            winner = bidding.still_in[0]
        else:
            winner = self._showdown(bidding.still_in, keys, name)
        self.pools[name] = chips
        self._award(winner, name, chips, keys)

    def _award(self, winner: int, name: str, chips: int, keys: dict[int, Key]) -> None:
        """K9, K10: the circle and all bids; `keys` are the best sets by seat (for planted faults)."""
        if chips or say_zero(self.rng, self.style):
            self.out.actions.append({"action": "win", "seat": winner, "pool": name, "amount": chips})
        self.pools[name] -= chips
        self._move(winner, chips)

    def _showdown(self, meeting: list[int], keys: dict[int, Key], name: str) -> int:
        rng, out = self.rng, self.out
        best = max(keys[seat] for seat in meeting)
        tied = [seat for seat in self.order if seat in meeting and keys[seat] == best]
        if len(tied) > 1:
            out.shapes.append("tied to the nearest" if best else "two without a set")
        elif sum(keys[seat][:-1] == best[:-1] for seat in meeting) > 1:
            out.shapes.append("tie broken by trump")
        acts: list[Act] = []
        for seat in meeting:
            if seat != tied[0] and rng.random() < self.style.mucks:
                acts.append({"action": "muck", "seat": seat})
            else:
                cards = list(self.hands[seat])
                rng.shuffle(cards)
                acts.append({"action": "show", "seat": seat, "cards": cards})
        rng.shuffle(acts)
        out.actions += acts
        return tied[0]

    def _play_out(self, turned: str) -> None:
        """K13-K17: rows, leaders, the end, the loser's payment."""
        order = self.order
        holds: dict[str, int] = {card: seat for seat in order for card in self.hands[seat]}
        left = {seat: set(self.hands[seat]) for seat in order}
        leader, row = self.dealer, ""
        while sum(bool(cards) for cards in left.values()) > 1:
            if row not in holds:
                if not left[leader]:
                    self.out.shapes.append("leader has no card left")
                    start = order.index(leader)
                    ring = [order[(start + step) % len(order)] for step in range(1, len(order))]
                    leader = next(seat for seat in ring if left[seat])
                leader, row = self._lead(leader, left, holds)
            leader = holds.pop(row)
            left[leader].remove(row)
            self.out.actions.append({"action": "play", "seat": leader, "cards": [row]})
            place = RANKS.index(row[0]) + 1
            row = RANKS[place] + row[1] if place < len(RANKS) else ""
            row = self._continue(row, holds, left, leader)
        if row in holds:
            self.out.shapes.append("end in mid-row")
        loser = next(seat for seat in order if left[seat])
        times = len(left[loser]) if self.keys["loser_basis"] == "per_card" else 1
        self._pay(loser, times * self.keys["loser_pays"])

    def _continue(self, row: str, holds: dict[str, int], left: dict[int, set[str]], last: int) -> str:
        """K13: the card that must come next; "" or a card that nobody holds ends the row."""
        return row

    def _lead(self, leader: int, left: dict[int, set[str]], holds: dict[str, int]) -> tuple[int, str]:
        """K13: who leads what."""
        return leader, self.rng.choice(sorted(left[leader]))

    def _pay(self, loser: int, each: int) -> None:
        acts: list[Act] = []
        for seat in self.order:
            if seat != loser:
                self._move(loser, -each)
                self._move(seat, each)
                if each or say_zero(self.rng, self.style):
                    acts.append({"action": "pay", "seat": loser, "to_seat": seat, "amount": each})
        left = self.left[loser]
        if left is not None and left < 0:
            self.out.shapes.append("loser owes")
        self.rng.shuffle(acts)
        self.out.actions += acts
