"""A store held against what it was made of: what is whole is verified, and every damage is named, and nothing else."""

import gzip
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checks import verify, verify_file, verify_files, verify_results, verify_rows
from checks.run import run_checks
from checks.verify import Looked, verify_store
from ingest.config import Limits
from ingest.inputs import InputError
from ingest.load import ingest_logs
from ingest.store import open_store
from replay.run import replay_store
from tests.checks.conftest import as_logged
from tests.command_line import Command, refused, rows
from tests.ingest.formats.texts import LIMIT, SIDE_POTS, changed
from tests.ingest.logs import CLOSE, POK, RECORDS, SESSION, STITCH, cash, emptied, hand, line, write

ROOT = Path(__file__).parents[2]
Store = duckdb.DuckDBPyConnection
#: One of everything that a line can become; hand s1-2 stands in line 6.
LINES = (
    line(SESSION), cash(5), hand(1), b"bad", b"", hand(2), hand(2, dealer_seat=4), hand(1), line(CLOSE), hand(3),
)  # fmt: skip


def made(*logs: str, limits: Limits | None = None) -> Store:
    """A store of these logs in memory, replayed by what stands for the engine."""
    store = open_store(":memory:")
    ingest_logs(store, logs, **({"limits": limits} if limits else {}))
    replay_store(store, replay=as_logged)
    return store


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log of `LINES` and a store of it in a file; both stay as they are."""
    folder = tmp_path_factory.mktemp("kept")
    with open_store(folder / "club.duckdb") as connection:
        ingest_logs(connection, [write(folder / "a.jsonl", *LINES)])
        replay_store(connection, replay=as_logged)
    return folder


@pytest.fixture
def copied(kept: Path, tmp_path: Path) -> Iterator[Store]:
    """A copy of that store, to be damaged."""
    shutil.copy(kept / "club.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "club.duckdb")) as connection:
        yield connection


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of `LINES`."""
    return Path(write(tmp_path / "a.jsonl", *LINES))


@pytest.fixture
def store(log: Path) -> Iterator[Store]:
    """A store of that log."""
    with made(str(log)) as connection:
        yield connection


def of(looked: list[Looked], *outcomes: str) -> list[Looked]:
    """What came out like this."""
    return [one for one in looked if one.outcome in outcomes]


def assert_whole(store: Store, *notes: str) -> None:
    """Nothing differs, and the notes are these."""
    looked = verify_store(store)
    assert of(looked, "differs") == []
    found = [one.message for one in of(looked, "note")]
    assert len(found) == len(notes), found
    for message, words in zip(found, notes, strict=True):
        assert words in message


def wrong(store: Store) -> list[tuple[str, str | None, int | None]]:
    """What was looked at, hand and line of everything that differs."""
    return [(one.looked_at, one.hand_id, one.line_no) for one in of(verify_store(store), "differs")]


# -- whole stores ------------------------------------------------------------------------------------------------------


def test_a_whole_store_is_verified(store: Store, log: Path) -> None:
    """Every kind of line and row agrees, and each look says of how many things."""
    looked = verify_store(store)
    assert [(one.outcome, one.looked_at, one.count) for one in looked] == [
        ("agrees", "line", 3), ("agrees", "rows", 3), ("agrees", "rows", 1), ("agrees", "rows", 1),
        ("agrees", "rows", 1), ("agrees", "rows", 1), ("agrees", "counts", 1), ("agrees", "replay", 3),
        ("agrees", "file", 8),
    ]  # fmt: skip
    assert looked[-1].source == str(log)


def test_every_record_with_all_its_fields_is_verified(tmp_path: Path) -> None:
    """Hands of all three games, remarks in a hand, odd names, and records that no session record opened."""
    lines = [line(record) for record in RECORDS.values()]
    odd = [line(STITCH, hand_id="a\u2028\x00'", session_id="=cmd", _x={"_source": ["no text"]}), cash(3, "s9")]
    assert_whole(made(write(tmp_path / "a.jsonl", *lines, *odd)))


