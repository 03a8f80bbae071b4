"""Every chip that moves: in which line, from where, to where, and by which rule (C1, C4)."""

import pytest

from tests.replay.hands import replay


def moved(text: str) -> list[str]:
    """The movements of the last hand, one a line of text: action number, from, to, chips, rule."""
    return [f"{m.step} {m.from_account} {m.to_account} {m.chips} {m.rule}" for m in replay(text).movements]


def listed(text: str) -> list[str]:
    """The lines of a list."""
    return [line.strip() for line in text.strip().splitlines()]


POKER_HEAD = """
players 1:100 2:100 3:100
all ante 1
all deal ??
enter 2 1
enter 3 1
decline 1
draw 2
draw 3
"""
POKER_IN = """
1 seat:2 pot 1 P2
2 seat:3 pot 1 P2
3 seat:1 pot 1 P2
7 seat:2 pot 1 P4
8 seat:3 pot 1 P4
"""


@pytest.mark.parametrize(
    ("head", "lines", "movements"),
    [
        ("rake_bp=1000", "bet 2 5\nraise 3 9\nfold 2\nreturn 3 4\nrake 1\nwin 3 14", """
            12 seat:2 pot 5 B3
            13 seat:3 pot 9 B3
            15 pot seat:3 4 P9
            16 pot house 1 P11
            17 pot seat:3 14 P9
        """),
        ("", "bet 2 5\ncall 3 5\nopen 2 0\nshow 2 ??\nshow 3 ??\nwin 2 8\nwin 3 7", """
            12 seat:2 pot 5 B3
            13 seat:3 pot 5 B3
            17 pot seat:2 8 P8
            18 pot seat:3 7 P8
        """),
        ("", "bet 2 5\nfold 3\nbet 2 6\nbet 1 2\nwin 2 18", """
            12 seat:2 pot 5 B3
            14 seat:2 pot 6 B3
            15 seat:1 pot 2 B3
            16 pot seat:2 18 P9
        """),
    ],
)  # fmt: skip
def test_poker(head: str, lines: str, movements: str) -> None:
    """P2, P4, B3: antes, entries and bids go into the pot; P8, P9, P11: out of it to the winners and the house. What
    is put in after the end of the bidding moves all the same."""
    assert moved(f"hand poker dealer 1 {head}\n{POKER_HEAD}\n{lines}") == listed(POKER_IN) + listed(movements)


@pytest.mark.parametrize(
    ("head", "lines", "movements"),
    [
        ("", "enter 2 1\ndecline 1\ndraw 2\nbet 2 3\nwin 2 6", """
            5 seat:2 pot 1 P4
            8 seat:2 pot 3 C4
            9 pot seat:2 6 P5
        """),
        ("no_entry=return", "decline 2\ndecline 1\nreturn 2 1\nreturn 1 1", """
            7 pot seat:2 1 P5
            8 pot seat:1 1 P5
        """),
        ("", "enter 2 1\nenter 2 1\nenter 3 4\ndecline 1\nwin 2 8", """
            5 seat:2 pot 1 P4
            6 seat:2 pot 1 P4
            7 seat:3 pot 4 P4
            9 pot seat:2 8 P5
        """),
    ],
)  # fmt: skip
def test_poker_that_ends_at_the_entry(head: str, lines: str, movements: str) -> None:
    """P4, P5: an entry that counts for nobody moves too, and so do bids of a hand that is over; the pot is paid, or
    the antes go back, without a showdown."""
    before = ["1 seat:2 pot 1 P2", "2 seat:1 pot 1 P2"]
    text = f"hand poker dealer 1 {head}\nplayers 1:100 2:100\nall ante 1\nall deal ??\n{lines}"
    assert moved(text) == before + listed(movements)


def test_five_card_draw() -> None:
    """Blinds and antes are put in before the deal (P2); the hand is over before the draw, and what follows moves its
    chips (C4)."""
    text = """
        hand poker dealer 1 profile=five_card_draw ante=1 small_blind=2 big_blind=4
        players 1:100 2:100 3:100
        all ante 1
        blind 2 2
        blind 3 4
        all deal ??
        raise 1 8
        fold 2
        fold 3
        bet 1 3
        return 1 4
        win 1 16
    """
    assert moved(text) == listed("""
        1 seat:2 pot 1 P2
        2 seat:3 pot 1 P2
        3 seat:1 pot 1 P2
        4 seat:2 pot 2 P2
        5 seat:3 pot 4 P2
        9 seat:1 pot 8 B3
        12 seat:1 pot 3 B3
        13 pot seat:1 4 P9
        14 pot seat:1 16 P9
    """)


