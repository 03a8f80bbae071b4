"""One hand played by PokerKit, chance from its seed; what was done is kept for the log."""

import warnings
from itertools import combinations
from random import Random

from pokerkit import Automation, BettingStructure, Card, Deck, Mode, Opening, StandardHighHand, State, Street

from .dealing import Stub, lay_pack
from .hand import Bid, PaidPot, Played, shapes_of
from .rules import draw_rules

STRUCTURES = {
    "none": BettingStructure.NO_LIMIT, "pot": BettingStructure.POT_LIMIT, "fixed": BettingStructure.FIXED_LIMIT
}  # fmt: skip
AUTOMATIONS = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING, Automation.HAND_KILLING,
    Automation.CHIPS_PULLING,
)  # fmt: skip


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
        self.unpushed = 0
        self.ante_back = False
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
            divmod=lambda chips, among: _share(chips, among, unit),
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
        self._round(0, played.blinds)
        if sum(state.statuses) > 1:
            self._draw()
            self._round(1, {})
        if state.showdown_index is not None:
            self._showdown()
        else:
            self._walkover()
        played.end_stacks = list(state.stacks)
        self._note_shapes()
        return played

    # -- betting ---------------------------------------------------------------------------------------------------

    def _round(self, number: int, posted: dict[int, int]) -> None:
        """One betting round."""
        state, bids = self.state, self.played.rounds[number]
        put = {place: posted.get(place, 0) for place in range(self.rules.players)}
        least = self.rules.big_bet if number and self.rules.limit == "fixed" else self.rules.least
        full, closed = least, set[int]()
        while state.actor_index is not None and state.street_index == number:
            place = state.actor_index
            top = max(put.values())
            if put[place] == top and not any(state.stacks[other] for other in self._still_in() if other != place):
                state.check_or_call()  # PokerKit still asks him; by P10 the bidding is over
                continue
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
        if sum(state.statuses) > 1:
            self._note_uncalled(put)

    def _still_in(self) -> list[int]:
        return [place for place, is_in in enumerate(self.state.statuses) if is_in]

    def _choose(self, place: int, owe: int, closed: set[int]) -> Bid:
        state, rng = self.state, self.rng
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
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
        """The last fold ends the hand at once: what is uncalled and the house's part must be known before."""
        state = self.state
        if sum(state.statuses) == 2:
            self._note_uncalled(put)
            winner = next(other for other, is_in in enumerate(state.statuses) if is_in and other != place)
            self.unpushed = state.bets[winner]  # PokerKit gives him his own bets back beside the pot
            whole = state.total_pot_amount - sum(chips for _, chips in self.played.uncalled)
            self._set_rake([whole])
            rake = self.rake_of.get(whole, 0)
            self.rake_of = {state.total_pot_amount - self.unpushed: rake}
            if state.total_pot_amount - self.unpushed < rake:
                self.rake_of = {}

    def _note_uncalled(self, put: dict[int, int]) -> None:
        """P11: what the highest total of a round has above the next highest, givers-up counted."""
        place, chips = _top_less_next(put)
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

    def _walkover(self) -> None:
        """All others gave up: one pot."""
        state, played = self.state, self.played
        winner = state.statuses.index(True)
        (pot,) = state.pots
        chips = pot.amount + self.unpushed - sum(chips for _, chips in played.uncalled)
        state.push_chips()
        played.paid = [0] * self.rules.players
        played.paid[winner] = chips - pot.raked_amount
        played.pots.append(PaidPot(chips, pot.raked_amount, (winner,), [winner]))

    def _showdown(self) -> None:
        state, played = self.state, self.played
        cut = [(pot.amount, tuple(pot.player_indices)) for pot in state.pots]  # before the losers' hands are killed
        self._note_ante_back(sum(chips for chips, _ in cut))
        self._set_rake([chips for chips, _ in cut])
        while (place := state.showdown_index) is not None:
            state.show_or_muck_hole_cards(tuple(Card.parse("".join(self.cards[place]))))
            played.shown[place] = self.cards[place]
        left = [(pot.amount, pot.raked_amount) for pot in state.pots]
        pushed = [dict[int, int]() for _ in left]
        while state.can_push_chips():
            push = state.push_chips()
            pushed[push.pot_index or 0] = {place: chips for place, chips in enumerate(push.amounts) if chips}
        self._match_pots(cut, [self.rake_of.get(chips, 0) for chips, _ in cut], left, pushed)

    def _note_ante_back(self, in_pots: int) -> None:
        """What one player's ante has above all others', who had less, comes back to him as well."""
        played = self.played
        put = sum(played.antes.values()) + sum(played.blinds.values())
        put += sum(bid.amount for bids in played.rounds for bid in bids)
        if rest := put - in_pots - sum(chips for _, chips in played.uncalled):
            place, over = _top_less_next(played.antes)
            assert over == rest, played.seed
            self.ante_back = True
            played.uncalled.append((place, rest))

    def _match_pots(
        self,
        cut: list[tuple[int, tuple[int, ...]]],
        rakes: list[int],
        left: list[tuple[int, int]],
        pushed: list[dict[int, int]],
    ) -> None:
        """PokerKit puts pots together whose losers' hands it killed: who won them won each of them."""
        played = self.played
        played.paid = [sum(paid.get(place, 0) for paid in pushed) for place in range(self.rules.players)]
        rest = list(zip(cut, rakes, strict=True))
        for (whole, raked), paid in zip(left, pushed, strict=True):
            chips = house = 0
            while chips < whole:
                (amount, contenders), rake = rest.pop(0)
                chips, house = chips + amount, house + rake
                played.pots.append(PaidPot(amount, rake, contenders, sorted(paid)))
            assert (chips, house) == (whole, raked), played.seed
        assert not rest, played.seed

    def _set_rake(self, pots: list[int]) -> None:
        """P11 by the schedule: the house's part of all pots together, and of it the part of each."""
        rules = self.rules
        if not rules.rake_bp or self.ante_back:
            return
        rake = sum(pots) * rules.rake_bp // 10_000
        if rules.rake_cap:
            rake = min(rake, rules.rake_cap)
        if rules.unit > 1:
            rake = rake - rake % rules.unit if len(pots) == 1 else 0
        parts = [rake * chips // sum(pots) for chips in pots]
        parts[0] = rake - sum(parts[1:])
        # PokerKit asks pot by pot, also for pots put together: by their chips alone.
        sums: dict[int, int] = {}
        for first, last in combinations(range(len(pots) + 1), 2):
            chips, part = sum(pots[first:last]), sum(parts[first:last])
            if sums.setdefault(chips, part) != part:
                return
        self.rake_of = sums

    def _note_shapes(self) -> None:
        played, shapes = self.played, self.played.shapes
        shapes.update(shapes_of(played))
        if self.stub.shuffled_again:
            shapes["pack runs out"] += 1


def _share(chips: int, among: int, unit: int) -> tuple[int, int]:
    """What each gets in whole units, and what is over."""
    each = chips // (among * unit) * unit
    return each, chips - each * among


def _top_less_next(totals: dict[int, int]) -> tuple[int, int]:
    ordered = sorted(totals, key=lambda place: totals[place], reverse=True)
    return ordered[0], totals[ordered[0]] - totals[ordered[1]]
