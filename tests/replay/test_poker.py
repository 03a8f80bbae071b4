"""The steps of a hand of poker before the bidding, and hands that end without one (P1–P6, C8)."""

import pytest

from tests.replay.hands import Found, expect, replay


def test_six_from_a_small_pack_move_their_chips_unjudged() -> None:
    """P1: six cannot play with 54 cards: nothing else is judged, and the table is left as the chips moved."""
    result = expect(
        """
        hand poker dealer 1 deck=54
        players 1:100>7 2:100 3:100 4:100 5:100 6:100
        all ante 3
        enter 2 5
        fold 4
        rake 4
        return 3 2
        show 2 ??
        win 2 10
        """,
        ("table.players", "P1", None, None, 5, 6),
    )
    assert result.table_after.pot == 18 + 5 - 4 - 2 - 10
    assert [(m.from_account, m.to_account, m.chips, m.rule) for m in result.movements[6:]] == [
        ("seat:2", "pot", 5, "C4"), ("pot", "house", 4, "P11"), ("pot", "seat:3", 2, "P8"), ("pot", "seat:2", 10, "P8"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "key", "expected"),
    [(1, "", 2), (11, "", 10), (1, "deck=52", 2), (6, "deck=52", 5), (6, "deck=54", 5), (11, "deck=108", 10)],
)
def test_too_many_or_too_few_for_the_pack(players: int, key: str, expected: int) -> None:
    """P1: a pack of 52 or 54 takes two to five players, one of 108, and `auto`, two to ten."""
    expect(
        f"""
        hand poker dealer 1 {key}
        players {" ".join(map(str, range(1, players + 1)))}
        """,
        ("table.players", "P1", None, None, expected, players),
    )


@pytest.mark.parametrize(
    ("players", "key"), [(2, ""), (10, ""), (5, "deck=52"), (5, "deck=54"), (6, "deck=108"), (2, "deck=108")]
)
def test_as_many_as_the_pack_takes(players: int, key: str) -> None:
    """P1, P5: the bounds themselves are allowed; nobody enters, and the antes stay."""
    expect(
        f"""
        hand poker dealer 1 {key} closing pot={players}
        players {" ".join(map(str, range(1, players + 1)))}
        all ante 1
        all deal ??
        all decline
        """
    )


def test_small_pack_has_two_jokers() -> None:
    """P1, C2: `auto` is 54 cards for two to five players: two jokers, so a third is impossible."""
    expect(
        """
        hand poker dealer 1
        players 1 2 3 4 5
        all ante 1
        deal 2 Xx Xx Xx 4d 3h   # *
        deal 3 ??
        deal 4 ??
        deal 5 ??
        deal 1 ??
        all decline
        """,
        ("cards.impossible", "C2", "*", 2, None, "Xx"),
    )


def test_large_pack_has_two_of_each_and_four_jokers() -> None:
    """P1, P25, C2: six play with 108 cards: four jokers and twins are right, a fifth joker or a third twin is not."""
    expect(
        """
        hand poker dealer 1
        players 1 2 3 4 5 6
        all ante 1
        deal 2 Xx Xx Ks 4d 3h
        deal 3 Xx Xx Ks 4d 3h
        deal 4 Xx 2s 3s 4s 5s   # *
        deal 5 Ks 6s 7s 8s 9s   # **
        deal 6 ??
        deal 1 ??
        all decline
        """,
        ("cards.impossible", "C2", "*", 4, None, "Xx"),
        ("cards.impossible", "C2", "**", 5, None, "Ks"),
    )


def test_blind_in_the_house_game() -> None:
    """P2: the house game has no blinds; the chips are in the pot all the same (C4)."""
    expect(
        """
        hand poker dealer 1
        players 1:100>103 2:100>97
        blind 2 2    # *
        all ante 1
        all deal ??
        decline 2
        enter 1 1
        win 1 5
        """,
        ("turn.action", "P2", "*", 2, None, "blind"),
    )


@pytest.mark.parametrize(("second", "found"), [(1, []), (2, [("amount.ante", "P2", "*", 2, 2, 3)])])
def test_ante_in_two_lines_is_one_ante(second: int, found: list[Found]) -> None:
    """P2: 1 and 1 are the 2 that are due; 1 and 2 are 3, a finding at the line that made it too much."""
    expect(
        f"""
        hand poker dealer 1 ante=2 entry=2
        players 1:100 2:100
        ante 2 1
        ante 1 2
        ante 2 {second}  # *
        all deal ??
        enter 2 2
        decline 1
        win 2 {5 + second}
        """,
        *found,
    )


