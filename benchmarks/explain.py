"""How long `handproof explain` takes on the store of many hands that benchmarks/audit.py made.

    python benchmarks/explain.py [--db /tmp/handproof-bench/club.duckdb] [--each 3] [--limit-seconds 1.0]

Each command runs in a process of its own, as a floor manager starts it: start of Python, opening the store, telling the
hand and printing it. Hands are taken from the beginning, the middle and the end of each game. Exit code 1 where the
median of a game went over the limit.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ingest.store import open_store  # noqa: E402 (the path above comes first)


def chosen_hands(store: Path) -> tuple[int, dict[str, list[str]]]:
    """How many hands the store has, and of each game the first, the middle and the last as they lie in it."""
    with open_store(store, read_only=True, create=False) as connection:
        hands = connection.execute("SELECT count(*) FROM hands").fetchall()[0][0]
        chosen = {}
        for (game,) in connection.execute("SELECT DISTINCT game FROM hands ORDER BY game").fetchall():
            ids = connection.execute(
                "SELECT list_extract(ids, place) FROM (SELECT list(hand_id ORDER BY source_id, line_no) AS ids "
                "FROM hands WHERE game = $1), (SELECT unnest([0.0, 0.5, 1.0]) AS part), "
                "LATERAL (SELECT 1 + (part * (len(ids) - 1))::BIGINT AS place)",
                [game],
            ).fetchall()
            chosen[game] = [row[0] for row in ids]
        return hands, chosen


def seconds_of(store: Path, hand_id: str) -> float:
    """One command from its start to its end."""
    command = [sys.executable, "handproof.py", "explain", hand_id, "--db", str(store)]
    began = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", type=Path, default=Path("/tmp/handproof-bench/club.duckdb"))
    parser.add_argument("--each", type=int, default=3, help="times that each hand is told")
    parser.add_argument("--limit-seconds", type=float, default=1.0)
    asked = parser.parse_args()
    hands, chosen = chosen_hands(asked.db)
    slow = False
    print(f"{hands:,} hands in {asked.db}")
    for game, ids in chosen.items():
        processor = os.times().children_user + os.times().children_system
        times = [seconds_of(asked.db, hand_id) for hand_id in ids for _ in range(asked.each)]
        processor = (os.times().children_user + os.times().children_system - processor) / len(times)
        median = statistics.median(times)
        slow = slow or median > asked.limit_seconds
        spread = f"median {median:.2f} s, slowest {max(times):.2f} s of {len(times)}"
        print(f"{game:8} {spread}; {processor:.2f} s of processor")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
