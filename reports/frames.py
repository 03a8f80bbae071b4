"""From the store into Polars."""

from collections.abc import Sequence

import duckdb
import polars as pl


def frame_of(connection: duckdb.DuckDBPyConnection, query: str, values: Sequence[object] = ()) -> pl.DataFrame:
    """The rows of a query as a frame; `values` fill its ``?``. Sums of chips must be cast to BIGINT by the query."""
    frame: pl.DataFrame = connection.sql(query, params=list(values)).pl()
    return frame


def summed(column: pl.Series) -> int:
    """The sum of a column of chips."""
    return int(column.sum())


def number_of(connection: duckdb.DuckDBPyConnection, query: str) -> int:
    """The one number that a query gives. (A result read by half would block the connection.)"""
    return int(connection.execute(query).fetchall()[0][0])
