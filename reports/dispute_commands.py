"""The commands that settle a dispute over one hand; `handproof.py` adds them to the command line."""

from pathlib import Path
from typing import Annotated

import typer

from reports import terminal
from reports.options import STORE, ConfigFile, Db, Json, reading
from reports.text import visible_lines

HandId = Annotated[str, typer.Argument(metavar="HAND_ID", help="The hand to tell.")]


def explain(
    hand_id: HandId,
    step: Annotated[int | None, typer.Option("--step", min=1, help="Only this action, with all that it left.")] = None,
    db: Db = STORE,
    config: ConfigFile = None,
    as_json: Json = False,
) -> None:
    """Tell a hand step by step: who did what, what the rules say, what the log says, and who is owed what."""
    from ingest.config import load_config
    from reports import explain as telling

    rules_of_club = load_config(config).rules
    with reading(db) as connection:
        terminal.write_out(telling.explain(connection, hand_id, rules_of_club, step, as_json))


def case(
    hand_id: Annotated[str | None, typer.Argument(metavar="HAND_ID", help="The hand in dispute.")] = None,
    claim: Annotated[str | None, typer.Option("--claim", help="What is claimed, in the claimant's words.")] = None,
    claimant: Annotated[str | None, typer.Option("--claimant", help="Who claims it: player id, name or seat.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The folder for case.html and case.json.")] = None,
    verify: Annotated[Path | None, typer.Option("--verify", help="Verify this case.json anew from the log.")] = None,
    log: Annotated[Path | None, typer.Option("--log", help="With --verify: where the log lies now.")] = None,
    db: Db = STORE,
    config: ConfigFile = None,
    as_json: Json = False,
) -> None:
    """Write the case file of a hand, a page to print and sign and its data; or verify one anew from the raw log."""
    if (hand_id is None) == (verify is None):
        raise typer.BadParameter("name either a HAND_ID, to write its case, or --verify case.json")
    if verify is not None:
        from dataclasses import asdict

        from reports.case_verify import verified_text, verify_case

        checked = verify_case(verify, log)
        text = terminal.json_lines(map(asdict, checked)) if as_json else visible_lines(verified_text(checked))
        terminal.write_out(text)
        raise typer.Exit(any(one.agrees is False for one in checked))
    from ingest.config import load_config
    from reports.case import make_case
    from reports.case_output import default_folder, write_case
    from reports.hand_file import read_hand_file

    rules_of_club = load_config(config).rules
    with reading(db) as connection:
        made = make_case(read_hand_file(connection, hand_id or "", rules_of_club), claim, claimant)
    page, data = write_case(made, out or default_folder(made.story.hand_id))
    written = {"page": str(page), "data": str(data)}
    told = visible_lines(f"Page: {page}\nData: {data}\n")
    terminal.write_out(terminal.json_lines([written]) if as_json else told)
