"""Hostile text is made visible, file names are safe, numbers read well."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.text import counted, csv_text, page_name, prose, ranges_text, shown, signed_text, terminal_text, visible


@given(st.text())
def test_visible_text_is_printable(text: str) -> None:
    """Nothing that steers a terminal or turns the reading direction is left."""
    assert all(
        character.isprintable() or character in "\u00a0\u3000" or character.isspace() for character in visible(text)
    )
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", visible(text))


def test_names_that_differ_invisibly_look_different() -> None:
    """Two names apart by a zero-width mark are told apart."""
    assert visible("Anna\u200b") == "Anna\\u200b"
    assert terminal_text("\x1b[2J") == "\\u001b[2J"
    assert terminal_text(None) == ""
    assert visible("\U000e0001") == "\\U000e0001"


def test_long_names_are_cut_and_say_so() -> None:
    """A name of a megabyte does not fill a page."""
    assert shown("a" * 100, 10) == "aaaaaaaaaa… (90 more)"
    assert shown("Борис") == "Борис"


@given(st.text(max_size=300), st.text(max_size=300))
def test_page_names_are_safe_and_apart(one: str, other: str) -> None:
    """File names are plain lower-case letters, and two ids never share one."""
    assert re.fullmatch(r"[a-z0-9-]{12,60}\.html", page_name(one))
    assert (page_name(one) == page_name(other)) == (one == other)


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([], ""), ([3], "3"), ([1, 2, 3, 7, 9, 10], "1-3, 7, 9-10"), ([1, 1, 2], "1-2")],
)
def test_hand_numbers_are_told_in_short(numbers: list[int], text: str) -> None:
    """Runs of hand numbers become ranges."""
    assert ranges_text(numbers) == text


def test_too_many_ranges_are_counted() -> None:
    """Beyond the limit it is said how many numbers are left out."""
    assert ranges_text([1, 3, 5, 7, 8], limit=2) == "1, 3 and 3 more"


def test_numbers_read_well() -> None:
    """Signs, thousands and the word for one."""
    assert (signed_text(1500), signed_text(-3), signed_text(0)) == ("+1,500", "-3", "0")
    assert (counted(1, "hand"), counted(1000, "hand")) == ("1 hand", "1,000 hands")


def test_prose_escapes_all_but_its_backticks() -> None:
    """Our texts may set words as code and nothing else."""
    assert str(prose("a `b<` <i>")) == "a <code>b&lt;</code> &lt;i&gt;"


def test_plain_cells_stay_as_they_are() -> None:
    """A name that is no formula is not touched in CSV."""
    assert csv_text("Борис") == "Борис"
    assert csv_text(None) == ""
