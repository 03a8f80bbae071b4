"""Texts of a poker room into the store: found by content, every line counted, sittings numbered, growth gone on."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from ingest.config import Limits
from ingest.formats.blocks import read_hands
from ingest.formats.detect import is_pokerstars
from ingest.inputs import InputError, find_logs
from ingest.load import IngestCounts, ingest_logs, read_lines_of, read_log
from ingest.reading import Line, Reject, read_lines
from ingest.records import Hand, Session
from ingest.store import open_store
from tests.ingest.formats.texts import (
    CANCELLED,
    LIMIT,
    MUCKED,
    OLD_STYLE,
    PLAY_MONEY,
    SIDE_POTS,
    TOURNAMENT,
    changed,
    lines_of,
)  # fmt: skip
from tests.ingest.logs import POKER, SESSION, column, content, emptied, line

Store = duckdb.DuckDBPyConnection
GAP = "\n\n\n"
PREAMBLE = "Transcript for your last 2 hands requested by Someone\n\n*********** # 1 **************\n"


@pytest.fixture(scope="module")
def one_store() -> Iterator[Store]:
    """A store in memory."""
    with open_store(":memory:") as connection:
        yield connection


@pytest.fixture
def store(one_store: Store) -> Store:
    """An empty store in memory."""
    return emptied(one_store)


def written(path: Path, *hands: str, encoding: str = "utf-8", end: str = "\n") -> str:
    """A file of hands, three line ends between them; its path."""
    text = GAP.join("\n".join(lines_of(hand)) for hand in hands) + "\n"
    path.write_bytes(text.replace("\n", end).encode(encoding))
    return str(path)


def numbered(text: str, number: int) -> str:
    """The hand with another number of the room."""
    first, rest = text.lstrip("\n").split("\n", 1)
    start = first.index("#") + 1
    return f"{first[:start]}{number}{first[first.index(':') :]}\n{rest}"


def length(*hands: str) -> int:
    """The lines of hands, without the blank ones between them."""
    return sum(len(lines_of(hand)) for hand in hands)


def places(path: str) -> list[tuple[str, int]]:
    """Sitting and number of each hand of a file."""
    return [(record.session_id, record.hand_no) for record in read_log(path) if isinstance(record, Hand)]


# -- found by content --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_encoding(tmp_path: Path, encoding: str, end: str) -> None:
    """UTF-8 and UTF-16, with and without a mark, with either line end: the same hands."""
    plain = list(read_log(written(tmp_path / "plain.txt", SIDE_POTS, LIMIT)))
    assert [type(record) for record in plain] == [Session, Hand, Session, Hand]
    assert list(read_log(written(tmp_path / "a.txt", SIDE_POTS, LIMIT, encoding=encoding, end=end))) == plain


def test_packed(tmp_path: Path) -> None:
    """A packed text is read as it is."""
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(LIMIT.encode("utf-16")))
    assert [type(record) for record in read_log(tmp_path / "a.txt.gz")] == [Session, Hand]


def test_what_is_no_text_of_the_room(tmp_path: Path) -> None:
    """JSON that speaks of a hand of the room is JSON; a text without such a line is no log of the room."""
    assert is_pokerstars(b"\n\xef\xbb\xbfPokerStars Game #1:  5 Card Draw")
    assert not is_pokerstars(b'{"note": "\nPokerStars Game #1:"}')
    assert not is_pokerstars(b"About PokerStars Game #1")
    assert not is_pokerstars(b"")
    (tmp_path / "a.txt").write_text("hello\n")
    assert [record.code for record in read_log(tmp_path / "a.txt") if isinstance(record, Reject)] == ["line.not_json"]


def test_the_format_may_be_given(tmp_path: Path) -> None:
    """As `handproof` a text is lines that are no JSON; as `pokerstars` JSON is lines that are in no hand."""
    path = written(tmp_path / "a.txt", LIMIT)
    assert {reject.code for reject in read_log(path, log_format="handproof") if isinstance(reject, Reject)} == {
        "line.not_json"
    }
    (tmp_path / "b.jsonl").write_bytes(line(SESSION) + b"\n" + line(POKER) + b"\n\n")
    rejects = list(read_log(tmp_path / "b.jsonl", log_format="pokerstars"))
    assert [reject.code for reject in rejects if isinstance(reject, Reject)] == ["text.stray"]


def test_which_files_of_a_folder(tmp_path: Path) -> None:
    """A folder's texts are logs where they hold hands; with a format given, its endings say it alone."""
    for name in ("a.jsonl", "b.txt", "c.txt.gz", "notes.txt", "d.csv"):
        (tmp_path / name).write_bytes(b"hello")
    written(tmp_path / "b.txt", LIMIT)
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(b"\n" + LIMIT.encode())[:-9])

    def names(log_format: str) -> list[str]:
        return [Path(log.path).name for log in find_logs([str(tmp_path)], log_format)]  # type: ignore[arg-type]  # a format

    assert names("auto") == ["a.jsonl", "b.txt", "c.txt.gz"]
    assert names("handproof") == ["a.jsonl"]
    assert names("pokerstars") == ["b.txt", "c.txt.gz", "notes.txt"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"no logs in this folder; expected files ending in \.txt"):
        find_logs([str(tmp_path / "empty")], "pokerstars")


