"""Makes docs/findings.md from the gallery: `python -m tests.gallery.page > docs/findings.md`."""

import json
import sys
from pathlib import Path

from replay.findings import CODES, WARNINGS

ENTRIES = Path(__file__).parent / "entries"

HEADING = """# Findings

What each finding means, how it looks, and what to do about it. Every example is a log of the error gallery
(`tests/gallery/entries`, in the short notation told there) and gives exactly the text shown. This page is made from
the gallery by `python -m tests.gallery.page`; a test keeps the two the same.

A finding of severity *error* makes its hand `discrepant`; a *warning* leaves the verdict of the hand as it is.
"""

#: What a floor manager does about a finding, by the first word of its code or by the whole code.
TO_DO = {
    "table": "Ask who was dealt in. The hand cannot be settled by the rules as it was played; the house decides.",
    "cards": "Look at the cards, the video or the clerk's note: it is a slip of the pen or a wrong pack. Nobody is "
    "owed anything by this finding alone; what was paid on these cards is judged by itself.",
    "turn": "Ask the dealer what happened at that point. Nothing is owed for it; if a line was forgotten, have the log "
    "corrected and audit it again.",
    "amount": "The chips moved as logged and the hand was judged with them. Whether the player makes up the difference "
    "is for the house to say.",
    "pot": "Pay what the corrections of the hand say: each names a seat and the chips to give to it or take back.",
    "bank": "Pay what the corrections of the hand say, where there are any; a stitch round or a pass that went wrong "
    "has to be settled before the next round.",
    "pool": "Pay what the corrections of the hand say: the chips belong to the seat that the rule names.",
    "bid": "The bid stands as played and the circle was judged with it. Warn the player; the house says more.",
    "shed": "Go through the play-out with the players. Where it was the payment, pay what the corrections say.",
    "closing": "Count the chips: the hand's own lines do not give what its end says. One of the two is wrong.",
    "continuity": "Compare the hand with the one before it: between them chips, the table, the deal or the clock "
    "changed without a line in the log.",
    "session": "Count the chips of the sitting and compare the cash slips with the log.",
    "engine": "Send the hand and the details that the store keeps to the makers of handproof; the rest of the night is "
    "judged as ever.",
}


def what_to_do(code: str) -> str:
    """The advice for a code."""
    return TO_DO[code.split(".")[0]]


def page() -> str:
    """The whole page."""
    parts = [HEADING]
    for code, meaning in CODES.items():
        severity = "warning" if code in WARNINGS else "error"
        parts.append(f"## {code}\n\n*{severity}*: {meaning}.\n\n**What to do.** {what_to_do(code)}\n")
        parts += [_example(path) for path in sorted(ENTRIES.glob(f"{code}--*.log"))]
    return "\n".join(parts)


def _example(path: Path) -> str:
    story, rules, *log = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()]
    finding = next(row for row in rows if "code" in row)
    owed = [f"seat {row['seat']} {row['amount']:+}" for row in rows if set(row) >= {"seat", "amount", "player_id"}]
    says = f"> {finding['code']} ({finding['rule']}): {finding['message']}"
    settle = f"\n>\n> Corrections: {', '.join(owed)}" if owed else ""
    body = "\n".join(log)
    return (
        f"### {path.stem.split('--')[1].replace('-', ' ')}\n\n{story.removeprefix('# ')} "
        f"({rules.removeprefix('# rules: ').replace(' ', ', ')})\n\n```\n{body}\n```\n\n{says}{settle}\n"
    )


if __name__ == "__main__":
    sys.stdout.write(page())
