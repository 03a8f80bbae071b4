"""What lies on the tables of a sitting from hand to hand (F4, C7, K18)."""


def test_a_pot_that_vanishes_is_found(club) -> None:
    """8 were left, the next poker hand opens with 0."""
    club.hand(1, closing={"pot": 8})
    later = club.hand(2, dealer=2, opening={"pot": 0})
    assert club.find("continuity.table") == [(later, None, 8, 0)]
    row = club.connection.execute("SELECT rule, severity, message FROM continuity_findings").fetchone()
    assert row == ("F4", "error", "Before this hand the pot is 0; hand 1 left 8. 8 chips are missing.")


def test_each_game_has_its_own_table(club) -> None:
    """A stitch round in between leaves the pot alone, and a pot is nothing to a bank."""
    club.hand(1, closing={"pot": 8})
    club.hand(2, game="stitch", closing={"bank": 30, "bank_start": 20})
    club.hand(3, dealer=2, opening={"pot": 8}, closing={"pot": 0})
    club.hand(4, game="stitch", opening={"bank": 30, "bank_start": 20})
    assert club.find("continuity.table") == []


def test_an_opening_that_is_not_logged_is_not_compared(club) -> None:
    """But one with a field missing is: the field is 0."""
    club.hand(1, closing={"pot": 8})
    club.hand(2, dealer=2, closing={"pot": 3})
    later = club.hand(3, dealer=3, opening={})
    assert club.find("continuity.table") == [(later, None, 3, 0)]


def test_without_a_closing_the_movements_say_what_was_left(club) -> None:
    """A bet of 7 stayed in the pot."""
    club.hand(1, actions=({"action": "bet", "seat": 1, "amount": 7},))
    later = club.hand(2, dealer=2, opening={"pot": 6})
    assert club.find("continuity.table") == [(later, None, 7, 6)]


def test_the_first_hand_of_a_game_may_find_anything_on_its_table(club) -> None:
    """There is no hand before that could have left something else."""
    club.hand(1, opening={"pot": 40})
    assert club.find("continuity.table") == []


def test_every_field_of_a_bank_is_a_finding_of_its_own(club) -> None:
    """Bank, its start and the stitch round are looked at one by one."""
    club.hand(1, game="stitch", closing={"bank": 60, "bank_start": 20, "stitch_round": True})
    later = club.hand(2, game="stitch", opening={"bank": 61, "bank_start": 21})
    assert club.find("continuity.table") == [(later, None, 60, 61), (later, None, 20, 21), (later, None, True, False)]


def test_dust_waits_on_the_table_for_the_next_bank(club) -> None:
    """What the spent bank left is there when the next round opens."""
    club.hand(1, game="stitch", closing={"bank": 1}, actions=({"action": "pass_bank", "to_seat": 2},))
    later = club.hand(2, game="stitch", dealer=2, opening={"bank": 0})
    assert club.find("continuity.table") == [(later, None, 1, 0)]


def test_every_circle_is_compared_and_one_not_named_is_empty(club) -> None:
    """A changed, a lost and a new circle are three findings; those that are 0 on one side only by name are none."""
    club.hand(1, game="pok", closing={"pools": {"A": 4, "K": 2, "Q": 0, "pok": 3}})
    later = club.hand(2, game="pok", dealer=2, opening={"pools": {"A": 5, "pok": 3, "sequence": 2, "J": 0}})
    assert club.find("continuity.table") == [(later, None, 4, 5), (later, None, 2, 0), (later, None, 0, 2)]


def test_nothing_is_compared_across_a_gap(club) -> None:
    """The missing hand may have moved the pot."""
    club.hand(1, closing={"pot": 8})
    club.hand(3, dealer=2, opening={"pot": 2})
    assert club.find("continuity.table") == []


def test_a_gap_between_two_hands_of_one_game_counts_wherever_it_lies(club) -> None:
    """The gap lies between two stitch rounds, but also between the two poker hands around them."""
    club.hand(1, closing={"pot": 8})
    club.hand(2, game="stitch")
    club.hand(4, game="stitch")
    club.hand(5, dealer=2, opening={"pot": 2})
    assert club.find("continuity.table") == []


def test_a_hand_that_our_program_failed_on_left_what_its_closing_says(club) -> None:
    """Without a closing nobody knows what it left; with one it is compared."""
    broken = ({"action": "note"},)
    club.hand(1, actions=broken)
    club.hand(2, dealer=2, opening={"pot": 5}, closing={"pot": 6}, actions=broken)
    later = club.hand(3, dealer=3, opening={"pot": 5})
    assert club.find("continuity.table") == [(later, None, 6, 5)]
