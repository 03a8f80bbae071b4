"""A player's stack from hand to hand (F3)."""


def test_a_chip_lost_between_two_hands_is_found_at_the_later_one(club) -> None:
    """98 were left, the next hand begins with 97."""
    club.hand(1, "1:ann=100>98 2:bob=100>102")
    later = club.hand(2, "1:ann=97>97 2:bob=102>102", 2)
    assert club.find("continuity.stack") == [(later, 1, 98, 97)]
    row = club.connection.execute("SELECT player_id, rule, severity, message FROM continuity_findings").fetchone()
    said = "Seat 1 begins with 97 chips; expected 98: he had 98 after hand 1. 1 chip is missing."
    assert row == ("ann", "F3", "error", said)


def test_cash_between_two_hands_counts(club) -> None:
    """Bought, handed back and corrected chips are added up; those of others do not count."""
    club.hand(1, "1:ann=100>100 2:bob=100>100")
    club.cash("ann", 50)
    club.cash("ann", -20)
    club.cash("bob", 7)
    later = club.hand(2, "1:ann=131>131 2:bob=107>107", 2)
    assert club.find("continuity.stack") == [(later, 1, 130, 131)]
    (message,) = club.connection.execute("SELECT message FROM continuity_findings").fetchone()
    assert (
        message
        == "Seat 1 begins with 131 chips; expected 130: he had 100 after hand 1 and bought 30. 1 chip is too many."
    )


def test_cash_of_another_file_takes_its_place_by_after_hand_no(club) -> None:
    """The cashier writes a file of his own; a purchase after hand 2 does not count before it."""
    club.hand(1, "1:ann=100>100 2:bob=100>100")
    club.hand(2, "1:ann=100>100 2:bob=100>100", 2)
    club.hand(3, "1:ann=150>150 2:bob=100>100")
    club.cash("ann", 50, file="cashier", after_hand_no=2)
    assert club.find("continuity.stack") == []


def test_who_comes_back_is_compared_with_his_last_hand(club) -> None:
    """A player sits out a hand and comes back on another seat with what he left with and what he bought since."""
    club.hand(1, "1:ann=100>90 2:bob=100>110")
    club.cash("ann", 10)
    club.hand(2, "2:bob=110>110 3:cid=0>0", 2)
    club.cash("ann", 5)
    later = club.hand(3, "2:bob=110>110 5:ann=100>100", 2)
    assert club.find("continuity.stack") == [(later, 5, 105, 100)]


def test_where_the_log_has_no_end_stack_the_movements_say_what_he_had(club) -> None:
    """100 less a bet of 30 is 70."""
    acts = ({"action": "bet", "seat": 1, "amount": 30}, {"action": "win", "seat": 2, "amount": 25})
    club.hand(1, "1:ann=100 2:bob=100", actions=acts)
    later = club.hand(2, "1:ann=100 2:bob=125", 2)
    assert club.find("continuity.stack") == [(later, 1, 70, 100)]


def test_the_logged_end_stack_goes_before_the_movements(club) -> None:
    """What he had is as the log says it, even where the hand does not bear it out."""
    club.hand(1, "1:ann=100>99 2:bob=100>100", actions=({"action": "bet", "seat": 1, "amount": 30},))
    club.hand(2, "1:ann=99>99 2:bob=100>100", 2)
    assert club.find("continuity.stack") == []


def test_stacks_that_are_not_logged_are_not_looked_at(club) -> None:
    """A hand without stacks in between leaves nothing to compare with."""
    club.hand(1, "1:ann=100>90 2:bob=100>110")
    club.hand(2, "1:ann 2:bob", 2)
    club.hand(3, "1:ann=5>5 2:bob=7>7")
    assert club.find("continuity.stack") == []


def test_the_first_stack_is_what_was_bought_once_anybody_bought(club) -> None:
    """Bob bought 80 and begins with 100; cid, who bought nothing, begins with 5."""
    club.cash("bob", 80)
    hand = club.hand(1, "2:bob=100>100 3:cid=5>5", 2)
    assert club.find("continuity.stack") == [(hand, 2, 80, 100), (hand, 3, 0, 5)]


def test_the_first_stack_is_not_compared_where_no_cash_stands_before_it(club) -> None:
    """Cash that comes later says nothing of the first hand."""
    club.hand(1, "1:ann=100>100 2:bob=100>100")
    club.cash("cid", 40)
    newcomer = club.hand(2, "1:ann=100>100 3:cid=50>50", 3)
    assert club.find("continuity.stack") == [(newcomer, 3, 40, 50)]


def test_nothing_is_compared_across_a_gap(club) -> None:
    """Not the last stack, and not the first one of somebody who may have played in the missing hand."""
    club.cash("ann", 100)
    club.hand(1, "1:ann=100>100 2:bob=0>0")
    club.hand(3, "1:ann=60>60 2:bob=40>40 3:cid=9>9")
    assert club.find("continuity.stack") == []


def test_after_a_gap_comparing_begins_anew(club) -> None:
    """Hands 3 and 4 are compared though 2 is missing; who last played before the gap is not."""
    club.hand(1, "1:ann=100>100 2:bob=100>100 3:cid=50>50")
    club.hand(3, "1:ann=60>60 2:bob=40>40")
    later = club.hand(4, "1:ann=61>61 2:bob=40>40 3:cid=1>1")
    assert club.find("continuity.stack") == [(later, 1, 60, 61)]


def test_the_second_of_two_hands_with_one_number_is_compared_with_the_first(club) -> None:
    """A number that comes twice is no gap to hide behind."""
    club.hand(1, "1:ann=100>100 2:bob=100>100")
    twice = club.hand(1, "1:ann=90>90 2:bob=100>100", 2)
    assert club.find("continuity.stack") == [(twice, 1, 100, 90)]


def test_a_hand_that_our_program_failed_on_leaves_only_what_the_log_says(club) -> None:
    """Its movements are not known: without an end stack there is nothing to compare with."""
    club.hand(1, "1:ann=100 2:bob=100>80", actions=({"action": "note"},))
    later = club.hand(2, "1:ann=70>70 2:bob=100>100", 2)
    assert club.find("continuity.stack") == [(later, 2, 80, 100)]


def test_debts_are_compared_like_stacks(club) -> None:
    """A stack may fall below 0, and what is owed does not go away."""
    club.hand(1, "1:ann=3>-4 2:bob=10>17")
    later = club.hand(2, "1:ann=0>0 2:bob=17>17", 2)
    assert club.find("continuity.stack") == [(later, 1, -4, 0)]


def test_an_error_between_hands_makes_the_later_hand_discrepant(club) -> None:
    """The final verdict counts what the checks found; the earlier hand stays verified."""
    first = club.hand(1, "1:ann=100>98 2:bob=100>102")
    later = club.hand(2, "1:ann=97>97 2:bob=102>102", 2)
    club.read()
    verdicts = dict(club.connection.execute("SELECT hand_id, verdict FROM final_verdicts").fetchall())
    assert verdicts == {first: "verified", later: "discrepant"}
    assert club.connection.execute("FROM session_verdicts").fetchall() == [("s", "discrepant", 2, 1, 1, 0)]
