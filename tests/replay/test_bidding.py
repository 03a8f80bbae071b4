"""Biddings that were interrupted, raised out of turn or left (B1–B7, C8, C9)."""

import pytest

from tests.replay.hands import Found, expect

THREE_OF_THEM = """
hand poker dealer 1
players 1:100 2:100 3:100
all ante 1
deal 2 Qs Qh 9c 4d 3h
deal 3 Js Jh Jd 5c 2s
deal 1 Ks Kh 9d 4c 3s
all enter 1
all draw
"""
FOUR_OF_THEM = """
hand poker dealer 1
players 1:100 2:100 3:100 4:100
all ante 1
deal 2 ??
deal 3 Ks Kh 9d 4c 3s
deal 4 Qs Qh 9c 4d 3h
deal 1 ??
all enter 1
all draw
"""


def test_missing_action_ends_the_bidding() -> None:
    """C8 (b), P9: seat 1 never acts, so he gave up and seat 2 has won; that he bids once more is no second fault."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        all deal ??
        all enter 1
        all draw
        bet 2 5
        raise 2 5
        win 2 14
        """,
        ("turn.missing", "C8", None, 1, None, None),
    )


def test_who_called_too_early_and_was_raised_is_asked_again() -> None:
    """C8 (a), B3: seat 4 calls before seat 3, who then raises: seat 4 has his turn again and owes the raise."""
    expect(
        FOUR_OF_THEM
        + """
        bet 2 5
        call 4 5     # *
        raise 3 10
        call 4 5
        fold 1
        fold 2
        open 3 0
        show 3 Ks Kh 9d 4c 3s
        show 4 Qs Qh 9c 4d 3h
        win 3 33
        """,
        ("turn.order", "C8", "*", 4, 3, 4),
    )


def test_who_called_too_early_has_used_his_turn() -> None:
    """C8 (a): nobody raised after the early call, so after seat 3 the turn is seat 1's and not seat 4's."""
    expect(
        FOUR_OF_THEM
        + """
        bet 2 5
        call 4 5     # *
        call 3 5
        fold 1
        fold 2
        open 3 0
        show 3 Ks Kh 9d 4c 3s
        show 4 Qs Qh 9c 4d 3h
        win 3 23
        """,
        ("turn.order", "C8", "*", 4, 3, 4),
    )


def test_all_in_player_bids_no_more() -> None:
    """P10: seat 3 has put all he had; his raise is out of turn, and the two others go on without him."""
    expect(
        """
        hand poker dealer 1 all_in=side_pots
        players 1:100 2:100 3:7
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 3 Js Jh Jd 5c 2s
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 5
        call 3 5
        raise 1 10
        fold 3       # *
        open 2 5
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        show 1 Ks Kh 9d 4c 3s
        win 3 21 pool main
        win 1 10 pool side1
        """,
        ("turn.order", "P10", "*", 3, 2, 3),
    )


def test_short_stacks_begin_no_new_lap() -> None:
    """B4: three are level and seat 3 has less than the least bet left: all show, nobody is asked again."""
    expect(
        """
        hand poker dealer 1 min_bet=5
        players 1:100 2:100 3:10
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 3 Js Jh Jd 5c 2s
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 5
        call 3 5
        call 1 5
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        show 1 Ks Kh 9d 4c 3s
        win 3 21
        """
    )


def test_just_enough_for_a_new_lap() -> None:
    """B4, C9: seat 3 has exactly the least bet left, so a new lap was due and was left at seat 2."""
    expect(
        """
        hand poker dealer 1 min_bet=5
        players 1:100 2:100 3:12
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 3 Js Jh Jd 5c 2s
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        bet 2 5
        call 3 5
        call 1 5
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        show 1 Ks Kh 9d 4c 3s
        win 3 21
        """,
        ("turn.missing", "C9", None, 2, None, None),
    )


def test_with_show_all_the_level_show() -> None:
    """B4, `multiway="show_all"`: all three have acted since the bet and are level: they show."""
    expect(
        THREE_OF_THEM.replace("dealer 1", "dealer 1 multiway=show_all")
        + """
        bet 2 5
        call 3 5
        call 1 5
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        show 1 Ks Kh 9d 4c 3s
        win 3 21
        """
    )


