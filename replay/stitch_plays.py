"""Which line of a stitch round belongs to which player's play (S4–S8).

A play begins with its stake, and its lines follow it. Where a log mixes them up the lines still go to the play that
they name, so that one misplaced or missing line is one finding: a line behind a later stake than its own makes that
stake too early; a second stake of a seat stands alone; a seat that shows or is settled without any stake has a play
whose stake is missing (C8).
"""

from collections.abc import Collection, Sequence

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

    def has(self, verb: str) -> bool:
        """Whether a line of this verb was taken."""
        return any(action.action == verb for _, action in self.lines)


def plays_of(table: Table, actions: Sequence[Numbered], due: Collection[int]) -> list[Play]:
    """The plays in the order of their first lines."""
    plays: list[Play] = []
    early: list[Numbered] = []
    staked = {action.seat for _, action in actions if action.action == "stake"}
    for place, numbered in enumerate(actions):
        action = numbered[1]
        if action.action == "stake":
            plays.append(Play(action.seat or 0, numbered))
            plays[-1].lines.extend(early)
            table.early.extend((line, numbered) for line in early[:1])
            early = []
            continue
        play = _play_of(plays, actions, place, due, staked)
        if play is None:
            early.append(numbered)
            continue
        if play not in plays:
            plays.append(play)
        later = [other for other in plays[plays.index(play) + 1 :] if other.seat != play.seat]
        if later:
            table.early.append((later[0].head, numbered))
        play.lines.append(numbered)
    if plays:
        plays[0].lines[:0] = early  # no stake followed: they are taken where they stand
    return plays


def _play_of(
    plays: Sequence[Play], actions: Sequence[Numbered], place: int, due: Collection[int], staked: Collection[int | None]
) -> Play | None:
    """The play of one line; a new one where its seat never staked, None where its play is still to begin."""
    action = actions[place][1]
    verb = action.action
    seat = action.seat if verb not in NAMELESS else _next_named(actions[place + 1 :])
    own = [play for play in plays if play.seat == seat]
    open_ones = [play for play in own if not play.has(verb)]
    if open_ones:
        return open_ones[0]
    if not own and seat in due and seat not in staked and seat is not None:
        return Play(seat, None)
    if plays and not (verb in NAMELESS and plays[-1].has(verb)):
        return plays[-1]
    begins_later = any(action.action == "stake" for _, action in actions[place + 1 :])
    if verb in NAMELESS and begins_later:
        return None
    return plays[-1] if plays else None


def _next_named(following: Sequence[Numbered]) -> int | None:
    """For whom a card was burned or turned: who shows or is settled next, before another stake."""
    for _, action in following:
        if action.action == "stake":
            return None
        if action.action not in NAMELESS:
            return action.seat
    return None
