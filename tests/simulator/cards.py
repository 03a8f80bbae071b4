"""Packs of the three games, and hands put together on purpose (RULEBOOK P1, S0, K1)."""

from collections import Counter
from collections.abc import Callable
from random import Random

RANKS = "23456789TJQKA"
#: Junior to senior: spade < club < diamond < heart (P23).
SUITS = "scdh"
JOKER = "Xx"
UNKNOWN = "??"
PACK_52 = tuple(rank + suit for rank in RANKS for suit in SUITS)
PACK_54 = (*PACK_52, JOKER, JOKER)
PACK_108 = PACK_54 + PACK_54
POKER_PACKS = {52: PACK_52, 54: PACK_54, 108: PACK_108}
LOWEST_RANK_OF_POK = {2: "J", 3: "T", 4: "8", 5: "7", 6: "5", 7: "4", 8: "2"}


def poker_pack(players: int, deck: int | str) -> tuple[str, ...]:
    """The pack that so many players play poker with under the key `deck` (P1)."""
    if deck == "auto":
        return PACK_54 if players <= 5 else PACK_108
    return POKER_PACKS[int(deck)]


def pok_ranks(players: int) -> str:
    """The ranks in the pack of pok for so many players, junior first (K1)."""
    return RANKS[RANKS.index(LOWEST_RANK_OF_POK[players]) :]


def pok_pack(players: int) -> list[str]:
    """The pack of pok for so many players (K1)."""
    return [rank + suit for rank in pok_ranks(players) for suit in SUITS]


def stacked_deals(rng: Random, pack: tuple[str, ...], wanted: dict[int, list[str]], deals: int, size: int) -> list[str]:
    """A shuffled pack that, dealt one card at a time to `deals` hands of `size`, gives hand k the cards `wanted[k]`."""
    rest = list((Counter(pack) - Counter(card for hand in wanted.values() for card in hand)).elements())
    rng.shuffle(rest)
    hands = []
    for k in range(deals):
        hand = list(wanted.get(k, ()))
        while len(hand) < size:
            hand.append(rest.pop())
        rng.shuffle(hand)
        hands.append(hand)
    return [hands[k][i] for i in range(size) for k in range(deals)] + rest


def fits(pack: tuple[str, ...], hands: list[list[str]]) -> bool:
    """True if the pack holds all these cards together."""
    return not Counter(card for hand in hands for card in hand) - Counter(pack)


def window(start: int) -> list[str]:
    """Five ranks in order from `start` round the circle of thirteen (P20)."""
    return [RANKS[(start + i) % 13] for i in range(5)]


def _of_rank(rng: Random, rank: str, count: int) -> list[str]:
    return [rank + suit for suit in rng.sample(SUITS, count)]


def _others(rng: Random, banned: str, count: int) -> list[str]:
    ranks = rng.sample([rank for rank in RANKS if rank not in banned], count)
    return [rank + rng.choice(SUITS) for rank in ranks]


def _five(rng: Random) -> list[str]:
    return [*_of_rank(rng, rng.choice(RANKS), 4), JOKER]


def _royal(rng: Random) -> list[str]:
    suit = rng.choice(SUITS)
    cards = [rank + suit for rank in window(rng.randrange(13))]
    return _with_joker(rng, cards)


def _straight(rng: Random) -> list[str]:
    cards = [rank + rng.choice(SUITS) for rank in window(rng.choice((9, 10, 11, 12, 0, rng.randrange(13))))]
    return _with_joker(rng, cards)


def _suit(rng: Random) -> list[str]:
    suit = rng.choice(SUITS[-2:])
    return _with_joker(rng, [rank + suit for rank in rng.sample(RANKS, 5)])


def _four(rng: Random) -> list[str]:
    rank = rng.choice(RANKS)
    return _with_joker(rng, _of_rank(rng, rank, 4) + _others(rng, rank, 1))


def _full(rng: Random) -> list[str]:
    high, low = rng.sample(RANKS, 2)
    return _of_rank(rng, high, 3) + _of_rank(rng, low, 2)


def _pair_with_joker(rng: Random) -> list[str]:
    return [JOKER, *_others(rng, "", 4)]


def _two_jokers(rng: Random) -> list[str]:
    return [JOKER, JOKER, *_others(rng, "", 3)]


def _two_pairs(rng: Random) -> list[str]:
    high, low = rng.sample("AKQ", 2)
    return _of_rank(rng, high, 2) + _of_rank(rng, low, 2) + _others(rng, high + low, 1)


def _high_card(rng: Random) -> list[str]:
    return _others(rng, "2345", 5)


def _with_joker(rng: Random, cards: list[str]) -> list[str]:
    if rng.random() < 0.3:
        cards[rng.randrange(5)] = JOKER
    return cards


SHAPES: tuple[Callable[[Random], list[str]], ...] = (
    _five, _royal, _straight, _straight, _suit, _suit, _four, _full, _pair_with_joker, _two_jokers, _two_pairs,
    _high_card,
)  # fmt: skip


def crafted_poker_hands(rng: Random, pack: tuple[str, ...], count: int) -> list[list[str]]:
    """Hands of one rare shape or of several, which the pack holds together; [] where none was found in a few tries."""
    for _ in range(4):
        shape = rng.choice(SHAPES)
        hands = [shape(rng) for _ in range(count)]
        if count > 1 and rng.random() < 0.5:
            hands[1] = twin_of(rng, hands[0])
        if fits(pack, hands):
            return hands
    return []


def twin_of(rng: Random, hand: list[str]) -> list[str]:
    """The same ranks in other suits, so that the two tie wherever suits decide nothing."""
    turn = rng.randrange(1, 4)
    return [card if card == JOKER else card[0] + SUITS[(SUITS.index(card[1]) + turn) % 4] for card in hand]
