"""How pots are cut, raked, shared and paid (P8–P11), and what can be said of them where cards are not known (C5)."""

import pytest

from tests.replay.hands import Found, expect

TWO_SHOW = """
show 2 Qs Qh 9c 4d 3h
show 3 Ks Kh 9d 4c 3s
"""
#: Seat 1 declined; seat 2 has queens, seat 3 kings; 5 in the pot before the bidding.
QUEENS_AND_KINGS = """
players 1:100 2:100 3:100
all ante 1
deal 2 Qs Qh 9c 4d 3h
deal 3 Ks Kh 9d 4c 3s
deal 1 ??
enter 2 1
enter 3 1
decline 1
draw 2
draw 3
"""
#: Nobody knows a card; seat 1 gave up; 16 in the pot.
HIDDEN = """
players 1:100 2:100 3:100
all ante 1
all deal ??
all enter 1
all draw
bet 2 5
call 3 5
fold 1
open 2 0
show 2 ??
show 3 ??
"""
#: Seat 3 is all-in by his call: main pot 105 for all three, side pot 30 for seats 2 and 1. Best: 3, then 2.
SIDE_POT = """
players 1:100 2:100 3:35
all ante 10
deal 2 Qs Qh 9c 4d 3h
deal 3 Ks Kh 9d 4c 3s
deal 1 Js Jh Td 5c 2s
all enter 10
all draw
bet 2 30
call 3 15
call 1 30
open 2 0
show 2 Qs Qh 9c 4d 3h
show 3 Ks Kh 9d 4c 3s
show 1 Js Jh Td 5c 2s
"""
SIDE_POTS = "hand poker dealer 1 all_in=side_pots ante=10 entry=10"


def test_short_call_may_be_paid_either_way() -> None:
    """P10, C4: seat 3 opened for 8 where he owed 10, which is the finding; that he then takes what he paid for, or all
    of the pot as where no side pots are played, is right either way."""
    for wins in ("win 3 21\nwin 2 2", "win 3 23", "win 3 pool main 21\nwin 2 pool side1 2", "win 3 pool main 23"):
        expect(
            f"""
            hand poker dealer 1 all_in=side_pots
            {QUEENS_AND_KINGS}
            bet 2 10
            open 3 8     # *
            {TWO_SHOW}
            {wins}
            """,
            ("amount.call", "B5", "*", 3, 10, 8),
        )


@pytest.mark.parametrize(
    ("ante", "entry", "bids", "put", "found"),
    [
        ("ante 2 9  # *", "enter 2 10", "bet 2 20\nopen 3 20", (39, 40), ("amount.ante", "P2", "*", 2, 10, 9)),
        ("", "enter 2 10", "bet 2 20\nopen 3 20", (30, 40), ("turn.missing", "P2", None, 2, None, None)),
        ("ante 2 10", "enter 2 9  # *", "bet 2 20\nopen 3 20", (39, 40), ("amount.entry", "P4", "*", 2, 10, 9)),
        ("ante 2 10", "enter 2 10", "bet 2 20\nraise 3 30\nraise 2 9  # *\nopen 3 0", (49, 50),
         ("amount.minimum", "B3", "*", 2, 15, 9)),
    ],
)  # fmt: skip
def test_whoever_put_too_little_may_be_paid_either_way(
    ante: str, entry: str, bids: str, put: tuple[int, int], found: Found
) -> None:
    """P10, C4: that the winner put less than he had to into the pot is the finding; all of the pot, or what he paid for
    in full, is right either way. Seat 2 has kings, seat 3 queens; `put` is what they put in."""
    hand = f"""
        hand poker dealer 3 all_in=side_pots ante=10 entry=10 min_raise=5
        players 2:100 3:100
        ante 3 10
        {ante}
        deal 2 Ks Kh 9c 4d 3h
        deal 3 Qs Qh 9d 4c 3s
        {entry}
        enter 3 10
        draw 2
        draw 3
        {bids}
        show 2 Ks Kh 9c 4d 3h
        show 3 Qs Qh 9d 4c 3s
        """
    for wins in (f"win 2 {2 * put[0]}\nwin 3 {put[1] - put[0]}", f"win 2 {sum(put)}"):
        expect(hand + wins, found)


