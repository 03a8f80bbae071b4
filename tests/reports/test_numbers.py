"""The numbers of the small night (conftest.py), checked by hand; the same in tables, CSV files and pages."""

import csv
import re
from pathlib import Path

import duckdb
import pytest

from checks.run import check_reports
from ingest.store import open_store
from reports.build import write_reports
from reports.text import csv_text, page_name

PLAYERS = {
    # player_id: hands, poker, stitch, pok, net, shares, result, bought, handed back, owed, findings
    "p1": (6, -74, 20, 0, -54, 1, -53, 100, 26, 46, 2),
    "p2": (4, 24, 0, 0, 24, 1, 25, 100, 121, -45, 1),
    "p3": (6, 43, -100, -1, -58, 1, -57, 100, 144, 1, 1),
}
SESSIONS = {
    # session_id: verdict, hands, verified, discrepant, incomplete, players, findings, bought, handed back, left,
    # shares, rake, net, nobody_net, disputed
    "s1": ("discrepant", 4, 1, 2, 1, 3, 3, 300, 291, 3, 3, 4, -7, 0, 46),
    "s2": ("discrepant", 2, 1, 1, 0, 2, 2, 0, 0, 85, 0, 0, -81, 0, 1),
    "../../etc/passwd": ("discrepant", 1, 0, 1, 0, 2, 1, 0, 0, 1004, 0, 0, -1000, -4, 1000),
}


def read_csv(path: Path) -> dict[str, tuple[str, ...]]:
    """The rows of a CSV file by their first cell."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))
    return {row[0]: tuple(row) for row in rows[1:]}


def plain_text(page: Path) -> str:
    """What a page says, without its markup and style."""
    body = re.sub("</?bdi>", "", page.read_text(encoding="utf-8").split("</style>")[1])  # no space round a name
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body))


def test_player_totals_are_the_sums_over_movements(reported: duckdb.DuckDBPyConnection) -> None:
    """report_players holds hands, nets by game, shares, cash, corrections and findings to the chip."""
    rows = reported.execute("SELECT * EXCLUDE (name) FROM report_players WHERE player_id LIKE 'p_'").fetchall()
    assert {row[0]: row[1:] for row in rows if row[0] in PLAYERS} == PLAYERS


def test_session_totals_are_the_sums_over_hands(reported: duckdb.DuckDBPyConnection) -> None:
    """report_sessions holds verdicts, chips, rake and what is in dispute to the chip."""
    rows = reported.execute("SELECT * EXCLUDE (table_name, started_at) FROM report_sessions").fetchall()
    assert {row[0]: row[1:] for row in rows} == SESSIONS


def test_no_chip_is_lost_between_players_table_and_house(reported: duckdb.DuckDBPyConnection) -> None:
    """What players won, seats without players, rake and what was left on the table come to nothing together (C1)."""
    for session_id, net, nobody, rake, left in reported.execute(
        "SELECT session_id, net, nobody_net, rake, left_on_table FROM report_sessions"
    ).fetchall():
        # in s2 the circle `pok` already held 4 chips that no hand of the night put there
        assert net + nobody + rake + left == (4 if session_id == "s2" else 0), session_id


def test_csv_files_hold_the_same_numbers(report: Path) -> None:
    """players.csv and sessions.csv say what the tables say."""
    players, sessions = read_csv(report / "players.csv"), read_csv(report / "sessions.csv")
    for player_id, numbers in PLAYERS.items():
        assert players[player_id][2:] == tuple(map(str, numbers))
    for session_id, numbers in SESSIONS.items():
        assert sessions[session_id][3:] == tuple(map(str, numbers))
    assert list(sessions) == ["s1", "../../etc/passwd", "s2"]


def test_csv_has_one_line_end_and_no_mark(report: Path) -> None:
    """CSV files are UTF-8 without a byte order mark, with LF alone."""
    for name in ("players.csv", "sessions.csv"):
        data = (report / name).read_bytes()
        assert b"\r" not in data
        assert not data.startswith(b"\xef\xbb\xbf")
        assert data.endswith(b"\n")


def test_index_says_the_totals(report: Path) -> None:
    """The index adds up the sessions and names what was not taken, with file, line and reason."""
    text = plain_text(report / "index.html")
    assert "Of 7 hands in 3 sessions, 2 are proved right, 4 are wrong and 1 could not be proved." in text
    assert "1,047 chips went to the wrong place." in text
    assert "night/a.jsonl 77 json amount is 12.7; whole chips are expected" in text
    assert "night/a.jsonl 78 hand h1 s1 hand h1 is known with other content" in text


def test_session_page_says_its_chips_and_who_owes_whom(report: Path) -> None:
    """The page of a session shows cash, close, table and rake, and exact payments with their worth."""
    text = plain_text(report / "sessions" / page_name("s1"))
    assert "Борис gives Anna 45 chips (22.50 EUR)" in text
    assert "the house gives Clara 1 chip (0.50 EUR)" in text
    assert "Борис 4 +24 100 20 101 1 -45" in text
    assert "By the cash, 280 chips must be there at the end; the log shows 278: 271 in stacks" in text
    assert "the cards of seat 2 are not known 1 4" in text


def test_session_page_tells_every_finding_with_its_rule(report: Path) -> None:
    """Each finding is a sentence with expected, logged, difference and the text of its rule."""
    text = plain_text(report / "sessions" / page_name("s1"))
    assert "The pot of 45 belongs to seat 1, whose three tens are higher. " in text
    assert (
        "Expected seat 1 (Anna): 45 chips Logged seat 2 (Борис): 45 chips "
        "Difference seat 1 (Anna): 45 chips too few; seat 2 (Борис): 45 chips too many Rule P8:"
    ) in text
    assert "Expected 3 chips Logged 4 chips Difference 1 chip too many Rule P11:" in text
    assert "the session as a whole · session.balance" in text


def test_table_pays_what_no_player_owes(report: Path) -> None:
    """A correction without a counterpart comes from the table, not out of nothing."""
    assert "the table (pot, bank or circles) gives Anna 1 chip" in plain_text(report / "sessions" / page_name("s2"))


def test_player_page_says_how_he_stands(report: Path) -> None:
    """The page of a player shows the same totals, his sessions, biggest pots, payments and findings."""
    text = plain_text(report / "players" / page_name("p1"))
    assert "This player is owed 46 chips." in text
    assert "s1 4 -74 – – -74 +1 100 26 +45" in text
    assert "s2 2 – +20 0 +20 0 0 0 +1" in text
    assert "s2 1 stitch 30 +20 s2 3 pok 1 0" in text
    assert "s1 : Борис gives Anna 45 chips (22.50 EUR)" in text
    assert "The pot of 45 belongs to seat 1" in text


def test_money_is_told_with_the_chip_value_as_the_log_has_it(report: Path) -> None:
    """The worth of a chip is decimal text, multiplied exactly."""
    assert "One chip is worth 0.50 EUR." in plain_text(report / "sessions" / page_name("s1"))


def test_checks_of_the_report_ran_before_the_pages(reported: duckdb.DuckDBPyConnection, report: Path) -> None:
    """The suite `reported` finds the totals equal to the ledger, and the index tells that it ran."""
    outcomes = reported.execute(
        "SELECT check_name, outcome, detail FROM check_results WHERE suite = 'reported'"
    ).fetchall()
    assert outcomes
    assert [row for row in outcomes if row[1] != "pass"] == []
    assert "of the store's tables passed" in plain_text(report / "index.html")


def test_wrong_totals_are_noticed(store: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """A total that is not the ledger's fails the suite `reported` (the test above could fail)."""
    write_reports(store, tmp_path / "out")
    store.execute("UPDATE report_players SET owed = owed + 1 WHERE player_id = 'p1'")
    assert check_reports(store).failed > 0


