"""The published JSON Schema of the log format, made from the same tables that decoding uses.

``python docs/generate.py`` writes docs/handproof-1.schema.json. What a schema cannot say stands in docs/log-format.md:
no field twice, no number with a point (12.0), seats and players once, times that exist, values of rule keys.
"""

import json
from typing import Any

from ingest.house_rules import CIRCLE_NAMES, RULES_BY_GAME
from ingest.records import FORMAT, LARGEST_CHIPS
from ingest.verbs import BIDDING_POOLS, CARD_TEXTS, ONE_CARD_VERBS, POOL_PATTERN, TABLE_FIELDS, VERBS

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_CARDS: Schema = {"type": "array", "items": {"$ref": "#/$defs/card"}}
_ONE_CARD: Schema = {**_CARDS, "minItems": 1, "maxItems": 1}
_REFERENCES = {
    "seat": "seat", "to_seat": "seat", "dealer_seat": "seat", "next_dealer_seat": "seat",
    "amount": "chips", "pot": "chips", "bank": "chips", "bank_start": "chips",
    "stack": "signed_chips", "end_stack": "signed_chips", "started_at": "time", "at": "time",
}  # fmt: skip
_DEFINITIONS: dict[str, Schema] = {
    "chips": {"type": "integer", "minimum": 0, "maximum": LARGEST_CHIPS},
    "signed_chips": {"type": "integer", "minimum": -LARGEST_CHIPS, "maximum": LARGEST_CHIPS},
    "seat": {"type": "integer", "minimum": 1, "maximum": LARGEST_CHIPS},
    "count": {"type": "integer", "minimum": 0, "maximum": LARGEST_CHIPS},
    "card": {"enum": list(CARD_TEXTS)},
    "circle": {"enum": list(CIRCLE_NAMES)},
    "pools": {
        "type": "object",
        "patternProperties": {"^_": {}, f"^({'|'.join(CIRCLE_NAMES)})$": {"$ref": "#/$defs/chips"}},
        "additionalProperties": False,
    },
    "time": {
        "description": "RFC 3339 with an offset; it must exist",
        "type": "string",
        "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
    },
}


def log_schema() -> Schema:
    """The JSON Schema (2020-12) of one line."""
    definitions = {name: dict(schema) for name, schema in _DEFINITIONS.items()}
    stacks = {name: _field(name) for name in ("stack", "end_stack")}
    definitions["player"] = _object({"seat": _field("seat"), "player_id": _TEXT}, {"name": _TEXT, **stacks})
    records = {"session": _session(), "cash": _cash(), "close": _close()}
    for game in VERBS:
        definitions[f"{game}_action"] = {"anyOf": [_action(game, verb) for verb in VERBS[game]]}
        records[f"{game}_hand"] = _hand(game)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Hand log, format {FORMAT}: one line",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in records],
        "$defs": {**definitions, **records},
    }


def _object(required: Schema, optional: Schema) -> Schema:
    """An object with these fields, and any whose names begin with ``_``."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "patternProperties": {"^_": {}},
        "required": list(required),
        "additionalProperties": False,
    }


def _record(kind: str, required: Schema, optional: Schema) -> Schema:
    return _object({"record": {"const": kind}, "format": {"const": FORMAT}, **required}, optional)


def _field(name: str) -> Schema:
    return {"$ref": f"#/$defs/{_REFERENCES[name]}"}


def _action(game: str, verb: str) -> Schema:
    fields = VERBS[game][verb]
    required = {"action": {"const": verb}, **{name: _action_field(game, verb, name) for name in fields.required}}
    optional = {name: _action_field(game, verb, name) for name in fields.optional}
    return _object(required, {**optional, "at": _field("at")})


def _action_field(game: str, verb: str, name: str) -> Schema:
    if name in ("cards", "discards"):
        return _ONE_CARD if verb in ONE_CARD_VERBS else _CARDS
    if name != "pool":
        return _field(name)
    if verb == "note":
        return _TEXT
    if verb == "bidding":
        return {"enum": list(BIDDING_POOLS)}
    return {"$ref": "#/$defs/circle"} if game == "pok" else {"type": "string", "pattern": f"^{POOL_PATTERN}$"}


def _hand(game: str) -> Schema:
    special = {"stitch_round": {"type": "boolean"}, "pools": {"$ref": "#/$defs/pools"}}
    table = {name: special.get(name) or _field(name) for name in TABLE_FIELDS[game]}
    required = {
        "hand_id": _TEXT,
        "session_id": _TEXT,
        "hand_no": {"$ref": "#/$defs/count"},
        "game": {"const": game},
        "dealer_seat": _field("dealer_seat"),
        "players": {"type": "array", "items": {"$ref": "#/$defs/player"}},
        "actions": {"type": "array", "items": {"$ref": f"#/$defs/{game}_action"}},
    }
    optional = {
        "started_at": _field("started_at"),
        "opening": _object({}, table),
        "closing": _object({}, {**table, "next_dealer_seat": _field("next_dealer_seat")}),
        "rules": _rules(game),
        "deck": _CARDS,
    }
    return _record("hand", required, optional)


def _rules(game: str) -> Schema:
    """The names of the keys only; their values stand in the house rules (``handproof house-rules``)."""
    return _object({}, {key: {} for key in RULES_BY_GAME[game].__struct_fields__})


def _session() -> Schema:
    optional = {
        "table": _TEXT,
        "started_at": _field("started_at"),
        "currency": _TEXT,
        "chip_value": {"type": "string", "pattern": r"^[0-9]{1,18}(\.[0-9]{1,18})?$"},
        "game": {"enum": list(VERBS)},
        "rules": _object({}, {game: _rules(game) for game in VERBS}),
    }
    return _record("session", {"session_id": _TEXT}, optional)


def _cash() -> Schema:
    required = {"session_id": _TEXT, "player_id": _TEXT, "amount": {"$ref": "#/$defs/signed_chips"}}
    return _record("cash", required, {"at": _field("at"), "after_hand_no": {"$ref": "#/$defs/count"}, "note": _TEXT})


def _close() -> Schema:
    stack = _object({"player_id": _TEXT, "stack": _field("stack")}, {})
    share = _object({"player_id": _TEXT, "amount": _field("amount")}, {})
    lists = {"stacks": {"type": "array", "items": stack}, "shares": {"type": "array", "items": share}}
    return _record("close", {"session_id": _TEXT}, {"at": _field("at"), **lists})


def schema_text() -> str:
    """The schema as the file in docs/ holds it."""
    return json.dumps(log_schema(), indent=1, ensure_ascii=False) + "\n"
