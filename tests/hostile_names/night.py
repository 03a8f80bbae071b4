"""A night in which every field of every record holds every attacking name once, and the same night with plain names."""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import handproof
from tests.command_line import ROOT, Outcome, hand, session
from tests.hostile_names.names import NAMES
from tests.ingest.formats.texts import PLAY_MONEY

PLAIN: tuple[str, ...] = tuple(f"plain{number:03}" for number in range(len(NAMES)))
#: Names of log files, as bytes: a file system takes nearly all.
FILES = (
    b"=1+1.jsonl", b"-rf.jsonl", b"\x1b[31m\xe2\x80\xaered.jsonl", b"a\nb.jsonl",
    b"<img src=x onerror=window.__hit=1>.jsonl",
    b"\xff\xfe.jsonl", b"a' OR 1=1; --.jsonl", b"[x].jsonl", b"{{7*7}}.jsonl", b"\xc2\x9b31m;=1+1.jsonl", b" .jsonl",
)  # fmt: skip
#: What a rejected line says of itself; NAME is put in as JSON.
_REJECTED = (
    '{"record": NAME}', '{"record": "hand", "format": "handproof/1", "game": NAME}', '{NAME: 1}',
    '{"record": "session", "format": NAME, "session_id": NAME}',
    '{"record": "session", "format": "handproof/1", "session_id": "r", NAME: 1}',
    '{"record": "session", "format": "handproof/1", "session_id": "r", "rules": {"poker": {NAME: 1}}}',
    '{"record": "session", "format": "handproof/1", "session_id": "r", "rules": {"poker": {"multiway": NAME}}}',
    '{"record": "session", "format": "handproof/1", "session_id": "r", "rules": {NAME: {}}}',
    '{"record": "session", "format": "handproof/1", "session_id": "r", "started_at": NAME}',
    '{"record": "session", "format": "handproof/1", "session_id": "r", "chip_value": NAME}',
    '{"record": "cash", "format": "handproof/1", "session_id": "r", "player_id": NAME, "amount": NAME}',
    '{"record": "cash", "format": "handproof/1", "session_id": NAME, "player_id": {NAME: NAME}, "amount": 1}',
)  # fmt: skip


class Night(NamedTuple):
    """An audited night: its store, report and logs, the names in it, and what the audit printed."""

    store: Path
    report: Path
    logs: Path
    names: Sequence[str]
    outcome: Outcome


def make_night(folder: Path, names: Sequence[str]) -> Night:
    """Writes the logs below `folder` and audits them in a process of its own."""
    logs = folder / "logs"
    logs.mkdir()
    # as most programs write: control characters escaped, all others, C1 and DEL among them, as they are
    _write(logs / "sessions.jsonl", [json.dumps(record, ensure_ascii=False) for record in _sessions(names)])
    for game in ("poker", "stitch", "pok"):
        _write(logs / f"{game}.jsonl", _renamed(game, names))
    _write(logs / "rejects.jsonl", [form.replace("NAME", json.dumps(name)) for name in names for form in _REJECTED])
    (logs / "raw.jsonl").write_bytes(b"\n".join(_raw_lines(names)) + b"\n")
    (logs / "room.txt").write_text("\n\n\n".join(_room_hands(names)) + "\n", encoding="utf-8")
    for number, name in enumerate(FILES):
        record = session(f"file{number}", table=names[number])
        place = Path(os.fsdecode(bytes(logs) + b"/" + name))
        _write(place, [_line(record), "{broken", _line({**record, "table": names[number + 1]})])
    store, report = folder / "club.duckdb", folder / "report"
    return Night(store, report, logs, names, run_inside("audit", logs, "--db", store, "--out", report, "--jobs", "1"))


def run_inside(*arguments: str | Path) -> Outcome:
    """Runs a command line in this process, where the heavy libraries are loaded already; the bytes that it prints."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = handproof.main([str(argument) for argument in arguments])
    return Outcome(code, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err)))  # type: ignore[attr-defined]


def session_of(number: int, names: Sequence[str]) -> str:
    """The id of the small session of this number."""
    return names[number]


def wrong_hand_of(number: int, names: Sequence[str]) -> str:
    """The id of the hand of that session in which a chip is missing: again a name."""
    return names[(number + 7) % len(names)]


def _sessions(names: Sequence[str]) -> list[dict[str, Any]]:
    """A session a name. Everything else in it is named by the neighbours of that name."""
    records: list[dict[str, Any]] = []
    for number in range(len(names)):
        name = _neighbour(names, number)
        key, people = session_of(number, names), [(name(1), name(2)), (name(3), name(4))]
        opening = {"table": name(5), "currency": name(6), "chip_value": "0.5", "_remark": name(8), f"_{name(8)}": 1}
        remarks = [{"action": "note", "_text": name(9)}]
        records.append(session(key, **opening))
        for player_id, _ in people:
            records.append(_of(key, "cash", player_id=player_id, amount=100, note=name(10)))
        clean, wrong = hand(1, session_id=key, hand_id=f"s{number}-clean"), hand(2, 2, session_id=key)
        for record in (clean, {**wrong, "hand_id": wrong_hand_of(number, names)}):
            seats = [{**seat, "player_id": player_id, "name": called}
                     for seat, (player_id, called) in zip(record["players"], people, strict=True)]  # fmt: skip
            records.append({**record, "players": seats, "actions": [*record["actions"], *remarks], "_by": name(11)})
        records.append({**records[-1], "_by": "somebody else"})  # a conflict
        stacks = [{"player_id": name(1), "stack": 98}, {"player_id": name(12), "stack": 7}]
        records.append(_of(key, "close", stacks=stacks, shares=[{"player_id": name(13), "amount": 1}]))
    return records


def _neighbour(names: Sequence[str], number: int) -> Callable[[int], str]:
    return lambda step: names[(number + step) % len(names)]


def _of(key: str, record: str, **fields: Any) -> dict[str, Any]:
    return {"record": record, "format": "handproof/1", "session_id": key, **fields}


def _renamed(game: str, names: Sequence[str]) -> list[str]:
    """The session of the example night with our names for everybody in it; its faults stay."""
    lines = (ROOT / "examples" / "club-night" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    ids = sorted({player["player_id"] for record in records for player in record.get("players", ())})
    first = {"poker": 0, "stitch": 40, "pok": 80}[game]
    ours = {player_id: names[first + place] for place, player_id in enumerate(ids)}
    for record in records:
        for part in (record, *(part for key in ("players", "stacks", "shares") for part in record.get(key, ()))):
            if "player_id" in part:
                part["player_id"] = ours[part["player_id"]]
            if "name" in part:
                part["name"] = names[(names.index(part["player_id"]) + 20) % len(names)]
    return [_line(record) for record in records]


def _raw_lines(names: Sequence[str]) -> list[bytes]:
    """Lines that are no JSON, some no UTF-8, as somebody's editor may leave them."""
    texts = [name.replace("\n", " ").encode() for name in names]
    return [line for text in texts for line in (text, b'{"record": "' + text, b"\xff\xfe" + text[:50])]


def _room_hands(names: Sequence[str]) -> list[str]:
    """Hands in the words of a room whose players have our names, as far as they fit on a line."""
    hands = []
    for number, name in enumerate(names):
        called = name.splitlines()[0][:60].strip() if name.strip() else "nobody"
        text = PLAY_MONEY.replace("Max", called or "nobody").replace("Lyra", called).strip("\n")
        hands.append(text.replace("#900000004", f"#{910_000_000 + number}"))
    return hands


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record)


def _write(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
