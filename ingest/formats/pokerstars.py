"""One hand of PokerStars text (5 Card Draw, any limit, cash or tournament) to one hand record, or why not.

Every line is read: it becomes an action, a note, a claim that is verified (`ingest.claims`), or it refuses the hand.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ingest.formats.pokerstars_header import HAND_START, Header, TableLine, read_header, read_table_line
from ingest.formats.pokerstars_lines import (
    PLAYED,
    POSTED,
    SECTIONS,
    SUMMED,
    Event,
    pots_of_total,
    read_line,
    read_seat,
)  # fmt: skip
from ingest.formats.pokerstars_play import ContradictionError, Play
from ingest.records import FORMAT

Fields = dict[str, Any]
#: What the summary may say of a player who gave up; all other outcomes are of those who did not.
_FOLDED = ("folded_before", "folded_after")


class Refusal(Exception):  # noqa: N818  # it is what becomes of the hand
    """Why a hand cannot be taken: the place of the line in the hand (from 0), a code of rejects, and what would do."""

    def __init__(self, place: int, code: str, expected: str) -> None:
        super().__init__(expected)
        self.place, self.code, self.expected = place, code, expected


class HandPlace(NamedTuple):
    """The sitting of a hand, and its number in it."""

    session_id: str
    hand_no: int


class _Player(NamedTuple):
    seat: int
    name: str
    stack: int
    plays: bool


class _Text(NamedTuple):
    """A hand as it is written: the places of `events` are those of their lines."""

    lines: Sequence[str]
    header: Header
    table: TableLine
    players: list[_Player]
    events: list[tuple[int, int, Event]]  # place, section, event
    deal_place: int | None


def hand_record(lines: Sequence[str], place: HandPlace) -> Fields:
    """The record of one hand, ready to be written as a line of our log. Raises `Refusal`."""
    text = _read([line.rstrip() for line in lines])
    summary = {event.seat: event for _, section, event in text.events if section == SUMMED and event.seat}
    cancelled = any(event.kind == "cancelled" for *_, event in text.events)
    total = next((event for *_, event in text.events if event.kind == "total"), None)
    if not cancelled:
        _refuse_partial(text, summary, total)
    elif not summary:
        raise Refusal(len(lines) - 1, "hand.partial", "a summary, also of a hand that was cancelled")
    dealt_in = [player for player in text.players if player.seat in summary or (cancelled and player.plays)]
    if not dealt_in:
        raise Refusal(len(lines) - 1, "hand.partial", "players who are dealt in")
    dealer = _dealer(text.table.button, [player.seat for player in dealt_in])
    play = _played(text, dealt_in, dealer, summary)
    claims: Fields = {"stated_by": "pokerstars"}
    if cancelled:
        claims["cancelled"] = True
    else:
        assert total is not None, "a hand without its total is partial"
        _check_summary(text, play, summary, total)
        if text.table.old_style:
            _give_back_unwritten(play, total)
        claims |= _claims(text, play, summary, total)
    return {
        "record": "hand", "format": FORMAT, "hand_id": f"pokerstars-{text.header.number}",
        "session_id": place.session_id, "hand_no": place.hand_no, "game": "poker",
        "started_at": text.header.started_at, "dealer_seat": dealer,
        "players": [{"seat": seat, "player_id": name, "stack": stack} for seat, name, stack, _ in dealt_in],
        "opening": {"pot": 0}, "rules": _rules(text),
        "actions": play.actions(total.to or 0 if total else 0), "_claims": claims, "_source": list(lines),
    }  # fmt: skip


# -- reading -----------------------------------------------------------------------------------------------------------


def _read(lines: Sequence[str]) -> _Text:
    start = next((place for place, line in enumerate(lines) if HAND_START.match(line)), None)
    if start is None:
        raise Refusal(0, "text.stray", "a hand: its first line begins with PokerStars Game #")
    header = read_header(lines[start].removeprefix("\ufeff"))
    if isinstance(header, str):
        raise Refusal(start, "text.header", header)
    if start + 1 == len(lines):
        raise Refusal(start, "hand.partial", "more lines than the first")
    table = read_table_line(lines[start + 1])
    if isinstance(table, str):
        raise Refusal(start + 1, "text.unknown", table)
    players: list[_Player] = []
    place = start + 2
    while place < len(lines) and (seated := read_seat(lines[place], header.money)):
        players.append(_Player(*seated))
        place += 1
    text = _Text(lines, header, table, players, [], None)
    return _read_events(text, place)


def _read_events(text: _Text, first: int) -> _Text:
    """All lines below the seating, each in its section."""
    seats = {player.name: player.seat for player in text.players}
    if len(seats) < len(text.players) or len(set(seats.values())) < len(text.players):
        raise Refusal(first - 1, "text.contradiction", "each player and each seat once")
    section, deal_place = POSTED, None
    for place, line in enumerate(text.lines[first:], start=first):
        if not line:
            continue
        if line in SECTIONS:
            if SECTIONS[line] <= section:
                raise Refusal(place, "text.contradiction", "each part of the hand once, in its order")
            section = SECTIONS[line]
            deal_place = place if section == PLAYED else deal_place
            continue
        event = read_line(line, section, seats, text.header.money)
        if event is None:
            raise Refusal(place, "text.unknown", "a line that the format knows (docs/pokerstars.md)")
        text.events.append((place, section, event))
    return text._replace(deal_place=deal_place)


def _refuse_partial(text: _Text, summary: Mapping[int, Event], total: Event | None) -> None:
    """A hand ends with its summary: the total, and a line for everybody who is dealt in."""
    last = len(text.lines) - 1
    if text.deal_place is None:
        raise Refusal(last, "hand.partial", "the deal and what comes after it")
    if total is None:
        raise Refusal(last, "hand.partial", "the summary with its total pot")
    sat_out = {event.seat for _, section, event in text.events if section == POSTED and event.kind == "out"}
    missing = [p.name for p in text.players if p.plays and p.seat not in summary and p.seat not in sat_out]
    if missing:
        raise Refusal(last, "hand.partial", f"a line of the summary for {missing[0]}")


def _dealer(button: int, seats: Sequence[int]) -> int:
    """The seat at the button; where nobody is dealt in there, the next one to its right: the order is the same."""
    return max((seat for seat in seats if seat <= button), default=max(seats))


# -- the play ----------------------------------------------------------------------------------------------------------


def _played(text: _Text, dealt_in: Sequence[_Player], dealer: int, summary: Mapping[int, Event]) -> Play:
    seats = sorted(player.seat for player in dealt_in)
    order = [seat for seat in seats if seat > dealer] + [seat for seat in seats if seat <= dealer]
    mucked = {seat: event.cards for seat, event in summary.items() if event.kind == "mucked" and event.cards}
    play = Play(order, _blinds(text)[1], mucked)
    dealt = False
    for place, section, event in text.events:
        if not dealt and text.deal_place is not None and place > text.deal_place:
            play.deal()
            dealt = True
        if section != SUMMED and event.kind != "cancelled":
            try:
                play.take(event)
            except ContradictionError as contradiction:
                raise Refusal(place, "text.contradiction", str(contradiction)) from None
    return play


def _posted(text: _Text, kind: str) -> list[int]:
    return [event.amount or 0 for _, section, event in text.events if section == POSTED and event.kind == kind]


def _blinds(text: _Text) -> tuple[int, int]:
    """Small and big blind. In fixed limit the header gives the bets: the big blind is the small bet, and the small
    blind (by the room's own tables, not always half) is what was posted."""
    header = text.header
    if header.limit != "fixed":
        return header.small, header.big
    return max([*_posted(text, "small")[:1], header.small // 2 if not _posted(text, "small") else 0]), header.small


def _rules(text: _Text) -> Fields:
    header = text.header
    small, big = _blinds(text)
    ante = header.ante if header.ante is not None else max(_posted(text, "ante"), default=0)
    rules: Fields = {
        "profile": "five_card_draw", "limit": header.limit, "ante": ante, "small_blind": small, "big_blind": big,
        "all_in": "side_pots", "chip_unit": 1,
    }  # fmt: skip
    if header.limit == "fixed":
        rules |= {"small_bet": header.small, "big_bet": header.big, "max_raises": 3}
    return rules


# -- the summary -------------------------------------------------------------------------------------------------------


def _check_summary(text: _Text, play: Play, summary: Mapping[int, Event], total: Event) -> None:
    """The summary must tell of the same hand: the button, who gave up, and where."""
    still_in = [seat for seat in play.put if seat not in play.folded]
    if len(still_in) > 1 and not any(line == "*** SHOW DOWN ***" for line in text.lines):
        raise Refusal(len(text.lines) - 1, "text.contradiction", "*** SHOW DOWN ***, as two players are still in")
    for place, section, event in text.events:
        if section != SUMMED:
            continue
        if event.kind == "total":
            if event is not total:
                raise Refusal(place, "text.contradiction", "one total pot")
            continue
        seat = event.seat or 0
        if summary[seat] is not event:
            raise Refusal(place, "text.contradiction", "one line of the summary for each player")
        if ("(button)" in (event.pool or "")) != (seat == text.table.button):
            raise Refusal(place, "text.contradiction", f"the button at seat {text.table.button}")
        said = event.kind if event.kind in _FOLDED else None
        if said != play.folded.get(seat):
            words = {None: "that did not fold", "folded_before": "that folded before the draw"}
            raise Refusal(
                place, "text.contradiction",
                f"a player {words.get(play.folded.get(seat), 'that folded after the draw')}, as the play says",
            )  # fmt: skip


def _give_back_unwritten(play: Play, total: Event) -> None:
    """Until 2006 the room did not write down an uncalled bet that came back; its total pot is without it."""
    seat, uncalled = play.uncalled()
    if not play.returned and uncalled and sum(play.put.values()) - uncalled == total.amount:
        play.give_back(seat, uncalled)


def _claims(text: _Text, play: Play, summary: Mapping[int, Event], total: Event) -> Fields:
    """What the text states beside the play."""
    hands = [_hand_claim(seat, cards, words) for seat, (cards, words) in play.shown.items() if words]
    won: dict[str, int] = {}
    for seat, event in sorted(summary.items()):
        if event.kind in ("won", "lost"):
            hands.append(_hand_claim(seat, event.cards, event.words))
        if event.kind in ("won", "collected") and event.amount:
            won[str(seat)] = event.amount
    claims: Fields = {"total_pot": total.amount, "pots": pots_of_total(total.text, text.header.money), "won": won}
    claims |= {"hands": [hand for place, hand in enumerate(hands) if hand not in hands[:place]]}
    if play.wrong_raises:
        claims["wrong_raises"] = play.wrong_raises
    return {name: value for name, value in claims.items() if value or name == "total_pot"}


def _hand_claim(seat: int, cards: Sequence[str] | None, words: str | None) -> Fields:
    claim = {"seat": seat, "cards": list(cards or ()), "words": words}
    return {name: value for name, value in claim.items() if value}