STITCH = """
deal 2 Qs 5d 6d
stake 2 5
burn 7c
turn Ks
show 2 Qs 5d 6d
lose 2 5
"""


@pytest.mark.parametrize(
    ("head", "lines", "movements"),
    [
        ("", f"bank 1 10\n{STITCH}", """
            1 seat:1 bank 10 S2
            7 seat:2 bank 5 S8
        """),
        ("opening bank=10 bank_start=10 stitch_round=true", f"{STITCH}\ncollect 1 15\npass_bank to 2", """
            6 seat:2 bank 5 S8
            7 bank seat:1 15 S14
        """),
        ("stake_min=5", f"bank 1 10\n{STITCH.replace('Ks', 'Js').replace('lose 2 5', 'win 2 9')}\ncollect 1 1", """
            1 seat:1 bank 10 S2
            7 bank seat:2 9 S7
            8 bank seat:1 1 S10
        """),
        ("", f"bank 1 10\n{STITCH}stake 2 3\nlose 2 3\nwin 1 2", """
            1 seat:1 bank 10 S2
            7 seat:2 bank 5 S8
            9 seat:2 bank 3 S8
            10 bank seat:1 2 S7
        """),
    ],
)  # fmt: skip
def test_stitch(head: str, lines: str, movements: str) -> None:
    """S2, S7, S8, S10, S14: into the bank go the bank and lost stakes, out of it wins and what the banker takes; a
    stake moves only with its result, and lines that count for nobody move like all others."""
    assert moved(f"hand stitch dealer 1 {head}\nplayers 1:100 2:100\n{lines}") == listed(movements)


POK_DEAL = """
deal 1 Kh Ks Qh Js Ad Jd
deal 2 Kd Kc As Qc Qs Jc
trump Jh
"""


@pytest.mark.parametrize(
    ("lines", "movements"),
    [
        ("bidding pok\nall pass\nwin 2 pool pok 2\nbidding sequence\nall pass\nwin 2 pool sequence 2\npay 1 to 2 1", """
            9 pool:pok seat:2 2 K10
            13 pool:sequence seat:2 2 K10
            14 seat:1 seat:2 1 K17
        """),
        ("bidding pok\nbet 1 3\ncall 2 3\nopen 1 0\nshow 1 Kh Ks Qh Js Ad Jd\nwin 1 pool pok 8\nbidding sequence\n"
         "bet 1 4\npass 2\nbet 1 2\nwin 1 pool sequence 8\npay 2 to 2 5\npay 2 to 1 0", """
            7 seat:1 pool:pok 3 B3
            8 seat:2 pool:pok 3 B3
            11 pool:pok seat:1 8 K9
            13 seat:1 pool:sequence 4 B3
            15 seat:1 pool:sequence 2 B3
            16 pool:sequence seat:1 8 K9
        """),
    ],
)  # fmt: skip
def test_pok(lines: str, movements: str) -> None:
    """K2, K5, K9, K10, K17: an ante without a circle is put on every circle of the pack; a take and a win come out of
    their circle; bids go to the circle that is bid for; what the loser pays goes from seat to seat, to himself nothing
    goes."""
    before = [f"1 seat:1 pool:{name} 1 K2" for name in ("A", "K", "Q", "J", "pok", "sequence")]
    text = f"hand pok dealer 2\nplayers 1:50 2:50\nante 1 1\n{POK_DEAL}\ntake 1 K 1\n{lines}"
    assert sorted(moved(text)[:6]) == sorted(before)
    assert moved(text)[6:] == ["5 pool:K seat:1 1 K5", *listed(movements)]


def test_chips_of_a_seat_where_nobody_was_dealt_in() -> None:
    """C4: chips that come from or go to seat 7 move like all others."""
    text = "hand poker dealer 1\nplayers 1:100 2:100\nall ante 1\nante 7 1\nall deal ??\nenter 2 1\ndecline 1\nwin 7 4"
    assert moved(text)[2:] == ["3 seat:7 pot 1 P2", "6 seat:2 pot 1 P4", "8 pot seat:7 4 P5"]
    pok = "hand pok dealer 2\nplayers 1:50 2:50\nante 1 1\nante 2 1\ntake 7 K 1\npay 7 to 1 3\npay 1 to 8 2"
    assert moved(pok)[12:] == ["3 pool:K seat:7 1 K5", "4 seat:7 seat:1 3 K17", "5 seat:1 seat:8 2 K17"]
