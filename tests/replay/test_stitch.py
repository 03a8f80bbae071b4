"""A round of stitch from the lot to the passing of the bank (S1–S15, C8)."""

import pytest

from tests.replay.hands import Found, expect, replay

LOSES = """
burn 7c
turn Ks
show 2 Qs 5d 6d
lose 2 5
"""


def rounds(lines: str, head: str = "", players: str = "1:100 2:100") -> str:
    """A new turn of seat 1 with a bank of 20 against seat 2, who stakes 5."""
    return f"""
        hand stitch dealer 1 {head}
        players {players}
        bank 1 20
        deal 2 Qs 5d 6d
        stake 2 5
        {lines}
        """


# -- S0 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "expected"), [(1, 2), (11, 10)])
def test_too_many_or_too_few(players: int, expected: int) -> None:
    """S0: two to ten with the banker; else the chips move as logged and nothing else is judged."""
    result = expect(
        f"""
        hand stitch dealer 1 opening bank=7 bank_start=4
        players {" ".join(f"{seat}:100>1" for seat in range(1, players + 1))}
        bank 1 20
        win 1 4
        lose 1 3
        collect 1 1
        stitch
        """,
        ("table.players", "S0", None, None, expected, players),
    )
    assert result.table_after.bank == 7 + 20 - 4 + 3 - 1
    assert result.table_after.bank_start == 4
    assert result.table_after.stitch_round


@pytest.mark.parametrize("players", [2, 10])
def test_as_many_as_play(players: int) -> None:
    """S0: with two and with ten a round goes its course."""
    suits = "cdhs"
    plays = []
    for place, seat in enumerate(range(2, players + 1)):
        rank, suit = "23456789T"[place], suits[place % 4]
        low, high = suits[(place + 1) % 4], suits[(place + 2) % 4]
        plays.append((seat, f"{rank}{low} {rank}{high} {rank}{suits[(place + 3) % 4]}", suit, rank))
    expect(
        "\n".join(
            [
                "hand stitch dealer 1",
                f"players {' '.join(map(str, range(1, players + 1)))}",
                "bank 1 20",
                *(f"deal {seat} {cards}" for seat, cards, _, _ in plays),
                *(
                    f"stake {seat} 1\nburn {'JQKAJQKAJ'[place]}{'ccccddddh'[place]}\nturn {rank}{suit}\n"
                    f"show {seat} {cards}\nlose {seat} 1"
                    for place, (seat, cards, suit, rank) in enumerate(plays)
                ),
            ]
        )
    )


# -- S1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lot", "banker", "found"),
    [
        ("lot 2 5c\nlot 3 6c\nlot 1 Ad", 1, []),
        ("lot 2 5c\nlot 3 Ad", 1, [("bank.pass", "S1", None, None, 3, 1)]),
        ("lot 2 5c\nlot 1 Ad  # *", 1, [("turn.order", "S1", "*", 1, 3, 1)]),
        ("lot 3 5c\nlot 1 Ad", 1, []),
        ("lot 2 5c\nlot 3 6c\nlot 1 Ad\nlot 2 7c  # *\nlot 3 8c", 1, [("turn.order", "S1", "*", 2, None, 2)]),
    ],
)
def test_lot_for_the_first_banker(lot: str, banker: int, found: list[Found]) -> None:
    """S1: card after card from the left of whoever deals; the first ace makes the banker and ends the lot."""
    expect(
        f"""
        hand stitch dealer {banker}
        players 1:100 2:100 3:100
        {lot}
        bank 1 20
        deal 2 Qs 5d 6d
        deal 3 Qh 7d 8d
        stake 2 5
        {LOSES}
        stake 3 1
        burn 8c
        turn Kh
        show 3 Qh 7d 8d
        lose 3 1
        """,
        *found,
    )


@pytest.mark.parametrize("lot", ["lot 2 5c", "lot 2 ??\nlot 1 Ad"])
def test_lot_that_tells_nothing(lot: str) -> None:
    """S1, C5: no ace came, or a card before it is not known: who the first banker is cannot be checked."""
    expect(
        rounds(LOSES).replace("bank 1 20", f"{lot}\nbank 1 20"),
        unproved=["who drew the first ace is not known"],
    )


