"""Plays the hand of a seed by PokerKit, and prints it with what the engine says of it.

python -m tests.pokerkit_draw.show SEED
"""

import sys

from tests.simulator.against_engine import replay_session

from . import play_hand, write_record


def main(seed: str) -> None:
    """The command line."""
    played = play_hand(int(seed))
    record = write_record(played)
    tell = sys.stdout.write
    tell(f"{played.rules}\npots {played.pots}\nuncalled {played.uncalled}\nshapes {sorted(played.shapes)}\n")
    for field, value in record.items():
        if field not in ("actions", "format", "record", "deck"):
            tell(f"{field}: {value}\n")
    for number, act in enumerate(record["actions"], start=1):
        tell(f"{number:4d} " + " ".join(f"{key}={value}" for key, value in act.items()) + "\n")
    for _, result in replay_session([{"record": "session", "format": "handproof/1", "session_id": "pokerkit"}, record]):
        tell(f"{result.verdict} {result.incomplete_because} corrections {result.corrections}\n")
        for finding in result.findings:
            tell(f"{finding}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
