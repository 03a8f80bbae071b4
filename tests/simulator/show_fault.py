"""Prints a session with a planted fault and where the audit says something else than was planted.

python -m tests.simulator.show_fault KIND SEED
"""

import sys
import tempfile
from pathlib import Path

from .against_engine import to_line
from .audited import audit_sessions, differences
from .faults import plant


def main(kind: str, seed: str) -> None:
    """The command line."""
    planted = plant(kind, int(seed))
    with tempfile.TemporaryDirectory() as folder:
        found = audit_sessions([planted.records], Path(folder))[planted.records[0]["session_id"]]
    broken = {truth.hand_id for truth in planted.truths}
    for record in planted.records:
        if record["record"] != "hand" or record["hand_id"] in broken:
            sys.stdout.write(to_line(record).decode() + "\n")
    for truth in planted.truths:
        sys.stdout.write(f"planted {truth}\n")
    for finding in found.findings:
        sys.stdout.write(f"found {finding}\n")
    sys.stdout.write("\n".join(differences(planted, found) or ["as planted"]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
