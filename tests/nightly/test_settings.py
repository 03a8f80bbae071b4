"""The settings of the config: each has a meaning, and the docs are made of the same list."""

from ingest.config import SETTINGS
from nightly.settings import MEANINGS


def test_every_setting_has_a_meaning() -> None:
    """docs/settings.md can say of each setting what it does, and says nothing of settings that are not there."""
    assert list(MEANINGS) == [f"{name}.{key}" for name, kind in SETTINGS.items() for key in kind.__struct_fields__]