def test_raise_by_too_little() -> None:
    """B3: owing 5 with a least raise of 3, seat 3 puts 7 where 8 is the least."""
    expect(
        THREE_OF_THEM.replace("dealer 1", "dealer 1 min_raise=3")
        + """
        bet 2 5
        raise 3 7    # *
        fold 1
        fold 2
        win 3 18
        """,
        ("amount.minimum", "B3", "*", 3, 8, 7),
    )


def test_raise_when_level_of_two() -> None:
    """B5: two are in and level; seat 2 may raise by the least raise, and by less he may not."""
    for chips, found in ((3, ()), (2, (("amount.minimum", "B5", "*", 2, 3, 2),))):
        expect(
            THREE_OF_THEM.replace("dealer 1", "dealer 1 min_raise=3")
            + f"""
            bet 2 5
            call 3 5
            fold 1
            raise 2 {chips}  # *
            fold 3
            win 2 {16 + chips}
            """,
            *found,
        )


def test_bet_of_more_than_he_has() -> None:
    """P10, `all_in="forbid"`: nobody may put more than his stack; what he put is in all the same (C4)."""
    expect(
        THREE_OF_THEM.replace("2:100", "2:6")
        + """
        bet 2 5      # *
        fold 3
        fold 1
        win 2 11
        """,
        ("amount.over_stack", "P10", "*", 2, 4, 5),
    )


def test_nothing_is_never_more_than_he_has() -> None:
    """C1, P10: who put more than he had is found once; that he then opens for 0 is no second fault."""
    expect(
        """
        hand poker dealer 1
        players 1:50 2:5
        all ante 1
        deal 2 Ah Ad 7s 6c 3d
        deal 1 Qh Qd 8s 4c 2h
        all enter 1
        all draw
        bet 2 4      # *
        call 1 4
        open 2 0
        show 1 Qh Qd 8s 4c 2h
        show 2 Ah Ad 7s 6c 3d
        win 2 12
        """,
        ("amount.over_stack", "P10", "*", 2, 3, 4),
    )


def test_bid_after_the_showdown_was_opened() -> None:
    """B5, C8: the open ended the bidding; of the two lines after it only the first is a finding."""
    expect(
        THREE_OF_THEM
        + """
        bet 2 5
        fold 3
        open 1 5
        raise 2 5    # *
        call 1 5
        win 1 26
        """,
        ("turn.order", "B5", "*", 2, None, 2),
    )


def test_unlawful_open_counts_as_a_call() -> None:
    """C9: with three still in there is no open; it counts as a call, and nobody bids after it: one finding."""
    expect(
        THREE_OF_THEM
        + """
        bet 2 5
        open 3 5     # *
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        win 3 16
        """,
        ("turn.action", "B5", "*", 3, None, "open"),
    )


def test_bidding_left_with_a_debt() -> None:
    """C9: seat 1 owes 5 and the log goes on to the showdown: he has given up, and the two others are judged."""
    expect(
        THREE_OF_THEM
        + """
        bet 2 5
        call 3 5
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        win 3 16
        """,
        ("turn.missing", "C9", None, 1, None, None),
    )


def test_bidding_of_three_left_after_a_short_call() -> None:
    """B4, C9: seat 3 called for 3 where he owed 5; with three in a right call would not have ended the bidding either,
    so the new lap that was left at seat 2 is a fault of its own."""
    expect(
        THREE_OF_THEM
        + """
        bet 2 5
        call 3 3     # *
        call 1 5
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        show 1 Ks Kh 9d 4c 3s
        win 3 19
        """,
        ("amount.call", "B3", "*", 3, 5, 3),
        ("turn.missing", "C9", None, 2, None, None),
    )


def test_after_a_missing_action_all_the_rest_is_one_fault() -> None:
    """C8 (b), P9: seat 1 never acts and has given up; that seat 2 bids twice more is no finding."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        all deal ??
        all enter 1
        all draw
        bet 2 5
        raise 2 5
        raise 2 5
        win 2 19
        """,
        ("turn.missing", "C8", None, 1, None, None),
    )


def test_early_call_is_used_up_by_one_lap() -> None:
    """C8 (a): seat 4 was passed over once for his early call; in the new lap he is asked like all others."""
    expect(
        FOUR_OF_THEM.replace("deal 1 ??", "deal 1 Js Jh Td 5c 2s")
        + """
        bet 2 5
        call 4 5     # *
        call 3 5
        call 1 5
        fold 2
        fold 3
        open 4 0
        show 4 Qs Qh 9c 4d 3h
        show 1 Js Jh Td 5c 2s
        win 4 28
        """,
        ("turn.order", "C8", "*", 4, 3, 4),
    )


