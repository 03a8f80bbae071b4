"""To which club day a moment belongs: a club plays past midnight, so its day ends in the morning, by the wall clock."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from ingest.config import Nightly, zone_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_A_DAY = timedelta(days=1)
#: What stands for the day of what has no time.
UNDATED = "undated"


@dataclass(frozen=True)
class ClubDays:
    """The club days of a place: where its clocks stand (`zone`) and at which wall-clock time its day `ends`.

    The wall clock decides, so a day in which the clocks are changed is an hour shorter or longer, and an hour that
    comes twice belongs to one day both times.
    """

    zone: tzinfo = UTC
    ends: time = time(6)

    def day_of(self, microseconds: int | None) -> str:
        """The club day (``2026-11-29``) of a moment in microseconds since 1970-01-01T00:00Z, UNDATED for None.

        A moment at the end exactly belongs to the new day.
        """
        if microseconds is None:
            return UNDATED
        try:
            wall = (_EPOCH + timedelta(microseconds=microseconds)).astimezone(self.zone)
            day = wall.date() if wall.time() >= self.ends else wall.date() - _A_DAY
        except OverflowError:  # the calendar has no day before its first and none behind its last
            day = date.min if microseconds < 0 else date.max
        return day.isoformat()


DEFAULT_DAYS = ClubDays()


def club_days(settings: Nightly) -> ClubDays:
    """The club days of the config. Raises `ConfigError`."""
    return ClubDays(zone_of(settings.zone), time.fromisoformat(settings.day_ends))
