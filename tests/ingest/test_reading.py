"""Files to lines: every line numbered and placed, within the limits, from packed files that may break off."""

import gzip
import hashlib
import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from ingest.config import DEFAULT_LIMITS, Limits
from ingest.inputs import InputError, LogBytes, find_logs, left_out
from ingest.load import read_log
from ingest.reading import FIRST_KEY, KEPT_BYTES, Line, Reject, next_key, read_lines
from ingest.records import Hand, Session
from ingest.unpack import BrokenOffError, unpacked
from tests.ingest.logs import SESSION, hand, line, write

SMALL = Limits(line_bytes=1024, uncompressed_bytes=4096)


def lines_of(text: bytes, limits: Limits = DEFAULT_LIMITS, step: int = 7) -> list[Line]:
    """The lines of a text that comes in pieces of `step` bytes."""
    return list(read_lines((text[at : at + step] for at in range(0, len(text), step)), limits))


def unpack(packed: bytes, name: str = "a.jsonl") -> bytes:
    """All bytes of a packed file."""
    return b"".join(unpacked(io.BytesIO(packed).read, name, DEFAULT_LIMITS.packing_ratio))


def test_lines_are_numbered_and_placed() -> None:
    """Line numbers count from 1 and blank lines count; offsets are those of the unpacked bytes."""
    text = b"\xef\xbb\xbfone\r\n\n \t\r\ntwo"
    found = lines_of(text)
    assert [(one.raw, one.line_no, one.blank, one.ended) for one in found] == [
        (b"one", 1, False, True),
        (b"", 2, True, True),
        (b" \t", 3, True, True),
        (b"two", 4, False, False),
    ]
    assert [text[one.byte_offset : one.end_offset] for one in found] == [
        b"\xef\xbb\xbfone\r\n", b"\n", b" \t\r\n", b"two",
    ]  # fmt: skip


def test_a_mark_or_a_return_inside_a_line_stays() -> None:
    """Only a byte order mark at the start of the file and a CR before LF are passed over."""
    assert [one.raw for one in lines_of(b"a\n\xef\xbb\xbfb\nc\rd\n\r\r\n")] == [b"a", b"\xef\xbb\xbfb", b"c\rd", b"\r"]


@given(st.lists(st.binary(max_size=12), max_size=6), st.integers(1, 9), st.booleans())
def test_no_byte_is_lost_or_read_twice(parts: list[bytes], step: int, ended: bool) -> None:
    """Whatever the pieces: the lines joined by their offsets are the file, and do not depend on the pieces."""
    text = b"\n".join(parts) + (b"\n" if ended else b"")
    found = lines_of(text, step=step)
    assert b"".join(text[one.byte_offset : one.end_offset] for one in found) == text
    assert found == lines_of(text, step=10_000)
    assert [one.line_no for one in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("step", [1, 100, 1023, 1024, 1030, 100_000])
def test_a_line_that_is_too_long_is_not_held(step: int) -> None:
    """Its first bytes, its length and its digest are kept, whatever the pieces; the next line is read as ever."""
    long = b"x" * (KEPT_BYTES + 3000)
    for text in (long + b"\r\nafter\n", b"\xef\xbb\xbf" + long + b"\nafter\n"):
        first, second = lines_of(text, Limits(line_bytes=1024), step)
        assert (first.raw, first.length, first.ended) == (long[:KEPT_BYTES], len(long), True)
        assert first.digest == hashlib.sha256(long).digest()
        assert (second.raw, second.line_no, second.byte_offset) == (b"after", 2, len(text) - len(b"after\n"))


@pytest.mark.parametrize("extra", [0, 1])
def test_the_limit_of_a_line_is_exact(tmp_path: Path, extra: int) -> None:
    """A line of exactly the limit is taken (mark and CR do not count), one byte more is a reject that says so."""
    room = 1024 - len(line(SESSION, _x=""))
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + line(SESSION, _x="y" * (room + extra)) + b"\r\n")
    (only,) = read_log(path, Limits(line_bytes=1024))
    if extra:
        assert isinstance(only, Reject)
        assert (only.code, only.line_no) == ("line.too_long", 1)
        assert "not 1025" in only.message
    else:
        assert isinstance(only, Session)


