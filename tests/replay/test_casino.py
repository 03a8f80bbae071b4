"""Ordinary five-card draw, `profile="five_card_draw"`: blinds, two rounds, limits, a pack that runs out."""

import pytest

from tests.replay.hands import Found, expect, replay

QUEENS, KINGS, JACKS = "Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", "Js Jh Td 5c 2s"


def draw(lines: str, head: str = "", players: str = "1:200 2:200 3:200", blinds: str = "blind 2 5\nblind 3 10") -> str:
    """Three players, seat 1 deals: seat 2 is the small blind of 5 with queens, seat 3 the big blind of 10 with kings;
    seat 1 has jacks."""
    return f"""
        hand poker dealer 1 profile=five_card_draw ante=0 small_blind=5 big_blind=10 {head}
        players {players}
        {blinds}
        deal 2 {QUEENS}
        deal 3 {KINGS}
        deal 1 {JACKS}
        {lines}
        """


SHOWS = f"show 2 {QUEENS}\nshow 3 {KINGS}"
LEVEL = "fold 1\ncall 2 5\ncheck 3\ndraw 2\ndraw 3"


# -- blinds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blinds", "found", "pot"),
    [
        ("blind 2 5\nblind 3 10", [], 15),
        ("blind 2 5\nblind 3 9  # *", [("amount.ante", "P2", "*", 3, 10, 9)], 14),
        ("blind 2 6  # *\nblind 3 10", [("amount.ante", "P2", "*", 2, 5, 6)], 16),
        ("blind 3 10", [("turn.missing", "P2", None, 2, None, None)], 10),
        ("blind 2 5", [("turn.missing", "P2", None, 3, None, None)], 5),
        ("blind 2 5\nblind 3 10\nblind 3 10  # *", [("turn.order", "P2", "*", 3, None, 3)], 25),
        ("blind 2 5\nblind 3 10\nblind 7 10  # *", [("turn.order", "P2", "*", 7, None, 7)], 25),
    ],
)
def test_blinds(blinds: str, found: list[Found], pot: int) -> None:
    """The small blind at the dealer's left, the big blind next to it, each once; the others give up."""
    wins = f"fold 1\nfold 2\nwin 3 {pot}"
    expect(draw(wins, blinds=blinds), *found)


def test_dead_small_blind() -> None:
    """Where nobody posts the small blind the big blind is the first on the left, and the next is the first to speak."""
    expect(draw("fold 3\nfold 1\nwin 2 10", blinds="blind 2 10"))


@pytest.mark.parametrize(("stack", "found"), [(3, [("amount.over_stack", "P10", "*", 2, 3, 5)]), (5, [])])
def test_blind_that_he_has_not_got(stack: int, found: list[Found]) -> None:
    """P10: the small blind of 5 out of 3 chips; with exactly 5 he is all-in, bids no more, and plays for 10."""
    expect(
        draw(
            f"fold 1\ndraw 2\ndraw 3\n{SHOWS}\nwin 3 15",
            players=f"1:200 2:{stack} 3:200",
            blinds="blind 2 5  # *\nblind 3 10",
        ),
        *found,
    )  # fmt: skip


def test_all_he_has_is_his_blind() -> None:
    """P10: seat 3 has 7 of the 10 of the big blind; the others owe 10 all the same."""
    expect(
        draw(
            f"fold 1\ncall 2 5\ndraw 2\ndraw 3\n{SHOWS}\nwin 3 14\nreturn 2 3",
            players="1:200 2:200 3:7", blinds="blind 2 5\nblind 3 7",
        )
    )  # fmt: skip


def test_dealer_is_the_small_blind_of_two() -> None:
    """With two players the dealer posts the small blind and speaks first before the draw, the other after it."""
    expect(
        f"""
        hand poker dealer 1 profile=five_card_draw ante=0 small_blind=5 big_blind=10
        players 1:200 2:200
        blind 1 5
        blind 2 10
        deal 2 {QUEENS}
        deal 1 {KINGS}
        call 1 5
        check 2
        draw 2
        draw 1
        check 2
        check 1
        show 2 {QUEENS}
        show 1 {KINGS}
        win 1 20
        """
    )


