"""The night job: what it reads, what it says, with which exit code it ends, and what it leaves behind."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from nightly.lock import run_lock
from nightly.run import STEPS, plan_lines
from tests.command_line import Command, Outcome, hand, rows, session, write_log
from tests.ingest.test_migrate import make_old_store
from tests.nightly.clubs import make_club, report_of
from tests.simulator import simulate_session


def nightly(run: Command, config: Path, *more: str) -> tuple[dict[str, Any], Outcome]:
    """Runs the job; what it printed is one line of JSON."""
    outcome = run("nightly", "--config", config, "--jobs", "1", *more)
    [summary] = rows(outcome)
    assert summary["exit_code"] == outcome.code
    assert all(json.loads(line)["event"] for line in outcome.err.splitlines())
    return summary, outcome


def dated(session_id: str, day: str, **fields: Any) -> dict[str, Any]:
    return session(session_id, started_at=f"2026-11-{day}T20:00:00+01:00", **fields)


def hidden(record: dict[str, Any]) -> dict[str, Any]:
    """The same record with all cards unknown."""
    if record["record"] != "hand":
        return record
    actions = [
        {**action, **{key: ["??"] * len(action[key]) for key in ("cards", "discards") if key in action}}
        for action in record["actions"]
    ]
    return {**{key: value for key, value in record.items() if key != "deck"}, "actions": actions}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A club with an empty inbox."""
    return make_club(tmp_path / "club")


def test_a_clean_night(run: Command, config: Path) -> None:
    """One night of two hands: its numbers, its page, the copy for readers, exit code 0; no clock in what is printed."""
    write_log(config.parent / "inbox" / "a.jsonl", [dated("s1", "14"), hand(1), hand(2)])
    summary, outcome = nightly(run, config)
    assert outcome.code == 0
    assert summary["nights"] == [
        {
            "night": "2026-11-14", "sessions": 1, "hands": 2, "verified": 2, "discrepant": 0, "incomplete": 0,
            "errors": 0, "warnings": 0, "disputed": 0,
            "page": str(config.parent / "report" / "latest" / "nights" / "2026-11-14.html"),
        }
    ]  # fmt: skip
    assert summary["lines"] == {
        "lines": 3, "stored": 3, "repeated": 0, "conflicting": 0, "rejected": 0, "blank": 0,
    }  # fmt: skip
    assert {"index.html", "nights/2026-11-14.html", "players.csv"} <= set(report_of(config.parent))
    assert run("findings", "--db", config.parent / "club.snapshot.duckdb").code == 0
    assert "2026-11-30" not in outcome.out


def test_running_again_changes_nothing(run: Command, config: Path) -> None:
    """The second run reads nothing, tells the same news with the same exit code, and makes no new version."""
    write_log(config.parent / "inbox" / "a.jsonl", [dated("s1", "14"), hand(1, paid=2), hand(2)])
    first, _ = nightly(run, config)
    before = report_of(config.parent)
    again, _ = nightly(run, config)
    assert first["exit_code"] == 1
    assert again == {
        **first,
        "files": {"new": 0, "changed": 0, "known": 1, "unreadable": 0, "no_logs": 0},
        "lines": dict.fromkeys(first["lines"], 0),
        "hands": {"replayed": 0, "kept": 2, "faults": 0},
    }
    assert report_of(config.parent) == before
    assert len(list((config.parent / "report" / "versions").iterdir())) == 1


def test_an_old_fault_does_not_ring_every_night(run: Command, config: Path) -> None:
    """A clean night after a wrong one ends with 0, and tells of the clean one alone; the report still has both."""
    inbox = config.parent / "inbox"
    write_log(inbox / "a.jsonl", [dated("s1", "14"), hand(1, paid=2), "broken"])
    first, _ = nightly(run, config)
    assert (first["exit_code"], first["lines_not_taken"]) == (1, 1)
    write_log(inbox / "b.jsonl", [dated("s2", "15"), hand(1, session_id="s2"), hand(2, session_id="s2")])
    second, _ = nightly(run, config)
    assert [night["night"] for night in second["nights"]] == ["2026-11-15"]
    assert (second["exit_code"], second["lines_not_taken"]) == (0, 0)
    assert {"nights/2026-11-14.html", "nights/2026-11-15.html"} <= set(report_of(config.parent))


