"""The same hands under other house rules: replayed and checked in a store of their own, which goes when all is told.

The club's store is only read. In the store of its own stand the hands that are looked at (copied where they are those
of one session, else seen in the club's), and what `replay_store` and `check_continuity` find in them when the changed
keys override those of hand, session and config. So the answer is what an audit would find if every hand had named
them; `reports.what_if_changes` compares the two.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import duckdb
import msgspec

from checks.continuity import check_continuity
from ingest.house_rules import RulesByGame
from ingest.progress import NO_PROGRESS, Progress
from ingest.store import open_beside
from replay.engine import ENGINE_VERSION
from replay.plan import drop_plan, make_plan
from replay.run import replay_store
from replay.what_if import replay_under
from reports.errors import ReportError
from reports.frames import number_of
from reports.nearest import hand_of, session_of
from reports.options import reading

#: The club's store, as the store of its own sees it.
CLUB = "club"
#: What is taken of the club's store for one session, in this order.
_OF_SESSION = {
    "sessions": "session_id = $session",
    "hands": "session_id = $session",
    "hand_players": "hand_id IN (SELECT hand_id FROM hands)",
    "actions": "hand_id IN (SELECT hand_id FROM hands)",
    "cash": "session_id = $session",
    "closes": "session_id = $session",
    "close_stacks": "line_key IN (SELECT line_key FROM closes)",
    "close_shares": "line_key IN (SELECT line_key FROM closes)",
}
_NOT_IN_FORCE = "SELECT count(*) FROM replay_work WHERE stale AND old_key IS DISTINCT FROM 'none'"


class Choice(NamedTuple):
    """Which hands are looked at: one, those of a session, or (both None) all."""

    hand_id: str | None = None
    session_id: str | None = None


@contextmanager
def other_rules(
    store: str | Path,
    choice: Choice,
    changed: RulesByGame,
    *,
    config_rules: RulesByGame | None = None,
    jobs: int = 1,
    progress: Progress = NO_PROGRESS,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Gives a connection in which `CLUB` is the club's store and the other tables say what the changed rules would.

    The temporary table `what_if_wanted` holds the hands that are looked at. `config_rules` are those of the club's last
    audit. Raises `ReportError` where there is no such hand or session, or where the store's results are not those of
    these config rules and this engine; `StoreLocked`, `StoreUnreadable` where the store cannot be read.
    """
    session_id = _session(store, choice)
    with TemporaryDirectory(prefix="handproof-what-if-") as folder:
        connection = open_beside(Path(folder) / "what-if.duckdb", ("ingest", "replay", "checks"), store, CLUB)
        try:
            _take_hands(connection, session_id, choice.hand_id)
            _refuse_other_results(connection, config_rules or {})
            replay_store(
                connection,
                config_rules=config_rules,
                jobs=jobs,
                progress=progress,
                replay=partial(replay_under, changed=changed),
                engine_version=f"{ENGINE_VERSION} under {msgspec.json.encode(changed, order='sorted').decode()}",
            )
            check_continuity(connection, progress)
            yield connection
        finally:
            connection.close()


def _session(store: str | Path, choice: Choice) -> str | None:
    """The session that must be replayed, None for all; also finds out whether the store can be read at all."""
    with reading(Path(store)) as connection:
        connection.execute("SELECT 1 FROM corrections, final_verdicts, all_findings LIMIT 0")  # is it audited at all?
        if choice.hand_id is not None:
            return hand_of(connection, choice.hand_id)
        return None if choice.session_id is None else session_of(connection, choice.session_id)


def _take_hands(connection: duckdb.DuckDBPyConnection, session_id: str | None, hand_id: str | None) -> None:
    """Bring in the records of the hands, and `what_if_wanted`. All of them are seen in the club's store, not copied."""
    for table, condition in _OF_SESSION.items():
        if session_id is None:
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"CREATE VIEW {table} AS SELECT * FROM {CLUB}.{table}")
        else:
            values = {"session": session_id} if "$session" in condition else {}
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM {CLUB}.{table} WHERE {condition}", values)
    connection.execute(f"INSERT INTO sources BY NAME SELECT * FROM {CLUB}.sources")
    connection.execute(
        "CREATE TEMP TABLE what_if_wanted AS SELECT hand_id, session_id, hand_no, game FROM hands "
        "WHERE $hand IS NULL OR hand_id = $hand",
        {"hand": hand_id},
    )


def _refuse_other_results(connection: duckdb.DuckDBPyConnection, config_rules: RulesByGame) -> None:
    """What the store says must be what the rules in force say; else rules would be compared that nobody named."""
    taken = "hand_id IN (SELECT hand_id FROM hands)"
    for table in ("verdicts", "findings"):
        connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM {CLUB}.{table} WHERE {taken}")
    make_plan(connection, config_rules, ENGINE_VERSION, NO_PROGRESS)
    others = number_of(connection, _NOT_IN_FORCE)
    drop_plan(connection)
    if others:
        raise ReportError(
            f"{others} of these hands {'is' if others == 1 else 'are'} not replayed yet, or under other house rules: "
            "name the --config of the last audit, or run `handproof audit` first"
        )
    for table in ("verdicts", "findings"):
        connection.execute(f"DELETE FROM {table}")
