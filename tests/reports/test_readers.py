"""Rows for the reading commands: exact fields, order and filters."""

from pathlib import Path

import duckdb
import pytest

from ingest.store import open_store
from reports.errors import ReportError
from reports.readers import (
    READERS,
    Filters,
    read_corrections,
    read_findings,
    read_players,
    read_rejects,
    read_sessions,
    read_verdicts,
)

FIELDS = {
    "verdicts": "hand_id session_id hand_no game verdict incomplete_because",
    "sessions": "session_id verdict hands verified discrepant incomplete",
    "findings": "hand_id session_id hand_no game code severity rule action_no seat player_id expected actual message",
    "corrections": "hand_id seat player_id amount",
    "rejects": "source line_no code message",
    "players": "player_id name hands poker_net stitch_net pok_net net shares result chips_bought chips_handed_back"
    " owed findings",
}


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_fields_and_their_order(reported: duckdb.DuckDBPyConnection, name: str) -> None:
    """Each reader gives the fields of the format, in its order, and some rows."""
    reader, fields = READERS[name]
    rows = list(reader(reported, Filters()))
    assert rows
    assert fields == tuple(FIELDS[name].split())
    assert {tuple(row) for row in rows} == {fields}


def test_verdicts_are_final_and_sorted(reported: duckdb.DuckDBPyConnection) -> None:
    """Hands come by session and number, with the verdict after the checks and why it is not proved."""
    rows = [(row["session_id"], row["hand_no"], row["verdict"]) for row in read_verdicts(reported)]
    assert rows == sorted(rows)
    assert [row["incomplete_because"] for row in read_verdicts(reported, Filters(hand="h4"))] == [
        "the cards of seat 2 are not known"
    ]


def test_findings_have_plain_values_and_the_whole_session_first(reported: duckdb.DuckDBPyConnection) -> None:
    """expected and actual are numbers, texts or chips by seat; what is of no hand stands before the hands."""
    rows = list(read_findings(reported, Filters(session="s1")))
    assert [(row["hand_id"], row["expected"], row["actual"]) for row in rows] == [
        (None, 280, 278), ("h2", {"1": 45}, {"2": 45}), ("h3", 3, 4),
    ]  # fmt: skip


def test_findings_of_a_player_are_those_that_touch_him(reported: duckdb.DuckDBPyConnection) -> None:
    """Who should have been paid is touched as well as who was paid; so the count of his row is the rows found."""
    for player_id, codes in (("p1", ["pot.winner", "pool.amount"]), ("p2", ["pot.winner"]), ("p3", ["pot.rake"])):
        assert [row["code"] for row in read_findings(reported, Filters(player=player_id))] == codes
        assert [row["findings"] for row in read_players(reported, Filters(player=player_id))] == [len(codes)]


def test_filters_of_findings(reported: duckdb.DuckDBPyConnection) -> None:
    """Game, hand and code leave what has them; several filters must all hold."""
    assert [row["hand_id"] for row in read_findings(reported, Filters(game="pok"))] == ["h6", "h6"]
    assert [row["code"] for row in read_findings(reported, Filters(hand="h6", code="pool.amount"))] == ["pool.amount"]
    assert list(read_findings(reported, Filters(hand="h6", code="pot.winner"))) == []


def test_filters_of_verdicts_and_sessions(reported: duckdb.DuckDBPyConnection) -> None:
    """A hand is found by who was dealt in and by what was found in it, a session by its hands and cash."""
    assert [row["hand_id"] for row in read_verdicts(reported, Filters(player="p3", session="s2"))] == ["h5", "h6"]
    assert [row["hand_id"] for row in read_verdicts(reported, Filters(code="pot.rake"))] == ["h3"]
    assert [row["session_id"] for row in read_sessions(reported, Filters(player="p2"))] == ["s1"]
    assert [row["session_id"] for row in read_sessions(reported, Filters(game="stitch"))] == ["s2"]
    assert [row["session_id"] for row in read_sessions(reported, Filters(hand="h1"))] == ["s1"]
    assert [row["session_id"] for row in read_sessions(reported, Filters(code="session.balance"))] == ["s1"]


