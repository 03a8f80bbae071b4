"""Bytes of a log file, unpacked where they are gzip or zstd, in pieces of bounded size; a break is an exception.

A bomb, a small file that unpacks to a huge one, is refused before anything of its huge part is read: unpacked bytes
are held back for a stretch of 4 MiB, and each stretch must have taken its share of packed bytes. Logs pack 10 to 15
times, logs of the same hand over and over some hundred times; bombs a thousand times (gzip) and far more (zstd).
"""

import zlib
from collections.abc import Callable, Iterator

import zstandard

_READ_BYTES = 64 * 1024
#: zstd cannot be told how much to unpack at once; a block of 128 KiB may hide in 4 bytes, so little is fed to it.
_ZSTD_FEED_BYTES = 1024
_LARGEST_PIECE_BYTES = 1024 * 1024
_LARGEST_WINDOW_BYTES = 128 * 1024 * 1024
#: So much is unpacked before it is asked how much was packed; no file that is smaller is a bomb.
STRETCH_BYTES = 4 * 1024 * 1024
_GZIP_MAGIC, _ZSTD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
#: What a log that is not packed at all begins with, whatever it is called.
_PLAIN_BEGINNINGS = (b"{", b" ", b"\t", b"\r", b"\n", b"\xef")

Read = Callable[[int], bytes]


class BrokenOffError(Exception):
    """A compressed file breaks off or is damaged; what was unpacked before is good."""


class BombError(BrokenOffError):
    """A compressed file unpacks to so many times its size that it is no log; what was unpacked before is good."""


def unpacked(read: Read, name: str, packing_ratio: int) -> Iterator[bytes]:
    """The unpacked bytes behind `read` (of a file called `name`), in pieces. Raises `BrokenOffError`, `BombError`.

    The first bytes say how a file is packed; its name only where they say nothing.
    """
    head = read(_READ_BYTES)
    kind = "gz" if head.startswith(_GZIP_MAGIC) else "zst" if head.startswith(_ZSTD_MAGIC) else ""
    if not kind and head[:1] not in _PLAIN_BEGINNINGS:
        kind = name.rpartition(".")[2]
    if kind == "gz":
        return _without_bombs(_gunzip(head, read), packing_ratio)
    if kind == "zst":
        return _without_bombs(_unzstd(head, read), packing_ratio)
    return _plain(head, read)


def _plain(head: bytes, read: Read) -> Iterator[bytes]:
    while head:
        yield head
        head = read(_READ_BYTES)


#: An unpacked piece, and how many packed bytes were taken for it.
_Priced = tuple[bytes, int]


def _without_bombs(pieces: Iterator[_Priced], packing_ratio: int) -> Iterator[bytes]:
    """The pieces, a stretch of them at a time, as long as each stretch took its share of packed bytes."""
    held: list[bytes] = []
    size = price = 0
    try:
        for piece, packed_bytes in pieces:
            held.append(piece)
            size, price = size + len(piece), price + packed_bytes
            if size >= STRETCH_BYTES:
                if size > packing_ratio * price:
                    held.clear()
                    raise BombError(f"{size} bytes came out of {price}")
                yield from _in_even_pieces(held)
                size = price = 0
    except BrokenOffError:
        yield from _in_even_pieces(held)
        raise
    yield from _in_even_pieces(held)


def _in_even_pieces(held: list[bytes]) -> Iterator[bytes]:
    """What is held, in pieces that are neither tiny nor huge; nothing is held any more."""
    whole = b"".join(held)
    held.clear()
    for first in range(0, len(whole), _LARGEST_PIECE_BYTES):
        yield whole[first : first + _LARGEST_PIECE_BYTES]


def _gunzip(head: bytes, read: Read) -> Iterator[_Priced]:
    packed = head
    while True:
        member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        while not member.eof:
            packed = packed or read(_READ_BYTES)
            if not packed:
                yield member.flush(), 0
                raise BrokenOffError("the gzip data ends too early")
            try:
                piece = member.decompress(packed, _LARGEST_PIECE_BYTES)
            except zlib.error as error:
                raise BrokenOffError(f"the gzip data is damaged ({str(error).split(': ')[-1]})") from None
            yield piece, len(packed) - len(member.unconsumed_tail) - len(member.unused_data)
            packed = member.unconsumed_tail
        packed = member.unused_data.lstrip(b"\0")  # some tapes and tools fill a file up with zeros
        while not packed:
            packed = read(_READ_BYTES)
            if not packed:
                return
            packed = packed.lstrip(b"\0")


def _unzstd(head: bytes, read: Read) -> Iterator[_Priced]:
    packed = head
    unpacker = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW_BYTES)
    while True:
        frame = unpacker.decompressobj()
        while not frame.eof:
            packed = packed or read(_READ_BYTES)
            if not packed:
                raise BrokenOffError("the zstd data ends too early")
            fed, packed = packed[:_ZSTD_FEED_BYTES], packed[_ZSTD_FEED_BYTES:]
            try:
                piece = frame.decompress(fed)
            except zstandard.ZstdError as error:
                raise BrokenOffError(f"the zstd data is damaged ({str(error).split(': ')[-1]})") from None
            yield piece, len(fed) - len(frame.unused_data)
        packed = frame.unused_data + packed or read(_READ_BYTES)
        if not packed:
            return
