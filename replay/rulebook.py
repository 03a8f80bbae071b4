"""The rules that the engine enforces, as data: what ``handproof rules``, the pages and docs/rules.md print.

The ids are those of the club's rulebook; every finding cites one (`Finding.rule`), and the code names it where it is
enforced. The texts (`replay.rule_texts`) say a rule in plain words; they decide nothing, the engine does.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from replay import rule_texts, rule_texts_poker
from replay.rule_texts_poker import PROFILE_TEXT

__all__ = ["MARKS", "PROFILE_TEXT", "RULES", "SECTIONS", "Rule", "RuleGame"]

RuleGame = Literal["all games", "poker", "poker and pok", "stitch", "pok", "the log"]

#: What the letters of `Rule.mark` mean. A rule may carry two; the rules about the log itself carry none.
MARKS: Final[Mapping[str, str]] = MappingProxyType(
    {"T": "the club's text states it", "I": "it follows from the text", "H": "a house rule where the text is silent"}
)


class Rule(NamedTuple):
    """One rule: its `id` (``P8``), the `game` it belongs to, its `mark` (``T/H``, see `MARKS`) and its `text`."""

    id: str
    game: RuleGame
    mark: str
    text: str


#: Heading, game and texts of each part of the rulebook, in its order.
SECTIONS: Final[tuple[tuple[str, RuleGame, rule_texts.RuleTexts], ...]] = (
    ("All games", "all games", rule_texts.COMMON),
    ("Poker: the course of a hand", "poker", rule_texts_poker.COURSE),
    ("Bidding in poker and pok", "poker and pok", rule_texts_poker.BIDDING),
    ("Poker: which hand is higher", "poker", rule_texts_poker.RANKING),
    ("Stitch", "stitch", rule_texts.STITCH),
    ("Pok and sequence", "pok", rule_texts.POK),
    ("The log itself", "the log", rule_texts.LOG),
)

#: Every rule by its id, in the order of the rulebook.
RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        rule_id: Rule(rule_id, game, mark, text)
        for _heading, game, texts in SECTIONS
        for rule_id, (mark, text) in texts.items()
    }
)
