"""Which hands the store has still to judge, in which order, and what each of them hangs on.

The plan is a temporary table, `replay_work`: hands that are new, whose line, rules, table or engine version changed,
and those after them that take their table from them. A worker that finds such a follower unchanged leaves it alone.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec
import polars as pl
from duckdb import DuckDBPyConnection

from ingest import house_rules
from ingest.house_rules import RulesByGame
from replay.worker import EMPTY_TABLE, OWN_OPENING, Work

#: Hands are read back from the plan in pieces of about so many bytes of raw lines.
READ_BYTES = 4 * 2**20
#: ... and of no more hands than this.
READ_HANDS = 4096

_MAKE_WORK = """
CREATE OR REPLACE TEMP TABLE replay_work AS
WITH hands_in_order AS (
    SELECT records.session_id, records.position, hands.hand_id, hands.game, hands.line_sha256,
           hands.opening IS NOT NULL AS own_opening, rules.rules, rules.rules_key,
           verdicts.replay_key AS old_key, verdicts.table_after::VARCHAR AS old_table_after
    FROM session_records AS records
    JOIN hands ON hands.hand_id = records.hand_id
    LEFT JOIN sessions ON sessions.session_id = hands.session_id
    JOIN replay_rules AS rules
      ON rules.game = hands.game AND rules.session_rules = coalesce(sessions.rules::VARCHAR, '')
    LEFT JOIN verdicts ON verdicts.hand_id = hands.hand_id
    WHERE records.kind = 'hand'
),
with_table AS (
    SELECT *, CASE WHEN own_opening THEN $own ELSE coalesce(lag(old_table_after) OVER game_table, $empty) END
                  AS table_before,
           sum(own_opening::INTEGER) OVER game_table AS chain
    FROM hands_in_order
    WINDOW game_table AS (PARTITION BY session_id, game ORDER BY position)
),
with_key AS (
    SELECT *, old_key IS DISTINCT FROM
              sha256(line_sha256 || chr(10) || rules_key || chr(10) || table_before || chr(10) || $version) AS stale
    FROM with_table
),
to_visit AS (
    SELECT *, lag(stale_so_far, 1, false) OVER chain_of_hands AS follows
    FROM (SELECT *, bool_or(stale) OVER chain_of_hands AS stale_so_far FROM with_key
          WINDOW chain_of_hands AS (PARTITION BY session_id, game, chain ORDER BY position))
    WHERE stale_so_far
    WINDOW chain_of_hands AS (PARTITION BY session_id, game, chain ORDER BY position)
),
numbered AS (
    SELECT *, row_number() OVER (ORDER BY session_id, game, position) AS work_no FROM to_visit
)
SELECT numbered.work_no, numbered.hand_id, numbered.session_id, hands.hand_no, numbered.game, hands.raw,
       numbered.line_sha256, numbered.rules, numbered.rules_key, NOT numbered.follows AS begins,
       numbered.table_before, numbered.stale, numbered.old_key, numbered.old_table_after
FROM numbered JOIN hands ON hands.hand_id = numbered.hand_id
ORDER BY numbered.work_no
"""

_MAKE_READS = """
CREATE OR REPLACE TEMP TABLE replay_reads AS
SELECT min(work_no) AS first_no, max(work_no) AS last_no
FROM (SELECT work_no, sum(strlen(raw)) OVER (ORDER BY work_no) // $bytes AS piece, work_no // $hands AS part
      FROM replay_work)
GROUP BY piece, part
ORDER BY first_no
"""

_READ = """
SELECT hand_id, session_id, hand_no, game, raw, line_sha256, rules, rules_key, begins, table_before,
       CASE WHEN stale THEN NULL ELSE old_key END, old_table_after
FROM replay_work WHERE work_no BETWEEN $first AND $last ORDER BY work_no
"""


def make_plan(connection: DuckDBPyConnection, config_rules: RulesByGame, engine_version: str) -> tuple[int, int]:
    """Write the plan; gives back how many hands it holds, and how many hands the store holds in all."""
    _write_rules(connection, config_rules)
    connection.execute(_MAKE_WORK, {"own": OWN_OPENING, "empty": EMPTY_TABLE, "version": engine_version})
    connection.execute(_MAKE_READS, {"bytes": READ_BYTES, "hands": READ_HANDS})
    return _count(connection, "replay_work"), _count(connection, "hands")


def read_plan(connection: DuckDBPyConnection) -> Iterator[Work]:
    """The hands of the plan in order, a few megabytes of them in memory at a time."""
    for first, last in connection.execute("SELECT first_no, last_no FROM replay_reads ORDER BY first_no").fetchall():
        for row in connection.execute(_READ, {"first": first, "last": last}).fetchall():
            yield Work(*row)


def drop_plan(connection: DuckDBPyConnection) -> None:
    """Take the temporary tables away again."""
    for table in ("replay_work", "replay_reads", "replay_rules"):
        connection.execute(f"DROP TABLE IF EXISTS {table}")


def _count(connection: DuckDBPyConnection, table: str) -> int:
    row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert row is not None
    return int(row[0])


def _write_rules(connection: DuckDBPyConnection, config_rules: RulesByGame) -> None:
    """The rules that hold below the hand's own, for every game and every set of session rules in the store."""
    texts = connection.execute("SELECT DISTINCT coalesce(rules::VARCHAR, '') FROM sessions ORDER BY 1").fetchall()
    rows = [
        _rules_row(game, text, config_rules)
        for text, game in product(sorted({"", *(text for (text,) in texts)}), house_rules.RULES_BY_GAME)
    ]
    frame = pl.DataFrame(rows, schema=["session_rules", "game", "rules", "rules_key"], orient="row")
    connection.register("replay_rules_frame", frame)
    connection.execute("CREATE OR REPLACE TEMP TABLE replay_rules AS SELECT * FROM replay_rules_frame")
    connection.unregister("replay_rules_frame")


def _rules_row(game: str, session_rules: str, config_rules: RulesByGame) -> tuple[str, str, str, str]:
    session: Mapping[str, Mapping[str, Any]] = json.loads(session_rules) if session_rules else {}
    layers = (config_rules.get(game), session.get(game))
    merged = {key: value for layer in layers if layer for key, value in layer.items()}
    in_force = house_rules.resolve(game, *layers)
    encode = msgspec.json.Encoder(order="sorted").encode
    return session_rules, game, encode(merged).decode(), encode(in_force).decode()