@pytest.mark.parametrize(
    ("post", "pot", "found"),
    [
        ("blind 1 10", 30, []),
        ("blind 1 15", 35, []),
        ("blind 1 7  # *", 27, [("amount.ante", "P2", "*", 1, 10, 7)]),
    ],
)
def test_posting_to_come_in(post: str, pot: int, found: list[Found]) -> None:
    """Who comes in posts a big blind, which is live: he owes nothing. A wrong sum counts as the one that was due."""
    expect(
        draw(
            f"check 1\ncall 2 5\ncheck 3\ndraw 2\ndraw 3\ndraw 1\ncheck 2\ncheck 3\ncheck 1\n{SHOWS}\nshow 1 {JACKS}\n"
            f"win 3 {pot}",
            blinds=f"blind 2 5\nblind 3 10\n{post}",
        ),
        *found,
    )


# -- the two rounds ----------------------------------------------------------------------------------------------------


def test_both_rounds_checked() -> None:
    """Checks are open where nothing is owed; the level show after the second round."""
    expect(draw(f"{LEVEL}\ncheck 2\ncheck 3\n{SHOWS}\nwin 3 20"))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("check 1  # *\nfold 2\ncheck 3\nwin 3 15", [("turn.action", "B3", "*", 1, None, "check")]),
        ("bet 1 20  # *\nfold 2\nfold 3\nwin 1 35", [("turn.action", "B3", "*", 1, None, "bet")]),
        ("call 1 9  # *\nfold 2\ncheck 3\nwin 3 24", [("amount.call", "B3", "*", 1, 10, 9)]),
    ],
)
def test_before_the_draw(lines: str, found: list[Found]) -> None:
    """B3: seat 1 owes the big blind: he calls 10, raises or gives up; who owes and does nothing more gave up (C9)."""
    expect(draw(lines), *found)


@pytest.mark.parametrize(("bet", "found"), [(10, []), (9, [("amount.minimum", "B2", "*", 2, 10, 9)]), (190, [])])
def test_least_bet(bet: int, found: list[Found]) -> None:
    """B2: the least bet is the big blind; without a limit the most is all he has."""
    expect(draw(f"{LEVEL}\nbet 2 {bet}  # *\nfold 3\nwin 2 {20 + bet}"), *found)


@pytest.mark.parametrize(("more", "found"), [(60, []), (59, [("amount.minimum", "B3", "*", 3, 60, 59)]), (30, None)])
def test_least_raise_is_the_last_one(more: int, found: list[Found] | None) -> None:
    """B3: after a bet of 30 the least raise is 30 more: 60 to be put."""
    if found is None:
        expect(draw(f"{LEVEL}\nbet 2 30\ncall 3 {more}\n{SHOWS}\nwin 3 80"))
    else:
        expect(draw(f"{LEVEL}\nbet 2 30\nraise 3 {more}  # *\nfold 2\nwin 3 {50 + more}"), *found)


def test_short_all_in_opens_no_raise() -> None:
    """Seat 3 is all-in for less than a raise; seat 2, who bet, may call the rest but not raise again."""
    hand = draw(
        "call 1 10\ncall 2 5\ncheck 3\ndraw 2\ndraw 3\ndraw 1\nbet 2 30\nraise 3 40\nfold 1\n{}",
        players="1:200 2:200 3:50",
    )
    expect(hand.format(f"call 2 10\n{SHOWS}\nwin 3 110"))
    expect(
        hand.format(f"raise 2 60  # *\n{SHOWS}\nwin 3 110\nreturn 2 50"),
        ("turn.action", "B3", "*", 2, None, "raise"),
    )


