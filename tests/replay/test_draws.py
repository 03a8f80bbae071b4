"""The draw (P6) with cards that are not known: what was kept, what is shown afterwards, draws out of turn, the pack."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from ingest.records import Hand, Player, TableState
from replay.cards import UNKNOWN
from replay.holdings import Holdings
from replay.table import Table
from tests.replay.hands import Found, expect, pack

DEALT = "As Ks Qs Js 9h"
SIXES = "6d 6h 8c Tc 2d"


def house(draws: str, shown: str = "", head: str = "deck=52", dealt: str = DEALT, winner: int = 2) -> str:
    """Two players; what seat 2 was dealt is known, seat 1 has a pair of sixes. Without `shown` seat 1 gives up."""
    end = f"open 1 5\nshow 2 {shown}  # *\nshow 1 {SIXES}\nwin {winner} 14" if shown else "fold 1\nwin 2 9"
    return f"""
        hand poker dealer 1 {head}
        players 1:100 2:100
        all ante 1
        deal 2 {dealt}
        deal 1 {SIXES}
        all enter 1
        {draws}
        bet 2 5
        {end}
        """


def shown_wrong(card: str) -> Found:
    """The finding at the show of seat 2."""
    return ("cards.shown", "P8", "*", 2, None, card)


UNPROVED = ["unknown cards of seat 2"]


# -- how many cards were kept ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "shown", "wrong"),
    [
        ("throws ?? ?? gets ?? ??", "As Ks Qs Js Ts", "Js"),  # four old cards, three were kept
        ("throws ?? gets ??", DEALT, "9h"),  # all five
        ("throws ?? ?? gets ?? ??", "As Ks Ah Kh Kd", "Kd"),  # three new cards, two were drawn
        ("throws ?? ?? gets 2c 3c", "As Ks 2c 3c 7d", "7d"),  # both drawn ones are known, the seven was never his
        ("throws 9h ?? gets Ad ??", "As Ks Ad 7c 8d", "7c"),  # one of the two thrown cards is known
        ("throws ?? ?? gets ?? ??", "As Ks Qs Js ??", "Js"),  # the fifth is not shown
        ("throws Kd ?? gets ?? ??", "As Ks Qs Js 7d", "Js"),  # the king of diamonds was not his: another card went
    ],
)
def test_show_that_does_not_fit_what_was_kept(draw: str, shown: str, wrong: str) -> None:
    """P6, C2: as many old cards are shown as were kept, and as many new ones as were drawn."""
    found = [shown_wrong(wrong)]
    if "Kd ??" in draw:
        found.insert(0, ("cards.draw", "P6", "**", 2, None, "Kd"))
    expect(house(f"draw 2 {draw}  # **\ndraw 1", shown), *found, unproved=UNPROVED)


@pytest.mark.parametrize(
    ("draw", "shown"),
    [
        ("throws ?? ?? gets ?? ??", "As Ks Qs Kd Ts"),
        ("throws ?? gets ??", "As Ks Qs Js Ts"),
        ("throws ?? ?? gets 7c 7d", "As Ks Qs 7c 7d"),
        ("throws 9h ?? gets Ad ??", "As Ks Qs Ad 7c"),
        ("throws ?? ?? ?? ?? ?? gets ?? ?? ?? ?? ??", "Ah Kh Kd Ad Ac"),
        ("throws ?? ?? ?? ?? gets ?? ?? ?? ??", "Ah Kh Kd Ad As"),
    ],
)
def test_show_that_fits_what_was_kept(draw: str, shown: str) -> None:
    """P6: as many old cards as were kept, whichever; the others are new."""
    expect(house(f"draw 2 {draw}\ndraw 1", shown))


def test_cards_shown_of_which_some_are_not_named() -> None:
    """LOG_FORMAT: a show of fewer cards says nothing of the others; three old ones and a new one fit."""
    expect(house("draw 2 throws ?? ?? gets ?? ??\ndraw 1", "As Ks Qs Ah ??"))


@pytest.mark.parametrize("draw", ["throws ?? gets ??", "throws ?? ?? gets ?? ??", "throws ?? Ks gets ?? ??"])
@pytest.mark.parametrize("shown", ["As Ks Qs 7d 7h", "As Ah Ad 7d 7h", "As Ah Ad Ac 7d"])
def test_hand_that_was_not_known_whole(draw: str, shown: str) -> None:
    """C5: three of the five cards were dealt unseen, so nobody can say how many of the known ones were kept."""
    if "Ks" in draw:
        shown = shown.replace("Ks", "Kd")
    expect(house(f"draw 2 {draw}\ndraw 1", shown, dealt="As Ks ?? ?? ??"))


def test_known_card_thrown_out_of_unknown_ones() -> None:
    """P6, C2: the nine was among the five unknown cards of seat 2, and does not come back."""
    draws = "draw 2 throws 9h gets Ad\ndraw 1"
    expect(house(draws, "As Ks Qs Ah Ad", dealt="??"))
    expect(house(draws, "As Ks Ah 9h Ad", dealt="??"), shown_wrong("9h"), unproved=UNPROVED)


@pytest.mark.parametrize(
    ("draw", "shown", "found", "winner"),
    [
        ("throws ?? ?? gets ??", "As Ks Qs Js 7d", ("cards.draw", "P6", "**", 2, 2, 1), 1),
        ("throws ?? ?? gets 7c", "As Ks Qs Js 7c", ("cards.draw", "P6", "**", 2, 2, 1), 1),
        ("throws ?? gets 7c 7d", "As Ks Qs 7c 7d", ("cards.draw", "P6", "**", 2, 1, 2), 0),
    ],
)
def test_draw_that_is_a_finding_tells_no_numbers(draw: str, shown: str, found: Found, winner: int) -> None:
    """P6: where not as many were drawn as thrown, which number is wrong nobody knows: the show is no second finding.
    (A hand of six cards has no rank.)"""
    unproved = [] if winner else UNPROVED
    expect(house(f"draw 2 {draw}  # **\ndraw 1", shown, winner=winner or 2), found, unproved=unproved)


@pytest.mark.parametrize("second", [1, 2])
def test_card_dealt_twice_tells_no_numbers(second: int) -> None:
    """C2: both were dealt the six of diamonds, and one of these is a slip: seat 2 may have held another card, and that
    he shows it is no second finding, whichever of the two deals is the finding."""
    deals = {2: "deal 2 As Ks Qs Js 6d", 1: f"deal 1 {SIXES}"}
    expect(
        f"""
        hand poker dealer 1 deck=52
        players 1:100 2:100
        all ante 1
        {deals[3 - second]}
        {deals[second]}  # *
        all enter 1
        draw 2 throws ?? gets ??
        draw 1
        bet 2 5
        open 1 5
        show 2 As Ks Qs 7d 7h
        show 1 {SIXES}
        win 2 14
        """,
        ("cards.impossible", "C2", "*", second, None, "6d"),
    )


def test_wrong_deal_off_the_pack_tells_no_numbers() -> None:
    """F1: the pack says that seat 2 was dealt the ten of spades; that he shows it later is no second finding."""
    deck = pack("As", "6d", "Ks", "6h", "Qs", "8c", "Js", "Tc", "Ts", "2d", "7d")
    text = house("draw 2 throws ?? gets ??\ndraw 1", "As Ks Qs Ts 7d", winner=1)
    text = text.replace("all ante 1", f"{deck}\nall ante 1").replace(f"deal 2 {DEALT}", f"deal 2 {DEALT}  # **")
    expect(text, ("cards.deck", "F1", "**", 2, "Ts", "9h"))


# -- a pack of two -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "shown", "winner"),
    [
        ("throws ?? ?? gets ?? ??", "As Ks Qs Js Ts", 2),  # one of the four may be a new copy
        ("throws ?? ?? gets ?? ??", DEALT, 1),  # two may
        ("throws ?? gets ??", DEALT, 1),
        ("throws ?? ?? gets ?? ??", "As As Ks Ks Qs", 2),
        ("throws ?? ?? gets As Ks", "As As Ks Ks Qs", 2),
        ("throws ?? ?? gets As Ks", DEALT, 1),  # the copies drawn, and three that were kept
    ],
)
def test_new_copies_of_old_cards(draw: str, shown: str, winner: int) -> None:
    """P1, P25: in 108 cards a card like an old one may be new, as long as the pack has one left."""
    expect(house(f"draw 2 {draw}\ndraw 1", shown, head="deck=108", winner=winner))


@pytest.mark.parametrize(
    ("draw", "shown", "wrong"),
    [
        ("throws ?? ?? gets ?? ??", "As Ks Kd Kd 7h", "7h"),  # three new ones
        ("throws ?? ?? ?? ?? gets As Ks ?? ??", "As Ks As Ks Qs", "Ks"),  # of the old ones only one was kept
    ],
)
def test_cards_that_are_no_new_copies(draw: str, shown: str, wrong: str) -> None:
    """P1, P6: also in 108 cards there are no more new ones than were drawn, nor more copies than two."""
    text = house(f"draw 2 {draw}\ndraw 1", shown, head="deck=108")
    expect(text, shown_wrong(wrong), unproved=UNPROVED)


def test_copies_that_were_seen_are_no_new_ones() -> None:
    """C2: seat 1 holds the other ace and the other king of spades, so those that seat 2 shows are his old ones."""
    ones = "As Ks 8c Tc 2d"
    text = house("draw 2 throws ?? ?? ?? ?? gets ?? ?? ?? ??\ndraw 1", "As Ks Kd Kd 7h", head="deck=108")
    expect(text.replace(SIXES, ones), shown_wrong("Ks"), unproved=UNPROVED)


def test_copy_shown_with_the_rest_unknown_leaves_both_open() -> None:
    """C5: the queen of hearts that seat 2 shows first may be old or new; then he shows both of them, all old ones."""
    dealt = "Qs Qh Qd 4d 5c"
    text = house("draw 2 throws ?? ?? gets ?? ??\ndraw 1", "Qh ?? ?? ?? ??", head="deck=108", dealt=dealt)
    again = text.replace(f"show 1 {SIXES}", f"show 2 Qh Qs Qd 4d 5c\nshow 1 {SIXES}")
    expect(again)


# -- every draw and every show, against all that may have been ---------------------------------------------------------


def may_be_shown(dealt: list[str], thrown: list[str], drawn: list[str], rest: list[str], shown: list[str]) -> bool:
    """Whether some way of keeping cards and drawing unknown ones gives a hand that shows this."""
    keeps = len(dealt) - len(thrown)
    left = list((Counter(dealt) - Counter(card for card in thrown if card != UNKNOWN)).elements())
    hidden = drawn.count(UNKNOWN)
    known = Counter(card for card in shown if card != UNKNOWN)
    for kept in combinations(left, keeps):
        for new in combinations(rest, hidden):
            if known <= Counter([*kept, *new, *(card for card in drawn if card != UNKNOWN)]):
                return True
    return False


@pytest.mark.parametrize("seed", range(400))
def test_shows_against_all_ways(seed: int) -> None:
    """P6, C2: a show is a finding exactly where no way of throwing and drawing gives it (all dealt cards known)."""
    rng = Random(seed)
    cards = [rank + suit for rank in "AKQ" for suit in "sh"]
    whole = [*cards, *rng.sample(cards, rng.choice((0, 3, 6)))]
    rng.shuffle(whole)
    dealt, drawable = whole[:3], whole[3:]
    count = rng.randint(1, 3)
    thrown = [UNKNOWN, *(rng.choice((UNKNOWN, card)) for card in rng.sample(dealt, count - 1))]
    drawn = [rng.choice((UNKNOWN, card)) for card in rng.sample(drawable, count)]
    shown = rng.sample(whole, 3) if rng.random() < 0.5 else [*rng.sample(dealt, 2), rng.choice(whole)]
    shown = [rng.choice((card, card, card, UNKNOWN)) for card in shown]
    table = Table(Hand("h", "s", 1, "poker", 2, [Player(1, "p1"), Player(2, "p2")], []), TableState())
    holdings = Holdings(table, dict(Counter(whole)), 0)
    holdings.receive(1, dealt)
    assert holdings.throw(1, thrown) is None
    assert holdings.receive(1, drawn) is None
    holdings.show(1, 1, shown, "P8")
    rest = list((Counter(drawable) - Counter(drawn)).elements())
    possible = may_be_shown(dealt, thrown, drawn, rest, shown)
    assert (not table.findings) == possible, (dealt, thrown, drawn, shown, whole)


# -- too many thrown ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "draw",
    [
        "throws ?? ?? ?? ?? ?? ?? gets ?? ?? ?? ?? ?? ??",
        f"throws {DEALT} ?? gets ?? ?? ?? ?? ?? ??",
        f"throws {DEALT} ?? gets 3c 4c 5c 7c 7d 7h",
    ],
)
def test_more_thrown_than_held(draw: str) -> None:
    """P6: nobody throws six cards of five."""
    expect(house(f"draw 2 {draw}  # *\ndraw 1"), ("cards.draw", "P6", "*", 2, 5, 6))


def test_card_thrown_twice_among_six() -> None:
    """P6: one of six thrown cards is named twice: the finding is the card that he does not hold."""
    draw = f"throws {DEALT} As gets ?? ?? ?? ?? ?? ??"
    expect(house(f"draw 2 {draw}  # *\ndraw 1"), ("cards.draw", "P6", "*", 2, None, "As"))


CASINO = """
    hand poker dealer 1 profile=five_card_draw ante=0 big_blind=4
    players 1:100 2:100
    blind 2 4
    all deal ??
    """


def test_more_thrown_than_held_in_the_casino() -> None:
    """P6 in five-card draw."""
    six = " ".join(["??"] * 6)
    lines = f"call 1 4\ncheck 2\ndraw 2 throws {six} gets {six}  # *\ndraw 1\nbet 2 6\nfold 1\nwin 2 14"
    expect(CASINO + lines, ("cards.draw", "P6", "*", 2, 5, 6))


# -- the first round left too early ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "seat"),
    [
        ("call 1 4\ndraw 2\ndraw 1\nbet 2 6\nfold 1\nwin 2 14", 2),
        ("call 1 4\ndraw 2\ndraw 1\nbet 2 6\nfold 1\nreturn 2 6\nwin 2 8", 2),
        ("call 1 4\ndraw 2\ndraw 1\nbet 2 6\ncall 1 6\nmuck 1\nshow 2 ??\nwin 2 20", 2),
        ("call 1 4\nwin 1 8", 2),  # nothing after the first round: seat 2 gave up
    ],
)
def test_action_missing_at_the_end_of_the_first_round(lines: str, seat: int) -> None:
    """C9: who draws, bets or folds later has not given up in the first round; that his line is missing is all."""
    expect(CASINO + lines, ("turn.missing", "C9", None, seat, None, None))


@pytest.mark.parametrize(
    ("first", "later", "found", "pot"),
    [
        ("call 1 4\ncall 2 2", "fold 3\nfold 1", ("turn.missing", "C9", None, 3, None, None), 18),
        ("call 1 4\ncall 2 2", "fold 3\nfold 1\nreturn 2 6", ("turn.missing", "C9", None, 3, None, None), 12),
        ("call 2 2\ncheck 3", "fold 3\nfold 1", ("turn.missing", "C8", None, 1, None, None), 14),
        ("call 1 4\nraise 2 6\ncall 3 4", "fold 3\nfold 1", ("turn.missing", "C9", None, 1, None, None), 26),
    ],
)
def test_action_missing_in_a_first_round_of_three(first: str, later: str, found: Found, pot: int) -> None:
    """C8, C9: a check or a call is missing in the first round; all three draw, and seat 2 wins in the second."""
    expect(
        f"""
        hand poker dealer 1 profile=five_card_draw ante=0 small_blind=2 big_blind=4
        players 1:100 2:100 3:100
        blind 2 2
        blind 3 4
        all deal ??
        {first}
        all draw
        bet 2 6
        {later}
        win 2 {pot}
        """,
        found,
    )


def test_missing_fold_of_one_who_does_nothing_more() -> None:
    """C9: seat 1 owes the raise and is not met again: he gave up, and his draw is not missing too."""
    expect(
        """
        hand poker dealer 1 profile=five_card_draw ante=0 small_blind=2 big_blind=4
        players 1:100 2:100 3:100
        blind 2 2
        blind 3 4
        all deal ??
        call 1 4
        raise 2 6
        call 3 4
        draw 2
        draw 3
        bet 2 6
        fold 3
        win 2 26
        """,
        ("turn.missing", "C9", None, 1, None, None),
    )


# -- draws out of turn -------------------------------------------------------------------------------------------------

PACK = pack(
    "As", "3c", "6d", "Ks", "4h", "6h", "Qs", "5s", "8c", "Js", "7s", "Tc", "9h", "9s", "2d", "Ah", "Ad", "Ac", "Kc"
)  # fmt: skip


def three(draws: str, end: str = "bet 2 5\nfold 1\nwin 2 10", deck: bool = True) -> str:
    """Seat 3 declined; seats 2 and 1 draw."""
    return f"""
        hand poker dealer 1 deck=52
        players 1:100 2:100 3:100
        {PACK if deck else ""}
        all ante 1
        deal 2 {DEALT}
        deal 3 3c 4h 5s 7s 9s
        deal 1 {SIXES}
        enter 2 1
        decline 3
        enter 1 1
        {draws}
        {end}
        """


@pytest.mark.parametrize("last", ["Ac", "??"])
@pytest.mark.parametrize("stray", ["3 throws 3c gets Ad", "2 throws Ah gets Ad", "7 throws ?? gets Ad"])
def test_cards_of_a_stray_draw_came_off_the_pack(stray: str, last: str) -> None:
    """F1, C8: the ace of diamonds went to one who had no draw; the next draw begins behind it."""
    end = f"open 1 5\nshow 2 {DEALT.replace('9h', 'Ad' if stray[0] == '2' else 'Ah')}\nmuck 1\nwin 2 15"
    expect(
        three(f"draw 2 throws 9h gets Ah\ndraw {stray}  # *\ndraw 1 throws 2d gets {last}", f"bet 2 5\n{end}"),
        ("turn.order", "C8", "*", int(stray[0]), 1, int(stray[0])),
    )


@pytest.mark.parametrize("gets", ["Ah", "??"])
@pytest.mark.parametrize("then", ["Ad", "Ac"])
def test_draw_written_down_twice(gets: str, then: str) -> None:
    """F1, C8: the line of seat 2 is there twice; whether a card came off the pack for the second nobody can say."""
    line = f"draw 2 throws 9h gets {gets}"
    expect(
        three(f"{line}\n{line}  # *\ndraw 1 throws 2d gets {then}"),
        ("turn.order", "C8", "*", 2, 1, 2),
    )


def test_stray_draw_of_no_card() -> None:
    """C8: seat 2 stands pat a second time: nothing came off the pack."""
    draws = "draw 2 throws 9h gets Ah\ndraw 2  # *\ndraw 1 throws 2d gets {}"
    end = f"bet 2 5\nopen 1 5\nshow 2 {DEALT.replace('9h', 'Ah')}\nmuck 1\nwin 2 15"
    second: Found = ("turn.order", "C8", "*", 2, 1, 2)
    expect(three(draws.format("Ad"), end), second)
    expect(three(draws.format("Ac  # **"), end), second, ("cards.deck", "F1", "**", 1, "Ad", "Ac"))


def test_stray_draw_of_another_card_than_the_next() -> None:
    """F1, C8: the card of a draw that counts for nobody is not compared: one fault, one finding."""
    draws = "draw 2 throws 9h gets Ah\ndraw 3 throws 3c gets Kc  # *\ndraw 1 throws 2d gets Ad"
    expect(three(draws), ("turn.order", "C8", "*", 3, 1, 3))


def test_card_of_a_stray_draw_comes_again() -> None:
    """C2: without a pack in the log the ace of diamonds was seen all the same."""
    draws = "draw 2 throws 9h gets Ah\ndraw 3 throws 3c gets Ad  # *\ndraw 1 throws 2d gets Ad  # **"
    expect(
        three(draws, deck=False),
        ("turn.order", "C8", "*", 3, 1, 3),
        ("cards.impossible", "C2", "**", 1, None, "Ad"),
    )


@pytest.mark.parametrize("shown", ["As Ks Qs Js Ad", "As Ks Qs Js 3d"])
def test_second_draw_of_a_seat(shown: str) -> None:
    """C8: seat 2 draws twice; whether he shows the second card or the first, that he drew twice is the finding."""
    draws = "draw 2 throws 9h gets 3d\ndraw 2 throws 3d gets Ad  # **\ndraw 1"
    winner = 2 if "Ad" in shown else 1
    expect(house(draws, shown, winner=winner), ("turn.order", "C8", "**", 2, 1, 2))


def test_second_draw_and_a_card_of_another() -> None:
    """C2: after a second draw his hand is open, but what seat 1 holds is not his."""
    draws = "draw 2 throws 9h gets 3d\ndraw 2 throws ?? gets ??  # **\ndraw 1"
    expect(
        house(draws, "As Ks Qs Js 6d", winner=1),
        ("turn.order", "C8", "**", 2, 1, 2),
        shown_wrong("6d"),
        unproved=UNPROVED,
    )


# -- the last cards of a logged pack -----------------------------------------------------------------------------------

FULL = pack().split()[1:]
ORDER = [2, 3, 4, 5, 6, 1]
LAST = FULL[50:]


def used_up(sixth: str, before: str = "", end: str = "", last: str = "draw 1") -> str:
    """Six players of five-card draw; four of them threw all five cards, and two cards are left for seat 6, whose draw
    this is: the others of it were thrown before."""
    dealt = {seat: FULL[place:30:6] for place, seat in enumerate(ORDER)}
    drawn = {seat: FULL[start : start + 5] for seat, start in zip(ORDER, (30, 35, 40, 45), strict=False)}
    return "\n".join(
        [
            "hand poker dealer 1 profile=five_card_draw ante=1",
            "players 1:100 2:100 3:100 4:100 5:100 6:100",
            f"deck {' '.join(FULL)}",
            "all ante 1",
            *(f"deal {seat} {' '.join(dealt[seat])}" for seat in ORDER),
            "all check",
            *(f"draw {seat} throws {' '.join(dealt[seat])} gets {' '.join(drawn[seat])}" for seat in drawn),
            before,
            f"draw 6 throws {' '.join(dealt[6][:3])} gets {sixth}  # *",
            last,
            end or "bet 2 5\nfold 3\nfold 4\nfold 5\nfold 6\nfold 1\nwin 2 11",
        ]
    )


@pytest.mark.parametrize(
    ("sixth", "expected", "actual"),
    [
        (f"{LAST[0]} {LAST[1]} {FULL[0]}", None, None),
        (f"{FULL[0]} {LAST[1]} {LAST[0]}", None, None),
        (f"{FULL[0]} ?? ??", None, None),
        (f"{FULL[0]} {FULL[1]} ??", "Ad", "2s"),
        (f"?? ?? {LAST[1]}", None, None),
        ("?? ?? ??", None, None),
        (f"{FULL[0]} {FULL[6]} {LAST[0]}", "Ah", "2s"),
        (f"{FULL[0]} {FULL[6]} {FULL[12]}", "Ad", "2s"),
    ],
)
def test_last_cards_of_the_pack(sixth: str, expected: str | None, actual: str | None) -> None:
    """F1: of the three cards of seat 6 two are the last of the pack, in any order; the third was thrown before."""
    found: list[Found] = [("cards.deck", "F1", "*", 6, expected, actual)] if expected else []
    expect(used_up(sixth), *found)


@pytest.mark.parametrize(
    ("sixth", "found"),
    [
        (f"{FULL[30]} {FULL[6]} {FULL[12]}", ("cards.impossible", "C2", "*", 6, None, FULL[30])),
        (f"{FULL[0]} {FULL[6]} {FULL[12]} {FULL[18]}", ("cards.draw", "P6", "*", 6, 3, 4)),
    ],
)
def test_one_fault_of_the_last_draw_is_one_finding(sixth: str, found: Found) -> None:
    """LOG_FORMAT: a draw is one step: `cards.impossible` before `cards.draw` before `cards.deck`."""
    expect(used_up(sixth), found)


def test_last_cards_of_the_pack_fill_unknown_ones() -> None:
    """F1: what seat 6 drew unseen were the last two of the pack and a card thrown before, which nobody knows."""
    mucks = "".join(f"muck {seat}\n" for seat in (2, 3, 4, 5))
    hand = f"{' '.join(FULL[4:30:6][3:])} {FULL[0]}"
    shown = f"show 6 {hand} {LAST[0]} {LAST[1]}"
    end = f"all check\n{mucks}{{}}\nmuck 1\nwin 6 6"
    expect(used_up(f"?? {FULL[0]} ??", end=end.format(shown)))
    wrong = f"show 6 {hand} {LAST[0]} 2d  # **"
    expect(used_up(f"?? {FULL[0]} ??", end=end.format(wrong)), ("cards.shown", "P8", "**", 6, None, "2d"))


def test_nothing_is_left_of_the_pack() -> None:
    """C2: seat 6 takes the last two cards, so all that seat 1 draws was thrown before."""
    cards = f"{LAST[0]} {LAST[1]}"
    text = used_up(cards, last=f"draw 1 throws {FULL[5]} gets {FULL[0]}").replace(
        f"draw 6 throws {' '.join(FULL[4:30:6][:3])}", f"draw 6 throws {' '.join(FULL[4:30:6][:2])}"
    )
    expect(text)


@pytest.mark.parametrize("stray", [f"throws {FULL[30]} gets ??", f"throws {FULL[30]} gets {LAST[0]}"])
def test_last_cards_of_the_pack_after_a_stray_draw(stray: str) -> None:
    """C8, F1: after a second draw of seat 2 nobody can say how many cards are left: the last ones are not compared."""
    text = used_up(f"{FULL[0]} {FULL[6]} {FULL[12]}", before=f"draw 2 {stray}  # **")
    expect(text, ("turn.order", "C8", "**", 2, 6, 2))


def test_last_cards_of_the_pack_after_a_wrong_card() -> None:
    """P6, F1: seat 2 throws a card that he does not hold; after that nobody can say which cards are left."""
    text = used_up(f"{FULL[6]} {FULL[12]} {FULL[18]}")
    thrown = f"draw 2 throws {' '.join(FULL[0:30:6])}"
    text = text.replace(thrown, f"draw 2 throws {LAST[0]} {' '.join(FULL[6:30:6])}")
    number = next(no for no, line in enumerate(text.splitlines()) if line.startswith("draw 2"))
    lines = text.replace("  # *", "").splitlines()
    lines[number] += "  # *"
    expect("\n".join(lines), ("cards.draw", "P6", "*", 2, None, LAST[0]))