# -- every line is counted ---------------------------------------------------------------------------------------------


def test_every_line_of_a_hand_counts_as_the_hand(store: Store, tmp_path: Path) -> None:
    """Stored with it, repeated with it, rejected with it; blank lines are blank; the session that it opens is none."""
    wrong = changed(PLAY_MONEY, "Ned: bets", "Ned: bats")
    path = written(tmp_path / "a.txt", LIMIT, wrong, SIDE_POTS)
    counts = ingest_logs(store, [path])
    assert counts == IngestCounts(
        length(LIMIT, wrong, SIDE_POTS) + 4, length(LIMIT, SIDE_POTS), 0, 0, length(wrong), 4, 1
    )
    assert column(store, "SELECT count(*) FROM hands") == [2]
    assert column(store, "SELECT count(*) FROM sessions WHERE opened") == [3]
    again = ingest_logs(store, [path])
    assert again == IngestCounts(counts.lines, 0, length(LIMIT, wrong, SIDE_POTS), 0, 0, 4, 1)


def test_a_reject_stands_at_its_line(store: Store, tmp_path: Path) -> None:
    """Number, place and words are those of the line that is not known; all lines of the hand are kept."""
    wrong = changed(PLAY_MONEY, "Ned: bets", "Ned: bats")
    path = written(tmp_path / "a.txt", LIMIT, wrong)
    ingest_logs(store, [path])
    [(line_no, offset, code, value, raw)] = store.execute(
        "SELECT line_no, byte_offset, code, value, raw FROM rejects"
    ).fetchall()
    whole = Path(path).read_bytes()
    assert (code, value) == ("text.unknown", '"Ned: bats 180"')
    assert whole.split(b"\n")[line_no - 1] == b"Ned: bats 180"
    assert whole[offset:].startswith(b"Ned: bats 180")
    assert raw.decode().split("\n") == lines_of(wrong)


def test_the_source_is_the_evidence(store: Store, tmp_path: Path) -> None:
    """The store keeps the record that was made, the lines that it was made of, and where they stand."""
    ingest_logs(store, [written(tmp_path / "a.txt", LIMIT, SIDE_POTS)])
    [(line_no, raw)] = store.execute("SELECT line_no, raw FROM hands WHERE hand_id = 'pokerstars-900000002'").fetchall()
    assert line_no == length(LIMIT) + 3
    assert json.loads(raw)["_source"] == lines_of(SIDE_POTS)
    [session] = column(store, "SELECT raw FROM sessions WHERE table_name = 'Ceres'")
    assert json.loads(session) == {
        "record": "session", "format": "handproof/1", "session_id": "pokerstars Ceres 2014-07-01T06:00:00-04:00",
        "table": "Ceres", "started_at": "2014-07-01T06:00:00-04:00", "currency": "EUR", "chip_value": "0.01",
        "game": "poker",
    }  # fmt: skip


def test_lines_outside_of_hands(tmp_path: Path) -> None:
    """What the room writes above hands that it sends by mail belongs to the hand below; other lines are rejected."""
    text = PREAMBLE + "\n".join(lines_of(LIMIT)) + "\n\n*********** # 2 **************\n" + SIDE_POTS.lstrip("\n")
    (tmp_path / "a.txt").write_text(text)
    assert [type(record) for record in read_log(tmp_path / "a.txt")] == [Session, Hand, Session, Hand]
    (tmp_path / "b.txt").write_text("hello\n" + text + "\ngood\nbye\n")
    rejects = [(record.code, record.line_no) for record in read_log(tmp_path / "b.txt") if isinstance(record, Reject)]
    assert rejects == [("text.stray", 1), ("text.stray", len(text.split("\n")) + 2)]


def test_hands_without_a_blank_line_between(tmp_path: Path) -> None:
    """A hand ends where the next begins; a blank line inside one, before its summary, is nothing."""
    text = "\n".join([*lines_of(LIMIT), *lines_of(SIDE_POTS)]).replace("*** DEALING", "\n*** DEALING")
    (tmp_path / "a.txt").write_text(text)
    assert [type(record) for record in read_log(tmp_path / "a.txt")] == [Session, Hand, Session, Hand]


