"""Five-card draw as PokerKit plays it, judged by our engine: each hand verified, to the chip and the pot.

A failure names its seed; `python -m tests.pokerkit_draw.show SEED` plays that hand again and prints it.
"""

import copy
from collections import Counter

import pytest

from replay.results import HandResult
from tests.pokerkit_draw import play_hand, write_record
from tests.pokerkit_draw.record import Record
from tests.simulator.against_engine import replay_session

SESSION: Record = {"record": "session", "format": "handproof/1", "session_id": "pokerkit"}
#: Hands of the quick suite.
QUICK = range(400)
SHAPES = """
limit none|limit pot|limit fixed|blinds|antes only|blinds and antes|walk|over before the draw|all-in before the draw
side pots|two side pots|odd chip|split, unit 1|split, unit 5|split, unit 25|split among three|uncalled|muck|rake
rake out of several pots|short all-in bet|short all-in raise|raising not open again|draw of five|pack runs out
players 2|players 3|players 4|players 5|players 6|players 7|players 8
"""


def _judge(record: Record) -> HandResult:
    ((_, result),) = replay_session([SESSION, record])
    return result


def _disagreement(seed: int, shapes: Counter[str]) -> str | None:
    played = play_hand(seed)
    record = write_record(played)
    shapes.update(played.shapes.keys())
    assert sum(player["end_stack"] for player in record["players"]) + sum(pot.rake for pot in played.pots) == sum(
        played.rules.stacks
    ), f"seed {seed}: chips made or lost"
    if not played.odd_differs:
        ends = {player["seat"]: player["end_stack"] for player in record["players"]}
        assert sorted(ends.values()) == sorted(played.end_stacks), f"seed {seed}: not PokerKit's end stacks"
    result = _judge(record)
    if result.verdict == "verified" and not result.corrections and not result.table_after.pot:
        return None
    told = [finding.message for finding in result.findings] or result.incomplete_because or result.corrections
    return f"seed {seed}: {result.verdict} {told}"


def _expect_agreement(seeds: range) -> Counter[str]:
    shapes: Counter[str] = Counter()
    wrong = [told for seed in seeds if (told := _disagreement(seed, shapes)) is not None]
    assert not wrong, f"{len(wrong)} of {len(seeds)} hands: " + "\n".join(wrong[:5])
    return shapes


def test_hands_played_by_pokerkit_are_verified() -> None:
    """Every pot and every end stack is PokerKit's, and all the rare shapes come up among the quick hands."""
    shapes = _expect_agreement(QUICK)
    assert {name for line in SHAPES.strip().splitlines() for name in line.split("|")} - set(shapes) == set()


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_hundred_thousand_hands(block: int) -> None:
    """The same over 100,000 hands, in 20 blocks."""
    _expect_agreement(range(10_000 + 5_000 * block, 15_000 + 5_000 * block))


def test_a_chip_paid_elsewhere_is_found() -> None:
    """The hands are no proof if anything passes: one chip of a win given to another seat is found in each of them."""
    tried = 0
    for seed in range(2_000, 2_080):
        record = write_record(play_hand(seed))
        paid = [action for action in record["actions"] if action["action"] == "win"]
        if not paid:  # all of it came back
            continue
        moved = copy.deepcopy(record)
        win = next(action for action in moved["actions"] if action["action"] == "win")
        other = next(player["seat"] for player in moved["players"] if player["seat"] != win["seat"])
        win["amount"] -= 1
        place = moved["actions"].index(win)
        moved["actions"].insert(place + 1, {**win, "seat": other, "amount": 1})
        for player in moved["players"]:
            player["end_stack"] += (player["seat"] == other) - (player["seat"] == win["seat"])
        codes = {finding.code for finding in _judge(moved).findings}
        assert codes in ({"pot.winner"}, {"pot.amount"}, {"pot.winner", "pot.amount"}), f"seed {seed}: {codes}"
        tried += 1
    assert tried > 60


def test_same_seed_plays_the_same_hand() -> None:
    """A hand depends on its seed alone."""
    for seed in range(20):
        assert write_record(play_hand(seed)) == write_record(play_hand(seed))
