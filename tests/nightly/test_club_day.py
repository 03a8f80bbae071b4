"""To which club day a moment belongs: across midnight, where clocks are changed, at the ends of the calendar."""

from datetime import time
from zoneinfo import ZoneInfo

import pytest

from ingest.club_day import UNDATED, ClubDays
from ingest.times import utc_microseconds

VIENNA = ClubDays(ZoneInfo("Europe/Vienna"), time(6))


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-14T20:00:00+01:00", "2026-11-14"),
        ("2026-11-14T23:59:59+01:00", "2026-11-14"),
        ("2026-11-15T00:00:00+01:00", "2026-11-14"),
        ("2026-11-15T05:59:59.999999+01:00", "2026-11-14"),
        ("2026-11-15T06:00:00+01:00", "2026-11-15"),
        # the same instants, told with the offsets of other places
        ("2026-11-15T04:59:59Z", "2026-11-14"),
        ("2026-11-15T05:00:00Z", "2026-11-15"),
        ("2026-11-15T14:00:00+09:00", "2026-11-15"),
        # 2026-03-29: the clocks go from 2 to 3; 6 o'clock is an hour sooner than a day after 6 o'clock
        ("2026-03-29T03:59:59Z", "2026-03-28"),
        ("2026-03-29T04:00:00Z", "2026-03-29"),
        # 2026-10-25: the clocks go back from 3 to 2; both hours from 2 to 3 belong to the day before
        ("2026-10-25T02:30:00+02:00", "2026-10-24"),
        ("2026-10-25T02:30:00+01:00", "2026-10-24"),
        ("2026-10-25T04:59:59Z", "2026-10-24"),
        ("2026-10-25T05:00:00Z", "2026-10-25"),
        ("2027-01-01T01:00:00+01:00", "2026-12-31"),
        ("2028-03-01T01:00:00+01:00", "2028-02-29"),
    ],
)
def test_a_day_ends_in_the_morning_by_the_wall_clock(moment: str, day: str) -> None:
    """The clock on the club's wall decides, whatever offset the log writes."""
    assert VIENNA.day_of(utc_microseconds(moment)) == day


def test_an_hour_that_comes_twice_at_the_end_of_the_day() -> None:
    """Where the day ends within the repeated hour, the clock passes its end twice, and its reading decides."""
    days = ClubDays(ZoneInfo("Europe/Vienna"), time(2, 30))
    clock = ("02:29:00+02:00", "02:31:00+02:00", "02:29:00+01:00", "02:31:00+01:00")
    found = [days.day_of(utc_microseconds(f"2026-10-25T{moment}")) for moment in clock]
    assert found == ["2026-10-24", "2026-10-25", "2026-10-24", "2026-10-25"]


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00"]
)
def test_the_ends_of_the_calendar_are_days_as_well(zone: str, moment: str) -> None:
    """A log with an impossible year still belongs to a day."""
    day = ClubDays(ZoneInfo(zone), time(6)).day_of(utc_microseconds(moment))
    assert day in ("0001-01-01", "9999-12-31", "9999-12-30")


def test_without_a_time_there_is_no_day() -> None:
    """What has no time is undated."""
    assert VIENNA.day_of(None) == UNDATED


@pytest.mark.parametrize(("minutes", "day"), [(0, "2026-11-15"), (1, "2026-11-14")])
def test_a_day_may_end_at_midnight_or_any_minute(minutes: int, day: str) -> None:
    """`day_ends` is a wall-clock time; the moment itself belongs to the new day."""
    days = ClubDays(ends=time(0, minutes))
    assert days.day_of(utc_microseconds("2026-11-15T00:00:00Z")) == day