def test_the_unpacked_size_is_bounded() -> None:
    """What is longer than the limit ends in one line with the fault, after the lines before it."""
    text = b"a" * 99 + b"\n"
    found = lines_of(text * 100, SMALL, step=1000)
    assert len(found) == 41
    assert all(one.fault is None and one.raw == text[:-1] for one in found[:-1])
    assert found[-1].fault is not None
    assert (found[-1].fault.code, found[-1].raw) == ("file.too_large", b"a" * 96)
    assert lines_of(text * 40 + b"b" * 96, SMALL)[-1].fault is None


def test_keys_know_the_lines_before_and_not_the_blank_ones() -> None:
    """A line's key depends on every line before it, but not on blank lines, a mark or CR."""

    def keys(found: Iterable[Line]) -> list[bytes]:
        key, all_keys = FIRST_KEY, []
        for one in found:
            key = next_key(key, one)
            all_keys.append(key)
        return all_keys

    plain = keys(lines_of(b"a\nb\n"))
    assert plain == keys(lines_of(b"\xef\xbb\xbfa\r\nb"))
    assert plain[-1] == keys(lines_of(b"\n\na\n \nb\n\n"))[-1]
    assert len({*plain, *keys(lines_of(b"b\na\n")), *keys(lines_of(b"ab\n"))}) == 5


PACKERS = {"gz": gzip.compress, "zst": zstandard.ZstdCompressor(write_checksum=True, threads=0).compress}


@pytest.mark.parametrize("kind", PACKERS)
def test_a_packed_file_is_its_bytes(kind: str) -> None:
    """One member, several, an empty one, and whatever the file is called."""
    pack, text = PACKERS[kind], os.urandom(3_000_000)
    assert unpack(pack(text)) == text
    assert unpack(pack(text[:10]) + pack(b"") + pack(text[10:]), f"a.jsonl.{kind}") == text
    assert unpack(b"{plain}\n", f"a.jsonl.{kind}") == b"{plain}\n"


def test_zeros_behind_a_gzip_file_are_no_break() -> None:
    """Some tools fill a file up with zeros."""
    assert unpack(gzip.compress(b"a") + b"\0" * 200_000 + gzip.compress(b"b") + b"\0") == b"ab"


@pytest.mark.parametrize("kind", PACKERS)
def test_what_packs_well_is_unpacked_in_small_pieces(kind: str) -> None:
    """64 MB of one byte never make a piece of more than one, and stop where the limit of the file is."""
    packed = PACKERS[kind](b"a" * 64_000_000)
    assert max(map(len, unpacked(io.BytesIO(packed).read, "", 2**40))) <= 1024 * 1024
    (only,) = read_lines(unpacked(io.BytesIO(packed).read, "", 2**40), SMALL)
    assert only.fault is not None
    assert only.fault.code == "file.too_large"


