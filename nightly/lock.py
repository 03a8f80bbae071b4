"""One run at a time: a lock on a file beside the store, which the system lets go whatever becomes of the process."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest.store import StoreLocked, StoreUnreadable


def lock_place(store: Path) -> Path:
    """The file that is locked. It stays when the run is over: only the lock on it counts."""
    return store.with_name(store.name + ".lock")


@contextmanager
def run_lock(store: Path) -> Iterator[None]:
    """Holds the lock of the store's night job. Raises `StoreLocked` where another run has it, `StoreUnreadable`."""
    try:
        handle = os.open(lock_place(store), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise StoreUnreadable(str(store), f"its folder cannot be written ({error.strerror})") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreLocked(str(store), f"another night job, {_holder(handle)}") from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def lock_holder(store: Path) -> str | None:
    """Who holds the lock now, in words; None where nobody does."""
    try:
        handle = os.open(lock_place(store), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _holder(handle)
    else:
        return None
    finally:
        os.close(handle)


def _holder(handle: int) -> str:
    number = os.pread(handle, 20, 0).strip().decode("ascii", "replace")
    return f"process {number}" if number.isdecimal() else "a process that has not said its number yet"
