"""Which hands the store has still to judge, in which order, and what each of them hangs on.

The plan is a temporary table, `replay_work`: hands that are new, whose line, rules, table or engine version changed, on
which our own program failed the last time, and those after them that take their table from them. A worker that finds
such a follower unchanged leaves it alone.
It is made in small steps, because joins and windows over a million hands at once would not fit the memory of the
store; the lines themselves are fetched as the work goes on.
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
from ingest.progress import Progress
from replay.keys import EMPTY_TABLE, OWN_OPENING
from replay.worker import Work

#: The lines of so many bytes are brought into the order of the work at once, ...
PASS_BYTES = 96 * 2**20
#: ... and so many of them, or so many hands, are in Python's memory at once.
PIECE_BYTES = 4 * 2**20
PIECE_HANDS = 4096

_STEPS = (
    """
    CREATE OR REPLACE TEMP TABLE replay_order AS
    SELECT records.session_id, records.position, hands.hand_id, hands.game, hands.source_id, hands.line_no,
           hands.line_sha256, hands.opening IS NOT NULL AS own_opening, strlen(hands.raw) AS bytes
    FROM session_records AS records JOIN hands ON hands.hand_id = records.hand_id
    """,
    """
    CREATE OR REPLACE TEMP TABLE replay_known AS
    SELECT hands.*, rules.rules_no, verdicts.table_after::VARCHAR AS old_table_after,
           CASE WHEN hands.hand_id IN (SELECT hand_id FROM findings WHERE code = 'engine.fault') THEN 'none'
                ELSE verdicts.replay_key END AS old_key
    FROM replay_order AS hands
    LEFT JOIN sessions ON sessions.session_id = hands.session_id
    JOIN replay_rules AS rules
      ON rules.game = hands.game AND rules.session_rules = coalesce(sessions.rules::VARCHAR, '')
    LEFT JOIN verdicts ON verdicts.hand_id = hands.hand_id
    """,
    # What lies on the table, by F4, where the hand does not say; chain: hands that hang on one another.
    """
    CREATE OR REPLACE TEMP TABLE replay_tables AS
    SELECT *, CASE WHEN own_opening THEN '{own}' ELSE coalesce(lag(old_table_after) OVER game_table, '{empty}') END
                  AS table_before,
           sum(own_opening::INTEGER) OVER game_table AS chain
    FROM replay_known
    WINDOW game_table AS (PARTITION BY session_id, game ORDER BY position)
    """,
    """
    CREATE OR REPLACE TEMP TABLE replay_stale AS
    SELECT hands.* EXCLUDE (line_sha256, own_opening),
           old_key IS DISTINCT FROM sha256(line_sha256 || chr(10) || rules.rules_key || chr(10) || table_before
               || chr(10) || (SELECT engine_version FROM replay_engine)) AS stale
    FROM replay_tables AS hands JOIN replay_rules AS rules ON rules.rules_no = hands.rules_no
    """,
    """
    CREATE OR REPLACE TEMP TABLE replay_visits AS
    SELECT * EXCLUDE (stale_so_far), NOT lag(stale_so_far, 1, false) OVER in_chain AS begins
    FROM (SELECT *, bool_or(stale) OVER in_chain AS stale_so_far FROM replay_stale
          WINDOW in_chain AS (PARTITION BY session_id, game, chain ORDER BY position))
    WHERE stale_so_far
    WINDOW in_chain AS (PARTITION BY session_id, game, chain ORDER BY position)
    """,
    """
    CREATE OR REPLACE TEMP TABLE replay_work AS
    SELECT *, sum(bytes) OVER in_order // {pass_bytes} AS pass_no, sum(bytes) OVER in_order // {piece_bytes} AS piece
    FROM (SELECT hand_id, source_id, line_no, bytes, rules_no, begins, table_before, stale, old_key, old_table_after,
                 row_number() OVER (ORDER BY session_id, game, position) AS work_no
          FROM replay_visits)
    WINDOW in_order AS (ORDER BY work_no)
    """,
)
_TEMPORARY_TABLES = (
    "replay_order", "replay_known", "replay_tables", "replay_stale", "replay_visits", "replay_work", "replay_pass",
    "replay_rules", "replay_engine",
)  # fmt: skip

_PASSES = """
SELECT pass_no, min(source_id), max(source_id), min(line_no), max(line_no) FROM replay_work GROUP BY pass_no
ORDER BY pass_no
"""

# Hands of one sitting mostly stand near each other: where in the logs they do lets most of the table go unread.
_MAKE_PASS = """
CREATE OR REPLACE TEMP TABLE replay_pass AS
SELECT work.*, hands.session_id, hands.hand_no, hands.game, hands.raw, hands.line_sha256
FROM replay_work AS work JOIN hands ON hands.hand_id = work.hand_id
WHERE work.pass_no = $pass_no AND hands.source_id BETWEEN $first_source AND $last_source
  AND hands.line_no BETWEEN $first_line AND $last_line
