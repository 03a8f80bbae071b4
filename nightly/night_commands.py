"""The commands of the night job."""

import os
from pathlib import Path
from typing import Annotated

import typer

from reports import terminal
from reports.failures import EXIT_CLEAN, EXIT_FINDINGS, EXIT_LOCKED, explained
from reports.options import Jobs, Json
from reports.text import visible


def nightly(
    config: Annotated[Path, typer.Option("--config", help="The club's config file (TOML).")],
    jobs: Jobs = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
) -> None:
    """Read what is new in the inbox, replay, check, put a new report in place and copy the store for readers.

    Prints one JSON object; logs are JSON lines on standard error. To be run by cron or a systemd timer.
    """
    from nightly.journal import journal
    from nightly.run import Outcome, keep_outcome, plan_lines, run_nightly

    if dry_run:
        terminal.write_out("".join(visible(line) + "\n" for line in plan_lines(config)))
        return
    try:
        outcome = run_nightly(config, jobs or len(os.sched_getaffinity(0)), terminal.progress_on_terminal())
    except Exception as error:
        text, code = explained(error)
        journal().error("failed", error=text, exit_code=code)
        outcome = Outcome({"error": text, "exit_code": code}, code)
    if outcome.exit_code != EXIT_LOCKED:  # the other run will say what it came to
        keep_outcome(config, outcome)
    terminal.write_out(terminal.json_lines([outcome.summary]))
    raise typer.Exit(outcome.exit_code)


def doctor(
    config: Annotated[Path, typer.Option("--config", help="The club's config file (TOML).")], as_json: Json = False
) -> None:
    """Look at the installation of the night job: what is well, what is not, and what to do about it."""
    from nightly.doctor import FIELDS, diagnose

    found = diagnose(config)
    terminal.print_rows(FIELDS, [one._asdict() for one in found], as_json)
    raise typer.Exit(EXIT_CLEAN if all(one.outcome == "ok" for one in found) else EXIT_FINDINGS)
