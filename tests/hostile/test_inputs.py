"""Inputs that are no ordinary files: pipes, devices, folders, links, lines and streams without end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import Command, hand, refused, session, write_log
from tests.hostile.process import handproof, sparse

MEGABYTE = 1_000_000


def small_limits(folder: Path) -> Path:
    """A config that takes no more than 50 MB of a log."""
    config = folder / "club.toml"
    config.write_text("[limits]\nuncompressed_bytes = 50_000_000\n", encoding="utf-8")
    return config


def test_a_pipe_in_a_folder_is_refused(run: Command, tmp_path: Path) -> None:
    """A night job would wait for ever for somebody to write into it: it must be named by itself, to be read."""
    write_log(tmp_path / "good.jsonl", [session()])
    os.mkfifo(tmp_path / "pipe.jsonl")
    for place in (tmp_path, tmp_path / "*.jsonl"):
        refused(run("ingest", place, "--db", tmp_path / "c.duckdb"), "pipe.jsonl", "name it by itself")


def test_a_pipe_that_is_named_is_read(tmp_path: Path) -> None:
    """What comes through a named pipe is a log like any other."""
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    log = write_log(tmp_path / "log", [session(), hand(1)])
    with subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'wb').write(open({str(log)!r}, 'rb').read())"]):
        ended = handproof("ingest", pipe, "--db", tmp_path / "c.duckdb")
    assert ended.out == "Lines: 2 = 2 stored + 0 repeated + 0 conflicting + 0 rejected + 0 blank.\n"


def test_a_folder_called_like_a_log_is_a_folder(run: Command, tmp_path: Path) -> None:
    """A folder x.jsonl is searched for logs."""
    (tmp_path / "x.jsonl").mkdir()
    refused(run("ingest", tmp_path / "x.jsonl", "--db", tmp_path / "c.duckdb"), "no logs in this folder")
    write_log(tmp_path / "x.jsonl" / "y.jsonl", [session()])
    assert run("ingest", tmp_path / "x.jsonl", "--db", tmp_path / "c.duckdb").code == 0


@pytest.mark.parametrize("target", ["loop.jsonl", "gone.jsonl"])
def test_a_link_that_leads_nowhere_is_refused(run: Command, tmp_path: Path, target: str) -> None:
    """A link to itself and to nothing is named, by itself, in a folder and by a pattern; no store is made."""
    (tmp_path / "logs").mkdir()
    link = tmp_path / "logs" / "loop.jsonl"
    link.symlink_to(target)
    write_log(tmp_path / "logs" / "good.jsonl", [session()])
    for place in (link, tmp_path / "logs", tmp_path / "logs" / "*"):
        refused(run("audit", place, "--db", tmp_path / "c.duckdb"), "loop.jsonl", "check the path")
    assert not (tmp_path / "c.duckdb").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(run: Command, tmp_path: Path) -> None:
    """A log that may not be read is named, with what to check."""
    log = write_log(tmp_path / "log.jsonl", [session()])
    log.chmod(0)
    refused(run("ingest", log, "--db", tmp_path / "c.duckdb"), "log.jsonl", "permissions")


def test_an_endless_device_is_read_to_the_limit(tmp_path: Path) -> None:
    """/dev/zero never ends: as much as the limit is taken, and one reject says so; memory stays small."""
    config = small_limits(tmp_path)
    idle = handproof("ingest", write_log(tmp_path / "e.jsonl", []), "--db", tmp_path / "c.duckdb")
    ended = handproof("ingest", "/dev/zero", "--config", config, "--db", tmp_path / "c.duckdb", seconds=120)
    assert ended.out == "Lines: 1 = 0 stored + 0 repeated + 0 conflicting + 1 rejected + 0 blank.\n"
    assert ended.memory_bytes - idle.memory_bytes < 64 * MEGABYTE


def test_an_endless_stream_is_read_to_the_limit(tmp_path: Path) -> None:
    """The same of standard input, here a line without end; what writes it is told by a closed pipe."""
    config, program = small_limits(tmp_path), "import sys\nwhile True: sys.stdout.write('y' * 65536)"
    stderr = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=stderr) as endless:
        assert endless.stdout is not None
        feed = ("--config", config, "--db", tmp_path / "c.duckdb")
        ended = handproof("ingest", "-", *feed, feed=endless.stdout, seconds=120)
        endless.stdout.close()
    assert ended.out == "Lines: 1 = 0 stored + 0 repeated + 0 conflicting + 1 rejected + 0 blank.\n"
    assert ended.code == 1


def check_long_line(folder: Path, size: int) -> None:
    """One line of so many bytes between two good ones."""
    idle = handproof("ingest", write_log(folder / "e.jsonl", []), "--db", folder / "c.duckdb")
    log = sparse(folder / "log.jsonl", size)
    with open(log, "r+b") as file:
        file.write(write_log(folder / "first", [session()]).read_bytes())
        file.seek(0, os.SEEK_END)
        file.write(b"\n" + write_log(folder / "second", [hand(1)]).read_bytes())
    ended = handproof("ingest", log, "--db", folder / "c.duckdb")
    assert ended.out == "Lines: 3 = 2 stored + 0 repeated + 0 conflicting + 1 rejected + 0 blank.\n"
    assert ended.memory_bytes - idle.memory_bytes < 64 * MEGABYTE, "the line is streamed, not held"


def test_a_long_line_is_streamed(tmp_path: Path) -> None:
    """A line of 100 MB is one reject; the lines around it are taken, and memory stays small."""
    check_long_line(tmp_path, 100 * MEGABYTE)


@pytest.mark.slow
def test_a_line_of_a_gigabyte_is_streamed(tmp_path: Path) -> None:
    """The same of a line of 1 GB."""
    check_long_line(tmp_path, 1000 * MEGABYTE)
