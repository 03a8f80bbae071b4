"""``config show``: every setting with its value and where it comes from."""

from typing import Any

from ingest.config import SETTINGS, Config
from reports.house_rules import house_rule_rows

FIELDS = ("setting", "value", "from")


def setting_rows(config: Config) -> list[dict[str, Any]]:
    """One row a setting: ``nightly.zone``, its value, and ``config`` or ``default``; the house rules last."""
    rows = []
    for name in SETTINGS:
        given, settings = config.tables.get(name, {}), getattr(config, name)
        for key in settings.__struct_fields__:
            value = getattr(settings, key)
            plain = list(value) if isinstance(value, tuple) else value
            rows.append({"setting": f"{name}.{key}", "value": plain, "from": "config" if key in given else "default"})
    rows += [
        {"setting": f"rules.{row['game']}.{row['key']}", "value": row["value"], "from": row["from"]}
        for row in house_rule_rows({"config": config.rules})
    ]
    return rows
