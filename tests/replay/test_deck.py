"""The logged pack (F1): every card that comes off it is the next one, and one fault in it is one finding."""

import pytest

from tests.replay.hands import Found, expect, pack, pok_pack, replay

POKER_PACK = pack("Qs", "Ks", "Qh", "Kh", "9c", "9d", "4d", "4c", "3h", "3s", "7d", "8d", "2c", "2d")
END = """
bet 2 1
open 1 1
show 2 {two}
show 1 {one}
win 1 6
"""


def poker(two: str, one: str, draws: str, end: str, deck: str = POKER_PACK) -> str:
    """Two players with 52 cards; seat 1 is dealt kings, seat 2 queens."""
    return f"""
        hand poker dealer 1 deck=52
        players 1:100 2:100
        {deck}
        all ante 1
        deal 2 {two}
        deal 1 {one}
        all enter 1
        {draws}
        {end}
        """


def test_pack_dealt_by_place_and_drawn_in_order() -> None:
    """F1, P3: card i of the seat k-th from the dealer's left of n is deck[i·n + k]; then the draws, card after card."""
    expect(
        poker(
            "Qs Qh 9c 4d 3h  # *", "Ks Kh 9d 4c 3s", "draw 2 throws 4d 3h gets 7d 8d\ndraw 1 throws 3s gets 2c",
            END.format(two="Qs Qh 9c 7d 8d", one="Ks Kh 9d 4c 2c"),
        )
    )  # fmt: skip


def test_unknown_cards_are_those_of_the_pack() -> None:
    """F1, C5: no card is in the log but the pack is: the kings have won, and the queens cannot be paid."""
    for winner, found in ((1, []), (2, [("pot.winner", "P22", "*", 2, {"1": 6}, {"2": 6})])):
        expect(
            poker("??", "??", "draw 2 throws 4d 3h gets ?? ??\ndraw 1", f"""
                bet 2 1
                open 1 1
                show 2 ??
                show 1 ??
                win {winner} 6  # *
                """),
            *found,  # type: ignore[arg-type]
            corrections={1: 6, 2: -6} if winner == 2 else {},
        )  # fmt: skip


def test_some_unknown_cards_are_those_of_the_pack() -> None:
    """F1, C5: of a deal and a draw one card each is not in the log; with those of the pack the kings have won."""
    for winner, found in ((1, []), (2, [("pot.winner", "P22", "*", 2, {"1": 6}, {"2": 6})])):
        expect(
            poker("Qs ?? 9c 4d 3h", "Ks Kh ?? 4c 3s", "draw 2 throws 4d 3h gets 7d ??\ndraw 1 throws 9d gets 2c", f"""
                bet 2 1
                open 1 1
                show 2 ??
                show 1 ??
                win {winner} 6  # *
                """),
            *found,  # type: ignore[arg-type]
            corrections={1: 6, 2: -6} if winner == 2 else {},
        )  # fmt: skip


def test_other_card_dealt_than_the_pack_has_there() -> None:
    """F1: the fifth card of seat 2 is the three of hearts; the log says the two of hearts."""
    expect(
        poker("Qs Qh 9c 4d 2h  # *", "Ks Kh 9d 4c 3s", "all draw",
              END.format(two="Qs Qh 9c 4d 2h", one="Ks Kh 9d 4c 3s")),
        ("cards.deck", "F1", "*", 2, "3h", "2h"),
    )  # fmt: skip


@pytest.mark.parametrize("then", ["7d", "2c"])
def test_after_a_wrong_card_all_stays_possible(then: str) -> None:
    """F1: seat 2 drew the eight where the seven was next. It was taken from below (the seven is still next), or the
    seven was left out (the two is next): what comes then is no second fault."""
    expect(
        poker("Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", f"draw 2 throws 3h gets 8d  # *\ndraw 1 throws 3s gets {then}",
              END.format(two="Qs Qh 9c 4d 8d", one=f"Ks Kh 9d 4c {then}")),
        ("cards.deck", "F1", "*", 2, "7d", "8d"),
    )  # fmt: skip


