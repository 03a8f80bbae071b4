"""Putting a report in place: old or new, never a mixture, whatever stops it; files that are not ours stay."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from nightly.publish import latest_version, leftovers, publish
from reports.errors import ReportError
from tests.command_line import tree


def writes(text: str) -> Callable[[Path], str]:
    def write(folder: Path) -> str:
        (folder / "index.html").write_text(text)
        return text

    return write


def test_a_version_takes_the_place_of_the_last(tmp_path: Path) -> None:
    """`latest` shows what was written last, and what the writer gives is given back."""
    for number, text in enumerate(("one", "two"), 1):
        assert publish(tmp_path / "out", writes(text), 5) == text
        assert tree(tmp_path / "out" / "latest") == {"index.html": text.encode()}
        assert (latest_version(tmp_path / "out") or "").startswith(f"000{number}-")
    assert leftovers(tmp_path / "out") == []


def test_the_same_report_is_no_new_version(tmp_path: Path) -> None:
    """What is the same to the byte stays where it is."""
    publish(tmp_path, writes("one"), 5)
    before = os.lstat(tmp_path / "latest")
    publish(tmp_path, writes("one"), 5)
    assert os.lstat(tmp_path / "latest") == before
    assert len(list((tmp_path / "versions").iterdir())) == 1


def test_a_version_that_was_written_but_not_shown_is_shown(tmp_path: Path) -> None:
    """A run that was killed before it turned the link leaves a whole version, which the next run takes."""
    publish(tmp_path, writes("one"), 5)
    publish(tmp_path, writes("two"), 5)
    newest = latest_version(tmp_path)
    (tmp_path / "latest").unlink()
    (tmp_path / "latest").symlink_to("versions/" + min(path.name for path in (tmp_path / "versions").iterdir()))
    publish(tmp_path, writes("two"), 5)
    assert latest_version(tmp_path) == newest


def test_a_writer_that_fails_leaves_the_old_report(tmp_path: Path) -> None:
    """Whatever stops the writing, the last report stands and nothing is left over."""
    publish(tmp_path, writes("one"), 5)

    def fail(folder: Path) -> None:
        (folder / "half.html").write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(ReportError, match="No space left on device"):
        publish(tmp_path, fail, 5)
    assert tree(tmp_path / "latest") == {"index.html": b"one"}
    assert leftovers(tmp_path) == []


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    """Half a version and half a link of a killed run go; a file that somebody else put there stays."""
    publish(tmp_path, writes("one"), 5)
    (tmp_path / "versions" / ".handproof-new-x").mkdir()
    (tmp_path / "versions" / ".handproof-new-x" / "half.html").write_text("half")
    (tmp_path / ".handproof-new-y").symlink_to("versions/nowhere")
    (tmp_path / "versions" / "notes.txt").write_text("mine")
    assert len(leftovers(tmp_path)) == 2
    publish(tmp_path, writes("two"), 1)
    assert leftovers(tmp_path) == []
    assert (tmp_path / "versions" / "notes.txt").read_text() == "mine"


def test_a_place_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    """A folder `latest` that is no link of ours is named and left alone."""
    (tmp_path / "latest").mkdir()
    (tmp_path / "latest" / "mine.txt").write_text("mine")
    with pytest.raises(ReportError, match="latest is not from a report of ours"):
        publish(tmp_path, writes("one"), 5)
    assert (tmp_path / "latest" / "mine.txt").read_text() == "mine"
