"""`handproof explain` on the command line: text, one step, JSON, and what is said where it cannot."""

import json
from pathlib import Path

import pytest

from handproof import audit
from tests.command_line import HOSTILE_NAME, Command, hand, refused, session, write_log
from tests.reports.conftest import Told

WRONG = "2026-11-14-poker-7"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a hostile name in a hand that was paid one chip too little, under a club's config."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "club.toml").write_text("[rules.poker]\nmin_bet = 3\n", encoding="utf-8")
    log = write_log(folder / "night.jsonl", [session(), hand(1), hand(2, paid=2)])
    audit([log], db=folder / "club.duckdb", out=folder / "report", config=folder / "club.toml", jobs=1)
    return folder


def test_a_hand_is_told(run: Command, told: Told) -> None:
    """Steps, the ruling and the payment stand on standard output, no line is wider than 100 letters."""
    outcome = run("explain", WRONG, "--db", told.store)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[1] == "Verdict: wrong."
    assert "  Seat 3 (Катя) is owed 32; seat 1 (Борис) has 32 too much." in lines
    assert "    Seat 1 (Борис) gives 32 to seat 3 (Катя)." in lines
    assert max(map(len, lines)) <= 100


def test_one_step(run: Command, told: Told) -> None:
    """One step has its action as logged, the finding, and every stack; the other steps are not told."""
    outcome = run("explain", WRONG, "--db", told.store, "--step", "20")
    assert '     The log: {"action":"win","seat":1,"amount":32,"pool":"main"}' in outcome.out.splitlines()
    assert " 19. " not in outcome.out
    assert "Expected: seat 3 (Катя): 32 chips." in " ".join(outcome.out.split())
    assert outcome.out.count(" chips, ") >= 4


def test_json_has_everything(run: Command, told: Told) -> None:
    """One JSON object in ASCII: steps, ends, findings, corrections, payments; with --step that step alone."""
    outcome = run("explain", WRONG, "--db", told.store, "--json")
    assert outcome.out.isascii()
    story = json.loads(outcome.out)
    assert [(c["seat"], c["amount"]) for c in story["corrections"]] == [(3, 32), (1, -32)]
    assert story["findings"][0]["expected_value"] == {"3": 32}
    assert [step["action_no"] for step in story["steps"]] == list(range(1, 21))
    step = json.loads(run("explain", WRONG, "--db", told.store, "--json", "--step", "20").out)
    assert step == {"hand_id": WRONG, "session_id": "2026-11-14-poker", **story["steps"][19]}


def test_what_cannot_be_told(run: Command, told: Told) -> None:
    """No such hand: the nearest ids; a hand's number: the hands that have it; no such step: how many there are."""
    refused(run("explain", "2026-11-14-poker-77", "--db", told.store), "did you mean", " 2026-11-14-poker-7")
    refused(run("explain", "18", "--db", told.store), "did you mean", "-18")
    refused(run("explain", WRONG, "--db", told.store, "--step", "21"), "no step 21", "20")


def test_the_config_of_the_audit_is_asked_for(run: Command, hostile: Path) -> None:
    """Under other house rules than those of the audit nothing is told; with its config each key has its origin."""
    refused(run("explain", "s1-h1", "--db", hostile / "club.duckdb"), "--config")
    outcome = run("explain", "s1-h1", "--db", hostile / "club.duckdb", "--config", hostile / "club.toml")
    assert "House rules that were set: min_bet = 3, by the club's config." in outcome.out


def test_hostile_names_steer_no_terminal(run: Command, hostile: Path) -> None:
    """A name cannot colour, move or turn what is printed; it is told with its codes."""
    outcome = run("explain", "s1-h2", "--db", hostile / "club.duckdb", "--config", hostile / "club.toml")
    assert HOSTILE_NAME not in outcome.out
    assert "=1+1<b>\\u001b[31m\\u202eанна" in outcome.out
    assert not any(ord(letter) < 32 and letter != "\n" for letter in outcome.out)
    words = " ".join(outcome.out.split())
    assert "Seat 2 (=1+1<b>\\u001b[31m\\u202eанна) is owed 1; the pot owes 1." in words
