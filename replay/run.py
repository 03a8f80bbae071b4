"""The run over the store: replays the hands that are new or changed, on any number of workers, in bounded memory.

`replay.plan` says which hands, `replay.worker` judges them in chunks, and here the chunks are handed out in the order
of the sessions and their results are taken back in that same order, so that the number of workers changes nothing.
Results go into the store in batches, each in one transaction; a run that was broken off goes on where it stopped.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context

import polars as pl
from duckdb import DuckDBPyConnection

from ingest.house_rules import RulesByGame
from ingest.progress import NO_PROGRESS, Progress
from ingest.store import Transaction, apply_schema
from replay.engine import ENGINE_VERSION, replay_hand
from replay.keys import EMPTY_TABLE
from replay.plan import drop_plan, make_plan, read_plan
from replay.worker import FRAME_TYPES, ChunkResult, ReplayFunction, Work, replay_chunk

#: A chunk is cut at the first hand that needs nothing from the one before it, after so many hands ...
CHUNK_HANDS = 256
#: ... or so many characters of raw lines; a chain of hands longer than twice that is cut all the same.
CHUNK_CHARACTERS = 512 * 1024
#: Chunks handed out and not yet taken back, for each worker.
CHUNKS_IN_FLIGHT = 3
#: Rows of results that are written in one transaction.
BATCH_ROWS = 200_000
#: With fewer hands than this, starting worker processes costs more than they save.
HANDS_WORTH_A_POOL = 4 * CHUNK_HANDS


@dataclass(frozen=True, slots=True)
class ReplayCounts:
    """What a run did: hands judged anew, hands whose results still held, and hands on which the engine failed."""

    replayed: int
    kept: int
    faults: int


@dataclass(frozen=True, slots=True)
class _Chunk:
    hands: list[Work]
    goes_on: bool  # its first hand takes its table from the last hand of the chunk before


class InlineExecutor(Executor):
    """Does the work where it stands: one worker, no processes."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        """Call `fn` now; what it raises is raised by the future."""
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def replay_store(
    connection: DuckDBPyConnection,
    *,
    config_rules: RulesByGame | None = None,
    jobs: int = 1,
    progress: Progress = NO_PROGRESS,
    executor: Executor | None = None,
    replay: ReplayFunction = replay_hand,
    engine_version: str = ENGINE_VERSION,
) -> ReplayCounts:
    """Replay every hand of the store whose results are missing or no longer hold.

    `config_rules` are the club's house rules by game. `jobs` is the number of worker processes; `executor` hands the
    work to any other `concurrent.futures` executor instead (dask's too), and `jobs` then says how many workers it has.
    `replay` and `engine_version` stand for the engine, for tests. A hand on which the engine fails gets the finding
    ``engine.fault`` and the run goes on.
    """
    if jobs < 1:
        raise ValueError(f"jobs is {jobs}; at least 1 worker is needed")
    apply_schema(connection, "replay")
    planned, stored = make_plan(connection, config_rules or {}, engine_version, progress)
    progress.start("replay", planned)
    try:
        _take_away_stale(connection)
        with _workers(executor, jobs if planned >= HANDS_WORTH_A_POOL else 1) as pool:
            counts = _run_chunks(connection, pool, jobs, progress, replay, engine_version)
    finally:
        drop_plan(connection)
        progress.finish()
    return ReplayCounts(counts.replayed, stored - counts.replayed, counts.faults)


@contextmanager
def _workers(executor: Executor | None, jobs: int) -> Iterator[Executor]:
    if executor is not None:
        yield executor
    elif jobs == 1:
        yield InlineExecutor()
    else:
        # Never fork: DuckDB and polars hold threads and locks that a forked child would inherit half-way.
        pool = ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn"))
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _take_away_stale(connection: DuckDBPyConnection) -> None:
    """Results that no longer hold go first, all at once: deleting batch by batch would read the tables every time."""
    stale = "SELECT hand_id FROM replay_work WHERE stale AND old_key IS NOT NULL"
    with Transaction(connection):
        for table in FRAME_TYPES:
            connection.execute(f"DELETE FROM {table} WHERE hand_id IN ({stale})")


def _chunks(hands: Iterator[Work]) -> Iterator[_Chunk]:
    """Cut the plan where a hand needs nothing from the one before it, or where a chain grows too long."""
    held: list[Work] = []
    characters, goes_on = 0, False
    for work in hands:
        size = max(len(held) / CHUNK_HANDS, characters / CHUNK_CHARACTERS)
        if held and size >= (1 if work.begins else 2):
            yield _Chunk(held, goes_on)
            held, characters, goes_on = [], 0, not work.begins
        held.append(work)
        characters += len(work.raw)
    if held:
        yield _Chunk(held, goes_on)


def _run_chunks(
    connection: DuckDBPyConnection,
    pool: Executor,
    jobs: int,
    progress: Progress,
    replay: ReplayFunction,
    engine_version: str,
) -> ReplayCounts:
    in_flight: deque[Future[ChunkResult]] = deque()
    batch = _Batch(connection, progress)
    for chunk in _chunks(read_plan(connection)):
        # Only a chain of hands without an opening waits here: its table is not known before the chunk before is done.
        table = in_flight[-1].result().table_after if chunk.goes_on else EMPTY_TABLE
        in_flight.append(pool.submit(replay_chunk, chunk.hands, table, engine_version, replay))
        while len(in_flight) > jobs * CHUNKS_IN_FLIGHT:
            batch.take(in_flight.popleft().result())
    while in_flight:
        batch.take(in_flight.popleft().result())
    batch.write()
    return ReplayCounts(batch.replayed, batch.kept, batch.faults)


class _Batch:
    """Results on their way into the store."""

    def __init__(self, connection: DuckDBPyConnection, progress: Progress) -> None:
        self.connection, self.progress = connection, progress
        self.replayed = self.kept = self.faults = 0
        self.results: list[ChunkResult] = []
        self.rows = 0

    def take(self, result: ChunkResult) -> None:
        """Keep a chunk's rows; write them when there are enough."""
        self.results.append(result)
        self.rows += sum(frame.height for frame in result.frames.values())
        self.replayed += result.replayed
        self.kept += result.kept
        self.faults += int((result.frames["findings"]["code"] == "engine.fault").sum())
        self.progress.advance(result.replayed + result.kept)
        if self.rows >= BATCH_ROWS:
            self.write()

    def write(self) -> None:
        """All that is held goes into the store in one transaction, in the place of what it replaces."""
        replaced = [hand_id for result in self.results for hand_id in result.replaced]
        with Transaction(self.connection):
            for table in FRAME_TYPES if self.results else ():
                if replaced:
                    self.connection.execute(f"DELETE FROM {table} WHERE hand_id IN (SELECT unnest($1))", [replaced])
                self._insert(table, pl.concat([result.frames[table] for result in self.results]))
        self.results, self.rows = [], 0

    def _insert(self, table: str, frame: pl.DataFrame) -> None:
        if frame.height:
            self.connection.register("replay_batch", frame)
            self.connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM replay_batch")
            self.connection.unregister("replay_batch")
