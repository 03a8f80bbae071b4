"""How fast the engine replays one hand after another on one core, beside DuckDB's `read_json` on the same file.

    python benchmarks/replay.py [--hands 20000] [--game poker] [--seed 1] [--repeat 3] [--actions 18-22]

All in the same run, because the machine's speed swings: ratios are steadier than figures. `--actions` takes only the
hands with so many actions. Of these hands those *as clubs write them* stand by themselves: all cards known, no logged
pack, nobody all-in; the simulator hides cards, logs packs and sends players all-in far more often than a club does.
As in `replay.worker`, Python's collector of circles waits until a run is over.
"""

import argparse
import gc
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.generate import generate  # noqa: E402 (the path above comes first)
from ingest.records import Hand, TableState, decode_taken_hand  # noqa: E402
from replay.engine import ENGINE_VERSION, replay_hand, replay_step_by_step  # noqa: E402
from replay.results import HandResult  # noqa: E402

COLUMNS = {
    "record": "VARCHAR", "format": "VARCHAR", "hand_id": "VARCHAR", "session_id": "VARCHAR", "hand_no": "BIGINT",
    "game": "VARCHAR", "started_at": "VARCHAR", "dealer_seat": "BIGINT",
    "players": "STRUCT(seat BIGINT, player_id VARCHAR, name VARCHAR, stack BIGINT, end_stack BIGINT)[]",
    "actions": "STRUCT(action VARCHAR, seat BIGINT, amount BIGINT, cards VARCHAR[], discards VARCHAR[], pool VARCHAR,"
               " to_seat BIGINT, \"at\" VARCHAR)[]",
}  # fmt: skip


def best_of(repeat: int, work: Callable[[], object]) -> float:
    """The shortest time in seconds of several runs."""
    times = []
    for _ in range(repeat):
        gc.collect()
        gc.disable()
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
        gc.enable()
    return min(times)


Task = tuple[Hand, dict[str, Any] | None, TableState | None]
Replay = Callable[[Hand, dict[str, Any] | None, TableState | None], HandResult]


def read_tasks(path: Path) -> tuple[list[bytes], list[Task]]:
    """All hand lines of a file, and each hand with its session's rules and what lay on its table before (F4)."""
    lines: list[bytes] = []
    tasks: list[Task] = []
    rules: dict[str, dict[str, Any]] = {}
    tables: dict[str, TableState] = {}
    for line in path.read_bytes().splitlines():
        if line.startswith(b'{"record":"session"'):
            rules, tables = json.loads(line).get("rules", {}), {}
        elif line.startswith(b'{"record":"hand"'):
            hand = decode_taken_hand(line)
            task = (hand, rules.get(hand.game), tables.get(hand.game))
            tables[hand.game] = replay_hand(*task).table_after
            lines.append(line)
            tasks.append(task)
    return lines, tasks


def read_json(path: Path, threads: int) -> None:
    """DuckDB reads the whole file with explicit columns and adds up all amounts."""
    with duckdb.connect(config={"threads": threads}) as connection:
        connection.execute(
            "SELECT count(*), sum(list_sum(list_transform(actions, lambda a: a.amount)))"
            " FROM read_json(?, format = 'newline_delimited', columns = ?)",
            [str(path), COLUMNS],
        ).fetchall()


def as_clubs_write_them(hand: Hand) -> bool:
    """All cards known, no logged pack, and nobody has put in all that he had."""
    if hand.deck is not None:
        return False
    cards = {card for action in hand.actions for card in (*(action.cards or ()), *(action.discards or ()))}
    put: dict[int, int] = {}
    for action in hand.actions:
        if action.seat is not None and action.action not in ("win", "return", "take", "stake", "collect"):
            put[action.seat] = put.get(action.seat, 0) + (action.amount or 0)
    all_in = any(player.stack is not None and put.get(player.seat, 0) >= player.stack for player in hand.players)
    return "??" not in cards and not all_in


def replay_all(tasks: list[Task], replay: Replay = replay_hand) -> int:
    """Replay each hand by itself; gives back how many came out verified."""
    return sum(replay(hand, rules, opening).verdict == "verified" for hand, rules, opening in tasks)


def decode_and_replay(lines: list[bytes], tasks: list[Task]) -> int:
    """The same from the bytes of the lines on."""
    return replay_all([(decode_taken_hand(line), *task[1:]) for line, task in zip(lines, tasks, strict=True)])


def measure(name: str, lines: list[bytes], tasks: list[Task], repeat: int, folder: Path) -> None:
    """One group of hands, each way."""
    if not tasks:
        print(f"{name}: no such hand")
        return
    path = folder / "hands.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    count = len(tasks)
    actions = sum(len(hand.actions) for hand, _, _ in tasks) / count
    print(f"\n{name}: {count:,} hands, {actions:.1f} actions and {path.stat().st_size / count:.0f} bytes a hand,"
          f" {replay_all(tasks):,} verified")  # fmt: skip
    rows = (
        ("replay_hand, one core", lambda: replay_all(tasks)),
        ("decode and replay_hand, one core", lambda: decode_and_replay(lines, tasks)),
        ("step by step alone, one core", lambda: replay_all(tasks, replay_step_by_step)),
        ("DuckDB read_json, one thread", lambda: read_json(path, 1)),
        ("DuckDB read_json, two threads", lambda: read_json(path, 2)),
    )
    for label, work in rows:
        took = best_of(repeat, work)
        print(f"{label:34s} {count / took:12,.0f} hands/s {count * actions / took:14,.0f} actions/s")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--game", choices=("poker", "stitch", "pok", "mixed"), default="poker")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--actions", default="0-1000000", help="from-to")
    asked = parser.parse_args()
    least, most = map(int, asked.actions.split("-"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder / "logs", asked.hands, seed=asked.seed, game=asked.game, files=1, templates=0)
        every = [pair for pair in zip(*read_tasks(folder / "logs" / "night-000.jsonl"), strict=True)
                 if least <= len(pair[1][0].actions) <= most]  # fmt: skip
        usual = [(line, task) for line, task in every if as_clubs_write_them(task[0])]
        print(f"{asked.game}, seed {asked.seed}, engine {ENGINE_VERSION}, Python {sys.version.split()[0]}")
        for label, pairs in (("All simulated hands", every), ("As clubs write them", usual)):
            measure(label, [line for line, _ in pairs], [task for _, task in pairs], asked.repeat, folder)


if __name__ == "__main__":
    main()
