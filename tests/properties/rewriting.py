"""Other ways of writing down the same hand, and of reading a result back from them."""

import copy
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from replay.results import Finding, HandResult
from tests.properties.cases import Record

SeatMap = Callable[[int], int]
SEAT_FIELDS = ("seat", "to_seat", "dealer_seat", "next_dealer_seat")
CARD_FIELDS = ("cards", "discards", "deck")
#: Seats are written as numbers from here on, where no sum of chips comes: so a number in a finding tells what it is.
FIRST, SECOND = 1_000_000, 2_000_000


def deep_map(value: Any, change: Callable[[str, Any], Any], key: str = "") -> Any:
    """A copy of a record with every field changed by `change(name, value)`."""
    if isinstance(value, dict):
        return {name: deep_map(inner, change, name) for name, inner in value.items()}
    if isinstance(value, list) and key not in CARD_FIELDS:
        return [deep_map(inner, change, key) for inner in value]
    return change(key, value)


def with_seats(record: Record, seat_map: SeatMap) -> Record:
    """The hand with other seat numbers; the list of players stays as it was."""
    return deep_map(record, lambda key, value: seat_map(value) if key in SEAT_FIELDS and value is not None else value)


def plain_seats(seat: int) -> int:
    """The same seats in the same order, from `FIRST` on."""
    return FIRST + seat


def rotated(turns: int, chairs: int) -> SeatMap:
    """The whole table turned by some chairs: who sits left of whom stays; numbers from `SECOND` on."""
    return lambda seat: SECOND + (seat - 1 + turns) % chairs + 1


def spread(rng: Random, chairs: int) -> SeatMap:
    """Other numbers in the same order."""
    numbers = sorted(rng.sample(range(1, 900_000), chairs + 1))
    return lambda seat: SECOND + numbers[seat]


def with_cards(record: Record, card_map: Callable[[str], str]) -> Record:
    """The hand with every card, the pack's too, written as another."""

    def change(key: str, value: Any) -> Any:
        return [card_map(card) for card in value] if key in CARD_FIELDS and isinstance(value, list) else value

    return deep_map(record, change)


def shuffled(rng: Random, record: Record) -> Record:
    """Players, and the cards within each action, in another order."""
    record = deep_map(record, lambda key, value: value if key == "deck" or not isinstance(value, list) else
                      rng.sample(value, len(value)))  # fmt: skip
    return record | {"players": rng.sample(record["players"], len(record["players"]))}


def renamed(rng: Random, record: Record) -> Record:
    """Other players, another hand, another night."""
    record = copy.deepcopy(record)
    for number, player in enumerate(record["players"]):
        player["player_id"] = f"somebody {number} {rng.random()}"
        player["name"] = rng.choice(("<b>", "=1+1", "Анна", "", "seat 3"))
    record |= {"hand_id": "another", "session_id": "another", "hand_no": rng.randrange(10**6)}
    record["started_at"] = "2031-01-01T00:00:00Z"
    return record


# -- results -------------------------------------------------------------------------------------------------------


def essence(result: HandResult, back: SeatMap = int, cards: Callable[[str], str] = str) -> dict[str, Any]:
    """All of a result in which seats are brought back to what they were, and where no order counts none is left."""
    return {
        "verdict": result.verdict,
        "because": sorted(_words(reason, back, cards) for reason in result.incomplete_because),
        "findings": sorted((_finding(finding, back, cards) for finding in result.findings), key=repr),
        "corrections": sorted((back(correction.seat), correction.amount) for correction in result.corrections),
        "movements": Counter(
            (m.step, _account(m.from_account, back), _account(m.to_account, back), m.chips, m.rule)
            for m in result.movements
        ),
        "table": (result.table_after.pot, result.table_after.bank, result.table_after.bank_start,
                  result.table_after.stitch_round, dict(result.table_after.pools)),
        "next": result.next_banker_seat and back(result.next_banker_seat),
    }  # fmt: skip


def _account(account: str, back: SeatMap) -> str:
    return f"seat:{back(int(account[5:]))}" if account.startswith("seat:") else account


def _finding(finding: Finding, back: SeatMap, cards: Callable[[str], str]) -> tuple[Any, ...]:
    seat = finding.seat and back(finding.seat)
    # which of several wrong cards is named hangs on the order of the suits
    named = finding.code.startswith("cards.") and cards is not str
    values = () if named else tuple(
        _value(value, back, cards) for value in (finding.expected, finding.actual)
    )  # fmt: skip
    words = _words(finding.message, back, cards) if not named else ()
    return (finding.action_no, finding.code, finding.rule, finding.severity, seat, values, words)


def _value(value: Any, back: SeatMap, cards: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {back(int(seat)): chips for seat, chips in sorted(value.items())}
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return back(value) if value >= FIRST else value
    return cards(value) if len(value) == 2 else value


def _words(text: str, back: SeatMap, cards: Callable[[str], str]) -> tuple[str, ...]:
    """The words of a message in any order: seats that it names together may stand in another; without the suits that
    are exchanged."""
    words = re.findall(r"\w+", text if cards is str else re.sub(r"\b(spade|club|diamond|heart)s?\b", "", text))
    return tuple(sorted(str(back(int(w))) if w.isdigit() and int(w) >= FIRST else w for w in words))
