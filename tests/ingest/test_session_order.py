"""The view session_records: one order for the records of a session, however they are split over files."""

from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.load import ingest_logs
from ingest.store import open_store
from tests.ingest.logs import CASH, CLOSE, SESSION, cash, column, emptied, hand, line, write

CLOSING = line(CLOSE)
STORE = open_store(":memory:")
ORDER = """
    SELECT coalesce(hand_no::VARCHAR, amount::VARCHAR, kind) FROM session_records WHERE session_id = 's1'
    ORDER BY position
"""


def after(number: int, amount: int) -> bytes:
    """A cash record that says after which hand it came."""
    return line(CASH, amount=amount, after_hand_no=number)


def order(tmp_path: Path, *files: list[bytes]) -> str:
    """Hand numbers, cash amounts and kinds of session s1 in their order, read from these files."""
    store = emptied(STORE)
    for number, lines in enumerate(files):
        write(tmp_path / f"{number}.jsonl", *lines)
    ingest_logs(store, [str(tmp_path / f"{number}.jsonl") for number in range(len(files))])
    assert column(store, "SELECT position FROM session_records WHERE session_id = 's1' ORDER BY 1") == list(
        range(1, 1 + column(store, "SELECT count(*) FROM session_records WHERE session_id = 's1'")[0])
    )
    return " ".join(column(store, ORDER))


def test_in_one_file_the_lines_are_the_order(tmp_path: Path) -> None:
    """Also where hand numbers jump, come twice or run backwards, and where other sessions stand between."""
    lines = [
        line(SESSION), cash(100), hand(1), hand(7, "other"), cash(101), hand(3), hand(2), cash(102), cash(103),
        hand(5), CLOSING, cash(104),
    ]  # fmt: skip
    assert order(tmp_path, lines) == "session 100 1 101 3 2 102 103 5 close 104"


def test_files_are_merged_by_hand_numbers(tmp_path: Path) -> None:
    """The later part of a session may stand in the file that is read first; cash stays with its hands."""
    late = [cash(102), hand(3), cash(103), hand(4), CLOSING]
    early = [line(SESSION), cash(100), hand(1), cash(101), hand(2)]
    assert order(tmp_path, late, early) == "session 100 1 101 2 102 3 103 4 close"
    assert order(tmp_path, early, late) == "session 100 1 101 2 102 3 103 4 close"


def test_cash_that_names_its_hand_stands_behind_it(tmp_path: Path) -> None:
    """Cash kept in a file of its own goes by after_hand_no; without it, before all hands, and a close behind all."""
    hands = [line(SESSION), hand(1), hand(2), hand(3)]
    till = [after(0, 100), after(2, 102), after(1, 101), CLOSING]
    assert order(tmp_path, hands, till) == "session 100 1 101 2 102 3 close"
    assert order(tmp_path, till, hands) == "session 100 1 101 2 102 3 close"
    assert order(tmp_path, hands, [cash(99), CLOSING]) == "session 99 1 2 3 close"


def test_a_number_that_comes_twice_keeps_its_place(tmp_path: Path) -> None:
    """Two hands of one number stand in the order of their lines, cash between them stays between them."""
    twice = line({"record": "x"})  # a reject in between changes nothing
    second = hand(2, dealer_seat=4).replace(b'"s1-2"', b'"s1-2b"')
    store_order = order(tmp_path, [hand(1), hand(2), cash(100), twice, second, cash(101), hand(3)])
    assert store_order == "1 2 100 2 101 3"


@given(st.lists(st.integers(0, 1), min_size=8, max_size=8), st.booleans())
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_split_between_hands_gives_the_same_order(tmp_path: Path, cuts: list[int], backwards: bool) -> None:
    """Cut before any hands into any number of files, read in either order: the same."""
    lines = [[line(SESSION), cash(100)], *([hand(n), cash(100 + n)] for n in range(1, 9))]
    files: list[list[bytes]] = [[*lines[0]]]
    for cut, part in zip([0, *cuts[1:]], lines[1:], strict=True):
        if cut:
            files.append([])
        files[-1] += part
    if backwards:
        files.reverse()
    assert order(tmp_path, *files) == "session 100 1 101 2 102 3 103 4 104 5 105 6 106 7 107 8 108"


@pytest.fixture
def split(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    """A store with one session and its records."""
    store = open_store(":memory:")
    ingest_logs(store, [write(tmp_path / "a.jsonl", line(SESSION), hand(1), cash(5), CLOSING)])
    return store


def test_every_record_has_its_columns(split: duckdb.DuckDBPyConnection) -> None:
    """Kind, ids, sums and times of each record stand in the view."""
    rows = split.execute(
        "SELECT kind, hand_id, hand_no, game, player_id, amount, session_records.at, at_us, line_key IS NOT NULL,"
        " line_no FROM session_records ORDER BY position"
    ).fetchall()
    assert rows == [
        ("session", None, None, None, None, None, SESSION["started_at"], 1793552400000000, False, 1),
        ("hand", "s1-1", 1, "poker", None, None, "2026-11-01T20:01:00+03:00", 1793552460000000, False, 2),
        ("cash", None, None, None, "p1", 5, CASH["at"], 1793566800000000, True, 3),
        ("close", None, None, None, None, None, CLOSE["at"], 1793581200000000, True, 4),
    ]
