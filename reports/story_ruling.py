"""The ruling on a told hand in a few sentences: what is wrong by which rule, what is to be paid, what stays open."""

from collections.abc import Sequence

from reports.story_parts import FindingTold, Passage

#: What follows from a finding that has no correction, by the beginning of its code; the first that fits.
_NO_CORRECTION = (
    ("table.", "With a wrong number of players nothing further is judged, and no payment is worked out."),
    ("engine.", "Handproof itself failed on this hand, so nothing is judged."),
    ("bank.stitch", "By itself this moves no chips; it says how the banker's turn has to go on."),
    ("bank.pass", "No payment is worked out from this; the finding says whose the bank is, or that its turn was over."),
    ("shed.end", "By itself this moves no chips; where the play stops early who pays is not judged (K16)."),
    ("shed.play", "By itself this moves no chips: the play is taken as it was played (C4)."),
    ("closing.", "What the log has for the end is not what the hand itself gives; it cannot say which is wrong."),
    ("continuity.dealer", "By itself this moves no chips; it says whose the deal or the bank was."),
    ("continuity.", "Something happened between the hands that the log does not tell; it cannot say who owes it."),
    ("session.", "The sums of the sitting do not agree; this hand alone cannot say who owes it."),
    ("pot.", "What is not proved cannot be corrected, so no payment is worked out."),
    ("bank.", "What is not proved cannot be corrected, so no payment is worked out."),
    ("pool.", "What is not proved cannot be corrected, so no payment is worked out."),
    (
        "",
        "What was done is taken as it was played; nobody can say what else would have come of it, so no payment "
        "follows (C4).",
    ),
)


def ruling_told(
    findings: Sequence[FindingTold], is_proved: bool, corrections_sentence: str | None, ends: Sequence[Passage]
) -> tuple[str, ...]:
    """The sentences of the ruling. `corrections_sentence` is None where there are no corrections."""
    errors = [finding for finding in findings if finding.severity == "error"]
    sentences = [words for finding in errors for words in _by_rule(finding, ends)]
    if not errors and is_proved:
        sentences.append("Everything in this hand is right: it was worked out again and agrees with the log.")
    elif not errors:
        sentences.append("What can be proved of this hand is right, but not everything can be proved.")
    if corrections_sentence is not None:
        sentences.append(corrections_sentence)
    elif errors:
        sentences += dict.fromkeys(_without_correction(finding.code) for finding in errors)
    else:
        sentences.append(
            "Nobody owes anybody anything." if is_proved else "As far as it can be proved nobody owes anybody anything."
        )
    return tuple(sentences)


def _without_correction(code: str) -> str:
    return next(words for beginning, words in _NO_CORRECTION if code.startswith(beginning))


def _by_rule(finding: FindingTold, ends: Sequence[Passage]) -> list[str]:
    """What a finding says, with its rule; for a pot or circle why one hand is above the other."""
    cite = "" if finding.rule is None else f" ({finding.rule.id})"
    told = [(passage.heading, words) for passage in ends for words in passage.sentences]
    why: list[str] = []
    if finding.code == "pot.winner":
        why = [words for _, words in told if " beats the " in words]
    elif finding.code == "pool.winner":
        bidding = "pok" if "circle pok " in finding.message else "sequence"
        why = [words for heading, words in told if heading.endswith(bidding) and " is above " in words]
    return [*why, f"{finding.message.rstrip('.')}{cite}."]
