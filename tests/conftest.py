"""What all tests share: hypothesis settings, and an environment that does not depend on who runs them."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

import handproof
from tests.command_line import Command, Outcome

# Random tests print how to replay a failure; a slow shared machine is no failure.
settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the debug switch, colours or terminal width of whoever runs it."""
    for name in ("HANDPROOF_DEBUG", "COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command line in this process."""

    def command(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        code = handproof.main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return command
