"""The ranking of the house game against brute force over everything that a joker can be (P20–P27)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement, islice, product
from random import Random

import pytest

from ingest.house_rules import PokerRules
from replay.ranking import category_of, house_rank
from tests.oracles import house_judge
from tests.oracles.house_judge import ALL_KEYS, JOKER, PACK_52, SUITS
from tests.oracles.ladders import Ladder
from tests.randomness import chance

RULES = [PokerRules(**keys._asdict()) for keys in ALL_KEYS]
REDUCED = [*[rank + suit for rank in "234KA" for suit in SUITS], JOKER, JOKER]
PACKS = {52: PACK_52, 54: [*PACK_52, JOKER, JOKER], 108: 2 * [*PACK_52, JOKER, JOKER]}
#: In the quick suite hands with several jokers, which take long, are seldom: the slow one has every one of them.
QUICK = (1, 1, 0.15, 0.01, 0.01)


def compare(hands: Iterable[Sequence[str]]) -> list[Ladder]:
    """Put all hands before both judges, once for each way of setting the three keys of the ranking."""
    ladders = [Ladder() for _ in ALL_KEYS]
    for hand in hands:
        for ladder, keys, rules in zip(ladders, ALL_KEYS, RULES, strict=True):
            judged, rank = house_judge.judge(hand, keys), house_rank(hand, rules)
            assert house_judge.CATEGORIES.index(house_judge.category(judged)) + 1 == 11 - category_of(rank, rules), hand
            ladder.put(hand, judged, rank)
    for ladder, keys in zip(ladders, ALL_KEYS, strict=True):
        assert ladder.differences() == [], keys
    return ladders


def shaped(rng: Random, pack: list[str]) -> list[str]:
    """Five cards: half of the time any, else such that the rare categories come up (one suit, few ranks, jokers)."""
    kind = rng.choice(("any", "any", "suit", "ranks", "window", "window of a suit"))
    low, suit, ranks = rng.randrange(13), rng.choice(SUITS), rng.sample(house_judge.RANKS, 2)
    window = {house_judge.RANKS[(low + step) % 13] for step in range(5)}
    fits = {
        "any": lambda card: True,
        "suit": lambda card: card[1] == suit,
        "ranks": lambda card: card[0] in ranks,
        "window": lambda card: card[0] in window,
        "window of a suit": lambda card: card[0] in window and card[1] == suit,
    }[kind]
    jokers = rng.choice((0, 0, 1, 2, 2, 3, 4)) if kind != "any" else 0
    return draw_five(rng, [card for card in pack if card != JOKER and fits(card)], pack, jokers, kind == "any")


def draw_five(rng: Random, natural: list[str], pack: list[str], jokers: int, plain: bool) -> list[str]:
    """Five of a whole pack, or so many jokers (as far as the pack has them) and the rest of `natural`."""
    if plain:
        return rng.sample(pack, 5)
    jokers = min(jokers, pack.count(JOKER))
    return [JOKER] * jokers + rng.sample(natural, 5 - jokers)


def random_hands(rng: Random, size: int, count: int, kept: Sequence[float] = (1, 1, 1, 1, 1)) -> Iterable[list[str]]:
    """So many hands of one pack; `kept` is the share to keep of those with no, one, ... four jokers."""
    hands = (shaped(rng, PACKS[size]) for _ in range(100 * count))
    return islice((hand for hand in hands if rng.random() < kept[hand.count(JOKER)]), count)


def test_every_hand_of_a_reduced_pack() -> None:
    """All 26,334 hands of twenty cards (2, 3, 4, K, A) and two jokers stand in the same order under every key."""
    ladders = compare(combinations(REDUCED, 5))
    assert {ladder.hands for ladder in ladders} == {26_334}
    assert ladders[0].rungs == 131


@pytest.mark.parametrize("size", PACKS)
def test_random_hands_of_the_full_packs(size: int) -> None:
    """Hands of 52, 54 and 108 cards, rare shapes among them: 5,000 in all, under every key."""
    compare(random_hands(chance(f"test_random_hands_of_the_full_packs[{size}]"), size, 1667, kept=QUICK))


@pytest.mark.slow
@pytest.mark.parametrize("size", PACKS)
def test_many_random_hands_of_the_full_packs(size: int) -> None:
    """The same with 100,000 of each pack."""
    compare(random_hands(chance(f"test_many_random_hands_of_the_full_packs[{size}]"), size, 100_000))


@pytest.mark.slow
@pytest.mark.parametrize("jokers", range(5))
def test_every_hand_of_the_largest_pack(jokers: int) -> None:
    """Every different hand of 108 cards, by its jokers: with those of 52 and 54 cards in it, no hand is left out."""
    naturals = combinations_with_replacement(PACK_52, 5 - jokers)
    hands = ([*cards, *[JOKER] * jokers] for cards in naturals if max(Counter(cards).values()) <= 2)
    expected = {0: 3_748_160, 1: 338_351, 2: 24_752, 3: 1_378, 4: 52}
    assert {ladder.hands for ladder in compare(hands)} == {expected[jokers]}


def test_no_order_of_the_cards_matters() -> None:
    """A hand has the same rank however its cards lie."""
    rng = chance("test_no_order_of_the_cards_matters")
    for size, rules in product(PACKS, RULES):
        for hand in random_hands(rng, size, 20, kept=QUICK):
            assert house_rank(rng.sample(hand, 5), rules) == house_rank(hand, rules)
