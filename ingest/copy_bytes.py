"""Copies the bytes of a file to a new one and to the disk; `ingest.store_copy` runs it in a process of its own.

DuckDB holds its lock on the store as a POSIX record lock, and a process loses such a lock as soon as it closes *any*
descriptor of the file. So the process that has the store open must never open its bytes itself. It imports nothing of
ours, so that it starts fast.
"""

import os
import shutil
import sys

_PIECE_BYTES = 1 << 20


def copy_bytes(source: str, target: str) -> None:
    """Write the bytes of `source` to `target`, which must not exist, with the same permissions. Raises OSError."""
    with open(source, "rb") as reading, open(target, "xb") as writing:
        os.fchmod(writing.fileno(), os.fstat(reading.fileno()).st_mode & 0o777)
        shutil.copyfileobj(reading, writing, _PIECE_BYTES)
        writing.flush()
        os.fsync(writing.fileno())


if __name__ == "__main__":
    try:
        copy_bytes(sys.argv[1], sys.argv[2])
    except OSError as error:
        sys.stderr.write(error.strerror or str(error))
        sys.exit(1)
