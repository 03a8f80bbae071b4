"""The play-out of pok (K13–K17), and what is left to judge where a card is not known or not held (C4, C5)."""

import pytest

from tests.replay.hands import Found, expect, replay

HANDS = """
deal 1 Kh Ks Qh Js Ad Jd
deal 2 Kd Kc As Qc Qs Jc
trump Jh
bidding pok
all pass
bidding sequence
all pass
"""
WHOLE = """
play 2 Jc
play 2 Qc
play 2 Kc
play 2 Qs
play 1 Ks
play 2 As
play 2 Kd
"""


def two(plays: str, head: str = "", hands: str = HANDS) -> str:
    """Seat 2 deals and leads; nothing lies on the circles. The ace of clubs is in the pack."""
    return f"hand pok dealer 2 circle=0 {head}\nplayers 1:50 2:50\n{hands}\n{plays}"


# -- K13–K15 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "found"),
    [
        (WHOLE, []),
        (
            "play 1 Ks  # *\nplay 2 As\nplay 2 Jc\nplay 2 Qc\nplay 2 Kc\nplay 2 Kd\nplay 1 Ad\nplay 1 Js\nplay 2 Qs",
            [("shed.play", "K13", "*", 1, 2, 1)],
        ),
        (
            "play 2 Jc\nplay 2 Qc\nplay 2 Kc\nplay 2 Qs\nplay 2 As  # *\nplay 2 Kd",
            [("shed.play", "K13", "*", 2, "Ks", "As")],
        ),
        (
            "play 2 Jc\nplay 2 Qc\nplay 2 Kc\nplay 1 Ks  # *\nplay 2 As\nplay 2 Qs\nplay 2 Kd",
            [("shed.play", "K14", "*", 1, 2, 1)],
        ),
    ],
)
def test_which_card_must_come(plays: str, found: list[Found]) -> None:
    """K13, K14: the dealer leads; the next card of the row must come from whoever holds it; a row ends where the next
    card is in the pack, and its last layer leads."""
    expect(two(f"{plays}\npay 1 to 2 1"), *found)


THREE = """
hand pok dealer 3 circle=0
players 1:50 2:50 3:50
deal 1 Ts Js Qs Ks As Td
deal 2 Jd Qd Kd Ad Th Jh
deal 3 Tc Jc Qc Kc Ac Qh
trump Kh
bidding pok
all pass
bidding sequence
all pass
"""
THREE_PLAYS = """
play 3 Tc
play 3 Jc
play 3 Qc
play 3 Kc
play 3 Ac
play 3 Qh
"""


@pytest.mark.parametrize(
    ("plays", "found"),
    [
        ("play 1 Ts\nplay 1 Js\nplay 1 Qs\nplay 1 Ks\nplay 1 As\nplay 1 Td\npay 2 to 1 1\npay 2 to 3 1", []),
        (
            "play 2 Th  # *\nplay 2 Jh\nplay 1 Ts\nplay 1 Js\nplay 1 Qs\nplay 1 Ks\nplay 1 As\nplay 1 Td\n"
            "pay 2 to 1 1\npay 2 to 3 1",
            [("shed.play", "K15", "*", 2, 1, 2), ("shed.play", "K14", "**", 1, 2, 1)],
        ),
    ],
)
def test_who_leads_after_one_who_has_no_card_left(plays: str, found: list[Found]) -> None:
    """K15: seat 3 laid his last card and the king of hearts is turned: the nearest on his left with cards leads; K14:
    whoever laid the last card of a row leads the next."""
    if found:
        plays = plays.replace("play 1 Ts", "play 1 Ts  # **")
    expect(f"{THREE}{THREE_PLAYS}{plays}", *found)


