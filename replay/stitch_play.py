"""One player's play against the bank: stake, burn, the banker's card, show, win or loss (S4–S8)."""

from collections.abc import Sequence
from copy import copy

from ingest.house_rules import StitchRules
from ingest.records import Action
from replay.cards import RANK_OF, SUIT_OF, UNKNOWN, card_words
from replay.deck import Deck
from replay.holdings import Holdings
from replay.lap import flag_missing, flag_order
from replay.stitch_plays import NAMELESS, Play
from replay.table import Numbered, Table

#: The parts of one player's play after his stake. Burn and turn stand in order; shows and results anywhere in it.
BURN, TURN, SHOW, RESULT = range(4)
PART = {"burn": BURN, "turn": TURN, "show": SHOW, "muck": SHOW, "win": RESULT, "lose": RESULT}


class Bank:
    """The bank as the log leaves it; `known` is False where the log has no bank for a new turn."""

    __slots__ = ("chips", "known", "stake_min", "table")

    def __init__(self, table: Table, chips: int, stake_min: int, known: bool) -> None:
        self.table, self.chips, self.stake_min, self.known = table, chips, stake_min, known

    @property
    def spent(self) -> bool:
        """S10: the bank cannot take the smallest stake."""
        return self.known and is_spent(self.chips, self.stake_min)

    def pay(self, step: int, seat: int, amount: int) -> None:
        """The bank pays a seat (S7)."""
        self.table.pay_out(step, "bank", seat, amount, "S7")
        self.chips -= amount

    def take(self, step: int, seat: int, amount: int) -> None:
        """A stake joins the bank (S8)."""
        self.table.pay_in(step, seat, "bank", amount, "S8")
        self.chips += amount

    def move_as_logged(self, action_no: int, action: Action) -> None:
        """Move the chips of an action that is not judged."""
        seat, amount = action.seat or 0, action.amount or 0
        if action.action in ("win", "collect"):
            self.pay(action_no, seat, amount)
        elif action.action in ("lose", "bank"):
            self.take(action_no, seat, amount)


def is_spent(bank: int, stake_min: int) -> bool:
    """S10: the bank cannot take the smallest stake."""
    return bank // 2 < stake_min


def half_of_bank(rules: StitchRules, bank: int, round_start: int) -> int:
    """S4: the most that may be staked: half of the bank as it is, or as it was when the round began if that is less."""
    return (bank if rules.half_of == "current" else min(bank, round_start)) // 2


def pass_over(lines: Sequence[Numbered], holdings: Holdings, bank: Bank) -> None:
    """C8: of a play that is not judged the chips move all the same, and the cards come off the logged pack (F1)."""
    for action_no, action in lines:
        bank.move_as_logged(action_no, action)
        if action.action in NAMELESS and holdings.deck is not None:
            holdings.deck = _without_cards(holdings.deck, action_no, action.cards or [])


def _without_cards(deck: Deck, action_no: int, cards: list[str]) -> Deck:
    """F1: the pack when these cards came off it, whatever they were: that is not judged. Where they are not its next
    ones, they may have been written down wrong, or never have come off (a play written down twice)."""
    table, behind = deck.table, copy(deck)
    faults = len(table.findings)
    behind.take(action_no, None, cards)
    if len(table.findings) == faults:
        return behind
    del table.findings[faults:]
    for _ in cards:
        deck.may_have_skipped()
    return deck


