"""PokerKit as a judge: five cards that both games rank alike, side pots and split pots.

Whole hands that PokerKit played go through our engine in tests/pokerkit_draw.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement

import pytest
from pokerkit import StandardHighHand

from ingest.house_rules import PokerRules
from replay.pots import layered_pots, share
from replay.ranking import casino_rank, category_of, house_rank
from tests.oracles.house_judge import CATEGORIES, PACK_52, RANKS
from tests.oracles.ladders import Ladder
from tests.pokerkit_draw import Played, play_hand, write_record
from tests.randomness import chance

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


def put_by_place(played: Played) -> dict[int, int]:
    """What each player put in over the hand, from the dealer's left."""
    put = Counter(dict.fromkeys(range(played.rules.players), 0))
    put.update(played.antes)
    put.update(played.blinds)
    for bid in (bid for one_round in played.rounds for bid in one_round):
        put[bid.place] += bid.amount
    return dict(put)


def check_pots(played: Played) -> str:
    """P10, P8: the layers of what was called and each winner's part are PokerKit's; gives the kind of hand."""
    if not played.shown:
        return "not shown"
    put = put_by_place(played)
    for place, chips in played.uncalled:
        put[place] -= chips
    pots = layered_pots(put, sorted(played.shown), 0)
    assert [(pot.chips, pot.contenders) for pot in pots] == [(pot.chips, pot.contenders) for pot in played.pots], played
    paid: Counter[int] = Counter()
    for pot in played.pots:
        paid.update(share(pot.chips - pot.rake, pot.winners, range(played.rules.players), played.rules.unit))
    write_record(played)  # notes whether PokerKit gave odd chips otherwise
    if played.odd_differs:
        return "odd chips otherwise"
    assert {place: chips for place, chips in enumerate(played.paid) if chips} == dict(+paid), played
    several = any(len(pot.winners) > 1 for pot in played.pots)
    return f"{len(pots)} pots{', split' if several else ''}"


def test_pots_and_shares_are_pokerkits() -> None:
    """600 hands that PokerKit played: side pots, splits with odd chips, smallest chips of 1, 5 and 25."""
    rng = chance("test_pots_and_shares_are_pokerkits")
    kinds = Counter(check_pots(play_hand(rng.randrange(10**9))) for _ in range(600))
    assert {"1 pots", "2 pots", "3 pots", "1 pots, split", "2 pots, split"} <= set(kinds), kinds


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_pots_and_shares_of_many_hands_are_pokerkits(block: int) -> None:
    """The same with 100,000 hands."""
    rng = chance(f"test_pots_and_shares_of_many_hands_are_pokerkits[{block}]")
    for _ in range(10_000):
        check_pots(play_hand(rng.randrange(10**9)))
