"""Writes the files of docs/ that say what the code says: `PAGES`.

Run ``python docs/generate.py`` after a change; tests/test_docs.py fails while a page is not what this would write.
"""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from ingest.config import SETTINGS  # noqa: E402 - the project's root must be on the path first
from ingest.house_rules import RULES_BY_GAME  # noqa: E402 - the project's root must be on the path first
from ingest.json_schema import schema_text  # noqa: E402
from nightly.settings import MEANINGS  # noqa: E402
from replay.key_texts import KEY_TEXTS  # noqa: E402
from replay.rulebook import MARKS, PROFILE_TEXT, RULES, SECTIONS  # noqa: E402


def rules_page() -> str:
    """The rulebook: every rule with its id, mark and text."""
    marks = "; ".join(f"**{letter}**: {meaning}" for letter, meaning in MARKS.items())
    lines = [
        "# Rules",
        "",
        "Every finding names one of these rules; `handproof rules P8` prints one. The last column says where a rule",
        f"comes from. {marks}. Where a club may play otherwise, a [house-rule key](house-rules.md) says how.",
    ]
    for heading, _game, texts in SECTIONS:
        lines += ["", f"## {heading}", "", "| id | rule | mark |", "|---|---|---|"]
        lines += [f"| {rule_id} | {RULES[rule_id].text} | {RULES[rule_id].mark} |" for rule_id in texts]
    lines += ["", "## The profile five_card_draw", "", PROFILE_TEXT, ""]
    return "\n".join(lines)


def toml_value(value: Any) -> str:
    """A default as it would stand in a club's config file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def possible(annotation: Any) -> str:
    """What a key takes, in words."""
    if annotation is bool:
        return "`true`, `false`"
    choices = getattr(annotation, "__args__", ())
    if getattr(annotation, "__metadata__", None):
        bounds = annotation.__metadata__[0]
        if bounds.le < 2**53:
            return f"{bounds.ge} to {bounds.le}"
        return f"whole chips, {bounds.ge} or more"
    if choices and all(isinstance(choice, str | int) for choice in choices):
        return ", ".join(f"`{toml_value(choice)}`" for choice in choices)
    return "whole chips, 0 or more; or a table `{K = 5, pok = 10}`"


def house_rules_page() -> str:
    """Every house-rule key: default, what it takes, rule, meaning."""
    lines = [
        "# House rules",
        "",
        "Where a club may play otherwise than the defaults, it says so by a key. A key is taken from the hand's own",
        "`rules`, else from the session's, else from the club's config file, else it is the default. An unknown key or",
        "an impossible value is an error that names the nearest known one. `handproof house-rules` prints all keys,",
        "the value in force and where it comes from; add `--config club.toml`, or `--db club.duckdb --session ID`.",
        "",
        "A config file holds a table for each game ([examples/club.toml](../examples/club.toml)):",
        "",
        "```toml",
        "[rules.poker]",
        "ante = 2",
        'multiway = "show_all"',
        "",
        "[rules.pok]",
        "circle = {pok = 5, sequence = 5}",
        "```",
    ]
    for game, kind in RULES_BY_GAME.items():
        lines += ["", f"## {game}", "", "| key | default | takes | rule | meaning |", "|---|---|---|---|---|"]
        for key, (rule, meaning) in KEY_TEXTS[game].items():
            default = toml_value(getattr(kind(), key))
            cell = f"[{rule}](rules.md)" if rule else ""
            takes = possible(kind.__annotations__[key])
            lines.append(f"| `{key}` | `{default}` | {takes} | {cell} | {meaning} |")
    return "\n".join([*lines, ""])


def settings_page() -> str:
    """Every setting of the config besides the house rules: default, what it takes, meaning."""
    lines = [
        "# Settings",
        "",
        "A club's config file (TOML) holds its [house rules](house-rules.md) and these settings. Every one has a",
        "default. Relative paths begin at the folder of the config file. An unknown setting or an impossible value is",
        "an error that names the nearest known one. `handproof config show --config club.toml` prints all of them, the",
        "value in force and where it comes from.",
    ]
    for name, kind in SETTINGS.items():
        lines += ["", f"## {name}", "", "| setting | default | takes | meaning |", "|---|---|---|---|"]
        for key in kind.__struct_fields__:
            default = getattr(kind(), key)
            shown = json.dumps(list(default)) if isinstance(default, tuple) else toml_value(default)
            takes = setting_takes(kind.__annotations__[key], default)
            lines.append(f"| `{name}.{key}` | `{shown}` | {takes} | {MEANINGS[f'{name}.{key}']} |")
    return "\n".join([*lines, ""])


def setting_takes(annotation: Any, default: Any) -> str:
    """What a setting takes, in words."""
    if isinstance(default, int):
        bounds = annotation.__metadata__[0]
        return f"{bounds.ge} to {bounds.le}"
    if isinstance(default, tuple):
        return "a list of folders"
    choices = [choice for choice in getattr(annotation, "__args__", ()) if isinstance(choice, str)]
    if choices:
        return ", ".join(f'`"{choice}"`' for choice in choices)
    patterns = [meta.pattern for meta in getattr(annotation, "__metadata__", ()) if meta.pattern]
    return "a clock time" if patterns else "text"


def help_text(arguments: list[str]) -> str:
    """What ``handproof ARGUMENTS --help`` prints at 100 columns, without colours."""
    os.environ.update(COLUMNS="100", TERMINAL_WIDTH="100", NO_COLOR="1", _TYPER_FORCE_DISABLE_TERMINAL="1")
    from typer.testing import CliRunner

    from handproof import app

    output = CliRunner().invoke(app, [*arguments, "--help"], prog_name="handproof").output
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    return "\n".join(line.rstrip() for line in plain.strip("\n").splitlines())


def command_names() -> list[str]:
    """Every command, in the order of the help."""
    from handproof import app

    return [command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands]


def commands_page() -> str:
    """The help of every command."""
    lines = [
        "# Commands",
        "",
        "What `handproof COMMAND --help` prints. Every command ends with one of these codes:",
        "",
        "| code | meaning |",
        "|---|---|",
        "| 0 | nothing to complain about; readers that could read also end with 0 |",
        "| 1 | there are findings, rejected lines, conflicts or failed checks |",
        "| 2 | it could not run: a wrong option, a missing file, a config error, a fault of our own |",
        "| 75 | another process has the store open; try again when it has ended |",
        "",
        "Data goes to standard output, everything else to standard error. A progress bar is shown only on a terminal.",
        "With `HANDPROOF_DEBUG=1` an error also prints where in the program it arose.",
        "",
        "```text",
        help_text([]),
        "```",
    ]
    for name in command_names():
        lines += ["", f"## handproof {name}", "", "```text", help_text([name]), "```"]
    return "\n".join([*lines, ""])


STORE_HEAD = """# The store

