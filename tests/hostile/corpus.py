"""A corpus of hostile logs, made by code: each a file name, its bytes, how many lines it has, and how they are refused.

`lines` is counted here, on the bytes that were packed, by nothing of the program; a file that breaks off has the whole
lines before the break, and one more for the break. `codes` are all codes of rejects that come up (None: not pinned).
"""

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from tests.ingest.logs import CLOSE, POK, POKER, SESSION, STITCH, cash, changed, hand, line

MEBIBYTE = 1024 * 1024
TEXTS = Path(__file__).parents[1] / "ingest" / "formats" / "hands"
GOOD = line(SESSION) + b"\n" + hand(1) + b"\n" + cash(5) + b"\n"


class Case(NamedTuple):
    """One hostile file."""

    name: str
    file: str
    data: bytes
    lines: int
    codes: frozenset[str] | None = None


def count_lines(data: bytes) -> int:
    """Line ends, and a last line that has none."""
    return data.count(b"\n") + (data[-1:] not in (b"", b"\n"))


def plain(name: str, data: bytes, *codes: str, file: str = "log.jsonl") -> Case:
    """A file that is not packed. Codes that are given are all that come up."""
    return Case(name, file, data, count_lines(data), frozenset(codes) if codes else None)


def raw_lines(name: str, *lines: bytes, codes: str = "") -> Case:
    """Hostile lines between good ones."""
    return plain(name, GOOD + b"".join(one + b"\n" for one in lines) + hand(2) + b"\n", *codes.split())


def zst(data: bytes, **options: Any) -> bytes:
    """Packed by zstd, with a checksum."""
    return zstandard.ZstdCompressor(write_checksum=True, **options).compress(data)


def with_field(name: str, value: bytes, record: bytes = b"") -> bytes:
    """A cash line in which the amount is written in these bytes; or another field of it added."""
    base = record or cash(5)
    if name == "amount":
        return base.replace(b'"amount":5', b'"amount":' + value)
    return base[:-1] + b',"' + name.encode() + b'":' + value + b"}"


