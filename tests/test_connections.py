"""What reaches out of the process: one module opens DuckDB, no connection reads other files, nothing is dialled."""

import ast
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from handproof import audit
from ingest import store as stores
from ingest.store import open_beside, open_store
from reports.what_if import Choice, other_rules
from tests.command_line import ROOT, Command, hand, session, write_log
from tests.test_architecture import MODULES, relative

#: What would read or write another file, load code, or loosen a setting. FOLDER is a folder with secret.csv in it.
FORBIDDEN = (
    "COPY (SELECT 1) TO 'FOLDER/out.csv'",
    "COPY (SELECT 1) TO 'FOLDER/out.parquet' (FORMAT parquet)",
    "COPY hands FROM 'FOLDER/secret.csv'",
    "EXPORT DATABASE 'FOLDER/export'",
    "IMPORT DATABASE 'FOLDER'",
    "SELECT * FROM read_csv('FOLDER/secret.csv')",
    "SELECT * FROM read_text('FOLDER/secret.csv')",
    "SELECT * FROM read_blob('FOLDER/secret.csv')",
    "SELECT * FROM read_json('FOLDER/secret.csv')",
    "SELECT * FROM read_parquet('FOLDER/*')",
    "SELECT * FROM 'FOLDER/secret.csv'",
    "SELECT * FROM glob('FOLDER/*')",
    "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
    "ATTACH 'FOLDER/other.duckdb' AS other",
    "INSTALL httpfs",
    "LOAD httpfs",
    "LOAD 'FOLDER/x.duckdb_extension'",
    "SET enable_external_access = true",
    "SET GLOBAL enable_external_access = true",
    "SET allowed_directories = ['FOLDER']",
    "SET temp_directory = 'FOLDER'",
)
#: Besides, where the configuration is locked.
LOCKED = ("SET memory_limit = '1GB'", "SET lock_configuration = false", "SET autoinstall_known_extensions = true",
          "RESET enable_external_access", "PRAGMA threads = 7")  # fmt: skip


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small log and its audit."""
    folder = tmp_path_factory.mktemp("audited")
    log = write_log(folder / "log.jsonl", [session(), hand(1), hand(2, paid=2)])
    audit([log], db=folder / "club.duckdb", out=folder / "report", jobs=1)
    return folder


@pytest.fixture
def audited(once: Path, tmp_path: Path) -> Path:
    """The audited store, in a folder of the test's own."""
    shutil.copytree(once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "club.duckdb"


def refuses(connection: duckdb.DuckDBPyConnection, folder: Path, statements: tuple[str, ...]) -> list[str]:
    """The statements that the connection does not refuse for reasons of safety."""
    (folder / "secret.csv").write_text("a\n1\n", encoding="utf-8")
    taken = []
    for statement in statements:
        try:
            connection.execute(statement.replace("FOLDER", str(folder))).fetchall()
        except (duckdb.PermissionException, duckdb.InvalidInputException, duckdb.BinderException, duckdb.IOException):
            continue
        taken.append(statement)
    return taken


OPENING = ("ingest/store.py", "ingest/store_copy.py")


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_only_the_store_modules_open_duckdb(path: Path) -> None:
    """No other calls a function of duckdb: connect, or those that use its open default connection. (store_copy looks at
    the copy that it made, shut and locked.)"""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "duckdb"
    }
    functions = {name for name in used if not name[0].isupper()}
    assert functions == ({"connect"} if relative(path) in OPENING else set())
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "duckdb"]
    assert all(alias.name[0].isupper() for node in imported for alias in node.names)


def test_a_connection_that_reads_is_shut_and_locked(audited: Path, tmp_path: Path) -> None:
    """Readers: no other file, no extension, no other database, and no setting that could open the way."""
    with open_store(audited, read_only=True, create=False) as connection:
        assert refuses(connection, tmp_path, FORBIDDEN + LOCKED) == []


def test_a_connection_that_writes_is_shut(audited: Path, tmp_path: Path) -> None:
    """The audit's own: the same, but that the report may still lower its memory; shut also after the report."""
    with open_store(audited) as connection:
        assert refuses(connection, tmp_path, FORBIDDEN) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.duckdb", "log.jsonl", "report", "secret.csv"]


def test_a_connection_of_what_if_is_shut_and_locked(audited: Path, tmp_path: Path) -> None:
    """It reads the club's store and no other file, and the club's store it cannot write."""
    rules = {"poker": {"ante": 2}}
    with other_rules(audited, Choice("s1-h2"), rules) as connection:
        assert refuses(connection, tmp_path, FORBIDDEN + LOCKED) == []
        with pytest.raises(duckdb.Error, match="read-only"):
            connection.execute("DELETE FROM club.hands")