def test_wrong_card_may_be_written_down_wrong() -> None:
    """F1: the log has the two of hearts, which lies far below, in the place of the seven; the eight is next."""
    expect(
        poker("Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", "draw 2 throws 3h gets 2h  # *\ndraw 1 throws 3s gets 8d",
              END.format(two="Qs Qh 9c 4d 2h", one="Ks Kh 9d 4c 8d")),
        ("cards.deck", "F1", "*", 2, "7d", "2h"),
    )  # fmt: skip


def test_second_wrong_card_after_a_first() -> None:
    """F1: whatever became of the seven, the jack of clubs cannot be the next card: a fault of its own."""
    expect(
        poker("Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", "draw 2 throws 3h gets 8d  # *\ndraw 1 throws 3s gets Jc  # **",
              END.format(two="Qs Qh 9c 4d 8d", one="Ks Kh 9d 4c Jc")),
        ("cards.deck", "F1", "*", 2, "7d", "8d"),
        ("cards.deck", "F1", "**", 1, "8d", "Jc"),
    )  # fmt: skip


def test_pack_with_unknown_cards() -> None:
    """F1: a card of the pack that is not known may be any that stands nowhere else in it; the one after it is the
    eight. Where only one card stands nowhere else, that is the one."""
    jack = POKER_PACK.replace("7d", "??", 1).replace("Jc", "??", 1)
    only = POKER_PACK.replace("7d", "??", 1)
    for deck, first, second, found in (
        (jack, "Jc", "8d", []),
        (jack, "Jc", "2c", [("cards.deck", "F1", "*", 1, "8d", "2c")]),
        (jack, "Th", "8d", [("cards.deck", "F1", "**", 2, None, "Th")]),
        (only, "7d", "8d", []),
        (only, "Jc", "8d", [("cards.deck", "F1", "**", 2, "7d", "Jc")]),
    ):
        expect(
            poker("Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s",
                  f"draw 2 throws 3h gets {first}  # **\ndraw 1 throws 3s gets {second}  # *",
                  END.format(two=f"Qs Qh 9c 4d {first}", one=f"Ks Kh 9d 4c {second}"), deck),
            *found,  # type: ignore[arg-type]
        )  # fmt: skip


def test_the_one_card_that_a_pack_lacks_is_its_unknown_one() -> None:
    """F1, C5: neither log nor pack has the fifth card of seat 2, but no other card is left to be it."""
    expect(
        poker("Qs Qh 9c 4d ??", "Ks Kh 9d 4c 3s", "draw 2\ndraw 1", END.format(two="??", one="??"),
              POKER_PACK.replace("3h", "??", 1))
    )  # fmt: skip


def test_unknown_cards_after_a_wrong_one_are_not_told_by_the_pack() -> None:
    """F1, C5: after a wrong card the pack may lie in more than one way; what it would tell is not known any more. Here
    the burn may have come off without a line, so the banker's card of seat 3 may be the nine or the queen."""
    for outcome in ("win 3 2", "lose 3 1"):
        expect(
            f"""
            hand stitch dealer 1 opening bank=40 bank_start=20
            players 1:10 2:40 3:40
            {pack("2c", "3c", "4c", "5c", "6c", "Kc", "8d", "Kd", "9d", "Qc", "Th")}
            deal 2 2c 4c 6c
            deal 3 3c 5c Kc
            stake 2 1
            turn ??
            show 2 2c 4c 6c
            lose 2 1
            stake 3 1
            burn ??
            turn ??
            show 3 3c 5c Kc
            {outcome}
            """,
            ("turn.missing", "S5", None, 2, None, None),
            unproved=["whether seat 3 won"],
        )