@pytest.mark.parametrize(("bet", "found"), [(20, []), (21, [("amount.minimum", "B2", "*", 2, 20, 21)]), (10, [])])
def test_pot_limit(bet: int, found: list[Found]) -> None:
    """`limit="pot"`: at most the pot, which is 20 after the first round."""
    expect(draw(f"{LEVEL}\nbet 2 {bet}  # *\nfold 3\nwin 2 {20 + bet}", head="limit=pot"), *found)


@pytest.mark.parametrize(("put", "found"), [(80, []), (81, [("amount.minimum", "B3", "*", 3, 80, 81)])])
def test_pot_limit_of_a_raise(put: int, found: list[Found]) -> None:
    """`limit="pot"`: owing 20 with 40 in the pot, the pot after the call is 60: at most 20 + 60."""
    expect(draw(f"{LEVEL}\nbet 2 20\nraise 3 {put}  # *\nfold 2\nwin 3 {40 + put}", head="limit=pot"), *found)


FIXED = "limit=fixed small_bet=10 big_bet=20"


@pytest.mark.parametrize(
    ("bet", "found"),
    [(20, []), (21, [("amount.minimum", "B2", "*", 2, 20, 21)]), (19, [("amount.minimum", "B2", "*", 2, 20, 19)])],
)
def test_fixed_limit(bet: int, found: list[Found]) -> None:
    """`limit="fixed"`: after the draw a bet is exactly `big_bet`."""
    expect(draw(f"{LEVEL}\nbet 2 {bet}  # *\nfold 3\nwin 2 {20 + bet}", head=FIXED), *found)


def test_raises_of_fixed_limit() -> None:
    """`limit="fixed"`: the big blind is the first bet; three raises by 10 are all, a fourth is not open."""
    expect(
        draw(
            "raise 1 20\nraise 2 25\nraise 3 30\ncall 1 20\nfold 2\ndraw 3\ndraw 1\nbet 3 20\nfold 1\nwin 3 130", FIXED
        )
    )
    expect(
        draw("raise 1 20\nraise 2 25\nraise 3 30\nraise 1 30  # *\nfold 2\nfold 3\nwin 1 120", FIXED),
        ("turn.action", "B3", "*", 1, None, "raise"),
    )
    expect(
        draw("raise 1 21  # *\nfold 2\nfold 3\nwin 1 36", FIXED),
        ("amount.minimum", "B3", "*", 1, 20, 21),
    )
    expect(
        draw("raise 1 20\nraise 2 25  # *\nfold 3\nfold 1\nwin 2 60", f"{FIXED} max_raises=1"),
        ("turn.action", "B3", "*", 2, None, "raise"),
    )


# -- the end -----------------------------------------------------------------------------------------------------------


def test_won_before_the_draw() -> None:
    """P9: all gave up in the first round; a draw and a bet after that are one finding."""
    expect(
        draw("fold 1\nfold 2\ndraw 3  # *\nbet 3 20\nwin 3 35"),
        ("turn.order", "P9", "*", 3, None, 3),
    )


@pytest.mark.parametrize("back", ["return 2 30\nwin 2 20", "win 2 50"])
def test_uncalled_bet_comes_back(back: str) -> None:
    """P9: the bet of 30 nobody called is seat 2's, as `return` or with the pot."""
    expect(draw(f"{LEVEL}\nbet 2 30\nfold 3\n{back}"))


@pytest.mark.parametrize(
    ("wins", "found", "corrections"),
    [
        ("win 2 18\nwin 3 17", [], {}),
        ("win 2 17\nwin 3 18  # *", [("pot.amount", "P8", "**", 2, 18, 17)], {2: 1, 3: -1}),
    ],
)
def test_split_by_the_smallest_chip(wins: str, found: list[Found], corrections: dict[int, int]) -> None:
    """P8: 35 between equal hands: the odd chip goes to the first from the dealer's left."""
    same = f"{SHOWS}".replace(KINGS, "Qd Qc 9d 4c 3s")
    hand = draw(
        f"{LEVEL}\ncheck 2\ncheck 3\n{same}\n{wins.replace('win 2 17', 'win 2 17  # **')}",
        blinds="ante 1 5\nante 2 5\nante 3 5\nblind 2 5\nblind 3 10",
    ).replace(KINGS, "Qd Qc 9d 4c 3s").replace("ante=0", "ante=5")  # fmt: skip
    expect(hand, *found, corrections=corrections)


