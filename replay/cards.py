"""Cards as texts (``"Ts"``, ``"Xx"`` a joker, ``"??"`` not known), packs, and the words for them."""

from collections.abc import Callable, Iterable
from functools import lru_cache

UNKNOWN = "??"
JOKER = "Xx"
RANKS = "23456789TJQKA"
#: From junior to senior: spade < club < diamond < heart (P23).
SUITS = "scdh"
ACE = RANKS.index("A")

#: Rank (0 for the two … 12 for the ace) and suit of every natural card.
RANK_OF = {rank + suit: RANKS.index(rank) for rank in RANKS for suit in SUITS}
SUIT_OF = {rank + suit: suit for rank in RANKS for suit in SUITS}
_CARDS = [*RANK_OF, JOKER, UNKNOWN]
_ORDER = {card: (place, card) for place, card in enumerate(_CARDS)}

_RANK_WORDS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
_SUIT_WORDS = {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts"}


def card_words(card: str) -> str:
    """``"Kh"`` as a floor manager says it: king of hearts."""
    if card == JOKER:
        return "joker"
    if card == UNKNOWN:
        return "unknown card"
    return f"{_RANK_WORDS[card[0]]} of {_SUIT_WORDS[card[1]]}"


def rank_word(rank: int) -> str:
    """The word for a rank 0 … 12."""
    return _RANK_WORDS[RANKS[rank]]


def suit_word(suit: str) -> str:
    """The word for a suit letter."""
    return _SUIT_WORDS[suit]


def in_pack_order(cards: Iterable[str]) -> list[str]:
    """Cards in one fixed order, so that no result hangs on the order in which a log names them."""
    return sorted(cards, key=_place)


def _place(card: str) -> tuple[int, str]:
    return _ORDER.get(card) or (len(_ORDER), card)


def first_of(cards: Iterable[str]) -> str:
    """The first card in that order."""
    return in_pack_order(cards)[0]


@lru_cache(maxsize=32)
def poker_pack(size: int) -> dict[str, int]:
    """How often each card stands in a poker pack of 52, 54 or 108 cards (P1)."""
    copies = 2 if size == 108 else 1
    pack = dict.fromkeys(RANK_OF, copies)
    if size != 52:
        pack[JOKER] = 2 * copies
    return pack


#: Lowest rank in the pack of pok by number of players (K1).
POK_LOWEST = {2: "J", 3: "T", 4: "8", 5: "7", 6: "5", 7: "4", 8: "2"}


@lru_cache(maxsize=16)
def pok_ranks(players: int) -> tuple[str, ...]:
    """The ranks in the pack of pok for so many players, ace first (K1)."""
    return tuple(reversed(RANKS[RANKS.index(POK_LOWEST[players]) :]))


@lru_cache(maxsize=16)
def pok_pack(players: int) -> dict[str, int]:
    """The pack of pok for so many players (K1)."""
    return {rank + suit: 1 for rank in pok_ranks(players) for suit in SUITS}


@lru_cache(maxsize=32)
def cards_of(pack_of: Callable[[int], dict[str, int]], number: int) -> list[str]:
    """All cards of the pack that `pack_of` gives for this number, sorted as texts."""
    return sorted(card for card, copies in pack_of(number).items() for _ in range(copies))


def cards_left(pack: dict[str, int], seen: dict[str, int]) -> list[str]:
    """The cards of the pack that were not seen, in pack order, each as often as it is left."""
    left = []
    for card, copies in pack.items():
        left.extend([card] * max(0, copies - seen.get(card, 0)))
    return in_pack_order(left)


def missing_from(wanted: Iterable[str], held: Iterable[str]) -> list[str]:
    """The known cards of `wanted` that are not among `held`, each counted as often as it is there."""
    left = list(held)
    lacking = []
    for card in wanted:
        if card == UNKNOWN:
            continue
        if card in left:
            left.remove(card)
        else:
            lacking.append(card)
    return in_pack_order(lacking) if lacking else lacking
