"""Who pays whom: exact, and in the fewest payments."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.settle import Payment, fewest_payments


@st.composite
def balanced(draw: st.DrawFn, parties: int = 7) -> dict[str, int]:
    """Sums of a few parties that come to nothing."""
    chips = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=parties - 1))
    return {f"n{place}": value for place, value in enumerate([*chips, -sum(chips)])}


def least_by_trying(owed: dict[str, int]) -> int:
    """The fewest payments, by trying every way to cut the parties into groups that come to nothing."""
    values = [chips for chips in owed.values() if chips]

    def most_groups(rest: list[int]) -> int:
        if not rest:
            return 0
        best = -len(values)
        for size in range(len(rest)):
            for others in itertools.combinations(range(1, len(rest)), size):
                if rest[0] + sum(rest[place] for place in others) == 0:
                    left = [value for place, value in enumerate(rest) if place and place not in others]
                    best = max(best, 1 + most_groups(left))
        return best

    return len(values) - most_groups(values)


@given(balanced())
def test_payments_settle_everybody_in_the_fewest_steps(owed: dict[str, int]) -> None:
    """After the payments nobody is owed a chip, each payment is above 0, and no fewer would do."""
    payments = fewest_payments(owed)
    for payment in payments:
        assert payment.chips > 0
        owed[payment.payer] += payment.chips
        owed[payment.receiver] -= payment.chips
    assert set(owed.values()) == {0}


@given(balanced())
def test_no_fewer_payments_would_do(owed: dict[str, int]) -> None:
    """The number of payments is the least that a search over all groupings finds."""
    assert len(fewest_payments(owed)) == least_by_trying(owed)


@given(st.lists(st.integers(-(2**53), 2**53), min_size=15, max_size=40))
def test_many_parties_are_settled_exactly(chips: list[int]) -> None:
    """Beyond the exact search the payments still settle all, with one less than there are parties at most."""
    owed = {f"n{place}": value for place, value in enumerate([*chips, -sum(chips)])}
    payments = fewest_payments(owed)
    assert len(payments) < len(owed)
    for payment in payments:
        owed[payment.payer] += payment.chips
        owed[payment.receiver] -= payment.chips
    assert set(owed.values()) == {0}


def test_two_pairs_make_two_payments() -> None:
    """Debts that cancel out in pairs are paid in pairs, not round the table."""
    payments = fewest_payments({"a": 5, "b": 3, "c": -5, "d": -3})
    assert payments == [Payment("c", "a", 5), Payment("d", "b", 3)]


def test_sums_that_do_not_balance_are_refused() -> None:
    """A settlement that would make up a chip is our fault, not a payment."""
    with pytest.raises(ValueError, match="differ by 1"):
        fewest_payments({"a": 5, "b": -4})
