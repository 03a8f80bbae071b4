"""The end of a hand as the log says it, against the log's own movements (C1, C6, K18), to the letter."""

import pytest

from tests.replay.hands import replay

POKER = """
players 1:100{} 2:100 3:100
all ante 1
all deal ??
all enter 1
draw 2
draw 3
draw 1
bet 2 5
fold 3
fold 1
win 2 11
"""
STITCH = """
players 1:100 2:100 3:5
bank 1 10
deal 2 Qs 5d 6d
deal 3 Qd 7d 8d
stake 2 5
burn 7c
turn Ks
show 2 Qs 5d 6d
lose 2 5
stake 3 1
burn 8c
turn Kd
show 3 Qd 7d 8d
lose 3 1
"""
POK = """
players 1:50 2:50
all ante 1
deal 1 Kh Ks Qh Js Ad Jd
deal 2 Kd Kc As Qc Qs Jc
trump Jh
take 2 J 2
take 1 Q 2
take 1 K 2
bidding pok
all pass
win 2 pool pok 2
bidding sequence
all pass
win 2 pool sequence 2
play 2 Jc
play 2 Qc
play 2 Kc
play 2 Qs
play 1 Ks
play 2 As
play 2 Kd
pay 1 to 2 1
"""


def told(text: str) -> list[str]:
    """Code, rule and words of each finding."""
    return [f"{f.code} {f.rule} {f.message}" for f in replay(text).findings]


@pytest.mark.parametrize(
    ("head", "stack", "message"),
    [
        ("", ">98", None),
        ("", ">99", "closing.stack C1 Seat 1 ends with 99; his stack and what moved give 98 (+1)."),
        ("", ">90", "closing.stack C1 Seat 1 ends with 90; his stack and what moved give 98 (-8)."),
        ("closing pot=0", "", None),
        ("closing pot=1", "", "closing.table C1 The pot at the end: the log says 1; what moved gives 0."),
        ("closing next_dealer_seat=2", "", None),
        ("closing next_dealer_seat=3", "", "closing.table C6 The next deal is said to be seat 3's; it is seat 2's."),
        ("closing next_dealer_seat=7", "", None),
    ],
)
def test_end_of_poker(head: str, stack: str, message: str | None) -> None:
    """C1, C6: what is left of stacks and of the pot, and whose the next deal is; a seat where nobody was dealt in may
    be a newcomer's."""
    found = told(f"hand poker dealer 1 {head}\n{POKER.format(stack)}")
    assert found == ([] if message is None else [message])


@pytest.mark.parametrize(
    ("closing", "messages"),
    [
        ("bank=16 bank_start=10", []),
        ("bank=15 bank_start=10", ["The bank at the end: the log says 15; what moved gives 16."]),
        ("bank=16 bank_start=9", ["The start of the bank at the end: the log says 9; what moved gives 10."]),
        ("bank=16", ["The start of the bank at the end: the log says 0; what moved gives 10."]),
        ("bank=16 bank_start=10 stitch_round=true",
         ["A stitch round next at the end: the log says yes; what moved gives no."]),
    ],
)  # fmt: skip
def test_end_of_a_round_of_stitch(closing: str, messages: list[str]) -> None:
    """C1, S13: the bank and its start, and no stitch round with 16 of 10."""
    assert told(f"hand stitch dealer 1 closing {closing}\n{STITCH}") == [f"closing.table C1 {m}" for m in messages]


@pytest.mark.parametrize(("said", "found"), [(1, False), (2, True), (9, False)])
def test_next_banker(said: int, found: bool) -> None:
    """C6, S15: the banker's turn is not over, so the next round is his; of a seat where nobody sits nothing is said."""
    message = f"closing.table C6 The next deal is said to be seat {said}'s; it is seat 1's."
    text = f"hand stitch dealer 1 closing bank=16 bank_start=10 next_dealer_seat={said}\n{STITCH}"
    assert told(text) == ([message] if found else [])


def test_stitch_round_that_the_closing_forgets() -> None:
    """C1, S13: it was declared, so the table that is left has it."""
    text = f"hand stitch dealer 1 multiple=1 closing bank=16 bank_start=10\n{STITCH}\nstitch"
    assert told(text) == ["closing.table C1 A stitch round next at the end: the log says no; what moved gives yes."]


@pytest.mark.parametrize(
    ("closing", "messages"),
    [
        ("pools A=2", []),
        ("pools A=2 K=0", []),
        ("pools A=3", ["C1 The circle A at the end: the log says 3; what moved gives 2."]),
        ("pools K=0", ["C1 The circle A at the end: the log says 0; what moved gives 2."]),
        ("pools A=2 9=4 pok=1", ["C1 The circle 9 at the end: the log says 4; what moved gives 0.",
                                 "C1 The circle pok at the end: the log says 1; what moved gives 0."]),
        ("next_dealer_seat=2 pools A=2", ["C6 The next deal is said to be seat 2's; it is seat 1's."]),
    ],
)  # fmt: skip
def test_end_of_pok(closing: str, messages: list[str]) -> None:
    """C1, K18: each circle as it was left, one that is not named has nothing on it; the next deal is the left
    neighbour's."""
    assert told(f"hand pok dealer 2 closing {closing}\n{POK}") == [f"closing.table {m}" for m in messages]


def test_what_is_left_where_the_log_has_no_closing() -> None:
    """F4: the next hand finds what the movements left: the pot nobody won, the bank and its start, the circles that
    have chips on them."""
    carried = replay("hand poker dealer 1\nplayers 1:100 2:100\nall ante 1\nall deal ??\ndecline 2\ndecline 1")
    assert (carried.table_after.pot, carried.table_after.bank, carried.table_after.pools) == (2, 0, {})
    won = f"hand poker dealer 1\n{POKER.format('')}"
    assert replay(won).table_after.pot == 0
    assert replay(won.replace("win 2 11", "win 2 12")).table_after.pot == 0  # one too many was paid: nothing is left
    spent = STITCH.replace("bank 1 10", "bank 1 2").replace("lose 2 5", "win 2 3").replace("stake 3 1", "note")
    assert replay(f"hand stitch dealer 1\n{spent}").table_after.bank == 0
    stitch = replay(f"hand stitch dealer 1\n{STITCH}").table_after
    assert (stitch.pot, stitch.bank, stitch.bank_start, stitch.stitch_round) == (0, 16, 10, False)
    declared = replay(f"hand stitch dealer 1 multiple=1\n{STITCH}\nstitch").table_after
    assert (declared.bank, declared.bank_start, declared.stitch_round) == (16, 10, True)
    pok = replay(f"hand pok dealer 2 opening pools 9=4 8=0\n{POK}").table_after
    assert (pok.pools, pok.pot) == ({"9": 4, "A": 2}, 0)
