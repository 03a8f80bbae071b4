"""What `checks.verify` says: a value for each thing that was looked at, and no more of them than one can read."""

from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["agrees", "differs", "note"]
#: What is looked at: evidence and what was made of it, then counts, results of the replay, and the log files.
LookedAt = Literal["line", "rows", "counts", "replay", "file"]
#: So many things that differ are told one by one; of the others only how many they are.
MOST_TOLD = 50
_A_GOOD_STORE = "take the last good copy of the store, or read the logs into a new one"
#: What to do where something differs.
REMEDIES: dict[LookedAt, str] = {
    "line": f"The evidence in the store was changed: {_A_GOOD_STORE}.",
    "rows": f"The tables do not say what the lines say: {_A_GOOD_STORE}.",
    "counts": f"Records were taken away or put in: {_A_GOOD_STORE}.",
    "replay": f"Results of the replay were changed: {_A_GOOD_STORE}, and replay it.",
    "file": "Compare the log with a copy of it, and put that back; the store keeps the lines as it read them.",
}


@dataclass(frozen=True, slots=True)
class Looked:
    """One thing that was looked at, and how many of its kind it stands for. A note is neither right nor wrong."""

    outcome: Outcome
    looked_at: LookedAt
    count: int
    message: str
    source: str | None = None
    line_no: int | None = None
    session_id: str | None = None
    hand_id: str | None = None

    @property
    def remedy(self) -> str | None:
        """What to do about it."""
        return REMEDIES[self.looked_at] if self.outcome == "differs" else None


@dataclass(slots=True)
class Told:
    """Collects what differs of one kind, up to `MOST_TOLD`."""

    looked_at: LookedAt
    kind: str
    count: int = 0
    results: list[Looked] = field(default_factory=list)

    def differs(
        self,
        message: str,
        source: str | None = None,
        line_no: int | None = None,
        session_id: str | None = None,
        hand_id: str | None = None,
    ) -> None:
        """One more."""
        self.count += 1
        if self.count <= MOST_TOLD:
            self.results.append(Looked("differs", self.looked_at, 1, message, source, line_no, session_id, hand_id))

    def all(self) -> list[Looked]:
        """What was told, and how many were not."""
        rest = self.count - MOST_TOLD
        if rest > 0:
            return [*self.results, Looked("differs", self.looked_at, rest, f"... and so do {rest} more {self.kind}.")]
        return self.results


def number(count: int, one: str, many: str | None = None) -> str:
    """A count with its word."""
    return f"{count} {one if count == 1 else many or one + 's'}"
