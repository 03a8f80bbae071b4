"""Every other line of a PokerStars hand: one line to one `Event`, or None where the format does not know it.

Which player a line speaks of is found by the names at the table, longest first, so that a name may hold colons,
brackets and whole phrases; where a line can be read in two ways it is not read at all.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ingest.formats.pokerstars_header import MONEY, Money

SEATED, POSTED, PLAYED, SHOWN, SUMMED = range(5)
#: Lines that divide a hand into its parts.
SECTIONS = {"*** DEALING HANDS ***": PLAYED, "*** SHOW DOWN ***": SHOWN, "*** SUMMARY ***": SUMMED}
CANCELLED = "Hand cancelled"
_CARD = "[2-9TJQKA][cdhs]"
_CARDS = rf"\[(?P<cards>{_CARD}(?: {_CARD}){{0,4}})\]"
_ONE = "(?:Deuce|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King|Ace)"
_MANY = "(?:Deuce|Three|Four|Five|Sixe|Seven|Eight|Nine|Ten|Jack|Queen|King|Ace)s"
#: A rank in words, and behind a dash the kicker that decided.
_RANK = (
    rf"(?P<words>(?:high card {_ONE}|a pair of {_MANY}|two pair, {_MANY} and {_MANY}|three of a kind, {_MANY}"
    rf"|a straight, {_ONE} to {_ONE}|a flush, {_ONE} high|a full house, {_MANY} full of {_MANY}|four of a kind, {_MANY}"
    rf"|a straight flush, {_ONE} to {_ONE}|a [Rr]oyal [Ff]lush)(?: - [^()]+)?)"
)
_ALL_IN = "(?: and is all-in)?"
_AMOUNT = f"(?P<amount>{MONEY})"


class Event(NamedTuple):
    """One line: what happens (`kind`), to whom, with which sums and cards. `text` is the line itself."""

    kind: str
    text: str
    seat: int | None = None
    amount: int | None = None
    to: int | None = None
    cards: tuple[str, ...] | None = None
    kept: tuple[str, ...] | None = None
    thrown: int = 0
    words: str | None = None
    pool: str | None = None


#: After ``NAME: ``, by kind.
_ACTIONS = {
    "small": rf"posts small blind {_AMOUNT}{_ALL_IN}",
    "big": rf"posts big blind {_AMOUNT}{_ALL_IN}",
    "both": rf"posts small & big blinds {_AMOUNT}{_ALL_IN}",
    "ante": rf"posts the ante {_AMOUNT}{_ALL_IN}",
    "fold": rf"folds(?: {_CARDS})?",
    "check": "checks",
    "call": rf"calls {_AMOUNT}{_ALL_IN}",
    "bet": rf"bets {_AMOUNT}{_ALL_IN}",
    "raise": rf"raises {_AMOUNT} to (?P<to>{MONEY}){_ALL_IN}",
    "discard": rf"discards (?P<thrown>[1-5]) cards?(?: {_CARDS})?",
    "pat": rf"stands pat(?: on {_CARDS})?",
    "show": rf"shows {_CARDS}(?: \({_RANK}\))?",
    "muck": "mucks hand",
    "unshown": "doesn't show hand",
    "out": "(?:sits out|is sitting out)",
}
_ALLOWED = {
    POSTED: frozenset({"small", "big", "both", "ante", "out"}),
    PLAYED: frozenset({"fold", "check", "call", "bet", "raise", "discard", "pat", "show", "muck", "unshown", "out"}),
    SHOWN: frozenset({"show", "muck", "unshown", "out"}),
}
_ACTION_PATTERNS = {kind: re.compile(pattern) for kind, pattern in _ACTIONS.items()}
_COLLECTED = re.compile(rf" collected {_AMOUNT} from (?:(?P<main>main )|(?P<side>side )|)pot(?:-(?P<number>[1-9]))?")
_RETURNED = re.compile(rf"Uncalled bet \({_AMOUNT}\) returned to ")
_DEALT = re.compile(rf"(?: \[(?P<kept>{_CARD}(?: {_CARD}){{0,3}})\])? {_CARDS}")
_SEAT = re.compile(
    rf"Seat (?P<seat>[1-9][0-9]?): (?P<name>.*) \({_AMOUNT} in chips(?:, {MONEY} bounty)?\)"
    r"(?P<out> is sitting out| out of hand \(moved from another table into (?:small|big) blind\))?"
)
_TOTAL = re.compile(
    rf"Total pot {_AMOUNT}(?P<pots>(?: (?:Main pot|Side pot(?:-[1-9])?) {MONEY}\.)*) \| Rake (?P<to>{MONEY})"
)
_POT = re.compile(rf" (?:Main|Side) pot(?:-(?P<number>[1-9]))? (?P<amount>{MONEY})\.")
_SUMMARY_SEAT = re.compile(r"Seat (?P<seat>[1-9][0-9]?): (?P<rest>.*)")
_OUTCOMES = {
    "folded_before": r"folded before (?:the Draw|Flop)(?: \(didn't bet\))?",
    "folded_after": r"folded (?:after|on) the Draw",
    "won": rf"showed {_CARDS} and won \({_AMOUNT}\)(?: with {_RANK})?",
    "lost": rf"showed {_CARDS} and lost with {_RANK}",
    "mucked": rf"mucked(?: {_CARDS})?",
    "collected": rf"collected \({_AMOUNT}\)",
}
_OUTCOME_PATTERNS = {
    kind: re.compile(rf"(?P<marks>(?: \((?:button|small blind|big blind|button blind)\))*) {pattern}")
    for kind, pattern in _OUTCOMES.items()
}
#: Lines that move nothing; a name in them may be that of anybody in the room.
_NOTES = [
    re.compile(pattern)
    for pattern in (
        r".+ has timed out(?: while (?:being )?disconnected)?",
        r".+ is (?:dis)?connected",
        r".+ has returned",
        r".+ leaves the table",
        r".+ joins the table at seat #[0-9]{1,2}",
        r".+ was removed from the table for failing to post",
        r".+ will be allowed to play after the button",
        r".+:? (?:is sitting out|sits out)",
        r'.+ (?:\[observer\] )?said, ".*"',
        r".+ finished the tournament(?: in [0-9]+(?:st|nd|rd|th) place(?: and received .+)?)?",
        r".+ wins the tournament(?: and receives .+ - congratulations!)?",
        rf".+ wins (?:the )?{MONEY}(?: bounty)? for (?:eliminating|splitting the elimination of) .+",
        r".+ wins an entry to tournament #[0-9]+",
        r".+ re-buys and receives [0-9,]+ chips for .+",
        r".+ takes the add-on and receives [0-9,]+ chips for .+",
        r".+ adds [0-9,]+ chips .+",
        r"Betting is capped",
        r"(?:The )?(?:deck|hand) (?:is |was )?reshuffled",
        r"All players have agreed to skip the break\. Game resuming\.",
    )
]
_NOTES.append(re.compile("Hand reshuffled|Deck reshuffled"))
#: Chips come into play between hands: stacks do not go on.
_BOUGHT = re.compile(r".+ (?:re-buys and receives|takes the add-on and receives|adds) [0-9,]+ chips .+")


def brings_chips(line: str) -> bool:
    """Whether a line says that a player bought chips into a tournament."""
    return _BOUGHT.fullmatch(line) is not None


def read_seat(line: str, money: Money) -> tuple[int, str, int, bool] | None:
    """A line of the seating: seat, name, stack, and whether it says that he plays (not: sitting out, moving in)."""
    match = _SEAT.fullmatch(line)
    if match is None:
        return None
    stack = money.chips(match["amount"])
    return None if stack is None or not match["name"] else (int(match["seat"]), match["name"], stack, not match["out"])


def read_line(line: str, section: int, seats: Mapping[str, int], money: Money) -> Event | None:
    """A line of the play or of the summary; `seats` are the seats of the players by name."""
    found = _summed(line, seats, money) if section == SUMMED else _played(line, section, seats, money)
    if not found and section != SUMMED and any(note.fullmatch(line) for note in _NOTES):
        return Event("note", line)
    return found[0] if len(found) == 1 else None


def _played(line: str, section: int, seats: Mapping[str, int], money: Money) -> list[Event]:
    """Each way in which a line can be read as one of the play."""
    found: list[Event | None] = []
    if line == CANCELLED:
        return [Event("cancelled", line)]
    for name, seat in seats.items():
        if line.startswith(f"{name}: "):
            rest = line[len(name) + 2 :]
            for kind in _ALLOWED[section]:
                match = _ACTION_PATTERNS[kind].fullmatch(rest)
                if match is not None:
                    found.append(_event(kind, line, seat, match, money))
        if section != POSTED and line.startswith(f"{name} collected "):
            match = _COLLECTED.fullmatch(line[len(name) :])
            if match is not None:
                found.append(_event("win", line, seat, match, money))
        if section == PLAYED and line.startswith(f"Dealt to {name} "):
            match = _DEALT.fullmatch(line[len(f"Dealt to {name}") :])
            if match is not None:
                found.append(_event("dealt", line, seat, match, money))
    match = _RETURNED.match(line)
    if match is not None and line[match.end() :] in seats:
        found.append(_event("return", line, seats[line[match.end() :]], match, money))
    return [event for event in found if event is not None]


def _event(kind: str, line: str, seat: int, match: re.Match[str], money: Money) -> Event | None:
    """An event from the named groups of a pattern; None where a sum is none of this hand's money."""
    part = match.groupdict()
    sums = {name: money.chips(part[name]) for name in ("amount", "to") if part.get(name) is not None}
    if None in sums.values():
        return None
    pool = None
    if kind == "win":
        if bool(part["number"]) > bool(part["side"]):
            return None
        pool = "main" if part["main"] else f"side{part['number'] or 1}" if part["side"] else None
    return Event(
        kind, line, seat, sums.get("amount"), sums.get("to"), _cards(part.get("cards")), _cards(part.get("kept")),
        int(part.get("thrown") or 0), part.get("words"), pool,
    )  # fmt: skip


