"""The inbox: which log files lie in it, and which of them are new or have changed since a run took them."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ingest.inputs import InputError, LogFile, called_a_log, disk_bytes_of, is_log

State = Literal["new", "changed", "known"]


@dataclass(frozen=True, order=True)
class InboxFile:
    """A log of the inbox. `size_bytes` and `mtime_ns` are those it had when the plan was made."""

    path: str
    size_bytes: int
    mtime_ns: int
    state: State

    @property
    def log(self) -> LogFile:
        """The file as ingest takes it."""
        return LogFile(self.path, self.size_bytes)

    @property
    def name(self) -> str:
        """The path as text that can be stored."""
        return stored_name(self.path)


@dataclass(frozen=True)
class Inbox:
    """What lies in the inbox: logs by path, files that are no logs, and what cannot be read (in words)."""

    files: tuple[InboxFile, ...]
    ignored: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def work(self) -> tuple[InboxFile, ...]:
        """The files that a run reads: those that are new or have changed."""
        return tuple(file for file in self.files if file.state != "known")

    def count(self, state: State) -> int:
        """How many files are in this state."""
        return sum(file.state == state for file in self.files)


def stored_name(path: str) -> str:
    """A path as text: bytes in it that are no UTF-8 written as ``\\xff``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def look_through(folders: Iterable[Path], known: Mapping[str, tuple[int, int]]) -> Inbox:
    """Everything in these folders and below. `known`: size and time of change, by path, of what runs took before.

    A file that is as it was is not read again; what was changed in it without a trace is for ``handproof verify``.
    """
    files: dict[str, InboxFile] = {}
    ignored: set[str] = set()
    problems: list[str] = []
    for folder in folders:
        for path in _paths_below(folder, problems):
            try:
                if not (called_a_log(path) and is_log(path, "auto")):
                    ignored.add(stored_name(path))
                    continue
                file = _inbox_file(path, known)
            except InputError as error:
                problems.append(str(error))
                continue
            files.setdefault(os.path.realpath(path), file)
    return Inbox(tuple(sorted(files.values())), tuple(sorted(ignored)), tuple(problems))


def _paths_below(folder: Path, problems: list[str]) -> list[str]:
    if not folder.is_dir():
        problems.append(f"{folder}: the inbox is not there; make the folder, or correct nightly.inbox in the config")
        return []

    def tell(error: OSError) -> None:
        problems.append(f"{error.filename}: cannot be read ({error.strerror}); check its permissions")

    walk = os.walk(folder, onerror=tell)
    return sorted(os.path.join(place, name) for place, _, names in walk for name in names)


def _inbox_file(path: str, known: Mapping[str, tuple[int, int]]) -> InboxFile:
    if disk_bytes_of(path) is None:
        raise InputError(f"{path}: is no file that can be read twice (a pipe or a device); take it out of the inbox")
    state = os.stat(path)
    before = known.get(stored_name(path))
    if before is None:
        return InboxFile(path, state.st_size, state.st_mtime_ns, "new")
    same = before == (state.st_size, state.st_mtime_ns)
    return InboxFile(path, state.st_size, state.st_mtime_ns, "known" if same else "changed")
