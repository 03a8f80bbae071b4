"""Hiding cards never makes a hand wrong (C5): it stays verified, or something could not be checked."""

import copy
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.cases import Case, Record, clean_cases
from tests.randomness import SEED, announce, random_property

HOW = ("places", "cards", "seats", "all", "one")


def hidden(rng: Random, record: Record) -> Record:
    """The hand with some cards as `??`: at single places, some cards everywhere, all of some seats, or all."""
    record = copy.deepcopy(record)
    acts = [act for act in record["actions"] if act.get("cards") or act.get("discards")]
    how, share = rng.choice(HOW), rng.choice((0.1, 0.5, 0.9))
    known = sorted({card for act in acts for key in ("cards", "discards") for card in act.get(key) or ()})
    if not known:
        return record
    cards = {card for card in known if rng.random() < share}
    only = rng.choice(known)
    seats = {act.get("seat") for act in acts if rng.random() < share}
    for act in acts:
        for key in ("cards", "discards"):
            if act.get(key):
                act[key] = [
                    "??"
                    if {"places": rng.random() < share, "cards": card in cards, "seats": act.get("seat") in seats,
                        "all": True, "one": card == only}[how]
                    else card
                    for card in act[key]
                ]  # fmt: skip
    if rng.random() < 0.7:
        record.pop("deck", None)
    return record


def check(seed: int, ways: int, kinds: Counter[str]) -> None:
    """Some ways of hiding cards in the hands of one clean session."""
    rng = Random(f"hiding {seed}")
    for case in clean_cases(seed, 4):
        for _ in range(ways):
            record = hidden(rng, case.record)
            result = case.replay(record)
            told = Case(record, case.rules, case.opening).told()
            assert result.verdict != "discrepant", f"seed {seed}: {result.findings} {told}"
            assert not result.corrections, f"seed {seed}: {told}"
            kinds[result.verdict] += 1


@random_property(15)
@given(st.integers(0, 2**32))
def test_hiding_cards_never_makes_a_hand_wrong(seed: int) -> None:
    """Clean hands with cards hidden: no finding, no correction."""
    announce("test_hiding_cards_never_makes_a_hand_wrong")
    check(seed, 1, Counter())


@pytest.mark.slow
def test_hiding_cards_in_many_hands() -> None:
    """The same over 2,000 sessions; both verdicts come up."""
    announce("test_hiding_cards_in_many_hands")
    rng, kinds = Random(f"hiding {SEED}"), Counter[str]()
    for _ in range(2000):
        check(rng.randrange(2**32), 4, kinds)
    assert min(kinds["verified"], kinds["incomplete"]) > 1000
