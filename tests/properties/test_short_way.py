"""The short way through a hand (`replay.book`) is taken for most hands, and gives nothing that the engine does not.

`tests.both_ways` asks both ways and compares all that they give; every test of the engine does so by the way.
"""

import copy
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from replay import engine
from tests.both_ways import replay_hand
from tests.hostile.mutation import _HAND_CHANGES
from tests.properties.cases import GAMES, Case, Record, break_something, cases_of, clean_cases, decoded
from tests.properties.small_changes import every_small_change

WALKS = ("walk_poker", "walk_stitch", "walk_pok")
CLUB_NIGHT = sorted((Path(__file__).parents[2] / "examples" / "club-night").glob("*.jsonl"))


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the hands for which the short way was taken, by game."""
    counts: Counter[str] = Counter()
    for name in WALKS:
        walk = getattr(engine, name)

        def counted(*given: Any, walk: Any = walk, game: str = name.removeprefix("walk_")) -> Any:
            end = walk(*given)
            counts[game] += bool(end)
            return end

        monkeypatch.setattr(engine, name, counted)
    return counts


def judge(case: Case, record: Record) -> bool:
    """Both ways through a hand; False where it is not well-formed."""
    try:
        hand = decoded(record)
    except (KeyError, TypeError, ValueError):  # cannot even be written as a line
        return False
    if hand is None:
        return False
    replay_hand(hand, case.rules, case.opening)
    return True


def one_of_each_shape(game: str, sessions: range) -> list[Case]:
    """Clean hands whose logs do not have the same verbs in the same number, to change each in every small way."""
    found: dict[tuple[Any, ...], Case] = {}
    for seed in sessions:
        for case in clean_cases(seed, 4, game):
            verbs = {act["action"] for act in case.record["actions"]}
            shape = (len(case.record["players"]), *sorted(verbs), "deck" in case.record)
            if len(case.record["actions"]) <= 60:
                found.setdefault(shape, case)
    return list(found.values())


@pytest.mark.parametrize("game", GAMES)
def test_most_hands_take_the_short_way(game: str, taken: Counter[str]) -> None:
    """Four of five simulated hands, though these have unknown cards, logged packs and players all-in far more often
    than a club's. Fails where the short way does not expect what is usual any more."""
    cases = [case for seed in range(40) for case in clean_cases(seed, 6, game)]
    for case in cases:
        assert judge(case, case.record)
    assert taken[game] > 0.8 * len(cases)


def test_the_hands_of_the_examples_take_the_short_way(taken: Counter[str]) -> None:
    """All proved hands of the examples, and no wrong one but where nothing but its end is wrong."""
    for path in CLUB_NIGHT:
        for case in cases_of([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]):
            assert judge(case, case.record)
    assert sum(taken.values()) >= 60


@pytest.mark.parametrize(("game", "shapes"), [("poker", 12), ("stitch", 24), ("pok", 6)])
def test_every_small_change_of_some_hands(game: str, shapes: int, taken: Counter[str]) -> None:
    """One hand of each of some shapes, with each line, field, card, stack and rule otherwise in turn."""
    cases = one_of_each_shape(game, range(30))[:shapes]
    tried = sum(judge(case, record) for case in cases for record in every_small_change(case.record))
    assert tried > 5_000
    assert 100 < taken[game] < tried / 2


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("block", range(3))
def test_every_small_change_of_many_hands(game: str, block: int) -> None:
    """The same for the hands of 30 sessions at a time."""
    for case in one_of_each_shape(game, range(1000 + 30 * block, 1030 + 30 * block)):
        for record in every_small_change(case.record):
            judge(case, record)


def check_changes_at_random(seed: int, game: str) -> None:
    """A dozen changes of each hand of a session, some of them several at once."""
    rng = Random(f"short way {seed} {game}")
    for case in clean_cases(seed, 6, game):
        for way in range(12):
            record = copy.deepcopy(case.record)
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                if way < 7:
                    break_something(rng, record)
                else:
                    rng.choice(_HAND_CHANGES)(rng, record)
            judge(case, record)


@pytest.mark.parametrize("game", GAMES)
def test_changes_at_random(game: str) -> None:
    """Logs changed at random, in one to three places."""
    for seed in range(25):
        check_changes_at_random(seed, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("block", range(4))
def test_many_changes_at_random(game: str, block: int) -> None:
    """The same for 150 sessions at a time."""
    for seed in range(10_000 + 150 * block, 10_150 + 150 * block):
        check_changes_at_random(seed, game)
