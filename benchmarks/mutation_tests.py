"""The tests by which mutants are killed, and which of them go through which lines of the engine.

Two kinds: the hands of tests/adversarial and tests/gallery, judged here one after the other in one process as their own
tests judge them, and the unit tests of the engine, run by pytest. The engine is imported in the forked process only.
"""

import importlib.abc
import importlib.util
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import coverage
import hypothesis  # noqa: F401 (imported before the fork, because it takes long)
import msgspec
import pytest

from benchmarks.mutants import Mutant
from ingest.decode import decode_line  # noqa: F401 (the same)
from ingest.records import Hand
from tests.gallery.notation import records

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
#: Unit tests of the engine; the longest of tests/oracles are left out, a mutant would wait too long for them.
UNIT_TESTS = (
    "replay/test_bidding.py", "replay/test_book.py", "replay/test_cards.py", "replay/test_casino.py",
    "replay/test_claims.py", "replay/test_closing.py", "replay/test_deck.py", "replay/test_draws.py",
    "replay/test_holdings.py", "replay/test_lap.py", "replay/test_movements.py", "replay/test_payment.py",
    "replay/test_payment_hidden.py", "replay/test_pok.py", "replay/test_pok_play.py", "replay/test_poker.py",
    "replay/test_pots.py", "replay/test_ranking.py", "replay/test_stitch.py", "replay/test_stitch_lines.py",
    "replay/test_stitch_play.py", "replay/test_unknown.py",
)  # fmt: skip
PYTEST = [
    "-q", "-x", "--noconftest", "--import-mode=importlib", "-p", "no:cacheprovider", "-W", "ignore",
    "-c", os.devnull, f"--rootdir={ROOT}",
]  # fmt: skip
ASKED = ("code", "rule", "seat", "action_no", "expected", "actual")
TOLD = (*ASKED, "severity", "message")
BY_CHECKS = ("continuity.", "session.")


@dataclass(frozen=True)
class Sitting:
    """Hands that follow one another, and what must be found in them. `to_the_letter`: with the text of each finding."""

    name: str
    hands: list[Hand]
    rules: Mapping[str, Mapping[str, Any]]
    findings: list[dict[str, Any]]
    corrections: list[tuple[str, int, int]]
    verdicts: dict[str, str]
    to_the_letter: bool


@dataclass
class Coverage:
    """Which tests there are, and which of them (by their places) go through a line ``FILE:NUMBER`` of the engine; all
    of them where it runs on import. `seconds` of CPU is what all tests together took."""

    tests: list[str]
    lines: dict[str, list[int]]
    seconds: float

    def through(self, mutant: Mutant) -> list[str]:
        """The tests that go through a mutant."""
        if mutant.lines is None:
            return self.tests
        places = {place for line in mutant.lines for place in self.lines.get(f"{mutant.path.name}:{line}", ())}
        return [self.tests[place] for place in sorted(places)]


def sittings() -> list[Sitting]:
    """The hands of tests/adversarial and tests/gallery."""
    return [*_adversarial(), *_gallery()]


def _adversarial() -> Iterable[Sitting]:
    for file in sorted((TESTS / "adversarial").glob("*.jsonl")):
        if file.stem.endswith("-open"):
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            attempt = json.loads(line)
            expected = attempt["expected"]
            corrections = [(c["hand_id"], c["seat"], c["amount"]) for c in expected["corrections"]]
            yield Sitting(
                f"{file.stem}-{attempt['name']}", [msgspec.convert(record, Hand) for record in attempt["hands"]], {},
                expected["findings"], corrections, expected["verdicts"], False,
            )  # fmt: skip


def _gallery() -> Iterable[Sitting]:
    for file in sorted((TESTS / "gallery" / "entries").glob("*.log")):
        log = records(file.read_text(encoding="utf-8"), file.stem)
        rules = next((record.get("rules", {}) for record in log if record["record"] == "session"), {})
        rows = [json.loads(line) for line in file.with_suffix(".expected").read_text(encoding="utf-8").splitlines()]
        findings = [row for row in rows if "code" in row and not row["code"].startswith(BY_CHECKS)]
        continued = {row["hand_id"] for row in rows if "code" in row and row["code"].startswith(BY_CHECKS)}
        verdicts = {row["hand_id"]: row["verdict"] for row in rows if "incomplete_because" in row}
        corrections = [(row["hand_id"], row["seat"], row["amount"]) for row in rows if "amount" in row]
        yield Sitting(
            file.stem, [msgspec.convert(record, Hand) for record in log if record["record"] == "hand"], rules,
            findings, corrections, {h: v for h, v in verdicts.items() if h not in continued}, True,
        )  # fmt: skip


