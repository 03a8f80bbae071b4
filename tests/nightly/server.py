"""Starts night jobs quickly: a process that has imported everything forks one for each line that it reads.

Importing great-expectations takes seconds, and the suites that kill the job or let its disk fail run it a thousand
times. A line is JSON: `config`, `output` (files for standard output and error get its name with .out and .err), and
`fail` ([nth, error number, sticky, folder]) where `failing.c` is loaded; how many calls that counted stands in
.count then. Answers are lines too: the number of the process, and, asked for by an empty line, its exit status
(negative: the signal).
"""

import ctypes
import json
import os
import sys
import traceback
from typing import Any


def main() -> None:
    """Serve until the end of standard input."""
    import great_expectations  # noqa: F401  # what takes long to import
    import polars  # noqa: F401

    import handproof
    import nightly.doctor  # noqa: F401  # with it all that a run imports late
    import reports.build  # noqa: F401

    answer({"ready": True})
    while line := sys.stdin.readline():
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            run(handproof.main, order)
        answer({"pid": child})
        sys.stdin.readline()  # only then its number may become another's, so that it can safely be killed before
        _, status = os.waitpid(child, 0)
        answer({"status": os.waitstatus_to_exitcode(status)})


def answer(what: dict[str, Any]) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


def run(main_function: Any, order: dict[str, Any]) -> None:
    """The child: its own files for what it prints, the order's failures, and an end without Python's own tidying."""
    for number, ending in ((1, "out"), (2, "err")):
        handle = os.open(f"{order['output']}.{ending}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, number)
        os.close(handle)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    code = 99
    try:
        failing = ctypes.CDLL(None) if "fail" in order else None
        if failing is not None:
            nth, error, sticky, folder = order["fail"]
            failing.failing_arm(ctypes.c_long(nth), error, sticky, folder.encode())
        code = main_function(["nightly", "--config", order["config"], "--jobs", "1"])
        sys.stdout.flush()
        sys.stderr.flush()
        if failing is not None:
            failing.failing_count.restype = ctypes.c_long
            with open(f"{order['output']}.count", "w", encoding="utf-8") as file:
                file.write(str(failing.failing_count()))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
