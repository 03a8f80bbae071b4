"""The known figures of stitch: by counting all cases, by playing, and by what the engine says of plays."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random

import pytest

from ingest.records import Action, Hand, Player, TableState
from replay.stitch_play import beats
from tests.both_ways import replay_hand
from tests.oracles.house_judge import PACK_52
from tests.randomness import chance

CHANCE_OF_A_WIN = 0.303818
EDGE_OF_THE_BANK = 0.088547
#: Half of the last place that the rulebook gives.
LAST_PLACE = 5e-7


def chance_with(banker_card: str) -> Fraction:
    """A player's chance against one banker's card: every three of the other 51 cards, counted."""
    higher = [beats(card, banker_card) for card in PACK_52 if card != banker_card]
    return Fraction(sum(any(three) for three in combinations(higher, 3)), comb(51, 3))


def test_the_figures_by_counting_every_case() -> None:
    """1 - C(51-h,3)/C(51,3) for each banker's card, and from all 52 of them the rulebook's two figures."""
    chances = {card: chance_with(card) for card in PACK_52}
    for card, found in chances.items():
        h = "AKQJT98765432".index(card[0])
        assert found == 1 - Fraction(comb(51 - h, 3), comb(51, 3)), card
    mean = sum(chances.values()) / 52
    assert abs(float(mean) - CHANCE_OF_A_WIN) < LAST_PLACE
    # A win pays twice the stake, a loss costs it (S7, S8): that is the bank's edge.
    assert abs(float((1 - mean) - 2 * mean) - EDGE_OF_THE_BANK) < LAST_PLACE


def dealt_plays(rng: Random, count: int) -> Iterator[list[str]]:
    """Three cards of a player, the burned card and the banker's card, from a full shuffle."""
    return (rng.sample(PACK_52, 5) for _ in range(count))


def expect_figures(wins: int, plays: int) -> None:
    """Within four standard errors of the known figures, the mean win and the mean of what the bank makes."""
    share = wins / plays
    error = sqrt(CHANCE_OF_A_WIN * (1 - CHANCE_OF_A_WIN) / plays)
    assert abs(share - CHANCE_OF_A_WIN) < 4 * error, f"{wins} of {plays}"
    assert abs((1 - share) - 2 * share - EDGE_OF_THE_BANK) < 4 * 3 * error, f"{wins} of {plays}"


def play(rng: Random, plays: int) -> None:
    """So many plays, judged by `beats`."""
    wins = sum(any(beats(card, cards[4]) for card in cards[:3]) for cards in dealt_plays(rng, plays))
    expect_figures(wins, plays)


def play_through_the_engine(rng: Random, plays: int) -> None:
    """Plays of two at a table, all logged as wins: those that the engine calls losses are counted by its findings."""
    wins = 0
    for cards in dealt_plays(rng, plays):
        result = replay_hand(logged_as_a_win(cards))
        assert [finding.code for finding in result.findings] in ([], ["bank.result"]), cards
        wins += not result.findings
        due = [(correction.seat, correction.amount) for correction in result.corrections]
        assert due == ([] if not result.findings else [(1, -3)]), cards
    expect_figures(wins, plays)


def logged_as_a_win(cards: list[str]) -> Hand:
    """One round: seat 1 stakes 1 against the bank of seat 2, and is paid 2 whatever was dealt."""
    acts = [
        Action("deal", 1, cards=cards[:3]), Action("stake", 1, 1), Action("burn", cards=[cards[3]]),
        Action("turn", cards=[cards[4]]), Action("show", 1, cards=cards[:3]), Action("win", 1, 2),
    ]  # fmt: skip
    players = [Player(1, "a", stack=100), Player(2, "b", stack=100)]
    return Hand("h", "s", 1, "stitch", 2, players, acts, opening=TableState(bank=50, bank_start=50))


def test_the_figures_by_play() -> None:
    """40,000 plays, and 3,000 judged by the whole engine."""
    play(chance("test_the_figures_by_play"), 40_000)
    play_through_the_engine(chance("test_the_figures_by_play engine"), 3_000)


@pytest.mark.slow
def test_the_figures_by_a_million_plays() -> None:
    """2,000,000 plays by `beats`."""
    play(chance("test_the_figures_by_a_million_plays"), 2_000_000)


@pytest.mark.slow
def test_the_figures_by_a_million_hands_of_the_engine() -> None:
    """1,000,000 rounds by `replay_hand`."""
    play_through_the_engine(chance("test_the_figures_by_a_million_hands_of_the_engine"), 1_000_000)
