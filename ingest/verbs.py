"""Which verbs each game has, and which fields each verb takes: the one table that decoding and the docs are made of.

A field in square brackets may be left out. Every action also takes `at` and fields beginning with ``_``. A known field
that the verb does not take is refused, so that no chips in a log are ever passed over.
"""

from typing import NamedTuple

CARD_TEXTS = (*(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"), "Xx", "??")
POOL_PATTERN = r"(main|side[1-9][0-9]{0,2})"
BIDDING_POOLS = ("pok", "sequence")
#: Verbs whose `cards` are exactly one card; every other wrong number of cards is well-formed and is judged.
ONE_CARD_VERBS = ("lot", "play")
ACTION_FIELDS = ("action", "seat", "amount", "cards", "discards", "pool", "to_seat", "at")

_EVERY_GAME = {
    "deal": "seat cards",
    "show": "seat cards",
    "muck": "seat",
    "note": "[seat] [amount] [cards] [discards] [pool] [to_seat]",
}
_POKER = {
    "ante": "seat amount",
    "blind": "seat amount",
    "enter": "seat amount",
    "decline": "seat",
    "draw": "seat discards cards",
    "bet": "seat amount",
    "call": "seat amount",
    "raise": "seat amount",
    "open": "seat amount",
    "fold": "seat",
    "check": "seat",
    "return": "seat amount",
    "rake": "amount",
    "win": "seat amount [pool]",
}
_STITCH = {
    "lot": "seat cards",
    "bank": "seat amount",
    "stake": "seat amount",
    "burn": "cards [seat]",
    "turn": "cards [seat]",
    "win": "seat amount",
    "lose": "seat amount",
    "stitch": "",
    "collect": "seat amount",
    "pass_bank": "to_seat",
}
_POK = {
    "ante": "seat amount [pool]",
    "trump": "cards [seat]",
    "take": "seat pool amount",
    "bidding": "pool",
    "bet": "seat amount",
    "call": "seat amount",
    "raise": "seat amount",
    "open": "seat amount",
    "pass": "seat",
    "win": "seat amount [pool]",
    "play": "seat cards",
    "pay": "seat to_seat amount",
}


class VerbFields(NamedTuple):
    """The fields that a verb must have and those that it may have (without `action`, `at` and ``_`` fields)."""

    required: tuple[str, ...]
    optional: tuple[str, ...]

    def takes(self) -> tuple[str, ...]:
        """All fields of the verb, in the order of the format."""
        return tuple(name for name in ACTION_FIELDS if name in self.required + self.optional)


def _parse(text: str) -> VerbFields:
    words = text.split()
    return VerbFields(
        tuple(word for word in words if not word.startswith("[")),
        tuple(word.strip("[]") for word in words if word.startswith("[")),
    )


VERBS: dict[str, dict[str, VerbFields]] = {
    game: {verb: _parse(text) for verb, text in {**_EVERY_GAME, **table}.items()}
    for game, table in (("poker", _POKER), ("stitch", _STITCH), ("pok", _POK))
}

#: What lies on the table between two hands, by game; `closing` may also have `next_dealer_seat`.
TABLE_FIELDS: dict[str, tuple[str, ...]] = {
    "poker": ("pot",),
    "stitch": ("bank", "bank_start", "stitch_round"),
    "pok": ("pools",),
}