def test_split_in_large_chips() -> None:
    """`chip_unit=5`: 35 between equal hands is 20 and 15."""
    same = f"{SHOWS}".replace(KINGS, "Qd Qc 9d 4c 3s")
    hand = draw(
        f"fold 1\ncall 2 5\ncheck 3\ndraw 2\ndraw 3\ncheck 2\ncheck 3\n{same}\nwin 2 20\nwin 3 15",
        head="chip_unit=5",
        blinds="ante 1 5\nante 2 5\nante 3 5\nblind 2 5\nblind 3 10",
    ).replace(KINGS, "Qd Qc 9d 4c 3s").replace("ante=0", "ante=5")  # fmt: skip
    expect(hand)


def test_thrown_cards_that_nobody_knows_are_dealt_on() -> None:
    """C2: ten players; the two cards left are drawn, and what seat 2 threw unseen is shuffled and dealt to seat 3."""
    seats = [4, 5, 6, 7, 8, 9, 10, 1]
    expect(
        "\n".join(
            [
                "hand poker dealer 1 profile=five_card_draw ante=0 small_blind=5 big_blind=10",
                "players 1 2 3 4 5 6 7 8 9 10",
                "blind 2 5\nblind 3 10\nall deal ??",
                *(f"fold {seat}" for seat in seats),
                "call 2 5\ncheck 3",
                "draw 2 throws ?? ?? gets 7d 7h\ndraw 3 throws ?? gets ??",
                "bet 2 10\nfold 3\nwin 2 30",
            ]
        )
    )


def test_known_thrown_cards_may_come_again() -> None:
    """C2: a card that seat 2 threw may come to seat 3 once the pack is used up, but not one that nobody threw."""
    seats = [4, 5, 6, 7, 8, 9, 10, 1]
    for card, found in (("4d", []), ("Qs", [("cards.impossible", "C2", "*", 3, None, "Qs")])):
        expect(
            "\n".join(
                [
                    "hand poker dealer 1 profile=five_card_draw ante=0 small_blind=5 big_blind=10",
                    "players 1 2 3 4 5 6 7 8 9 10",
                    f"blind 2 5\nblind 3 10\ndeal 2 {QUEENS}",
                    *(f"deal {seat} ??" for seat in (3, *seats)),
                    *(f"fold {seat}" for seat in seats),
                    "call 2 5\ncheck 3",
                    f"draw 2 throws 4d 3h gets 7d 7h\ndraw 3 throws ?? gets {card}  # *",
                    "bet 2 10\nfold 3\nwin 2 30",
                ]
            ),
            *found,  # type: ignore[arg-type]
        )


def test_smallest_blind() -> None:
    """A big blind of 1 chip is a bet all the same: seat 1 owes it, and seat 3 may raise in the end."""
    hand = draw("{}", blinds="blind 2 1\nblind 3 1").replace("small_blind=5 big_blind=10", "small_blind=1 big_blind=1")
    expect(hand.format("call 1 1\ncheck 2\nraise 3 1\nfold 1\nfold 2\nwin 3 4"))
    expect(
        hand.format("check 1  # *\nfold 2\ncheck 3\nwin 3 2"),
        ("turn.action", "B3", "*", 1, None, "check"),
    )


def test_dead_small_blind_of_who_comes_in() -> None:
    """A small blind out of its place is dead: it is the pot's, and its player still owes the big blind."""
    expect(
        draw(
            "call 1 10\ncall 2 5\ncheck 3\ndraw 2\ndraw 3\ndraw 1\n"
            f"check 2\ncheck 3\ncheck 1\n{SHOWS}\nshow 1 {JACKS}\n"
            "win 3 35",
            blinds="blind 2 5\nblind 3 10\nblind 1 5",
        )
    )


