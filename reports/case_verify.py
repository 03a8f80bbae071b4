"""Verifies a case file anew from the raw log: the file, the line, and every word of what is told of the hand.

Nothing of the store is asked. What one hand's line cannot show (findings between hands, what lay on the table where the
line does not say it, house rules from the club's config) is taken from the case, and that is said.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ingest.house_rules import origins, resolve
from ingest.load import read_lines_of
from ingest.reading import Line
from ingest.records import Hand, Session, decode_taken_hand
from replay.engine import ENGINE_VERSION, replay_step_by_step
from reports.case import Case, Claim, make_case, read_case
from reports.case_output import PAGE
from reports.case_page import case_page
from reports.errors import ReportError
from reports.hand_file import Evidence, HandFile, decode_table, replay_earlier, rules_below
from reports.text import shown

_PIECE_BYTES = 1 << 20
CLAIM_NOTE = (
    "The claim and who made it stand in no log and cannot be verified from it: what was claimed, only a page signed "
    "at the time can show."
)


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at. `agrees` is None for a remark that is neither right nor wrong."""

    agrees: bool | None
    text: str


def verify_case(place: Path, log: Path | None = None) -> list[Checked]:
    """Look at everything that the case at `place` says; `log` is where the log file lies now, else as the case says.

    Raises `ReportError` where the case or the log cannot be read.
    """
    try:
        case = read_case(place.read_bytes())
        return list(_checks(case, place, log or Path(case.evidence.source)))
    except OSError as error:
        raise ReportError(f"cannot read {error.filename or place}: {error.strerror or error}") from error


def _checks(case: Case, place: Path, log: Path) -> Iterator[Checked]:
    evidence = case.evidence
    if not log.is_file():
        raise ReportError(f"the log {log} is not there; say with --log FILE where it lies now")
    yield _file_check(evidence.source_sha256, log)
    lines, session = _find_lines(case, log)
    line = lines.get(evidence.line_sha256)
    if line is None:
        yield Checked(False, f"The line of the hand (SHA-256 {evidence.line_sha256}) is not in {log}.")
        return
    yield Checked(
        (line.line_no, line.byte_offset) == (evidence.line_no, evidence.byte_offset),
        f"The line stands at line {line.line_no}, byte {line.byte_offset}; the case says line {evidence.line_no}, "
        f"byte {evidence.byte_offset}.",
    )
    raw = line.raw.decode("utf-8")
    yield Checked(raw == evidence.line, "The line in the case is that of the log, to the letter.")
    yield _engine_check(evidence.engine_version)
    yield from _session_check(case, session)
    hand = decode_taken_hand(raw)
    yield from _story_checks(case, hand, raw, lines)
    yield from _page_check(case, place.with_name(PAGE))
    if case.claim != Claim():
        yield Checked(None, CLAIM_NOTE)


def _file_check(wanted: str | None, log: Path) -> Checked:
    digest = hashlib.sha256()
    with log.open("rb") as stream:
        while piece := stream.read(_PIECE_BYTES):
            digest.update(piece)
    if digest.hexdigest() == wanted:
        return Checked(True, f"The log {log} is the same file as at the audit (SHA-256 {wanted}).")
    return Checked(
        None,
        f"The log {log} is not the same file as at the audit: it has grown, or was changed elsewhere. The line counts.",
    )


def _find_lines(case: Case, log: Path) -> tuple[dict[str, Line], Session | None]:
    """The lines that the case names, by their digest, and the record of the sitting where one of the logs has it."""
    wanted = {case.evidence.line_sha256, *(before.line_sha256 for before in case.evidence.earlier)}
    logs = {log, *(_beside(before.source, case, log) for before in case.evidence.earlier)}
    found: dict[str, Line] = {}
    session: Session | None = None
    for path in sorted(logs):
        for line, record in read_lines_of(path):
            if isinstance(record, Session) and record.session_id == case.story.session_id and session is None:
                session = record
            elif isinstance(record, Hand):
                digest = line.digest.hex()  # of the line, or in a room's text of all lines of the hand
                if digest in wanted:
                    found.setdefault(digest, line)
    return found, session


def _beside(source: str, case: Case, log: Path) -> Path:
    """Where the log of an earlier round lies: it moved along with that of the hand."""
    if source == case.evidence.source:
        return log
    return log.parent / Path(source).name if str(log) != case.evidence.source else Path(source)


