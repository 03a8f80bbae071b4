"""A hand with hidden cards is verified only if it is with all that they may be; in poker and stitch whenever it is."""

import copy
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.cases import Case, Record, clean_cases
from tests.randomness import SEED, announce, random_property
from tests.simulator.cards import JOKER, PACK_52

POK_FROM = {2: "J", 3: "T", 4: "8", 5: "7", 6: "5", 7: "4", 8: "2"}
RANKS = "23456789TJQKA"


def card_lists(record: Record) -> Iterator[list[str]]:
    """Every list of cards in the actions but the lot, which is drawn from a pack of its own (S1)."""
    for act in record["actions"]:
        for key in ("cards", "discards"):
            if act.get(key) and act["action"] != "lot":
                yield act[key]


def pack_of(case: Case) -> list[str]:
    """The cards that are in the pack once; none where every card is there twice."""
    players, rules = len(case.record["players"]), {**case.rules, **(case.record.get("rules") or {})}
    if case.record["game"] == "pok":
        return [card for card in PACK_52 if RANKS.index(card[0]) >= RANKS.index(POK_FROM[players])]
    deck = rules.get("deck", "auto")
    twice = case.record["game"] == "poker" and (deck == 108 or (deck == "auto" and players > 5))
    return [] if twice else PACK_52


def jokers_left(case: Case) -> int:
    """Whether a pack of 54 still holds a joker that nobody saw; as a filling one stands for two."""
    players, rules = len(case.record["players"]), {**case.rules, **(case.record.get("rules") or {})}
    if case.record["game"] != "poker" or rules.get("deck", "auto") not in ("auto", 54) or players > 5:
        return 0
    came = [act["cards"] for act in case.record["actions"] if act["action"] in ("deal", "draw") and act.get("cards")]
    return int(sum(cards.count(JOKER) for cards in came) < 2)


def replaced(record: Record, by: dict[str, str]) -> Record:
    """The hand with some cards written as others, everywhere; without the pack, which would tell them."""
    record = copy.deepcopy(record)
    for cards in card_lists(record):
        cards[:] = [by.get(card, card) for card in cards]
    record.pop("deck", None)
    return record


def check(seed: int, hidden_cards: int, tries: int, kinds: Counter[str]) -> None:
    """Hide so many cards of each hand of a session; put in their place what they may be, up to so many ways."""
    rng = Random(f"filling {seed} {hidden_cards}")
    for case in clean_cases(seed, 3):
        seen = {card for cards in card_lists(case.record) for card in cards}
        pack = pack_of(case)
        known = sorted(seen & set(pack))
        if len(known) < hidden_cards or "??" in seen:
            continue
        hidden = rng.sample(known, hidden_cards)
        unseen = sorted((set(pack) - seen) | set(hidden)) + [JOKER] * jokers_left(case)
        result = case.replay(replaced(case.record, dict.fromkeys(hidden, "??")))
        told = f"seed {seed}, {hidden} hidden: {case.told()}"
        assert result.verdict != "discrepant", f"{result.findings} {told}"
        ways = list(permutations(unseen, hidden_cards))
        wrong = []
        for cards in rng.sample(ways, min(tries, len(ways))):
            filled = case.replay(replaced(case.record, dict(zip(hidden, cards, strict=True))))
            if filled.verdict != "verified":
                wrong.append((cards, filled.findings))
        assert result.verdict != "verified" or not wrong, f"verified, but not with {wrong[:2]}; {told}"
        all_tried = hidden_cards == 1 and tries >= len(ways)
        if all_tried and case.record["game"] != "pok":
            assert result.verdict == "verified" or wrong, f"{result.incomplete_because}, but all are right; {told}"
        kinds[f"{case.record['game']} {result.verdict}"] += 1


@random_property(12)
@given(st.integers(0, 2**32))
def test_a_hidden_card_is_proved_by_what_it_may_be(seed: int) -> None:
    """One card hidden everywhere, and every card that it may be in its place; two, and some pairs."""
    announce("test_a_hidden_card_is_proved_by_what_it_may_be")
    check(seed, 1, 60, Counter())
    check(seed, 2, 20, Counter())


@pytest.mark.slow
def test_many_hidden_cards_are_proved_by_what_they_may_be() -> None:
    """The same over 1,500 sessions, and with three cards."""
    announce("test_many_hidden_cards_are_proved_by_what_they_may_be")
    rng, kinds = Random(f"filling {SEED}"), Counter[str]()
    for _ in range(1500):
        seed = rng.randrange(2**32)
        for hidden_cards in (1, 2, 3):
            check(seed, hidden_cards, 60, kinds)
    assert {kind for kind, count in kinds.items() if count > 100} >= {
        "poker verified", "poker incomplete", "stitch verified", "stitch incomplete", "pok incomplete",
    }  # fmt: skip
