"""Small charts as inline SVG of our own: no script, no ids, whole-number geometry, so the same bytes every time.

(altair needs 60 ms a chart and draws one colour scheme; these need 0.1 ms and follow the page's light or dark one.)
"""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

_WIDTH, _HEIGHT = 480, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 8, 10, 26


class Point(NamedTuple):
    """After `hands` hands the player stood at `running` chips; since the point before between `lowest`, `highest`."""

    hands: int
    running: int
    lowest: int
    highest: int


def running_chart(points: Sequence[Point], label: str) -> Markup:
    """A line of a player's running result over his hands, from 0; a band shows how far it swung between two points.

    `label` is read out to those who do not see it. Empty for a player without hands.
    """
    if not points:
        return Markup("")
    scale = _Scale(points)
    places = [(0, 0), *((point.hands, point.running) for point in points)]
    line = " ".join(f"{scale.across(hands)},{scale.up(chips)}" for hands, chips in places)
    parts = [*_grid(scale), *_band(points, scale), f'<polyline class="line" points="{line}"/>']
    last = points[-1]
    parts.append(f'<circle class="dot" cx="{scale.across(last.hands)}" cy="{scale.up(last.running)}" r="3.5"/>')
    opening = Markup('<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
        _WIDTH, _HEIGHT, label
    )
    return opening + Markup("".join(parts) + "</svg>")


class _Scale:
    """Where chips and hands lie on the drawing, in tenths of a unit."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.hands = points[-1].hands
        lowest = min(0, *(point.lowest for point in points), *(point.running for point in points))
        highest = max(0, *(point.highest for point in points), *(point.running for point in points))
        self.step = _round_step(max(highest - lowest, 1))
        self.bottom = lowest // self.step * self.step
        self.top = -(-highest // self.step) * self.step
        if self.top == self.bottom:
            self.top += self.step

    def across(self, hands: int) -> str:
        return _tenths(_LEFT * 10 + hands * (_WIDTH - _LEFT - _RIGHT) * 10 // self.hands)

    def up(self, chips: int) -> str:
        height = (_HEIGHT - _TOP - _BOTTOM) * 10
        return _tenths(_TOP * 10 + (self.top - chips) * height // (self.top - self.bottom))


def _tenths(value: int) -> str:
    return f"{value // 10}.{value % 10}" if value % 10 else f"{value // 10}"


def _round_step(span: int) -> int:
    """A step of 1, 2 or 5 times a power of ten that cuts `span` into at most five."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if factor * power * 5 >= span:
                return factor * power
        power *= 10


def _grid(scale: _Scale) -> list[str]:
    parts: list[str] = []
    for chips in range(scale.bottom, scale.top + 1, scale.step):
        up = scale.up(chips)
        kind = "zero" if chips == 0 else "grid"
        parts.append(f'<line class="{kind}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{up}" y2="{up}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{up}" dy="4" text-anchor="end">{_axis_text(chips)}</text>')
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 6}">0</text>')
    hands = f"{scale.hands:,} {'hand' if scale.hands == 1 else 'hands'}"
    parts.append(f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 6}" text-anchor="end">{hands}</text>')
    return parts


def _axis_text(chips: int) -> str:
    """Short enough for the margin: steps are 1, 2 or 5 with noughts, so thousands and millions come out whole."""
    for size, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (10**4, "k")):
        unit = 1000 if letter == "k" else size
        if abs(chips) >= size and chips % unit == 0:
            return f"{chips // unit:,}{letter}"
    return f"{chips:,}"


def _band(points: Sequence[Point], scale: _Scale) -> list[str]:
    if all(point.lowest == point.highest for point in points):
        return []
    upper = [f"{scale.across(point.hands)},{scale.up(point.highest)}" for point in points]
    lower = [f"{scale.across(point.hands)},{scale.up(point.lowest)}" for point in reversed(points)]
    return [f'<polygon class="band" points="{" ".join(upper + lower)}"/>']


def verdict_bar(verified: int, discrepant: int, incomplete: int) -> Markup:
    """A bar cut by verdict counts; what is there at all is at least a sliver wide. Empty where there are no hands."""
    total = verified + discrepant + incomplete
    if not total:
        return Markup("")
    parts: list[str] = []
    left = 0
    counts = [(name, count) for name, count in
              (("verified", verified), ("discrepant", discrepant), ("incomplete", incomplete)) if count]  # fmt: skip
    free = 1000 - 20 * len(counts)
    for place, (name, count) in enumerate(counts):
        width = 1000 - left if place == len(counts) - 1 else 20 + count * free // total
        parts.append(f'<rect class="{name}" x="{left}" width="{width}" height="60"/>')
        left += width
    label = f"{verified} verified, {discrepant} discrepant, {incomplete} incomplete"
    return Markup(
        f'<svg class="bar" viewBox="0 0 1000 60" preserveAspectRatio="none" role="img" aria-label="{label}">'
        + "".join(parts)
        + "</svg>"
    )
