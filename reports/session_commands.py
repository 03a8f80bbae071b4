"""The commands that weigh rules and settle what is owed; `handproof.py` adds them to the command line."""

import os
from pathlib import Path
from typing import Annotated

import typer

from reports import terminal
from reports.options import STORE, ConfigFile, Db, Jobs, Json, SessionId, reading


def what_if(
    hand_id: Annotated[str | None, typer.Argument(metavar="HAND_ID", help="Only this hand.")] = None,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="GAME.KEY=VALUE", help="A rule to change; may come again.")
    ] = None,
    session: SessionId = None,
    every: Annotated[bool, typer.Option("--all", help="All hands of the store.")] = False,
    db: Db = STORE,
    config: ConfigFile = None,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Replay hands under other house rules and say whose result would change; the store stays as it is."""
    from ingest.config import load_config
    from reports.rule_options import parse_rules
    from reports.what_if import Choice
    from reports.what_if_text import tell_what_if

    if [hand_id is None, session is None, not every].count(False) != 1:
        raise typer.BadParameter("name either a HAND_ID, or --session ID, or --all")
    changed, force = parse_rules(rule or ()), load_config(config).rules
    workers, progress = jobs or len(os.sched_getaffinity(0)), terminal.progress_on_terminal()
    choice = Choice(hand_id, session)
    for piece in tell_what_if(db, choice, changed, as_json, config_rules=force, jobs=workers, progress=progress):
        terminal.write_out(piece)


def settle(
    session: Annotated[str, typer.Option("--session", help="The session to settle.")],
    db: Db = STORE,
    out: Annotated[Path | None, typer.Option("--out", help="A folder for a page to print and a CSV file.")] = None,
    as_json: Json = False,
) -> None:
    """Net all corrections of a session into the fewest payments, and say what each is made of."""
    from reports.settlement import settle_session
    from reports.settlement_output import settlement_rows, settlement_text, write_settlement

    with reading(db) as connection:
        settled = settle_session(connection, session)
    terminal.write_out(terminal.json_lines(settlement_rows(settled)) if as_json else settlement_text(settled))
    for path in write_settlement(settled, out) if out else ():
        terminal.write_error(f"written: {path}")
