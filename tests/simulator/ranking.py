"""Which hand is better, found by trying every value of a joker (RULEBOOK P20-P27) and every set of cards (K8, K12).

Nothing here is shared with the engine. A joker's value is searched, not reasoned out: all multisets of ranks for the
jokers, once in the one suit of the other cards (where they have one), once not all in one suit. That is every
substitution there is, because a suit decides only where all five cards have it.
"""

from functools import lru_cache
from itertools import combinations_with_replacement

from .cards import JOKER, RANKS, SUITS

Key = tuple[int, ...]
WINDOWS = {frozenset((start + i) % 13 for i in range(5)) for start in range(13)}
NAMES = {10: "five", 9: "royal", 8: "four", 7: "suit", 6: "full", 5: "straight", 4: "three", 3: "two-pairs", 2: "pair",
         1: "high"}  # fmt: skip


def poker_key(cards: list[str], straight_tie: str, flush_same_suit: str, kickers: bool) -> Key:
    """A key that is larger for the better hand; equal keys split. The first number is the category, 10 is the best."""
    return _best(tuple(sorted(cards)), straight_tie, flush_same_suit, kickers)


@lru_cache(maxsize=100_000)
def _best(cards: tuple[str, ...], straight_tie: str, flush_same_suit: str, kickers: bool) -> Key:
    natural = [card for card in cards if card != JOKER]
    ranks = [RANKS.index(card[0]) for card in natural]
    suits = {SUITS.index(card[1]) for card in natural}
    free = len(cards) - len(natural)
    one_suit = suits.pop() if len(suits) == 1 else None
    if not free:
        return _key_of(ranks, one_suit, straight_tie, flush_same_suit, kickers)
    found: list[Key] = []
    for values in combinations_with_replacement(range(13), free):
        found.append(_key_of([*ranks, *values], None, straight_tie, flush_same_suit, kickers))
        if one_suit is not None:
            found.append(_key_of([*ranks, *values], one_suit, straight_tie, flush_same_suit, kickers))
    return max(found)


def _key_of(ranks: list[int], one_suit: int | None, straight_tie: str, flush_same_suit: str, kickers: bool) -> Key:
    """The key of five cards with fixed values; `one_suit` where all five have it (P22-P26)."""
    down = sorted(ranks, reverse=True)
    groups = sorted({rank: ranks.count(rank) for rank in ranks}.items(), key=lambda item: (-item[1], -item[0]))
    pattern = tuple(count for _, count in groups)
    if pattern == (5,):
        return (10, down[0])
    in_order = len(pattern) == 5 and frozenset(ranks) in WINDOWS
    upward = tuple(sorted(ranks)) if straight_tie == "ascending" else (min(ranks),)
    if in_order and one_suit is not None:
        return (9, *upward)
    if pattern[0] != 4 and one_suit is not None:
        return (7, one_suit, *(down if flush_same_suit == "ranks" else ()))
    if in_order:
        return (5, *upward)
    category, sets = {(4, 1): (8, 1), (3, 2): (6, 2), (3, 1, 1): (4, 1), (2, 2, 1): (3, 2), (2, 1, 1, 1): (2, 1),
                      (1, 1, 1, 1, 1): (1, 1)}[pattern]  # fmt: skip
    ordered = [rank for rank, _ in groups]
    return (category, *(ordered if kickers else ordered[:sets]))


def best_pok(cards: list[str], trump: str) -> Key:
    """The best set of equal ranks (K8): its size, its rank, and for a two whether the trump is in it; () if none."""
    found: list[Key] = []
    for rank in {card[0] for card in cards}:
        same = [card for card in cards if card[0] == rank]
        if len(same) >= 2:
            with_trump = len(same) == 2 and any(card[1] == trump for card in same)
            found.append((len(same), RANKS.index(rank), int(with_trump)))
    return max(found, default=())


def best_sequence(cards: list[str], trump: str, kind: str) -> Key:
    """The best sequence (K11, K12): its size, its ranks from the highest down, whether it is trump; () if none."""
    found: list[Key] = []
    for suit in SUITS:
        ranks = sorted((RANKS.index(card[0]) for card in cards if card[1] == suit), reverse=True)
        pieces = [ranks] if kind == "suit_set" else _runs(ranks)
        found += [(len(piece), *piece, int(suit == trump)) for piece in pieces if len(piece) >= 2]
    return max(found, default=())


def _runs(ranks: list[int]) -> list[list[int]]:
    """All stretches of neighbours, of every length, in ranks that fall."""
    return [
        ranks[start:end]
        for start in range(len(ranks))
        for end in range(start + 1, len(ranks) + 1)
        if ranks[start] - ranks[end - 1] == end - start - 1
    ]
