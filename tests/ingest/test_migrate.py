"""Stores of an older handproof: copied, then brought forward all or not at all, and refused in words where not."""

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from ingest.load import ingest_logs
from ingest.migrate import MIGRATIONS
from ingest.store import SCHEMA_VERSION, StoreUnreadable, open_store
from tests.command_line import Command, refused
from tests.ingest.logs import cash, column, content, hand, write

ROOT = Path(__file__).parents[2]
#: The tables as handproof made them before there were migrations.
SCHEMA_1 = (Path(__file__).parent / "schema-1.sql").read_text(encoding="utf-8")


def make_old_store(path: Path, *, more: str = "", without_version: bool = False) -> None:
    """A store of version 1 with a log of one cash record and an unfinished line in it; `more` is done to it at last."""
    with duckdb.connect(str(path)) as connection:
        connection.execute(SCHEMA_1)
        connection.execute("INSERT INTO store_info VALUES ('schema.ingest', 'of then')")
        if not without_version:
            connection.execute("INSERT INTO store_info VALUES ('schema_version', '1'), ('format', 'handproof/1')")
            connection.execute(
                "INSERT INTO sources VALUES (1, 'a.jsonl', 'first', 'last', 'cut', NULL, 90, 2, 1, 0, 0, 1, 0)"
            )
            connection.execute(
                "INSERT INTO cash VALUES ('first', 's1', 'p1', 5, NULL, NULL, NULL, NULL, 1, 1, 0, '{}')"
            )
        connection.execute(more)


def is_old(path: Path) -> bool:
    """Whether a store is one of version 1, in its number and in its tables; asserts that these two agree."""
    with duckdb.connect(str(path), read_only=True) as connection:
        version = column(connection, "SELECT value FROM store_info WHERE key = 'schema_version'")
        names = column(connection, "SELECT column_name FROM duckdb_columns() WHERE table_name = 'sources'")
    assert (version == ["1"]) == ("unfinished_lines" not in names)
    return version == ["1"]


def test_the_steps_lead_to_the_version_of_today() -> None:
    """One step to each version from 2 on, none left out, each in words."""
    assert [step.to_version for step in MIGRATIONS] == list(range(2, SCHEMA_VERSION + 1))
    assert all(step.meaning and step.statements for step in MIGRATIONS)


def test_an_old_store_is_copied_and_brought_forward(tmp_path: Path) -> None:
    """It keeps its rows, gets the new column, has the tables and comments of a new store; the copy is the old one."""
    path, told = tmp_path / "club.duckdb", []
    make_old_store(path)
    with open_store(path, tell=told.append) as store, open_store(":memory:") as new:
        assert store.execute("SELECT source_id, lines, unfinished_lines FROM sources").fetchall() == [(1, 2, 0)]
        assert column(store, "SELECT amount FROM cash") == [5]
        for query in (
            "SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() ORDER BY ALL",
            "SELECT * FROM store_info ORDER BY ALL",
        ):
            assert store.execute(query).fetchall() == new.execute(query).fetchall()
        ingest_logs(store, [write(tmp_path / "b.jsonl", cash(7), hand(1))])
    copy = tmp_path / "club.v1.duckdb"
    assert is_old(copy)
    assert not is_old(path)
    assert len(told) == 1
    assert all(word in told[0] for word in (str(path), str(copy), "version 1 to 2"))
    open_store(path, tell=told.append).close()
    assert len(told) == 1


def test_a_store_that_has_the_change_already_is_brought_forward(tmp_path: Path) -> None:
    """Version 1 got the column without a new number for a while: nothing of it is lost."""
    path = tmp_path / "club.duckdb"
    added = "ALTER TABLE sources ADD COLUMN unfinished_lines BIGINT DEFAULT 0"
    make_old_store(path, more=f"{added}; UPDATE sources SET unfinished_lines = 3")
    with open_store(path) as store:
        assert column(store, "SELECT unfinished_lines FROM sources") == [3]


def test_tables_without_a_number_are_those_of_version_1(tmp_path: Path) -> None:
    """A first run of then that was killed between its tables and their number left such a store."""
    path = tmp_path / "club.duckdb"
    make_old_store(path, without_version=True)
    with open_store(path) as store:
        assert ingest_logs(store, [write(tmp_path / "a.jsonl", cash(5))]).stored == 1