def test_a_wrong_deal_tells_no_unknown_card() -> None:
    """F1, C5: a card of seat 2 does not stand at its place, so the places of seat 1 tell nothing of his hand."""
    expect(
        poker("Qs Qh 9c 4d 2h  # *", "??", "draw 2\ndraw 1", END.format(two="Qs Qh 9c 4d 2h", one="??")),
        ("cards.deck", "F1", "*", 2, "3h", "2h"),
        unproved=["unknown cards of seat 1"],
    )


@pytest.mark.parametrize("deck", [POKER_PACK.removesuffix(" Ah"), POKER_PACK.replace("7d", "8d"), POKER_PACK + " Xx"])
def test_pack_of_another_game(deck: str) -> None:
    """F1: a card too few, a card twice, a joker too many: the pack is wrong as a whole and is not used."""
    expect(
        poker("Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", "draw 2 throws 3h gets Jc\ndraw 1",
              END.format(two="Qs Qh 9c 4d Jc", one="Ks Kh 9d 4c 3s"), deck),
        ("cards.deck", "F1", None, None, None, None),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("draw", "found"),
    [
        ("draw 2 throws 3h gets Ks", ("cards.impossible", "C2", "*", 2, None, "Ks")),
        ("draw 2 throws 3h gets 7d 8d", ("cards.draw", "P6", "*", 2, 1, 2)),
        ("draw 2 throws 3h gets 8d 2d", ("cards.draw", "P6", "*", 2, 1, 2)),
        ("draw 2 throws Ah gets 7d", ("cards.draw", "P6", "*", 2, None, "Ah")),
        ("draw 2 throws Ah gets 8d", ("cards.draw", "P6", "*", 2, None, "Ah")),
    ],
)
def test_one_fault_of_a_draw_off_the_pack_is_one_finding(draw: str, found: Found) -> None:
    """F1, C2, P6: another's card that is drawn is impossible, one too many or a thrown card that was not held is
    `cards.draw`, be it the next card of the pack or not."""
    text = poker("Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", f"{draw}  # *\ndraw 1", "bet 2 1\nfold 1\nwin 2 5")
    expect(text, found)


@pytest.mark.parametrize("card", ["7d", "8d", "2h", "3c"])
def test_a_draw_that_is_not_in_the_log_took_up_to_five_cards(card: str) -> None:
    """F1, C8: seat 2's draw is missing, and nobody knows how many cards came off for it: the next player's card may be
    one of the six that may have followed, and only one behind them is a second fault."""
    text = poker("Qs Qh 9c 4d 3h", "Ks Kh 9d 4c 3s", f"draw 1 throws 3s gets {card}  # *", "bet 2 1\nfold 1\nwin 2 5")
    found: list[Found] = [("turn.missing", "C8", None, 2, None, None)]
    if card == "3c":
        found.insert(0, ("cards.deck", "F1", "*", 1, "7d", "3c"))
    expect(text, *found)


def test_card_that_only_the_pack_tells_was_seen() -> None:
    """F1, C2: no card was written down, but the pack says that seat 2 was dealt the queen of spades: seat 1 cannot draw
    it."""
    for card, found in (("7d", []), ("Qs", [("cards.impossible", "C2", "*", 1, None, "Qs")])):
        text = poker("??", "??", f"draw 2\ndraw 1 throws ?? gets {card}  # *", "bet 2 1\nfold 1\nwin 2 5")
        expect(text, *found)  # type: ignore[arg-type]


def stitch(lines: str) -> str:
    """A banker and one player, who is dealt the first three cards; his burn is the next and then his banker's card."""
    return f"""
        hand stitch dealer 1
        players 1:100 2:100
        {pack("Qs", "5d", "6d", "7c", "Ks", "8c", "9c")}
        bank 1 20
        deal 2 Qs 5d 6d
        stake 2 5
        {lines}
        show 2 Qs 5d 6d
        lose 2 5
        """