def test_two_early_calls_before_a_raise() -> None:
    """C8 (a), B3: seats 4 and 1 both call before seat 3, who then raises: both have their turns again."""
    expect(
        FOUR_OF_THEM
        + """
        bet 2 5
        call 4 5     # *
        call 1 5     # **
        raise 3 10
        call 4 5
        fold 1
        fold 2
        open 3 0
        show 3 Ks Kh 9d 4c 3s
        show 4 Qs Qh 9c 4d 3h
        win 3 38
        """,
        ("turn.order", "C8", "*", 4, 3, 4),
        ("turn.order", "C8", "**", 1, 3, 1),
    )


def test_who_was_missing_and_came_back_is_waited_for() -> None:
    """C8 (b), B4: seat 3 acts only after seat 1 has acted twice: his turn was missing. After his call he is in like all
    others, and the raise after it is his to answer."""
    expect(
        THREE_OF_THEM.replace("dealer 1", "dealer 1 multiway=show_all")
        + """
        bet 2 5
        raise 1 10
        raise 2 10
        raise 1 10   # *
        call 3 20
        raise 2 10
        call 3 5
        raise 1 20
        call 2 15
        call 3 15
        show 2 Qs Qh 9c 4d 3h
        show 3 Js Jh Jd 5c 2s
        show 1 Ks Kh 9d 4c 3s
        win 3 126
        """,
        ("turn.order", "C8", "*", 1, 3, 1),
        ("turn.missing", "C8", None, 3, None, None),
    )


def test_bid_after_an_unlawful_open() -> None:
    """C9: the open of seat 3 counts as a call, and a further bid follows; that the bidding is then left is a fault of
    its own."""
    expect(
        FOUR_OF_THEM
        + """
        bet 2 5
        open 3 5     # *
        call 4 5
        show 2 ??
        show 3 Ks Kh 9d 4c 3s
        show 4 Qs Qh 9c 4d 3h
        win 3 23
        """,
        ("turn.action", "B5", "*", 3, None, "open"),
        ("turn.missing", "C9", None, 1, None, None),
        unproved=["unknown cards of seat 2"],
    )


def test_missing_line_of_giving_up_when_level() -> None:
    """C9: seats 2 and 3 are level; the log goes on with the pot to seat 3 unshown: only the line by which seat 2 gave
    up is missing, and nobody had to show."""
    expect(
        THREE_OF_THEM
        + """
        bet 2 5
        call 3 5
        fold 1
        win 3 16
        """,
        ("turn.missing", "C9", None, 2, None, None),
    )


def test_who_was_due_and_level_need_not_show() -> None:
    """C9: three are level and the new lap is left at seat 2; his missing show is the same fault as his missing action,
    and he meets the two others in the showdown."""
    expect(
        THREE_OF_THEM
        + """
        bet 2 5
        call 3 5
        call 1 5
        show 3 Js Jh Jd 5c 2s
        show 1 Ks Kh 9d 4c 3s
        win 3 21
        """,
        ("turn.missing", "C9", None, 2, None, None),
    )


def test_verbs_that_are_not_open() -> None:
    """B2–B5, P10: what is open depends on whether anybody bet, on what is owed and on how many are in."""
    end = "\nwin 2 {}"
    for lines, seat, verb, rule in (
        ("call 2 5  # *\nfold 3\nfold 1" + end.format(11), 2, "call", "B2"),
        ("raise 2 5  # *\nfold 3\nfold 1" + end.format(11), 2, "raise", "B2"),
        ("bet 2 5\nbet 3 5  # *\nfold 1\nfold 2\nwin 3 16", 3, "bet", "B3"),
        ("bet 2 5\nfold 3\nbet 1 5  # *\nfold 2\nwin 1 16", 1, "bet", "B3"),
        ("bet 2 5\ncall 3 5\ncall 1 5\nraise 2 5  # *\nfold 3\nfold 1" + end.format(26), 2, "raise", "B4"),
        ("bet 2 5\ncall 3 5\ncall 1 5\ncall 2 0  # *\nfold 3\nfold 1" + end.format(21), 2, "call", "B4"),
        ("bet 2 5\ncall 3 5\nfold 1\nbet 2 5  # *\nfold 3" + end.format(21), 2, "bet", "B5"),
        ("bet 2 5\ncall 3 5\nfold 1\ncall 2 0  # *\nfold 3" + end.format(16), 2, "call", "B5"),
        ("check 2  # *\nfold 3\nfold 1" + end.format(6), 2, "check", "B2"),
    ):
        expect(THREE_OF_THEM + lines, ("turn.action", rule, "*", seat, None, verb))


