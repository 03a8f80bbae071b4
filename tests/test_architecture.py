"""How the house is built: imports run only downwards, modules are short, every floor says what it is."""

import ast
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: From the ground up; a floor may import what stands before it.
FLOORS = ("ingest", "replay", "checks", "reports", "nightly", "handproof")
MODULES = sorted([ROOT / "handproof.py", *(path for floor in FLOORS[:-1] for path in (ROOT / floor).rglob("*.py"))])
#: Modules of replay that run it over the store; everything else there is the engine.
STORE_SIDE = {"run.py", "plan.py", "worker.py"}


def relative(path: Path) -> str:
    """The path inside the project."""
    return path.relative_to(ROOT).as_posix()


@cache
def imported(path: Path) -> frozenset[str]:
    """Full names of the modules that a module imports anywhere in it, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_imports_run_only_downwards(path: Path) -> None:
    """A floor imports itself and the floors below it, never one above."""
    floor = path.stem if path.parent == ROOT else relative(path).split("/")[0]
    above = FLOORS[FLOORS.index(floor) + 1 :]
    assert sorted(name for name in imported(path) if name.split(".")[0] in above) == []


def test_no_import_runs_in_a_circle() -> None:
    """Following imports between our own modules never comes back to where it began."""
    names = {relative(path)[:-3].replace("/", ".").removesuffix(".__init__"): path for path in MODULES}
    done: set[str] = set()

    def follow(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join([*way, name])
        if name not in done:
            for other in sorted(imported(names[name]) & set(names)):
                if other != name:
                    follow(other, (*way, name))
            done.add(name)

    for name in sorted(names):
        follow(name, ())


ENGINE = [path for path in MODULES if path.parent.name == "replay" and path.name not in STORE_SIDE]


@pytest.mark.parametrize("path", ENGINE, ids=relative)
def test_the_engine_knows_no_store_and_no_files(path: Path) -> None:
    """Inside replay only its run over the store imports DuckDB, polars or what reads and writes files."""
    assert {"duckdb", "polars", "pathlib", "os", "io"} & {name.split(".")[0] for name in imported(path)} == set()


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_modules_are_short(path: Path) -> None:
    """A reader's limit is 500 lines a module."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


@pytest.mark.parametrize("floor", FLOORS[:-1])
def test_every_floor_has_its_page(floor: str) -> None:
    """A folder's docstring says what comes in and goes out, in at most 40 lines."""
    page = ast.get_docstring(ast.parse((ROOT / floor / "__init__.py").read_text(encoding="utf-8")))
    assert page
    assert len(page.splitlines()) <= 40


def test_files_beside_the_code_are_installed() -> None:
    """Every SQL file, template and the like in a floor is covered by package-data, so that an installed copy has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    patterns = project["package-data"]["*"]
    for floor in project["packages"]:
        for path in sorted((ROOT / floor).rglob("*")):
            inside = path.relative_to(ROOT / floor).as_posix()
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                same_depth = [pattern for pattern in patterns if pattern.count("/") == inside.count("/")]
                assert any(fnmatch(inside, pattern) for pattern in same_depth), relative(path)
        folders = {path.parent for path in (ROOT / floor).rglob("*.py")}
        named = {ROOT.joinpath(*package.split(".")) for package in project["packages"]}
        assert folders <= named, f"packages of {floor} that pyproject.toml does not name"


def test_every_test_says_what_it_pins() -> None:
    """Each test function has a docstring."""
    silent = [
        f"{relative(path)}::{node.name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert silent == []
