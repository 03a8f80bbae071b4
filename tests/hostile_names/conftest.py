"""The two nights, audited once."""

import pytest

from tests.hostile_names.names import NAMES
from tests.hostile_names.night import PLAIN, Night, make_night


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    """The night of attacking names, to be read only."""
    return make_night(tmp_path_factory.mktemp("hostile"), NAMES)


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Night:
    """The same night with plain names."""
    return make_night(tmp_path_factory.mktemp("plain"), PLAIN)
