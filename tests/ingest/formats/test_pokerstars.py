"""PokerStars text to hands: every kind of line is read; what is not understood refuses its hand, by its line."""

import json
import re
from typing import Any

import pytest

from ingest.decode import decode_line
from ingest.formats import pokerstars_lines
from ingest.formats.pokerstars import HandPlace, Refusal, hand_record
from ingest.formats.pokerstars_header import ZONES, Header, Money, TableLine, read_header, read_table_line
from ingest.reasons import REJECT_CODES
from ingest.records import Hand
from tests.both_ways import replay_hand
from tests.ingest.formats.texts import (
    CANCELLED,
    LIMIT,
    MUCKED,
    OLD_STYLE,
    PLAY_MONEY,
    SIDE_POTS,
    TOURNAMENT,
    VERIFIED,
    changed,
    lines_of,
)  # fmt: skip

PLACE = HandPlace("a sitting", 7)


def record_of(text: str) -> dict[str, Any]:
    """The record of a hand."""
    return hand_record(lines_of(text), PLACE)


def hand_of(text: str) -> Hand:
    """The hand, as a line of our log would give it."""
    hand = decode_line(json.dumps(record_of(text)).encode())
    assert isinstance(hand, Hand), hand
    return hand


def refusal(text: str) -> tuple[str, str]:
    """Why a hand is refused: the code, and the line."""
    with pytest.raises(Refusal) as refused:
        record_of(text)
    assert refused.value.code in REJECT_CODES
    return refused.value.code, lines_of(text)[refused.value.place].strip()


def actions_of(text: str, *verbs: str) -> list[dict[str, Any]]:
    """The actions of a hand with these verbs."""
    return [action for action in record_of(text)["actions"] if action["action"] in verbs]


# -- what is read ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VERIFIED)
def test_every_hand_is_verified(name: str) -> None:
    """A right hand is well-formed in our format, and the engine finds nothing against it or its claims."""
    result = replay_hand(hand_of(VERIFIED[name]))
    assert (result.verdict, result.findings, result.incomplete_because) == ("verified", (), ())


def test_the_hands_hold_every_kind_of_line() -> None:
    """No pattern of the format is without a line in these tests."""
    lines = [line.rstrip() for text in (*VERIFIED.values(), CANCELLED) for line in lines_of(text)]
    lines += ["Jo re-buys and receives 1500 chips for $1.00", "Jo takes the add-on and receives 2000 chips for $1",
              "Jo adds 500 chips (1 stack(s) of 500 chips). Jo has 2 stack(s) remaining.", "Hand reshuffled",
              "Jo wins the tournament and receives $5.00 - congratulations!", "Jo wins an entry to tournament #12",
              "Jo will be allowed to play after the button"]  # fmt: skip
    used = "\n".join(lines)
    for kind, pattern in pokerstars_lines._ACTIONS.items():
        assert re.search(rf": {pattern}$", used, re.MULTILINE), kind
    for kind, pattern in pokerstars_lines._OUTCOMES.items():
        assert re.search(rf"^Seat [0-9]+: .* {pattern}$", used, re.MULTILINE), kind
    for note in pokerstars_lines._NOTES:
        assert any(note.fullmatch(line) for line in lines), note.pattern
    assert set(pokerstars_lines.SECTIONS) <= set(lines)
    assert pokerstars_lines.CANCELLED in lines


def test_a_hand_of_fixed_limit() -> None:
    """Stakes are the bets; the blinds are the small bet and what was posted; a chip is a cent."""
    record = record_of(LIMIT)
    assert record["rules"] == {
        "profile": "five_card_draw", "limit": "fixed", "ante": 0, "small_blind": 5, "big_blind": 10,
        "all_in": "side_pots", "chip_unit": 1, "small_bet": 10, "big_bet": 20, "max_raises": 3,
    }  # fmt: skip
    assert (record["hand_id"], record["session_id"], record["hand_no"]) == ("pokerstars-900000001", "a sitting", 7)
    assert (record["dealer_seat"], record["started_at"]) == (1, "2010-03-01T20:00:00-05:00")
    assert record["players"][5] == {"seat": 6, "player_id": "Ann", "stack": 100450}
    assert [player["seat"] for player in record["players"]] == [1, 2, 3, 4, 5, 6]


