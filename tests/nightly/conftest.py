"""What the suites of the night job share."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.nightly.clubs import NightServer

FAILING_SOURCE = Path(__file__).with_name("failing.c")


@pytest.fixture(scope="module")
def server() -> Iterator[NightServer]:
    """Starts night jobs without importing everything each time."""
    started = NightServer()
    yield started
    started.close()


@pytest.fixture(scope="module")
def failing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NightServer]:
    """The same, with the library that lets writes fail in each job."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler is here to build tests/nightly/failing.c")
    library = tmp_path_factory.mktemp("failing") / "failing.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, FAILING_SOURCE, "-ldl"], check=True)
    started = NightServer(library)
    yield started
    started.close()
