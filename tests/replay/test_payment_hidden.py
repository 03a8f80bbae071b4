"""What may be paid of pots whose winners hang on unknown cards (C5, P8, P10, P11), and who plays for which (P10)."""

import pytest

from tests.replay.hands import Found, expect

#: Three hands show, 21 in the pot; the odd chips are seat 2's, then seat 3's.
THREE = """
players 1:100 2:100 3:100
all ante 1
deal 2 {2}
deal 3 {3}
deal 1 {1}
all enter 1
all draw
bet 2 5
call 3 5
call 1 5
show 2 {2}
show 3 {3}
show 1 {1}
"""
QUEENS, KINGS, OTHER_KINGS = "Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", "Kd Kc 9s 4h 3d"
SHOW_ALL = "hand poker dealer 1 multiway=show_all"


def three(second: str, third: str, first: str) -> str:
    """The hand of three with these cards."""
    return THREE.replace("{2}", second).replace("{3}", third).replace("{1}", first)


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ("win 1 21", []),
        ("win 2 0\nwin 3 21", []),
        ("win 1 10\nwin 3 11", []),
        ("win 2 21  # *", [("pot.winner", "P22", "*", 2, None, {"2": 21})]),
        ("win 1 10\nwin 2 11  # *", [("pot.winner", "P22", "*", 2, None, {"1": 10, "2": 11})]),
        ("win 3 20", [("pot.amount", "P8", None, 3, 21, 20)]),
    ],
)
def test_known_loser_beside_a_hidden_hand(wins: str, found: list[Found]) -> None:
    """C5, P22: whatever seat 1 holds, seat 3's kings beat seat 2's queens: nothing can be seat 2's."""
    expect(
        f"{SHOW_ALL}\n{three(QUEENS, KINGS, '??')}\n{wins}",
        *found,
        unproved=["who has the best hand hangs on unknown cards of seat 1 (C5"],
    )


@pytest.mark.parametrize(
    ("wins", "possible"),
    [
        ({2: 11, 3: 10}, True),
        ({1: 21}, True),
        ({1: 7, 2: 7, 3: 7}, True),
        ({2: 21}, False),
        ({3: 21}, False),
        ({1: 10, 2: 11}, False),
    ],
)
def test_level_known_hands_win_together(wins: dict[int, int], possible: bool) -> None:
    """C5, P8: seats 2 and 3 are level: they share, with or without seat 1, or seat 1 beats them both; none of the two
    wins without the other."""
    lines = "\n".join(f"win {seat} {chips}" for seat, chips in wins.items())
    actual = {str(seat): chips for seat, chips in wins.items()}
    found: list[Found] = [] if possible else [("pot.amount", "P8", None, None, None, actual)]
    expect(
        f"{SHOW_ALL}\n{three(KINGS, OTHER_KINGS, '??')}\n{lines}",
        *found,
        unproved=["who has the best hand hangs on unknown cards of seat 1 (C5"],
    )


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ("win 2 21", []),
        ("win 3 21", []),
        ("win 1 21  # *", [("pot.winner", "P8", "*", 1, None, {"1": 21})]),
        ("win 1 10\nwin 3 11", [("pot.winner", "P8", "*", 1, None, {"1": 10, "3": 11})]),
    ],
)
def test_hidden_hand_that_is_worse_at_its_best(wins: str, found: list[Found]) -> None:
    """C5, P22: seat 1 has at best a pair of eights; seat 2 has kings, and seat 3 may have three queens."""
    wins = wins.replace("win 1 10\n", "win 1 10  # *\n")
    expect(
        f"{SHOW_ALL} deck=52\n{three(KINGS, '?? 2h Qd Qc 8s', '2s 5h 7d 8c ??')}\n{wins}",
        *found,
        unproved=["who has the best hand hangs on unknown cards of seat 1 and 3 (C5"],
    )


#: Seat 3 threw cards out of known ones unseen: which of them he kept nobody knows.
THROWN = """
players 1:100 2:100 3:100
all ante 1
deal 2 Kd Kc 9s 4h 3d
deal 3 2s 4s 6d 8c Td
deal 1 ??
all enter 1
draw 2
draw 3 throws {throws} gets {gets}
draw 1
bet 2 5
call 3 5
call 1 5
show 2 Kd Kc 9s 4h 3d
show 3 ??
show 1 ??
"""


