"""The front door from end to end: what a user types, what comes out where, and the same whatever the circumstances."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import handproof
from ingest.config import Limits
from ingest.house_rules import RULES_BY_GAME, keys
from tests.command_line import (
    ROOT,
    Command,
    Outcome,
    hand,
    refused,
    rows,
    run_aside,
    session,
    tree,
    write_log,
)

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
        (("--hand", "s1-h1", "--code", "pot.amount"), []),
    ],
)
def test_filters_leave_what_they_name(night: Night, run: Command, arguments: tuple[str, ...], hands: list[str]) -> None:
    """Filters are joined by and; what is known and has nothing to show gives nothing and is no error."""
    outcome = run("verdicts", "--db", night.store, "--json", *arguments)
    assert outcome.code == 0
    assert [row["hand_id"] for row in rows(outcome)] == hands


@pytest.mark.parametrize("reader", ["verdicts", "sessions", "findings", "corrections", "players"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--session", "sesssion-1"), "no session 'sesssion-1'; `handproof sessions` lists"),
        (("--hand", "s1-h11"), "no hand 's1-h11'; did you mean s1-h1"),
        (("--hand", "' OR 1=1 --"), "no hand '' OR 1=1 --'"),
        (("--player", "P2"), "no player 'P2'; did you mean p2?"),
        (("--player", "борис"), "'борис' is the name of a player, not his id; give the id: 'p1'"),
    ],
)
def test_an_unknown_id_is_an_error(
    night: Night, run: Command, reader: str, arguments: tuple[str, ...], words: str
) -> None:
    """A mistyped id must not look like a night without findings; the nearest id is named. Ids are values, not SQL."""
    refused(run(reader, "--db", night.store, *arguments), words)
    refused(run(reader, "--db", night.store, "--json", *arguments), words)


def test_ids_outside_of_hands_are_known(run: Command, tmp_path: Path) -> None:
    """Who only bought chips, had some at the close, or plays in a record in conflict has nothing to show: no error."""
    common = {"format": "handproof/1", "session_id": "s2"}
    other = hand(1)
    other["players"][0]["player_id"] = "p9"
    log = write_log(
        tmp_path / "log.jsonl",
        [session(), hand(1), other, {"record": "cash", "player_id": "p7", "amount": 5, **common},
         {"record": "close", "stacks": [{"player_id": "p8", "stack": 5}], **common}],
    )  # fmt: skip
    store = tmp_path / "c.duckdb"
    assert run("audit", log, "--db", store, "--out", tmp_path / "report").code == 1
    for arguments in (("--session", "s2"), ("--player", "p7"), ("--player", "p8"), ("--player", "p9")):
        assert run("corrections", "--db", store, *arguments) == (0, "", "nothing to show\n")


def test_players_of_a_hand_have_no_sums_of_whole_sessions(night: Night, run: Command) -> None:
    """Chips bought, handed back and shared belong to sittings: of a hand or a game they say nothing."""
    sums = ("shares", "result", "chips_bought", "chips_handed_back")
    for arguments in (("--hand", "s1-h1"), ("--game", "poker")):
        found = rows(run("players", "--db", night.store, "--json", *arguments))
        assert [[row[name] for name in sums] for row in found] == [[None] * 4] * 2
    found = rows(run("players", "--db", night.store, "--json", "--session", "s1"))
    assert [row["result"] for row in found] == [-2, 1]


def test_files_that_are_no_logs_are_named(run: Command, tmp_path: Path) -> None:
    """Endings count in any case; what else lies in a folder is named, ten at most, but for store, report and config."""
    folder = tmp_path / "night"
    folder.mkdir()
    write_log(folder / "POKER.JSONL", [session(), hand(1)])
    config = write_log(folder / "club.toml", [])
    for number in range(12):
        (folder / f"{number:02}.json").write_text("{}", encoding="utf-8")
    named = [f"no log: {folder / f'{number:02}.json'}" for number in range(10)] + ["no log: 2 more files"]
    places = ("--db", folder / "c.duckdb", "--config", config)
    planned = run("audit", folder, "--dry-run", *places)
    assert (planned.code, planned.err.splitlines()) == (0, named)
    assert f"log: {folder / 'POKER.JSONL'}" in planned.out.splitlines()
    for command in (["audit", folder, "--out", folder / "report"], ["ingest", folder], ["ingest", f"{folder}/*"]):
        outcome = run(*command, *places)
        assert outcome.code == 0
        assert [line for line in outcome.err.splitlines() if "report" not in line] == named


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
