"""A told hand on a terminal: steps, ends, findings, what is to be paid. Every line is safe for the terminal."""

import textwrap
from collections.abc import Iterator

from reports.card_text import by_suit, cards_text
from reports.story import whole_hand_findings
from reports.story_parts import FindingTold, HouseRule, Passage, RuleTold, SeatTold, Step, Story, TableTold
from reports.story_words import circle_word
from reports.text import chips_text, shown, visible
from reports.values import NOTHING

WIDTH = 100
VERDICTS = {
    "verified": "proved right",
    "discrepant": "wrong",
    "incomplete": "not provable: something could not be checked",
}
_SET_BY = {"default": "the default", "config": "the club's config", "session": "the session", "hand": "the hand itself"}


def story_text(story: Story, only_step: int | None = None) -> str:
    """The whole hand, or one step of it, for a terminal."""
    lines = _one_step(story, only_step) if only_step is not None else _whole(story)
    return "".join(visible(line) + "\n" for line in lines)


def _whole(story: Story) -> Iterator[str]:
    yield from heading_lines(story)
    if story.bank_history:
        yield ""
        yield "THE BANK SINCE THIS BANKER'S TURN BEGAN"
        yield from _history(story)
    yield ""
    yield "STEP BY STEP"
    told: set[str] = set()
    before: Step | None = None
    for step in story.steps:
        yield from _step_lines(story, step, before, told)
        before = step
    for passage in story.ends:
        yield from _passage_lines(passage, told)
    yield from _outcome(story, told)


def _one_step(story: Story, number: int | None) -> Iterator[str]:
    steps = {step.action_no: step for step in story.steps}
    step = steps[number or 0]
    yield from heading_lines(story)
    yield ""
    yield from _step_lines(story, step, steps.get(step.action_no - 1), set(), whole=True)


def heading_lines(story: Story) -> list[str]:
    """Which hand it is, its verdict, who sits where, the house rules that are not the defaults."""
    lines = [
        f"Hand {story.hand_no} of session {shown(story.session_id)} ({shown(story.hand_id)}), {story.game}"
        + (f", {shown(story.started_at)}" if story.started_at else ""),
        f"Verdict: {VERDICTS[story.verdict]}.",
    ]
    role = "banker" if story.game == "stitch" else "dealer"
    for person in story.players:
        stack = "" if person.stack is None else f", {chips_text(person.stack)} chips"
        own_id = "" if person.name == shown(person.player_id) else f", id {shown(person.player_id)}"
        lines.append(f"  seat {person.seat}: {person.name}{own_id}{stack}{f', {role}' if person.is_dealer else ''}")
    changed = [rule for rule in story.house_rules if rule.origin != "default"]
    lines += wrapped(f"House rules that were set: {'; '.join(map(house_rule_text, changed)) or 'none, all defaults'}.")
    lines += wrapped(story.before_sentence)
    return lines


def house_rule_text(rule: HouseRule) -> str:
    """``ante = 2, by the session``."""
    return f"{rule.key} = {value_word(rule)}, by {_SET_BY.get(rule.origin, rule.origin)}"


def value_word(rule: HouseRule) -> str:
    """The value of a house-rule key as a config file has it."""
    if isinstance(rule.value, bool):
        return str(rule.value).lower()
    if isinstance(rule.value, dict):
        return ", ".join(f"{shown(str(name))} = {chips}" for name, chips in rule.value.items())
    return shown(str(rule.value), 300)


def _history(story: Story) -> Iterator[str]:
    hand_id = ""
    for line in story.bank_history:
        if line.hand_id != hand_id:
            hand_id = line.hand_id
            yield f"  Round of hand {line.hand_no} ({shown(hand_id)})"
        yield from wrapped(f"{line.text} Bank: {chips_text(line.bank)}.", 4)


def _step_lines(story: Story, step: Step, before: Step | None, told: set[str], whole: bool = False) -> Iterator[str]:
    yield from wrapped(f"{step.action_no:>3}. {step.says}", 0, 5)
    yield from wrapped(_state(story, step, before, whole), 5)
    yield from rule_lines(step.rule, told, 5)
    if whole or step.findings:
        yield from wrapped(f"The log: {shown(step.log, 2_000)}", 5)
    if whole:
        for seat in step.seats:
            yield from wrapped(f"{_name(story, seat.seat)}: {_seat_text(seat)}", 5)
    for finding in step.findings:
        yield from finding_lines(finding, told, 5)


def _state(story: Story, step: Step, before: Step | None, whole: bool) -> str:
    """The table after a step, and the stacks and cards that it changed."""
    parts = [table_text(step.table, None if whole or before is None else before.table)]
    stacks: dict[int, int | None] = {person.seat: person.stack for person in story.players}
    stacks |= {seat.seat: seat.stack for seat in before.seats} if before else {}
    cards = {seat.seat: seat.cards for seat in before.seats} if before else {}
    if not whole:
        for seat in step.seats:
            if seat.stack is not None and stacks[seat.seat] != seat.stack:
                parts.append(f"{_name(story, seat.seat)} has {chips_text(seat.stack)}.")
            if cards.get(seat.seat, ()) != seat.cards:
                parts.append(f"{_name(story, seat.seat)} holds {cards_text(by_suit(seat.cards))}.")
    return " ".join(parts)