def test_news_of_an_old_night_is_told(run: Command, config: Path) -> None:
    """A log that comes late changes an old night, which is then news."""
    inbox = config.parent / "inbox"
    write_log(inbox / "a.jsonl", [dated("s1", "14"), hand(1)])
    write_log(inbox / "b.jsonl", [dated("s2", "15"), hand(1, session_id="s2")])
    nightly(run, config)
    write_log(inbox / "late.jsonl", [dated("s3", "14"), hand(1, session_id="s3", paid=1)])
    summary, outcome = nightly(run, config)
    assert [(night["night"], night["sessions"]) for night in summary["nights"]] == [("2026-11-14", 2)]
    assert outcome.code == 1


@pytest.mark.parametrize(
    ("fail_on", "codes"),
    [("incomplete", (1, 1, 1)), ("warning", (0, 1, 1)), ("error", (0, 0, 1)), ("never", (0, 0, 0))],
)
def test_what_the_club_wants_to_be_woken_for(
    run: Command, tmp_path: Path, fail_on: str, codes: tuple[int, ...]
) -> None:
    """`fail_on`: a hand that cannot be proved, a warning (a number is missing), an error: exit code 1 or not."""
    unseen = [hidden(record) for record in simulate_session(7, game="stitch", hands=6, session_id="s1")]
    found = []
    for number, hands in enumerate((unseen, [hand(1), hand(3)], [hand(1, paid=2)])):
        config = make_club(tmp_path / str(number), f'[nightly]\nfail_on = "{fail_on}"\n')
        write_log(config.parent / "inbox" / "a.jsonl", hands if hands is unseen else [dated("s1", "14"), *hands])
        found.append(nightly(run, config)[1].code)
    assert tuple(found) == codes


def test_a_file_that_is_still_being_written(run: Command, config: Path) -> None:
    """It is taken up to its last whole line without an alarm, and gone on with the next night."""
    log = config.parent / "inbox" / "a.jsonl"
    write_log(log, [dated("s1", "14"), hand(1), hand(2)])
    whole = log.read_bytes()
    log.write_bytes(whole[:-40])
    summary, outcome = nightly(run, config)
    assert (outcome.code, summary["lines"]["stored"]) == (0, 2)
    assert summary["unfinished"] == [{"source": str(log), "line_no": 3}]
    again, outcome = nightly(run, config)
    assert (outcome.code, again["unfinished"]) == (0, summary["unfinished"])
    log.write_bytes(whole)
    summary, outcome = nightly(run, config)
    assert (outcome.code, summary["unfinished"], summary["nights"][0]["hands"]) == (0, [], 2)


@pytest.mark.parametrize("packing", ["", ".gz"])
def test_a_file_that_was_never_finished_rings_when_a_later_night_is_in(
    run: Command, config: Path, packing: str
) -> None:
    """Waiting has an end: once a later night has come in, the lost end of a file is told as a line not taken."""
    inbox = config.parent / "inbox"
    content = write_log(config.parent / "whole", [dated("s1", "14"), hand(1), hand(2)]).read_bytes()
    (inbox / f"a.jsonl{packing}").write_bytes(gzip.compress(content)[:-30] if packing else content[:-40])
    assert nightly(run, config)[1].code == 0
    write_log(inbox / "b.jsonl", [dated("s2", "15"), hand(1, session_id="s2")])
    summary, outcome = nightly(run, config)
    assert (outcome.code, summary["lines_not_taken"], summary["unfinished"]) == (1, 1, [])


def test_a_file_that_is_too_large_rings_at_once(run: Command, tmp_path: Path) -> None:
    """What is beyond a limit is not whole by waiting: it is a line not taken in the first run."""
    config = make_club(tmp_path / "club", "[limits]\nuncompressed_bytes = 2000\n")
    write_log(config.parent / "inbox" / "a.jsonl", [dated("s1", "14"), *(hand(number) for number in range(1, 6))])
    summary, outcome = nightly(run, config)
    assert (outcome.code, summary["lines_not_taken"], summary["unfinished"]) == (1, 1, [])


