"""What the front door prints: tables and JSON lines on standard output, progress on standard error.

Texts from logs are hostile: nothing that could steer the terminal leaves here unseen (`reports.text.visible`).
"""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

from reports.text import shown, terminal_text, visible

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from ingest.convert import LeftOut
    from ingest.progress import Progress

_ROWS_AT_ONCE = 2_000
#: Fields that hold whole sentences.
_SENTENCES = ("message", "incomplete_because", "meaning")
#: Letters of a cell, and of a cell of sentences, that stand in a table.
_CELL_LETTERS, _SENTENCE_LETTERS = 200, 2_000


def cell_text(value: object) -> str:
    """A value as it stands in a table: None as nothing, a mapping as JSON, nothing that could steer the terminal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return terminal_text(json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value)


def table_cell(field: str, value: object) -> str:
    """The same, cut where it is so long that all lines of a table would become as long; ``--json`` has all of it."""
    if value is None or isinstance(value, int):
        return cell_text(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return shown(text, _SENTENCE_LETTERS if field in _SENTENCES else _CELL_LETTERS)


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


def write_parts(parts: Iterable["str | LeftOut"], out: Path | None) -> int:
    """Write the parts of one text to standard output, or to a file that takes the place of the old one when whole.

    What is left out is said on standard error; gives back how much that was.
    """
    left_out = 0
    with replaced_file(out) if out is not None else nullcontext(write_out) as write:
        for part in parts:
            if isinstance(part, str):
                write(part)
            else:
                write_error(f"line {part.line_no}: {part.message}")
                left_out += 1
    return left_out


@contextmanager
def replaced_file(out: Path) -> Iterator[Callable[[str], object]]:
    """Gives what writes text into a new file, which takes the place of `out` at the end. Raises OSError."""
    with NamedTemporaryFile("w", encoding="utf-8", newline="", dir=out.parent, delete=False) as new:
        try:
            yield new.write
            new.flush()
            os.chmod(new.name, 0o666 & ~_umask())
            os.replace(new.name, out)
        except BaseException:
            os.unlink(new.name)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line, in ASCII alone."""
    return "".join(json.dumps(dict(row), ensure_ascii=True) + "\n" for row in rows)


def table(rows: Sequence[Mapping[str, Any]], fields: Sequence[str], terminal_columns: int | None) -> str:
    """Rows under their field names, numbers to the right; where that is too wide for the terminal, one row a paragraph.

    `terminal_columns` is None where the text goes to a file or another program: a row is then always one line.
    """
    from rich.cells import cell_len

    cells = [list(fields), *([table_cell(field, row[field]) for field in fields] for row in rows)]
    widths = [max(cell_len(line[place]) for line in cells) for place in range(len(fields))]
    if terminal_columns is not None and sum(widths) + 2 * (len(fields) - 1) > terminal_columns:
        return "\n".join(_row_paragraph(row, fields, terminal_columns) for row in rows)
    numbers = [all(isinstance(row[field], int | None) for row in rows) for field in fields]
    lines = []
    for line in cells:
        gaps = [" " * (width - cell_len(text)) for width, text in zip(widths, line, strict=True)]
        padded = (gap + text if right else text + gap for gap, text, right in zip(gaps, line, numbers, strict=True))
        lines.append("  ".join(padded).rstrip() + "\n")
    return "".join(lines)


def _row_paragraph(row: Mapping[str, Any], fields: Sequence[str], width: int) -> str:
    """The first field as a heading, then the others with their names, then what is a sentence on lines of its own."""
    details = [
        f"{field} {table_cell(field, row[field])}"
        for field in fields[1:]
        if field not in _SENTENCES and row[field] is not None
    ]
    sentences = [table_cell(field, row[field]) for field in fields if field in _SENTENCES and row[field] is not None]
    return (
        (table_cell(fields[0], row[fields[0]]) or "(the whole session)")
        + "\n"
        + "".join(paragraph(text, width) for text in [", ".join(details), *sentences])
    )


def print_rows(fields: Sequence[str], rows: Iterable[Mapping[str, Any]], as_json: bool) -> None:
    """Data to standard output: JSON lines as they come, or a table; that there is nothing is said on standard error."""
    if as_json:
        iterator = iter(rows)
        while batch := list(islice(iterator, _ROWS_AT_ONCE)):
            write_out(json_lines(batch))
    elif whole := list(rows):
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        write_out(table(whole, fields, columns))
    else:
        write_error("nothing to show")


def rules_text(rule_ids: Iterable[str]) -> str:
    """Rules with their texts, in the order of the rulebook."""
    from replay.rulebook import RULES

    wanted = set(rule_ids)
    chosen = [rule for rule in RULES.values() if rule.id in wanted]
    return "\n".join(f"{rule.id}  ({rule.game})\n{paragraph(rule.text)}" for rule in chosen)


def paragraph(text: str, width: int = 100) -> str:
    """A text in lines of at most `width` letters, indented, with a line end."""
    return textwrap.fill(text, max(width, 20), initial_indent="    ", subsequent_indent="    ") + "\n"


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
