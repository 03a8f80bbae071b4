"""One player's play against the bank: stake, burn, the banker's card, show, result (S4–S8, C5, C8)."""

import pytest

from replay.cards import RANKS, SUITS
from tests.replay.hands import Found, expect

BURNED = "burn 7c\nturn Ks"


def play(lines: str, cards: str = "Qs 5d 6d", head: str = "", bank: int = 20) -> str:
    """Seat 2 plays alone against the bank of seat 1."""
    return f"""
        hand stitch dealer 1 {head}
        players 1:100 2:100
        bank 1 {bank}
        deal 2 {cards}
        {lines}
        """


@pytest.mark.parametrize(
    ("keys", "stake", "found"),
    [
        ("", 10, []),
        ("", 11, [("amount.over_half", "S4", "*", 2, 10, 11)]),
        ("stake_min=5", 5, []),
        ("stake_min=5", 4, [("amount.minimum", "S4", "*", 2, 5, 4)]),
        ("stake_min=5", 11, [("amount.over_half", "S4", "*", 2, 10, 11)]),
    ],
)
def test_size_of_a_stake(keys: str, stake: int, found: list[Found]) -> None:
    """S4: at least the smallest stake, at most half the bank of 20."""
    expect(play(f"stake 2 {stake}  # *\n{BURNED}\nshow 2 Qs 5d 6d\nlose 2 {stake}", head=keys), *found)


def test_half_of_an_odd_bank() -> None:
    """S4: half of 21 is 10, rounded down."""
    for stake, found in ((10, []), (11, [("amount.over_half", "S4", "*", 2, 10, 11)])):
        hand = play(f"stake 2 {stake}  # *\n{BURNED}\nshow 2 Qs 5d 6d\nlose 2 {stake}", bank=21)
        expect(hand, *found)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keys", "bank_after", "stake", "found"),
    [
        ("half_of=round_start", "lose 3 10", 10, []),
        ("half_of=round_start", "lose 3 10", 11, [("amount.over_half", "S4", "*", 4, 10, 11)]),
        ("half_of=current", "lose 3 10", 15, []),
        ("half_of=current", "lose 3 10", 16, [("amount.over_half", "S4", "*", 4, 15, 16)]),
        ("half_of=round_start", "win 3 10", 5, []),
        ("half_of=round_start", "win 3 10", 6, [("amount.over_half", "S4", "*", 4, 5, 6)]),
    ],
)
def test_half_of_which_bank(keys: str, bank_after: str, stake: int, found: list[Found]) -> None:
    """S4: half of the bank as it is, or as it was when the round began and never more than half of what it is."""
    first = 10 if bank_after.startswith("lose") else 5
    cards = "Qs 5d 6d" if bank_after.startswith("lose") else "As 5d 6d"
    expect(
        f"""
        hand stitch dealer 1 {keys}
        players 1:100 3:100 4:100
        bank 1 20
        deal 3 {cards}
        deal 4 Qh 7d 8d
        stake 3 {first}
        {BURNED}
        show 3 {cards}
        {bank_after}
        stake 4 {stake}  # *
        burn 8c
        turn Kh
        show 4 Qh 7d 8d
        lose 4 {stake}
        """,
        *found,
    )


def test_stake_of_more_than_he_has() -> None:
    """C1: seat 2 has 3 chips and stakes 4; that both break their rule is one finding, the stack first."""
    for stake in (4, 11):
        hand = play(f"stake 2 {stake}  # *\n{BURNED}\nshow 2 Qs 5d 6d\nlose 2 {stake}").replace("2:100", "2:3")
        expect(hand, ("amount.over_stack", "C1", "*", 2, 3, stake))


@pytest.mark.parametrize(("keys", "found"), [("zero_stake=true", []), ("", [("amount.minimum", "S4", "*", 2, 1, 0)])])
def test_stake_of_nothing(keys: str, found: list[Found]) -> None:
    """S4: allowed or not, a stake of 0 is the whole of his turn."""
    expect(play("stake 2 0  # *", head=keys), *found)


