"""Runs many simulated sessions through the stages up to the checks, and holds the result against the planted truths."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checks.continuity import check_continuity
from ingest.load import ingest_logs
from ingest.store import apply_schema, open_store
from replay.run import replay_store

from .against_engine import to_line
from .faults import Planted
from .outcome import ANY, Truth
from .session import Record


@dataclass
class Found:
    """What an audit says of one session: findings as rows, corrections by (hand, seat), verdicts by hand."""

    findings: list[dict[str, Any]] = field(default_factory=list)
    corrections: dict[tuple[str, int], int] = field(default_factory=dict)
    unproved: list[str] = field(default_factory=list)


def audit_sessions(sessions: Iterable[list[Record]], folder: Path) -> dict[str, Found]:
    """Ingest, replay and continuity over all sessions, in a store in `folder`; the result by session."""
    log = folder / "planted.jsonl"
    log.write_bytes(b"".join(to_line(record) + b"\n" for records in sessions for record in records))
    with open_store(folder / "club.duckdb") as connection:
        counts = ingest_logs(connection, [str(log)])
        if counts.lines != counts.stored:
            raise AssertionError(f"the simulator wrote lines that are not taken: {counts}")
        replay_store(connection)
        apply_schema(connection, "checks")
        check_continuity(connection)
        rows = connection.execute(
            "SELECT session_id, hand_id, code, severity, action_no, seat, expected, actual FROM all_findings"
        )
        names = ("session_id", "hand_id", "code", "severity", "action_no", "seat", "expected", "actual")
        findings = [dict(zip(names, row, strict=True)) for row in rows.fetchall()]
        corrections = connection.execute(
            "SELECT session_id, hand_id, seat, amount FROM corrections JOIN verdicts USING (hand_id)"
        ).fetchall()
        verdicts = connection.execute("SELECT session_id, hand_id, verdict FROM verdicts").fetchall()
    found: dict[str, Found] = defaultdict(Found)
    for session_id, hand_id, verdict in verdicts:
        one = found[session_id]
        if verdict == "incomplete":
            one.unproved.append(hand_id)
    for finding in findings:
        for key in ("expected", "actual"):
            finding[key] = None if finding[key] is None else json.loads(finding[key])
        found[finding.pop("session_id")].findings.append(finding)
    for session_id, hand_id, seat, amount in corrections:
        found[session_id].corrections[hand_id, seat] = amount
    return found


def differences(planted: Planted, found: Found) -> list[str]:
    """What an audit found otherwise than it was planted; [] where it is right in all."""
    told: list[str] = []
    rest = list(found.findings)
    for truth in planted.truths:
        match = next((finding for finding in rest if _is(truth, finding)), None)
        if match is None:
            told.append(f"not found: {truth}")
        else:
            rest.remove(match)
    told += [f"not planted: {finding}" for finding in rest]
    wanted: dict[tuple[str, int], int] = {}
    for truth in planted.truths:
        for seat, amount in truth.corrections.items():
            key = (str(truth.hand_id), seat)
            wanted[key] = wanted.get(key, 0) + amount
    wanted = {key: amount for key, amount in wanted.items() if amount}
    if wanted != found.corrections:
        told.append(f"corrections {found.corrections} instead of {wanted}")
    broken = {truth.hand_id for truth in planted.truths}
    told += [f"not proved: {hand_id}" for hand_id in found.unproved if hand_id not in broken]
    return told


def _is(truth: Truth, finding: dict[str, Any]) -> bool:
    if any(finding[key] != getattr(truth, key) for key in ("hand_id", "code", "severity")):
        return False
    for key in ("seat", "action_no"):
        if getattr(truth, key) is not None and getattr(truth, key) != finding[key]:
            return False
    return all(getattr(truth, key) in (ANY, finding[key]) for key in ("expected", "actual"))
