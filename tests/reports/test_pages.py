"""Pages are safe to open anywhere: no network, no script, hostile names shown as text; the same bytes every time."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import duckdb
import pytest

from reports import pages
from reports.build import write_reports
from reports.finding_view import findings_by_session
from reports.found import gather_findings
from reports.text import apart, isolated, page_name, shown

ROOT = Path(__file__).parents[2]
ALLOWED_TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "nav", "a", "h1", "h2", "p", "dl", "dt", "dd", "div",
    "table", "thead", "tbody", "tfoot", "tr", "th", "td", "br", "span", "bdi", "ul", "li", "strong", "code", "article",
    "svg", "line", "polyline", "polygon", "circle", "rect", "text",
}  # fmt: skip
EMPTY_TAGS = {"meta", "br"}


class Reader(HTMLParser):
    """Collects tags, links, ids and attributes of a page, and sees that tags are closed in order."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "href":
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")
        if tag not in EMPTY_TAGS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself (SVG)."""
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """A tag closes, and it is the one that was opened last."""
        assert self.open.pop() == tag


def all_pages(report: Path) -> list[Path]:
    """Every page of a report."""
    return sorted(report.rglob("*.html"))


def test_pages_hold_no_script_and_nothing_from_elsewhere(report: Path) -> None:
    """Only known tags, no attribute that runs or loads anything, every link goes to a file of the report."""
    for page in all_pages(report):
        reader = Reader(page)
        assert reader.tags <= ALLOWED_TAGS
        assert not {
            name for name in reader.attributes if name.startswith("on") or name in ("src", "style", "xlink:href")
        }
        assert "url(" not in page.read_text(encoding="utf-8")
        assert "@import" not in page.read_text(encoding="utf-8")
        for link in reader.links:
            target, _, anchor = unquote(link).partition("#")
            linked = (page.parent / target).resolve()
            assert linked.is_relative_to(report.resolve())
            assert linked.is_file(), link
            assert not anchor or anchor in Reader(linked).ids
        assert len(reader.ids) == len(set(reader.ids))
        assert reader.open == []


def test_pages_forbid_the_network_themselves(report: Path) -> None:
    """Each page carries a policy under which a browser loads nothing and runs nothing."""
    for page in all_pages(report):
        assert "default-src &#39;none&#39;" in page.read_text(encoding="utf-8") or (
            "default-src 'none'; style-src 'unsafe-inline'" in page.read_text(encoding="utf-8")
        )


def test_hostile_names_are_text(report: Path) -> None:
    """Markup, bidi marks and escapes in names come out as letters, and no file lies outside the report."""
    for page in all_pages(report):
        text = page.read_text(encoding="utf-8")
        assert "<script" not in text
        assert "<img" not in text
        assert not {"\u202e", "\x1b"} & set(text)
    index = (report / "index.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in index
    assert "gnp.exe" in index
    assert "\\u202egnp.exe\\u001b[31m" in index
    names = {path.name for path in (report / "sessions").iterdir()}
    assert names == {page_name("s1"), page_name("s2"), page_name("../../etc/passwd")}


SCRIPT = """
import sys
from pathlib import Path
import duckdb
from ingest.store import open_store
from reports.build import write_reports
write_reports(open_store(sys.argv[1]), Path(sys.argv[2]))
"""


def bytes_below(folder: Path) -> dict[str, bytes]:
    """The bytes of all files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_same_store_gives_the_same_bytes(store: duckdb.DuckDBPyConnection, report: Path, tmp_path: Path) -> None:
    """Other hash seeds, time zones and languages, a second run, and other pages before change no byte."""
    store.close()
    for run, environment in enumerate(
        (
            {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LANG": "C"},
            {"PYTHONHASHSEED": "2", "TZ": "UTC", "LC_ALL": "POSIX"},
        )
    ):
        command = [sys.executable, "-c", SCRIPT, str(tmp_path / "night.duckdb"), str(tmp_path / f"report{run}")]
        environment = {**{key: os.environ[key] for key in ("PATH",) if key in os.environ}, **environment}
        subprocess.run(command, check=True, cwd=ROOT, env={**environment, "PYTHONPATH": str(ROOT)}, timeout=120)
        assert bytes_below(tmp_path / f"report{run}") == bytes_below(report)


def test_record_order_in_the_store_changes_nothing(
    store: duckdb.DuckDBPyConnection, report: Path, tmp_path: Path
) -> None:
    """Rows that lie in another order in the tables give the same pages."""
    for table in ("hand_players", "movements", "findings", "corrections", "cash", "verdicts", "continuity_findings"):
        store.execute(f"CREATE TEMP TABLE turned AS SELECT * FROM {table} ORDER BY hash({table}::VARCHAR)")
        store.execute(f"DELETE FROM {table}")
        store.execute(f"INSERT INTO {table} SELECT * FROM turned")
        store.execute("DROP TABLE turned")
    write_reports(store, tmp_path / "report")
    assert bytes_below(tmp_path / "report") == bytes_below(report)


def test_every_finding_stands_on_its_session_page(reported: duckdb.DuckDBPyConnection, report: Path) -> None:
    """No finding is left out: each has its place on the page of its session."""
    gather_findings(reported)
    count = 0
    for finding in findings_by_session(reported, {}):
        page = (report / "sessions" / page_name(finding.session_id)).read_text(encoding="utf-8")
        assert f'id="finding-{finding.place}"' in page
        count += 1
    assert reported.execute("SELECT count(*) FROM all_findings").fetchall() == [(count,)]


def test_many_rejects_are_counted_not_all_named(
    store: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file full of broken lines does not fill the index; it says how many more there are."""
    monkeypatch.setattr("reports.page_rows.LINES_NAMED", 2)
    store.execute(
        "INSERT INTO rejects BY NAME SELECT rejects.* REPLACE ('x' || i AS line_key, 100 + i AS line_no) "
        "FROM rejects, range(5) t(i)"
    )
    write_reports(store, tmp_path / "report")
    assert "4 more lines: <code>handproof rejects</code>" in (tmp_path / "report" / "index.html").read_text("utf-8")


def test_templates_name_nothing_unknown() -> None:
    """A misspelt value in a template is an error, not an empty place."""
    environment = pages.page_environment({})
    with pytest.raises(pages.StrictUndefined("x")._undefined_exception):
        environment.from_string("{{ no_such_value }}").render()


def test_names_in_sentences_stand_apart() -> None:
    """A name within an expected or logged value is isolated from the sum behind it, and is still only text."""
    hebrew, latin = apart(shown("<b>\u05d0\u05d1")), apart(shown("Anna"))
    said = isolated(f"seat 1 ({hebrew}): 45 chips; seat 2 ({latin}): 3 chips")
    assert str(said) == ("seat 1 (<bdi>&lt;b&gt;\u05d0\u05d1</bdi>): 45 chips; seat 2 (<bdi>Anna</bdi>): 3 chips")
    assert "\u2068" not in shown("\u2068")


def test_findings_set_names_apart(report: Path) -> None:
    """On a session page the names in expected, logged and difference stand in elements of their own."""
    page = (report / "sessions" / page_name("s1")).read_text(encoding="utf-8")
    assert "<dd>seat 1 (<bdi>Anna</bdi>): 45 chips</dd>" in page
