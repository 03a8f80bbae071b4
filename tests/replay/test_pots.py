"""How a pot is cut into layers, raked and shared, by the figures alone (P8, P10, P11)."""

import pytest

from replay.pots import Pot, due_rake, layered_pots, may_be_paid, one_pot, rake_by_pot, share

Layer = tuple[str, int, tuple[int, ...]]


@pytest.mark.parametrize(
    ("put", "still_in", "carried", "pots"),
    [
        ({1: 5, 2: 5}, (1, 2), 0, [("main", 10, (1, 2))]),
        ({1: 5, 2: 5}, (1, 2), 3, [("main", 13, (1, 2))]),
        ({1: 5, 2: 8, 3: 8}, (1, 2, 3), 0, [("main", 15, (1, 2, 3)), ("side1", 6, (2, 3))]),
        ({1: 5, 2: 8, 3: 9}, (1, 2, 3), 2, [("main", 17, (1, 2, 3)), ("side1", 6, (2, 3)), ("side2", 1, (3,))]),
        ({1: 5, 2: 8, 3: 9}, (1, 3), 0, [("main", 15, (1, 3)), ("side1", 7, (3,))]),
        ({1: 5, 2: 5, 3: 9}, (1, 2), 0, [("main", 19, (1, 2))]),
        ({1: 5, 2: 7, 3: 9}, (1, 2), 0, [("main", 15, (1, 2)), ("side1", 6, (2,))]),
        ({1: 2, 2: 8, 3: 8}, (2, 3), 0, [("main", 18, (2, 3))]),
        ({3: 9, 1: 5, 2: 8}, (3, 1, 2), 0, [("main", 15, (3, 1, 2)), ("side1", 6, (3, 2)), ("side2", 1, (3,))]),
        ({1: 0, 2: 4, 3: 4}, (1, 2, 3), 0, [("main", 8, (2, 3))]),
        ({1: 0, 2: 4, 3: 4}, (1, 2, 3), 3, [("main", 11, (2, 3))]),
        ({1: 0, 2: 4, 3: 7, 4: 7}, (1, 2, 3, 4), 3, [("main", 15, (2, 3, 4)), ("side1", 6, (3, 4))]),
        ({1: 0, 2: 0}, (1, 2), 0, [("main", 0, (1, 2))]),
        ({1: 0, 2: 0}, (1, 2), 9, [("main", 9, (1, 2))]),
        ({1: 0, 2: 0, 3: 4, 4: 6}, (1, 2), 9, [("main", 19, (1, 2))]),
    ],
)  # fmt: skip
def test_layers(put: dict[int, int], still_in: tuple[int, ...], carried: int, pots: list[Layer]) -> None:
    """P10: a layer is played for by those still in who paid it in full; one that only players who gave up paid falls
    to the layer below; neighbours with the same contenders are one pot; what was carried belongs to the main pot. A
    layer of no chips is none; where nobody still in paid for any layer, all is one pot."""
    assert layered_pots(put, still_in, carried) == [Pot(*pot) for pot in pots]


def test_who_is_in_for_all() -> None:
    """P10, P8: who is short by a fault already found may be held to play for every layer."""
    assert layered_pots({1: 5, 2: 8, 3: 8}, (1, 2, 3), 0, [1]) == one_pot(21, (1, 2, 3))
    assert layered_pots({1: 5, 2: 8, 3: 8}, (1, 2, 3), 0, [2]) == layered_pots({1: 5, 2: 8, 3: 8}, (1, 2, 3), 0)


@pytest.mark.parametrize(
    ("chips", "winners", "unit", "shares"),
    [
        (11, [3], 1, {3: 11}),
        (11, [3], 5, {3: 11}),
        (10, [1, 3], 1, {3: 5, 1: 5}),
        (11, [1, 3], 1, {3: 6, 1: 5}),
        (11, [1, 2, 3], 1, {2: 4, 3: 4, 1: 3}),
        (110, [1, 3], 10, {3: 60, 1: 50}),
        (115, [1, 3], 10, {3: 60, 1: 55}),
        (135, [1, 2, 3], 10, {2: 50, 3: 45, 1: 40}),
        (1, [1, 2, 3], 1, {2: 1, 3: 0, 1: 0}),
    ],
)
def test_shares(chips: int, winners: list[int], unit: int, shares: dict[int, int]) -> None:
    """P8: equal hands share; odd chips (of five-card draw: units) go one each, first from the dealer's left; seat 1
    deals."""
    assert list(share(chips, winners, [2, 3, 1], unit).items()) == list(shares.items())


