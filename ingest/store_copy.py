"""A whole copy of the store, made while this process has it open: before a migration, and as a readers' snapshot."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb

from ingest import copy_bytes

#: Opening a copy to look at it needs little.
_LOOK_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "memory_limit": "100MB",
    "lock_configuration": "true",
    "threads": "1",
}


class StoreCopyError(Exception):
    """The store could not be copied; the text says why and what to do. Nothing was changed."""


def copy_store(connection: duckdb.DuckDBPyConnection, path: str | Path, target: str | Path) -> None:
    """Make `target` a whole copy of the store at `path`, which `connection` has open for writing.

    Nothing may be written meanwhile, and no transaction be open. Whoever reads an older `target` goes on reading that
    one; a new reader gets the old or the new one, never half of it. Raises `StoreCopyError`.
    """
    source, place = Path(path), Path(target)
    _refuse_bad_target(source, place)
    unfinished = place.with_name(f".{place.name}.part")
    try:
        _write_down(connection, source)
        unfinished.unlink(missing_ok=True)  # of a copy that was killed
        _copy_aside(source, unfinished)
        _compare(connection, unfinished)
        os.replace(unfinished, place)
        sync_to_disk(place.parent)
    except OSError as error:
        raise StoreCopyError(_cannot(source, place, error.strerror or str(error))) from None
    finally:
        _remove(unfinished)


def _refuse_bad_target(source: Path, place: Path) -> None:
    if place.exists() and place.samefile(source):
        raise StoreCopyError(f"{place}: is the store itself; name another file for its copy")
    if place.is_dir():
        raise StoreCopyError(f"{place}: is a folder; name a file for the copy of the store")
    log = place.with_name(f"{place.name}.wal")
    if log.exists():  # DuckDB would play it back into the new copy
        raise StoreCopyError(
            f"{log}: somebody opened the copy {place.name} for writing; move both away, and open copies read-only"
        )


def _cannot(source: Path, place: Path, reason: str) -> str:
    return f"{place}: {source} could not be copied to it ({reason}); see that its folder is there, with room, to write"


def _write_down(connection: duckdb.DuckDBPyConnection, source: Path) -> None:
    """Bring all that was committed into the file itself, so that the file alone is the store."""
    try:
        connection.execute("CHECKPOINT")
    except duckdb.Error as error:
        first = str(error).splitlines()[0]
        raise StoreCopyError(f"{source}: cannot be copied now ({first}); end what is being written first") from None
    log = source.with_name(f"{source.name}.wal")
    if log.exists() and log.stat().st_size:
        raise StoreCopyError(f"{source}: cannot be copied while another transaction is open; end that first")


def _copy_aside(source: Path, target: Path) -> None:
    """Copy in a process of its own (why: `ingest.copy_bytes`)."""
    line = [sys.executable, "-I", "-S", copy_bytes.__file__, os.fspath(source), os.fspath(target)]
    ended = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if ended.returncode:
        words = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        raise OSError(0, words[-1] if words else f"the copying process ended with {ended.returncode}")


def _compare(connection: duckdb.DuckDBPyConnection, copy: Path) -> None:
    """The copy can be opened, and has as many rows in each table. Another file than the store, so no lock is lost."""
    try:
        with duckdb.connect(str(copy), read_only=True, config=_LOOK_SETTINGS) as copied:
            same = _row_counts(copied) == _row_counts(connection)
    except duckdb.Error as error:
        raise OSError(0, f"the copy cannot be read: {str(error).splitlines()[0]}") from None
    if not same:
        raise OSError(0, "the copy has not as many rows as the store; was something written meanwhile?")


def _row_counts(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    tables = connection.execute(
        "SELECT table_name FROM duckdb_tables() WHERE NOT internal AND NOT temporary ORDER BY table_name"
    ).fetchall()
    counts = {}
    for (table,) in tables:
        quoted = table.replace('"', '""')
        counts[table] = int(connection.execute(f'SELECT count(*) FROM "{quoted}"').fetchall()[0][0])
    return counts


def sync_to_disk(path: Path) -> None:
    """What stands in a file, or which names a folder has, outlives a power cut from here on. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(unfinished: Path) -> None:
    """Whatever stops the copying, a half copy is not left; that this fails too must not hide why."""
    try:
        unfinished.unlink(missing_ok=True)
    except OSError:
        return
