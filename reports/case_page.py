"""The page of a case: one self-contained HTML file, made from the case alone: the same case gives the same page.

The one script steps through the hand; the page's policy allows it by its digest and forbids all else, the network too.
Without it every step stands in a list.
"""

import hashlib
import math
import re
from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files

from markupsafe import Markup
from msgspec import Struct

from replay.cards import JOKER, RANK_OF, UNKNOWN, card_words, suit_word
from reports.card_text import SIGNS, by_rank, by_suit
from reports.case import Case
from reports.pages import page_environment
from reports.story import whole_hand_findings
from reports.story_parts import Person, SeatTold, Step, Story
from reports.story_text import VERDICTS, facts_text, house_rule_text, table_text, value_word
from reports.story_words import circle_word
from reports.text import chips_text, prose, shown, visible

_TEMPLATES = files("reports").joinpath("templates")
#: Letters of the raw line that are printed; case.json has all of it.
LINE_LETTERS = 20_000


class SeatDrawn(Struct, frozen=True):
    """A seat of the drawing: its place on the table in per cent of width and height, and what stands at it."""

    left: str
    top: str
    person: Person
    told: SeatTold
    cards: tuple[str, ...]
    acts: bool


def case_page(case: Case) -> str:
    """The whole page as text."""
    story = case.story
    script = _TEMPLATES.joinpath("case.js").read_text(encoding="utf-8")
    environment = page_environment({person.player_id: person.name for person in story.players})
    environment.filters.update(
        say=_Sayer(story.players), card=card_drawn, card_list=card_list, circle=circle_word, visible=visible,
        facts=facts_text, table=table_text, set_by=house_rule_text, stack=stack_text, value_of=value_word,
    )  # fmt: skip
    environment.globals.update(
        seats_of=lambda step: seats_drawn(story, step),
        case_style=Markup(_TEMPLATES.joinpath("case.css").read_text(encoding="utf-8")),
        script=Markup(script),
        script_digest=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )
    return environment.get_template("case.html").render(
        case=case,
        story=story,
        evidence=case.evidence,
        verdict=VERDICTS[story.verdict],
        whole=whole_hand_findings(story),
        owed={correction.seat: correction.amount for correction in story.corrections if correction.seat is not None},
        changed=[rule for rule in story.house_rules if rule.origin != "default"],
        line=case.evidence.line[:LINE_LETTERS],
        line_rest=max(0, len(case.evidence.line) - LINE_LETTERS),
        role="banker" if story.game == "stitch" else "dealer",
    )


class _Sayer:
    """Sets a sentence for the page: names in isolation (a name may run from right to left), code as code.

    A name stands behind its seat, in parentheses: alone, or before a sum.
    """

    def __init__(self, players: Sequence[Person]) -> None:
        labels = {f"seat {person.seat} ({person.name}": person for person in players}
        self.labels = {label.lower(): person for label, person in labels.items()}
        parts = sorted((re.escape(label) + r"(?=\)|, )" for label in labels), key=lambda part: (-len(part), part))
        self.pattern = re.compile("(" + "|".join(parts) + ")", re.IGNORECASE) if parts else None

    def __call__(self, text: str) -> Markup:
        if self.pattern is None:
            return prose(text)
        pieces = []
        for place, piece in enumerate(self.pattern.split(text)):
            person = self.labels.get(piece.lower()) if place % 2 else None
            if person is None:
                pieces.append(prose(piece))
            else:
                pieces.append(Markup("{} {} (<bdi>{}</bdi>").format(piece[:4], person.seat, person.name))
        return Markup("").join(pieces)


# -- the drawing -------------------------------------------------------------------------------------------------------


def seats_drawn(story: Story, step: Step) -> tuple[SeatDrawn, ...]:
    """The seats round the table, clockwise as they sit, the lowest seat at the bottom."""
    people = {person.seat: person for person in story.players}
    order = by_suit if story.game == "pok" else by_rank
    drawn = []
    for place, told in enumerate(step.seats):
        angle = 2 * math.pi * place / len(step.seats)
        left, top = 50 - 38 * math.sin(angle), 50 + 39 * math.cos(angle)
        drawn.append(
            SeatDrawn(
                f"{left:.1f}", f"{top:.1f}", people[told.seat], told, tuple(order(told.cards)), told.seat == step.seat
            )
        )
    return tuple(drawn)


def card_drawn(card: str) -> Markup:
    """A card with its rank, the sign and the letter of its suit, in the colour of the suit; read out in words."""
    if card == UNKNOWN:
        return Markup('<span class="card back" role="img" aria-label="unknown card">?</span>')
    if card == JOKER:
        return Markup('<span class="card joker" role="img" aria-label="joker">Jkr</span>')
    if card not in RANK_OF:
        return Markup('<span class="card">{}</span>').format(shown(card))
    rank, suit = card[0].replace("T", "10"), card[1]
    return Markup('<span class="card {}" role="img" aria-label="{}">{}{}<small>{}</small></span>').format(
        suit_word(suit), card_words(card), rank, SIGNS[suit], suit.upper()
    )


def card_list(cards: Sequence[str]) -> Markup:
    """Several cards."""
    return Markup(" ").join(card_drawn(card) for card in cards)


def stack_text(chips: int | None) -> str:
    """A stack, or that the log does not count it."""
    return "not in the log" if chips is None else chips_text(chips)