def test_a_hand_that_is_too_long(store: Store, tmp_path: Path) -> None:
    """A hand beyond the limit of bytes is a reject, not a heap of memory; the hands around it are taken."""
    chat = 'Ann said, "' + "la " * 20 + '"\n'
    long = changed(SIDE_POTS, "*** DEALING HANDS ***\n", "*** DEALING HANDS ***\n" + chat * 40)
    path = written(tmp_path / "a.txt", LIMIT, long, MUCKED)
    counts = ingest_logs(store, [path], limits=Limits(line_bytes=3000))
    assert (counts.stored, counts.rejected) == (length(LIMIT, MUCKED), length(long))
    assert column(store, "SELECT code FROM rejects") == ["line.too_long"]
    assert ingest_logs(store, [path]).stored == length(long)
    assert column(store, "SELECT count(*) FROM rejects") == [0]


def test_not_utf8(tmp_path: Path) -> None:
    """A hand in an old code page is refused at the line that shows it."""
    (tmp_path / "a.txt").write_bytes(LIMIT.replace("Hal", "H\u00e1l").encode("cp1252"))
    [reject] = list(read_log(tmp_path / "a.txt"))
    assert isinstance(reject, Reject)
    assert (reject.code, reject.line_no) == ("line.not_utf8", 11)


def test_a_limit_of_players(store: Store, tmp_path: Path) -> None:
    """A hand with more players than the limit is a reject; with a higher limit it is taken."""
    path = written(tmp_path / "a.txt", LIMIT)
    assert ingest_logs(store, [path], limits=Limits(players=3)).rejected == length(LIMIT)
    assert ingest_logs(store, [path], limits=Limits(players=9)).stored == length(LIMIT)


# -- known again -------------------------------------------------------------------------------------------------------


def test_the_same_hand_in_another_file(store: Store, tmp_path: Path) -> None:
    """With other line ends, spaces or lines above it, a hand is the same hand wherever it stands."""
    first = written(tmp_path / "a.txt", LIMIT, SIDE_POTS)
    mailed = PREAMBLE + "\n".join(line.rstrip() for line in lines_of(SIDE_POTS))
    (tmp_path / "b.txt").write_bytes(mailed.replace("\n", "\r\n").encode())
    ingest_logs(store, [first])
    counts = ingest_logs(store, [str(tmp_path / "b.txt")])
    assert (counts.stored, counts.repeated, counts.conflicting) == (0, counts.lines, 0)


def test_a_changed_copy_is_a_conflict(store: Store, tmp_path: Path) -> None:
    """Also where only what the text states beside the play is another."""
    other = changed(LIMIT, "won ($2.09)", "won ($2.19)")
    ingest_logs(store, [written(tmp_path / "a.txt", LIMIT)])
    counts = ingest_logs(store, [written(tmp_path / "b.txt", other)])
    assert (counts.stored, counts.conflicting) == (0, length(other))
    assert column(store, "SELECT message LIKE '%claims' FROM conflicts WHERE kind = 'hand'") == [True]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_file_that_grows(store: Store, tmp_path: Path, encoding: str) -> None:
    """However it grew, from any line to any other: what is read is what reading it once gives."""
    hands = (LIMIT, numbered(LIMIT, 900000011), SIDE_POTS)
    path = tmp_path / "a.txt"
    written(path, *hands, encoding=encoding)
    whole = path.read_bytes()
    ingest_logs(store, [str(path)])
    expected = content(store, without="source_id line_key")
    lines = whole.decode(encoding).splitlines(keepends=True)
    for cut in range(1, len(lines), 13):
        emptied(store)
        for end in (cut, min(cut + 9, len(lines)), len(lines)):
            path.write_bytes("".join(lines[:end]).encode(encoding))
            total = ingest_logs(store, [str(path)])
        assert content(store, without="source_id line_key") == expected
        assert total.lines == len(lines)
        sums = "SELECT lines, stored + repeated + conflicting + rejected + blank FROM sources WHERE lines > 0"
        assert [row for row in store.execute(sums).fetchall() if row[0] != row[1]] == []


def test_a_packed_text_that_breaks_off(store: Store, tmp_path: Path) -> None:
    """The hands before the break are taken, the break is one reject, and it goes when the whole file comes."""
    text = GAP.join("\n".join(lines_of(hand)) for hand in (LIMIT, SIDE_POTS, MUCKED)).encode()
    packed = gzip.compress(text, mtime=0)
    path = tmp_path / "a.txt.gz"
    path.write_bytes(packed[:-40])
    first = ingest_logs(store, [str(path)])
    assert first.stored == length(LIMIT, SIDE_POTS)
    assert column(store, "SELECT code FROM rejects") == ["file.broken_off"]
    path.write_bytes(packed)
    assert ingest_logs(store, [str(path)]).stored == length(MUCKED)
    assert column(store, "SELECT code FROM rejects") == []


