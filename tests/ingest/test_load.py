"""Logs into the store: nothing lost, nothing doubled, and the counts always true."""

import gzip
import io
import itertools
import json
import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import load, tally
from ingest.config import Limits
from ingest.frames import Rows
from ingest.load import IngestCounts, InputError, ingest_logs
from ingest.store import open_store
from tests.ingest.logs import (
    CLOSE,
    POK,
    POKER,
    RECORDS,
    SESSION,
    STITCH,
    cash,
    changed,
    column,
    content,
    emptied,
    hand,
    line,
    write,
)

Store = duckdb.DuckDBPyConnection


@pytest.fixture
def store() -> Store:
    """An empty store in memory."""
    return open_store(":memory:")


def counts(
    stored: int = 0, repeated: int = 0, conflicting: int = 0, rejected: int = 0, blank: int = 0, files: int = 1
) -> IngestCounts:
    """Counts whose lines are their sum."""
    lines = stored + repeated + conflicting + rejected + blank
    return IngestCounts(lines, stored, repeated, conflicting, rejected, blank, files)


def source_sums(store: Store) -> list[tuple[Any, ...]]:
    """Path and counts of every source; asserts that they are true."""
    rows = store.execute(
        "SELECT path, lines, stored, repeated, conflicting, rejected, blank FROM sources ORDER BY path, source_id"
    ).fetchall()
    assert all(row[1] == sum(row[2:]) for row in rows)
    return rows


def test_every_record_comes_into_its_tables(store: Store, tmp_path: Path) -> None:
    """All fields of all records stand in the store as the log has them, times also as microseconds."""
    path = write(tmp_path / "a.jsonl", *(line(record) for record in RECORDS.values()))
    assert ingest_logs(store, [path]) == counts(stored=6)
    assert store.execute("SELECT * EXCLUDE (rules, raw) FROM sessions").fetchall() == [
        ("s1", True, "Red", "poker", SESSION["started_at"], 1793552400000000, "EUR", "0.25", 1, 1, 0)
    ]
    hands = store.execute("SELECT hand_id, players, actions, opening, closing, rules, deck_given, line_no FROM hands")
    first, second, third = hands.fetchall()
    assert (*first[:3], *first[6:]) == ("h1", 2, 7, True, 2)
    assert [json.loads(text) for text in first[3:6]] == [{}, {"next_dealer_seat": 4}, {"entry": 1}]
    assert json.loads(second[4]) == {"bank": 4, "bank_start": 6}
    assert json.loads(third[3]) == {"pools": POK["opening"]["pools"]}
    assert column(store, "SELECT raw FROM hands") == [line(r).decode() for r in (POKER, STITCH, POK)]
    assert store.execute("SELECT * FROM hand_players WHERE hand_id = 'h1' ORDER BY seat").fetchall() == [
        ("h1", 1, "p1", "Борис", 10, 11), ("h1", 4, "p2", None, -3, None),
    ]  # fmt: skip
    actions = store.execute("SELECT * FROM actions WHERE hand_id = 'h1' ORDER BY action_no").fetchall()
    assert actions[2] == (
        "h1", 3, "deal", 4, None, ["Ts", "Th", "Xx", "4d", "??"], None, None, None, "2026-11-01T20:01:05Z",
        1793563265000000,
    )  # fmt: skip
    assert actions[5][5:7] == ([], [])
    assert actions[6] == ("h1", 7, "win", 1, 3, None, None, "side1", None, None, None)
    assert store.execute("SELECT session_id, player_id, amount, after_hand_no, note FROM cash").fetchall() == [
        ("s1", "p1", -5, 1, "miscounted")
    ]
    assert store.execute("SELECT has_stacks, has_shares FROM closes").fetchall() == [(True, True)]
    assert column(store, "SELECT stack FROM close_stacks ORDER BY player_id") == [-2, 4]
    assert column(store, "SELECT amount FROM close_shares") == [1]


def test_a_hand_read_again_anywhere_is_a_copy(store: Store, tmp_path: Path) -> None:
    """The same content under another name, spacing or order of fields is counted, not stored."""
    ingest_logs(store, [write(tmp_path / "a.jsonl", hand(1), hand(2))])
    before = content(store)
    spaced = json.dumps(dict(reversed(json.loads(hand(1)).items())), indent=None).encode()
    path = write(tmp_path / "b.jsonl", hand(3), spaced, line(json.loads(hand(2)), _seen=True), hand(3))
    assert ingest_logs(store, [path]) == counts(stored=1, repeated=3)
    assert set(before["hands"]) < set(content(store)["hands"])
    assert len(column(store, "SELECT hand_id FROM hands")) == 3


