"""Pots: layers by what each put in (P10), the house's part (P11), and sharing one between equal hands (P8).

Also whether what was paid out of several pots together is what some result of the showdown gives (`may_be_paid`)."""

from collections.abc import Collection, Mapping, Sequence
from operator import add, le, sub

from msgspec import Struct

MAIN = "main"
#: So many ways of paying are tried before a payment out of several pots together is held to be possible.
TRIES = 50_000


class Pot(Struct, frozen=True):
    """One pot: its name as logs give it, its chips, and those still in who may win it."""

    name: str
    chips: int
    contenders: tuple[int, ...]


def one_pot(chips: int, contenders: Sequence[int]) -> list[Pot]:
    """All chips in one pot, as where nobody may be all-in."""
    return [Pot(MAIN, chips, tuple(contenders))]


def layered_pots(
    put: Mapping[int, int], contenders: Sequence[int], carried: int, in_for_all: Collection[int] = ()
) -> list[Pot]:
    """Main and side pots by total put in the hand (P10); a carried pot belongs to the main pot.

    `in_for_all` are seats that play for every layer, whatever they put. Who put nothing plays for no layer, and what
    nobody put is none: only where no layer has a player is there one pot of all chips for everybody still in."""
    most = max(put.values(), default=0)
    reach = {seat: most if seat in in_for_all else put.get(seat, 0) for seat in contenders}
    layers: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted(set(put.values()) - {0}):
        chips = sum(min(total, level) - min(total, below) for total in put.values())
        below = level
        playing = tuple(seat for seat in contenders if reach[seat] >= level)
        if not layers and not playing:
            carried += chips  # only players who gave up paid it, and no layer is below
        elif layers and (not playing or playing == layers[-1][1]):
            layers[-1] = (layers[-1][0] + chips, layers[-1][1])
        else:
            layers.append((chips, playing))
    if not layers:
        return one_pot(carried, contenders)
    layers[0] = (layers[0][0] + carried, layers[0][1])
    return [Pot(MAIN if place == 0 else f"side{place}", *layer) for place, layer in enumerate(layers)]


def share(chips: int, winners: Sequence[int], order: Sequence[int], unit: int = 1) -> dict[int, int]:
    """Equal hands share; what does not divide goes one `unit` each, first from the dealer's left (P8)."""
    if len(winners) == 1:
        return {winners[0]: chips}
    ordered = [seat for seat in order if seat in winners]
    each = chips // (len(ordered) * unit) * unit
    odd = chips - each * len(ordered)
    shares = {}
    for seat in ordered:
        extra = min(unit, odd)
        odd -= extra
        shares[seat] = each + extra
    return shares


def due_rake(pot: int, uncalled: int, basis_points: int, cap: int) -> int:
    """What the house takes of a pot: whole chips, never of what is uncalled, at most `cap` where that is > 0 (P11)."""
    rake = max(pot - uncalled, 0) * basis_points // 10_000
    return min(rake, cap) if cap else rake


def rake_by_pot(pots: Sequence[Pot], uncalled: int, rake: int) -> list[int]:
    """What of the rake each pot bears: a side pot floor(rake x its raked chips / all raked chips), main the rest."""
    if len(pots) == 1:
        return [rake]
    raked = [pot.chips for pot in pots]
    raked[-1] -= min(uncalled, raked[-1])
    whole = sum(raked)
    sides = [rake * chips // whole if whole else 0 for chips in raked[1:]]
    return [rake - sum(sides), *sides]


def may_be_paid(paid: Mapping[int, int], ways: Sequence[Sequence[Mapping[int, int]]]) -> bool:
    """Whether one way of paying each pot gives, all together, exactly what each seat was paid (P10).

    Pot by pot, beginning with the one of the fewest ways, it keeps what may be left to explain. What cannot end well is
    dropped at once: a share greater than what is left of a seat's chips, or more left than the other pots can pay him.
    All the same there may be very many ways: after `TRIES` of them the payment is not told apart and held to be
    possible, so that no right payment is ever called wrong."""
    seats = sorted(paid)
    choices = sorted((_fitting(paid, seats, choice) for choice in ways), key=len)
    later = [(0,) * len(seats)]  # the most that each seat can get of the pots after this one, the last first
    for choice in reversed(choices[1:]):
        most = [max((way[place] for way in choice), default=0) for place in range(len(seats))]
        later.append(tuple(map(add, later[-1], most)))
    left = {tuple(paid[seat] for seat in seats)}
    tries = 0
    for choice, most_later in zip(choices, reversed(later), strict=True):
        tries += len(left) * len(choice)
        if tries > TRIES:
            return True
        rests = (tuple(map(sub, before, way)) for before in left for way in choice)
        left = {rest for rest in rests if min(rest, default=0) >= 0 and all(map(le, rest, most_later))}
    return bool(left)


def _fitting(paid: Mapping[int, int], seats: Sequence[int], ways: Sequence[Mapping[int, int]]) -> set[tuple[int, ...]]:
    """The ways of paying one pot by which nobody gets more of it than he was paid in all."""
    return {
        tuple(way.get(seat, 0) for seat in seats)
        for way in ways
        if all(chips <= paid.get(seat, 0) for seat, chips in way.items())
    }
