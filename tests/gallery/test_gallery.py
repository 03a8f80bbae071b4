"""The error gallery: every entry gives exactly what stands beside it, and every code and every rule has an entry.

An entry is `entries/NAME.log` in the notation of `tests/gallery/notation.py`; its first lines tell the story and name
the rules that it is about. `entries/NAME.expected` is what the readers print of it as JSON Lines, findings, corrections
and verdicts. After a wanted change: `HANDPROOF_GALLERY=write pytest tests/gallery`, then read the difference.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from handproof import audit
from ingest.store import open_store
from replay.findings import CODES
from replay.rulebook import RULES
from reports.readers import Filters, read_corrections, read_findings, read_sessions, read_verdicts
from tests.gallery.notation import lines
from tests.gallery.page import page

ROOT = Path(__file__).parents[2]
ENTRIES = Path(__file__).parent / "entries"
NAMES = sorted(path.stem for path in ENTRIES.glob("*.log"))
#: A fault of our own program cannot be shown by a log; tests/replay/test_run.py makes one.
NOT_IN_LOGS = {"engine.fault"}


def rules_of(name: str) -> set[str]:
    """The rules that an entry says it is about."""
    heading = (ENTRIES / f"{name}.log").read_text(encoding="utf-8").splitlines()[1]
    return set(heading.removeprefix("# rules: ").split())


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All entries audited in one go, each a sitting of its own: what the readers print of each."""
    folder = tmp_path_factory.mktemp("gallery")
    for name in NAMES:
        log = lines((ENTRIES / f"{name}.log").read_text(encoding="utf-8"), name)
        (folder / f"{name}.jsonl").write_text(log, encoding="utf-8")
    audit([folder], db=folder / "gallery.duckdb", out=folder / "report", jobs=1)
    with open_store(folder / "gallery.duckdb", read_only=True) as connection:
        return {name: "".join(_rows(connection, name)) for name in NAMES}


def _rows(connection: object, name: str) -> Iterator[str]:
    for read in (read_findings, read_corrections, read_verdicts, read_sessions):
        for row in read(connection, Filters(session=name)):  # type: ignore[arg-type]
            yield json.dumps(row, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_entry_gives_exactly_this(name: str, printed: dict[str, str]) -> None:
    """The finding with its text, the corrections and the verdicts of an entry, to the letter."""
    file = ENTRIES / f"{name}.expected"
    if os.environ.get("HANDPROOF_GALLERY") == "write":
        file.write_text(printed[name], encoding="utf-8")
    assert printed[name] == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in NAMES if name.split("--")[0] in CODES])
def test_entry_shows_the_finding_it_is_named_after(name: str, printed: dict[str, str]) -> None:
    """One fault is one finding: that of the entry's name, citing a rule that the entry is about."""
    findings = [row for row in map(json.loads, printed[name].splitlines()) if "code" in row]
    assert [finding["code"] for finding in findings] == [name.split("--")[0]]
    assert findings[0]["rule"] in rules_of(name)


@pytest.mark.parametrize("name", [name for name in NAMES if name.split("--")[0] not in CODES])
def test_entry_without_a_fault_is_silent(name: str, printed: dict[str, str]) -> None:
    """A clean or an unproved entry has no finding, and its sitting has the verdict that its name says."""
    rows = [json.loads(line) for line in printed[name].splitlines()]
    assert not [row for row in rows if "code" in row]
    assert rows[-1]["verdict"] == {"clean": "verified", "incomplete": "incomplete"}[name.split("--")[0]]


def test_every_code_has_an_entry() -> None:
    """A code without a log that shows it cannot be trusted."""
    assert {name.split("--")[0] for name in NAMES} >= set(CODES) - NOT_IN_LOGS


def test_every_rule_has_an_entry() -> None:
    """Each rule id of the rulebook is reached by an entry."""
    reached = set().union(*(rules_of(name) for name in NAMES))
    assert reached == set(RULES), (sorted(set(RULES) - reached), sorted(reached - set(RULES)))


def test_findings_page_is_made_from_the_gallery() -> None:
    """docs/findings.md says of every code what it means, shows it, and says what to do; it is made from the entries."""
    assert (ROOT / "docs" / "findings.md").read_text(encoding="utf-8") == page()
