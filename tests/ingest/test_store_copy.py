"""Copies of the store: whole, made while it is open, without losing the lock, and never half."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from ingest import store_copy
from ingest.load import ingest_logs
from ingest.store import StoreLocked, open_store
from ingest.store_copy import StoreCopyError, copy_store
from tests.ingest.logs import RECORDS, cash, content, line, write

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store lies."""
    return tmp_path / "club.duckdb"


@pytest.fixture
def store(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A store in a file, with a record of each kind, still open."""
    connection = open_store(path)
    ingest_logs(connection, [write(path.parent / "a.jsonl", *(line(record) for record in RECORDS.values()), b"bad")])
    yield connection
    connection.close()


def ask_from_aside(path: Path) -> str:
    """What another process that opens the store is told: the name of the exception, or nothing."""
    script = (
        "import sys\nfrom ingest.store import open_store\n"
        "try:\n    open_store(sys.argv[1]).close()\n"
        "except Exception as error:\n    print(type(error).__name__)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, path], cwd=ROOT, capture_output=True, text=True, check=True)
    return ended.stdout.strip()


def names(folder: Path) -> list[str]:
    """All files of a folder, also hidden ones."""
    return sorted(file.name for file in folder.iterdir())


def test_a_copy_of_an_open_store_is_whole(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """The copy has every row, needs no write-ahead log, takes an older copy's place, and the store stays usable."""
    target = path.with_name("snapshot.duckdb")
    target.write_bytes(b"an older copy")
    copy_store(store, path, target)
    with open_store(target, read_only=True) as copied:
        assert content(copied, without="") == content(store, without="")
    assert names(path.parent) == ["a.jsonl", "club.duckdb", "snapshot.duckdb"]
    ingest_logs(store, [write(path.parent / "b.jsonl", cash(7))])
    copy_store(store, path, target)
    with open_store(target, read_only=True) as copied:
        assert content(copied, without="") == content(store, without="")


def test_the_store_stays_locked_after_a_copy(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Another process is refused before and after: copying in this process would have let go of the lock unseen."""
    assert ask_from_aside(path) == StoreLocked.__name__
    copy_store(store, path, path.with_name("snapshot.duckdb"))
    assert ask_from_aside(path) == StoreLocked.__name__
    store.close()
    assert ask_from_aside(path) == ""


def test_whoever_reads_the_old_copy_goes_on_reading_it(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """A reader that has the snapshot open is not disturbed by the next one."""
    target = path.with_name("snapshot.duckdb")
    copy_store(store, path, target)
    script = (
        "import sys\nfrom ingest.store import open_store\nreader = open_store(sys.argv[1], read_only=True)\n"
        "print('open', flush=True)\nsys.stdin.readline()\nprint(reader.execute('SELECT count(*) FROM cash').fetchall())"
    )
    line_of = [sys.executable, "-c", script, str(target)]
    with subprocess.Popen(line_of, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "open\n"
        ingest_logs(store, [write(path.parent / "b.jsonl", cash(7))])
        copy_store(store, path, target)
        assert reader.communicate("\n")[0] == "[(1,)]\n"


def test_a_copy_has_the_permissions_of_the_store(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """What only its owner may read is not laid open by copying it."""
    path.chmod(0o600)
    copy_store(store, path, path.with_name("snapshot.duckdb"))
    assert path.with_name("snapshot.duckdb").stat().st_mode & 0o777 == 0o600


def test_a_full_disk_leaves_the_old_copy(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Where the copy finds no room, the older one stays, nothing half is left, and the error says what to do."""
    target = path.with_name("snapshot.duckdb")
    target.write_bytes(b"an older copy")
    store.execute("CHECKPOINT")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size // 2, hard))
    try:
        with pytest.raises(StoreCopyError, match=r"snapshot\.duckdb: .*File too large.*room"):
            copy_store(store, path, target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert target.read_bytes() == b"an older copy"
    assert names(path.parent) == ["a.jsonl", "club.duckdb", "snapshot.duckdb"]
    copy_store(store, path, target)


def test_places_where_no_copy_can_be_are_named(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """No folder, a folder that may not be written, a folder in the file's place, and the store itself."""
    (path.parent / "folder").mkdir()
    linked = path.parent / "linked.duckdb"
    linked.symlink_to(path)
    store.execute("CHECKPOINT")
    before = names(path.parent)
    for target, words in (
        (path.parent / "none" / "s.duckdb", "No such file"),
        (Path("/proc/s.duckdb"), "could not be copied"),
        (path.parent / "folder", "is a folder"),
        (path, "is the store itself"),
        (linked, "is the store itself"),
    ):
        with pytest.raises(StoreCopyError, match=words):
            copy_store(store, path, target)
    assert names(path.parent) == before


def test_a_copy_that_was_written_to_is_not_replaced(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """A write-ahead log beside the target would be played back into the new copy."""
    path.with_name("snapshot.duckdb.wal").write_bytes(b"somebody wrote")
    with pytest.raises(StoreCopyError, match="opened the copy"):
        copy_store(store, path, path.with_name("snapshot.duckdb"))


def test_what_was_left_by_a_killed_copy_is_cleared(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Half a copy under the temporary name is no obstacle and does not stay."""
    path.with_name(".snapshot.duckdb.part").write_bytes(b"half")
    copy_store(store, path, path.with_name("snapshot.duckdb"))
    assert names(path.parent) == ["a.jsonl", "club.duckdb", "snapshot.duckdb"]


def test_an_open_transaction_is_not_copied(store: duckdb.DuckDBPyConnection, path: Path) -> None:
    """What is not committed yet cannot be in a copy: it is refused, whichever connection has the transaction."""
    target = path.with_name("snapshot.duckdb")
    other = store.cursor()
    for writer in (store, other):
        writer.begin()
        writer.execute("DELETE FROM cash")
        if writer is store:
            with pytest.raises(StoreCopyError, match="cannot be copied now"):
                copy_store(store, path, target)
        else:
            copy_store(store, path, target)  # what the other has done so far is not in it
        writer.rollback()
    with open_store(target, read_only=True) as copied:
        assert content(copied, without="") == content(store, without="")


def test_a_copy_that_is_not_the_same_is_thrown_away(
    store: duckdb.DuckDBPyConnection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged copy, and one with fewer rows, never take the place of the old one."""
    target = path.with_name("snapshot.duckdb")
    really = store_copy._copy_aside

    def damage(source: Path, place: Path) -> None:
        really(source, place)
        os.truncate(place, 5000)

    def copy_another(_: Path, place: Path) -> None:
        open_store(place).close()

    for wrong, words in ((damage, "cannot be read"), (copy_another, "not as many rows")):
        monkeypatch.setattr(store_copy, "_copy_aside", wrong)
        with pytest.raises(StoreCopyError, match=words):
            copy_store(store, path, target)
        assert names(path.parent) == ["a.jsonl", "club.duckdb"]
