"""The planter: clean sessions with one fault of a named kind, and the truth of what an audit must find (issue 3).

The fault is planted while the session is played, so that everything after it is consistent with it: later stacks,
tables, the close. `plant` is where to begin; `FAULTS` names the kinds.
"""

from dataclasses import dataclass
from typing import Any

from .faults_pok import POK_FAULTS
from .faults_poker import POKER_FAULTS
from .faults_session import SESSION_FAULTS
from .faults_stitch import STITCH_FAULTS
from .outcome import Style, Truth
from .session import Fault, Record, Sitting, seat_a_session

ALL_FAULTS = (*POKER_FAULTS, *STITCH_FAULTS, *POK_FAULTS, *SESSION_FAULTS)
FAULTS: dict[str, Fault] = {fault.kind: fault for fault in ALL_FAULTS}


@dataclass
class Planted:
    """A session with its fault, and all findings and corrections that there must be."""

    records: list[Record]
    truths: list[Truth]
    seed: int


def simulate_with_plan(
    seed: int,
    game: str,
    hands: int,
    plan: list[tuple[int, str]],
    session_id: str,
    players: int | None = None,
    rules: dict[str, dict[str, Any]] | None = None,
    style: Style | None = None,
) -> tuple[Sitting, Planted]:
    """A session in which the kinds of `plan` are planted in turn, each not before the hand of its number."""
    sitting = seat_a_session(Sitting, seed, game, hands, session_id, players, rules, style)
    sitting.plan = [(number, FAULTS[kind]) for number, kind in plan]
    return sitting, Planted(sitting.play(hands), sitting.truths, seed)