def test_a_hand_of_no_limit() -> None:
    """Stakes are the blinds; there are no fixed bets."""
    rules = record_of(SIDE_POTS)["rules"]
    assert (rules["limit"], rules["small_blind"], rules["big_blind"], rules.get("small_bet")) == ("none", 1, 2, None)


def test_blinds_and_antes() -> None:
    """What is posted stands before the deal; small and big blind of one who comes in are one blind."""
    blinds = [(blind["seat"], blind["amount"]) for blind in actions_of(LIMIT, "blind")]
    assert blinds == [(2, 5), (3, 10), (4, 10), (5, 15)]
    assert [(act["action"], act["amount"]) for act in actions_of(TOURNAMENT, "ante", "blind")] == [
        ("ante", 10), ("ante", 10), ("ante", 10), ("ante", 10), ("blind", 15), ("blind", 100),
    ]  # fmt: skip
    assert record_of(TOURNAMENT)["rules"]["ante"] == 10


def test_a_raise_moves_what_is_missing_to_its_sum() -> None:
    """`raises X to Y` moves Y less what the player has in this round; a dead blind is not of it."""
    assert [(act["seat"], act["amount"]) for act in actions_of(LIMIT, "raise")] == [(4, 10), (5, 20), (1, 40), (1, 40)]


def test_cards_of_the_one_who_logs_and_of_the_others() -> None:
    """The hero's cards are known, the others' are not, until they show."""
    deals = {deal["seat"]: deal["cards"] for deal in actions_of(LIMIT, "deal")}
    assert deals[5] == ["7c", "7d", "7h", "Ks", "2s"]
    assert deals[4] == ["??"] * 5
    assert actions_of(LIMIT, "draw") == [
        {"action": "draw", "seat": 4, "discards": ["??"] * 3, "cards": ["??"] * 3},
        {"action": "draw", "seat": 5, "discards": ["Ks", "2s"], "cards": ["Qd", "3c"]},
        {"action": "draw", "seat": 1, "discards": [], "cards": []},
    ]


def test_all_five_cards_thrown() -> None:
    """Who throws five is dealt five in one pair of brackets."""
    draw = next(act for act in actions_of(TOURNAMENT, "draw") if act["seat"] == 2)
    assert draw["discards"] == ["2c", "3d", "5h", "8s", "Jc"]
    assert draw["cards"] == ["2d", "3h", "5s", "8c", "Jd"]


def test_thrown_cards_that_only_the_kept_ones_tell() -> None:
    """Where the discards are not named, they are the dealt cards less those that were kept."""
    text = changed(LIMIT, "discards 2 cards [Ks 2s]", "discards 2 cards")
    assert sorted(actions_of(text, "draw")[1]["discards"]) == ["2s", "Ks"]


def test_payments_stand_behind_the_shows() -> None:
    """The room pays side pots between the shows; in our log all shows come first, then the rake, then the wins."""
    verbs = [act["action"] for act in record_of(SIDE_POTS)["actions"]]
    assert verbs[-9:] == ["show"] * 4 + ["rake"] + ["win"] * 4
    wins = [(win["seat"], win["amount"], win["pool"]) for win in actions_of(SIDE_POTS, "win")]
    assert wins == [(3, 99, "side2"), (4, 98, "side2"), (2, 292, "side1"), (1, 387, "main")]


def test_a_mucked_hand_that_the_summary_gives_is_judged() -> None:
    """It is a show, so that a better hand that was mucked comes out; one that nobody knows is a muck."""
    assert [(act["action"], act["seat"]) for act in actions_of(MUCKED, "show", "muck")] == [
        ("show", 1), ("show", 3), ("muck", 6),
    ]  # fmt: skip


