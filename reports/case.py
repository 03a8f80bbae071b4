"""The case file: all that stands on the page of a dispute over one hand, as a value that can be kept and verified.

`case.json` holds it to the letter. The page is made from it alone (`case_page`), and `case_verify` makes it anew from
the raw log and compares.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ingest.escapes import escaped_json
from replay.results import Finding
from reports.errors import ReportError
from reports.hand_file import HandFile
from reports.story import tell
from reports.story_parts import Person, Story
from reports.text import shown

FORMAT_NAME = "handproof-case/"
FORMAT = f"{FORMAT_NAME}1"
#: Letters of a claim that are kept.
_CLAIM_LETTERS = 4_000


class Claim(Struct, frozen=True):
    """What was claimed, and by whom; both None where nothing was written down."""

    text: str | None = None
    claimant: Person | None = None


class RoundEvidence(Struct, frozen=True):
    """Where the line of an earlier round of the banker's turn stands, and what lay on the table before it."""

    hand_id: str
    source: str
    line_no: int
    line_sha256: str
    table_before: str


class CaseEvidence(Struct, frozen=True):
    """Where the hand's line stands, its digests, by which engine it was judged, and the line itself.

    `byte_offset` counts from 0 in the unpacked file. `table_before` is what lay there, as JSON; `own_opening` says
    whether the hand's own line says so, else it is from the hand before (F4). `between` are the findings that only the
    comparison with other hands gives.
    """

    source: str
    source_sha256: str | None
    line_no: int
    byte_offset: int
    line_sha256: str
    engine_version: str
    replay_key: str
    table_before: str
    own_opening: bool
    layers: dict[str, dict[str, Any] | None]
    between: tuple[Finding, ...]
    earlier: tuple[RoundEvidence, ...]
    line: str


class Sitting(Struct, frozen=True):
    """The sitting of the hand, as its record says it."""

    session_id: str
    table_name: str | None
    started_at: str | None
    currency: str | None
    chip_value: str | None


class Case(Struct, frozen=True):
    """Everything of one case."""

    format: str
    claim: Claim
    sitting: Sitting
    story: Story
    evidence: CaseEvidence


def make_case(file: HandFile, claim: str | None = None, claimant: str | None = None) -> Case:
    """The case of one hand. Raises `ReportError` where `claimant` is nobody of the hand."""
    story = tell(file)
    person = _claimant(story, claimant)
    text = None if claim is None else claim.strip()[:_CLAIM_LETTERS] or None
    return Case(FORMAT, Claim(text, person), _sitting(file), story, _evidence(file))


def _claimant(story: Story, claimant: str | None) -> Person | None:
    """Whom `--claimant` means: a player's id, his name, or ``seat 2``."""
    if claimant is None:
        return None
    wanted = claimant.strip()
    ways = (
        [person for person in story.players if person.player_id == wanted],
        [person for person in story.players if person.name == shown(wanted)],
        [person for person in story.players if wanted.lower() in (f"seat {person.seat}", str(person.seat))],
    )
    for found in ways:
        if len(found) == 1:
            return found[0]
    known = ", ".join(f"{shown(person.player_id)} (seat {person.seat})" for person in story.players)
    raise ReportError(f"{shown(wanted)} is nobody of hand {shown(story.hand_id)}; its players are {known}")


def _sitting(file: HandFile) -> Sitting:
    return Sitting(file.hand.session_id, file.table_name, file.session_started_at, file.currency, file.chip_value)


def _evidence(file: HandFile) -> CaseEvidence:
    where = file.evidence
    return CaseEvidence(
        source=where.source, source_sha256=where.source_sha256, line_no=where.line_no, byte_offset=where.byte_offset,
        line_sha256=where.line_sha256, engine_version=where.engine_version, replay_key=where.replay_key,
        table_before=msgspec.json.encode(file.result.table_before).decode(),
        own_opening=file.hand.opening is not None,
        layers={name: _dict(keys) for name, keys in file.layers.items()},
        between=file.between,
        earlier=tuple(
            RoundEvidence(before.hand.hand_id, before.source, before.line_no, before.line_sha256, before.table_before)
            for before in file.earlier
        ),
        line=file.raw,
    )  # fmt: skip


def _dict(keys: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if keys is None else dict(keys)


def case_text(case: Case) -> str:
    """What stands in case.json: safe to print, whatever the log's line holds."""
    return escaped_json(msgspec.json.format(msgspec.json.encode(case), indent=1).decode()) + "\n"


def read_case(text: bytes) -> Case:
    """A case from the bytes of its file. Raises `ReportError` where it is none."""
    try:
        case = msgspec.json.decode(text, type=Case, strict=True)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ReportError(f"this is no case file of handproof ({error})") from error
    if case.format != FORMAT:
        raise ReportError(f"this case file has the format {shown(case.format)}; this handproof reads {FORMAT}")
    return case