# -- sittings ----------------------------------------------------------------------------------------------------------


def test_hands_are_numbered_by_table(tmp_path: Path) -> None:
    """Each table of a file is a sitting, from its first hand on; its hands count 1, 2, 3 as they stand."""
    path = written(tmp_path / "a.txt", LIMIT, SIDE_POTS, numbered(LIMIT, 5), numbered(SIDE_POTS, 6), TOURNAMENT)
    best = "pokerstars O'Brien's \"Best\" 2010-03-01T20:00:00-05:00"
    ceres = "pokerstars Ceres 2014-07-01T06:00:00-04:00"
    assert places(path) == [
        (best, 1), (ceres, 1), (best, 2), (ceres, 2), ("pokerstars 77 12 2011-11-06T01:30:00-04:00", 1),
    ]  # fmt: skip


def test_a_refused_hand_leaves_a_gap(tmp_path: Path) -> None:
    """A hand that is not taken has its number all the same, so that the gap is seen."""
    wrong = changed(numbered(LIMIT, 5), "Betting is capped", "Betting is closed")
    path = written(tmp_path / "a.txt", LIMIT, wrong, numbered(LIMIT, 6))
    assert [number for _, number in places(path)] == [1, 3]


def test_a_refused_first_hand_opens_its_sitting(tmp_path: Path) -> None:
    """What its first two lines say of the table holds for the hands behind it."""
    wrong = changed(LIMIT, "Betting is capped", "Betting is closed")
    records = list(read_log(written(tmp_path / "a.txt", wrong, numbered(LIMIT, 6))))
    assert [type(record) for record in records] == [Session, Reject, Hand]


def test_a_hand_twice_in_a_file(tmp_path: Path) -> None:
    """It is the same hand, with the same number."""
    path = written(tmp_path / "a.txt", LIMIT, numbered(LIMIT, 5), LIMIT, numbered(LIMIT, 6))
    assert [number for _, number in places(path)] == [1, 2, 1, 3]


@pytest.mark.parametrize(
    "bought",
    ["Cal re-buys and receives 1500 chips for $1.00", "Cal takes the add-on and receives 2000 chips for $1.00",
     "Cal adds 1500 chips (1 stack(s) of 1500 chips). Cal has 1 stack(s) remaining."],
)  # fmt: skip
def test_bought_chips_begin_a_new_sitting(tmp_path: Path, bought: str) -> None:
    """Stacks do not go on over chips that no hand counts."""
    first = changed(TOURNAMENT, "*** SUMMARY", f"{bought}\n*** SUMMARY")
    later = changed(numbered(TOURNAMENT, 5), "1:30:00 ET", "1:31:00 ET")
    path = written(tmp_path / "a.txt", first, later, numbered(TOURNAMENT, 6))
    assert [number for _, number in places(path)] == [1, 1, 2]


def test_a_button_at_an_empty_seat_begins_a_new_sitting(tmp_path: Path) -> None:
    """Whose turn it is to deal cannot be told from the hand before."""
    dead = changed(numbered(SIDE_POTS, 5), "Seat #1 is", "Seat #6 is").replace("(button) ", "")
    dead = dead.replace("12:00:00", "12:09:00").replace("6:00:00 ET", "6:09:00 ET")
    path = written(tmp_path / "a.txt", SIDE_POTS, dead, numbered(SIDE_POTS, 6))
    assert [number for _, number in places(path)] == [1, 1, 2]


def test_one_money_one_sitting(tmp_path: Path) -> None:
    """The same table name with another money is another table."""
    path = written(tmp_path / "a.txt", OLD_STYLE, numbered(OLD_STYLE.replace("$", "€"), 5))
    assert [number for _, number in places(path)] == [1, 1]


def test_what_a_line_of_a_text_knows() -> None:
    """A block tells where its lines stand, and how many they are."""
    text = ("\n".join(lines_of(CANCELLED)) + "\n\n").encode()
    blocks = list(read_hands(read_lines([text], Limits()), Limits()))
    assert [(block.line_no, block.spans, block.last_no, block.blank) for block in blocks] == [
        (1, 9, 9, False), (10, 1, 10, True),
    ]  # fmt: skip
    assert blocks[0].text is not None
    assert text[blocks[0].text.byte_offsets[3] :].startswith(b"Seat 2: Xan")


def test_records_with_their_lines(tmp_path: Path) -> None:
    """What a record is in a log of our own comes with it, and is that record."""
    found = list(read_lines_of(written(tmp_path / "a.txt", LIMIT)))
    (tmp_path / "b.jsonl").write_bytes(b"".join(line.raw + b"\n" for line, _ in found))
    assert list(read_log(tmp_path / "b.jsonl")) == [record for _, record in found]
    assert all(isinstance(line, Line) for line, _ in found)