def test_alone_against_one_who_is_all_in() -> None:
    """P10: seat 2 is all-in; seat 3, the only one who can act, may call or give up, but not raise or open."""
    for verb, chips in (("raise", 20), ("open", 8)):
        expect(
            f"""
            hand poker dealer 1 all_in=side_pots
            players 1:100 2:10 3:100
            all ante 1
            deal 2 Qs Qh 9c 4d 3h
            deal 3 Ks Kh 9d 4c 3s
            deal 1 ??
            enter 2 1
            enter 3 1
            decline 1
            draw 2
            draw 3
            bet 2 8
            {verb} 3 {chips}  # *
            show 2 Qs Qh 9c 4d 3h
            show 3 Ks Kh 9d 4c 3s
            win 3 {13 + chips}
            """,
            ("turn.action", "P10", "*", 3, None, verb),
        )


def test_past_the_end_of_which_bidding() -> None:
    """B4, B6, P9, C8: an action after the end cites the rule by which the bidding had ended."""
    expect(
        THREE_OF_THEM.replace("dealer 1", "dealer 1 multiway=show_all")
        + """
        bet 2 5
        call 3 5
        call 1 5
        bet 2 5      # *
        win 3 26
        """,
        ("turn.order", "B4", "*", 2, None, 2),
    )
    expect(
        THREE_OF_THEM + "bet 2 5\nfold 3\nfold 1\nraise 2 5  # *\nwin 2 16",
        ("turn.order", "P9", "*", 2, None, 2),
    )
    expect(
        """
        hand pok dealer 2 circle=0 loser_pays=0
        players 1 2
        deal 1 Kh Ks Qh Js Ad Jd
        deal 2 Kd Kc As Qc Qs Jc
        trump Jh
        bidding pok
        bet 1 5
        pass 2
        raise 1 5    # *
        win 1 pool pok 10
        bidding sequence
        all pass
        play 2 Jc
        play 2 Qc
        play 2 Kc
        play 2 Qs
        play 1 Ks
        play 2 As
        play 2 Kd
        """,
        ("turn.order", "B6", "*", 1, None, 1),
    )


def test_out_of_the_hand_or_never_in() -> None:
    """B7, C8: who gave up acts again, and who never entered acts at all: turn.order alone, and he stays out."""
    expect(
        THREE_OF_THEM + "bet 2 5\nfold 3\ncall 3 5  # *\nfold 1\nwin 2 16",
        ("turn.order", "B7", "*", 3, 1, 3),
    )


@pytest.mark.parametrize(
    ("bids", "end", "seat"),
    [
        ("bet 2 5\nraise 1 9", "show 2 Qs Qh 9c 4d 3h\nshow 1 Ks Kh 9d 4c 3s\nwin 1 18", 2),
        ("bet 2 5", "win 2 9", 1),
        ("bet 2 5", "muck 1\nshow 2 Qs Qh 9c 4d 3h\nwin 2 9", 1),
        ("bet 2 5\nraise 1 9\nraise 2 8", "win 2 26", 1),
        ("bet 2 5\nraise 1 9\nraise 2 8", "win 1 26", 1),
    ],
)
def test_bidding_of_two_left_with_a_debt(bids: str, end: str, seat: int) -> None:
    """C9: with two in, who owes when the log leaves the bidding is the one whose line is missing, though all that he
    did was right; who shows, mucks or is paid has not given up by it."""
    text = f"""
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Qs Qh 9c 4d 3h
        deal 1 Ks Kh 9d 4c 3s
        all enter 1
        all draw
        {bids}
        {end}
        """
    expect(text, ("turn.missing", "C9", None, seat, None, None))


