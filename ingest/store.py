"""Opening the one store, a DuckDB file, with the settings that keep it safe and small."""

import hashlib
import re
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

import duckdb

from ingest.migrate import copy_place, migrate, migrations_from
from ingest.records import FORMAT
from ingest.store_copy import StoreCopyError, copy_store

#: The tables as this program writes them. A store of a newer program has a higher number and is refused; one of an
#: older program is brought forward by `ingest.migrate`.
SCHEMA_VERSION = 2
MEMORY_LIMIT = "250MB"
IN_MEMORY = ":memory:"
_HOLDER = re.compile(r"lock is held in (?P<program>.+?) \(PID (?P<pid>[0-9]+)\)")


class StoreError(Exception):
    """The store cannot be used; the text says why and what to do."""


class StoreLocked(StoreError):  # noqa: N818  # its name in the agreed interface
    """Another process has the store open; `holder` says which, as far as DuckDB knows."""

    def __init__(self, path: str, holder: str, remedy: str = "wait for it to end and try again") -> None:
        self.path, self.holder = path, holder
        super().__init__(f"{path}: the store is in use by {holder}; {remedy}")


class StoreUnreadable(StoreError):  # noqa: N818  # its name in the agreed interface
    """There is no store at the path, or what is there cannot be used as one."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        super().__init__(f"{path}: {reason}")


def _tell_nobody(_: str) -> None:
    pass


def open_store(
    path: str | Path,
    *,
    read_only: bool = False,
    create: bool = True,
    memory_limit: str = MEMORY_LIMIT,
    tell: Callable[[str], None] = _tell_nobody,
) -> duckdb.DuckDBPyConnection:
    """A connection to the store at `path`, its tables made where they are missing (not with `read_only`).

    A store of an older handproof is copied and brought forward, which `tell` is told in a sentence. No file but the
    store can be read or written through the connection, and no extension is fetched; what only reads cannot change a
    setting either. Raises `StoreLocked`, `StoreUnreadable`.
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
        _check_or_make(connection, place, read_only, tell)
    except BaseException:
        connection.close()
        raise
    return connection


def schema_version_of(path: str | Path) -> int:
    """The version of the tables of a store, also of one that `open_store` refuses. Raises as `open_store` does."""
    place = str(path)
    _look_first(Path(place), must_exist=True)
    try:
        connection = duckdb.connect(place, read_only=True, config=store_settings())
    except duckdb.Error as error:
        raise _cannot_open(place, error) from None
    try:
        version = _info(connection, "schema_version")
    finally:
        connection.close()
    if version is None:
        raise StoreUnreadable(place, "is no store of handproof")
    return int(version)


def snapshot_place(store: Path) -> Path:
    """Where the night job leaves the copy for readers if the config does not say it: ``club.snapshot.duckdb``."""
    return store.with_name(f"{store.stem}.snapshot{store.suffix}")


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
    if _info(connection, f"schema.{stage}") != _digest(text):
        with Transaction(connection):
            _apply_text(connection, stage, text)


def _apply_text(connection: duckdb.DuckDBPyConnection, stage: str, text: str) -> None:
    """The caller's transaction holds it together."""
    connection.execute(text)
    _set_info(connection, f"schema.{stage}", _digest(text))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


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


def _check_or_make(
    connection: duckdb.DuckDBPyConnection, place: str, read_only: bool, tell: Callable[[str], None]
) -> None:
    tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
    if tables and ("store_info",) not in tables:
        raise StoreUnreadable(place, "is a DuckDB file of something else; name another file for the store")
    version = _version(connection, place)
    if version is not None and version > SCHEMA_VERSION:
        raise StoreUnreadable(
            place,
            f"was written by a newer handproof (tables of version {version}, this one knows {SCHEMA_VERSION}); update",
        )
    if read_only:
        _refuse_to_read(place, version)
    elif version is None:
        _make(connection)
    elif version < SCHEMA_VERSION:
        _bring_forward(connection, place, version, tell)
    else:
        apply_schema(connection, "ingest")


def _version(connection: duckdb.DuckDBPyConnection, place: str) -> int | None:
    """The version of the tables; None where there are none yet.

    Version 1 wrote its number a moment after its tables: a store that broke off in between has tables without one.
    """
    text = _info(connection, "schema_version")
    if text is None:
        return None if _info(connection, "schema.ingest") is None else 1
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise StoreUnreadable(place, f"says that its tables have version {text!r}, which is none; take another copy")
    return int(text)


def _refuse_to_read(place: str, version: int | None) -> None:
    if version is None:
        raise StoreUnreadable(place, "is empty; read logs into it first: handproof ingest LOG --db " + place)
    if version < SCHEMA_VERSION:
        raise StoreUnreadable(
            place,
            f"was written by an older handproof (tables of version {version}, now {SCHEMA_VERSION}); bring it forward, "
            f"which keeps a copy of it: handproof replay --db {place}",
        )


def _make(connection: duckdb.DuckDBPyConnection) -> None:
    """All tables and what they are, or nothing."""
    text = files("ingest").joinpath("schema.sql").read_text(encoding="utf-8")
    with Transaction(connection):
        _apply_text(connection, "ingest", text)
        _set_info(connection, "schema_version", str(SCHEMA_VERSION))
        _set_info(connection, "format", FORMAT)


def _bring_forward(
    connection: duckdb.DuckDBPyConnection, place: str, version: int, tell: Callable[[str], None]
) -> None:
    """Keep a copy, then everything in one transaction: whatever stops it, the store is an old one or a new one."""
    copy = copy_place(Path(place), version)
    try:
        copy_store(connection, place, copy)
    except StoreCopyError as error:
        raise StoreUnreadable(
            place, f"is of an older handproof and stays as it is, because no copy could be kept first: {error}"
        ) from None
    text = files("ingest").joinpath("schema.sql").read_text(encoding="utf-8")
    with Transaction(connection):
        migrate(connection, version)
        _apply_text(connection, "ingest", text)
        _set_info(connection, "schema_version", str(SCHEMA_VERSION))
        _set_info(connection, "format", FORMAT)
    steps = "; ".join(step.meaning for step in migrations_from(version))
    tell(
        f"{place}: brought forward from tables of version {version} to {SCHEMA_VERSION} ({steps}); "
        f"the store as it was is kept as {copy}"
    )


def _info(connection: duckdb.DuckDBPyConnection, key: str) -> str | None:
    known = connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'store_info'").fetchone()
    row = connection.execute("SELECT value FROM store_info WHERE key = ?", [key]).fetchone() if known else None
    return None if row is None else str(row[0])


def _set_info(connection: duckdb.DuckDBPyConnection, key: str, value: str) -> None:
    connection.execute("DELETE FROM store_info WHERE key = ?", [key])
    connection.execute("INSERT INTO store_info VALUES (?, ?)", [key, value])
