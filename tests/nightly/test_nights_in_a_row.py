"""Night after night, unattended, with faults: every night's report is that of a run from scratch."""

import errno
import os
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.nightly.clubs import NightServer, contents_of, make_club, night_logs, report_of
from tests.randomness import chance


def test_five_nights_in_a_row(failing_server: NightServer, tmp_path: Path) -> None:
    """Five nights."""
    _nights(failing_server, tmp_path, 5, "test_five_nights_in_a_row")


@pytest.mark.slow
def test_thirty_nights_in_a_row(failing_server: NightServer, tmp_path: Path) -> None:
    """Thirty nights."""
    _nights(failing_server, tmp_path, 30, "test_thirty_nights_in_a_row")


def _nights(server: NightServer, folder: Path, nights: int, name: str) -> None:
    club = Club(server, folder, chance(name))
    for number in range(1, nights + 1):
        club.night(number)
    sys.stdout.write(f"what befell the nights: {dict(club.befell)}\n")
    assert len(club.befell) >= min(nights, 8)


class Club:
    """A club whose logs come in by ways of all kinds, and whose job is disturbed in ways of all kinds."""

    def __init__(self, server: NightServer, folder: Path, rng: Random) -> None:
        self.server, self.folder, self.rng = server, folder, rng
        self.config = make_club(folder / "club")
        self.club, self.inbox = folder / "club", folder / "club" / "inbox"
        self.befell: Counter[str] = Counter()
        self.rest: list[tuple[Path, bytes]] = []  # what comes the night after

    def night(self, number: int) -> None:
        """Logs come in, something goes wrong, and in the end the job runs through."""
        for path, content in self.rest:
            path.write_bytes(content)
        self.rest = []
        for name, content in night_logs(number, self.rng, 4):
            self._arrive(self.inbox / name, content)
        self._disturb()
        status = self.server.run(self.config, self.folder / "night")
        assert status in (0, 1), (self.folder / "night.err").read_text()
        assert self._results(self.club) == self._from_scratch(), f"night {number}: {dict(self.befell)}"

    def _arrive(self, path: Path, content: bytes) -> None:
        """A file comes in whole, in part (its writer goes on the next night), late, or twice under two names."""
        way = self.rng.choice(("whole", "whole", "in part", "in whole lines", "late", "twice"))
        self.befell[f"a file came {way}"] += 1
        whole = content
        if way == "in part":
            content = content[: self.rng.randrange(1, len(content))]
        elif way == "in whole lines" and path.suffix == ".jsonl":
            content = b"".join(content.splitlines(keepends=True)[: self.rng.randrange(1, 9)])
        elif way == "twice":
            path.with_name(f"night-{path.name.removeprefix('night-')[:2]}-z-{path.name}").write_bytes(content)
        if way == "late":
            self.rest.append((path, whole))
            return
        path.write_bytes(content)
        if content != whole:
            self.rest.append((path, whole))

    def _disturb(self) -> None:
        what: Callable[[], None] = self.rng.choice(
            (self._nothing, self._missed, self._killed, self._disk_full, self._two_at_once, self._reader)
        )
        self.befell[what.__name__.strip("_")] += 1
        what()

    def _nothing(self) -> None:
        """A quiet night."""

    def _missed(self) -> None:
        """The computer was off: more logs come in before anything runs."""
        for name, content in night_logs(100 + self.befell["missed"], self.rng, 3):
            (self.inbox / name).write_bytes(content)

    def _killed(self) -> None:
        process = self.server.start(self.config, self.folder / "killed")
        time.sleep(self.rng.uniform(0, 3))
        os.kill(process, signal.SIGKILL)
        self.server.wait()

    def _disk_full(self) -> None:
        failure = (self.rng.randrange(1, 200), errno.ENOSPC, 1, str(self.club))
        assert self.server.run(self.config, self.folder / "full", failure) in (0, 1, 2)

    def _two_at_once(self) -> None:
        """A second job while one runs ends with 75 and names the process; the first is not disturbed."""
        from tests.command_line import run_aside

        process = self.server.start(self.config, self.folder / "one")
        lock = self.club / "club.duckdb.lock"
        while not lock.exists() or lock.read_text().strip() != str(process):
            time.sleep(0.001)
        os.kill(process, signal.SIGSTOP)
        outcome = run_aside("nightly", "--config", self.config)
        os.kill(process, signal.SIGCONT)
        assert (outcome.code, str(process) in outcome.out) == (75, True), outcome
        assert self.server.wait() in (0, 1)

    def _reader(self) -> None:
        """Somebody reads the copy all the time."""
        from ingest.store import open_store

        copy = self.club / "club.snapshot.duckdb"
        if not copy.exists():
            return
        with open_store(copy, read_only=True) as connection:
            before = connection.execute("SELECT count(*) FROM hands").fetchall()
            assert self.server.run(self.config, self.folder / "read") in (0, 1)
            assert connection.execute("SELECT count(*) FROM hands").fetchall() == before

    def _from_scratch(self) -> dict[str, Any]:
        """The results of a new club, at the same place, into whose inbox all came at once."""
        aside = self.folder / "aside"
        self.club.rename(aside)
        make_club(self.club)
        for path in (aside / "inbox").iterdir():
            shutil.copy(path, self.inbox / path.name)
        status = self.server.run(self.config, self.folder / "scratch")
        assert status in (0, 1), (self.folder / "scratch.err").read_text()
        results = self._results(self.club)
        shutil.rmtree(self.club)
        aside.rename(self.club)
        return results

    @staticmethod
    def _results(club: Path) -> dict[str, Any]:
        verdicts = contents_of(club / "club.duckdb")
        return {"report": report_of(club), **{name: verdicts[name] for name in ("verdicts", "findings", "corrections")}}
