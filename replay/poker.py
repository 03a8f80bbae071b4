"""Draw poker (P1–P11), step by step: antes, deal, entry, draw, bidding, showdown, payment.

Hold it beside the rulebook: each function is one step of the course of a hand and names its rule. The bidding itself
is `replay.bidding`, ranks are `replay.ranking`, the paying of pots is `replay.payment`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from ingest.house_rules import PokerRules
from ingest.records import Action
from replay.bidding import STAYS_IN, Bidding, BiddingRules
from replay.cards import UNKNOWN, card_words, poker_pack
from replay.holdings import Holdings
from replay.lap import flag_missing, flag_order, run_lap
from replay.order import NO_STEP, floating, in_steps
from replay.payment import PotPayment
from replay.pots import layered_pots, one_pot
from replay.results import Finding
from replay.showdown import PokerHands, Showing
from replay.table import SEAT_ACCOUNT, Numbered, Table

ANTE, DEAL, ENTRY, DRAW, BIDS, SHOW, PAY = range(7)
STEP = {
    "ante": ANTE, "blind": ANTE, "deal": DEAL, "enter": ENTRY, "decline": ENTRY, "draw": DRAW, "bet": BIDS,
    "call": BIDS, "raise": BIDS, "open": BIDS, "fold": BIDS, "check": BIDS, "show": SHOW, "win": PAY, "rake": PAY,
    "note": NO_STEP,
    # may stand anywhere from the showdown on: a return (P9), a muck by who wins unshown (P8)
    "return": floating(SHOW), "muck": floating(SHOW),
}  # fmt: skip
#: Later actions that tell that a seat is in although his entry is missing (C8).
CAME_IN = STAYS_IN | {"draw"}


def pack_size(rules: PokerRules, players: int) -> int | None:
    """Cards in the pack (P1); None where no pack fits so many players."""
    if not 2 <= players <= 10:
        return None
    if rules.profile == "five_card_draw":
        return 52
    if rules.deck == "auto":
        return 54 if players <= 5 else 108
    return rules.deck if rules.deck == 108 or players <= 5 else None


def replay_poker(table: Table, rules: PokerRules) -> None:
    """Replay one hand of the house game; all that is found stands in `table` afterwards."""
    size = begin_poker(table, rules)
    if size is not None:
        PokerHand(table, rules, size).run()


def begin_poker(table: Table, rules: PokerRules) -> int | None:
    """Lay out what is on the table; gives the size of the pack, None where too many or too few play (P1)."""
    size = pack_size(rules, len(table.order))
    table.balance["pot"] = table.opening.pot
    if size is None:
        _wrong_number(table, rules, len(table.order))
    return size


def _wrong_number(table: Table, rules: PokerRules, players: int) -> None:
    """P1: too many or too few players: the chips move as logged, nothing else is judged."""
    most = 5 if rules.deck in (52, 54) and rules.profile == "house" else 10
    table.flag(
        "table.players", "P1", f"Dealt in: {players}; poker with this pack takes 2 to {most} players.",
        expected=most if players > most else 2, actual=players,
    )  # fmt: skip
    for action_no, action in enumerate(table.hand.actions, 1):
        move_as_logged(table, action_no, action)


def move_as_logged(table: Table, action_no: int, action: Action) -> None:
    """Move the chips of an action that is not judged."""
    amount, seat = action.amount or 0, action.seat or 0
    if action.action in ("win", "return"):
        table.pay_out(action_no, "pot", seat, amount, "P8")
    elif action.action == "rake":
        table.pay_house(action_no, "pot", amount, "P11")
    elif amount:
        table.pay_in(action_no, seat, "pot", amount, "C4")


class PokerHand:
    """One hand of the house game while it is replayed."""

    def __init__(self, table: Table, rules: PokerRules, pack: int) -> None:
        self.table, self.rules = table, rules
        self.holdings = Holdings(table, poker_pack(pack), 5 * len(table.order))
        self.put: dict[int, int] = dict.fromkeys(table.order, 0)
        #: Chips of the pot that are nobody's of those who play for it: what was carried, dead blinds.
        self.carried = table.opening.pot
        self.still_in: list[int] = []
        #: What was found of draws that are not in the log.
        self.no_draws: list[Finding] = []
        self.all_in = rules.all_in == "side_pots" or rules.profile == "five_card_draw"

    def run(self) -> None:
        """The course of a hand, P2 to P11."""
        steps = self._steps()
        self.antes(steps[ANTE])
        self.deal(steps[DEAL])
        self.entries(steps[ENTRY])
        if len(self.still_in) > 1:
            self.draws(steps[DRAW])
            self.bidding_and_showdown(steps)
        else:
            self.past_end([*steps[DRAW], *steps[BIDS]])
            self.unshown(steps, "P5")

    def _steps(self) -> list[list[Numbered]]:
        return in_steps(self.table, [STEP[action.action] for action in self.table.hand.actions], 7)

    # -- money put in ----------------------------------------------------------------------------------------------

    def pay_in(self, action_no: int, action: Action, rule: str) -> None:
        """An action's chips go into the pot, whatever is judged of it."""
        seat, amount = action.seat or 0, action.amount or 0
        self.table.pay_in(action_no, seat, "pot", amount, rule)
        self.put[seat] = self.put.get(seat, 0) + amount

    def fixed_price(self, action_no: int, action: Action, price: int, code: str, rule: str) -> None:
        """P2, P4, P10: exactly the price; a player who has less may put all he has where side pots are played."""
        seat, amount = action.seat or 0, action.amount or 0
        left = self.table.left(seat)
        if amount == price and (left is None or amount <= left):
            return
        due = left if self.all_in and left is not None and left < price else price
        if amount == due:
            if left is not None and amount > left:
                self._flag_over_stack(action_no, seat, left, amount)
        elif due < price and amount > due:
            self._flag_over_stack(action_no, seat, due, amount)
        else:
            self.table.flag(
                code, rule, f"Seat {seat} put {amount}; exactly {due} was due.",
                action_no=action_no, seat=seat, expected=due, actual=amount,
            )  # fmt: skip

    def _flag_over_stack(self, action_no: int, seat: int, left: int, amount: int) -> None:
        self.table.flag(
            "amount.over_stack", "P10", f"Seat {seat} put {amount}; he had only {left} left.",
            action_no=action_no, seat=seat, expected=left, actual=amount,
        )  # fmt: skip

    def antes(self, actions: Sequence[Numbered]) -> None:
        """P2: every player dealt in puts exactly the ante."""
        table, done = self.table, set()
        for action_no, action in _put_together(actions):
            seat = action.seat or 0
            if action.action == "blind":
                table.flag("turn.action", "P2", f"Seat {seat} put a blind; the house game has none.",
                           action_no=action_no, seat=seat, actual="blind")  # fmt: skip
            elif seat not in table.stack or seat in done:
                if action.amount:
                    flag_order(table, action_no, seat, None, "although no ante of his was due")
            else:
                done.add(seat)
                table.counted.add(action_no)
                self.fixed_price(action_no, action, self.rules.ante, "amount.ante", "P2")
        for action_no, action in actions:
            self.pay_in(action_no, action, "P2")
        if self.rules.ante:
            for seat in table.order:
                if seat not in done and not self._has_nothing(seat):
                    flag_missing(table, seat, "ante", "P2")

    def _has_nothing(self, seat: int) -> bool:
        left = self.table.left(seat)
        return self.all_in and left is not None and left <= 0

    # -- cards -----------------------------------------------------------------------------------------------------

    def deal(self, actions: Sequence[Numbered]) -> None:
        """P3: five cards each."""
        deal_hands(self.table, self.holdings, actions, self.table.order, 5, "P3")

    def draws(self, actions: Sequence[Numbered]) -> None:
        """P6: once round, each throws 0–5 cards and gets as many."""
        run_lap(self.table, list(self.still_in), actions, self._draw, self._stray_draw, self._no_draw)

    def _no_draw(self, seat: int) -> None:
        """C8: he threw nothing; that his line is missing is a finding, but no chips are. Cards may have come off the
        logged pack for him all the same (F1)."""
        flag_missing(self.table, seat, "draw (or stand pat)", "C8")
        self.no_draws.append(self.table.findings[-1])
        if self.holdings.deck is not None:
            for _ in range(5):
                self.holdings.deck.may_have_skipped()

    def _draw(self, numbered: Numbered) -> bool:
        action_no, action = numbered
        seat, discards, cards = action.seat or 0, action.discards or [], action.cards or []
        if not discards and not cards:
            return True
        held = len(self.holdings.held[seat])
        not_held = self.holdings.throw(seat, discards)
        faults = len(self.table.findings)
        cards = self.off_the_pack(action_no, seat, cards)
        impossible = self.holdings.receive(seat, cards)
        if len(cards) != len(discards):
            self.holdings.forget_kept(seat)
        if impossible is not None:
            del self.table.findings[faults:]
            self.holdings.flag_impossible(impossible, action_no, seat)
        elif len(cards) != len(discards) or not_held is not None or len(discards) > held:
            del self.table.findings[faults:]
            self._flag_draw(action_no, seat, discards, cards, not_held, held)
        self.holdings.fill_up(seat, 5)
        return True

    def _stray_draw(self, numbered: Numbered) -> None:
        """C2, F1: a draw out of turn is a finding already; its cards came off the pack and were seen all the same."""
        action_no, action = numbered
        seat, cards = action.seat or 0, action.cards or []
        if not action.discards and not cards:
            return
        faults = len(self.table.findings)
        cards = self.off_the_pack(action_no, seat, cards, stray=True)
        del self.table.findings[faults:]
        self.holdings.may_have_drawn(seat, cards)

    def off_the_pack(self, action_no: int, seat: int, cards: list[str], stray: bool = False) -> list[str]:
        """F1: drawn cards are the next of the pack. Unknown ones of a stray draw may not have come off it at all."""
        deck = self.holdings.deck
        if deck is None:
            return cards
        if stray and all(card == UNKNOWN for card in cards):
            for _ in cards:
                deck.may_have_skipped()
            return cards
        return deck.take(action_no, seat, cards)

    def _flag_draw(
        self, action_no: int, seat: int, discards: Sequence[str], cards: Sequence[str], not_held: str | None, held: int
    ) -> None:
        if len(cards) != len(discards):
            self.table.flag(
                "cards.draw", "P6", f"Seat {seat} threw {len(discards)} cards and got {len(cards)}.",
                action_no=action_no, seat=seat, expected=len(discards), actual=len(cards),
            )  # fmt: skip
        elif not_held is not None:
            self.table.flag(
                "cards.draw", "P6", f"Seat {seat} threw the {card_words(not_held)}, which he does not hold.",
                action_no=action_no, seat=seat, actual=not_held,
            )  # fmt: skip
        else:
            self.table.flag(
                "cards.draw", "P6", f"Seat {seat} threw {len(discards)} cards and held {held}.",
                action_no=action_no, seat=seat, expected=held, actual=len(discards),
            )  # fmt: skip

    # -- entry -----------------------------------------------------------------------------------------------------

    def entries(self, actions: Sequence[Numbered]) -> None:
        """P4: once round, each enters for exactly the entry or declines and is out."""
        table = self.table
        asked = [seat for seat in table.order if not self._has_nothing(seat)]
        entered = {seat for seat in table.order if seat not in asked}

        def act(numbered: Numbered) -> bool:
            action_no, action = numbered
            if action.action == "enter":
                entered.add(action.seat or 0)
                self.fixed_price(action_no, action, self.rules.entry, "amount.entry", "P4")
                self.pay_in(action_no, action, "P4")
            return True

        def missing(seat: int) -> None:
            flag_missing(table, seat, "enter or decline", "C8")
            if seat in table.seats_that(CAME_IN):
                entered.add(seat)

        run_lap(table, asked, actions, act, lambda numbered: self.pay_in(*numbered, "P4"), missing)
        self.still_in = [seat for seat in table.order if seat in entered]

    # -- bidding, showdown, payment --------------------------------------------------------------------------------

    def bidding_and_showdown(self, steps: list[list[Numbered]]) -> None:
        """P7, P8: bidding among those in the hand, then the showdown between those whom it leaves."""
        rules = self.rules
        show_all = rules.multiway == "show_all"
        how = BiddingRules("pot", rules.min_bet, rules.min_raise, show_all=show_all, all_in=self.all_in)
        bidding = self.bid(steps[BIDS], self.still_in, how, [*steps[SHOW], *steps[PAY]])
        self.still_in = bidding.still_in
        if len(self.still_in) <= 1:
            self.unshown(steps, "P9", bidding.uncalled())
        else:
            self.showdown(steps, bidding.uncalled(), bidding.excused() | self.holdings.not_dealt)

    def bid(
        self, actions: Sequence[Numbered], first_to_last: Sequence[int], how: BiddingRules, after: Sequence[Numbered]
    ) -> Bidding:
        """One bidding; its chips count for the pots."""
        bidding = Bidding(self.table, how, first_to_last, after)
        posted = how.casino.posted if how.casino is not None else {}
        bidding.run(actions)
        for seat, total in bidding.total.items():
            self.put[seat] = self.put.get(seat, 0) + total - posted.get(seat, 0)
        return bidding

    def past_end(self, actions: Sequence[Numbered], rule: str = "P5") -> None:
        """P5, P9: the hand is over; of what follows only the first is a finding."""
        for place, (action_no, action) in enumerate(actions):
            if place == 0:
                flag_order(self.table, action_no, action.seat, None, "after the hand had ended", rule)
            self.pay_in(action_no, action, "C4")

    def unshown(self, steps: list[list[Numbered]], rule: str, uncalled: int = 0) -> None:
        """P5, P9: at most one is left; he takes the pot and shows nothing."""
        Showing(self.table, self.holdings, [], rule).run(steps[SHOW], self.still_in, set())
        payment = PotPayment(self.table, self.rules, rule)
        if self.still_in:
            payment.pots = one_pot(self.table.balance["pot"], self.still_in)
            payment.judge([*steps[SHOW], *steps[PAY]], uncalled)
        else:
            payment.nobody_entered([*steps[SHOW], *steps[PAY]], self.put)

    def _found_short(self) -> list[int]:
        """Who is in, had chips left when the bidding was over, and is found to have put in less than he had to."""
        found = {f.seat for f in self.table.findings if _put_too_little(f) and f not in self.no_draws}
        return [seat for seat in self.still_in if seat in found and self._had_chips(seat)]

    def _had_chips(self, seat: int) -> bool:
        """Whether a player could have put in more; reckoned from what he put in, as the pots may be paid already."""
        if self.table.left(seat) is None:
            return True
        account = SEAT_ACCOUNT[seat]
        put = sum(movement.chips for movement in self.table.movements if movement.from_account == account)
        return any(player.seat == seat and (player.stack or 0) > put for player in self.table.hand.players)

    def showdown(self, steps: list[list[Numbered]], uncalled: int, excused: set[int]) -> None:
        """P8, P10: the best hand of those left takes each pot."""
        table = self.table
        payment = PotPayment(table, self.rules, "P8")
        if self.all_in:
            payment.pots = layered_pots(self.put, self.still_in, self.carried)
            # Who is short by what is a finding already (a wrong call, C9), though he had chips left, may be held to be
            # in for all of it, as where no side pots are played: the rulebook does not say, so either way of paying is
            # right.
            payment.or_pots = layered_pots(self.put, self.still_in, self.carried, self._found_short())
        else:
            payment.pots = one_pot(table.balance["pot"], self.still_in)
        showing = Showing(table, self.holdings, [pot.contenders for pot in payment.pots], "P8")
        late_mucks = [numbered for numbered in steps[PAY] if numbered[1].action == "muck"]
        showing.run([*steps[SHOW], *late_mucks], self.still_in, excused)
        payment.hands = PokerHands(table, self.holdings, self.rules)
        payment.conceded, payment.still_in = showing.mucked, set(self.still_in)
        payment.judge([*steps[SHOW], *steps[PAY]], uncalled)


