"""One run of the night job: the steps as a list, done in order; ``--dry-run`` prints the same list and does nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from ingest.club_day import club_days
from ingest.config import Config, ConfigError, load_config
from ingest.inputs import InputError, LogFile
from ingest.load import IngestCounts, ingest_files
from ingest.progress import NO_PROGRESS, Progress
from ingest.store import Transaction, apply_schema, open_store
from ingest.store_copy import copy_store
from nightly.inbox import Inbox, InboxFile, look_through
from nightly.journal import journal
from nightly.last_run import unfinished_files, write_last_run
from nightly.lock import run_lock
from nightly.pipeline import check_stage, replay_stage
from nightly.publish import latest_version, publish
from nightly.reported import record_news
from nightly.state import NightRun, Places, places_of
from nightly.summary import exit_code, summary_of
from reports.build import ReportCounts, write_reports
from reports.unchecked import change_store


class Step(NamedTuple):
    """One step: its name, what it does in words, and the function that does it; the journal gets what that gives."""

    name: str
    meaning: str
    do: Callable[[NightRun], dict[str, Any]]


class Outcome(NamedTuple):
    """What a run came to: one object for standard output, and the exit code."""

    summary: dict[str, Any]
    exit_code: int


def _ingest(run: NightRun) -> dict[str, Any]:
    files = {file.log: file for file in run.inbox.work}

    def tell(log: LogFile, error: InputError) -> None:
        run.problems.append(str(error))
        run.unreadable.add(log.path)

    def work() -> IngestCounts:
        return ingest_files(
            run.connection, sorted(files), limits=run.config.limits, progress=run.progress, on_unreadable=tell
        )

    run.lines = change_store(run.connection, work, lambda counts: counts.stored > 0)
    _remember(run.connection, [file for file in files.values() if file.path not in run.unreadable])
    return run.lines._asdict()


def _remember(connection: duckdb.DuckDBPyConnection, files: list[InboxFile]) -> None:
    """Only after their lines are in the store: a run that is killed before reads them again, which changes nothing."""
    columns = [list(column) for column in zip(*((f.name, f.size_bytes, f.mtime_ns) for f in files), strict=True)]
    if columns:
        with Transaction(connection):
            connection.execute("DELETE FROM nightly_files WHERE path IN (SELECT unnest($1))", [columns[0]])
            connection.execute("INSERT INTO nightly_files SELECT unnest($1), unnest($2), unnest($3)", columns)


def _replay(run: NightRun) -> dict[str, Any]:
    run.replayed = replay_stage(run.stages)
    return {"replayed": run.replayed.replayed, "kept": run.replayed.kept}


def _check(run: NightRun) -> dict[str, Any]:
    counts = check_stage(run.stages)
    return {"between_hands": counts.findings, "failed": counts.failed, "errors": counts.errors}


def _report(run: NightRun) -> dict[str, Any]:
    def write(folder: Path) -> ReportCounts:
        return write_reports(run.connection, folder, run.progress, club_days(run.config.nightly))

    run.report = publish(run.places.out, write, run.config.retention.reports)
    return {"version": latest_version(run.places.out)}


def _news(run: NightRun) -> dict[str, Any]:
    run.news = record_news(run.connection, run.report.nights)
    return {"nights": list(run.news.nights), "lines": run.news.lines}


def _snapshot(run: NightRun) -> dict[str, Any]:
    copy_store(run.connection, run.places.store, run.places.snapshot)
    return {"to": str(run.places.snapshot)}


#: What a run does, in this order.
STEPS = (
    Step("ingest", "read the files of the inbox that are new or have changed, up to their last whole lines", _ingest),
    Step("replay", "replay every hand that is new, or whose rules have changed", _replay),
    Step("check", "compare the hands of each session, and check the store itself", _check),
    Step("report", "write the report of all nights aside and put it in place in one step", _report),
    Step("news", "find out what no run has told before", _news),
    Step("snapshot", "copy the store for readers", _snapshot),
)


def run_nightly(config_path: Path, jobs: int, progress: Progress = NO_PROGRESS) -> Outcome:
    """Do all of `STEPS`. Raises what the steps raise; whatever was done by then stays, and the next run goes on."""
    config = load_config(config_path)
    places = places_of(config)
    latest_version(places.out)  # a place that cannot be used is told at once
    log = journal()
    with run_lock(places.store), _opened(config, places, jobs, progress, log) as run:
        for place in unfinished_files(places.store):
            place.unlink()
        log.info("began", config=str(config_path), **_counts(run.inbox))
        for step in STEPS:
            log.info("done", step=step.name, **step.do(run))
        summary = summary_of(run)
        code = exit_code(run, summary)
        log.info("ended", exit_code=code, problems=run.problems)
    return Outcome({**summary, "exit_code": code}, code)


def keep_outcome(config_path: Path, outcome: Outcome) -> None:
    """Note beside the store what a run came to, for the doctor. Where even that fails the exit code still tells."""
    with suppress(ConfigError, OSError):
        write_last_run(places_of(load_config(config_path)).store, outcome.summary)


def plan_lines(config_path: Path) -> list[str]:
    """What a run would do now, in words: the files of the inbox, then the steps."""
    config = load_config(config_path)
    places = places_of(config)
    inbox = look_through(places.inbox, _known_files(places.store))
    lines = [f"{file.state}: {file.name}" for file in inbox.work]
    lines.append(f"known: {inbox.count('known')} files that are as they were when they were read")
    lines += [f"no log: {name}" for name in inbox.ignored]
    lines += [f"problem: {problem}" for problem in inbox.problems]
    return lines + [f"{step.name}: {step.meaning}" for step in STEPS]


@contextmanager
def _opened(config: Config, places: Places, jobs: int, progress: Progress, log: Any) -> Iterator[NightRun]:
    connection = open_store(places.store, tell=lambda text: log.warning("migrated", text=text))
    try:
        apply_schema(connection, "nightly")
        inbox = look_through(places.inbox, read_known(connection))
        yield NightRun(config, places, connection, jobs, progress, log, inbox, list(inbox.problems))
    finally:
        connection.close()


def _known_files(store: Path) -> dict[str, tuple[int, int]]:
    """What runs took before, where there is a store already."""
    if not store.exists():
        return {}
    connection = open_store(store, read_only=True, create=False)
    try:
        return read_known(connection)
    finally:
        connection.close()


def read_known(connection: duckdb.DuckDBPyConnection) -> dict[str, tuple[int, int]]:
    """The files that runs took from the inbox, as they were then: size and time of change by path."""
    if not connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'nightly_files'").fetchall():
        return {}  # a store that no night job has used yet
    rows = connection.execute("SELECT path, size_bytes, mtime_ns FROM nightly_files").fetchall()
    return {path: (size_bytes, mtime_ns) for path, size_bytes, mtime_ns in rows}


def _counts(inbox: Inbox) -> dict[str, int]:
    return {state: inbox.count(state) for state in ("new", "changed", "known")}
