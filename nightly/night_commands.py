"""The command of the night job."""

import os
from pathlib import Path
from typing import Annotated

import typer

from reports import terminal
from reports.failures import explained
from reports.options import Jobs
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
    from nightly.run import plan_lines, run_nightly

    if dry_run:
        terminal.write_out("".join(visible(line) + "\n" for line in plan_lines(config)))
        return
    try:
        outcome = run_nightly(config, jobs or len(os.sched_getaffinity(0)), terminal.progress_on_terminal())
    except Exception as error:
        text, code = explained(error)
        journal().error("failed", error=text, exit_code=code)
        terminal.write_out(terminal.json_lines([{"error": text, "exit_code": code}]))
        raise typer.Exit(code) from None
    terminal.write_out(terminal.json_lines([outcome.summary]))
    raise typer.Exit(outcome.exit_code)
