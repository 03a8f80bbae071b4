"""Pots of a poker hand: layers, what is uncalled, the rake (RULEBOOK P9-P11)."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Pot:
    """Chips that the same players play for, and what of them the house takes."""

    chips: int
    contenders: frozenset[int]
    rake: int = 0


def cut_pots(paid: dict[int, int], meeting: list[int], carried: int, side_pots: bool) -> list[Pot]:
    """The main pot and the side pots, chip by chip: the layers between the totals that players reached (P10)."""
    everyone = frozenset(meeting)
    if not side_pots:
        return [Pot(carried + sum(paid.values()), everyone)]
    pots = [Pot(carried, everyone)]
    below = 0
    for level in sorted(set(paid.values())):
        chips = sum(min(total, level) - min(total, below) for total in paid.values())
        contenders = frozenset(seat for seat in meeting if paid[seat] >= level)
        below = level
        if not contenders or contenders == pots[-1].contenders:
            pots[-1].chips += chips
        else:
            pots.append(Pot(chips, contenders))
    return pots


def uncalled_of(put: dict[int, int]) -> tuple[int, int]:
    """What the highest total of one bidding has above the next highest, and whose it is (P11)."""
    ranked = sorted(put.items(), key=lambda item: -item[1])
    if not ranked:
        return 0, 0
    second = ranked[1][1] if len(ranked) > 1 else 0
    return ranked[0][1] - second, ranked[0][0]


def rake_of(raked: int, keys: dict[str, Any]) -> int:
    """The house's part of the chips that are raked (P11)."""
    rake = int(raked) * int(keys["rake_bp"]) // 10_000
    return min(rake, int(keys["rake_cap"])) if keys["rake_cap"] else rake