def test_second_close_does_not_count_twice(store: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Where a session was closed twice its last close counts, alone."""
    for key, line_no in (("k90", 90), ("k91", 91)):
        store.execute(
            "INSERT INTO closes (line_key, session_id, has_stacks, has_shares, source_id, line_no, byte_offset, raw) "
            "VALUES (?, 's2', true, false, 1, ?, 0, '')",
            [key, line_no],
        )
        store.execute("INSERT INTO close_stacks VALUES (?, 'p1', ?)", [key, line_no])
    write_reports(store, tmp_path / "out")
    assert store.execute("SELECT chips_handed_back FROM report_sessions WHERE session_id = 's2'").fetchall() == [(91,)]


def test_hands_not_replayed_are_said_so(store: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """A store that was not replayed to the end is reported with a warning, not as if all were well."""
    store.execute("DELETE FROM verdicts WHERE hand_id = 'h1'")
    store.execute("DELETE FROM movements WHERE hand_id = 'h1'")
    write_reports(store, tmp_path / "out")
    assert "1 hand has not been replayed yet and is in no sum of chips" in plain_text(tmp_path / "out" / "index.html")


def test_gap_is_told_as_what_cannot_be_proved(report: Path) -> None:
    """A session with a gap does not claim that everything could be checked."""
    text = plain_text(report / "sessions" / page_name("s2"))
    assert "Hand numbers are not as they must be in 1 place" in text
    assert "Everything could be checked." not in text


def test_empty_store_has_an_index(tmp_path: Path) -> None:
    """Nothing read is no error: the index says that there is no hand."""
    connection = open_store(tmp_path / "empty.duckdb")
    write_reports(connection, tmp_path / "out")
    connection.close()
    assert "There is no hand to judge." in plain_text(tmp_path / "out" / "index.html")
    assert (tmp_path / "out" / "players.csv").read_text(encoding="utf-8").count("\n") == 1


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_csv_cell_is_never_a_formula(text: str) -> None:
    """A text cell that a spreadsheet would compute gets an apostrophe in front and nothing invisible in it."""
    cell = csv_text(text)
    assert cell.startswith("'")
    assert cell.isprintable()
