"""Charts are whole-number drawings: nothing beside the frame, the same bytes every time."""

import xml.etree.ElementTree as ElementTree

from hypothesis import given
from hypothesis import strategies as st

from reports.chart import Point, running_chart, verdict_bar


def points_of(running: list[int]) -> list[Point]:
    """A curve with one hand a point."""
    return [Point(place, chips, chips, chips) for place, chips in enumerate(running, start=1)]


@given(st.lists(st.integers(-(2**60), 2**60), min_size=1, max_size=50))
def test_line_stays_inside_the_drawing(running: list[int]) -> None:
    """Whatever the result, every point lies between the edges, and the axis holds few enough lines."""
    drawing = ElementTree.fromstring(running_chart(points_of(running), "label"))
    line = drawing.find("polyline")
    assert line is not None
    for place in line.get("points", "").split():
        across, up = map(float, place.split(","))
        assert 62 <= across <= 472
        assert 10 <= up <= 174
    assert 2 <= len(drawing.findall("line")) <= 7


def test_line_is_exact() -> None:
    """From 0 over +10 to -10: halfway up, at the top, at the bottom."""
    assert 'points="62,92 267,10 472,174"' in running_chart(points_of([10, -10]), "label")


def test_no_hands_no_chart() -> None:
    """A player without hands has no chart."""
    assert running_chart([], "label") == ""


def test_label_is_escaped() -> None:
    """What is read out cannot break out of its attribute."""
    assert '"><script>' not in running_chart(points_of([1]), '"><script>')


def test_bar_shows_even_one_bad_hand_in_a_million() -> None:
    """A rare kind of verdict is still a sliver wide, and the parts fill the bar."""
    bar = ElementTree.fromstring(verdict_bar(1_000_000, 1, 0))
    widths = [int(part.get("width", "0")) for part in bar]
    assert sum(widths) == 1000
    assert min(widths) >= 20
