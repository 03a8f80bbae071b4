"""Pages in Debian's Chromium: nothing wider than the window, nothing loaded, nothing run; in light and dark."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.text import page_name

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="chromium and chromedriver are not installed"),
]
#: Contrast that small text needs (WCAG AA).
LEAST_CONTRAST = 4.5
CONTRASTS = """
const light = (c) => { const f = c.match(/[0-9.]+/g).map(Number).slice(0, 3).map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126*f[0] + .7152*f[1] + .0722*f[2]; };
const back = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (!/, 0\\)$/.test(c)) return c; } return 'rgb(255, 255, 255)'; };
return [...document.querySelectorAll('main *:not(svg *):not(svg)')].filter(e => e.textContent.trim()).map(e => {
    const a = light(getComputedStyle(e).color), b = light(back(e));
    return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), e.className + ' ' + e.tagName]; })
    .sort((x, y) => x[0] - y[0])[0];
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser with a profile of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


def show(browser: Any, page: Path, width: int, scheme: str = "light", media: str = "screen") -> None:
    """Opens a page in a window of this width."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
    browser.get(page.as_uri())


def chosen_pages(report: Path) -> list[Path]:
    """The index, the sessions and two players, one with a hostile name."""
    players = [report / "players" / page_name("p1"), report / "players" / page_name("p9")]
    return [report / "index.html", *sorted((report / "sessions").iterdir()), *players]


@pytest.mark.parametrize("width", [380, 768, 1280])
def test_pages_are_no_wider_than_the_window(browser: Any, report: Path, width: int) -> None:
    """No page scrolls sideways on a phone, a tablet or a desk; wide tables scroll inside their own frame."""
    for page in chosen_pages(report):
        show(browser, page, width)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, page.name


def test_tables_fit_on_paper(browser: Any, report: Path) -> None:
    """Printed on A4 (182 mm between the margins) nothing is cut off at the right edge."""
    for page in chosen_pages(report):
        show(browser, page, 688, media="print")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 688, page.name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out(browser: Any, report: Path, scheme: str) -> None:
    """In both colour schemes every text has the contrast that small text needs."""
    for page in chosen_pages(report):
        show(browser, page, 1280, scheme)
        contrast, element = browser.execute_script(CONTRASTS)
        assert contrast >= LEAST_CONTRAST, f"{page.name}: {element}"


def test_schemes_differ(browser: Any, report: Path) -> None:
    """The dark scheme is one (so that the test above looks at two)."""
    colours = set()
    for scheme in ("light", "dark"):
        show(browser, report / "index.html", 1280, scheme)
        colours.add(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2


def test_pages_load_and_run_nothing(browser: Any, report: Path) -> None:
    """A page is the only thing that is loaded, no dialog opens, and the browser complains of nothing."""
    browser.get_log("browser")
    for page in chosen_pages(report):
        show(browser, page, 1280)
        assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
        assert browser.get_log("browser") == []