def test_a_copy_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    """The next copy gets a number."""
    path = tmp_path / "club.duckdb"
    make_old_store(path)
    (tmp_path / "club.v1.duckdb").write_text("mine")
    (tmp_path / "club.v1-2.duckdb").symlink_to(tmp_path / "nowhere")
    open_store(path).close()
    assert (tmp_path / "club.v1.duckdb").read_text() == "mine"
    assert is_old(tmp_path / "club.v1-3.duckdb")
    assert not (tmp_path / "nowhere").exists()


def test_a_copy_that_fails_changes_nothing(run: Command, tmp_path: Path) -> None:
    """A place that the copy cannot take refuses the command in one line, and the store stays as it is."""
    path = tmp_path / "club.duckdb"
    make_old_store(path)
    (tmp_path / "club.v1.duckdb.wal").write_bytes(b"of somebody")
    before = path.read_bytes()
    refused(run("replay", "--db", path), str(path), "stays as it is", "club.v1.duckdb")
    assert path.read_bytes() == before
    assert is_old(path)


@pytest.mark.parametrize("moment", ["store.migrate", "store._apply_text", "store._set_info", "store_copy.os.replace"])
def test_a_crash_leaves_an_old_store_and_the_next_opening_goes_on(tmp_path: Path, moment: str) -> None:
    """Killed before, between and behind the steps: the store is wholly of version 1, and is then brought forward."""
    path = tmp_path / "club.duckdb"
    make_old_store(path)
    script = (
        "import os, sys\nfrom ingest import store, store_copy\n"
        f"really = {moment}\n"
        f"def die(*values):\n    {'pass' if 'replace' in moment else 'really(*values)'}\n    os._exit(9)\n"
        f"{moment} = die\n"
        "store.open_store(sys.argv[1])\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, path], cwd=ROOT, capture_output=True, check=False)
    assert ended.returncode == 9, ended.stderr
    assert is_old(path)
    with open_store(path) as store:
        assert column(store, "SELECT amount FROM cash") == [5]
    assert not is_old(path)
    assert not list(tmp_path.glob(".*"))


def test_reading_an_old_store_says_what_to_do(run: Command, tmp_path: Path) -> None:
    """A reader changes nothing and names the command that brings the store forward, which then does."""
    path = tmp_path / "club.duckdb"
    make_old_store(path)
    refused(run("verdicts", "--db", path), "older handproof", f"handproof replay --db {path}")
    assert is_old(path)
    outcome = run("replay", "--db", path)
    assert (outcome.code, outcome.out) == (0, "Hands: 0 replayed, 0 unchanged. Findings: 0.\n")
    assert str(tmp_path / "club.v1.duckdb") in outcome.err
    assert not is_old(path)


@pytest.mark.parametrize("version", ["3", "999"])
def test_a_newer_store_is_refused_and_left_alone(run: Command, tmp_path: Path, version: str) -> None:
    """Commands that write and commands that read end with 2 and say so; not a byte of the file is another."""
    path = tmp_path / "club.duckdb"
    with open_store(path) as store:
        ingest_logs(store, [write(tmp_path / "a.jsonl", cash(5))])
        store.execute("UPDATE store_info SET value = ? WHERE key = 'schema_version'", [version])
    before = path.read_bytes()
    for command in (["replay"], ["verdicts"], ["ingest", str(tmp_path / "a.jsonl")]):
        refused(run(*command, "--db", path), str(path), "newer handproof", f"version {version}", "update")
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.jsonl", "club.duckdb"]


def test_a_version_that_is_none_is_refused(tmp_path: Path) -> None:
    """A number of the tables that is no number is damage, not a fault of our own."""
    path = tmp_path / "club.duckdb"
    make_old_store(path, more="UPDATE store_info SET value = 'x' WHERE key = 'schema_version'")
    with pytest.raises(StoreUnreadable, match="'x'"):
        open_store(path)


def test_a_migrated_store_holds_what_a_new_one_would(tmp_path: Path) -> None:
    """The same logs into a migrated and into a new store give the same rows."""
    path, logs = tmp_path / "club.duckdb", [write(tmp_path / "a.jsonl", cash(5), hand(1), b"bad", hand(1)[:20])]
    make_old_store(path, without_version=True)
    with open_store(path) as old, open_store(":memory:") as new:
        ingest_logs(old, logs)
        ingest_logs(new, logs)
        assert content(old, without="") == content(new, without="")
