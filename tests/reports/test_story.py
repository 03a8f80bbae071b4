"""Hands told to people: every sum and seat in the sentences is that of the findings and corrections of the audit."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from handproof import audit
from ingest.store import open_store
from replay.rulebook import RULES
from replay.witness import witness
from reports.errors import ReportError
from reports.hand_file import HandFile, read_hand_file
from reports.story import tell
from reports.story_parts import Story
from reports.story_text import story_text
from tests.gallery.notation import lines
from tests.replay.hands import pack
from tests.reports.conftest import CASES

RULE_ID = re.compile(r"\b[A-Z][0-9]{1,2}\b")


@pytest.fixture
def stories(told_store: duckdb.DuckDBPyConnection) -> Iterator[tuple[HandFile, Story]]:
    """Every hand with its telling, one after the other."""
    ids = told_store.execute("SELECT hand_id FROM hands ORDER BY session_id, hand_no, hand_id").fetchall()
    assert len(ids) > 200
    return ((file, tell(file)) for file in (read_hand_file(told_store, hand_id) for (hand_id,) in ids))


def story_of(connection: duckdb.DuckDBPyConnection, hand_id: str) -> Story:
    return tell(read_hand_file(connection, hand_id))


def rows(connection: duckdb.DuckDBPyConnection, query: str, hand_id: str) -> list[tuple[Any, ...]]:
    return connection.execute(query, [hand_id]).fetchall()


def test_corrections_are_those_of_the_audit(
    stories: Iterator[tuple[HandFile, Story]], told_store: duckdb.DuckDBPyConnection
) -> None:
    """Each seat's sum stands in a sentence with its seat, name and direction; with house and table they come to 0."""
    told = 0
    for file, story in stories:
        stored = rows(told_store, "SELECT seat, amount FROM corrections WHERE hand_id = ? ORDER BY seat", story.hand_id)
        by_seat = {c.seat: c for c in story.corrections if c.seat is not None}
        assert sorted((seat, c.amount) for seat, c in by_seat.items()) == stored
        assert sum(c.amount for c in story.corrections) == 0
        names = {person.seat: person.name for person in story.players}
        for seat, amount in stored:
            words = f"is owed {amount:,}" if amount > 0 else f"has {-amount:,} too much"
            assert by_seat[seat].sentence == f"seat {seat} ({names[seat]}) {words}"
            assert by_seat[seat].sentence[1:] in story.corrections_sentence
            told += 1
        if not file.result.corrections:
            assert not stored
    assert told > 30


def test_payments_settle_the_corrections_exactly(stories: Iterator[tuple[HandFile, Story]]) -> None:
    """After the payments nobody is owed anything, and each is told with its sum."""
    for _, story in stories:
        owed = {correction.party: correction.amount for correction in story.corrections}
        for payment in story.payments:
            owed[payment.payer] += payment.chips
            owed[payment.receiver] -= payment.chips
            assert f" {payment.chips:,} to " in payment.sentence
        assert not any(owed.values()), story.hand_id


def test_findings_are_those_of_the_audit(
    stories: Iterator[tuple[HandFile, Story]], told_store: duckdb.DuckDBPyConnection
) -> None:
    """All findings of a hand are told, those between hands too, with rule and plain values; each stands in the text."""
    for _, story in stories:
        stored = rows(
            told_store,
            "SELECT code, rule, action_no, seat, expected::VARCHAR, actual::VARCHAR FROM all_findings WHERE "
            "hand_id = ?",
            story.hand_id,
        )
        told = [
            (f.code, f.rule.id if f.rule else None, f.action_no, f.seat, f.expected_value, f.logged_value)
            for f in story.findings
        ]
        plain = [(*row[:4], *(None if v is None else json.loads(v) for v in row[4:])) for row in stored]
        assert sorted(told, key=repr) == sorted(plain, key=repr)
        text = " ".join(story_text(story).split())
        for finding in story.findings:
            assert " ".join(finding.message.split()) in text
            assert finding.rule is None or RULES[finding.rule.id].text == finding.rule.text
        verdict = rows(told_store, "SELECT verdict FROM final_verdicts WHERE hand_id = ?", story.hand_id)
        assert verdict == [(story.verdict,)]


