"""What the tests of the command line share: running it, small logs, and reading what came out."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
#: A name that a terminal, a page and a spreadsheet would each obey, and that turns the reading direction.
HOSTILE_NAME = "=1+1<b>\x1b[31m\u202eанна"


class Outcome(NamedTuple):
    """Exit code and what was printed."""

    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


def run_aside(*arguments: str | Path, environment: dict[str, str] | None = None, cwd: Path | None = None) -> Outcome:
    """Runs a command line in a process of its own."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
    line = [sys.executable, "-m", "handproof", *map(str, arguments)]
    ended = subprocess.run(line, capture_output=True, env=variables, cwd=cwd, check=False, timeout=120)
    return Outcome(ended.returncode, ended.stdout.decode("utf-8"), ended.stderr.decode("utf-8"))


def session(session_id: str = "s1", **fields: Any) -> dict[str, Any]:
    return {"record": "session", "format": "handproof/1", "session_id": session_id, **fields}


def hand(number: int, paid: int = 3, session_id: str = "s1", **fields: Any) -> dict[str, Any]:
    """A hand of two in which seat 2 alone enters: a pot of 3 is his. `paid` is what the log gives him."""
    turns = [{"action": "enter", "seat": 2, "amount": 1}, {"action": "decline", "seat": 1}]
    return {
        "record": "hand", "format": "handproof/1", "hand_id": f"{session_id}-h{number}", "session_id": session_id,
        "hand_no": number, "game": "poker", "dealer_seat": 2 - number % 2,
        "players": [
            {"seat": 1, "player_id": "p1", "name": "Борис", "stack": 101 - number},
            {"seat": 2, "player_id": "p2", "name": HOSTILE_NAME, "stack": 99 + number},
        ],
        "actions": [
            *({"action": "ante", "seat": seat, "amount": 1} for seat in (1, 2)),
            {"action": "deal", "seat": 1, "cards": ["2c", "3d", "9h", "Jc", "Ks"]},
            {"action": "deal", "seat": 2, "cards": ["Ac", "Ad", "4h", "5c", "6s"]},
            *(turns if number % 2 else reversed(turns)),
            {"action": "win", "seat": 2, "amount": paid},
        ],
        **fields,
    }  # fmt: skip


def write_log(path: Path, records: Sequence[dict[str, Any] | str]) -> Path:
    """A log of records; a text stands in it as it is."""
    lines = [record if isinstance(record, str) else json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def rows(outcome: Outcome) -> list[dict[str, Any]]:
    """The JSON lines of an outcome; nothing else may stand on standard output."""
    assert outcome.out.isascii()
    return [json.loads(line) for line in outcome.out.splitlines()]


def refused(outcome: Outcome, *words: str) -> None:
    """Exit code 2, nothing on standard output, and one line on standard error that holds the words."""
    assert outcome.code == 2
    assert outcome.out == ""
    assert len(outcome.err.splitlines()) == 1, outcome.err
    for word in words:
        assert word in outcome.err


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its name."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
