"""The line of a hand as it stands in the log: the text of each of its actions, to the letter."""

from json import JSONDecoder
from json.decoder import WHITESPACE  # type: ignore[attr-defined]

_DECODER = JSONDecoder()


def action_texts(raw: str) -> list[str]:
    """The text of each action of a hand's line, in its order. `raw` is a line that `ingest` took."""
    place = _find(raw, "actions")
    texts: list[str] = []
    place = _skip(raw, place + 1)
    while raw[place] != "]":
        _, end = _DECODER.raw_decode(raw, place)
        texts.append(raw[place:end])
        place = _skip(raw, end)
        if raw[place] == ",":
            place = _skip(raw, place + 1)
    return texts


def _find(raw: str, wanted: str) -> int:
    """Where the value of a field of the outermost object begins."""
    place = _skip(raw, raw.index("{") + 1)
    while raw[place] != "}":
        key, end = _DECODER.raw_decode(raw, place)
        place = _skip(raw, _skip(raw, end) + 1)  # past the colon
        if key == wanted:
            return place
        _, end = _DECODER.raw_decode(raw, place)
        place = _skip(raw, end)
        if raw[place] == ",":
            place = _skip(raw, place + 1)
    raise ValueError(f"the line has no field {wanted!r}")


def _skip(raw: str, place: int) -> int:
    found = WHITESPACE.match(raw, place)
    return int(found.end()) if found else place