def test_hidden_showdown_after_a_short_call() -> None:
    """P10, C5: seat 3 called for 4 where he owed 5, and nobody knows the cards: the pots are those of what they put
    in, and of them alone is said what is not proved."""
    expect(
        f"""
        hand poker dealer 1 all_in=side_pots
        {HIDDEN.replace("call 3 5", "call 3 4  # *")}
        win 3 pool main 14
        win 2 pool side1 1
        """,
        ("amount.call", "B3", "*", 3, 5, 4),
        unproved=["The main pot: who has the best hand hangs on unknown cards of seat 2 and 3"],
    )


@pytest.mark.parametrize(
    ("wins", "found", "corrections"),
    [
        ("win 2 pool main 105\nwin 2 pool side1 30", [], {}),
        ("win 2 pool main 104  # *\nwin 2 pool side1 31  # **",
         [("pot.amount", "P8", "*", 2, 105, 104), ("pot.amount", "P8", "**", 2, 30, 31)], {}),
    ],
)  # fmt: skip
def test_return_beside_pots_that_are_paid_by_name(wins: str, found: list[Found], corrections: dict[int, int]) -> None:
    """P9, P10: what comes back is part of the last pot, and each pot paid by its name is judged by itself."""
    expect(
        f"""
        {SIDE_POTS}
        players 1:50 2:100 3:35
        all ante 10
        deal 2 Qs Qh 9c 4d 3h
        deal 3 Ks Kh 9d 4c 3s
        deal 1 Js Jh Td 5c 2s
        all enter 10
        all draw
        bet 2 40
        call 3 15
        call 1 30
        show 2 Qs Qh 9c 4d 3h
        show 3 Ks Kh 9d 4c 3s
        show 1 Js Jh Td 5c 2s
        return 2 10
        {wins}
        """.replace("Qs Qh 9c 4d 3h", "As Ah 9c 4d 3h"),
        *found,
        corrections=corrections,
    )


def test_short_call_paid_wrongly_either_way() -> None:
    """P10: after the short call the weaker hand takes all: by the layers 21 of it are seat 3's."""
    expect(
        f"""
        hand poker dealer 1 all_in=side_pots
        {QUEENS_AND_KINGS}
        bet 2 10
        open 3 8     # *
        {TWO_SHOW}
        win 2 23
        """,
        ("amount.call", "B5", "*", 3, 10, 8),
        ("pot.amount", "P8", None, 3, 21, 0),
        corrections={2: -21, 3: 21},
    )


def test_house_takes_all() -> None:
    """P11: a rake of 10000 basis points is the whole pot; the winner gets nothing, and no win need be logged."""
    expect(
        f"""
        hand poker dealer 1 rake_bp=10000
        {QUEENS_AND_KINGS}
        bet 2 5
        open 3 5
        {TWO_SHOW}
        rake 15
        """
    )


def test_pot_that_is_not_there() -> None:
    """P10: there is one pot, and it is paid; 2 chips more go to seat 2 out of a side pot that does not exist."""
    expect(
        f"""
        hand poker dealer 1
        {QUEENS_AND_KINGS}
        bet 2 5
        open 3 5
        {TWO_SHOW}
        win 3 pool main 15
        win 2 pool side1 2   # *
        """,
        ("pot.winner", "P8", "*", 2, {}, {"2": 2}),
        corrections={2: -2},
    )


TWINS = """
players 1:100 2:100 3:100
deal 2 Qs Qh 9c 4d 3h
deal 3 Qd Qc 9d 4c 3s
deal 1 ??
enter 2 0
enter 3 0
decline 1
draw 2
draw 3
"""


@pytest.mark.parametrize(
    ("key", "wins", "found", "corrections"),
    [
        ("rake_bp=5000", "rake 1\nwin 2 1", [], {}),
        ("", "win 2 1\nwin 3 1", [], {}),
        ("", "win 3 2  # *", [("pot.amount", "P8", None, 2, 1, 0)], {2: 1, 3: -1}),
        ("", "win 2 2  # *", [("pot.amount", "P8", None, 3, 1, 0)], {2: -1, 3: 1}),
    ],
)
def test_equal_hands(key: str, wins: str, found: list[Found], corrections: dict[int, int]) -> None:
    """P8, P11: queens and the same kickers share; what the rake leaves of one chip goes to the dealer's left."""
    expect(
        f"""
        hand poker dealer 1 ante=0 entry=0 {key}
        {TWINS}
        bet 2 1
        open 3 1
        show 2 Qs Qh 9c 4d 3h
        show 3 Qd Qc 9d 4c 3s
        {wins}
        """,
        *found,
        corrections=corrections,
    )


