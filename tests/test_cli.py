"""The front door from end to end: what a user types, what comes out where, and with which exit code."""

import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import handproof
from ingest.config import Limits
from ingest.house_rules import RULES_BY_GAME, keys
from ingest.store import open_store

ROOT = Path(__file__).parents[1]
#: A name that a terminal, a page and a spreadsheet would each obey, and that turns the reading direction.
HOSTILE_NAME = "=1+1<b>\x1b[31m\u202eанна"


class Outcome(NamedTuple):
    """Exit code and what was printed."""

    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command line in this process."""

    def command(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        code = handproof.main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return command


def run_aside(*arguments: str | Path, environment: dict[str, str] | None = None, cwd: Path | None = None) -> Outcome:
    """Runs a command line in a process of its own."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
    line = [sys.executable, "-m", "handproof", *map(str, arguments)]
    ended = subprocess.run(line, capture_output=True, env=variables, cwd=cwd, check=False, timeout=120)
    return Outcome(ended.returncode, ended.stdout.decode("utf-8"), ended.stderr.decode("utf-8"))


def session(session_id: str = "s1", **fields: Any) -> dict[str, Any]:
    return {"record": "session", "format": "handproof/1", "session_id": session_id, **fields}


def hand(number: int, paid: int = 3, session_id: str = "s1", **fields: Any) -> dict[str, Any]:
    """A hand of two in which seat 2 alone enters: a pot of 3 is his. `paid` is what the log gives him."""
    turns = [{"action": "enter", "seat": 2, "amount": 1}, {"action": "decline", "seat": 1}]
    return {
        "record": "hand", "format": "handproof/1", "hand_id": f"{session_id}-h{number}", "session_id": session_id,
        "hand_no": number, "game": "poker", "dealer_seat": 2 - number % 2,
        "players": [
            {"seat": 1, "player_id": "p1", "name": "Борис", "stack": 101 - number},
            {"seat": 2, "player_id": "p2", "name": HOSTILE_NAME, "stack": 99 + number},
        ],
        "actions": [
            *({"action": "ante", "seat": seat, "amount": 1} for seat in (1, 2)),
            {"action": "deal", "seat": 1, "cards": ["2c", "3d", "9h", "Jc", "Ks"]},
            {"action": "deal", "seat": 2, "cards": ["Ac", "Ad", "4h", "5c", "6s"]},
            *(turns if number % 2 else reversed(turns)),
            {"action": "win", "seat": 2, "amount": paid},
        ],
        **fields,
    }  # fmt: skip