@pytest.mark.parametrize(
    ("throws", "gets", "possible"),
    [
        ("??", "2h", False),
        ("??", "??", False),
        ("?? ??", "?? ??", True),
        ("?? ?? ??", "3h 8h 5c", False),
        ("?? ?? ??", "2d 2h 5c", True),
        ("?? ?? ??", "?? ?? ??", True),
    ],
)
def test_hidden_throw(throws: str, gets: str, possible: bool) -> None:
    """C5, P6: seat 3 had no pair, and beside seat 2's kings seat 1 is hidden. One card for one of his can give him no
    more than a pair of tens by a joker, two may give him a straight, and two deuces for three of his cards three."""
    hand = THROWN.replace("{throws}", throws).replace("{gets}", gets)
    found: list[Found] = [] if possible else [("pot.winner", "P8", "*", 3, None, {"3": 21})]
    expect(f"{SHOW_ALL} deck=54\n{hand}\nwin 3 21  # *", *found, unproved=["unknown cards of seat 1 and 3"])


def test_known_hand_below_a_hidden_one_at_its_worst() -> None:
    """C5, P22: seat 2 has four aces at least and seat 3 too, with a card unknown each; seat 1 has four kings and the
    best known hand, and yet he cannot have won."""
    hand = three("Ah Ad Xx Xx ??", "As Ac Xx Xx ??", "Ks Kh Kd Kc 9s")
    unproved = ["who has the best hand hangs on unknown cards of seat 2 and 3 (C5"]
    expect(f"{SHOW_ALL} deck=108\n{hand}\nwin 3 21", unproved=unproved)
    expect(
        f"{SHOW_ALL} deck=108\n{hand}\nwin 1 21  # *",
        ("pot.winner", "P8", "*", 1, None, {"1": 21}),
        unproved=unproved,
    )


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ("win 3 21", []),
        ("win 2 11\nwin 3 10", []),
        ("win 1 21  # *", [("pot.winner", "P8", "*", 1, None, {"1": 21})]),
        ("win 2 11\nwin 1 10  # *", [("pot.winner", "P8", "*", 1, None, {"1": 10, "2": 11})]),
    ],
)
def test_paid_to_one_who_mucked_beside_hidden_hands(wins: str, found: list[Found]) -> None:
    """P8, C5: seat 1 conceded: nothing is his, and the result hangs on the others' cards alone."""
    hand = three("??", "??", "??").replace("show 1 ??", "muck 1")
    expect(
        f"{SHOW_ALL}\n{hand}\n{wins}",
        *found,
        unproved=["who has the best hand hangs on unknown cards of seat 2 and 3 (C5"],
    )


def test_uncalled_chips_of_one_who_mucked_beside_hidden_hands() -> None:
    """P8, P10, C5: seat 2 conceded the 30 of the main pot; the 10 that nobody called are his, and the result of the
    main pot hangs on the others' cards alone, though all is paid together."""
    hand = """
        hand poker dealer 1 all_in=side_pots multiway=show_all ante=0 entry=0
        players 1:10 2:20 3:10
        all deal ??
        all enter 0
        all draw
        bet 2 20
        call 3 10
        call 1 10
        muck 2
        show 3 ??
        show 1 ??
        """
    unproved = ["The pot: who has the best hand hangs on unknown cards of seat 1 and 3 (C5"]
    expect(f"{hand}\nwin 3 30\nwin 2 10", unproved=unproved)
    expect(f"{hand}\nwin 2 40", ("pot.amount", "P8", None, None, None, {"2": 40}), unproved=unproved)


#: Seat 3 is all-in by his call: main pot 105 for all three, side pot 30 for seats 2 and 1; of 13 the side pot bears 2.
SIDE_POT = """
hand poker dealer 1 all_in=side_pots ante=10 entry=10 rake_bp=1000
players 1:100 2:100 3:35
all ante 10
deal 2 {2}
deal 3 {3}
deal 1 {1}
all enter 10
all draw
bet 2 30
call 3 15
call 1 30
open 2 0
show 2 {2}
show 3 {3}
show 1 {1}
rake 13
"""