def test_cards_of_the_lot_are_not_seen() -> None:
    """S1, C2: a card of the lot is dealt again in the fresh shuffle, and may be the unknown one of a player."""
    expect(
        """
        hand stitch dealer 2
        players 1:100 2:100
        lot 2 As
        bank 2 20
        deal 1 Qs 5d ??
        stake 1 5
        burn 7c
        turn Ks
        show 1 Qs 5d ??
        lose 1 5
        """,
        unproved=["whether seat 1 won hangs on his cards"],
    )


def test_lot_in_mid_turn() -> None:
    """S1: the lot is drawn before the first round only; in the turn of a banker it is not open."""
    expect(
        """
        hand stitch dealer 1 opening bank=20 bank_start=20
        players 1:100 2:100
        lot 2 Ac     # *
        lot 1 5h
        deal 2 Qs 5d 6d
        stake 2 5
        burn 7c
        turn Ks
        show 2 Qs 5d 6d
        lose 2 5
        """,
        ("turn.action", "S1", "*", 2, None, "lot"),
    )


# -- S2 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "bank", "found"),
    [
        ("bank_min=20", 20, []),
        ("bank_min=21", 20, [("amount.bank", "S2", "*", 1, 21, 20)]),
        ("stake_min=5", 20, []),
        ("bank_min=5 stake_min=5", 9, [("amount.bank", "S2", "*", 1, 10, 9)]),
        ("bank_max=20", 20, []),
        ("bank_max=19", 20, [("amount.bank", "S2", "*", 1, 19, 20)]),
        ("", 100, []),
        ("", 101, [("amount.over_stack", "C1", "*", 1, 100, 101)]),
        ("bank_max=50", 101, [("amount.over_stack", "C1", "*", 1, 100, 101)]),
    ],
)
def test_size_of_the_bank(keys: str, bank: int, found: list[Found]) -> None:
    """S2, C1: at least `bank_min`, at least twice the smallest stake, at most `bank_max`, out of his own stack."""
    spent = "" if bank != 9 else "\ncollect 1 9\npass_bank to 2"
    stake = "" if bank == 9 else f"stake 2 5\n{LOSES}"
    expect(
        f"""
        hand stitch dealer 1 {keys}
        players 1:100 2:100
        bank 1 {bank}  # *
        deal 2 Qs 5d 6d
        {stake}
        {spent}
        """,
        *found,
    )


def test_bank_added_to() -> None:
    """S2: he adds nothing while his turn lasts, neither in the same round nor in a later one; a line of 0 is none."""
    expect(
        f"""
        hand stitch dealer 1
        players 1:100 2:100
        bank 1 20
        bank 1 0
        bank 1 5     # *
        deal 2 Qs 5d 6d
        stake 2 5
        {LOSES}
        """,
        ("amount.bank", "S2", "*", 1, 0, 5),
    )
    expect(
        f"""
        hand stitch dealer 1 opening bank=20 bank_start=20 closing bank=31 bank_start=20
        players 1:100 2:100
        bank 1 0
        bank 1 6     # *
        deal 2 Qs 5d 6d
        stake 2 5
        {LOSES}
        """,
        ("amount.bank", "S2", "*", 1, 0, 6),
    )


def test_bank_of_another() -> None:
    """S2: the bank is seat 1's to put; seat 2's chips lie in it all the same."""
    expect(
        f"""
        hand stitch dealer 1 closing bank=28 bank_start=23
        players 1:100 2:100
        bank 1 20
        bank 2 3     # *
        deal 2 Qs 5d 6d
        stake 2 5
        {LOSES}
        """,
        ("turn.order", "S2", "*", 2, 1, 2),
    )


def test_without_a_bank_nothing_of_it_is_judged() -> None:
    """S2: the bank is missing; half of it, what it pays and where it passes hang on it and are not judged."""
    expect(
        """
        hand stitch dealer 1
        players 1:100 2:100
        deal 2 As 5d 6d
        stake 2 50
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 100
        """,
        ("turn.missing", "S2", None, 1, None, None),
    )


# -- S4, S12 -----------------------------------------------------------------------------------------------------------


