"""One lap round the table in which everybody due acts once, and what is told of who does not (C8)."""

import pytest

from replay.lap import acts_before_anyone_twice
from tests.replay.hands import expect, replay


@pytest.mark.parametrize(
    ("seats", "due", "acted", "answer"),
    [
        ([3, 2], 2, set(), True),
        ([3, 4, 2], 2, set(), True),
        ([3, 3, 2], 2, set(), False),
        ([3, 4, 3, 2], 2, set(), False),
        ([4, 2], 2, {3}, True),
        ([4, 3, 2], 2, {3}, False),
        ([3, 4], 2, set(), False),
        ([], 2, set(), False),
    ],
)
def test_who_acts_before_anyone_twice(seats: list[int], due: int, acted: set[int], answer: bool) -> None:
    """C8 (a): the seat due acts later, before any seat has acted twice since the last action in turn."""
    assert acts_before_anyone_twice(seats, due, acted) is answer


def test_late_entry_after_a_draw() -> None:
    """C8: the entry of seat 2, missing in turn, comes after seat 3 has drawn: so the draw came too early as well."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 3 1
        enter 3 1    # *
        decline 1
        draw 3       # **
        enter 2 1
        draw 2
        fold 2
        win 3 6
        """,
        ("turn.order", "C8", "*", 3, 1, 3),
        ("turn.order", "C8", "**", 3, 2, 3),
        ("turn.missing", "C8", None, 2, None, None),
    )


def test_words_for_an_action_that_counts_for_nobody() -> None:
    """C8: a second entry is told otherwise than the entry of one who is not in the hand."""
    for seat, words in (
        (2, "Seat 2 acted a second time in the same round."),
        (7, "Seat 7 acted although he is not in the hand."),
    ):
        result = replay(
            f"""
            hand poker dealer 1
            players 1:100 2:100
            all ante 1
            all deal ??
            enter 2 1
            decline 1
            enter {seat} 1
            win 2 4
            """
        )
        assert [finding.message for finding in result.findings] == [words]


def test_early_entry_and_draw() -> None:
    """C8 (a): seat 3 enters and later draws before seat 2, who does both later: two findings, and all is counted."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 3 1    # *
        enter 2 1
        decline 1
        draw 3       # **
        draw 2
        fold 2
        win 3 5
        """,
        ("turn.order", "C8", "*", 3, 2, 3),
        ("turn.order", "C8", "**", 3, 2, 3),
    )
