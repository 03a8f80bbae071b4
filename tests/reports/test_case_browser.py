"""Case pages in Debian's Chromium: stepping, widths, paper, nothing loaded, and what axe-core says of them."""

import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ingest.store import open_store
from reports.case import make_case
from reports.case_page import case_page
from reports.hand_file import HandFile, read_hand_file
from tests.reports.conftest import Told
from tests.reports.test_browser import CONTRASTS, LEAST_CONTRAST, browser, pytestmark, show

__all__ = ["browser", "pytestmark"]

HOSTILE = "</script><img src=x onerror=alert(1)>\u202e" + "W" * 70
#: Poker, stitch in the second round of a turn, and pok, each with a finding; and a stitch round.
HANDS = {"poker": "2026-11-14-poker-7", "stitch": "2026-11-14-stitch-3", "pok": "2026-11-14-pok-4"}


def with_names(file: HandFile, name: str) -> HandFile:
    """The same hand with another name for everybody."""
    players = [msgspec.structs.replace(player, name=name) for player in file.hand.players]
    values = {key: getattr(file, key) for key in file.__slots__}
    return HandFile(**{**values, "hand": msgspec.structs.replace(file.hand, players=players)})


@pytest.fixture(scope="module")
def pages(told: Told, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Cases of the three games; one with hostile names of 100 letters, one with ten players, one with unknown cards."""
    folder = tmp_path_factory.mktemp("pages")
    with open_store(told.store, read_only=True, create=False) as store:
        most = store.execute("SELECT hand_id FROM hands ORDER BY players DESC, hand_id LIMIT 1").fetchall()[0][0]
        unproved = store.execute("SELECT min(hand_id) FROM verdicts WHERE verdict = 'incomplete'").fetchall()[0][0]
        files = {name: read_hand_file(store, hand_id) for name, hand_id in HANDS.items()}
        files["most"], files["unproved"] = read_hand_file(store, most), read_hand_file(store, unproved)
    files["hostile"] = with_names(files["poker"], HOSTILE)
    for name, file in files.items():
        page = case_page(make_case(file, f"My claim is {HOSTILE} {'x' * 200}", str(file.hand.players[0].seat)))
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in files}


def step_shown(browser: Any) -> list[str]:
    """The numbers of the steps that can be seen."""
    script = "return [...document.querySelectorAll('ol.steps > li')].filter(e => e.offsetHeight).map(e => e.id)"
    return list(browser.execute_script(script))


def press(browser: Any, key: str) -> None:
    """A key on the page as a whole."""
    for kind in ("keyDown", "keyUp"):
        browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, "key": key})


def click(browser: Any, name: str) -> None:
    """One of the buttons."""
    from selenium.webdriver.common.by import By

    browser.find_element(By.CSS_SELECTOR, f"[data-go={name}]").click()


def test_stepping_by_buttons(browser: Any, pages: dict[str, Path]) -> None:
    """It opens at what is wrong; the buttons go to the neighbours and the ends, and are off where there is no more."""
    show(browser, pages["poker"], 1280)
    assert step_shown(browser) == ["step-20"]
    assert browser.execute_script("return document.querySelector('[data-go=next]').disabled") is True
    click(browser, "back")
    assert step_shown(browser) == ["step-19"]
    click(browser, "first")
    assert step_shown(browser) == ["step-1"]
    assert browser.execute_script("return document.querySelector('[data-go=back]').disabled") is True
    click(browser, "next")
    assert step_shown(browser) == ["step-2"]
    assert browser.execute_script("return document.querySelector('output').textContent") == "step 2 of 20"
    click(browser, "last")
    assert step_shown(browser) == ["step-20"]


def test_stepping_by_keys(browser: Any, pages: dict[str, Path]) -> None:
    """Arrows go one step, Home and End to the ends; past an end nothing moves."""
    show(browser, pages["pok"], 1280)
    assert step_shown(browser) == ["step-47"]
    for key, place in (("ArrowLeft", 46), ("ArrowRight", 47), ("ArrowRight", 48), ("Home", 1), ("ArrowLeft", 1),
                       ("End", 77), ("ArrowRight", 77)):  # fmt: skip
        press(browser, key)
        assert step_shown(browser) == [f"step-{place}"], key


def test_the_drawing_shows_the_table_of_its_step(browser: Any, pages: dict[str, Path]) -> None:
    """Seats with names, stacks and cards, and in the middle the bank as it is after the step."""
    show(browser, pages["stitch"], 1280)
    drawing = "return document.querySelector('li.now .felt').innerText"
    assert "Bank 91" in browser.execute_script(drawing)
    cards = "return [...document.querySelectorAll('li.now .acts .card')].map(e => [e.ariaLabel, e.className])"
    assert ["queen of diamonds", "card diamonds"] in browser.execute_script(cards)
    press(browser, "ArrowLeft")
    assert "Bank 182" in browser.execute_script(drawing)


def test_all_steps_as_a_list(browser: Any, pages: dict[str, Path]) -> None:
    """A button lays out all steps at once, and back."""
    show(browser, pages["poker"], 1280)
    click(browser, "list")
    assert len(step_shown(browser)) == 20
    press(browser, "Home")
    assert len(step_shown(browser)) == 20
    click(browser, "list")
    assert step_shown(browser) == ["step-20"]


def test_without_scripts_it_is_a_list(browser: Any, pages: dict[str, Path]) -> None:
    """No script: all steps stand there with their log lines, and no button that would do nothing."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        show(browser, pages["poker"], 1280)
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert step_shown(browser) == [f"step-{number}" for number in range(1, 21)]
    assert browser.execute_script("return document.querySelector('.controls').offsetHeight") == 0
    logs = browser.execute_script("return [...document.querySelectorAll('ol.steps pre')].map(e => e.innerText)")
    assert all("The log" in text and '"action"' in text for text in logs)


@pytest.mark.parametrize("width", [380, 768, 1280])
def test_cases_are_no_wider_than_the_window(browser: Any, pages: dict[str, Path], width: int) -> None:
    """No case scrolls sideways, stepping or as a list; no seat of the drawing leaves the table or lies on another."""
    for name, page in pages.items():
        show(browser, page, width)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, name
        assert browser.execute_script(OVERLAPS) == [], name
        click(browser, "list")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, name


#: Seats of the drawing that leave it sideways, or lie on one another or on the middle.
OVERLAPS = """
const felt = document.querySelector('li.now .felt'), box = felt.getBoundingClientRect();
const parts = [...felt.querySelectorAll('.seat, .centre')].map(e => [e.textContent.trim(), e.getBoundingClientRect()]);
const found = parts.filter(([t, r]) => r.left < box.left - 1 || r.right > box.right + 1).map(([t]) => t);
parts.forEach(([t, a], i) => parts.slice(i + 1).forEach(([u, b]) => {
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        found.push(t + ' / ' + u); }));
return found;
"""


def test_cases_fit_on_paper(browser: Any, pages: dict[str, Path]) -> None:
    """Printed on A4 all steps are there, the drawing of the wrong one too, and nothing is cut off at the right."""
    for name, page in pages.items():
        show(browser, page, 688, media="print")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 688, name
        assert len(step_shown(browser)) == browser.execute_script(
            "return document.querySelectorAll('.steps>li').length"
        )
        assert browser.execute_script("return document.querySelector('.controls').offsetHeight") == 0
        if name in HANDS:
            drawn = "return [...document.querySelectorAll('li .felt')].filter(e => e.offsetHeight).length"
            assert browser.execute_script(drawn) == 1, name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_case_text_stands_out(browser: Any, pages: dict[str, Path], scheme: str) -> None:
    """In both colour schemes every text, the cards too, has the contrast that small text needs."""
    for page in pages.values():
        show(browser, page, 1280, scheme)
        contrast, element = browser.execute_script(CONTRASTS)
        assert contrast >= LEAST_CONTRAST, f"{page.name}: {element}"


def test_cases_load_nothing_and_names_stay_text(browser: Any, pages: dict[str, Path]) -> None:
    """The page is all that is loaded, no dialog opens, nothing is complained of, and no name became an element."""
    browser.get_log("browser")
    for page in pages.values():
        show(browser, page, 1280)
        assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
        assert browser.execute_script("return document.querySelectorAll('img, iframe, object, a').length") == 0
        assert browser.execute_script("return document.scripts.length") == 1
        assert browser.get_log("browser") == []


def test_the_policy_forbids_what_is_not_ours(browser: Any, pages: dict[str, Path]) -> None:
    """Even if something slipped in: another script does not run, and nothing is fetched."""
    show(browser, pages["poker"], 1280)
    browser.execute_script(
        "const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s);"
        "const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i);"
    )
    assert browser.execute_script("return window.ran === undefined") is True
    refusals = [entry["message"] for entry in browser.get_log("browser")]
    assert sum("Content Security Policy" in message for message in refusals) == 2, refusals


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The source of axe-core, from npm; the tests that need it are skipped where it cannot be had."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, so axe-core cannot be had")
    folder = tmp_path_factory.mktemp("axe")
    packed = subprocess.run(
        [npm, "pack", "axe-core@4", "--json"], cwd=folder, capture_output=True, timeout=120, check=False
    )
    if packed.returncode:
        pytest.skip(f"npm could not get axe-core: {packed.stderr.decode('utf-8', 'replace')[-200:]}")
    with tarfile.open(folder / json.loads(packed.stdout)[0]["filename"]) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member is not None
        yield member.read().decode("utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Any, pages: dict[str, Path], axe: str, scheme: str) -> None:
    """axe-core's rules for WCAG 2.2 A and AA and its best practices are kept: contrast, labels, headings, order."""
    for name, page in pages.items():
        for width in (380, 1280):
            show(browser, page, width, scheme)
            browser.execute_script(axe)
            violations = browser.execute_async_script(
                "const done = arguments[arguments.length - 1];"
                "axe.run().then(r => done(r.violations.map(v => [v.id, v.nodes.map(n => n.html).slice(0, 3)])))"
            )
            assert violations == [], (name, width)
