"""What stops a run, and how a user is told: exit codes 0, 1, 2, 75 and 130, one plain line on standard error."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.store import open_store
from tests.command_line import (
    ROOT,
    Command,
    hand,
    refused,
    rows,
    session,
    write_log,
)


def test_a_clean_night_ends_with_0(run: Command, tmp_path: Path) -> None:
    """No finding, no reject, no conflict: exit code 0, from the audit and from each stage by itself."""
    log = write_log(tmp_path / "clean.jsonl", [session(), hand(1), hand(2)])
    store = tmp_path / "club.duckdb"
    assert run("ingest", log, "--db", store).code == 0
    assert run("replay", "--db", store) == (0, "Hands: 2 replayed, 0 unchanged. Findings: 0.\n", "")
    assert run("replay", "--db", store) == (0, "Hands: 0 replayed, 2 unchanged. Findings: 0.\n", "")
    assert run("check", "--db", store).code == 0
    assert run("report", "--db", store, "--out", tmp_path / "report").code == 0
    whole = run("audit", log, "--db", store, "--out", tmp_path / "report")
    assert whole.code == 0
    assert "Findings: 0." in whole.out.splitlines()


def test_a_conflict_ends_with_1(run: Command, tmp_path: Path) -> None:
    """A hand that is known with other content is reported and kept apart; the first stands."""
    log = write_log(tmp_path / "first.jsonl", [session(), hand(1)])
    other = write_log(tmp_path / "second.jsonl", [hand(1, _note="kept"), hand(1, paid=2)])
    store = tmp_path / "club.duckdb"
    assert run("ingest", log, "--db", store).code == 0
    outcome = run("ingest", other, "--db", store)
    assert outcome.code == 1
    assert outcome.out.startswith("Lines: 2 = 0 stored + 1 repeated + 1 conflicting")


def test_conflicts_are_named(run: Command, tmp_path: Path) -> None:
    """The summary names the first ones with their lines; `rejects` says of each what is known and what differs."""
    log = write_log(
        tmp_path / "log.jsonl", [session(), *map(hand, range(1, 6)), "{", *(hand(n, 2) for n in range(1, 6))]
    )
    places = ("--db", tmp_path / "c.duckdb")
    lines = run("audit", log, *places, "--out", tmp_path / "report").out.splitlines()
    first = lines.index("Records that came twice with different content: 5 (see: handproof rejects --code conflict).")
    named = [f"  hand s1-h{number}: {log}, line {7 + number}" for number in (1, 2, 3)]
    assert lines[first + 1 : first + 5] == [*named, "  and 2 more"]
    found = rows(run("rejects", *places, "--json", "--code", "conflict"))
    assert [(row["source"], row["line_no"]) for row in found] == [(str(log), line_no) for line_no in range(8, 13)]
    assert all(list(row) == ["source", "line_no", "code", "message"] for row in found)
    for words in ('"s1-h1" was read before', "line 2)", "differs in actions (from action 7 on)"):
        assert words in found[0]["message"]
    assert [row["line_no"] for row in rows(run("rejects", *places, "--json"))] == list(range(7, 13))


def test_rules_of_the_config_are_used(run: Command, tmp_path: Path) -> None:
    """With ante = 2 in the config the same hands are wrong, and replaying without it makes them right again."""
    log = write_log(tmp_path / "log.jsonl", [session(), hand(1)])
    config = tmp_path / "club.toml"
    config.write_text("[rules.poker]\nante = 2\n", encoding="utf-8")
    store = tmp_path / "club.duckdb"
    assert run("ingest", log, "--db", store).code == 0
    assert run("replay", "--db", store, "--config", config).code == 1
    assert run("replay", "--db", store).code == 0


def test_a_missing_log_is_named_and_leaves_no_store(run: Command, tmp_path: Path) -> None:
    """A path that is not there ends the audit before anything is made."""
    store = tmp_path / "club.duckdb"
    refused(run("audit", tmp_path / "gone.jsonl", "--db", store, "--out", tmp_path / "report"), "gone.jsonl", "no such")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_logs_is_refused(run: Command, tmp_path: Path) -> None:
    """A folder in which no file is a log is most likely the wrong folder."""
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    refused(run("audit", tmp_path, "--db", tmp_path / "c.duckdb", "--out", tmp_path / "r"), "no logs", ".jsonl")


def test_an_empty_log_is_a_clean_night(run: Command, tmp_path: Path) -> None:
    """An empty file holds no lines, and a report can be written of it."""
    outcome = run("audit", write_log(tmp_path / "e.jsonl", []), "--db", tmp_path / "c.duckdb", "--out", tmp_path / "r")
    assert outcome.code == 0
    assert outcome.out.startswith("Lines: 0 = 0 stored")
    assert (tmp_path / "r" / "index.html").is_file()


def test_a_log_of_broken_lines_is_reported_line_by_line(run: Command, tmp_path: Path) -> None:
    """Lines that are no records are rejected with their number and a reason; the good one beside them is stored."""
    broken = ["[]", "\x00", '{"record": "hand"}', '{"record": "session", "format": "handproof/1", "session_id": 7}']
    log = write_log(tmp_path / "broken.jsonl", [*broken, session()])
    outcome = run("ingest", log, "--db", tmp_path / "c.duckdb")
    assert outcome.code == 1
    assert outcome.out == "Lines: 5 = 1 stored + 0 repeated + 0 conflicting + 4 rejected + 0 blank.\n"
    found = rows(run("rejects", "--db", tmp_path / "c.duckdb", "--json"))
    assert [row["line_no"] for row in found] == [1, 2, 3, 4]
    assert all(row["message"] for row in found)


def test_an_unknown_rule_key_in_a_log_names_the_nearest(run: Command, tmp_path: Path) -> None:
    """A hand with a key that does not exist is a reject whose reason names the key that was meant."""
    log = write_log(tmp_path / "log.jsonl", [session(), hand(1, rules={"antee": 2})])
    assert run("ingest", log, "--db", tmp_path / "c.duckdb").code == 1
    [reject] = rows(run("rejects", "--db", tmp_path / "c.duckdb", "--json"))
    assert "antee" in reject["message"]
    assert "'ante'" in reject["message"]


def test_an_unknown_rule_key_in_the_config_names_the_nearest(run: Command, tmp_path: Path) -> None:
    """A config with a key that does not exist stops the run before the store is made."""
    config = tmp_path / "club.toml"
    config.write_text("[rules.poker]\nantee = 2\n", encoding="utf-8")
    log = write_log(tmp_path / "log.jsonl", [session()])
    refused(run("audit", log, "--config", config, "--db", tmp_path / "c.duckdb"), "antee", "'ante'", "club.toml")
    assert not (tmp_path / "c.duckdb").exists()


@pytest.mark.parametrize("out", ["/proc/handproof-report", "file/report", "file"])
def test_an_output_folder_that_cannot_be_written_stops_the_audit(run: Command, tmp_path: Path, out: str) -> None:
    """A read-only place, or a file where the folder should be, is named; it is found before the night is replayed."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    log = write_log(tmp_path / "log.jsonl", [session()])
    outcome = run("audit", log, "--db", tmp_path / "c.duckdb", "--out", tmp_path / out)
    refused(outcome, "cannot write the report", str(tmp_path / out))
    assert not (tmp_path / "c.duckdb").exists()


