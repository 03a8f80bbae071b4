"""The play-out of pok (K13–K17): rows of one suit upward, the end, and what the last one with cards pays."""

from collections.abc import Sequence

from ingest.house_rules import PokRules
from ingest.records import Action
from replay.cards import ACE, RANK_OF, RANKS, UNKNOWN, card_words, missing_from
from replay.holdings import Holdings
from replay.table import Numbered, Table, seats_from_left


class PlayOut:
    """The play-out while it is replayed. `judged` is False once nobody can say any more what had to come."""

    def __init__(self, table: Table, rules: PokRules, holdings: Holdings, turned: str) -> None:
        self.table, self.rules, self.holdings, self.turned = table, rules, holdings, turned
        self.leader: int = table.hand.dealer_seat
        self.row: str | None = None
        self.played: set[str] = set()
        self.judged = True
        self.payer_known = True
        #: Once a card was played that is not known: all that each seat may still hold.
        self.may_hold: dict[int, list[str]] = {}

    def fill_from_play(self, plays: Sequence[Numbered], shows: Sequence[Numbered]) -> None:
        """What a seat plays or shows later it held from the deal on (C5): put it in the place of unknown cards."""
        if not any(UNKNOWN in held for held in self.holdings.held.values()):
            return
        for _, action in (*shows, *plays):
            seat = action.seat or 0
            held = self.holdings.held.get(seat)
            if held is None:  # nobody sits there
                continue
            new = missing_from(action.cards or (), held)
            # all of them or none: which cards fit must not hang on the order in which they are written
            if len(new) <= held.count(UNKNOWN) and all(self.holdings.can_fill(seat, card) for card in new):
                self.holdings.fill(seat, new)

    def run(self, plays: Sequence[Numbered], pays: Sequence[Numbered]) -> None:
        """Take all plays, look where they stop, then judge what was paid."""
        past_end = False
        for action_no, action in plays:
            if action.action != "play":
                self._show(action_no, action)
                continue
            if self.payer_known and self._with_cards() <= 1:
                if not past_end:
                    past_end = True
                    self._flag_went_on(action_no, action)
                continue
            self._play(action_no, action)
        if self.payer_known and self._with_cards() > 1:
            self._flag_stopped()
        self._judge_pay(pays)

    def _show(self, action_no: int, action: Action) -> None:
        """A show during or after the play-out: the whole hand as it is then."""
        if action.action == "show" and action.seat in self.holdings.held and self.payer_known:
            self.holdings.show(action_no, action.seat, action.cards or (), "K13")

    def _with_cards(self) -> int:
        return len([cards for cards in self.holdings.held.values() if cards])

    # -- K13–K15 ---------------------------------------------------------------------------------------------------

    def _play(self, action_no: int, action: Action) -> None:
        seat, card = action.seat or 0, (action.cards or [UNKNOWN])[0]
        if self.judged and card == UNKNOWN and len(self.holdings.held.get(seat, ())) == 1:
            card = self.holdings.held[seat][0]  # he has no other
        if seat not in self.holdings.held:
            self.holdings.flag_shown(card, action_no, seat, "K13", "played")
            self.judged = self.payer_known = False
            return
        self.table.counted.add(action_no)
        if self.judged:
            self._lays(action_no, seat, card)
        elif self.payer_known:
            self._lays_out_of_sight(action_no, seat, card)
        if not self.judged:
            self._drop(seat, card)
            return
        self._judge(action_no, seat, card)
        self._drop(seat, card)
        self.played.add(card)
        self.row, self.leader = card, seat

    def _lays(self, action_no: int, seat: int, card: str) -> None:
        """C4: a card that he does not hold ends the judging of the play-out and of its payment."""
        held = self.holdings.held[seat]
        if card == UNKNOWN and held:
            self._lose_sight(f"seat {seat} played a card that is not known")
            return
        if card not in held:
            self._flag_not_held(action_no, seat, card)

    def _lays_out_of_sight(self, action_no: int, seat: int, card: str) -> None:
        """C4, C5: after a card that is not known one that he cannot hold, whatever that was, is a finding too."""
        may_hold = self.may_hold[seat]
        if card in may_hold:  # also where `fill_from_play` put it for an unknown one
            may_hold.remove(card)
        elif card != UNKNOWN:
            self._flag_not_held(action_no, seat, card)

    def _flag_not_held(self, action_no: int, seat: int, card: str) -> None:
        if card != UNKNOWN and self.holdings.seen.get(card, 0) == 0 and card not in self.holdings.pack:
            self.holdings.flag_impossible(card, action_no, seat)
        else:
            self.holdings.flag_shown(card, action_no, seat, "K13", "played")
        self.judged = self.payer_known = False

    def _lose_sight(self, what: str) -> None:
        self.judged = False
        self.may_hold = {seat: list(cards) for seat, cards in self.holdings.held.items()}
        self.table.unproved(f"{what}, so which card had to come is not known from there on (C5, K13)")

    def _drop(self, seat: int, card: str) -> None:
        held = self.holdings.held[seat]
        if card in held:
            held.remove(card)
        elif UNKNOWN in held:
            held.remove(UNKNOWN)
        elif held:
            held.pop()

    def _judge(self, action_no: int, seat: int, card: str) -> None:
        """K13: the next card of the row had to come; K14, K15: else its last layer leads any card."""
        due_card = self._next_in_row()
        if due_card is not None:
            holder = self._holder(due_card)
            if holder is not None:
                if card != due_card:
                    self._flag_play(
                        action_no, seat, "K13", due_card, card,
                        f"Seat {seat} laid the {card_words(card)}; the {card_words(due_card)}, which seat {holder} "
                        "held, had to come.",
                    )  # fmt: skip
                return
            if self._may_be_hidden(due_card):
                self.table.unproved(f"where the {card_words(due_card)} was when the row stopped is not known (C5, K14)")
        leader = self._who_leads()
        if seat != leader:
            rule = "K13" if self.row is None else "K15" if leader != self.leader else "K14"
            self._flag_play(action_no, seat, rule, leader, seat, f"Seat {seat} led; the lead was seat {leader}'s.")

    def _flag_play(
        self, action_no: int, seat: int, rule: str, expected: int | str, actual: int | str, message: str
    ) -> None:
        self.table.flag("shed.play", rule, message, action_no=action_no, seat=seat, expected=expected, actual=actual)

    def _next_in_row(self) -> str | None:
        """The next higher card of the row's suit; None where no row is open or it reached its ace."""
        if self.row is None or self.row not in RANK_OF or RANK_OF[self.row] == ACE:
            return None
        return RANKS[RANK_OF[self.row] + 1] + self.row[1]

    def _holder(self, card: str) -> int | None:
        for seat, cards in self.holdings.held.items():
            if card in cards:
                return seat
        return None

    def _may_be_hidden(self, card: str) -> bool:
        """Whether a card may be among unknown cards in somebody's hand."""
        if card == self.turned or card in self.played or self.holdings.seen.get(card, 0):
            return False
        return any(UNKNOWN in cards for cards in self.holdings.held.values())

    def _who_leads(self) -> int:
        """K14, K15: who laid the last card, or the nearest on his left with cards."""
        if self.holdings.held.get(self.leader):
            return self.leader
        return next(seat for seat in seats_from_left(self.table.order, self.leader) if self.holdings.held[seat])

    # -- K16, K17 --------------------------------------------------------------------------------------------------

    def _flag_went_on(self, action_no: int, action: Action) -> None:
        card = (action.cards or [UNKNOWN])[0]
        self.table.flag(
            "shed.end", "K16", f"Seat {action.seat} laid the {card_words(card)} after the play had ended.",
            action_no=action_no, seat=action.seat, actual=card,
        )  # fmt: skip

    def _flag_stopped(self) -> None:
        self.payer_known = False
        due_card = self._next_in_row() if self.judged else None
        holder = self._holder(due_card) if due_card is not None else None
        seat = holder if holder is not None else self._who_leads()
        what = f"with the {card_words(due_card)}" if holder is not None and due_card is not None else "with a lead"
        goes_on = f"seat {seat} had to go on {what}" if self.judged else "it had to go on"
        self.table.flag(
            "shed.end", "K16",
            f"The play stopped while {self._with_cards()} players had cards; {goes_on}.",
            seat=seat if self.judged else None, expected=due_card if holder is not None else None,
        )  # fmt: skip

    def _judge_pay(self, pays: Sequence[Numbered]) -> None:
        """K17: the last one with cards pays every other player."""
        paid: dict[tuple[int, int], int] = {}
        number: dict[tuple[int, int], int] = {}
        for action_no, action in pays:
            self._show(action_no, action)
            if action.action != "pay":
                continue
            pair = (action.seat or 0, action.to_seat or 0)
            if pair[0] == pair[1]:  # nothing moved
                continue
            paid[pair] = paid.get(pair, 0) + (action.amount or 0)
            number[pair] = action_no
            self.table.counted.add(action_no)
            self.table.pay_across(action_no, *pair, action.amount or 0, "K17")
        losers = [seat for seat, cards in self.holdings.held.items() if cards]
        if not self.payer_known or len(losers) != 1:
            if self.payer_known:
                self.table.unproved("who pays at the end of the play-out is not known (C5, K17)")
            return
        loser = losers[0]
        each = self.rules.loser_pays * (len(self.holdings.held[loser]) if self.rules.loser_basis == "per_card" else 1)
        due = {(loser, seat): each for seat in self.table.order if seat != loser and each}
        self._compare_pay(loser, due, {pair: chips for pair, chips in paid.items() if chips}, number)

    def _compare_pay(
        self, loser: int, due: dict[tuple[int, int], int], paid: dict[tuple[int, int], int],
        number: dict[tuple[int, int], int],
    ) -> None:  # fmt: skip
        if due == paid:
            return
        for pairs, sign in ((due, 1), (paid, -1)):
            for (payer, payee), chips in sorted(pairs.items()):
                self.table.correct(payer, -sign * chips)
                self.table.correct(payee, sign * chips)
        wrong_payer = sorted((number[pair], pair) for pair in paid if pair[0] != loser)
        if wrong_payer:
            action_no, (payer, _) = wrong_payer[0]
            self.table.flag(
                "shed.payout", "K17", f"Seat {payer} paid; seat {loser} was the last with cards and has to pay.",
                action_no=action_no, seat=payer, expected=loser, actual=payer,
            )  # fmt: skip
            return
        place = {seat: number for number, seat in enumerate(self.table.order)}
        wrong = [pair for pair in due.keys() | paid.keys() if due.get(pair, 0) != paid.get(pair, 0)]
        pair = min(wrong, key=lambda pair: (place.get(pair[1], len(place)), pair[1]))
        self.table.flag(
            "shed.payout", "K17",
            f"Seat {loser} paid seat {pair[1]} {paid.get(pair, 0)}; {due.get(pair, 0)} is due to him.",
            action_no=number.get(pair), seat=loser, expected=due.get(pair, 0), actual=paid.get(pair, 0),
        )  # fmt: skip
