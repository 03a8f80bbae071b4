"""What the engine saw on its way, for telling a hand to people: who held what, which card had to come, who won and why.

It judges nothing: the engine's own classes replay the hand once more, and what passes is noted. Findings, corrections
and movements are those of `replay.engine.replay_hand`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ingest.house_rules import GameRules, PokerRules, PokRules, StitchRules, resolve
from ingest.records import Hand, TableState
from replay.cards import cards_left
from replay.casino import CasinoHand
from replay.poker import PokerHand, begin_poker
from replay.pots import layered_pots, one_pot
from replay.ranking import Rank
from replay.showdown import PokerHands
from replay.stitch import StitchEnd, StitchRound, banker_after
from replay.stitch_play import PlayerTurn
from replay.table import Numbered, Table
from replay.witness_pok import PokSeen, see_pok


@dataclass(frozen=True, slots=True)
class PotSeen:
    """One pot at its showdown: who plays for it, who of them did not muck, and who wins (None: unknown cards, C5)."""

    name: str
    chips: int
    contenders: tuple[int, ...]
    alive: tuple[int, ...]
    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class PokerSeen:
    """The end of a poker hand. `hands` and `ranks` are of all still in; a rank is None where a card is not known.

    `showdown`: whether hands were to be shown; `unshown_rule`: the rule by which they were not. `shares_known`: False
    where it is a finding already who put in too little, so that two ways of cutting side pots are right. `maybe`: known
    cards of which nobody can say whether the seat kept them.
    """

    rules: PokerRules
    still_in: tuple[int, ...]
    showdown: bool
    unshown_rule: str
    mucked: frozenset[int]
    hands: dict[int, tuple[str, ...]]
    ranks: dict[int, Rank | None]
    pots: tuple[PotSeen, ...]
    shares_known: bool
    unseen: tuple[str, ...]
    maybe: dict[int, tuple[str, ...]]
    told_by_pack: dict[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PlaySeen:
    """One player's play against the bank. `wins` is None where it hangs on unknown cards, or the log has no stake."""

    seat: int
    action_no: int
    stake: int | None
    banker_card: str
    cards: tuple[str, ...]
    wins: bool | None
    bank_before: int
    bank_after: int
    unseen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StitchSeen:
    """One round of stitch: the bank from its start to its end, and each play.

    `next_banker`: to whom the bank passes if it does, by S12; None where nobody has the least bank.
    """

    rules: StitchRules
    banker: int
    new_turn: bool
    bank_known: bool
    turn_start: int
    round_start: int
    round_end: int
    spent: bool
    stitch_round: bool
    played_past_end: bool
    plays: tuple[PlaySeen, ...]
    next_banker: int | None
    told_by_pack: dict[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Witnessed:
    """What was seen of one hand; all three are None where nothing was judged: too many or too few play, or the hand
    was cancelled."""

    rules: GameRules
    poker: PokerSeen | None = None
    stitch: StitchSeen | None = None
    pok: PokSeen | None = None

    @property
    def told_by_pack(self) -> dict[int, tuple[str, ...]]:
        """What the logged pack tells of unknown cards, by action (`replay.deck.Deck.told`)."""
        seen = self.poker or self.stitch or self.pok
        return {} if seen is None else seen.told_by_pack


def witness(hand: Hand, rules: Mapping[str, Any] | None, opening: TableState) -> Witnessed:
    """Replay a hand once more and note what passes; `rules` and `opening` as for `replay_hand`."""
    in_force = resolve(hand.game, rules, hand.rules)
    before = hand.opening or opening
    if hand.claims is not None and hand.claims.cancelled:
        return Witnessed(in_force)
    if isinstance(in_force, PokerRules):
        return Witnessed(in_force, poker=_see_poker(hand, in_force, before))
    if isinstance(in_force, StitchRules):
        return Witnessed(in_force, stitch=_see_stitch(hand, in_force, before))
    assert isinstance(in_force, PokRules)
    return Witnessed(in_force, pok=see_pok(hand, in_force, before))


# -- poker -------------------------------------------------------------------------------------------------------------


class _WatchedPoker(PokerHand):
    """The engine's hand of the house game; notes that a showdown was reached."""

    shown_down = False
    unshown_rule = ""

    def showdown(self, steps: list[list[Numbered]], uncalled: int, excused: set[int]) -> None:
        """P8: as the engine has it."""
        self.shown_down = True
        super().showdown(steps, uncalled, excused)

    def unshown(self, steps: list[list[Numbered]], rule: str, uncalled: int = 0) -> None:
        """P5, P9: as the engine has it."""
        self.unshown_rule = rule
        super().unshown(steps, rule, uncalled)

    def found_short(self) -> list[int]:
        """Who is in although it is a finding already that he put in too little."""
        return self._found_short()


class _WatchedCasino(CasinoHand, _WatchedPoker):
    """The same for five-card draw."""


def _see_poker(hand: Hand, rules: PokerRules, before: TableState) -> PokerSeen | None:
    table = Table(hand, before, stacks_count=not rules.credit)
    size = begin_poker(table, rules)
    if size is None:
        return None
    kind = _WatchedPoker if rules.profile == "house" else _WatchedCasino
    watched = kind(table, rules, size)
    watched.run()
    return _poker_end(watched, table, rules)


def _poker_end(watched: _WatchedPoker, table: Table, rules: PokerRules) -> PokerSeen:
    hands = PokerHands(table, watched.holdings, rules)
    still_in = tuple(watched.still_in)
    refused = {f.seat for f in table.findings if f.code == "turn.action" and f.actual == "muck"}
    mucked = frozenset(a.seat for a in table.hand.actions if a.action == "muck" and a.seat is not None) - refused
    short = watched.found_short()
    if watched.all_in:
        pots = layered_pots(watched.put, still_in, table.opening.pot)
    else:
        put_in = sum(m.chips for m in table.movements if m.to_account == "pot")
        pots = one_pot(table.opening.pot + put_in, still_in)
    seen = []
    for pot in pots:
        alive = pot.contenders
        if len(alive) > 1:
            alive = tuple(seat for seat in alive if seat not in mucked)
        winners = hands.winners(alive) if watched.shown_down else list(alive)
        seen.append(PotSeen(pot.name, pot.chips, pot.contenders, alive, None if winners is None else tuple(winners)))
    return PokerSeen(
        rules, still_in, watched.shown_down, watched.unshown_rule, mucked & frozenset(still_in),
        {seat: hands.hand(seat) for seat in still_in},
        {seat: hands.rank(seat) for seat in still_in},
        tuple(seen), not (watched.all_in and short),
        tuple(cards_left(watched.holdings.pack, watched.holdings.seen)),
        {seat: tuple(cards) for seat, cards in watched.holdings.maybe.items() if cards},
        watched.holdings.told_by_pack(),
    )  # fmt: skip


# -- stitch ------------------------------------------------------------------------------------------------------------


class _WatchedTurn(PlayerTurn):
    """The engine's play of one player; tells who won."""

    @property
    def wins(self) -> bool | None:
        """S6, as the engine has it."""
        return self._wins()

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards that the unknown ones may be."""
        return tuple(self._unseen())


@dataclass(slots=True)
class _RoundNotes:
    plays: list[PlaySeen] = field(default_factory=list)
    round_end: int = 0
    next_banker: int | None = None
    spent: bool = False


class _WatchedRound(StitchRound):
    """The engine's round; notes each play, and the bank before anything is taken at its end."""

    def __init__(self, table: Table, rules: StitchRules) -> None:
        super().__init__(table, rules)
        self.notes = _RoundNotes()

    def _turn(self, head: Numbered) -> bool:
        play, before = self.plays[head[0]], self.bank.chips
        turn = _WatchedTurn(self.table, self.rules, self.holdings, self.bank, self.round_start)
        turn.run(play)
        stake = None if play.stake is None else play.stake[1].amount or 0
        cards = tuple(self.holdings.held.get(play.seat, ()))
        wins = turn.wins if stake else None
        self.notes.plays.append(
            PlaySeen(play.seat, head[0], stake, turn.card, cards, wins, before, self.bank.chips, turn.unseen)
        )
        return not self.bank.spent

    def end(self, actions: Sequence[Numbered]) -> StitchEnd:
        """S10, S12–S15, as the engine has them."""
        self.notes.round_end, self.notes.spent = self.bank.chips, self.bank.spent
        end = super().end(actions)
        self.notes.next_banker = banker_after(self.table, self.rules)
        return end


def _see_stitch(hand: Hand, rules: StitchRules, before: TableState) -> StitchSeen | None:
    table = Table(hand, before)
    if not 2 <= len(table.order) <= 10:
        return None
    watched = _WatchedRound(table, rules)
    watched.run()
    return StitchSeen(
        rules, watched.banker, watched.new_turn, watched.bank.known, watched.start, watched.round_start,
        watched.notes.round_end, watched.notes.spent, before.stitch_round, watched.past_end,
        tuple(watched.notes.plays), watched.notes.next_banker, watched.holdings.told_by_pack(),
    )  # fmt: skip