def test_burn_and_turn_off_the_pack() -> None:
    """F1, S5: the card after the deal is burned, and the one after it is the banker's card."""
    expect(stitch("burn 7c\nturn Ks"))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("burn Qs  # *\nturn Ks", ("cards.impossible", "C2", "*", 2, None, "Qs")),
        ("burn 8c  # *\nturn Ks", ("cards.deck", "F1", "*", None, "7c", "8c")),
        ("burn 7c\nturn 8c  # *", ("cards.deck", "F1", "*", None, "Ks", "8c")),
        ("turn Ks", ("turn.missing", "S5", None, 2, None, None)),
        ("turn 7c", ("turn.missing", "S5", None, 2, None, None)),
        ("burn 7c 8c  # *\nturn Ks", ("cards.deal", "S5", "*", 2, 1, 2)),
        ("burn 7c Ks  # *\nturn 8c", ("cards.deal", "S5", "*", 2, 1, 2)),
    ],
)
def test_one_fault_off_the_pack_is_one_finding(lines: str, found: Found) -> None:
    """F1, C2, S5: a dealt card that is burned is impossible; another than the next is `cards.deck`; after a missing
    burn either card may be turned; two burned at once are `cards.deal`. Seat 2 loses each time."""
    expect(stitch(lines), found)


