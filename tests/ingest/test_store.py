"""The store: made with comments, opened safely, and refused in words where it cannot be used."""

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from ingest.store import SCHEMA_VERSION, StoreLocked, StoreUnreadable, Transaction, apply_schema, open_store
from tests.ingest.logs import column

ROOT = Path(__file__).parents[2]


def test_a_new_store_has_its_tables_and_says_what_it_is(tmp_path: Path) -> None:
    """All tables of ingest, the versions, and nothing doubled when it is opened again."""
    path = tmp_path / "club.duckdb"
    for _ in range(2):
        connection = open_store(path)
        assert connection.execute("SELECT * FROM store_info WHERE key NOT LIKE 'schema.%' ORDER BY key").fetchall() == [
            ("format", "handproof/1"), ("schema_version", str(SCHEMA_VERSION)),
        ]  # fmt: skip
        assert "hands" in column(connection, "SELECT table_name FROM duckdb_tables()")
        connection.close()


def test_every_table_and_column_of_ingest_has_a_comment() -> None:
    """Auditors query the store: nothing in it is without a word of what it is."""
    connection = open_store(":memory:")
    bare = "SELECT {} FROM {}() WHERE NOT internal AND coalesce(comment, '') = ''"
    assert column(connection, bare.format("table_name || '.' || column_name", "duckdb_columns")) == []
    assert column(connection, bare.format("table_name", "duckdb_tables")) == []
    assert column(connection, bare.format("view_name", "duckdb_views")) == []


def test_no_file_can_be_read_through_the_store(tmp_path: Path) -> None:
    """Neither a query nor a setting opens the way to other files."""
    connection = open_store(tmp_path / "club.duckdb")
    (tmp_path / "secret.csv").write_text("a\n1\n")
    with pytest.raises(duckdb.Error, match="disabled"):
        connection.execute(f"SELECT * FROM read_csv('{tmp_path}/secret.csv')")
    with pytest.raises(duckdb.Error):
        connection.execute("SET enable_external_access = true")


def test_a_store_in_use_names_who_has_it(tmp_path: Path) -> None:
    """Another process that writes locks it; the error knows path and process."""
    path = tmp_path / "club.duckdb"
    connection = open_store(path)
    script = (
        "import sys\nfrom ingest.store import *\n"
        "try:\n    open_store(sys.argv[1])\n"
        "except StoreLocked as error:\n    print(error.path, error.holder, sep='|')\n"
    )
    other = subprocess.run([sys.executable, "-c", script, path], cwd=ROOT, capture_output=True, text=True, check=True)
    found, holder = other.stdout.strip().split("|")
    assert found == str(path)
    assert holder.startswith("process ")
    with pytest.raises(StoreLocked, match="this process"):
        open_store(path, read_only=True)
    connection.close()


def test_what_is_no_store_is_refused_in_words(tmp_path: Path) -> None:
    """Rubbish, a folder, no folder, nothing to read, another database, an empty one, a newer store."""
    rubbish, foreign, empty, newer = (tmp_path / f"{name}.duckdb" for name in ("rubbish", "foreign", "empty", "newer"))
    rubbish.write_text("hello" * 1000)
    for path, sql in ((foreign, "CREATE TABLE t (a INTEGER)"), (empty, "SELECT 1")):
        with duckdb.connect(str(path)) as connection:
            connection.execute(sql)
    with open_store(newer) as connection:
        connection.execute("UPDATE store_info SET value = '999' WHERE key = 'schema_version'")
    for path, words in (
        (rubbish, "cannot be opened as a store"),
        (tmp_path, "is a folder"),
        (tmp_path / "no" / "club.duckdb", "there is no folder"),
        (foreign, "something else"),
        (newer, "newer handproof"),
    ):
        with pytest.raises(StoreUnreadable, match=words):
            open_store(path)
    for path, words in ((tmp_path / "none.duckdb", "there is no store"), (empty, "is empty")):
        with pytest.raises(StoreUnreadable, match=words):
            open_store(path, read_only=True)
    with pytest.raises(StoreUnreadable, match="there is no store"):
        open_store(tmp_path / "none.duckdb", create=False)
    assert not (tmp_path / "none.duckdb").exists()


def test_a_store_can_be_read_by_many(tmp_path: Path) -> None:
    """Two read-only connections at once, and neither can write."""
    path = tmp_path / "club.duckdb"
    open_store(path).close()
    with open_store(path, read_only=True) as one, open_store(path, read_only=True) as other:
        assert column(one, "SELECT count(*) FROM hands") == column(other, "SELECT count(*) FROM hands") == [0]
        with pytest.raises(duckdb.Error, match="read-only"):
            one.execute("DELETE FROM hands")


def test_a_transaction_is_all_or_nothing() -> None:
    """An exception inside takes back what was done inside."""
    connection = open_store(":memory:")

    def break_off() -> None:
        with Transaction(connection):
            connection.execute("INSERT INTO store_info VALUES ('a', 'b')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    assert column(connection, "SELECT value FROM store_info WHERE key = 'a'") == []


def test_a_schema_is_applied_once_and_again_where_it_changed() -> None:
    """A second time does nothing; after a change of its text it is applied anew."""
    connection = open_store(":memory:")
    connection.execute("COMMENT ON TABLE hands IS 'mine'")
    apply_schema(connection, "ingest")
    comment = "SELECT comment FROM duckdb_tables() WHERE table_name = 'hands'"
    assert column(connection, comment) == ["mine"]
    connection.execute("UPDATE store_info SET value = 'other' WHERE key = 'schema.ingest'")
    apply_schema(connection, "ingest")
    assert column(connection, comment) != ["mine"]
    assert column(connection, "SELECT count(*) FROM store_info WHERE key = 'schema.ingest'") == [1]