def judge(sitting: Sitting, replay_hand: Callable[..., Any]) -> bool:
    """Whether the engine gives what stands beside a sitting (tests/test_adversarial.py, tests/gallery)."""
    before: dict[str, Any] = {}
    verdicts, findings, corrections = {}, [], []
    for hand in sitting.hands:
        try:
            result = replay_hand(hand, sitting.rules.get(hand.game), before.get(hand.game))
        except AssertionError:  # the short way and the engine do not agree
            return False
        before[hand.game] = result.table_after
        verdicts[hand.hand_id] = result.verdict
        findings += [{"hand_id": hand.hand_id} | {key: getattr(f, key) for key in TOLD} for f in result.findings]
        corrections += [(hand.hand_id, c.seat, c.amount) for c in result.corrections]
    return (
        _same_findings(sitting, findings)
        and all(verdicts[hand_id] == verdict for hand_id, verdict in sitting.verdicts.items())
        and sorted(corrections) == sorted(sitting.corrections)
    )


def _same_findings(sitting: Sitting, findings: list[dict[str, Any]]) -> bool:
    left = list(findings)
    keys = ("hand_id", *(TOLD if sitting.to_the_letter else ASKED))
    for want in sitting.findings:
        asked = {key: want[key] for key in keys if key in want and (sitting.to_the_letter or want[key] is not None)}
        match = next((f for f in left if {key: f[key] for key in asked} == asked), None)
        if match is None:
            return False
        left.remove(match)
    return not left


SITTINGS = {sitting.name: sitting for sitting in sittings()}


def run_tests(tests: Sequence[str], mutant: Mutant | None) -> str | None:
    """Import the engine, with a mutant in it, and run these tests; the first that fails, None where all pass."""
    if mutant is not None:
        sys.meta_path.insert(0, _Changed(mutant.module, mutant.path, mutant.code()))
    from tests.both_ways import replay_hand

    units = []
    for name in tests:
        if name not in SITTINGS:
            units.append(name)
        elif not judge(SITTINGS[name], replay_hand):
            return name
    if units and pytest.main([*PYTEST, *units]) != 0:
        return "a unit test"
    return None


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives a changed module in the place of the one on the disk."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, self, origin=str(self.path))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(self.code, module.__dict__)


# -- which test goes through which line --------------------------------------------------------------------------------


def covered_by(modules: Sequence[str]) -> Coverage:
    """Run all tests on the unchanged engine in a process of its own, and note the lines they go through.

    That takes minutes, so it is kept beside the temporary files for as long as neither engine nor tests change."""
    files = [ROOT / "replay" / f"{name}.py" for name in modules]
    kept = Path(tempfile.gettempdir()) / f"handproof-mutation-{_digest(files)}.msgpack"
    if kept.exists():
        return msgspec.msgpack.decode(kept.read_bytes(), type=Coverage)
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(read)
            found = _note_lines(files)
            with os.fdopen(write, "wb") as pipe:
                pipe.write(msgspec.msgpack.encode(found))
            code = 0
        finally:
            os._exit(code)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        raw = pipe.read()
    _, status = os.waitpid(pid, 0)
    if status != 0:
        raise SystemExit("the unchanged engine does not pass its tests: see above")
    kept.write_bytes(raw)
    return msgspec.msgpack.decode(raw, type=Coverage)


def _digest(files: Sequence[Path]) -> str:
    """Of all that decides which test goes through which line."""
    helpers = ("both_ways.py", "replay/hands.py", "gallery/notation.py", "properties/small_changes.py")
    used = [Path(__file__), *files, *(TESTS / name for name in helpers)]
    used += [TESTS / name for name in UNIT_TESTS if (TESTS / name).exists()]
    used += sorted((TESTS / "adversarial").glob("*.jsonl")) + sorted((TESTS / "gallery" / "entries").iterdir())
    return sha256(b"".join(sha256(path.read_bytes()).digest() for path in used)).hexdigest()[:16]


def _note_lines(files: Sequence[Path]) -> Coverage:
    lines = coverage.Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
    lines.start()
    from tests.both_ways import replay_hand

    noted: list[str] = []

    def note(name: str) -> None:
        """From here on the lines are those of this test; remembered answers are forgotten, that it goes its own way."""
        for module in [module for name, module in sys.modules.items() if name.startswith("replay.")]:
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()
        lines.switch_context(str(len(noted)))
        noted.append(name)

    for name, sitting in SITTINGS.items():
        note(name)
        if not judge(sitting, replay_hand):
            raise SystemExit(f"the unchanged engine fails at {name}")
    units = [str(TESTS / name) for name in UNIT_TESTS if (TESTS / name).exists()]
    if pytest.main([*PYTEST, *units], plugins=[_NotesUnitTests(note)]) != 0:
        raise SystemExit("the unchanged engine fails at a unit test")
    lines.stop()
    data = lines.get_data()
    every = list(range(len(noted)))
    found = {
        f"{file.name}:{line}": every if "" in contexts else sorted(map(int, contexts))
        for file in files
        for line, contexts in data.contexts_by_lineno(str(file)).items()
    }
    return Coverage(noted, found, time.process_time())


class _NotesUnitTests:
    """A plugin of pytest that says which test runs now."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self.note = note

    def pytest_runtest_call(self, item: pytest.Item) -> None:
        self.note(f"{ROOT}/{item.nodeid}")
