"""Writes a case: case.html and case.json in a folder of their own; files of others are never overwritten."""

import os
from pathlib import Path

import msgspec

from reports.case import FORMAT_NAME, Case, Claim, case_text
from reports.case_page import case_page
from reports.errors import ReportError
from reports.output import replace_file
from reports.text import page_name, shown

PAGE, DATA = "case.html", "case.json"


class _Told(msgspec.Struct, frozen=True):
    hand_id: str | None = None


class _Header(msgspec.Struct):
    """What every version of a case has: its format, whose claim it is, and its hand."""

    format: str
    claim: Claim = Claim()
    story: _Told = _Told()


def default_folder(hand_id: str) -> Path:
    """Where a case goes if nobody says: a folder named after its hand."""
    return Path(f"case-{page_name(hand_id).removesuffix('.html')}")


def write_case(case: Case, out: Path) -> tuple[Path, Path]:
    """Write page and data into `out`, each at once; gives their paths.

    Raises `ReportError` where the folder cannot be written, or holds a case.html or case.json that is not ours, or
    another claim or hand: a claim is kept nowhere else.
    """
    try:
        if not out.absolute().parent.is_dir():
            raise ReportError(f"cannot write to {out}: the folder {out.parent} does not exist; make it first")
        out.mkdir(exist_ok=True)
        _refuse_other(out, case)
        replace_file(out / DATA, case_text(case))
        replace_file(out / PAGE, case_page(case))
    except OSError as error:
        raise ReportError(
            f"cannot write to {out}: {error.strerror or error}; name another folder with --out"
        ) from error
    return out / PAGE, out / DATA


def _refuse_other(out: Path, case: Case) -> None:
    """A case.json that is none of ours (of any version), or a page without one, is somebody else's."""
    data, page = out / DATA, out / PAGE
    if os.path.lexists(data):
        try:
            old = msgspec.json.decode(data.read_bytes(), type=_Header)
        except msgspec.MsgspecError:
            old = _Header("")
        if not old.format.startswith(FORMAT_NAME):
            raise ReportError(f"{data} is not ours, and is left as it is; name another folder with --out")
        _refuse_other_claim(out, old, case)
    elif os.path.lexists(page):
        raise ReportError(f"{page} is not ours, and is left as it is; name another folder with --out")


def _refuse_other_claim(out: Path, old: _Header, case: Case) -> None:
    """The same case may be written again, and a claim be added to one that had none; no claim is written over."""
    if old.story.hand_id not in (None, case.story.hand_id):
        held = f"the case of hand {shown(str(old.story.hand_id))}"
    elif old.claim not in (Claim(), case.claim):
        claimant = old.claim.claimant
        by = f" by {shown(claimant.player_id)}" if claimant else ""
        text = f": {shown(old.claim.text, 100)}" if old.claim.text else ""
        held = f"another claim to this hand{by}{text}"
    else:
        return
    raise ReportError(f"{out} holds {held}; it is left as it is, name another folder with --out")
