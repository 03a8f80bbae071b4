"""A hand told from its beginning to what is to be paid: steps, ends, findings, corrections, what could not be proved.

`tell` turns a `HandFile` (what the store knows of the hand) into a `Story` (values), which `story_text` prints and
`case_page` sets as a page.
"""

from collections.abc import Sequence

from ingest.house_rules import PokerRules, keys
from replay.key_texts import KEY_TEXTS
from replay.rulebook import RULES
from replay.witness import Witnessed, witness
from reports.hand_file import HandFile
from reports.story_names import Names, finding_told, rules_in
from reports.story_parts import (
    BankLine,
    FindingTold,
    HouseRule,
    Passage,
    Person,
    RuleTold,
    Step,
    Story,
    TableTold,
)
from reports.story_payment import Parties, corrections_told, payments_told
from reports.story_pok import pok_ends
from reports.story_poker import poker_ends
from reports.story_ruling import ruling_told
from reports.story_steps import table_before, tell_steps
from reports.story_stitch import bank_history, stitch_ends
from reports.story_unknown import unproved_told
from reports.story_words import circle_word
from reports.text import chips_text

#: Findings after which nothing of a hand is judged.
_UNJUDGED = "table.players"


def tell(file: HandFile) -> Story:
    """Tell one hand."""
    hand, result, names = file.hand, file.result, Names(file.hand)
    findings = tuple(finding_told(finding, names) for finding in (*result.findings, *file.between))
    casino = isinstance(file.in_force, PokerRules) and file.in_force.profile != "house"
    seen = witness(hand, file.below, result.table_before)
    steps = tell_steps(hand, file.raw, result, names, findings, casino, seen.told_by_pack)
    ends, history = _ends(file, seen, names)
    parties = Parties(
        hand.game, names, {player.seat: player.player_id for player in hand.players},
        hand.dealer_seat if hand.game == "stitch" else None,
    )  # fmt: skip
    corrections, corrections_sentence = corrections_told(result, parties)
    unproved = unproved_told(result, seen, names)
    ruling = ruling_told(findings, not unproved, corrections_sentence if result.corrections else None, ends)
    before = table_before(hand, result.table_before)
    open_points = [words for point in unproved for words in (point.because, *point.deciding)] + [*ruling]
    return Story(
        hand_id=hand.hand_id, session_id=hand.session_id, hand_no=hand.hand_no, game=hand.game, verdict=file.verdict,
        started_at=hand.started_at, dealer_seat=hand.dealer_seat, players=_people(file, names),
        house_rules=_house_rules(file), before=before, before_sentence=_before_sentence(file, before),
        bank_history=history, steps=steps, ends=ends,
        findings=findings, ruling=ruling,
        corrections=corrections, corrections_sentence=corrections_sentence,
        payments=payments_told(result, parties), unproved=unproved,
        rules=_all_rules(steps, ends, findings, open_points),
    )  # fmt: skip


def _people(file: HandFile, names: Names) -> tuple[Person, ...]:
    return tuple(
        Person(
            player.seat, player.player_id, names.by_seat[player.seat], player.stack, player.end_stack,
            player.seat == file.hand.dealer_seat,
        )
        for player in sorted(file.hand.players, key=lambda player: player.seat)
    )  # fmt: skip


def _house_rules(file: HandFile) -> tuple[HouseRule, ...]:
    game = file.hand.game
    return tuple(
        HouseRule(key, getattr(file.in_force, key), file.origin[key], *KEY_TEXTS[game][key]) for key in keys(game)
    )


def _ends(file: HandFile, seen: Witnessed, names: Names) -> tuple[tuple[Passage, ...], tuple[BankLine, ...]]:
    if seen.poker is not None:
        return poker_ends(seen.poker, file.result, names), ()
    if seen.stitch is not None:
        return stitch_ends(seen.stitch, names), bank_history(file, seen.stitch)
    if seen.pok is not None:
        return pok_ends(seen.pok, file.result, names), ()
    cancelled = file.hand.claims is not None and file.hand.claims.cancelled
    why = "The hand was cancelled" if cancelled else "The number of players is wrong for this game"
    sentences = (f"{why}, so nothing further is judged.",)
    return (Passage("The end of the hand", sentences),), ()


def _before_sentence(file: HandFile, before: TableTold) -> str:
    """What lay on the table before, and how that is known."""
    source = "by the log" if file.hand.opening is not None else "as the hand before of this game left it"
    game = file.hand.game
    if game == "poker":
        return f"Before the hand {chips_text(before.pot or 0)} lie in the pot ({source})."
    if game == "stitch":
        if not before.bank_start:
            dust = f", {chips_text(before.bank or 0)} of which lie there already" if before.bank else ""
            return f"A new turn as banker begins, so a bank is to be put{dust} ({source})."
        kind = "This is the stitch round. " if before.stitch_round else ""
        return (
            f"{kind}Before the round the bank is {chips_text(before.bank or 0)}; when this banker's turn began it was "
            f"{chips_text(before.bank_start)} ({source})."
        )
    lying = [f"{circle_word(circle.name)}: {chips_text(circle.chips)}" for circle in before.circles if circle.chips]
    return f"Carried over on the circles: {', '.join(lying) or 'nothing'} ({source})."


def _all_rules(
    steps: Sequence[Step], ends: Sequence[Passage], findings: Sequence[FindingTold], other_sentences: Sequence[str]
) -> tuple[RuleTold, ...]:
    """Every rule that the telling names, in the order of the rulebook."""
    named = {step.rule.id: step.rule for step in steps if step.rule}
    named |= {rule.id: rule for passage in ends for rule in passage.rules}
    named |= {finding.rule.id: finding.rule for finding in findings if finding.rule}
    named |= {rule.id: rule for rule in rules_in((*other_sentences, *(finding.message for finding in findings)))}
    return tuple(named[rule_id] for rule_id in RULES if rule_id in named)


def whole_hand_findings(story: Story) -> list[FindingTold]:
    """Findings that stand at no action: of a missing line, or of the whole hand."""
    known = {step.action_no for step in story.steps}
    return [finding for finding in story.findings if finding.action_no not in known]