@pytest.mark.parametrize("kind", PACKERS)
def test_a_packed_file_that_breaks_off_gives_the_lines_before(kind: str) -> None:
    """Wherever it is cut: the lines before are good, the last is the break, and nothing else is lost."""
    text = b"".join(hashlib.sha256(b"%d" % n).hexdigest().encode() + b"\n" for n in range(20_000))
    packed = PACKERS[kind](text)
    for cut in (len(packed) // 2, len(packed) - 1, 30, 3, 1, 0):
        found = list(read_lines(unpacked(io.BytesIO(packed[:cut]).read, f"a.jsonl.{kind}", 500), DEFAULT_LIMITS))
        assert found[-1].fault is not None, cut
        assert found[-1].fault.code == "file.broken_off"
        assert b"".join(one.raw + b"\n" for one in found[:-1]) + found[-1].raw == text[: found[-1].end_offset]
    assert len(list(read_lines(unpacked(io.BytesIO(packed[: len(packed) // 2]).read, "x", 500), DEFAULT_LIMITS))) > 1000


@pytest.mark.parametrize("kind", PACKERS)
def test_a_damaged_packed_file_is_a_break(kind: str) -> None:
    """Bytes that are not what was packed are noticed, and so is rubbish behind the end."""
    packed = bytearray(PACKERS[kind](os.urandom(100_000)))
    packed[-3] ^= 255
    with pytest.raises(BrokenOffError, match="damaged"):
        unpack(bytes(packed))
    with pytest.raises(BrokenOffError):
        unpack(PACKERS[kind](b"a") + b"rubbish")
    with pytest.raises(BrokenOffError):
        unpack(b"rubbish", f"a.jsonl.{kind}")


def test_read_log_gives_records_and_rejects_in_order(tmp_path: Path) -> None:
    """Without a store: the records, a reject with its place and bytes, an unfinished last line."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(SESSION) + b"\n\nnonsense\n" + hand(1) + b"\n" + hand(2)[:-5])
    session, bad, good, unfinished = read_log(path)
    assert isinstance(session, Session)
    assert isinstance(good, Hand)
    assert isinstance(bad, Reject)
    assert (bad.source, bad.line_no, bad.byte_offset, bad.raw) == (str(path), 3, len(line(SESSION)) + 2, b"nonsense")
    assert str(bad).startswith(f"{path}, line 3: ")
    assert isinstance(unfinished, Reject)
    assert unfinished.code == "line.unfinished"


def test_a_last_line_without_its_end_is_taken_where_it_is_whole(tmp_path: Path) -> None:
    """A missing line end at the end of a file is no fault."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(hand(1))
    assert [type(one) for one in read_log(path)] == [Hand]


def test_inputs_are_found_once_and_in_order(tmp_path: Path) -> None:
    """Files, folders and globs together give each log once, sorted by path; other files in a folder are left alone."""
    b, a = write(tmp_path / "b.jsonl", hand(1)), write(tmp_path / "deep" / "er" / "a.jsonl.gz", hand(2))
    z = write(tmp_path / "z.jsonl.zst", hand(3))
    odd = write(tmp_path / "notes.txt", b"no log")
    star = write(tmp_path / "star[1].jsonl", hand(4))
    assert [log.path for log in find_logs([str(tmp_path)])] == [b, a, star, z]
    assert [log.path for log in find_logs([z, b, f"{tmp_path}/deep/../b.jsonl", f"{tmp_path}/**/*.gz"])] == [b, a, z]
    assert [log.path for log in find_logs([odd])] == [odd]
    assert [log.path for log in find_logs([star])] == [star]
    assert [log.path for log in find_logs([f"{tmp_path}/*"])] == [b, a, star, z]
    assert find_logs([b])[0].disk_bytes == os.path.getsize(b)
    assert left_out([str(tmp_path)], find_logs([str(tmp_path)])) == [odd]
    assert left_out([f"{tmp_path}/*"], find_logs([f"{tmp_path}/*"])) == [odd]
    assert left_out([str(tmp_path)], find_logs([str(tmp_path)]), [odd]) == []
    assert left_out([b, odd, "-"], find_logs([b, odd, "-"])) == []
    assert find_logs(["-"])[0].disk_bytes is None


def test_endings_count_in_any_case(tmp_path: Path) -> None:
    """Other systems write POKER.JSONL: it is a log as well."""
    paths = sorted(write(tmp_path / name, hand(1)) for name in ("P.JSONL", "s.jsonl.GZ", "t.Jsonl.Zst"))
    assert [log.path for log in find_logs([str(tmp_path)])] == paths
    assert [log.path for log in find_logs([f"{tmp_path}/*"])] == paths


@pytest.mark.parametrize("missing", ["gone.jsonl", "empty", "*.gone", "empty/*", ""])
def test_an_input_that_is_not_there_is_an_error(tmp_path: Path, missing: str) -> None:
    """A missing file, a folder without logs, a glob without matches and no input at all say what to do."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "dangling.jsonl").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"check|expected|name a file"):
        find_logs([f"{tmp_path}/{missing}"] if missing else [])
    with pytest.raises(InputError, match="cannot be read"):
        find_logs([f"{tmp_path}/dangling.jsonl"])


def test_what_can_be_read_only_once_is_copied_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stdin can be read again from its start, and its digest is that of its bytes."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"some bytes")))
    data = LogBytes("-")
    assert data.read(4) == b"some"
    data.rewind()
    assert [data.read(100), data.read(1)] == [b"some bytes", b""]
    assert data.sha256 == hashlib.sha256(b"some bytes").hexdigest()
    data.close()
