"""The lines of a text's hand to the records that a log of our own would have: the hand, and the session it opens."""

import json
from collections.abc import Sequence
from typing import Any

from ingest.config import MEBIBYTE, Limits
from ingest.decode import decode_line
from ingest.formats.blocks import read_hands
from ingest.formats.pokerstars import HandPlace, Refusal, hand_record
from ingest.formats.pokerstars_header import HAND_START, read_header, read_table_line
from ingest.reading import Line, TextPlace, read_lines
from ingest.reasons import Malformed, malformed
from ingest.records import FORMAT, Record

#: A record that was made of a text is longer than its lines.
_LONGEST = 64 * MEBIBYTE
Content = Record | Malformed


def text_records(line: Line, limits: Limits) -> list[tuple[Line, Content]]:
    """What a hand's lines come to: each record with the line that it would be in a log of our own, or why not.

    A refusal stands at the line that is its reason. The lines are counted once, with the hand.
    """
    assert line.text is not None, "only a text is read so"
    try:
        lines = line.raw.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        place = line.raw.count(b"\n", 0, error.start)
        wrong = malformed("line.not_utf8", None, None, "UTF-8 text, or UTF-16", "save the text as UTF-8")
        return [(_at(line, place), wrong)]
    session = _session_line(line, lines)
    found: list[tuple[Line, Content]] = []
    if session is not None:
        raw = _encoded(session)
        found.append((line._replace(raw=raw, spans=0), decode_line(raw)))
    try:
        place_in_sitting = HandPlace(line.text.session_id or "", line.text.hand_no)
        raw = _encoded(hand_record(lines, place_in_sitting))
    except Refusal as refusal:
        at = _at(line, refusal.place)
        stands = lines[refusal.place].strip() if refusal.code not in ("hand.partial",) else None
        # The rest of a last hand may still come, and then tell of another sitting.
        return [*(found if line.ended else ()), (at, malformed(refusal.code, None, stands, refusal.expected))]
    content = decode_line(raw, Limits(_LONGEST, limits.actions, limits.players, limits.uncompressed_bytes))
    return [*found, (line if isinstance(content, Malformed) else line._replace(raw=raw), content)]


def line_made_anew(lines: Sequence[str], session_id: str, hand_no: int) -> Line | None:
    """The line that a hand's lines (`_source`) are read as, with the digest of these; None where they are no hand."""
    limits = Limits(_LONGEST, 1_000_000, 10_000)
    text = "\n" + "\n".join(lines)  # the first line of a file may lose a mark that it keeps further down
    found = [line for line in read_hands(read_lines([text.encode()], limits), limits) if not line.blank]
    if len(found) != 1:
        return None
    [line] = found
    place = TextPlace(line.text.byte_offsets if line.text else (), session_id, hand_no)
    made, content = text_records(line._replace(text=place), limits)[-1]
    return None if isinstance(content, Malformed) else made


def _at(line: Line, place: int) -> Line:
    """The lines of the hand, standing where the one at `place` stands."""
    assert line.text is not None, "only a text has places"
    return line._replace(line_no=line.line_no + place, byte_offset=line.text.byte_offsets[place])


def _session_line(line: Line, lines: list[str]) -> dict[str, Any] | None:
    """The record that opens the sitting, made of the first two lines of its first hand."""
    if line.text is None or not line.text.opens:
        return None
    start = next(place for place, text in enumerate(lines) if HAND_START.match(text))
    header = read_header(lines[start].strip().removeprefix("\ufeff"))
    table = read_table_line(lines[start + 1].rstrip())
    assert not isinstance(header, str), "a hand that opens a sitting has its first line"
    assert not isinstance(table, str), "a hand that opens a sitting has its second line"
    money = {"currency": header.currency} if header.currency else {}
    if header.money.hundredths:
        money["chip_value"] = "0.01"
    return {
        "record": "session", "format": FORMAT, "session_id": line.text.session_id, "table": table.table,
        "started_at": header.started_at, **money, "game": "poker",
    }  # fmt: skip


def _encoded(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
