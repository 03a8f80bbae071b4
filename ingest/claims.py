"""What a log of another program states beside the play: sums, winners, ranks in words, to be held against the play.

A converter (`ingest.formats`) writes it into the hand as the remark `_claims`; `replay.claims` verifies it. A remark of
that name that has another shape is anybody's remark and means nothing.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

ClaimedChips = Annotated[int, Meta(ge=0, le=2**53)]
ClaimedSeat = Annotated[int, Meta(ge=1, le=2**53)]
ClaimedSeatText = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,15}\Z")]


class HandClaim(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is said of the hand of a seat: its cards, and its rank in words, as far as they are given."""

    seat: ClaimedSeat
    cards: list[str] | None = None
    words: str | None = None


class RaiseClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """A raise `to` a sum of its round: by how much it is said to raise the bet before it, and by how much it does."""

    seat: ClaimedSeat
    to: ClaimedChips
    said: ClaimedChips
    raised: Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Claims(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that a text states of one hand.

    `stated_by` is whose text it is, and in whose words ranks are. `cancelled`: nothing in the hand counts. `total_pot`
    is what all put in less what came back uncalled. `pots` are main and side pots as paid, less rake, by name. `won` is
    what each seat collected by the summary (seats as text). `hands` are the hands as shown, then those of the summary.
    `wrong_raises` are those of which the text says another size than its own sums give.
    """

    stated_by: Literal["pokerstars"]
    cancelled: bool = False
    total_pot: ClaimedChips | None = None
    pots: dict[str, ClaimedChips] = {}
    won: dict[ClaimedSeatText, ClaimedChips] = {}
    hands: list[HandClaim] = []
    wrong_raises: list[RaiseClaim] = []
