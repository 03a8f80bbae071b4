"""The audit against planted faults: each is found, at its place, with its corrections, and nothing else is.

`python -m tests.simulator.show_fault KIND SEED` prints one planted session and what the audit says of it.
"""

from collections import Counter
from pathlib import Path

import pytest

from replay.findings import CODES
from tests.simulator import POOR, simulate_session
from tests.simulator.audited import audit_sessions, differences
from tests.simulator.faults import FAULTS, Planted, plant
from tests.simulator.near_misses import NEAR_MISSES, plant_near_miss

#: Codes that have no five ways to reach them: our own failure cannot be planted; a time runs backwards or does not.
FEWER_THAN_FIVE = {"engine.fault": 0, "continuity.time": 2, "table.players": 4, "bank.pass": 4}


def test_every_code_has_five_kinds_of_faults() -> None:
    """Each finding code can be reached in at least five planted ways, but for those that have not so many."""
    kinds = Counter(fault.code for fault in FAULTS.values())
    assert {code: kinds[code] for code in CODES if kinds[code] < FEWER_THAN_FIVE.get(code, 5)} == {}
    assert set(kinds) <= set(CODES)


def _check(seeds: range, folder: Path) -> None:
    planted: dict[str, tuple[str, Planted]] = {}
    for kind in FAULTS:
        for seed in seeds:
            session = plant(kind, seed)
            planted[session.records[0]["session_id"]] = kind, session
    found = audit_sessions((session.records for _, session in planted.values()), folder)
    wrong = [
        f"{kind}, seed {session.seed}: {difference}"
        for session_id, (kind, session) in planted.items()
        for difference in differences(session, found[session_id])
    ]
    assert not wrong, f"{len(wrong)} differences:\n" + "\n".join(wrong[:8])


def test_planted_faults_are_found_and_nothing_else(tmp_path: Path) -> None:
    """Five plants a kind: hand, code, action or seat, expected, actual and corrections are right to the chip."""
    _check(range(5), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_two_hundred_plants_a_kind(block: int, tmp_path: Path) -> None:
    """The same for 200 plants a kind, ten at a time."""
    _check(range(1000 + 10 * block, 1010 + 10 * block), tmp_path)


def test_near_misses_and_clean_sessions_stay_silent(tmp_path: Path) -> None:
    """Legal ways of writing that look like faults, and clean sessions: no finding, no correction, all proved."""
    sessions = [plant_near_miss(kind, seed) for kind in NEAR_MISSES for seed in range(2)]
    sessions += [simulate_session(seed, hands=12) for seed in range(60_000, 60_150)]
    sessions += [simulate_session(seed, hands=10, session_id=f"poor-{seed}", **POOR) for seed in range(60)]
    found = audit_sessions(sessions, tmp_path)
    wrong = {
        session_id: (one.findings, one.corrections, one.unproved)
        for session_id, one in found.items()
        if one.findings or one.corrections or one.unproved
    }
    assert not wrong, f"{len(wrong)} sessions, the first: {next(iter(wrong.items()))}"