class PlayerTurn:
    """One player's play while it is replayed."""

    def __init__(self, table: Table, rules: StitchRules, holdings: Holdings, bank: Bank, round_start: int) -> None:
        self.table, self.rules, self.holdings, self.bank = table, rules, holdings, bank
        self.round_start = round_start
        self.seat = 0
        #: What was turned for him; the banker's card is known where it is one card.
        self.turned: list[str] = []
        self.card = UNKNOWN

    def run(self, play: Play) -> None:
        """S4 to S8 for one play."""
        self.seat = play.seat
        parts = self._parts(play.lines)
        if play.stake is None:
            self._without_stake(parts)
            return
        amount = play.stake[1].amount or 0
        self._judge_stake(play.stake[0], amount)
        if amount == 0:
            self._nothing_more(parts, play.lines)
            return
        self._burn(parts[BURN])
        self._turn(parts[TURN])
        self._show(parts[SHOW])
        self._result(parts[RESULT], amount)

    def _without_stake(self, parts: Sequence[Sequence[Numbered]]) -> None:
        """C8: he played, but the log lacks his stake: that is the finding, and what he should win is not judged."""
        flag_missing(self.table, self.seat, "stake", "C8")
        for part, take in zip(parts[:RESULT], (self._burn, self._turn, self._show), strict=True):
            if part:
                take(part)
        for action_no, action in parts[RESULT]:
            self.table.counted.add(action_no)
            self.bank.move_as_logged(action_no, action)

    def _parts(self, actions: Sequence[Numbered]) -> list[list[Numbered]]:
        """What belongs to the play by its kind; of two in the wrong order the one too early is noted."""
        parts: list[list[Numbered]] = [[], [], [], []]
        reached: Numbered | None = None
        for numbered in actions:
            part = PART[numbered[1].action]
            if numbered[1].action in NAMELESS:
                if reached is not None and part < PART[reached[1].action]:
                    self.table.early.append((reached, numbered))
                else:
                    reached = numbered
            parts[part].append(numbered)
        return parts

    # -- S4 --------------------------------------------------------------------------------------------------------

    def _judge_stake(self, action_no: int, amount: int) -> None:
        """S4: at least the smallest stake, at most half the bank, and no more than he has (C1)."""
        least, left = self.rules.stake_min, self.table.left(self.seat)
        if amount == 0 and self.rules.zero_stake:
            return
        half = half_of_bank(self.rules, self.bank.chips, self.round_start)
        if amount < least:
            self._flag_stake("amount.minimum", action_no, least, amount, f"{least} is the least")
        elif left is not None and amount > left:
            self._flag_stake("amount.over_stack", action_no, left, amount, f"he had only {left} left")
        elif self.bank.known and amount > half:
            self._flag_stake("amount.over_half", action_no, half, amount, f"half the bank is {half}")

    def _flag_stake(self, code: str, action_no: int, expected: int, amount: int, why: str) -> None:
        self.table.flag(
            code, "C1" if code == "amount.over_stack" else "S4", f"Seat {self.seat} staked {amount}; {why}.",
            action_no=action_no, seat=self.seat, expected=expected, actual=amount,
        )  # fmt: skip

    def _nothing_more(self, parts: Sequence[Sequence[Numbered]], lines: Sequence[Numbered]) -> None:
        """S4: a stake of 0 is the whole of the player's turn."""
        more = [(no, a) for part in parts for no, a in part if a.amount != 0]
        for action_no, action in more[:1]:
            flag_order(self.table, action_no, action.seat, None, "although nothing was staked", "S4")
        pass_over(lines, self.holdings, self.bank)

    # -- S5, S6 ----------------------------------------------------------------------------------------------------

    def _burn(self, actions: Sequence[Numbered]) -> None:
        """S5: the top card is burned face up."""
        self._one_card(actions, "be burned for")

    def _turn(self, actions: Sequence[Numbered]) -> None:
        """S5: the next card is the banker's card."""
        self.turned = self._one_card(actions, "get a banker's card")
        self.card = self.turned[0] if len(self.turned) == 1 else UNKNOWN

    def _one_card(self, actions: Sequence[Numbered], what: str) -> list[str]:
        if not actions:
            flag_missing(self.table, self.seat, what, "S5")
            if self.holdings.deck is not None:
                self.holdings.deck.may_have_skipped()
            return []
        return self.holdings.face_up(actions, self.seat, "S5", f"came off the pack for seat {self.seat}")

    def _show(self, actions: Sequence[Numbered]) -> None:
        """S6: the player shows his three cards."""
        shown = False
        for action_no, action in actions:
            if action.action == "muck":
                self.table.flag("turn.action", "S6", f"Seat {action.seat} mucked; at stitch he must show.",
                                action_no=action_no, seat=action.seat, actual="muck")  # fmt: skip
            elif action.seat != self.seat:
                flag_order(self.table, action_no, action.seat, self.seat, f"in the play of seat {self.seat}", "S6")
            else:
                self.table.counted.add(action_no)
                self.holdings.show(action_no, self.seat, action.cards or (), "S6")
            shown = True
        if not shown and self.seat not in self.holdings.not_dealt:
            flag_missing(self.table, self.seat, "show his cards", "S6")

    def _wins(self) -> bool | None:
        """S6: a higher card of the banker's card's suit wins; None where that hangs on unknown cards (C5)."""
        hand = self.holdings.held.get(self.seat, [])
        known = [card for card in hand if card != UNKNOWN]
        hidden = max(hand.count(UNKNOWN), 3 - len(hand))
        if hidden == 0 and self.card != UNKNOWN:
            return any(beats(card, self.card) for card in known)
        unseen = self._unseen()
        results: set[bool] = set()
        for banker_card in self.turned if self.turned and UNKNOWN not in self.turned else unseen:
            left = [card for card in unseen if card != banker_card]
            if any(beats(card, banker_card) for card in known):
                results.add(True)
                continue
            winning = sum(beats(card, banker_card) for card in left)
            if hidden and winning:
                results.add(True)
            if len(left) - winning >= hidden:
                results.add(False)
        return results.pop() if len(results) == 1 else None

    def _unseen(self) -> list[str]:
        """The cards that come up nowhere in the whole round: only those can be the unknown ones."""
        seen = {card for card, times in self.holdings.seen.items() if times}
        for action in self.table.hand.actions:
            if action.action != "lot":
                seen.update(action.cards or ())
        return [card for card in self.holdings.pack if card not in seen]

    # -- S7, S8 ----------------------------------------------------------------------------------------------------

    def _result(self, actions: Sequence[Numbered], stake: int) -> None:
        """S7: a win is paid twice its stake, but no more than the bank holds; S8: a loss joins the bank."""
        own = [(no, a) for no, a in actions if a.seat == self.seat]
        moved = {"win": 0, "lose": 0}
        for _, action in own:
            moved[action.action] += action.amount or 0
        if own:
            self.table.counted.add(own[0][0])
        wins = self._wins()
        verbs = {action.action for _, action in own if action.amount}  # a move of nothing may stand
        if wins is None:
            self._unproved_result()
            if len(verbs) == 1:
                self._judge_sum(actions, verbs == {"win"}, stake, moved, proved=False)
            else:
                self._flag_neither(own, stake, both=bool(verbs))
        elif verbs and verbs != {"win" if wins else "lose"}:
            self._flag_result(own, wins, stake, moved)
        else:
            self._judge_sum(actions, wins, stake, moved, proved=True)
        for action_no, action in actions:
            self.bank.move_as_logged(action_no, action)

    def _flag_neither(self, own: Sequence[Numbered], stake: int, *, both: bool) -> None:
        """Won or lost, one of the two had to move; not neither, and not both."""
        what = "both a win and a loss were settled" if both else "nothing moved"
        self.table.flag(
            "bank.payout", "S7", f"Seat {self.seat} staked {stake}, and {what}.",
            action_no=own[-1][0] if own else None, seat=self.seat, actual=sum(a.amount or 0 for _, a in own),
        )  # fmt: skip

    def _unproved_result(self) -> None:
        what = "the banker's card" if self.card == UNKNOWN else "his cards"
        self.table.unproved(f"whether seat {self.seat} won hangs on {what}, which the log does not know (C5, S6)")

    def _due(self, wins: bool, stake: int) -> int:
        """Chips of the seat's stack that should move: + from the bank, - into it."""
        if not wins:
            return -stake
        return min(2 * stake, max(self.bank.chips, 0)) if self.bank.known else 2 * stake

    def _flag_result(self, own: Sequence[Numbered], wins: bool, stake: int, moved: dict[str, int]) -> None:
        right, wrong = ("win", "lose") if wins else ("lose", "win")
        number = next(no for no, action in own if action.action == wrong and action.amount)
        held = "a higher card" if wins else "no higher card"
        self.table.flag(
            "bank.result", "S6",
            f"The banker's card was the {card_words(self.card)} and seat {self.seat} held {held} of its suit: "
            f"he {'won' if wins else 'lost'}, but it was settled as a {'loss' if wins else 'win'}.",
            action_no=number, seat=self.seat, expected=right, actual=wrong,
        )  # fmt: skip
        self.table.correct(self.seat, self._due(wins, stake) - moved["win"] + moved["lose"])

    def _judge_sum(
        self, actions: Sequence[Numbered], wins: bool, stake: int, moved: dict[str, int], *, proved: bool
    ) -> None:
        due, got = self._due(wins, stake), moved["win"] - moved["lose"]
        astray = [(no, a) for no, a in actions if a.seat != self.seat and a.amount]
        if due == got and astray:
            self._flag_astray(*astray[0])
        elif due != got:
            number = actions[0][0] if actions else None
            word = "was due from the bank" if wins else "of his stake was due to the bank"
            self.table.flag(
                "bank.payout", "S7" if wins else "S8",
                f"Seat {self.seat} staked {stake}: {abs(due)} {word}, and {abs(got)} moved.",
                action_no=number, seat=self.seat, expected=abs(due), actual=abs(got),
            )  # fmt: skip
            if proved:
                self.table.correct(self.seat, due - got)
        for _, action in astray:
            sign = -1 if action.action == "win" else 1
            self.table.correct(action.seat or 0, sign * (action.amount or 0))

    def _flag_astray(self, action_no: int, action: Action) -> None:
        self.table.flag(
            "bank.payout", "S7",
            f"Seat {action.seat} had {action.amount} moved in the play of seat {self.seat}; none of it is his.",
            action_no=action_no, seat=action.seat, expected=0, actual=action.amount,
        )  # fmt: skip


def beats(card: str, banker_card: str) -> bool:
    """S6: whether a card is a higher one of the banker's card's suit."""
    same_suit = SUIT_OF.get(card) is not None and SUIT_OF.get(card) == SUIT_OF.get(banker_card)
    return same_suit and RANK_OF[card] > RANK_OF[banker_card]