def test_chips_at_the_last_step_are_those_of_the_replay(stories: Iterator[tuple[HandFile, Story]]) -> None:
    """Stacks and table after the last step are what lay there before and every movement since; no chip is made up."""
    for file, story in stories:
        if not story.steps:
            continue
        last = story.steps[-1]
        moved = {person.seat: 0 for person in story.players}
        for movement in file.result.movements:
            for account, chips in ((movement.from_account, -movement.chips), (movement.to_account, movement.chips)):
                if account.startswith("seat:") and int(account[5:]) in moved:
                    moved[int(account[5:])] += chips
        for person, seat in zip(story.players, last.seats, strict=True):
            assert seat.seat == person.seat
            assert seat.stack == (None if person.stack is None else person.stack + moved[person.seat])
        if all(m.from_account[:5] != "seat:" or int(m.from_account[5:]) in moved for m in file.result.movements):
            lying = last.table.chips + last.table.house - story.before.chips
            assert lying == -sum(moved.values()), story.hand_id


def test_no_rule_id_stands_without_its_text(stories: Iterator[tuple[HandFile, Story]]) -> None:
    """Every rule that a sentence cites is printed with its text in the same telling."""
    for _, story in stories:
        text = story_text(story)
        told = " ".join([*sentences(story), *(finding.message for finding in story.findings)])
        cited = {rule_id for group in re.findall(r"\(([^()]*)\)", told) for rule_id in RULE_ID.findall(group)} & set(
            RULES
        )
        missing = {rule_id for rule_id in cited if f"Rule {rule_id}:" not in text}
        assert cited <= {rule.id for rule in story.rules}, story.hand_id
        assert not missing, (story.hand_id, missing)


def test_nothing_of_the_program_shows(stories: Iterator[tuple[HandFile, Story]]) -> None:
    """No None, no account names, no braces but those of the log's own lines."""
    for _, story in stories:
        lines = [line for line in story_text(story).splitlines() if '"' not in line]
        text = "\n".join(lines)
        assert not re.search(r"\bNone\b|seat:|pool:|\bnan\b|Traceback", text), story.hand_id


def test_whose_the_pot_is_agrees_with_the_engine(stories: Iterator[tuple[HandFile, Story]]) -> None:
    """Where the watched hands prove a winner, what was paid put right by the corrections goes to winners alone."""
    proved = 0
    for file, _ in stories:
        seen = witness(file.hand, file.below, file.result.table_before).poker
        if seen is None or not seen.still_in or any(pot.winners is None for pot in seen.pots):
            continue
        due = {c.seat: c.amount for c in file.result.corrections}
        for movement in file.result.movements:
            if movement.from_account == "pot" and movement.to_account.startswith("seat:"):
                seat = int(movement.to_account[5:])
                due[seat] = due.get(seat, 0) + movement.chips
        winners = {seat for pot in seen.pots for seat in pot.winners or ()}
        assert {seat for seat, chips in due.items() if chips} <= winners, file.hand.hand_id
        proved += 1
    assert proved > 50


# -- sentences that a floor manager reads out --------------------------------------------------------------------------


def sentences(story: Story) -> list[str]:
    """All sentences about the end of the hand, the ruling and what is open."""
    ends = [words for passage in story.ends for words in passage.sentences]
    open_points = [words for point in story.unproved for words in (point.because, *point.deciding)]
    return [*ends, *story.ruling, *open_points]


needs_cases = pytest.mark.skipif(not CASES.is_file(), reason=f"the founders' cases are not at {CASES}")


