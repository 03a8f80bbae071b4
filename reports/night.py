"""The numbers of a night, put together once: pages, CSV files and the tables of the store all show these."""

from collections.abc import Callable
from dataclasses import dataclass

import duckdb
import polars as pl

from ingest.store import Transaction
from reports import totals
from reports.frames import frame_of
from reports.ledger import Ledger
from reports.settle import Payment, fewest_payments

GAMES = ("poker", "stitch", "pok")
#: Parties of a settlement besides players (`player_party`).
TABLE, HOUSE = "table", "house"
PARTY_TEXTS = {TABLE: "the table (pot, bank or circles)", HOUSE: "the house"}
PLAYER_COLUMNS = (
    "player_id", "name", "hands", "poker_net", "stitch_net", "pok_net", "net", "shares", "result", "chips_bought",
    "chips_handed_back", "owed", "findings",
)  # fmt: skip
SESSION_COLUMNS = (
    "session_id", "table_name", "started_at", "verdict", "hands", "verified", "discrepant", "incomplete", "players",
    "findings", "chips_bought", "chips_handed_back", "left_on_table", "shares", "rake", "net", "nobody_net", "disputed",
)  # fmt: skip
_SESSIONS = """
SELECT u.session_id, s.table_name, s.started_at, coalesce(v.verdict, 'verified') AS verdict,
    coalesce(v.hands, 0)::BIGINT AS hands, coalesce(v.verified, 0)::BIGINT AS verified,
    coalesce(v.discrepant, 0)::BIGINT AS discrepant, coalesce(v.incomplete, 0)::BIGINT AS incomplete,
    coalesce(f.findings, 0)::BIGINT AS findings
FROM (SELECT session_id FROM sessions UNION SELECT session_id FROM verdicts UNION SELECT session_id FROM cash
      UNION SELECT session_id FROM closes) u
LEFT JOIN sessions s ON s.session_id = u.session_id
LEFT JOIN session_verdicts v ON v.session_id = u.session_id
LEFT JOIN (SELECT session_id, count(*) AS findings FROM report_found GROUP BY session_id) f
    ON f.session_id = u.session_id
ORDER BY s.started_us NULLS LAST, u.session_id
"""


@dataclass(frozen=True)
class Night:
    """Every number of the report, in frames sorted by key (sessions: by start, then id).

    `players` and `sessions` are the rows of players.csv and sessions.csv. `chips`: by session and player what he
    bought, cashed out, had and got at the close. `owed`: corrections by session and player. `payments`: by session,
    who gives whom how much (parties as `player_party`, `TABLE`, `HOUSE`).
    """

    players: pl.DataFrame
    sessions: pl.DataFrame
    chips: pl.DataFrame
    owed: pl.DataFrame
    payments: dict[str, list[Payment]]
    ledger: Ledger


def player_party(player_id: str) -> str:
    """A player's key in a settlement; no player's id can be mistaken for the table or the house."""
    return f"player:{player_id}"


def sum_night(connection: duckdb.DuckDBPyConnection, ledger: Ledger) -> Night:
    """Puts the night together; `order_hands` and `gather_findings` went before."""
    chips = totals.chips_frame(connection)
    corrections = totals.corrections_frame(connection)
    disputes = totals.disputes_frame(totals.hand_disputes_frame(connection, corrections))
    owed = owed_by_session(corrections)
    return Night(
        players=players_frame(connection, ledger, chips, owed, totals.touched_frame(connection)),
        sessions=_sessions_frame(connection, ledger, chips, disputes),
        chips=chips,
        owed=owed,
        payments={
            session_id: fewest_payments(parties) for session_id, parties in parties_by_session(owed, disputes).items()
        },
        ledger=ledger,
    )


def owed_by_session(corrections: pl.DataFrame) -> pl.DataFrame:
    """Corrections summed by session and player: session_id, player_id, `owed` (0 where they cancel out), `hands`."""
    keys = ["session_id", "player_id"]
    known = corrections.filter(pl.col("player_id").is_not_null())
    hands = pl.col("hand_id").n_unique().cast(pl.Int64)
    return known.group_by(keys).agg(owed=pl.col("amount").sum(), hands=hands).sort(keys)


