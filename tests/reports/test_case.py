"""The case file: all of it in case.json, a page made from that alone, and the command that verifies it from the log."""

import json
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import msgspec
import pytest

from reports.case import Case, case_text, make_case, read_case
from reports.case_page import case_page
from reports.case_verify import verify_case
from reports.errors import ReportError
from reports.hand_file import read_hand_file
from tests.command_line import Command, refused
from tests.reports.conftest import Told

WRONG, STITCH, POK = "2026-11-14-poker-7", "2026-11-14-stitch-4", "2026-11-14-pok-4"
CLAIM = "My ace is higher.\n<script>alert(1)</script> \u202e=1+1"


@pytest.fixture
def written(run: Command, told: Told, tmp_path: Path) -> Path:
    """The case of the wrong poker hand, beside a copy of its log."""
    outcome = run(
        "case", WRONG, "--db", told.store, "--out", tmp_path / "case", "--claim", CLAIM, "--claimant", "boris"
    )
    assert outcome.code == 0, outcome.err
    (tmp_path / "poker.jsonl").write_bytes((told.logs / "poker.jsonl").read_bytes())
    return tmp_path / "case"


def verified(run: Command, case: Path, *more: str | Path) -> tuple[int, list[str]]:
    """Exit code and what differs."""
    outcome = run("case", "--verify", case / "case.json", *more)
    assert outcome.err == ""
    return outcome.code, [line for line in outcome.out.splitlines() if line.startswith("DIFFERS")]


def test_the_case_holds_everything(written: Path, told: Told) -> None:
    """Claim, claimant, evidence, house rules with their origin and the story stand in case.json."""
    case = json.loads((written / "case.json").read_bytes())
    assert case["claim"]["text"] == CLAIM
    assert (case["claim"]["claimant"]["player_id"], case["claim"]["claimant"]["seat"]) == ("boris", 1)
    evidence = case["evidence"]
    log = (told.logs / "poker.jsonl").read_bytes()
    assert log[evidence["byte_offset"] :].startswith(evidence["line"].encode())
    assert log.splitlines()[evidence["line_no"] - 1].decode() == evidence["line"]
    assert evidence["layers"]["session"]["rake_bp"] == 250
    assert {rule["key"]: rule["origin"] for rule in case["story"]["house_rules"]}["rake_bp"] == "session"


def test_a_case_is_verified_from_the_raw_log(run: Command, written: Path) -> None:
    """Everything comes out the same from the log, and the page is the one that the case makes."""
    assert verified(run, written) == (0, [])


def test_every_kind_of_hand_is_verified(told_store: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """A hand of each session of the gallery and of the night verifies: cases are complete."""
    ids = told_store.execute(
        "SELECT max(hand_id) FROM hands WHERE hash(hand_id) % 4 = 0 GROUP BY session_id"
    ).fetchall()
    place = tmp_path / "case.json"
    for (hand_id,) in [*sorted(ids), (STITCH,), (POK,)]:
        place.write_text(case_text(make_case(read_hand_file(told_store, hand_id))), encoding="utf-8")
        assert [check.text for check in verify_case(place) if check.agrees is False] == [], hand_id
    assert len(ids) > 20


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"amount": 32,', '"amount": 33,', "corrections"),
        ("gives 32 to seat 3", "gives 23 to seat 3", "payments"),
        ("is paid 32 from the main pot", "is paid 23 from the main pot", "steps"),
    ],
)
def test_a_changed_case_is_found_out(run: Command, written: Path, old: str, new: str, part: str) -> None:
    """A sum changed in case.json is named, and the page does not fit it any more."""
    text = (written / "case.json").read_text("utf-8")
    assert old in text
    data = text.replace(old, new)
    (written / "case.json").write_text(data, encoding="utf-8")
    code, differs = verified(run, written)
    assert code == 1
    assert any(part in line for line in differs), differs


def test_a_changed_page_is_found_out(run: Command, written: Path) -> None:
    """A page with other words than its case makes is named."""
    page = written / "case.html"
    page.write_text(page.read_text("utf-8").replace("is owed 32", "is owed 99"), encoding="utf-8")
    code, differs = verified(run, written)
    assert code == 1
    assert len(differs) == 1
    assert "case.html" in differs[0]


def test_a_log_that_moved_and_grew_still_proves(run: Command, written: Path) -> None:
    """The line counts, not the file: a longer log is a remark; a changed line is a difference."""
    log = written.parent / "poker.jsonl"
    with log.open("a", encoding="utf-8") as stream:
        stream.write("\n{}\n")
    assert verified(run, written, "--log", log) == (0, [])
    log.write_bytes(log.read_bytes().replace(b'"amount":32', b'"amount":31'))
    code, differs = verified(run, written, "--log", log)
    assert code == 1
    assert "is not in" in differs[0]


def test_what_cannot_be_verified(run: Command, written: Path, tmp_path: Path) -> None:
    """No log, no case, a hand and --verify together: exit code 2 with the remedy."""
    refused(run("case", "--verify", written / "case.json", "--log", tmp_path / "none.jsonl"), "--log FILE")
    refused(run("case", "--verify", tmp_path / "poker.jsonl"), "no case file")
    assert run("case", WRONG, "--verify", written / "case.json").code == 2
    assert run("case").code == 2


def test_who_claims_is_one_of_the_hand(told_store: duckdb.DuckDBPyConnection) -> None:
    """A claimant is named by id, name or seat; a stranger is refused with the names of those who played."""
    file = read_hand_file(told_store, WRONG)
    found = [make_case(file, None, who).claim.claimant for who in ("katya", "Катя", "seat 3", "3")]
    assert {person.seat if person else None for person in found} == {3}
    with pytest.raises(ReportError, match="boris"):
        make_case(file, None, "nobody")


