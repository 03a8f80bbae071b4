"""Lines of a round of stitch that are twice there, too early, in a play that is not judged, or of 0 chips."""

import pytest

from tests.replay.hands import Found, expect, pack, replay

PLAYS = {
    2: ["stake 2 1", "burn 8d", "turn Kd", "show 2 2c 4c 6c", "lose 2 1"],
    3: ["stake 3 1", "burn 9d", "turn Qc", "show 3 3c 5c Kc", "win 3 2"],
    4: ["stake 4 1", "burn Td", "turn Qs", "show 4 2h 3h 4h", "lose 4 1"],
}
STAKES = [play[0] for play in PLAYS.values()]
DEALT = ["2c", "3c", "2h", "4c", "5c", "3h", "6c", "Kc", "4h"]
#: With all stakes before anything else, those of seats 3 and 4 stand before the plays of others.
STAKED_EARLY: list[Found] = [("turn.order", "C8", "**", 3, None, 3), ("turn.order", "C8", "***", 4, None, 4)]


def hand(lines: list[str], deck: str = "", keys: str = "") -> str:
    """Three play against a bank of 40."""
    return "\n".join(
        [
            f"hand stitch dealer 1 {keys} opening bank=40 bank_start=20",
            "players 1:10 2:40 3:40 4:40",
            deck,
            "deal 2 2c 4c 6c",
            "deal 3 3c 5c Kc",
            "deal 4 2h 3h 4h",
            *lines,
        ]
    )


def pack_of(*lines: str) -> str:
    """The pack from which the burned and turned cards of these lines came, one after the other."""
    cards = [line.split()[1] for line in lines if line.startswith(("burn", "turn"))]
    return pack(*DEALT, *dict.fromkeys(cards))


def all_lines(*plays: list[str]) -> list[str]:
    """The plays one after the other."""
    return [line for play in plays for line in play]


# -- a second burn or turn ---------------------------------------------------------------------------------------------


def doubled(seat: int, verb: str, card: str, place: int) -> list[str]:
    """All plays, with one line more in that of `seat`; the first of its kind there is marked."""
    plays = {other: list(play) for other, play in PLAYS.items()}
    plays[seat].insert(place, f"{verb} {card}")
    first = {"burn": 1, "turn": 2}[verb]
    plays[seat][first] += "  # *"
    return all_lines(*plays.values())


def stakes_first(lines: list[str]) -> list[str]:
    """The same with all stakes before everything else."""
    others = [line for line in lines if line not in STAKES]
    return [STAKES[0], f"{STAKES[1]}  # **", f"{STAKES[2]}  # ***", *others]


def told_of(lines: list[str], pack_has: str) -> str:
    """No pack, the pack with the second card where it stands, or the pack without it."""
    if not pack_has:
        return ""
    return pack_of(*(lines if pack_has == "both" else all_lines(*PLAYS.values())))


DOUBLES = [
    (seat, verb, card, place)
    for seat, play in PLAYS.items()
    for first, verb in ((1, "burn"), (2, "turn"))
    for card in ("Ks", play[first].split()[1])
    for place in range(first + 1, 6)
]


@pytest.mark.parametrize("pack_has", ["", "both", "one"])
@pytest.mark.parametrize(("seat", "verb", "card", "place"), DOUBLES)
def test_second_card_for_one_play(seat: int, verb: str, card: str, place: int, pack_has: str) -> None:
    """S5, C2: wherever in his play it stands, also behind his result, a second card is one too many for him, or the
    same card twice, as in one line; the plays behind it have their own cards. Against the king of spades seat 3 had
    lost: which card counts nobody knows."""
    lines = doubled(seat, verb, card, place)
    same = card != "Ks"
    found: Found = ("cards.impossible", "C2", "*", seat, None, card) if same else ("cards.deal", "S5", "*", seat, 1, 2)
    unproved = ["seat 3 won hangs on the banker's card"] if (seat, verb, card) == (3, "turn", "Ks") else []
    expect(hand(lines, told_of(lines, pack_has)), found, unproved=unproved)