def test_part_of_a_pot_is_missing() -> None:
    """P8: seat 3 is paid 14 of 15: `pot.amount` at the line, and the chip is his."""
    expect(
        f"""
        hand poker dealer 1
        {QUEENS_AND_KINGS}
        bet 2 5
        open 3 5
        {TWO_SHOW}
        win 3 14     # *
        """,
        ("pot.amount", "P8", "*", 3, 15, 14),
        corrections={3: 1},
    )


def test_paid_to_one_who_mucked() -> None:
    """P8: a muck concedes the pot, whatever the cards are worth."""
    expect(
        f"""
        hand poker dealer 1
        {QUEENS_AND_KINGS}
        bet 2 5
        open 3 5
        show 2 Qs Qh 9c 4d 3h
        muck 3
        win 3 15     # *
        """,
        ("pot.winner", "P8", "*", 3, {"2": 15}, {"3": 15}),
        corrections={2: 15, 3: -15},
    )


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ("win 2 16", []),
        ("win 3 16", []),
        ("win 2 8\nwin 3 8", []),
        ("win 1 16  # *", [("pot.winner", "P8", "*", 1, None, {"1": 16})]),
        ("win 2 8\nwin 1 8  # *", [("pot.winner", "P8", "*", 1, None, {"1": 8, "2": 8})]),
        ("win 2 15", [("pot.amount", "P8", None, 2, 16, 15)]),
        ("win 2 8\nwin 3 7", [("pot.amount", "P8", None, None, 16, 15)]),
        ("", [("pot.amount", "P8", None, None, 16, 0)]),
        ("win 2 10\nwin 3 6", [("pot.amount", "P8", None, None, None, {"2": 10, "3": 6})]),
    ],
)
def test_hidden_showdown(wins: str, found: list[Found]) -> None:
    """C5, P8: nobody can say who won, but the pot goes to seat 2, to seat 3, or to both in halves, and nothing else."""
    expect(
        f"""
        hand poker dealer 1
        {HIDDEN}
        {wins}
        """,
        *found,
        unproved=["who has the best hand hangs on unknown cards of seat 2 and 3"],
    )


@pytest.mark.parametrize(
    ("wins", "possible"), [("win 2 9\nwin 3 8", True), ("win 2 8\nwin 3 9", False), ("win 2 17", True)]
)
def test_hidden_showdown_with_an_odd_chip(wins: str, possible: bool) -> None:
    """C5, P8: of 17 the odd chip of a split is seat 2's, at the dealer's left."""
    found: list[Found] = [("pot.amount", "P8", None, None, None, {"2": 8, "3": 9})]
    expect(
        f"""
        hand poker dealer 1 opening pot=1
        {HIDDEN}
        {wins}
        """,
        *([] if possible else found),
        unproved=["who has the best hand"],
    )


@pytest.mark.parametrize(
    ("wins", "found", "corrections"),
    [
        ("win 3 pool main 105\nwin 2 pool side1 30", [], {}),
        ("win 3 105\nwin 2 30", [], {}),
        (
            "win 3 pool main 105\nwin 1 pool side1 30  # *",
            [("pot.winner", "P22", "*", 1, {"2": 30}, {"1": 30})],
            {1: -30, 2: 30},
        ),
        (
            "win 3 pool main 105\nwin 3 pool side1 30  # *",
            [("pot.winner", "P10", "*", 3, {"2": 30}, {"3": 30})],
            {3: -30, 2: 30},
        ),
        (
            "win 2 pool main 105  # *\nwin 2 pool side1 30",
            [("pot.winner", "P22", "*", 2, {"3": 105}, {"2": 105})],
            {2: -105, 3: 105},
        ),
        (
            "win 3 pool main 104  # *\nwin 2 pool side1 31  # **",
            [("pot.amount", "P8", "*", 3, 105, 104), ("pot.amount", "P8", "**", 2, 30, 31)],
            {3: 1, 2: -1},
        ),
        ("win 3 104\nwin 2 31", [("pot.amount", "P8", "*", 3, 105, 104)], {3: 1, 2: -1}),
        ("win 3 135  # *", [("pot.amount", "P8", None, 2, 30, 0)], {3: -30, 2: 30}),
        (
            "win 3 105\nwin 1 30  # *",
            [("pot.winner", "P22", "*", 1, {"2": 30, "3": 105}, {"1": 30, "3": 105})],
            {1: -30, 2: 30},
        ),
    ],
)
def test_side_pot(wins: str, found: list[Found], corrections: dict[int, int]) -> None:
    """P10: the main pot is the best hand's, the side pot the better of the two who paid for it in full."""
    wins = wins.replace("win 3 104\nwin 2 31", "win 3 104  # *\nwin 2 31")
    expect(f"{SIDE_POTS}\n{SIDE_POT}\n{wins}", *found, corrections=corrections)


