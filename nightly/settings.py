"""``config show``: every setting with its value and where it comes from."""

from typing import Any

from ingest.config import SETTINGS, Config
from reports.house_rules import house_rule_rows

FIELDS = ("setting", "value", "from")
#: What each setting means; a test holds it against the config itself.
MEANINGS = {
    "limits.line_bytes": "Longest line that is taken, in bytes.",
    "limits.actions": "Most actions of a hand.",
    "limits.players": "Most players of a hand.",
    "limits.uncompressed_bytes": "Most bytes of a file, unpacked.",
    "limits.packing_ratio": "Most bytes that may come out of one packed byte; beyond 4 MiB a file that gives more is"
    " refused as a bomb.",
    "nightly.inbox": "Folders in which logs arrive, with all folders below.",
    "nightly.store": "The store.",
    "nightly.out": "The folder in which reports are put.",
    "nightly.snapshot": "The copy of the store for readers; empty: beside the store, `club.snapshot.duckdb`.",
    "nightly.zone": "The time zone of the club, by its IANA name.",
    "nightly.day_ends": "When a club day ends, by the wall clock of that zone.",
    "nightly.language": "The language of pages and messages. There is only English yet.",
    "nightly.fail_on": "The least that ends the night job with exit code 1: `incomplete` (a hand that could not be"
    " proved), `warning` (a number is missing, a clock ran back), `error` (something is wrong), or `never`.",
    "retention.reports": "How many versions of the report are kept.",
}


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
