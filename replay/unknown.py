"""What unknown cards of poker hands may be (C5): a result is proved if it is the same for every way of filling them.

A rank hangs only on which ranks a hand holds, on its jokers, and on whether all its cards are of one suit, and which.
So of all fillings with the same ranks one that is not of one suit, and one for each suit, stand for the rest.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from ingest.house_rules import PokerRules
from replay.cards import JOKER, SUIT_OF, SUITS, UNKNOWN, in_pack_order
from replay.ranking import Rank, rank_hand

#: So many fillings of all hands together are looked through one by one.
JOINT_LIMIT = 5_000


def known_of(hand: Sequence[str]) -> list[str]:
    """The known cards of a hand."""
    return [card for card in hand if card != UNKNOWN]


def fillings(hand: Sequence[str], unseen: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every way of filling a hand's unknown cards from the cards not seen."""
    known = known_of(hand)
    for extra in combinations(unseen, len(hand) - len(known)):
        yield (*known, *extra)


def joint_fillings(hands: Sequence[Sequence[str]], unseen: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way of filling several hands together."""
    if not hands:
        yield ()
        return
    known = len(known_of(hands[0]))
    for first in fillings(hands[0], unseen):
        left = list(unseen)
        for card in first[known:]:
            left.remove(card)
        for others in joint_fillings(hands[1:], left):
            yield (first, *others)


def joint_count(hands: Sequence[Sequence[str]], unseen: int) -> int:
    """How many fillings `joint_fillings` gives."""
    count = 1
    for hand in hands:
        missing = hand.count(UNKNOWN)
        count *= comb(max(unseen, 0), missing)
        unseen -= missing
    return count


def telling_fillings(hands: Sequence[Sequence[str]], unseen: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """A few ways of filling several hands together, out of very many: nobody gets good cards, then each in his turn.

    Where these give different winners nobody need look at all the others. `unseen` is in pack order and long enough.
    """
    for favoured in (None, *range(len(hands))):
        left = list(unseen)
        filled: dict[int, tuple[str, ...]] = {}
        for place in sorted(range(len(hands)), key=lambda place: place != favoured):
            count = hands[place].count(UNKNOWN)
            spread = left[:: max(1, len(left) // 8)]  # of other ranks and suits: mostly neither pairs nor a flush
            cards = left[len(left) - count :] if place == favoured else spread[:count]
            for card in cards:
                left.remove(card)
            filled[place] = (*known_of(hands[place]), *cards)
        yield tuple(filled[place] for place in range(len(hands)))


@lru_cache(maxsize=256)
def best_and_worst(hand: tuple[str, ...], unseen: tuple[str, ...], rules: PokerRules) -> tuple[Rank, Rank] | None:
    """The best and the worst rank of a hand over every filling of its unknown cards; None where none exists."""
    known = known_of(hand)
    ranks = {rank_hand((*known, *extra), rules) for extra in _standing_for_all(known, len(hand) - len(known), unseen)}
    return (max(ranks), min(ranks)) if ranks else None


def _standing_for_all(known: list[str], count: int, unseen: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Fillings of `count` cards that stand for all: see the page of this module."""
    symbols = [card if card == JOKER else card[0] for card in in_pack_order(unseen)]
    for ranks in sorted(set(combinations(symbols, count))) if count < 3 else _multisets(symbols, count):
        yield from _suited(ranks, unseen)
        mixed = _mixed(known, ranks, unseen)
        if mixed is not None:
            yield mixed


def _multisets(symbols: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Each multiset of `count` of the symbols once."""
    kinds = sorted(set(symbols))

    def grow(place: int, left: int) -> Iterator[tuple[str, ...]]:
        if left == 0:
            yield ()
            return
        if place == len(kinds):
            return
        for times in range(min(left, symbols.count(kinds[place])), -1, -1):
            for rest in grow(place + 1, left - times):
                yield (*[kinds[place]] * times, *rest)

    return grow(0, count)


def _suited(ranks: tuple[str, ...], unseen: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The filling of these ranks in each suit that still has them."""
    for suit in SUITS:
        cards = tuple(rank if rank == JOKER else rank + suit for rank in ranks)
        if all(cards.count(card) <= unseen.count(card) for card in set(cards)):
            yield cards


def _mixed(known: Sequence[str], ranks: tuple[str, ...], unseen: Sequence[str]) -> tuple[str, ...] | None:
    """A filling of these ranks with which the hand is not all of one suit; None where there is none."""
    left = list(unseen)
    suits = {SUIT_OF[card] for card in known if card != JOKER}
    cards: list[str] = []
    for rank in ranks:
        choice = [card for card in left if card == rank or (rank != JOKER and card[0] == rank)]
        choice.sort(key=lambda card: card == JOKER or SUIT_OF[card] in suits)
        left.remove(choice[0])
        cards.append(choice[0])
        if choice[0] != JOKER:
            suits.add(SUIT_OF[choice[0]])
    if len(suits) > 1:
        return tuple(cards)
    return _exchanged(cards, left)


def _exchanged(cards: list[str], left: Sequence[str]) -> tuple[str, ...] | None:
    """All cards are of one suit: one of them exchanged for its rank in another suit; None where there is none."""
    for place, card in enumerate(cards):
        for other in left:
            if JOKER not in (card, other) and other[0] == card[0] and other[1] != card[1]:
                return (*cards[:place], other, *cards[place + 1 :])
    return None