def test_the_same_hand_gives_the_same_bytes(told_store: duckdb.DuckDBPyConnection) -> None:
    """Nothing of a case hangs on the clock or on chance, and reading it gives it back whole."""
    file = read_hand_file(told_store, STITCH)
    case = make_case(file, "x", "1")
    assert case_text(case) == case_text(make_case(file, "x", "1"))
    assert read_case(case_text(case).encode()) == case
    assert case_page(case) == case_page(read_case(case_text(case).encode()))


def test_files_of_others_stay(run: Command, told: Told, tmp_path: Path) -> None:
    """A case.json or case.html that is not ours is not overwritten; our own is."""
    for name in ("case.json", "case.html"):
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()
        (folder / name).write_text("mine", encoding="utf-8")
        refused(run("case", WRONG, "--db", told.store, "--out", folder), "not ours", "--out")
        assert (folder / name).read_text("utf-8") == "mine"
    for _ in range(2):
        assert run("case", WRONG, "--db", told.store, "--out", tmp_path / "own").code == 0
    refused(run("case", WRONG, "--db", told.store, "--out", tmp_path / "a" / "b"), "does not exist")


def test_a_claim_is_not_written_over(run: Command, told: Told, tmp_path: Path) -> None:
    """The same case again is fine, and so is a claim where there was none; another claim or hand is refused."""
    out = ("--db", told.store, "--out", tmp_path / "case")
    mine, hers = ("--claim", "Mine.", "--claimant", "boris"), ("--claim", "Mine.", "--claimant", "katya")
    assert run("case", WRONG, *out).code == 0
    for _ in range(2):
        assert run("case", WRONG, *out, *mine).code == 0
    before = (tmp_path / "case" / "case.json").read_bytes()
    for other in ([WRONG, *hers], [WRONG, "--claim", "No.", "--claimant", "boris"], [WRONG]):
        refused(run("case", *other, *out), str(tmp_path / "case"), "boris: Mine.", "--out")
    refused(run("case", STITCH, *out), WRONG, "--out")
    assert (tmp_path / "case" / "case.json").read_bytes() == before


def test_a_claim_cannot_be_verified(run: Command, written: Path) -> None:
    """Whatever the claim says now, no log says it: a note, in text and JSON. A case without a claim has none."""
    data = written / "case.json"
    data.write_text(data.read_text("utf-8").replace("My ace", "His ace"), encoding="utf-8")
    (written / "case.html").unlink()
    outcome = run("case", "--verify", data)
    assert outcome.code == 0
    assert "note     The claim and who made it stand in no log" in outcome.out
    assert outcome.out.endswith("The case is verified. Its claim cannot be.\n")
    checked = [json.loads(line) for line in run("case", "--verify", data, "--json").out.splitlines()]
    assert [row["agrees"] for row in checked if row["text"].startswith("The claim and")] == [None]
    case = read_case(data.read_bytes())
    data.write_text(case_text(msgspec.structs.replace(case, claim=type(case.claim)())), encoding="utf-8")
    assert run("case", "--verify", data).out.endswith("The case is verified.\n")


class Tags(HTMLParser):
    """The tags of a page, and the addresses in it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [f"{name}={value}" for name, value in attrs if name in ("src", "href", "action", "srcset")]
        assert not [name for name, _ in attrs if name.startswith("on")]


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


def test_the_page_is_whole_in_itself(written: Path) -> None:
    """One script, ours; no address at all; the policy forbids whatever is not that script; the claim stays text."""
    page = (written / "case.html").read_text("utf-8")
    tags = parsed(page)
    assert tags.tags.count("script") == 1
    assert tags.addresses == []
    assert "default-src 'none'" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; \\u202e=1+1" in page


def test_the_page_says_all_that_the_issue_asks(written: Path, told: Told) -> None:
    """Parties, claim, steps with their log lines, ruling, payments, signatures, evidence, and the command."""
    page = (written / "case.html").read_text("utf-8")
    case = read_case((written / "case.json").read_bytes())
    for heading in ("The claim", "The ruling", "The parties", "The hand, step by step", "Signatures", "The evidence",
                    "What could not be proved", "The rules named here", "House rules in force"):  # fmt: skip
        assert f">{heading}</h2>" in page
    assert page.count("The log") >= len(case.story.steps)
    assert page.count('<div class="felt') == len(case.story.steps)
    assert "handproof case --verify case.json" in page
    for word in (case.evidence.line_sha256, case.evidence.source_sha256, str(told.logs / "poker.jsonl")):
        assert word is not None
        assert word in page
    assert "gives 32 to seat 3" in page
    assert all(f"<strong>{rule.id}</strong>" in page for rule in case.story.rules)


def test_hostile_names_stay_text(told_store: duckdb.DuckDBPyConnection) -> None:
    """A name that is markup, a script's end or turned letters is shown as it is written, in every place of the page."""
    name = "</script><img src=x onerror=alert(1)>\u202egnp"
    file = read_hand_file(told_store, WRONG)
    players = [msgspec.structs.replace(player, name=name) for player in file.hand.players]
    hand = msgspec.structs.replace(file.hand, players=players)
    case = make_case(type(file)(**{key: getattr(file, key) for key in file.__slots__} | {"hand": hand}))
    tags = parsed(case_page(case))
    assert "img" not in tags.tags
    assert tags.tags.count("script") == 1
    assert "\u202e" not in case_page(case)


def test_old_formats_are_refused() -> None:
    """A case of another format is named, not guessed at."""
    case = b'{"format":"handproof-case/9"}'
    with pytest.raises(ReportError, match="no case file"):
        read_case(case)
    assert Case.__struct_fields__[0] == "format"