def test_a_store_beside_a_locked_one_is_refused_in_words(audited: Path, tmp_path: Path) -> None:
    """Where the club's store cannot be attached nothing stays open."""
    with pytest.raises(duckdb.Error):
        open_beside(tmp_path / "beside.duckdb", (), tmp_path / "log.jsonl", "club")
    open_beside(tmp_path / "other.duckdb", ("ingest",), audited, "club").close()


COMMANDS = (
    ["audit", "LOG"], ["ingest", "LOG"], ["replay"], ["check"], ["report"], ["verdicts"], ["sessions"], ["findings"],
    ["corrections"], ["rejects"], ["players"], ["explain", "s1-h2"], ["settle", "--session", "s1"],
    ["case", "s1-h2"], ["what-if", "--rule", "poker.ante=2", "s1-h2"], ["house-rules", "--session", "s1"],
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_opens_the_store_shut(
    audited: Path, run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """Whatever a command opens is opened with external access off, but for the moment in which what-if attaches."""
    opened = []
    connect: Callable[..., duckdb.DuckDBPyConnection] = duckdb.connect

    def noting(place: str, **options: object) -> duckdb.DuckDBPyConnection:
        opened.append((Path(place).name, options["config"]["enable_external_access"]))  # type: ignore[index]
        return connect(place, **options)

    monkeypatch.setattr(stores.duckdb, "connect", noting)
    monkeypatch.chdir(tmp_path)
    line = [str(tmp_path / "log.jsonl") if word == "LOG" else word for word in command]
    outcome = run(*line, "--db", audited)
    assert outcome.code in (0, 1), outcome.err
    shut = [("club.duckdb", "false")]
    assert opened == ([*shut, ("what-if.duckdb", "true")] if command[0] == "what-if" else shut)


# The network

#: Runs a whole audit and the readers, and ends with 97 where a name is looked up, or a socket is more than made. One is
#: made: urllib3, which comes with great-expectations, asks at its import whether there is IPv6, by binding ::1.
OFFLINE = """
import os, sys
def watch(event, arguments):
    asks_for_ipv6 = event == "socket.bind" and arguments[1][:2] == ("::1", 0)
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname") and not asks_for_ipv6:
        os.write(2, f"{event} {arguments}\\n".encode())
        os._exit(97)
sys.addaudithook(watch)
import handproof
log, store, out = sys.argv[1:4]
place = ["--db", store]
handproof.main(["audit", log, *place, "--out", out, "--jobs", "1"])
for line in (["findings", "--json"], ["explain", "s1-h2"], ["case", "s1-h2", "--out", out + "-case"],
             ["settle", "--session", "s1", "--out", out + "-settled"],
             ["what-if", "--rule", "poker.ante=2", "--all", "--jobs", "1"]):
    assert handproof.main([*line, *place]) in (0, 1), line
print("done offline")
"""
#: The same beneath Python: the kernel kills the process at its first connect, sendto, sendmsg or listen (x86-64).
FILTER = """
import ctypes, struct
load = lambda offset: struct.pack("HBBI", 0x20, 0, 0, offset)
jump = lambda value, yes, no: struct.pack("HBBI", 0x15, yes, no, value)
give = lambda value: struct.pack("HBBI", 0x06, 0, 0, value)
program = b"".join([load(4), jump(0xC000003E, 0, 5), load(0), jump(42, 4, 0), jump(44, 3, 0), jump(46, 2, 0),
                    jump(50, 1, 0), give(0x7FFF0000), give(0x80000000)])
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
code = ctypes.create_string_buffer(program, len(program))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(Program(len(program) // 8, ctypes.addressof(code)))):
    raise SystemExit(96)
"""


def offline(tmp_path: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Runs a program over a small log in a process of its own."""
    log = write_log(tmp_path / "log.jsonl", [session(), hand(1), hand(2, paid=2)])
    line = [sys.executable, "-c", program, str(log), str(tmp_path / "club.duckdb"), str(tmp_path / "report")]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(line, capture_output=True, text=True, env=variables, check=False, timeout=300)


def test_a_whole_audit_dials_nobody(tmp_path: Path) -> None:
    """Nothing is connected, sent or looked up: not in Python, and on Linux the kernel would kill who tries beneath it,
    as it does the probe.
    """
    program = OFFLINE
    if sys.platform == "linux" and os.uname().machine == "x86_64":
        probe = offline(tmp_path, FILTER + "import socket\nsocket.socket().connect_ex(('127.0.0.1', 9))\n")
        if probe.returncode != 96:  # a system that lets nobody filter his own calls
            assert probe.returncode == -signal.SIGSYS
            program = FILTER + OFFLINE
    ended = offline(tmp_path, program)
    assert (ended.returncode, ended.stdout.splitlines()[-1:]) == (0, ["done offline"]), ended.stderr
