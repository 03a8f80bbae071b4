"""Five-card draw for PokerKit, which does not know it: what docs/pokerstars.md tells users to register."""

from collections.abc import Iterator
from typing import Any

from pokerkit import (
    BettingStructure,
    ChipsPushing,
    Deck,
    HandHistory,
    Mode,
    Opening,
    Poker,
    StandardHighHand,
    State,
    Street,
)  # fmt: skip


class FiveCardDraw(Poker):
    """One draw, the high hand wins; `small_bet` and `big_bet` in fixed limit, else `min_bet`."""

    deck = Deck.STANDARD
    hand_types = (StandardHighHand,)
    raises: Any = (None, None)

    def __init__(
        self, automations: Any, ante_trimming_status: bool, raw_antes: Any, raw_blinds_or_straddles: Any,
        min_bet: int = 0, small_bet: int = 0, big_bet: int = 0, *, mode: Mode = Mode.CASH_GAME, **kwargs: Any,
    ) -> None:  # fmt: skip
        streets = (
            Street(False, (False,) * 5, 0, False, Opening.POSITION, small_bet or min_bet, self.raises[0]),
            Street(True, (), 0, True, Opening.POSITION, big_bet or min_bet, self.raises[1]),
        )
        super().__init__(
            automations, streets, ante_trimming_status, raw_antes, raw_blinds_or_straddles, 0, mode=mode, **kwargs
        )


class FixedLimit(FiveCardDraw):
    """At most three raises; the big blind is the first bet of its round."""

    betting_structure = BettingStructure.FIXED_LIMIT
    raises = (3, 4)


class PotLimit(FiveCardDraw):
    """Bets up to the pot."""

    betting_structure = BettingStructure.POT_LIMIT


class NoLimit(FiveCardDraw):
    """Bets up to the stack."""

    betting_structure = BettingStructure.NO_LIMIT


GAMES = {"F5CD": FixedLimit, "P5CD": PotLimit, "N5CD": NoLimit}
_COMMON = ("variant", "antes", "blinds_or_straddles")
_FIELDS = {"F5CD": ("small_bet", "big_bet"), "P5CD": ("min_bet",), "N5CD": ("min_bet",)}


class DrawHistory(HandHistory):
    """A PHH that PokerKit reads with our variant codes."""

    game_types = {**HandHistory.game_types, **GAMES}
    variants = {game: code for code, game in game_types.items()}
    required_field_names = {
        **HandHistory.required_field_names,
        **{code: (*_COMMON, *fields, "starting_stacks", "actions") for code, fields in _FIELDS.items()},
    }


def replayed(text: str) -> Iterator[tuple[HandHistory, State, list[int]]]:
    """Each hand of a PHH or PHHS text: as it is written, PokerKit's last state of it, and what it paid out of each pot
    (where all but one gave up, only what the others put in)."""
    histories = DrawHistory.loads_all(text) if text.startswith("[") else [DrawHistory.loads(text)]
    for history in histories:
        *_, state = history
        pushed = [operation for operation in state.operations if isinstance(operation, ChipsPushing)]
        yield history, state, [sum(operation.amounts) for operation in pushed]