def test_a_file_that_cannot_be_read_does_not_stop_the_others(run: Command, config: Path) -> None:
    """A pipe and a dangling link in the inbox are problems (exit code 2); the night beside them is audited."""
    inbox = config.parent / "inbox"
    write_log(inbox / "a.jsonl", [dated("s1", "14"), hand(1)])
    os.mkfifo(inbox / "pipe.jsonl")
    (inbox / "gone.jsonl").symlink_to("nowhere")
    summary, outcome = nightly(run, config)
    assert (outcome.code, summary["nights"][0]["verified"], summary["files"]["unreadable"]) == (2, 1, 2)
    assert ["gone.jsonl" in problem or "pipe.jsonl" in problem for problem in summary["problems"]] == [True, True]


def test_an_inbox_that_is_not_there(run: Command, config: Path) -> None:
    """A folder that was not mounted is a problem, never an empty night."""
    (config.parent / "inbox").rmdir()
    summary, outcome = nightly(run, config)
    assert outcome.code == 2
    assert "inbox is not there" in summary["problems"][0]


def test_what_is_no_log_is_named(run: Command, config: Path) -> None:
    """A file whose name says that it is no log is not read, and is named."""
    (config.parent / "inbox" / "notes.md").write_text("x")
    (config.parent / "inbox" / "a.jsonl.part").write_text("{")
    summary, outcome = nightly(run, config)
    assert (outcome.code, summary["files"]["no_logs"]) == (0, 2)
    assert [Path(name).name for name in summary["no_logs"]] == ["a.jsonl.part", "notes.md"]


def test_two_runs_at_once(run: Command, config: Path) -> None:
    """The second ends with 75, names the process that runs, and leaves everything as it is."""
    with run_lock(config.parent / "club.duckdb"):
        summary, outcome = nightly(run, config)
    assert outcome.code == 75
    assert f"process {os.getpid()}" in summary["error"]
    assert sorted(path.name for path in config.parent.iterdir()) == ["club.duckdb.lock", "club.toml", "inbox"]
    assert nightly(run, config)[1].code == 0


def test_the_dry_run_tells_the_steps_that_are_executed(run: Command, config: Path) -> None:
    """The plan names the files and every step of the list, and nothing is made or read."""
    write_log(config.parent / "inbox" / "a.jsonl", [dated("s1", "14"), hand(1)])
    outcome = run("nightly", "--config", config, "--dry-run")
    assert outcome.out.splitlines() == plan_lines(config)
    assert outcome.out.startswith(f"new: {config.parent / 'inbox' / 'a.jsonl'}\n")
    assert [line.split(":")[0] for line in outcome.out.splitlines()[-len(STEPS) :]] == [step.name for step in STEPS]
    assert sorted(path.name for path in config.parent.iterdir()) == ["club.toml", "inbox"]
    nightly(run, config)
    assert "known: 1 files" in run("nightly", "--config", config, "--dry-run").out


def test_old_versions_of_the_report_are_kept_for_a_while(run: Command, tmp_path: Path) -> None:
    """`retention.reports` versions stay, the newest one included, and `latest` shows the newest."""
    config = make_club(tmp_path / "club", "[retention]\nreports = 2\n")
    for number in range(1, 5):
        write_log(
            config.parent / "inbox" / f"{number}.jsonl",
            [dated(f"s{number}", f"1{number}"), hand(1, session_id=f"s{number}")],
        )
        nightly(run, config)
    versions = sorted(path.name for path in (config.parent / "report" / "versions").iterdir())
    assert [name[:4] for name in versions] == ["0003", "0004"]
    assert os.readlink(config.parent / "report" / "latest") == f"versions/{versions[-1]}"


