"""An audit of many hands: time, and the peak memory of every process that takes part.

    python benchmarks/audit.py [--hands 1000000] [--jobs 2] [--folder /tmp/handproof-bench] [--limit-mb 1000]

Writes the logs once (benchmarks/generate.py) and keeps them in the folder. Exit code 1 where a process went over the
limit or the audit did not come out clean.
"""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.generate import generate  # noqa: E402 (the path above comes first)


def children_of(process: int) -> list[int]:
    """The ids of all processes below one, itself the first."""
    found = [process]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += [int(child) for child in task.read_text().split()]
            except OSError:
                continue
    return found


def peak_of(process: int) -> tuple[str, int] | None:
    """The command of a process and its peak resident memory in kB (VmHWM); None where it has gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
        command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return (command, int(fields["VmHWM"].split()[0])) if "VmHWM" in fields else None


def watch(command: list[str]) -> tuple[int, float, dict[int, tuple[str, int]]]:
    """Run a command; gives back its exit code, seconds, and (command, peak kB) of every process by id."""
    peaks: dict[int, tuple[str, int]] = {}
    began = time.perf_counter()
    running = subprocess.Popen(command, cwd=ROOT)
    while running.poll() is None:
        for process in children_of(running.pid):
            peak = peak_of(process)
            if peak:
                peaks[process] = peak
        time.sleep(0.05)
    return running.returncode, time.perf_counter() - began, peaks


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("/tmp/handproof-bench"))
    parser.add_argument("--limit-mb", type=int, default=1000)
    asked = parser.parse_args()
    logs = asked.folder / f"logs-{asked.seed}-{asked.hands}"
    if not logs.exists():
        unfinished = logs.with_suffix(".part")
        hands, size = generate(unfinished, asked.hands, seed=asked.seed, jobs=asked.jobs)
        unfinished.rename(logs)
        print(f"{hands:,} hands, {size / 1e6:,.0f} MB in {logs}")
    store, out = asked.folder / "club.duckdb", asked.folder / "report"
    for old in asked.folder.glob("club.duckdb*"):
        old.unlink()
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "handproof.py", "audit", str(logs), "--db", str(store), "--out", str(out)]
    code, took, peaks = watch([*command, "--jobs", str(asked.jobs)])
    size = store.stat().st_size / 1e6
    print(f"exit {code} after {took:,.0f} s ({asked.hands / took:,.0f} hands/s), store {size:,.0f} MB")
    for process, (name, peak) in sorted(peaks.items(), key=lambda item: -item[1][1]):
        print(f"{peak / 1000:8,.0f} MB  {process}  {name[:90]}")
    worst = max(peak for _, peak in peaks.values()) / 1000
    print(f"largest process {worst:,.0f} MB, limit {asked.limit_mb} MB")
    return int(code != 0 or worst > asked.limit_mb)


if __name__ == "__main__":
    sys.exit(main())
