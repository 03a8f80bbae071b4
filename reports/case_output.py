"""Writes a case: case.html and case.json in a folder of their own; files of others are never overwritten."""

import os
from pathlib import Path

import msgspec

from reports.case import FORMAT_NAME, Case, case_text
from reports.case_page import case_page
from reports.errors import ReportError
from reports.output import replace_file
from reports.text import page_name

PAGE, DATA = "case.html", "case.json"


class _Header(msgspec.Struct):
    """What every version of a case begins with."""

    format: str


def default_folder(hand_id: str) -> Path:
    """Where a case goes if nobody says: a folder named after its hand."""
    return Path(f"case-{page_name(hand_id).removesuffix('.html')}")


def write_case(case: Case, out: Path) -> tuple[Path, Path]:
    """Write page and data into `out`, each at once; gives their paths.

    Raises `ReportError` where the folder cannot be written, or holds a case.html or case.json that is not ours.
    """
    try:
        if not out.absolute().parent.is_dir():
            raise ReportError(f"cannot write to {out}: the folder {out.parent} does not exist; make it first")
        out.mkdir(exist_ok=True)
        _refuse_foreign(out)
        replace_file(out / DATA, case_text(case))
        replace_file(out / PAGE, case_page(case))
    except OSError as error:
        raise ReportError(
            f"cannot write to {out}: {error.strerror or error}; name another folder with --out"
        ) from error
    return out / PAGE, out / DATA


def _refuse_foreign(out: Path) -> None:
    """A case.json that is none of ours (of any version), or a page without one, is somebody else's."""
    data, page = out / DATA, out / PAGE
    if os.path.lexists(data):
        try:
            made_by = msgspec.json.decode(data.read_bytes(), type=_Header).format
        except msgspec.MsgspecError:
            made_by = ""
        if not made_by.startswith(FORMAT_NAME):
            raise ReportError(f"{data} is not ours, and is left as it is; name another folder with --out")
    elif os.path.lexists(page):
        raise ReportError(f"{page} is not ours, and is left as it is; name another folder with --out")