@needs_cases
def test_a_flush_beats_a_flush_by_its_suit(told_store: duckdb.DuckDBPyConnection) -> None:
    """Poker: who beats whom and why, what was paid to whom, who is owed what."""
    story = story_of(told_store, "ace-high-flush-paid")
    p1, p2 = "seat 1 (ace-high-flush-paid-p1)", "seat 2 (ace-high-flush-paid-p2)"
    assert (
        f"The suit (flush) of hearts in {p1} beats the suit (flush) of diamonds in {p2}, whatever the ranks: hearts "
        "are above diamonds (P23)."
    ) in story.ruling
    assert story.corrections_sentence == f"S{p1[1:]} is owed 45; {p2} has 45 too much."
    assert [payment.sentence for payment in story.payments] == [f"S{p2[1:]} gives 45 to {p1}."]
    assert f"Of the pot of 45, 45 to {p1} is right." in sentences(story)


@needs_cases
def test_a_stitch_round_that_was_due(told_store: duckdb.DuckDBPyConnection) -> None:
    """Stitch: the sum by which the stitch round is due, and that it moves no chips."""
    story = story_of(told_store, "stitch-missed")
    assert (
        "The bank began this turn with 100 and is 300 at the end of the round. A stitch round is due from 3 × 100 = "
        "300 on; 300 is at least that, so it is due (S13)."
    ) in sentences(story)
    assert story.ruling[-1] == "By itself this moves no chips; it says how the banker's turn has to go on."


@needs_cases
def test_the_bank_is_told_from_the_beginning_of_the_turn(told_store: duckdb.DuckDBPyConnection) -> None:
    """The second round's telling begins with the bank that was put in the first."""
    story = story_of(told_store, "stitch-round-2")
    assert [line.bank for line in story.bank_history] == [100, 150, 225, 337, 337, 337, 137, 205, 210, 0, 0]
    assert {line.hand_id for line in story.bank_history} == {"stitch-round-1", "stitch-round-2"}


@needs_cases
def test_which_cards_would_decide_a_stitch_play(told_store: duckdb.DuckDBPyConnection) -> None:
    """The cards above the banker's that nobody has seen, and what the other result would be worth."""
    told = sentences(story_of(told_store, "stitch-unseen"))
    p2 = "eat 2 (stitch-unseen-p2)"
    assert any(
        words.startswith(f"S{p2} wins if one of his 3 unknown cards is A♠ or K♠ or Q♠ or J♠ or 10♠") for words in told
    )
    assert f"The log settles it as a loss; if it was a win, s{p2} is owed 30." in told


@needs_cases
def test_what_either_winner_would_mean(told_store: duckdb.DuckDBPyConnection) -> None:
    """Poker with unknown cards: for each possible winner what he would be owed."""
    told = sentences(story_of(told_store, "unknown-loser"))
    assert (
        "If seat 2 (unknown-loser-p2) has the best hand, he is owed 45, and seat 1 (unknown-loser-p1) has 45 too much."
    ) in told
    assert "As far as it can be proved nobody owes anybody anything." in told


def test_rows_of_the_play_name_card_and_holder(told_store: duckdb.DuckDBPyConnection) -> None:
    """Pok: each row with the card that had to come, who held it, and why the row ends."""
    [play] = [p for p in story_of(told_store, "2026-11-14-pok-1").ends if p.heading == "The play, row by row"]
    assert play.sentences[0] == (
        "Row 1: seat 5 (Emil) leads the eight of clubs (8♣); 9♣ had to come, seat 3 (Chidi O.) held it and laid it; "
        "10♣ had to come, seat 3 (Chidi O.) held it and laid it; J♣ had to come, seat 2 (Борис) held it and laid it; "
        "there the row ends, for the Q♣ is in nobody's hand: it stayed in the pack (K14)."
    )
    assert len(play.sentences) == 13


