"""Ordinary five-card draw (`profile="five_card_draw"`, end of RULEBOOK's poker part): blinds, two betting rounds.

It is the house game with other steps: what is paid, drawn, shown and won is judged by the same code (`replay.poker`),
and the two rounds are the same `replay.bidding` with check, limits and blinds.
"""

from collections.abc import Sequence

from ingest.house_rules import PokerRules
from replay.bidding import Bidding, BiddingRules, CasinoRound
from replay.cards import UNKNOWN, missing_from
from replay.lap import flag_missing, flag_order
from replay.order import NO_STEP, floating, in_steps
from replay.poker import PokerHand, begin_poker
from replay.table import Numbered, Table, seats_from_left

ANTE, DEAL, FIRST_ROUND, DRAW, SECOND_ROUND, SHOW, PAY = range(7)
STEP = {
    "ante": ANTE, "blind": ANTE, "deal": DEAL, "draw": DRAW, "show": SHOW, "win": PAY, "rake": PAY, "note": NO_STEP,
    "muck": floating(SHOW), "return": floating(ANTE),  # an uncalled bet comes back as soon as its round is over
}  # fmt: skip


def replay_casino(table: Table, rules: PokerRules) -> None:
    """Replay one hand of five-card draw; all that is found stands in `table` afterwards."""
    size = begin_poker(table, rules)
    if size is not None:
        CasinoHand(table, rules, size).run()


