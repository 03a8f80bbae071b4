"""What the engine saw of a hand of pok: owners of circles, both biddings, and each card of the play-out.

See `replay.witness`: it judges nothing, it notes what the engine's own classes find on their way.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from ingest.house_rules import PokRules
from ingest.records import Hand, TableState
from replay.cards import UNKNOWN, cards_left
from replay.holdings import Holdings
from replay.pok import PAY, PLAY, PokHand
from replay.pok_play import PlayOut
from replay.pok_sets import Value, value_of
from replay.table import Numbered, Table


@dataclass(frozen=True, slots=True)
class CircleSeen:
    """A circle of a rank before the taking. `owner`: whose it is by K5; 0: nobody's, it stays; None: not known."""

    circle: str
    card: str
    chips: int
    carried: int
    owner: int | None


@dataclass(frozen=True, slots=True)
class BiddingSeen:
    """The end of one bidding. `chips`: circle and bids together. `winner` is None where it hangs on unknown cards."""

    pool: str
    chips: int
    anybody_bet: bool
    playing: tuple[int, ...]
    winner: int | None
    hands: dict[int, tuple[str, ...]]
    values: dict[int, Value]
    unseen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardLaid:
    """One card of the play-out. `due` is the card that had to come and `holder` who held it (None: a lead).

    `ended`: why the row before it was over, where this card was a lead: ``first``, ``ace``, ``turned``, ``played``,
    ``pack`` (in nobody's hand) or ``unknown``. `leader`: whose lead it was.
    """

    action_no: int
    seat: int
    card: str
    due: str | None
    holder: int | None
    ended: str | None
    stopped_at: str | None
    leader: int


@dataclass(frozen=True, slots=True)
class PokSeen:
    """A hand of pok: the turned card, circles, biddings, play-out, and the cards left at its end by seat."""

    rules: PokRules
    dealer: int
    turned: str
    trump: str | None
    circles: tuple[CircleSeen, ...]
    biddings: tuple[BiddingSeen, ...]
    laid: tuple[CardLaid, ...]
    left: dict[int, tuple[str, ...]]
    judged_to_end: bool
    told_by_pack: dict[int, tuple[str, ...]]


class _WatchedPok(PokHand):
    """The engine's hand of pok; notes owners and winners, and keeps the cards as they are before the play-out."""

    def __init__(self, table: Table, rules: PokRules) -> None:
        super().__init__(table, rules)
        self.circles_seen: list[CircleSeen] = []
        self.biddings_seen: list[BiddingSeen] = []
        self.before_play: Holdings = self.holdings

    def takes(self, actions: Sequence[Numbered]) -> None:
        """K5, K6, as the engine has them."""
        for circle in self.ranks:
            chips = self.table.balance.get(f"pool:{circle}", 0)
            carried = min(chips, self.table.opening.pools.get(circle, 0))
            owner = self._owner(circle) if self.trump else None
            self.circles_seen.append(CircleSeen(circle, circle + (self.trump or "?"), chips, carried, owner))
        super().takes(actions)

    def bidding(self, pool: str, steps: Sequence[Sequence[Numbered]]) -> None:
        """K7–K12, as the engine has them."""
        super().bidding(pool, steps)
        self.before_play = _copied(self.holdings, self.table)

    def _judge_win(
        self, pool: str, winner: int | None, playing: Sequence[int], wins: Sequence[Numbered], anybody_bet: bool
    ) -> None:
        value = value_of(pool, self.rules, self.trump)
        hands = {seat: tuple(self.holdings.held[seat]) for seat in playing}
        self.biddings_seen.append(
            BiddingSeen(
                pool, self.table.balance.get(f"pool:{pool}", 0), anybody_bet, tuple(playing), winner, hands,
                {seat: value([card for card in cards if card != UNKNOWN]) for seat, cards in hands.items()},
                tuple(cards_left(self.holdings.pack, self.holdings.seen)),
            )
        )  # fmt: skip
        super()._judge_win(pool, winner, playing, wins, anybody_bet)

    def play_steps(self) -> tuple[list[Numbered], list[Numbered]]:
        """The cards laid and the payments."""
        steps = self._steps()
        return steps[PLAY], steps[PAY]


def _copied(holdings: Holdings, table: Table) -> Holdings:
    twin = copy(holdings)
    twin.table = table
    twin.held = {seat: list(cards) for seat, cards in holdings.held.items()}
    twin.seen = dict(holdings.seen)
    twin.maybe = {seat: list(cards) for seat, cards in holdings.maybe.items()}
    twin.kept = dict(holdings.kept)
    return twin


class _WatchedPlayOut(PlayOut):
    """The engine's play-out; notes what had to come each time."""

    def __init__(self, table: Table, rules: PokRules, holdings: Holdings, turned: str) -> None:
        super().__init__(table, rules, holdings, turned)
        self.laid: list[CardLaid] = []

    def _judge(self, action_no: int, seat: int, card: str) -> None:
        due = self._next_in_row()
        holder = None if due is None else self._holder(due)
        ended = None if holder is not None else self._why_over(due)
        self.laid.append(
            CardLaid(
                action_no, seat, card, due if holder is not None else None, holder, ended,
                due if holder is None else None, self._who_leads(),
            )
        )  # fmt: skip
        super()._judge(action_no, seat, card)

    def _why_over(self, due: str | None) -> str:
        if self.row is None:
            return "first"
        if due is None:
            return "ace"
        if due == self.turned:
            return "turned"
        if due in self.played:
            return "played"
        return "unknown" if self._may_be_hidden(due) else "pack"


def see_pok(hand: Hand, rules: PokRules, before: TableState) -> PokSeen | None:
    """Replay a hand of pok once more; None where too many or too few play (K1)."""
    table = Table(hand, before)
    for name, chips in before.pools.items():
        table.balance[f"pool:{name}"] = chips
    if not 2 <= len(table.order) <= 8:
        return None
    watched = _WatchedPok(table, rules)
    watched.run()
    beside = Table(hand, before)  # the play-out once more, beside the hand: its findings stand in `table` already
    holdings = watched.before_play
    holdings.table = beside
    play = _WatchedPlayOut(beside, rules, holdings, watched.turned)
    play.run(*watched.play_steps())
    return PokSeen(
        rules, watched.dealer, watched.turned, watched.trump, tuple(watched.circles_seen),
        tuple(watched.biddings_seen), tuple(play.laid),
        {seat: tuple(cards) for seat, cards in holdings.held.items()}, play.judged and play.payer_known,
        watched.holdings.told_by_pack(),
    )  # fmt: skip