def test_packets_stand_as_dealt() -> None:
    """F1, K3, K4: at pok packet after packet comes off the pack in the order of the log, then the turned card."""
    for turned, found in (("Jh", []), ("Ah", [("cards.deck", "F1", "*", None, "Jh", "Ah")])):
        expect(
            f"""
            hand pok dealer 2 circle=0 loser_pays=0
            players 1 2
            {pok_pack(2, "Kh", "Ks", "Kd", "Kc", "As", "Qh", "Js", "Ad", "Jd", "Qc", "Qs", "Jc", "Jh")}
            deal 1 Kh Ks
            deal 2 Kd Kc As
            deal 1 Qh Js Ad Jd
            deal 2 Qc Qs Jc
            trump {turned}  # *
            bidding pok
            all pass
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
            *found,  # type: ignore[arg-type]
        )


@pytest.mark.parametrize(
    ("packet", "trump", "found"),
    [
        ("deal 1 Kh Ks", "Kd  # *", ("cards.impossible", "C2", "*", None, None, "Kd")),
        ("deal 1 Kh Ks", "Jh Ac  # *", ("cards.deal", "K4", "*", None, 1, 2)),
        ("deal 1 Kh Ks", "Jh Qd  # *", ("cards.deal", "K4", "*", None, 1, 2)),
        ("deal 1 Kh Ts  # *", "Jh", ("cards.impossible", "C2", "*", 1, None, "Ts")),
    ],
)
def test_one_fault_off_the_pack_of_pok_is_one_finding(packet: str, trump: str, found: Found) -> None:
    """F1, C2, K3, K4: a turned card that was dealt is impossible, a second turned card is `cards.deal`, whether they
    are the next of the pack or not; so is a card that the pack of two players does not hold."""
    text = f"""
        hand pok dealer 2 circle=0 loser_pays=0
        players 1 2
        {pok_pack(2, "Kh", "Ks", "Kd", "Kc", "As", "Qh", "Js", "Ad", "Jd", "Qc", "Qs", "Jc", "Jh", "Ac")}
        {packet}
        deal 2 Kd Kc As
        deal 1 Qh Js Ad Jd
        deal 2 Qc Qs Jc
        trump {trump}
        bidding pok
        all pass
        bidding sequence
        all pass
        """
    expect(text, found, ("shed.end", "K16", None, 2, None, None))


@pytest.mark.parametrize("second", ["Qc Qs Jc", "Qc Qs Ac  # **"])
def test_packets_that_are_not_the_next(second: str) -> None:
    """F1, K3: the third packet is not the next of the pack, and that is the finding of seat 1's deal; another of seat 2
    is a finding of its own."""
    text = f"""
        hand pok dealer 2 circle=0 loser_pays=0
        players 1 2
        {pok_pack(2, "Kh", "Ks", "Kd", "Kc", "As", "Qh", "Js", "Ad", "Jd", "Qc", "Qs", "Jc", "Jh", "Ac", "Qd", "Ah")}
        deal 1 Kh Ks
        deal 2 Kd Kc As
        deal 1 Qh Js Ah  # *
        deal 1 Jd
        deal 2 {second}
        trump Jh
        bidding pok
        all pass
        bidding sequence
        all pass
        """
    other: list[Found] = [("cards.deck", "F1", "**", 2, "Jc", "Ac")] if "*" in second else []
    expect(text, ("cards.deck", "F1", "*", 1, "Ad", "Ah"), *other, ("shed.end", "K16", None, 2, None, None))


def test_two_wrong_packets_of_one_seat() -> None:
    """F1, K3: both packets of seat 1 are not the next ones: his deal is one step, and one finding."""
    text = f"""
        hand pok dealer 2 circle=0 loser_pays=0
        players 1 2
        {pok_pack(2, "Kh", "Ks", "Kd", "Kc", "As", "Qh", "Js", "Ad", "Jd", "Qc", "Qs", "Jc", "Jh", "Ac", "Qd", "Ah")}
        deal 2 Kh Ks As
        deal 1 Kd Qd  # *
        deal 2 Qc Qs Jc
        deal 1 Kc Ah Js Ad
        trump Jh
        bidding pok
        all pass
        bidding sequence
        all pass
        """
    codes = [(f.code, f.seat) for f in replay(text).findings]
    assert codes.count(("cards.deck", 1)) == 1


def test_card_that_only_the_pack_tells_was_burned() -> None:
    """F1, C5, S6: seat 2's third card is known to nobody, but by the pack the ace of spades was burned for him: nothing
    that he may hold beats the king, so he has lost."""
    for result, found, corrections in (
        ("lose 2 5", [], {}),
        ("win 2 10", [("bank.result", "S6", "*", 2, "lose", "win")], {2: -15}),
    ):
        text = f"""
            hand stitch dealer 1
            players 1:100 2:100
            {pack("Qs", "5d", "??", "As", "Ks").replace(" 6d", "")}
            bank 1 20
            deal 2 Qs 5d ??
            stake 2 5
            burn ??
            turn Ks
            show 2 Qs 5d ??
            {result}  # *
            """
        expect(text, *found, corrections=corrections)  # type: ignore[arg-type]


def test_a_packet_written_twice_is_not_held_twice() -> None:
    """C2, K3: the first packet of seat 2 stands there twice; he has two kings all the same, as seat 1 has, who wins."""
    expect(
        """
        hand pok dealer 2 circle=0 loser_pays=0
        players 1:50 2:50
        deal 1 Kh Ks Qh
        deal 2 Kd Kc As
        deal 2 Kd Kc As  # *
        deal 1 Js Ad Jd
        deal 2 Qc Qs Jc
        trump Jh
        bidding pok
        bet 1 1
        open 2 1
        show 1 Kh Ks Qh Js Ad Jd
        show 2 Kd Kc As Qc Qs Jc
        win 1 pool pok 2
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
        ("cards.impossible", "C2", "*", 2, None, "Kc"),
    )


def test_a_part_of_a_hand_written_twice_is_not_held_twice() -> None:
    """C2, P3: two cards of seat 1 stand there twice; his hand is the five cards, and he has lost."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100
        all ante 1
        deal 2 Ks Kh 9d 4c 3s
        deal 1 2c 3c
        deal 1 2c 3c  # *
        deal 1 4d 5h 9h
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 Ks Kh 9d 4c 3s
        show 1 2c 3c 4d 5h 9h
        win 2 6
        """,
        ("cards.impossible", "C2", "*", 1, None, "2c"),
    )
