"""The same hand written down otherwise is judged the same: seats, names, suits, and orders that mean nothing."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from tests.properties.cases import Case, some_cases
from tests.properties.rewriting import (
    FIRST,
    SECOND,
    SeatMap,
    essence,
    plain_seats,
    renamed,
    rotated,
    shuffled,
    spread,
    with_cards,
    with_seats,
)
from tests.randomness import SEED, announce, random_property

SEEDS = st.integers(0, 2**32)
SUITS = "scdh"


def chairs_of(case: Case) -> int:
    """The highest seat that the log names."""
    found = [player["seat"] for player in case.record["players"]]
    for act in case.record["actions"]:
        found += [act[key] for key in ("seat", "to_seat") if act.get(key)]
    found.append((case.record.get("closing") or {}).get("next_dealer_seat") or 1)
    return max(found)


def check_seats(rng: Random, case: Case) -> None:
    """Seats written by other numbers, in the same order or the whole table turned."""
    chairs = chairs_of(case)
    first = essence(case.replay(with_seats(case.record, plain_seats)), lambda seat: seat - FIRST)
    for seat_map in (rotated(rng.randrange(1, chairs + 1), chairs), spread(rng, chairs)):
        back: dict[int, int] = {seat_map(seat): seat for seat in range(1, chairs + 1)}
        second = essence(case.replay(with_seats(case.record, seat_map)), back.__getitem__)
        assert second == first


def check_names(rng: Random, case: Case) -> None:
    """Other names, numbers and times change nothing at all but the hand's name."""
    before, after = case.replay(), case.replay(renamed(rng, case.record))
    for field in before.__struct_fields__:
        if field != "hand_id":
            assert getattr(after, field) == getattr(before, field)


def check_orders(rng: Random, case: Case) -> None:
    """Players in another order, and the cards of each action, change nothing at all."""
    before, after = case.replay(), case.replay(shuffled(rng, case.record))
    assert after == before


def may_hold_a_flush(case: Case) -> bool:
    """Whether five cards of some seat could be of one suit, as far as the log knows."""
    cards: dict[int, list[str]] = {}
    for act in case.record["actions"]:
        cards.setdefault(act.get("seat") or 0, []).extend(act.get("cards") or ())
    if any(len(held) < 5 for seat, held in cards.items() if seat in {p["seat"] for p in case.record["players"]}):
        return True
    return any(sum(card[1] in (suit, "x", "?") for card in set(held)) + held.count("??") + held.count("Xx") >= 5
               for held in cards.values() for suit in SUITS)  # fmt: skip


def check_suits(rng: Random, case: Case) -> None:
    """Suits exchanged: in stitch and pok always, in poker where nobody can have a flush, nothing changes."""
    if case.record["game"] == "poker" and may_hold_a_flush(case):
        return
    changed = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    original = {to: suit for suit, to in changed.items()}

    def exchange(suits: dict[str, str]) -> Any:
        return lambda card: card[0] + suits[card[1]] if card[1] in suits and card[0] in "23456789TJQKA" else card

    before = essence(case.replay(), cards=exchange(dict(zip(SUITS, SUITS, strict=True))))
    after = essence(case.replay(with_cards(case.record, exchange(changed))), cards=exchange(original))
    assert after == before


CHECKS = {"seats": check_seats, "names": check_names, "orders": check_orders, "suits": check_suits}


def check(what: str, seed: int, game: str | None = None) -> None:
    """One property on the hands of one seed."""
    rng = Random(f"{what} {seed}")
    for number, case in enumerate(some_cases(seed, game), start=1):
        try:
            CHECKS[what](rng, case)
        except AssertionError as error:
            raise AssertionError(f"{what}, seed {seed}, hand {number}: {case.told()}") from error


@pytest.mark.parametrize("what", CHECKS)
def test_writing_a_hand_otherwise_changes_nothing(what: str) -> None:
    """Clean, planted and broken hands: seats turned or renumbered, names, suits, orders of players and cards."""
    announce(f"test_writing_a_hand_otherwise_changes_nothing[{what}]")

    @random_property(40)
    @given(SEEDS)
    def holds(seed: int) -> None:
        note(f"seed {seed}")
        check(what, seed)

    holds()


@pytest.mark.slow
@pytest.mark.parametrize("what", CHECKS)
@pytest.mark.parametrize("game", ["poker", "stitch", "pok"])
def test_writing_many_hands_otherwise_changes_nothing(what: str, game: str) -> None:
    """The same over 3,000 sessions each."""
    announce(f"test_writing_many_hands_otherwise_changes_nothing[{game}-{what}]")
    rng = Random(f"{what} {game} {SEED}")
    for _ in range(3000):
        check(what, rng.randrange(2**32), game)


def test_the_table_is_turned_as_a_whole() -> None:
    """A check of the tool: turning keeps everybody's left neighbour and puts seats where no chips count."""
    turn: SeatMap = rotated(3, 5)
    assert sorted(turn(seat) - SECOND for seat in range(1, 6)) == [1, 2, 3, 4, 5]
    assert [turn(seat) - SECOND for seat in range(1, 6)] == [4, 5, 1, 2, 3]
