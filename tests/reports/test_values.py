"""What a finding says in words."""

import pytest

from reports.values import Plain, difference_text, plain_value, unit_of, value_text


def told(code: str, expected: Plain, actual: Plain, seat: int | None = None, rule: str = "") -> tuple[str, str, str]:
    """Expected, logged and difference of a finding."""
    unit = unit_of(code, seat, actual, rule)

    def who(owner: str) -> str:
        return f"<{owner}>"

    return (
        value_text(code, unit, expected, who),
        value_text(code, unit, actual, who),
        difference_text(unit, expected, actual, who),
    )


@pytest.mark.parametrize(
    ("code", "expected", "actual", "says"),
    [
        ("amount.ante", 2, 1, ("2 chips", "1 chip", "1 chip too few")),
        ("pot.amount", 1000, 5000, ("1,000 chips", "5,000 chips", "4,000 chips too many")),
        ("cards.deal", 5, 4, ("5 cards", "4 cards", "1 card too few")),
        ("table.players", 10, 11, ("10 players", "11 players", "1 player too many")),
        ("pool.winner", 4, 3, ("<4>", "<3>", "")),
        ("pool.winner", 0, 3, ("nobody", "<3>", "")),
        ("continuity.gap", 2, 3, ("hand 2", "hand 3", "")),
        ("bank.stitch", True, False, ("a stitch round declared", "no stitch round declared", "")),
        ("turn.action", None, "check", ("–", "check", "")),
        ("cards.deck", "8d", "7c", ("8d", "7c", "")),
        ("pot.winner", {"1": 45}, {"2": 44, "10": 1}, ("<1>: 45 chips", "<2>: 44 chips; <10>: 1 chip",
                                                       "<1>: 45 chips too few; <2>: 44 chips too many; "
                                                       "<10>: 1 chip too many")),
        ("session.balance", {}, {"anna": 2}, ("nobody: 0 chips", "<anna>: 2 chips", "<anna>: 2 chips too many")),
    ],
)  # fmt: skip
def test_values_have_their_unit(code: str, expected: Plain, actual: Plain, says: tuple[str, str, str]) -> None:
    """Chips, cards, seats, hand numbers, verbs and chips by seat are each told as what they are."""
    assert told(code, expected, actual) == says


def test_circle_not_taken_is_told_in_chips() -> None:
    """A circle taken in the wrong sum is chips; where a seat may be meant the number stands alone."""
    assert told("pool.take", 5, 0, seat=4) == ("5 chips", "0 chips", "5 chips too few")
    assert told("pool.take", 2, 4, seat=4) == ("2", "4", "")


def test_the_next_dealer_is_a_seat() -> None:
    """Of the table at the end of a hand the next dealer (C6) is told as a seat, sums as chips."""
    assert told("closing.table", 3, 4, rule="C6") == ("<3>", "<4>", "")
    assert told("closing.table", 3, 4, rule="S13") == ("3 chips", "4 chips", "1 chip too many")


def test_stored_values_are_plain() -> None:
    """Values come out of the store as they went in."""
    assert [plain_value(text) for text in (None, "1", '"7c"', "true", '{"2":45}')] == [None, 1, "7c", True, {"2": 45}]
