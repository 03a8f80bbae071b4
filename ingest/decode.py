"""One line of bytes to one record, or to the reason why it cannot be taken. Nothing here knows files or the store.

Two readers, one strictness: `_quickly` takes at once what is certainly well-formed; every line that it does not take
goes to the careful reader (`ingest.plain_json`), which either takes it (``_`` fields) or says exactly what is wrong.
Both hold the line against the same shapes (`ingest.wire`) and the same `_judge`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import MsgspecError, Struct, ValidationError

from ingest.config import DEFAULT_LIMITS, Limits
from ingest.house_rules import RuleKeyError, check_by_game, check_keys
from ingest.mismatch import explain, explain_record
from ingest.plain_json import read_plain
from ingest.reasons import Malformed, malformed, shown
from ingest.records import Cash, Close, Hand, Record, Session, decode_taken_hand
from ingest.times import TIME_EXPECTED, utc_microseconds
from ingest.wire import HAND_SHAPES, RECORD_SHAPES, shape_of

_RECORD_TYPES: dict[str, type[Hand] | type[Session] | type[Cash] | type[Close]] = {
    "hand": Hand,
    "session": Session,
    "cash": Cash,
    "close": Close,
}


#: Over a sitting more people come to a table than to one hand: so many times the limit of a hand.
_HANDFULS = 10


class _Peek(Struct):
    record: str = ""
    game: str = ""


_peek = msgspec.json.Decoder(_Peek).decode
_shape_decoders = {
    shape: msgspec.json.Decoder(shape).decode for shape in (*HAND_SHAPES.values(), *RECORD_SHAPES.values())
}
_encode = msgspec.json.Encoder().encode


def decode_line(raw: bytes, limits: Limits = DEFAULT_LIMITS) -> Record | Malformed:
    """The record of one line (without its line end), or why it is malformed. Never raises for anything in `raw`."""
    if len(raw) > limits.line_bytes:
        return too_long(len(raw), limits)
    record = _quickly(raw)
    if record is not None and _judge(record, limits) is None:
        return record
    return _carefully(raw, limits)


def too_long(length: int, limits: Limits) -> Malformed:
    """The refusal of a line of `length` bytes."""
    return malformed("line.too_long", None, None, f"at most {limits.line_bytes} bytes, not {length}")


def _quickly(raw: bytes) -> Record | None:
    """The record, where typed decoding alone can be sure of it; None means only: look carefully.

    Typed decoding misses a field that stands twice (the last one wins, and the quotation marks of the other are then
    more than the decoded record has), and marks escaped as ``\\u0022`` would upset that count.
    """
    try:
        peek = _peek(raw)
        shape = shape_of(peek.record, peek.game)
        if shape is None or b"\\u0022" in raw:
            return None
        seen = _shape_decoders[shape](raw)
        if _encode(seen).count(b'"') != raw.count(b'"'):
            return None
        if peek.record == "hand":
            return decode_taken_hand(raw)
        return msgspec.json.decode(raw, type=_RECORD_TYPES[peek.record])
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _carefully(raw: bytes, limits: Limits) -> Record | Malformed:
    plain = read_plain(raw)
    if isinstance(plain, Malformed):
        return plain
    if not isinstance(plain, dict):
        return malformed("line.not_json", None, plain, "one JSON object: {…}")
    wrong_kind = explain_record(plain)
    if wrong_kind is not None:
        return wrong_kind
    shape = shape_of(plain["record"], plain.get("game"))
    assert shape is not None, "explain_record has looked at record and game"
    try:
        msgspec.convert(plain, shape, strict=True)
    except ValidationError as error:
        return explain(str(error), plain)
    if plain["record"] == "hand":
        record: Record = decode_taken_hand(raw)  # with the claims that stand in a remark
    else:
        record = msgspec.convert(plain, _RECORD_TYPES[plain["record"]], strict=True)
    return _judge(record, limits) or record


def _judge(record: Record, limits: Limits) -> Malformed | None:
    """What no shape can say: limits, seats and players twice, times that do not exist, house-rule keys."""
    if isinstance(record, Hand):
        return _judge_hand(record, limits)
    if isinstance(record, Session):
        return _judge_times([("started_at", record.started_at)]) or _judge_rules(record.rules, None)
    if isinstance(record, Cash):
        return _judge_times([("at", record.at)])
    for name, entries in (("stacks", record.stacks), ("shares", record.shares)):
        if len(entries or ()) > _HANDFULS * limits.players:
            return malformed("limit.players", name, entries, f"at most {_HANDFULS * limits.players}")
        twice = _first_twice([entry.player_id for entry in entries or ()])
        if twice is not None:
            place, player_id = twice
            return malformed("player.twice", f"{name}[{place}].player_id", player_id, "each player once")
    return _judge_times([("at", record.at)])


def _judge_hand(hand: Hand, limits: Limits) -> Malformed | None:
    if len(hand.players) > limits.players:
        return malformed("limit.players", "players", hand.players, f"at most {limits.players}")
    if len(hand.actions) > limits.actions:
        return malformed("limit.actions", "actions", hand.actions, f"at most {limits.actions}")
    seats = [player.seat for player in hand.players]
    twice = _first_twice(seats)
    if twice is not None:
        return malformed("seat.twice", f"players[{twice[0]}].seat", twice[1], "each seat once")
    twice = _first_twice([player.player_id for player in hand.players])
    if twice is not None:
        return malformed("player.twice", f"players[{twice[0]}].player_id", twice[1], "each player once")
    if hand.dealer_seat not in seats:
        expected = f"the seat of a player: {', '.join(map(str, sorted(seats)[:20])) or 'nobody is there'}"
        return malformed("seat.empty", "dealer_seat", hand.dealer_seat, expected)
    times = [("started_at", hand.started_at)]
    times += [(f"actions[{index}].at", action.at) for index, action in enumerate(hand.actions) if action.at is not None]
    return _judge_times(times) or _judge_rules(hand.rules, hand.game)


def _first_twice(values: list[Any]) -> tuple[int, Any] | None:
    if len(set(values)) == len(values):
        return None
    seen = set()
    for place, value in enumerate(values):
        if value in seen:
            return place, value
        seen.add(value)
    return None


def _judge_times(times: Iterable[tuple[str, str | None]]) -> Malformed | None:
    for path, text in times:
        if text is not None and utc_microseconds(text) is None:
            return malformed("time.wrong", path, text, TIME_EXPECTED)
    return None


def _judge_rules(rules: Mapping[str, Any] | None, game: str | None) -> Malformed | None:
    """The keys of one game (a hand's), or of several by game (a session's)."""
    if rules is None:
        return None
    try:
        if game is None:
            check_by_game(rules)
        else:
            check_keys(game, rules, "rules")
    except RuleKeyError as error:
        path = error.path if len(error.path) <= 80 and error.path.isprintable() else shown(error.path)
        return malformed("rule.unknown", path, error.value, error.expected)
    return None
