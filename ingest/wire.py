"""The strict shapes of a log line, one a record and game, made of `ingest.verbs`.

`ingest.records` says what a record *means* to the rest of the house; these say what a line may *look like*, and
msgspec holds it against them: no unknown field, no null, only the fields that the verb and the
game have. ``_`` fields are taken out before (`ingest.plain_json`).
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ingest.house_rules import CIRCLE_NAMES
from ingest.records import FORMAT, Chips, Count, Game, Seat, SignedChips
from ingest.verbs import BIDDING_POOLS, CARD_TEXTS, ONE_CARD_VERBS, POOL_PATTERN, TABLE_FIELDS, VERBS, VerbFields

Card: Any = Literal[CARD_TEXTS]  # made from the table of cards
Circle: Any = Literal[CIRCLE_NAMES]  # made from the table of circles
_BIDDING_POOL: Any = Literal[BIDDING_POOLS]  # made from the table of verbs
_POKER_POOL: Any = Annotated[str, Meta(pattern=rf"^{POOL_PATTERN}\Z")]
_ONE_CARD: Any = Annotated[list[Card], Meta(min_length=1, max_length=1)]
_DECIMAL: Any = Annotated[str, Meta(pattern=r"^[0-9]{1,18}(\.[0-9]{1,18})?\Z")]


def _field_type(game: str, verb: str, field: str) -> Any:
    if field in ("seat", "to_seat"):
        return Seat
    if field == "amount":
        return Chips
    if field in ("cards", "discards"):
        return _ONE_CARD if verb in ONE_CARD_VERBS else list[Card]
    if verb == "note":
        return str
    if verb == "bidding":
        return _BIDDING_POOL
    return Circle if game == "pok" else _POKER_POOL


def _strict(name: str, required: dict[str, Any], optional: dict[str, Any], tag: str | None = None) -> type[Struct]:
    fields: list[Any] = list(required.items())
    fields += [(field, kind | UnsetType, UNSET) for field, kind in optional.items()]
    tagged: dict[str, Any] = {} if tag is None else {"tag_field": "action", "tag": tag}
    return msgspec.defstruct(name, fields, frozen=True, forbid_unknown_fields=True, **tagged)


def _action(game: str, verb: str, fields: VerbFields) -> type[Struct]:
    required = {field: _field_type(game, verb, field) for field in fields.required}
    optional = {field: _field_type(game, verb, field) for field in fields.optional}
    return _strict(f"{game}_{verb}", required, {**optional, "at": str}, tag=verb)


_TABLE_TYPES: dict[str, Any] = {
    "pot": Chips,
    "bank": Chips,
    "bank_start": Chips,
    "stitch_round": bool,
    "pools": dict[Circle, Chips],
}
_PLAYER = _strict(
    "player", {"seat": Seat, "player_id": str}, {"name": str, "stack": SignedChips, "end_stack": SignedChips}
)
_FORMAT: Any = Literal[FORMAT]


def _hand(game: str) -> type[Struct]:
    table = {field: _TABLE_TYPES[field] for field in TABLE_FIELDS[game]}
    actions: Any = reduce(or_, (_action(game, verb, fields) for verb, fields in VERBS[game].items()))
    required = {
        "record": Literal["hand"], "format": _FORMAT, "hand_id": str, "session_id": str, "hand_no": Count,
        "game": Literal[game], "dealer_seat": Seat, "players": list[_PLAYER], "actions": list[actions],  # type: ignore[valid-type]
    }  # fmt: skip
    optional = {
        "started_at": str,
        "opening": _strict("opening", {}, table),
        "closing": _strict("closing", {}, {**table, "next_dealer_seat": Seat}),
        "rules": dict[str, Any],
        "deck": list[Card],
    }
    return _strict(f"{game}_hand", required, optional)


HAND_SHAPES: dict[str, type[Struct]] = {game: _hand(game) for game in VERBS}
SESSION_SHAPE = _strict(
    "session",
    {"record": Literal["session"], "format": _FORMAT, "session_id": str},
    {"table": str, "started_at": str, "currency": str, "chip_value": _DECIMAL, "game": Game,
     "rules": dict[str, dict[str, Any]]},
)  # fmt: skip
CASH_SHAPE = _strict(
    "cash",
    {"record": Literal["cash"], "format": _FORMAT, "session_id": str, "player_id": str, "amount": SignedChips},
    {"at": str, "after_hand_no": Count, "note": str},
)
_CLOSE_STACK = _strict("close_stack", {"player_id": str, "stack": SignedChips}, {})
_CLOSE_SHARE = _strict("close_share", {"player_id": str, "amount": Chips}, {})
CLOSE_SHAPE = _strict(
    "close",
    {"record": Literal["close"], "format": _FORMAT, "session_id": str},
    {"at": str, "stacks": list[_CLOSE_STACK],  # type: ignore[valid-type]
     "shares": list[_CLOSE_SHARE]},  # type: ignore[valid-type]
)  # fmt: skip
RECORD_SHAPES: dict[str, type[Struct]] = {"session": SESSION_SHAPE, "cash": CASH_SHAPE, "close": CLOSE_SHAPE}

#: The fields of the objects that stand in a list of a record, by the name of the list.
PART_FIELDS: dict[str, tuple[str, ...]] = {
    "players": _PLAYER.__struct_fields__,
    "stacks": _CLOSE_STACK.__struct_fields__,
    "shares": _CLOSE_SHARE.__struct_fields__,
}


def shape_of(record: object, game: object) -> type[Struct] | None:
    """The strict shape of a line that says it is such a record (a hand: of such a game); None where there is none."""
    if record == "hand":
        return HAND_SHAPES.get(game) if isinstance(game, str) else None
    return RECORD_SHAPES.get(record) if isinstance(record, str) else None