def test_ante_of_a_stranger() -> None:
    """P2, C8: nobody was dealt in at seat 7, so no ante of his was due; his chips lie in the pot."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        ante 7 1     # *
        ante 8 0
        all deal ??
        enter 2 1
        decline 1
        win 2 4
        """,
        ("turn.order", "C8", "*", 7, None, 7),
    )


def test_ante_that_is_not_there() -> None:
    """P2: seat 1 had to ante, and the log has no such line."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        ante 2 1
        all deal ??
        enter 2 1
        decline 1
        win 2 2
        """,
        ("turn.missing", "P2", None, 1, None, None),
    )


def test_nothing_to_pay() -> None:
    """P2, P4, P5: ante and entry of 0: nobody antes, one enters for nothing, and there is nothing to win."""
    expect(
        """
        hand poker dealer 1 ante=0 entry=0
        players 1:100>100 2:100>100
        all deal ??
        enter 2 0
        decline 1
        """
    )


def test_all_in_by_the_ante() -> None:
    """P10, `all_in="side_pots"`: of an ante of 3 seat 2 puts the 2 he has; he is in and is asked for no entry."""
    expect(
        """
        hand poker dealer 1 ante=3 all_in=side_pots
        players 1:100 2:2 3:100
        ante 2 2
        ante 3 3
        ante 1 3
        all deal ??
        decline 3
        decline 1
        win 2 8
        """
    )


@pytest.mark.parametrize(
    ("key", "chips", "found"),
    [
        ("all_in=side_pots", 1, ("amount.ante", "P2", "*", 2, 2, 1)),
        ("all_in=forbid", 1, ("amount.ante", "P2", "*", 2, 3, 1)),
    ],
)
def test_less_than_all_he_has_is_no_ante(key: str, chips: int, found: Found) -> None:
    """P2, P10: of an ante of 3 seat 2, who has 2, puts 1: due was all he has, or where nobody may be all-in the 3."""
    expect(
        f"""
        hand poker dealer 1 ante=3 {key}
        players 1:100 2:2 3:100
        ante 2 {chips}  # *
        ante 3 3
        ante 1 3
        all deal ??
        enter 2 1
        decline 3
        decline 1
        win 2 8
        """,
        found,
    )


@pytest.mark.parametrize(
    ("key", "chips", "found"),
    [
        ("", 3, [("amount.over_stack", "P10", "*", 2, 2, 3)]),
        ("", 4, [("amount.ante", "P2", "*", 2, 3, 4)]),
        ("credit=true", 3, []),
    ],
)
def test_ante_that_he_has_not_got(key: str, chips: int, found: list[Found]) -> None:
    """P10, `all_in="forbid"`: the ante is 3 and seat 2 has 2; with `credit=true` stacks are not looked at."""
    expect(
        f"""
        hand poker dealer 1 ante=3 {key}
        players 1:100 2:2
        ante 2 {chips}  # *
        ante 1 3
        all deal ??
        decline 2
        enter 1 1
        win 1 {4 + chips}
        """,
        *found,
    )


def test_entry_is_out_of_the_hand_after_the_end() -> None:
    """P5, C8: only seat 2 entered and has won; of the draw and the bet after that only the first is a finding."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        all deal ??
        enter 2 1
        decline 1
        draw 2       # *
        bet 2 5
        win 2 8
        """,
        ("turn.order", "P5", "*", 2, None, 2),
    )


def test_deal_of_six_cards() -> None:
    """P3: seat 2 is dealt a sixth card; a finding at the line that brought it."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 1 ??
        deal 2 5c    # *
        enter 2 1
        decline 1
        win 2 3
        """,
        ("cards.deal", "P3", "*", 2, 5, 6),
    )


def test_short_deal_with_a_card_of_another() -> None:
    """C2 before P3: seat 1 is dealt four cards, one of which seat 2 holds: one step, the first code of the table."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Qs Kh 9d 4c  # *
        enter 2 1
        decline 1
        win 2 3
        """,
        ("cards.impossible", "C2", "*", 1, None, "Qs"),
    )


