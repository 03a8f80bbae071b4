"""The first two lines of a PokerStars hand: number, game, stakes, time, table and button; and how its money is written.

``PokerStars Game #12:  5 Card Draw Limit ($0.10/$0.20 USD) - 2009/11/25 14:12:43 ET``
``Table 'T1' 6-max Seat #2 is the button``
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

#: A sum as it stands in a line: a sign or none, digits with or without commas, cents or none.
MONEY = r"[^\s\d()\[\]]{0,2}\d[\d,]*(?:\.\d+)?"
#: What the first line of any hand of the room begins with, whatever its game.
HAND_START = re.compile(r"\ufeff?PokerStars (?:Home Game |Zoom )?(?:Game|Hand) #(?P<number>[0-9]{1,18}):")
_HEADER = re.compile(
    r"PokerStars (?:Home Game )?(?:Game|Hand) #(?P<number>[0-9]{1,18}):\s+(?:\{.*\}\s+)?"
    r"(?:Tournament #(?P<tournament>[0-9]+), (?:.*?\s+)?)?"
    r"5 Card Draw (?P<limit>No Limit|Pot Limit|Fixed Limit|Limit)"
    r"(?: - (?:[^()]*, )?Level [IVXLCDM0-9]+)?"
    rf" \((?:ante (?P<ante>{MONEY}), )?(?P<small>{MONEY})/(?P<big>{MONEY})(?: (?P<code>[A-Z]{{2,4}}))?\)"
    r" - (?P<time>.*)"
)
_TABLE = re.compile(
    r"Table '(?P<table>.*)'(?P<max> [0-9]{1,2}-[Mm]ax)?(?P<play> \(Play Money\))?"
    r" Seat #(?P<button>[0-9]{1,2}) is the button"
)
_CLOCK = r"([0-9]{4})/([0-9]{2})/([0-9]{2})(?: -)? ([0-9]{1,2}):([0-9]{2}):([0-9]{2}) "
_TIME = re.compile(_CLOCK + r"\(?([A-Z]{2,5})\)?(?: \[" + _CLOCK + r"ET\])?")
_LIMITS = {"No Limit": "none", "Pot Limit": "pot", "Fixed Limit": "fixed", "Limit": "fixed"}
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY"}
#: The zones that the room names, by where their clocks are kept. All but ET matter only where no ET stands beside them.
ZONES = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
    "AT": "America/Halifax", "BRT": "America/Sao_Paulo", "ART": "America/Argentina/Buenos_Aires", "UTC": "UTC",
    "GMT": "Europe/London", "WET": "Europe/Lisbon", "CET": "Europe/Berlin", "EET": "Europe/Helsinki",
    "MSK": "Europe/Moscow", "IST": "Asia/Kolkata", "CCT": "Asia/Shanghai", "JST": "Asia/Tokyo",
    "AWST": "Australia/Perth", "ACST": "Australia/Adelaide", "AEST": "Australia/Melbourne", "NZT": "Pacific/Auckland",
}  # fmt: skip


class Money(NamedTuple):
    """How the sums of a hand are written: the sign before each, and whether a chip is a hundredth of the unit."""

    sign: str
    hundredths: bool

    def chips(self, text: str) -> int | None:
        """A sum in whole chips; None where it is not written as the others of the hand, or in parts of a chip."""
        if not text.startswith(self.sign):
            return None
        whole, point, cents = text.removeprefix(self.sign).partition(".")
        if not re.fullmatch(r"[0-9]{1,13}|[0-9]{1,3}(?:,[0-9]{3}){1,4}", whole):
            return None
        number = int(whole.replace(",", ""))
        if not self.hundredths:
            return None if point else number
        if point and not re.fullmatch(r"[0-9]{1,2}", cents):
            return None
        return number * 100 + int((cents + "00")[:2])


class Header(NamedTuple):
    """The first line: `small` and `big` are the blinds, in fixed limit the bets. `started_at` is RFC 3339."""

    number: str
    tournament: bool
    limit: str
    money: Money
    currency: str | None
    ante: int | None
    small: int
    big: int
    started_at: str


class TableLine(NamedTuple):
    """The second line; `old_style` is without a number of seats, as the room wrote until 2006."""

    table: str
    button: int
    old_style: bool


def read_header(line: str) -> Header | str:
    """The first line of a hand of five-card draw, or what is expected instead."""
    match = _HEADER.fullmatch(line)
    if match is None:
        return "the first line of a hand of 5 Card Draw (Limit, Pot Limit or No Limit), with stakes and time"
    sign = re.sub(r"[0-9].*", "", match["small"])
    money = Money(sign, bool(sign or match["code"] or "." in match["small"] + match["big"]))
    small, big = money.chips(match["small"]), money.chips(match["big"])
    ante = money.chips(match["ante"]) if match["ante"] else None
    if small is None or big is None or (match["ante"] and ante is None) or not 0 <= small <= big or not big:
        return "stakes that are written alike, the smaller first"
    try:
        started_at = _time(match["time"])
    except ZoneInfoNotFoundError:
        return "a machine that knows time zones: install the package tzdata"
    if started_at is None:
        return f"a time that exists, in a known zone ({', '.join(ZONES)}) or with ET beside it in brackets"
    currency = match["code"] or _CURRENCIES.get(sign) if money.hundredths else None
    return Header(
        match["number"], match["tournament"] is not None, _LIMITS[match["limit"]], money, currency, ante, small, big,
        started_at,
    )  # fmt: skip


def read_table_line(line: str) -> TableLine | str:
    """The second line of a hand, or what is expected instead."""
    match = _TABLE.fullmatch(line)
    if match is None or int(match["button"]) == 0:
        return "Table 'NAME' 6-max Seat #1 is the button"
    return TableLine(match["table"], int(match["button"]), match["max"] is None)


def _time(text: str) -> str | None:
    """The time with its offset: by New York's clock where that is given, else by the zone's own."""
    match = _TIME.fullmatch(text)
    if match is None or (match[7] not in ZONES and match[8] is None):
        return None
    local = _instants(match.groups()[:6], ZONES[match[7]]) if match[7] in ZONES else []
    if match[8] is None:
        return local[0].isoformat() if local else None
    eastern = _instants(match.groups()[7:13], ZONES["ET"])
    if not eastern:
        return None
    # In the hour that comes twice when summer time ends, the other clock says which of the two it was.
    same = {time.timestamp() for time in local}
    return next((time for time in eastern if time.timestamp() in same), eastern[0]).isoformat()


def _instants(numbers: tuple[str | None, ...], zone_name: str) -> list[datetime]:
    """The instants that a clock may mean: one, two where it is set back, none where there is no such reading."""
    year, month, day, hour, minute, second = (int(number or 0) for number in numbers)
    try:
        time = datetime(year, month, day, hour, minute, second, tzinfo=_zone(zone_name))
    except ValueError:
        return []
    later = time.replace(fold=1)
    return [time, later] if time.utcoffset() != later.utcoffset() else [time]


@lru_cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
