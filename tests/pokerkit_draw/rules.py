"""The house rules of one hand, drawn by chance: limits, blinds and antes, stacks, the smallest chip."""

from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True, slots=True)
class DrawRules:
    """Keys of the profile, and what each player has before the hand, from the dealer's left."""

    players: int
    limit: str
    unit: int
    ante: int
    small_blind: int
    big_blind: int
    least: int
    big_bet: int
    max_raises: int
    stacks: tuple[int, ...]
    rake_bp: int
    rake_cap: int

    def keys(self) -> dict[str, Any]:
        """The keys as a hand's `rules`; what is the default is left out but for the ante."""
        found: dict[str, Any] = {"profile": "five_card_draw", "ante": self.ante}
        if self.big_blind:
            found |= {"small_blind": self.small_blind, "big_blind": self.big_blind}
        else:
            found["min_bet"] = self.least
        if self.limit != "none":
            found["limit"] = self.limit
        if self.limit == "fixed":
            found |= {"small_bet": self.least, "big_bet": self.big_bet, "max_raises": self.max_raises}
        if self.unit != 1:
            found["chip_unit"] = self.unit
        return found


def draw_rules(rng: Random) -> DrawRules:
    """Rules and stacks of one hand."""
    players = rng.randint(2, 8)
    unit = rng.choice((1, 1, 1, 5, 25))
    ante = unit * rng.choice((0, 0, 0, 1, 2, 3))
    least = unit * rng.choice((1, 2, 2, 4, 5, 10))
    blinds = not ante or rng.random() < 0.6
    if blinds:
        least = max(least, 2 * unit)
    small_blind = least // unit // 2 * unit if blinds else 0
    big_blind = least if blinds else 0
    deep = rng.choice((2, 6, 20, 60))
    stacks = [unit * rng.randint(1, max(1, least // unit * deep)) for _ in range(players)]
    big = 0 if players == 2 else 1
    stacks[big] = max(stacks[big], ante + big_blind)
    raked = rng.random() < 0.4
    return DrawRules(
        players, rng.choice(("none", "pot", "fixed")), unit, ante, small_blind, big_blind, least,
        least * rng.choice((1, 2, 2)), rng.choice((1, 2, 3, 3, 3, 4)), tuple(stacks),
        rng.choice((100, 250, 500, 1000)) if raked else 0, unit * rng.choice((0, 0, 1, 3)),
    )  # fmt: skip