ORDER BY work.work_no
"""

_PIECES = """
SELECT min(work_no), max(work_no) FROM replay_pass GROUP BY piece, work_no // $hands ORDER BY 1
"""

_READ = """
SELECT hand_id, session_id, hand_no, hands.game, raw, line_sha256, rules, rules_key, begins, table_before,
       CASE WHEN stale THEN NULL ELSE old_key END, old_table_after
FROM replay_pass AS hands JOIN replay_rules AS rules ON rules.rules_no = hands.rules_no
WHERE work_no BETWEEN $first AND $last ORDER BY work_no
"""


def make_plan(
    connection: DuckDBPyConnection, config_rules: RulesByGame, engine_version: str, progress: Progress
) -> tuple[int, int]:
    """Write the plan; gives back how many hands it holds, and how many hands the store holds in all."""
    _write_rules(connection, config_rules)
    connection.execute("CREATE OR REPLACE TEMP TABLE replay_engine (engine_version VARCHAR)")
    connection.execute("INSERT INTO replay_engine VALUES ($1)", [engine_version])
    progress.start("plan", len(_STEPS))
    last = ""
    for step in _STEPS:
        connection.execute(
            step.format(own=OWN_OPENING, empty=EMPTY_TABLE, pass_bytes=PASS_BYTES, piece_bytes=PIECE_BYTES)
        )
        if last:
            connection.execute(f"DROP TABLE {last}")
        last = step.split("TEMP TABLE ")[1].split()[0]
        progress.advance(1)
    progress.finish()
    return _count(connection, "replay_work"), _count(connection, "hands")


def read_plan(connection: DuckDBPyConnection) -> Iterator[Work]:
    """The hands of the plan in order, a few megabytes of them in memory at a time."""
    names = ("pass_no", "first_source", "last_source", "first_line", "last_line")
    for row in connection.execute(_PASSES).fetchall():
        connection.execute(_MAKE_PASS, dict(zip(names, row, strict=True)))
        for first, last in connection.execute(_PIECES, {"hands": PIECE_HANDS}).fetchall():
            for work in connection.execute(_READ, {"first": first, "last": last}).fetchall():
                yield Work(*work)


def drop_plan(connection: DuckDBPyConnection) -> None:
    """Take the temporary tables away again."""
    for table in _TEMPORARY_TABLES:
        connection.execute(f"DROP TABLE IF EXISTS {table}")


def _count(connection: DuckDBPyConnection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


def _write_rules(connection: DuckDBPyConnection, config_rules: RulesByGame) -> None:
    """The rules that hold below the hand's own, for every game and every set of session rules in the store."""
    texts = connection.execute("SELECT DISTINCT coalesce(rules::VARCHAR, '') FROM sessions ORDER BY 1").fetchall()
    pairs = product(sorted({"", *(text for (text,) in texts)}), house_rules.RULES_BY_GAME)
    rows = [(number, *_rules_row(game, text, config_rules)) for number, (text, game) in enumerate(pairs)]
    frame = pl.DataFrame(rows, schema=["rules_no", "session_rules", "game", "rules", "rules_key"], orient="row")
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
