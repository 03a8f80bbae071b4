"""`what-if` and `settle` as a user types them."""

import re
from pathlib import Path

import pytest

from tests.command_line import HOSTILE_NAME, ROOT, Command, hand, refused, rows, run_aside, session, write_log


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night audited under a config with an ante of 1 that is named, with one pot paid 1 short."""
    folder = tmp_path_factory.mktemp("night")
    (folder / "club.toml").write_text("[rules.poker]\nmin_bet = 2\n", encoding="utf-8")
    records = [session(currency="EUR", chip_value="0.25"), hand(1), hand(2, paid=2)]
    log, path = write_log(folder / "night.jsonl", records), folder / "club.duckdb"
    run_aside("audit", log, "--db", path, "--out", folder / "report", "--config", folder / "club.toml")
    return path


def test_settle_prints_a_table_and_writes_page_and_csv(store: Path, run: Command, tmp_path: Path) -> None:
    """Data goes to standard output, where the files lie to standard error, and no name steers the terminal."""
    outcome = run("settle", "--db", store, "--session", "s1", "--out", tmp_path / "out")
    assert outcome.code == 0
    assert "Session s1 is settled by 1 payment; no fewer would do." in outcome.out
    assert "0.25 EUR" in outcome.out
    assert HOSTILE_NAME not in outcome.out
    assert "\x1b" not in outcome.out
    assert sorted(path.suffix for path in (tmp_path / "out").iterdir()) == [".csv", ".html"]
    assert all(str(path) in outcome.err for path in (tmp_path / "out").iterdir())


def test_settle_as_json_holds_only_json(store: Path, run: Command, tmp_path: Path) -> None:
    """With --json nothing else stands on standard output, also where files are written."""
    lines = rows(run("settle", "--db", store, "--session", "s1", "--json", "--out", tmp_path / "out"))
    assert [line["row"] for line in lines] == ["settlement", "payment", "party", "party"]
    assert (lines[1]["payer"], lines[1]["receiver_id"], lines[1]["money"]) == ("table", "p2", "0.25")


def test_what_if_needs_the_config_of_the_audit(store: Path, run: Command) -> None:
    """Without the config that the audit had, the results in the store are those of other rules."""
    question = ("what-if", "--db", store, "--all", "--rule", "poker.ante=2")
    refused(run(*question), "under other house rules", "--config")
    outcome = run(*question, "--config", store.parent / "club.toml")
    assert outcome.code == 0
    assert "Hands that would change: 2;" in outcome.out
    assert HOSTILE_NAME not in outcome.out


def test_what_if_as_json_has_stable_fields(store: Path, run: Command) -> None:
    """The rows and their fields stand as they are documented."""
    question = ("what-if", "--db", store, "--all", "--rule", "poker.rake_bp=5000", "--json", "--jobs", "1")
    total, player, _session, first, *_ = rows(run(*question, "--config", store.parent / "club.toml"))
    assert list(total) == [
        "row", "rules", "hands", "hands_of_games", "changed", "results_changed", "verdicts_changed", "wrong",
        "what_if_wrong", "not_provable", "what_if_not_provable", "provable_changed", "chips_moved",
    ]  # fmt: skip
    assert list(player) == ["row", "player_id", "name", "hands", "owed", "what_if_owed", "change"]
    assert list(first) == [
        "row", "hand_id", "session_id", "hand_no", "game", "verdict", "what_if_verdict", "incomplete_because",
        "what_if_incomplete_because", "corrections", "new_findings", "vanished_findings",
    ]  # fmt: skip
    assert list(first["corrections"][0]) == ["seat", "player_id", "amount", "what_if_amount", "change"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["h1", "--all", "--rule", "poker.ante=2"], "HAND_ID, or --session"),
        (["--rule", "poker.ante=2"], "HAND_ID, or --session"),
        (["--all"], "no rule is changed"),
        (["--all", "--rule", "poker.multiway=showall"], "did you mean show_all?"),
        (["--session", "s11", "--rule", "poker.ante=2"], "did you mean s1?"),
    ],
)
def test_a_wrong_question_says_what_would_do(store: Path, run: Command, arguments: list[str], words: str) -> None:
    """Exit code 2, nothing on standard output, and the remedy on standard error."""
    outcome = run("what-if", "--db", store, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert words in " ".join(outcome.err.replace("│", " ").split())


def test_a_store_that_is_not_audited_is_told(run: Command, tmp_path: Path) -> None:
    """Both commands say that the audit comes first."""
    log, store = write_log(tmp_path / "night.jsonl", [session(), hand(1)]), tmp_path / "club.duckdb"
    run("ingest", log, "--db", store)
    refused(run("what-if", "--db", store, "--all", "--rule", "poker.ante=2"), "handproof audit")
    refused(run("settle", "--db", store, "--session", "s1"), "handproof audit")


@pytest.mark.parametrize("page", ["what-if.md", "settle.md"])
def test_the_docs_show_what_is_printed(page: str, run: Command, club_night: Path) -> None:
    """The example of the page is word for word what its command prints for the club night of the examples."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    command, printed = re.search(r"```sh\nhandproof (.+)\n```\n\n```text\n(.+?)```\n", text, re.DOTALL).groups()  # type: ignore[union-attr]
    assert run(*command.split(), "--db", club_night).out == printed


@pytest.fixture(scope="module")
def club_night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the club night, audited in a process of its own."""
    folder = tmp_path_factory.mktemp("club-night")
    run_aside("audit", ROOT / "examples" / "club-night", "--db", folder / "c.duckdb", "--out", folder / "report")
    return folder / "c.duckdb"