def test_what_moves_nothing_is_a_note() -> None:
    """Chat, clocks and comings and goings stay in the hand, as they were written."""
    notes = [note["_text"] for note in actions_of(LIMIT, "note")]
    assert len(notes) == 15
    assert 'Jim [observer] said, "Ann: calls $0.30"' in notes


def test_the_text_is_kept() -> None:
    """The lines of the source stand in the record as they were."""
    assert record_of(LIMIT)["_source"] == lines_of(LIMIT)


def test_claims_of_a_hand() -> None:
    """Total, pots, winners and ranks are kept to be verified; a show and the summary that say the same say it once."""
    claims = record_of(SIDE_POTS)["_claims"]
    assert claims["total_pot"] == 902
    assert claims["pots"] == {"main": 387, "side1": 292, "side2": 197}
    assert claims["won"] == {"1": 387, "2": 292, "3": 99, "4": 98}
    assert {"seat": 1, "cards": ["Ac", "Ad", "As", "Ah", "2c"], "words": "four of a kind, Aces"} in claims["hands"]
    assert len(claims["hands"]) == 4


def test_who_is_dealt_in() -> None:
    """Who sits out of a tournament is dealt in, as his line of the summary says; who moves in is not."""
    assert [player["player_id"] for player in record_of(TOURNAMENT)["players"]] == ["Abe", "Bea", "Cal", "Dot"]


def test_an_uncalled_bet_that_the_old_room_did_not_write() -> None:
    """Until 2006 it came back without a line; later a missing line is a missing line."""
    assert actions_of(OLD_STYLE, "return") == [{"action": "return", "seat": 1, "amount": 200}]
    assert actions_of(changed(OLD_STYLE, "'Old' Seat", "'Old' 6-max Seat"), "return") == []


def test_the_button_where_nobody_is_dealt_in() -> None:
    """The dealer is then the next seat to the right, so that the order of the others is the same."""
    text = changed(SIDE_POTS, "Seat #1 is", "Seat #6 is").replace("(button) ", "")
    assert record_of(text)["dealer_seat"] == 4
    assert record_of(changed(text, "Seat #6", "Seat #1").replace("Seat 1: Wim", "Seat 5: Wim"))["dealer_seat"] == 5


def test_a_cancelled_hand_is_void() -> None:
    """It is kept, moves nothing and is not judged; the reason stands in the verdict."""
    result = replay_hand(hand_of(CANCELLED))
    assert (result.verdict, result.movements, result.findings) == ("incomplete", (), ())
    assert "cancelled" in result.incomplete_because[0]


def test_a_small_blind_by_another_table_of_stakes() -> None:
    """In fixed limit the small blind is what the room's own tables say, which is what was posted."""
    text = changed(changed(OLD_STYLE, "$1/$2", "$3/$6"), "big blind $1", "big blind $3")
    assert record_of(changed(text, "small blind $0.50", "small blind $1"))["rules"]["small_blind"] == 100


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["a: b", "$5", "[Ts]", ".", "x  y", "folds", "Seat 1", "x: folds", "Bob said, \"hi", "y collected $1 from pot",
     "Dealt to", "=1+1", "Борис", "(button)", "(button) folded", "x ($5 in chips)", "*** SUMMARY", "'", "\u202eabc"],
)  # fmt: skip
def test_names_of_every_kind(name: str) -> None:
    """A name may hold whatever a line may hold; the hand is the same hand."""
    text = SIDE_POTS.replace("Zoe", name).replace("Xan", "Zoe")
    hand = hand_of(text)
    assert [player.player_id for player in hand.players] == ["Wim", "Zoe", "Yra", name]
    assert replay_hand(hand).verdict == "verified"


