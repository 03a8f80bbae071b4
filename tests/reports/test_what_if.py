"""Other house rules: the answer is what an audit finds where every hand names them, and the store stays as it is."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import replay.run
from checks.run import run_checks
from ingest.house_rules import RulesByGame
from ingest.load import ingest_logs
from ingest.store import apply_schema, open_store
from replay.run import replay_store
from reports.errors import ReportError
from reports.rule_options import parse_rules
from reports.what_if import Choice
from reports.what_if_text import tell_what_if

ROOT = Path(__file__).parents[2]
CASES = ROOT.parent / "shared" / "cases" / "cases.jsonl"
NIGHT = sorted((ROOT / "examples" / "club-night").glob("*.jsonl"))
LOGS = [*NIGHT, *([CASES] if CASES.is_file() else [])]
Finding = tuple[Any, ...]
_FIELDS = ("code", "severity", "rule", "action_no", "seat", "player_id", "expected", "actual")
#: Rules that change much, little and nothing, in each game; several at once.
QUESTIONS = [
    ["poker.multiway=show_all"],
    ["poker.kickers=false", "poker.flush_same_suit=ranks", "poker.straight_tie=split"],
    ["poker.ante=3", "poker.rake_bp=500"],
    ["poker.no_entry=return", "poker.all_in=side_pots", "poker.credit=true"],
    ["stitch.multiple=2", "stitch.bank_min=9"],
    ["stitch.half_of=round_start", "stitch.dust=to_next_bank", "stitch.stake_min=2"],
    ["pok.sequence=run", "pok.bluff=true"],
    ["pok.loser_basis=per_card", "pok.circle={A = 2}", "pok.multiway=show_all"],
    ["poker.min_bet=1"],
]


class Audited:
    """What an audit says: verdict and reason by hand and session, corrections by hand and seat, findings by owner."""

    def __init__(self, logs: list[Path], store: Path | str) -> None:
        connection = open_store(store)
        ingest_logs(connection, [str(log) for log in logs])
        replay_store(connection)
        apply_schema(connection, "checks")
        run_checks(connection)

        def rows(query: str) -> list[tuple[Any, ...]]:
            return connection.execute(query).fetchall()

        self.verdicts: dict[tuple[str, str | None], tuple[str, str | None]] = {
            (session, hand): (verdict, because)
            for session, hand, verdict, because in rows(
                "SELECT session_id, hand_id, verdict, incomplete_because FROM final_verdicts"
                " UNION ALL SELECT session_id, NULL, verdict, NULL FROM session_verdicts"
            )
        }
        self.corrections = {
            (hand, seat): amount for hand, seat, amount in rows("SELECT hand_id, seat, amount FROM corrections")
        }
        self.findings: dict[tuple[str, str | None], list[Finding]] = {}
        for session, hand, *fields in rows(f"SELECT session_id, hand_id, {', '.join(_FIELDS)} FROM all_findings"):
            fields[-2:] = [None if value is None else json.loads(value) for value in fields[-2:]]
            self.findings.setdefault((session, hand), []).append(tuple(fields))
        connection.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Audited]:
    """The cases and the club night in one store, and what its audit says."""
    store = tmp_path_factory.mktemp("what-if") / "club's.duckdb"
    return store, Audited(LOGS, store)


def answer(store: Path, choice: Choice, changed: RulesByGame, **options: Any) -> list[dict[str, Any]]:
    text = "".join(tell_what_if(store, choice, changed, True, **options))
    return [json.loads(line) for line in text.splitlines()]


def with_rules_in_hands(log: Path, changed: RulesByGame, folder: Path) -> Path:
    """The same log, where every hand names the changed keys of its game itself."""
    lines = []
    for line in log.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["record"] == "hand" and record["game"] in changed:
            record["rules"] = {**record.get("rules", {}), **changed[record["game"]]}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    path = folder / log.name
    path.write_text("".join(lines), encoding="utf-8")
    return path


def sorted_findings(findings: list[Finding]) -> list[str]:
    return sorted(json.dumps(finding, sort_keys=True) for finding in findings)


@pytest.mark.parametrize("options", QUESTIONS, ids=" ".join)
def test_the_answer_is_what_an_audit_under_these_rules_finds(
    options: list[str], club: tuple[Path, Audited], tmp_path: Path
) -> None:
    """For all cases and the club night the answer is that of logs whose hands name the rules."""
    store, old = club
    changed = parse_rules(options)
    new = Audited([with_rules_in_hands(log, changed, tmp_path) for log in LOGS], ":memory:")
    total, *rows = answer(store, Choice(), changed)
    told = {(row["session_id"], row["hand_id"]): row for row in rows if row["row"] != "player"}
    seats: dict[str, set[int]] = {}
    for hand, seat in old.corrections | new.corrections:
        seats.setdefault(hand, set()).add(seat)
    for owner, verdict in old.verdicts.items():
        row = told.pop(owner, None)
        changes = {
            seat: (old.corrections.get((owner[1], seat), 0), new.corrections.get((owner[1], seat), 0))
            for seat in seats.get(owner[1] or "", ())
            if old.corrections.get((owner[1], seat), 0) != new.corrections.get((owner[1], seat), 0)
        }
        before, after = old.findings.get(owner, []), new.findings.get(owner, [])
        same = not changes and verdict == new.verdicts[owner] and sorted_findings(before) == sorted_findings(after)
        assert (row is None) == same, owner
        if row is not None:
            assert (row["verdict"], row["incomplete_because"]) == verdict
            assert (row["what_if_verdict"], row["what_if_incomplete_because"]) == new.verdicts[owner]
            assert {c["seat"]: (c["amount"], c["what_if_amount"]) for c in row["corrections"]} == changes
            gone, come = ([tuple(f[name] for name in _FIELDS) for f in row[key]]
                          for key in ("vanished_findings", "new_findings"))  # fmt: skip
            assert sorted_findings(before + come) == sorted_findings(after + gone)
            assert not set(sorted_findings(gone)) & set(sorted_findings(come))
    assert told == {}
    assert total["hands"] == sum(hand is not None for _, hand in old.verdicts)


def test_players_and_total_are_the_sums_of_the_hands(club: tuple[Path, Audited]) -> None:
    """What a player would get more or less is the sum over his hands, and the counts are those of the rows."""
    total, *rows = answer(club[0], Choice(), parse_rules(["poker.multiway=show_all", "pok.loser_basis=per_card"]))
    hands = [row for row in rows if row["row"] == "hand"]
    changes: dict[str, int] = {}
    for correction in (correction for row in hands for correction in row["corrections"]):
        assert correction["change"] == correction["what_if_amount"] - correction["amount"] != 0
        changes[correction["player_id"]] = changes.get(correction["player_id"], 0) + correction["change"]
    players = {row["player_id"]: row["change"] for row in rows if row["row"] == "player"}
    assert players
    assert players == changes
    assert total["changed"] == len(hands)
    assert total["results_changed"] == sum(bool(row["corrections"]) for row in hands)
    assert total["verdicts_changed"] == sum(row["verdict"] != row["what_if_verdict"] for row in hands)


@pytest.mark.skipif(not CASES.is_file(), reason=f"the founders' cases are not at {CASES}")
def test_one_hand_and_its_session(club: tuple[Path, Audited]) -> None:
    """Three are level: with show_all the jacks of seat 3 take the pot of 40 that the new lap gave to seat 1."""
    rules = parse_rules(["poker.multiway=show_all"])
    total, *players, hand = answer(club[0], Choice("three-level-new-lap"), rules)
    assert (total["hands"], total["changed"], total["chips_moved"]) == (1, 1, 40)
    assert [(row["player_id"], row["change"]) for row in players] == [
        ("three-level-new-lap-p1", -40), ("three-level-new-lap-p3", 40),
    ]  # fmt: skip
    assert (hand["verdict"], hand["what_if_verdict"]) == ("verified", "discrepant")
    assert [finding["code"] for finding in hand["new_findings"]] == ["turn.order", "pot.winner"]
    of_session = answer(club[0], Choice(session_id="case-three-level-new-lap"), rules)
    assert [row["row"] for row in of_session] == ["total", "player", "player", "session", "hand"]
    assert of_session[-1] == hand


def test_a_session_alone_says_what_all_say_of_it(club: tuple[Path, Audited]) -> None:
    """The rows of a session do not depend on what else is looked at."""
    rules = parse_rules(["stitch.multiple=2", "pok.bluff=true", "poker.ante=2"])
    everything = [row for row in answer(club[0], Choice(), rules) if row["row"] in ("hand", "session")]
    assert everything
    for session_id in sorted({row["session_id"] for row in everything})[:12]:
        alone = [row for row in answer(club[0], Choice(session_id=session_id), rules) if row["row"] != "player"][1:]
        assert alone == [row for row in everything if row["session_id"] == session_id]


def test_the_store_stays_as_it_is(club: tuple[Path, Audited], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a byte of the club's store changes, and with worker processes the answer is the same."""
    store, rules = club[0], parse_rules(["poker.ante=3"])
    before = hashlib.sha256(store.read_bytes()).hexdigest()
    alone = answer(store, Choice(), rules)
    monkeypatch.setattr(replay.run, "HANDS_WORTH_A_POOL", 1)
    assert answer(store, Choice(), rules, jobs=2) == alone
    assert hashlib.sha256(store.read_bytes()).hexdigest() == before
    assert [path.name for path in store.parent.iterdir()] == [store.name]


