"""Whether the store still is what was read and what was made of it: `verify_store`, which changes nothing.

It looks, in this order, at each line against its digest and at all rows that were made of it (`checks.verify_rows`), at
the counts of the sources and at records that belong to nothing (`checks.verify_counts`), at the results of the replay
(`checks.verify_replay`), and at the log files where they still lie (`checks.verify_files`).
"""

from collections.abc import Callable

import duckdb

from checks.verify_counts import look_at_counts
from checks.verify_files import look_at_files
from checks.verify_replay import look_at_replay
from checks.verify_results import Looked, LookedAt
from checks.verify_rows import look_at_rows
from ingest.house_rules import RulesByGame
from ingest.load import rare_garbage_collection
from ingest.progress import NO_PROGRESS, Progress

__all__ = ["Looked", "verify_store"]


def verify_store(
    connection: duckdb.DuckDBPyConnection,
    config_rules: RulesByGame | None = None,
    progress: Progress = NO_PROGRESS,
) -> list[Looked]:
    """Everything that was looked at; it is verified where nothing `differs`.

    `config_rules` are the club's house rules by game, as the replay had them. The connection may be read-only. What of
    the store's own file cannot be read any more is said too, and not raised.
    """
    with rare_garbage_collection():
        try:
            found, spans = look_at_rows(connection, progress)
        except duckdb.Error as error:
            return [_unreadable("rows", error)]
        looks: tuple[tuple[LookedAt, Callable[[], list[Looked]]], ...] = (
            ("counts", lambda: look_at_counts(connection, spans)),
            ("replay", lambda: look_at_replay(connection, config_rules or {})),
            ("file", lambda: look_at_files(connection, progress)),
        )
        for looked_at, look in looks:
            try:
                found += look()
            except duckdb.Error as error:
                found.append(_unreadable(looked_at, error))
        return found


def _unreadable(looked_at: LookedAt, error: duckdb.Error) -> Looked:
    """The file of the store is damaged: that is an answer, and all that can be said of this part of it."""
    if isinstance(error, duckdb.OutOfMemoryException | duckdb.InterruptException):
        raise error
    first = str(error).splitlines()[0]
    return Looked("differs", looked_at, 1, f"The store itself cannot be read here ({first}); take a copy of it.")
