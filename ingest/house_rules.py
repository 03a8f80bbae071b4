"""House-rule keys: what a club may play otherwise, with defaults and bounds (docs/house-rules.md).

A value is taken from the hand, else the session, else the club's config, else the default (`resolve`). The keys live
on the lowest floor because a log line that names an unknown or impossible key is malformed and never reaches the
engine. What a key *means* is in the engine, at the rule that it belongs to.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ingest.records import LARGEST_CHIPS

KeyChips = Annotated[int, Meta(ge=0, le=LARGEST_CHIPS)]
PositiveChips = Annotated[int, Meta(ge=1, le=LARGEST_CHIPS)]
BasisPoints = Annotated[int, Meta(ge=0, le=10_000)]
CIRCLE_NAMES = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "pok", "sequence")


class PokerRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys of ``[poker]``; those below `profile` count in ``five_card_draw`` only."""

    ante: KeyChips = 1
    entry: KeyChips = 1
    min_bet: PositiveChips = 1
    min_raise: PositiveChips = 1
    deck: Literal["auto", 52, 54, 108] = "auto"
    multiway: Literal["new_lap", "show_all"] = "new_lap"
    straight_tie: Literal["ascending", "split"] = "ascending"
    flush_same_suit: Literal["split", "ranks"] = "split"
    kickers: bool = True
    no_entry: Literal["carry", "return"] = "carry"
    all_in: Literal["forbid", "side_pots"] = "forbid"
    rake_bp: BasisPoints = 0
    rake_cap: KeyChips = 0
    credit: bool = False
    profile: Literal["house", "five_card_draw"] = "house"
    small_blind: KeyChips = 0
    big_blind: KeyChips = 0
    limit: Literal["none", "pot", "fixed"] = "none"
    small_bet: KeyChips = 0
    big_bet: KeyChips = 0
    max_raises: KeyChips = 3
    chip_unit: PositiveChips = 1


class StitchRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys of ``[stitch]``."""

    bank_min: PositiveChips = 1
    bank_max: KeyChips = 0
    stake_min: PositiveChips = 1
    zero_stake: bool = False
    half_of: Literal["current", "round_start"] = "current"
    multiple: Annotated[int, Meta(ge=1, le=1_000_000)] = 3
    dust: Literal["to_banker", "to_next_bank"] = "to_banker"


class PokRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys of ``[pok]``; `circle` may be a table of circle names to chips, circles not named in it: 1."""

    circle: KeyChips | dict[str, KeyChips] = 1
    loser_pays: KeyChips = 1
    loser_basis: Literal["fixed", "per_card"] = "fixed"
    min_bet: PositiveChips = 1
    min_raise: PositiveChips = 1
    multiway: Literal["new_lap", "show_all"] = "new_lap"
    sequence: Literal["suit_set", "run"] = "suit_set"
    bluff: bool = False

    def circle_chips(self, name: str) -> int:
        """Chips that each player puts on the circle `name` before a deal (K2)."""
        if isinstance(self.circle, int):
            return self.circle
        return self.circle.get(name, 1)


GameRules = PokerRules | StitchRules | PokRules
RULES_BY_GAME: dict[str, type[PokerRules] | type[StitchRules] | type[PokRules]] = {
    "poker": PokerRules,
    "stitch": StitchRules,
    "pok": PokRules,
}
#: House-rule keys by game: ``{"poker": {"ante": 2}}``.
RulesByGame = Mapping[str, Mapping[str, Any]]


class RuleKeyError(ValueError):
    """A house-rule key or value that does not exist; `path`, `value`, `expected` say which and what would do."""

    def __init__(self, path: str, value: object, expected: str) -> None:
        self.path, self.value, self.expected = path, value, expected
        super().__init__(f"house rule {path}: {value!r} will not do; expected {expected}")


def keys(game: str) -> tuple[str, ...]:
    """The house-rule keys of a game, in the order of the rulebook."""
    return RULES_BY_GAME[game].__struct_fields__


def check_keys(game: str, values: Mapping[str, Any], path: str = "") -> None:
    """Refuse an unknown key (naming the nearest known one) or an impossible value of one game's keys."""
    prefix = path or game
    known = keys(game)
    for key, value in values.items():
        if key not in known:
            near = get_close_matches(key, known, 1)
            remedy = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(known)}"
            raise RuleKeyError(f"{prefix}.{key}", value, f"a known key; {remedy}")
        _check_value(game, key, value, f"{prefix}.{key}")


def _check_value(game: str, key: str, value: Any, path: str) -> None:
    kind = RULES_BY_GAME[game]
    try:
        msgspec.convert({key: value}, kind, strict=True)
    except msgspec.ValidationError as error:
        raise RuleKeyError(path, value, _expected(kind, key, str(error))) from None
    if key == "circle" and isinstance(value, Mapping):
        for name in value:
            if name not in CIRCLE_NAMES:
                raise RuleKeyError(f"{path}.{name}", value[name], f"a circle: one of {', '.join(CIRCLE_NAMES)}")


def _expected(kind: type[Struct], key: str, reason: str) -> str:
    annotation = kind.__annotations__[key]
    choices = getattr(annotation, "__args__", ())
    if getattr(annotation, "__origin__", None) is Literal:
        return "one of " + ", ".join(repr(choice) for choice in choices)
    words = reason.split(" - at")[0].split(", got")[0].removeprefix("Expected ")
    for word, plain in (("`int`", "a whole number"), ("`bool`", "true or false"), ("int | object", "chips or a table")):
        words = words.replace(word, plain)
    return words.replace("`", "")


def check_by_game(values: Mapping[str, Any], path: str = "rules") -> None:
    """Refuse what is not ``{"poker": {...}, "stitch": {...}, "pok": {...}}`` with known keys."""
    for game, entries in values.items():
        if game not in RULES_BY_GAME:
            near = get_close_matches(game, RULES_BY_GAME, 1)
            remedy = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(RULES_BY_GAME)}"
            raise RuleKeyError(f"{path}.{game}", entries, f"a game; {remedy}")
        if not isinstance(entries, Mapping):
            raise RuleKeyError(f"{path}.{game}", entries, "a table of house-rule keys")
        check_keys(game, entries, f"{path}.{game}")


def resolve(game: str, *layers: Mapping[str, Any] | None) -> GameRules:
    """The rules in force for a game: `layers` from the weakest (config) to the strongest (hand), over the defaults."""
    merged: dict[str, Any] = {}
    for layer in layers:
        if layer:
            merged.update(layer)
    return msgspec.convert(merged, RULES_BY_GAME[game], strict=True)


def origins(game: str, layers: Mapping[str, Mapping[str, Any] | None]) -> dict[str, str]:
    """Where each key's value comes from: the name of the strongest of `layers` (weakest first), else ``default``."""
    found = dict.fromkeys(keys(game), "default")
    for name, layer in layers.items():
        for key in layer or {}:
            found[key] = name
    return found
