"""Writes many clean hands of all three games, for the other benchmarks and for long runs.

    python benchmarks/generate.py OUT --hands 1000000 [--jobs 2] [--files 8] [--seed 1] [--game poker]
        [--templates 2000]

`--templates N` simulates N sessions only and writes them again and again under new ids, which is as fast as the disk,
with the some thousand players of a large club; `--templates 0` simulates every session anew (about 3,500 hands/s a
core), each with players of its own. The output depends on all options but --jobs.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.simulator import simulate_session  # noqa: E402 (the path above comes first)

HANDS_OF_A_SESSION = 25
#: Stands in a template where the session's id goes; no name or card contains it.
MARK = "@session@"
#: The club's players come in so many groups, of which each session from the pool seats one.
GROUPS = 500


def session_text(seed: int, game: str | None, session_id: str) -> tuple[str, int]:
    """The lines of one simulated session, and how many hands are in them."""
    records = simulate_session(seed, game=game, hands=HANDS_OF_A_SESSION, session_id=session_id)
    lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records]
    return "\n".join(lines) + "\n", sum(record["record"] == "hand" for record in records)


def _template(task: tuple[int, str | None]) -> tuple[str, int]:
    return session_text(task[0], task[1], MARK)


def make_templates(seed: int, count: int, game: str | None, jobs: int) -> list[tuple[str, int]]:
    """A pool of simulated sessions with `MARK` for an id."""
    tasks = [(seed * 1_000_000 + number, game) for number in range(count)]
    if jobs == 1:
        return [_template(task) for task in tasks]
    with multiprocessing.Pool(jobs) as pool:
        return pool.map(_template, tasks, chunksize=20)


def sessions(
    seed: int, game: str | None, pool: list[tuple[str, int]], first: int, step: int
) -> Iterator[tuple[str, int]]:
    """Sessions number `first`, `first + step`, ... without end: from the pool under new ids, or simulated anew."""
    number = first
    while True:
        session_id = f"gen{seed}-{number:07d}"
        if pool:
            text, hands = pool[number % len(pool)]
            of_the_club = text.replace(f"{MARK}-p", f"club-{number % GROUPS:03d}-p")
            yield of_the_club.replace(MARK, session_id), hands
        else:
            yield session_text(seed * 1_000_000 + number, game, session_id)
        number += step


def _write_file(task: tuple[Path, int, str | None, list[tuple[str, int]], int, int, int]) -> tuple[int, int]:
    path, seed, game, pool, first, step, wanted = task
    hands = size = 0
    with path.open("w", encoding="utf-8") as file:
        for text, count in sessions(seed, game, pool, first, step):
            file.write(text)
            hands, size = hands + count, size + len(text)
            if hands >= wanted:
                return hands, size
    raise AssertionError("sessions do not end")


def generate(
    out: Path,
    hands: int,
    *,
    seed: int = 1,
    game: str | None = None,
    files: int = 8,
    jobs: int = 1,
    templates: int = 2000,
) -> tuple[int, int]:
    """Write at least `hands` hands into `files` files in the folder `out`; gives back hands and characters written."""
    out.mkdir(parents=True, exist_ok=True)
    pool = make_templates(seed, min(templates, hands // HANDS_OF_A_SESSION + 1), game, jobs) if templates else []
    share = -(-hands // files)
    tasks = [(out / f"night-{number:03d}.jsonl", seed, game, pool, number, files, share) for number in range(files)]
    if jobs == 1:
        written = [_write_file(task) for task in tasks]
    else:
        with multiprocessing.Pool(jobs) as workers:
            written = workers.map(_write_file, tasks, chunksize=1)
    return sum(hands for hands, _ in written), sum(size for _, size in written)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=("poker", "stitch", "pok", "mixed"))
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--templates", type=int, default=2000)
    asked = parser.parse_args()
    began = time.perf_counter()
    hands, size = generate(
        asked.out, asked.hands, seed=asked.seed, game=asked.game, files=asked.files, jobs=asked.jobs,
        templates=asked.templates,
    )  # fmt: skip
    took = time.perf_counter() - began
    print(f"{hands:,} hands, {size / 1e6:,.0f} MB in {took:.1f} s ({hands / took:,.0f} hands/s), seed {asked.seed}")


if __name__ == "__main__":
    main()
