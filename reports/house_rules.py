"""The house rules in force as rows: every key with its value, where that comes from, and what it means."""

import json
from collections.abc import Mapping
from typing import Any

import duckdb

from ingest.house_rules import RULES_BY_GAME, RulesByGame, origins, resolve
from replay.key_texts import KEY_TEXTS
from reports.nearest import session_of


def session_rules(connection: duckdb.DuckDBPyConnection, session_id: str) -> RulesByGame:
    """The keys that the session's record sets, by game. Raises `ReportError` where the store has no such session."""
    named = session_of(connection, session_id)
    rows = connection.execute("SELECT rules FROM sessions WHERE session_id = $1", [named]).fetchall()
    return json.loads(rows[0][0]) if rows and rows[0][0] else {}


def house_rule_rows(layers: Mapping[str, RulesByGame], game: str | None = None) -> list[dict[str, Any]]:
    """One row a key: key, game, value, from, default, rule, meaning.

    `layers` are named and stand from the weakest (config) to the strongest (session); `game` picks one game.
    """
    rows = []
    for name, kind in RULES_BY_GAME.items():
        if game not in (None, name):
            continue
        of_game = {layer: rules.get(name) for layer, rules in layers.items()}
        in_force, default, origin = resolve(name, *of_game.values()), kind(), origins(name, of_game)
        rows += [
            {
                "key": key,
                "game": name,
                "value": getattr(in_force, key),
                "from": origin[key],
                "default": getattr(default, key),
                "rule": rule,
                "meaning": meaning,
            }
            for key, (rule, meaning) in KEY_TEXTS[name].items()
        ]
    return rows
