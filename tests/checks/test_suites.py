"""The expectations on the store: what passes, what fails, what cannot run, and how it is told."""

import json

import pytest

from checks import run as checks_run
from checks.continuity import CONTINUITY_CHECKS
from checks.expectations import among, between, columns, no_rows, refers, run_suite, unique
from checks.run import check_reports, run_checks
from checks.suites import SUITES


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """A small night with results, to be read only: each test looks at a copy of what it needs."""
    from ingest.load import ingest_logs
    from ingest.store import open_store
    from replay.run import replay_store

    folder = tmp_path_factory.mktemp("night")
    players = [{"seat": seat, "player_id": f"p{seat}", "stack": 10, "end_stack": 10} for seat in (1, 2)]
    lines = [
        {"record": "hand", "format": "handproof/1", "hand_id": f"h{number}", "session_id": "s", "hand_no": number,
         "game": "poker", "dealer_seat": 1, "players": players, "actions": [{"action": "ante", "seat": 1, "amount": 1}]}
        for number in (1, 2, 3)
    ]  # fmt: skip
    (folder / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    connection = open_store(":memory:")
    ingest_logs(connection, [str(folder)])
    replay_store(connection)
    yield connection
    connection.close()


def test_a_sound_store_passes_every_check_and_says_nothing(night, capfd) -> None:
    """All checks of two suites pass, each once, on a night with findings; nothing is printed, no file is left."""
    counts = run_checks(night)
    told = night.execute(
        "SELECT suite, check_name, outcome, failing_rows, detail FROM check_results ORDER BY ALL"
    ).fetchall()
    wanted = sorted((suite, check.name) for suite in ("ingested", "replayed") for check in SUITES[suite])
    assert [(suite, name) for suite, name, *_ in told] == wanted
    assert {tuple(rest) for _, _, *rest in told} == {("pass", 0, None)}
    assert (counts.passed, counts.failed, counts.errors, counts.skipped) == (len(wanted), 0, 0, None)
    assert counts.findings > 0
    assert capfd.readouterr() == ("", "")


def test_running_again_gives_the_same_results(night) -> None:
    """Neither findings nor results pile up."""
    first = run_checks(night)
    before = night.execute("FROM check_results").fetchall(), night.execute("FROM continuity_findings").fetchall()
    assert run_checks(night) == first
    assert (
        night.execute("FROM check_results").fetchall(),
        night.execute("FROM continuity_findings").fetchall(),
    ) == before


def test_without_reports_their_suite_is_skipped_and_says_so(night) -> None:
    """There is nothing to compare, and no row that could be taken for a result."""
    counts = check_reports(night)
    assert counts.skipped == "The reports have not been written yet; `handproof report` writes them."
    assert night.execute("SELECT count(*) FROM check_results WHERE suite = 'reported'").fetchone() == (0,)


def outcomes(night, *checks):
    """Name, outcome, failing rows and detail of each check on the night."""
    return {result.check_name: result[2:3] + result[5:] for result in run_suite(night, "test", checks)}


def test_every_kind_of_expectation_counts_what_fails(night) -> None:
    """One failing check of each kind: the number of great-expectations is the number of rows."""
    night.execute("CREATE OR REPLACE TABLE sample (hand_id VARCHAR, verdict VARCHAR, chips BIGINT)")
    night.execute("INSERT INTO sample VALUES ('h1', 'verified', 1), ('h1', 'odd', -2), ('h9', NULL, 99)")
    found = outcomes(
        night,
        unique("sample", "hand_id"),
        among("sample", "verdict", ["verified"]),
        between("sample", "chips", 0, 10),
        refers("sample", "hand_id", "hands"),
        columns("sample", ["hand_id", "colour"]),
        no_rows("no_odd", "sample", "Nothing is odd.", "SELECT hand_id FROM batch WHERE verdict = 'odd'"),
    )
    assert found == {
        "sample_hand_id_unique": ("fail", 2, '{"hand_id":"h1"}\n{"hand_id":"h1"}'),
        "sample_verdict_known": ("fail", 1, '{"hand_id":"h1","verdict":"odd"}'),
        "sample_chips_range": ("fail", 2, '{"hand_id":"h1","chips":-2}\n{"hand_id":"h9","chips":99}'),
        "sample_hand_id_in_hands": ("fail", 1, '{"hand_id":"h9"}'),
        "sample_columns": ("fail", 1, '{"name":"colour"}'),
        "no_odd": ("fail", 1, '{"hand_id":"h1"}'),
    }


def test_a_check_that_cannot_run_is_an_error_not_a_failure(night) -> None:
    """Bad SQL says what is wrong with it, and the other checks still run."""
    found = outcomes(
        night,
        no_rows("broken", "hands", "?", "SELECT colour FROM batch"),
        unique("hands", "hand_id"),
    )
    assert found["hands_hand_id_unique"] == ("pass", 0, None)
    outcome, rows, detail = found["broken"]
    assert (outcome, rows) == ("error", None)
    assert "colour" in detail


def test_two_counts_that_do_not_agree_are_an_error(night) -> None:
    """Where great-expectations and the store count differently nobody can say how many rows fail."""
    check = between("hands", "hand_no", 2)
    lying = type(check)(**{name: getattr(check, name) for name in check.__slots__} | {"rows": "SELECT * FROM batch"})
    ((outcome, rows, detail),) = outcomes(night, lying).values()
    assert (outcome, rows) == ("error", 3)
    assert detail == "great-expectations counts 1 failing rows, the same query in the store 3"


def test_rows_that_cannot_be_counted_are_an_error(night) -> None:
    """Where the expectation fails but its rows cannot be asked for, the reason is told and no number."""
    check = between("hands", "hand_no", 2)
    fields = {name: getattr(check, name) for name in check.__slots__} | {"rows": "SELECT colour FROM batch"}
    ((outcome, rows, detail),) = outcomes(night, type(check)(**fields)).values()
    assert (outcome, rows) == ("error", None)
    assert "colour" in detail


def test_a_check_without_an_answer_is_an_error(night, monkeypatch) -> None:
    """What great-expectations leaves out must not look like a pass."""
    monkeypatch.setattr("checks.expectations._validate", lambda *_: {})
    assert outcomes(night, unique("hands", "hand_id")) == {
        "hands_hand_id_unique": ("error", None, "great-expectations gave no answer")
    }


BREAKS = [
    ("DELETE FROM verdicts WHERE hand_id = 'h2'", {"every_hand_judged", "findings_hand_id_in_verdicts",
                                                   "movements_hand_id_in_verdicts"}),
    ("INSERT INTO verdicts FROM verdicts WHERE hand_id = 'h2'", {"verdicts_hand_id_unique"}),
    ("UPDATE verdicts SET verdict = 'verified' WHERE hand_id = 'h1'", {"verdict_follows_findings", "stacks_conserved"}),
    ("UPDATE findings SET player_id = 'p9' WHERE seat IS NOT NULL", {"findings_seated"}),
    ("UPDATE movements SET to_account = 'pocket'", {"accounts_known"}),
    ("UPDATE movements SET movement_no = 2", {"movements_numbered"}),
    ("UPDATE movements SET chips = -1", {"movements_chips_range"}),
    ("DELETE FROM actions WHERE hand_id = 'h1'", {"actions_counted"}),
    ("DELETE FROM hand_players WHERE seat = 1 AND hand_id = 'h1'",
     {"players_counted", "dealer_sits", "findings_seated"}),
    ("INSERT INTO hands FROM hands WHERE hand_id = 'h1'", {"hands_hand_id_unique", "hands_in_order_once"}),
    ("UPDATE sources SET lines = 7", {"lines_add_up"}),
    ("DELETE FROM sessions", {"hands_session_id_in_sessions"}),
]  # fmt: skip


@pytest.mark.parametrize(("change", "checks"), BREAKS, ids=[change for change, _ in BREAKS])
def test_damage_to_the_store_is_seen(night, change, checks) -> None:
    """What a fault of this program could do to the tables is found by the checks that are meant to find it."""
    chosen = [check for suite in SUITES.values() for check in suite if check.name in checks]
    assert {check.name for check in chosen} == checks
    tables = ("hands", "sessions", "hand_players", "actions", "sources", "verdicts", "findings", "movements")
    for table in tables:
        night.execute(f"CREATE OR REPLACE TEMP TABLE kept_{table} AS FROM {table}")
    try:
        night.execute(change)
        failed = {check.name for check in chosen if night.execute(f"SELECT 1 FROM ({check.query})").fetchall()}
    finally:
        for table in tables:
            night.execute(f"DELETE FROM {table}")
            night.execute(f"INSERT INTO {table} FROM kept_{table}")
    assert failed == checks


def test_every_check_has_a_name_of_its_own_and_a_sentence() -> None:
    """A result can be told by suite and name, and its text is what a user reads."""
    for name, suite in SUITES.items():
        assert len({check.name for check in suite}) == len(suite), name
        assert all(check.text.endswith(".") for check in suite if check.expectation == "UnexpectedRowsExpectation")
    for check in CONTINUITY_CHECKS:
        assert check.text[0].isupper(), check.name
        assert check.text.endswith("."), check.name


def test_a_failed_check_is_written_with_its_rows(night, monkeypatch) -> None:
    """`check_results` tells outcome, severity, number and the first rows, in the order of their values."""
    check = no_rows("no_hands", "hands", "There are no hands.", "SELECT hand_no FROM batch", severity="warning")
    monkeypatch.setattr(checks_run, "SUITES", {"ingested": (check,), "replayed": ()})
    counts = run_checks(night)
    assert (counts.passed, counts.failed, counts.errors) == (0, 1, 0)
    rows = '{"hand_no":1}\n{"hand_no":2}\n{"hand_no":3}'
    assert night.execute("FROM check_results").fetchall() == [
        ("ingested", "no_hands", "fail", "warning", "There are no hands.", 3, rows)
    ]
