"""Clocks as they are: summer time, offsets that change, leap seconds, ends of the calendar. Instants are compared."""

from pathlib import Path

import pytest

import handproof
from tests.command_line import hand, session, write_log

#: Times of hands that follow each other, though their wall times run back, stand still or do not exist in their town.
CLOCKS_THAT_RUN_ON = {
    "summer time ends, the hour comes twice": ("2026-10-25T02:59:59+02:00", "2026-10-25T02:00:00+01:00"),
    "summer time begins": ("2026-03-29T01:59:59+01:00", "2026-03-29T03:00:00+02:00"),
    "an hour that the town skips, with its offset": ("2026-03-29T02:30:00+01:00", "2026-03-29T03:30:01+02:00"),
    "another table software writes UTC": ("2026-11-01T23:00:00+03:00", "2026-11-01T20:00:01Z"),
    "a ship goes west over the date line": ("2026-11-02T00:10:00+12:00", "2026-11-01T00:20:00-12:00"),
    "odd offsets": ("2026-11-01T20:00:00+05:45", "2026-11-01T14:15:00.000001-00:00"),
    "a leap second and the second after it": ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    "a leap second in Moscow": ("2017-01-01T02:59:59+03:00", "2017-01-01T02:59:60+03:00"),
    "the same instant in two towns": ("2026-11-01T20:00:00+03:00", "2026-11-01T18:00:00+01:00"),
    "the first and the last instant": ("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"),
    "digits beyond the microsecond": ("2026-11-01T20:00:00.0000009Z", "2026-11-01T20:00:00.0000001Z"),
    "before 1970": ("1969-12-31T23:59:59.9Z", "1970-01-01T00:00:00Z"),
}
#: The same where the later one is the earlier instant, however late its wall time looks.
CLOCKS_THAT_RUN_BACK = {
    "summer time ends, and the offset stays": ("2026-10-25T02:59:59+02:00", "2026-10-25T02:00:00+02:00"),
    "a later wall time further east": ("2026-11-01T20:00:00+01:00", "2026-11-01T21:30:00+03:00"),
    "the next day further east": ("2026-11-01T23:30:00-03:00", "2026-11-02T01:00:00+03:00"),
    "a microsecond": ("2026-11-01T20:00:00.000001Z", "2026-11-01T20:00:00Z"),
    "before the leap second": ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999999Z"),
    "by nine thousand years": ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"),
}


@pytest.mark.parametrize("name", CLOCKS_THAT_RUN_ON)
def test_a_wall_clock_that_only_looks_late_is_no_finding(club, name: str) -> None:
    """What counts is the instant: offsets that change within a sitting are no break."""
    first, second = CLOCKS_THAT_RUN_ON[name]
    club.session(started_at=first)
    club.hand(1, started_at=first)
    club.cash("ann", 5, at=second)
    club.hand(2, dealer=2, started_at=second)
    club.close(at=second)
    assert club.find("continuity.time") == []


@pytest.mark.parametrize("name", CLOCKS_THAT_RUN_BACK)
def test_an_earlier_instant_is_one_finding(club, name: str) -> None:
    """One hand that is stamped too early is one finding, at that hand; the next is compared with it alone."""
    first, second = CLOCKS_THAT_RUN_BACK[name]
    club.hand(1, started_at=first)
    later = club.hand(2, dealer=2, started_at=second)
    club.hand(3, dealer=3, started_at=second)
    assert club.find("continuity.time") == [(later, None, None, second)]


def test_a_clock_that_is_set_back_in_mid_night_is_one_finding(club) -> None:
    """An hour is lost once: before and after it the clock runs on, in hands and in their actions."""
    late = None
    for number in range(1, 7):
        hour, dealer = 22 if number < 4 else 21, (number - 1) % 3 + 1
        stamps = [f"2026-11-01T{hour}:{number - 1}{second}:00Z" for second in (1, 2, 3)]
        acts = tuple({"action": "bet", "seat": 1, "amount": 1, "at": stamp} for stamp in stamps[1:])
        hand_id = club.hand(number, dealer=dealer, actions=acts, started_at=stamps[0])
        late = hand_id if number == 4 else late
    assert [found[0] for found in club.find("continuity.time")] == [late]


def test_records_without_a_time_are_passed_over(club) -> None:
    """A time that is missing says nothing: the one after it is compared with the last that there is."""
    club.hand(1, started_at="2026-11-01T20:00:00Z")
    club.hand(2, dealer=2)
    club.cash("ann", 5)
    later = club.hand(3, dealer=3, started_at="2026-11-01T19:00:00Z")
    assert club.find("continuity.time") == [(later, None, None, "2026-11-01T19:00:00Z")]


def test_sittings_have_clocks_of_their_own(club) -> None:
    """Two tables in one file, one an hour behind the other: neither is compared with the other."""
    for number in (1, 2, 3):
        club.hand(number, dealer=number, session="a", started_at=f"2026-11-01T21:0{number}:00Z")
        club.hand(number, dealer=number, session="b", started_at=f"2026-11-01T20:0{number}:00Z")
    assert club.find("continuity.time") == []


def test_times_at_the_ends_of_the_calendar_reach_the_pages(tmp_path: Path) -> None:
    """Years 1 and 9999, whose instants lie outside of what clocks of computers hold, go through all stages."""
    first, second = CLOCKS_THAT_RUN_ON["the first and the last instant"]
    hands = [hand(1, started_at=first), hand(2, started_at=second)]
    log = write_log(tmp_path / "log.jsonl", [session(started_at=first), *hands])
    outcome = handproof.audit([log], db=tmp_path / "c.duckdb", out=tmp_path / "out", jobs=1)
    assert outcome.summary.clean
