"""Values of poks and sequences (K7–K12) against a judge that tries all parts of a hand."""

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from itertools import combinations, pairwise, product

import pytest

from replay.cards import pok_pack
from replay.pok_sets import pok_value, sequence_value
from tests.oracles import pok_judge
from tests.oracles.house_judge import PACK_52
from tests.randomness import chance

KINDS = [("pok", False), ("sequence", False), ("sequence", True)]


def value(hand: Sequence[str], pool: str, trump: str, run: bool) -> tuple[int, ...]:
    """What the engine says of a hand."""
    return pok_value(hand, trump) if pool == "pok" else sequence_value(hand, trump, run)


def check(hands: Iterable[Sequence[str]], pool: str, trump: str, run: bool) -> int:
    """All hands in the judge's order are in the engine's too, and equal where they are equal; how many rungs."""
    best: dict[tuple[str, ...], tuple[int, ...]] = {}
    for hand in hands:
        part = tuple(sorted(pok_judge.best_part(hand, pool, trump, run)))
        found = value(hand, pool, trump, run)
        assert best.setdefault(part, found) == found, hand
        assert bool(part) == bool(found), hand
    compare = pok_judge.compare_poks if pool == "pok" else pok_judge.compare_sequences
    ladder = sorted(best, key=cmp_to_key(lambda one, other: compare(one, other, trump)))
    rungs = 1
    for low, high in pairwise(ladder):
        senior = compare(high, low, trump) > 0
        rungs += senior
        assert (best[low] < best[high]) if senior else (best[low] == best[high]), (low, high, trump)
    return rungs


@pytest.mark.parametrize(("pool", "run"), KINDS)
def test_every_hand_of_two_players(pool: str, run: bool) -> None:
    """All 8,008 hands of the pack of 16, with one suit as trump."""
    assert check(combinations(pok_pack(2), 6), pool, "c", run) > 8


@pytest.mark.parametrize(("pool", "run"), KINDS)
def test_random_hands_of_the_full_pack(pool: str, run: bool) -> None:
    """2,000 hands of 52 cards under each trump."""
    rng = chance(f"test_random_hands_of_the_full_pack[{pool}-{run}]")
    for trump in "scdh":
        check((rng.sample(PACK_52, 6) for _ in range(500)), pool, trump, run)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "trump", "pool", "run"), [(*a, *b) for a, b in product(
    [(2, "s"), (2, "d"), (2, "h"), (3, "s"), (3, "c"), (3, "d"), (3, "h"), (4, "d")], KINDS)])  # fmt: skip
def test_every_hand_of_small_packs(players: int, trump: str, pool: str, run: bool) -> None:
    """All hands of the packs for two, three (38,760 hands, each trump) and four players (376,740)."""
    check(combinations(pok_pack(players), 6), pool, trump, run)


@pytest.mark.slow
@pytest.mark.parametrize(("pool", "run"), KINDS)
def test_many_random_hands_of_the_full_pack(pool: str, run: bool) -> None:
    """100,000 hands of 52 cards."""
    rng = chance(f"test_many_random_hands_of_the_full_pack[{pool}-{run}]")
    for trump in "scdh":
        check((rng.sample(PACK_52, 6) for _ in range(25_000)), pool, trump, run)