Everything that an audit knows stands in one DuckDB file (`--db`, by default `club.duckdb`). Any DuckDB client can query
it, read-only, while no audit is running:

```sh
duckdb -readonly club.duckdb "SELECT verdict, count(*) FROM final_verdicts GROUP BY ALL"
```

Chips are whole numbers (BIGINT). Times are kept as the log has them (text) and as microseconds since
1970-01-01T00:00Z (`..._us`), which can be compared. The column `at` must be written with its table, `cash.at`, or in
quotation marks: DuckDB has a word of that name. Names, ids and notes are what somebody wrote into a log: do not trust
them.

## Is it still what was read?

`handproof verify --db club.duckdb` holds the store against what it was made of, and changes nothing:

- `line`: the line of every hand with the SHA-256 with which it was read; of a hand of another program its own lines,
  and that these are still read as that line.
- `rows`: every row of `hands`, `hand_players`, `actions`, `sessions`, `cash`, `closes`, `close_stacks` and
  `close_shares` with its line, read once more.
- `counts`: the counts in `sources` with the rows that come from each file; and no row may be there of a hand, close
  record, session or source that is not.
- `replay`: one verdict for each hand that was replayed, none for another; a note where the next replay would judge
  anew.
- `file`: each log that still lies at its path with its SHA-256, and each record with the line and byte where it
  stands.

What differs is told with hand, file and line, and ends with exit code 1. A note is neither right nor wrong: a log that
is not there any more, one that has grown since (what was taken of it must still stand in it), one that was packed or
has other line ends but the same lines. `--json` gives one object a line: `outcome` (agrees, differs, note),
`looked_at`, `count`, `message`, `source`, `line_no`, `session_id`, `hand_id`, `remedy`.

## Versions

`store_info` says which version the tables have (`schema_version`). A command that writes brings a store of an older
handproof forward, and says so on standard error: first it keeps a copy beside it, `club.v1.duckdb` (never in the place
of another one: then `club.v1-2.duckdb`), then it makes all changes and the new number in one transaction. Where the
copy cannot be made the store stays as it is; where the program is killed it is the old store or the new one. A command
that only reads refuses an older store and says what to do. A store of a newer handproof is always refused: update.

A copy of a store that nobody has open is a copy of its file. Never copy the file while an audit is running.
"""


def store_page() -> str:
    """Every table and view of the store with its columns and what they mean, from the comments in the schemas."""
    import duckdb

    connection = duckdb.connect()
    parts, known = [STORE_HEAD], set()
    for stage in ("ingest", "replay", "checks", "reports", "nightly"):
        connection.execute((DOCS.parent / stage / "schema.sql").read_text(encoding="utf-8"))
        tables = connection.execute(
            "SELECT table_name AS name, comment FROM duckdb_tables() WHERE NOT internal"
            " UNION ALL SELECT view_name, comment FROM duckdb_views() WHERE NOT internal ORDER BY name"
        ).fetchall()
        parts.append(f"## Written by {stage}\n")
        for table, comment in tables:
            if table not in known:
                known.add(table)
                parts.append(f"### {table}\n\n{comment}\n\n| column | type | meaning |\n|---|---|---|")
                parts.append("".join(f"{row}\n" for row in store_columns(connection, table)))
    connection.close()
    return "\n".join(parts)


def store_columns(connection: Any, table: str) -> list[str]:
    """A row of the page for each column of a table."""
    columns = connection.execute(
        "SELECT column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE table_name = ?"
        " ORDER BY column_index",
        [table],
    ).fetchall()
    return [
        f"| `{name}` | {kind}{'' if nullable else ', never NULL'} | {(comment or '').replace('|', chr(92) + '|')} |"
        for name, kind, nullable, comment in columns
    ]


PAGES: dict[str, Callable[[], str]] = {
    "rules.md": rules_page,
    "house-rules.md": house_rules_page,
    "commands.md": commands_page,
    "settings.md": settings_page,
    "store.md": store_page,
    "handproof-1.schema.json": schema_text,
}

if __name__ == "__main__":
    for page_name, write in PAGES.items():
        (DOCS / page_name).write_text(write(), encoding="utf-8")