@pytest.mark.parametrize(
    ("wins", "found", "corrections"),
    [
        ("rake 13\nwin 3 pool main 94\nwin 2 pool side1 28", [], {}),
        ("rake 13\nwin 3 94\nwin 2 28", [], {}),
        (
            "rake 12   # *\nwin 3 pool main 95\nwin 2 pool side1 28",
            [("pot.rake", "P11", "*", None, 13, 12)],
            {3: -1},
        ),
        ("rake 14   # *\nwin 3 94\nwin 2 27", [("pot.rake", "P11", "*", None, 13, 14)], {2: 1}),
        (
            "rake 13\nwin 3 pool main 93   # *\nwin 2 pool side1 29   # **",
            [("pot.amount", "P8", "*", 3, 94, 93), ("pot.amount", "P8", "**", 2, 28, 29)],
            {3: 1, 2: -1},
        ),
    ],
)
def test_rake_of_a_side_pot(wins: str, found: list[Found], corrections: dict[int, int]) -> None:
    """P11: of 135 the house takes 13; the side pot bears floor(13 x 30 / 135) = 2 of it, the main pot the rest."""
    expect(f"{SIDE_POTS} rake_bp=1000\n{SIDE_POT}\n{wins}", *found, corrections=corrections)


@pytest.mark.parametrize(("cap", "rake"), [(0, 13), (20, 13), (13, 13), (5, 5)])
def test_cap_of_the_rake(cap: int, rake: int) -> None:
    """P11: at most `rake_cap` where that is more than 0."""
    side = rake * 30 // 135
    expect(
        f"{SIDE_POTS} rake_bp=1000 rake_cap={cap}\n{SIDE_POT}\n"
        f"rake {rake}\nwin 3 pool main {105 - rake + side}\nwin 2 pool side1 {30 - side}"
    )


UNCALLED = """
players 1:100 2:100 3:35
all ante 10
deal 2 Qs Qh 9c 4d 3h
deal 3 Ks Kh 9d 4c 3s
deal 1 ??
all enter 10
all draw
bet 2 30
call 3 15
fold 1
show 2 Qs Qh 9c 4d 3h
show 3 Ks Kh 9d 4c 3s
"""


@pytest.mark.parametrize(
    "wins",
    [
        "return 2 15\nrake 9\nwin 3 81",
        "rake 9\nwin 3 pool main 81\nwin 2 pool side1 15",
        "return 2 15\nrake 9\nwin 3 pool main 81",
        "rake 9\nwin 3 81\nwin 2 15",
    ],
)
def test_uncalled_chips_bear_no_rake(wins: str) -> None:
    """P10, P11: 15 of seat 2's bet nobody called: they are his, as `return` or as `win`, and only the 90 are raked."""
    expect(f"{SIDE_POTS} rake_bp=1000\n{UNCALLED}\n{wins}")


def test_uncalled_chips_of_those_who_gave_up_count() -> None:
    """P9, P11: seat 3 raised to 15 over the 5 of seat 2, who gave up: 10 of his are uncalled, and 70 are raked."""
    expect(
        """
        hand poker dealer 1 ante=10 entry=10 rake_bp=1000
        players 1:100 2:100 3:100
        all ante 10
        all deal ??
        all enter 10
        all draw
        bet 2 5
        raise 3 15
        fold 1
        fold 2
        rake 7
        win 3 73
        """
    )