def side_pot(second: str, third: str, first: str) -> str:
    """The hand with a side pot with these cards."""
    return SIDE_POT.replace("{2}", second).replace("{3}", third).replace("{1}", first)


@pytest.mark.parametrize(
    ("wins", "possible"),
    [
        ({3: 94, 2: 28}, True),
        ({2: 122}, True),
        ({3: 94, 2: 14, 1: 14}, True),
        ({2: 32 + 28, 3: 31, 1: 31}, True),
        ({3: 122}, False),
        ({3: 95, 2: 27}, False),
        ({2: 31, 3: 31 + 28, 1: 32}, False),
    ],
)
def test_hidden_side_pots_paid_together_after_a_rake(wins: dict[int, int], possible: bool) -> None:
    """C5, P10, P11: what each pot bears of the rake is known: 94 are whoever's, 28 are seat 2's or seat 1's or both's,
    never seat 3's."""
    lines = "\n".join(f"win {seat} {chips}" for seat, chips in wins.items())
    actual = {str(seat): chips for seat, chips in wins.items()}
    found: list[Found] = [] if possible else [("pot.amount", "P8", None, None, None, actual)]
    expect(
        side_pot("??", "??", "??") + lines,
        *found,
        unproved=["The pot: who has the best hand hangs on unknown cards of seat 1 and 2 and 3"],
    )


def test_known_side_pot_under_a_hidden_main_pot_after_a_rake() -> None:
    """C5, P10, P11: only seat 3's cards are unknown: the 28 of the side pot are seat 2's, and seat 1 has lost all."""
    hand, unproved = side_pot(QUEENS, "??", "Js Jh Td 5c 2s"), ["The pot: who has the best hand hangs on"]
    expect(hand + "win 3 94\nwin 2 28", unproved=unproved)
    expect(hand + "win 2 122", unproved=unproved)
    expect(hand + "win 3 122", ("pot.amount", "P8", None, None, None, {"3": 122}), unproved=unproved)
    expect(
        hand + "win 3 94\nwin 1 28  # *",
        ("pot.winner", "P22", "*", 1, None, {"1": 28, "3": 94}),
        unproved=unproved,
    )


def test_house_takes_more_than_a_hidden_pot_holds() -> None:
    """P11, C5, local judgement: 22 were raked of a pot of 21: nothing is left to pay, and that nobody is paid is no
    second fault."""
    expect(
        f"{SHOW_ALL}\n{three('??', '??', '??')}\nrake 22  # *",
        ("pot.rake", "P11", "*", None, 0, 22),
        unproved=["who has the best hand hangs on unknown cards of seat 1 and 2 and 3"],
    )


def test_side_pot_paid_to_one_who_did_not_play_for_it() -> None:
    """P10, C5: of the side pot, paid by its name, seat 3 has paid nothing, whatever the cards are."""
    expect(
        side_pot("??", "??", "??") + "win 3 pool main 94\nwin 3 pool side1 28  # *",
        ("pot.winner", "P10", "*", 3, None, {"3": 28}),
        unproved=["The main pot: who has the best hand", "The side1 pot: who has the best hand"],
    )


@pytest.mark.parametrize(
    ("wins", "possible"), [({10: 550}, True), ({2: 190, 10: 360}, True), ({1: 550}, False), ({9: 550}, False)]
)
def test_ten_pots_of_ten_hidden_hands(wins: dict[int, int], possible: bool) -> None:
    """C5, P10: ten players all-in for 10 to 100 chips: which of the very many results gives the payment is found at
    once. Seat s plays for the pots of 10·s chips and less; the top one is seat 10's."""
    seats = range(1, 11)
    bids = ["bet 2 18", *(f"raise {seat} {10 * seat - 2}" for seat in range(3, 11)), "call 1 8"]
    lines = [
        "hand poker dealer 1 all_in=side_pots ante=1 entry=1",
        " ".join(["players", *(f"{seat}:{10 * seat}" for seat in seats)]),
        *["all ante 1", "all deal ??", "all enter 1", "all draw", *bids, "all show ??"],
        *(f"win {seat} {chips}" for seat, chips in wins.items()),
    ]
    actual = {str(seat): chips for seat, chips in wins.items()}
    found: list[Found] = [] if possible else [("pot.amount", "P8", None, None, None, actual)]
    expect("\n".join(lines), *found, unproved=["The pot: who has the best hand hangs on unknown cards of seat 1 and 2"])


