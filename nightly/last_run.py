"""What the last run of the night job came to, in a file beside the store: for ``handproof doctor`` and for people.

The file holds what the run printed. When it ran is told by the file's own time of change, so no clock is in it.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from reports.output import FILE_PREFIX, replace_file


class LastRun(NamedTuple):
    """What it printed, and when (UTC)."""

    summary: Mapping[str, Any]
    ended: datetime


def last_run_place(store: Path) -> Path:
    """The file for the store: ``club.duckdb.last-run.json``."""
    return store.with_name(store.name + ".last-run.json")


def unfinished_files(store: Path) -> list[Path]:
    """What a run left behind that was killed while it wrote the file."""
    return sorted(store.parent.glob(f"{FILE_PREFIX}*"))


def write_last_run(store: Path, summary: Mapping[str, Any]) -> None:
    """Keep what a run printed. Raises OSError."""
    replace_file(last_run_place(store), json.dumps(dict(summary)) + "\n")


def read_last_run(store: Path) -> LastRun | None:
    """What the last run printed; None where there was none. Raises ValueError where the file is not ours."""
    place = last_run_place(store)
    try:
        text, changed = place.read_text(encoding="utf-8"), place.stat().st_mtime
    except FileNotFoundError:
        return None
    summary = json.loads(text)
    if not isinstance(summary, dict) or not isinstance(summary.get("exit_code"), int):
        raise ValueError(f"{place} is not from a night job")
    return LastRun(summary, datetime.fromtimestamp(changed, UTC))