@pytest.mark.parametrize("command", ["verdicts", "replay", "check", "report"])
def test_a_store_that_is_not_there_is_not_made(run: Command, tmp_path: Path, command: str) -> None:
    """Only audit and ingest make a store; the others say how to get one."""
    refused(run(command, "--db", tmp_path / "gone.duckdb"), "gone.duckdb", "handproof audit")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_store_is_refused_and_left_alone(run: Command, tmp_path: Path) -> None:
    """A file of something else given as --db is named and not touched."""
    place = write_log(tmp_path / "club.duckdb", ["this is not a database"] * 2000)
    before = place.read_bytes()
    refused(run("sessions", "--db", place), "club.duckdb")
    assert place.read_bytes() == before


def test_reading_before_the_audit_is_over_says_what_to_do(run: Command, tmp_path: Path) -> None:
    """A store that holds logs but no verdicts yet says so."""
    log = write_log(tmp_path / "log.jsonl", [session(), hand(1)])
    assert run("ingest", log, "--db", tmp_path / "c.duckdb").code == 0
    refused(run("findings", "--db", tmp_path / "c.duckdb"), "handproof audit")


READING = (["verdicts"], ["sessions"], ["findings"], ["corrections"], ["players"], ["settle", "--session", "s1"],
           ["explain", "s1-h1"], ["what-if", "--all", "--rule", "poker.ante=2"], ["report"])  # fmt: skip


def test_what_was_not_checked_is_not_told_as_verified(run: Command, tmp_path: Path) -> None:
    """Hands or chips that came in, or were judged anew, after the last check: readers and report say what to run."""
    places = ("--db", tmp_path / "c.duckdb")
    report = ("--out", tmp_path / "report")
    config = tmp_path / "club.toml"
    config.write_text("[rules.poker]\nante = 2\n", encoding="utf-8")

    def all_refuse(*words: str) -> None:
        for command in READING:
            refused(run(*command, *places, *(report if command == ["report"] else ())), *words)
        assert not (tmp_path / "report").exists()

    assert run("ingest", write_log(tmp_path / "a.jsonl", [session(), hand(1)]), *places).code == 0
    all_refuse("1 hand has not been replayed", "handproof replay", "handproof check")
    assert run("replay", *places).code == 0
    all_refuse("have not been checked", "handproof check")
    assert run("check", *places).code == 0
    assert run("verdicts", *places).code == 0
    assert run("ingest", write_log(tmp_path / "b.jsonl", [hand(2), hand(3)]), *places).code == 0
    all_refuse("2 hands have not been replayed", "handproof replay", "handproof check")
    assert run("replay", *places).code == 0
    all_refuse("changed since the last check", "handproof check")
    assert run("check", *places).code == 0
    assert run("replay", *places, "--config", config).code == 1
    all_refuse("changed since the last check")
    assert run("replay", *places).code == 0
    assert run("check", *places).code == 0
    cash = {"record": "cash", "format": "handproof/1", "session_id": "s1", "player_id": "p1", "amount": 5}
    assert run("ingest", write_log(tmp_path / "c.jsonl", [cash]), *places).code == 0
    all_refuse("changed since the last check")
    assert run("rejects", *places).code == 0
    assert run("check", *places).code in (0, 1)
    for command in READING[:-1]:
        assert run(*command, *places).code == 0
    assert run("report", *places, *report).code == 0


