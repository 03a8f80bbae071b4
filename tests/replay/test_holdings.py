"""Which cards a seat holds when some of them are not known: thrown, shown and dealt cards (C2, C5, P6)."""

import pytest

from replay.cards import RANKS, SUITS
from tests.replay.hands import Found, expect

START = """
players 1:100 2:100
all ante 1
"""
KINGS = "show 1 Ks Kh 9d 4c 3s"


def test_shown_card_that_the_pack_has_not() -> None:
    """C2, P1: with 52 cards there is no joker, so the one that seat 2 shows is impossible; who won is not known."""
    expect(
        f"""
        hand poker dealer 1 deck=52
        {START}
        deal 2 ??
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Xx Qh 9c 4d 3h  # *
        {KINGS}
        win 2 6
        """,
        ("cards.impossible", "C2", "*", 2, None, "Xx"),
        unproved=["unknown cards of seat 2"],
    )


def test_dealt_card_that_the_pack_has_not() -> None:
    """C2, C5: a joker dealt from 52 cards stands for some card that nobody knows: who won is not known."""
    expect(
        f"""
        hand poker dealer 1 deck=52
        {START}
        deal 2 Xx Qh 9c 4d 3h  # *
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Xx Qh 9c 4d 3h
        {KINGS}
        win 2 6
        """,
        ("cards.impossible", "C2", "*", 2, None, "Xx"),
        unproved=["unknown cards of seat 2"],
    )


def test_six_dealt_cards_have_no_rank() -> None:
    """P3, C5: which five of the six are seat 2's nobody can say: the deal is the finding, and who won is not known."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh Qd 9c 4d 3h  # *
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Qs Qh Qd 9c 4d 3h
        {KINGS}
        win 1 6
        """,
        ("cards.deal", "P3", "*", 2, 5, 6),
        unproved=["unknown cards of seat 2"],
    )


def test_shown_card_of_another_in_the_place_of_an_unknown_one() -> None:
    """C2: seat 2 shows the king of seat 1 out of unknown cards: shown but not held, not impossible."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 ??
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Ks Qh 9c 4d 3h  # *
        {KINGS}
        win 1 6
        """,
        ("cards.shown", "P8", "*", 2, None, "Ks"),
        unproved=["unknown cards of seat 2"],
    )


def test_twins_shown_out_of_one_hand() -> None:
    """C2: a card shown twice out of unknown cards, which nobody else was dealt, came up once too often."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 ??
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Qs Qs 9c 4d 3h  # *
        {KINGS}
        win 1 6
        """,
        ("cards.impossible", "C2", "*", 2, None, "Qs"),
        unproved=["unknown cards of seat 2"],
    )


def test_other_card_shown_than_held() -> None:
    """C2: all five cards of seat 2 are known, and he shows one that is not among them; the known ones decide."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Qs Qh 9c 4d 2h  # *
        {KINGS}
        win 1 6
        """,
        ("cards.shown", "P8", "*", 2, None, "2h"),
    )


def test_more_shown_than_held() -> None:
    """LOG_FORMAT: a show of more cards than the hand has is one finding, by their number."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Qs Qh 9c 4d 3h 2h  # *
        {KINGS}
        win 1 6
        """,
        ("cards.shown", "P8", "*", 2, 5, 6),
    )


def test_all_unknown_cards_thrown() -> None:
    """P6, C5: seat 2 throws five cards that nobody knows and gets five known ones: his hand is known."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws ?? ?? ?? ?? ?? gets As Ah 5c 6d 7h
        draw 1
        bet 2 1
        open 1 1
        show 2 As Ah 5c 6d 7h
        {KINGS}
        win 2 6
        """
    )


def test_unknown_card_thrown_out_of_known_ones() -> None:
    """P6, C5: seat 2 keeps four of his five known cards, whichever: at the least three aces, which beat two kings."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 As Ah Ad Ac 5c
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws ?? gets 7d
        draw 1
        bet 2 1
        open 1 1
        show 2 ??
        {KINGS}
        win 2 6
        """
    )


