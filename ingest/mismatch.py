"""From msgspec's word that a value does not fit its shape to a reason that names field, value and remedy."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from ingest.plain_json import join
from ingest.reasons import Malformed, OddNumber, expected_of, malformed
from ingest.records import FORMAT, LARGEST_CHIPS
from ingest.verbs import ACTION_FIELDS, BIDDING_POOLS, TABLE_FIELDS, VERBS
from ingest.wire import HAND_SHAPES, PART_FIELDS, RECORD_SHAPES

#: Only names of ours stand in msgspec's path. What looks like one may also be (in) a name or a text of the line.
_WHERE = re.compile(
    r"(?P<reason>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>(?:\.[a-z_]+|\[[0-9]+\]|\[\.\.\.\])*)`)?", re.DOTALL
)
_STEP = re.compile(r"\.([^.\[\]]+)|\[([0-9]+)\]|(\[\.\.\.\])")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_OUT_OF_BOUNDS = re.compile(r"Expected `int` [<>]=|Integer value out of range")
_ANOTHER_TEXT = re.compile(r"Invalid enum value|Expected `str` matching")
_RECORDS = ("session", "hand", "cash", "close")
_CIRCLES = "a circle: A K Q J T 9 8 7 6 5 4 3 2 pok sequence"
_ITEMS = {"players": "player", "actions": "action", "cards": "card", "discards": "card", "deck": "card"}
_ENTRIES = {"pools": "amount", "rules": "rules"}


def explain_record(plain: dict[str, Any]) -> Malformed | None:
    """What is wrong with `format`, `record` and (of a hand) `game`, which say what the line must look like."""
    for name, code, known in (("format", "format.unknown", (FORMAT,)), ("record", "record.unknown", _RECORDS)):
        wrong = _not_one_of(plain, name, code, known)
        if wrong is not None:
            return wrong
    return _not_one_of(plain, "game", "text.value", tuple(VERBS)) if plain["record"] == "hand" else None


def _not_one_of(plain: dict[str, Any], name: str, code: str, known: Sequence[str]) -> Malformed | None:
    if name not in plain:
        return malformed("field.missing", name, None, expected_of(name))
    value = plain[name]
    if isinstance(value, str):
        return None if value in known else malformed(code, name, value, expected_of(name) + _nearest(value, known))
    return malformed("field.type", name, _as_shown(value), expected_of(name))


def explain(error: str, plain: dict[str, Any]) -> Malformed:
    """The reason for msgspec's message `error` about `plain`, a line whose record and game are known."""
    of_line = _UNKNOWN.fullmatch(error)
    if of_line is not None and of_line[1] in plain:
        return _unknown_field(of_line[1], plain, "", plain)
    match = _WHERE.fullmatch(error)
    assert match is not None, "the pattern takes any text"
    value, path, name = _follow(match["path"] or "", plain)
    if match["key"]:
        return _wrong_key(value, path)
    for pattern, explain_field in ((_UNKNOWN, _unknown_field), (_MISSING, _missing_field)):
        found = pattern.fullmatch(match["reason"])
        if found:
            return explain_field(found[1], value, path, plain)
    if path.endswith("].action") and isinstance(value, str):
        verbs = tuple(sorted(VERBS[plain["game"]]))
        return malformed("verb.unknown", path, value, f"a verb of {plain['game']}{_nearest(value, verbs)}")
    return _wrong_value(match["reason"], value, path, name, plain)


def _follow(steps: str, plain: dict[str, Any]) -> tuple[Any, str, str]:
    """The value at the end of msgspec's path, the path as we write it, and what names the value."""
    value: Any = plain
    path = name = ""
    for field, index, any_key in _STEP.findall(steps):
        if any_key:
            field = _misfit(value)
        if index:
            value, path, name = value[int(index)], f"{path}[{index}]", _ITEMS.get(name, name)
        else:
            value, path = value[field], join(path, field)
            name = _ENTRIES.get(name, field) if any_key else field
    return value, path, name


