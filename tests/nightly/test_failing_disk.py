"""The nth write, fsync, rename or open fails: a clean message, exit code 2, and the store unchanged or complete."""

import errno
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.nightly.clubs import NightServer, contents_of, lines_add_up, make_club, night_logs, report_of
from tests.randomness import chance

#: An error, and whether every call from the nth on fails with it, as on a disk that is full.
FAILURES = ((errno.ENOSPC, 1), (errno.EIO, 0), (errno.EACCES, 0))


@pytest.mark.parametrize("part", [3, 19, 41, 90, 170])
def test_a_call_fails(failing_server: NightServer, tmp_path: Path, part: int) -> None:
    """Some of the calls, each with one of the errors."""
    club = Club(failing_server, tmp_path, "test_a_call_fails")
    club.let_fail(part, FAILURES[part % 3])


@pytest.mark.slow
def test_every_call_fails_once(failing_server: NightServer, tmp_path: Path) -> None:
    """n = 1, 2, ... until a run has no nth call any more; the three errors in turn."""
    club = Club(failing_server, tmp_path, "test_every_call_fails_once")
    codes: Counter[int] = Counter()
    nth = 1
    while nth <= club.calls:
        codes[club.let_fail(nth, FAILURES[nth % 3])] += 1
        nth += 1
    sys.stdout.write(f"{nth - 1} calls failed; exit codes {dict(codes)}\n")


class Club:
    """A club with one night taken and a second one in its inbox, and what an undisturbed run makes of it."""

    def __init__(self, server: NightServer, folder: Path, name: str) -> None:
        self.server, self.folder = server, folder
        rng = chance(name)
        self.club, self.before = folder / "club", folder / "before"
        self.config = make_club(self.club)
        for number in (1, 2):
            for file, content in night_logs(number, rng, 3):
                (self.club / "inbox" / file).write_bytes(content)
            if number == 1:
                assert server.run(self.config, folder / "first") in (0, 1), (folder / "first.err").read_text()
        shutil.copytree(self.club, self.before, symlinks=True)
        self.old = report_of(self.club)
        # no call fails, but they are counted
        assert server.run(self.config, folder / "second", (0, 0, 0, str(self.club))) in (0, 1)
        self.calls = int((folder / "second.count").read_text())
        self.new = self.results()
        assert self.calls > 100

    def let_fail(self, nth: int, failure: tuple[int, int]) -> int:
        """One run in which the nth call fails, and one that heals it; gives the exit code of the first."""
        shutil.rmtree(self.club)
        shutil.copytree(self.before, self.club, symlinks=True)
        error, sticky = failure
        about = f"call {nth} fails with {errno.errorcode[error]}{', and all behind it' if sticky else ''}"
        status = self.server.run(self.config, self.folder / "failing", (nth, error, sticky, str(self.club)))
        said = (self.folder / "failing.err").read_text() + (self.folder / "failing.out").read_text()
        assert status in (0, 1, 2), f"{about}: {status}\n{said}"
        assert "Traceback" not in said, f"{about}:\n{said}"
        assert "fault of our own" not in said, f"{about}:\n{said}"
        assert lines_add_up(self.club / "club.duckdb"), about
        assert report_of(self.club) in (self.old, self.new["report"]), about
        if status != 2:  # what failed did not matter
            assert self.results() == self.new, about
        healed = self.server.run(self.config, self.folder / "healing")
        assert healed in (0, 1), f"{about}: {(self.folder / 'healing.err').read_text()}"
        assert self.results() == self.new, about
        return status

    def results(self) -> dict[str, Any]:
        """The report to the byte, and the tables of the store and of its copy."""
        return {
            "report": report_of(self.club),
            "store": contents_of(self.club / "club.duckdb"),
            "snapshot": contents_of(self.club / "club.snapshot.duckdb"),
        }