@pytest.mark.parametrize("pack_has", ["", "both", "one"])
@pytest.mark.parametrize(
    ("seat", "verb", "card", "place"), [one for one in DOUBLES if one[0] == 4 or one[1] == "turn" or one[3] < 5]
)
def test_second_card_where_all_stakes_come_first(seat: int, verb: str, card: str, place: int, pack_has: str) -> None:
    """S5, C8: the same where the lines are told apart by the seats that they name alone; a card turned between two
    plays, before the burn of the next, belongs to the one before."""
    lines = stakes_first(doubled(seat, verb, card, place))
    same = card != "Ks"
    found: Found = ("cards.impossible", "C2", "*", seat, None, card) if same else ("cards.deal", "S5", "*", seat, 1, 2)
    unproved = ["seat 3 won hangs on the banker's card"] if (seat, verb, card) == (3, "turn", "Ks") else []
    expect(hand(lines, told_of(lines, pack_has)), *STAKED_EARLY, found, unproved=unproved)


@pytest.mark.parametrize("pack_has", ["", "both", "one"])
def test_two_cards_burned_between_two_plays(pack_has: str) -> None:
    """S5: all stakes come first, and two cards are burned between the plays of seats 2 and 3: one too many, for 3."""
    lines = stakes_first(all_lines(PLAYS[2], ["burn Ks  # *"], PLAYS[3], PLAYS[4]))
    expect(hand(lines, told_of(lines, pack_has)), *STAKED_EARLY, ("cards.deal", "S5", "*", 3, 1, 2))


def test_second_card_before_a_stake_of_nothing() -> None:
    """S4, S5: seat 3 stakes nothing and needs no card, and seat 4 has his own: the card is one too many for seat 2."""
    expect(
        hand(all_lines(PLAYS[2][:2], ["turn Kd  # *", "turn Ks"], PLAYS[2][3:], ["stake 3 0"], PLAYS[4]),
             keys="zero_stake=true"),
        ("cards.deal", "S5", "*", 2, 1, 2),
    )  # fmt: skip


# -- a card that came too early ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(2, 6))
@pytest.mark.parametrize(("moved", "first"), [(["burn 9d"], 0), (["burn 9d", "turn Qc"], 1)])
def test_cards_of_the_next_play(place: int, moved: list[str], first: int) -> None:
    """S4, S5, C8: the card of the next play stands anywhere in this one, behind its own: it came too early."""
    if place < first + 2:
        place = first + 2
    marked = [f"{moved[0]}  # *", *moved[1:]]
    rest = [line for line in PLAYS[3] if line not in moved]
    expect(
        hand(all_lines(PLAYS[2][:place], marked, PLAYS[2][place:], rest, PLAYS[4])),
        ("turn.order", "C8", "*", None, 3, None),
    )


def test_every_burn_before_its_stake() -> None:
    """S4, S5, C8: each card is burned before the stake of its play, the last of them behind the play before: each is
    too early for its own play, and none is one too many."""
    lines = all_lines(
        ["burn 8d  # *", "stake 2 1", *PLAYS[2][2:]],
        ["burn 9d  # **", "stake 3 1", *PLAYS[3][2:]],
        ["burn Td  # ***", "stake 4 1", *PLAYS[4][2:]],
    )
    expect(
        hand(lines),
        ("turn.order", "C8", "*", None, 2, None),
        ("turn.order", "C8", "**", None, 3, None),
        ("turn.order", "C8", "***", None, 4, None),
    )


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        (["burn 9d", "turn Qc", "show 3 3c 5c Kc"], ["win 3 2"]),
        (["show 3 3c 5c Kc"], ["burn 9d", "turn Qc", "win 3 2"]),
        (["burn 9d", "turn Qc", "show 3 3c 5c Kc", "win 3 2"], []),
    ],
)
def test_lines_of_a_seat_before_its_stake(before: list[str], behind: list[str]) -> None:
    """S4, C8: what names seat 3 is of seat 3, though his stake comes behind it: that is too early, and nothing else."""
    marked = [f"{before[0]}  # *", *before[1:]]
    seat = 3 if before[0].startswith("show") else None
    expect(
        hand(all_lines(PLAYS[2], marked, ["stake 3 1"], behind, PLAYS[4])),
        ("turn.order", "C8", "*", seat, 3, seat),
    )