def test_other_content_for_a_known_hand_is_kept_as_a_conflict(store: Store, tmp_path: Path) -> None:
    """The first stands; each other content is kept once, in one reading and over several, with a sentence."""
    other = changed(json.loads(hand(1)), "actions", 6, "amount", to=4)
    third = hand(1, dealer_seat=4)
    first = write(tmp_path / "a.jsonl", hand(1), line(other))
    assert ingest_logs(store, [first]) == counts(stored=1, conflicting=1)
    more = write(tmp_path / "b.jsonl", line(other), third, hand(1), third)
    assert ingest_logs(store, [more]) == counts(repeated=3, conflicting=1)
    assert column(store, "SELECT raw FROM hands") == [hand(1).decode()]
    conflicts = store.execute("SELECT kind, id, session_id, message, raw FROM conflicts ORDER BY line_key").fetchall()
    assert {row[4] for row in conflicts} == {line(other), third}
    assert {row[:3] for row in conflicts} == {("hand", "s1-1", "s1")}
    messages = sorted(row[3] for row in conflicts)
    assert any("differs in actions (from action 7 on)" in message for message in messages)
    assert any(f"({first}, line 1)" in message and "differs in dealer_seat" in message for message in messages)
    assert ingest_logs(store, [first, more]) == counts(repeated=6, files=2)


def test_sessions_are_copies_or_conflicts_too(store: Store, tmp_path: Path) -> None:
    """A session record again is a copy, with other content a conflict, and one that comes late opens its session."""
    ingest_logs(store, [write(tmp_path / "a.jsonl", hand(1), cash(5, "s2"))])
    assert column(store, "SELECT session_id FROM sessions WHERE NOT opened ORDER BY 1") == ["s1", "s2"]
    path = write(tmp_path / "b.jsonl", line(SESSION), line(SESSION, _x=1), line(SESSION, table="Blue"))
    assert ingest_logs(store, [path]) == counts(stored=1, repeated=1, conflicting=1)
    assert store.execute("SELECT session_id, opened, table_name FROM sessions ORDER BY 1").fetchall() == [
        ("s1", True, "Red"), ("s2", False, None),
    ]  # fmt: skip
    again = write(tmp_path / "c.jsonl", line(SESSION, table="Blue"), line(SESSION))
    assert ingest_logs(store, [again]) == counts(repeated=2)
    assert column(store, "SELECT kind || id FROM conflicts") == ["sessions1"]


def test_a_known_file_changes_nothing(store: Store, tmp_path: Path) -> None:
    """Read again, moved, packed, or with other line ends, a file is all repeated, blank lines stay blank."""
    lines = [line(SESSION), b"", cash(5), hand(1), b"nonsense", cash(5), line(CLOSE)]
    path = write(tmp_path / "a.jsonl", *lines)
    assert ingest_logs(store, [path]) == counts(stored=5, rejected=1, blank=1)
    before, sources = content(store, without=""), column(store, "SELECT source_id FROM sources")
    text = Path(path).read_bytes()
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(text))
    (tmp_path / "c.jsonl.zst").write_bytes(zstandard.compress(text))
    (tmp_path / "d.jsonl").write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    (tmp_path / "e.jsonl").write_bytes(text[:-1])
    for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.zst", "d.jsonl", "e.jsonl"):
        assert ingest_logs(store, [str(tmp_path / name)]) == counts(repeated=6, blank=1), name
    assert content(store, without="") == before
    assert column(store, "SELECT source_id FROM sources") == sources
    assert source_sums(store) == [(str(tmp_path / "e.jsonl"), 7, 5, 0, 0, 1, 1)]


def test_a_copy_of_a_file_in_the_same_reading_is_the_same_file(store: Store, tmp_path: Path) -> None:
    """Two copies read together are one source, also where the second is longer and before anything was written."""
    lines = [line(SESSION), cash(5), b"bad", hand(1)]
    a, b = write(tmp_path / "a.jsonl", *lines), write(tmp_path / "b.jsonl", *lines, cash(6))
    assert ingest_logs(store, [a, b]) == counts(stored=4, repeated=4, rejected=1, files=2)
    assert source_sums(store) == [(b, 5, 4, 0, 0, 1, 0)]


