"""The docs say what the code does: generated pages are fresh, links lead somewhere, commands in them exist."""

import importlib.util
import json
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import handproof
from ingest.config import load_config
from reports.readers import READERS

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])


def load_generator() -> ModuleType:
    """docs/generate.py as a module."""
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    path_before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path_before
    return module


GENERATOR = load_generator()


@pytest.mark.parametrize("name", GENERATOR.PAGES)
def test_generated_pages_are_fresh(name: str) -> None:
    """rules.md, house-rules.md and commands.md are what the code says now (else: python docs/generate.py)."""
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == GENERATOR.PAGES[name]()


def test_every_command_is_in_the_docs() -> None:
    """The help of each command stands in docs/commands.md under its own heading."""
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    names = GENERATOR.command_names()
    assert len(names) == 22
    assert [f"## handproof {name}" for name in names] == re.findall(r"^## .*$", page, re.MULTILINE)


def test_the_command_line_has_every_reader() -> None:
    """Each reader of the store has its command, and no command stands for a reader that is not there."""
    assert set(handproof.READERS) == set(READERS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """A relative link or image names a file of the project, and a link to a heading names one of that file's."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://")):
            continue
        name, _, heading = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name}: {target}"
        if heading:
            headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in headings}
            assert heading in slugs, f"{page.name}: {target}"


def test_every_promise_of_security_names_a_test_that_is_there() -> None:
    """Each row of docs/security.md names its tests, and each of them exists under that path and name."""
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    promises = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| what a log")]
    assert len(promises) > 20
    for promise in promises:
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", promise.rsplit("|", 2)[1])
        assert named, promise
        for path, name in named:
            assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), (
                f"{path}::{name}"
            )


def test_every_page_is_in_the_index() -> None:
    """docs/index.md leads to every other page of docs/."""
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if page.parent.name == "docs" and f"({page.name})" not in index] == ["index.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_the_docs_exist(page: Path) -> None:
    """Every `handproof WORD` in a page is a command."""
    words = re.findall(r"(?:`|bin/)handproof ([a-z][a-z-]*)", page.read_text(encoding="utf-8"))
    assert set(words) <= set(GENERATOR.command_names())


def test_ci_runs_the_readmes_test_command() -> None:
    """The README's second command stands in .ci/run word for word."""
    commands = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(commands) >= 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_readme_tells_the_faults_of_the_example_night() -> None:
    """Every fault that examples/club-night/FAULTS.md lists stands in the README's table with its hand and code."""
    faults = re.search(r"```json\n(.*?)```", (ROOT / "examples/club-night/FAULTS.md").read_text("utf-8"), re.DOTALL)
    assert faults is not None
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([\w-]+)` \|.*?\| `([\w.]+)` \|", readme, re.MULTILINE))
    assert told == {(fault["hand_id"], fault["code"]) for fault in json.loads(faults[1]) if fault["hand_id"]}
    assert "`session.balance`" in readme


def test_the_example_config_is_one_that_is_taken() -> None:
    """examples/club.toml is read without an error and sets something."""
    assert load_config(ROOT / "examples" / "club.toml").rules


def test_the_example_in_the_house_rules_page_is_taken(tmp_path: Path) -> None:
    """The TOML that docs/house-rules.md shows is a config that handproof takes."""
    page = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    config = tmp_path / "club.toml"
    config.write_text(example[1], encoding="utf-8")
    assert load_config(config).rules["poker"]["ante"] == 2


def test_the_example_of_the_log_format_is_proved(tmp_path: Path) -> None:
    """Who begins with the log that docs/log-format.md shows begins with no finding."""
    page = (ROOT / "docs" / "log-format.md").read_text(encoding="utf-8")
    example = re.search(r"## An example\n\n```json\n(.*?)```", page, re.DOTALL)
    assert example is not None
    (tmp_path / "log.jsonl").write_text(example[1], encoding="utf-8")
    done = handproof.audit([tmp_path / "log.jsonl"], db=tmp_path / "c.duckdb", out=tmp_path / "report", jobs=1)
    assert (done.summary.verified, done.summary.clean) == (1, True)


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of docs/python-api.md that replays a log prints the findings of the example night."""
    page = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(ROOT)
    [replaying] = [block for block in blocks if "load_log(" in block]
    exec(compile(replaying, "docs/python-api.md", "exec"), {})
    assert "2026-11-14-poker-7 pot.winner P23 " in capsys.readouterr().out


def test_constraints_are_names_and_versions_and_hold_every_dependency() -> None:
    """constraints.txt has one ``name==version`` a line, in order, among them all that pyproject.toml asks for."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.\-]+==[\w.]+", line)] == []
    names = [re.sub(r"[-_.]+", "-", line.split("==")[0]).lower() for line in lines]
    assert sorted(set(names)) == sorted(names)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    asked_names = {re.sub(r"[-_.]+", "-", re.split(r"[><=\[]", requirement)[0]).lower() for requirement in asked}
    assert asked_names <= set(names)


def test_every_dependency_is_used() -> None:
    """What pyproject.toml makes a user install is imported somewhere in the product, or under what is."""
    sources = [ROOT / "handproof.py", *(path for floor in ("ingest", "replay", "checks", "reports", "nightly")
                                        for path in (ROOT / floor).glob("*.py"))]  # fmt: skip
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in project["dependencies"]:
        name = requirement.split(">=")[0]
        module = name.lower().replace("-", "_")
        # polars and DuckDB hand each other columns through pyarrow; zoneinfo takes zones from tzdata
        if name not in ("pyarrow", "tzdata"):
            assert re.search(rf"^\s*(?:import|from) {module}\b", text, re.MULTILINE), name