def write_log(path: Path, records: Sequence[dict[str, Any] | str]) -> Path:
    """A log of records; a text stands in it as it is."""
    lines = [record if isinstance(record, str) else json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def rows(outcome: Outcome) -> list[dict[str, Any]]:
    """The JSON lines of an outcome; nothing else may stand on standard output."""
    assert outcome.out.isascii()
    return [json.loads(line) for line in outcome.out.splitlines()]


# The night that most tests read: one clean hand, one wrong one, one line that is no record, one empty line.


class Night(NamedTuple):
    """An audited night and what its audit printed."""

    store: Path
    report: Path
    log: Path
    outcome: Outcome


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    """Audited once, in a process of its own."""
    folder = tmp_path_factory.mktemp("night")
    log = write_log(folder / "night.jsonl", [session(), hand(1), hand(2, paid=2), "{broken", ""])
    store, report = folder / "club.duckdb", folder / "report"
    return Night(store, report, log, run_aside("audit", log, "--db", store, "--out", report))


def test_an_audit_says_what_it_found(night: Night) -> None:
    """The summary adds up the lines, counts the hands by verdict, says who is owed what, and where the pages lie."""
    assert night.outcome.code == 1
    lines = night.outcome.out.splitlines()
    assert lines[0] == "Lines: 5 = 3 stored + 0 repeated + 0 conflicting + 1 rejected + 1 blank."
    assert lines[1] == "Hands: 2 = 1 proved + 1 wrong + 0 not provable."
    assert "Findings: 1." in lines
    assert "Chips in dispute: 1." in lines
    assert any("(p2) is owed 1." in line for line in lines)
    assert "Lines that could not be read: 1 (see: handproof rejects)." in lines
    assert lines[-1] == f"Pages: {night.report / 'index.html'}"
    assert (night.report / "index.html").is_file()


def test_standard_error_is_silent_where_it_is_no_terminal(night: Night) -> None:
    """No progress bar and no warning of a library reaches a log file."""
    assert night.outcome.err == ""


def test_nothing_that_steers_a_terminal_is_printed(night: Night, run: Command) -> None:
    """A hostile name comes out as visible codes, in the summary and in tables."""
    for text in (night.outcome.out, run("players", "--db", night.store).out):
        assert "анна" in text
        assert "\x1b" not in text
        assert "\u202e" not in text


FIELDS = {
    "verdicts": ["hand_id", "session_id", "hand_no", "game", "verdict", "incomplete_because"],
    "sessions": ["session_id", "verdict", "hands", "verified", "discrepant", "incomplete"],
    "findings": [
        "hand_id", "session_id", "hand_no", "game", "code", "severity", "rule", "action_no", "seat", "player_id",
        "expected", "actual", "message",
    ],
    "corrections": ["hand_id", "seat", "player_id", "amount"],
    "rejects": ["source", "line_no", "code", "message"],
}  # fmt: skip


@pytest.mark.parametrize("reader", FIELDS)
def test_json_has_exactly_the_named_fields(night: Night, run: Command, reader: str) -> None:
    """A reader's --json is one object a line, in ASCII, with these fields in this order."""
    outcome = run(reader, "--db", night.store, "--json")
    assert outcome.code == 0
    assert outcome.err == ""
    found = rows(outcome)
    assert found
    assert [list(row) for row in found] == [FIELDS[reader]] * len(found)


def test_readers_tell_the_night(night: Night, run: Command) -> None:
    """Verdicts, the finding, its correction, the rejected line, the session and the players are what was logged."""

    def read(reader: str) -> list[dict[str, Any]]:
        return rows(run(reader, "--db", night.store, "--json"))

    assert [(row["hand_id"], row["verdict"]) for row in read("verdicts")] == [
        ("s1-h1", "verified"),
        ("s1-h2", "discrepant"),
    ]
    [finding] = read("findings")
    wanted = {"hand_id": "s1-h2", "code": "pot.amount", "seat": 2, "player_id": "p2", "expected": 3, "actual": 2}
    assert finding.items() >= wanted.items()
    assert read("corrections") == [{"hand_id": "s1-h2", "seat": 2, "player_id": "p2", "amount": 1}]
    assert [(row["source"], row["line_no"]) for row in read("rejects")] == [(str(night.log), 4)]
    assert read("sessions") == [
        {"session_id": "s1", "verdict": "discrepant", "hands": 2, "verified": 1, "discrepant": 1, "incomplete": 0}
    ]
    assert [(row["player_id"], row["net"], row["owed"]) for row in read("players")] == [("p1", -2, 0), ("p2", 1, 1)]


@pytest.mark.parametrize(
    ("arguments", "hands"),
    [
        (("--hand", "s1-h1"), ["s1-h1"]),
        (("--code", "pot.amount"), ["s1-h2"]),
        (("--session", "s1", "--game", "poker", "--player", "p1"), ["s1-h1", "s1-h2"]),
        (("--game", "pok"), []),
        (("--session", "no such session"), []),
        (("--hand", "' OR 1=1 --"), []),
    ],
)
def test_filters_leave_what_they_name(night: Night, run: Command, arguments: tuple[str, ...], hands: list[str]) -> None:
    """Filters are values, joined by and; what names nothing gives nothing and is no error."""
    outcome = run("verdicts", "--db", night.store, "--json", *arguments)
    assert outcome.code == 0
    assert [row["hand_id"] for row in rows(outcome)] == hands


def test_an_empty_table_is_said_on_standard_error(night: Night, run: Command) -> None:
    """Where there is nothing to show, standard output stays empty."""
    assert run("verdicts", "--db", night.store, "--game", "pok") == (0, "", "nothing to show\n")


def test_a_table_is_not_cut_in_a_file(night: Night, run: Command) -> None:
    """Without a terminal each row is one line, however long, with its fields as the heading."""
    lines = run("findings", "--db", night.store).out.splitlines()
    assert lines[0].split() == FIELDS["findings"]
    assert len(lines) == 2
    assert lines[1].endswith("seat 2 was paid 2; 3 is due to him.")


def test_an_unknown_code_names_the_nearest(night: Night, run: Command) -> None:
    """A mistyped --code is an error, not an empty answer."""
    outcome = run("findings", "--db", night.store, "--code", "pot.amuont")
    assert outcome.code == 2
    assert "pot.amount?" in outcome.err


def test_rejects_know_no_hand(night: Night, run: Command) -> None:
    """A line that could not be read belongs to no hand: asking for one says so."""
    outcome = run("rejects", "--db", night.store, "--hand", "s1-h1")
    assert outcome.code == 2
    assert "--code" in outcome.err


def test_auditing_twice_changes_nothing(night: Night, run: Command, tmp_path: Path) -> None:
    """The second audit of the same file stores nothing, ends with the same code and writes the same bytes."""
    again = run("audit", night.log, "--db", night.store, "--out", tmp_path / "again")
    assert again.code == 1
    assert again.out.startswith("Lines: 5 = 0 stored + 4 repeated + 0 conflicting + 0 rejected + 1 blank.\n")
    assert tree(tmp_path / "again") == tree(night.report)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its name."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_terminal_sees_how_far_the_work_is(tmp_path: Path) -> None:
    """With standard error on a terminal each stage shows a bar there; standard output holds the data alone."""
    log = write_log(tmp_path / "log.jsonl", [session(), hand(1)])
    ours, theirs = os.openpty()
    line = [sys.executable, "-m", "handproof", "ingest", str(log), "--db", str(tmp_path / "c.duckdb")]
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    ended = subprocess.run(line, stdout=subprocess.PIPE, stderr=theirs, env=variables, check=True, timeout=60)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # a terminal that nobody holds any more ends with an error, not with nothing
        while taken := os.read(ours, 65536):
            shown += taken
    os.close(ours)
    assert b"100%" in shown or "━".encode() in shown
    assert ended.stdout == b"Lines: 2 = 2 stored + 0 repeated + 0 conflicting + 0 rejected + 0 blank.\n"


# Exit codes, and what stops a run


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


def test_rules_of_the_config_are_used(run: Command, tmp_path: Path) -> None:
    """With ante = 2 in the config the same hands are wrong, and replaying without it makes them right again."""
    log = write_log(tmp_path / "log.jsonl", [session(), hand(1)])
    config = tmp_path / "club.toml"
    config.write_text("[rules.poker]\nante = 2\n", encoding="utf-8")
    store = tmp_path / "club.duckdb"
    assert run("ingest", log, "--db", store).code == 0
    assert run("replay", "--db", store, "--config", config).code == 1
    assert run("replay", "--db", store).code == 0


def refused(outcome: Outcome, *words: str) -> None:
    """Exit code 2, nothing on standard output, and one line on standard error that holds the words."""
    assert outcome.code == 2
    assert outcome.out == ""
    assert len(outcome.err.splitlines()) == 1, outcome.err
    for word in words:
        assert word in outcome.err


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


# Help, rules, house rules


def test_help_names_every_command_and_code(run: Command) -> None:
    """--help ends with 0 and says what the exit codes mean."""
    outcome = run("--help")
    assert outcome.code == 0
    for word in ("audit", "findings", "house-rules", "75"):
        assert word in outcome.out


def test_the_help_needs_no_heavy_library() -> None:
    """What makes a start slow is imported only by the commands that need it."""
    heavy = ["duckdb", "polars", "great_expectations", "altair", "rich.table", "jinja2"]
    program = f"import sys, handproof; print([name for name in {heavy} if name in sys.modules])"
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=variables, check=True)
    assert ended.stdout == "[]\n"


