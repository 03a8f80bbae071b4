"""The pipeline of an audit: its stages as one list, and what a run of them works with."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from reports import terminal
from reports.options import PAGES

if TYPE_CHECKING:
    import duckdb

    from ingest.config import Config
    from ingest.formats.detect import LogFormat
    from ingest.inputs import LogFile
    from ingest.load import IngestCounts
    from ingest.progress import Progress
    from replay.run import ReplayCounts


class Run(NamedTuple):
    """What a run of the stages works with. `jobs` are worker processes of the replay."""

    connection: "duckdb.DuckDBPyConnection"
    store: Path
    logs: Sequence[str]
    config: "Config"
    out: Path
    jobs: int
    progress: "Progress"
    log_format: "LogFormat" = "auto"


class Stage(NamedTuple):
    """One step of an audit: its name, what it does in words, and the function that does it and returns its counts."""

    name: str
    meaning: str
    run: Callable[[Run], Any]


def ingest_stage(run: Run) -> Any:
    """Read the logs of the run; gives `IngestCounts`."""
    from ingest.load import ingest_logs
    from reports.unchecked import change_store

    def work() -> "IngestCounts":
        return ingest_logs(
            run.connection, run.logs, limits=run.config.limits, progress=run.progress, log_format=run.log_format
        )

    return change_store(run.connection, work, lambda counts: counts.stored > 0)


def replay_stage(run: Run) -> Any:
    """Replay what is new or changed; gives `ReplayCounts`."""
    from replay.run import replay_store
    from reports.unchecked import change_store

    def work() -> "ReplayCounts":
        return replay_store(run.connection, config_rules=run.config.rules, jobs=run.jobs, progress=run.progress)

    return change_store(run.connection, work, lambda counts: counts.replayed > 0)


def check_stage(run: Run) -> Any:
    """Check sessions and store; gives `CheckCounts`."""
    from checks.run import run_checks
    from reports.unchecked import note_checked

    counts = run_checks(run.connection, run.progress)
    note_checked(run.connection)
    return counts


def report_stage(run: Run) -> Any:
    """Write the report; gives `ReportCounts`. Raises `ReportError` where not all hands are replayed and checked."""
    from ingest.club_day import club_days
    from reports.build import write_reports
    from reports.unchecked import refuse_unchecked

    refuse_unchecked(run.connection, run.store)
    return write_reports(run.connection, run.out, run.progress, club_days(run.config.nightly))


#: What an audit does, in this order; the commands, the progress bar and ``--dry-run`` are made from this list.
PIPELINE = (
    Stage("ingest", "read the logs into the store", ingest_stage),
    Stage("replay", "replay every hand that is new, or whose rules have changed", replay_stage),
    Stage("check", "compare the hands of each session, and check the store itself", check_stage),
    Stage("report", "write the pages and tables, and check their totals", report_stage),
)


#: So many files that are no logs are named.
NO_LOGS_NAMED = 10


def tell_left_out(inputs: Sequence[str], logs: "Sequence[LogFile]", ours: Sequence[str]) -> None:
    """Say on standard error which files of the given folders are not read: a misnamed log must not miss in silence."""
    from ingest.inputs import left_out
    from reports.output import MANIFEST

    names = [name for name in left_out(inputs, logs, ours) if not _lies_beside(MANIFEST, name)]
    for name in names[:NO_LOGS_NAMED]:
        terminal.write_error(f"no log: {name}")
    if len(names) > NO_LOGS_NAMED:
        terminal.write_error(f"no log: {len(names) - NO_LOGS_NAMED} more files")


def _lies_beside(manifest: str, path: str) -> bool:
    """Whether a file belongs to a report of ours, the one of this run or another."""
    return any((folder / manifest).is_file() for folder in list(Path(path).parents)[:2])


@contextmanager
def open_run(
    logs: Sequence[str],
    db: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    config: str | Path | None = None,
    jobs: int | None = None,
    progress: "Progress | None" = None,
    *,
    log_format: "LogFormat" = "auto",
    create: bool = False,
) -> Iterator[Run]:
    """What a run works with. All that can be wrong before work begins is found here: config, store, logs, folder."""
    from ingest.config import load_config
    from ingest.inputs import find_logs
    from ingest.progress import NO_PROGRESS
    from ingest.store import open_store
    from reports.output import refuse_bad_place

    settings = load_config(config)
    if logs:
        tell_left_out(
            logs, find_logs(logs, log_format), [str(place) for place in (db, out, config) if place is not None]
        )
    if out is not None:
        refuse_bad_place(Path(out))
    workers = jobs or len(os.sched_getaffinity(0))
    connection = open_store(Path(db), create=create, tell=terminal.write_error)
    try:
        place = Path(out or PAGES)
        yield Run(connection, Path(db), logs, settings, place, workers, progress or NO_PROGRESS, log_format)
    finally:
        connection.close()