def test_a_line_that_two_names_could_have_written() -> None:
    """It is no player's line: the hand is refused."""
    text = PLAY_MONEY.replace("Max", "A").replace("Ned", 'A: folds said, "')
    assert hand_of(text)
    chat = changed(text, "A: folds\n", 'A: folds said, ": folds\n')
    assert refusal(chat)[0] == "text.contradiction"
    double = SIDE_POTS.replace("Xan", "Wim")
    assert refusal(double) == ("text.contradiction", "Seat 4: Zoe (€3.01 in chips)")


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "old", "new", "code", "line"),
    [
        (LIMIT, "Betting is capped", "Betting is closed", "text.unknown", "Betting is closed"),
        (LIMIT, "Ann: folds: stands pat ", "Ann: folds: stands by", "text.unknown", "Ann: folds: stands by"),
        (LIMIT, "5 Card Draw Limit", "Hold'em Limit", "text.header", None),
        (LIMIT, "20:00:00 ET", "20:00:00 XT", "text.header", None),
        (LIMIT, "2010/03/01", "2010/02/30", "text.header", None),
        (LIMIT, "$0.10/$0.20", "$0.20/$0.10", "text.header", None),
        (LIMIT, "$0.10/$0.20", "$0.10/€0.20", "text.header", None),
        (LIMIT, " is the button", " has the button", "text.unknown", None),
        (LIMIT, "bets $0.20", "bets €0.20", "text.unknown", "Eve. [As Ks]: bets €0.20"),
        (LIMIT, "bets $0.20", "bets $0.205", "text.unknown", "Eve. [As Ks]: bets $0.205"),
        (LIMIT, "bets $0.20", "bets 20", "text.unknown", "Eve. [As Ks]: bets 20"),
        (TOURNAMENT, "bets 1285", "bets 1285.50", "text.unknown", "Dot: bets 1285.50 and is all-in"),
        (LIMIT, "discards 3 cards", "discards 6 cards", "text.unknown", None),
        (LIMIT, "[Qd 3c]", "[Qd 3x]", "text.unknown", None),
        (LIMIT, "Seat 4: Dee collected $1 ($4 in chips)", "Seat 4: Nobody ($4 in chips)", "text.unknown", None),
        (LIMIT, "(two pair, Aces and Fours)", "(two pairs of Aces)", "text.unknown", None),
        (LIMIT, "with three of a kind, Sevens", "with three of a kind, Seven", "text.unknown", None),
        (LIMIT, "*** SHOW DOWN ***", "*** FLOP ***", "text.unknown", "*** FLOP ***"),
        (LIMIT, "*** SHOW DOWN ***\n", "", "text.contradiction", None),
        (LIMIT, "*** SHOW DOWN ***", "*** DEALING HANDS ***", "text.contradiction", "*** DEALING HANDS ***"),
        (LIMIT, "7c 7d 7h] [Qd", "7c 7d 7s] [Qd", "text.contradiction", None),
        (LIMIT, "[7c 7d 7h] [Qd 3c]", "[7c 7d] [Qd 3c]", "text.contradiction", None),
        (LIMIT, "discards 2 cards [Ks 2s]", "discards 3 cards [Ks 2s]", "text.contradiction", None),
        (LIMIT, "x (big blind) folded before", "x (big blind) folded after", "text.contradiction", None),
        (LIMIT, "$1 folded after the Draw", "$1 collected ($0)", "text.contradiction", None),
        (LIMIT, "Ann folded before", "Ann (button) folded before", "text.contradiction", None),
        (LIMIT, "raises $0.20 to $0.40", "raises $0.20 to $0", "text.contradiction", None),
        (LIMIT, "Kim joins", "Eve. [As Ks] collected $2.09 from pot\nKim joins", "text.contradiction", None),
        (PLAY_MONEY, "Max: folds", "Max: folds\nMax: calls 180", "text.contradiction", "Max: calls 180"),
        (PLAY_MONEY, "pat on [Ts Th", "pat on [Ts Td", "text.contradiction", None),
        (MUCKED, "Xan: mucks hand", "Xan: mucks hand\nXan: mucks hand", "text.contradiction", "Xan: mucks hand"),
        (MUCKED, "Total pot $18", "Total pot $18 | Rake $0\nTotal pot $18", "text.contradiction", None),
        (MUCKED, "Seat 6: Yra (button) mucked\n", "", "hand.partial", None),
        (MUCKED, "Total pot $18 | Rake $0.90\n", "", "hand.partial", None),
        (MUCKED, "*** DEALING HANDS ***\n", "", "text.unknown", None),
        (CANCELLED, "Hand cancelled\n", "", "hand.partial", None),
        (CANCELLED, "Seat 1: Wim (button) collected ($0)\n", "", "hand.partial", None),
    ],
)
def test_refused(text: str, old: str, new: str, code: str, line: str | None) -> None:
    """A hand with a line that is not known, or that others contradict, is refused, and the line is named."""
    found_code, found_line = refusal(changed(text, old, new))
    assert found_code == code
    assert line is None or found_line == line