def packed_cases() -> Iterator[Case]:
    """Packed files: whole, broken off, damaged, in several members, called otherwise, bombs."""
    many = b"".join(hand(n) + b"\n" for n in range(1, 300))
    for kind, pack in (("gz", gzip.compress), ("zst", zst)):
        whole, file = pack(many), f"log.jsonl.{kind}"
        yield Case(f"{kind} whole", file, whole, 299, frozenset())
        for cut in (1, 10, len(whole) // 2, len(whole) - 1):
            lines = whole_lines(kind, whole[:cut]) + 1
            yield Case(f"{kind} cut at {cut}", file, whole[:cut], lines, frozenset({"file.broken_off"}))
        damaged = bytearray(whole)
        damaged[len(whole) // 3] ^= 0x55
        yield Case(f"{kind} damaged", file, bytes(damaged), -1)
        yield Case(f"{kind} rubbish behind", file, whole + b"rubbish!", 300, frozenset({"file.broken_off"}))
        yield Case(f"{kind} of nothing", file, pack(b""), 0, frozenset())
        yield Case(f"{kind} empty file", file, b"", -1)
        parts = [pack(b""), pack(GOOD), pack(b""), pack(hand(2) + b"\n"), pack(b"")]
        yield Case(f"{kind} members", file, b"".join(parts), 4, frozenset())
        split = len(GOOD) // 2
        yield Case(f"{kind} a line over members", file, pack(GOOD[:split]) + pack(GOOD[split:]), 3, frozenset())
        yield Case(f"{kind} called jsonl", "log.jsonl", whole, 299, frozenset())
        yield Case(f"{kind} in itself", file, pack(whole), -1)
        yield Case(f"plain called {kind}", file, GOOD, 3, frozenset())
        for name, block in (("zeros", b"\0"), ("line ends", b"\n"), ("bad lines", b"x\n"), ("braces", b"{}\n")):
            bomb = pack(block * (16 * MEBIBYTE // len(block)))
            yield Case(f"{kind} bomb of {name}", file, bomb, 1, frozenset({"file.bomb"}))
            # the log before it is less than the stretch that is looked at, and refused with it
            yield Case(f"{kind} {name} behind a log", file, whole + bomb, 1, frozenset({"file.bomb"}))
    yield Case("gz zeros behind", "log.jsonl.gz", gzip.compress(GOOD) + b"\0" * 100_000, 3, frozenset())
    yield Case("gz with a name", "log.jsonl.gz", gzip_with_everything(GOOD), 3, frozenset())
    yield Case("gz called zst", "log.jsonl.zst", gzip.compress(GOOD), 3, frozenset())
    yield Case("zst called gz", "log.jsonl.gz", zst(GOOD), 3, frozenset())
    wide = zstandard.ZstdCompressionParameters.from_level(3, window_log=27)
    streamed = zstandard.ZstdCompressor(compression_params=wide).compressobj()
    yield Case("zst window of 128 MiB", "log.jsonl.zst", streamed.compress(GOOD) + streamed.flush(), 3, frozenset())
    skippable = b"\x50\x2a\x4d\x18" + (9).to_bytes(4, "little") + b"skip this"
    yield Case("zst skippable frames", "log.jsonl.zst", zst(GOOD) + skippable + zst(hand(2) + b"\n"), 4, frozenset())
    yield Case(
        "zst window of 2 GiB",
        "log.jsonl.zst",
        b"\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00",
        1,
        frozenset({"file.broken_off"}),
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("log.jsonl", GOOD)
    yield Case("a zip", "log.jsonl", buffer.getvalue(), count_lines(buffer.getvalue()))
    for kind, magic in (
        ("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("parquet", b"PAR1\x15\x04\x15"),
        ("pdf", b"%PDF-1.7\n"),
    ):
        noise = magic + bytes(range(256)) * 20
        yield plain(f"a {kind}", noise)


def whole_lines(kind: str, packed: bytes) -> int:
    """The whole lines that come out of the beginning of a packed file, found out byte by byte."""
    unpacker: Any = zlib.decompressobj(31) if kind == "gz" else zstandard.ZstdDecompressor().decompressobj()
    return bytes(unpacker.decompress(packed)).count(b"\n")


def gzip_with_everything(data: bytes) -> bytes:
    """A gzip member whose head holds extra field, name, comment and checksum."""
    head = b"\x1f\x8b\x08\x1e\0\0\0\0\x02\xff" + b"\x04\0abcd" + b"name\0" + b"a comment\0"
    head += (zlib.crc32(head) & 0xFFFF).to_bytes(2, "little")
    body = zlib.compressobj(wbits=-15)
    packed = body.compress(data) + body.flush()
    return head + packed + zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")


def byte_cases() -> Iterator[Case]:
    """Bytes: marks, encodings, line ends, zeros."""
    yield plain("nothing", b"")
    yield plain("a mark alone", b"\xef\xbb\xbf")
    yield plain("blank lines", b"\n \n\t\n\r\n\r\n")
    yield Case("mark and CRLF", "log.jsonl", b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"), 3, frozenset())
    yield plain("marks on every line", GOOD.replace(b"\n", b"\n\xef\xbb\xbf"))
    yield plain("CR alone", GOOD.replace(b"\n", b"\r"), "line.unfinished")
    yield plain("U+2028 as line end", GOOD.replace(b"\n", "\u2028".encode()), "line.unfinished")
    yield plain("no last line end", GOOD[:-1])
    yield plain("half a last line", GOOD + hand(2)[:100], "line.unfinished")
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7"):
        yield plain(encoding, GOOD.decode().encode(encoding))
    yield plain("cp1251", GOOD.decode().encode("cp1251"), "line.not_utf8")
    yield raw_lines("NUL", b"\0", b"\0" * 1000, hand(3) + b"\0", b"\0" + hand(3), codes="line.not_json")
    yield raw_lines(
        "not UTF-8", b"\xff", cash(5).replace(b"mis", b"\xc0\xaf"), cash(5).replace(b"mis", b"\xed\xa0\x80"),
        cash(5).replace(b"mis", b"\xf4\x90\x80\x80"), cash(5).replace(b"mis", b"\xc3"), codes="line.not_utf8",
    )  # fmt: skip
    yield raw_lines("control characters", bytes(range(1, 10)), cash(5).replace(b"mis", b"\x01"), codes="line.not_json")
    for size in (MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE):
        bare = with_field("_x", b'""')
        long = with_field("_x", b'"' + b"y" * (size - len(bare)) + b'"')
        assert len(long) == size
        yield raw_lines(f"a line of {size} bytes", long, codes="line.too_long" if size > MEBIBYTE else "")


def json_cases() -> Iterator[Case]:
    """What is nearly JSON, and JSON that is no record."""
    yield raw_lines(
        "nearly JSON", b"{", b"}", b"{}x", b"{'a': 1}", b'{"a": 1,}', b'{"a": 1} // c', b'/* c */ {"a": 1}',
        b"undefined",
        b'{"a": +1}', b'{"a": .5}', b'{"a": 01}', b'{"a": 0x10}', b'{"a": 1_000}', b'{"a": NaN}', b'{"a": Infinity}',
        b'{"a": -Infinity}', b'{"a": "\x09"}', b'{"a": "\\x41"}', b'{"a" 1}', b'{"a": 1 "b": 2}', b"[1, 2", b'"',
        b"{}{}",
        b'{"a": tru}', hand(3) + hand(4), b"<html>", b"a,b,c", b"1;2;3", codes="line.not_json",
    )  # fmt: skip
    yield raw_lines("not an object", b"[]", b"1", b"null", b'"text"', b"[{}]", b"true", b"-0", codes="line.not_json")
    yield raw_lines(
        "deep", b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        with_field("_x", b"[" * 64 + b"]" * 64), with_field("_x", b"[" * 500 + b"]" * 500), codes="line.too_deep",
    )  # fmt: skip
    yield raw_lines(
        "keys twice", with_field("amount", b'5,"amount":6'), with_field("_x", b'{"a":1,"a":1}'),
        b'{"record":"cash",' + cash(5)[1:],
        with_field("_x", b'1,"_x":2'), with_field("_x", b'{"\\u0061":1,"a":1}'), codes="field.twice",
    )  # fmt: skip
    yield raw_lines("keys that differ by NUL", with_field("amount\\u0000", b"5"), codes="field.unknown")
    yield raw_lines(
        "many keys", b"{" + b",".join(b'"k%d":%d' % (n, n) for n in range(70_000)) + b"}", codes="field.missing"
    )
    odd = [
        f"a{mark}b" for mark in ("` - at `$.c", "` - at `key` in `$.d", "\\n", "\\u0000", "\\u202e", "\\ud83d\\ude00")
    ]
    yield raw_lines("keys that look like paths", *(with_field(name, b"1") for name in odd), codes="field.unknown")
    wide = b'{"' + b"k" * 500_000 + b'":[' + b"1," * 200_000 + b'{"x":1,"x":1}]}'
    yield raw_lines("a long key over a long list", wide, codes="field.twice")
    yield raw_lines(
        "lone surrogates",
        *(with_field("_x", b'"\\ud800"') for _ in "a"),
        with_field("\\udfff", b"1"),
        codes="text.surrogate",
    )


NUMBERS = {
    b"1e3": "number.not_whole", b"1.0": "number.not_whole", b"-0.0": "number.not_whole", b"1E400": "number.not_whole",
    b"100000000000000000000": "number.bounds", b"9007199254740993": "number.bounds",
    b"-9007199254740993": "number.bounds",
    b"9" * 4000: "number.bounds", b"9" * 4301: "number.bounds", b"9" * 100_000: "number.bounds",
    b"18446744073709551616": "number.bounds", b"1." + b"0" * 5000: "number.not_whole", b"null": "field.type",
    b"true": "field.type", b'"5"': "field.type", b"[]": "field.type", b"{}": "field.type",
}  # fmt: skip
TIMES = (
    "0000-01-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-01T24:00:00Z", "2026-11-01T20:15:60Z",
    "2026-13-01T00:00:00Z",
    "2026-11-01T20:15:00", "2026-11-01", "20:15:00Z", "2026-11-01T20:15:00+24:00", "2026-11-01T20:15:00+0300",
    "10000-01-01T00:00:00Z", "-2026-01-01T00:00:00Z", "2026-11-01T20:15:00.Z", "١٩٧٠-01-01T00:00:00Z", "", "now",
    "2026-06-30T23:59:60+05:00", "2026-11-01T20:15:00Z ", "2026-11-01 20:15:00Z", "2016-12-30T23:59:60Z", "1" * 5000,
)  # fmt: skip
GOOD_TIMES = (
    "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2016-12-31T23:59:60Z", "2015-07-01T02:59:60+03:00",
    "2026-11-01t20:15:00z", "2026-11-01T20:15:00.123456789Z", "1969-12-31T23:59:59.999999Z",
    "2026-11-01T20:15:00-00:00",
)  # fmt: skip


def value_cases() -> Iterator[Case]:
    """Numbers, times, names, seats and records that are none."""
    for value, code in NUMBERS.items():
        yield raw_lines(f"amount {value[:24].decode()} of {len(value)} digits", with_field("amount", value), codes=code)
    yield Case("-0 is 0", "log.jsonl", with_field("amount", b"-0") + b"\n", 1, frozenset())
    yield raw_lines("times that are none", *(timed(text) for text in TIMES), codes="time.wrong")
    yield raw_lines("times at the bounds", *(timed(text) for text in GOOD_TIMES))
    names = [
        "=1+1",
        "<script>alert(1)</script>",
        "\0",
        "../../etc/passwd",
        "\x1b]0;x\x07",
        "\u202e",
        "a\nb",
        "'; DROP TABLE hands;--",
    ]
    yield raw_lines("hostile names", *named(names))
    yield raw_lines("names everywhere", *(everywhere(name, number) for number, name in enumerate(names)))
    for seat in (0, -1, 2**53 + 1, 2**64):
        yield raw_lines(f"seat {seat}", line(changed(POKER, "players", 0, "seat", to=seat)), codes="number.bounds")
    yield raw_lines("seat 2^53", line(changed(changed(POKER, "players", 0, "seat", to=2**53), "dealer_seat", to=2**53)))
    crowd = [{"seat": n, "player_id": f"p{n}"} for n in range(1, 5_000)]
    yield raw_lines("five thousand players", line(changed(POKER, "players", to=crowd)), codes="limit.players")
    yield raw_lines("a hundred players", line(changed(POKER, "players", to=crowd[:100]), hand_id="crowd"))
    shares = [{"player_id": f"p{n}", "amount": 1} for n in range(20_000)]
    yield raw_lines("a close of twenty thousand", line(changed(CLOSE, "shares", to=shares)), codes="limit.players")
    for record in (POKER, STITCH, POK):
        one = {"action": "muck", "seat": 1}
        for count in (10_000, 10_001, 26_000):
            over = "limit.actions" if count > 10_000 else ""
            acts = line(changed(record, "actions", to=[one] * count), hand_id=f"{record['game']}{count}")
            yield raw_lines(f"{count} actions of {record['game']}", acts, codes=over)
    million = line(changed(POKER, "actions", to=[])).replace(
        b'"actions":[]', b'"actions":[' + b"{}," * 999_999 + b"{}]"
    )
    yield raw_lines("a million actions", million, codes="line.too_long")
    rich = {"action": "ante", "seat": 1, "amount": 2**53}
    yield raw_lines(
        "10,000 times all chips there are", line(changed(POKER, "actions", to=[rich] * 10_000), hand_id="rich")
    )
    yield raw_lines("more cash than 64 bits hold", *(cash(2**53, f"s{n // 2000}") for n in range(2_100)))
    yield raw_lines(
        "unknown formats", *(line(SESSION, format=name) for name in ("handproof/2", "handproof/1.0", "",
        "HANDPROOF/1", "ohh")),
        codes="format.unknown",
    )  # fmt: skip
    yield raw_lines(
        "unknown records",
        *(line({**SESSION, "record": name}) for name in ("hands", "", "Session", "deal")),
        codes="record.unknown",
    )
    yield raw_lines("format of another type", line(SESSION, format=1), line(SESSION, format=None), codes="field.type")
    yield raw_lines("the same line a thousand times", *[hand(7)] * 1000)


def timed(text: str) -> bytes:
    """A cash line at this time."""
    return line(json.loads(cash(5)), at=text)


def named(names: list[str]) -> Iterator[bytes]:
    """A hand for each name, as the id and as the name of a player."""
    for number, name in enumerate(names):
        player = {"seat": 1, "player_id": name, "name": name}
        yield line(changed(POKER, "players", 0, to=player), hand_id=f"named {number}", session_id="named")


def everywhere(name: str, number: int) -> bytes:
    """A hand in which every text that is free is this one."""
    player = {"seat": 1, "player_id": name, "name": name}
    return line(changed(POKER, "players", 0, to=player), hand_id=f"{name}{number}", session_id=name)


def text_cases() -> Iterator[Case]:
    """Texts of PokerStars, broken in the same ways."""
    text = (TEXTS / "limit.txt").read_bytes()
    for name, data in (
        ("whole", text), ("CRLF", text.replace(b"\n", b"\r\n")), ("mark", b"\xef\xbb\xbf" + text), ("half",
        text[: len(text) // 2]),
        ("NUL", text.replace(b"Seat", b"Se\0at")), ("not UTF-8", text.replace(b"Seat", b"\xff\xfe")), ("twice",
        text + b"\n\n" + text),
        ("huge number", text.replace(b"#", b"#" + b"9" * 5000)), ("huge sum", text.replace(b"$", b"$" + b"9" * 5000)),
        ("no end", text + b"\n".join([b"Seat 1: x"] * 20_000)), ("long line", text + b"x" * (2 * MEBIBYTE)),
        ("blank lines", text + b"\n" * 30_000), ("header alone", text.split(b"\n")[0]), ("CR alone",
        text.replace(b"\n", b"\r")),
        ("JSON behind", text + b"\n\n" + GOOD), ("JSON before", GOOD + text),
    ):  # fmt: skip
        yield plain(f"text {name}", data, file="log.txt")
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        data = text.decode().encode(encoding)
        yield Case(f"text {encoding}", "log.txt", data, count_lines(text))
        yield Case(f"text {encoding} cut", "log.txt", data[: len(data) // 2 * 2 - 101], -1)
    yield Case("text gz", "log.txt.gz", gzip.compress(text), count_lines(text))
    bomb = gzip.compress(text + b"a\n" * (8 * MEBIBYTE))
    yield Case("text bomb", "log.txt.gz", bomb, -1, frozenset({"file.bomb"}))


def all_cases() -> list[Case]:
    """The corpus; one name for each."""
    makers: tuple[Callable[[], Iterator[Case]], ...] = (packed_cases, byte_cases, json_cases, value_cases, text_cases)
    return [case for make in makers for case in make()]
