"""A file in which a line was mended is read again: only that line is new, and no cash is counted twice."""

import io
import sys
from pathlib import Path

import pytest

from ingest.load import ingest_logs
from ingest.store import open_store
from tests.ingest.logs import CLOSE, SESSION, cash, column, hand, line, write

OPEN = line(SESSION, session_id="s1")
CLOSED = line(CLOSE, session_id="s1")
BROKEN = hand(2).replace(b'"hand_no":2', b'"hand_no":"2"')
FIRST = (OPEN, cash(5), hand(1), BROKEN, cash(5), hand(3), cash(7), CLOSED)
MENDED = (OPEN, cash(5), hand(1), hand(2), cash(5), hand(3), cash(7), CLOSED)


@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_cash_and_close_behind_a_mended_line_are_known(
    tmp_path: Path, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line is new, and the store has three buy-ins and one close as before; a third reading changes nothing."""
    monkeypatch.setattr("ingest.load._BATCH_LINES", batch)
    store = open_store(":memory:")
    log = tmp_path / "a.jsonl"
    first = ingest_logs(store, [write(log, *FIRST)])
    assert (first.stored, first.rejected) == (7, 1)
    for stored in (1, 0):
        again = ingest_logs(store, [write(log, *MENDED)])
        assert (again.stored, again.repeated, again.rejected) == (stored, 8 - stored, 0)
        assert column(store, "SELECT amount FROM cash ORDER BY line_no") == [5, 5, 7]
        assert column(store, "SELECT count(*) FROM closes") == [1]
        assert column(store, "SELECT hand_no FROM hands ORDER BY 1") == [1, 2, 3]


def test_changed_cash_behind_a_mended_line_is_new(tmp_path: Path) -> None:
    """Another sum in the place of the old one is another record; so is the same one at another line."""
    store = open_store(":memory:")
    log = tmp_path / "a.jsonl"
    ingest_logs(store, [write(log, *FIRST)])
    again = ingest_logs(store, [write(log, *MENDED[:6], cash(8), CLOSED, cash(7))])
    assert (again.stored, again.repeated) == (3, 6)


def test_the_same_lines_in_another_file_or_stream_are_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two equal buy-ins in two files are two; what comes through standard input has no file to be the same one."""
    store = open_store(":memory:")
    ingest_logs(store, [write(tmp_path / "a.jsonl", *FIRST)])
    assert ingest_logs(store, [write(tmp_path / "b.jsonl", *MENDED)]).stored == 1 + 2 + 1
    for amount in (1, 2):
        stream = io.BytesIO(b"\n".join((OPEN, cash(amount), CLOSED)))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
        assert ingest_logs(store, ["-"]).stored == 2
