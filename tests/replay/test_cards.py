"""Cards, packs and the comparing of hands card by card (C2, P1, P20, P23, K1)."""

import pytest

from replay.cards import (
    RANK_OF,
    SUIT_OF,
    card_words,
    cards_left,
    first_of,
    in_pack_order,
    missing_from,
    pok_pack,
    pok_ranks,
    poker_pack,
)


def test_ranks_and_suits() -> None:
    """P20: the two is the lowest of thirteen, the ace the highest; a card has the rank and suit it is written by."""
    assert [RANK_OF[card] for card in ("2s", "3c", "9d", "Th", "Js", "Qc", "Kd", "Ah")] == [0, 1, 7, 8, 9, 10, 11, 12]
    assert {card: SUIT_OF[card] for card in ("2s", "3c", "9d", "Ah")} == {"2s": "s", "3c": "c", "9d": "d", "Ah": "h"}
    assert len(RANK_OF) == len(SUIT_OF) == 52


def test_order_of_cards() -> None:
    """P20, P23: by rank, then spade < club < diamond < heart; jokers, then unknown cards, then what is no card."""
    ordered = ["2s", "2c", "2d", "2h", "3s", "9h", "Ts", "Js", "Qs", "Ks", "As", "Ah", "Xx", "??", "1z"]
    assert in_pack_order(reversed(ordered)) == ordered
    assert first_of(["??", "Xx", "As", "Tc"]) == "Tc"


@pytest.mark.parametrize(
    ("wanted", "held", "lacking"),
    [
        ("Kh", "Kh", ""),
        ("Kh Kh", "Kh", "Kh"),
        ("Kh Kh", "Kh Kh", ""),
        ("Kh Kh Kh", "Kh Kh", "Kh"),
        ("Kh Qs", "Kh", "Qs"),
        ("Kh Qs 2c", "", "2c Qs Kh"),
        ("?? ?? Kh", "Qs", "Kh"),
        ("Kh", "??", "Kh"),
        ("Xx Xx", "Xx", "Xx"),
        ("", "Kh", ""),
    ],
)
def test_missing_cards(wanted: str, held: str, lacking: str) -> None:
    """C2: each copy counts by itself, an unknown card is never lacking, and stands for none."""
    assert missing_from(wanted.split(), held.split()) == lacking.split()


@pytest.mark.parametrize(("size", "copies", "jokers"), [(52, 1, 0), (54, 1, 2), (108, 2, 4)])
def test_packs_of_poker(size: int, copies: int, jokers: int) -> None:
    """P1: 52 cards, 52 and two jokers, or twice that."""
    pack = dict(poker_pack(size))
    assert sum(pack.values()) == size
    assert pack.pop("Xx", 0) == jokers
    assert pack == dict.fromkeys(RANK_OF, copies)


@pytest.mark.parametrize(
    ("players", "ranks"),
    [(2, "AKQJ"), (3, "AKQJT"), (4, "AKQJT98"), (5, "AKQJT987"), (6, "AKQJT98765"), (7, "AKQJT987654"),
     (8, "AKQJT98765432")],
)  # fmt: skip
def test_packs_of_pok(players: int, ranks: str) -> None:
    """K1: 16, 20, 28, 32, 40, 44 or 52 cards, from the ace down."""
    assert pok_ranks(players) == tuple(ranks)
    assert pok_pack(players) == {rank + suit: 1 for rank in ranks for suit in "scdh"}


def test_cards_that_were_not_seen() -> None:
    """C2: each card as often as it is left, never less than not at all, in the order of the pack."""
    assert cards_left({"Ah": 2, "Xx": 4, "2s": 1, "3s": 1}, {"Xx": 1, "2s": 1, "3s": 2}) == ["Ah", "Ah", *["Xx"] * 3]


def test_words_for_cards() -> None:
    """Cards are called as a floor manager calls them."""
    cards = ("2s", "3c", "4d", "5h", "6s", "7c", "8d", "9h", "Ts", "Jc", "Qd", "Kh", "As", "Xx", "??")
    assert [card_words(card) for card in cards] == [
        "two of spades", "three of clubs", "four of diamonds", "five of hearts", "six of spades", "seven of clubs",
        "eight of diamonds", "nine of hearts", "ten of spades", "jack of clubs", "queen of diamonds", "king of hearts",
        "ace of spades", "joker", "unknown card",
    ]  # fmt: skip