def test_two_cards_dealt_twice_are_one_finding() -> None:
    """C2: of two cards of seat 2 in one deal the first in the order of the pack is named, and a second deal line with
    another of them is no second finding."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Kh Qs 4d     # *
        deal 1 9c 8c
        enter 2 1
        decline 1
        win 2 3
        """,
        ("cards.impossible", "C2", "*", 1, None, "4d"),
    )


def test_deal_written_down_twice() -> None:
    """C2: the same deal stands twice: every card came up once too often, one finding, and he holds five cards."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 2 Qs Qh 9c 4d 3h   # *
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Qs Qh 9c 4d 3h
        show 1 Ks Kh 9d 4c 3s
        win 1 6
        """,
        ("cards.impossible", "C2", "*", 2, None, "3h"),
    )


def test_entry_passed_over_and_made_late() -> None:
    """C8 (b): seat 3 enters twice before seat 2 has: the action of seat 2 is missing, but his later one keeps him in;
    the second entry of seat 3 counts for nobody, and its chip lies in the pot."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 3 1
        enter 3 1    # *
        enter 2 1
        decline 1
        draw 2
        draw 3
        fold 2
        win 3 6
        """,
        ("turn.order", "C8", "*", 3, 1, 3),
        ("turn.missing", "C8", None, 2, None, None),
    )


@pytest.mark.parametrize(
    ("draw", "end"),
    [
        ("draw 2", "fold 2\nbet 3 5\nfold 1\nwin 3 10"),
        ("", "bet 2 5\ncall 3 5\nfold 1\nopen 2 0\nshow 2 Ks Kh 9c 4d 3h\nmuck 3\nwin 2 15"),
        ("", "bet 2 5\ncall 3 5\nfold 1\nopen 2 0\nmuck 2\nshow 3 ??\nwin 3 15"),
        ("", "bet 2 5\nfold 3\nfold 1\nwin 2 10"),
    ],
)
def test_missing_entry_of_one_who_came_in(draw: str, end: str) -> None:
    """C8: the entry of seat 2 is missing; his draw, his show, his muck or his win tells that he came in, and what he
    does in the bidding is in turn. A draw that is missing too is a step of its own."""
    missing: Found = ("turn.missing", "C8", None, 2, None, None)
    expect(
        f"""
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 3 1
        enter 1 1
        {draw}
        draw 3
        draw 1
        {end}
        """,
        *([missing] if draw else [missing, missing]),
    )


def test_missing_entry_and_nothing_later() -> None:
    """C8 (b): the entry of seat 2 is missing and he does nothing more in the hand: he is out, seat 3 has won."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 3 1
        decline 1
        win 3 4
        """,
        ("turn.missing", "C8", None, 2, None, None),
    )


def test_draw_of_one_who_declined() -> None:
    """P4, C8: seat 1 declined and draws all the same; the three who entered go on."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 2 1
        enter 3 1
        decline 1
        draw 2
        draw 3
        draw 1       # *
        fold 2
        win 3 5
        """,
        ("turn.order", "C8", "*", 1, None, 1),
    )


@pytest.mark.parametrize(
    ("chips", "found"),
    [(2, []), (3, [("amount.over_stack", "P10", "*", 2, 2, 3)]), (1, [("amount.entry", "P4", "*", 2, 2, 1)])],
)
def test_entry_of_a_poor_player(chips: int, found: list[Found]) -> None:
    """P10, `all_in="side_pots"`: of an entry of 3 seat 2 puts the 2 that he has left, no more and no less."""
    expect(
        f"""
        hand poker dealer 1 entry=3 all_in=side_pots
        players 1:100 2:3
        all ante 1
        all deal ??
        enter 2 {chips}  # *
        decline 1
        win 2 {2 + chips}
        """,
        *found,
    )


@pytest.mark.parametrize(
    ("draw", "shown", "expected", "actual"),
    [
        ("throws 4d 3h gets", "Qs Qh 9c 7d 8d", 2, 0),
        ("throws 4d 3h gets 7d", "Qs Qh 9c 7d 8d", 2, 1),
        ("throws gets 7d", "Qs Qh 9c 4d 3h", 0, 1),
        ("throws 3h gets 7d 8d", "Qs Qh 9c 4d 7d 8d", 1, 2),
    ],
)
def test_not_as_many_drawn_as_thrown(draw: str, shown: str, expected: int, actual: int) -> None:
    """P6: that is the finding; a card that the log lacks may be any, and is told when the hand is shown."""
    result = replay(
        f"""
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 {draw}
        draw 1
        bet 2 5
        open 1 5
        show 2 {shown}
        show 1 Ks Kh 9d 4c 3s
        win 1 14
        """
    )
    found = [(f.code, f.seat, f.expected, f.actual) for f in result.findings]
    assert found == [("cards.draw", 2, expected, actual)]


