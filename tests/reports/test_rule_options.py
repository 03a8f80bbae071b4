"""House rules on the command line."""

import pytest

from reports.errors import ReportError
from reports.rule_options import parse_rules, rule_text


def test_values_are_written_as_in_a_config_file() -> None:
    """Words need no quotes; numbers, truth and tables are TOML."""
    options = ["poker.multiway=show_all", 'poker.deck = "auto"', "poker.credit=true", "poker.rake_bp=250",
               "pok.circle={K = 5, pok = 10}"]  # fmt: skip
    assert parse_rules(options) == {
        "poker": {"multiway": "show_all", "deck": "auto", "credit": True, "rake_bp": 250},
        "pok": {"circle": {"K": 5, "pok": 10}},
    }


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("poker.multiway=showall", "did you mean show_all?"),
        ("poker.multiwy=show_all", "did you mean poker.multiway?"),
        ("pokr.ante=1", "did you mean poker.ante?"),
        ("multiway=show_all", "write poker.multiway or pok.multiway"),
        ("nothing=1", "write GAME.KEY=VALUE"),
        ("poker.credit=yes", "expected true or false"),
        ("poker.credit=treu", "did you mean true?"),
        ("poker.ante=1.5", "a whole number"),
        ("poker.ante=-1", "expected"),
        ("poker.ante", "has no value"),
        ("pok.circle={Z = 2}", "expected a circle"),
        ("poker.ante=1\nvalue2 = 3", "expected"),
    ],
)
def test_what_will_not_do_is_refused_with_a_remedy(option: str, words: str) -> None:
    """An unknown game, key or value names the nearest, or what would do."""
    with pytest.raises(ReportError) as refusal:
        parse_rules([option])
    assert words in str(refusal.value)


def test_a_key_twice_or_none_at_all_is_refused() -> None:
    """Two values of one key contradict each other, and without a key there is no question."""
    with pytest.raises(ReportError, match="given twice"):
        parse_rules(["poker.ante=1", "poker.ante=2"])
    with pytest.raises(ReportError, match="no rule is changed"):
        parse_rules([])


@pytest.mark.parametrize("option", ["poker.multiway=show_all", "poker.credit=true", "pok.circle={K = 5, pok = 10}"])
def test_a_value_is_told_as_it_is_written(option: str) -> None:
    """What is printed can be given again."""
    game, key = option.partition("=")[0].split(".")
    assert rule_text(parse_rules([option])[game][key]) == option.partition("=")[2]