def test_files_that_only_begin_alike_are_two(store: Store, tmp_path: Path) -> None:
    """A session record at the start of every file does not make them one; what differs is new."""
    a, b = (write(tmp_path / f"{name}.jsonl", line(SESSION), cash(n), cash(9)) for n, name in enumerate("ab"))
    assert ingest_logs(store, [a, b]) == counts(stored=5, repeated=1, files=2)
    assert ingest_logs(store, [a, b]) == counts(repeated=6, files=2)
    assert [row[:3] for row in source_sums(store)] == [(a, 3, 3), (b, 3, 2)]


def test_equal_cash_lines_are_all_kept(store: Store, tmp_path: Path) -> None:
    """Somebody who buys 5 twice has bought 10; and a cash line of another file is another one."""
    ingest_logs(store, [write(tmp_path / "a.jsonl", cash(5), cash(5))])
    ingest_logs(store, [write(tmp_path / "b.jsonl", hand(1), cash(5))])
    assert column(store, "SELECT amount FROM cash") == [5, 5, 5]


def test_a_file_that_grew_is_gone_on_with(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the new lines are decoded; the source stays one, its counts are those of all its lines."""
    path = write(tmp_path / "a.jsonl", line(SESSION), cash(5), b"bad")
    ingest_logs(store, [path])
    decoded = []
    really = load.decode_line
    monkeypatch.setattr(load, "decode_line", lambda raw, limits: decoded.append(raw) or really(raw, limits))
    with open(path, "ab") as log:
        log.write(hand(1) + b"\n\n" + cash(5))
    assert ingest_logs(store, [path]) == counts(stored=2, repeated=3, blank=1)
    assert decoded == [hand(1), cash(5)]
    assert source_sums(store) == [(path, 6, 4, 0, 0, 1, 1)]
    assert column(store, "SELECT bytes FROM sources") == [os.path.getsize(path)]
    assert ingest_logs(store, [path]) == counts(repeated=5, blank=1)


def test_a_file_that_shrank_or_changed_loses_nothing(store: Store, tmp_path: Path) -> None:
    """The part that is the same is known line by line; what differs is new; what is gone stays stored."""
    lines = [line(SESSION), cash(5), hand(1), b"bad", cash(6)]
    path = write(tmp_path / "a.jsonl", *lines)
    ingest_logs(store, [path])
    write(tmp_path / "a.jsonl", *lines[:4])
    assert ingest_logs(store, [path]) == counts(repeated=4)
    write(tmp_path / "a.jsonl", *lines[:4], cash(7), hand(2))
    assert ingest_logs(store, [path]) == counts(stored=2, repeated=4)
    assert column(store, "SELECT amount FROM cash ORDER BY 1") == [5, 6, 7]
    source_sums(store)
    assert ingest_logs(store, [path]) == counts(repeated=6)


def test_a_line_that_is_still_being_written_is_taken_when_it_is_whole(store: Store, tmp_path: Path) -> None:
    """It is a reject as long as the file ends in it, once, and none any more when the file has gone on."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(cash(5) + b"\n" + hand(1)[:40])
    assert ingest_logs(store, [str(path)]) == counts(stored=1, rejected=1)
    assert column(store, "SELECT code FROM rejects") == ["line.unfinished"]
    assert ingest_logs(store, [str(path)]) == counts(repeated=2)
    assert column(store, "SELECT code FROM rejects") == ["line.unfinished"]
    path.write_bytes(cash(5) + b"\n" + hand(1) + b"\n")
    assert ingest_logs(store, [str(path)]) == counts(stored=1, repeated=1)
    assert column(store, "SELECT code FROM rejects") == []
    assert source_sums(store) == [(str(path), 2, 2, 0, 0, 0, 0)]
    path.write_bytes(hand(1) + b"\n" + b"\xd0")
    assert ingest_logs(store, [str(path)]) == counts(repeated=1, rejected=1)


def test_a_file_that_began_with_an_unfinished_line_is_the_same_file(store: Store, tmp_path: Path) -> None:
    """Empty, then half a line, then whole: one source, and no reject is left."""
    path = tmp_path / "a.jsonl"
    for text, expected in (
        (b"", counts()),
        (b"\n", counts(blank=1)),
        (b"\n" + hand(1)[:9], counts(blank=1, rejected=1)),
        (b"\n" + hand(1) + b"\nx\n", counts(blank=1, stored=1, rejected=1)),
    ):
        path.write_bytes(text)
        assert ingest_logs(store, [str(path)]) == expected
    assert source_sums(store) == [(str(path), 3, 1, 0, 0, 1, 1)]
    assert column(store, "SELECT code FROM rejects") == ["line.not_json"]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_packed_file_that_breaks_off_is_mended_by_a_whole_copy(
    store: Store, tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    """The lines before the break are stored, the break is one reject, and it goes when the whole file comes."""
    text = b"".join(hand(number, _x=os.urandom(600).hex()) + b"\n" for number in range(1, 200))
    whole = pack(text)
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(whole[: len(whole) // 2])
    first = ingest_logs(store, [str(path)])
    assert first.rejected == 1
    assert 50 < first.stored < 150
    assert column(store, "SELECT code FROM rejects") == ["file.broken_off"]
    assert ingest_logs(store, [str(path)]) == counts(repeated=first.lines)
    path.write_bytes(whole)
    assert ingest_logs(store, [str(path)]) == counts(stored=199 - first.stored, repeated=first.stored)
    assert column(store, "SELECT code FROM rejects") == []
    assert source_sums(store) == [(str(path), 199, 199, 0, 0, 0, 0)]


def test_rejects_keep_place_bytes_and_reason(store: Store, tmp_path: Path) -> None:
    """A reject stands with line number, byte offset, the raw bytes, field, value and what was expected."""
    bad = line(changed(POKER, "actions", 0, "amount", to=1.5))
    path = write(tmp_path / "a.jsonl", hand(1), b"\xff\x00", bad)
    assert ingest_logs(store, [path]) == counts(stored=1, rejected=2)
    rows = store.execute("SELECT line_no, byte_offset, length, code, field, value, raw FROM rejects ORDER BY line_no")
    start = len(hand(1)) + 1
    assert rows.fetchall() == [
        (2, start, 2, "line.not_utf8", None, "ff 00", b"\xff\x00"),
        (3, start + 3, len(bad), "number.not_whole", "actions[0].amount", "1.5", bad),
    ]
    text = Path(path).read_bytes()
    assert text[start + 3 :].startswith(bad)


def test_lines_rejected_by_a_limit_are_tried_again_with_another(store: Store, tmp_path: Path) -> None:
    """After the limit was raised the line is taken, in its old place; with the same limit nothing changes."""
    path = write(tmp_path / "a.jsonl", hand(1), line(POKER, _x="y" * 3000), cash(3))
    small = Limits(line_bytes=2000)
    assert ingest_logs(store, [path], limits=small) == counts(stored=2, rejected=1)
    assert ingest_logs(store, [path], limits=small) == counts(repeated=3)
    assert ingest_logs(store, [path]) == counts(stored=1, repeated=2)
    assert column(store, "SELECT code FROM rejects") == []
    assert column(store, "SELECT line_no FROM hands ORDER BY 1") == [1, 2]
    assert source_sums(store) == [(path, 3, 3, 0, 0, 0, 0)]
    assert ingest_logs(store, [path]) == counts(repeated=3)


def test_a_reject_that_two_files_share_is_tried_again_in_each(store: Store, tmp_path: Path) -> None:
    """Files that begin alike have one reject between them; whichever is read again first, no count is off."""
    long = line(POKER, _x="y" * 3000)
    small = Limits(line_bytes=2000)
    for first, second in ("ab", "ba"):
        emptied(store)
        paths = {name: write(tmp_path / f"{name}.jsonl", hand(1), long, cash(n)) for n, name in enumerate("ab")}
        assert ingest_logs(store, [*paths.values()], limits=small) == counts(stored=3, repeated=2, rejected=1, files=2)
        assert ingest_logs(store, [paths[first]]) == counts(stored=1, repeated=2)
        assert ingest_logs(store, [paths[second]]) == counts(repeated=3)
        assert column(store, "SELECT code FROM rejects") == []
        assert min(min(row[1:]) for row in source_sums(store)) >= 0


def test_copies_that_end_in_the_middle_of_a_line_leave_one_reject(store: Store, tmp_path: Path) -> None:
    """Two copies of a log read together, each cut off elsewhere in the same line: the reject is that of the last."""
    for name, length in (("a", 30), ("b", 40)):
        (tmp_path / f"{name}.jsonl").write_bytes(cash(5) + b"\n" + hand(1)[:length])
    logs = [str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    assert ingest_logs(store, logs).lines == 4
    assert source_sums(store) == [(logs[1], 2, 1, 0, 0, 1, 0)]
    assert column(store, "SELECT octet_length(raw) FROM rejects") == [40]


def test_files_that_begin_with_the_same_half_line_go_on_each(store: Store, tmp_path: Path) -> None:
    """The one that comes second has no reject of its own; when it goes on, that of the first stays."""
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    for path in (a, b):
        path.write_bytes(hand(1)[:30])
    ingest_logs(store, [str(a), str(b)])
    assert [row[1:] for row in source_sums(store)] == [(1, 0, 0, 0, 1, 0), (1, 0, 1, 0, 0, 0)]
    write(b, hand(1))
    ingest_logs(store, [str(b)])
    assert [row[1:] for row in source_sums(store)] == [(1, 0, 0, 0, 1, 0), (1, 1, 0, 0, 0, 0)]
    assert column(store, "SELECT source_id FROM rejects") == [1]


def test_a_file_beyond_its_limit_goes_on_when_the_limit_is_raised(store: Store, tmp_path: Path) -> None:
    """The lines before the limit are stored, the rest is one reject, until the limit is raised."""
    path = write(tmp_path / "a.jsonl", *(hand(number) for number in range(1, 9)))
    first = ingest_logs(store, [path], limits=Limits(uncompressed_bytes=3000))
    assert first.rejected == 1
    assert column(store, "SELECT code FROM rejects") == ["file.too_large"]
    assert ingest_logs(store, [path]) == counts(stored=8 - first.stored, repeated=first.stored)
    assert column(store, "SELECT code FROM rejects") == []


def test_stdin_is_read_as_any_file(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The input - is stdin, packed or not, and the same bytes again are repeated."""
    for text, expected in (
        (hand(1) + b"\n" + cash(1), counts(stored=2)),
        (gzip.compress(hand(1) + b"\n" + cash(1) + b"\n"), counts(repeated=2)),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        assert ingest_logs(store, ["-"]) == expected
    assert source_sums(store) == [("-", 2, 2, 0, 0, 0, 0)]


def test_the_order_of_the_arguments_does_not_matter(tmp_path: Path) -> None:
    """Files are read by path: which of two conflicting hands stands does not hang on how they were named."""
    paths = [
        write(tmp_path / "c.jsonl", hand(1, dealer_seat=4), cash(1)),
        write(tmp_path / "a.jsonl", hand(1), b"bad"),
        write(tmp_path / "b.jsonl", line(SESSION), hand(2)),
    ]
    stores = []
    for order in itertools.permutations(paths):
        store = open_store(":memory:")
        assert ingest_logs(store, order) == counts(stored=4, conflicting=1, rejected=1, files=3)
        stores.append(content(store, without=""))
    assert all(other == stores[0] for other in stores)
    assert "h1" not in stores[0]["hands"]


def test_batches_do_not_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the batches: the same rows, the same counts, also for copies and conflicts across batches."""
    paths = [
        write(tmp_path / "a.jsonl", line(SESSION), *(hand(number) for number in range(1, 7)), b"bad", b"", cash(1)),
        write(tmp_path / "b.jsonl", hand(1), hand(2, dealer_seat=4), line(SESSION, table="Blue"), cash(1), hand(7)),
    ]
    whole = open_store(":memory:")
    expected = ingest_logs(whole, paths)
    assert expected == counts(stored=10, repeated=1, conflicting=2, rejected=1, blank=1, files=2)
    for size in (1, 2, 3):
        monkeypatch.setattr(load, "_BATCH_LINES", size)
        store = open_store(":memory:")
        assert ingest_logs(store, paths) == expected
        assert content(store) == content(whole)
        assert source_sums(store) == source_sums(whole)


def test_an_error_leaves_whole_batches_and_the_next_run_goes_on(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure while a batch is written takes back that batch alone; reading again gives what one run would give."""
    path = write(tmp_path / "a.jsonl", line(SESSION), *(hand(number) for number in range(1, 9)), cash(1))
    monkeypatch.setattr(load, "_BATCH_LINES", 2)
    really, calls = Rows.insert, itertools.count()

    def failing(rows: Rows, connection: Store) -> None:
        really(rows, connection)
        if next(calls) == 2:
            raise duckdb.IOException("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(Rows, "insert", failing)
        with pytest.raises(duckdb.IOException):
            ingest_logs(store, [path])
    assert source_sums(store) == [(path, 4, 4, 0, 0, 0, 0)]
    assert column(store, "SELECT count(*) FROM hands") == [3]
    assert ingest_logs(store, [path]) == counts(stored=6, repeated=4)
    whole = open_store(":memory:")
    ingest_logs(whole, [path])
    assert content(store) == content(whole)


def test_an_error_while_settling_takes_nothing(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure before the writing leaves no open transaction behind."""
    path = write(tmp_path / "a.jsonl", hand(1))
    with monkeypatch.context() as patch:
        patch.setattr(tally, "_open_sessions", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ingest_logs(store, [path])
    assert ingest_logs(store, [path]) == counts(stored=1)


def test_a_missing_input_takes_nothing(store: Store, tmp_path: Path) -> None:
    """All inputs are looked for before the first is read."""
    good = write(tmp_path / "a.jsonl", hand(1))
    with pytest.raises(InputError, match=r"gone\.jsonl"):
        ingest_logs(store, [good, str(tmp_path / "gone.jsonl")])
    assert column(store, "SELECT count(*) FROM sources") == [0]


def test_hostile_names_are_stored_as_they_are(store: Store, tmp_path: Path) -> None:
    """Text that would be a formula, a tag, SQL or a path elsewhere is only text here, and so are odd file names."""
    names = ["=cmd|' /C calc'!A0", "<script>alert(1)</script>", "'; DROP TABLE hands; --", "../../etc/passwd", "a\x00b",
             "\u202eabc", "\U0001f600", "", "\ufeff"]  # fmt: skip
    lines = [hand(n, session=name) for n, name in enumerate(names, 1)]
    folder = os.fsencode(tmp_path)
    path = os.fsdecode(folder + b"/\xff'; --.jsonl")
    write(Path(path), *lines)
    assert ingest_logs(store, [path]) == counts(stored=9)
    assert column(store, "SELECT session_id FROM hands ORDER BY line_no") == names
    assert column(store, "SELECT path FROM sources") == [f"{tmp_path}/\\xff'; --.jsonl"]


def test_progress_counts_the_bytes_of_the_files(store: Store, tmp_path: Path) -> None:
    """Start with the size on the disk, advance to exactly that, finish; also where a file is looked at twice."""

    class Listener:
        def __init__(self) -> None:
            self.told: list[Any] = []
            self.done = 0

        def start(self, stage: str, total: int | None) -> None:
            self.told.append(total)

        def advance(self, count: int) -> None:
            self.done += count

        def finish(self) -> None:
            self.told.append("finished")

    path = write(tmp_path / "a.jsonl", hand(1), hand(2))
    for _ in range(2):
        listener = Listener()
        ingest_logs(store, [path], progress=listener)
        assert (listener.told, listener.done) == ([os.path.getsize(path), "finished"], os.path.getsize(path))


def test_memory_does_not_grow_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python holds a few batches, not the file: ten times the lines need hardly more."""
    monkeypatch.setattr(load, "_BATCH_LINES", 25)
    peaks = []
    for size in (100, 1000):
        path = write(tmp_path / f"{size}.jsonl", *(hand(number, f"s{size}") for number in range(size)))
        store = open_store(":memory:")
        tracemalloc.start()
        ingest_logs(store, [path])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0]


STORES = (open_store(":memory:"), open_store(":memory:"))

LINES = st.sampled_from(
    [
        line(SESSION), line(SESSION, table="Blue"), hand(1), hand(1, dealer_seat=4), line(json.loads(hand(1)), _x=1),
        hand(2), cash(5), cash(6), line(CLOSE), b"bad", b"{}", b"", b"  ",
    ]
)  # fmt: skip


@given(
    st.lists(LINES, max_size=9),
    st.lists(st.tuples(st.integers(0, 9), st.sampled_from([b"\n", b"\r\n", b"\n\n"])), max_size=4),
    st.integers(1, 5),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading_in_parts_and_again_gives_what_reading_once_gives(
    tmp_path: Path, lines: list[bytes], parts: list[tuple[int, bytes]], batch: int
) -> None:
    """A file read while it grows, shrinks, changes its line ends, in any batches: as if read once, with true counts."""
    grown, whole = map(emptied, STORES)
    path = tmp_path / "a.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "_BATCH_LINES", batch)
        for until, end in [*parts, (len(lines), b"\n")]:
            path.write_bytes(b"".join(one + end for one in lines[:until]))
            result = ingest_logs(grown, [str(path)])
            assert result.lines == sum(result[1:6])
            source_sums(grown)
        again = ingest_logs(grown, [str(path)])
        assert (again.stored, again.conflicting, again.rejected) == (0, 0, 0)
    ingest_logs(whole, [str(path)])
    found, wanted = (content(one, without="source_id line_no byte_offset") for one in (grown, whole))
    for kept in (found, wanted):
        kept["conflicts"] = [row.split(" was read before")[0] for row in kept["conflicts"]]
    assert found == wanted
