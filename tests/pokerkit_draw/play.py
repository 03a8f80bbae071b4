"""One hand played by PokerKit, chance from its seed; what was done is kept for the log."""

import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from pokerkit import Automation, BettingStructure, Card, Deck, Mode, Opening, StandardHighHand, State, Street

from .dealing import Stub, lay_pack
from .rules import DrawRules, draw_rules

STRUCTURES = {
    "none": BettingStructure.NO_LIMIT, "pot": BettingStructure.POT_LIMIT, "fixed": BettingStructure.FIXED_LIMIT
}  # fmt: skip
AUTOMATIONS = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING, Automation.HAND_KILLING,
    Automation.CHIPS_PULLING,
)  # fmt: skip


class Bid(NamedTuple):
    """One action of a betting round by the place of its player from the dealer's left."""

    place: int
    verb: str
    amount: int = 0


@dataclass(slots=True)
class PaidPot:
    """One pot: its chips with the rake, the house's part of it, who played for it and who was paid what."""

    chips: int
    rake: int
    contenders: tuple[int, ...]
    paid: dict[int, int]


@dataclass(slots=True)
class Played:
    """A hand that was played. Places count from the dealer's left."""

    seed: int
    rules: DrawRules
    pack: list[str]
    dealt: list[list[str]]
    antes: dict[int, int] = field(default_factory=dict)
    blinds: dict[int, int] = field(default_factory=dict)
    rounds: list[list[Bid]] = field(default_factory=lambda: [[], []])
    draws: list[tuple[int, list[str], list[str]]] = field(default_factory=list)
    shown: dict[int, list[str]] = field(default_factory=dict)
    pots: list[PaidPot] = field(default_factory=list)
    #: What came back of each round: the place and the chips nobody called.
    uncalled: list[tuple[int, int]] = field(default_factory=list)
    end_stacks: list[int] = field(default_factory=list)
    odd_differs: bool = False
    shapes: Counter[str] = field(default_factory=Counter)


