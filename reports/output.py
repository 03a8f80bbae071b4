"""The folder of pages: written aside, then put in place; files in it that are not ours are left alone.

A new report is written whole into a hidden folder inside the target, so that a failure leaves the old pages as they
are. Putting it in place only renames files: the old ``index.html`` goes first and the new one comes last, so that a
power cut in between leaves a report without an index, never old and new pages under one. ``handproof-report.json``
lists our files; only what it lists is ever replaced or removed.
"""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reports.errors import ReportError

MANIFEST = "handproof-report.json"
INDEX = "index.html"
#: Folders of pages inside the report.
FOLDERS = ("nights", "sessions", "players")
_STAGE_PREFIX = ".handproof-new-"
#: Of a file that is being written beside the one whose place it takes.
FILE_PREFIX = ".handproof-file-"
_OURS = re.compile(
    r"index\.html|players\.csv|sessions\.csv|report\.xlsx|(nights|sessions|players)/[a-z0-9-]{1,80}\.html"
)


@contextmanager
def replaced_report(out: Path) -> Iterator[Path]:
    """Gives an empty folder to write a report into; at the end its files take the place of the old ones in `out`.

    Raises ReportError where `out` cannot be written, or holds an index.html (or another of our names) that is not ours.
    """
    made = False
    try:
        made = _open_folder(out)
        old = _read_manifest(out)
        stage = Path(tempfile.mkdtemp(prefix=_STAGE_PREFIX, dir=out))
    except OSError as error:
        raise _refusal(out, error) from error
    try:
        for folder in FOLDERS:
            (stage / folder).mkdir()
        yield stage
        _put_in_place(stage, out, old)
    except OSError as error:
        raise _refusal(out, error) from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        if made and not any(out.iterdir()):
            out.rmdir()


def refuse_bad_place(out: Path) -> None:
    """Raises ReportError at once where `replaced_report` would only after a long audit."""
    made = False
    try:
        made = _open_folder(out)
        _refuse_foreign(out, frozenset({INDEX}) - _read_manifest(out))
        os.rmdir(tempfile.mkdtemp(prefix=_STAGE_PREFIX, dir=out))
    except OSError as error:
        raise _refusal(out, error) from error
    finally:
        if made:
            out.rmdir()


def replace_file(path: Path, text: str) -> None:
    """Write a file at once: its old content stays until the new one is whole."""
    handle, partial = tempfile.mkstemp(prefix=FILE_PREFIX, dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        os.chmod(partial, 0o644)
        os.replace(partial, path)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise


def _open_folder(out: Path) -> bool:
    """Makes `out` where it is not there (True) and clears what a killed run left behind in it."""
    if not out.parent.is_dir():
        raise ReportError(f"cannot write the report to {out}: the folder {out.parent} does not exist; make it first")
    if out.exists() and not out.is_dir():
        raise ReportError(f"cannot write the report to {out}: it is a file, not a folder; name another with --out")
    made = not out.exists()
    out.mkdir(exist_ok=True)
    for left_behind in out.glob(f"{_STAGE_PREFIX}*"):
        shutil.rmtree(left_behind)
    return made


def _read_manifest(out: Path) -> frozenset[str]:
    """Our files in `out`, as the manifest lists them. A manifest from elsewhere cannot name files that are not ours."""
    try:
        listed = json.loads((out / MANIFEST).read_bytes())["files"]
        return frozenset(name for name in listed if isinstance(name, str) and _OURS.fullmatch(name))
    except FileNotFoundError:
        return frozenset()
    except (ValueError, KeyError, TypeError) as error:
        raise ReportError(
            f"cannot replace the report in {out}: {MANIFEST} there is not one of ours; name another folder with --out"
        ) from error


def _put_in_place(stage: Path, out: Path, old: frozenset[str]) -> None:
    new = frozenset(path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file())
    _refuse_foreign(out, new - old)
    _write_manifest(stage, out, old | new)  # a power cut from here on orphans nothing
    (out / INDEX).unlink(missing_ok=True)
    for folder in FOLDERS:
        (out / folder).mkdir(exist_ok=True)
    for name in sorted(new - {INDEX}):
        os.replace(stage / name, out / name)
    for name in sorted(old - new):
        (out / name).unlink(missing_ok=True)
    _write_manifest(stage, out, new)
    os.replace(stage / INDEX, out / INDEX)


def _refuse_foreign(out: Path, names: frozenset[str]) -> None:
    for folder in FOLDERS:
        if (out / folder).is_symlink() or ((out / folder).exists() and not (out / folder).is_dir()):
            raise ReportError(f"cannot write the report to {out}: {folder} there is not a folder; name another folder")
    for name in sorted(names):
        if os.path.lexists(out / name):
            raise ReportError(
                f"cannot write the report to {out}: {name} there is not from a report of ours; "
                "move it away or name another folder with --out"
            )


def _write_manifest(stage: Path, out: Path, names: frozenset[str]) -> None:
    text = json.dumps({"written_by": "handproof", "files": sorted(names)}, indent=1) + "\n"
    partial = stage / MANIFEST
    partial.write_text(text, encoding="utf-8", newline="\n")
    os.replace(partial, out / MANIFEST)


def _refusal(out: Path, error: OSError) -> ReportError:
    return ReportError(f"cannot write the report to {out}: {error.strerror or error}; name another folder with --out")
