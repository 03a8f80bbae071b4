"""Why a line cannot be taken: the codes of rejects, and their words for the one who has to mend the line."""

import json
import re
import unicodedata
from typing import NamedTuple

#: Every code that a reject may have, and what it means.
REJECT_CODES: dict[str, str] = {
    "line.not_utf8": "the bytes of the line are not UTF-8",
    "line.not_json": "the line is not one JSON object",
    "line.too_long": "the line is longer than the limit (1 MiB)",
    "line.too_deep": "brackets are nested deeper than 64 levels",
    "line.unfinished": "the file ends in the middle of this line",
    "file.broken_off": "the compressed file breaks off or is damaged here; the lines before were taken",
    "file.too_large": "the file is longer, unpacked, than the limit; the lines before were taken",
    "file.bomb": "from here on the file unpacks to far more than any log does; the lines before were taken",
    "format.unknown": "the field `format` is not \"handproof/1\"",
    "record.unknown": "the field `record` is not session, hand, cash or close",
    "field.missing": "a field that must be there is missing",
    "field.unknown": "a field that this record, this verb or this game does not have",
    "field.twice": "the same field stands twice in one object",
    "field.type": "a field has another type than it must have (null too)",
    "number.not_whole": "a number with a point or an exponent",
    "number.bounds": "a number that is negative where it must not be, or beyond its bounds",
    "text.surrogate": "half a surrogate pair, which is no character",
    "text.card": "a card that is not rank and suit, \"Xx\" or \"??\"",
    "text.value": "a text that is not one of those that the field may have",
    "cards.count": "another number of cards than this action can have",
    "verb.unknown": "an action that the game does not have",
    "time.wrong": "a time that does not exist or has no offset",
    "seat.twice": "two players on one seat",
    "player.twice": "one player on two seats, or twice in a list",
    "seat.empty": "the dealer's seat is one where nobody sits",
    "rule.unknown": "a house-rule key that does not exist, or a value that it cannot have",
    "text.stray": "a line of a text that belongs to no hand",
    "text.header": "the first line of the hand is none of a game that can be read",
    "text.unknown": "a line of a kind that the format does not know",
    "text.contradiction": "the line contradicts other lines of the same hand",
    "hand.partial": "the hand breaks off before its end",
    "limit.actions": "more actions in the hand than the limit",
    "limit.players": "more players in the hand (or ten times as many in a close) than the limit",
}  # fmt: skip

_REMEDIES: dict[str, str] = {
    "line.not_utf8": "save the log as UTF-8",
    "line.not_json": "mend the line in its place, or ask whoever wrote it for the line again",
    "line.too_long": "split the record, or raise line_bytes under [limits] of the config",
    "line.unfinished": "read the file again when it is written to its end",
    "file.broken_off": "get a whole copy of the file and read it again; nothing is counted twice",
    "file.too_large": "split the file, or raise uncompressed_bytes under [limits] of the config",
    "file.bomb": "look at who sent it; if it is a log, unpack it yourself, or raise packing_ratio under [limits]",
    "field.unknown": "take the field out, or begin its name with _ to keep it as a remark",
    "number.not_whole": "write whole chips, without point or exponent",
    "text.stray": "take the line out, or get the whole hand from the room again",
    "text.header": "take the hand out: only five-card draw is read",
    "text.unknown": "nothing of the hand was taken; report the line, so that the format learns it",
    "text.contradiction": "nothing of the hand was taken; get it from the room again",
    "hand.partial": "get the whole hand from the room and read it again",
    "limit.actions": "split the record, or raise actions under [limits] of the config",
    "limit.players": "mend the record, or raise players under [limits] of the config",
    "rule.unknown": "see handproof house-rules for the keys and their values",
}
_MEND = "mend the line in its place and read the file again"
_LONGEST_SHOWN = 60
_LONGEST_PATH = 80
_ACTION_PATH = re.compile(r"actions\[([0-9]+)\]")


