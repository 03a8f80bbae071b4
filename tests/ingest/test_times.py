"""Clock times: RFC 3339 with an offset, only such as exist, as microseconds UTC."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.times import utc_microseconds

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)  # noqa: UP017  # beside timezone(offset) below


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01t03:00:00+03:00", 0),
        ("1969-12-31T23:59:59.999999z", -1),
        ("1970-01-01T00:00:00.1234567-00:00", 123456),
        ("1970-01-01T00:00:00.5+00:00", 500_000),
        ("2024-02-29T12:00:00-23:59", 1709294340000000),
        ("0001-01-01T00:00:00+14:00", -62135647200000000),
        ("9999-12-31T23:59:59-23:59", 253402387139000000),
        ("2016-12-31T23:59:60Z", 1483228800000000),
        ("2017-01-01T02:59:60+03:00", 1483228800000000),
    ],
)
def test_a_time_that_exists_has_its_instant(text: str, expected: int) -> None:
    """Offsets, fractions, the ends of the calendar and leap seconds come out exactly."""
    assert utc_microseconds(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "", "now", "2026-11-01", "2026-11-01T20:00:00", "2026-11-01 20:00:00Z", "2026-11-01T20:00Z",
        "2026-13-01T20:00:00Z", "2026-11-31T20:00:00Z", "2025-02-29T20:00:00Z", "0000-01-01T00:00:00Z",
        "2026-11-01T24:00:00Z", "2026-11-01T20:60:00Z", "2026-11-01T20:00:61Z", "2026-11-01T23:59:60Z",
        "2016-12-31T23:59:60+03:00", "2026-11-01T20:00:00+24:00", "2026-11-01T20:00:00+03:60",
        "2026-11-01T20:00:00+03", "2026-11-01T20:00:00+0300", "2026-11-01T20:00:00.Z", "2026-11-01T20:00:00,5Z",
        "20261101T200000Z", "2026-W44-7T20:00:00Z", "２026-11-01T20:00:00Z", "2026-11-01T20:00:00Z ",
        "2026-11-01T20:00:00Z\n", "-026-11-01T20:00:00Z", "2026-11-01T20:00:0.Z", "2026-11-01T20:00:00.5",
    ],
)  # fmt: skip
def test_a_time_that_does_not_exist_has_none(text: str) -> None:
    """No offset, no such day or hour, another shape: not a time."""
    assert utc_microseconds(text) is None


@given(
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)),  # noqa: DTZ001  # the offset is drawn
    st.integers(-1439, 1439),
)
def test_every_time_agrees_with_python(local: datetime, offset_minutes: int) -> None:
    """For any time and offset the instant is the one that Python's datetime knows."""
    moment = local.replace(tzinfo=timezone(timedelta(minutes=offset_minutes)))
    expected = (moment - EPOCH) // timedelta(microseconds=1)
    assert utc_microseconds(moment.isoformat()) == expected
    whole = moment.replace(microsecond=0)
    assert utc_microseconds(whole.isoformat()) == expected - local.microsecond
