"""One stored line against its digest, and the rows that it says, made anew by the code that ingest makes them with."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from ingest.config import MEBIBYTE, Limits
from ingest.decode import decode_line
from ingest.formats.records import line_made_anew
from ingest.frames import Place, Rows, session_row
from ingest.reading import Line
from ingest.reasons import Malformed
from ingest.records import Cash, Close, Hand, Session, decode_taken_hand

#: What was taken once is read again whatever the limits are now.
_ANY = Limits(line_bytes=64 * MEBIBYTE, actions=1_000_000, players=10_000)


class Kind(NamedTuple):
    """A table of lines: its key, the tables of their parts with what tells these apart, and what its records are."""

    table: str
    key: str
    parts: dict[str, str]
    record: type[Hand] | type[Session] | type[Cash] | type[Close]
    word: str


HANDS = Kind("hands", "hand_id", {"hand_players": "seat", "actions": "action_no"}, Hand, "hand")
SESSIONS = Kind("sessions", "session_id", {}, Session, "session")
CASH = Kind("cash", "line_key", {}, Cash, "cash record")
CLOSES = Kind("closes", "line_key", {"close_stacks": "player_id", "close_shares": "player_id"}, Close, "close record")
KINDS = (HANDS, SESSIONS, CASH, CLOSES)


@dataclass(slots=True)
class Spans:
    """Of how many lines of each file (by source_id) the stored hands are; `texts` are files of another program."""

    lines: Counter[int] = field(default_factory=Counter)
    texts: set[int] = field(default_factory=set)


class _Source(msgspec.Struct):
    lines: list[str] = msgspec.field(name="_source", default_factory=list)


_source_of = msgspec.json.Decoder(_Source).decode


def make_rows(kind: Kind, row: dict[str, Any], made: Rows, spans: Spans) -> str | None:
    """Add to `made` what the line of a stored row says, or give back why the line itself cannot be right."""
    if kind is SESSIONS and not row["opened"]:
        made.add("sessions", session_row(row["session_id"], None, None))
        return None
    if row["raw"] is None:
        return "it has no line"
    raw = row["raw"].encode()
    if kind is HANDS and (reason := _line_is_wrong(row, raw, spans)) is not None:
        return reason
    record = _decoded_hand(raw) if kind is HANDS else decode_line(raw, _ANY)
    if isinstance(record, Malformed):
        return f"its line can no longer be read: {record.message}"
    if not isinstance(record, kind.record):
        return f"its line is no {kind.word}"
    digest = bytes.fromhex(row["line_sha256"]) if kind is HANDS else b""
    line = Line(raw, row["line_no"], row["byte_offset"], 0, len(raw), True, digest)
    place = Place(row["source_id"], line, row.get("line_key", ""))
    if isinstance(record, Session):
        made.add("sessions", session_row(record.session_id, record, place))
    else:
        made.add_record(record, place)
    return None


def _decoded_hand(raw: bytes) -> Hand | Malformed:
    """Fast where the line is what it was when it was taken, which its digest has said."""
    try:
        return decode_taken_hand(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        record = decode_line(raw, _ANY)
        assert isinstance(record, Malformed), "the two readers of a hand's line disagree"
        return record


def named_by(raw: bytes) -> tuple[str, str, str] | None:
    """What the line of a conflict is: hand or session, its id, and its session; None where it is neither."""
    record = decode_line(raw, _ANY)
    if isinstance(record, Hand):
        return "hand", record.hand_id, record.session_id
    return ("session", record.session_id, record.session_id) if isinstance(record, Session) else None


def _line_is_wrong(row: dict[str, Any], raw: bytes, spans: Spans) -> str | None:
    """Hold a hand's line against its digest: of the line itself, or of the lines of another program under _source."""
    stored = row["line_sha256"]
    digest = hashlib.sha256(raw).hexdigest()
    if digest == stored:
        spans.lines[row["source_id"]] += 1
        return None
    lines = _source_lines(raw)
    spans.lines[row["source_id"]] += len(lines) or 1
    if not lines:
        return f"its line has the SHA-256 {digest}, but was read with {stored}; the line or the digest was changed"
    spans.texts.add(row["source_id"])
    anew = line_made_anew(lines, row["session_id"], row["hand_no"])
    if anew is None:
        return "the lines under _source are no hand of the other program any more; they were changed"
    if anew.digest.hex() != stored:
        return (
            f"its lines under _source have the SHA-256 {anew.digest.hex()}, but were read with {stored};"
            " the lines or the digest were changed"
        )
    if anew.raw != raw:
        return "its line is not the one that its lines under _source make; it was changed, or made by another version"
    return None


def _source_lines(raw: bytes) -> list[str]:
    try:
        return _source_of(raw).lines
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return []