def test_hidden_side_pots_paid_together_after_a_rake() -> None:
    """C5, P11: who won either pot is not known; what was paid is what is left of both, and more is not said."""
    expect(
        """
        hand poker dealer 1 all_in=side_pots ante=10 entry=10 rake_bp=1000
        players 1:100 2:100 3:35
        all ante 10
        all deal ??
        all enter 10
        all draw
        bet 2 30
        call 3 15
        call 1 30
        open 2 0
        show 2 ??
        show 3 ??
        show 1 ??
        rake 13
        win 3 94
        win 2 28
        """,
        unproved=["The pot: who has the best hand hangs on unknown cards of seat 1 and 2 and 3"],
    )


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ("win 3 105\nwin 2 30", []),
        ("win 2 135", []),
        ("win 1 15\nwin 3 105\nwin 2 15", []),
        (
            "win 3 106\nwin 2 29",
            [("pot.amount", "P8", None, None, None, {"2": 29, "3": 106})],
        ),
        ("win 3 135", [("pot.amount", "P8", None, None, None, {"3": 135})]),
    ],
)
def test_hidden_side_pots_paid_together(wins: str, found: list[Found]) -> None:
    """C5, P10: the side pot is seat 2's or seat 1's or both's, never seat 3's, whoever has the main pot."""
    expect(
        f"""
        hand poker dealer 1 all_in=side_pots ante=10 entry=10
        players 1:100 2:100 3:35
        all ante 10
        all deal ??
        all enter 10
        all draw
        bet 2 30
        call 3 15
        call 1 30
        open 2 0
        show 2 ??
        show 3 ??
        show 1 ??
        {wins}
        """,
        *found,
        unproved=["The pot: who has the best hand hangs on unknown cards of seat 1 and 2 and 3"],
    )


def test_known_side_pot_under_a_hidden_main_pot() -> None:
    """C5, P10: only seat 3's cards are unknown: the side pot is known to be seat 2's, the main pot is not."""
    hidden = SIDE_POT.replace("Ks Kh 9d 4c 3s", "??")
    for wins, found in (
        ("win 3 105\nwin 2 30", []),
        ("win 2 135", []),
        ("win 3 105\nwin 1 30  # *", [("pot.winner", "P22", "*", 1, None, {"1": 30, "3": 105})]),
    ):
        expect(
            f"{SIDE_POTS}\n{hidden}\n{wins}",
            *found,  # type: ignore[arg-type]
            unproved=["The pot: who has the best hand hangs on unknown cards of seat 3"],
        )


@pytest.mark.parametrize(
    ("wins", "found", "corrections"),
    [
        ("return 2 1\nreturn 1 1", [], {}),
        ("return 2 1", [("pot.amount", "P5", None, 1, 1, 0)], {1: 1}),
        ("return 2 2\nreturn 1 1", [("pot.amount", "P5", "*", 2, 1, 2)], {2: -1}),
        ("rake 1\nreturn 2 1\nreturn 1 1", [("pot.rake", "P11", "*", None, 0, 1)], {}),
    ],
)
def test_antes_that_come_back(wins: str, found: list[Found], corrections: dict[int, int]) -> None:
    """P5, `no_entry="return"`: nobody entered: each gets his own ante back, what was carried stays, no rake."""
    first, *rest = wins.splitlines()
    expect(
        "\n".join(
            [
                "hand poker dealer 1 no_entry=return rake_bp=1000 opening pot=7",
                "players 1:100 2:100\nall ante 1\nall deal ??\nall decline",
                f"{first}  # *",
                *rest,
            ]
        ),
        *found,
        corrections=corrections,
    )


def test_share_of_nothing() -> None:
    """P8, P10, P11: the house takes 9 of 10; of the one chip of the side pot its two equal winners share, the odd chip
    is seat 2's and seat 1 gets none of it, as none of the main pot."""
    expect(
        """
        hand poker dealer 1 ante=0 entry=0 all_in=side_pots rake_bp=9000
        players 1:100 2:100 3:2
        deal 2 Qs Qh 9c 4d 3h
        deal 3 Ks Kh 9d 4c 3s
        deal 1 Qd Qc 9h 4s 3d
        all enter 0
        all draw
        bet 2 4
        call 3 2
        call 1 4
        open 2 0
        show 2 Qs Qh 9c 4d 3h
        show 3 Ks Kh 9d 4c 3s
        show 1 Qd Qc 9h 4s 3d
        rake 9
        win 2 1
        """
    )


def test_line_of_no_rake() -> None:
    """LOG_FORMAT: a move of 0 chips may stand."""
    expect(
        f"""
        hand poker dealer 1
        {QUEENS_AND_KINGS}
        bet 2 5
        open 3 5
        {TWO_SHOW}
        rake 0
        win 3 15
        """
    )


