"""Pages full of attacking names in Debian's Chromium: no name ran, none asked the network for anything."""

from pathlib import Path
from typing import Any

import pytest

from ingest.config import load_config
from ingest.store import open_store
from reports.case import make_case
from reports.case_page import case_page
from reports.hand_file import read_hand_file
from reports.settlement import settle_session
from reports.settlement_output import write_settlement
from reports.text import page_name
from tests.hostile_names.names import KINDS, NAMES
from tests.hostile_names.night import Night, wrong_hand_of
from tests.reports.test_browser import browser, pytestmark, show

__all__ = ["browser", "pytestmark"]

#: Sessions around the names that attack pages.
HTML = range(0, len(KINDS["html"]) + len(KINDS["template"]), 3)


@pytest.fixture(scope="module")
def pages(night: Night, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The index, and pages of sessions, players, cases and settlements of names that attack pages."""
    folder = tmp_path_factory.mktemp("pages")
    found = [night.report / "index.html"]
    found += [night.report / kind / page_name(NAMES[number]) for number in HTML for kind in ("sessions", "players")]
    with open_store(night.store, read_only=True, create=False) as store:
        for number in HTML:
            file = read_hand_file(store, wrong_hand_of(number, NAMES), load_config(None).rules)
            place = folder / f"case-{number}.html"
            place.write_text(case_page(make_case(file, NAMES[number], "seat 2")), encoding="utf-8")
            found += [place, write_settlement(settle_session(store, NAMES[number]), folder / "settled")[0]]
    return found


def test_no_name_runs_or_loads(browser: Any, pages: list[Path]) -> None:
    """Nothing set the mark that every script of the names would set; only the page itself was loaded; no dialog."""
    browser.get_log("browser")
    for page in pages:
        show(browser, page, 1280)
        for target in ("mouseover", "focus", "click"):
            browser.execute_script(
                f"document.querySelectorAll('bdi, td').forEach(e => e.dispatchEvent(new Event('{target}')))"
            )
        assert browser.execute_script("return window.__hit === undefined"), page.name
        assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0, page.name
        assert (
            browser.execute_script("return document.querySelectorAll('img, iframe, object, base, form, link').length")
            == 0
        )
        assert browser.current_url.split("#")[0] == page.as_uri()
        assert browser.get_log("browser") == [], page.name


def test_a_name_that_ran_would_be_seen(browser: Any, tmp_path: Path) -> None:
    """The test above looks at what it says: a page that takes a name for HTML sets the mark."""
    page = tmp_path / "bad.html"
    page.write_text(f"<!doctype html><title>bad</title>{KINDS['html'][0]}", encoding="utf-8")
    show(browser, page, 1280)
    assert browser.execute_script("return window.__hit") == 1


def test_a_name_takes_no_more_room_than_its_line(browser: Any, night: Night) -> None:
    """A name of 40,000 letters or 300 marks neither widens the page nor covers its neighbours' lines."""
    for name in ("x" * 40_000, "Z" + "\u0351" * 300, "W" * 100 + "<b>"):
        for kind in ("sessions", "players"):
            show(browser, night.report / kind / page_name(name), 380)
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 380