def test_the_example_night_is_verified(run: Command, tmp_path: Path) -> None:
    """The faults in its hands are none of the store."""
    store = tmp_path / "club.duckdb"
    assert run("audit", ROOT / "examples" / "club-night", "--db", store, "--out", tmp_path / "report").code == 1
    outcome = run("verify", "--db", store)
    assert outcome.code == 0, outcome.out
    assert outcome.out.endswith("The store is verified.\n")
    assert "DIFFERS" not in outcome.out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_text_of_another_program_is_verified(tmp_path: Path, encoding: str) -> None:
    """Its hands against the digest of their lines, and read once more as the hands that they were read as."""
    path = tmp_path / "a.txt"
    head = "Transcript for your last 2 hands requested by Someone\n\n*********** # 1 **************\n"
    other = changed(LIMIT, "Seat", "Seet")
    path.write_bytes("\n\n\n".join((head + SIDE_POTS, LIMIT + " \n", LIMIT, other)).encode(encoding))
    with made(str(path)) as store:
        assert store.execute("SELECT count(*) FROM hands").fetchall() == [(2,)]
        assert store.execute("SELECT count(*) FROM rejects").fetchall() == [(1,)]
        assert_whole(store)


def test_a_text_with_a_conflict_is_verified(tmp_path: Path) -> None:
    """The same hand with other content is kept beside the first, and so is its sitting; its lines are all counted."""
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text(f"{SIDE_POTS}\n\n{LIMIT}")
    second.write_text(f"{SIDE_POTS.replace('Wim', 'Tim')}\n\n{LIMIT}")
    with made(str(first), str(second)) as store:
        assert store.execute("SELECT count(*) FROM conflicts").fetchall()[0][0] > 0
        assert_whole(store)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_packed_log_is_verified(tmp_path: Path, log: Path, pack: Callable[[bytes], bytes]) -> None:
    """Its lines are those of the unpacked file; and a file that breaks off is what was read."""
    packed = tmp_path / "b.jsonl.gz"
    packed.write_bytes(pack(log.read_bytes()))
    assert_whole(made(str(packed)))
    many = pack(b"".join(hand(number, _x=os.urandom(99).hex()) + b"\n" for number in range(1, 99)))
    packed.write_bytes(many[: len(many) // 2])
    assert_whole(made(str(packed)))


def test_standard_input_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no file; everything else is looked at."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(hand(1) + b"\n")))
    assert_whole(made("-"), "Standard input")


def test_an_unfinished_line_is_verified_and_may_go_on(tmp_path: Path) -> None:
    """A last line that was not written to its end is a reject of the file as it is, and none when it has grown."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(hand(1) + b"\n" + hand(2)[:50])
    with made(str(path)) as store:
        assert_whole(store)
        path.write_bytes(hand(1) + b"\n" + hand(2) + b"\n")
        assert_whole(store, "has more in it than was read; 1 line")
        ingest_logs(store, [str(path)])
        assert_whole(store, "1 hand not replayed yet")


def test_a_file_that_has_grown_is_a_note(store: Store, log: Path) -> None:
    """What was taken still stands in it; the note says how to read on, and after that the whole file agrees."""
    with log.open("ab") as file:
        file.write(hand(4) + b"\n")
    assert_whole(
        store, f"10 lines that were taken still stand there, with 8 records. Read on with: handproof ingest {log}"
    )
    ingest_logs(store, [str(log)])
    replay_store(store, replay=as_logged)
    assert_whole(store)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: gzip.compress(text),
        lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"),
        lambda text: text[:-1],
    ],
)
def test_the_same_lines_in_other_bytes_are_a_note(store: Store, log: Path, change: Callable[[bytes], bytes]) -> None:
    """A file that was packed, or has other line ends, has the lines that were read."""
    log.write_bytes(change(log.read_bytes()))
    assert_whole(store, "packed anew or with other line ends")


def test_a_file_that_is_gone_is_a_note(store: Store, log: Path) -> None:
    """Logs are put away; the store holds the lines."""
    log.unlink()
    assert_whole(store, f"The log {log} is not there any more")


def test_a_name_that_is_no_utf8_is_found(tmp_path: Path) -> None:
    """The store writes such bytes as text; the file is found all the same."""
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl")
    assert_whole(made(write(Path(path), hand(1))))


def test_a_name_that_is_used_again_is_no_damage(store: Store, log: Path) -> None:
    """Where the table software writes every night to the same name, only the last night lies there."""
    write(log, hand(7, "s2"), hand(8, "s2"))
    ingest_logs(store, [str(log)])
    replay_store(store, replay=as_logged)
    assert_whole(store, "lies another log now (source number 2)")
    write(log, hand(7, "s2"), hand(8, "s2", dealer_seat=4))
    assert wrong(store) == [("file", None, None), ("file", "s2-8", 2)]


def test_files_that_share_their_lines_are_verified(tmp_path: Path) -> None:
    """Copies, files that begin alike and files within files: what was repeated left no row, and none is missed."""
    a = write(tmp_path / "a.jsonl", *LINES)
    b = write(tmp_path / "b.jsonl", line(SESSION), b"bad", hand(3), hand(9))
    c = write(tmp_path / "c.jsonl", *LINES[:6])
    assert_whole(made(a, b, c))


def test_lines_over_a_limit_are_verified(tmp_path: Path) -> None:
    """Rejects that hang on limits are kept in part, in a text too; a raised limit takes them, and all counts agree."""
    text = tmp_path / "b.txt"
    text.write_text(f"{SIDE_POTS}\n\n{LIMIT}")
    logs = [write(tmp_path / "a.jsonl", hand(1, _x="y" * 3000), b"z" * 9000, hand(2)), str(text)]
    small = Limits(line_bytes=2000)
    with made(*logs, limits=small) as store:
        assert store.execute("SELECT count(*) FROM rejects").fetchall()[0][0] >= 2
        assert of(verify_store(store), "differs") == []
        ingest_logs(store, logs)
        replay_store(store, replay=as_logged)
        assert_whole(store)


def test_a_store_that_was_not_replayed_is_verified(log: Path) -> None:
    """There are no results yet, which is a note, also where there are some but not all."""
    store = open_store(":memory:")
    ingest_logs(store, [str(log)])
    assert_whole(store, "No hand was replayed yet")
    replay_store(store, replay=as_logged)
    run_checks(store)
    ingest_logs(store, [write(log.with_name("b.jsonl"), hand(4))])
    assert_whole(store, "1 hand not replayed yet")


def test_a_verdict_by_other_rules_is_a_note(store: Store) -> None:
    """What the next replay would judge anew is told; with the rules that it was judged by, nothing is."""
    [note] = of(verify_store(store, {"poker": {"profile": "five_card_draw"}}), "note")
    assert (note.looked_at, note.count) == ("replay", 3)
    assert "--config" in note.message


POOL = st.sampled_from([*LINES, line(SESSION, table="Blue"), hand(4, _x="y" * 3000), b"z" * 3000, cash(5), line(POK)])
STORES: list[Store] = []


@given(st.lists(POOL, max_size=4), st.lists(st.lists(POOL, max_size=5), min_size=1, max_size=3), st.data())
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_however_logs_are_read_nothing_differs(
    tmp_path: Path, common: list[bytes], logs: list[list[bytes]], data: st.DataObject
) -> None:
    """Files that begin alike, grow within a line, are read under other limits: counts, rows and places still agree."""
    store = emptied(STORES[0]) if STORES else open_store(":memory:")
    STORES[:] = [store]
    texts = {tmp_path / f"{number}.jsonl": b"\n".join([*common, *log]) for number, log in enumerate(logs)}
    taken = dict.fromkeys(texts, 0)
    for _ in range(data.draw(st.integers(1, 3))):
        for path, text in texts.items():
            taken[path] = data.draw(st.integers(taken[path], len(text)))
            path.write_bytes(text[: taken[path]])
        limits = Limits(line_bytes=data.draw(st.sampled_from([2000, 1 << 20])))
        ingest_logs(store, [str(path) for path in texts], limits=limits)
    assert of(verify_store(store), "differs") == []
    assert store.execute("SELECT count(*) FROM sources WHERE least(repeated, rejected) < 0").fetchall() == [(0,)]


# -- damage ------------------------------------------------------------------------------------------------------------

HAND_2 = "s1-2"
DAMAGE = {
    "a byte of a line": (
        "UPDATE hands SET raw = replace(raw, 'p2', 'p3') WHERE hand_id = 's1-2'",
        [("line", HAND_2, 6, "the line or the digest was changed")],
    ),
    "the digest of a line": (
        "UPDATE hands SET line_sha256 = repeat('0', 64) WHERE hand_id = 's1-2'",
        [("line", HAND_2, 6, "but was read with 00000"), ("file", HAND_2, 6, "not in the file")],
    ),
    "a line and its digest": (
        "UPDATE hands SET raw = replace(raw, 'p2', 'p3'), line_sha256 = sha256(replace(raw, 'p2', 'p3'))"
        " WHERE hand_id = 's1-2'",
        [
            ("rows", HAND_2, 6, 'player_id of seat 4 is "p2" in hand_players, "p3" in the line'),
            ("file", HAND_2, 6, "not in the file"),
        ],
    ),
    "a line that is none": (
        "UPDATE hands SET raw = 'x', line_sha256 = sha256('x') WHERE hand_id = 's1-2'",
        [("line", HAND_2, 6, "can no longer be read"), ("file", HAND_2, 6, "not in the file")],
    ),
    "a line of another kind": (
        "UPDATE cash SET raw = (SELECT raw FROM closes)",
        [("line", None, 2, "its line is no cash record"), ("file", None, 2, "its line stands at line 9 of the file")],
    ),
    "an amount": (
        "UPDATE actions SET amount = 4 WHERE hand_id = 's1-2' AND action_no = 7",
        [("rows", HAND_2, 6, "amount of action_no 7 is 4 in actions, 3 in the line")],
    ),
    "cards": (
        "UPDATE actions SET cards = ['2c'] WHERE hand_id = 's1-2' AND action_no = 3",
        [("rows", HAND_2, 6, 'cards of action_no 3 is ["2c"] in actions, ["Ts", ')],
    ),
    "two tables of one hand": (
        "UPDATE hands SET dealer_seat = 4 WHERE hand_id = 's1-2';"
        "UPDATE hand_players SET stack = 11 WHERE hand_id = 's1-2' AND seat = 1",
        [("rows", HAND_2, 6, "dealer_seat is 4 in hands, 1 in the line; stack of seat 1 is 11 in hand_players, 10")],
    ),
    "an action taken away": (
        "DELETE FROM actions WHERE hand_id = 's1-2' AND action_no = 7",
        [("rows", HAND_2, 6, "action_no 7 is missing in actions")],
    ),
    "all actions taken away": (
        "DELETE FROM actions WHERE hand_id = 's1-2'",
        [("rows", HAND_2, 6, "action_no 1 is miss")],
    ),
    "an action put in": (
        "INSERT INTO actions (hand_id, action_no, action) VALUES ('s1-2', 8, 'note')",
        [("rows", HAND_2, 6, "action_no 8 in actions is not in the line")],
    ),
    "an action doubled": (
        "INSERT INTO actions SELECT * FROM actions WHERE hand_id = 's1-2' AND action_no = 7",
        [("rows", HAND_2, 6, "action_no 7 stands 2 times in actions")],
    ),
    "a hand taken away": (
        "DELETE FROM hands WHERE hand_id = 's1-2'",
        [
            ("counts", None, None, "a.jsonl (number 1): 6 lines stored, but rows of 5 are there"),
            ("counts", HAND_2, None, "not in hands, but rows of it are in actions, hand_players"),
            ("file", None, 6, "2 lines (the first is line 6) of which the store has no record, but 1 were repeated"),
        ],
    ),
    "a hand doubled": (
        "INSERT INTO hands SELECT * FROM hands WHERE hand_id = 's1-2'",
        [("rows", HAND_2, 6, "stands 2 times in hands")],
    ),
    "the place of a hand": (
        "UPDATE hands SET byte_offset = byte_offset + 1 WHERE hand_id = 's1-2'",
        [("file", HAND_2, 6, "the line begins elsewhere")],
    ),
    "the line number of a hand": (
        "UPDATE hands SET line_no = 5 WHERE hand_id = 's1-2'",
        [("file", HAND_2, 5, "its line stands at line 6 of the file")],
    ),
    "the table of a session": (
        "UPDATE sessions SET table_name = 'Blue'",
        [("rows", None, 1, 'table_name is "Blue" in sessions, "Red" in the')],
    ),
    "a session taken away": (
        "DELETE FROM sessions",
        [
            ("counts", None, None, "6 lines stored, but rows of 5"),
            ("counts", None, None, "The session s1 is not in"),
            ("file", None, 1, "the first is line 1"),
        ],
    ),
    "a session put in": (
        "INSERT INTO sessions (session_id, opened) VALUES ('s7', false)",
        [("counts", None, None, "no record names it")],
    ),
    "chips bought": ("UPDATE cash SET amount = 6", [("rows", None, 2, "amount is 6 in cash, 5 in the line")]),
    "a cash record taken away": (
        "DELETE FROM cash",
        [("counts", None, None, "6 lines stored, but rows of 5"), ("file", None, 2, "the first is line 2")],
    ),
    "the key of a cash record": ("UPDATE cash SET line_key = 'x'", [("file", None, 2, "its line_key is not that")]),
    "stacks of a close record": (
        "UPDATE close_stacks SET stack = 5 WHERE player_id = 'p2'",
        [("rows", None, 9, 'stack of player_id "p2" is 5 in close_stacks, 4 in the line')],
    ),
    "shares of no close record": (
        "INSERT INTO close_shares VALUES ('x', 'p1', 1)",
        [("counts", None, None, "A close record is not in closes")],
    ),
    "a conflict changed": (
        "UPDATE conflicts SET raw = 'x'::BLOB",
        [("rows", None, 7, "its kind, id and session"), ("file", None, 7, "conflict s1-2")],
    ),
    "the id of a conflict": ("UPDATE conflicts SET id = 'x'", [("rows", None, 7, "its kind, id and session")]),
    "the bytes of a reject": ("UPDATE rejects SET raw = 'b'::BLOB", [("file", None, 4, "its line is not in the file")]),
    "the length of a reject": ("UPDATE rejects SET length = 4", [("file", None, 4, "The reject")]),
    "the first key of a source": ("UPDATE sources SET first_line_key = 'x'", [("file", None, None, "are others")]),
    "a conflict taken away": (
        "DELETE FROM conflicts",
        [("counts", None, None, "1 lines conflicting, but rows of 0"), ("file", None, 7, "the first is line 7")],
    ),
    "a reject taken away": (
        "DELETE FROM rejects",
        [("counts", None, None, "1 lines rejected, but rows of 0"), ("file", None, 4, "the first is line 4")],
    ),
    "a count of a source": (
        "UPDATE sources SET stored = 7",
        [("counts", None, None, "10 lines are counted, but 11 accounted for; 7 lines stored")],
    ),
    "counts of a source that add up": (
        "UPDATE sources SET repeated = 0, blank = 2",
        [("file", None, 8, "1 line (the first is line 8) of which")],
    ),
    "the digest of a source": (
        "UPDATE sources SET sha256 = repeat('0', 64)",
        [("file", None, None, "though its lines are the same")],
    ),
    "the keys of a source": (
        "UPDATE sources SET last_line_key = 'x'",
        [("file", None, None, "the keys that sources has of it are others")],
    ),
    "the bytes of a source": (
        "UPDATE sources SET bytes = bytes + 1",
        [("file", None, None, "was taken up to byte")],
    ),
    "a source taken away": (
        "DELETE FROM sources",
        [("counts", None, None, "8 rows (cash, closes, conflicts, hands, rejects, sessions) of")],
    ),
    "a verdict taken away": (
        "DELETE FROM verdicts WHERE hand_id = 's1-2'",
        [("replay", HAND_2, 6, "was replayed, but")],
    ),
    "a verdict doubled": (
        "INSERT INTO verdicts SELECT * FROM verdicts WHERE hand_id = 's1-2'",
        [("replay", HAND_2, None, "has 2 verdicts")],
    ),
    "a verdict of another session": (
        "UPDATE verdicts SET hand_no = 9 WHERE hand_id = 's1-2'",
        [("replay", HAND_2, 6, "another session, number or game")],
    ),
    "a verdict of no hand": (
        "UPDATE verdicts SET hand_id = 's1-9' WHERE hand_id = 's1-2'",
        [
            ("counts", "s1-9", None, "not in hands, but rows of it are in verdicts"),
            ("replay", HAND_2, 6, "was replayed"),
        ],
    ),
    "a table dropped": ("DROP TABLE close_shares", [("rows", None, None, "cannot be read here")]),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_in_the_store_is_named(copied: Store, damage: str) -> None:
    """Each change in one place of the store is reported there, with hand and line, and nothing else is."""
    statements, expected = DAMAGE[damage]
    copied.execute(statements)
    found = of(verify_store(copied), "differs")
    assert [(one.looked_at, one.hand_id, one.line_no) for one in found] == [each[:3] for each in expected], found
    for one, (*_, words) in zip(found, expected, strict=True):
        assert words in one.message


def edited(log: Path, change: Callable[[bytes], bytes]) -> None:
    text = log.read_bytes()
    log.write_bytes(change(text))
    assert log.read_bytes() != text


def test_a_line_edited_in_the_file_is_named(store: Store, log: Path) -> None:
    """The file differs, and the hand whose line is not in it any more is told with its line; the others stand."""
    edited(log, lambda text: text.replace(hand(3), hand(3).replace(b'"amount":3', b'"amount":4')))
    found = of(verify_store(store), "differs")
    assert [(one.source, one.hand_id, one.line_no) for one in found] == [(str(log), None, None), (str(log), "s1-3", 10)]
    assert "was changed since it was read" in found[0].message
    assert "not in the file any more" in found[1].message


def test_a_line_taken_out_of_the_file_is_named(store: Store, log: Path) -> None:
    """The lines behind it have moved up, which is not told of each of them; the file is too short too."""
    edited(log, lambda text: text.replace(hand(3) + b"\n", b"").replace(cash(5) + b"\n", b""))
    found = of(verify_store(store), "differs")
    assert [(one.hand_id, one.line_no) for one in found] == [(None, None), (None, 2), ("s1-3", 10)]


def test_a_file_cut_off_is_named_with_the_hands_that_are_gone(store: Store, log: Path) -> None:
    """It says where the file ends now, and which records stood behind that."""
    edited(log, lambda text: text[: text.index(line(CLOSE))])
    found = of(verify_store(store), "differs")
    assert "was cut off: it ends after line 8, but 10 lines of it were taken" in found[0].message
    assert [(one.hand_id, one.line_no) for one in found[1:]] == [(None, 9), ("s1-3", 10)]


def test_a_file_that_was_emptied_is_cut_off(store: Store, log: Path) -> None:
    """All its records are told as gone."""
    edited(log, lambda _: b"")
    found = of(verify_store(store), "differs")
    assert "ends after line 0" in found[0].message
    assert len(found) == 1 + 8


def test_a_file_replaced_by_another_is_one_difference(store: Store, log: Path) -> None:
    """Of another file it is not told of every hand that it is not in it."""
    edited(log, lambda _: b"".join(hand(number, "s7") + b"\n" for number in range(1, 20)))
    assert wrong(store) == [("file", None, None)]


def test_a_file_that_has_a_folder_in_its_place_is_a_note(store: Store, log: Path) -> None:
    """What is no file cannot be compared."""
    log.unlink()
    log.mkdir()
    assert_whole(store, "is not there any more")


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ("UPDATE hands SET raw = replace(raw, '*** SUMMARY ***', '*** SUMMARX ***')", "no hand of the other program"),
        ("UPDATE hands SET raw = replace(raw, ' folds', ' folds. ')", "no hand of the other program"),
        ("UPDATE hands SET raw = replace(raw, '\"stack\":', '\"stack\": ')", "is not the one that its lines"),
        ("UPDATE hands SET line_sha256 = repeat('0', 64)", "under _source have the SHA-256"),
        ("UPDATE hands SET raw = replace(raw, 'Eve', 'Eva')", "under _source have the SHA-256"),
    ],
)  # fmt: skip
def test_damage_in_a_hand_of_a_text_is_named(tmp_path: Path, statements: str, words: str) -> None:
    """A change in the lines of the other program, and one in what they were read as, are told apart."""
    path = tmp_path / "a.txt"
    path.write_text(LIMIT)
    with made(str(path)) as store:
        store.execute(statements)
        found = of(verify_store(store), "differs")
        assert found[0].looked_at == "line"
        assert words in found[0].message


def test_much_damage_is_counted_and_not_listed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many things that differ some are told, then how many more there are; those that agree are counted too."""
    monkeypatch.setattr(verify_results, "MOST_TOLD", 1)
    store.execute("UPDATE actions SET amount = amount + 1 WHERE hand_id <> 's1-3'")
    found = [one for one in verify_store(store) if one.looked_at == "rows"]
    assert [(one.outcome, one.count) for one in found][:3] == [("differs", 1), ("differs", 1), ("agrees", 1)]
    assert found[1].message == "... and so do 1 more hands."


@pytest.mark.parametrize("size", [1, 2, 3])
def test_batches_do_not_show(log: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """However small the batches, and wherever the rows of a hand stand: the same is found."""
    monkeypatch.setattr(verify_rows, "BATCH_LINES", size)
    with made(str(log)) as store:
        store.execute("CREATE TEMP TABLE moved AS SELECT * FROM actions WHERE hand_id = 's1-1' ORDER BY action_no DESC")
        store.execute("DELETE FROM actions WHERE hand_id = 's1-1'")
        store.execute("INSERT INTO actions SELECT * FROM moved")
        store.execute("DROP TABLE moved")
        assert_whole(store)
        store.execute("UPDATE actions SET seat = 4 WHERE hand_id = 's1-3' AND action_no = 1")
        store.execute("INSERT INTO hands SELECT * FROM hands WHERE hand_id = 's1-2'")
        assert wrong(store) == [("rows", "s1-2", 6), ("rows", "s1-3", 10)]


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_says_it_in_json(run: Command, log: Path, tmp_path: Path) -> None:
    """One object a line with the same fields each time; exit code 0, and 1 where something differs."""
    store = tmp_path / "club.duckdb"
    run("ingest", log, "--db", store)
    run("replay", "--db", store)
    outcome = run("verify", "--db", store, "--json")
    assert outcome.code == 0
    assert {tuple(row) for row in rows(outcome)} == {
        ("outcome", "looked_at", "count", "message", "source", "line_no", "session_id", "hand_id", "remedy")
    }
    with open_store(store) as connection:
        connection.execute("UPDATE actions SET amount = 4 WHERE hand_id = 's1-2' AND action_no = 7")
    outcome = run("verify", "--db", store, "--json")
    assert outcome.code == 1
    [row] = [row for row in rows(outcome) if row["outcome"] == "differs"]
    assert (row["hand_id"], row["source"], row["line_no"]) == ("s1-2", str(log), 6)
    assert "take the last good copy" in row["remedy"]
    outcome = run("verify", "--db", store)
    assert outcome.code == 1
    assert outcome.out.startswith(f"DIFFERS  The hand s1-2 ({log}, line 6): amount of action_no 7 is 4 in actions")
    assert outcome.out.splitlines()[-2:] == ["The store is NOT verified; 1 thing differs.", row["remedy"]]


def test_the_command_changes_nothing(run: Command, log: Path, tmp_path: Path) -> None:
    """Neither the store nor its folder is another afterwards."""
    store = tmp_path / "club.duckdb"
    run("ingest", log, "--db", store)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert run("verify", "--db", store).code == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_store_that_cannot_be_opened_ends_with_2(run: Command, tmp_path: Path) -> None:
    """No store is no damage: it could not run."""
    refused(run("verify", "--db", tmp_path / "none.duckdb"), "there is no store")


def test_a_store_in_use_ends_with_75(run: Command, tmp_path: Path) -> None:
    """While somebody writes nothing is looked at."""
    with open_store(tmp_path / "club.duckdb"):
        assert run("verify", "--db", tmp_path / "club.duckdb").code == 75


def test_bytes_that_rotted_on_the_disk_are_told(run: Command, log: Path, tmp_path: Path) -> None:
    """A block of the store's file that is not what was written is something that differs, not a fault of ours."""
    store = tmp_path / "club.duckdb"
    lines = [hand(number, _x=os.urandom(400).hex()) for number in range(1, 2000)]
    run("ingest", write(tmp_path / "b.jsonl", *lines), "--db", store)
    content = bytearray(store.read_bytes())
    block = 256 * 1024  # the blocks begin behind three headers
    for place in range(3 * 4096 + block // 2, len(content) - block, block):
        content[place : place + 64] = bytes(64)
    store.write_bytes(bytes(content))
    outcome = run("verify", "--db", store)
    assert outcome.code == 1
    assert "The store itself cannot be read here" in outcome.out


# -- what can hardly be brought about ----------------------------------------------------------------------------------


def failing(error: Exception) -> Callable[..., list[Looked]]:
    def fail(*_: object) -> list[Looked]:
        raise error

    return fail


def test_a_part_that_cannot_be_read_does_not_stop_the_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where DuckDB cannot read a table that is one difference, and the rest is looked at all the same."""
    monkeypatch.setattr(verify, "look_at_counts", failing(duckdb.IOException("Corrupt block\nat 5")))
    looked = verify_store(store)
    [damaged] = of(looked, "differs")
    assert damaged.looked_at == "counts"
    assert "(Corrupt block)" in damaged.message
    assert "file" in {one.looked_at for one in looked}


def test_too_little_memory_is_no_damage(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """That this computer is too small says nothing of the store: the command could not run."""
    monkeypatch.setattr(verify, "look_at_counts", failing(duckdb.OutOfMemoryException("no room")))
    with pytest.raises(duckdb.OutOfMemoryException):
        verify_store(store)


def test_a_log_that_cannot_be_read_is_a_note(store: Store, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that lies there but cannot be read is not compared, and why is said."""
    monkeypatch.setattr(
        verify_files, "look_at_file", failing(InputError("a.jsonl: cannot be read (Permission denied)"))
    )
    assert_whole(store, "was not compared: a.jsonl: cannot be read (Permission denied)")


def test_a_source_that_stands_twice_is_named(copied: Store) -> None:
    """The same source twice in sources is one difference of its own."""
    copied.execute("INSERT INTO sources SELECT * FROM sources")
    assert any("stands 2 times in sources" in one.message for one in of(verify_store(copied), "differs"))


def test_much_behind_what_was_taken_is_read_for_the_digest(store: Store, log: Path) -> None:
    """A file that has grown by more than a piece is read to its end, and is still a note."""
    log.write_bytes(log.read_bytes() + b"\n".join([*([b" " * 1000] * 3000), b""]))
    assert_whole(store, "has more in it")


def test_many_lines_that_are_others_are_counted(store: Store, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More records with another line than are listed are one difference with their number."""
    monkeypatch.setattr(verify_file, "MOST_KEPT", 1)
    monkeypatch.setattr(verify_files, "MOST_KEPT", 1)
    edited(log, lambda text: text.replace(b'"amount":', b'"amount" :'))
    assert any("records have another line" in one.message for one in of(verify_store(store), "differs"))


def test_a_record_without_its_line_is_named(copied: Store) -> None:
    """A session that a record opened, but whose line is gone, cannot be right."""
    copied.execute("UPDATE sessions SET raw = NULL")
    assert any("it has no line" in one.message for one in of(verify_store(copied), "differs"))


def test_a_hand_of_a_text_without_its_lines_is_named(tmp_path: Path) -> None:
    """The lines of the text under _source are the evidence; where they are gone or no list the line is wrong."""
    path = tmp_path / "a.txt"
    path.write_text(LIMIT)
    for gone in ('"_other"', '"_source":5,"_other"'):
        with made(str(path)) as connection:
            connection.execute("UPDATE hands SET raw = replace(raw, '\"_source\"', $1)", [gone])
            assert of(verify_store(connection), "differs")