def test_play_after_a_stake_of_nothing() -> None:
    """S4: nothing was staked, yet a card is burned, turned, shown and 3 are taken: one finding, and the 3 moved."""
    result = expect(
        play(f"stake 2 0\n{BURNED}  # **\nshow 2 Qs 5d 6d\nlose 2 3", head="zero_stake=true").replace(
            "burn 7c", "burn 7c  # *"
        ),
        ("turn.order", "S4", "*", None, None, None),
    )
    assert result.table_after.bank == 23


# -- S5, S6 ------------------------------------------------------------------------------------------------------------


def test_banker_shows_in_the_play_of_another() -> None:
    """S6: the show is seat 2's to make, and the banker holds no cards; seat 2 shows as well."""
    expect(
        play(f"stake 2 5\n{BURNED}\nshow 1 Qs 5d 6d  # *\nshow 2 Qs 5d 6d\nlose 2 5"),
        ("turn.order", "S6", "*", 1, 2, 1),
    )


def test_muck_at_stitch() -> None:
    """S6: he must show; a muck is not open to him, and that he shows nothing besides is the same fault."""
    expect(
        play(f"stake 2 5\n{BURNED}\nmuck 2  # *\nlose 2 5"),
        ("turn.action", "S6", "*", 2, None, "muck"),
    )


def test_nothing_burned_turned_or_shown() -> None:
    """S5, S6: each is a step of its own; without the banker's card nobody can say who won."""
    expect(
        play("stake 2 5\nlose 2 5"),
        ("turn.missing", "S5", None, 2, None, None),
        ("turn.missing", "S5", None, 2, None, None),
        ("turn.missing", "S6", None, 2, None, None),
        unproved=["whether seat 2 won hangs on the banker's card"],
    )


def test_turned_before_it_was_burned() -> None:
    """S5: first the burn, then the banker's card: the one that came too early is the finding."""
    expect(
        play("stake 2 5\nturn Ks  # *\nburn 7c\nshow 2 Qs 5d 6d\nlose 2 5"),
        ("turn.order", "C8", "*", None, None, None),
    )


def test_two_cards_burned_in_two_lines() -> None:
    """S5: one card is burned for a player; a second line of it is one card too many."""
    expect(
        play("stake 2 5\nburn 7c  # *\nburn 8c\nturn Ks\nshow 2 Qs 5d 6d\nlose 2 5"),
        ("cards.deal", "S5", "*", 2, 1, 2),
    )


def test_card_burned_after_the_play() -> None:
    """S5: another card is burned when the play is over and nobody is left to play: one card too many for seat 2."""
    expect(
        play(f"stake 2 5\n{BURNED.replace('7c', '7c  # *')}\nshow 2 Qs 5d 6d\nlose 2 5\nburn 8c"),
        ("cards.deal", "S5", "*", 2, 1, 2),
    )


def test_burn_and_turn_before_the_stake() -> None:
    """S4, S5: both stand before the stake, a run of lines that came too early, which is one finding."""
    expect(
        play("burn 7c  # *\nturn Ks\nstake 2 5\nshow 2 Qs 5d 6d\nlose 2 5"),
        ("turn.order", "C8", "*", None, 2, None),
    )


def test_lines_before_their_stake() -> None:
    """S4, S5: the burn stands before the stake: it came too early, one finding, and the play is judged as a whole."""
    expect(
        play("burn 7c  # *\nstake 2 5\nturn Ks\nshow 2 Qs 5d 6d\nlose 2 5"),
        ("turn.order", "C8", "*", None, 2, None),
    )


@pytest.mark.parametrize("lines", [f"{BURNED}\nshow 2 Qs 5d 6d\nlose 2 5", "show 2 Qs 5d 6d\nlose 2 5", "lose 2 5"])
def test_play_without_its_stake(lines: str) -> None:
    """C8: he played, and the line of his stake is missing: that is the finding, and his result is not judged."""
    result = expect(play(lines), ("turn.missing", "C8", None, 2, None, None))
    assert result.table_after.bank == 25
    assert result.findings[0].message == "Seat 2 had to stake, and the log has no such line."