@pytest.mark.parametrize(
    ("head", "bids", "rule"),
    [
        ("", "bet 2 5\ncall 3 5\nfold 1\nopen 2 0\nbet 3 5  # *\nbet 2 5", "B5"),
        ("multiway=show_all", "bet 2 5\ncall 3 5\ncall 1 5\nbet 2 5  # *\nbet 3 5", "B4"),
        ("", "bet 2 5\nfold 3\nfold 1\nbet 2 5  # *\nfold 2", "P9"),
        ("multiway=show_all", "bet 2 5\nfold 3\nfold 1\nbet 2 5  # *", "P9"),
        ("", "fold 2\nfold 3\nbet 1 5  # *", "P9"),
    ],
)
def test_bid_after_the_end_of_a_bidding(head: str, bids: str, rule: str) -> None:
    """C8: what follows the end is one finding, of the rule that ended the bidding: the open (B5), all level who show
    (B4), or that one alone is left (P9), who wins though nobody bet (B6)."""
    seat = next(int(line.split()[1]) for line in bids.splitlines() if "*" in line)
    total = 6 + sum(int(line.split()[2]) for line in bids.splitlines() if line.split()[0] in ("bet", "call"))
    if rule == "P9":
        end = f"win {seat} {total}"
    else:
        shows = ["show 2 Qs Qh 9c 4d 3h", "show 3 Js Jh Jd 5c 2s", "show 1 Ks Kh 9d 4c 3s"]
        end = "\n".join([*shows[: 2 if rule == "B5" else 3], f"win 3 {total}"])
    found: Found = ("turn.order", rule, "*", seat, None, seat)
    expect(f"{THREE_OF_THEM.replace('dealer 1', f'dealer 1 {head}')}{bids}\n{end}", found)


@pytest.mark.parametrize(
    ("head", "stacks", "bids", "rule"),
    [
        ("min_bet=4", "1:9 2:90 3:90", "bet 2 4\ncall 3 4\ncall 1 4\nbet 2 4  # *", "B4"),
        ("all_in=side_pots", "1:90 2:4 3:4", "bet 2 2\ncall 3 2\ncall 1 2\nbet 1 4  # *", "P10"),
    ],
)
def test_bid_after_all_three_had_to_show(head: str, stacks: str, bids: str, rule: str) -> None:
    """C8: the rule is that by which all show: one is too poor for a new lap (B4), one alone can still act (P10)."""
    log = THREE_OF_THEM.replace("dealer 1", f"dealer 1 {head}").replace("1:100 2:100 3:100", stacks)
    seat = int(bids.splitlines()[-1].split()[1])
    total = 6 + sum(int(line.split()[2]) for line in bids.splitlines())
    shows = "show 2 Qs Qh 9c 4d 3h\nshow 3 Js Jh Jd 5c 2s\nshow 1 Ks Kh 9d 4c 3s"
    pays = f"win 3 {total}" if rule == "B4" else "win 3 12\nwin 1 4"
    expect(f"{log}{bids}\n{shows}\n{pays}", ("turn.order", rule, "*", seat, None, seat))


@pytest.mark.parametrize(
    ("bids", "shows", "chips", "rule"),
    [
        ("bet 1 3\npass 2\nbet 1 2  # *", "", 5, "B6"),
        ("bet 1 3\nopen 2 3\nbet 1 2  # *", "show 1 Kh Ks Qh Js Ad Jd\nshow 2 Kd Kc As Qc Qs Jc", 8, "B5"),
    ],
)
def test_bid_at_pok_after_the_end_of_a_bidding(bids: str, shows: str, chips: int, rule: str) -> None:
    """C8, B6, B5: the same at pok, where one alone is left or one has opened."""
    text = f"""
        hand pok dealer 2 circle=0 loser_pays=0
        players 1:50 2:50
        deal 1 Kh Ks Qh Js Ad Jd
        deal 2 Kd Kc As Qc Qs Jc
        trump Jh
        bidding pok
        {bids}
        {shows}
        win 1 pool pok {chips}
        bidding sequence
        all pass
        """
    expect(text, ("turn.order", rule, "*", 1, None, 1), ("shed.end", "K16", None, 2, None, None))


@pytest.mark.parametrize("line", ["show 1 Ks Kh 9d 4c 3s", "muck 1"])
def test_show_or_muck_of_one_who_gave_up(line: str) -> None:
    """B7, P8: giving up is final; who gave up neither shows nor mucks, and his hand wins nothing."""
    expect(
        THREE_OF_THEM
        + f"""
        bet 2 5
        call 3 5
        fold 1
        open 2 0
        show 2 Qs Qh 9c 4d 3h
        {line}       # *
        show 3 Js Jh Jd 5c 2s
        win 3 16
        """,
        ("turn.order", "B7", "*", 1, None, 1),
    )