def test_filters_of_corrections(reported: duckdb.DuckDBPyConnection) -> None:
    """A correction is found by the player whose stack it corrects and by the finding in its hand."""
    assert list(read_corrections(reported, Filters(player="p2"))) == [
        {"hand_id": "h2", "seat": 2, "player_id": "p2", "amount": -45}
    ]
    assert [row["amount"] for row in read_corrections(reported, Filters(code="pot.winner"))] == [45, -45]
    assert [row["hand_id"] for row in read_corrections(reported, Filters(session="s1"))] == ["h2", "h2", "h3"]


def test_rejects_are_found_by_code_alone(reported: duckdb.DuckDBPyConnection) -> None:
    """A line that could not be read belongs to no session, hand or player, and asking so is told."""
    assert [row["line_no"] for row in read_rejects(reported, Filters(code="json"))] == [77]
    assert list(read_rejects(reported, Filters(code="other"))) == []
    with pytest.raises(ReportError, match="cannot be looked up by --hand"):
        list(read_rejects(reported, Filters(hand="h1")))


def test_players_of_a_session_or_game_have_only_what_they_did_there(reported: duckdb.DuckDBPyConnection) -> None:
    """With a filter nets, corrections and findings are those of the hands that it leaves."""
    rows = {row["player_id"]: row for row in read_players(reported, Filters(session="s2"))}
    assert {key: (row["hands"], row["net"], row["owed"]) for key, row in rows.items()} == {
        "p1": (2, 20, 1), "p3": (2, -101, 0),
    }  # fmt: skip
    assert [row["player_id"] for row in read_players(reported, Filters(game="stitch"))] == ["p1", "p3"]
    assert [row["net"] for row in read_players(reported, Filters(hand="h2", player="p2"))] == [23]
    assert [row["player_id"] for row in read_players(reported, Filters(code="pool.amount"))] == ["p1"]


def test_findings_of_a_whole_session_touch_whom_they_name(store: duckdb.DuckDBPyConnection) -> None:
    """Shares that went wrong touch the players named, in their session and in no other."""
    store.execute(
        "INSERT INTO continuity_findings (session_id, code, severity, rule, expected, actual, message) "
        "VALUES ('s1', 'session.balance', 'error', 'F6', '{\"p1\": 3}', '{\"p2\": 3}', 'Shared wrongly.')"
    )

    def counts(filters: Filters) -> dict[str, int]:
        return {row["player_id"]: row["findings"] for row in read_players(store, filters)}

    assert [row["message"] for row in read_findings(store, Filters(player="p1", code="session.balance"))] == [
        "Shared wrongly."
    ]
    assert counts(Filters(session="s1")) == {"p1": 2, "p2": 2, "p3": 1}
    assert counts(Filters(session="s2")) == {"p1": 1, "p3": 0}
    assert counts(Filters(hand="h2")) == {"p1": 1, "p2": 1, "p3": 0}
    assert counts(Filters(code="session.balance")) == {"p1": 1, "p2": 1}


def test_players_are_the_rows_of_the_report(reported: duckdb.DuckDBPyConnection) -> None:
    """Without filters the command says what report_players holds."""
    rows = [tuple(row.values()) for row in read_players(reported)]
    assert rows == reported.execute("SELECT * FROM report_players ORDER BY player_id").fetchall()


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_hostile_filters_are_values(reported: duckdb.DuckDBPyConnection, name: str) -> None:
    """A filter that is SQL finds nothing and does nothing."""
    reader, _ = READERS[name]
    assert list(reader(reported, Filters(code="x' OR 1=1; DROP TABLE hands; --"))) == []
    assert reported.execute("SELECT count(*) FROM hands").fetchall() == [(7,)]


def test_readers_need_no_right_to_write(store: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """A store that is opened for reading alone, and not reported on yet, can be read."""
    store.close()
    connection = open_store(tmp_path / "night.duckdb", read_only=True)
    for reader, _ in READERS.values():
        assert list(reader(connection, Filters()))
    connection.close()
