"""Hands of a poker room from the file to the verdict; the real ones of the corpus, where its folder is there."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from handproof import load_log
from ingest.decode import decode_line
from ingest.formats.pokerstars import HandPlace, Refusal, hand_record
from ingest.records import Hand, Session
from tests.both_ways import replay_hand
from tests.command_line import Command, refused, rows
from tests.ingest.formats.pokerkit_draw import replayed
from tests.ingest.formats.texts import LIMIT, SIDE_POTS, VERIFIED, changed, lines_of

CORPUS = Path(__file__).parents[2] / "shared" / "corpora" / "pokerstars"
FIFTEEN = CORPUS / "five-card-draw-limit-15.txt"
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the real hands are not here")
MONEY = re.compile(r"(?<=\$)[0-9]+(?:\.[0-9]+)?")


def corpus_hands() -> Iterator[list[str]]:
    """The lines of each real hand."""
    for path in sorted(CORPUS.glob("*.txt")) if CORPUS.is_dir() else []:
        for hand in re.split(r"\n\s*\n", path.read_text(encoding="utf-8-sig").strip()):
            yield hand.strip().split("\n")


def passes(lines: list[str]) -> bool:
    """Whether a hand is taken, and nothing is found in it."""
    try:
        hand = decode_line(json.dumps(hand_record(lines, HandPlace("s", 1))).encode())
    except Refusal:
        return False
    return isinstance(hand, Hand) and not replay_hand(hand).findings


def written(path: Path, *hands: str) -> Path:
    """A file of hands."""
    path.write_text("\n\n\n".join("\n".join(lines_of(hand)) for hand in hands) + "\n", encoding="utf-8")
    return path


# -- the corpus --------------------------------------------------------------------------------------------------------


@needs_corpus
def test_real_hands_are_verified(run: Command, tmp_path: Path) -> None:
    """All eighteen are proved, nothing is found or refused, every line is counted; the second time nothing is new."""
    first = run("audit", CORPUS, "--db", tmp_path / "a.duckdb", "--out", tmp_path / "report")
    assert first.code == 0, first.out
    assert first.out.startswith("Lines: 628 = 577 stored + 0 repeated + 0 conflicting + 0 rejected + 51 blank.\n")
    assert "Hands: 18 = 18 proved + 0 wrong + 0 not provable." in first.out
    again = run("ingest", CORPUS, "--db", tmp_path / "a.duckdb")
    assert (again.code, again.out) == (
        0, "Lines: 628 = 0 stored + 577 repeated + 0 conflicting + 0 rejected + 51 blank.\n"
    )  # fmt: skip


@needs_corpus
def test_stacks_go_on_through_the_fifteen(run: Command, tmp_path: Path) -> None:
    """A stack with a cent too many is none that the hand before left, and leaves none that the next begins with."""
    text, db, log = FIFTEEN.read_text(encoding="utf-8"), tmp_path / "a.duckdb", tmp_path / "log.txt"
    log.write_text(changed(text, "Hero ($3.54 in chips)", "Hero ($3.55 in chips)"), encoding="utf-8")
    assert run("audit", log, "--db", db, "--out", tmp_path / "report").code == 1
    found = [(row["code"], row["hand_no"], row["player_id"]) for row in rows(run("findings", "--db", db, "--json"))]
    assert found == [("continuity.stack", 10, "Hero"), ("continuity.stack", 11, "Hero")]


@needs_corpus
def test_pokerkit_replays_the_real_hands(run: Command, tmp_path: Path) -> None:
    """Converted to PHH, each comes to the same pot, the same final stacks and the same rake in PokerKit."""
    played = 0
    for path in sorted(CORPUS.glob("*.txt")):
        out = tmp_path / f"{path.stem}.phhs"
        assert run("convert", path, "--to", "phh", "--out", out).code == 0
        hands = [record for record in load_log(path) if isinstance(record, Hand)]
        for hand, (history, state, pots) in zip(hands, replayed(out.read_text(encoding="utf-8")), strict=True):
            won, rake = history.winnings or [], history.user_defined_fields["_rake"]
            assert not state.status
            assert hand.claims is not None
            assert hand.claims.total_pot == sum(won) + rake
            if any(" sm " in action for action in history.actions):
                assert sum(pots) == hand.claims.total_pot
            unraked = zip(state.stacks, history.finishing_stacks or [], won, strict=True)
            differences = [(stack - left, share) for stack, left, share in unraked]
            assert sum(difference for difference, _ in differences) == rake
            assert all(share for difference, share in differences if difference)
            played += 1
    assert played == 18


@needs_corpus
def test_no_sum_of_a_real_hand_can_be_changed_unseen() -> None:
    """One cent more in any sum below the stacks is found, or the hand is refused."""
    seen = 0
    for lines in corpus_hands():
        for place, line in enumerate(lines):
            if place == 0 or " in chips" in line:
                continue
            for found in MONEY.finditer(line):
                more = f"{float(found[0]) + 0.01:.2f}"
                changed_line = line[: found.start()] + more + line[found.end() :]
                assert not passes([*lines[:place], changed_line, *lines[place + 1 :]]), changed_line
                seen += 1
    assert seen > 150


@needs_corpus
def test_no_line_of_a_real_hand_can_be_taken_away_unseen() -> None:
    """Without any line that is an action, a card shown, a sum or part of the summary, the hand does not pass."""
    means_nothing = re.compile(
        r"Dealt to .*|.*(?:sits out|leaves the table|joins the table at seat #\d|failing to post|doesn't show hand)"
    )
    for lines in [*corpus_hands()][::6]:
        for place, line in enumerate(lines):
            if not means_nothing.fullmatch(line.strip()):
                assert not passes([*lines[:place], *lines[place + 1 :]]), line


# -- our own hands -----------------------------------------------------------------------------------------------------


def test_a_text_through_the_whole_pipeline(run: Command, tmp_path: Path) -> None:
    """Findings, rejects and verdicts of a text stand where those of our own logs stand."""
    wrong_sum = changed(SIDE_POTS, "Wim collected €3.87", "Wim collected €3.86")
    strange = changed(VERIFIED["tournament"], "Dot: bets", "Dot: bats")
    log = written(tmp_path / "night.txt", LIMIT, wrong_sum, strange)
    db = tmp_path / "a.duckdb"
    outcome = run("audit", log, "--db", db, "--out", tmp_path / "report")
    assert outcome.code == 1
    [finding] = rows(run("findings", "--db", db, "--json"))
    assert (finding["hand_id"], finding["code"], finding["seat"]) == ("pokerstars-900000002", "pot.amount", 1)
    [reject] = rows(run("rejects", "--db", db, "--json"))
    assert log.read_text(encoding="utf-8").split("\n")[reject["line_no"] - 1] == "Dot: bats 1285 and is all-in"
    verdicts = {row["hand_id"]: row["verdict"] for row in rows(run("verdicts", "--db", db, "--json"))}
    assert verdicts == {"pokerstars-900000001": "verified", "pokerstars-900000002": "discrepant"}


def test_what_is_converted_is_judged_alike(run: Command, tmp_path: Path) -> None:
    """Converted to our own format, the records are the same, with the same verdicts and findings, claims and all."""
    wrong = changed(LIMIT, "Total pot $2.20", "Total pot $2.30")
    log = written(tmp_path / "night.txt", wrong, SIDE_POTS)
    out = tmp_path / "night.jsonl"
    assert run("convert", log, "--to", "jsonl", "--out", out).code == 0
    records, converted = list(load_log(log)), list(load_log(out))
    assert records == converted
    results = [replay_hand(record) for record in converted if isinstance(record, Hand)]
    assert [[finding.code for finding in result.findings] for result in results] == [["pot.amount"], []]
    store = tmp_path / "a.duckdb"
    assert run("ingest", log, "--db", store).code == 0
    assert "2 stored + 0" not in run("ingest", out, "--db", store).out  # known again, in whichever format


def test_convert_to_standard_output(run: Command, tmp_path: Path) -> None:
    """Without --out the lines go to standard output, and what is left out to standard error."""
    strange = changed(LIMIT, "Betting is capped", "Betting is closed")
    outcome = run("convert", written(tmp_path / "a.txt", SIDE_POTS, strange), "--to", "jsonl")
    assert outcome.code == 1
    kinds = [json.loads(line)["record"] for line in outcome.out.splitlines()]
    assert kinds == ["session", "hand"]  # what may still go on opens no sitting yet
    line_no = len(lines_of(SIDE_POTS)) + 2 + lines_of(strange).index("Betting is closed") + 1
    assert outcome.err.startswith(f'line {line_no}: the line is "Betting is closed": a line of a kind')


def test_convert_to_phh(run: Command, tmp_path: Path) -> None:
    """One hand is PHH, several are PHHS; hands that PHH cannot hold are said on standard error."""
    outcome = run("convert", written(tmp_path / "a.txt", SIDE_POTS), "--to", "phh")
    assert (outcome.code, outcome.err) == (0, "")
    assert tomllib.loads(outcome.out)["hand"] == "pokerstars-900000002"
    several = run("convert", written(tmp_path / "b.txt", SIDE_POTS, VERIFIED["limit"]), "--to", "phh")
    assert list(tomllib.loads(several.out)) == ["1", "2"]
    example = Path(__file__).parents[1] / "examples" / "club-night" / "poker.jsonl"
    house = run("convert", example, "--to", "phh")
    assert (house.code, house.out) == (1, "")
    assert "cannot be written as PHH: it is not five-card draw" in house.err.splitlines()[0]


def test_converting_our_own_format_changes_nothing(run: Command) -> None:
    """A log of our own comes out as it is."""
    example = Path(__file__).parents[1] / "examples" / "club-night" / "poker.jsonl"
    assert run("convert", example, "--to", "jsonl").out == example.read_text(encoding="utf-8")


def test_hidden_characters_are_escaped(run: Command, tmp_path: Path) -> None:
    """A name that turns the reading direction cannot do so in what convert prints, and is the same name when read."""
    log = written(tmp_path / "a.txt", SIDE_POTS.replace("Zoe", "Zo\u202e\U000e0041é"))
    for target in ("jsonl", "phh"):
        out = run("convert", log, "--to", target).out
        assert "\u202e" not in out
        assert "\U000e0041" not in out
        names = tomllib.loads(out)["players"] if target == "phh" else [
            player["player_id"] for player in json.loads(out.splitlines()[1])["players"]
        ]  # fmt: skip
        assert "Zo\u202e\U000e0041é" in names


def test_convert_writes_all_or_nothing(run: Command, tmp_path: Path) -> None:
    """A file that is written takes the place of the old one when it is whole; where it cannot, the old one stays."""
    out = tmp_path / "out.jsonl"
    out.write_text("old")
    refused(run("convert", tmp_path / "missing.txt", "--to", "jsonl", "--out", out), "missing.txt")
    assert out.read_text() == "old"
    refused(run("convert", written(tmp_path / "a.txt", LIMIT), "--to", "jsonl", "--out", tmp_path / "no" / "x"), "no")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "out.jsonl"]


def test_the_format_is_an_option(run: Command, tmp_path: Path) -> None:
    """audit, ingest and convert take --format, and load_log its argument; another word is refused."""
    log = written(tmp_path / "a.txt", SIDE_POTS)
    db = tmp_path / "a.duckdb"
    assert run("ingest", log, "--db", db, "--format", "handproof").code == 1
    assert len(rows(run("rejects", "--db", db, "--json"))) == len(lines_of(SIDE_POTS))
    assert run("ingest", log, "--db", tmp_path / "b.duckdb", "--format", "pokerstars").code == 0
    assert [type(record) for record in load_log(log, log_format="pokerstars")] == [Session, Hand]
    assert run("audit", log, "--format", "partypoker").code == 2