def test_lines_wait_for_the_stake_of_their_seat() -> None:
    """S4, C8: seat 3 plays before he stakes, and seat 4 stakes in between: the lines that name seat 3 are too early for
    his own stake, not for that of seat 4; each of the two stakes stands before what had to come first."""
    lines = all_lines(
        PLAYS[2], ["burn 9d  # *", *PLAYS[3][2:]], ["stake 4 1  # **"], ["stake 3 1  # ***"], PLAYS[4][1:]
    )
    expect(
        hand(lines),
        ("turn.order", "C8", "*", None, 3, None),
        ("turn.order", "C8", "**", 4, 3, 4),
        ("turn.order", "C8", "***", 3, None, 3),
    )


def test_show_in_the_play_of_the_next() -> None:
    """S6, C8: seat 2 shows in the middle of the play of seat 3, whose burn was behind his own stake: that stake came
    too early, and the cards stay with seat 3."""
    lines = all_lines(
        PLAYS[2][:3],
        ["stake 3 1  # *", "burn 9d"],
        PLAYS[2][3:],
        PLAYS[3][2:],
        PLAYS[4],
    )
    expect(hand(lines), ("turn.order", "C8", "*", 3, 2, 3))


@pytest.mark.parametrize(
    "lines",
    [
        ["stake 2 0", "burn 9d  # *", "stake 3 1", "turn Qc", *PLAYS[3][3:]],
        ["stake 2 0", "burn 9d  # *", "turn Qc", "stake 3 1", *PLAYS[3][3:]],
        ["burn 9d  # *", "stake 2 0", "stake 3 1", "turn Qc", *PLAYS[3][3:]],
    ],
)
def test_card_behind_a_stake_of_nothing(lines: list[str]) -> None:
    """S4, S5, C8: nothing is burned for who staked nothing; the card is of the next play, and came too early."""
    for deck in ("", pack_of(*PLAYS[3], *PLAYS[4])):
        expect(
            hand([*lines, *PLAYS[4]], deck, keys="zero_stake=true"),
            ("turn.order", "C8", "*", None, 3, None),
        )


def test_card_for_nobody_behind_a_stake_of_nothing() -> None:
    """S4: seat 3 has his own cards, so one was burned for seat 2, who staked nothing."""
    expect(
        hand(all_lines(["stake 2 0", "burn Ks  # *"], PLAYS[3], PLAYS[4]), keys="zero_stake=true"),
        ("turn.order", "S4", "*", None, None, None),
    )
    expect(
        hand(all_lines(["burn Ks  # *", "stake 2 0", "show 2 2c 4c 6c"], PLAYS[3], PLAYS[4]), keys="zero_stake=true"),
        ("turn.order", "S4", "*", None, None, None),
    )


# -- cards of plays that are not judged --------------------------------------------------------------------------------

AGAIN = ["stake 2 1  # *", "burn 9h", "turn As", "show 2 2c 4c 6c", "lose 2 1"]
OF_THE_BANKER = ["stake 1 1  # *", "burn 9h", "turn As", "lose 1 1"]


@pytest.mark.parametrize(
    ("stray", "found"),
    [(AGAIN, ("turn.order", "C8", "*", 2, 3, 2)), (OF_THE_BANKER, ("turn.order", "C8", "*", 1, 3, 1))],
)
@pytest.mark.parametrize("off", [["burn 9h", "turn As"], ["burn 9h", "turn Jd"], []])
def test_cards_of_a_play_that_counts_for_nobody(stray: list[str], found: Found, off: list[str]) -> None:
    """C8, F1: the second play of seat 2, or one of the banker, is one finding. Whether its cards came off the pack, one
    of them was written down wrong, or the play was never played: the next cards of the pack are right."""
    deck = pack_of(*PLAYS[2], *off, *PLAYS[3], *PLAYS[4])
    expect(hand(all_lines(PLAYS[2], stray, PLAYS[3], PLAYS[4]), deck), found)


