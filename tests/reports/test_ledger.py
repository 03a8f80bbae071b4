"""Sums over movements do not depend on how many hands are summed at once."""

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from reports import ledger
from reports.ledger import Ledger, order_hands, seat_sums, sum_movements


def whole(connection: duckdb.DuckDBPyConnection) -> Ledger:
    """The ledger of all hands."""
    return sum_movements(connection, order_hands(connection), lambda _: None)


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_slices_change_nothing(store: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, hands: int) -> None:
    """Summing one, two or three hands at a time gives what summing all at once gives."""
    at_once = whole(store)
    monkeypatch.setattr(ledger, "SLICE_HANDS", hands)
    in_slices = whole(store)
    for name in ("results", "pots", "curves", "nobody"):
        assert_frame_equal(getattr(in_slices, name), getattr(at_once, name))


def test_curve_runs_through_every_hand(store: duckdb.DuckDBPyConnection) -> None:
    """A player with few hands has a point for each, in the order played."""
    curve = whole(store).curves.filter(pl.col("player_id") == "p1")
    assert curve["running"].to_list() == [-1, -23, -73, -74, -54, -54]
    assert curve["hands"].to_list() == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("slice_hands", [2, 100])
def test_long_curve_keeps_its_swings(
    store: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, slice_hands: int
) -> None:
    """Where several hands share a point it keeps the last result and how far it swung between."""
    monkeypatch.setattr(ledger, "CHART_POINTS", 2)
    monkeypatch.setattr(ledger, "SLICE_HANDS", slice_hands)
    curve = whole(store).curves.filter(pl.col("player_id") == "p1")
    assert curve.select("hands", "running", "lowest", "highest").rows() == [(3, -73, -73, -1), (6, -54, -74, -54)]


def test_pots_kept_are_the_biggest(store: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a player's pots the biggest stay, the earlier one first where they are equal."""
    monkeypatch.setattr(ledger, "POTS_KEPT", 1)
    monkeypatch.setattr(ledger, "SLICE_HANDS", 1)
    pots = whole(store).pots
    assert pots.filter(pl.col("player_id") == "p2").select("hand_id", "taken", "net").rows() == [("h2", 45, 23)]


def test_seats_where_nobody_sits_are_counted_apart(store: duckdb.DuckDBPyConnection) -> None:
    """Chips of a seat that the log seats nobody at are in no player's sum and are not forgotten."""
    assert whole(store).nobody.rows() == [("../../etc/passwd", -4)]


def test_only_seats_have_sums() -> None:
    """Pot, bank, circles and house are accounts of nobody; a move from seat to seat counts on both."""
    moves = pl.DataFrame(
        {
            "ordinal": [0, 0, 0],
            "from_account": ["seat:1", "pot", "seat:12"],
            "to_account": ["pool:4", "house", "seat:1"],
            "chips": [5, 7, 2],
        }
    )
    assert seat_sums(moves).sort("seat").rows() == [(0, 1, -3, 2), (0, 12, -2, 0)]
