"""`handproof doctor`: each thing that may be wrong is found and named with what to do; a healthy club is well."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ingest.store import SCHEMA_VERSION
from nightly import doctor
from nightly.lock import run_lock
from tests.command_line import Command, hand, refused, rows, session, write_log
from tests.nightly.clubs import make_club


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club whose job has run."""
    import handproof

    config = make_club(tmp_path_factory.mktemp("healthy") / "club")
    write_log(config.parent / "inbox" / "a.jsonl", [session(started_at="2026-11-14T20:00:00Z"), hand(1)])
    assert handproof.main(["nightly", "--config", str(config), "--jobs", "1"]) == 0
    return config.parent


@pytest.fixture
def club(healthy: Path, tmp_path: Path) -> Path:
    """A copy of it, to be made ill."""
    shutil.copytree(healthy, tmp_path / "club", symlinks=True, copy_function=shutil.copy2)
    connection = duckdb.connect(str(tmp_path / "club" / "club.duckdb"))
    moved = [str(tmp_path / "club" / "inbox" / "a.jsonl")]
    connection.execute("UPDATE nightly_files SET path = $1", moved)
    connection.close()
    return tmp_path / "club"


def examined(run: Command, club: Path) -> dict[str, list[dict[str, Any]]]:
    """What the doctor says, by check; the exit code is 1 if anything is not ok."""
    outcome = run("doctor", "--config", club / "club.toml", "--json")
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows(outcome):
        found.setdefault(row["check"], []).append(row)
        assert (row["outcome"] == "ok") == (row["remedy"] == ""), row
    assert outcome.code == any(row["outcome"] != "ok" for of_check in found.values() for row in of_check)
    return found


def test_a_healthy_club_is_well(run: Command, club: Path) -> None:
    """All is ok, exit code 0, versions are told, and nothing is changed by looking."""
    before = sorted(path.name for path in club.rglob("*"))
    found = examined(run, club)
    assert {row["outcome"] for of_check in found.values() for row in of_check} == {"ok"}
    assert "duckdb 2." in found["versions"][0]["text"]
    assert found["inbox"][0]["text"] == "0 files wait for the next run, 1 are taken already"
    assert "with exit code 0" in found["last run"][0]["text"]
    assert sorted(path.name for path in club.rglob("*")) == before


def test_a_new_club_has_not_run_yet(run: Command, tmp_path: Path) -> None:
    """No store, no run, no report: said as such, with what to do."""
    make_club(tmp_path / "new")
    found = examined(run, tmp_path / "new")
    assert "the first run makes it" in found["store"][0]["text"]
    assert [found[check][0]["outcome"] for check in ("store", "last run", "report", "snapshot")] == [
        "ok", "warning", "warning", "warning",
    ]  # fmt: skip


def older(club: Path) -> None:
    _set_version(club, SCHEMA_VERSION - 1)


def newer(club: Path) -> None:
    _set_version(club, SCHEMA_VERSION + 1)


def _set_version(club: Path, version: int) -> None:
    connection = duckdb.connect(str(club / "club.duckdb"))
    connection.execute("UPDATE store_info SET value = $1 WHERE key = 'schema_version'", [str(version)])
    connection.close()


def destroyed(club: Path) -> None:
    (club / "club.duckdb").write_bytes(b"nothing of a database" * 1000)


def no_inbox(club: Path) -> None:
    shutil.rmtree(club / "inbox")


def no_log(club: Path) -> None:
    (club / "inbox" / "photo.png").write_bytes(b"x")


def killed_report(club: Path) -> None:
    (club / "report" / "versions" / ".handproof-new-abc").mkdir()


def no_report(club: Path) -> None:
    (club / "report" / "latest").unlink()


def bad_copy(club: Path) -> None:
    (club / "club.snapshot.duckdb").write_bytes(b"x" * 5000)


def failed_run(club: Path) -> None:
    (club / "club.duckdb.last-run.json").write_text('{"error": "No space left on device", "exit_code": 2}')


def not_ours(club: Path) -> None:
    (club / "club.duckdb.last-run.json").write_text("[]")


@pytest.mark.parametrize(
    ("illness", "check", "outcome", "words"),
    [
        (older, "store", "warning", "keeps a copy"),
        (newer, "store", "problem", "newer handproof"),
        (destroyed, "store", "problem", "docs/operating.md"),
        (no_inbox, "inbox", "problem", "the inbox is not there"),
        (no_log, "inbox", "warning", "photo.png"),
        (killed_report, "left over", "warning", ".handproof-new-abc"),
        (no_report, "report", "warning", "handproof nightly"),
        (bad_copy, "snapshot", "problem", "move it away"),
        (failed_run, "last run", "problem", "No space left on device"),
        (not_ours, "last run", "problem", "not from a night job"),
    ],
)
def test_an_illness_is_found(
    run: Command, club: Path, illness: Callable[[Path], None], check: str, outcome: str, words: str
) -> None:
    """Each thing that can be wrong is told under its check, with its remedy."""
    illness(club)
    [row] = [row for row in examined(run, club)[check] if row["outcome"] != "ok"]
    assert row["outcome"] == outcome
    assert words in row["text"] + row["remedy"]


def test_the_remedy_of_a_missing_inbox_is_what_to_do(run: Command, club: Path) -> None:
    """The text says what is wrong and what comes of it, the remedy what to do."""
    no_inbox(club)
    [row] = [row for row in examined(run, club)["inbox"] if row["outcome"] == "problem"]
    assert row["text"].endswith("the inbox is not there; its hands are in no report")
    assert row["remedy"] == "make the folder, or correct nightly.inbox in the config"


def test_a_full_disk_is_foreseen(run: Command, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Less room than a run may need is a problem for each place that lies there."""
    monkeypatch.setattr(doctor, "LEAST_FREE_BYTES", 1 << 60)
    assert [row["outcome"] for row in examined(run, club)["disk"]] == ["problem"] * 3


def test_a_job_that_runs_is_named(run: Command, club: Path) -> None:
    """Whoever holds the lock, and whoever has the store open, are named by their process."""
    with run_lock(club / "club.duckdb"):
        assert "a night job is running: process" in examined(run, club)["lock"][0]["text"]
    program = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(club / "club.duckdb")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        found = examined(run, club)
        holder.kill()
    assert f"process {holder.pid}" in found["store"][0]["text"]


def test_an_unfinished_file_is_named(run: Command, club: Path) -> None:
    """A file whose last line was not whole when it was read is told with the line."""
    (club / "inbox" / "b.jsonl").write_text('{"record": "hand", ')
    assert run("nightly", "--config", club / "club.toml", "--jobs", "1").code == 0
    [row] = [row for row in examined(run, club)["inbox"] if row["outcome"] == "warning"]
    assert "b.jsonl ended in the middle of line 1" in row["text"]


def test_a_config_that_cannot_be_used_is_refused(run: Command, club: Path) -> None:
    """A wrong setting ends with 2 and names the nearest."""
    (club / "club.toml").write_text('[nightly]\nzone = "Europe/Wien"\n')
    refused(run("doctor", "--config", club / "club.toml"), "Europe/Wien", "did you mean")