def players_frame(
    connection: duckdb.DuckDBPyConnection,
    ledger: Ledger,
    chips: pl.DataFrame,
    owed: pl.DataFrame,
    touched: pl.DataFrame,
) -> pl.DataFrame:
    """One row a player (`PLAYER_COLUMNS`), sorted by id, of what these frames say of him."""
    nets = ledger.results.group_by("player_id").agg(
        pl.sum("hands"),
        pl.sum("net"),
        *(pl.col("net").filter(pl.col("game") == game).sum().alias(f"{game}_net") for game in GAMES),
    )
    cash = chips.group_by("player_id").agg(
        shares=pl.col("share").sum(),
        chips_bought=pl.col("bought").sum(),
        chips_handed_back=(pl.col("cashed_out") + pl.col("stack")).sum(),
    )
    owing = owed.group_by("player_id").agg(pl.sum("owed"))
    frame = nets.join(cash, on="player_id", how="full", coalesce=True)
    for more in (owing, touched, totals.names_frame(connection)):
        frame = frame.join(more, on="player_id", how="left")
    numbers = [column for column in PLAYER_COLUMNS if column not in ("player_id", "name", "result")]
    return (
        frame.with_columns(pl.col(numbers).fill_null(0))
        .with_columns(result=pl.col("net") + pl.col("shares"))
        .select(PLAYER_COLUMNS)
        .sort("player_id")
    )


def _sessions_frame(
    connection: duckdb.DuckDBPyConnection, ledger: Ledger, chips: pl.DataFrame, disputes: pl.DataFrame
) -> pl.DataFrame:
    frame = frame_of(connection, _SESSIONS).with_row_index("place")
    seen = pl.concat([ledger.results.select("session_id", "player_id"), chips.select("session_id", "player_id")])
    parts = (
        seen.group_by("session_id").agg(players=pl.col("player_id").n_unique().cast(pl.Int64)),
        chips.group_by("session_id").agg(
            chips_bought=pl.col("bought").sum(),
            chips_handed_back=(pl.col("cashed_out") + pl.col("stack")).sum(),
            shares=pl.col("share").sum(),
        ),
        ledger.results.group_by("session_id").agg(pl.sum("net")),
        ledger.nobody,
        totals.table_frame(connection),
        totals.rake_frame(connection),
        disputes.select("session_id", "disputed"),
    )
    for part in parts:
        frame = frame.join(part, on="session_id", how="left")
    texts = ("session_id", "table_name", "started_at", "verdict")
    numbers = [column for column in SESSION_COLUMNS if column not in texts]
    return frame.sort("place").with_columns(pl.col(numbers).fill_null(0)).select(SESSION_COLUMNS)


def parties_by_session(owed: pl.DataFrame, disputes: pl.DataFrame) -> dict[str, dict[str, int]]:
    """By session, what each party (`player_party`, `TABLE`, `HOUSE`) is owed (+) or owes (-); it sums to 0."""
    parties: dict[str, dict[str, int]] = {}
    for session_id, player_id, chips in owed.select("session_id", "player_id", "owed").iter_rows():
        parties.setdefault(session_id, {})[player_party(player_id)] = chips
    for session_id, house in disputes.select("session_id", "house").iter_rows():
        of_session = parties.setdefault(session_id, {})
        # the table is what balances: also for a seat at which the log seats nobody
        table = -house - sum(of_session.values())
        of_session.update({HOUSE: house, TABLE: table})
    return dict(sorted(parties.items()))


def save_tables(connection: duckdb.DuckDBPyConnection, night: Night, advance: Callable[[int], None]) -> None:
    """Replaces report_results, report_players and report_sessions in one transaction."""
    tables = (
        ("report_results", night.ledger.results),
        ("report_players", night.players),
        ("report_sessions", night.sessions),
    )
    with Transaction(connection):
        for table, frame in tables:
            connection.execute(f"DELETE FROM {table}")
            connection.register("report_frame", frame.to_arrow())
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM report_frame")
            connection.unregister("report_frame")
            advance(1)
