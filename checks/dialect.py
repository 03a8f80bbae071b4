"""A read-only SQLAlchemy dialect over an open DuckDB connection, as much as great-expectations needs.

Why our own: duckdb-engine does not work with DuckDB 2, and duckdb-sqlalchemy pins DuckDB below 2. This file can go
when one of them supports the DuckDB that pyproject.toml asks for and great-expectations accepts it; `checks.suites`
then makes its engine with that.

It opens no file: it reads through the connection that the caller has open, each DBAPI cursor a DuckDB cursor of its
own, so that a result outlives what SQLAlchemy does to "connections" in between.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb
from duckdb import DuckDBPyConnection
from sqlalchemy import String, types
from sqlalchemy.dialects import registry
from sqlalchemy.engine import URL, Connection
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.pool import Pool, StaticPool

DIALECT_NAME = "handproof_duckdb"
_COLUMN_TYPES: dict[str, type[types.TypeEngine[Any]]] = {
    "BIGINT": types.BigInteger,
    "INTEGER": types.Integer,
    "BOOLEAN": types.Boolean,
    "VARCHAR": types.String,
    "JSON": types.String,
    "BLOB": types.LargeBinary,
    "HUGEINT": types.Numeric,
}
_open_stores: dict[str, DuckDBPyConnection] = {}


class _Cursor:
    """A DBAPI cursor: a DuckDB cursor with the two attributes that SQLAlchemy asks for besides."""

    arraysize = 1

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._cursor = connection.cursor()

    def execute(self, statement: str, parameters: Sequence[object] = ()) -> None:
        self._cursor.execute(statement, list(parameters))

    def executemany(self, statement: str, parameters: Sequence[Sequence[object]]) -> None:
        raise duckdb.NotSupportedError("this dialect only reads")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)


class _Connection:
    """A DBAPI connection: hands out cursors. It has nothing to commit and nothing to close."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection

    def cursor(self) -> _Cursor:
        return _Cursor(self._connection)

    def commit(self) -> None:
        """Nothing was written."""

    def rollback(self) -> None:
        """Nothing was written."""

    def close(self) -> None:
        """The connection is the caller's."""


class _Dbapi:
    """The module that SQLAlchemy takes for the DBAPI."""

    apilevel, threadsafety, paramstyle = "2.0", 1, "qmark"
    Error = duckdb.Error

    @staticmethod
    def connect(store: str) -> _Connection:
        return _Connection(_open_stores[store])


class StoreDialect(DefaultDialect):
    """Reads tables and views of the main schema; writes nothing, creates nothing."""

    name = DIALECT_NAME
    driver = "duckdb"
    supports_statement_cache = True
    supports_native_boolean = True
    supports_sane_rowcount = False
    default_schema_name = "main"

    @classmethod
    def import_dbapi(cls) -> Any:
        """DuckDB, wrapped."""
        return _Dbapi

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        """One connection, the caller's."""
        return StaticPool

    def create_connect_args(self, url: URL) -> tuple[list[str], dict[str, Any]]:
        """The name under which `store_url` lent the connection."""
        return [url.database or ""], {}

    def initialize(self, connection: Connection) -> None:
        """Ask the server for nothing: all is known."""

    def do_begin(self, dbapi_connection: Any) -> None:
        """Reads need no transaction of their own."""

    def get_columns(self, connection: Connection, table_name: str, schema: str | None = None, **kw: Any) -> list[Any]:
        """Name, type and nullability of the columns of a table or view."""
        rows = connection.exec_driver_sql(
            "SELECT column_name, data_type, is_nullable FROM duckdb_columns() "
            "WHERE database_name = current_database() AND schema_name = ? AND table_name = ? ORDER BY column_index",
            (schema or "main", table_name),
        ).fetchall()
        return [
            {"name": name, "type": _COLUMN_TYPES.get(kind, String)(), "nullable": nullable, "default": None}
            for name, kind, nullable in rows
        ]

    def get_table_names(self, connection: Connection, schema: str | None = None, **kw: Any) -> list[str]:
        """All tables."""
        return self._names(connection, "table_name", "duckdb_tables()", schema)

    def get_view_names(self, connection: Connection, schema: str | None = None, **kw: Any) -> list[str]:
        """All views of ours."""
        return self._names(connection, "view_name", "duckdb_views()", schema)

    def get_schema_names(self, connection: Connection, **kw: Any) -> list[str]:
        """There is one."""
        return ["main"]

    def has_table(self, connection: Connection, table_name: str, schema: str | None = None, **kw: Any) -> bool:
        """Whether there is a table or view of that name."""
        return table_name in [*self.get_table_names(connection, schema), *self.get_view_names(connection, schema)]

    def get_pk_constraint(self, connection: Connection, table_name: str, schema: str | None = None, **kw: Any) -> Any:
        """Nobody asks for keys by reflection; the suites look at the rows."""
        return {"constrained_columns": [], "name": None}

    def get_foreign_keys(self, connection: Connection, table_name: str, schema: str | None = None, **kw: Any) -> Any:
        """None are declared."""
        return []

    def get_indexes(self, connection: Connection, table_name: str, schema: str | None = None, **kw: Any) -> Any:
        """None are of interest."""
        return []

    def _names(self, connection: Connection, column: str, source: str, schema: str | None) -> list[str]:
        query = f"SELECT {column} FROM {source} WHERE database_name = current_database() AND schema_name = ? ORDER BY 1"
        return [str(name) for (name,) in connection.exec_driver_sql(query, (schema or "main",))]


@contextmanager
def store_url(connection: DuckDBPyConnection) -> Iterator[str]:
    """Lend an open connection: inside the block, an engine made from this address reads through it."""
    registry.register(DIALECT_NAME, __name__, "StoreDialect")
    store = f"store{len(_open_stores)}"
    _open_stores[store] = connection
    try:
        yield f"{DIALECT_NAME}:///{store}"
    finally:
        del _open_stores[store]
