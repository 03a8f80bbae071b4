"""Prints one hand of a simulated session, action by action, and what the engine says of it.

python -m tests.simulator.show SEED GAME|- HAND_ID [HANDS]
"""

import sys

from .against_engine import replay_session
from .session import simulate_session


def main(seed: str, game: str, hand_id: str, hands: str = "20") -> None:
    """The command line; `game` is ``-`` where it was drawn."""
    records = simulate_session(int(seed), game=None if game == "-" else game, hands=int(hands))
    tell = sys.stdout.write
    tell(f"session rules {records[0].get('rules')}\n")
    for record, result in replay_session(records):
        if record["hand_id"] != hand_id:
            continue
        for field, value in record.items():
            if field not in ("actions", "format", "record"):
                tell(f"{field}: {value}\n")
        for number, act in enumerate(record["actions"], start=1):
            tell(f"{number:4d} " + " ".join(f"{key}={value}" for key, value in act.items()) + "\n")
        tell(f"{result.verdict} {result.incomplete_because} corrections {result.corrections}\n")
        for finding in result.findings:
            tell(f"{finding}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
