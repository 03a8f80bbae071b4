"""A session settled: exact, traceable, in the fewest payments; as rows, CSV and page."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.continuity import check_continuity
from ingest.load import ingest_logs
from ingest.store import apply_schema, open_store
from replay.run import replay_store
from reports.errors import ReportError
from reports.settlement import Settlement, settle_session
from reports.settlement_output import csv_file_text, settlement_rows, settlement_text, write_settlement
from tests.reports.conftest import NOBODYS_CLOSE, StoreMaker
from tests.reports.test_settle import least_by_trying

CASES = Path(__file__).parents[3] / "shared" / "cases"


def cases() -> list[Any]:
    if not CASES.is_dir():
        return []
    lines = (CASES / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["name"]) for case in map(json.loads, lines)]


@pytest.fixture(scope="module")
def audited() -> Iterator[DuckDBPyConnection]:
    """All cases read, replayed and checked in one store."""
    connection = open_store(":memory:")
    ingest_logs(connection, [str(CASES / "cases.jsonl")])
    replay_store(connection)
    apply_schema(connection, "checks")
    check_continuity(connection)
    yield connection
    connection.close()


def paid(settled: Settlement) -> dict[str, int]:
    """What each party gets (+) or gives (-) by the payments."""
    sums: dict[str, int] = {}
    for payment in settled.payments:
        assert payment.chips > 0
        sums[payment.receiver] = sums.get(payment.receiver, 0) + payment.chips
        sums[payment.payer] = sums.get(payment.payer, 0) - payment.chips
    return {party: chips for party, chips in sums.items() if chips}


@pytest.mark.skipif(not CASES.is_dir(), reason=f"the founders' cases are not at {CASES}")
@pytest.mark.parametrize("case", cases())
def test_a_case_is_settled_by_its_corrections(case: dict[str, Any], audited: DuckDBPyConnection) -> None:
    """In every case each player gets exactly the sum of his known corrections, each traced to a hand and a finding."""
    settled = settle_session(audited, case["session_id"])
    wanted: dict[str, int] = {}
    for correction in case["corrections"]:
        party = f"player:{correction['player_id']}"
        wanted[party] = wanted.get(party, 0) + correction["amount"]
    players = {party: chips for party, chips in paid(settled).items() if party.startswith("player:")}
    assert players == {party: chips for party, chips in wanted.items() if chips}
    assert sum(paid(settled).values()) == 0
    assert len(settled.payments) == least_by_trying(dict(settled.owed))
    for party in settled.owed:
        assert sum(share.amount for share in settled.shares[party]) == settled.owed[party]
        for share in settled.shares[party]:
            codes = {f["code"] for f in case["findings"] if f["hand_id"] == share.hand_id}
            assert {finding.code for finding in share.findings} <= codes
            assert share.findings


amounts = st.dictionaries(st.integers(1, 6), st.integers(-9, 9), max_size=6)


@settings(max_examples=25)  # each fills a store of its own
@given(st.lists(st.tuples(amounts, st.integers(-3, 3)), min_size=1, max_size=4))
def test_any_corrections_are_settled_exactly_in_the_fewest_payments(hands: list[tuple[dict[int, int], int]]) -> None:
    """Whatever the corrections and wrong rakes, the payments bring each party its sum, and none is spare."""
    connection = open_store(":memory:")
    try:
        maker = StoreMaker(connection)
        maker.session("s")
        wanted: dict[str, int] = {}
        for number, (seats, rake) in enumerate(hands, start=1):
            finding = {"code": "pot.rake", "rule": "P11", "expected": 3, "actual": 3 - rake, "message": "m"}
            maker.hand(f"h{number}", number, "s", seats={seat: f"p{seat}" for seat in range(1, 6)},
                       findings=[finding] if rake else (), corrections=seats)  # fmt: skip
            for seat, amount in seats.items():
                wanted[f"player:p{seat}"] = wanted.get(f"player:p{seat}", 0) + (amount if seat < 6 else 0)
        settled = settle_session(connection, "s")
        wanted["house"] = sum(rake for _, rake in hands)
        wanted["table"] = -sum(wanted.values())  # seat 6, where nobody sits, among them
        wanted = {party: chips for party, chips in wanted.items() if chips}
        assert paid(settled) == wanted
        assert len(settled.payments) == least_by_trying(wanted)
        assert settled.fewest
    finally:
        connection.close()


def test_rows_name_parties_hands_and_money(reported: DuckDBPyConnection) -> None:
    """The JSON rows hold the sums, each payment with its worth and hands, and each party with its findings."""
    total, house, boris, *parties = settlement_rows(settle_session(reported, "s1"))
    assert (total["payments"], total["fewest"], total["chips"]) == (2, True, 46)
    assert (total["chip_value"], total["currency"]) == ("0.50", "EUR")
    assert (total["not_provable"], total["other_findings"]) == (1, 1)
    assert (house["payer"], house["payer_id"], house["receiver_id"], house["chips"]) == ("house", None, "p3", 1)
    assert boris == {
        "row": "payment", "session_id": "s1", "payer": "player", "payer_id": "p2", "receiver": "player",
        "receiver_id": "p1", "chips": 45, "money": "22.50", "payer_hands": ["h2"], "receiver_hands": ["h2"],
    }  # fmt: skip
    assert [(row["party"], row["player_id"], row["owed"]) for row in parties] == [
        ("player", "p1", 45), ("player", "p2", -45), ("player", "p3", 1), ("house", None, -1),
    ]  # fmt: skip
    assert parties[0]["hands"][0]["findings"][0]["rule"] == "P8"


def test_words_say_what_is_left_out(reported: DuckDBPyConnection) -> None:
    """The text says what could not be proved, that another finding has no price, and what the rules say."""
    text = settlement_text(settle_session(reported, "s1"))
    assert "In 1 hand something could not be proved" in text
    assert "1 other finding of the session" in text
    assert "Борис (p2)  Anna (p1)      45  22.50 EUR" in text
    assert "\nP8  (poker)\n" in text


def test_a_clean_session_owes_nothing(store: DuckDBPyConnection) -> None:
    """Where nothing is wrong there is no payment, and the text says so."""
    maker = StoreMaker(store)
    maker.session("clean")
    maker.hand("c1", 1, "clean")
    settled = settle_session(store, "clean")
    assert settled.payments == []
    assert settlement_text(settled) == "Session clean: nobody owes anybody anything.\n"


def test_an_unknown_session_names_the_nearest(reported: DuckDBPyConnection) -> None:
    """A session that is not there is refused, with the nearest one that is."""
    with pytest.raises(ReportError, match="no session 's11'; did you mean s1"):
        settle_session(reported, "s11")


def test_a_hand_without_result_is_no_clean_hand(store: DuckDBPyConnection) -> None:
    """A session of which a hand is not replayed yet cannot be settled."""
    store.execute("DELETE FROM verdicts WHERE hand_id = 'h1'")
    with pytest.raises(ReportError, match="1 hand of session s1 is not replayed yet"):
        settle_session(store, "s1")


def test_csv_and_page_hold_hostile_names_as_text(reported: DuckDBPyConnection, tmp_path: Path) -> None:
    """No name becomes a formula, a tag or a path; the same session gives the same bytes and replaces its files."""
    settled = settle_session(reported, NOBODYS_CLOSE)
    page, table = write_settlement(settled, tmp_path / "out")
    first = page.read_bytes()
    assert page.parent == table.parent == tmp_path / "out"
    assert write_settlement(settled, tmp_path / "out") == (page, table)
    assert page.read_bytes() == first
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted([page.name, table.name])
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    row = next(csv.DictReader(io.StringIO(csv_file_text(settled))))
    assert row["receiver_id"].startswith("'=cmd")
    assert (row["payer"], row["payer_id"], row["chips"]) == ("the table (pot, bank or circles)", "", "1000")


def test_a_place_that_cannot_be_written_is_told(reported: DuckDBPyConnection, tmp_path: Path) -> None:
    """A file in the place of the folder, or a missing folder above it, is refused with a remedy."""
    settled = settle_session(reported, "s1")
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match="name another folder with --out"):
        write_settlement(settled, tmp_path / "file")
    with pytest.raises(ReportError, match="does not exist; make it first"):
        write_settlement(settled, tmp_path / "no" / "folder")