@pytest.mark.parametrize(
    ("pot", "uncalled", "basis_points", "cap", "rake"),
    [
        (100, 0, 500, 0, 5),
        (119, 0, 500, 0, 5),
        (120, 0, 500, 0, 6),
        (120, 1, 500, 0, 5),
        (120, 120, 500, 0, 0),
        (120, 130, 500, 0, 0),
        (120, 0, 500, 5, 5),
        (120, 0, 500, 6, 6),
        (120, 0, 500, 7, 6),
        (120, 0, 500, 1, 1),
        (9999, 0, 1, 0, 0),
        (10000, 0, 1, 0, 1),
        (7, 0, 10000, 0, 7),
        (120, 0, 0, 5, 0),
    ],
)
def test_rake(pot: int, uncalled: int, basis_points: int, cap: int, rake: int) -> None:
    """P11: floor(pot x rake_bp / 10000) of what is called, at most the cap where that is more than 0."""
    assert due_rake(pot, uncalled, basis_points, cap) == rake


@pytest.mark.parametrize(
    ("chips", "uncalled", "rake", "parts"),
    [
        ([100], 0, 7, [7]),
        ([100], 100, 7, [7]),
        ([60, 40], 0, 10, [6, 4]),
        ([60, 40], 0, 9, [6, 3]),
        ([60, 40], 10, 10, [7, 3]),
        ([60, 40], 50, 10, [10, 0]),
        ([60, 20, 20], 0, 10, [6, 2, 2]),
        ([60, 20, 20], 20, 8, [6, 2, 0]),
        ([60, 20, 20], 0, 11, [7, 2, 2]),
        ([60, 30, 10], 25, 9, [6, 3, 0]),
        ([0, 40], 40, 0, [0, 0]),
    ],
)
def test_rake_of_each_pot(chips: list[int], uncalled: int, rake: int, parts: list[int]) -> None:
    """P11: each side pot bears floor(rake x its raked chips / all raked chips), the main pot the rest; what is uncalled
    lies in the last pot and is not raked."""
    pots = [Pot(f"pot{place}", amount, (1, 2)) for place, amount in enumerate(chips)]
    assert rake_by_pot(pots, uncalled, rake) == parts


@pytest.mark.parametrize(
    ("paid", "possible"),
    [
        ({1: 9}, True),
        ({1: 4, 2: 5}, True),
        ({1: 2, 2: 7}, True),
        ({1: 2, 2: 2, 3: 5}, True),
        ({2: 7, 3: 2}, True),
        ({1: 5, 2: 4}, False),
        ({1: 3, 2: 6}, False),
        ({3: 9}, False),
        ({}, False),
    ],
)
def test_several_pots_paid_together(paid: dict[int, int], possible: bool) -> None:
    """P10: of the first pot 4 chips are seat 1's, or 2 each his and another's; of the second 5 are one seat's."""
    assert may_be_paid(paid, [[{1: 4}, {1: 2, 2: 2}, {1: 2, 3: 2}, {2: 2, 3: 2}], [{1: 5}, {2: 5}, {3: 5}]]) == possible


def test_payments_that_are_not_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """P10, C5: where there are too many ways to try, no payment is called wrong."""
    ways = [[{1: 4}, {2: 4}], [{1: 7}, {2: 7}], [{1: 6}, {2: 6}]]
    assert not may_be_paid({1: 9, 2: 8}, ways)
    monkeypatch.setattr("replay.pots.TRIES", 3)
    assert may_be_paid({1: 9, 2: 8}, ways)
