"""Which five cards are better, read off RULEBOOK P20–P27 a second time, without a line of the engine.

A joker is every card of the pack in turn (P21): `substitutions` goes through all choices, however many jokers there
are, and the best hand of them counts. How a hand without jokers is judged hangs on the ranks of its five cards and on
the suit that all five have, if they have one, and on nothing else: that is its `Shape`, and hands of the same ranks and
suits are looked at once.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

RANKS = "23456789TJQKA"
#: P23: spade < club < diamond < heart.
SUITS = "scdh"
PACK_52 = [rank + suit for suit in SUITS for rank in RANKS]
JOKER = "Xx"
#: Senior first, as the table under "Ranking" in RULEBOOK.
CATEGORIES = ("poker", "flush-royal", "four", "suit", "full", "straight", "three", "two pairs", "pair", "high card")
Key = tuple[int, ...]


class Keys(NamedTuple):
    """The house-rule keys on which the ranking hangs."""

    straight_tie: str = "ascending"
    flush_same_suit: str = "split"
    kickers: bool = True


ALL_KEYS = [Keys(*values) for values in product(("ascending", "split"), ("split", "ranks"), (True, False))]


class Shape(NamedTuple):
    """Five natural cards: their ranks, and the suit of all five or nothing."""

    ranks: str
    suit: str


@cache
def substitutions(jokers: int) -> dict[str, set[frozenset[str]]]:
    """Every choice of cards that so many jokers can be, all multisets of 52 cards one by one: suits by ranks."""
    found: dict[str, set[frozenset[str]]] = {}
    for cards in combinations_with_replacement(PACK_52, jokers):
        ranks = "".join(sorted(card[0] for card in cards))
        found.setdefault(ranks, set()).add(frozenset(card[1] for card in cards))
    return found


def judge(cards: Sequence[str], keys: Keys) -> Key:
    """The key of any five cards; the larger key is the better hand, equal keys split (P27)."""
    natural = [card for card in cards if card != JOKER]
    ranks = "".join(sorted([card[0] for card in natural]))
    return _judge(ranks, frozenset([card[1] for card in natural]), len(cards) - len(natural), keys)


@cache
def _judge(ranks: str, suits: frozenset[str], jokers: int, keys: Keys) -> Key:
    """The best of all hands of five natural cards that a hand can be."""
    return max(key_of(one, keys) for one in _shapes(ranks, suits, jokers))


@cache
def _shapes(ranks: str, suits: frozenset[str], jokers: int) -> set[Shape]:
    found = set()
    for more, choices in substitutions(jokers).items():
        all_ranks = "".join(sorted(ranks + more))
        for others in choices:
            all_suits = suits | others
            found.add(Shape(all_ranks, next(iter(all_suits)) if len(all_suits) == 1 else ""))
    return found


def category(key: Key) -> str:
    """The name of a key's category."""
    return CATEGORIES[-key[0]]


@cache
def key_of(one: Shape, keys: Keys) -> Key:
    """The key of five natural cards: the place of its category, senior 0, taken negative; then what it compares."""
    order = sorted((RANKS.index(rank) for rank in one.ranks), reverse=True)
    name = _category(order, bool(one.suit))
    return (-CATEGORIES.index(name), *_compared(name, order, one.suit, keys))


def _category(order: list[int], one_suit: bool) -> str:
    """The most senior category that five cards belong to."""
    times = sorted((order.count(rank) for rank in set(order)), reverse=True)
    belongs = {
        "poker": times == [5],
        "flush-royal": one_suit and _in_order(order),
        "four": times[0] >= 4,
        "suit": one_suit,
        "full": times == [3, 2],
        "straight": _in_order(order),
        "three": times[0] >= 3,
        "two pairs": times[:2] == [2, 2],
        "pair": times[0] >= 2,
        "high card": True,
    }
    return next(name for name in CATEGORIES if belongs[name])


def _in_order(order: list[int]) -> bool:
    """P20: five ranks one after the other on the circle on which the ace joins the two."""
    return any({(low + step) % 13 for step in range(5)} == set(order) for low in range(13))


def _compared(name: str, order: list[int], suit: str, keys: Keys) -> list[int]:
    """What decides between two hands of one category (P22–P24)."""
    if name in ("straight", "flush-royal"):
        upward = sorted(order)
        return upward if keys.straight_tie == "ascending" else upward[:1]
    if name == "suit":
        return [SUITS.index(suit), *(order if keys.flush_same_suit == "ranks" else [])]
    sizes = {"poker": (5,), "four": (4,), "full": (3, 2), "three": (3,), "two pairs": (2, 2), "pair": (2,)}
    left = list(order)
    compared: list[int] = []
    for size in sizes.get(name, ()):
        rank = max(rank for rank in left if left.count(rank) >= size)
        compared.append(rank)
        for _ in range(size):
            left.remove(rank)
    if not compared:  # high card
        return left if keys.kickers else left[:1]
    return [*compared, *(left if keys.kickers else [])]
