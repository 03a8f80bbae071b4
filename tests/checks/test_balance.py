"""The sums of a sitting: what was bought, what is left, who gets it (F6, K19)."""

BOTH = "1:ann 2:bob"


def test_chips_bought_are_the_stacks_the_table_and_the_rake(club) -> None:
    """300 in; 290 in stacks, 6 in the pot, 4 to the house: all there."""
    for player in ("ann", "bob", "cid"):
        club.cash(player, 100)
    club.hand(1, actions=({"action": "bet", "seat": 1, "amount": 10}, {"action": "rake", "amount": 4}))
    club.close({"ann": 90, "bob": 100, "cid": 100})
    assert club.find("session.balance") == []


def test_a_chip_missing_at_the_close_is_found(club) -> None:
    """300 in, 299 out: a finding of the sitting, of no hand."""
    club.cash("ann", 320)
    club.cash("ann", -20)
    club.hand(1)
    club.close({"ann": 299})
    assert club.find("session.balance") == [(None, None, 300, 299)]
    row = club.connection.execute("SELECT hand_no, game, rule, severity, message FROM continuity_findings").fetchone()
    said = (
        "By the cash of this sitting 300 chips must be there at its end; 299 are: 299 in the stacks of the close, "
        "0 left on the table, 0 taken as rake. 1 chip is missing."
    )
    assert row == (None, None, "F6", "error", said)
    assert club.connection.execute("FROM session_verdicts").fetchall() == [("s", "discrepant", 1, 1, 0, 0)]


def test_all_tables_of_a_sitting_count(club) -> None:
    """Pot 8, bank 30 and circles 4 + 2 as their last hands left them."""
    club.cash("ann", 100)
    club.hand(1, BOTH, closing={"pot": 8})
    club.hand(2, BOTH, 1, "stitch", closing={"bank": 30, "bank_start": 20})
    club.hand(3, BOTH, 2, "pok", closing={"pools": {"A": 4, "pok": 2}})
    club.close({"bob": 57})
    assert club.find("session.balance") == [(None, None, 100, 101)]


def test_what_the_closing_says_lies_there_goes_before_the_movements(club) -> None:
    """A later hand of the game takes the place of the earlier one, and its closing that of its movements."""
    club.cash("ann", 10)
    club.hand(1, BOTH, closing={"pot": 8})
    club.hand(2, BOTH, 2, actions=({"action": "bet", "seat": 1, "amount": 5},), closing={"pot": 3})
    club.close({"ann": 7})
    assert club.find("session.balance") == []


def test_it_is_judged_only_with_cash_a_close_with_stacks_and_no_gap(club) -> None:
    """Four sittings, each without one of these (one has a close without stacks), and nothing found."""
    for session in ("no cash", "no close", "no stacks", "gap"):
        if session != "no cash":
            club.cash("ann", 100, session)
        club.hand(2 if session == "gap" else 1, session=session)
        if session != "no close":
            club.close(None if session == "no stacks" else {"ann": 1}, {"ann": 5}, session)
    assert club.find("session.balance") == []


def test_a_number_twice_is_no_gap_for_the_balance(club) -> None:
    """The sums are still judged."""
    club.cash("ann", 5)
    club.hand(1)
    club.hand(1, dealer=2)
    club.close({"ann": 4})
    assert club.find("session.balance") == [(None, None, 5, 4)]


def test_a_sitting_without_hands_is_judged_by_its_cash(club) -> None:
    """Chips bought and all handed back again; then one that is not."""
    club.cash("ann", 100, "s")
    club.close({"ann": 100}, session="s")
    club.cash("ann", 100, "t")
    club.close({}, session="t")
    assert club.find("session.balance") == [(None, None, 100, 0)]
    rows = club.connection.execute("SELECT session_id, verdict, hands FROM session_verdicts ORDER BY ALL").fetchall()
    assert rows == [("s", "verified", 0), ("t", "discrepant", 0)]


