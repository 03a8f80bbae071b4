"""An independent simulator: random legal sessions of the three games, written from RULEBOOK only.

It shares no judging code with `replay`: ranking by trying every value of a joker (`ranking`), its own bidding
(`bidding`), pots (`pots`) and payments (one module a game). What it writes is legal, so an engine that finds a fault in
it is wrong, or the simulator is. `session.simulate_session` is where to begin; `faults` plants what must be found.
"""

from .outcome import Style
from .session import simulate_session

__all__ = ["Style", "simulate_session"]