# -- C4 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("play 7 Ad  # *", ("cards.shown", "K13", "*", 7, None, "Ad")),
        ("play 1 Qc  # *", ("cards.shown", "K13", "*", 1, None, "Qc")),
        ("play 1 2c  # *", ("cards.impossible", "C2", "*", 1, None, "2c")),
        ("play 1 Ac  # *", ("cards.shown", "K13", "*", 1, None, "Ac")),
    ],
)
def test_card_that_he_does_not_hold(line: str, found: Found) -> None:
    """C4, C2: a card of nobody at the table, of another player, of no pack, of the undealt pack: from there on neither
    the rows nor who pays is judged."""
    expect(two(f"play 2 Jc\n{line}\nplay 2 Kd\nplay 1 Js\npay 2 to 1 7"), found)


def test_card_of_another_out_of_unknown_ones() -> None:
    """C4: seat 1, whose cards are unknown, lays the king of seat 2, which he cannot hold."""
    expect(
        two("play 2 Jc\nplay 1 Kd  # *\nplay 1 ??", hands=HANDS.replace("Kh Ks Qh Js Ad Jd", "??"))
        .replace("circle=0", "circle=0 loser_pays=0"),
        ("cards.shown", "K13", "*", 1, None, "Kd"),
    )  # fmt: skip


# -- K16 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "actual"), [("Ad", "Ad"), ("??", "??")])
def test_play_goes_on_after_its_end(card: str, actual: str) -> None:
    """K16: only seat 1 has cards; of what is laid after that the first is a finding, known or not."""
    expect(two(f"{WHOLE}\nplay 1 {card}  # *\nplay 1 Jd\npay 1 to 2 1"), ("shed.end", "K16", "*", 1, None, actual))


@pytest.mark.parametrize(
    ("plays", "seat", "expected"),
    [
        ("", 2, None),
        ("play 2 Jc", 2, "Qc"),
        ("play 2 Jc\nplay 2 Qc\nplay 2 Kc", 2, None),
        ("play 2 Jc\nplay 2 Qc\nplay 2 Kc\nplay 2 Qs", 1, "Ks"),
    ],
)
def test_play_stops_early(plays: str, seat: int, expected: str | None) -> None:
    """K16: both have cards: who had to go on, and with which card where one had to come; who pays is not judged."""
    expect(two(f"{plays}\npay 2 to 1 9"), ("shed.end", "K16", None, seat, expected, None))


def test_card_face_down_and_then_the_play_stops() -> None:
    """C5, K16: which card had to come is not known, but both have cards left, so the play stopped too early."""
    expect(
        two("play 2 ??\nplay 1 Js\npay 2 to 1 9"),
        ("shed.end", "K16", None, None, None, None),
        unproved=["seat 2 played a card that is not known"],
    )


def test_payer_is_known_by_the_number_of_cards() -> None:
    """C5, K17: seat 2 laid his six cards face down, so seat 1 pays; that he does not is a fault whatever they were."""
    plays = "\n".join(["play 2 ??"] * 6)
    for pay, found in (
        ("pay 1 to 2 1", []),
        ("pay 2 to 1 1  # *", [("shed.payout", "K17", "*", 2, 1, 2)]),
    ):
        expect(
            two(f"{plays}\n{pay}"),
            *found,  # type: ignore[arg-type]
            corrections={1: -2, 2: 2} if found else {},
            unproved=["seat 2 played a card that is not known"],
        )


# -- K17 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "pays", "found", "corrections"),
    [
        ("", "pay 1 to 2 1", [], {}),
        ("loser_pays=0", "", [], {}),
        ("loser_pays=3", "pay 1 to 2 3", [], {}),
        ("loser_pays=3", "pay 1 to 2 1\npay 1 to 2 2", [], {}),
        ("loser_pays=2 loser_basis=per_card", "pay 1 to 2 10", [], {}),
        ("", "", [("shed.payout", "K17", None, 1, 1, 0)], {1: -1, 2: 1}),
        ("", "pay 1 to 2 2  # *", [("shed.payout", "K17", "*", 1, 1, 2)], {1: 1, 2: -1}),
        ("", "pay 2 to 1 1  # *", [("shed.payout", "K17", "*", 2, 1, 2)], {1: -2, 2: 2}),
        ("", "pay 1 to 1 5\npay 1 to 2 1", [], {}),
        ("", "pay 1 to 1 1", [("shed.payout", "K17", None, 1, 1, 0)], {1: -1, 2: 1}),
        ("", "pay 2 to 1 0\npay 1 to 2 1", [], {}),
    ],
)
def test_who_pays(head: str, pays: str, found: list[Found], corrections: dict[int, int]) -> None:
    """K17: seat 1 is left with five cards and pays the other; what he pays to himself moves nothing."""
    expect(two(f"{WHOLE}{pays}", head), *found, corrections=corrections)


