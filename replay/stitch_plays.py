"""Which line of a stitch round belongs to which player's play (S4–S8).

A play begins with its stake, and its lines follow it. Where a log mixes them up the lines still go to the play that
they name, so that one misplaced or missing line is one finding: a line behind a later stake than its own makes that
stake too early; a second stake of a seat stands alone; a seat that shows or is settled without any stake has a play
whose stake is missing (C8). A second burn or turn is one too many for the play in which it stands, unless the next
play lacks its own; then it came too early for that.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ingest.records import Action
from replay.table import Numbered, Table

NAMELESS = frozenset({"burn", "turn"})


class Play:
    """One player's play: its stake (None where the log lacks it) and its other lines."""

    __slots__ = ("lines", "seat", "stake")

    def __init__(self, seat: int, stake: Numbered | None) -> None:
        self.seat, self.stake = seat, stake
        self.lines: list[Numbered] = []

    @property
    def head(self) -> Numbered:
        """The line by which the play stands in the lap: its stake, else its first line under the seat's name."""
        if self.stake is not None:
            return self.stake
        return self.lines[0][0], Action(action="stake", seat=self.seat)

    @property
    def staked_nothing(self) -> bool:
        """S4: a stake of 0 is the whole of a turn."""
        return self.stake is not None and not self.stake[1].amount

    def has(self, verb: str) -> bool:
        """Whether a line of this verb was taken."""
        return any(action.action == verb for _, action in self.lines)


class Ahead(NamedTuple):
    """What follows a line.

    `named`: who shows or is settled next, before another stake: a card was burned or turned for him. `his`: which cards
    come up for him behind this line. `lacking`: which cards the next play with a stake has not got behind its stake, so
    that they may stand before it. `last_for`: where in the whole round the last card of each kind comes up for whom."""

    named: int | None
    his: frozenset[str]
    lacking: frozenset[str]
    last_for: Mapping[tuple[str, int | None], int]


def plays_of(table: Table, actions: Sequence[Numbered], due: Collection[int]) -> list[Play]:
    """The plays in the order of their first lines."""
    sorting = _Sorting(table, actions, due)
    for numbered, ahead in zip(actions, _look_ahead(actions), strict=True):
        if numbered[1].action == "stake":
            sorting.begin(numbered, ahead)
        else:
            sorting.put(numbered, ahead)
    plays = sorting.plays
    if plays:
        # No stake followed: they are taken where they stand.
        plays[0].lines[:0] = sorted((line for lines in sorting.early.values() for line in lines), key=_place)
    return plays


def _place(line: Numbered) -> int:
    return line[0]


class _Sorting:
    """The plays while their lines are sorted to them."""

    def __init__(self, table: Table, actions: Sequence[Numbered], due: Collection[int]) -> None:
        self.table, self.due = table, due
        self.plays: list[Play] = []
        #: Lines that wait for a stake, by the seat that they name and their verb.
        self.early: dict[tuple[int | None, str], list[Numbered]] = {}
        #: Seats whose first stake is still to come, and the play of the last line that named a seat.
        self.to_stake = {action.seat for _, action in actions if action.action == "stake"}
        #: Those of them who have lines of their own behind it: a stake of 0 has none, and nobody's wait for it (S4).
        self.to_play = {action.seat for _, action in actions if action.action == "stake" and action.amount}
        self.last_named: Play | None = None

    def begin(self, stake: Numbered, ahead: Ahead) -> None:
        """A stake begins a play, and takes the lines that waited for it."""
        play = Play(stake[1].seat or 0, stake)
        self.plays.append(play)
        self.to_stake.discard(play.seat)
        self.to_play.discard(play.seat)
        self.last_named = None
        for seat, verb in list(self.early):
            # Where nothing was staked no card is due (S4): what the play after it lacks is left for that.
            not_his = play.staked_nothing and seat != play.seat and verb in ahead.lacking
            if not not_his and seat not in self.to_stake:
                play.lines.extend(self.early.pop((seat, verb)))
        play.lines.sort(key=_place)
        self.table.early.extend((line, stake) for line in play.lines[:1])

    def put(self, numbered: Numbered, ahead: Ahead) -> None:
        """Any other line goes to its play, or waits for its stake."""
        action = numbered[1]
        seat = ahead.named if action.action in NAMELESS else action.seat
        play = self.last_named if _of_the_last(action, ahead) else None
        play = play or self._play_of(numbered, seat, ahead)
        if play is None:
            self.early.setdefault((seat, action.action), []).append(numbered)
            return
        if play not in self.plays:
            self.plays.append(play)
        later = [other for other in self.plays[self.plays.index(play) + 1 :] if other.seat != play.seat]
        if later:
            self.table.early.append((later[0].head, numbered))
        play.lines.append(numbered)
        if action.action not in NAMELESS:
            self.last_named = play

    def _play_of(self, numbered: Numbered, seat: int | None, ahead: Ahead) -> Play | None:
        """The play of one line; a new one where its seat never staked, None where its play is still to begin."""
        verb = numbered[1].action
        own = [play for play in self.plays if play.seat == seat]
        open_ones = [play for play in own if not play.has(verb)]
        if open_ones:
            return open_ones[0]
        if not own and seat in self.due and seat not in self.to_stake and seat is not None:
            return Play(seat, None)
        if not self.plays or (verb not in NAMELESS and seat in self.to_play):
            return None
        last = self.plays[-1]
        if verb not in NAMELESS or _still_needs(last, numbered, ahead):
            return last
        if seat in self.to_stake or verb in ahead.lacking:
            return None
        return own[-1] if own else last


def _of_the_last(action: Action, ahead: Ahead) -> bool:
    """A card turned before the burn and the turn of who is named next is none of his, but of who was named last."""
    return action.action == "turn" and ahead.named is not None and ahead.his == NAMELESS


def _still_needs(play: Play, numbered: Numbered, ahead: Ahead) -> bool:
    """Whether a play has no card of this kind, and none comes up for it later."""
    verb = numbered[1].action
    comes = ahead.last_for.get((verb, play.seat), 0) > numbered[0]
    return not (comes or play.staked_nothing or play.has(verb))


def _look_ahead(actions: Sequence[Numbered]) -> list[Ahead]:
    """What lies ahead of each line, read from the end."""
    found: list[Ahead] = []
    named: int | None = None
    his: frozenset[str] = frozenset()
    lacking: frozenset[str] = frozenset()
    last_for: dict[tuple[str, int | None], int] = {}
    before_a_stake: set[str] = set()
    for action_no, action in reversed(actions):
        found.append(Ahead(named, his, lacking, last_for))
        verb = action.action
        if verb == "stake":
            if action.amount:
                # A card before the next stake is this play's, come late, unless the play after it lacks one.
                has = before_a_stake - lacking
                lacking = frozenset(card for card in NAMELESS - has if (card, action.seat) not in last_for)
            named, his, before_a_stake = None, frozenset(), set()
        elif verb in NAMELESS:
            his |= {verb}
            before_a_stake.add(verb)
            last_for.setdefault((verb, named), action_no)
        else:
            named, his = action.seat, frozenset()
    found.reverse()
    return found
