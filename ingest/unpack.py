"""Bytes of a log file, unpacked where they are gzip or zstd, in pieces of bounded size; a break is an exception."""

import zlib
from collections.abc import Callable, Iterator

import zstandard

_READ_BYTES = 64 * 1024
#: zstd cannot be told how much to unpack at once; a block of 128 KiB may hide in 4 bytes, so little is fed to it.
_ZSTD_FEED_BYTES = 1024
_LARGEST_PIECE_BYTES = 1024 * 1024
_LARGEST_WINDOW_BYTES = 128 * 1024 * 1024
_GZIP_MAGIC, _ZSTD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
#: What a log that is not packed at all begins with, whatever it is called.
_PLAIN_BEGINNINGS = (b"{", b" ", b"\t", b"\r", b"\n", b"\xef")

Read = Callable[[int], bytes]


class BrokenOffError(Exception):
    """A compressed file breaks off or is damaged; what was unpacked before is good."""


def unpacked(read: Read, name: str) -> Iterator[bytes]:
    """The unpacked bytes behind `read` (of a file called `name`), in pieces. Raises `BrokenOffError`.

    The first bytes say how a file is packed; its name only where they say nothing.
    """
    head = read(_READ_BYTES)
    kind = "gz" if head.startswith(_GZIP_MAGIC) else "zst" if head.startswith(_ZSTD_MAGIC) else ""
    if not kind and head[:1] not in _PLAIN_BEGINNINGS:
        kind = name.rpartition(".")[2]
    if kind == "gz":
        return _gunzip(head, read)
    if kind == "zst":
        return _unzstd(head, read)
    return _plain(head, read)


def _plain(head: bytes, read: Read) -> Iterator[bytes]:
    while head:
        yield head
        head = read(_READ_BYTES)


def _gunzip(head: bytes, read: Read) -> Iterator[bytes]:
    packed = head
    while True:
        member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        while not member.eof:
            packed = packed or read(_READ_BYTES)
            if not packed:
                yield member.flush()
                raise BrokenOffError("the gzip data ends too early")
            try:
                piece = member.decompress(packed, _LARGEST_PIECE_BYTES)
            except zlib.error as error:
                raise BrokenOffError(f"the gzip data is damaged ({str(error).split(': ')[-1]})") from None
            packed = member.unconsumed_tail
            if piece:
                yield piece
        packed = member.unused_data.lstrip(b"\0")  # some tapes and tools fill a file up with zeros
        while not packed:
            packed = read(_READ_BYTES)
            if not packed:
                return
            packed = packed.lstrip(b"\0")


def _unzstd(head: bytes, read: Read) -> Iterator[bytes]:
    packed = head
    unpacker = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW_BYTES)
    while True:
        frame = unpacker.decompressobj()
        while not frame.eof:
            packed = packed or read(_READ_BYTES)
            if not packed:
                raise BrokenOffError("the zstd data ends too early")
            try:
                piece = frame.decompress(packed[:_ZSTD_FEED_BYTES])
            except zstandard.ZstdError as error:
                raise BrokenOffError(f"the zstd data is damaged ({str(error).split(': ')[-1]})") from None
            packed = packed[_ZSTD_FEED_BYTES:]
            if piece:
                yield piece
        packed = frame.unused_data + packed or read(_READ_BYTES)
        if not packed:
            return
