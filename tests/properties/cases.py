"""Hands to try properties on: clean ones, such with a planted fault, and logs broken at random."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from ingest.decode import decode_line
from ingest.records import Hand, TableState
from replay.results import HandResult
from tests.both_ways import replay_hand
from tests.simulator import simulate_session
from tests.simulator.against_engine import to_line
from tests.simulator.faults import FAULTS, plant

Record = dict[str, Any]
GAMES = ("poker", "stitch", "pok")
#: Verbs by game and the fields that they need, for logs broken at random.
WITH_AMOUNT = {
    "poker": ("ante", "enter", "bet", "call", "raise", "open", "win", "return"),
    "stitch": ("bank", "stake", "win", "lose", "collect"),
    "pok": ("bet", "call", "raise", "open"),
}
WITH_SEAT = {"poker": ("decline", "fold", "muck"), "stitch": ("muck",), "pok": ("pass", "muck")}


class Case(NamedTuple):
    """One hand with all that it is judged by."""

    record: Record
    rules: dict[str, Any]
    #: What lay on the table by the hand before (F4).
    opening: TableState | None

    def replay(self, record: Record | None = None) -> HandResult:
        """The engine's result for this hand, or for another way of writing it."""
        hand = decoded(self.record if record is None else record)
        assert hand is not None, f"not a well-formed hand: {record}"
        return replay_hand(hand, self.rules, self.opening)

    def told(self) -> str:
        """The hand as a line of a log, to look at."""
        return json.dumps({"rules": self.rules, "opening": str(self.opening), "hand": self.record}, ensure_ascii=False)


def decoded(record: Record) -> Hand | None:
    """The record as the engine gets it; None where the decoder refuses it."""
    hand = decode_line(to_line(record))
    return hand if isinstance(hand, Hand) else None


def cases_of(records: list[Record]) -> Iterator[Case]:
    """The hands of a session, each with its rules and what the hand before left."""
    rules: dict[str, dict[str, Any]] = records[0].get("rules", {})
    tables: dict[str, TableState] = {}
    for record in records:
        if record["record"] == "hand":
            game = record["game"]
            case = Case(record, rules.get(game, {}), tables.get(game))
            yield case
            tables[game] = case.replay().table_after


def clean_cases(seed: int, hands: int = 6, game: str | None = None) -> list[Case]:
    """The hands of one random legal session."""
    return list(cases_of(simulate_session(seed, hands=hands, game=game)))


def planted_cases(seed: int, kind: str) -> list[Case]:
    """The hands of a session with one planted fault."""
    return list(cases_of(plant(kind, seed).records))


def broken_cases(seed: int, hands: int = 6, game: str | None = None) -> list[Case]:
    """The hands of a random session, each with one to three things in its log changed at random."""
    rng = Random(f"broken {seed}")
    found = []
    for case in clean_cases(seed, hands, game):
        record = copy.deepcopy(case.record)
        for _ in range(rng.randint(1, 3)):
            break_something(rng, record)
        if decoded(record) is not None:
            found.append(case._replace(record=record))
    return found


def some_cases(seed: int, game: str | None = None) -> list[Case]:
    """Some hands of any kind: clean, with a planted fault (one in eight), or broken."""
    rng = Random(f"some {seed}")
    kind = rng.randrange(8)
    if kind == 0:
        kinds = sorted(name for name, fault in FAULTS.items() if fault.game in (game or fault.game, "any"))
        return planted_cases(seed, rng.choice(kinds))
    return clean_cases(seed, game=game) if kind < 3 else broken_cases(seed, game=game)


# -- logs broken at random -----------------------------------------------------------------------------------------


def break_something(rng: Random, record: Record) -> None:
    """Change one thing in a hand's log, so that it is still well-formed in most cases."""
    acts = record["actions"]
    if not acts:
        return
    place = rng.randrange(len(acts))
    act = acts[place]
    seats = [player["seat"] for player in record["players"]]
    what = rng.choice(("drop", "twice", "swap", "move", "amount", "amount", "seat", "card", "card", "new", "new"))
    if what == "drop":
        acts.pop(place)
    elif what == "twice":
        acts.insert(place, dict(act))
    elif what == "swap":
        other = rng.randrange(len(acts))
        acts[place], acts[other] = acts[other], acts[place]
    elif what == "move":
        acts.insert(rng.randrange(len(acts)), acts.pop(place))
    elif what == "amount" and "amount" in act:
        act["amount"] = max(0, act["amount"] + rng.choice((-3, -2, -1, 1, 2, 3, 10, act["amount"])))
    elif what == "seat" and "seat" in act:
        act["seat"] = rng.choice([*seats, *seats, max(seats) + 1])
    elif what == "card":
        break_a_card(rng, acts)
    elif what == "new":
        acts.insert(place, new_action(rng, record["game"], seats))


def break_a_card(rng: Random, acts: list[Record]) -> None:
    """Another card, none, or one more, where a log names cards."""
    lists = [act[key] for act in acts for key in ("cards", "discards") if act.get(key)]
    if not lists:
        return
    cards = rng.choice(lists)
    place = rng.randrange(len(cards))
    how = rng.randrange(4)
    if how == 0 and len(cards) > 1:
        cards.pop(place)
    elif how == 1:
        cards.append(rng.choice(cards))
    elif how == 2:
        cards[place] = "??"
    else:
        cards[place] = rng.choice("89TJQKA") + rng.choice("scdh")


def new_action(rng: Random, game: str, seats: list[int]) -> Record:
    """One more action of the game, at any seat."""
    with_amount = WITH_AMOUNT[game]
    verb = rng.choice((*with_amount, *WITH_SEAT[game]))
    act: Record = {"action": verb, "seat": rng.choice(seats)}
    if verb in with_amount:
        act["amount"] = rng.randint(0, 12)
    return act