def test_stacks_count_whoever_they_belong_to(club) -> None:
    """A backer who never played has chips at the close; debts are below 0."""
    club.cash("ann", 100)
    club.hand(1)
    club.close({"backer": 130, "ann": -30})
    assert club.find("session.balance") == []


def test_of_two_closes_the_last_one_counts(club) -> None:
    """A clerk closed too early and again at the end."""
    club.cash("ann", 100)
    club.hand(1)
    club.close({"ann": 90})
    club.hand(2, dealer=2)
    club.close({"ann": 100})
    assert club.find("session.balance") == []


def test_a_hand_that_our_program_failed_on_leaves_the_balance_unjudged(club) -> None:
    """What it moved and left is not known."""
    club.cash("ann", 100)
    club.hand(1, actions=({"action": "note"},))
    club.close({"ann": 1})
    assert club.find("session.balance") == []


def test_shares_of_a_pot_and_of_circles_are_two_sums(club) -> None:
    """Pot 5 among three: 2 to the dealer's left, 2 to the next, 1 to the dealer. Circles 3 of two: 2 and 1."""
    club.cash("ann", 8)
    club.hand(1, "1:ann 2:bob 3:cid", 3, closing={"pot": 5})
    club.hand(2, "1:ann 2:bob", 1, "pok", closing={"pools": {"A": 1, "K": 2}})
    club.close({}, {"ann": 2 + 1, "bob": 2 + 2, "cid": 1})
    assert club.find("session.balance") == []


def test_wrong_shares_are_one_finding_with_chips_by_player(club) -> None:
    """Bob got all 2; one was ann's, and a stranger got 1 that was nobody's."""
    club.cash("ann", 2)
    club.hand(1, BOTH, closing={"pot": 2})
    club.close({}, {"bob": 2, "eve": 1, "ann": 0})
    assert club.find("session.balance") == [(None, None, {"ann": 1, "bob": 1}, {"bob": 2, "eve": 1})]
    (message,) = club.connection.execute("SELECT message FROM continuity_findings").fetchone()
    assert message == (
        "2 chips left on the table were not shared as they should be: "
        "ann got 0, expected 1; bob got 2, expected 1; eve got 1, expected 0."
    )


def test_shares_of_nothing_at_all_are_found_too(club) -> None:
    """Nothing was left, yet somebody got a chip."""
    club.cash("ann", 0)
    club.hand(1, BOTH)
    club.close({}, {"bob": 1})
    assert club.find("session.balance") == [(None, None, {}, {"bob": 1})]


def test_a_close_without_shares_says_nothing_of_them(club) -> None:
    """The pot lies there still; the sums are right."""
    club.cash("ann", 2)
    club.hand(1, BOTH, closing={"pot": 2})
    club.close({})
    assert club.find("session.balance") == []


def test_a_stitch_bank_and_dust_go_to_the_banker_of_the_last_round(club) -> None:
    """A living bank is its banker's; dust that waits is his who left it, though the bank was passed on."""
    club.cash("ann", 30, "s")
    club.hand(1, BOTH, 2, "stitch", session="s", closing={"bank": 30, "bank_start": 20})
    club.close({}, {"bob": 30}, "s")
    club.cash("ann", 1, "t")
    passed = ({"action": "pass_bank", "to_seat": 1},)
    club.hand(1, BOTH, 2, "stitch", session="t", closing={"bank": 1}, actions=passed)
    club.close({}, {"ann": 1}, "t")
    assert club.find("session.balance") == [(None, None, {"bob": 1}, {"ann": 1})]


def test_players_of_the_last_hand_of_the_game_share_not_all_of_the_sitting(club) -> None:
    """Cid played poker earlier, and pok last: the pot is ann's and bob's."""
    club.cash("ann", 4)
    club.hand(1, "1:ann 2:bob 3:cid", closing={"pot": 3})
    club.hand(2, "1:ann 2:bob", 2, closing={"pot": 4})
    club.hand(3, "2:bob 3:cid", 3, "pok", closing={"pools": {}})
    club.close({}, {"ann": 2, "bob": 2})
    assert club.find("session.balance") == []
