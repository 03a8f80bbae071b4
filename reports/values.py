"""What a finding says, in words: expected, logged and the difference, each with its unit."""

import json
from collections.abc import Callable, Mapping
from typing import cast

from reports.text import chips_text, counted, shown

#: A plain value as replay and checks store it (replay.results.Value).
Plain = int | str | bool | dict[str, int] | None
NOTHING = "–"
_UNITS = {
    "table.players": "player", "cards.deal": "card", "cards.draw": "card", "turn.order": "seat", "bank.pass": "seat",
    "pool.winner": "seat", "pot.winner": "seat", "shed.play": "seat", "continuity.dealer": "seat",
    "continuity.gap": "hand number",
}  # fmt: skip
_WORDS = {
    ("bank.stitch", True): "a stitch round declared", ("bank.stitch", False): "no stitch round declared",
    ("continuity.table", True): "a stitch round", ("continuity.table", False): "no stitch round",
}  # fmt: skip


def plain_value(stored: str | None) -> Plain:
    """A value of the store's JSON columns `expected` and `actual`."""
    return None if stored is None else cast(Plain, json.loads(stored))


def unit_of(code: str, seat: int | None, actual: Plain, rule: str | None) -> str:
    """What the numbers of a finding count: chips, cards, players, seats, hand numbers.

    Of the table at a hand's end the next dealer (C6) is a seat, all else is chips.
    `pool.take` tells the wrong seat by its number and a wrong sum in chips: only where the number logged is that of the
    seat can both be meant; then it stands without a unit, and the sentence says which.
    """
    if code == "pool.take":
        return "" if actual == seat else "chip"
    return "seat" if (code, rule) == ("closing.table", "C6") else _UNITS.get(code, "chip")


def value_text(code: str, unit: str, value: Plain, who: Callable[[str], str]) -> str:
    """An expected or logged value with its unit. `who` names the owner of chips: a seat number or a player id."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return _WORDS.get((code, value), "yes" if value else "no")
    if isinstance(value, dict):
        shares = [f"{who(owner)}: {counted(chips, 'chip')}" for owner, chips in sorted_owners(value)]
        return "; ".join(shares) or "nobody: 0 chips"
    if isinstance(value, str):
        return shown(value)
    if unit == "seat":
        return who(str(value)) if value else "nobody"
    if unit == "hand number":
        return f"hand {value}"
    return counted(value, unit) if unit else chips_text(value)


def difference_text(unit: str, expected: Plain, actual: Plain, who: Callable[[str], str]) -> str:
    """By how much the log is off, with its direction: ``2 chips too many``; empty where there is no such sum."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return _owners_difference(expected, actual, who)
    if isinstance(expected, bool) or isinstance(actual, bool):
        return ""
    if not isinstance(expected, int) or not isinstance(actual, int):
        return ""
    if unit not in ("chip", "card", "player") or expected == actual:
        return ""
    return _too_many(actual - expected, unit)


def _too_many(difference: int, unit: str) -> str:
    """In words: a sign would say of the log what the opposite sign of a correction says of the player."""
    return f"{counted(abs(difference), unit)} too {'many' if difference > 0 else 'few'}"


def sorted_owners(chips_by_owner: Mapping[str, int]) -> list[tuple[str, int]]:
    """Seats by number, then player ids by text."""
    return sorted(chips_by_owner.items(), key=lambda item: (not item[0].isdecimal(), len(item[0]), item[0]))


def _owners_difference(expected: dict[str, int], actual: dict[str, int], who: Callable[[str], str]) -> str:
    differences = {owner: actual.get(owner, 0) - expected.get(owner, 0) for owner in {*expected, *actual}}
    return "; ".join(
        f"{who(owner)}: {_too_many(chips, 'chip')}" for owner, chips in sorted_owners(differences) if chips
    )
