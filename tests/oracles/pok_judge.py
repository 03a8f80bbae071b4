"""Poks and sequences read off RULEBOOK K7–K12 a second time: every part of a hand is looked at, and two are compared.

Shares no code with `replay.pok_sets`: instead of building values that sort, it tries all subsets of the hand and plays
them against each other rule by rule.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
Cards = tuple[str, ...]


def parts(hand: Sequence[str]) -> Iterator[Cards]:
    """All sets of two cards or more that a hand holds."""
    for size in range(2, len(hand) + 1):
        yield from combinations(hand, size)


def is_pok(cards: Cards) -> bool:
    """K7: two, three or four of a rank."""
    return len({card[0] for card in cards}) == 1


def is_sequence(cards: Cards, hand: Sequence[str], run: bool) -> bool:
    """K11: all cards of one suit in the hand; `run`: cards of one suit, consecutive in rank."""
    if len({card[1] for card in cards}) != 1:
        return False
    if not run:
        return len(cards) == sum(card[1] == cards[0][1] for card in hand)
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def compare_poks(one: Cards, other: Cards, trump: str) -> int:
    """K8: positive where `one` is senior; () is no pok and loses to any."""
    if len(one) != len(other):
        return len(one) - len(other)
    if not one:
        return 0
    if one[0][0] != other[0][0]:
        return RANKS.index(one[0][0]) - RANKS.index(other[0][0])
    holds_trump = [any(card[1] == trump for card in cards) for cards in (one, other)]
    return holds_trump[0] - holds_trump[1] if len(one) == 2 else 0


def compare_sequences(one: Cards, other: Cards, trump: str) -> int:
    """K12: more cards; then the cards from the highest down; then trump."""
    if len(one) != len(other):
        return len(one) - len(other)
    down = [sorted((RANKS.index(card[0]) for card in cards), reverse=True) for cards in (one, other)]
    for mine, his in zip(*down, strict=True):
        if mine != his:
            return mine - his
    return (one[:1] != () and one[0][1] == trump) - (other[:1] != () and other[0][1] == trump)


def best_part(hand: Sequence[str], pool: str, trump: str, run: bool) -> Cards:
    """The senior pok or sequence of a hand; () where it has none."""
    best: Cards = ()
    for part in parts(hand):
        if pool == "pok" and is_pok(part) and compare_poks(part, best, trump) > 0:
            best = part
        if pool == "sequence" and is_sequence(part, hand, run) and compare_sequences(part, best, trump) > 0:
            best = part
    return best


def compare(one: Sequence[str], other: Sequence[str], pool: str, trump: str, run: bool) -> int:
    """Positive where the first hand is senior, 0 where only the seat decides."""
    mine, his = best_part(one, pool, trump, run), best_part(other, pool, trump, run)
    return compare_poks(mine, his, trump) if pool == "pok" else compare_sequences(mine, his, trump)


def winner(hands: dict[int, Sequence[str]], order: Sequence[int], pool: str, trump: str, run: bool) -> int:
    """K8, K12: the senior hand; of equal ones the nearest to the dealer's left."""
    best: int | None = None
    for seat in order:
        if seat in hands and (best is None or compare(hands[seat], hands[best], pool, trump, run) > 0):
            best = seat
    assert best is not None
    return best
