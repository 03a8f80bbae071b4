"""Hands in the words of PokerStars, written for these tests: between them every kind of line that the format knows.

Nobody played them. Each is right in every sum, card and word, so that all but the cancelled one are verified.
"""

from pathlib import Path

_HANDS = Path(__file__).parent / "hands"


def _read(name: str) -> str:
    return (_HANDS / f"{name}.txt").read_text(encoding="utf-8")


#: Fixed limit: live and dead blinds of players who come in, names full of marks, the cap, a second betting round.
LIMIT = _read("limit")
#: No limit in euros: everybody all-in before the draw, two side pots, an odd cent.
SIDE_POTS = _read("side-pots")
#: A tournament: antes, a player who sits out but is dealt in, one who moves in, a short all-in, an uncalled bet.
TOURNAMENT = _read("tournament")
#: Play money, pot limit, two players; the winner shows a card that he need not show.
PLAY_MONEY = _read("play-money")
#: As the room wrote until 2006: no number of seats, no word of the uncalled bet, another order of date and zone.
OLD_STYLE = _read("old-style")
#: The room called the hand off: only one player posted.
CANCELLED = _read("cancelled")
#: A showdown in which one hand was mucked and the summary gives it, and another that nobody ever sees.
MUCKED = _read("mucked")

VERIFIED = {
    "limit": LIMIT, "side pots": SIDE_POTS, "tournament": TOURNAMENT, "play money": PLAY_MONEY,
    "old style": OLD_STYLE, "mucked": MUCKED,
}  # fmt: skip


def lines_of(text: str) -> list[str]:
    """The lines of one hand."""
    return text.strip("\n").split("\n")


def changed(text: str, old: str, new: str, count: int = 1) -> str:
    """The hand with a part of it changed, which must be there."""
    assert old in text, old
    return text.replace(old, new, count)