def test_card_burned_for_nobody() -> None:
    """S4, S12: seat 2 has no stake and is not dealt in, so nobody staked and there was nobody to burn a card for."""
    expect(
        """
        hand stitch dealer 1
        players 1:100 2:0
        bank 1 20
        burn 7c      # *
        turn Ks
        """,
        ("turn.order", "S4", "*", None, None, None),
    )


def test_too_poor_and_dealt_in() -> None:
    """S12: with less than the smallest stake he is not dealt in; that he plays on is judged as any play (C4)."""
    expect(
        """
        hand stitch dealer 1 stake_min=5
        players 1:100 2:4
        bank 1 20
        deal 2 Qs 5d     # *
        deal 2 6d
        stake 2 4        # **
        burn 7c
        turn Ks
        show 2 Qs 5d 6d
        lose 2 4
        """,
        ("cards.deal", "S12", "*", 2, 0, 2),
        ("amount.minimum", "S4", "**", 2, 5, 4),
    )


def test_too_poor_and_not_asked() -> None:
    """S12: exactly the smallest stake is enough; seat 3 has one chip less and is passed over without a word."""
    expect(
        f"""
        hand stitch dealer 1 stake_min=5
        players 1:100 2:5 3:4
        bank 1 20
        deal 2 Qs 5d 6d
        stake 2 5
        {LOSES}
        """
    )


def test_stake_passed_over_and_made_late() -> None:
    """C8 (b): seat 3 stakes twice before seat 2: the stake of seat 2 is missing in his turn, the second of seat 3
    counts for nobody though its chips move, and the late stake is played."""
    expect(
        """
        hand stitch dealer 1
        players 1:100 2:100 3:100
        bank 1 20
        deal 2 Qs 5d 6d
        deal 3 Qh 7d 8d
        stake 3 1
        burn 8c
        turn Kh
        show 3 Qh 7d 8d
        lose 3 1
        stake 3 2    # *
        burn 9c
        turn Jh
        lose 3 2
        stake 2 5
        burn 7c
        turn Ks
        show 2 Qs 5d 6d
        lose 2 5
        """,
        ("turn.order", "C8", "*", 3, None, 3),
        ("turn.missing", "C8", None, 2, None, None),
    )


def test_play_after_a_late_stake_that_spent_the_bank() -> None:
    """C8 (b), S11: the late stake of seat 2 empties the bank, and seat 4 plays on although the round is over."""
    expect(
        """
        hand stitch dealer 1
        players 1:100 2:100 3:100 4:100
        bank 1 4
        deal 2 As 5d 6d
        deal 3 Qh 7d 8d
        deal 4 Jd Td 9d
        stake 3 1
        burn 8c
        turn Kh
        show 3 Qh 7d 8d
        lose 3 1
        stake 3 1    # *
        burn 9c
        turn Jh
        lose 3 1
        stake 2 3
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 6
        stake 4 1    # **
        burn 6c
        turn Kd
        show 4 Jd Td 9d
        lose 4 1
        """,
        ("turn.order", "C8", "*", 3, 4, 3),
        ("bank.pass", "S11", "**", 4, None, 4),
        ("turn.missing", "C8", None, 2, None, None),
    )


def test_late_stake_that_spends_the_bank() -> None:
    """C8 (b), S11: the late stake of seat 2 empties the bank: the round is over there, and seat 4 does not play."""
    expect(
        """
        hand stitch dealer 1
        players 1:100 2:100 3:100 4:100
        bank 1 4
        deal 2 As 5d 6d
        deal 3 Qh 7d 8d
        deal 4 Jd Td 9d
        stake 3 1
        burn 8c
        turn Kh
        show 3 Qh 7d 8d
        lose 3 1
        stake 3 1    # *
        burn 9c
        turn Jh
        lose 3 1
        stake 2 3
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 6
        pass_bank to 2
        """,
        ("turn.order", "C8", "*", 3, 4, 3),
        ("turn.missing", "C8", None, 2, None, None),
    )


# -- S10–S15 -----------------------------------------------------------------------------------------------------------

WINS_ALL = """
burn 7c
turn Ks
show 2 As 5d 6d
win 2 20
"""