@pytest.mark.parametrize("end", ["muck 2\nwin 1 14", "win 1 14\nmuck 2"])
def test_muck_before_or_after_the_payment(end: str) -> None:
    """P8: who does not take the pot may muck, be it when the pot is already paid."""
    expect(
        f"""
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 ??
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 5
        open 1 5
        show 1 Ks Kh 9d 4c 3s
        {end}
        """
    )


def test_sixth_card_dealt_after_the_entries() -> None:
    """P3, local judgement: a card too many is the finding; that it comes after the entries makes none too early."""
    text = """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        deal 2 7d    # *
        all draw
        bet 2 5
        fold 1
        win 2 9
        """
    expect(text, ("cards.deal", "P3", "*", 2, 5, 6))


def test_thrown_card_that_he_does_not_hold_and_what_he_shows() -> None:
    """P6, C5: which card he threw instead is not known until he shows his five."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        draw 2 throws Ah 3h gets 7d 8d  # *
        draw 1
        bet 2 5
        open 1 5
        show 2 Qs Qh 9c 7d 8d
        show 1 Ks Kh 9d 4c 3s
        win 1 14
        """,
        ("cards.draw", "P6", "*", 2, None, "Ah"),
    )


def test_draw_before_an_entry_out_of_turn() -> None:
    """C8: seat 3 enters before seat 2, and seat 2 draws before seat 1 has said whether he enters: two faults."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 3 1    # *
        enter 2 1
        draw 2       # **
        decline 1
        draw 3
        bet 2 5
        fold 3
        win 2 10
        """,
        ("turn.order", "C8", "*", 3, 2, 3),
        ("turn.order", "C8", "**", 2, 1, 2),
    )


def test_draw_before_his_own_late_entry() -> None:
    """C8 (b): the entry of seat 2 is missing in his turn; it comes after all, but after his draw."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        all deal ??
        enter 3 1
        enter 3 1    # *
        decline 1
        draw 2       # **
        enter 2 1
        draw 3
        bet 2 5
        fold 3
        win 2 11
        """,
        ("turn.order", "C8", "*", 3, 1, 3),
        ("turn.order", "C8", "**", 2, 2, 2),
        ("turn.missing", "C8", None, 2, None, None),
    )


@pytest.mark.parametrize(
    ("antes", "stack", "found"),
    [
        ("ante 2 0\nante 2 1", 100, []),
        ("ante 2 1\nante 2 0", 100, []),
        ("ante 2 1  # *", 0, [("amount.over_stack", "P10", "*", 2, 0, 1)]),
    ],
)
def test_ante_of_nothing_or_out_of_nothing(antes: str, stack: int, found: list[Found]) -> None:
    """P2, P10: a move of nothing may stand; an ante out of an empty stack is more than he has."""
    expect(
        f"""
        hand poker dealer 1
        players 1:100 2:{stack}
        ante 1 1
        {antes}
        all deal ??
        decline 2
        enter 1 1
        win 1 3
        """,
        *found,
    )


@pytest.mark.parametrize("all_in", ["forbid", "side_pots"])
@pytest.mark.parametrize("stack", [-1, 0])
def test_who_has_nothing_may_put_nothing(all_in: str, stack: int) -> None:
    """C1, P10: an ante and an entry of 0 are no more than what a player has who owes chips."""
    expect(
        f"""
        hand poker dealer 1 ante=0 entry=0 all_in={all_in}
        players 1:50 2:{stack}
        all ante 0
        all deal ??
        {"enter 2 0" if all_in == "forbid" else ""}
        decline 1
        """
    )


def test_an_ante_of_too_much_is_no_fault_of_the_entry() -> None:
    """P2, P4, P10: the ante was more than he had; that he enters for nothing is none."""
    expect(
        """
        hand poker dealer 1 entry=0
        players 1:50 2:0
        ante 2 1     # *
        ante 1 1
        all deal ??
        enter 2 0
        decline 1
        win 2 2
        """,
        ("amount.over_stack", "P10", "*", 2, 0, 1),
    )
