"""Ranking of five cards: the house ranking with jokers (P20–P27), and that of ordinary five-card draw.

A rank is a tuple, and the greater tuple is the better hand; equal tuples split (P27). Its first element is the
category, always compared first. `five_cards` must be known cards; what unknown ones could be is `replay.unknown`.
"""

from collections.abc import Sequence
from functools import cache

from ingest.house_rules import PokerRules
from replay.cards import ACE, JOKER, RANK_OF, RANKS, SUIT_OF, SUITS, rank_word, suit_word

Rank = tuple[int, ...]

POKER, FLUSH_ROYAL, FOUR, SUIT, FULL, STRAIGHT, THREE, TWO_PAIRS, PAIR, HIGH = range(10, 0, -1)

_CATEGORY_WORDS = {
    POKER: "poker (five of a rank)", FLUSH_ROYAL: "flush-royal", FOUR: "four of a kind", SUIT: "suit (flush)",
    FULL: "full", STRAIGHT: "straight", THREE: "three of a kind", TWO_PAIRS: "two pairs", PAIR: "pair",
    HIGH: "high card",
}  # fmt: skip


def _windows() -> list[tuple[frozenset[int], Rank]]:
    """The 13 windows of five ranks in order on the circle on which the ace joins the two (P20), senior first (P24)."""
    found = []
    for low in range(len(RANKS)):
        ranks = [(low + step) % len(RANKS) for step in range(5)]
        found.append((frozenset(ranks), tuple(sorted(ranks))))
    return sorted(found, key=lambda window: window[1], reverse=True)


WINDOWS = _windows()


def house_rank(five_cards: Sequence[str], rules: PokerRules) -> Rank:
    """The rank of a hand in the house game; a joker is the card that makes the best hand (P21)."""
    text = "".join(five_cards)  # rank and suit of each in turn
    ranks = "".join(sorted(text[::2]))
    unsuited, royal = _of_ranks(ranks, rules.straight_tie == "ascending", rules.kickers)
    suits = set(text[1::2])
    suits.discard(JOKER[1])
    if len(suits) > 1 or unsuited[0] == POKER:
        return unsuited
    if royal is not None:
        return royal
    return unsuited if unsuited[0] == FOUR else _suit_rank(suits.pop(), ranks, rules)


@cache
def _of_ranks(ranks: str, ascending: bool, kickers: bool) -> tuple[Rank, Rank | None]:
    """What a hand of these ranks (``X`` a joker) is where its suits do not make it more, and its flush-royal if it
    has one: every hand of the same ranks is the same, so each is worked out once."""
    jokers = ranks.count(JOKER[0])
    values = sorted((RANKS.index(rank) for rank in ranks if rank != JOKER[0]), reverse=True)
    if not values:
        return (POKER, ACE), None
    sets = _sets(values)
    window = _best_window(values, sets, ascending)
    royal = None if window is None else (FLUSH_ROYAL, *window)
    return _without_suits(values, sets, jokers, window, kickers), royal


def _without_suits(
    values: Sequence[int], sets: Sequence[tuple[int, int]], jokers: int, window: Rank | None, kickers: bool
) -> Rank:
    """The best of the categories that do not ask for one suit (P20–P22, P24)."""
    most, top = sets[0]
    others = values_left(values, (top,)) if kickers else []
    if most + jokers >= 5:
        return (POKER, top)
    if most + jokers == 4:
        return (FOUR, top, *others)
    if len(sets) == 2:
        return (FULL, top, sets[1][1])
    if window is not None:
        return (STRAIGHT, *window)
    if most + jokers == 3:
        return (THREE, top, *others)
    if len(sets) == 3:
        return (TWO_PAIRS, top, sets[1][1], *(values_left(values, (top, sets[1][1])) if kickers else ()))
    if most + jokers == 2:
        return (PAIR, top, *others)
    return (HIGH, *(values if kickers else values[:1]))


def _sets(values: Sequence[int]) -> list[tuple[int, int]]:
    """(how many, rank) of the natural ranks, the most first, then the higher rank."""
    return sorted(((values.count(value), value) for value in set(values)), reverse=True)


def values_left(values: Sequence[int], without: Sequence[int]) -> list[int]:
    """The ranks beside those of the sets, from the highest down (P22)."""
    return [value for value in values if value not in without]