def spent(end: str, head: str = "", players: str = "1:100 2:100 3:100") -> str:
    """Seat 2 wins the whole bank of seat 1 before seat 3 has staked."""
    return f"""
        hand stitch dealer 1 {head}
        players {players}
        bank 1 20
        deal 2 As 5d 6d
        deal 3 Qh 7d 8d
        stake 2 10
        {WINS_ALL}
        {end}
        """


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("pass_bank to 2", []),
        ("", [("bank.pass", "S12", None, None, 2, None)]),
        ("pass_bank to 3  # *", [("bank.pass", "S12", "*", None, 2, 3)]),
        ("pass_bank to 2\npass_bank to 2  # *", [("bank.pass", "S12", "*", None, None, 2)]),
        ("collect 1 0\npass_bank to 2", []),
        ("stitch  # *\npass_bank to 2", [("bank.stitch", "S13", "*", None, False, True)]),
    ],
)
def test_spent_bank_passes_to_the_left(end: str, found: list[Found]) -> None:
    """S11, S12: the bank is spent in mid-round: it passes to seat 2 at once, once, and nobody has to stake."""
    expect(spent(end), *found)


@pytest.mark.parametrize(
    ("players", "next_banker"), [("1:0 2:20 3:1", 2), ("1:0 2:19 3:40", 3), ("1:40 2:19 3:39", 1), ("1:0 2:19 3", 3)]
)
def test_who_has_less_than_the_least_bank_is_passed_over(players: str, next_banker: int) -> None:
    """S12: seat 2 wins 20; the bank goes to the next on the left who has 40, else back to the old banker; where stacks
    are not counted a seat is taken to have it."""
    expect(
        f"""
        hand stitch dealer 1 bank_min=40 opening bank=20 bank_start=40 closing bank=0
        players {players}
        deal 2 As 5d 6d
        deal 3 Qh 7d 8d
        stake 2 10
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 20
        pass_bank to {next_banker}
        """
    )


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("", []),
        ("pass_bank to 2  # *", [("bank.pass", "S15", "*", None, 1, 2)]),
        ("pass_bank to 1  # *", [("bank.pass", "S15", "*", None, None, 1)]),
        ("collect 1 25  # *\npass_bank to 2", [("bank.collect", "S2", "*", 1, 0, 25)]),
    ],
)
def test_turn_that_is_not_over(end: str, found: list[Found]) -> None:
    """S13, S15: 25 is less than three times 20 and is not spent: the same banker deals on."""
    corrections = {1: -25} if "collect" in end else {}
    expect(rounds(f"{LOSES}\n{end}"), *found, corrections=corrections)


@pytest.mark.parametrize(
    ("bank", "keys", "end", "found"),
    [
        (55, "", "stitch", []),
        (55, "", "", [("bank.stitch", "S13", None, None, True, False)]),
        (54, "", "", []),
        (54, "", "stitch  # *", [("bank.stitch", "S13", "*", None, False, True)]),
        (35, "multiple=2", "stitch", []),
        (55, "", "stitch\nstitch", []),
    ],
)
def test_stitch_round_at_the_multiple(bank: int, keys: str, end: str, found: list[Found]) -> None:
    """S13: the bank began with 20; at 60, three times that, a stitch round is declared, at 59 it is not."""
    expect(
        f"""
        hand stitch dealer 1 {keys} opening bank={bank} bank_start=20
        players 1:100 2:100
        deal 2 Qs 5d 6d
        stake 2 5
        {LOSES}
        {end}
        """,
        *found,
    )


@pytest.mark.parametrize(
    ("end", "found", "corrections"),
    [
        ("collect 1 65\npass_bank to 2", [], {}),
        ("collect 1 60\ncollect 1 5\npass_bank to 2", [], {}),
        ("collect 1 64  # *\npass_bank to 2", [("bank.collect", "S14", "*", 1, 65, 64)], {1: 1}),
        ("pass_bank to 2", [("bank.collect", "S14", None, 1, 65, 0)], {1: 65}),
        ("collect 2 65  # *\npass_bank to 2", [("bank.collect", "S14", "*", 2, 0, 65)], {1: 65, 2: -65}),
        ("collect 1 65", [("bank.pass", "S15", None, None, 2, None)], {}),
        ("stitch  # *\ncollect 1 65\npass_bank to 2", [("bank.stitch", "S14", "*", None, False, True)], {}),
    ],
)
def test_end_of_a_stitch_round(end: str, found: list[Found], corrections: dict[int, int]) -> None:
    """S14, S15: exactly one more round; the banker takes all that is left, and the bank passes to the left."""
    expect(
        f"""
        hand stitch dealer 1 opening bank=60 bank_start=20 stitch_round=true
        players 1:100 2:100
        deal 2 Qs 5d 6d
        stake 2 5
        {LOSES}
        {end}
        """,
        *found,
        corrections=corrections,
    )


