"""The founders' cases through the store, where that folder is there: what stands after the checks."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from checks.continuity import check_continuity
from ingest.load import ingest_logs
from ingest.store import apply_schema, open_store
from replay.run import replay_store

CASES = Path(__file__).parents[3] / "shared" / "cases"
ASKED = ("hand_id", "code", "severity", "rule", "seat", "action_no", "expected", "actual")

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"the founders' cases are not at {CASES}")


def expected_cases() -> list[Any]:
    """One parameter a case."""
    if not CASES.is_dir():
        return []
    lines = (CASES / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["name"]) for case in map(json.loads, lines)]


@pytest.fixture(scope="module")
def audited() -> Iterator[DuckDBPyConnection]:
    """All cases read, replayed and checked in one store."""
    connection = open_store(":memory:")
    ingest_logs(connection, [str(CASES / "cases.jsonl")])
    replay_store(connection)
    apply_schema(connection, "checks")
    check_continuity(connection)
    yield connection
    connection.close()


def agrees(found: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a finding is the one that is wanted; null asks nothing, except for the hand."""
    return all(found[name] == wanted[name] for name in ASKED if wanted[name] is not None or name == "hand_id")


@pytest.mark.parametrize("case", expected_cases())
def test_case_after_the_checks(case: dict[str, Any], audited: DuckDBPyConnection) -> None:
    """A case has exactly its verdicts, findings and corrections, those between hands among them."""

    def rows(query: str) -> list[tuple[Any, ...]]:
        return audited.execute(query, [case["session_id"]]).fetchall()

    assert dict(rows("SELECT hand_id, verdict FROM final_verdicts WHERE session_id = ?")) == case["verdicts"]
    assert rows("SELECT verdict FROM session_verdicts WHERE session_id = ?") == [(case["session_verdict"],)]
    found = [
        dict(zip(ASKED, [*row[:6], *(None if value is None else json.loads(value) for value in row[6:])], strict=True))
        for row in rows(f"SELECT {', '.join(ASKED)} FROM all_findings WHERE session_id = ?")
    ]
    assert len(found) == len(case["findings"]), found
    for wanted in case["findings"]:
        assert any(agrees(finding, wanted) for finding in found), (wanted, found)
    corrections = rows(
        "SELECT hand_id, seat, player_id, amount FROM corrections JOIN verdicts USING (hand_id) WHERE session_id = ?"
    )
    assert sorted(corrections) == sorted(tuple(c[k] for k in ("hand_id", "seat", "player_id", "amount"))
                                         for c in case["corrections"])  # fmt: skip
