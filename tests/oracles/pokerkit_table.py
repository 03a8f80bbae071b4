"""Plays random hands of ordinary five-card draw on PokerKit and writes them down as `handproof/1` logs.

PokerKit decides everything: who acts, what may be done, what the pots hold, who wins what. The log copies it. Left out is
where it plays other rules than `profile="five_card_draw"`: it gives all odd chips of a pot to one player (the caller
skips such hands), it lets others call a big blind that is short for its short sum (so nobody is so poor here), it
opens raising again after an all-in that is no full raise (so nobody raises any more then).
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from pokerkit import Automation, BettingStructure, Deck, Opening, StandardHighHand, State, Street
from pokerkit.utilities import divmod as pokerkit_divmod

from tests.oracles.house_judge import PACK_52

AUTOMATIONS = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING, Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
)  # fmt: skip
STRUCTURES = {"none": BettingStructure.NO_LIMIT, "pot": BettingStructure.POT_LIMIT,
              "fixed": BettingStructure.FIXED_LIMIT}  # fmt: skip
Act = dict[str, Any]


class PotSeen(NamedTuple):
    """A pot as PokerKit has it: its chips, and the seats that play for it."""

    chips: int
    seats: tuple[int, ...]


class Played(NamedTuple):
    """One hand: the log, and what PokerKit says of it."""

    log: dict[str, Any]
    #: What each seat put in, who is still in, and the pots, when the bidding was over.
    put: dict[int, int]
    still_in: tuple[int, ...]
    pots: list[PotSeen]
    #: Whether PokerKit gives odd chips as P8 and P10 do.
    same_odd_chips: bool


class PokerKitTable:
    """One random hand; seats are 1 ... n from the dealer's left, so that the dealer sits on the last."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.players = rng.choice((2, 2, 3, 3, 4, 5))
        self.limit = rng.choice(("none", "none", "none", "pot", "fixed"))
        self.big_blind = rng.choice((2, 4, 10))
        self.small_blind = self.big_blind // 2
        self.ante = rng.choice((0, 0, 1, 3))
        most = rng.choice((3, 10, 40)) * self.big_blind
        self.stacks = [self.ante + rng.randint(self.big_blind, most) for _ in range(self.players)]
        self.pack = self._pack()
        self.acts: list[Act] = []
        #: What was left over of each pot that was split.
        self.odd_chips: list[int] = []
        self.put: dict[int, int] = {}
        self.still_in: tuple[int, ...] = ()
        self.pots: list[PotSeen] = []
        #: Whether somebody went all-in in this round with less than a full raise, and the last full raise.
        self.short_raise, self.last_raise = False, 0
        self.state = self._state()

    def _pack(self) -> list[str]:
        """A shuffled pack, in which hands of the same ranks often lie for all (equal hands, split pots)."""
        rng, pack = self.rng, list(PACK_52)
        rng.shuffle(pack)
        if rng.random() < 0.5:
            ranks = rng.choice(("AAKQJ", "TT992", "76542", "KQJT9", "88854"))
            for here, rank in enumerate(ranks * min(self.players, 4)):
                same = next((n for n in range(here, 52) if pack[n][0] == rank), here)
                pack[here], pack[same] = pack[same], pack[here]
        return pack

    def _state(self) -> State:
        fixed = self.limit == "fixed"
        counts = (3, 4) if fixed else (None, None)  # raises and bets; the big blind is the first bet of its round
        sizes = (self.big_blind, 2 * self.big_blind if fixed else self.big_blind)
        streets = (
            Street(False, (False,) * 5, 0, False, Opening.POSITION, sizes[0], counts[0]),
            Street(False, (), 0, True, Opening.POSITION, sizes[1], counts[1]),
        )
        return State(
            AUTOMATIONS, Deck.STANDARD, (StandardHighHand,), streets, STRUCTURES[self.limit], True, self.ante,
            (self.small_blind, self.big_blind), 0, self.stacks, self.players, divmod=self._divide,
        )  # fmt: skip

    def _divide(self, chips: int, winners: int) -> tuple[int, int]:
        each, odd = pokerkit_divmod(chips, winners)
        if winners > 1:
            self.odd_chips.append(odd)
        return each, odd

    def play(self) -> Played:
        """The hand from the first ante to the last chip."""
        self._note_forced()
        state = self.state
        while state.hole_dealee_index is not None:
            seat = state.hole_dealee_index + 1
            self._deal(seat, [self.pack.pop(0) for _ in range(5)])
        self._round()
        if state.status and state.stand_patter_or_discarder_index is not None:
            self._draws()
            self._round()
        self._end()
        pushed = sum(type(operation).__name__ == "ChipsPushing" for operation in state.operations)
        same = not self.odd_chips or (max(self.odd_chips) < 2 and pushed == len(self.pots))
        return Played(self._log(), self.put, self.still_in, self.pots, same)

    def _act(self, verb: str, index: int, **fields: Any) -> None:
        self.acts.append({"action": verb, "seat": index + 1, **fields})

    def _note_forced(self) -> None:
        """Antes and blinds, as PokerKit took them from the stacks."""
        for operation in self.state.operations:
            name = type(operation).__name__
            if name in ("AntePosting", "BlindOrStraddlePosting") and operation.amount:
                self._act("ante" if name == "AntePosting" else "blind", operation.player_index, amount=operation.amount)

    def _deal(self, seat: int, cards: list[str]) -> None:
        self.state.deal_hole("".join(cards))
        self._act("deal", seat - 1, cards=cards)

    def _round(self) -> None:
        """One betting round: random decisions among those that PokerKit allows."""
        state = self.state
        self.short_raise, self.last_raise = False, self.big_blind
        self._look()
        while state.actor_index is not None:
            index = state.actor_index
            self._decide(index)
            self._look()

    def _decide(self, index: int) -> None:
        state, rng = self.state, self.rng
        owed = state.checking_or_calling_amount or 0
        high = max(state.bets)
        others = [n for n in range(self.players) if n != index and state.statuses[n] and state.stacks[n]]
        if not others and not owed:
            state.check_or_call()  # nobody is left to bid with (P10): PokerKit asks him all the same
            return
        if not self.short_raise and state.can_complete_bet_or_raise_to() and rng.random() < 0.4:
            least = state.min_completion_betting_or_raising_to_amount or 0
            most = state.max_completion_betting_or_raising_to_amount or 0
            total = rng.choice((least, most, rng.randint(least, most)))
            before = state.bets[index]
            self.short_raise = total - high < self.last_raise
            self.last_raise = max(self.last_raise, total - high)
            state.complete_bet_or_raise_to(total)
            self._act("raise" if high else "bet", index, amount=total - before)
        elif owed and rng.random() < 0.3 and state.can_fold():
            state.fold()
            self._act("fold", index)
        else:
            state.check_or_call()
            self._act("call" if owed else "check", index, **({"amount": owed} if owed else {}))

    def _look(self) -> None:
        """Remember what lies in the pots, as long as it lies there."""
        state = self.state
        if not state.status:
            return
        pots = [PotSeen(pot.amount, tuple(index + 1 for index in pot.player_indices)) for pot in state.pots]
        if state.actor_index is None and pots:
            self.pots = pots
            self.put = {n + 1: self.stacks[n] - state.stacks[n] for n in range(self.players)}
            self.still_in = tuple(n + 1 for n in range(self.players) if state.statuses[n])

    def _draws(self) -> None:
        state, rng = self.state, self.rng
        thrown: dict[int, list[str]] = {}
        while state.stand_patter_or_discarder_index is not None:
            index = state.stand_patter_or_discarder_index
            held = [repr(card) for card in state.hole_cards[index]]
            thrown[index] = rng.sample(held, rng.choice((0, 0, 0, 1, 2, 3, 5)))
            state.stand_pat_or_discard("".join(thrown[index]))
        for index, discards in thrown.items():
            cards: list[str] = []
            while discards and state.hole_dealee_index == index and len(cards) < len(discards):
                cards.append(self.pack.pop(0))
                state.deal_hole(cards[-1])
            self._act("draw", index, discards=discards, cards=cards)

    def _end(self) -> None:
        """The showdown, where there is one, and what PokerKit pays."""
        state = self.state
        shown: dict[int, list[str]] = {}
        while state.status and state.showdown_index is not None:
            index = state.showdown_index
            shown[index] = [repr(card) for card in state.hole_cards[index]]
            state.show_or_muck_hole_cards(True)
        for index, cards in shown.items():
            self._act("show", index, cards=cards)
        won: dict[int, int] = {}
        for operation in state.operations:
            if type(operation).__name__ == "ChipsPushing":
                for index, chips in enumerate(operation.amounts):
                    won[index] = won.get(index, 0) + chips
        for index in sorted(won):
            if won[index]:
                self._act("win", index, amount=won[index])
        self._return_uncalled(won)

    def _return_uncalled(self, won: dict[int, int]) -> None:
        """What PokerKit gave back without a pot: a bet that nobody called."""
        put: dict[int, int] = {}
        for act in self.acts:
            if act["action"] in ("ante", "blind", "bet", "raise", "call"):
                put[act["seat"] - 1] = put.get(act["seat"] - 1, 0) + act["amount"]
        first_win = next((n for n, act in enumerate(self.acts) if act["action"] == "win"), len(self.acts))
        for index in range(self.players):
            back = self.state.stacks[index] - (self.stacks[index] - put.get(index, 0) + won.get(index, 0))
            if back:
                self.acts.insert(first_win, {"action": "return", "seat": index + 1, "amount": back})

    def _log(self) -> dict[str, Any]:
        rules = {
            "profile": "five_card_draw", "ante": self.ante, "small_blind": self.small_blind,
            "big_blind": self.big_blind, "limit": self.limit,
        }  # fmt: skip
        if self.limit == "fixed":
            rules |= {"small_bet": self.big_blind, "big_bet": 2 * self.big_blind}
        players = [
            {"seat": n + 1, "player_id": f"p{n + 1}", "stack": self.stacks[n], "end_stack": self.state.stacks[n]}
            for n in range(self.players)
        ]
        return {
            "format": "handproof/1", "record": "hand", "hand_id": "h", "session_id": "s", "hand_no": 1, "game": "poker",
            "dealer_seat": self.players, "players": players, "rules": rules, "actions": self.acts,
            "closing": {"pot": 0},
        }  # fmt: skip


def played_hands(rng: Random, count: int) -> Iterator[Played]:
    """So many random hands."""
    for _ in range(count):
        yield PokerKitTable(rng).play()
