"""How players stand: Polars sums over the double-entry movements of the store, a slice of hands at a time.

A million hands have twenty million movements; no more than a slice of them is in memory at once.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import duckdb
import polars as pl

from ingest.store import apply_schema
from reports.errors import ReportError
from reports.frames import frame_of, number_of, summed

#: Hands summed at once: some hundred thousand movements, a few dozen MB.
SLICE_HANDS = 20_000
#: Biggest pots kept a player.
POTS_KEPT = 5
#: Points of a player's chart at most; where he played more hands, several hands share a point.
CHART_POINTS = 160
#: Sums of chips are kept in 64 bits; no store of real chips comes near this.
_LARGEST_SUM = 2**62

_ORDER_HANDS = """
CREATE OR REPLACE TEMP TABLE report_hand_order AS
SELECT row_number() OVER (ORDER BY s.started_us NULLS LAST, v.session_id, r.position) - 1 AS ordinal,
    v.hand_id, v.session_id, v.hand_no, v.game
FROM verdicts v JOIN session_records r ON r.hand_id = v.hand_id AND r.kind = 'hand'
LEFT JOIN sessions s ON s.session_id = v.session_id
"""
_RESULTS_SCHEMA = {
    "player_id": pl.String, "session_id": pl.String, "game": pl.String, "hands": pl.Int64, "net": pl.Int64,
}  # fmt: skip
_POTS_SCHEMA = {
    "player_id": pl.String, "hand_id": pl.String, "session_id": pl.String, "hand_no": pl.Int64, "game": pl.String,
    "taken": pl.Int64, "net": pl.Int64, "ordinal": pl.Int64,
}  # fmt: skip
_CURVES_SCHEMA = {
    "player_id": pl.String, "bucket": pl.Int64, "hands": pl.Int64, "running": pl.Int64, "lowest": pl.Int64,
    "highest": pl.Int64,
}  # fmt: skip
_STATE_SCHEMA = {"player_id": pl.String, "done": pl.Int64, "base": pl.Int64}
_NOBODY_SCHEMA = {"session_id": pl.String, "nobody_net": pl.Int64}
_BY_PLAYER_BUCKET = ["player_id", "bucket"]


@dataclass(frozen=True)
class Ledger:
    """Sums over the movements of hands, in chips.

    `results`: hands and net by player, session and game. `pots`: the hands in which a player took most from pot, bank,
    circles or others, at most `POTS_KEPT` a player, the biggest at `place` 0. `curves`: his running net after so many
    hands.
    `nobody`: by session, chips moved by seats at which the log seats nobody.
    """

    results: pl.DataFrame
    pots: pl.DataFrame
    curves: pl.DataFrame
    nobody: pl.DataFrame


def create_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the tables of replay, checks and reports where they are not there: a store may be reported on early."""
    for stage in ("replay", "checks", "reports"):
        apply_schema(connection, stage)


def order_hands(connection: duckdb.DuckDBPyConnection, where: str = "TRUE", values: tuple[object, ...] = ()) -> int:
    """Puts the hands to be summed into the temporary table `report_hand_order`, in the order they were played.

    `where` is a condition on `verdicts v` with a ``?`` for each of `values`. Gives the number of hands.
    """
    connection.execute(f"{_ORDER_HANDS} WHERE {where}", list(values))
    return number_of(connection, "SELECT count(*) FROM report_hand_order")


def sum_movements(connection: duckdb.DuckDBPyConnection, hands: int, advance: Callable[[int], None]) -> Ledger:
    """The ledger of the `hands` that `order_hands` put in order. `advance` is told how many are done."""
    _refuse_sums_beyond_64_bits(connection)
    sums = _Sums(_hands_by_player(connection))
    for first in range(0, hands, SLICE_HANDS):
        sums.add(*_read_slice(connection, first, first + SLICE_HANDS))
        advance(min(SLICE_HANDS, hands - first))
    ledger = sums.ledger()
    _prove_sum(connection, ledger)
    return ledger


def _refuse_sums_beyond_64_bits(connection: duckdb.DuckDBPyConnection) -> None:
    chips = number_of(connection, "SELECT coalesce(sum(chips), 0) FROM movements")
    if chips > _LARGEST_SUM:
        raise ReportError(f"the movements sum to {chips} chips; more than {_LARGEST_SUM} cannot be counted")


