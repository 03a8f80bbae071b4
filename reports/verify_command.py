"""The command `verify`; `handproof.py` adds it to the command line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from reports import terminal
from reports.options import STORE, ConfigFile, Db, Json, reading
from reports.text import visible

if TYPE_CHECKING:
    from checks.verify import Looked

_WORDS = {"agrees": "agrees", "differs": "DIFFERS", "note": "note"}


def verify(db: Db = STORE, config: ConfigFile = None, as_json: Json = False) -> None:
    """Hold the store against what it was made of: lines, digests, rows, counts, results, and the log files."""
    from dataclasses import asdict

    from checks.verify import verify_store
    from ingest.config import load_config

    rules_of_club = load_config(config).rules
    with reading(db, checked=False) as connection:
        looked = verify_store(connection, rules_of_club, terminal.progress_on_terminal())
    if as_json:
        terminal.write_out(terminal.json_lines({**asdict(one), "remedy": one.remedy} for one in looked))
    else:
        terminal.write_out("".join(f"{visible(line)}\n" for line in _lines(looked)))
    raise typer.Exit(any(one.outcome == "differs" for one in looked))


def _lines(looked: "Sequence[Looked]") -> list[str]:
    wrong = sum(one.count for one in looked if one.outcome == "differs")
    things = "thing differs" if wrong == 1 else "things differ"
    verdict = f"The store is NOT verified; {wrong} {things}." if wrong else "The store is verified."
    remedies = dict.fromkeys(one.remedy for one in looked if one.remedy is not None)
    return [*(f"{_WORDS[one.outcome]:<8} {one.message}" for one in looked), verdict, *remedies]
