"""What ends a command: the words for it on standard error, and the exit code that says of what kind it was."""

import errno

EXIT_CLEAN, EXIT_FINDINGS, EXIT_FAILED, EXIT_LOCKED = 0, 1, 2, 75
_OF_THE_DISK = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS)
_FLOORS = {"ingest", "replay", "checks", "reports", "nightly"}


def explained(error: Exception) -> tuple[str, int]:
    """A line about an exception, and the exit code: 75 where the store is in use, else 2."""
    kind = type(error)
    floor = kind.__module__.split(".")[0]
    if isinstance(error, OSError):
        text = f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
        if error.errno in _OF_THE_DISK:
            text += "; look at the disk's room and state, then run this again"
    elif floor in _FLOORS:
        text = str(error)
    elif floor in ("duckdb", "_duckdb"):
        first = str(error).partition("\n")[0]
        text = f"the store cannot be used ({first}); check the disk's room and permissions, then run this again"
    elif isinstance(error, MemoryError):
        text = "there is not enough memory; close other programs and run this again"
    else:
        text = f"a fault of our own, please report it: {kind.__name__}: {error} (HANDPROOF_DEBUG=1 shows where)"
    return text, EXIT_LOCKED if kind.__name__ == "StoreLocked" else EXIT_FAILED