# -- S7, S8 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "result", "found", "corrections"),
    [
        ("As 5d 6d", "win 2 10", [], {}),
        ("As 5d 6d", "win 2 9  # *", [("bank.payout", "S7", "*", 2, 10, 9)], {2: 1}),
        ("As 5d 6d", "win 2 5\nwin 2 5", [], {}),
        ("As 5d 6d", "", [("bank.payout", "S7", None, 2, 10, 0)], {2: 10}),
        ("As 5d 6d", "win 2 0", [("bank.payout", "S7", "**", 2, 10, 0)], {2: 10}),
        ("As 5d 6d", "lose 2 5  # *", [("bank.result", "S6", "*", 2, "win", "lose")], {2: 15}),
        ("Ah Ad Ac", "lose 2 5", [], {}),
        ("Qs Js Ts", "lose 2 5", [], {}),
        ("Qs Js Ts", "lose 2 4  # *", [("bank.payout", "S8", "*", 2, 5, 4)], {2: -1}),
        ("Qs Js Ts", "", [("bank.payout", "S8", None, 2, 5, 0)], {2: -5}),
        ("Qs Js Ts", "win 2 10  # *", [("bank.result", "S6", "*", 2, "lose", "win")], {2: -15}),
        ("Qs Js Ts", "win 2 0\nlose 2 5", [], {}),
        ("Qs Js Ts", "lose 2 5\nlose 1 3  # *", [("bank.payout", "S7", "*", 1, 0, 3)], {1: 3}),
        ("Qs Js Ts", "lose 2 5\nwin 1 3  # *", [("bank.payout", "S7", "*", 1, 0, 3)], {1: -3}),
        ("As 5d 6d", "win 1 10", [("bank.payout", "S7", "**", 2, 10, 0)], {1: -10, 2: 10}),
    ],
)
def test_result(cards: str, result: str, found: list[Found], corrections: dict[int, int]) -> None:
    """S6–S8: against the king of spades only the ace of spades wins, twice the stake; anything else loses the stake."""
    marked = result + "  # **" if result and "#" not in result and "\n" not in result else result
    expect(play(f"stake 2 5\n{BURNED}\nshow 2 {cards}\n{marked}", cards), *found, corrections=corrections)


@pytest.mark.parametrize(("paid", "found"), [(7, []), (10, [("bank.payout", "S7", "*", 2, 7, 10)])])
def test_bank_pays_no_more_than_it_holds(paid: int, found: list[Found]) -> None:
    """S7: seat 2 staked 5 of 7, which is too much, and won: the bank pays him the 7 that it holds."""
    expect(
        f"""
        hand stitch dealer 1 opening bank=7 bank_start=10
        players 1:100 2:100
        deal 2 As 5d 6d
        stake 2 5    # **
        {BURNED}
        show 2 As 5d 6d
        win 2 {paid}  # *
        pass_bank to 2
        """.replace("pass_bank to 2", "pass_bank to 2" if paid == 7 else ""),
        ("amount.over_half", "S4", "**", 2, 3, 5),
        *found,
        *([("bank.pass", "S12", None, None, 2, None)] if paid == 10 else []),  # type: ignore[list-item]
        corrections={2: -3} if paid == 10 else {},
    )


# -- C5 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ("win 2 10", []),
        ("lose 2 5", []),
        ("win 2 9  # *", [("bank.payout", "S7", "*", 2, 10, 9)]),
        ("lose 2 3  # *", [("bank.payout", "S8", "*", 2, 5, 3)]),
    ],
)
def test_hidden_hand(result: str, found: list[Found]) -> None:
    """C5: whether seat 2 won is not known; but he won 10 or lost 5, and no other sum. No correction can be named."""
    expect(
        play(f"stake 2 5\n{BURNED}\nshow 2 ??\n{result}", "??"),
        *found,
        unproved=["whether seat 2 won hangs on his cards"],
    )