@pytest.mark.parametrize("name", VERIFIED)
def test_a_hand_cut_off_anywhere_is_refused(name: str) -> None:
    """However many of its last lines are missing, no part of a hand is ever taken for a hand."""
    lines = lines_of(VERIFIED[name])
    for count in range(1, len(lines)):
        with pytest.raises(Refusal):
            hand_record(lines[:count], PLACE)


@pytest.mark.parametrize("name", VERIFIED)
def test_a_strange_line_anywhere_refuses_the_hand(name: str) -> None:
    """Wherever a line of no known kind stands, the hand is refused at that line."""
    lines = lines_of(VERIFIED[name])
    for place in range(2, len(lines) + 1):
        with pytest.raises(Refusal) as refused:
            hand_record([*lines[:place], "The lights went out", *lines[place:]], PLACE)
        assert (refused.value.place, refused.value.code) == (place, "text.unknown")


# -- header, table, money, time ----------------------------------------------------------------------------------------


def header(line: str) -> Header:
    """A first line that can be read."""
    found = read_header(line)
    assert isinstance(found, Header), found
    return found


GAME, HAND = "PokerStars Game #1: ", "PokerStars Hand #1: "


@pytest.mark.parametrize(
    ("line", "limit", "stakes", "currency", "hundredths"),
    [
        (f"{GAME} 5 Card Draw Limit ($0.10/$0.20 USD) - 2009/11/25 14:12:43 ET", "fixed", (10, 20), "USD", True),
        (f"{GAME} 5 Card Draw Limit ($1/$2) - 2004/11/03 - 21:30:05 (ET)", "fixed", (100, 200), "USD", True),
        (f"{HAND} 5 Card Draw Pot Limit (£1/£2 GBP) - 2015/01/01 0:00:00 ET", "pot", (100, 200), "GBP", True),
        (f"{HAND} 5 Card Draw No Limit (€1/€2) - 2015/01/01 0:00:00 ET", "none", (100, 200), "EUR", True),
        (f"{HAND} 5 Card Draw No Limit ($1/$2 CAD) - 2015/01/01 0:00:00 ET", "none", (100, 200), "CAD", True),
        (f"{GAME} 5 Card Draw No Limit (100/200) - 2011/12/31 14:45:08 ET", "none", (100, 200), None, False),
        (f"{GAME}Tournament #2, Freeroll  5 Card Draw Limit - Level I (10/20) - 2012/09/22 13:59:56 ET",
         "fixed", (10, 20), None, False),
        (f"{GAME}Tournament #2, 100+9 5 Card Draw No Limit - Match Round I, Level XX (10/20)"
         " - 2012/09/22 13:59:56 ET", "none", (10, 20), None, False),
        ("PokerStars Home Game Hand #1: {Club #7} Tournament #2, $1+$0.25+$0.20 USD 5 Card Draw Pot Limit - Level I"
         " (ante 5, 10/20) - 2012/09/22 13:59:56 ET", "pot", (10, 20), None, False),
    ],
)  # fmt: skip
def test_headers(line: str, limit: str, stakes: tuple[int, int], currency: str | None, hundredths: bool) -> None:
    """Cash, play money and tournaments, old and new, in every currency."""
    found = header(line)
    assert (found.limit, (found.small, found.big), found.currency) == (limit, stakes, currency)
    assert found.money.hundredths is hundredths
    assert found.ante == (5 if "ante" in line else None)


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("2009/11/25 14:12:43 ET", "2009-11-25T14:12:43-05:00"),
        ("2009/07/25 4:12:43 ET", "2009-07-25T04:12:43-04:00"),
        ("2004/11/03 - 21:30:05 (ET)", "2004-11-03T21:30:05-05:00"),
        ("2010/09/20 20:50:00 PT [2010/09/20 23:50:00 ET]", "2010-09-20T23:50:00-04:00"),
        ("2011/07/04 21:56:59 WET [2011/07/04 16:56:59 ET]", "2011-07-04T16:56:59-04:00"),
        ("2011/07/04 21:56:59 XYZ [2011/07/04 16:56:59 ET]", "2011-07-04T16:56:59-04:00"),
        ("2011/07/04 21:56:59 CET", "2011-07-04T21:56:59+02:00"),
        # the hour that comes twice: the other clock says which
        ("2011/11/06 6:30:00 CET [2011/11/06 1:30:00 ET]", "2011-11-06T01:30:00-04:00"),
        ("2011/11/06 7:30:00 CET [2011/11/06 1:30:00 ET]", "2011-11-06T01:30:00-05:00"),
        ("2011/11/06 1:30:00 ET", "2011-11-06T01:30:00-04:00"),
    ],
)
def test_times(time: str, expected: str) -> None:
    """The room's clock is New York's; where its time stands in brackets, that is taken."""
    line = f"PokerStars Game #1:  5 Card Draw No Limit (1/2) - {time}"
    assert header(line).started_at == expected