@pytest.mark.parametrize(
    ("gets", "impossible"), [("?? 9s", None), ("?? Kd", None), ("Kd Kd", "Kd"), ("Qs 9s", "Qs"), ("4d 4d", "4d")]
)
def test_thrown_card_that_was_not_held_and_the_shuffle(gets: str, impossible: str | None) -> None:
    """C2, P6: seat 2 throws the king of diamonds, which he does not hold: that is the finding. Nobody has seen that
    king, so after the shuffle it may come once like every other, but not twice."""
    seats = [4, 5, 6, 7, 8, 9, 10, 1]
    found: list[Found] = [("cards.draw", "P6", "*", 2, None, "Kd")]
    found += [("cards.impossible", "C2", "**", 3, None, impossible)] if impossible else []
    expect(
        "\n".join(
            [
                "hand poker dealer 1 profile=five_card_draw ante=0 small_blind=5 big_blind=10",
                "players 1 2 3 4 5 6 7 8 9 10",
                f"blind 2 5\nblind 3 10\ndeal 2 {QUEENS}",
                *(f"deal {seat} ??" for seat in (3, *seats)),
                *(f"fold {seat}" for seat in seats),
                "call 2 5\ncheck 3",
                f"draw 2 throws 4d Kd gets 7d 7h  # *\ndraw 3 throws ?? ?? gets {gets}  # **",
                "bet 2 10\nfold 3\nwin 2 30",
            ]
        ),
        *found,
    )


@pytest.mark.parametrize("place", ["blinds", "deal", "draw", "show", "win", "end"])
def test_return_may_stand_anywhere(place: str) -> None:
    """P9, P10: seat 1 is all-in with his small blind of 2, so 3 of the big blind of 5 are called by nobody; they may
    come back before the deal, as soon as that is plain, or as late as after the pot is paid."""
    back = {place: "return 2 3"}
    expect(
        f"""
        hand poker dealer 1 profile=five_card_draw ante=0 small_blind=2 big_blind=5
        players 1:2>4 2:10>8
        blind 1 2
        blind 2 5
        {back.get("blinds", "")}
        deal 2 {QUEENS}
        deal 1 {KINGS}
        {back.get("deal", "")}
        draw 2
        {back.get("draw", "")}
        draw 1
        show 2 {QUEENS}
        {back.get("show", "")}
        show 1 {KINGS}
        {back.get("win", "")}
        win 1 4
        {back.get("end", "")}
        """
    )


@pytest.mark.parametrize(
    ("lines", "rule", "seat", "verb"),
    [
        ("bet 1 20  # *\nfold 2\nfold 3\nwin 1 35", "B3", 1, "bet"),
        ("open 1 10  # *\nfold 2\nfold 3\nwin 1 25", "B5", 1, "open"),
        ("fold 1\ncall 2 5\ncall 3 0  # *\ndraw 2\ndraw 3\nbet 2 10\nfold 3\nwin 2 30", "B3", 3, "call"),
        ("fold 1\ncall 2 5\nbet 3 10  # *\nfold 2\nwin 3 30", "B3", 3, "bet"),
        (f"{LEVEL}\ncall 2 0  # *\nbet 3 10\nfold 2\nwin 3 30", "B2", 2, "call"),
        (f"{LEVEL}\nraise 2 10  # *\nfold 3\nwin 2 30", "B2", 2, "raise"),
        (f"{LEVEL}\nbet 2 10\ncheck 3  # *\nwin 2 30", "B3", 3, "check"),
    ],
)
def test_verbs_that_are_not_open(lines: str, rule: str, seat: int, verb: str) -> None:
    """B2, B3: who owes calls, raises or gives up; where nobody bet he checks, bets or gives up; level he checks, raises
    or gives up. There is no open (B5)."""
    expect(draw(lines), ("turn.action", rule, "*", seat, None, verb))


