"""The front door of handproof: the command line, and the names that a Python user imports.

``from handproof import replay_hand, load_log, audit`` (docs/python-api.md). What heavy libraries a command needs it
imports itself, so that ``handproof --help`` is quick.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from nightly import night_commands
from nightly.pipeline import (
    PIPELINE,
    Run,
    Stage,
    check_stage,
    ingest_stage,
    open_run,
    replay_stage,
    report_stage,
    tell_left_out,
)
from replay.engine import replay_hand
from reports import dispute_commands, session_commands, terminal, verify_command
from reports.failures import EXIT_CLEAN, EXIT_FAILED, EXIT_FINDINGS, explained
from reports.options import (
    PAGES,
    STORE,
    Code,
    ConfigFile,
    Db,
    Format,
    Game,
    HandId,
    Jobs,
    Json,
    Logs,
    Out,
    PlayerId,
    SafeGroup,
    SessionId,
    reading,
)
from reports.text import visible, visible_lines

if TYPE_CHECKING:
    from ingest.formats.detect import LogFormat
    from ingest.house_rules import RulesByGame
    from ingest.load import IngestCounts
    from ingest.progress import Progress
    from ingest.reading import Reject
    from ingest.records import Record
    from reports.summary import Summary

__all__ = ["PIPELINE", "Audit", "Run", "Stage", "app", "audit", "load_log", "main", "replay_hand"]

__version__ = "0.1.0"


# For Python users


class Audit(NamedTuple):
    """What an audit came to: the counts of each stage by its name, and the totals of the store."""

    counts: Mapping[str, Any]
    summary: "Summary"


def load_log(path: str | os.PathLike[str], *, log_format: "LogFormat" = "auto") -> "Iterator[Record | Reject]":
    """The records of one log file in their order; a line that cannot be taken comes as a `Reject`. No store is used."""
    from ingest.load import read_log

    return read_log(os.fspath(path), log_format=log_format)


def audit(
    logs: Sequence[str | os.PathLike[str]],
    *,
    db: str | os.PathLike[str] = "club.duckdb",
    out: str | os.PathLike[str] = "report",
    config: str | Path | None = None,
    jobs: int | None = None,
    progress: "Progress | None" = None,
    log_format: "LogFormat" = "auto",
) -> Audit:
    """Run all of `PIPELINE` over `logs` (files, folders, globs): the store `db` and the folder `out` hold the outcome.

    Raises `InputError`, `ConfigError`, `StoreLocked`, `StoreUnreadable` or OSError where it cannot run; what is wrong
    *in* the logs is never an exception but in the outcome.
    """
    from reports.summary import read_summary

    names = [os.fspath(log) for log in logs]
    with open_run(names, db, out, config, jobs, progress, log_format=log_format, create=True) as run:
        counts = {stage.name: stage.run(run) for stage in PIPELINE}
        return Audit(counts, read_summary(run.connection))


# The command line

app = typer.Typer(
    cls=SafeGroup,
    name="handproof",
    help="Proves hand histories: replays every hand of a card club's logs, and says which are right, which are wrong,"
    " by how much, and who owes whom.",
    epilog="Exit codes: 0 all is well, 1 something is wrong in the logs, 2 could not run, 75 the store is in use.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        terminal.write_out(f"handproof {__version__}\n")
        raise typer.Exit


@app.callback()
def _front(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    pass


@app.command("audit")
def audit_command(
    logs: Logs,
    db: Db = STORE,
    out: Out = PAGES,
    config: ConfigFile = None,
    jobs: Jobs = None,
    log_format: Format = "auto",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
) -> None:
    """Read logs, replay every hand, check the sessions, write the pages, and sum it all up."""
    from reports.summary import summary_lines

    if dry_run:
        from ingest.inputs import find_logs

        plan = [f"{stage.name}: {stage.meaning}" for stage in PIPELINE]
        found = find_logs(logs, log_format)
        plan += [f"log: {log.path}" for log in found]
        terminal.write_out("".join(visible(line) + "\n" for line in plan))
        tell_left_out(logs, found, [str(place) for place in (db, out, config) if place is not None])
        return
    progress = terminal.progress_on_terminal()
    outcome = audit(logs, db=db, out=out, config=config, jobs=jobs, progress=progress, log_format=log_format)
    lines = [_lines_sentence(outcome.counts["ingest"]), *summary_lines(outcome.summary), f"Pages: {out / 'index.html'}"]
    terminal.write_out("".join(visible(line) + "\n" for line in lines))
    raise typer.Exit(EXIT_CLEAN if outcome.summary.clean else EXIT_FINDINGS)


def _lines_sentence(counts: "IngestCounts") -> str:
    return (
        f"Lines: {counts.lines} = {counts.stored} stored + {counts.repeated} repeated"
        f" + {counts.conflicting} conflicting + {counts.rejected} rejected + {counts.blank} blank."
    )


@app.command()
def ingest(logs: Logs, db: Db = STORE, config: ConfigFile = None, log_format: Format = "auto") -> None:
    """Read logs into the store; lines that were read before change nothing."""
    progress = terminal.progress_on_terminal()
    with open_run(logs, db, config=config, progress=progress, log_format=log_format, create=True) as run:
        counts = ingest_stage(run)
    terminal.write_out(_lines_sentence(counts) + "\n")
    raise typer.Exit(EXIT_FINDINGS if counts.rejected or counts.conflicting else EXIT_CLEAN)


@app.command()
def convert(
    log: Annotated[str, typer.Argument(metavar="LOG", help="One log file; - reads standard input.")],
    to: Annotated[Literal["jsonl", "phh"], typer.Option(help="Our own format, or five-card draw for PokerKit.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; else standard output.")] = None,
    config: ConfigFile = None,
    log_format: Format = "auto",
) -> None:
    """Write a log in another format; what cannot be read or written is said on standard error."""
    from ingest.config import load_config
    from ingest.convert import converted

    left_out = terminal.write_parts(converted(log, to, load_config(config), log_format), out)
    raise typer.Exit(EXIT_FINDINGS if left_out else EXIT_CLEAN)


@app.command()
def replay(db: Db = STORE, config: ConfigFile = None, jobs: Jobs = None) -> None:
    """Replay every hand of the store that is new, or whose rules or engine have changed."""
    with open_run((), db, config=config, jobs=jobs, progress=terminal.progress_on_terminal()) as run:
        counts = replay_stage(run)
        wrong = _count(run, "findings")
    terminal.write_out(f"Hands: {counts.replayed} replayed, {counts.kept} unchanged. Findings: {wrong}.\n")
    raise typer.Exit(EXIT_FINDINGS if wrong else EXIT_CLEAN)


@app.command()
def check(db: Db = STORE) -> None:
    """Compare the hands of each session with each other, and check the tables of the store."""
    with open_run((), db, progress=terminal.progress_on_terminal()) as run:
        check_stage(run)
        wrong, failed = _count(run, "continuity_findings"), _count(run, "check_results WHERE outcome <> 'pass'")
    terminal.write_out(f"Findings between hands: {wrong}. Checks of the store that failed: {failed}.\n")
    raise typer.Exit(EXIT_FINDINGS if wrong or failed else EXIT_CLEAN)


@app.command()
def report(db: Db = STORE, out: Out = PAGES, config: ConfigFile = None) -> None:
    """Write the pages, the CSV files and the workbook."""
    with open_run((), db, out, config, progress=terminal.progress_on_terminal()) as run:
        report_stage(run)
    terminal.write_out(visible(f"Pages: {out / 'index.html'}") + "\n")


def _count(run: Run, rows: str) -> int:
    return int(run.connection.execute(f"SELECT count(*) FROM {rows}").fetchall()[0][0])


#: The readers: command, and what it shows.
READERS = {
    "verdicts": "The verdict on every hand, after the checks, and why a hand could not be proved.",
    "sessions": "The verdict on every session, and how many of its hands are proved, wrong or not provable.",
    "findings": "Every finding: what the rule asks, what the log says, and the rule.",
    "corrections": "What should be paid (+) or given back (-), by hand and player.",
    "rejects": "The lines that were not taken, and why: unreadable, or in conflict with what was read before.",
    "players": "How each player stands: hands, chips won and lost, what he is owed (+) or owes (-). With --game or"
    " --hand the sums of whole sessions (chips bought, handed back, shared) stay empty.",
}


def _add_reader(name: str, meaning: str) -> None:
    @app.command(name, help=meaning)
    def reader(
        db: Db = STORE,
        session: SessionId = None,
        game: Game = None,
        hand: HandId = None,
        player: PlayerId = None,
        code: Code = None,
        as_json: Json = False,
    ) -> None:
        from reports.nearest import refuse_unknown
        from reports.readers import READERS as STORE_READERS
        from reports.readers import Filters

        if name != "rejects":
            _refuse_unknown_code(code)
        read, fields = STORE_READERS[name]
        with reading(db, checked=name != "rejects") as connection:
            if name != "rejects":
                refuse_unknown(connection, session, hand, player)
            terminal.print_rows(fields, read(connection, Filters(session, game, hand, player, code)), as_json)


def _refuse_unknown_code(code: str | None) -> None:
    from difflib import get_close_matches

    from replay.findings import CODES

    if code is not None and code not in CODES:
        near = get_close_matches(code, CODES, 1)
        remedy = f"did you mean {near[0]}?" if near else f"codes are {', '.join(CODES)}"
        raise typer.BadParameter(f"there is no code {code}; {remedy}", param_hint="--code")


for _name, _meaning in READERS.items():
    _add_reader(_name, _meaning)


@app.command()
def rules(
    rule_ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="Rule ids, as P8 S13; else all.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the rulebook, or some of its rules."""
    from replay.rulebook import RULES

    wanted = [rule_id.upper() for rule_id in rule_ids or RULES]
    for rule_id in wanted:
        if rule_id not in RULES:
            raise typer.BadParameter(f"there is no rule {rule_id}; `handproof rules` prints all {len(RULES)}")
    chosen = [RULES[rule_id] for rule_id in wanted]
    if as_json:
        terminal.write_out(terminal.json_lines(rule._asdict() for rule in chosen))
    else:
        terminal.write_out("\n".join(f"{rule.id}  ({rule.game})\n{terminal.paragraph(rule.text)}" for rule in chosen))


