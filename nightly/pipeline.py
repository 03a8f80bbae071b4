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
    from ingest.progress import Progress


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

    return ingest_logs(
        run.connection, run.logs, limits=run.config.limits, progress=run.progress, log_format=run.log_format
    )


def replay_stage(run: Run) -> Any:
    """Replay what is new or changed; gives `ReplayCounts`."""
    from replay.run import replay_store

    return replay_store(run.connection, config_rules=run.config.rules, jobs=run.jobs, progress=run.progress)


def check_stage(run: Run) -> Any:
    """Check sessions and store; gives `CheckCounts`."""
    from checks.run import run_checks

    return run_checks(run.connection, run.progress)


def report_stage(run: Run) -> Any:
    """Write the report; gives `ReportCounts`."""
    from ingest.club_day import club_days
    from reports.build import write_reports

    return write_reports(run.connection, run.out, run.progress, club_days(run.config.nightly))


#: What an audit does, in this order; the commands, the progress bar and ``--dry-run`` are made from this list.
PIPELINE = (
    Stage("ingest", "read the logs into the store", ingest_stage),
    Stage("replay", "replay every hand that is new, or whose rules have changed", replay_stage),
    Stage("check", "compare the hands of each session, and check the store itself", check_stage),
    Stage("report", "write the pages and tables, and check their totals", report_stage),
)


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
        find_logs(logs, log_format)
    if out is not None:
        refuse_bad_place(Path(out))
    workers = jobs or len(os.sched_getaffinity(0))
    connection = open_store(Path(db), create=create, tell=terminal.write_error)
    try:
        place = Path(out or PAGES)
        yield Run(connection, Path(db), logs, settings, place, workers, progress or NO_PROGRESS, log_format)
    finally:
        connection.close()
