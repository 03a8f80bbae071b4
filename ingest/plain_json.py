"""The careful JSON reader: any line of bytes to plain values without ``_`` fields, or to the exact reason why not.

It is slower than msgspec's typed decoding (`ingest.decode` uses that first) and sees what that cannot tell: a field
twice, a number with a point or beyond all bounds, a lone surrogate, nesting too deep.
"""

import json
import re
from typing import Any

from ingest.reasons import Malformed, OddNumber, malformed, shown

DEEPEST_NESTING = 64
_LONGEST_INTEGER_TEXT = 20
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class _Object(dict[str, Any]):
    """A JSON object in which names came twice (`twice` is the first of them)."""

    twice: str


_HOLDERS = frozenset((dict, list, _Object))
#: How a part of a value is reached: the way to what holds it, and its name or place there.
_Way = tuple["_Way", str | int] | None


class _FaultError(Exception):
    """There is something in the value that makes its text malformed."""


def read_plain(raw: bytes) -> Any | Malformed:
    """The value of a line, ``_`` fields left out at every level; numbers that are not whole are `OddNumber`."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        fault = OddNumber(raw[error.start : error.start + 4].hex(" "))
        return malformed("line.not_utf8", None, fault, f"UTF-8 text (at byte {error.start + 1})")
    try:
        value = _loads(text)
    except RecursionError:
        return _too_deep("")
    except ValueError as error:
        return malformed("line.not_json", None, text, f"one JSON object ({_json_fault(error)})")
    try:
        plain = _without_remarks(value, 1) if type(value) in _HOLDERS else value
        if _SURROGATE_ESCAPE.search(text) and _has_surrogates(json.dumps(value, ensure_ascii=False, default=str)):
            raise _FaultError
        return plain
    except _FaultError:
        return _find_fault(value)


def _loads(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_float=OddNumber, parse_constant=_no_constant)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer too long for int(), or a constant that is not JSON: the slower hook sees to both
        return json.loads(
            text, object_pairs_hook=_object, parse_float=OddNumber, parse_int=_integer, parse_constant=_no_constant
        )


def _json_fault(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} at character {error.pos + 1}"
    return str(error)


def _integer(text: str) -> int | OddNumber:
    return int(text) if len(text) <= _LONGEST_INTEGER_TEXT else OddNumber(text)


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    doubled, seen = _Object(plain), set()
    for name, _ in pairs:
        if name in seen:
            doubled.twice = name
            break
        seen.add(name)
    return doubled


def _without_remarks(value: Any, depth: int) -> Any:
    """A copy without ``_`` fields; what makes a line malformed as *text* is a fault inside of them as well."""
    kind = type(value)
    if kind is _Object or depth > DEEPEST_NESTING:
        raise _FaultError
    if kind is list:
        return [_without_remarks(item, depth + 1) if type(item) in _HOLDERS else item for item in value]
    plain = {}
    for name, item in value.items():
        if type(item) in _HOLDERS:
            item = _without_remarks(item, depth + 1)
        if name[:1] != "_":
            plain[name] = item
    return plain


def _has_surrogates(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def _find_fault(value: Any) -> Malformed:
    """The first fault in a value that has one, in the order of the line (a stack, since the value may be deep)."""
    pending: list[tuple[Any, _Way, int]] = [(value, None, 1)]
    while pending:
        item, way, depth = pending.pop()
        if isinstance(item, dict | list) and depth > DEEPEST_NESTING:
            return _too_deep(_path(way))
        if isinstance(item, _Object):
            return malformed("field.twice", join(_path(way), item.twice), item[item.twice], "each field once")
        texts = item if isinstance(item, dict) else [item] if isinstance(item, str) else []
        for text in texts:
            if _has_surrogates(text):
                expected = "no half of a surrogate pair (\\ud800 to \\udfff)"
                return malformed("text.surrogate", _path(way) or None, text, expected)
        if isinstance(item, dict):
            pending += [(part, (way, name), depth + 1) for name, part in reversed(item.items())]
        elif isinstance(item, list):
            pending += [(part, (way, place), depth + 1) for place, part in reversed(list(enumerate(item)))]
    raise AssertionError("called only for a value with a fault")


def _path(way: _Way) -> str:
    """A way as text; made only for the fault: of every part of a long list it would be as long as all before it."""
    steps: list[str | int] = []
    while way is not None:
        way, step = way
        steps.append(step)
    path = ""
    for step in reversed(steps):
        path = f"{path}[{step}]" if isinstance(step, int) else join(path, step)
    return path


def _too_deep(path: str) -> Malformed:
    return malformed("line.too_deep", path or None, None, f"nesting of at most {DEEPEST_NESTING} levels")


def join(path: str, name: str) -> str:
    """The path of a field inside an object, its name made printable."""
    name = name if name.isidentifier() and name.isascii() else shown(name)
    return f"{path}.{name}" if path else name