@pytest.mark.parametrize("lines", ["bet 2 30\nfold 3\nwin 2 49  # *", "bet 2 30\nfold 3\nreturn 2 30\nwin 2 19  # *"])
def test_pot_of_the_last_one_of_the_second_round(lines: str) -> None:
    """P9: all others gave up after the draw; the pot of 50 is his, unshown."""
    found: Found = ("pot.amount", "P9", "*", 2, 50, 49)
    expect(draw(f"{LEVEL}\n{lines}"), found, corrections={2: 1})


def test_blind_of_one_who_has_nothing_left() -> None:
    """P10: the ante took all that seat 3 had; he owes no blind, and one that he posts is more than he has."""
    hand = draw(
        f"fold 1\ncall 2 5\ndraw 2\ndraw 3\n{SHOWS}\nwin 3 12\nwin 2 13",
        players="1:200 2:200 3:4",
        blinds="ante 1 4\nante 2 4\nante 3 4\nblind 2 5\nblind 3 10  # *",
    ).replace("ante=0", "ante=4")
    found = [(f.code, f.rule, f.seat, f.expected, f.actual) for f in replay(hand).findings]
    assert ("amount.over_stack", "P10", 3, 0, 10) in found


def test_nobody_posts_blinds_of_one_chip() -> None:
    """P2: where no blind is there the big blind is the missing one, however small it is."""
    hand = draw("call 1 1\nfold 2\nfold 3\nwin 1 1", blinds="").replace(
        "small_blind=5 big_blind=10", "small_blind=1 big_blind=1"
    )
    expect(hand, ("turn.missing", "P2", None, 3, None, None))


def second_shuffle(second: str, third: str, card: str) -> str:
    """Ten players, two cards left: what seat 2 throws is shuffled for seat 3, what he throws for seat 4."""
    seats = [5, 6, 7, 8, 9, 10, 1]
    return "\n".join(
        [
            "hand poker dealer 1 profile=five_card_draw ante=0 small_blind=5 big_blind=10",
            "players 1 2 3 4 5 6 7 8 9 10",
            f"blind 2 5\nblind 3 10\ndeal 2 {QUEENS}\ndeal 3 8c 8d Ts Jc Kd",
            *(f"deal {seat} ??" for seat in (4, *seats)),
            "call 4 10",
            *(f"fold {seat}" for seat in seats),
            "call 2 5\ncheck 3",
            f"draw 2 throws {second} gets 7d 7h\ndraw 3 throws 8c 8d gets {third}",
            f"draw 4 throws ?? ?? gets {card} ??  # *",
            "bet 2 10\nfold 3\nfold 4\nwin 2 40",
        ]
    )


@pytest.mark.parametrize(
    ("second", "third", "card", "comes"),
    [
        ("?? ??", "Qs 2c", "8c", True), ("?? ??", "Qs 2c", "Qh", True), ("?? ??", "Qs 2c", "Qs", False),
        ("?? ??", "Qs 2c", "7d", False), ("?? ??", "Qs 2c", "9s", True),
        ("Qs Qh", "Qs Qh", "8c", True), ("Qs Qh", "Qs Qh", "Qs", False), ("Qs Qh", "Qs Qh", "9s", True),
    ],
)  # fmt: skip
def test_second_shuffle(second: str, third: str, card: str, comes: bool) -> None:
    """C2: of the queens that seat 2 threw, or may have thrown, the one of spades came to seat 3 after the first shuffle
    and was not thrown again; after the second it cannot come, but what seat 3 threw can."""
    found: list[Found] = [] if comes else [("cards.impossible", "C2", "*", 4, None, card)]
    expect(second_shuffle(second, third, card), *found)


@pytest.mark.parametrize(("rake", "found"), [(20, []), (21, [("pot.rake", "P11", "*", None, 20, 21)])])
def test_rake_of_more_than_was_called(rake: int, found: list[Found]) -> None:
    """P11, C1: the rake is as the log states it, but of the pot of 50 only 20 were called, and more cannot be raked."""
    hand = draw(f"{LEVEL}\nbet 2 30\nfold 3\nrake {rake}  # *\nwin 2 {50 - rake}")
    expect(hand, *found, corrections={2: rake - 20} if found else {})