#: Findings of a seat that put in less than it had to, where they say so by what was expected of it.
SHORT = frozenset({"amount.ante", "amount.entry", "amount.minimum", "amount.call"})


def _put_too_little(finding: Finding) -> bool:
    """Whether by this finding chips are missing: a sum too small, or no line where an ante, a blind, an entry or a bid
    was due. No chips are owed where only a deal, a draw or a show is missing."""
    if finding.code == "turn.missing":
        return finding.rule in ("P2", "C8", "C9")
    due, put = finding.expected, finding.actual
    return finding.code in SHORT and isinstance(due, int) and isinstance(put, int) and put < due


def _put_together(actions: Sequence[Numbered]) -> Sequence[Numbered]:
    """Antes of one seat in several lines are one ante, of the number of the last of them."""
    seats = [action.seat for _, action in actions]
    if len(set(seats)) == len(seats):
        return actions
    together: dict[tuple[str, int | None], Numbered] = {}
    for action_no, action in actions:
        key = (action.action, action.seat)
        before = together.get(key)
        amount = (action.amount or 0) + ((before[1].amount or 0) if before else 0)
        together[key] = (action_no, replace(action, amount=amount))
    return list(together.values())


def deal_hands(
    table: Table, holdings: Holdings, actions: Sequence[Numbered], order: Sequence[int], count: int, rule: str
) -> None:
    """So many cards to each of `order` (P3, S3): one finding at most a seat, for a wrong card or a wrong number."""
    last_deal: dict[int, int] = {}
    flagged: set[int] = set()
    for action_no, action in actions:
        seat = action.seat or 0
        if seat not in order:
            table.flag(
                "cards.deal", rule, f"Cards were dealt to seat {seat}, who is not in the deal.",
                action_no=action_no, seat=seat, expected=0, actual=len(action.cards or ()),
            )  # fmt: skip
            continue
        if len(holdings.held[seat]) < count:
            table.counted.add(action_no)
        last_deal[seat] = action_no
        impossible = holdings.receive(seat, action.cards or ())
        if impossible is not None and seat not in flagged:
            flagged.add(seat)
            holdings.flag_impossible(impossible, action_no, seat)
    drop_twins(holdings, flagged, count)
    places = {seat: [card * len(order) + place for card in range(count)] for place, seat in enumerate(order)}
    if holdings.deck is not None:
        holdings.deck.look_at_deal((holdings.held[s], places[s]) for s in order if len(holdings.held[s]) == count)
    _compare_deal(table, holdings, last_deal, flagged, places, rule)