@pytest.mark.parametrize(
    ("keys", "end", "found", "corrections"),
    [
        ("", "collect 1 1\npass_bank to 2", [], {}),
        ("", "pass_bank to 2", [("bank.collect", "S10", None, 1, 1, 0)], {1: 1}),
        ("dust=to_next_bank", "pass_bank to 2", [], {}),
        ("dust=to_next_bank", "collect 1 1  # *\npass_bank to 2", [("bank.collect", "S10", "*", 1, 0, 1)], {1: -1}),
    ],
)
def test_dust(keys: str, end: str, found: list[Found], corrections: dict[int, int]) -> None:
    """S10: with 1 left the bank is spent; the dust is the banker's, or by the house rule waits for the next bank."""
    expect(
        f"""
        hand stitch dealer 1 {keys} opening bank=11 bank_start=20
        players 1:100 2:100
        deal 2 As 5d 6d
        stake 2 5
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 10
        {end}
        """,
        *found,
        corrections=corrections,
    )


@pytest.mark.parametrize(
    ("bank", "stake_min", "over"), [(11, 1, True), (12, 1, False), (13, 2, True), (14, 2, False), (10, 1, True)]
)
def test_when_a_bank_is_spent(bank: int, stake_min: int, over: bool) -> None:
    """S10: spent is a bank whose half, rounded down, is less than the smallest stake."""
    left = bank - 10
    expect(
        f"""
        hand stitch dealer 1 stake_min={stake_min} opening bank={bank} bank_start=20
        players 1:100 2:100
        deal 2 As 5d 6d
        stake 2 5
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 10
        {f"collect 1 {left}" if over else ""}
        {"pass_bank to 2" if over else ""}
        """
    )


def test_nobody_has_the_least_bank() -> None:
    """S12: neither seat has 50: nothing is passed; a pass all the same is the finding."""
    hand = """
        hand stitch dealer 1 bank_min=50 opening bank=10 bank_start=50 closing bank=0 bank_start=0
        players 1:10 2:30
        deal 2 As 5d 6d
        stake 2 5
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 10
        """
    expect(hand)
    expect(hand + "pass_bank to 2  # *", ("bank.pass", "S12", "*", None, None, 2))


def test_play_after_the_bank_was_spent() -> None:
    """S11, C8: seat 3 and then seat 4 play on: one finding at the first stake, and the chips move as logged."""
    expect(
        """
        hand stitch dealer 1 closing bank=3 bank_start=0
        players 1:100 2:100 3:100 4:100
        bank 1 20
        deal 2 As 5d 6d
        deal 3 Qh 7d 8d
        deal 4 Jd Td 9d
        stake 2 10
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 20
        stake 3 1    # *
        burn 8c
        turn Kh
        show 3 Qh 7d 8d
        lose 3 1
        stake 4 2
        burn 9c
        turn Kd
        show 4 Jd Td 9d
        lose 4 2
        pass_bank to 2
        """,
        ("bank.pass", "S11", "*", 3, None, 3),
    )


@pytest.mark.parametrize(
    ("end", "closing", "found"),
    [
        ("", "bank_start=20", [("bank.pass", "S12", None, None, 2, None)]),
        ("", "bank_start=0", [("bank.pass", "S12", None, None, 2, None)]),
        ("", "bank_start=7", [("bank.pass", "S12", None, None, 2, None), ("closing.table", "C1", None, None, 0, 7)]),
        ("pass_bank to 2", "bank_start=0", []),
        ("pass_bank to 2", "bank_start=20", [("closing.table", "C1", None, None, 0, 20)]),
    ],
)
def test_start_of_the_bank_after_it_was_spent(end: str, closing: str, found: list[Found]) -> None:
    """S12, local judgement: the bank was passed and its start is 0 then; where the line that passes it is missing, that
    is the finding, and the log may go on either way."""
    expect(spent(end, head=f"closing {closing}"), *found)