def test_loser_pays_every_other_player() -> None:
    """K17: seat 2 is left with cards; he pays seats 1 and 3, and all pays of a hand are one step."""
    rest = "play 1 Ts\nplay 1 Js\nplay 1 Qs\nplay 1 Ks\nplay 1 As\nplay 1 Td"
    for pays, found, corrections in (
        ("pay 2 to 3 1\npay 2 to 1 1", (), {}),
        ("pay 2 to 1 1", (("shed.payout", "K17", None, 2, 1, 0),), {2: -1, 3: 1}),
        ("pay 2 to 3 4  # *", (("shed.payout", "K17", None, 2, 1, 0),), {1: 1, 2: 2, 3: -3}),
        ("pay 2 to 3 1\npay 2 to 1 1\npay 2 to 7 1  # *", (("shed.payout", "K17", "*", 2, 0, 1),), {2: 1, 7: -1}),
    ):
        expect(f"{THREE}{THREE_PLAYS}{rest}\n{pays}", *found, corrections=corrections)  # type: ignore[arg-type]


def test_nobody_was_dealt_a_card() -> None:
    """K3, K17, C5: both deals hold no card: two findings, and who was the last with cards nobody can say."""
    expect(
        two("pay 1 to 2 1", hands=HANDS.replace("Kh Ks Qh Js Ad Jd", " # *").replace("Kd Kc As Qc Qs Jc", " # **")),
        ("cards.deal", "K3", "*", 1, 6, 0),
        ("cards.deal", "K3", "**", 2, 6, 0),
        unproved=["who pays at the end of the play-out is not known"],
    )


@pytest.mark.parametrize(
    ("show", "found"),
    [
        ("show 1 Kh Qh Js Ad Jd", []),
        ("show 1 Kh Qh Js Ad ??", []),
        ("show 1 Kh Qh Js Ad Ks  # *", [("cards.shown", "K13", "*", 1, None, "Ks")]),
        ("show 7 Kh", []),
        ("muck 1", []),
    ],
)
def test_show_after_the_play(show: str, found: list[Found]) -> None:
    """LOG_FORMAT: a show is the whole hand as it is then: the king of spades was laid and is his no more."""
    expect(two(f"{WHOLE}pay 1 to 2 1\n{show}"), *found)


def test_of_two_wrong_payments_the_first_round_the_table() -> None:
    """K17: seat 3 pays both others too much; seat 2 sits nearer to the dealer's left than seat 1, the dealer."""
    turned = THREE.replace("dealer 3", "dealer 1")
    for old, new in (("deal 2", "deal x"), ("deal 1", "deal 2"), ("deal 3", "deal 1"), ("deal x", "deal 3")):
        turned = turned.replace(old, new)
    rows = THREE_PLAYS.replace("play 3", "play 1")
    rows += "play 2 Ts\nplay 2 Js\nplay 2 Qs\nplay 2 Ks\nplay 2 As\nplay 2 Td\n"
    expect(
        f"{turned}{rows}pay 3 to 1 3\npay 3 to 2 2  # *",
        ("shed.payout", "K17", "*", 3, 1, 2),
        corrections={1: -2, 2: -1, 3: 3},
    )