def test_results_under_other_rules_are_not_compared(club: tuple[Path, Audited]) -> None:
    """A config that is not that of the audit is refused: the difference would be partly its own."""
    with pytest.raises(ReportError, match="under other house rules: name the --config"):
        answer(club[0], Choice(), parse_rules(["poker.ante=3"]), config_rules={"poker": {"entry": 4}})


def test_an_unknown_hand_names_the_nearest(club: tuple[Path, Audited]) -> None:
    """A hand that is not there is refused, with the nearest one that is."""
    hand = sorted(hand for _, hand in club[1].verdicts if hand)[0]
    with pytest.raises(ReportError, match=f"did you mean {hand}"):
        answer(club[0], Choice(hand + "x"), parse_rules(["poker.ante=3"]))


def test_words_say_what_the_answer_means(club: tuple[Path, Audited]) -> None:
    """The text says that decisions are taken as made, what changes for whom, and gives each rule its text."""
    text = "".join(tell_what_if(club[0], Choice(), parse_rules(["poker.multiway=show_all"]), False))
    assert text.startswith("Changed rule: poker.multiway = show_all\n    Several are level")
    assert "somebody might have done something else" in text
    assert "By player: what he is owed (+) or owes (-), in chips\n" in text
    assert "\nThe rules named above\n" in text


def test_rules_of_a_game_that_was_not_played_change_nothing(club: tuple[Path, Audited]) -> None:
    """Where no hand is of the game, the answer says that nothing can change."""
    hand = next(
        row["hand_id"] for row in answer(club[0], Choice(), parse_rules(["pok.bluff=true", "pok.circle=7"]))
        if row["row"] == "hand"
    )  # fmt: skip
    text = "".join(tell_what_if(club[0], Choice(hand), parse_rules(["stitch.bank_min=2"]), False))
    assert text.endswith("None of these hands (1) is stitch: nothing can change.\n")
