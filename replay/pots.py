"""Pots: layers by what each put in (P10), the house's part (P11), and sharing one between equal hands (P8)."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

MAIN = "main"


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

    `in_for_all` are seats that play for every layer, whatever they put."""
    most = max(put.values(), default=0)
    reach = {seat: most if seat in in_for_all else put.get(seat, 0) for seat in contenders}
    layers: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted(set(put.values())):
        chips = sum(min(total, level) - min(total, below) for total in put.values())
        below = level
        playing = tuple(seat for seat in contenders if reach[seat] >= level)
        if layers and (not playing or playing == layers[-1][1]):
            layers[-1] = (layers[-1][0] + chips, layers[-1][1])
        else:
            layers.append((chips, playing))
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
