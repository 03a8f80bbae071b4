"""An independent simulator: random legal sessions of the three games, written from RULEBOOK only.

It shares no judging code with `replay`: ranking by trying every value of a joker (`ranking`), its own bidding
(`bidding`), pots (`pots`) and payments (one module a game). What it writes is legal, so an engine that finds a fault in
it is wrong, or the simulator is. `session.simulate_session` is where to begin; `faults` plants what must be found.
"""

from typing import Any

from .outcome import Style
from .session import simulate_session

__all__ = ["POOR", "Style", "simulate_session"]

#: Arguments of `simulate_session` for a table where most cannot put the least bank, and at times nobody can (S12).
POOR: dict[str, Any] = {
    "game": "stitch", "players": 6, "rules": {"stitch": {"bank_min": 70, "stake_min": 2}},
    "style": Style(purse=100, purses="one rich", churn=0.0),
}  # fmt: skip