def test_a_dry_run_names_the_stages(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """audit --dry-run prints the pipeline and the logs it would read, and makes nothing."""
    monkeypatch.chdir(tmp_path)
    write_log(tmp_path / "log.jsonl", [session()])
    outcome = run("audit", "log.jsonl", "--dry-run")
    assert outcome.code == 0
    assert [line.split(":")[0] for line in outcome.out.splitlines()] == ["ingest", "replay", "check", "report", "log"]
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def test_rules_prints_one_rule_or_all(run: Command) -> None:
    """A rule is found in either case; an unknown id is an error."""
    one = run("rules", "p8", "--json")
    assert [(row["id"], row["game"], row["mark"]) for row in rows(one)] == [("P8", "poker", "T/H")]
    assert run("rules", "P8").out.startswith("P8  (poker)\n    The two whom B5 leaves show")
    assert len(rows(run("rules", "--json"))) == 76
    assert run("rules", "P99").code == 2


def test_house_rules_prints_every_key_and_where_it_comes_from(run: Command, tmp_path: Path) -> None:
    """Default, config and session each show as the origin of a key, the strongest winning."""
    config = tmp_path / "club.toml"
    config.write_text("[rules.poker]\nante = 2\nentry = 2\n", encoding="utf-8")
    log = write_log(tmp_path / "log.jsonl", [session(rules={"poker": {"entry": 3}})])
    store = tmp_path / "c.duckdb"
    assert run("ingest", log, "--db", store).code == 0
    outcome = run("house-rules", "--config", config, "--db", store, "--session", "s1", "--json")
    found = rows(outcome)
    assert [(row["game"], row["key"]) for row in found] == [(game, key) for game in RULES_BY_GAME for key in keys(game)]
    by_key = {row["key"]: (row["value"], row["from"], row["default"]) for row in found if row["game"] == "poker"}
    assert by_key["ante"] == (2, "config", 1)
    assert by_key["entry"] == (3, "session", 1)
    assert by_key["min_bet"] == (1, "default", 1)
    refused(run("house-rules", "--db", store, "--session", "s2"), "'s2'")
    assert run("house-rules", "--session", "s1").code == 2
    assert len(run("house-rules", "--game", "pok").out.splitlines()) == 1 + len(keys("pok"))


def test_the_version_is_that_of_the_project(run: Command) -> None:
    """--version prints the version that heads the changelog."""
    changes = re.search(r"^## ([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert changes is not None
    assert run("--version") == (0, f"handproof {changes[1]}\n", "")


# The library


def test_the_library_names_work_together(night: Night, tmp_path: Path) -> None:
    """load_log gives records and rejects, replay_hand judges a hand, audit gives what the command line says."""
    records = list(handproof.load_log(night.log))
    assert [type(record).__name__ for record in records] == ["Session", "Hand", "Hand", "Reject"]
    assert handproof.replay_hand(records[1]).verdict == "verified"
    assert [finding.code for finding in handproof.replay_hand(records[2]).findings] == ["pot.amount"]
    outcome = handproof.audit([night.log], db=tmp_path / "c.duckdb", out=tmp_path / "report", jobs=1)
    assert outcome.summary.findings == 1
    assert outcome.summary.rejects == 1
    assert not outcome.summary.clean
    assert list(outcome.counts) == [stage.name for stage in handproof.PIPELINE]


def test_limits_of_the_config_count(run: Command, tmp_path: Path) -> None:
    """A line longer than the config allows is a reject."""
    assert Limits().line_bytes == 1024 * 1024
    config = tmp_path / "club.toml"
    config.write_text("[limits]\nline_bytes = 1024\n", encoding="utf-8")
    log = write_log(tmp_path / "log.jsonl", [session(_note="x" * 1100)])
    assert run("ingest", log, "--db", tmp_path / "a.duckdb").code == 0
    assert run("ingest", log, "--db", tmp_path / "b.duckdb", "--config", config).code == 1


# The same night, however it is given


def long_night() -> list[list[dict[str, Any]]]:
    """Sessions of enough hands that a second worker is worth starting; four hands of each have an entry of 2."""

    def uncounted(number: int, name: str) -> dict[str, Any]:
        made = hand(number, session_id=name)
        for player in made["players"]:
            del player["stack"]
        if number % 97 == 50:
            enter, win = (action for action in made["actions"] if action["action"] in ("enter", "win"))
            enter["amount"], win["amount"] = 2, 4
        return made

    start = "2026-11-28T20:00:00+01:00"
    return [
        [session(name, started_at=start), *(uncounted(number, name) for number in range(1, 351))]
        for name in ("a", "b", "c")
    ]


def test_the_outcome_does_not_depend_on_circumstances(tmp_path: Path) -> None:
    """Other file order and split, workers, time zone, locale, hash seed, and audited twice: the same bytes."""
    sittings = long_night()
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    write_log(whole / "night.jsonl", [record for sitting in sittings for record in sitting])
    for place, sitting in enumerate(reversed(sittings)):
        write_log(parts / f"{place}-late.jsonl", sitting[200:])
        write_log(parts / f"{place}-morning.jsonl", sitting[:200])
    first = tmp_path / "first"
    second = tmp_path / "second"
    plain = {"TZ": "UTC", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
    other = {"TZ": "Asia/Kathmandu", "LANG": "tr_TR.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "4242"}

    def command(place: Path, *arguments: str | Path) -> Outcome:
        place.mkdir(exist_ok=True)
        environment = plain if place == first else other
        return run_aside(*arguments, "--db", "c.duckdb", environment=environment, cwd=place)

    assert command(first, "audit", whole, "--jobs", "1", "--out", "report").code == 1
    late_first = sorted(parts.iterdir(), reverse=True)
    assert command(second, "ingest", *late_first[:4]).code == 0
    again = command(second, "audit", *late_first, "--jobs", "2", "--out", "report")
    assert again.code == 1
    assert "Lines: 1053 = 351 stored + 702 repeated" in again.out
    assert "Hands: 1050 = 1038 proved + 12 wrong + 0 not provable." in again.out
    findings = [command(place, "findings", "--json") for place in (first, second)]
    assert [row["code"] for row in rows(findings[0])] == ["amount.entry"] * 12
    assert findings[0] == findings[1]
    assert tree(first / "report") == tree(second / "report")
