"""The rules as data: complete, in order, and telling what the club's rulebook tells."""

import re
from pathlib import Path

import pytest

from ingest.house_rules import RULES_BY_GAME, keys
from replay.key_texts import KEY_TEXTS
from replay.rulebook import MARKS, PROFILE_TEXT, RULES, SECTIONS

ROOT = Path(__file__).parents[1]
RULEBOOK = ROOT.parent / "shared" / "RULEBOOK.md"


def numbered(prefix: str, first: int, last: int) -> list[str]:
    """Ids with a prefix, counted."""
    return [f"{prefix}{number}" for number in range(first, last + 1)]


def test_every_rule_is_there_once_and_in_order() -> None:
    """The ids are C1-C9, P1-P11, B1-B7, P20-P27, S0-S15, K1-K19, F1-F6, in the order of the rulebook."""
    ids = [
        *numbered("C", 1, 9), *numbered("P", 1, 11), *numbered("B", 1, 7), *numbered("P", 20, 27),
        *numbered("S", 0, 15), *numbered("K", 1, 19), *numbered("F", 1, 6),
    ]  # fmt: skip
    assert list(RULES) == ids


def test_no_two_sections_hold_the_same_rule() -> None:
    """A rule that stood in two sections would hide one of its texts."""
    assert sum(len(texts) for _heading, _game, texts in SECTIONS) == len(RULES)


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_is_whole(rule_id: str) -> None:
    """A rule has its own id, known marks, and whole sentences that name only rules that exist."""
    rule = RULES[rule_id]
    assert rule.id == rule_id
    assert set(rule.mark) <= {*MARKS, "/"}
    assert bool(rule.mark) is (rule.game != "the log")
    assert rule.text[0].isupper()
    assert rule.text.endswith(".")
    assert rule.text == " ".join(rule.text.split())
    assert set(re.findall(r"\b[CPBSKF]\d+\b", rule.text)) <= set(RULES)


def test_texts_name_only_keys_that_exist() -> None:
    """Words in backticks and key=value pairs of the rule texts are house-rule keys, verbs or fields of the log."""
    known_keys = {key for game in RULES_BY_GAME for key in keys(game)}
    of_the_log = {"return", "win", "open", "pass_bank", "end_stack", "closing", "stacks", "shares"}
    for text in [*(rule.text for rule in RULES.values()), PROFILE_TEXT]:
        assert set(re.findall(r"`(\w+)`", text)) <= known_keys | of_the_log | {"pok"}, text
        assert set(re.findall(r"\b(\w+)=\w", text)) <= known_keys, text


def test_key_value_pairs_of_the_texts_can_be_set() -> None:
    """A text that says key=value says a value that some game takes for that key."""
    from ingest.house_rules import RuleKeyError, check_keys

    def taken(key: str, value: object) -> bool:
        for game in RULES_BY_GAME:
            try:
                check_keys(game, {key: value})
            except RuleKeyError:
                continue
            return True
        return False

    for text in [*(rule.text for rule in RULES.values()), PROFILE_TEXT]:
        for key, value in re.findall(r"\b(\w+)=(\w+)", text):
            plain = {"true": True, "false": False}.get(value, value)
            assert taken(key, plain), f"{key}={value}"


def test_every_house_rule_key_has_a_meaning_and_a_rule() -> None:
    """The keys with texts are exactly the keys that exist, in their order, and the rules they belong to exist."""
    for game in RULES_BY_GAME:
        assert tuple(KEY_TEXTS[game]) == keys(game)
        for rule, meaning in KEY_TEXTS[game].values():
            assert rule is None or rule in RULES
            assert meaning.endswith(".")


@pytest.mark.skipif(not RULEBOOK.exists(), reason="the club's rulebook is not beside this checkout")
def test_ids_and_marks_are_those_of_the_clubs_rulebook() -> None:
    """Every row of the club's rulebook is here with its mark, and its text is not a copy."""
    book = RULEBOOK.read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z]\d+) \| (.*?) \|(?: ([TIH/]+) \|)?$", book, re.MULTILINE)
    assert {rule_id: mark for rule_id, _text, mark in rows} == {rule.id: rule.mark for rule in RULES.values()}
    assert [rule_id for rule_id, text, _mark in rows if RULES[rule_id].text == text] == []
