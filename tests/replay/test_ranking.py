"""How hands are told and by which rule one beats another (P20–P26); their order itself is judged in tests/oracles."""

from itertools import pairwise

import pytest

from ingest.house_rules import PokerRules
from replay.ranking import comparing_rule, rank_hand, rank_words

HOUSE = PokerRules()
SPLIT = PokerRules(straight_tie="split")
RANKS = PokerRules(flush_same_suit="ranks")
CASINO = PokerRules(profile="five_card_draw")


@pytest.mark.parametrize(
    ("cards", "rules", "words"),
    [
        ("Xx Xx Xx Xx Xx", HOUSE, "poker (five of a rank) of aces"),
        ("Ks Kh Kd Xx Xx", HOUSE, "poker (five of a rank) of kings"),
        ("Th Jh Qh Xx Ah", HOUSE, "flush-royal 10-J-Q-K-A"),
        ("Kh Ah 2h 3h 4h", HOUSE, "flush-royal K-A-2-3-4"),
        ("Ks Kh Kd Kc 2s", HOUSE, "four of a kind of kings"),
        ("2h 5h 9h Jh Kh", HOUSE, "suit (flush) of hearts"),
        ("2s 5s 9s Js Xx", RANKS, "suit (flush) of spades"),
        ("Ks Kh Kd 2c 2s", HOUSE, "full, kings and twos"),
        ("Xx Kh Kd 2c 2s", HOUSE, "full, kings and twos"),
        ("Js Qh Kd Ac 2s", HOUSE, "straight J-Q-K-A-2"),
        ("6s 7h 8d 9c Xx", HOUSE, "straight 6-7-8-9-10"),
        ("6s 7h 8d 9c Ts", SPLIT, "straight from the six"),
        ("Ks Kh Kd 3c 2s", HOUSE, "three of a kind of kings"),
        ("Ks Kh 3d 3c 2s", HOUSE, "two pairs, kings and threes"),
        ("Ks Kh 4d 3c 2s", HOUSE, "pair of kings"),
        ("Ks Jh 4d 3c 2s", HOUSE, "high card king"),
        ("2h 5h 9h Jh Kh", CASINO, "suit (flush) king"),
        ("Ts Jh Qd Kc As", CASINO, "straight to the ace"),
        ("As 2h 3d 4c 5s", CASINO, "straight to the five"),
        ("9s Ts Js Qs Ks", CASINO, "flush-royal to the king"),
        ("Ks Kh Kd Kc 2s", CASINO, "four of a kind of kings"),
        ("Ks Kh Kd 2c 2s", CASINO, "full, kings and twos"),
        ("Ks Kh Kd 3c 2s", CASINO, "three of a kind of kings"),
        ("Ks Kh 3d 3c 2s", CASINO, "two pairs, kings and threes"),
        ("Ks Kh 4d 3c 2s", CASINO, "pair of kings"),
        ("As 2h 3d 4c 6s", CASINO, "high card ace"),
        ("Js Qh Kd Ac 2s", CASINO, "high card ace"),
    ],
)
def test_words_of_a_hand(cards: str, rules: PokerRules, words: str) -> None:
    """A floor manager is told the category and the ranks that make it."""
    assert rank_words(rank_hand(cards.split(), rules), rules) == words


LADDER = [
    "9s Ts Js Qs Ks", "Ks Kh Kd Kc 2s", "Ks Kh Kd 2c 2s", "2h 5h 9h Jh Kh", "Ts Jh Qd Kc As", "9s Th Jd Qc Ks",
    "As 2h 3d 4c 5s", "Ks Kh Kd 3c 2s", "Ks Kh 3d 3c 2s", "Ks Kh 4d 3c 2s", "Ah Kh Qd Jc 9s", "Ks Jh 4d 3c 2s",
]  # fmt: skip


@pytest.mark.parametrize(("better", "worse"), list(pairwise(LADDER)))
def test_ladder_of_five_card_draw(better: str, worse: str) -> None:
    """End of the poker part: flush-royal > four > full > flush > straight (the ace to the five lowest) > three ..."""
    assert rank_hand(better.split(), CASINO) > rank_hand(worse.split(), CASINO)


@pytest.mark.parametrize(
    ("better", "worse", "rules", "rule"),
    [
        ("Ks Kh Kd Xx Xx", "Ks Kh Kd Kc 2s", HOUSE, "P8"),
        ("Ks Kh Kd Kc 2s", "Qs Qh Qd Qc 2s", HOUSE, "P22"),
        ("Ks Kh 4d 3c 2s", "Kd Kc 4h 2d 3s", HOUSE, "P22"),
        ("2h 5h 9h Jh Kh", "2d 5d 9d Jd Kd", HOUSE, "P23"),
        ("Js Qh Kd Ac 2s", "Qs Kh Ad 2c 3s", HOUSE, "P24"),
        ("9s Ts Js Qs Ks", "8s 9s Ts Js Qs", HOUSE, "P24"),
        ("2h 5h 9h Jh Kh", "2d 5d 9d Jd Qd", CASINO, "P23"),
        ("9s Th Jd Qc Ks", "8s 9h Td Jc Qs", CASINO, "P24"),
    ],
)
def test_rule_that_decides(better: str, worse: str, rules: PokerRules, rule: str) -> None:
    """The category decides by P8; within it sets, suits and straights have rules of their own."""
    assert comparing_rule(rank_hand(better.split(), rules), rank_hand(worse.split(), rules), rules) == rule
