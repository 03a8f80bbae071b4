"""What no single hand shows: from hand to hand in a sitting, and over its sums (F2-F6, C6, S12-S15, K19).

Each check is a query in a file of its own that returns the bad rows: none = all is well. The comment on top of the
file is what the user reads. The findings go to `continuity_findings`, the whole table anew at every run.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from duckdb import DuckDBPyConnection

from ingest.progress import NO_PROGRESS, Progress
from ingest.store import Transaction
from replay.findings import WARNINGS


@dataclass(frozen=True, slots=True)
class ContinuityCheck:
    """A query of bad rows, the code and the rule of the findings that it makes."""

    name: str
    code: str
    rule: str

    @property
    def query(self) -> str:
        """The SQL: one row a finding."""
        return _sql(self.name)

    @property
    def text(self) -> str:
        """What must hold, in plain words: the comment on top of the query."""
        lines = (line.removeprefix("--").strip() for line in self.query.splitlines() if line.startswith("--"))
        return " ".join(lines)

    @property
    def severity(self) -> str:
        """``error``, or ``warning`` where the finding leaves the verdict of the hand as it is."""
        return "warning" if self.code in WARNINGS else "error"


#: What is checked, in this order.
CONTINUITY_CHECKS: tuple[ContinuityCheck, ...] = (
    ContinuityCheck("gap", "continuity.gap", "F2"),
    ContinuityCheck("stack", "continuity.stack", "F3"),
    ContinuityCheck("table", "continuity.table", "F4"),
    ContinuityCheck("dealer", "continuity.dealer", "C6"),
    ContinuityCheck("banker", "continuity.dealer", "C6"),
    ContinuityCheck("time", "continuity.time", "F5"),
    ContinuityCheck("balance", "session.balance", "F6"),
    ContinuityCheck("shares", "session.balance", "F6"),
)

#: What the queries read, made before them.
_PREPARATIONS = ("timeline", "balances")
_TEMPORARY_TABLES = (
    "ordered_records", "session_numbers", "player_numbers", "session_hands", "unjudged_hands", "session_cash",
    "judged_sessions", "left_on_tables", "telling_times",
)  # fmt: skip
_TEMPORARY_MACROS = ("chips_text", "difference_text", "counted_chips")
#: Times of actions that are sorted at once, where they must be.
TIMES_IN_SLICE = 2_000_000

_MAKE_TIMES = """
CREATE OR REPLACE TEMP TABLE telling_times
    (hand_id VARCHAR, action_no BIGINT, us BIGINT, last_no BIGINT, is_first BOOLEAN)
"""
_HANDS_TORN_APART = "SELECT count(*) - count(DISTINCT hand_id) FROM telling_times WHERE is_first"

_INSERT = """
INSERT INTO continuity_findings
SELECT session_id, hand_id, hand_no, game, $code, $severity, $rule, action_no, seat, player_id, expected, actual,
       message
FROM ({query})
ORDER BY session_id, hand_no, hand_id, action_no, seat, player_id, message
"""


@cache
def _sql(name: str) -> str:
    return files("checks").joinpath(f"{name}.sql").read_text(encoding="utf-8")


def check_continuity(connection: DuckDBPyConnection, progress: Progress = NO_PROGRESS) -> int:
    """Write `continuity_findings` anew, in one transaction; gives back how many there are."""
    progress.start("continuity", len(CONTINUITY_CHECKS))
    with Transaction(connection):
        for name in _PREPARATIONS:
            connection.execute(_sql(name))
        _collect_times(connection)
        connection.execute("DELETE FROM continuity_findings")
        for check in CONTINUITY_CHECKS:
            values = {"code": check.code, "severity": check.severity, "rule": check.rule}
            connection.execute(_INSERT.format(query=check.query), values)
            progress.advance(1)
        for table in _TEMPORARY_TABLES:
            connection.execute(f"DROP TABLE {table}")
        for macro in _TEMPORARY_MACROS:
            connection.execute(f"DROP MACRO {macro}")
    progress.finish()
    return _count(connection, "SELECT count(*) FROM continuity_findings")


def _collect_times(connection: DuckDBPyConnection) -> None:
    """Fill `telling_times`, if possible without sorting: ingest writes the actions of a hand one after the other.

    If they stand so, every hand begins once; if one begins twice, the order of the rows is no help, and all are sorted.
    """
    query = _sql("times")
    connection.execute(_MAKE_TIMES)
    connection.execute(query.format(order="", slice="true"))
    if not _count(connection, _HANDS_TORN_APART):
        return
    connection.execute("DELETE FROM telling_times")
    slices = -(-_count(connection, "SELECT count(at_us) FROM actions") // TIMES_IN_SLICE)
    for number in range(slices):
        part = f"hash(hand_id) % {slices} = {number}"
        connection.execute(query.format(order="PARTITION BY hand_id ORDER BY action_no", slice=part))


def _count(connection: DuckDBPyConnection, query: str) -> int:
    return int(connection.execute(query).fetchall()[0][0])