def test_what_changes_nothing_leaves_a_store_checked(run: Command, tmp_path: Path) -> None:
    """Reading the same logs again, and replaying what is replayed, need no other check."""
    log, places = write_log(tmp_path / "a.jsonl", [session(), hand(1)]), ("--db", tmp_path / "c.duckdb")
    assert run("audit", log, *places, "--out", tmp_path / "report").code == 0
    assert run("ingest", log, *places).code == 0
    assert run("replay", *places).code == 0
    assert run("verdicts", *places).code == 0


def test_a_run_that_broke_off_leaves_a_store_unchecked(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a reading had stored when it failed is not taken for checked."""
    log, places = write_log(tmp_path / "a.jsonl", [session(), hand(1)]), ("--db", tmp_path / "c.duckdb")
    assert run("audit", log, *places, "--out", tmp_path / "report").code == 0

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr("ingest.load.ingest_logs", fail)
        assert run("ingest", log, *places).code == 2
    refused(run("verdicts", *places), "changed since the last check")
    assert run("check", *places).code == 0
    assert run("verdicts", *places).code == 0


@pytest.mark.parametrize("command", ["rules", "--help", "doctor"])
def test_a_closed_standard_output_is_said(command: str) -> None:
    """``handproof rules >&-`` ends with 2 and a plain line; without standard error either it is silent."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = f"{sys.executable} -m handproof {command} >&-"
    ended = subprocess.run(["bash", "-c", line], stderr=subprocess.PIPE, text=True, env=variables, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr == "handproof: standard output is closed; send it to a file or to /dev/null\n"
    ended = subprocess.run(["bash", "-c", f"{line} 2>&-"], env=variables, timeout=60)
    assert ended.returncode == 2


@pytest.fixture
def held_store(tmp_path: Path) -> Iterator[Path]:
    """A store that another process has open for writing."""
    store = tmp_path / "club.duckdb"
    open_store(store).close()
    program = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program, str(store)], text=True, **pipes) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield store
        assert holder.stdin is not None
        holder.stdin.close()


def test_a_locked_store_ends_with_75(held_store: Path, run: Command, tmp_path: Path) -> None:
    """While another process has the store, writers and readers end with 75 and name that process."""
    log = write_log(tmp_path / "log.jsonl", [session()])
    for arguments in (["ingest", log], ["findings"]):
        outcome = run(*arguments, "--db", held_store)
        assert outcome.code == 75
        assert outcome.out == ""
        assert re.search(r"in use by process \d+", outcome.err)


@pytest.mark.parametrize(
    "arguments", [["audit"], ["nonsense"], ["verdicts", "--game", "bridge"], ["audit", "x", "--jobs", "0"], ["--what"]]
)
def test_wrong_usage_ends_with_2(run: Command, arguments: list[str]) -> None:
    """A missing argument, an unknown command or option, a value that is not one of those: 2, on standard error."""
    outcome = run(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err


def test_a_fault_of_our_own_is_one_line(run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An exception that nobody expected ends with 2 and one line; HANDPROOF_DEBUG=1 shows where it arose."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no such number")

    monkeypatch.setattr("ingest.load.ingest_logs", fail)
    log = write_log(tmp_path / "log.jsonl", [session()])
    line = ["ingest", log, "--db", tmp_path / "c.duckdb"]
    refused(run(*line), "fault of our own", "ZeroDivisionError", "no such number", "HANDPROOF_DEBUG")
    monkeypatch.setenv("HANDPROOF_DEBUG", "1")
    outcome = run(*line)
    assert outcome.code == 2
    assert "Traceback" in outcome.err


def test_an_interrupted_run_ends_with_130(run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C ends a command with the code that shells know, without a traceback."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ingest.load.ingest_logs", interrupt)
    log = write_log(tmp_path / "log.jsonl", [session()])
    outcome = run("ingest", log, "--db", tmp_path / "c.duckdb")
    assert outcome.code == 130
    assert "Traceback" not in outcome.err


def test_a_reader_that_goes_away_is_no_error() -> None:
    """``handproof rules | head -1`` prints its line and complains about nothing."""
    line = f"{sys.executable} -m handproof rules | head -1; echo ${{PIPESTATUS[0]}}"
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=variables, check=True, timeout=60)
    assert ended.stdout == "C1  (all games)\n0\n"
    assert ended.stderr == ""