def _best_window(values: Sequence[int], sets: Sequence[tuple[int, int]], ascending: bool) -> Rank | None:
    """The senior window that the naturals fit (jokers fill the rest), as P24 compares it; None where there is none."""
    if len(sets) != len(values):
        return None
    wanted = frozenset(values)
    for ranks, from_lowest in WINDOWS:
        if wanted <= ranks:
            return from_lowest if ascending else from_lowest[:1]
    return None


def _suit_rank(suit: str, ranks: str, rules: PokerRules) -> Rank:
    """A flush compares by its suit alone (P23); a joker is then an ace of it where the ranks count."""
    if rules.flush_same_suit == "split":
        return (SUIT, SUITS.index(suit))
    values = [ACE if rank == JOKER[0] else RANKS.index(rank) for rank in ranks]
    return (SUIT, SUITS.index(suit), *sorted(values, reverse=True))


def casino_rank(five_cards: Sequence[str], _rules: PokerRules) -> Rank:
    """The rank of a hand in ordinary five-card draw: no jokers, suits equal, A-2-3-4-5 the lowest straight."""
    values = sorted((RANK_OF[card] for card in five_cards), reverse=True)
    sets = _sets(values)
    by_set = [value for _, value in sets]
    shape = [count for count, _ in sets]
    flush = len({SUIT_OF[card] for card in five_cards}) == 1
    top = _casino_straight(values)
    if flush and top is not None:
        return (_CASINO[FLUSH_ROYAL], top)
    if shape[0] == 4:
        return (_CASINO[FOUR], *by_set)
    if shape == [3, 2]:
        return (_CASINO[FULL], *by_set)
    if flush:
        return (_CASINO[SUIT], *values)
    if top is not None:
        return (_CASINO[STRAIGHT], top)
    return (_CASINO[{3: THREE, 2: PAIR, 1: HIGH}[shape[0]] if shape[:2] != [2, 2] else TWO_PAIRS], *by_set)


#: Ordinary order of the categories: the flush stands below the full.
_CASINO = {category: category for category in _CATEGORY_WORDS} | {SUIT: FULL, FULL: SUIT}
_CASINO_WORDS = {_CASINO[category]: words for category, words in _CATEGORY_WORDS.items()}


def _casino_straight(values: Sequence[int]) -> int | None:
    """The top rank of a straight without wraps; A-2-3-4-5 has the five on top."""
    if values[0] - values[4] == 4 and len(set(values)) == 5:
        return values[0]
    return 3 if list(values) == [ACE, 3, 2, 1, 0] else None


def rank_hand(five_cards: Sequence[str], rules: PokerRules) -> Rank:
    """The rank of five known cards under the rules in force."""
    if rules.profile == "house":
        return house_rank(five_cards, rules)
    return casino_rank(five_cards, rules)


def category_of(rank: Rank, rules: PokerRules) -> int:
    """The category constant of a rank, whatever the profile."""
    return rank[0] if rules.profile == "house" else _CASINO[rank[0]]


def rank_words(rank: Rank, rules: PokerRules) -> str:
    """A rank as a floor manager says it: ``pair of kings``, ``suit (flush) of hearts``."""
    category = category_of(rank, rules)
    words = _CATEGORY_WORDS[category]
    if category == SUIT and rules.profile == "house":
        return f"{words} of {suit_word(SUITS[rank[1]])}"
    if category in (POKER, FOUR, THREE, PAIR):
        return f"{words} of {rank_word(rank[1])}s"
    if category in (FULL, TWO_PAIRS):
        return f"{words}, {rank_word(rank[1])}s and {rank_word(rank[2])}s"
    if category in (STRAIGHT, FLUSH_ROYAL):
        return f"{words} {_straight_words(rank, rules)}"
    return f"{words} {rank_word(rank[1])}"


def _straight_words(rank: Rank, rules: PokerRules) -> str:
    """The cards of a straight as they follow each other; where only one of them counts, that one."""
    if len(rank) < 6:
        return f"{'from' if rules.profile == 'house' else 'to'} the {rank_word(rank[1])}"
    held = set(rank[1:])
    low = next(value for value in held if (value - 1) % len(RANKS) not in held)
    return "-".join(RANKS[(low + step) % len(RANKS)].replace("T", "10") for step in range(5))


def comparing_rule(winner: Rank, loser: Rank, rules: PokerRules) -> str:
    """The rule that decides between two ranks."""
    if winner[0] != loser[0]:
        return "P8"
    category = category_of(winner, rules)
    if category == SUIT:
        return "P23"
    return "P24" if category in (STRAIGHT, FLUSH_ROYAL) else "P22"
