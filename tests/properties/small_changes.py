"""Every small change of a hand's log: one line or one field otherwise, one card, one stack, one rule.

What a short way through a hand may overlook is small: a chip, a seat, a line that stands twice. So each of these is
tried in turn, at each place, not a few at random.
"""

import copy
from collections.abc import Iterator
from typing import Any

from ingest.house_rules import CIRCLE_NAMES, keys
from ingest.verbs import VERBS
from tests.hostile.mutation import possible_values

Record = dict[str, Any]
PACK = ("2s", "Tc", "Jd", "Qh", "Ks", "Ah", "Xx", "??")


def every_small_change(record: Record) -> Iterator[Record]:
    """The hand with one thing changed, over and over; not all of them are well-formed."""
    yield from _one_more(record, len(record["actions"]))
    for place in range(len(record["actions"])):
        yield from _other_lines(record, place)
        yield from _other_fields(record, place)
        yield from _other_cards(record, place)
    yield from _cut_off(record)
    yield from _other_people(record)
    yield from _other_tables(record)
    yield from _other_rules(record)


def _with(record: Record, actions: list[Record], **fields: Any) -> Record:
    return {**record, "actions": actions, **fields}


def _other_lines(record: Record, place: int) -> Iterator[Record]:
    """A line is not there, stands twice, later, or has one more before it."""
    acts = record["actions"]
    yield _with(record, [*acts[:place], *acts[place + 1 :]])
    yield _with(record, [*acts[: place + 1], *acts[place:]])
    if place + 1 < len(acts):
        yield _with(record, [*acts[:place], acts[place + 1], acts[place], *acts[place + 2 :]])
    yield _with(record, [*acts[:place], *acts[place + 1 :], acts[place]])
    yield from _one_more(record, place)


def _one_more(record: Record, place: int) -> Iterator[Record]:
    """One more line of any verb at this place, also behind the last one."""
    acts = record["actions"]
    seats = [player["seat"] for player in record["players"]]
    for verb, fields in VERBS[record["game"]].items():
        new: Record = {"action": verb}
        filling = {"seat": seats[place % len(seats)], "amount": place % 3, "cards": ["Jd"], "discards": ["Jd"],
                   "to_seat": seats[-1], "pool": "pok" if record["game"] == "pok" else "main"}  # fmt: skip
        new |= {name: filling[name] for name in fields.required}
        yield _with(record, [*acts[:place], new, *acts[place:]])


def _other_fields(record: Record, place: int) -> Iterator[Record]:
    """Another verb, seat, sum or circle."""
    acts, act = record["actions"], record["actions"][place]
    seats = [player["seat"] for player in record["players"]]
    changes: list[Record] = [{"action": verb} for verb in VERBS[record["game"]] if verb != act["action"]]
    changes += [{name: seat} for name in ("seat", "to_seat") if name in act for seat in (*seats, max(seats) + 1)]
    if "amount" in act:
        changes += [{"amount": act["amount"] + by} for by in (-1, 1, 2, 40)] + [{"amount": 0}]
    pools = CIRCLE_NAMES if record["game"] == "pok" else ("main", "side1")
    if {"pool", "amount"} & act.keys():
        changes += [{"pool": pool} for pool in pools]
    for change in changes:
        yield _with(record, [*acts[:place], act | change, *acts[place + 1 :]])
    if "pool" in act:
        yield _with(record, [*acts[:place], {k: v for k, v in act.items() if k != "pool"}, *acts[place + 1 :]])


def _other_cards(record: Record, place: int) -> Iterator[Record]:
    """One card is another one, not there, there twice, or all are in another order."""
    acts, act = record["actions"], record["actions"][place]
    for name in ("cards", "discards"):
        cards = act.get(name)
        if cards is None:
            continue
        changed = [[*cards, "2s"], [*cards, "??"], cards[::-1], ["??"] * len(cards)]
        for at, card in enumerate(cards):
            changed += [[*cards[:at], other, *cards[at + 1 :]] for other in PACK if other != card]
            changed += [[*cards[:at], *cards[at + 1 :]], [*cards, card]]
        for new in changed:
            yield _with(record, [*acts[:place], act | {name: new}, *acts[place + 1 :]])


def _cut_off(record: Record) -> Iterator[Record]:
    """The log ends too early."""
    for length in range(len(record["actions"])):
        yield _with(record, record["actions"][:length])


def _other_people(record: Record) -> Iterator[Record]:
    """Another dealer; one of the players has less or more, or is not in the hand."""
    for player in record["players"]:
        yield record | {"dealer_seat": player["seat"]}
        others = [other for other in record["players"] if other is not player]
        yield record | {"players": others}
        put = sum(act.get("amount", 0) for act in record["actions"] if act.get("seat") == player["seat"])
        for stack in {0, 1, 2, put - 1, put, put + 1, 100_000, -1}:
            yield record | {"players": [*others, {**player, "stack": stack}]}
            yield record | {"players": [*others, {"stack": stack, **_nameless(player)}]}
        yield record | {"players": [*others, {**player, "end_stack": 7}]}


def _nameless(player: Record) -> Record:
    return {"seat": player["seat"], "player_id": player["player_id"]}


def _other_tables(record: Record) -> Iterator[Record]:
    """Something else lies on the table before or after the hand; a pack that is another one."""
    for side in ("opening", "closing"):
        yield {name: value for name, value in record.items() if name != side}
        for table in (
            {"pot": 0}, {"pot": 5}, {"bank": 12, "bank_start": 4}, {"bank": 2, "bank_start": 12},
            {"bank": 30, "bank_start": 12, "stitch_round": True}, {"pools": {"pok": 3, "J": 2, "2": 4}},
            {"next_dealer_seat": record["players"][0]["seat"]},
        ):  # fmt: skip
            yield record | {side: table}
    deck = record.get("deck")
    if deck is not None:
        yield {name: value for name, value in record.items() if name != "deck"}
        for place in range(0, len(deck) - 1, 5):
            swapped = copy.copy(deck)
            swapped[place], swapped[place + 1] = deck[place + 1], deck[place]
            yield record | {"deck": swapped}
            yield record | {"deck": [*deck[:place], "??", *deck[place + 1 :]]}


def _other_rules(record: Record) -> Iterator[Record]:
    """One house rule is another."""
    rules = record.get("rules") or {}
    for key in keys(record["game"]):
        for value in possible_values(record["game"], key):
            if value not in (2**31, 2**32, 2**53):
                yield record | {"rules": {**rules, key: value}}