#: Seat 3 has nothing and is in all the same; 14 in the pot, or with what was carried more.
NOTHING_LEFT = """
players 1:100 2:100 3:0
ante 2 1
ante 1 1
deal 2 Qs Qh 9c 4d 3h
deal 3 As Ah 9d 4c 3s
deal 1 Ks Kh 8d 5c 2s
enter 2 1
enter 1 1
all draw
bet 2 5
open 1 5
show 2 Qs Qh 9c 4d 3h
show 3 As Ah 9d 4c 3s
show 1 Ks Kh 8d 5c 2s
"""


@pytest.mark.parametrize(
    ("keys", "wins", "found", "corrections"),
    [
        ("", "win 1 pool main 14", [], {}),
        ("", "win 1 14", [], {}),
        ("rake_bp=1000", "rake 1\nwin 1 pool main 13", [], {}),
        ("rake_bp=1000", "rake 1\nwin 1 13", [], {}),
        ("opening pot=7", "win 1 pool main 21", [], {}),
        ("", "win 3 14  # *", [("pot.winner", "P10", "*", 3, {"1": 14}, {"3": 14})], {1: 14, 3: -14}),
        ("opening pot=7", "win 3 7  # *\nwin 1 14", [("pot.winner", "P10", "*", 3, {"1": 21}, {"1": 14, "3": 7})],
         {1: 7, 3: -7}),
    ],
)  # fmt: skip
def test_who_put_nothing_plays_for_nothing(
    keys: str, wins: str, found: list[Found], corrections: dict[int, int]
) -> None:
    """P10, P11: a layer of no chips is none: the main pot is that of seats 1 and 2, with what was carried, and bears
    the rake. Seat 3 with his aces has paid for none."""
    expect(
        f"hand poker dealer 1 all_in=side_pots {keys}\n{NOTHING_LEFT}\n{wins}",
        *found,
        corrections=corrections,
    )


@pytest.mark.parametrize(
    ("win", "found", "corrections"),
    [(34, [], {}), (35, [("pot.amount", "P8", "*", 1, 34, 35)], {1: -1})],
)
def test_rake_falls_on_the_pots_there_are(win: int, found: list[Found], corrections: dict[int, int]) -> None:
    """P10, P11, C1: seat 4 is all-in for 7, seat 3 has nothing: of 37 the house takes 3, the side pot of 16 bears one
    of it, the main pot of 21 two; 34 are left to win, and no 35th."""
    expect(
        f"""
        hand poker dealer 1 all_in=side_pots rake_bp=1000
        players 1:100 2:100 3:0 4:7
        ante 2 1
        ante 4 1
        ante 1 1
        deal 2 Qs Qh 9c 4d 3h
        deal 3 Js Jh 9d 4c 3s
        deal 4 Ts Th 8c 5d 2h
        deal 1 Ks Kh 8d 5c 2s
        enter 2 1
        enter 4 1
        enter 1 1
        all draw
        bet 2 13
        call 4 5
        call 1 13
        open 2 0
        show 2 Qs Qh 9c 4d 3h
        show 4 Ts Th 8c 5d 2h
        show 1 Ks Kh 8d 5c 2s
        rake 3
        win 1 {win}  # *
        """,
        *found,
        corrections=corrections,
    )


#: Seat 3 is all-in by his call and has paid the main pot of 105 alone; the side pot of 30 is seat 2's.
ALL_IN = """
players 1:100 2:100 3:{stack}
{ante}
ante 2 10
ante 1 10
deal 2 Qs Qh 9c 4d 3h
{deal}
deal 1 Js Jh Td 5c 2s
enter 2 10
enter 3 10
enter 1 10
draw 2
{draw}
draw 1
{bids}
show 2 Qs Qh 9c 4d 3h
{show}
show 1 Js Jh Td 5c 2s
"""
ALL_IN_LINES = {
    "stack": "35", "ante": "ante 3 10", "deal": "deal 3 Ks Kh 9d 4c 3s", "draw": "draw 3",
    "bids": "bet 2 30\ncall 3 15\ncall 1 30\nopen 2 0", "show": "show 3 Ks Kh 9d 4c 3s",
}  # fmt: skip


