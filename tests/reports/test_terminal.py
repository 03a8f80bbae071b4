"""What the front door prints: tables that are never cut in a file and stay readable on a narrow terminal."""

import io
import sys

import pytest

from reports import terminal

FIELDS = ("hand_id", "seat", "expected", "message")
ROWS = [
    {"hand_id": "h1", "seat": 7, "expected": {"2": 45}, "message": "Seat 7 put 2; exactly 3 was due."},
    {"hand_id": None, "seat": 12, "expected": True, "message": None},
]


def test_a_table_lines_up_and_numbers_stand_right() -> None:
    """Each row is one line under the field names; None is nothing, chips by seat are JSON, true is a word."""
    assert terminal.table(ROWS, FIELDS, None) == (
        "hand_id  seat  expected   message\n"
        'h1          7  {"2": 45}  Seat 7 put 2; exactly 3 was due.\n'
        "           12  true\n"
    )


def test_a_table_that_fits_the_terminal_stays_a_table() -> None:
    """The widest line counts, to the column."""
    width = max(len(line) for line in terminal.table(ROWS, FIELDS, None).splitlines())
    assert terminal.table(ROWS, FIELDS, width) == terminal.table(ROWS, FIELDS, None)
    assert terminal.table(ROWS, FIELDS, width - 1) != terminal.table(ROWS, FIELDS, None)


def test_a_row_too_wide_for_the_terminal_is_a_paragraph() -> None:
    """First field, then the others by name without the empty ones, then the sentence; no line is wider than asked."""
    text = terminal.table(ROWS, FIELDS, 30)
    assert text == (
        "h1\n"
        '    seat 7, expected {"2": 45}\n'
        "    Seat 7 put 2; exactly 3\n"
        "    was due.\n"
        "\n"
        "(the whole session)\n"
        "    seat 12, expected true\n"
    )


def test_wide_letters_take_two_columns() -> None:
    """A name in Chinese letters does not push the next column out of line."""
    rows = [{"name": "\u738b\u5c0f\u660e", "net": 5}, {"name": "Anna", "net": 12}]
    first, second, third = terminal.table(rows, ("name", "net"), None).splitlines()
    assert first == "name    net"
    assert second == "\u738b\u5c0f\u660e    5"
    assert third == "Anna     12"


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\u202e", "a\rb", "a\nb", "\x9b31m", "\u2066", "\ud800"])
def test_nothing_that_steers_a_terminal_gets_into_a_cell(hostile: str) -> None:
    """Escapes, line ends, direction marks and lone surrogates are shown as codes, also inside JSON."""
    for value in (hostile, {hostile: 1}):
        cell = terminal.cell_text(value)
        assert cell.isprintable()
        assert cell != ""


def test_json_lines_are_ascii_and_whole() -> None:
    """A line end or escape in a name cannot break a JSON line."""
    text = terminal.json_lines([{"name": "\x1b\n\u2028\u0430\x7f"}])
    assert text.isascii()
    assert text[:-1].isprintable()
    assert text.endswith("\n")


def test_an_error_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A message of several lines, or with escapes in it, stays one safe line."""
    terminal.write_error("first\nsecond \x1b[31m")
    line = capsys.readouterr().err
    assert line.startswith("first second ")
    assert line.endswith("[31m\n")
    assert line[:-1].isprintable()


def test_progress_is_silent_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where standard error is a file or a pipe there is no bar."""
    from ingest.progress import NO_PROGRESS

    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert terminal.progress_on_terminal() is NO_PROGRESS


def test_a_bar_can_be_finished_twice_and_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stage that failed half-way leaves a bar that the next stage takes over."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    bar = terminal.TerminalProgress()
    bar.advance(3)
    bar.start("replay", 10)
    bar.advance(4)
    bar.start("check", None)
    bar.finish()
    bar.finish()
    assert "check" in sys.stderr.getvalue()
