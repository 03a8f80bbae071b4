"""What a run has to tell that no run has told before, so that an old fault does not ring the bell for years.

News are nights whose numbers or findings changed, and lines that could not be taken. They belong to the run that told
them first. A run without news tells again what the last one with news told: running twice changes nothing.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import duckdb

from ingest.club_day import UNDATED
from ingest.store import Transaction
from reports.club_nights import ClubNight

_FOUND = """
SELECT session_id,
       sha256(string_agg(concat_ws(chr(31), code, hand_id, action_no, seat, player_id, expected, actual), chr(30)
                         ORDER BY place))
FROM report_found GROUP BY session_id
"""
#: Files that ended in the middle of a line, or broke off. One that is too large will not be whole by waiting.
UNFINISHED = """
sources s JOIN rejects j ON j.line_key = s.unfinished_key AND j.code NOT IN ('file.bomb', 'file.too_large')
"""
#: The ends of files that are still being written, with the latest club day when they were first seen.
_WAITING = f"""
CREATE OR REPLACE TEMP TABLE nightly_waiting AS
SELECT DISTINCT s.unfinished_key AS key, coalesce(r.digest, $1) AS digest
FROM {UNFINISHED}
LEFT JOIN nightly_reported r ON r.kind = 'waiting' AND r.key = s.unfinished_key
"""
#: They wait only while no later night has come in; a line that was never finished by then is lost, and is told.
_LINES = """
SELECT 'line' AS kind, line_key AS key, any_value(code) AS digest
FROM (SELECT line_key, code FROM rejects UNION ALL SELECT line_key, 'conflict' FROM conflicts)
WHERE line_key NOT IN (SELECT key FROM nightly_waiting WHERE digest >= $1)
GROUP BY line_key
"""
_NEXT = f"""
CREATE OR REPLACE TEMP TABLE nightly_next AS
WITH items AS (
    SELECT 'night' AS kind, unnest($2) AS key, unnest($3) AS digest
    UNION ALL ({_LINES})
    UNION ALL SELECT 'waiting', key, digest FROM nightly_waiting
), compared AS (
    SELECT i.*, r.run_no FROM items i
    LEFT JOIN nightly_reported r ON r.kind = i.kind AND r.key = i.key AND r.digest = i.digest
)
SELECT kind, key, digest,
       coalesce(run_no, CASE kind WHEN 'waiting' THEN 0
                        ELSE (SELECT coalesce(max(run_no), 0) + 1 FROM nightly_reported) END) AS run_no
FROM compared
"""
_SCOPE = "SELECT kind, key FROM nightly_reported WHERE run_no = (SELECT max(run_no) FROM nightly_reported) ORDER BY ALL"
_WAITING_NOW = f"""
SELECT s.path, j.line_no FROM {UNFINISHED}
WHERE s.unfinished_key IN (SELECT key FROM nightly_waiting WHERE digest >= $1) ORDER BY ALL
"""


@dataclass(frozen=True)
class News:
    """What the run tells: club days, how many lines were not taken, and (path, line) of ends that are waited for."""

    nights: tuple[str, ...]
    lines: int
    waiting: tuple[tuple[str, int], ...]


def record_news(connection: duckdb.DuckDBPyConnection, nights: Sequence[ClubNight]) -> News:
    """Find out what is news and note that it is told; `report_found` of the report must still be there."""
    latest = max((night.day for night in nights if night.day != UNDATED), default="")
    digests = _digests(connection, nights)
    with Transaction(connection):
        connection.execute(_WAITING, [latest])
        connection.execute(_NEXT, [latest, list(digests), list(digests.values())])
        connection.execute("DELETE FROM nightly_reported")
        connection.execute("INSERT INTO nightly_reported SELECT kind, key, digest, run_no FROM nightly_next")
    scope = connection.execute(_SCOPE).fetchall()
    waiting = connection.execute(_WAITING_NOW, [latest]).fetchall()
    return News(
        nights=tuple(key for kind, key in scope if kind == "night"),
        lines=sum(kind == "line" for kind, _ in scope),
        waiting=tuple((path, line_no) for path, line_no in waiting),
    )


def _digests(connection: duckdb.DuckDBPyConnection, nights: Iterable[ClubNight]) -> dict[str, str]:
    """By club day, a digest of the numbers of its sessions and of their findings."""
    found = dict(connection.execute(_FOUND).fetchall())
    return {
        night.day: hashlib.sha256(
            json.dumps([[session, found.get(session["session_id"])] for session in night.sessions]).encode()
        ).hexdigest()
        for night in nights
    }
