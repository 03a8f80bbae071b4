"""What the store says of a sitting besides its hands: chips bought and handed back, corrections, what was left."""

import duckdb
import msgspec
import polars as pl

from ingest.records import MOST_CHIPS_SUMMED, TableState
from reports.frames import frame_of

_KEYS = ["session_id", "player_id"]


def _counted(column: str) -> str:
    """As much of a sum as is counted, so that sums of many stay within 64 bits."""
    return f"greatest(-{MOST_CHIPS_SUMMED}, least({MOST_CHIPS_SUMMED}, {column}))"


_CASH = f"""
SELECT session_id, player_id, {_counted("amount")} AS amount, 0::BIGINT AS stack, 0::BIGINT AS share FROM cash
UNION ALL
SELECT c.session_id, s.player_id, 0, {_counted("s.stack")}, 0
FROM last_closes c JOIN close_stacks s ON s.line_key = c.stacks_key
UNION ALL
SELECT c.session_id, s.player_id, 0, 0, {_counted("s.amount")}
FROM last_closes c JOIN close_shares s ON s.line_key = c.shares_key
"""
#: A sitting that was closed twice (in two files, say) counts once: its last close with stacks, its last with shares.
_LAST_CLOSES = """
WITH last_closes AS (
    SELECT r.session_id, arg_max(r.line_key, r.position) FILTER (c.has_stacks) AS stacks_key,
        arg_max(r.line_key, r.position) FILTER (c.has_shares) AS shares_key
    FROM session_records r JOIN closes c ON c.line_key = r.line_key WHERE r.kind = 'close' GROUP BY r.session_id
)
"""


def chips_frame(connection: duckdb.DuckDBPyConnection, session_id: str | None = None) -> pl.DataFrame:
    """By session and player, in chips: `bought`, `cashed_out`, `stack` and `share` at the close; one session or all."""
    query = f"{_LAST_CLOSES} SELECT * FROM ({_CASH}) WHERE ? IS NULL OR session_id = ?"
    moved = frame_of(connection, query, [session_id, session_id])
    amount = pl.col("amount")
    return (
        moved.group_by(_KEYS)
        .agg(
            bought=pl.when(amount > 0).then(amount).otherwise(0).sum(),
            cashed_out=-pl.when(amount < 0).then(amount).otherwise(0).sum(),
            stack=pl.col("stack").sum(),
            share=pl.col("share").sum(),
        )
        .sort(_KEYS)
    )


def corrections_frame(connection: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """Corrections of the hands in `report_hand_order`: session_id, hand_id, hand_no, seat, player_id, amount."""
    return frame_of(
        connection,
        "SELECT o.session_id, o.hand_id, o.hand_no, c.seat, coalesce(p.player_id, c.player_id) AS player_id, c.amount "
        "FROM corrections c JOIN report_hand_order o ON o.hand_id = c.hand_id "
        "LEFT JOIN hand_players p ON p.hand_id = c.hand_id AND p.seat = c.seat "
        "ORDER BY o.session_id, o.hand_no, o.hand_id, c.seat",
    )


def disputes_frame(hands: pl.DataFrame) -> pl.DataFrame:
    """`hand_disputes_frame` summed by session."""
    return hands.group_by("session_id").agg(pl.sum("house", "table", "disputed")).sort("session_id")


def hand_disputes_frame(connection: duckdb.DuckDBPyConnection, corrections: pl.DataFrame) -> pl.DataFrame:
    """By session and hand: `house` and `table`, what each is owed (+) or owes (-), and `disputed`, all in chips.

    The house owes what its rake was too much (`pot.rake`); the rest is the table's: pot, bank or circles.
    `disputed` is what somebody must be given back.
    """
    rakes = frame_of(
        connection,
        "SELECT o.session_id, o.hand_id, "
        "sum(expected::VARCHAR::BIGINT - actual::VARCHAR::BIGINT)::BIGINT AS house FROM findings f "
        "JOIN report_hand_order o ON o.hand_id = f.hand_id WHERE f.code = 'pot.rake' "
        "AND regexp_full_match(expected::VARCHAR, '-?[0-9]+') AND regexp_full_match(actual::VARCHAR, '-?[0-9]+') "
        "GROUP BY o.session_id, o.hand_id",
    )
    amount = pl.col("amount")
    seats = corrections.group_by("session_id", "hand_id").agg(
        seats=amount.sum(), given=pl.when(amount > 0).then(amount).otherwise(0).sum()
    )
    hands = (
        seats.join(rakes, on=["session_id", "hand_id"], how="full", coalesce=True)
        .with_columns(pl.col("seats", "given", "house").fill_null(0))
        .with_columns(table=-(pl.col("seats") + pl.col("house")))
    )
    disputed = pl.col("given") + pl.max_horizontal("house", pl.lit(0)) + pl.max_horizontal("table", pl.lit(0))
    return hands.select("session_id", "hand_id", "house", "table", disputed=disputed).sort("session_id", "hand_id")


def table_frame(connection: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """By session: `left_on_table`, the chips in pot, bank and circles after the last hand of each game."""
    tables = connection.execute(
        "SELECT o.session_id, arg_max(v.table_after, o.ordinal)::VARCHAR FROM report_hand_order o "
        "JOIN verdicts v ON v.hand_id = o.hand_id GROUP BY o.session_id, o.game"
    )
    decode = msgspec.json.Decoder(TableState).decode
    lying: dict[str, int] = {}
    while table := tables.fetchone():
        state = decode(table[1])
        lying[table[0]] = lying.get(table[0], 0) + state.pot + state.bank + sum(state.pools.values())
    chips = sorted(lying.items())
    return pl.DataFrame(
        {"session_id": [key for key, _ in chips], "left_on_table": [value for _, value in chips]},
        schema={"session_id": pl.String, "left_on_table": pl.Int64},
    )


def rake_frame(connection: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """By session: `rake`, the chips that went to the house less what came back from it."""
    movements = frame_of(
        connection,
        "SELECT o.session_id, CASE WHEN m.to_account = 'house' THEN m.chips ELSE -m.chips END AS rake "
        "FROM movements m JOIN report_hand_order o ON o.hand_id = m.hand_id "
        "WHERE (m.to_account = 'house') <> (m.from_account = 'house')",
    )
    return movements.group_by("session_id").agg(pl.sum("rake")).sort("session_id")


def touched_frame(
    connection: duckdb.DuckDBPyConnection, where: str = "TRUE", values: tuple[object, ...] = ()
) -> pl.DataFrame:
    """By player: `findings`, how many touch him, of those of `report_found f` that the condition `where` leaves."""
    return frame_of(
        connection,
        "SELECT t.player_id, count(*)::BIGINT AS findings FROM report_touched t "
        f"JOIN report_found f ON f.session_id = t.session_id AND f.place = t.place WHERE {where} "
        "GROUP BY t.player_id ORDER BY t.player_id",
        values,
    )


def names_frame(connection: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """By player: `name`, the last one that the hands of `report_hand_order` give him."""
    return frame_of(
        connection,
        "SELECT p.player_id, arg_max(p.name, o.ordinal) AS name FROM hand_players p "
        "JOIN report_hand_order o ON o.hand_id = p.hand_id GROUP BY p.player_id ORDER BY p.player_id",
    )
