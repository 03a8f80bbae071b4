"""What an audit says at its end in a few plain lines: the totals of the report tables, nothing computed anew."""

from collections.abc import Iterator
from typing import NamedTuple

import duckdb

from reports.text import shown

#: So many conflicts are named in a summary.
CONFLICTS_NAMED = 3
_PATH_LETTERS = 1_000


class Owed(NamedTuple):
    """Chips that a player is owed (+) or owes (-), over all corrections."""

    player_id: str
    name: str | None
    amount: int


class Conflict(NamedTuple):
    """A record (`kind`: hand or session) whose id was known with other content, and where it stands."""

    kind: str
    id: str
    source: str
    line_no: int


class Summary(NamedTuple):
    """Totals over the whole store. `disputed` is in chips; `failed_checks` counts those that failed or broke."""

    hands: int
    verified: int
    discrepant: int
    incomplete: int
    findings: int
    rejects: int
    conflicts: int
    failed_checks: int
    disputed: int
    owed: tuple[Owed, ...]
    #: The first `CONFLICTS_NAMED`, by file and line.
    named_conflicts: tuple[Conflict, ...] = ()

    @property
    def clean(self) -> bool:
        """Nothing to complain about: no finding, reject, conflict or failed check."""
        return not (self.findings or self.rejects or self.conflicts or self.failed_checks)


_TOTALS = """
SELECT (SELECT coalesce(sum(hands), 0)::BIGINT FROM report_sessions),
       (SELECT coalesce(sum(verified), 0)::BIGINT FROM report_sessions),
       (SELECT coalesce(sum(discrepant), 0)::BIGINT FROM report_sessions),
       (SELECT coalesce(sum(incomplete), 0)::BIGINT FROM report_sessions),
       (SELECT count(*) FROM all_findings),
       (SELECT count(*) FROM rejects),
       (SELECT count(*) FROM conflicts),
       (SELECT count(*) FROM check_results WHERE outcome = 'error' OR outcome = 'fail' AND severity = 'critical'),
       (SELECT coalesce(sum(disputed), 0)::BIGINT FROM report_sessions)
"""


def read_summary(connection: duckdb.DuckDBPyConnection) -> Summary:
    """The totals of a store whose reports have been written."""
    totals = connection.execute(_TOTALS).fetchall()[0]
    owed = connection.execute(
        "SELECT player_id, name, owed FROM report_players WHERE owed <> 0 ORDER BY owed DESC, player_id"
    ).fetchall()
    conflicts = connection.execute(
        "SELECT c.kind, c.id, s.path, c.line_no FROM conflicts c JOIN sources s ON s.source_id = c.source_id "
        f"ORDER BY s.path, c.line_no, c.line_key LIMIT {CONFLICTS_NAMED}"
    ).fetchall()
    return Summary._make((*totals, tuple(map(Owed._make, owed)), tuple(map(Conflict._make, conflicts))))


def summary_lines(summary: Summary) -> list[str]:
    """The summary in plain words, one line a matter; what there is none of is left out where silence is clear."""
    lines = [
        f"Hands: {summary.hands} = {summary.verified} proved + {summary.discrepant} wrong"
        f" + {summary.incomplete} not provable.",
        f"Findings: {summary.findings}.",
        f"Chips in dispute: {summary.disputed}.",
    ]
    for player in summary.owed:
        known = shown(player.player_id)
        who = known if player.name is None else f"{shown(player.name)} ({known})"
        lines.append(f"  {who} {'is owed' if player.amount > 0 else 'owes'} {abs(player.amount)}.")
    from_table = sum(player.amount for player in summary.owed)
    if from_table:
        says = "owes" if from_table > 0 else "is owed"
        chips = "chips of a bank, a circle, a pot or the rake"
        lines.append(f"  The table or the house {says} {abs(from_table)}: {chips}.")
    if summary.rejects:
        lines.append(f"Lines that could not be read: {summary.rejects} (see: handproof rejects).")
    if summary.conflicts:
        lines += _conflict_lines(summary)
    if summary.failed_checks:
        lines.append(f"Checks of the store itself that failed: {summary.failed_checks}. Do not rely on this report.")
    return lines


def _conflict_lines(summary: Summary) -> Iterator[str]:
    where = "see: handproof rejects --code conflict"
    yield f"Records that came twice with different content: {summary.conflicts} ({where})."
    for conflict in summary.named_conflicts:
        place = f"{shown(conflict.source, _PATH_LETTERS)}, line {conflict.line_no}"
        yield f"  {conflict.kind} {shown(conflict.id)}: {place}"
    if summary.conflicts > len(summary.named_conflicts):
        yield f"  and {summary.conflicts - len(summary.named_conflicts)} more"