def test_a_wrong_lead_is_told_where_it_happens(told_store: duckdb.DuckDBPyConnection) -> None:
    """The finding stands at its action, with names beside seats."""
    story = story_of(told_store, "2026-11-14-pok-4")
    [step] = [step for step in story.steps if step.findings]
    assert step.action_no == 47
    assert step.findings[0].message == "Seat 1 (Anna Berg) led; the lead was seat 2 (Борис)'s."
    assert (step.findings[0].expected, step.findings[0].logged) == ("seat 2 (Борис)", "seat 1 (Anna Berg)")


POKER_PACK = pack("Qs", "Ks", "Qh", "Kh", "9c", "9d", "4d", "4c", "3h", "3s", "7d", "8d")
POKER_WITH_PACK = f"""
    hand poker dealer 1 deck=52
    players 1:100 2:100
    {POKER_PACK}
    all ante 1
    deal 2 ?? ?? ?? ?? 3h
    deal 1 Ks Kh 9d
    deal 1 ?? ??
    all enter 1
    draw 2 throws 4d 3h gets 7d ??
    draw 1
    bet 2 1
    open 1 1
    show 2 ??
    show 1 ??
    win 1 6
    """
STITCH_WITH_PACK = f"""
    hand stitch dealer 1
    players 1:100 2:100
    {pack("Qs", "5d", "6d", "7c", "Ks")}
    bank 1 20
    deal 2 Qs 5d 6d
    stake 2 5
    burn 7c
    turn ??
    show 2 Qs 5d 6d
    lose 2 5
    """


def test_cards_that_only_the_pack_knows_are_shown(tmp_path: Path) -> None:
    """F1: what the log has as ?? and the logged pack knows is said at its step, and lies before its player."""
    for session_id, text in (("a", POKER_WITH_PACK), ("b", STITCH_WITH_PACK)):
        (tmp_path / f"{session_id}.jsonl").write_text(lines(text, session_id), "utf-8")
    audit([tmp_path], db=tmp_path / "packs.duckdb", out=tmp_path / "report", jobs=1)
    with open_store(tmp_path / "packs.duckdb", read_only=True) as connection:
        ids = connection.execute("SELECT hand_id FROM hands ORDER BY session_id").fetchall()
        poker, stitch = [story_of(connection, hand_id) for (hand_id,) in ids]
    assert (poker.verdict, stitch.verdict) == ("verified", "verified")
    told = {
        step.action_no: step.says.split(" By the logged pack: ")[1]
        for step in poker.steps
        if "By the logged pack" in step.says
    }
    assert told == {3: "Q♥ Q♠ 9♣ 4♦ 3♥.", 5: "K♥ K♠ 9♦ 4♣ 3♠.", 8: "8♦ 7♦."}
    held = {seat.seat: set(seat.cards) for seat in poker.steps[-1].seats}
    assert held == {1: {"Ks", "Kh", "9d", "4c", "3s"}, 2: {"Qs", "Qh", "9c", "7d", "8d"}}
    [turn] = [step for step in stitch.steps if "By the logged pack" in step.says]
    assert turn.says.endswith("By the logged pack: K♠.")
    assert turn.table.turned == "Ks"


def test_the_text_of_an_action_is_that_of_the_log(stories: Iterator[tuple[HandFile, Story]]) -> None:
    """Each step's raw text stands in the line to the letter and is the action of that number."""
    for file, story in stories:
        actions = json.loads(file.raw)["actions"]
        assert [json.loads(step.log) for step in story.steps] == actions
        assert all(step.log in file.raw for step in story.steps)


def test_a_hand_judged_under_another_config_is_refused(told_store: duckdb.DuckDBPyConnection) -> None:
    """Telling a hand under other house rules than it was judged by would prove nothing."""
    with pytest.raises(ReportError, match="--config"):
        read_hand_file(told_store, _poker(told_store), {"poker": {"min_raise": 77}})


def _poker(connection: duckdb.DuckDBPyConnection) -> str:
    query = "SELECT min(hand_id) FROM hands WHERE game = 'poker' AND session_id NOT LIKE '2026%'"
    return str(connection.execute(query).fetchall()[0][0])
