"""Whole sittings that a reader with RULEBOOK in hand built to make the checks fail, with what they must give.

The folder is read in one audit, as an auditor would: some sittings lie in parts over several files. The founders'
cases are judged the same way, where their folder is there: session verdicts, `continuity.*` and `session.balance`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from handproof import audit
from ingest.store import open_store
from reports.readers import Filters, read_findings, read_sessions, read_verdicts

FOLDER = Path(__file__).parent / "adversarial" / "sessions"
CASES = Path(__file__).parents[2] / "shared" / "cases"
ASKED = ("hand_id", "code", "severity", "rule", "seat", "action_no", "expected", "actual")
#: After a gap nobody knows what lay on the table; a hand without `opening` there is judged by what F4 gives.
OPEN = {"gap-opening-missing"}

Outcome = dict[str, Any]


def expectations() -> list[Any]:
    files = sorted(FOLDER.glob("*.expected.json"))
    found = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    if CASES.is_dir():
        found += [json.loads(line) for line in (CASES / "expected.jsonl").read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["session_id"]) for case in found if case["name"] not in OPEN]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Findings, verdicts and session verdicts of everything, by session."""
    folder = tmp_path_factory.mktemp("sessions")
    logs = [FOLDER, CASES / "cases.jsonl"] if CASES.is_dir() else [FOLDER]
    audit(logs, db=folder / "store.duckdb", out=folder / "report", jobs=1)
    with open_store(folder / "store.duckdb", read_only=True) as connection:
        return {
            "findings": list(_by_session(read_findings(connection, Filters()))),
            "verdicts": list(_by_session(read_verdicts(connection, Filters()))),
            "sessions": {row["session_id"]: row["verdict"] for row in read_sessions(connection, Filters())},
        }


def _by_session(rows: Iterator[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for row in rows:
        yield row["session_id"], row


@pytest.mark.parametrize("case", expectations())
def test_sitting(case: Outcome, outcome: Outcome) -> None:
    """The sitting has exactly its findings and verdicts; what is null in the expectation is not asked."""
    findings = [row for session, row in outcome["findings"] if session == case["session_id"]]
    left = list(findings)
    for want in case["findings"]:
        asked = {key: want[key] for key in ASKED if want[key] is not None}
        match = next((row for row in left if {key: row[key] for key in asked} == asked), None)
        assert match is not None, (want, findings)
        left.remove(match)
    assert not left, left
    verdicts = {row["hand_id"]: row["verdict"] for session, row in outcome["verdicts"] if session == case["session_id"]}
    assert verdicts == case["verdicts"]
    assert outcome["sessions"].get(case["session_id"]) == case["session_verdict"]
