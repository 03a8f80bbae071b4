"""Who deals, and whose the bank is (C6, S12-S15)."""

import pytest


def test_the_deal_goes_to_the_left_and_wraps(club) -> None:
    """1, 2, 3, 1 over three seats is right; the same dealer again is not."""
    for number, dealer in enumerate((1, 2, 3, 1), 1):
        club.hand(number, dealer=dealer)
    again = club.hand(5, dealer=1)
    assert club.find("continuity.dealer") == [(again, 1, 2, 1)]
    row = club.connection.execute("SELECT player_id, rule, severity, message FROM continuity_findings").fetchone()
    assert row == (
        "ann",
        "C6",
        "error",
        "Seat 1 deals; the deal was seat 2's, to the left of seat 1, who dealt hand 4.",
    )


def test_any_seat_may_deal_first(club) -> None:
    """The lot is not logged."""
    club.hand(1, dealer=3)
    assert club.find("continuity.dealer") == []


def test_the_deal_passes_over_seats_that_are_not_dealt_in_and_takes_newcomers_as_they_sit(club) -> None:
    """Seat 2 left and seat 5 came: after 1 comes 3, after 3 comes 5, after 5 comes 1."""
    club.hand(1, "1:ann 2:bob 3:cid", 1)
    club.hand(2, "1:ann 3:cid 5:eve", 3)
    club.hand(3, "1:ann 3:cid 5:eve", 5)
    club.hand(4, "1:ann 3:cid", 1)
    assert club.find("continuity.dealer") == []


def test_poker_and_pok_share_one_rotation_that_stitch_does_not_move(club) -> None:
    """Poker by 1, a stitch round with banker 3, then pok by 2; poker by 2 again is wrong."""
    club.hand(1, dealer=1)
    club.hand(2, dealer=3, game="stitch")
    club.hand(3, dealer=2, game="pok")
    again = club.hand(4, dealer=2)
    assert club.find("continuity.dealer") == [(again, 2, 3, 2)]


def test_the_deal_is_not_compared_across_a_gap(club) -> None:
    """The missing hand may have been a deal or a stitch round."""
    club.hand(1, dealer=1)
    club.hand(3, dealer=1)
    assert club.find("continuity.dealer") == []


def test_a_hand_with_too_few_players_is_a_deal_all_the_same(club) -> None:
    """Only how many play is wrong with it; the deal goes on from it."""
    club.hand(1, "1:ann", 1)
    later = club.hand(2, dealer=1)
    assert club.find("continuity.dealer") == [(later, 1, 2, 1)]


def test_a_banker_whose_bank_lives_deals_on(club) -> None:
    """The bank is not spent: the next round is his too."""
    club.hand(1, dealer=1, game="stitch", closing={"bank": 20, "bank_start": 20})
    later = club.hand(2, dealer=2, game="stitch")
    assert club.find("continuity.dealer") == [(later, 2, 1, 2)]


PASS_TO_2 = ({"action": "pass_bank", "to_seat": 2},)


@pytest.mark.parametrize(
    ("players", "banker"),
    [("1:ann 2:bob 3:cid", 2), ("1:ann 3:cid", 3), ("1:ann", 1), ("1:ann 2:bob", 2)],
)
def test_the_bank_goes_to_who_was_named_or_the_next_on_the_left(club, players, banker) -> None:
    """Seat 2 was named; where it is not dealt in, the next seat to its left that is."""
    club.hand(1, "1:ann 2:bob 3:cid", 1, "stitch", actions=PASS_TO_2)
    club.hand(2, players, banker, "stitch")
    assert club.find("continuity.dealer") == []


def test_a_bank_in_the_wrong_hands_is_found(club) -> None:
    """It was passed to seat 2; seat 3 holds it."""
    club.hand(1, game="stitch", actions=PASS_TO_2)
    later = club.hand(2, dealer=3, game="stitch")
    assert club.find("continuity.dealer") == [(later, 3, 2, 3)]
    (message,) = club.connection.execute("SELECT message FROM continuity_findings").fetchone()
    assert message == "Seat 3 is banker; after hand 1 the bank is seat 2's."


@pytest.mark.parametrize(
    ("players", "banker"),
    [
        ("1:ann=50 2:bob=9 3:cid=10", 3),  # seat 2 has less than the least bank of 10
        ("1:ann=50 2:bob 3:cid=10", 2),  # a stack that is not logged counts as enough
        ("1:ann=50 2:bob=9 3:cid=9", 1),  # the old banker comes last
        ("2:bob=9 4:dan=30", 4),  # the old banker is not dealt in
    ],
)
def test_where_nobody_could_put_a_bank_the_first_who_can_now_has_it(club, players, banker) -> None:
    """The spent bank was passed to nobody; the next round is the first seat's on the left that has a bank."""
    club.hand(1, "1:ann=0>0 2:bob=9>9", 1, "stitch", closing={})
    wrong = 2 if banker != 2 else 3
    later = club.hand(2, players, wrong if f"{wrong}:" in players else banker, "stitch")
    found = club.find("continuity.dealer")
    assert found == ([(later, wrong, banker, wrong)] if f"{wrong}:" in players else [])


def test_where_nobody_has_a_bank_even_now_anybody_may_hold_it(club) -> None:
    """Nothing can be expected, so nothing is found."""
    club.hand(1, "1:ann=0>0 2:bob=9>9", 1, "stitch", closing={})
    club.hand(2, "1:ann=9 2:bob=9", 1, "stitch")
    assert club.find("continuity.dealer") == []


def test_poker_in_between_does_not_move_the_bank(club) -> None:
    """Two poker deals come between two rounds; the banker is still the one of the last round."""
    club.hand(1, dealer=3, game="stitch", closing={"bank": 20, "bank_start": 20})
    club.hand(2, dealer=1)
    club.hand(3, dealer=2)
    later = club.hand(4, dealer=1, game="stitch")
    assert club.find("continuity.dealer") == [(later, 1, 3, 1)]


def test_a_round_that_was_not_judged_names_no_banker(club) -> None:
    """After a hand that our program failed on, and after one with too few players, any banker may come."""
    club.hand(1, dealer=1, game="stitch", actions=({"action": "note"},))
    club.hand(2, "3:cid", 3, "stitch", closing={})
    club.hand(3, dealer=2, game="stitch")
    assert club.find("continuity.dealer") == []
