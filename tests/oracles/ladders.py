"""Two judges agree where they put everything in the same order: what one holds for equal is equal for the other."""

from itertools import pairwise
from typing import Any


class Ladder:
    """Takes what two judges say of many hands, and tells where their orders differ.

    All pairs are compared at once: the engine's value must be a function of the judge's, and a rising one.
    """

    def __init__(self) -> None:
        self._example: dict[Any, tuple[Any, Any]] = {}
        self._twice: list[str] = []
        self.hands = 0

    def put(self, hand: Any, judge: Any, engine: Any) -> None:
        """One hand and its two values."""
        self.hands += 1
        value, other = self._example.setdefault(judge, (engine, hand))
        if value != engine and len(self._twice) < 5:
            self._twice.append(f"{hand} and {other} are equal ({judge}), the engine says {engine} and {value}")

    def differences(self) -> list[str]:
        """Where the two orders differ; [] where they are one."""
        found = list(self._twice)
        rungs = sorted(self._example.items())
        for (low, (below, worse)), (high, (above, better)) in pairwise(rungs):
            if not below < above and len(found) < 10:
                found.append(f"{better} {high} beats {worse} {low}; the engine has {above} against {below}")
        return found

    @property
    def rungs(self) -> int:
        """How many different values came up."""
        return len(self._example)
