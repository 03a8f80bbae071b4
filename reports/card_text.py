"""Cards in text: the rank as it is printed on the card and the sign of its suit, ``10♥``; a joker; ``?`` not known."""

from collections.abc import Iterable

from replay.cards import JOKER, RANK_OF, UNKNOWN, card_words
from reports.text import shown

SIGNS = {"s": "♠", "c": "♣", "d": "♦", "h": "♥"}
RED = frozenset("dh")


def card_text(card: str) -> str:
    """One card: ``10♥``, ``joker``, ``?``; a card that no pack has as the log writes it."""
    if card == JOKER:
        return "joker"
    if card == UNKNOWN:
        return "?"
    if card not in RANK_OF:
        return shown(card)
    return card[0].replace("T", "10") + SIGNS[card[1]]


def cards_text(cards: Iterable[str]) -> str:
    """Several cards with a space between, in the order in which they are given; ``no cards`` where there are none."""
    return " ".join(card_text(card) for card in cards) or "no cards"


def named_card(card: str) -> str:
    """A card in words with its sign: ``king of hearts (K♥)``."""
    return f"{card_words(card)} ({card_text(card)})" if card in RANK_OF else card_words(shown(card))


def by_suit(cards: Iterable[str]) -> list[str]:
    """Cards for reading: suit by suit, each from the highest down; jokers first, unknown cards last."""
    return sorted(cards, key=lambda card: (card == UNKNOWN, card != JOKER, card[-1:], -RANK_OF.get(card, -1), card))


def by_rank(cards: Iterable[str]) -> list[str]:
    """Cards for reading: from the highest rank down; jokers first, unknown cards last."""
    return sorted(cards, key=lambda card: (card == UNKNOWN, card != JOKER, -RANK_OF.get(card, -1), card[-1:], card))


def count_word(count: int) -> str:
    """Small numbers in words."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[count] if 0 <= count < len(words) else str(count)


def listed(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words = list(parts)
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def sentence(text: str) -> str:
    """A text with its first letter large and a full stop at its end."""
    text = text.strip()
    if not text:
        return text
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
