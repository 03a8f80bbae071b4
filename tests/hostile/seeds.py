"""Real lines to begin with: every game, every kind of record, right and wrong ones, and texts of PokerStars."""

from functools import cache
from pathlib import Path

from tests.ingest.logs import RECORDS, line
from tests.simulator import simulate_session
from tests.simulator.against_engine import to_line
from tests.simulator.faults import FAULTS, plant

ROOT = Path(__file__).resolve().parents[2]
_SESSIONS = 40


@cache
def seed_lines() -> tuple[bytes, ...]:
    """Lines of the format handproof/1: the club night, sessions of the simulator (some with a fault), hard cases."""
    lines = [line(record) for record in RECORDS.values()]
    for path in sorted((ROOT / "examples" / "club-night").glob("*.jsonl")):
        lines += path.read_bytes().splitlines()
    for seed in range(_SESSIONS):
        lines += map(to_line, simulate_session(seed, hands=6))
    for kind in sorted(FAULTS):
        lines += map(to_line, plant(kind, 1).records)
    for path in sorted((ROOT / "tests" / "adversarial").rglob("*.jsonl")):
        lines += path.read_bytes().splitlines()
    return tuple(sorted({one for one in lines if len(one) < 6000}))


@cache
def seed_texts() -> tuple[bytes, ...]:
    """Hands in the words of PokerStars."""
    paths = sorted((ROOT / "tests" / "ingest" / "formats" / "hands").glob("*.txt"))
    return tuple(path.read_bytes() for path in paths)