def _seat_text(seat: SeatTold) -> str:
    stack = "stack not in the log" if seat.stack is None else f"{chips_text(seat.stack)} chips"
    out = "" if seat.is_in else ", out of the hand"
    return f"{stack}, {chips_text(seat.put_in)} put in so far, {cards_text(by_suit(seat.cards))}{out}"


def _name(story: Story, seat: int) -> str:
    return next(f"Seat {seat} ({person.name})" for person in story.players if person.seat == seat)


def table_text(table: TableTold, before: TableTold | None = None) -> str:
    """What lies on the table; of many circles only those that changed, and their sum."""
    if table.pot is not None:
        house = f" The house has taken {chips_text(table.house)}." if table.house else ""
        return f"Pot: {chips_text(table.pot)}.{house}"
    if table.bank is not None:
        return f"Bank: {chips_text(table.bank)}."
    old = {circle.name: circle for circle in before.circles} if before else {}
    changed = [circle for circle in table.circles if circle != old.get(circle.name)]
    if before is not None and len(changed) == len(table.circles) > 2:
        return f"Every circle has grown; {chips_text(table.chips)} lie on all of them together."
    words = [
        f"{circle_word(circle.name)} {chips_text(circle.chips) if circle.chips else 'empty'}"
        + (f" ({chips_text(circle.carried)} carried over)" if circle.carried else "")
        for circle in changed
    ]
    listed = f"Circles: {', '.join(words)}; " if words else "Circles: "
    return f"{listed}{chips_text(table.chips)} on all together."


def rule_lines(rule: RuleTold | None, told: set[str], indent: int) -> Iterator[str]:
    """A rule with its text where it comes up first, later its id and that the text stands above."""
    if rule is None:
        return
    if rule.id in told:
        yield " " * indent + f"Rule {rule.id}, as above."
        return
    told.add(rule.id)
    yield from wrapped(f"Rule {rule.id}: {rule.text}", indent, indent + 2)


def finding_lines(finding: FindingTold, told: set[str], indent: int) -> Iterator[str]:
    """A finding: what is wrong, expected, logged, difference, rule."""
    mark = "WRONG" if finding.severity == "error" else "NOTE"
    yield from wrapped(f"!! {mark}: {finding.message} ({finding.code}: {finding.meaning})", indent, indent + 3)
    yield from wrapped(facts_text(finding), indent + 3)
    yield from rule_lines(finding.rule, told, indent + 3)


def facts_text(finding: FindingTold) -> str:
    """Expected, logged and difference, as far as there is such a thing."""
    facts = (("Expected", finding.expected), ("Logged", finding.logged), ("Difference", finding.difference))
    return " ".join(f"{name}: {value}." for name, value in facts if value != NOTHING)


def _passage_lines(passage: Passage, told: set[str]) -> Iterator[str]:
    yield ""
    yield passage.heading.upper()
    for sentence in passage.sentences:
        yield from wrapped(f"- {sentence}", 2, 4)
    for rule in passage.rules:
        if rule.id not in told:
            yield from rule_lines(rule, told, 4)


def _outcome(story: Story, told: set[str]) -> Iterator[str]:
    whole = whole_hand_findings(story)
    if whole:
        yield ""
        yield "WHAT IS WRONG WITH THE HAND AS A WHOLE"
        for finding in whole:
            yield from finding_lines(finding, told, 2)
    if story.unproved:
        yield ""
        yield "WHAT COULD NOT BE PROVED, AND WHAT WOULD DECIDE IT"
        for open_point in story.unproved:
            yield from wrapped(f"- {open_point.because}", 2, 4)
            for words in open_point.deciding:
                yield from wrapped(words, 4)
    yield ""
    yield "THE RULING"
    for ruling in story.ruling:
        yield from wrapped(ruling, 2)
    if story.payments:
        yield from _payment_lines(story)
    rest = [rule for rule in story.rules if rule.id not in told]
    if rest:
        yield ""
        yield "OTHER RULES NAMED ABOVE"
        for rule in rest:
            yield from rule_lines(rule, told, 2)


def _payment_lines(story: Story) -> Iterator[str]:
    yield "  To settle it:"
    for payment in story.payments:
        yield from wrapped(payment.sentence, 4)


def wrapped(text: str, indent: int = 0, hanging: int | None = None) -> list[str]:
    """A text in lines of at most `WIDTH` letters."""
    later = indent if hanging is None else hanging
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * later, break_on_hyphens=False
    )
    return lines or [""]