def test_unknown_card_thrown_that_decides() -> None:
    """P6, C5: had seat 2 thrown a queen, the kings would win; else he has three queens: nobody can say."""
    hand = f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh Qd 4d 5c
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws ?? gets 7d
        draw 1
        bet 2 1
        open 1 1
        show 2 {{}}
        {KINGS}
        win 2 6
        """
    expect(hand.format("??"), unproved=["unknown cards of seat 2"])
    expect(hand.format("Qs Qh Qd 5c 7d"))


def test_what_was_kept_of_known_cards_is_not_seen_twice() -> None:
    """C2, C5: the four that seat 2 kept came up at the deal; shown again they are the same cards, and the fifth is
    what he drew."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh Qd 4d 5c
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws ?? gets ??
        draw 1
        bet 2 1
        open 1 1
        show 2 Qs Qh Qd 4d 2c
        {KINGS}
        win 2 6
        """
    )


def test_thrown_card_that_another_holds() -> None:
    """P6: seat 2 throws the king of seat 1; he cannot have held it, and one of his own went instead."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 ??
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws Ks gets 7d  # *
        draw 1
        fold 2
        win 1 4
        """,
        ("cards.draw", "P6", "*", 2, None, "Ks"),
    )


def test_more_drawn_than_thrown() -> None:
    """P6: seat 2 throws two and gets three; how many he holds then is not known any better than that."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws 4d 3h gets 7d 7c 7h  # *
        draw 1
        fold 2
        win 1 4
        """,
        ("cards.draw", "P6", "*", 2, 2, 3),
    )


def test_drawn_card_of_another() -> None:
    """C2 before P6: seat 2 draws the king of seat 1, and one card too many: one step, the first code of the table."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws 3h gets Ks 7c  # *
        draw 1
        fold 2
        win 1 4
        """,
        ("cards.impossible", "C2", "*", 2, None, "Ks"),
    )


def test_hand_without_a_deal_shows_nothing() -> None:
    """P3, C8: the deal of seat 2 is not in the log; that he shows nothing either is no second fault."""
    expect(
        f"""
        hand poker dealer 1
        {START}
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        {KINGS}
        win 1 6
        """,
        ("turn.missing", "P3", None, 2, None, None),
        unproved=["unknown cards of seat 2"],
    )


def test_too_few_cards_are_left_for_a_hand() -> None:
    """C5: five players drew so many cards that what seat 3 was dealt (six, the finding) and what seat 2 threw unseen
    cannot be worked out from the four that are left: nobody can say who won."""
    cards = [rank + suit for rank in RANKS for suit in SUITS]
    dealt = {2: cards[:5], 3: cards[5:11], 4: cards[11:16], 5: cards[16:21], 1: cards[21:26]}
    drawn = {2: cards[26:30], 3: cards[30:35], 4: cards[35:40], 5: cards[40:45], 1: cards[45:50]}
    thrown = dealt | {2: ["??"] * 4}
    order = (2, 3, 4, 5, 1)
    expect(
        "\n".join(
            [
                "hand poker dealer 1 multiway=show_all",
                "players 1:100 2:100 3:100 4:100 5:100",
                "all ante 1",
                *(f"deal {seat} {' '.join(dealt[seat])}{'  # *' if seat == 3 else ''}" for seat in order),
                "all enter 1",
                *(f"draw {seat} throws {' '.join(thrown[seat][:5])} gets {' '.join(drawn[seat])}" for seat in order),
                "bet 2 1\ncall 3 1\ncall 4 1\ncall 5 1\ncall 1 1",
                "show 2 ??\nshow 3 ??\nmuck 4\nmuck 5\nmuck 1",
                "win 2 15",
            ]
        ),
        ("cards.deal", "P3", "*", 3, 5, 6),
        unproved=["unknown cards of seat 2 and 3"],
    )


@pytest.mark.parametrize("shown", ["?? ?? ?? ??", "Qs ?? ?? ??", "Qs Qh ?? ??", "Qs Qh 9c ??", "Qs Qh 9c 4d"])
def test_known_cards_of_which_one_was_thrown(shown: str) -> None:
    """C5: seat 2 threw one of five known cards, nobody knows which, and shows some of what he kept: the rest is of the
    known ones too. He has a pair of queens at best, and the kings have won."""
    for winner, rule in ((3, ""), (2, "P22" if shown == "Qs Qh 9c 4d" else "P8")):
        found: Found = ("pot.winner", rule, "*", 2, {"3": 14}, {"2": 14})
        expect(
            f"""
            hand poker dealer 3
            players 2:100 3:100
            all ante 1
            deal 2 Qs Qh 9c 4d 3h
            deal 3 Ks Kh 9d 4c 3s
            all enter 1
            draw 2 throws ?? gets 7d
            draw 3
            bet 2 5
            open 3 5
            show 2 {shown} 7d
            show 3 Ks Kh 9d 4c 3s
            win {winner} 14  # *
            """,
            *([found] if rule else []),
            corrections={2: -14, 3: 14} if rule else {},
        )