def test_pot_that_stays_is_not_won() -> None:
    """P5, `no_entry="carry"`: nobody entered, so nothing of the pot is anybody's."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        all deal ??
        all decline
        win 2 2      # *
        """,
        ("pot.winner", "P5", "*", 2, {}, {"2": 2}),
        corrections={2: -2},
    )


def test_hidden_hand_that_is_at_least_as_good() -> None:
    """C5, P22: with one card unknown seat 2 has at worst four aces and a two, which is what seat 3 has, and he may have
    more; seat 1 can only lose. Whether seat 2 wins alone or shares is not known, and either is right."""
    for wins in ("win 2 21", "win 2 11\nwin 3 10"):
        expect(
            f"""
            hand poker dealer 1 deck=108 multiway=show_all
            players 1:100 2:100 3:100
            all ante 1
            deal 2 Ah Ad Xx Xx ??
            deal 3 As Ac Xx Xx 2c
            deal 1 2s 3h 5d ?? ??
            all enter 1
            all draw
            bet 2 5
            call 3 5
            call 1 5
            show 2 Ah Ad Xx Xx ??
            show 3 As Ac Xx Xx 2c
            show 1 2s 3h 5d ?? ??
            {wins}
            """,
            unproved=["who has the best hand hangs on unknown cards of seat 1 and 2"],
        )


def test_hidden_hand_that_is_better_at_its_worst() -> None:
    """C5, P22: at worst he has four aces and a two, and seat 3 has four kings: nobody can have won but seat 2."""
    for seat, found in ((2, []), (3, [("pot.winner", "P8", "*", 3, {"2": 21}, {"3": 21})])):
        expect(
            f"""
            hand poker dealer 1 deck=108 multiway=show_all
            players 1:100 2:100 3:100
            all ante 1
            deal 2 Ah Ad Xx Xx ??
            deal 3 Ks Kc Xx Xx 2c
            deal 1 2s 3h 5d ?? ??
            all enter 1
            all draw
            bet 2 5
            call 3 5
            call 1 5
            show 2 Ah Ad Xx Xx ??
            show 3 Ks Kc Xx Xx 2c
            show 1 2s 3h 5d ?? ??
            win {seat} 21  # *
            """,
            *found,  # type: ignore[arg-type]
            corrections={} if seat == 2 else {2: 21, 3: -21},
        )


def test_house_takes_more_than_there_is() -> None:
    """P11, local judgement: 12 were raked of a pot of 9, where no rake is due: nothing is left to pay, and the 9 are
    seat 2's."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        all deal ??
        all enter 1
        all draw
        bet 2 5
        fold 1
        rake 12      # *
        """,
        ("pot.rake", "P11", "*", None, 0, 12),
        corrections={2: 9},
    )


@pytest.mark.parametrize(
    ("wins", "found", "corrections"),
    [
        ("win 3 11\nwin 1 10", [], {}),
        ("win 1 9\nwin 3 9  # *", [("pot.amount", "P8", "*", 3, 11, 9)], {3: 2, 1: 1}),
        ("win 3 12  # *\nwin 1 11", [("pot.amount", "P8", "*", 3, 11, 12)], {3: -1, 1: -1}),
        ("win 3 12\nwin 1 9  # *", [("pot.amount", "P8", "*", 1, 10, 9)], {3: -1, 1: 1}),
    ],
)
def test_which_of_two_wrong_shares_is_named(wins: str, found: list[Found], corrections: dict[int, int]) -> None:
    """P8, C3: seats 3 and 1 share; who got too little is named before who got too much, and of two of them the first
    from the dealer's left, whatever their numbers."""
    expect(
        f"""
        hand poker dealer 2 multiway=show_all
        players 1:100 2:100 3:100
        all ante 1
        deal 3 Ks Kh 9d 4c 3s
        deal 1 Kd Kc 9c 4d 3h
        deal 2 Js Jh Td 5c 2s
        all enter 1
        all draw
        bet 3 5
        call 1 5
        call 2 5
        show 3 Ks Kh 9d 4c 3s
        show 1 Kd Kc 9c 4d 3h
        show 2 Js Jh Td 5c 2s
        {wins}
        """,
        *found,
        corrections=corrections,
    )