@app.command("house-rules")
def house_rules_command(
    config: ConfigFile = None,
    db: Annotated[Path | None, typer.Option("--db", help="The store that holds the session.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="With the keys of this session; needs --db.")] = None,
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Print every house-rule key with the value in force, and whether default, config or session set it."""
    from reports.house_rules import house_rule_rows

    if (session is None) != (db is None):
        raise typer.BadParameter("--db and --session belong together: the store, and the session in it")
    rows = house_rule_rows(_rule_layers(config, db, session), game)
    terminal.print_rows(tuple(rows[0]), rows, as_json)


@app.command("config")
def config_command(
    action: Annotated[Literal["show"], typer.Argument(help="show: every setting with its value and its origin.")],
    config: ConfigFile = None,
    as_json: Json = False,
) -> None:
    """Print every setting of the config, its value, and whether the config file or the default says so."""
    from ingest.config import load_config
    from nightly.settings import FIELDS, setting_rows

    terminal.print_rows(FIELDS, setting_rows(load_config(config)), as_json)


app.command("nightly")(night_commands.nightly)
app.command("doctor")(night_commands.doctor)
app.command("explain")(dispute_commands.explain)
app.command("case")(dispute_commands.case)
app.command("what-if")(session_commands.what_if)
app.command("settle")(session_commands.settle)
app.command("verify")(verify_command.verify)


def _rule_layers(config: Path | None, db: Path | None, session: str | None) -> dict[str, "RulesByGame"]:
    from ingest.config import load_config

    layers: dict[str, RulesByGame] = {"config": load_config(config).rules}
    if db is not None and session is not None:
        from reports.house_rules import session_rules

        with reading(db, checked=False) as connection:
            layers["session"] = session_rules(connection, session)
    return layers


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (`arguments`, else those of the process) and give its exit code; nothing is ever raised."""
    if sys.stderr is None:  # closed by who started us: what would be said there is lost, the work is done all the same
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # stays open as long as the process
    if sys.stdout is None:
        terminal.write_error("handproof: standard output is closed; send it to a file or to /dev/null")
        return EXIT_FAILED
    try:
        app(arguments, prog_name="handproof")
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else EXIT_FAILED
    except Exception as error:
        return _explain(error)
    return EXIT_CLEAN


def _explain(error: Exception) -> int:
    """One line on standard error about what ended a command, and the exit code that says of what kind it was."""
    if os.environ.get("HANDPROOF_DEBUG"):
        import traceback

        sys.stderr.write(visible_lines("".join(traceback.format_exception(error))))
    text, code = explained(error)
    terminal.write_error(f"handproof: {text}")
    return code


if __name__ == "__main__":
    sys.exit(main())
