"""What one simulated hand leaves behind, and how freely a log is written."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

Act = dict[str, Any]


#: Where a truth does not say what a finding's `expected` or `actual` is.
ANY = "any"


@dataclass
class Truth:
    """One planted fault and what an audit must say of it. `act` is the action that the finding is about, if any."""

    kind: str
    code: str
    seat: int | None = None
    act: Act | None = None
    expected: Any = ANY
    actual: Any = ANY
    #: Where the action was not yet written when the fault was planted: its verb; it is the seat's last such action.
    verb: str | None = None
    #: Chips by seat.
    corrections: dict[int, int] = field(default_factory=dict)
    severity: str = "error"
    hand_id: str | None = None
    action_no: int | None = None
    #: True where the finding is of the sitting and has no hand.
    of_session: bool = False

    def settle(self, hand_id: str, actions: list[Act]) -> None:
        """Fill in where in the log the fault stands."""
        self.hand_id = hand_id
        for number, act in enumerate(actions, start=1):
            if act is self.act or (self.verb and act["action"] == self.verb and act.get("seat") == self.seat):
                self.action_no = number


@dataclass
class Outcome:
    """Actions of a hand as logged, chips moved by seat, and what lies on the table afterwards."""

    actions: list[Act] = field(default_factory=list)
    #: Chips won (+) or lost (-) by seat.
    moved: dict[int, int] = field(default_factory=dict)
    house: int = 0
    deck: list[str] | None = None
    closing: dict[str, Any] = field(default_factory=dict)
    #: Stitch: who is banker next; None where nothing is passed (S12).
    next_banker: int | None = None
    #: Rare shapes that came up, by name.
    shapes: list[str] = field(default_factory=list)
    #: Planted faults (none in a clean hand).
    truths: list[Truth] = field(default_factory=list)

    def pay(self, seat: int, chips: int) -> None:
        """Chips into (+) or out of (-) a seat's stack."""
        self.moved[seat] = self.moved.get(seat, 0) + chips


@dataclass
class Style:
    """How a session's log is written, and how often its packs are stacked. Shares are between 0 and 1."""

    stacks: bool = True
    end_stacks: bool = True
    openings: float = 0.5
    closings: float = 0.7
    cash: bool = True
    close: bool = True
    times: str = "none"
    decks: float = 0.2
    hides: float = 0.3
    mucks: float = 0.3
    stacked: float = 0.35
    churn: float = 0.12
    zeros: float = 0.3
    notes: float = 0.02
    #: Share of hands with keys of their own.
    own_rules: float = 0.04
    names: bool = True
    next_dealer: bool = False
    #: When the session begins (RFC 3339); None: drawn, and times are then written in changing zones.
    starts_at: str | None = None
    #: What each player buys first; None: drawn, the same for all or not.
    purse: int | None = None
    #: How that is spread: "even", "uneven", "one rich"; None: drawn.
    purses: str | None = None


def random_style(rng: Random) -> Style:
    """A way of keeping the log, drawn at random."""
    stacks = rng.random() < 0.85
    return Style(
        stacks=stacks,
        end_stacks=stacks and rng.random() < 0.8,
        openings=rng.choice((0.0, 0.5, 1.0)),
        closings=rng.choice((0.0, 0.7, 1.0)),
        cash=rng.random() < 0.75,
        close=rng.random() < 0.8,
        times=rng.choice(("none", "none", "hands", "all")),
        decks=rng.choice((0.0, 0.3)),
        hides=rng.choice((0.0, 0.5)),
        mucks=rng.choice((0.0, 0.5)),
        churn=rng.choice((0.0, 0.1, 0.25)),
        zeros=rng.choice((0.0, 0.5, 1.0)),
        names=rng.random() < 0.6,
        next_dealer=rng.random() < 0.3,
    )


def say_zero(rng: Random, style: Style) -> bool:
    """Whether a move of 0 chips, which may stand or be left out, stands."""
    return rng.random() < style.zeros


def with_notes(rng: Random, style: Style, actions: list[Act]) -> list[Act]:
    """The actions with a `note` put among them now and then; notes mean nothing."""
    if rng.random() < style.notes:
        actions.insert(rng.randint(0, len(actions)), {"action": "note", "_text": "чай и плюшки"})
    return actions
