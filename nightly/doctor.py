"""``handproof doctor``: what may be wrong with an installation of the night job, each with what to do about it."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, NamedTuple

from ingest.config import Config, load_config
from ingest.store import SCHEMA_VERSION, StoreError, StoreLocked, StoreUnreadable, open_store, schema_version_of
from nightly.inbox import Inbox, look_through
from nightly.last_run import last_run_place, read_last_run, unfinished_files
from nightly.lock import lock_holder
from nightly.publish import LATEST, leftovers
from nightly.reported import UNFINISHED
from nightly.run import read_known
from nightly.settings import setting_rows
from nightly.state import Places, places_of
from replay.engine import ENGINE_VERSION

LIBRARIES = ("duckdb", "polars", "pyarrow", "great_expectations", "SQLAlchemy", "msgspec", "structlog", "tzdata")
MEBIBYTE = 1024 * 1024
#: A run needs room for what comes in, for the copy for readers and for a new version of the report.
LEAST_FREE_BYTES = 256 * MEBIBYTE
STORE_SIZES_FREE = 3
FIELDS = ("check", "outcome", "text", "remedy")
_UNFINISHED = f"SELECT s.path, j.line_no FROM {UNFINISHED} ORDER BY ALL"


class Diagnosis(NamedTuple):
    """One thing that was looked at; `remedy` says what to do where the outcome is not ok."""

    check: str
    outcome: Literal["ok", "warning", "problem"]
    text: str
    remedy: str = ""


class Patient(NamedTuple):
    """What is looked at."""

    config_path: Path
    config: Config
    places: Places


def diagnose(config_path: Path) -> list[Diagnosis]:
    """Look at everything in `CHECKS`. Raises `ConfigError` where the config itself cannot be used."""
    config = load_config(config_path)
    patient = Patient(config_path, config, places_of(config))
    return [diagnosis for check in CHECKS for diagnosis in check(patient)]


def _versions(_: Patient) -> Iterator[Diagnosis]:
    found = [f"Python {platform.python_version()}", f"rules engine {ENGINE_VERSION}"]
    for name in ("handproof", *LIBRARIES):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            if name == "handproof":  # run from its source
                continue
            yield Diagnosis("versions", "problem", f"{name} is not installed", "install handproof anew with pip")
    yield Diagnosis("versions", "ok", ", ".join(found))


def _config(patient: Patient) -> Iterator[Diagnosis]:
    given = sum(row["from"] == "config" for row in setting_rows(patient.config))
    yield Diagnosis("config", "ok", f"{patient.config_path}: {given} settings, the rest are defaults")


def _zone(patient: Patient) -> Iterator[Diagnosis]:
    settings = patient.config.nightly  # that the zone is known was found out when the config was read
    yield Diagnosis("zone", "ok", f"{settings.zone} is known; a club day ends at {settings.day_ends}")


def _store(patient: Patient) -> Iterator[Diagnosis]:
    store = patient.places.store
    if not store.exists():
        yield Diagnosis("store", "ok", f"{store} is not there yet; the first run makes it")
        return
    try:
        found = schema_version_of(store)
    except StoreLocked as error:
        yield Diagnosis("store", "warning", f"{store} is in use by {error.holder}", "wait for it to end")
        return
    except StoreUnreadable as error:
        yield Diagnosis("store", "problem", str(error), "put a copy of the store in its place (docs/operating.md)")
        return
    if found > SCHEMA_VERSION:
        text = f"{store} was written by a newer handproof (tables of version {found}, this one knows {SCHEMA_VERSION})"
        yield Diagnosis("store", "problem", text, "update handproof")
    elif found < SCHEMA_VERSION:
        yield Diagnosis(
            "store", "warning", f"{store} has tables of version {found}, this handproof writes {SCHEMA_VERSION}",
            "nothing: the next run brings it forward and keeps a copy",
        )  # fmt: skip
    else:
        yield Diagnosis("store", "ok", f"{store} has tables of version {found}")


def _lock(patient: Patient) -> Iterator[Diagnosis]:
    holder = lock_holder(patient.places.store)
    if holder is None:
        yield Diagnosis("lock", "ok", "no night job is running")
    else:
        yield Diagnosis("lock", "warning", f"a night job is running: {holder}", "wait for it to end")


def _disk(patient: Patient) -> Iterator[Diagnosis]:
    store = patient.places.store
    needed = max(LEAST_FREE_BYTES, STORE_SIZES_FREE * store.stat().st_size if store.exists() else 0)
    for name, place in (("store", store), ("report", patient.places.out), ("snapshot", patient.places.snapshot)):
        folder = next(parent for parent in (place, *place.absolute().parents) if parent.is_dir())
        free = shutil.disk_usage(folder).free
        text = f"{free // MEBIBYTE} MiB free for the {name} in {folder}"
        if not os.access(folder, os.W_OK):
            yield Diagnosis("disk", "problem", f"{folder} may not be written", "give the job's user the right to")
        elif free < needed:
            yield Diagnosis("disk", "problem", f"{text}; {needed // MEBIBYTE} MiB are wanted", "make room on the disk")
        else:
            yield Diagnosis("disk", "ok", text)


def _inbox(patient: Patient) -> Iterator[Diagnosis]:
    inbox, waiting = _look_into_inbox(patient)
    for problem in inbox.problems:
        fault, _, remedy = problem.rpartition("; ")  # as every refusal: what is wrong; what to do
        yield Diagnosis("inbox", "problem", f"{fault}; its hands are in no report", remedy)
    for name in inbox.ignored:
        yield Diagnosis("inbox", "warning", f"{name} is no log by its name", "rename it (.jsonl) or take it away")
    for path, line_no in waiting:
        yield Diagnosis(
            "inbox", "warning", f"{path} ended in the middle of line {line_no} when it was read",
            "let its writer end it; a run takes the rest",
        )  # fmt: skip
    new = len(inbox.work)
    yield Diagnosis("inbox", "ok", f"{new} files wait for the next run, {inbox.count('known')} are taken already")


def _look_into_inbox(patient: Patient) -> tuple[Inbox, list[tuple[str, int]]]:
    """The inbox, and the ends of files that the store waits for; of a store that cannot be read nothing is known."""
    known: dict[str, tuple[int, int]] = {}
    waiting: list[tuple[str, int]] = []
    try:
        connection = open_store(patient.places.store, read_only=True, create=False)
    except StoreError:
        return look_through(patient.places.inbox, known), waiting
    try:
        known = read_known(connection)
        waiting = connection.execute(_UNFINISHED).fetchall()
    finally:
        connection.close()
    return look_through(patient.places.inbox, known), waiting


def _last_run(patient: Patient) -> Iterator[Diagnosis]:
    try:
        last = read_last_run(patient.places.store)
    except (OSError, ValueError) as error:
        yield Diagnosis("last run", "problem", str(error), f"move {last_run_place(patient.places.store)} away")
        return
    if last is None:
        yield Diagnosis("last run", "warning", "no night job has run yet", "see docs/operating.md for cron and systemd")
        return
    code = last.summary["exit_code"]
    text = f"ended {last.ended:%Y-%m-%d %H:%M} UTC with exit code {code}"
    if code not in (0, 1):
        why = last.summary.get("error") or "; ".join(map(str, last.summary.get("problems", [])))
        yield Diagnosis("last run", "problem", f"{text}: {why}", "put that right; the next run goes on by itself")
    else:
        yield Diagnosis("last run", "ok", text)


def _leftovers(patient: Patient) -> Iterator[Diagnosis]:
    store, snapshot = patient.places.store, patient.places.snapshot
    found = [*leftovers(patient.places.out), *unfinished_files(store)]
    found += [place for place in (snapshot.with_name(f".{snapshot.name}.part"),) if place.exists()]
    if lock_holder(store) is not None:  # they are being worked with
        found = []
    for place in found:
        yield Diagnosis("left over", "warning", f"{place} is from a run that was killed", "the next run removes it")
    if not found:
        yield Diagnosis("left over", "ok", "no temporary file is left over")


def _report(patient: Patient) -> Iterator[Diagnosis]:
    latest = patient.places.out / LATEST
    if (latest / "index.html").is_file():
        yield Diagnosis("report", "ok", f"{latest / 'index.html'} is there")
    else:
        yield Diagnosis("report", "warning", f"there is no report at {latest}", "run handproof nightly")


def _snapshot(patient: Patient) -> Iterator[Diagnosis]:
    snapshot = patient.places.snapshot
    if not snapshot.exists():
        yield Diagnosis("snapshot", "warning", f"there is no copy at {snapshot}", "run handproof nightly")
        return
    try:
        open_store(snapshot, read_only=True, create=False).close()
        yield Diagnosis("snapshot", "ok", f"{snapshot} can be read")
    except StoreError as error:
        yield Diagnosis("snapshot", "problem", str(error), "move it away; the next run makes a new one")


#: What is looked at, in this order.
CHECKS: tuple[Callable[[Patient], Iterator[Diagnosis]], ...] = (
    _versions, _config, _zone, _store, _lock, _disk, _inbox, _last_run, _leftovers, _report, _snapshot,
)  # fmt: skip
