"""The club's settings: strict TOML, errors that name the nearest known setting."""

from pathlib import Path

import pytest

from ingest.config import MEBIBYTE, Config, ConfigError, Limits, load_config


def load(tmp_path: Path, text: str) -> Config:
    """The settings of a config file with this text."""
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    return load_config(path)


def test_without_a_file_all_is_default() -> None:
    """No config: no rules, a line of 1 MiB."""
    assert load_config(None) == Config(rules={}, limits=Limits())
    assert Limits().line_bytes == MEBIBYTE


def test_rules_and_limits_are_read(tmp_path: Path) -> None:
    """House rules by game, and limits; what is not named keeps its default."""
    config = load(tmp_path, "[rules.poker]\nante = 2\ndeck = 54\n[rules.pok.circle]\nK = 5\n[limits]\nplayers = 12\n")
    assert config.rules == {"poker": {"ante": 2, "deck": 54}, "pok": {"circle": {"K": 5}}}
    assert config.limits == Limits(players=12)
    assert load(tmp_path, "") == Config(folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[rule.poker]\nante = 1", "did you mean rules?"),
        ("[rules.poke]\nante = 1", "did you mean 'poker'?"),
        ("[rules.poker]\nanet = 1", "did you mean 'ante'?"),
        ("[rules.poker]\nante = -1", "rules.poker.ante: -1"),
        ("[rules.poker]\nante = 1.0", "a whole number"),
        ("[rules.poker]\nante = '1'", "a whole number"),
        ("[rules.poker]\nkickers = 1", "true or false"),
        ("[rules.poker]\nmultiway = 'all'", "'show_all'"),
        ("[rules.pok.circle]\n10 = 5", "a circle"),
        ("rules = 5", "expected a table"),
        ("[rules]\npoker = 5", "a table of house-rule keys"),
        ("[limits]\nline_byte = 5", "did you mean limits.line_bytes?"),
        ("[limits]\nline_bytes = 5", "limits.line_bytes is 5; expected int >= 1024"),
        ("[limits]\nplayers = true", "limits.players is True"),
        ("[nightly]\nzone = 'Europe/Viena'", "did you mean 'Europe/Vienna'?"),
        ("[nightly]\nzone = '../etc/passwd'", "no time zone"),
        ("[nightly]\nzone = ''", "no time zone"),
        ("[nightly]\nday_ends = '6:00'", 'a clock time such as "06:00"'),
        ("[nightly]\nday_ends = '24:00'", 'a clock time such as "06:00"'),
        ("[nightly]\nfail_on = 'errors'", '"incomplete" or "warning" or "error" or "never"'),
        ("[nightly]\nlanguage = 'de'", "nightly.language is 'de'"),
        ("[nightly]\ninbox = []", "at least one folder"),
        ("[nightly]\ninbox = 'inbox'", "nightly.inbox is 'inbox'"),
        ("[nightly]\nstore = ''", "nightly.store is ''"),
        ("[nightly]\nzones = 'UTC'", "did you mean nightly.zone?"),
        ("[retention]\nreports = 0", "retention.reports is 0; expected int >= 1"),
        ("nightly = 5", "expected a table: [nightly]"),
        ("a = ", "not TOML"),
        ("a = 1\na = 2", "not TOML"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, words: str) -> None:
    """Unknown settings, impossible values and text that is not TOML are refused in words that help."""
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    assert words in str(caught.value)
    assert "club.toml" in str(caught.value)


def test_a_config_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """A missing file, a folder and bytes that are not UTF-8 are errors in words, not tracebacks."""
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ConfigError, match="cannot be read"):
            load_config(path)
    (tmp_path / "bad.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(ConfigError, match="not TOML"):
        load_config(tmp_path / "bad.toml")


def test_a_byte_order_mark_is_no_part_of_a_config(tmp_path: Path) -> None:
    """Editors of Windows write one."""
    (tmp_path / "c.toml").write_bytes(b"\xef\xbb\xbf[limits]\nplayers = 12\n")
    assert load_config(tmp_path / "c.toml").limits.players == 12


def test_paths_begin_at_the_folder_of_the_config(tmp_path: Path) -> None:
    """A relative path means the same from wherever the job is started; an absolute one stays as it is."""
    config = load(tmp_path, '[nightly]\nstore = "data/club.duckdb"\n')
    assert config.place(config.nightly.store) == tmp_path / "data" / "club.duckdb"
    assert config.place("/srv/report") == Path("/srv/report")
