"""PokerKit as a judge: five cards that both games rank alike, and whole hands with side pots and split pots."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from pokerkit import StandardHighHand

from ingest.decode import decode_line
from ingest.house_rules import PokerRules
from ingest.records import Hand
from replay.engine import replay_hand
from replay.pots import layered_pots
from replay.ranking import category_of, casino_rank, house_rank
from tests.oracles.house_judge import CATEGORIES, PACK_52, RANKS
from tests.oracles.ladders import Ladder
from tests.oracles.pokerkit_table import Played, played_hands
from tests.randomness import chance
from tests.simulator.against_engine import to_line

#: What the categories of the house are in PokerKit. Wraps (K-A-2-3-4) are straights in the house alone.
LABELS = {
    "flush-royal": "Straight flush", "four": "Four of a kind", "suit": "Flush", "full": "Full house",
    "straight": "Straight", "three": "Three of a kind", "two pairs": "Two pair", "pair": "One pair",
    "high card": "High card",
}  # fmt: skip
#: Those in which both compare in the same way (P22); in the others the suit or the lowest card decides in the house.
SAME_ORDER = ("four", "full", "three", "two pairs", "pair", "high card")
HOUSE = PokerRules(flush_same_suit="ranks")
CASINO = PokerRules(profile="five_card_draw")


def one_of_each_class() -> Iterable[list[str]]:
    """One hand of each five ranks that a pack can give, of several suits, and of one suit where that can be."""
    for ranks in combinations_with_replacement(RANKS, 5):
        if max(Counter(ranks).values()) < 5:
            yield [rank + "scdh"[(ranks[:place].count(rank) + (place == 4)) % 4] for place, rank in enumerate(ranks)]
            if len(set(ranks)) == 5:
                yield [f"{rank}h" for rank in ranks]


def standard(hand: Sequence[str]) -> StandardHighHand:
    """The hand as PokerKit sees it."""
    return StandardHighHand("".join(hand))


def compare_five_card_draw(hands: Iterable[Sequence[str]]) -> Ladder:
    """The whole order of `five_card_draw` against PokerKit's."""
    ladder = Ladder()
    for hand in hands:
        entry, rank = standard(hand).entry, casino_rank(hand, CASINO)
        assert LABELS[CATEGORIES[10 - category_of(rank, CASINO)]] == entry.label.value, hand
        ladder.put(hand, entry.index, rank)
    assert ladder.differences() == []
    return ladder


def compare_house(hands: Iterable[Sequence[str]]) -> dict[str, Ladder]:
    """Category by category: the house's ranking of natural cards against PokerKit's, where both compare alike."""
    ladders: dict[str, Ladder] = {}
    for hand in hands:
        entry, rank = standard(hand).entry, house_rank(hand, HOUSE)
        name = CATEGORIES[10 - category_of(rank, HOUSE)]
        ranks = {card[0] for card in hand}
        wraps = name in ("straight", "flush-royal") and {"A", "2"} < ranks and ranks != set("A2345")
        plain = {"straight": "High card", "flush-royal": "Flush"}
        assert entry.label.value == (plain[name] if wraps else LABELS[name]), hand
        if name in SAME_ORDER:
            ladders.setdefault(name, Ladder()).put(hand, entry.index, rank)
        elif name == "suit":
            ladders.setdefault(f"suit {hand[0][1]}", Ladder()).put(hand, entry.index, rank)
    assert {name: ladder.differences() for name, ladder in ladders.items() if ladder.differences()} == {}
    return ladders


def test_every_class_of_hands_stands_in_pokerkits_order() -> None:
    """All 7,462 classes of ordinary hands are ranked as PokerKit ranks them."""
    assert compare_five_card_draw(one_of_each_class()).rungs == 7462


def test_house_categories_are_pokerkits_where_both_have_them() -> None:
    """Fours, fulls, threes, pairs and high cards of the house stand in PokerKit's order, flushes within their suit."""
    ladders = compare_house(one_of_each_class())
    assert {name: ladder.rungs for name, ladder in ladders.items()} == {
        "four": 156, "full": 156, "three": 858, "two pairs": 858, "pair": 2860, "high card": 1274, "suit h": 1274,
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("first", range(48))
def test_every_hand_of_52_cards_stands_in_pokerkits_order(first: int) -> None:
    """All 2,598,960 hands, by their first card in the pack, under both rankings."""
    hands = [[PACK_52[first], *rest] for rest in combinations(PACK_52[first + 1 :], 4)]
    compare_five_card_draw(hands)
    compare_house(hands)


def play(rng: Random, count: int) -> Counter[str]:
    """Random hands that PokerKit played: our engine verifies each, and cuts its pot in the same way."""
    kinds: Counter[str] = Counter()
    for number, played in enumerate(played_hands(rng, count)):
        if not played.same_odd_chips:
            kinds["odd chips otherwise"] += 1
            continue
        hand = decode_line(to_line(played.log))
        assert isinstance(hand, Hand), hand
        result = replay_hand(hand)
        assert result.verdict == "verified", f"hand {number}: {result.findings} {played.log}"
        _same_pots(played)
        kinds.update((f"pots: {len(played.pots)}", f"limit {played.log['rules']['limit']}"))
        wins = [act for act in played.log["actions"] if act["action"] == "win"]
        kinds["split or several winners"] += len(wins) > 1
        kinds["uncalled"] += any(act["action"] == "return" for act in played.log["actions"])
    return kinds


def _same_pots(played: Played) -> None:
    """P10: the layers of the pot, but for what nobody called, which PokerKit has no pot for."""
    if not played.pots:
        return
    pots = [(pot.chips, pot.contenders) for pot in layered_pots(played.put, played.still_in, 0)]
    uncalled = sum(chips for chips, _ in pots) - sum(pot.chips for pot in played.pots)
    if uncalled and pots[-1][0] == uncalled:
        pots.pop()
    elif uncalled:
        pots[-1] = (pots[-1][0] - uncalled, pots[-1][1])
    assert pots == [tuple(pot) for pot in played.pots], played


def test_hands_that_pokerkit_played_are_verified() -> None:
    """Blinds, antes, three limits, all-ins, side pots, odd chips: what PokerKit paid is what our engine says is due."""
    kinds = play(chance("test_hands_that_pokerkit_played_are_verified"), 600)
    assert {"pots: 1", "pots: 2", "pots: 3", "limit none", "limit pot", "limit fixed"} <= set(kinds)
    assert min(kinds["split or several winners"], kinds["uncalled"]) > 10


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_many_hands_that_pokerkit_played_are_verified(block: int) -> None:
    """The same with 50,000 hands."""
    play(chance(f"test_many_hands_that_pokerkit_played_are_verified[{block}]"), 5000)
