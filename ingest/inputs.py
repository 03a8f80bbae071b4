"""Which files an argument stands for: a file, a folder, a glob, or ``-``; and their bytes, counted, for the reader."""

import glob
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from ingest.config import DEFAULT_LIMITS, Limits
from ingest.formats.detect import HEAD_BYTES, LogFormat, is_pokerstars
from ingest.unpack import BrokenOffError, unpacked

LOG_ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.zst")
#: Of such files only those are logs that hold hands of another program, as their beginning says.
TEXT_ENDINGS = (".txt", ".txt.gz", ".txt.zst")
STDIN = "-"
_COPY_BYTES = 1024 * 1024


class InputError(Exception):
    """An input that is not there or cannot be read; the text says which and what to do."""


class LogFile(NamedTuple):
    """One file to read: its `path` as given (or found), and its size on the disk in bytes, None where it has none."""

    path: str
    disk_bytes: int | None


def find_logs(inputs: Sequence[str], log_format: LogFormat = "auto") -> list[LogFile]:
    """All log files that the inputs stand for, each once, in the order of their paths. Raises `InputError`.

    In a folder these are files with the endings of our own logs, and texts of the format that is asked for.
    """
    if not inputs:
        raise InputError("no log given; name a file, a folder, a glob or - for stdin")
    by_place: dict[str, LogFile] = {}
    for given in inputs:
        for path in _expand(given, log_format):
            place = path if path == STDIN else os.path.realpath(path)
            found = LogFile(path, disk_bytes_of(path))
            by_place[place] = min(found, by_place.get(place, found))
    return sorted(by_place.values())


def _expand(given: str, log_format: LogFormat) -> list[str]:
    if given == STDIN:
        return [STDIN]
    if os.path.isdir(given):
        return _logs_below(given, log_format)
    if os.path.lexists(given):
        return [given]
    if not glob.has_magic(given):
        raise InputError(f"{given}: no such file or folder; check the path")
    matches = sorted(glob.glob(given, recursive=True))
    named = [match for match in matches if not os.path.isdir(match) and called_a_log(match)]
    found = [match for match in named if is_log(match, log_format)] or [*filter(os.path.isfile, matches)]
    for folder in filter(os.path.isdir, matches):
        found += _walk(folder, log_format)
    if not found:
        raise InputError(f"{given}: no log matches; check the pattern")
    return found


def _logs_below(folder: str, log_format: LogFormat) -> list[str]:
    found = _walk(folder, log_format)
    if not found:
        endings = {"handproof": LOG_ENDINGS, "pokerstars": TEXT_ENDINGS}.get(log_format, LOG_ENDINGS)
        texts = " (or .txt with hands of PokerStars)" if log_format == "auto" else ""
        raise InputError(f"{folder}: no logs in this folder; expected files ending in {', '.join(endings)}{texts}")
    return found


def is_log(path: str, log_format: LogFormat) -> bool:
    """Whether a file of a folder is a log: by its name, a text also by its content where the format is not given."""
    name = path.lower()  # POKER.JSONL from another system is a log too
    if name.endswith(LOG_ENDINGS):
        return log_format != "pokerstars"
    if not name.endswith(TEXT_ENDINGS) or log_format == "handproof":
        return False
    return log_format == "pokerstars" or is_pokerstars(_head(path))


def _head(path: str) -> bytes:
    """The first unpacked bytes of a file; what can be read of them, where it is damaged."""
    head = b""
    try:
        with open(path, "rb") as file:
            for piece in unpacked(file.read, path, DEFAULT_LIMITS.packing_ratio):
                head += piece
                if len(head) >= HEAD_BYTES:
                    break
    except OSError as error:
        raise _unreadable(path, error) from None
    except BrokenOffError:
        pass
    return head