class CasinoHand(PokerHand):
    """One hand of five-card draw while it is replayed."""

    def __init__(self, table: Table, rules: PokerRules, pack: int) -> None:
        super().__init__(table, rules, pack)
        self.pack = pack
        self.posted: dict[int, int] = {}
        self.big_blind_seat: int | None = None
        #: Cards that came off the pack, and what was thrown (by whom) and may be shuffled again.
        self.off_pack = 5 * len(table.order)
        self.thrown: list[tuple[int, str]] = []
        #: Known cards of hands out of which unknown ones were thrown: they may be among those.
        self.perhaps_thrown: list[tuple[int, str]] = []

    def run(self) -> None:
        """Blinds and antes, deal, first round, draw, second round, showdown."""
        steps = self._steps()
        self.returns = [numbered for step in steps for numbered in step if numbered[1].action == "return"]
        steps = [[numbered for numbered in step if numbered[1].action != "return"] for step in steps]
        self.antes([numbered for numbered in steps[ANTE] if numbered[1].action == "ante"])
        self.blinds([numbered for numbered in steps[ANTE] if numbered[1].action == "blind"])
        self.deal(steps[DEAL])
        self.rounds(steps)

    def _steps(self) -> list[list[Numbered]]:
        """Bids belong to the first round until somebody draws."""
        steps: list[int] = []
        round_now = FIRST_ROUND
        for action in self.table.hand.actions:
            if action.action == "draw":
                round_now = SECOND_ROUND
            steps.append(STEP.get(action.action, round_now))
        return in_steps(self.table, steps, 7)

    # -- blinds ----------------------------------------------------------------------------------------------------

    def blinds(self, actions: Sequence[Numbered]) -> None:
        """The small blind is the dealer's left neighbour's (with two players the dealer's), the big blind the next's.

        A small blind may be dead: then the big blind is the first on the left. Others may post to come in: a big blind
        is live, what is put beside it, or a small blind out of its place, is dead."""
        small, big, table = self.rules.small_blind, self.rules.big_blind, self.table
        order = table.order if len(table.order) > 2 else seats_from_left(table.order, table.order[0])
        posters = {action.seat for _, action in actions}
        for action_no, action in actions:
            seat, amount = action.seat or 0, action.amount or 0
            if seat not in table.stack or seat in self.posted:
                flag_order(table, action_no, seat, None, "although no blind of his was due", "P2")
            else:
                table.counted.add(action_no)
                due = self._due_blinds(seat, amount, order, posters)
                right = self._judge_blind(action_no, seat, amount, due)
                dead = amount == small != big and seat not in order[:2]
                self.posted[seat] = 0 if dead else min(amount, big) if right else max(due[0], min(amount, big))
                if right:  # what is not live is nobody's bet, but the pot's
                    self.put[seat] -= amount - self.posted[seat]
                    self.carried += amount - self.posted[seat]
            self.pay_in(action_no, action, "P2")
        self._place_big_blind(order)

    def _due_blinds(self, seat: int, amount: int, order: Sequence[int], posters: set[int | None]) -> tuple[int, ...]:
        """What may be posted at a seat: its own blind, or by who comes in one of the blinds or both."""
        small, big = self.rules.small_blind, self.rules.big_blind
        if seat == order[1]:
            return (big,)
        if seat == order[0]:
            dead = order[1] not in posters and amount == big  # the small blind is nobody's in this hand
            return (big,) if dead or not small else (small,)
        return (big, small, small + big)

    def _judge_blind(self, action_no: int, seat: int, amount: int, due: tuple[int, ...]) -> bool:
        """Whether a blind is right; one that is not counts in the bidding as the one that was due."""
        left = self.table.left(seat)
        all_he_has = left is not None and amount == left < due[0]
        if amount not in due and not all_he_has:
            self.table.flag(
                "amount.ante", "P2", f"Seat {seat} posted {amount}; a blind of {due[0]} is due.",
                action_no=action_no, seat=seat, expected=due[0], actual=amount,
            )  # fmt: skip
            return False
        if left is not None and amount > left:
            self._flag_over_stack(action_no, seat, left, amount)
        return True

    def _place_big_blind(self, order: Sequence[int]) -> None:
        """Who is the big blind, and whose blind is missing."""
        posted = self.posted
        if not self.rules.big_blind:
            return
        full = [seat for seat in order if posted.get(seat, 0) >= self.rules.big_blind]
        dead = not posted.get(order[1]) and full[:1] == [order[0]]
        self.big_blind_seat = order[0] if dead else order[1]
        if dead:
            return
        if order[1] not in posted and not self._has_nothing(order[1]):
            flag_missing(self.table, order[1], "post the big blind", "P2")
        elif self.rules.small_blind and order[0] not in posted and not self._has_nothing(order[0]):
            flag_missing(self.table, order[0], "post the small blind", "P2")

    # -- the two rounds --------------------------------------------------------------------------------------------

    def rounds(self, steps: list[list[Numbered]]) -> None:
        """A round of betting, the draw, another round; all still in show when they are level."""
        after = [*steps[SHOW], *steps[PAY]]
        start = self.big_blind_seat or self.table.hand.dealer_seat
        price = self.rules.big_blind
        first_round = self._round(self.rules.small_bet, self.posted, price)
        later = [*steps[DRAW], *steps[SECOND_ROUND], *after]
        first = self.bid(steps[FIRST_ROUND], seats_from_left(self.table.order, start), first_round, later)
        self.still_in = [seat for seat in self.table.order if seat in first.still_in]
        uncalled = first.uncalled()
        if len(self.still_in) <= 1:  # none, where the last one folded too
            self.past_end([*steps[DRAW], *steps[SECOND_ROUND]], "P9")
            self._end(steps, uncalled, None)
            return
        self.draws(steps[DRAW])
        second_round = self._round(self.rules.big_bet, {}, 0)
        second = self.bid(steps[SECOND_ROUND], self.still_in, second_round, after)
        self.still_in = second.still_in
        self._end(steps, uncalled + second.uncalled(), second)

    def _round(self, fixed_bet: int, posted: dict[int, int], price: int) -> BiddingRules:
        rules = self.rules
        least = fixed_bet if rules.limit == "fixed" and fixed_bet else rules.big_blind or rules.min_bet
        casino = CasinoRound(rules.limit, least, rules.max_raises, posted, price)
        return BiddingRules("pot", rules.min_bet, rules.min_raise, all_in=True, casino=casino)

    def _end(self, steps: list[list[Numbered]], uncalled: int, last_round: Bidding | None) -> None:
        """Showdown or not, and payment; the uncalled bets that came back are part of it."""
        steps[SHOW] = [*self.returns, *steps[SHOW]]
        if last_round is None or len(self.still_in) <= 1:
            self.unshown(steps, "P9", uncalled)
        else:
            self.showdown(steps, uncalled, last_round.excused() | self.holdings.not_dealt)

    # -- a pack that runs out --------------------------------------------------------------------------------------

    def _draw(self, numbered: Numbered) -> bool:
        """P6; what was thrown may be shuffled and come again (C2)."""
        action = numbered[1]
        seat, discards = action.seat or 0, action.discards or ()
        if UNKNOWN in discards:
            known = (card for card in self.holdings.held.get(seat, ()) if card not in (UNKNOWN, *discards))
            self.perhaps_thrown.extend((seat, card) for card in known)
        goes_on = super()._draw(numbered)
        self.thrown.extend((seat, card) for card in action.discards or ())
        return goes_on

    def _stray_draw(self, numbered: Numbered) -> None:
        super()._stray_draw(numbered)
        self.thrown.extend((numbered[1].seat or 0, card) for card in numbered[1].discards or ())

    def off_the_pack(self, action_no: int, seat: int, cards: list[str], stray: bool = False) -> list[str]:
        """F1; when the pack is used up the thrown cards of the others are shuffled and dealt on."""
        if self.off_pack + len(cards) > self.pack:
            cards = self._rest_of_pack(action_no, seat, cards)
            self._shuffle_thrown(seat)
        else:
            cards = super().off_the_pack(action_no, seat, cards, stray)
        self.off_pack += len(cards)
        return cards

    def _rest_of_pack(self, action_no: int, seat: int, cards: list[str]) -> list[str]:
        """F1: all that is left of the logged pack is among the cards of this draw, the others were thrown before."""
        deck, left = self.holdings.deck, self.pack - self.off_pack
        broken = any(f.code.startswith(("cards.", "turn.")) for f in self.table.findings)
        if deck is None or left <= 0 or broken:  # after a fault nobody can say what is left
            return cards
        rest = deck.cards[-left:]
        known = missing_from(rest, missing_from(rest, cards))
        of_both = [*known, *[UNKNOWN] * cards.count(UNKNOWN), *missing_from(cards, known)]
        drawn = [*deck.take(action_no, seat, of_both[:left]), *of_both[left:]]
        if action_no in deck.told:  # the cards of the whole draw
            deck.told[action_no] = tuple(drawn)
        return drawn

    def _shuffle_thrown(self, drawing: int) -> None:
        """The thrown cards, but not those of who is drawing, may come again."""
        shuffled = [card for seat, card in self.thrown if seat != drawing]
        self.thrown = [(seat, card) for seat, card in self.thrown if seat == drawing]
        self.off_pack -= len(shuffled)
        self.holdings.deck = None  # its order is known no more
        perhaps = [card for seat, card in self.perhaps_thrown if seat != drawing]
        self.perhaps_thrown = [(seat, card) for seat, card in self.perhaps_thrown if seat == drawing]
        for card in (*shuffled, *perhaps):
            if card != UNKNOWN and self.holdings.seen.get(card, 0):
                self.holdings.seen[card] -= 1