@pytest.mark.parametrize(("closing", "found"), [(0, []), (20, [("closing.table", "C1", None, None, 0, 20)])])
def test_start_of_the_bank_after_it_was_passed_too_soon(closing: int, found: list[Found]) -> None:
    """S15, local judgement: the bank was passed though the turn was not over; by the log's own line the turn ended."""
    text = f"""
        hand stitch dealer 1 closing bank=25 bank_start={closing}
        players 1:100 2:100
        bank 1 20
        deal 2 Qs 5d 6d
        stake 2 5
        burn 7c
        turn Ks
        show 2 Qs 5d 6d
        lose 2 5
        pass_bank to 2  # *
        """
    expect(text, ("bank.pass", "S15", "*", None, 1, 2), *found)


def test_bank_of_nothing() -> None:
    """S2, S10: a bank of 0 is too small, and it is spent before anybody can stake."""
    text = """
        hand stitch dealer 1
        players 1:100 2:100
        bank 1 0     # *
        deal 2 Qs 5d 6d
        pass_bank to 2
        """
    result = expect(text, ("amount.bank", "S2", "*", 1, 2, 0))
    assert result.movements == ()


def test_lot_after_the_bank() -> None:
    """S1, C8: the lot says who puts the bank; a bank before it came too early."""
    text = """
        hand stitch dealer 1
        players 1:100 2:100
        bank 1 20    # *
        lot 2 5d
        lot 1 As
        deal 2 Qs 5d 6d
        stake 2 5
        burn 7c
        turn Ks
        show 2 Qs 5d 6d
        lose 2 5
        """
    expect(text, ("turn.order", "C8", "*", 1, 2, 1))


def test_play_against_a_bank_that_was_spent_before() -> None:
    """S10, S11: the round opens with a bank of 1, which takes no stake: that seat 2 plays at all is the finding."""
    text = """
        hand stitch dealer 1 opening bank=1 bank_start=20
        players 1:100 2:100
        deal 2 Qs 5d 6d
        stake 2 1    # *
        burn 7c
        turn Ks
        show 2 Qs 5d 6d
        lose 2 1
        """
    result = expect(text, ("bank.pass", "S11", "*", 2, None, 2))
    assert [(m.step, m.to_account, m.chips) for m in result.movements] == [(6, "bank", 1)]


@pytest.mark.parametrize("last", ["burn 7c\nturn Ks\nshow 2 Qs 5d 6d\nlose 2 5", "lose 2 5"])
def test_play_passed_over_and_made_late_without_its_stake(last: str) -> None:
    """C8 (b): seat 3 stakes twice before anything of seat 2 is there; the play of seat 2 that follows has no stake, and
    that is one missing line."""
    text = f"""
        hand stitch dealer 1
        players 1:100 2:100 3:100
        bank 1 20
        deal 2 Qs 5d 6d
        deal 3 Qh 7d 8d
        stake 3 1
        burn 8c
        turn Kh
        show 3 Qh 7d 8d
        lose 3 1
        stake 3 2    # *
        burn 9c
        turn Jh
        lose 3 2
        {last}
        """
    found = [(f.code, f.seat) for f in replay(text).findings]
    assert found.count(("turn.missing", 2)) == 1
    assert ("turn.order", 3) in found


def test_lines_before_anybody_staked_move_their_chips() -> None:
    """C4, S4: nobody staked; what the banker is said to have lost moves all the same, and is one finding."""
    text = """
        hand stitch dealer 1
        players 1:100 2:100
        bank 1 10
        deal 2 Qs 5d 6d
        lose 1 2     # *
        """
    result = replay(text)
    assert [(m.step, m.from_account, m.chips) for m in result.movements] == [(1, "seat:1", 10), (3, "seat:1", 2)]
    assert ("turn.order", "S4", 3, 1) in [(f.code, f.rule, f.action_no, f.seat) for f in result.findings]
