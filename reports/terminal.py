"""What the front door prints: tables and JSON lines on standard output, progress on standard error.

Texts from logs are hostile: nothing that could steer the terminal leaves here unseen (`reports.text.visible`).
"""

import json
import os
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from reports.text import terminal_text, visible

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from ingest.progress import Progress

_ROWS_AT_ONCE = 2_000
#: Columns of a table that is not printed to a terminal: nothing is ever cut or wrapped there.
_FILE_COLUMNS = 100_000


def cell_text(value: object) -> str:
    """A value as it stands in a table: None as nothing, a mapping as JSON, nothing that could steer the terminal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return terminal_text(json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value)


def write_out(text: str) -> None:
    """Write to standard output as UTF-8, whatever the locale; a reader that has gone away (``| head``) is no error."""
    try:
        if hasattr(sys.stdout, "buffer"):
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        else:
            sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at its end; it may then write to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def write_error(text: str) -> None:
    """Write one line to standard error, safe for a terminal."""
    line = " ".join(visible(part) for part in text.splitlines()) + "\n"
    sys.stderr.write(
        line.encode(sys.stderr.encoding or "utf-8", "backslashreplace").decode(sys.stderr.encoding or "utf-8")
    )


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line, in ASCII alone."""
    return "".join(json.dumps(dict(row), ensure_ascii=True) + "\n" for row in rows)


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], output: IO[str] | None = None) -> str:
    """Rows as a table under their field names, numbers to the right; folded on a terminal, never in a file."""
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    stream = output or sys.stdout
    width = None if stream.isatty() else _FILE_COLUMNS
    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        numbers = all(isinstance(row[name], int) for row in rows if row[name] is not None)
        drawn.add_column(Text(name), justify="right" if numbers and rows else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(cell_text(row[name])) for name in columns))
    buffer = StringIO()
    console = Console(
        file=buffer, width=width, force_terminal=stream.isatty(), highlight=False, markup=False, emoji=False
    )
    console.print(drawn)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n"


def print_rows(fields: Sequence[str], rows: Iterable[Mapping[str, Any]], as_json: bool) -> None:
    """Data to standard output: JSON lines as they come, or a table; that there is nothing is said on standard error."""
    if as_json:
        iterator = iter(rows)
        while batch := list(islice(iterator, _ROWS_AT_ONCE)):
            write_out(json_lines(batch))
    elif whole := list(rows):
        write_out(table(whole, fields))
    else:
        write_error("nothing to show")


def paragraph(text: str) -> str:
    """A text in lines of at most 100 letters, indented, with a line end."""
    return textwrap.fill(text, 100, initial_indent="    ", subsequent_indent="    ") + "\n"


class TerminalProgress:
    """A progress bar on standard error, one line a stage (`ingest.progress.Progress`)."""

    def __init__(self) -> None:
        self._bar: RichProgress | None = None
        self._task: TaskID | None = None

    def start(self, stage: str, total: int | None) -> None:
        """Begin a stage; `total` is None where it is not known how much there is to do."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self.finish()
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )
        self._bar.start()
        self._task = self._bar.add_task(visible(stage), total=total)

    def advance(self, count: int) -> None:
        """So much more of the stage is done."""
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task, count)

    def finish(self) -> None:
        """The stage is over."""
        if self._bar is not None:
            self._bar.stop()
        self._bar = self._task = None


def progress_on_terminal() -> "Progress":
    """A bar where standard error is a terminal, else silence."""
    from ingest.progress import NO_PROGRESS

    return TerminalProgress() if sys.stderr.isatty() else NO_PROGRESS
