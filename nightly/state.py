"""A run of the night job while it is under way: where things are, what it works with, what its steps have come to."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from ingest.config import Config
from ingest.load import IngestCounts
from ingest.progress import Progress
from ingest.store import snapshot_place
from nightly.inbox import Inbox
from nightly.pipeline import Run
from nightly.reported import News
from replay.run import ReplayCounts
from reports.build import ReportCounts


class Places(NamedTuple):
    """Where the config says that things are."""

    inbox: tuple[Path, ...]
    store: Path
    out: Path
    snapshot: Path


@dataclass
class NightRun:
    """A run while it is under way: what it works with, and what its steps have come to."""

    config: Config
    places: Places
    connection: duckdb.DuckDBPyConnection
    jobs: int
    progress: Progress
    log: Any
    inbox: Inbox
    problems: list[str]
    unreadable: set[str] = field(default_factory=set)
    lines: IngestCounts = field(init=False)
    replayed: ReplayCounts = field(init=False)
    report: ReportCounts = field(init=False)
    news: News = field(init=False)

    @property
    def stages(self) -> Run:
        """The run as the stages of an audit see it."""
        return Run(self.connection, self.places.store, (), self.config, self.places.out, self.jobs, self.progress)


def places_of(config: Config) -> Places:
    """The places that the config names."""
    settings = config.nightly
    store = config.place(settings.store)
    snapshot = config.place(settings.snapshot) if settings.snapshot else snapshot_place(store)
    return Places(tuple(config.place(folder) for folder in settings.inbox), store, config.place(settings.out), snapshot)
