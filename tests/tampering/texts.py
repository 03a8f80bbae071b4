"""Ways to tamper with the text of a hand of PokerStars that was right."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

Lines = list[str]
_SUM = re.compile(r"\$(\d+)(?:\.(\d\d))?")
_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")
_NAME = re.compile(r"Seat \d+: (.*) \(\$[\d.]+ in chips\)")
_WORDS = (
    ("a pair of", "three of a kind,"), ("two pair,", "a full house,"), ("high card", "a pair of"),
    ("three of a kind,", "four of a kind,"), ("a flush,", "a straight,"), ("a straight,", "a flush,"),
)  # fmt: skip


def _other_sum(cents: int) -> Callable[["re.Match[str]"], str]:
    def change(match: "re.Match[str]") -> str:
        value = int(match[1]) * 100 + int(match[2] or 0) + cents
        return f"${value // 100}.{value % 100:02}"

    return change


def text_tampers(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Each way that applies to this hand, by name, and its lines tampered with so."""
    for name, changed in (*_sums(lines), *_missing(lines), *_cards(lines), *_people(lines), *_order(lines)):
        assert changed != lines, name
        yield name, changed


def _with(lines: Lines, place: int, *instead: str) -> Lines:
    return [*lines[:place], *instead, *lines[place + 1 :]]


_SUMS = (
    (r": posts small blind", "small blind"), (r": posts big blind", "big blind"), (r": calls ", "call"),
    (r": bets ", "bet"), (r" collected \$.* from ", "collected"), (r"^Uncalled bet ", "uncalled bet"),
    (r"^Total pot ", "total pot"), (r"^Seat \d+: .* (?:won|collected) \(\$", "sum of the summary"),
)  # fmt: skip


def _sums(lines: Lines) -> Iterator[tuple[str, Lines]]:
    for place, line in enumerate(lines):
        for pattern, word in _SUMS:
            if re.search(pattern, line):
                yield f"{word} one cent over", _with(lines, place, _SUM.sub(_other_sum(1), line, count=1))
                yield f"{word} one cent short", _with(lines, place, _SUM.sub(_other_sum(-1), line, count=1))
        if ": raises " in line:
            head, to = line.split(" to ")
            yield "raise by another sum", _with(lines, place, _SUM.sub(_other_sum(5), head) + " to " + to)
            yield "raise to another sum", _with(lines, place, head + " to " + _SUM.sub(_other_sum(5), to))
        if line.startswith("Total pot"):
            head, rake = line.split("| Rake ")
            yield "rake one cent over", _with(lines, place, head + "| Rake " + _SUM.sub(_other_sum(1), rake))
            if not rake.startswith("$0 "):
                yield "rake left out", _with(lines, place, head + "| Rake $0 ")
            for pot in ("Main pot ", "Side pot "):
                if pot in head:
                    front, back = line.split(pot)
                    other = front + pot + _SUM.sub(_other_sum(1), back, count=1)
                    yield f"{pot.strip().lower()} one cent over", _with(lines, place, other)


_GONE = {
    ": posts": "a blind", ": folds": "a fold", ": checks": "a check", ": calls": "a call", ": bets": "a bet",
    ": raises": "a raise", ": discards": "a draw", ": stands pat": "a pat", ": shows": "a show",
    "Uncalled bet": "an uncalled bet", " collected $": "a payment", "Total pot": "the total pot",
    "*** SUMMARY": "the head of the summary", "*** SHOW DOWN": "the head of the showdown", "*** DEALING": "the deal",
}  # fmt: skip


def _missing(lines: Lines) -> Iterator[tuple[str, Lines]]:
    summary = lines.index("*** SUMMARY ***")
    for place, line in enumerate(lines):
        word = next((word for start, word in _GONE.items() if start in line), None)
        if word is not None:
            yield f"{word} missing", _with(lines, place)
            if not line.startswith("***"):
                yield f"{word} twice", _with(lines, place, line, line)
        elif line.startswith("Seat ") and place > summary:
            yield "a line of the summary missing", _with(lines, place)
    yield "cut off in its summary", lines[: summary + 1]
    yield "cut off in its play", lines[: summary - 1]
    yield "a line that nobody knows", _with(lines, summary, "Hero: peeks at the pack", lines[summary])


def _cards(lines: Lines) -> Iterator[tuple[str, Lines]]:
    summary = lines.index("*** SUMMARY ***")
    for place, line in enumerate(lines):
        found = _CARD.findall(line)
        if len(found) == 5 and (": shows" in line or line.startswith("Dealt to")):
            twice = line.replace("".join(found[0]), "".join(found[1]), 1)
            yield "a card twice", _with(lines, place, twice)
        if len(found) == 5 and place > summary and " showed " in line:
            card = "".join(found[0])
            other = next(rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if (rank, suit) not in found)
            yield "another card in the summary", _with(lines, place, line.replace(card, other))
        for right, wrong in _WORDS:
            if f"({right} " in line or f"with {right} " in line:
                yield "another rank in words", _with(lines, place, line.replace(right, wrong))
        if match := re.search(r"discards (\d) card", line):
            count = int(match[1])
            if line.startswith("Hero") or "[" in line:
                yield (
                    "another number of cards thrown",
                    _with(lines, place, line.replace(match[0], f"discards {count % 5 + 1} card")),
                )


def _people(lines: Lines) -> Iterator[tuple[str, Lines]]:
    names = [match[1] for line in lines if (match := _NAME.match(line))]
    for place, line in enumerate(lines):
        who = next((name for name in names if line.startswith((f"{name}: ", f"{name} collected"))), None)
        if who is not None and re.search(r": (?:folds|checks|calls|bets|raises|posts|shows)| collected ", line):
            other = names[(names.index(who) + 1) % len(names)]
            verb = line.removeprefix(who).lstrip(": ").split(" ")[0]
            yield f"{verb} by another", _with(lines, place, line.replace(who, other, 1))
        if line.startswith("Uncalled bet"):
            who = line.split(" returned to ")[1].strip()
            other = names[(names.index(who) + 1) % len(names)]
            yield "uncalled bet returned to another", _with(lines, place, line.replace(who, other))
        if re.match(r"Seat \d+: .*folded before the Draw", line):
            later = line.replace("before", "after").removesuffix(" (didn't bet)")
            yield "folded at another time", _with(lines, place, later)
        elif re.match(r"Seat \d+: .*folded after the Draw", line):
            yield "folded at another time", _with(lines, place, line.replace("after", "before"))
        if match := re.match(r"Seat \d+: .*?((?: \([a-z ]+\))*) (?:showed .* and won|collected) \(", line):
            yield "winner that folded", _with(lines, place, line[: match.end(1)] + " folded before the Draw")


def _order(lines: Lines) -> Iterator[tuple[str, Lines]]:
    play = re.compile(r": (folds|checks|calls|bets|raises)")
    for place, (one, two) in enumerate(pairwise(lines)):
        if play.search(one) and play.search(two):
            yield "two bids in the wrong order", [*lines[:place], two, one, *lines[place + 2 :]]
        if "Seat #" in one:
            button = re.search(r"Seat #(\d+)", one)
            seats = [int(line.split(":")[0][5:]) for line in lines if _NAME.match(line)]
            assert button is not None
            other = seats[(seats.index(int(button[1])) + 1) % len(seats)]
            yield "the button elsewhere", _with(lines, place, one.replace(button[0], f"Seat #{other}"))