def _hands_by_player(connection: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    return frame_of(
        connection,
        "SELECT p.player_id, count(*)::BIGINT AS all_hands FROM hand_players p "
        "JOIN report_hand_order o ON o.hand_id = p.hand_id GROUP BY p.player_id ORDER BY p.player_id",
    )


def _read_slice(
    connection: duckdb.DuckDBPyConnection, first: int, end: int
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Hands, seats and movements of the hands numbered from `first` to before `end`."""
    bounds = [first, end]
    hands = frame_of(
        connection,
        "SELECT ordinal, hand_id, session_id, hand_no, game FROM report_hand_order WHERE ordinal >= ? AND ordinal < ?",
        bounds,
    )
    seats = frame_of(
        connection,
        "SELECT o.ordinal, p.seat, p.player_id FROM hand_players p JOIN report_hand_order o ON o.hand_id = p.hand_id "
        "WHERE o.ordinal >= ? AND o.ordinal < ?",
        bounds,
    )
    movements = frame_of(
        connection,
        "SELECT o.ordinal, m.from_account, m.to_account, m.chips FROM movements m "
        "JOIN report_hand_order o ON o.hand_id = m.hand_id WHERE o.ordinal >= ? AND o.ordinal < ?",
        bounds,
    )
    return hands, seats, movements


def seat_sums(movements: pl.DataFrame) -> pl.DataFrame:
    """Net and taken chips by hand (`ordinal`) and seat: what moved to a seat less what moved from it."""
    seat_of = [
        pl.col(account).str.strip_prefix("seat:").cast(pl.Int64, strict=False).alias(name)
        for account, name in (("from_account", "giver"), ("to_account", "taker"))
    ]
    flows = movements.with_columns(seat_of)
    given = flows.filter(pl.col("giver").is_not_null()).select(
        "ordinal", seat="giver", net=-pl.col("chips"), taken=pl.lit(0, pl.Int64)
    )
    taken = flows.filter(pl.col("taker").is_not_null()).select("ordinal", seat="taker", net="chips", taken="chips")
    return pl.concat([given, taken]).group_by("ordinal", "seat").agg(pl.col("net").sum(), pl.col("taken").sum())


@dataclass
class _Sums:
    """The sums so far; the state carries each player's hands and running result from slice to slice."""

    hands_by_player: pl.DataFrame
    results: list[pl.DataFrame] = field(default_factory=list)
    pots: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=_POTS_SCHEMA))
    curves: list[pl.DataFrame] = field(default_factory=list)
    nobody: list[pl.DataFrame] = field(default_factory=list)
    state: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=_STATE_SCHEMA))

    def add(self, hands: pl.DataFrame, seats: pl.DataFrame, movements: pl.DataFrame) -> None:
        """One slice of hands, later than those before."""
        sums = seat_sums(movements)
        played = (
            seats.join(sums, on=["ordinal", "seat"], how="left")
            .with_columns(pl.col("net", "taken").fill_null(0))
            .join(hands, on="ordinal")
            .sort("ordinal", "seat")
        )
        by_game = played.group_by("player_id", "session_id", "game")
        self.results.append(by_game.agg(pl.len().cast(pl.Int64).alias("hands"), pl.sum("net")))
        nobody = sums.join(seats, on=["ordinal", "seat"], how="anti").join(hands, on="ordinal")
        self.nobody.append(nobody.group_by("session_id").agg(pl.sum("net").alias("nobody_net")))
        self.pots = _biggest_pots(pl.concat([self.pots, played.select(_POTS_SCHEMA.keys())]))
        self._add_curves(played)

    def _add_curves(self, played: pl.DataFrame) -> None:
        counted = (
            played.join(self.hands_by_player, on="player_id")
            .join(self.state, on="player_id", how="left")
            .sort("ordinal")
            .with_columns(
                hands=pl.col("done").fill_null(0) + pl.col("net").cum_count().over("player_id").cast(pl.Int64),
                running=pl.col("base").fill_null(0) + pl.col("net").cum_sum().over("player_id"),
            )
        )
        points = pl.min_horizontal(pl.col("all_hands"), pl.lit(CHART_POINTS, pl.Int64))
        bucketed = counted.with_columns(
            bucket=(pl.col("hands") - 1) * points // pl.col("all_hands"), lowest="running", highest="running"
        )
        self.curves.append(_merge_points(bucketed))
        latest = counted.group_by("player_id").agg(done=pl.col("hands").max(), base=pl.col("running").last())
        self.state = pl.concat([self.state.join(latest, on="player_id", how="anti"), latest])

    def ledger(self) -> Ledger:
        """What was summed, sorted by key."""
        results = pl.concat([pl.DataFrame(schema=_RESULTS_SCHEMA), *self.results])
        curves = pl.concat([pl.DataFrame(schema=_CURVES_SCHEMA), *self.curves])
        nobody = pl.concat([pl.DataFrame(schema=_NOBODY_SCHEMA), *self.nobody])
        keys = ["player_id", "session_id", "game"]
        return Ledger(
            results=results.group_by(keys).agg(pl.sum("hands"), pl.sum("net")).sort(keys),
            pots=self.pots.with_columns(place=pl.int_range(pl.len()).over("player_id")),
            curves=_merge_points(curves).sort(_BY_PLAYER_BUCKET),
            nobody=nobody.group_by("session_id").agg(pl.sum("nobody_net")).sort("session_id"),
        )


def _biggest_pots(candidates: pl.DataFrame) -> pl.DataFrame:
    ranked = candidates.filter(pl.col("taken") > 0).sort("player_id", -pl.col("taken"), "ordinal")
    return ranked.group_by("player_id", maintain_order=True).head(POTS_KEPT).select(_POTS_SCHEMA.keys())


def _merge_points(points: pl.DataFrame) -> pl.DataFrame:
    """One point a player and bucket, of points in the order they were played."""
    merged = points.group_by(_BY_PLAYER_BUCKET, maintain_order=True).agg(
        pl.col("hands").last(), pl.col("running").last(), pl.col("lowest").min(), pl.col("highest").max()
    )
    return merged.select(_CURVES_SCHEMA.keys())


def _prove_sum(connection: duckdb.DuckDBPyConnection, ledger: Ledger) -> None:
    """The sums of Polars against the database's own over the same hands: not a chip more or less (C1)."""
    moved = number_of(
        connection,
        "SELECT coalesce(sum(chips * (CASE WHEN to_account LIKE 'seat:%' THEN 1 ELSE 0 END "
        "- CASE WHEN from_account LIKE 'seat:%' THEN 1 ELSE 0 END)), 0)::BIGINT "
        "FROM movements m JOIN report_hand_order o ON o.hand_id = m.hand_id",
    )
    total = summed(ledger.results["net"]) + summed(ledger.nobody["nobody_net"])
    if moved != total:
        raise AssertionError(f"the players' nets sum to {total}, the movements to {moved}")
