"""What could not be proved and why, by session: reasons with the hands they hold for, in short."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import duckdb

from reports.text import ranges_text, shown

_FETCH_ROWS = 5_000
_REASON_LETTERS = 600
#: Different reasons kept a session; more are summed up in a last line.
REASONS_KEPT = 200
_QUERY = """
SELECT session_id, incomplete_because, hand_no FROM final_verdicts WHERE incomplete_because IS NOT NULL
ORDER BY session_id, incomplete_because, hand_no, hand_id
"""


class Reason(NamedTuple):
    """Why hands could not be proved, how many they are, and their numbers in short."""

    text: str
    hands: int
    hand_numbers: str


def reasons_by_session(connection: duckdb.DuckDBPyConnection) -> dict[str, list[Reason]]:
    """The reasons of each session, the one that holds for the earliest hand first."""
    return {
        session_id: _reasons_of_session(rows) for session_id, rows in groupby(_rows(connection), key=lambda row: row[0])
    }


def _rows(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str, int]]:
    result = connection.execute(_QUERY)
    while batch := result.fetchmany(_FETCH_ROWS):
        yield from batch


def _reasons_of_session(rows: Iterator[tuple[str, str, int]]) -> list[Reason]:
    found: list[tuple[int, Reason]] = []
    left_out = 0
    for because, same in groupby(rows, key=lambda row: row[1]):
        numbers = [row[2] for row in same]
        if len(found) < REASONS_KEPT:
            found.append((numbers[0], Reason(shown(because, _REASON_LETTERS), len(numbers), ranges_text(numbers))))
        else:
            left_out += len(numbers)
    reasons = [reason for _, reason in sorted(found)]
    if left_out:
        reasons.append(Reason("for other reasons; `handproof verdicts` tells them", left_out, ""))
    return reasons