def test_a_lost_store_is_made_again_from_its_copy(run: Command, config: Path) -> None:
    """The copy for readers is a whole store: put in the place of the lost one, the next run goes on from it."""
    inbox, store = config.parent / "inbox", config.parent / "club.duckdb"
    write_log(inbox / "a.jsonl", [dated("s1", "14"), hand(1)])
    nightly(run, config)
    write_log(inbox / "b.jsonl", [dated("s2", "15"), hand(1, session_id="s2")])
    store.write_bytes(b"destroyed")
    summary, outcome = nightly(run, config)
    assert outcome.code == 2
    assert "club.duckdb" in summary["error"]
    shutil.copy(config.parent / "club.snapshot.duckdb", store)
    summary, outcome = nightly(run, config)
    assert (outcome.code, summary["files"]["known"], summary["files"]["new"]) == (0, 1, 1)
    assert {"nights/2026-11-14.html", "nights/2026-11-15.html"} <= set(report_of(config.parent))


def test_readers_are_told_of_the_copy(run: Command, config: Path) -> None:
    """While the store is in use a reader ends with 75 and is told where the copy lies."""
    write_log(config.parent / "inbox" / "a.jsonl", [dated("s1", "14"), hand(1)])
    nightly(run, config)
    store = config.parent / "club.duckdb"
    program = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        outcome = run("findings", "--db", store)
        summary, locked = nightly(run, config)
        holder.kill()
    assert outcome.code == locked.code == 75
    assert f"read its copy: --db {config.parent / 'club.snapshot.duckdb'}" in outcome.err
    assert f"process {holder.pid}" in summary["error"]


def test_config_show_says_where_each_setting_comes_from(run: Command, config: Path) -> None:
    """Every setting of the config once, with its value, and `config` or `default`."""
    config.write_text('[nightly]\nzone = "Asia/Tokyo"\n[rules.poker]\nante = 4\n[limits]\nplayers = 9\n')
    shown = rows(run("config", "show", "--config", config, "--json"))
    found = {row["setting"]: (row["value"], row["from"]) for row in shown}
    assert found["nightly.zone"] == ("Asia/Tokyo", "config")
    assert found["nightly.day_ends"] == ("06:00", "default")
    assert found["nightly.inbox"] == (["inbox"], "default")
    assert found["limits.players"] == (9, "config")
    assert found["rules.poker.ante"] == (4, "config")
    assert found["rules.pok.loser_pays"][1] == "default"
    assert {"limits.line_bytes", "retention.reports", "nightly.fail_on", "nightly.language"} <= set(found)


def test_what_a_killed_run_left_beside_the_store_is_removed(run: Command, config: Path) -> None:
    """A half-written note of the last run goes with the next run; the note itself says what the run printed."""
    (config.parent / ".handproof-file-x").write_text("half")
    summary, _ = nightly(run, config)
    assert not list(config.parent.glob(".handproof-*"))
    assert json.loads((config.parent / "club.duckdb.last-run.json").read_text()) == summary


def test_an_old_store_is_brought_forward(run: Command, config: Path) -> None:
    """The first run of a newer handproof copies the store, migrates it, says so in its journal, and goes on."""
    make_old_store(config.parent / "club.duckdb", more="DELETE FROM sources; DELETE FROM cash")
    write_log(config.parent / "inbox" / "a.jsonl", [dated("s1", "14"), hand(1)])
    _, outcome = nightly(run, config)
    assert outcome.code == 0
    [event] = [event for event in map(json.loads, outcome.err.splitlines()) if event["event"] == "migrated"]
    assert "club.v1.duckdb" in event["text"]
    assert (config.parent / "club.v1.duckdb").is_file()


def test_a_newer_store_is_refused(run: Command, config: Path) -> None:
    """A store of a newer handproof ends the run with 2 before anything is touched."""
    nightly(run, config)
    with duckdb.connect(str(config.parent / "club.duckdb")) as connection:
        connection.execute("UPDATE store_info SET value = '999' WHERE key = 'schema_version'")
    before = (config.parent / "club.duckdb").read_bytes()
    summary, outcome = nightly(run, config)
    assert (outcome.code, "newer handproof" in summary["error"]) == (2, True)
    assert (config.parent / "club.duckdb").read_bytes() == before
