"""kill -9 at any moment: nothing that the job acknowledged is lost, nothing is doubled, no page is half, the next run
heals, and in the end all is as if nothing had happened.
"""

import json
import os
import shutil
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ingest.store import open_store
from nightly.run import STEPS
from tests.nightly.clubs import NightServer, contents_of, lines_add_up, make_club, night_logs, report_of
from tests.randomness import chance

NIGHTS = 2
KILLS_A_NIGHT = 5


def test_killed_at_random_moments(server: NightServer, tmp_path: Path) -> None:
    """Twenty kills in two clubs, at moments of all steps."""
    _kill_clubs(server, tmp_path, 2, "test_killed_at_random_moments")


@pytest.mark.slow
def test_killed_five_hundred_times(server: NightServer, tmp_path: Path) -> None:
    """The same 530 times: some runs end before they are killed."""
    _kill_clubs(server, tmp_path, 53, "test_killed_five_hundred_times")


def _kill_clubs(server: NightServer, folder: Path, clubs: int, name: str) -> None:
    rng = chance(name)
    moments: Counter[str] = Counter()
    for _ in range(clubs):
        _one_club(server, folder, rng, moments)
    sys.stdout.write(f"kills by the step in which they came: {dict(moments)}\n")
    assert moments.total() - moments["ended"] >= 0.9 * clubs * NIGHTS * KILLS_A_NIGHT


def _one_club(server: NightServer, folder: Path, rng: Random, moments: Counter[str]) -> None:
    """Nights come in one by one, the job is killed again and again, and then it may end."""
    nights = [list(night_logs(number + 1, rng, 4)) for number in range(NIGHTS)]
    expected, seconds = _undisturbed(server, folder, nights)
    config = make_club(folder / "club")
    for night in nights:
        _arrive(config.parent, night)
        for _ in range(KILLS_A_NIGHT):
            moments[_kill_once(server, config, rng, seconds)] += 1
            _nothing_is_lost(config.parent)
    status = server.run(config, folder / "last")
    assert status in (0, 1), (folder / "last.err").read_text()
    assert _results(config.parent) == expected
    shutil.rmtree(config.parent)


def _undisturbed(
    server: NightServer, folder: Path, nights: list[list[tuple[str, bytes]]]
) -> tuple[dict[str, Any], dict[str, float]]:
    """What one run over all nights leaves behind, and how long each of its steps took."""
    config = make_club(folder / "club")
    for night in nights:
        _arrive(config.parent, night)
    status = server.run(config, folder / "first")
    assert status in (0, 1), (folder / "first.err").read_text()
    events = _events(folder / "first")
    times = [_seconds(event) for event in events]
    seconds = {step.name: times[place + 1] - times[place] for place, step in enumerate(STEPS)}
    results = _results(config.parent)
    shutil.rmtree(config.parent)
    return results, seconds


def _arrive(club: Path, logs: list[tuple[str, bytes]]) -> None:
    for name, content in logs:
        (club / "inbox" / name).write_bytes(content)


def _kill_once(server: NightServer, config: Path, rng: Random, seconds: dict[str, float]) -> str:
    """Kill a run within a step drawn by chance; gives the step in which the kill came."""
    output = config.parent / "killed"
    output.with_suffix(".err").unlink(missing_ok=True)
    place = rng.randrange(len(STEPS))
    process = server.start(config, output)
    deadline = time.monotonic() + 60
    while _lines(output) < place + 1 and _alive(process) and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(rng.uniform(0, seconds[STEPS[place].name]))
    os.kill(process, signal.SIGKILL)
    status = server.wait()
    if status != -signal.SIGKILL:
        return "ended"
    done = _lines(output) - 1
    return STEPS[done].name if 0 <= done < len(STEPS) else "begin" if done < 0 else "end"


def _alive(process: int) -> bool:
    """Whether it has not ended yet; the server has not waited for it, so its number is still its own."""
    state = Path(f"/proc/{process}/stat").read_text()
    return state.rpartition(")")[2].split()[0] != "Z"


def _lines(output: Path) -> int:
    """How many whole lines the journal has."""
    try:
        return output.with_suffix(".err").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def _nothing_is_lost(club: Path) -> None:
    """What the journal of the killed run says is done is there; no line is lost or doubled; no page is half."""
    store, done = club / "club.duckdb", {event["step"]: event for event in _events(club / "killed") if "step" in event}
    if store.exists():
        assert lines_add_up(store)
    if "ingest" in done:
        with open_store(store) as connection:
            taken = connection.execute("SELECT sum(stored + repeated + conflicting) FROM sources").fetchall()
        assert taken[0][0] >= done["ingest"]["stored"] + done["ingest"]["repeated"]
    if "report" in done:
        assert os.readlink(club / "report" / "latest") == f"versions/{done['report']['version']}"
    if "snapshot" in done:
        open_store(club / "club.snapshot.duckdb", read_only=True).close()
    if (club / "report" / "latest").exists():
        pages = report_of(club)
        assert "index.html" in pages
        assert all(text.rstrip().endswith(b"</html>") for name, text in pages.items() if name.endswith(".html"))


def _events(output: Path) -> list[dict[str, Any]]:
    text = output.with_suffix(".err").read_text()
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def _seconds(event: dict[str, Any]) -> float:
    from datetime import datetime

    return datetime.fromisoformat(event["timestamp"]).timestamp()


def _results(club: Path) -> dict[str, Any]:
    """Everything that must be the same: the report to the byte, and the tables of the store and of its copy."""
    return {
        "report": report_of(club),
        "store": contents_of(club / "club.duckdb"),
        "snapshot": contents_of(club / "club.snapshot.duckdb"),
    }
