"""Putting a report in place in one step: it is written aside as a new version, and then a link is turned to it.

    out/latest                      a link to the newest version: what people open
    out/versions/0007-3f8a21c0b4de  a version: its number, and a digest of all that stands in it

Turning the link is one step for the file system: whoever opens ``latest`` sees the old report or the new one.
"""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ingest.store_copy import sync_to_disk
from reports.errors import ReportError

Result = TypeVar("Result")
LATEST, VERSIONS = "latest", "versions"
_NEW_PREFIX = ".handproof-new-"
_VERSION = re.compile(r"([0-9]{4,9})-([0-9a-f]{12})")


def publish(out: Path, write: Callable[[Path], Result], keep: int) -> Result:
    """Let `write` fill an empty folder, make it the newest version of the report, and keep the `keep` newest.

    Where it is what ``latest`` shows already nothing changes. Raises `ReportError` where `out` cannot be written; the
    report of before then still stands.
    """
    try:
        versions = out / VERSIONS
        versions.mkdir(parents=True, exist_ok=True)
        remove_leftovers(out)
        stage = Path(tempfile.mkdtemp(prefix=_NEW_PREFIX, dir=versions))
        try:
            result = write(stage)
            _turn_to(out, _named(stage, versions))
        finally:
            shutil.rmtree(stage, ignore_errors=True)
        _forget_old(out, keep)
    except OSError as error:
        raise _refusal(out, error) from error
    except ReportError as error:
        if isinstance(error.__cause__, OSError):  # it names the folder aside, which is nobody's business
            raise _refusal(out, error.__cause__) from error
        raise
    return result


def _refusal(out: Path, error: OSError) -> ReportError:
    return ReportError(
        f"cannot write the report to {out}: {error.strerror or error}; look at the disk's room and the permissions"
    )


def leftovers(out: Path) -> list[Path]:
    """What a killed run left behind in `out`."""
    found = [*(out / VERSIONS).glob(f"{_NEW_PREFIX}*"), *out.glob(f"{_NEW_PREFIX}*")]
    return sorted(found)


def remove_leftovers(out: Path) -> None:
    """Takes away what a killed run left behind; only the holder of the lock may do that."""
    for place in leftovers(out):
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink()


def latest_version(out: Path) -> str | None:
    """The name of the version that ``latest`` shows; None where there is no report yet."""
    try:
        target = os.readlink(out / LATEST)
    except FileNotFoundError:
        return None
    except OSError:
        raise ReportError(f"{out / LATEST} is not from a report of ours; move it away") from None
    return Path(target).name


def _named(stage: Path, versions: Path) -> str:
    """The name of the version that was written: an old one where it is the same to the byte, else the next number."""
    digest = _digest(stage)
    number, newest = max(_all_versions(versions), default=(0, ""))
    if newest.endswith(f"-{digest}"):  # only whole versions have such a name
        return newest
    name = f"{number + 1:04}-{digest}"
    _sync_tree(stage)
    stage.chmod(0o755)
    os.rename(stage, versions / name)
    sync_to_disk(versions)
    return name


def _turn_to(out: Path, name: str) -> None:
    if latest_version(out) == name:
        return
    link = Path(tempfile.mktemp(prefix=_NEW_PREFIX, dir=out))  # a link is made, and only if nothing is there
    os.symlink(f"{VERSIONS}/{name}", link)
    try:
        os.replace(link, out / LATEST)
    except BaseException:
        link.unlink(missing_ok=True)
        raise
    sync_to_disk(out)


def _forget_old(out: Path, keep: int) -> None:
    latest = latest_version(out)
    for _, name in sorted(_all_versions(out / VERSIONS))[:-keep]:
        if name != latest:
            doomed = Path(tempfile.mkdtemp(prefix=_NEW_PREFIX, dir=out / VERSIONS))
            os.replace(out / VERSIONS / name, doomed)  # never half a version under its name
            shutil.rmtree(doomed)


def _all_versions(versions: Path) -> list[tuple[int, str]]:
    found = ((_VERSION.fullmatch(place.name), place.name) for place in versions.iterdir())
    return [(int(match[1]), name) for match, name in found if match]


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:12]


def _sync_tree(folder: Path) -> None:
    """To the disk with all of it: a report must not be put in place whose pages a power cut would empty."""
    for path in sorted(folder.rglob("*")):
        sync_to_disk(path)
    sync_to_disk(folder)
