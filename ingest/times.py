"""Clock times of a log: RFC 3339 with an offset, kept as text and as microseconds UTC."""

import re
from datetime import date
from functools import lru_cache

_SHAPE = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:([+-])([0-9]{2}):([0-9]{2})|[Zz])"
)
_EPOCH_DAY = date(1970, 1, 1).toordinal()
_SECONDS_A_DAY = 86_400
TIME_EXPECTED = 'a time that exists, with its offset, such as "2026-11-01T20:15:00+03:00"'


def utc_microseconds(text: str) -> int | None:
    """Microseconds from 1970-01-01T00:00Z to the time `text`; None where it is no such time or has no offset.

    Digits beyond the microsecond are dropped. A leap second (``23:59:60`` UTC at the end of a June or December) is the
    same instant as the second after it.
    """
    if text[10:11] == "T":  # the usual form: a day and a clock time, each of which came before
        day, clock = _midnight(text[:10] + text[19:]), _clock(text[11:19])
        if day is not None and clock is not None:
            return day + clock
    return _by_the_calendar(text)


@lru_cache(maxsize=4096)
def _midnight(day_and_offset: str) -> int | None:
    """The time at which a day begins where its offset is kept; None where the text is not just these two."""
    if "." in day_and_offset:
        return None
    return _by_the_calendar(f"{day_and_offset[:10]}T00:00:00{day_and_offset[10:]}")


@lru_cache(maxsize=_SECONDS_A_DAY)
def _clock(text: str) -> int | None:
    """Microseconds since midnight; None for a leap second, which hangs on the day."""
    return _by_the_calendar(f"1970-01-01T{text}Z")


def _by_the_calendar(text: str) -> int | None:
    match = _SHAPE.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(match[group]) for group in range(1, 7))
    try:
        days = date(year, month, day).toordinal() - _EPOCH_DAY
    except ValueError:
        return None
    offset_hours, offset_minutes = int(match[9] or 0), int(match[10] or 0)
    if hour > 23 or minute > 59 or second > 60 or offset_hours > 23 or offset_minutes > 59:
        return None
    offset_seconds = (offset_hours * 60 + offset_minutes) * 60
    seconds = days * _SECONDS_A_DAY + hour * 3600 + minute * 60 + second
    seconds += offset_seconds if match[8] == "-" else -offset_seconds
    if second == 60 and not _follows_a_half_year(seconds):
        return None
    return seconds * 1_000_000 + int(((match[7] or "") + "000000")[:6])


def _follows_a_half_year(seconds: int) -> bool:
    """Whether this is the midnight (UTC) that begins a July or a January: only there are leap seconds put in."""
    day, rest = divmod(seconds, _SECONDS_A_DAY)
    if rest or not 1 <= day + _EPOCH_DAY <= date.max.toordinal():
        return False
    first = date.fromordinal(day + _EPOCH_DAY)
    return first.day == 1 and first.month in (1, 7)
