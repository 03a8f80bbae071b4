"""A club for the tests of the night job: config, nights of logs with faults, and what a run leaves behind."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import zstandard

from ingest.store import open_store
from tests.command_line import ROOT, tree
from tests.simulator import simulate_session
from tests.simulator.against_engine import to_line
from tests.simulator.faults import FAULTS, plant

FIRST_NIGHT = date(2026, 11, 1)
CONFIG = """
[nightly]
zone = "Europe/Vienna"
"""
#: Lines that no reader can take.
BROKEN = (b"{", b'{"record": "hand"}', b"\xff\xfe", b'{"record": "cash", "amount": 1e3}')
#: Tables whose rows hang on what was read alone; those of the night job itself tell of its runs.
_TABLES = """
SELECT table_name FROM duckdb_tables()
WHERE NOT internal AND NOT temporary AND table_name NOT LIKE 'nightly_%' AND table_name <> 'store_info' ORDER BY 1
"""


def make_club(folder: Path, settings: str = CONFIG) -> Path:
    """A folder with a config and an empty inbox; gives the config's path."""
    (folder / "inbox").mkdir(parents=True)
    config = folder / "club.toml"
    config.write_text(settings, encoding="utf-8")
    return config


def night_logs(number: int, rng: Random, hands: int = 8) -> Iterator[tuple[str, bytes]]:
    """The logs of a night (counted from 1): two or three tables, faults and broken lines, some packed."""
    for place in range(rng.choice((2, 3))):
        seed = rng.randrange(1_000_000)
        fault = rng.choice(sorted(FAULTS)) if place == 0 else None
        records = plant(fault, seed).records if fault else simulate_session(seed, hands=hands)
        lines = [to_line(record) for record in on_night(named(records, f"n{number:02}-{place}"), number)]
        if rng.random() < 0.4:
            lines.insert(rng.randrange(len(lines)), rng.choice(BROKEN))
        name, content = f"night-{number:02}-{place}.jsonl", b"".join(line + b"\n" for line in lines)
        packing = rng.choice(("", "", ".gz", ".zst"))
        yield name + packing, packed(content, packing)


def packed(content: bytes, ending: str) -> bytes:
    """The content of a file with this ending."""
    if ending == ".gz":
        return gzip.compress(content, mtime=0)
    return zstandard.ZstdCompressor().compress(content) if ending == ".zst" else content


def named(records: Sequence[dict[str, Any]], session_id: str) -> list[dict[str, Any]]:
    """The same session under another id, and its hands too: ids are unique in a club."""
    old = records[0]["session_id"]
    renamed = []
    for record in records:
        ids = {"session_id": session_id}
        if "hand_id" in record:
            ids["hand_id"] = f"{session_id}-{record['hand_id'].removeprefix(old)}"
        renamed.append({**record, **ids})
    return renamed


def on_night(records: Sequence[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """The same session, begun at 20 o'clock (UTC) of a night."""
    times = list(_times(records))
    if not times:
        return list(records)
    begin = datetime.combine(FIRST_NIGHT + timedelta(days=number - 1), time(20), UTC)
    return [_shifted(record, begin - times[0]) for record in records]


def _times(value: Any) -> Iterator[datetime]:
    if isinstance(value, list):
        for item in value:
            yield from _times(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("at", "started_at"):
                yield datetime.fromisoformat(item)
            else:
                yield from _times(item)


def _shifted(value: Any, by: timedelta) -> Any:
    if isinstance(value, list):
        return [_shifted(item, by) for item in value]
    if isinstance(value, dict):
        return {
            key: (datetime.fromisoformat(item) + by).isoformat() if key in ("at", "started_at") else _shifted(item, by)
            for key, item in value.items()
        }
    return value


def report_of(club: Path) -> dict[str, bytes]:
    """Every file of the report that `latest` shows."""
    return tree(club / "report" / "latest")


def contents_of(store: Path) -> dict[str, str]:
    """By table, a digest of its rows in the order of their values."""
    with open_store(store, read_only=True) as connection:
        tables = [table for (table,) in connection.execute(_TABLES).fetchall()]
        rows = {table: connection.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall() for table in tables}
        return {table: sha256(repr(of_table).encode()).hexdigest() for table, of_table in rows.items()}


def lines_add_up(store: Path) -> bool:
    """Whether every line that a source counts is accounted for, and every stored hand is there once."""
    with open_store(store) as connection:  # for writing: what was being written is rolled back or forward first
        sources = connection.execute(
            "SELECT count(*) FROM sources WHERE lines <> stored + repeated + conflicting + rejected + blank"
        ).fetchall()
        doubled = connection.execute("SELECT count(*) - count(DISTINCT hand_id) FROM hands").fetchall()
        return (sources, doubled) == ([(0,)], [(0,)])


class NightServer:
    """Forks night jobs (`tests.nightly.server`); with `preload` a library that lets calls fail is in them."""

    def __init__(self, preload: Path | None = None) -> None:

        variables = {**os.environ, "PYTHONPATH": str(ROOT), "POLARS_MAX_THREADS": "1"}
        if preload is not None:
            variables["LD_PRELOAD"] = str(preload)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nightly.server"], cwd=ROOT, env=variables, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._answer() == {"ready": True}

    def start(self, config: Path, output: Path, fail: tuple[int, int, int, str] | None = None) -> int:
        """Fork a night job; gives the number of its process. What it prints goes to `output`.out and .err."""
        order: dict[str, Any] = {"config": str(config), "output": str(output)}
        if fail is not None:
            order["fail"] = fail
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        return int(self._answer()["pid"])

    def wait(self) -> int:
        """The exit status of the job that was started; negative for a signal. Until then its number stays its own."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        return int(self._answer()["status"])

    def run(self, config: Path, output: Path, fail: tuple[int, int, int, str] | None = None) -> int:
        """Both."""
        self.start(config, output, fail)
        return self.wait()

    def close(self) -> None:
        """Ends the server."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer
