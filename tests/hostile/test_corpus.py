"""Every kind of hostile file: nothing breaks, every line is accounted for, each reject says where and why."""

import re
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ingest.load import ingest_logs
from ingest.reading import KEPT_BYTES
from ingest.reasons import REJECT_CODES
from ingest.store import open_store
from tests.hostile.corpus import Case, all_cases
from tests.hostile.process import Ended, handproof
from tests.ingest.logs import content, emptied

CASES = {case.name: case for case in all_cases()}
PARTS = ("stored", "repeated", "conflicting", "rejected", "blank")


@pytest.fixture(scope="module")
def store() -> Iterator[duckdb.DuckDBPyConnection]:
    """One store for all, emptied for each."""
    with open_store(":memory:") as connection:
        yield connection


def write(case: Case, folder: Path) -> Path:
    """The file of a case."""
    path = folder / case.file
    path.write_bytes(case.data)
    return path


def test_names_are_unique() -> None:
    """No case hides another."""
    assert len(CASES) == len(all_cases())


@pytest.mark.parametrize("name", CASES)
def test_every_line_is_accounted_for(store: duckdb.DuckDBPyConnection, tmp_path: Path, name: str) -> None:
    """Lines = stored + repeated + conflicting + rejected + blank = those counted here; read again, nothing new."""
    case = CASES[name]
    path = write(case, tmp_path)
    emptied(store)
    counts = ingest_logs(store, [str(path)])
    assert counts.lines == sum(getattr(counts, part) for part in PARTS)
    if case.lines >= 0:
        assert counts.lines == case.lines
    rejects = store.execute("SELECT line_no, byte_offset, code, message, raw FROM rejects ORDER BY line_no").fetchall()
    if case.codes is not None:
        assert {code for _, _, code, _, _ in rejects} == case.codes
    for reject in rejects:
        check_reject(case, *reject)
    before = content(store)
    again = ingest_logs(store, [str(path)])
    assert (again.lines, again.stored, again.conflicting, again.rejected) == (counts.lines, 0, 0, 0)
    assert content(store) == before


def check_reject(case: Case, line_no: int, byte_offset: int, code: str, message: str, raw: bytes) -> None:
    """A reject has its place, its reason in a printable sentence, and its bytes."""
    assert code in REJECT_CODES
    assert message.isprintable()
    assert "expected" in message
    assert line_no >= 1
    if case.file == "log.jsonl" and not case.data.startswith((b"\x1f\x8b", b"\x28\xb5")):
        start = case.data[byte_offset:].removeprefix(b"\xef\xbb\xbf" if byte_offset == 0 else b"")
        assert start.startswith(raw[:KEPT_BYTES])
        assert case.data[:byte_offset].count(b"\n") == line_no - 1


def test_the_command_line_takes_it_all_at_once(tmp_path: Path) -> None:
    """An audit of the whole corpus in one folder ends with 1: no traceback, all lines counted, no logs named."""
    for number, case in enumerate(CASES.values()):
        path = tmp_path / "logs" / f"{number}-{case.file}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(case.data)
    ended = handproof("audit", tmp_path / "logs", "--db", tmp_path / "c.duckdb", "--out", tmp_path / "out", "--jobs", 1)
    assert all(re.match(r"no log: .+\.txt(\.gz)?$", line) for line in ended.err.splitlines()), ended.err
    check_ended(ended._replace(err=""), 1)
    least = sum(max(case.lines, 0) for case in CASES.values() if case.file.startswith("log.jsonl"))
    assert counted(ended)[0] >= least


def counted(ended: Ended) -> list[int]:
    """The numbers of the first line of an audit: lines, and what became of them."""
    first = ended.out.splitlines()[0]
    numbers = [int(word) for word in first.split() if word.isdigit()]
    assert numbers[0] == sum(numbers[1:]), first
    return numbers


def check_ended(ended: Ended, *codes: int) -> None:
    """Exit code as expected, no traceback, and at most one clear line on standard error."""
    assert ended.code in codes, ended.err
    assert "Traceback" not in ended.out + ended.err
    assert len(ended.err.splitlines()) <= 1, ended.err
    assert "fault of our own" not in ended.err, ended.err


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """An audit of an empty log: what start-up alone takes."""
    folder = tmp_path_factory.mktemp("nothing")
    return audited(folder, CASES["nothing"])


def audited(folder: Path, case: Case) -> Ended:
    """The audit of one hostile file in a process of its own."""
    log = write(case, folder)
    return handproof("audit", log, "--db", folder / "c.duckdb", "--out", folder / "out", "--jobs", 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_command_line_takes_each(nothing: Ended, tmp_path: Path, name: str) -> None:
    """Each by itself through `handproof audit`: code 0 or 1, its lines, at most 256 MB beyond an empty log."""
    case = CASES[name]
    ended = audited(tmp_path, case)
    check_ended(ended, 0, 1)
    if case.lines >= 0:
        assert counted(ended)[0] == case.lines
    assert ended.memory_bytes - nothing.memory_bytes < 256_000_000


BOMBS = [name for name in CASES if "bomb" in name]


@pytest.mark.parametrize("name", [BOMBS[0], "zst bomb of bad lines"])
def test_a_bomb_is_refused_at_once(tmp_path: Path, name: str) -> None:
    """Refused within 2 s of processor time and 256 MB more than an empty log takes (read by `handproof ingest`)."""
    plain = handproof("ingest", write(CASES["nothing"], tmp_path), "--db", tmp_path / "c.duckdb")
    bomb = handproof("ingest", write(CASES[name], tmp_path), "--db", tmp_path / "c.duckdb")
    check_ended(bomb, 1)
    assert bomb.out == "Lines: 1 = 0 stored + 0 repeated + 0 conflicting + 1 rejected + 0 blank.\n"
    assert bomb.cpu_seconds - plain.cpu_seconds < 2
    assert bomb.memory_bytes - plain.memory_bytes < 256_000_000


def test_memory_is_measured() -> None:
    """The system counts the memory of a child in KiB, as `Ended` takes it."""
    usage: Any = resource.getrusage(resource.RUSAGE_SELF)
    assert usage.ru_maxrss > 20_000