def test_wrong_card_behind_a_play_that_counts_for_nobody() -> None:
    """F1: a card that is not the next one behind such a play is found as ever."""
    deck = pack_of(*PLAYS[2], *AGAIN, "burn Jh", *PLAYS[3][2:], *PLAYS[4])
    third = [PLAYS[3][0], "burn 9d  # **", *PLAYS[3][2:]]
    expect(
        hand(all_lines(PLAYS[2], AGAIN, third, PLAYS[4]), deck),
        ("turn.order", "C8", "*", 2, 3, 2),
        ("cards.deck", "F1", "**", None, "Jh", "9d"),
    )


def test_unknown_card_behind_a_play_that_counts_for_nobody() -> None:
    """C5, F1: the pack tells the banker's card of seat 3, because it is known which cards were gone before."""
    deck = pack_of(*PLAYS[2], *AGAIN, *PLAYS[3], *PLAYS[4])
    third = [*PLAYS[3][:2], "turn ??", *PLAYS[3][3:]]
    expect(hand(all_lines(PLAYS[2], AGAIN, third, PLAYS[4]), deck), ("turn.order", "C8", "*", 2, 3, 2))


@pytest.mark.parametrize("keys", ["", "zero_stake=true"])
def test_cards_behind_a_stake_of_nothing_came_off_the_pack(keys: str) -> None:
    """S4, C8, F1: seat 2 staked nothing, and cards were burned and turned for him all the same."""
    lines = all_lines(["stake 2 0  # *", "burn 8d  # **", "turn Kd", "show 2 2c 4c 6c"], PLAYS[3], PLAYS[4])
    too_small: list[Found] = [] if keys else [("amount.minimum", "S4", "*", 2, 1, 0)]
    expect(
        hand(lines, pack_of(*all_lines(*PLAYS.values())), keys),
        *too_small,
        ("turn.order", "S4", "**", None, None, None),
    )


# -- chips: lines of 0, the start of the bank --------------------------------------------------------------------------


def new_turn(bank: str) -> str:
    """Seat 2 stakes 1 and loses it."""
    return f"""
        hand stitch dealer 1
        players 1:100 2:100
        {bank}
        deal 2 2c 4c 6c
        stake 2 1
        burn 8d
        turn Kd
        show 2 2c 4c 6c
        lose 2 1
        """


@pytest.mark.parametrize(
    ("bank", "found"),
    [
        ("bank 1 0\nbank 1 4", []),
        ("bank 1 0\nbank 1 0\nbank 1 4\nbank 1 0", []),
        ("bank 2 0\nbank 1 4", []),
        ("bank 1 4\nbank 2 0", []),
        ("bank 1 0\nbank 1 1  # *\nbank 1 3  # **",
         [("amount.bank", "S2", "*", 1, 2, 1), ("amount.bank", "S2", "**", 1, 0, 3)]),
        ("bank 2 0", [("turn.missing", "S2", None, 1, None, None)]),
    ],
)  # fmt: skip
def test_bank_lines_of_nothing(bank: str, found: list[Found]) -> None:
    """S2, LOG_FORMAT: a move of 0 chips may stand, before the bank or behind it, of any seat; it is no bank."""
    expect(new_turn(bank), *found)


@pytest.mark.parametrize(
    ("end", "what"),
    [
        ("lose 2 0", "nothing moved"),
        ("win 2 0\nlose 2 0", "nothing moved"),
        ("", "nothing moved"),
        ("win 2 2\nlose 2 1", "both a win and a loss were settled"),
    ],
)
def test_words_for_neither_and_for_both(end: str, what: str) -> None:
    """C5, S7: what the message says of a play that nobody can judge is what the log has."""
    text = new_turn("bank 1 4").replace("2c 4c 6c", "2c 4c ??").replace("turn Kd", "turn Kc").replace("lose 2 1", end)
    assert [finding.message for finding in replay(text).findings] == [f"Seat 2 staked 1, and {what}."]


