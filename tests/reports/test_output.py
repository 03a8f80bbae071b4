"""The folder of pages is replaced whole or not at all, and only what is ours in it."""

import json
from pathlib import Path

import duckdb
import pytest

from reports.build import write_reports
from reports.errors import ReportError
from reports.output import MANIFEST, replaced_report
from reports.text import page_name


def put(out: Path, pages: dict[str, str]) -> None:
    """A report with these files."""
    with replaced_report(out) as folder:
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8")


def files(out: Path) -> dict[str, str]:
    """All files below a folder but the manifest."""
    return {
        path.relative_to(out).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def test_old_pages_go_and_foreign_files_stay(tmp_path: Path) -> None:
    """A new report replaces the pages of the old one and leaves what somebody else put there."""
    out = tmp_path / "report"
    put(out, {"index.html": "old", "players/a.html": "old", "players/b.html": "old"})
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    (out / "players" / "photo.txt").write_text("mine", encoding="utf-8")
    put(out, {"index.html": "new", "players/a.html": "new"})
    assert files(out) == {
        "index.html": "new", "notes.txt": "mine", "players/a.html": "new", "players/photo.txt": "mine",
    }  # fmt: skip


def test_failure_leaves_the_old_report(tmp_path: Path) -> None:
    """Where writing breaks off the old pages are as they were, and nothing half-written is left."""
    out = tmp_path / "report"
    put(out, {"index.html": "old"})
    before = files(out)
    with pytest.raises(ReportError, match="Is a directory"):
        put(out, {"index.html": "half", "players": "a folder stands there: this fails"})
    assert files(out) == before
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == []


def test_failed_first_report_leaves_no_folder(tmp_path: Path) -> None:
    """A folder that was made for a report that then failed is taken away again."""
    with pytest.raises(RuntimeError), replaced_report(tmp_path / "report"):
        raise RuntimeError
    assert not (tmp_path / "report").exists()


def test_what_a_killed_run_left_is_cleared(tmp_path: Path) -> None:
    """A hidden folder of a run that was killed does not stay for ever."""
    out = tmp_path / "report"
    left = out / ".handproof-new-abc"
    left.mkdir(parents=True)
    (left / "index.html").write_text("half", encoding="utf-8")
    put(out, {"index.html": "new"})
    assert files(out) == {"index.html": "new"}


def test_page_that_is_not_ours_is_never_overwritten(tmp_path: Path) -> None:
    """An index.html that no report of ours wrote stops the report, with its name and a remedy."""
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match=r"index\.html there is not from a report of ours"):
        put(tmp_path, {"index.html": "new"})
    assert files(tmp_path) == {"index.html": "mine"}


def test_manifest_cannot_name_files_elsewhere(tmp_path: Path) -> None:
    """A forged manifest does not make us delete what is not a page of a report."""
    out = tmp_path / "report"
    out.mkdir()
    (tmp_path / "precious.html").write_text("mine", encoding="utf-8")
    (out / MANIFEST).write_text(json.dumps({"files": ["../precious.html", "players/../../precious.html"]}))
    put(out, {"index.html": "new"})
    assert (tmp_path / "precious.html").exists()


def test_foreign_manifest_is_refused(tmp_path: Path) -> None:
    """A manifest that cannot be read as ours stops the report."""
    (tmp_path / MANIFEST).write_text("[]", encoding="utf-8")
    with pytest.raises(ReportError, match="is not one of ours"):
        put(tmp_path, {"index.html": "new"})


def test_linked_folder_of_pages_is_refused(tmp_path: Path) -> None:
    """Pages are not written through a link that stands where our folder should be."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "players").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ReportError, match="players there is not a folder"):
        put(tmp_path / "report", {"index.html": "new"})


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("missing/report", "does not exist; make it first"),
        ("a_file", "it is a file, not a folder"),
        ("a_file/report", "does not exist; make it first"),
    ],
)
def test_folder_that_cannot_be_is_told_before_anything_is_written(
    store: duckdb.DuckDBPyConnection, tmp_path: Path, where: str, says: str
) -> None:
    """A missing parent or a file in the way is one sentence with a remedy."""
    (tmp_path / "a_file").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match=says):
        write_reports(store, tmp_path / where)


def test_folder_that_may_not_be_written_is_told(store: duckdb.DuckDBPyConnection) -> None:
    """A read-only folder gives the system's reason and a remedy (as root only a system folder refuses)."""
    with pytest.raises(ReportError, match="name another folder with --out"):
        write_reports(store, Path("/proc/report"))


def test_manifest_lists_every_file_of_ours(report: Path) -> None:
    """What the manifest names is what is there."""
    listed = json.loads((report / MANIFEST).read_text(encoding="utf-8"))["files"]
    assert listed == sorted(files(report))
    assert f"sessions/{page_name('s1')}" in listed