@pytest.mark.parametrize(
    ("cards", "turned", "proved"),
    [
        ("As ?? ??", "Ks", "win"),
        ("?? ?? ??", "As", "loss"),
        ("2c 2d 2h", "??", "loss"),
        ("Ac Ad Ah", "??", None),
        ("Qs Js ??", "Ks", None),
    ],
)
def test_what_is_proved_of_hidden_cards(cards: str, turned: str, proved: str | None) -> None:
    """C5: an ace against the king is a win whatever the others are; nothing beats the ace; a two of every suit but
    spades beats no card at all; three aces win but against a spade."""
    reasons = [] if proved else ["whether seat 2 won hangs on"]
    for result, of in (("win 2 10", "win"), ("lose 2 5", "loss")):
        wrong = proved is not None and proved != of
        right, said = ("lose", "win") if of == "win" else ("win", "lose")
        found: list[Found] = [("bank.result", "S6", "*", 2, right, said)] if wrong else []
        expect(
            play(f"stake 2 5\nburn 7c\nturn {turned}\nshow 2 {cards}\n{result}  # *", cards),
            *found,
            corrections={} if not wrong else {2: 15 if right == "win" else -15},
            unproved=reasons,
        )


def hidden_of_ten(unseen_losers: int) -> str:
    """Ten play; the last one's three cards are unknown and his banker's card is the two of spades. Of the ten cards
    that nobody has seen all but `unseen_losers` are spades."""
    spades = [rank + "s" for rank in reversed(RANKS)]
    others = [rank + suit for suit in SUITS if suit != "s" for rank in RANKS]
    unseen = spades[: 10 - unseen_losers] + others[:unseen_losers]
    seen = [card for card in spades + others if card not in unseen and card != "2s"]
    lines = ["hand stitch dealer 1 zero_stake=true", "players 1 2 3 4 5 6 7 8 9 10", "bank 1 20"]
    deals = [f"deal {seat} {' '.join(seen[3 * (seat - 2) : 3 * (seat - 1)])}" for seat in range(2, 10)]
    rest = seen[24:]
    burned = iter(rest)
    plays = []
    for seat in range(2, 10):
        hand = seen[3 * (seat - 2) : 3 * (seat - 1)]
        burn, turn = next(burned), next(burned)
        won = any(card[1] == turn[1] and RANKS.index(card[0]) > RANKS.index(turn[0]) for card in hand)
        plays.append(
            f"stake {seat} 1\nburn {burn}\nturn {turn}\nshow {seat} {' '.join(hand)}\n"
            + (f"win {seat} 2" if won else f"lose {seat} 1")
        )
    last = f"stake 10 1\nburn {next(burned)}\nturn 2s\nshow 10 ??\nwin 10 2"
    assert len(seen) == 41
    assert next(burned, None) is None
    return "\n".join([*lines, *deals, "deal 10 ??", *plays, last])


def test_so_many_spades_are_unseen_that_he_has_one() -> None:
    """C5, S6: of ten unseen cards eight are spades, so of his three at least one is: he beats the two of spades
    whatever they are; with seven he may have three others."""
    expect(hidden_of_ten(2))
    expect(hidden_of_ten(3), unproved=["whether seat 10 won hangs on his cards"])


@pytest.mark.parametrize(
    ("end", "mark", "moved"),
    [
        ("", None, 0),
        ("win 2 0", "*", 0),
        ("win 2 10\nlose 2 5", "*", 15),
        ("lose 2 5\nwin 2 10", "*", 15),
    ],
)
def test_neither_or_both_of_win_and_loss(end: str, mark: str | None, moved: int) -> None:
    """C5, S7, S8: with an unknown banker's card nobody can say whether he won, but one of the two had to move: that
    neither did, or both, is wrong whatever the card was; what is due to him is not known: there is no correction."""
    lines = f"stake 2 5\nburn 7c\nturn ??\nshow 2 Qs 5d 6d\n{end}" + ("  # *" if mark else "")
    expect(play(lines), ("bank.payout", "S7", mark, 2, None, moved), unproved=["whether seat 2 won hangs on"])