def after_a_stitch_round(bank: int, end: str, following: str, closing: str = "") -> str:
    """The stitch round of seat 1, whose bank began with 10; seat 2 loses 1 to it. Then the next round."""
    return f"""
        hand stitch dealer 1 opening bank={bank} bank_start=10 stitch_round=true {closing}
        players 1:100 2:100
        deal 2 2c 4c 6c
        stake 2 1
        burn 8d
        turn Kd
        show 2 2c 4c 6c
        lose 2 1
        {end}
        {following}
        """


GOES_ON = new_turn("")
OF_THE_NEXT = """
    hand stitch dealer 2
    players 1:100 2:100
    bank 2 4     # *
    deal 1 2c 4c 6c
    stake 1 1
    burn 8d
    turn Kd
    show 1 2c 4c 6c
    lose 1 1
    """


def test_old_banker_goes_on_with_a_bank_that_was_not_passed() -> None:
    """S14, S15, F4: the bank was neither taken nor passed, which is found there; that the old banker deals on with it
    follows from it: it lies there, with the start that it had."""
    unpassed = after_a_stitch_round(12, "", "")
    result = expect(
        unpassed,
        ("bank.collect", "S14", None, 1, 13, 0),
        ("bank.pass", "S15", None, None, 2, None),
        corrections={1: 13},
    )
    assert (result.table_after.bank, result.table_after.bank_start) == (13, 10)
    result = expect(after_a_stitch_round(12, "", GOES_ON))
    assert (result.table_after.bank, result.table_after.bank_start) == (14, 10)
    expect(after_a_stitch_round(30, "", GOES_ON + "stitch"))  # S13: by then it is three times its start


def test_next_banker_begins_although_the_bank_was_not_passed() -> None:
    """S2, S15: the line alone was forgotten, and the next banker puts his bank: nothing is wrong with that."""
    expect(after_a_stitch_round(12, "collect 1 13", OF_THE_NEXT))
    expect(after_a_stitch_round(30, "", OF_THE_NEXT))


@pytest.mark.parametrize("end", ["collect 1 13\npass_bank to 2", "pass_bank to 2"])
def test_bank_that_was_passed_begins_anew(end: str) -> None:
    """S2, S15: a bank that was passed has no start; the next banker puts his, and a round without one lacks it."""
    assert replay(after_a_stitch_round(12, end, "")).table_after.bank_start == 0
    expect(after_a_stitch_round(12, end, OF_THE_NEXT))
    no_bank = OF_THE_NEXT.replace("bank 2 4     # *", "")
    expect(after_a_stitch_round(12, end, no_bank), ("turn.missing", "S2", None, 2, None, None))


@pytest.mark.parametrize("said", [0, 10])
def test_start_that_the_closing_says_where_the_bank_was_not_passed(said: int) -> None:
    """S15, local judgement: the log may go on either way."""
    expect(
        after_a_stitch_round(12, "", "", f"closing bank=13 bank_start={said}"),
        ("bank.collect", "S14", None, 1, 13, 0),
        ("bank.pass", "S15", None, None, 2, None),
        corrections={1: 13},
    )


def test_bank_added_to_in_a_later_round() -> None:
    """S2, F4: the turn goes on as the round before left it, and chips are put into the bank: he may add nothing."""
    adds = new_turn("bank 1 4  # *")
    expect(new_turn("bank 1 4") + adds, ("amount.bank", "S2", "*", 1, 0, 4))
    given = adds.replace("dealer 1", "dealer 1 opening bank=30 bank_start=10")
    expect(given + "stitch", ("amount.bank", "S2", "*", 1, 0, 4))
    in_stitch_round = new_turn("bank 1 2").replace("lose 2 1", "lose 2 1\nstitch")
    expect(
        in_stitch_round.replace("dealer 1", "dealer 1 multiple=1") + adds + "collect 1 8\npass_bank to 2",
        ("amount.bank", "S2", "*", 1, 0, 4),
    )
