"""A log of any format that we read as lines of our own (``jsonl``), or its hands of five-card draw as PHH (``phh``)."""

import os
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from ingest.config import Config
from ingest.escapes import escaped_json, escaped_toml
from ingest.formats.detect import LogFormat
from ingest.formats.phh import phh_text, why_not
from ingest.load import read_lines_of
from ingest.reading import Line
from ingest.reasons import Malformed, shown
from ingest.records import Hand, Record, Session

Target = Literal["jsonl", "phh"]
DEFAULT_CONFIG = Config()


class LeftOut(NamedTuple):
    """What is not in the outcome, and why: a reject, or a hand that the target cannot hold."""

    line_no: int
    message: str


def converted(
    path: str | os.PathLike[str], target: Target, config: Config = DEFAULT_CONFIG, log_format: LogFormat = "auto"
) -> Iterator[str | LeftOut]:
    """The parts of the outcome in their order, and what is left out. The club's rules stand below those of the log.

    Characters that could fool a reader or steer a terminal are escaped. Raises `ingest.inputs.InputError` where the
    file cannot be read.
    """
    lines = read_lines_of(path, config.limits, log_format)
    if target == "jsonl":
        for line, content in lines:
            if isinstance(content, Malformed):
                yield _left_out(line, content)
            else:
                yield escaped_json(line.raw.decode()) + "\n"
    else:
        for part in _as_phh(lines, config.rules.get("poker", {})):
            yield escaped_toml(part) if isinstance(part, str) else part


def _left_out(line: Line, reason: Malformed) -> LeftOut:
    return LeftOut(line.line_no, reason.message)


def _as_phh(lines: Iterator[tuple[Line, Record | Malformed]], club: Mapping[str, Any]) -> Iterator[str | LeftOut]:
    sessions: dict[str, Session] = {}
    hands: list[tuple[Hand, Session | None, Mapping[str, Any]]] = []
    for line, content in lines:
        if isinstance(content, Malformed):
            yield _left_out(line, content)
        elif isinstance(content, Session):
            sessions.setdefault(content.session_id, content)
        elif isinstance(content, Hand):
            session = sessions.get(content.session_id)
            below = {**club, **((session.rules or {}).get("poker", {}) if session is not None else {})}
            reason = why_not(content, below)
            if reason is None:
                hands.append((content, session, below))
            else:
                yield LeftOut(line.line_no, f"hand {shown(content.hand_id)} cannot be written as PHH: {reason}")
    if hands:
        yield phh_text(hands)