@pytest.mark.parametrize("cards", ["Qh Kd Ad Ks As Ac", "Qh Ad Kd As Ks Ac", "Kd Ad Qh Ks As Ac"])
def test_rows_that_no_hidden_card_can_go_on(cards: str) -> None:
    """C5, K14: seat 1's cards are unknown, but the king of hearts is turned, the aces were played or are seat 2's own:
    no card of seat 1 was due."""
    hidden = HANDS.replace("Kh Ks Qh Js Ad Jd", "??").replace("Kd Kc As Qc Qs Jc", "Qh Kd Ad Ks As Ac")
    lines = "\n".join(f"play 2 {card}" for card in cards.split())
    expect(two(f"{lines}\npay 1 to 2 1", hands=hidden.replace("trump Jh", "trump Kh")))


def test_row_that_a_hidden_card_may_go_on() -> None:
    """C5, K14: after the jack of clubs its queen may be in seat 1's hand, of which nothing is known."""
    hidden = HANDS.replace("Kh Ks Qh Js Ad Jd", "??").replace("Kd Kc As Qc Qs Jc", "Qh Kd Ad Ks As Jc")
    lines = "\n".join(f"play 2 {card}" for card in ("Jc", "Qh", "Kd", "Ad", "Ks", "As"))
    expect(
        two(f"{lines}\npay 1 to 2 1", hands=hidden.replace("trump Jh", "trump Kh")),
        unproved=["where the queen of clubs was when the row stopped is not known"],
    )


@pytest.mark.parametrize(
    ("plays", "message"),
    [
        ("play 2 Jc", "seat 2 had to go on with the queen of clubs."),
        ("play 2 Jc\nplay 2 Qc\nplay 2 Kc", "seat 2 had to go on with a lead."),
        ("play 2 ??", "it had to go on."),
    ],
)
def test_words_for_a_play_that_stopped(plays: str, message: str) -> None:
    """K16: what had to come is said as far as it is known: the card of the row, a lead, or only that it goes on."""
    (finding,) = replay(two(plays)).findings
    assert finding.message == f"The play stopped while 2 players had cards; {message}"


def test_his_last_card_face_down_is_known() -> None:
    """C5: seat 2 has no other card than the king of diamonds when he lays one face down, so the play-out is proved."""
    expect(two(WHOLE.replace("play 2 Kd", "play 2 ??") + "pay 1 to 2 1"))


@pytest.mark.parametrize(
    ("card", "found"),
    [
        ("Kc", ("cards.shown", "K13", "*", 1, None, "Kc")),
        ("3c", ("cards.impossible", "C2", "*", 1, None, "3c")),
        ("Ac", ("cards.shown", "K13", "*", 1, None, "Ac")),
        ("Kh", None),
        ("??", None),
    ],
)
def test_card_that_he_cannot_hold_after_one_face_down(card: str, found: Found | None) -> None:
    """C4, C5: seat 2 laid a card face down, so nobody knows what had to come; but seat 1 does not hold another's card,
    nor one that the pack does not have, whatever that was. His own may have been right."""
    expect(
        two(f"play 2 ??\nplay 1 {card}  # *\nplay 1 Js"),
        *([found] if found else []),
        *([] if found else [("shed.end", "K16", None, None, None, None)]),
        unproved=["seat 2 played a card that is not known"],
    )


def test_hidden_hand_after_a_card_face_down() -> None:
    """C4, C5: seat 1's cards are not known, so he may lay any that was not seen, but none of seat 2's; and once all
    six of them are seen no other."""
    hidden = HANDS.replace("Kh Ks Qh Js Ad Jd", "??")
    for lays, found in (
        ("Kh", []),
        ("Kd", [("cards.shown", "K13", "*", 1, None, "Kd")]),
    ):
        expect(
            two(f"play 2 ??\nplay 1 {lays}  # *", hands=hidden),
            *found or [("shed.end", "K16", None, None, None, None)],  # type: ignore[arg-type]
            unproved=["seat 2 played a card that is not known"],
        )
