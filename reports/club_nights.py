"""The nights of a report: which sessions belong to a club day, what they sum up to, and who owes whom over it."""

from collections.abc import Iterable
from dataclasses import dataclass

import duckdb

from ingest.club_day import UNDATED, ClubDays
from reports.night import Night
from reports.page_rows import Money, Row, money_by_session
from reports.settle import Payment, fewest_payments

#: Columns of a session that are summed over a night.
TOTALS = ("hands", "verified", "discrepant", "incomplete", "findings", "disputed", "rake")
_STARTS = """
SELECT u.session_id, coalesce(s.started_us, h.first_us, c.first_us, e.first_us)
FROM report_sessions u
LEFT JOIN sessions s ON s.session_id = u.session_id
LEFT JOIN (SELECT session_id, arg_min(started_us, hand_no) FILTER (started_us IS NOT NULL) AS first_us
           FROM hands GROUP BY session_id) h ON h.session_id = u.session_id
LEFT JOIN (SELECT session_id, min(at_us) AS first_us FROM cash GROUP BY session_id) c ON c.session_id = u.session_id
LEFT JOIN (SELECT session_id, min(at_us) AS first_us FROM closes GROUP BY session_id) e ON e.session_id = u.session_id
"""


@dataclass(frozen=True)
class NightPayments:
    """The fewest payments over the sessions of a night whose chips are worth the same; `money` is None if unsaid."""

    money: Money | None
    sessions: int
    payments: list[Payment]


@dataclass(frozen=True)
class ClubNight:
    """One club day: its sessions (rows of the report, by start) and what they come to together."""

    day: str
    sessions: list[Row]
    total: Row
    payments: list[NightPayments]

    @property
    def dated(self) -> bool:
        """Whether the logs say when its sessions were."""
        return self.day != UNDATED

    @property
    def session_ids(self) -> list[str]:
        """The ids of its sessions, in their order."""
        return [session["session_id"] for session in self.sessions]


def club_nights(connection: duckdb.DuckDBPyConnection, night: Night, days: ClubDays) -> list[ClubNight]:
    """All nights, the earliest first, what has no time last. A session belongs whole to the day in which it began.

    It began when its session record says; else when its first hand did; else with its first cash or close record.
    """
    starts = dict(connection.execute(_STARTS).fetchall())
    sessions: dict[str, list[Row]] = {}
    for row in night.sessions.iter_rows(named=True):
        sessions.setdefault(days.day_of(starts.get(row["session_id"])), []).append(row)
    money = money_by_session(connection)
    return [_night(day, sessions[day], night, money) for day in sorted(sessions, key=lambda day: (day == UNDATED, day))]


def _night(day: str, sessions: list[Row], night: Night, money: dict[str, Money]) -> ClubNight:
    total = {column: sum(int(session[column]) for session in sessions) for column in TOTALS}
    by_worth: dict[Money | None, list[str]] = {}
    for session in sessions:
        by_worth.setdefault(money.get(session["session_id"]), []).append(session["session_id"])
    payments = [
        NightPayments(worth, len(ids), fewest_payments(_netted(night, ids)))
        for worth, ids in sorted(by_worth.items(), key=lambda pair: str(pair[0]))
    ]
    return ClubNight(day, sessions, total, [group for group in payments if group.payments])


def _netted(night: Night, session_ids: Iterable[str]) -> dict[str, int]:
    """What each party is owed (+) or owes (-) over some sessions together."""
    owed: dict[str, int] = {}
    for session_id in session_ids:
        for payment in night.payments.get(session_id, []):
            owed[payment.receiver] = owed.get(payment.receiver, 0) + payment.chips
            owed[payment.payer] = owed.get(payment.payer, 0) - payment.chips
    return owed