def drop_twins(holdings: Holdings, seats: Iterable[int], count: int) -> None:
    """Of these seats those with too many cards do not hold what the pack has not: it was written down twice."""
    for seat in seats:
        if len(holdings.held[seat]) > count:
            holdings.drop_copies(seat)


def _compare_deal(
    table: Table, holdings: Holdings, last_deal: Mapping[int, int], flagged: Collection[int],
    places: Mapping[int, Sequence[int]], rule: str,
) -> None:  # fmt: skip
    for seat, of_seat in places.items():
        count = len(of_seat)
        if seat not in last_deal:
            flag_missing(table, seat, "be dealt cards", rule)
            holdings.not_dealt.add(seat)
            holdings.fill_up(seat, count)
        elif len(holdings.held[seat]) != count:
            if seat not in flagged:
                flag_deal_count(table, last_deal[seat], seat, count, len(holdings.held[seat]), rule)
            holdings.fill_up(seat, count)
        elif holdings.deck is not None:
            before = holdings.held[seat]
            holdings.held[seat] = holdings.deck.place(last_deal[seat], seat, before, of_seat)
            holdings.see(_new_cards(before, holdings.held[seat]))


def flag_deal_count(table: Table, action_no: int, seat: int, expected: int, actual: int, rule: str) -> None:
    """A seat was dealt a wrong number of cards."""
    table.flag(
        "cards.deal", rule, f"Seat {seat} was dealt {actual} cards; {expected} are right.",
        action_no=action_no, seat=seat, expected=expected, actual=actual,
    )  # fmt: skip


def _new_cards(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The cards that the pack told where the log had `??`."""
    left = list(before)
    new = []
    for card in after:
        if card in left:
            left.remove(card)
        else:
            new.append(card)
    return new
