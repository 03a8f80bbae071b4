"""One round of stitch, dealt and played at random within the rules (RULEBOOK S1-S15)."""

from dataclasses import dataclass
from random import Random
from typing import Any

from .cards import PACK_52, RANKS, UNKNOWN
from .outcome import Act, Outcome, Style, say_zero, with_notes


def least_bank(keys: dict[str, Any]) -> int:
    """The smallest bank that a new banker may put (S2)."""
    return max(int(keys["bank_min"]), 2 * int(keys["stake_min"]))


def beats(hand: list[str], banker_card: str) -> bool:
    """S6: a higher card of the banker's card's suit."""
    return any(card[1] == banker_card[1] and RANKS.index(card[0]) > RANKS.index(banker_card[0]) for card in hand)


@dataclass
class StitchRound:
    """The table during a round. `order` goes from the banker's left; the banker is the last."""

    rng: Random
    order: list[int]
    #: Stacks; None where the log does not count them.
    left: dict[int, int | None]
    keys: dict[str, Any]
    bank: int
    bank_start: int
    stitch_round: bool
    first_of_session: bool
    style: Style

    def __post_init__(self) -> None:
        self.out = Outcome()
        self.banker = self.order[-1]
        self.deck: list[str] = []
        self.next_card = 0
        self.shown_now: list[str] = []
        #: How this round is bent: wins and losses of the pack that is stacked, and the size of the stakes.
        self.bent = self.rng.random() < self.style.stacked
        self.win_share = self.rng.choice((0.0, 0.0, 0.1, 0.5, 0.9, 1.0))
        self.greed = self.rng.choice((0.1, 0.5, 1.0, 1.0))

    def play(self) -> Outcome:
        """Play it from the lot or the bank to the pass."""
        rng = self.rng
        if self.first_of_session and rng.random() < 0.5:
            self._lot()
        if self.bank_start == 0:
            self._put_bank()
        self.deck = list(PACK_52)
        rng.shuffle(self.deck)
        players = self.order[:-1]
        hands = {seat: self.deck[k : 3 * len(players) : len(players)] for k, seat in enumerate(players)}
        self.next_card = 3 * len(players)
        deals = len(self.out.actions)
        round_start = self.bank
        shown: dict[int, list[str]] = {}
        for seat in players:
            if self._spent():
                self.out.shapes.append("spent in mid-round")
                break
            shown |= self._turn_of(seat, hands[seat], round_start)
        self.out.actions[deals:deals] = self._deals(hands, shown)
        if rng.random() < self.style.decks:
            self.out.deck = self.deck
        self._end()
        with_notes(rng, self.style, self.out.actions)
        return self.out

    def _lot(self) -> None:
        """S1: cards face up from the left of somebody until the first ace, which falls to the banker."""
        rng = self.rng
        start = rng.randrange(len(self.order))
        laps = rng.randint(0, 2)
        to_banker = (len(self.order) - 1 - start) % len(self.order) + laps * len(self.order)
        others = rng.sample([card for card in PACK_52 if card[0] != "A"], to_banker)
        for place, card in enumerate([*others, "A" + rng.choice("cdhs")]):
            seat = self.order[(start + place) % len(self.order)]
            self.out.actions.append({"action": "lot", "seat": seat, "cards": [card]})
        self.out.shapes.append("lot")

    def _put_bank(self) -> None:
        rng, least = self.rng, least_bank(self.keys)
        left, limit = self.left[self.banker], self.keys["bank_max"]
        high = least * rng.choice((1, 2, 5, 12, 30))
        if limit:
            high = min(high, limit)
        if left is not None:
            high = min(high, left)
        amount = rng.randint(least, max(least, high))
        self.out.actions.append({"action": "bank", "seat": self.banker, "amount": amount})
        if self.bank:
            self.out.shapes.append("dust in the new bank")
        self._move(self.banker, -amount)
        self.bank += amount
        self.bank_start = self.bank

    def _move(self, seat: int, chips: int) -> None:
        self.out.pay(seat, chips)
        left = self.left[seat]
        if left is not None:
            self.left[seat] = left + chips

    def _spent(self) -> bool:
        """S10."""
        return self.bank // 2 < int(self.keys["stake_min"])

    def _stake(self, seat: int, round_start: int) -> int:
        """S4: what the player stakes without looking."""
        rng, least = self.rng, self.keys["stake_min"]
        most = self.bank // 2
        if self.keys["half_of"] == "round_start":
            most = min(most, round_start // 2)
        left = self.left[seat]
        if left is not None:
            most = min(most, left)
        if self.keys["zero_stake"] and rng.random() < 0.2:
            return 0
        goal = self.keys["multiple"] * self.bank_start - self.bank
        if self.bent and least <= goal <= most and rng.random() < 0.7:
            return int(goal)
        if rng.random() < self.greed:
            return int(most)
        return rng.randint(least, max(least, min(most, least + rng.choice((0, 3, 20, 200)))))

    def _turn_of(self, seat: int, hand: list[str], round_start: int) -> dict[int, list[str]]:
        """One player's stake, burn, banker's card and settlement; gives back the cards as he shows them."""
        stake = self._stake(seat, round_start)
        acts = self.out.actions
        if stake == 0:
            self.out.shapes.append("stake of 0")
            acts.append({"action": "stake", "seat": seat, "amount": 0})
            return {}
        acts.append({"action": "stake", "seat": seat, "amount": stake})
        self._bend(hand)
        burned, turned = self.deck[self.next_card : self.next_card + 2]
        self.next_card += 2
        acts += [{"action": "burn", "cards": [burned]}, {"action": "turn", "cards": [turned]}]
        won = beats(hand, turned)
        self._settle(seat, stake, turned, won, hand)
        return {seat: self.shown_now}

    def _show(self, seat: int, hand: list[str], turned: str, won: bool) -> None:
        shown = self._as_shown(hand, turned, won)
        self.out.actions.append({"action": "show", "seat": seat, "cards": self.rng.sample(shown, len(shown))})
        self.shown_now = shown

    def _settle(self, seat: int, stake: int, turned: str, won: bool, hand: list[str]) -> None:
        """S6-S8: he shows and is paid twice the stake, or loses it to the bank."""
        self._show(seat, hand, turned, won)
        if won:
            self._win(seat, 2 * stake)
        else:
            self._lose(seat, stake)

    def _win(self, seat: int, chips: int) -> None:
        self.out.actions.append({"action": "win", "seat": seat, "amount": chips})
        self._move(seat, chips)
        self.bank -= chips

    def _lose(self, seat: int, chips: int) -> None:
        self.out.actions.append({"action": "lose", "seat": seat, "amount": chips})
        self._move(seat, -chips)
        self.bank += chips

    def _bend(self, hand: list[str]) -> None:
        """Stack the pack: swap a banker's card to wish, from those still undealt, to the place where it is turned."""
        if not self.bent:
            return
        want = self.rng.random() < self.win_share
        place = self.next_card + 1
        for other in range(place, len(self.deck)):
            if beats(hand, self.deck[other]) == want:
                self.deck[place], self.deck[other] = self.deck[other], self.deck[place]
                return

    def _as_shown(self, hand: list[str], turned: str, won: bool) -> list[str]:
        """The whole hand, or now and then only what proves the result (C5): a winning card; nothing against an ace."""
        if self.rng.random() >= self.style.hides * 0.5:
            return list(hand)
        if won:
            self.out.shapes.append("proved by one card")
            best = next(card for card in hand if beats([card], turned))
            return [best, *([UNKNOWN] * self.rng.choice((0, 2)))]
        if turned[0] == "A":
            self.out.shapes.append("lost to an ace unseen")
            return [UNKNOWN] * 3
        return list(hand)

    def _deals(self, hands: dict[int, list[str]], shown: dict[int, list[str]]) -> list[Act]:
        """The deals: open, or `??` for all that is not shown open later."""
        rng = self.rng
        hide = rng.random() < self.style.hides
        acts: list[Act] = []
        for seat, hand in hands.items():
            cards = list(hand)
            partly = seat in shown and (len(shown[seat]) < 3 or UNKNOWN in shown[seat])
            if hide or partly:
                cards = [UNKNOWN] * 3
            acts.append({"action": "deal", "seat": seat, "cards": cards})
        return acts

    def _end(self) -> None:
        """S10-S15: the stitch round, the dust, the pass."""
        out, keys = self.out, self.keys
        spent = self._spent()
        if self.stitch_round:
            out.shapes.append("stitch round")
            self._collect()
        elif spent:
            out.shapes.append("bank broken with dust" if self.bank else "bank broken")
            if keys["dust"] == "to_banker":
                self._collect()
        elif self.bank >= keys["multiple"] * self.bank_start:
            exactly = self.bank == keys["multiple"] * self.bank_start
            out.shapes.append("bank at exactly the multiple" if exactly else "stitch declared")
            self._declare(True)
            return
        else:
            self._declare(False)
            return
        out.closing = {"bank": self.bank, "bank_start": 0, "stitch_round": False}
        self._pass()

    def _declare(self, stitch: bool) -> None:
        """S13: the same banker deals on, a stitch round or an ordinary one."""
        if stitch:
            self.out.actions.append({"action": "stitch"})
        self.out.closing = {"bank": self.bank, "bank_start": self.bank_start, "stitch_round": stitch}
        self.out.next_banker = self.banker

    def _collect(self) -> None:
        if self.bank or say_zero(self.rng, self.style):
            self.out.actions.append({"action": "collect", "seat": self.banker, "amount": self.bank})
        self._move(self.banker, self.bank)
        self.bank = 0

    def _pass(self) -> None:
        """S12: to the first on the left who has the least bank; the old banker is the last."""
        least = least_bank(self.keys)
        for place, seat in enumerate(self.order):
            left = self.left[seat]
            if left is None or left >= least:
                if place:
                    self.out.shapes.append("bank comes back" if seat == self.banker else "the poor passed over")
                self.out.actions.append({"action": "pass_bank", "to_seat": seat})
                self.out.next_banker = seat
                return
        self.out.shapes.append("nobody can take the bank")
