"""What a log of the format ``handproof/1`` is made of (docs/log-format.md): one frozen struct a record.

These structs are only *shapes*: how a line of bytes is judged well-formed (unknown fields, duplicate keys, points in
numbers, verbs with their fields) is `ingest.decode`. A `Hand` that came through there is well-formed, however wrong.
Chips are whole numbers (``int``), cards are texts such as ``"Ts"``, ``"Xx"`` (joker) and ``"??"`` (not known).
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, ValidationError, convert, field
from msgspec import json as msgspec_json

from ingest.claims import Claims
from ingest.plain_json import read_plain

FORMAT: Final = "handproof/1"
#: A single number of chips in a log.
LARGEST_CHIPS = 2**53
#: What one hand may move in all, and one cash or close record count for, where many are summed: a quarter of a million
#: of the largest stay within 64 bits. What is more is not counted (`replay.worker`), or as this.
MOST_CHIPS_SUMMED = 2**44

Chips = Annotated[int, Meta(ge=0, le=LARGEST_CHIPS)]
SignedChips = Annotated[int, Meta(ge=-LARGEST_CHIPS, le=LARGEST_CHIPS)]
Seat = Annotated[int, Meta(ge=1, le=LARGEST_CHIPS)]
Count = Annotated[int, Meta(ge=0, le=LARGEST_CHIPS)]
Game = Literal["poker", "stitch", "pok"]
Verb = Literal[
    "ante", "bank", "bet", "bidding", "blind", "burn", "call", "check", "collect", "deal", "decline", "draw", "enter",
    "fold", "lose", "lot", "muck", "note", "open", "pass", "pass_bank", "pay", "play", "raise", "rake", "return",
    "show", "stake", "stitch", "take", "trump", "turn", "win",
]  # fmt: skip


class Action(Struct, frozen=True, gc=False):
    """One action of a hand. `amount` is what moves now, never a total."""

    action: Verb
    seat: Seat | None = None
    amount: Chips | None = None
    cards: list[str] | None = None
    discards: list[str] | None = None
    pool: str | None = None
    to_seat: Seat | None = None
    at: str | None = None


class Player(Struct, frozen=True, gc=False):
    """One player dealt in; stacks are missing where the club does not count them."""

    seat: Seat
    player_id: str
    name: str | None = None
    stack: SignedChips | None = None
    end_stack: SignedChips | None = None


class TableState(Struct, frozen=True, omit_defaults=True):
    """What lies on the table before (`opening`) or after (`closing`) a hand. A field that is not there is 0."""

    pot: Chips = 0
    bank: Chips = 0
    bank_start: Chips = 0
    stitch_round: bool = False
    pools: dict[str, Chips] = {}
    next_dealer_seat: Seat | None = None


class Hand(Struct, frozen=True):
    """One deal (in stitch: one round). `claims` is what a log of another program states beside the play."""

    hand_id: str
    session_id: str
    hand_no: Count
    game: Game
    dealer_seat: Seat
    players: list[Player]
    actions: list[Action]
    format: Literal["handproof/1"] = FORMAT
    record: Literal["hand"] = "hand"
    started_at: str | None = None
    opening: TableState | None = None
    closing: TableState | None = None
    rules: dict[str, Any] | None = None
    deck: list[str] | None = None
    claims: Claims | None = field(default=None, name="_claims")


class Session(Struct, frozen=True):
    """Opens a sitting at one table. `rules` holds house-rule keys by game."""

    session_id: str
    format: Literal["handproof/1"] = FORMAT
    record: Literal["session"] = "session"
    table: str | None = None
    started_at: str | None = None
    currency: str | None = None
    chip_value: str | None = None
    game: Game | None = None
    rules: dict[str, dict[str, Any]] | None = None


class Cash(Struct, frozen=True):
    """Chips bought (+) or handed back (-) by a player."""

    session_id: str
    player_id: str
    amount: SignedChips
    format: Literal["handproof/1"] = FORMAT
    record: Literal["cash"] = "cash"
    at: str | None = None
    after_hand_no: Count | None = None
    note: str | None = None


class CloseStack(Struct, frozen=True, gc=False):
    """What a player has after the last hand and the cash after it, before `shares`."""

    player_id: str
    stack: SignedChips


class CloseShare(Struct, frozen=True, gc=False):
    """What a player got of the chips left on the table (K19)."""

    player_id: str
    amount: Chips


class Close(Struct, frozen=True):
    """Ends a sitting."""

    session_id: str
    format: Literal["handproof/1"] = FORMAT
    record: Literal["close"] = "close"
    at: str | None = None
    stacks: list[CloseStack] | None = None
    shares: list[CloseShare] | None = None


Record = Hand | Session | Cash | Close

_decode_hand = msgspec_json.Decoder(Hand).decode


def decode_taken_hand(raw: bytes | str) -> Hand:
    """Read a hand line that `ingest.decode` has already taken: fast, and blind to what was judged there."""
    try:
        hand = _decode_hand(raw)
    except ValidationError:  # a remark (`_` field) between the circles, or one called `_claims` that is none of ours
        return _decode_without_remarks(raw)
    return _decode_without_remarks(raw) if _has_remarks(hand) else hand


def _has_remarks(hand: Hand) -> bool:
    """Whether a table of free names holds a `_` field; in the other objects the decoder passes them over."""
    tables: list[Any] = [hand.rules, *(hand.rules or {}).values()] if hand.rules else []
    tables += [table.pools for table in (hand.opening, hand.closing) if table is not None and table.pools]
    return any(name.startswith("_") for table in tables if isinstance(table, dict) for name in table)


def _decode_without_remarks(raw: bytes | str) -> Hand:
    return convert(read_plain(raw.encode() if isinstance(raw, str) else raw), Hand, strict=True)