def play_hand(seed: int) -> Played:
    """Play the hand of a seed."""
    rng = Random(f"pokerkit draw {seed}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of folds without need and of cards shuffled again
        return _Table(rng, seed).play()


class _Table:
    """A hand while it is played."""

    def __init__(self, rng: Random, seed: int) -> None:
        self.rng = rng
        self.rules = rules = draw_rules(rng)
        pack, self.laid = lay_pack(rng, rules.players)
        hands = [[pack[card * rules.players + place] for card in range(5)] for place in range(rules.players)]
        self.played = Played(seed, rules, pack, hands)
        self.cards = [list(hand) for hand in hands]
        self.stub = Stub(rng, pack[5 * rules.players :])
        #: How willing this table is to fold, and to bet or raise.
        self.tight, self.wild = rng.choice(((0.1, 0.2), (0.25, 0.3), (0.3, 0.6), (0.9, 0.05)))
        #: The house's part of a pot, by its chips; known when the betting is over.
        self.rake_of: dict[int, int] = {}
        self.state = self._state()

    def _state(self) -> State:
        rules = self.rules
        cap = rules.max_raises if rules.limit == "fixed" else None
        first_cap = cap if cap is None or rules.big_blind else cap + 1
        position = Opening.POSITION
        streets = (
            Street(False, (False,) * 5, 0, False, position, rules.least, first_cap),
            Street(False, (), 0, True, position, rules.big_bet if cap is not None else rules.least,
                   None if cap is None else cap + 1),
        )  # fmt: skip
        unit = rules.unit
        return State(
            AUTOMATIONS, Deck.STANDARD, (StandardHighHand,), streets, STRUCTURES[rules.limit], True, rules.ante,
            (rules.small_blind, rules.big_blind), 0, rules.stacks, rules.players, mode=Mode.CASH_GAME,
            divmod=lambda chips, among: (chips // (among * unit) * unit, chips - chips // (among * unit) * unit * among),
            rake=lambda chips, _: (self.rake_of.get(chips, 0), chips - self.rake_of.get(chips, 0)),
        )  # fmt: skip

    def play(self) -> Played:
        """All streets, the showdown, the payment."""
        played, state, rules = self.played, self.state, self.rules
        for place in range(rules.players):
            played.antes[place] = min(rules.ante, rules.stacks[place])
            played.blinds[place] = state.bets[place]
        for place, hand in enumerate(played.dealt):
            state.deal_hole("".join(hand), place)
        put = [self._round(0, played.blinds)]
        if sum(state.statuses) > 1:
            self._draw()
            put.append(self._round(1, {}))
        self._uncalled(put)
        self._showdown()
        played.end_stacks = list(state.stacks)
        self._note_shapes()
        return played

    # -- betting ---------------------------------------------------------------------------------------------------

    def _round(self, number: int, posted: dict[int, int]) -> dict[int, int]:
        """One betting round; gives what each put into it."""
        state, bids = self.state, self.played.rounds[number]
        put = {place: posted.get(place, 0) for place in range(self.rules.players)}
        least = self.rules.big_bet if number and self.rules.limit == "fixed" else self.rules.least
        full, closed = least, set[int]()
        while state.actor_index is not None and state.street_index == number:
            place = state.actor_index
            top = max(put.values()) if any(put.values()) else 0
            bid = self._choose(place, top - put[place], closed)
            bids.append(bid)
            raised = bid.amount - (top - put[place])
            put[place] += bid.amount
            if bid.verb in ("bet", "raise"):
                if raised >= full:
                    full, closed = raised, set()
                else:
                    self.played.shapes["short all-in raise" if top else "short all-in bet"] += 1
            closed.add(place)
            if bid.verb == "fold":
                self._before_fold(put, place)
                state.fold()
            elif bid.verb in ("bet", "raise"):
                state.complete_bet_or_raise_to(put[place])
            else:
                state.check_or_call()
            if len(bids) > 300:
                raise AssertionError("a round without end")
        return put

    def _choose(self, place: int, owe: int, closed: set[int]) -> Bid:
        state, rng = self.state, self.rng
        least, most = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
        may_raise = least is not None and most is not None and place not in closed
        if least is not None and place in closed:
            self.played.shapes["raising not open again"] += 1
        if may_raise and rng.random() < self.wild and least is not None and most is not None:
            to = rng.choice((least, most, rng.randint(least, most), rng.randint(least, min(most, 3 * least))))
            if to != state.stacks[place] + state.bets[place]:
                to = max(least, to - to % self.rules.unit)
            return Bid(place, "raise" if max(state.bets) else "bet", to - state.bets[place])
        if owe:
            if rng.random() < self.tight:
                return Bid(place, "fold")
            return Bid(place, "call", min(owe, state.stacks[place]))
        return Bid(place, "fold" if rng.random() < 0.02 else "check")

    def _before_fold(self, put: dict[int, int], place: int) -> None:
        """The last fold ends the hand at once: the house's part must be known before."""
        state = self.state
        if sum(state.statuses) == 2:
            pot = state.total_pot_amount
            uncalled = _top_less_next(put)[1] + (self._earlier_uncalled() if state.street_index else 0)
            self._set_rake([pot], uncalled)

    def _earlier_uncalled(self) -> int:
        put = dict(self.played.blinds)
        for bid in self.played.rounds[0]:
            put[bid.place] += bid.amount
        return _top_less_next(put)[1]

    def _uncalled(self, put: list[dict[int, int]]) -> None:
        """P11: what the highest total of a round has above the next highest, givers-up counted."""
        for totals in put:
            place, chips = _top_less_next(totals)
            if chips:
                self.played.uncalled.append((place, chips))

    # -- cards -----------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        state, rng = self.state, self.rng
        while (place := state.stand_patter_or_discarder_index) is not None:
            hand = self.cards[place]
            pat = place in self.laid and rng.random() < 0.8
            most = 0 if pat else min(5, self.stub.enough(place))
            discards = rng.sample(hand, min(most, rng.choice((0, 1, 2, 3, 3, 4, 5))))
            drawn = self.stub.exchange(place, discards)
            self.played.draws.append((place, discards, drawn))
            self.cards[place] = [card for card in hand if card not in discards] + drawn
            state.stand_pat_or_discard("".join(discards))
        for place, _, drawn in self.played.draws:
            if drawn:
                state.deal_hole("".join(drawn), place)

    # -- the end ---------------------------------------------------------------------------------------------------

    def _showdown(self) -> None:
        state, played = self.state, self.played
        if state.showdown_index is not None:
            self._set_rake([pot.amount for pot in state.pots], sum(chips for _, chips in played.uncalled))
        while (place := state.showdown_index) is not None:
            shown = tuple(Card.parse("".join(self.cards[place])))
            state.show_or_muck_hole_cards(shown)
            played.shown[place] = self.cards[place]
        pots = [(pot.amount, pot.raked_amount, tuple(pot.player_indices)) for pot in state.pots]
        pushed: dict[int, dict[int, int]] = {}
        while state.can_push_chips():
            push = state.push_chips()
            pushed[push.pot_index] = {place: chips for place, chips in enumerate(push.amounts) if chips}
        for number, (chips, rake, contenders) in enumerate(pots):
            played.pots.append(PaidPot(chips, rake, contenders, pushed.get(number, {})))

    def _set_rake(self, pots: list[int], uncalled: int) -> None:
        """P11 by the schedule: the house's part of all pots together, and of it the part of each."""
        rules = self.rules
        if not rules.rake_bp or len(set(pots)) < len(pots):
            return  # two pots of one size cannot be told apart by PokerKit's rake
        rake = max(sum(pots) - uncalled, 0) * rules.rake_bp // 10_000
        if rules.rake_cap:
            rake = min(rake, rules.rake_cap)
        if rules.unit > 1:
            rake = rake - rake % rules.unit if len(pots) == 1 else 0
        raked = [*pots[:-1], pots[-1] - min(uncalled, pots[-1])]
        parts = [rake * chips // sum(raked) if sum(raked) else 0 for chips in raked]
        parts[0] = rake - sum(parts[1:])
        self.rake_of = dict(zip(pots, parts, strict=True))

    def _note_shapes(self) -> None:
        played, shapes = self.played, self.played.shapes
        shapes.update(_shapes(played))
        if self.stub.shuffled_again:
            shapes["pack runs out"] += 1


def _top_less_next(totals: dict[int, int]) -> tuple[int, int]:
    ordered = sorted(totals, key=lambda place: totals[place], reverse=True)
    return ordered[0], totals[ordered[0]] - totals[ordered[1]]


def _shapes(played: Played) -> Iterator[str]:
    """What makes this hand worth playing."""
    rules = played.rules
    contested = [pot for pot in played.pots if len(pot.contenders) > 1]
    yield f"limit {rules.limit}"
    yield f"players {rules.players}"
    yield "blinds and antes" if rules.ante and rules.big_blind else "blinds" if rules.big_blind else "antes only"
    if len(contested) > 1:
        yield "side pots"
    if len(contested) > 2:
        yield "two side pots"
    if any(len(pot.paid) > 1 for pot in contested):
        yield f"split, unit {rules.unit}"
    if any(len(set(pot.paid.values())) > 1 for pot in contested):
        yield "odd chip"
    if any(len(pot.paid) > 2 for pot in contested):
        yield "split among three"
    if played.uncalled:
        yield "uncalled"
    if not played.draws:
        yield "over before the draw"
        if not any(bid.verb in ("bet", "call", "raise") for bid in played.rounds[0]) and rules.big_blind:
            yield "walk"
    elif not played.rounds[1]:
        yield "all-in before the draw"
    if any(len(discards) == 5 for _, discards, _ in played.draws):
        yield "draw of five"
    if any(pot.rake for pot in played.pots):
        yield "rake"
    if sum(pot.rake > 0 for pot in played.pots) > 1:
        yield "rake out of several pots"