def left_out(inputs: Sequence[str], logs: Sequence[LogFile], ours: Sequence[str] = ()) -> list[str]:
    """The files of the given folders and patterns that are none of `logs` (what `find_logs` made of them), by path.

    What lies in one of `ours`, or is it (store, report, config), is never meant.
    """
    taken = {os.path.realpath(log.path) for log in logs if log.path != STDIN}
    kept = [os.path.realpath(place) for place in ours]
    found = {path for given in inputs for path in _meant(given)}
    places = ((path, os.path.realpath(path)) for path in sorted(found))
    return [path for path, place in places if place not in taken and not _lies_in(place, kept)]


def _meant(given: str) -> list[str]:
    """All files that an input may stand for, logs or not."""
    if given == STDIN:
        return []
    matches = [given] if os.path.lexists(given) else glob.glob(given, recursive=True)
    below = [path for folder in filter(os.path.isdir, matches) for path in _files_below(folder)]
    return [*filter(os.path.isfile, matches), *below]


def _lies_in(path: str, places: Sequence[str]) -> bool:
    return any(path == place or path.startswith(os.path.join(place, "")) for place in places)


def _walk(folder: str, log_format: LogFormat) -> list[str]:
    return [path for path in _files_below(folder) if called_a_log(path) and is_log(path, log_format)]


def _files_below(folder: str) -> list[str]:
    def refuse(error: OSError) -> None:
        raise _unreadable(str(error.filename), error) from None

    walk = os.walk(folder, onerror=refuse)
    return [os.path.join(place, name) for place, _, names in walk for name in names]


def called_a_log(path: str) -> bool:
    """Whether its name makes it a log, where a folder or a pattern is given.

    Raises `InputError` for a pipe: a night job would wait for ever."""
    if not path.lower().endswith((*LOG_ENDINGS, *TEXT_ENDINGS)):
        return False
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"{path}: is no file but a pipe or a device; take it out of the folder, or name it by itself")
    return True


def disk_bytes_of(path: str) -> int | None:
    """The size of a regular file that can be opened; None for what can be read only once (stdin, a pipe)."""
    if path == STDIN:
        return None
    try:
        state = os.stat(path)
        if not stat.S_ISREG(state.st_mode):
            return None
        with open(path, "rb"):
            return state.st_size
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: OSError) -> InputError:
    return InputError(f"{path}: cannot be read ({error.strerror or error}); check the path and its permissions")


class LogBytes:
    """The raw bytes of one log, readable as often as wanted (what can be read only once is copied aside first).

    Of what never ends no more is copied than the limit of an unpacked file, and a byte that shows that there is more.
    After a whole reading `sha256` is the digest of the file as it lies on the disk.
    """

    def __init__(self, path: str, limits: Limits = DEFAULT_LIMITS) -> None:
        self.path = path
        self.sha256 = ""
        self._digest = hashlib.sha256()
        try:
            self._file = _open_again_and_again(path, limits.uncompressed_bytes + 1)
        except OSError as error:
            raise _unreadable(path, error) from None

    def rewind(self) -> None:
        """Begin again with the first byte."""
        self._file.seek(0)
        self._digest = hashlib.sha256()

    def read(self, count: int) -> bytes:
        """At most `count` of the next bytes; empty at the end. Raises `InputError`."""
        try:
            taken = self._file.read(count)
        except OSError as error:
            raise _unreadable(self.path, error) from None
        self._digest.update(taken)
        if not taken:
            self.sha256 = self._digest.hexdigest()
        return taken

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def _open_again_and_again(path: str, most_bytes: int) -> BinaryIO:
    source: BinaryIO = sys.stdin.buffer if path == STDIN else open(path, "rb")  # noqa: SIM115  # LogBytes.close closes it
    if path != STDIN and stat.S_ISREG(os.fstat(source.fileno()).st_mode):
        return source
    copy: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115  # LogBytes.close closes it
    while taken := source.read(min(_COPY_BYTES, most_bytes)):
        copy.write(taken)
        most_bytes -= len(taken)
    if path != STDIN:
        source.close()
    copy.seek(0)
    return copy