def all_in(**other: str) -> str:
    """The hand of the player all-in with other lines than it has."""
    hand = ALL_IN
    for name, lines in (ALL_IN_LINES | other).items():
        hand = hand.replace("{" + name + "}", lines)
    return f"hand poker dealer 1 all_in=side_pots ante=10 entry=10 min_raise=5\n{hand}"


@pytest.mark.parametrize(
    ("other", "first"),
    [
        ({"draw": ""}, ("turn.missing", "C8", None, 3, None, None)),
        ({"deal": ""}, ("turn.missing", "P3", None, 3, None, None)),
        ({"ante": "ante 3 9  # *", "stack": "34"}, ("amount.ante", "P2", "*", 3, 10, 9)),
        ({"ante": "ante 3 11  # *", "stack": "36"}, ("amount.ante", "P2", "*", 3, 10, 11)),
        ({"ante": "", "stack": "25"}, ("turn.missing", "P2", None, 3, None, None)),
    ],
)
def test_all_in_is_not_short_by_a_fault(other: dict[str, str], first: Found) -> None:
    """P10: who has put all he had plays for the layers that he paid, whatever else was wrong with his lines; a deal or
    a draw that is missing owes no chips."""
    put = int(other.get("stack", "35"))
    total, side = put + 100, 2 * (50 - put)
    expect(
        f"{all_in(**other)}\nwin 3 {total}",
        first,
        ("pot.amount", "P8", None, 2, side, 0),
        corrections={2: side, 3: -side},
    )
    expect(f"{all_in(**other)}\nwin 3 {total - side}\nwin 2 {side}", first)


@pytest.mark.parametrize("draw", ["draw 3", ""])
def test_missing_draw_of_one_who_had_chips(draw: str) -> None:
    """P10, B5: seat 3 has chips left, and his `open` for 15 is `turn.action`, which says nothing of sums. That his draw
    is missing too does not make him play for more than he paid: 15 of seat 2's chips are seat 2's."""
    hand = all_in(stack="100", draw=draw, bids="bet 2 30\nopen 3 15  # *\nfold 1").replace("show 1 Js Jh Td 5c 2s", "")
    findings: list[Found] = [("turn.action", "B5", "*", 3, None, "open")]
    if not draw:
        findings.append(("turn.missing", "C8", None, 3, None, None))
    expect(f"{hand}\nwin 3 90\nwin 2 15", *findings)
    expect(f"{hand}\nwin 3 105", *findings, ("pot.amount", "P8", None, 2, 15, 0), corrections={2: 15, 3: -15})


@pytest.mark.parametrize("stack", ["100", ""])
def test_wrong_call_of_one_who_had_chips(stack: str) -> None:
    """P10, C4: seat 3 called for 15 where he owed 30 and had chips for it, or nobody knows what he had: he plays for
    what he paid, or for all of it."""
    hand = all_in(stack=stack, bids="bet 2 30\ncall 3 15  # *\nfold 1\nopen 2 0").replace("show 1 Js Jh Td 5c 2s", "")
    for wins in ("win 3 105", "win 3 90\nwin 2 15"):
        expect(f"{hand}\n{wins}".replace("3:\n", "3\n"), ("amount.call", "B3", "*", 3, 30, 15))


@pytest.mark.parametrize("winner", [1, 2])
def test_hidden_hand_that_may_have_kept_a_card_without_a_rank(winner: int) -> None:
    """C2, C5: there is no joker in 52 cards, so seat 2's hand has no rank while he may hold one: the joker is found,
    and who has won is not known, whoever was paid."""
    expect(
        f"""
        hand poker dealer 1 deck=52
        players 1 2
        all ante 1
        deal 2 Xx Ks 9d 5h 2c     # *
        deal 1 Ah Ad Ac 5d 2s
        all enter 1
        draw 2 throws ?? gets ??
        draw 1
        bet 2 1
        open 1 1
        show 1 Ah Ad Ac 5d 2s
        show 2 ??
        win {winner} 6
        """,
        ("cards.impossible", "C2", "*", 2, None, "Xx"),
        unproved=["hangs on unknown cards of seat 2"],
    )
