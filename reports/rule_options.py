"""House rules as they are given on a command line: ``poker.multiway=show_all``, ``pok.circle={K = 5}``."""

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Literal

from ingest.house_rules import RULES_BY_GAME, RuleKeyError, check_by_game, keys
from reports.errors import ReportError
from reports.text import shown


def parse_rules(options: Sequence[str]) -> dict[str, dict[str, Any]]:
    """House-rule keys by game from texts ``GAME.KEY=VALUE``; a value is written as in a config file, quotes or not.

    Raises `ReportError` for what is no such text, an unknown game, key or value (naming the nearest), or a key that is
    given twice.
    """
    if not options:
        raise ReportError("no rule is changed; name one as --rule poker.multiway=show_all")
    rules: dict[str, dict[str, Any]] = {}
    for option in options:
        game, key, text = _split(option)
        value = _value(text)
        try:
            check_by_game({game: {key: value}}, "--rule ")
        except RuleKeyError as error:
            raise ReportError(_refusal(game, key, text, error)) from None
        if key in rules.setdefault(game, {}):
            raise ReportError(f"--rule {game}.{key} is given twice; name it once")
        rules[game][key] = value
    return rules


def rule_text(value: Any) -> str:
    """A value as it is written on the command line: ``show_all``, ``true``, ``{K = 5}``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {chips}" for name, chips in sorted(value.items())) + "}"
    return str(value)


def _split(option: str) -> tuple[str, str, str]:
    name, equals, text = option.partition("=")
    game, dot, key = (part.strip() for part in name.partition("."))
    if not equals or not text.strip():
        raise ReportError(f"--rule {shown(option)} has no value; write it as --rule poker.multiway=show_all")
    if dot:
        return game, key, text.strip()
    having = [known for known in RULES_BY_GAME if game in keys(known)]
    remedy = f"write {' or '.join(f'{known}.{game}' for known in having)}" if having else "write GAME.KEY=VALUE"
    raise ReportError(f"--rule {shown(option)} does not say which game; {remedy}")


def _value(text: str) -> Any:
    """A TOML value; what is none (``show_all`` without quotes) is a text."""
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return parsed["value"] if len(parsed) == 1 else text


def _refusal(game: str, key: str, text: str, error: RuleKeyError) -> str:
    if game not in RULES_BY_GAME or key not in keys(game):
        known = [f"{name}.{known}" for name in RULES_BY_GAME for known in keys(name)]
        near = get_close_matches(f"{game}.{key}", known, 1)
        remedy = f"did you mean {near[0]}?" if near else "`handproof house-rules` lists them"
        return f"there is no house rule {shown(f'{game}.{key}')}; {remedy}"
    near = get_close_matches(text.strip("\"'"), _choices(game, key), 1)
    remedy = f"did you mean {near[0]}?" if near else f"expected {error.expected}"
    return f"--rule {game}.{key}={shown(text)} will not do; {remedy}"


def _choices(game: str, key: str) -> list[str]:
    annotation = RULES_BY_GAME[game].__annotations__[key]
    if annotation is bool:
        return ["true", "false"]
    if getattr(annotation, "__origin__", None) is Literal:
        return [str(choice) for choice in annotation.__args__]
    return []
