"""The planter: clean sessions with one fault of a named kind, and the truth of what an audit must find (issue 3).

The fault is planted while the session is played, so that everything after it is consistent with it: later stacks,
tables, the close. `plant` is where to begin; `FAULTS` names the kinds.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from . import faults_bidding, faults_cards, faults_pok, faults_poker, faults_session, faults_stitch
from .outcome import Style, Truth
from .registry import ALL_FAULTS
from .rules import GAMES, random_keys
from .session import Fault, Record, Sitting, seat_a_session

__all__ = ["FAULTS", "Planted", "faults_bidding", "faults_cards", "faults_pok", "faults_poker", "faults_session",
           "faults_stitch", "plant", "simulate_with_plan"]  # fmt: skip
FAULTS: dict[str, Fault] = {fault.kind: fault for fault in ALL_FAULTS}
if len(FAULTS) != len(ALL_FAULTS):
    raise AssertionError("two kinds of faults have the same name")


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


def _rules(rng: Random, fault: Fault, game: str) -> dict[str, dict[str, Any]]:
    """House rules of the session: a few drawn keys, and over them those that the fault asks for."""
    rules = {name: random_keys(rng, name, fault.players or 5, 0.2) for name in GAMES}
    if game == "mixed":
        return rules
    rules = {game: {**rules[game], **fault.rules}}
    if fault.rules and "bank_max" not in fault.rules:
        # A limit that was drawn may not fit the stakes that the fault asks for.
        rules[game].pop("bank_max", None)
    return rules


def plant(kind: str, seed: int, hands: int = 8) -> Planted:
    """A session with one fault of the kind, the same for the same seed; sessions are tried till it fits."""
    fault = FAULTS[kind]
    for attempt in range(400):
        rng = Random(f"plant {kind} {seed} {attempt}")
        game = fault.game if fault.game in GAMES else rng.choice((*GAMES, "mixed"))
        rules = _rules(rng, fault, game)
        style = Style(
            openings=1.0, closings=1.0, hides=0.0, decks=1.0 if fault.deck else 0.0, close=fault.close,
            times="all" if fault.code == "continuity.time" else "none", notes=0.05, zeros=rng.choice((0.0, 0.5)),
            churn=0.1, own_rules=0.0, stacked=rng.choice((0.3, 0.9)),
        )  # fmt: skip
        slug = "".join(letter if letter.isalnum() else "-" for letter in kind)
        players = fault.players or rng.choice((2, 3, 4, 5))
        sitting = seat_a_session(Sitting, rng.randrange(10**9), game, hands, f"{slug}-{seed}", players, rules, style)
        sitting.full = fault.players is not None or rng.random() < 0.7
        first = 1 if fault.last or "begins" in kind else rng.randint(1, 3)
        sitting.plan = [(0 if "begins" in kind else first, fault)]
        records = sitting.play(hands)
        if sitting.truths:
            return Planted(records, sitting.truths, seed)
    raise LookupError(f"no session fits the fault {kind!r} with seed {seed}")
