"""Opening the one store, a DuckDB file, with the settings that keep it safe and small."""

import hashlib
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import duckdb

from ingest.records import FORMAT

#: The tables as this program writes them. A store of a newer program has a higher number and is refused.
SCHEMA_VERSION = 1
MEMORY_LIMIT = "400MB"
IN_MEMORY = ":memory:"
_HOLDER = re.compile(r"lock is held in (?P<program>.+?) \(PID (?P<pid>[0-9]+)\)")


class StoreError(Exception):
    """The store cannot be used; the text says why and what to do."""


class StoreLocked(StoreError):  # noqa: N818  # its name in the agreed interface
    """Another process has the store open; `holder` says which, as far as DuckDB knows."""

    def __init__(self, path: str, holder: str) -> None:
        self.path, self.holder = path, holder
        super().__init__(f"{path}: the store is in use by {holder}; wait for it to end and try again")


class StoreUnreadable(StoreError):  # noqa: N818  # its name in the agreed interface
    """There is no store at the path, or what is there cannot be used as one."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        super().__init__(f"{path}: {reason}")


def open_store(
    path: str | Path, *, read_only: bool = False, create: bool = True, memory_limit: str = MEMORY_LIMIT
) -> duckdb.DuckDBPyConnection:
    """A connection to the store at `path`, its tables made where they are missing (not with `read_only`).

    No file but the store can be read or written through it, and no extension is fetched; what only reads cannot change
    a setting either. Raises `StoreLocked`, `StoreUnreadable`.
    """
    place = str(path)
    if place != IN_MEMORY:
        _look_first(Path(place), must_exist=read_only or not create)
    try:
        settings = {**store_settings(memory_limit), "lock_configuration": str(read_only).lower()}
        connection = duckdb.connect(place, read_only=read_only, config=settings)
    except duckdb.Error as error:
        raise _cannot_open(place, error) from None
    try:
        _check_or_make(connection, place, read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def open_beside(path: str | Path, stages: Sequence[str], store: str | Path, name: str) -> duckdb.DuckDBPyConnection:
    """A new store at `path` with the tables of these stages, in which the one at `store` can be read as `name`.

    Once that is attached no other file can be read or written, and no setting changed. Raises `StoreLocked`.
    """
    connection = duckdb.connect(str(path), config={**store_settings(), "enable_external_access": "true"})
    try:
        for stage in stages:
            apply_schema(connection, stage)
        connection.execute(f"ATTACH $path AS {name} (READ_ONLY)", {"path": str(store)})
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
    except duckdb.IOException:
        connection.close()
        raise StoreLocked(str(store), "another process") from None
    except BaseException:
        connection.close()
        raise
    return connection


def store_settings(memory_limit: str = MEMORY_LIMIT) -> dict[str, str | bool | int | float | list[str]]:
    """The settings that every connection to the store has; in one process they must be the same for all."""
    return {
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "memory_limit": memory_limit,
    }


def apply_schema(connection: duckdb.DuckDBPyConnection, stage: str) -> None:
    """Make the tables of a stage (``ingest``, ``replay``, ``checks``) from its `schema.sql`, where it has changed."""
    text = files(stage).joinpath("schema.sql").read_text(encoding="utf-8")
    key, digest = f"schema.{stage}", hashlib.sha256(text.encode()).hexdigest()
    if _info(connection, key) == digest:
        return
    with Transaction(connection):
        connection.execute(text)
        connection.execute("DELETE FROM store_info WHERE key = ?", [key])
        connection.execute("INSERT INTO store_info VALUES (?, ?)", [key, digest])


class Transaction:
    """All that is done inside is done, or nothing of it: committed at the end, rolled back on any exception."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.begin()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._connection.commit()
        else:
            self._connection.rollback()


def _look_first(path: Path, *, must_exist: bool) -> None:
    if path.is_dir():
        raise StoreUnreadable(str(path), "is a folder; name a file for the store, such as club.duckdb")
    if must_exist and not path.exists():
        raise StoreUnreadable(str(path), "there is no store here; make one with: handproof audit LOG --db " + path.name)
    if not path.parent.is_dir():
        raise StoreUnreadable(str(path), f"there is no folder {path.parent}; make it first")


def _cannot_open(place: str, error: duckdb.Error) -> StoreError:
    text = str(error)
    holder = _HOLDER.search(text)
    if holder:
        return StoreLocked(place, f"process {holder['pid']} ({holder['program']})")
    if "Could not set lock" in text or "different configuration" in text:
        return StoreLocked(place, "this process" if "different configuration" in text else "another process")
    if "Permission denied" in text or "ead-only file system" in text:
        return StoreUnreadable(place, "may not be opened here; check the permissions of the file and its folder")
    first = text.splitlines()[0]
    return StoreUnreadable(place, f"cannot be opened as a store ({first}); name another file, or move this one away")


def _check_or_make(connection: duckdb.DuckDBPyConnection, place: str, read_only: bool) -> None:
    tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
    if tables and ("store_info",) not in tables:
        raise StoreUnreadable(place, "is a DuckDB file of something else; name another file for the store")
    version = _info(connection, "schema_version")
    if version is not None and int(version) > SCHEMA_VERSION:
        raise StoreUnreadable(
            place,
            f"was written by a newer handproof (tables of version {version}, this one knows {SCHEMA_VERSION}); update",
        )
    if read_only:
        if version is None:
            raise StoreUnreadable(place, "is empty; read logs into it first: handproof ingest LOG --db " + place)
        return
    apply_schema(connection, "ingest")
    if version is None:
        connection.execute(
            "INSERT INTO store_info VALUES ('schema_version', ?), ('format', ?)", [str(SCHEMA_VERSION), FORMAT]
        )


def _info(connection: duckdb.DuckDBPyConnection, key: str) -> str | None:
    known = connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'store_info'").fetchone()
    row = connection.execute("SELECT value FROM store_info WHERE key = ?", [key]).fetchone() if known else None
    return None if row is None else str(row[0])