def _cards(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(text.split(" "))


def _summed(line: str, seats: Mapping[str, int], money: Money) -> list[Event]:
    """Each way in which a line can be read as one of the summary. `pool` of a seat's line holds its marks."""
    found: list[Event | None] = []
    match = _TOTAL.fullmatch(line)
    if match is not None:
        pots = [_event("pot", pot[0], 0, pot, money) for pot in _POT.finditer(match["pots"])]
        found.append(None if None in pots else _event("total", line, 0, match, money))
    match = _SUMMARY_SEAT.fullmatch(line)
    for name, seat in seats.items():
        if match is None or int(match["seat"]) != seat or not match["rest"].startswith(name):
            continue
        for kind, pattern in _OUTCOME_PATTERNS.items():
            outcome = pattern.fullmatch(match["rest"][len(name) :])
            if outcome is not None:
                event = _event(kind, line, seat, outcome, money)
                found.append(event and event._replace(pool=outcome["marks"]))
    return [event for event in found if event is not None]


def pots_of_total(line: str, money: Money) -> dict[str, int]:
    """The main and side pots of the summary's first line, by their names in our logs."""
    pots = {}
    for pot in _POT.finditer(line):
        name = "main" if pot[0].startswith(" Main") else f"side{pot['number'] or 1}"
        pots[name] = money.chips(pot["amount"]) or 0
    return pots