@pytest.mark.parametrize(
    "time",
    ["2011/11/06 1:30:00", "2011/11/06 1:30 ET", "2011/13/06 1:30:00 ET", "2011/11/06 25:30:00 ET",
     "2011/11/06 1:30:00 XYZ", "2011/11/06 1:30:00 CET [2011/11/31 1:30:00 ET]"],
)  # fmt: skip
def test_times_that_do_not_exist(time: str) -> None:
    """A time that is none, or in a zone that nobody knows, is no time."""
    assert isinstance(read_header(f"PokerStars Game #1:  5 Card Draw No Limit (1/2) - {time}"), str)


def test_every_zone_is_there() -> None:
    """The zones that the format names are known to this machine."""
    for zone in ZONES:
        assert header(f"{GAME} 5 Card Draw Limit (1/2) - 2012/03/04 5:06:07 {zone}")


def test_table_lines() -> None:
    """The name of a table may hold quotes; without a number of seats it is the old style."""
    assert read_table_line("Table 'T' 6-max Seat #2 is the button") == TableLine("T", 2, False)
    assert read_table_line("Table '77 12' 9-max (Play Money) Seat #9 is the button") == TableLine("77 12", 9, False)
    assert read_table_line("Table 'It's 'so'' Seat #1 is the button") == TableLine("It's 'so'", 1, True)
    assert isinstance(read_table_line("Table 'T' 6-max"), str)


@pytest.mark.parametrize(
    ("text", "chips"),
    [("$1", 100), ("$0.05", 5), ("$1.5", 150), ("$1,004.50", 100450), ("$1,234,567", 123456700), ("$0.001", None),
     ("1", None), ("€1", None), ("$", None), ("$-1", None), ("$1,00", None), ("$12,34.00", None), ("$1.", None)],
)  # fmt: skip
def test_sums(text: str, chips: int | None) -> None:
    """Sums are whole cents, written with the sign of the hand; all else is no sum of it."""
    assert Money("$", True).chips(text) == chips


def test_sums_of_whole_chips() -> None:
    """Tournaments and play money have no parts of a chip."""
    assert [Money("", False).chips(text) for text in ("1500", "1,500", "15.00", "$15")] == [1500, 1500, None, None]