def test_win_or_loss_of_the_right_sum() -> None:
    """C5, S7, S8: where nobody can say whether he won, a win of twice his stake and a loss of it are both right, and
    other sums are not."""
    for result, found in (
        ("win 2 10", []),
        ("lose 2 5", []),
        ("win 2 5", [("bank.payout", "S7", "*", 2, 10, 5)]),
        ("lose 2 10", [("bank.payout", "S8", "*", 2, 5, 10)]),
    ):
        hand = play(f"stake 2 5\nburn 7c\nturn ??\nshow 2 Qs 5d 6d\n{result}  # *")
        expect(hand, *found, unproved=["whether seat 2 won hangs on the banker's card"])  # type: ignore[arg-type]


def test_stake_before_the_result_of_a_play_without_stake() -> None:
    """C8: the stake of seat 2 is missing, his play is there; seat 3 stakes before seat 2 is settled, which is too
    early."""
    expect(
        """
        hand stitch dealer 1
        players 1:100 2:100 3:100
        bank 1 20
        deal 2 Qs 5d 6d
        deal 3 Qh 7d 8d
        burn 7c
        turn Ks
        show 2 Qs 5d 6d
        stake 3 1    # *
        lose 2 5
        burn 8c
        turn Kh
        show 3 Qh 7d 8d
        lose 3 1
        """,
        ("turn.order", "C8", "*", 3, 2, 3),
        ("turn.missing", "C8", None, 2, None, None),
    )


@pytest.mark.parametrize("shown", ["Qs 5d 9h", "Qs 5d 6d 9h"])
def test_other_cards_shown_than_dealt(shown: str) -> None:
    """S6, C2: he shows the cards that he was dealt, no others and no more."""
    found: Found = ("cards.shown", "S6", "*", 2, 3, 4) if "6d" in shown else ("cards.shown", "S6", "*", 2, None, "9h")
    expect(play(f"stake 2 5\n{BURNED}\nshow 2 {shown}  # *\nlose 2 5"), found)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("burn Qs  # *\nturn Ks\nshow 2 Qs 5d 6d\nlose 2 5", ("cards.impossible", "C2", "*", 2, None, "Qs")),
        ("burn 7c\nturn Qs  # *\nshow 2 Qs 5d 6d\nlose 2 5", ("cards.impossible", "C2", "*", 2, None, "Qs")),
        ("burn 7c\nturn Ks\nshow 2 Qs 5d 9h  # *\nlose 2 5", ("cards.shown", "S6", "*", 2, None, "9h")),
    ],
)
def test_cards_of_a_play_without_its_stake(lines: str, found: Found) -> None:
    """C8, C2, S6: that the stake is missing excuses no card that is burned, turned or shown."""
    expect(play(lines), found, ("turn.missing", "C8", None, 2, None, None))


def test_bank_emptied_by_a_line_of_nobody() -> None:
    """S4, S7, C4: the banker himself is said to have won all of his bank, which counts for nobody but moves; against
    nothing nobody may stake, and who does is paid nothing."""
    expect(
        """
        hand stitch dealer 1
        players 1:100 2:100
        bank 1 4
        deal 2 As 5d 6d
        stake 1 1    # *
        burn 8c
        turn Kh
        win 1 4
        stake 2 1    # **
        burn 7c
        turn Ks
        show 2 As 5d 6d
        win 2 2      # ***
        pass_bank to 2
        """,
        ("turn.order", "C8", "*", 1, 2, 1),
        ("amount.over_half", "S4", "**", 2, 0, 1),
        ("bank.payout", "S7", "***", 2, 0, 2),
        corrections={2: -2},
    )
