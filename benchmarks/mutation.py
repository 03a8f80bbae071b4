"""Mutation testing of the engine: changes one thing in one module of `replay`, and looks whether a test notices.

    python benchmarks/mutation.py --sample 300 --seed 1                 a random sample over all engine modules
    python benchmarks/mutation.py --module replay.pots                  every mutant of one module
    python benchmarks/mutation.py --module replay.pots --list           what would be changed, without running
    python benchmarks/mutation.py --module replay.pots --only 12,31     two mutants again, by their numbers

Nothing is written to the sources: every mutant is compiled from its syntax tree in a forked process, which imports the
engine with it, judges the hands of the tests that go through the changed line (tests/adversarial, tests/gallery), and
if none of them differs runs the unit tests that go through it. The first difference kills the mutant. How mutants are
made and what they leave out is said in `benchmarks/mutants.py`; results and survivors are in docs/mutation.md.
"""

import argparse
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.mutants import Mutant, mutants_of  # noqa: E402 (the path above comes first)
from benchmarks.mutation_tests import Coverage, covered_by, run_tests  # noqa: E402

#: The engine; not `run`, `plan`, `worker` (the store), `keys`, the texts of the rules, and what tells hands to people.
MODULES = (
    "bidding", "book", "book_bidding", "book_pok", "book_poker", "book_stitch", "cards", "casino", "claims", "closing",
    "deck", "engine", "holdings", "lap", "order", "payment", "pok", "pok_play", "pok_sets", "poker", "pots", "ranking",
    "showdown", "stitch", "stitch_play", "stitch_plays", "table", "unknown",
)  # fmt: skip
#: A mutant that works so much longer (seconds of CPU) than its tests do runs in a circle, and is dead.
CPU_SECONDS = 15
SURVIVED, KILLED, TIMEOUT = "survived", "killed", "timeout"


@dataclass
class Running:
    """A mutant in a process of its own."""

    mutant: Mutant
    read: int
    began: float


def main() -> int:
    """Run what was asked for; exit code 1 if fewer than `--least` percent were killed."""
    arguments = _arguments()
    modules = [name.removeprefix("replay.") for name in arguments.module] or list(MODULES)
    mutants = [m for name in modules for m in mutants_of(f"replay.{name}", ROOT / "replay" / f"{name}.py")]
    if arguments.only:
        wanted = set(map(int, arguments.only.split(",")))
        mutants = [mutant for mutant in mutants if mutant.number in wanted]
    if arguments.sample and arguments.sample < len(mutants):
        chosen = Random(arguments.seed).sample(range(len(mutants)), arguments.sample)
        mutants = [mutants[place] for place in sorted(chosen)]
    if arguments.list:
        for mutant in mutants:
            sys.stdout.write(f"{mutant}\n")
        return 0
    began = time.monotonic()
    coverage = covered_by(MODULES)
    _say(f"{len(mutants)} mutants; the unchanged engine passes all {len(coverage.tests)} tests, "
         f"{time.monotonic() - began:.0f} s")  # fmt: skip
    results = []
    with open(arguments.out or os.devnull, "w", encoding="utf-8") as out:
        for mutant, outcome, by in _run_all(mutants, coverage, arguments.jobs, began + 60 * arguments.minutes):
            results.append((mutant, outcome))
            out.write(json.dumps({"mutant": str(mutant), "outcome": outcome, "by": by}) + "\n")
            out.flush()
            if outcome == SURVIVED:
                _say(f"survived: {mutant}")
    return _summary(results, len(mutants), arguments.least, time.monotonic() - began)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", default=[], help="replay.NAME; several times; default: all")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="numbers of mutants")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--minutes", type=float, default=600, help="stop after so long; what was not run is not counted"
    )
    parser.add_argument("--least", type=float, default=92.0, help="percent that must be killed")
    parser.add_argument("--out", default="", help="a file for the outcome of every mutant, as JSON Lines")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def _run_all(
    mutants: Sequence[Mutant], coverage: Coverage, jobs: int, deadline: float
) -> Iterator[tuple[Mutant, str, str]]:
    waiting = list(reversed(mutants))
    running: dict[int, Running] = {}
    while running or (waiting and time.monotonic() < deadline):
        while waiting and len(running) < jobs and time.monotonic() < deadline:
            mutant = waiting.pop()
            pid, read = _fork(mutant, coverage)
            running[pid] = Running(mutant, read, time.monotonic())
        pid, status = os.wait()
        done = running.pop(pid)
        with os.fdopen(done.read, encoding="utf-8", errors="replace") as pipe:
            by = pipe.read()
        if os.WIFSIGNALED(status):
            yield done.mutant, TIMEOUT, f"signal {os.WTERMSIG(status)}"
        else:
            yield done.mutant, SURVIVED if os.WEXITSTATUS(status) == 0 else KILLED, by


def _fork(mutant: Mutant, coverage: Coverage) -> tuple[int, int]:
    """Run the tests that go through a mutant in a process of its own; it exits with 0 if all pass."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    code = 1
    try:
        tests = coverage.through(mutant)
        limit = CPU_SECONDS + round(coverage.seconds * len(tests) / len(coverage.tests))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        by = run_tests(tests, mutant)
        code = 0 if by is None else 1
        os.write(write, (by or "").encode()[:4000])
    except BaseException as error:  # whatever a mutant raises, it was noticed
        os.write(write, repr(error).encode()[:4000])
    finally:
        os._exit(code)


def _summary(results: Sequence[tuple[Mutant, str]], asked: int, least: float, seconds: float) -> int:
    by_module: dict[str, list[str]] = defaultdict(list)
    for mutant, outcome in results:
        by_module[mutant.module].append(outcome)
    _say(f"{'module':<22}{'mutants':>8}{'killed':>8}{'timeout':>8}{'survived':>9}{'killed %':>10}")
    every = [outcome for _, outcome in results]
    for name, outcomes in [*sorted(by_module.items()), ("all", every)]:
        dead = len(outcomes) - outcomes.count(SURVIVED)
        share = 100 * dead / len(outcomes) if outcomes else 0.0
        _say(f"{name:<22}{len(outcomes):>8}{outcomes.count(KILLED):>8}{outcomes.count(TIMEOUT):>8}"
             f"{outcomes.count(SURVIVED):>9}{share:>10.1f}")  # fmt: skip
    _say(f"{len(results)} of {asked} mutants run in {seconds:.0f} s")
    killed = len(every) - every.count(SURVIVED)
    return 0 if every and 100 * killed / len(every) >= least else 1


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