class OddNumber:
    """A number of a log that is no chip count (with a point, an exponent, too many digits), kept as its text.

    It is no `str` and no `int`, so that no field ever takes it; also null and bytes are shown through it.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Malformed(NamedTuple):
    """Why a line was refused: `field` is the path of the field, `value` what stood there (shortened, printable)."""

    code: str
    field: str | None
    value: str | None
    expected: str
    message: str


def malformed(code: str, field: str | None, value: object, expected: str, remedy: str = "") -> Malformed:
    """A refusal with its sentence: where, what stands there, what was expected, what to do."""
    value_text = None if value is None else shown(value)
    if field is not None and len(field) > _LONGEST_PATH:
        field = field[: _LONGEST_PATH - 1] + "…"
    where = field or "the line"
    action = _ACTION_PATH.match(where)
    if action:
        where += f" (action {int(action[1]) + 1})"
    stands = f" is {value_text}" if value_text is not None else ""
    message = f"{where}{stands}: {REJECT_CODES[code]}; expected {expected}; {remedy or _REMEDIES.get(code, _MEND)}"
    return Malformed(code, field, value_text, expected, message)


def shown(value: object) -> str:
    """A value as JSON for people: at most 60 characters, nothing that a terminal or a reader could be fooled by."""
    if isinstance(value, str):
        text = '"' + "".join(map(_printable, value[: _LONGEST_SHOWN + 1])) + '"'
    else:
        text = _as_json(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def _as_json(value: object) -> str:
    if isinstance(value, OddNumber):
        return value.text[: _LONGEST_SHOWN + 1]
    if isinstance(value, dict | list):
        kind, unit = ("an object", "field") if isinstance(value, dict) else ("a list", "item")
        return f"{kind} with {len(value)} {unit}{'' if len(value) == 1 else 's'}"
    return json.dumps(value)


def _printable(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character == " " or (character.isprintable() and unicodedata.category(character) not in ("Cf", "Cs", "Co")):
        return character
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"


def expected_of(field: str) -> str:
    """What a field of this name must hold, in words."""
    return _EXPECTED.get(field, "another type of value")


_CHIPS = "whole chips from 0 to 9007199254740992"
_SIGNED = "whole chips from -9007199254740992 to 9007199254740992"
_SEAT = "a seat, a whole number from 1"
_CARDS = 'a list of cards such as ["Ts","Xx","??"]'
_TEXT = "text"
_TIME = 'a time with its offset, such as "2026-11-01T20:15:00+03:00"'
_EXPECTED: dict[str, str] = {
    "record": 'one of "session", "hand", "cash", "close"',
    "format": '"handproof/1"',
    "game": 'one of "poker", "stitch", "pok"',
    "seat": _SEAT, "to_seat": _SEAT, "dealer_seat": _SEAT, "next_dealer_seat": _SEAT,
    "amount": _CHIPS, "pot": _CHIPS, "bank": _CHIPS, "bank_start": _CHIPS,
    "stack": _SIGNED, "end_stack": _SIGNED,
    "stitch_round": "true or false",
    "pools": 'circles and their chips, such as {"A": 4, "pok": 4}',
    "hand_no": "a whole number, 1 for the first hand of the session", "after_hand_no": "the number of a hand, or 0",
    "cards": _CARDS, "discards": _CARDS, "deck": _CARDS, "card": "rank and suit such as \"Ts\", \"Xx\" or \"??\"",
    "players": "a list of players", "actions": "a list of actions", "stacks": "a list of players and their stacks",
    "shares": "a list of players and their shares", "player": "a player: seat, player_id, …", "action": "an action",
    "opening": "what lies on the table", "closing": "what lies on the table", "rules": "a table of house-rule keys",
    "chip_value": 'decimal text such as "0.25"',
    "at": _TIME, "started_at": _TIME,
    "hand_id": _TEXT, "session_id": _TEXT, "player_id": _TEXT, "name": _TEXT, "table": _TEXT, "currency": _TEXT,
    "note": _TEXT,
}  # fmt: skip