def _engine_check(version: str) -> Checked:
    if version == ENGINE_VERSION:
        return Checked(True, f"It is judged by the same version of the rules engine, {version}.")
    return Checked(
        None, f"The case was judged by version {shown(version)} of the rules engine; this one is {ENGINE_VERSION}."
    )


def _session_check(case: Case, session: Session | None) -> Iterator[Checked]:
    said = case.evidence.layers.get("session")
    if session is not None:
        own = (session.rules or {}).get(case.story.game)
        yield Checked((own or {}) == (said or {}), "The session's house rules are those of its record in the log.")
    elif said:
        yield Checked(None, "The session's record is not in this log; its house rules are taken from the case.")
    if case.evidence.layers.get("config"):
        yield Checked(None, "House rules of the club's config are taken from the case.")


def _story_checks(case: Case, hand: Hand, raw: str, lines: dict[str, Line]) -> Iterator[Checked]:
    """Tell the hand once more and compare, part by part."""
    evidence = case.evidence
    layers: dict[str, Any] = {**evidence.layers, "hand": hand.rules}
    missing = [before.hand_id for before in evidence.earlier if before.line_sha256 not in lines]
    if missing:
        yield Checked(
            False, f"Earlier rounds of the banker's turn are not in the log: {', '.join(map(shown, missing))}."
        )
        return
    if not evidence.own_opening:
        yield Checked(None, "What lay on the table before is not in the line; it is taken from the case.")
    anew = make_case(_hand_file(case, hand, raw, layers, lines))
    old, new = msgspec.to_builtins(case.story), msgspec.to_builtins(anew.story)
    different = [name for name in old if old[name] != new[name]]
    yield Checked(
        not different,
        "Every step, finding, correction and payment comes out the same from the log."
        if not different
        else f"Told anew from the log these parts are different: {', '.join(different)}.",
    )
    if evidence.between:
        yield Checked(None, "Findings between hands are taken from the case; an audit of the session verifies them.")
    claimant = case.claim.claimant
    if claimant is not None:
        yield Checked(claimant in anew.story.players, "The claimant is a player of this hand.")


def _hand_file(case: Case, hand: Hand, raw: str, layers: dict[str, Any], lines: dict[str, Line]) -> HandFile:
    evidence, below = case.evidence, rules_below(layers)
    before = decode_table(evidence.table_before)
    result = replay_step_by_step(hand, below, None if hand.opening else before)
    broken = any(finding.severity == "error" for finding in evidence.between)
    where = Evidence(
        evidence.source, evidence.source_sha256, evidence.line_no, evidence.byte_offset, evidence.line_sha256,
        ENGINE_VERSION, evidence.replay_key,
    )  # fmt: skip
    return HandFile(
        hand=hand, raw=raw, result=result, verdict="discrepant" if broken else result.verdict,
        between=evidence.between, layers=layers, in_force=resolve(hand.game, *layers.values()),
        origin=origins(hand.game, layers), evidence=where,
        earlier=tuple(
            replay_earlier(
                lines[round_.line_sha256].raw.decode("utf-8"), round_.table_before, below, round_.source,
                round_.line_no, round_.line_sha256,
            )
            for round_ in evidence.earlier
        ),
    )  # fmt: skip


def _page_check(case: Case, page: Path) -> Iterator[Checked]:
    if not page.is_file():
        yield Checked(None, f"There is no {PAGE} beside the case.")
        return
    same = page.read_text(encoding="utf-8", errors="replace") == case_page(case)
    yield Checked(same, f"The page {page} is the one that this case makes, to the letter.")


def verified_text(checked: list[Checked]) -> str:
    """What was looked at, line by line, and what it comes to."""
    words = {True: "agrees", False: "DIFFERS", None: "note"}
    lines = [f"{words[one.agrees]:<8} {one.text}" for one in checked]
    wrong = sum(one.agrees is False for one in checked)
    but = " Its claim cannot be." if any(one.text == CLAIM_NOTE for one in checked) else ""
    lines.append(f"The case is verified.{but}" if not wrong else "The case is NOT verified.")
    return "".join(f"{line}\n" for line in lines)
