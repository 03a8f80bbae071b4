"""The real command line in a process of its own, with a limit of time, its memory and processor time measured."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, NamedTuple

from tests.command_line import ROOT

LONGEST_SECONDS = 900


class Ended(NamedTuple):
    """How a command ended: exit code, what it printed, the most memory it held and the processor time it took."""

    code: int
    out: str
    err: str
    memory_bytes: int
    cpu_seconds: float


def handproof(*arguments: object, feed: IO[bytes] | None = None, seconds: int = LONGEST_SECONDS) -> Ended:
    """Run ``python -m handproof`` with these arguments; `feed` is its standard input. It is killed after `seconds`."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    line = [sys.executable, "-m", "handproof", *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(line, stdin=feed or subprocess.DEVNULL, env=variables, **pipes) as process:
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        out, err = _read_both(process)
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    used = usage.ru_utime + usage.ru_stime
    return Ended(process.returncode, out.decode(), err.decode(), usage.ru_maxrss * 1024, used)


def _read_both(process: "subprocess.Popen[bytes]") -> tuple[bytes, bytes]:
    assert process.stdout is not None
    assert process.stderr is not None
    found: list[bytes] = []
    error = process.stderr
    reader = threading.Thread(target=lambda: found.append(error.read()))
    reader.start()
    out = process.stdout.read()
    reader.join()
    return out, found[0]


def sparse(path: Path, size: int) -> Path:
    """A file of so many zero bytes that takes no room."""
    with open(path, "wb") as file:
        file.truncate(size)
    return path
