"""One hand of house poker, dealt and played at random within the rules (RULEBOOK P1-P11)."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random
from typing import Any, ClassVar

from .bidding import Bidding, random_mood
from .cards import JOKER, UNKNOWN, crafted_poker_hands, poker_pack, stacked_deals
from .outcome import Act, Outcome, Style, say_zero, with_notes
from .pots import Pot, cut_pots, rake_of, uncalled_of
from .ranking import NAMES, Key, poker_key


@dataclass
class PokerHand:
    """The table while a hand is played. `order` goes from the dealer's left; the dealer is the last."""

    rng: Random
    order: list[int]
    #: What each may put in; None where stacks are not looked at.
    left: dict[int, int | None]
    keys: dict[str, Any]
    carried: int
    style: Style
    bidding_class: ClassVar[type[Bidding]] = Bidding

    def __post_init__(self) -> None:
        self.out = Outcome()
        self.paid = dict.fromkeys(self.order, 0)
        self.side_pots = self.keys["all_in"] == "side_pots" and all(self.left[seat] is not None for seat in self.order)
        self.cards: dict[int, list[str]] = {}
        self.thrown: dict[int, tuple[list[str], list[str]]] = {}
        self.sticky: frozenset[int] = frozenset()
        self.showdown_keys: dict[int, Key] = {}
        self.uncalled = 0
        #: Cards of a loser that the log never gives.
        self.unseen: dict[int, list[str]] = {}

    def play(self) -> Outcome:
        """Play it from the ante to the last chip."""
        self._ante()
        deck = self._deal()
        entered = self._entries()
        if not entered:
            self._nobody()
        elif len(entered) == 1:
            self.out.shapes.append("one enters")
            self._take_unshown(entered[0], {})
        else:
            self._draw(entered, deck)
            self._bid(entered)
        self._hide()
        with_notes(self.rng, self.style, self.out.actions)
        return self.out

    def _pay_in(self, seat: int, amount: int) -> None:
        self.paid[seat] += amount
        self.out.pay(seat, -amount)
        left = self.left[seat]
        if left is not None:
            self.left[seat] = left - amount

    def _price(self, seat: int, price: int) -> int:
        """The price, or with side pots all that the seat has."""
        left = self.left[seat]
        return min(price, left) if self.side_pots and left is not None else price

    def _ante(self) -> None:
        antes: list[Act] = []
        for seat in self.order:
            amount = self._price(seat, self.keys["ante"])
            antes += self._put_ante(seat, amount)
        if self.rng.random() < 0.2:
            self.rng.shuffle(antes)
        self.out.actions += antes

    def _put_ante(self, seat: int, amount: int) -> list[Act]:
        self._pay_in(seat, amount)
        if amount or say_zero(self.rng, self.style):
            return [{"action": "ante", "seat": seat, "amount": amount}]
        return []

    def _deal(self) -> list[str]:
        rng, count = self.rng, len(self.order)
        pack = poker_pack(count, self.keys["deck"])
        wanted: dict[int, list[str]] = {}
        if rng.random() < self.style.stacked:
            places = rng.sample(range(count), min(count, rng.choice((2, 2, 2, 3))))
            wanted = dict(zip(places, crafted_poker_hands(rng, pack, len(places)), strict=False))
        self.sticky = frozenset(self.order[place] for place in wanted)
        if wanted:
            deck = stacked_deals(rng, pack, wanted, count, 5)
        else:
            deck = list(pack)
            rng.shuffle(deck)
        if rng.random() < self.style.decks:
            self.out.deck = list(deck)
        for k, seat in enumerate(self.order):
            self.cards[seat] = deck[k : 5 * count : count]
        return deck[5 * count :]

    def _entries(self) -> list[int]:
        rng = self.rng
        eager = rng.choice((0.0, 0.3, 0.6, 0.6, 0.8, 1.0))
        entered = []
        for seat in self.order:
            left = self.left[seat]
            if self.side_pots and left == 0:
                entered.append(seat)
                continue
            price = self._price(seat, self.keys["entry"])
            able = left is None or left >= price
            if able and (seat in self.sticky or rng.random() < eager):
                self._enter(seat, price)
                entered.append(seat)
            else:
                self.out.actions.append({"action": "decline", "seat": seat})
        return entered

    def _enter(self, seat: int, price: int) -> None:
        self.out.actions.append({"action": "enter", "seat": seat, "amount": price})
        self._pay_in(seat, price)

    def _nobody(self) -> None:
        self.out.shapes.append("nobody enters")
        if self.keys["no_entry"] == "return":
            for seat in self.order:
                if self.paid[seat]:
                    self._pay_out("return", seat, self.paid[seat])
        self._leave_pot()

    def _pay_out(self, verb: str, seat: int, amount: int, pool: str | None = None) -> None:
        act: Act = {"action": verb, "seat": seat, "amount": amount}
        if pool:
            act["pool"] = pool
        self.out.actions.append(act)
        self.out.pay(seat, amount)

    def _draw(self, entered: list[int], rest: list[str]) -> None:
        rng = self.rng
        drawn = 0
        for seat in entered:
            hand = self.cards[seat]
            keep = seat in self.sticky and rng.random() < 0.9
            count = 0 if keep else rng.choice((0, 1, 2, 3, 3, 4, 5))
            discards = rng.sample(hand, count)
            if JOKER in discards and rng.random() < 0.8:
                discards = []
            # A pack that is too small for the table (a planted fault) runs out.
            discards = discards[: max(0, len(rest) - drawn)]
            fresh = rest[drawn : drawn + len(discards)]
            drawn += len(discards)
            for card in discards:
                hand.remove(card)
            hand.extend(fresh)
            self.thrown[seat] = (discards, fresh)
            self.out.actions.append({"action": "draw", "seat": seat, "discards": discards, "cards": fresh})

    def _bid(self, entered: list[int]) -> None:
        mood = random_mood(self.rng, self.sticky)
        bidding = self.bidding_class(
            self.rng, entered, self.left, self.keys["min_bet"], self.keys["min_raise"],
            self.keys["multiway"] == "new_lap", self.side_pots, mood,
        )  # fmt: skip
        bidding.run()
        self.out.actions += bidding.actions
        self.out.shapes += bidding.shapes
        self.out.truths += bidding.truths
        for seat, amount in bidding.put.items():
            self.paid[seat] += amount
            self.out.pay(seat, -amount)
        if len(bidding.still_in) == 1:
            if not bidding.bet_made:
                self.out.shapes.append("all give up with no bet")
            self._take_unshown(bidding.still_in[0], bidding.put)
        else:
            self._showdown(bidding.still_in, bidding.put)

    def _take_unshown(self, seat: int, put: dict[int, int]) -> None:
        """P5, P9: what is left after the rake is his."""
        pot = self.carried + sum(self.paid.values())
        uncalled, _ = uncalled_of(put)
        due = rake_of(pot - uncalled, self.keys)
        rake = self._rake_taken(due)
        if uncalled and self.rng.random() < 0.4:
            self.out.shapes.append("uncalled returned")
            self._pay_out("return", seat, uncalled)
            pot -= uncalled
        if put and self.rng.random() < self.style.mucks * 0.2:
            self.out.actions.append({"action": "muck", "seat": seat})
        self._rake(rake)
        for _, winner, chips in self._payments([(0, seat, pot - rake)]):
            if chips or say_zero(self.rng, self.style):
                self._pay_out("win", winner, chips)
        self._leave_pot()

    def _leave_pot(self) -> None:
        """What lies on the table afterwards: all that came in less all that went out."""
        self.out.closing = {"pot": self.carried - sum(self.out.moved.values()) - self.out.house}

    # Where faults are planted (faults.py); a legal hand leaves these as they are.

    def _rake_taken(self, due: int) -> int:
        """What the house takes where `due` is right."""
        return due

    def _payments(self, due: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """What is paid (pot number, seat, chips) where `due` is right."""
        return due

    def _rake(self, rake: int) -> None:
        if rake or (self.keys["rake_bp"] and say_zero(self.rng, self.style)):
            self.out.actions.append({"action": "rake", "amount": rake})
            self.out.house += rake

    def _key(self, seat: int) -> Key:
        return self._key_of(self.cards[seat])

    def _key_of(self, cards: list[str]) -> Key:
        keys = self.keys
        return poker_key(cards, keys["straight_tie"], keys["flush_same_suit"], keys["kickers"])

    def _showdown(self, meeting: list[int], put: dict[int, int]) -> None:
        """P8, P10, P11: every pot to its best hand, with its own odd chips."""
        pots = cut_pots(self.paid, meeting, self.carried, self.side_pots)
        uncalled, highest = uncalled_of(put)
        if self.side_pots and uncalled and highest not in pots[-1].contenders:
            raise AssertionError("the highest bid of a legal bidding is always still in")
        raked = sum(pot.chips for pot in pots) - uncalled
        rake = self._rake_taken(rake_of(raked, self.keys))
        self._share_rake(pots, rake, raked, uncalled)
        keys = {seat: self._key(seat) for seat in meeting}
        self._shapes_of(keys, pots)
        due: list[tuple[int, int, int]] = []
        for number, pot in enumerate(pots):
            due += [(number, seat, chips) for seat, chips in self._split(pot, keys)]
        self.showdown_keys, self.uncalled = keys, uncalled
        wins = self._payments(list(due))
        returned = 0
        if self.side_pots and uncalled and wins == due and self.rng.random() < 0.5:
            returned = uncalled
            self.out.shapes.append("uncalled returned")
            self._pay_out("return", highest, uncalled)
        self._show(meeting, {seat for _, seat, chips in due + wins if chips})
        self._rake(rake)
        self._wins(wins, returned, len(pots))
        self._leave_pot()

    def _share_rake(self, pots: list[Pot], rake: int, raked: int, uncalled: int) -> None:
        for number, pot in enumerate(pots[1:], start=1):
            chips = pot.chips - (uncalled if number == len(pots) - 1 else 0)
            pot.rake = rake * chips // raked if raked else 0
        pots[0].rake = rake - sum(pot.rake for pot in pots[1:])
        if pots[0].rake > pots[0].chips:
            raise AssertionError("a rake larger than the main pot")

    def _split(self, pot: Pot, keys: dict[int, Key]) -> list[tuple[int, int]]:
        """Seats that take the pot with their parts; odd chips from the dealer's left (P8)."""
        best = max(keys[seat] for seat in pot.contenders)
        tied = [seat for seat in self.order if seat in pot.contenders and keys[seat] == best]
        each, odd = divmod(pot.chips - pot.rake, len(tied))
        if len(tied) > 1:
            self.out.shapes.append("split with odd chip" if odd else "split even")
        return [(seat, each + (1 if place < odd else 0)) for place, seat in enumerate(tied)]

    def _wins(self, wins: list[tuple[int, int, int]], returned: int, pots: int) -> None:
        """Log the payments: by pot with names, by pot without, or one a seat."""
        rng = self.rng
        if returned:
            number, seat, chips = wins[-1]
            wins[-1] = (number, seat, chips - returned)
        manner = rng.choice(("named", "plain", "seat"))
        if manner == "seat":
            sums: dict[int, int] = {}
            for _, seat, chips in wins:
                sums[seat] = sums.get(seat, 0) + chips
            wins = [(0, seat, chips) for seat, chips in sums.items()]
        if rng.random() < 0.3:
            rng.shuffle(wins)
        for number, seat, chips in wins:
            if not chips and not (pots == 1 and say_zero(rng, self.style)):
                continue
            pool = ("main" if number == 0 else f"side{number}") if manner == "named" else None
            self._pay_out("win", seat, chips, pool)

    def _show(self, meeting: list[int], paid: set[int]) -> None:
        rng = self.rng
        acts: list[Act] = []
        for seat in meeting:
            if seat not in paid and paid and rng.random() < self.style.mucks:
                acts.append({"action": "muck", "seat": seat})
                continue
            cards = list(self.cards[seat])
            rng.shuffle(cards)
            if seat not in paid and self.style.hides and rng.random() < self.style.hides * 0.2:
                cards = self._partly_seen(seat, cards, paid)
            acts.append({"action": "show", "seat": seat, "cards": cards})
        rng.shuffle(acts)
        self.out.actions += acts

    def _partly_seen(self, seat: int, cards: list[str], paid: set[int]) -> list[str]:
        """The cards of a loser without one or two, where no cards whatever could make him win (C5)."""
        known = cards[: self.rng.choice((3, 4, 4))]
        weakest_winner = min((self.showdown_keys[winner] for winner in paid), default=())
        types = sorted(set(poker_pack(len(self.order), self.keys["deck"])))
        for values in combinations_with_replacement(types, 5 - len(known)):
            if self._key_of([*known, *values]) >= weakest_winner:
                return cards
        self.out.shapes.append("loser partly unseen")
        self.unseen[seat] = cards[len(known) :]
        return known if self.rng.random() < 0.5 else known + [UNKNOWN] * (5 - len(known))

    def _shapes_of(self, keys: dict[int, Key], pots: list[Pot]) -> None:
        if len(pots) > 1:
            self.out.shapes.append("side pots")
        for seat, key in keys.items():
            self.out.shapes.append(NAMES[key[0]])
            if JOKER in self.cards[seat]:
                self.out.shapes.append("joker at the showdown")
            if key[0] in (5, 9) and len(key) == 6 and key[1] == 0 and key[5] == 12:
                self.out.shapes.append("wrap")
        if [key[0] for key in keys.values()].count(7) > 1:
            self.out.shapes.append("two suits meet")

    def _hide(self) -> None:
        """Write the deals, and put `??` for cards that decide nothing or are shown later (C5)."""
        rng = self.rng
        manner = rng.choice(("folders", "all", "some")) if rng.random() < self.style.hides else "open"
        shown = {act["seat"] for act in self.out.actions if act["action"] == "show"}
        deals: list[Act] = []
        for seat in self.order:
            discards, fresh = self.thrown.get(seat, ([], []))
            # The hand as it was dealt: what was drawn stands at the end of it.
            cards = self.cards[seat][: 5 - len(fresh)] + discards
            hidden = manner == "all" or (manner == "folders" and seat not in shown)
            if hidden:
                cards = [UNKNOWN] * 5
            elif manner == "some" and seat not in shown:
                cards = [UNKNOWN if rng.random() < 0.5 else card for card in cards]
            elif seat in self.unseen:
                cards = _without(cards, self.unseen[seat])
            deals += self._deal_acts(seat, cards)
            if seat in self.unseen and not hidden and fresh:
                act = next(act for act in self.out.actions if act["action"] == "draw" and act["seat"] == seat)
                act["cards"] = _without(fresh, self.unseen[seat])
            if hidden and seat in self.thrown:
                act = next(act for act in self.out.actions if act["action"] == "draw" and act["seat"] == seat)
                act["discards"], act["cards"] = [UNKNOWN] * len(discards), [UNKNOWN] * len(fresh)
        first = next(
            (place for place, act in enumerate(self.out.actions) if act["action"] not in ("ante", "note")),
            len(self.out.actions),
        )
        self.out.actions[first:first] = deals

    def _deal_acts(self, seat: int, cards: list[str]) -> list[Act]:
        if self.rng.random() < 0.05:
            cut = self.rng.randint(1, 4)
            return [{"action": "deal", "seat": seat, "cards": part} for part in (cards[:cut], cards[cut:])]
        return [{"action": "deal", "seat": seat, "cards": cards}]


def _without(cards: list[str], unseen: list[str]) -> list[str]:
    """The cards with `??` for those of `unseen`, and for all that are alike (a pack of 108 holds them twice)."""
    return [UNKNOWN if card in unseen else card for card in cards]