def _misfit(table: dict[str, Any]) -> str:
    """msgspec does not say which entry of a table it means: the first that is neither chips nor a table in a table."""
    for key, value in table.items():
        fits = isinstance(value, dict) or (type(value) is int and 0 <= value <= LARGEST_CHIPS)
        if not fits:
            return key
    return next(iter(table))


def _wrong_key(table: dict[str, Any], path: str) -> Malformed:
    circles = _CIRCLES.split()[2:]
    key = next(key for key in table if key not in circles)
    return malformed("field.unknown", join(path, key), _as_shown(table[key]), _CIRCLES + _nearest(key, circles))


def _unknown_field(name: str, holder: dict[str, Any], path: str, plain: dict[str, Any]) -> Malformed:
    known = _known_fields(path, holder, plain)
    expected = f"only {', '.join(known)}{_nearest(name, known)}"
    if path.startswith("actions["):
        verb = holder.get("action")
        remedy = f"{verb} does not take {name} in {plain['game']}: take the field out" if name in ACTION_FIELDS else ""
        return malformed("field.unknown", join(path, name), _as_shown(holder[name]), f"of {verb} {expected}", remedy)
    return malformed("field.unknown", join(path, name), _as_shown(holder[name]), expected)


def _known_fields(path: str, holder: dict[str, Any], plain: dict[str, Any]) -> tuple[str, ...]:
    part = path.split("[")[0]
    if part == "actions":
        return ("action", *VERBS[plain["game"]][holder["action"]].takes(), "at")
    if part in ("opening", "closing"):
        return TABLE_FIELDS[plain["game"]] + (("next_dealer_seat",) if part == "closing" else ())
    if part:
        return PART_FIELDS[part]
    shape = HAND_SHAPES[plain["game"]] if plain["record"] == "hand" else RECORD_SHAPES[plain["record"]]
    return shape.__struct_fields__


def _missing_field(name: str, holder: dict[str, Any], path: str, plain: dict[str, Any]) -> Malformed:
    expected = _expected(join(path, name), name, plain)
    if path.startswith("actions[") and name != "action":
        expected = f"of {holder['action']} {expected}"
    return malformed("field.missing", join(path, name), None, expected)


def _wrong_value(reason: str, value: Any, path: str, name: str, plain: dict[str, Any]) -> Malformed:
    expected = _expected(path, name, plain)
    if isinstance(value, list) and " of length " in reason:
        return malformed("cards.count", path, value, "exactly one card")
    if isinstance(value, OddNumber) and reason.startswith("Expected `int`"):
        code = "number.not_whole" if set(value.text) & set(".eE") else "number.bounds"
        return malformed(code, path, value, expected)
    if type(value) is int and _OUT_OF_BOUNDS.match(reason):
        return malformed("number.bounds", path, value, expected)
    if isinstance(value, str) and _ANOTHER_TEXT.match(reason):
        return malformed("text.card" if name == "card" else "text.value", path, value, expected)
    return malformed("field.type", path, _as_shown(value), expected)


def _expected(path: str, name: str, plain: dict[str, Any]) -> str:
    if name == "amount" and plain["record"] == "cash":
        return expected_of("stack")
    if name == "pool":
        if plain["game"] == "poker":
            return '"main", "side1", "side2", …'
        bidding = plain["actions"][int(path.split("[")[1].split("]")[0])].get("action") == "bidding"
        return " or ".join(f'"{pool}"' for pool in BIDDING_POOLS) if bidding else _CIRCLES
    return expected_of(name)


def _nearest(text: str, known: Sequence[str]) -> str:
    near = get_close_matches(text[:100], known, 1)
    return f" (did you mean {near[0]}?)" if near else ""


def _as_shown(value: Any) -> Any:
    """None as the text that stands in the log, so that it is not taken for no value at all."""
    return OddNumber("null") if value is None else value
