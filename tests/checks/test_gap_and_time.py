"""Hand numbers and clocks of a sitting (F2, F5)."""


def test_a_sitting_that_counts_from_one_has_no_gap(club) -> None:
    """Hands 1, 2, 3 are no finding."""
    for number in (1, 2, 3):
        club.hand(number)
    assert club.find("continuity.gap") == []


def test_a_missing_number_is_found_at_the_hand_after_it(club) -> None:
    """After 1 comes 4: one finding, whatever the number of hands missing."""
    club.hand(1)
    later = club.hand(4)
    assert club.find("continuity.gap") == [(later, None, 2, 4)]
    (message,) = club.connection.execute(
        "SELECT message FROM continuity_findings WHERE hand_id = ?", [later]
    ).fetchone()
    assert message == "Hands 2 to 3 are missing before hand 4."


def test_a_sitting_that_begins_late_has_a_gap_at_its_first_hand(club) -> None:
    """The first hand is numbered 3; 1 was expected."""
    first = club.hand(3)
    assert club.find("continuity.gap") == [(first, None, 1, 3)]


def test_a_number_twice_is_found_but_the_next_counts_on(club) -> None:
    """1, 2, 2, 3: the second 2 is a finding, the 3 is none."""
    club.hand(1)
    club.hand(2)
    twice = club.hand(2)
    club.hand(3)
    assert club.find("continuity.gap") == [(twice, None, 3, 2)]


def test_a_gap_makes_its_session_incomplete_and_leaves_its_hands_verified(club) -> None:
    """Gaps are warnings: they count for the session alone."""
    club.hand(1)
    club.hand(3, dealer=2)
    club.read()
    assert club.connection.execute("FROM session_verdicts").fetchall() == [("s", "incomplete", 2, 2, 0, 0)]


def test_sessions_do_not_count_on_from_each_other(club) -> None:
    """Two interleaved sittings count each for itself."""
    club.hand(1, session="s")
    club.hand(1, session="t")
    club.hand(2, session="s")
    club.hand(2, session="t")
    assert club.find("continuity.gap") == []


def test_time_that_runs_backwards_between_records_is_found_at_the_later_one(club) -> None:
    """Hand 2 is stamped before hand 1; the offset counts, not the text."""
    club.session(started_at="2026-05-01T19:00:00+03:00")
    club.hand(1, started_at="2026-05-01T20:00:00+03:00")
    club.hand(2, started_at="2026-05-01T18:30:00+01:00")
    later = club.hand(3, started_at="2026-05-01T20:29:59+03:00")
    assert club.find("continuity.time") == [(later, None, None, "2026-05-01T20:29:59+03:00")]


def test_times_inside_a_hand_name_their_action(club) -> None:
    """The second action is stamped before the first; records without a time are passed over."""
    actions = (
        {"action": "bet", "seat": 1, "amount": 1, "at": "2026-05-01T20:00:05Z"},
        {"action": "fold", "seat": 2},
        {"action": "fold", "seat": 3, "at": "2026-05-01T20:00:04Z"},
    )
    hand = club.hand(1, actions=actions, started_at="2026-05-01T20:00:00Z")
    club.cash("ann", 5)
    club.hand(2, dealer=2)
    assert club.find("continuity.time") == [(hand, None, None, "2026-05-01T20:00:04Z")]
    rows = club.connection.execute("SELECT action_no, severity, rule, message FROM continuity_findings").fetchall()
    said = "The clock runs backwards: 2026-05-01T20:00:04Z stands after 2026-05-01T20:00:05Z in this sitting."
    assert rows == [(3, "warning", "F5", said)]


def test_a_hand_that_begins_before_the_last_action_of_the_hand_before_is_found(club) -> None:
    """The last time of a hand is that of its last action, not of its beginning."""
    ending = ({"action": "bet", "seat": 1, "amount": 1, "at": "2026-05-01T20:09:00Z"},)
    club.hand(1, actions=ending, started_at="2026-05-01T20:00:00Z")
    later = club.hand(2, dealer=2, started_at="2026-05-01T20:08:00Z")
    assert club.find("continuity.time") == [(later, None, None, "2026-05-01T20:08:00Z")]


def test_the_order_of_rows_in_the_store_does_not_matter(club, monkeypatch) -> None:
    """Actions that stand in the store in disorder are sorted, in slices, and the same is found."""
    monkeypatch.setattr("checks.continuity.TIMES_IN_SLICE", 2)
    expected = []
    for number in range(1, 6):
        stamps = (5, 3, 4, 9)
        actions = tuple(
            {"action": "bet", "seat": 1, "amount": 1, "at": f"2026-05-0{number}T20:00:0{second}Z"} for second in stamps
        )
        hand = club.hand(number, actions=actions, started_at=f"2026-05-0{number}T20:00:05Z")
        expected.append((hand, None, None, f"2026-05-0{number}T20:00:03Z"))
    assert club.find("continuity.time") == expected
    club.connection.execute(
        "CREATE TEMP TABLE shuffled AS FROM actions ORDER BY action_no % 3, hash(hand_id), action_no"
    )
    club.connection.execute("DELETE FROM actions")
    club.connection.execute("INSERT INTO actions FROM shuffled")
    assert club.find("continuity.time") == expected


def test_the_first_action_is_compared_with_the_beginning_of_its_hand(club) -> None:
    """The hand began at 20:00:05, its first action is stamped a second earlier."""
    actions = ({"action": "fold", "seat": 2}, {"action": "fold", "seat": 3, "at": "2026-05-01T20:00:04Z"})
    hand = club.hand(1, actions=actions, started_at="2026-05-01T20:00:05Z")
    assert club.find("continuity.time") == [(hand, None, None, "2026-05-01T20:00:04Z")]
    (message,) = club.connection.execute("SELECT message FROM continuity_findings").fetchone()
    assert (
        message == "The clock runs backwards: 2026-05-01T20:00:04Z stands after 2026-05-01T20:00:05Z in this sitting."
    )


def test_a_break_at_cash_or_close_has_no_hand(club) -> None:
    """A cash record and a close that are stamped too early are findings of the sitting."""
    club.hand(1, started_at="2026-05-01T20:00:00Z")
    club.cash("ann", 5, at="2026-05-01T19:00:00Z")
    club.close(at="2026-05-01T18:00:00Z")
    assert club.find("continuity.time") == [
        (None, None, None, "2026-05-01T18:00:00Z"),
        (None, None, None, "2026-05-01T19:00:00Z"),
    ]
