"""What a room's text states beside the play, held against the play: total, pots, winners, sizes of raises, ranks.

A statement has a finding only where the engine has none of its kind in the hand: the step is then the same, and one
fault is told once. A hand that the room cancelled is kept and not judged.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ingest.claims import Claims, HandClaim
from ingest.house_rules import PokerRules
from ingest.records import Action, Hand, TableState
from replay.cards import ACE, RANK_OF, RANKS
from replay.ranking import FLUSH_ROYAL, FOUR, FULL, PAIR, STRAIGHT, SUIT, THREE, TWO_PAIRS, casino_rank, category_of
from replay.results import Finding, HandResult

_PAID_IN = frozenset({"ante", "blind", "enter", "bet", "call", "raise", "open"})
_NAMES = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
_FIVE = RANKS.index("5")


def cancelled(hand: Hand, before: TableState) -> HandResult:
    """What is said of a hand that the room cancelled: all chips are back where they were."""
    return HandResult(
        hand_id=hand.hand_id,
        verdict="incomplete",
        incomplete_because=("the room cancelled this hand: nothing in it counts, and nothing was judged",),
        findings=(),
        corrections=(),
        movements=(),
        table_before=before,
        table_after=before,
    )


def claim_findings(hand: Hand, claims: Claims, rules: PokerRules, found: list[Finding]) -> list[Finding]:
    """A finding for each statement that the play does not bear out, beside those `found` already."""
    more: list[Finding] = []
    if not any(finding.code.startswith("pot.") for finding in found):
        more += _pots(hand, claims)
    at_cards = {finding.seat for finding in found if finding.code.startswith("cards.")}
    more += _hands(hand, [claim for claim in claims.hands if claim.seat not in at_cards], rules)
    return more if found or more else _raises(hand, claims)


# -- chips -------------------------------------------------------------------------------------------------------------


def _pots(hand: Hand, claims: Claims) -> list[Finding]:
    """The first sum that is wrong: the total, a pot, or what a seat won; they are one step."""
    return next(([finding] for finding in _wrong_sums(hand, claims)), [])


def _wrong_sums(hand: Hand, claims: Claims) -> Iterator[Finding]:
    wins = [action for action in hand.actions if action.action == "win" and action.amount]
    if claims.total_pot is not None:
        put_in = sum(action.amount or 0 for action in hand.actions if action.action in _PAID_IN)
        total = put_in - sum(action.amount or 0 for action in hand.actions if action.action == "return")
        if total != claims.total_pot:
            yield Finding(
                "pot.amount", "P9", f"The summary says a total pot of {claims.total_pot}; {total} were put in.",
                expected=total, actual=claims.total_pot,
            )  # fmt: skip
    paid_by_pot = _sums(wins, lambda win: win.pool or "main")
    for name, said in sorted(claims.pots.items()):
        if paid_by_pot[name] != said:
            yield Finding(
                "pot.amount", "P10", f"The summary says {said} in the {name} pot; {paid_by_pot[name]} were paid of it.",
                expected=paid_by_pot[name], actual=said,
            )  # fmt: skip
    paid, said_won = _sums(wins, lambda win: str(win.seat)), Counter(claims.won)
    if paid != said_won:
        yield _wrong_winner(paid, said_won)


def _sums(wins: Sequence[Action], key: Callable[[Action], str]) -> "Counter[str]":
    sums: Counter[str] = Counter()
    for win in wins:
        sums[key(win)] += win.amount or 0
    return sums


def _wrong_winner(paid: "Counter[str]", said: "Counter[str]") -> Finding:
    seat = min((seat for seat in paid.keys() | said.keys() if paid[seat] != said[seat]), key=int)
    if paid.keys() == said.keys():
        return Finding(
            "pot.amount", "P8", f"The summary says that seat {seat} won {said[seat]}; he was paid {paid[seat]}.",
            seat=int(seat), expected=paid[seat], actual=said[seat],
        )  # fmt: skip
    return Finding(
        "pot.winner", "P8", f"The summary says that {_won(said)}; the play says that {_won(paid)}.",
        seat=int(seat), expected=dict(sorted(paid.items())), actual=dict(sorted(said.items())),
    )  # fmt: skip


def _won(sums: "Counter[str]") -> str:
    return " and ".join(f"seat {seat} won {chips}" for seat, chips in sorted(sums.items())) or "nobody won"


def _raises(hand: Hand, claims: Claims) -> list[Finding]:
    """A raise of another size than its own line says."""
    findings = []
    for claim in claims.wrong_raises:
        numbers = [
            number for number, action in enumerate(hand.actions, 1)
            if action.action == "raise" and action.seat == claim.seat
        ]  # fmt: skip
        message = f"Seat {claim.seat} raises to {claim.to}, that is by {claim.raised}; the log says by {claim.said}."
        action_no = numbers[0] if len(numbers) == 1 else None
        values = (action_no, claim.seat, claim.raised, claim.said)
        findings.append(Finding("amount.minimum", "B3", message, *values))
    return findings


# -- cards -------------------------------------------------------------------------------------------------------------


def _hands(hand: Hand, claims: list[HandClaim], rules: PokerRules) -> list[Finding]:
    """At most one finding a seat: other cards than were shown, or another rank than they make."""
    findings: dict[int, Finding] = {}
    shows = {
        action.seat: (number, action) for number, action in enumerate(hand.actions, 1) if action.action == "show"
    }  # fmt: skip
    for claim in claims:
        number, show = shows.get(claim.seat, (None, None))
        wrong = _wrong_hand(claim, show, rules)
        if wrong and claim.seat not in findings:
            message, expected, actual = wrong
            findings[claim.seat] = Finding(
                "cards.shown", "C2", message, action_no=number, seat=claim.seat, expected=expected, actual=actual
            )
    return list(findings.values())


def _wrong_hand(claim: HandClaim, show: Action | None, rules: PokerRules) -> tuple[str, str | None, str | None] | None:
    shown = (show.cards if show is not None else None) or []
    if claim.cards and Counter(claim.cards) != Counter(shown):
        said, is_shown = " ".join(claim.cards), " ".join(shown) or "nothing"
        return f"The log says that seat {claim.seat} showed {said}; in the play he showed {is_shown}.", is_shown, said
    if claim.words is None or len(shown) != 5 or not all(card in RANK_OF for card in shown):
        return None
    right = stars_words(shown, rules)
    if claim.words.split(" - ")[0].casefold() == right.casefold():
        return None
    return (
        f"The log calls the hand of seat {claim.seat}, {' '.join(shown)}, {claim.words!r}; it is {right!r}.",
        right,
        claim.words,
    )


def stars_words(five_cards: list[str], rules: PokerRules) -> str:
    """A rank as PokerStars writes it: ``two pair, Kings and Sevens``, without the kicker that it may name behind."""
    rank = casino_rank(five_cards, rules)
    category, first = category_of(rank, rules), _NAMES[rank[1]]
    if category in (STRAIGHT, FLUSH_ROYAL):
        if category == FLUSH_ROYAL and rank[1] == ACE:
            return "a Royal Flush"
        low = _NAMES[ACE] if rank[1] == _FIVE else _NAMES[rank[1] - 4]
        return f"a straight{' flush' if category == FLUSH_ROYAL else ''}, {low} to {first}"
    if category == SUIT:
        return f"a flush, {first} high"
    if category in (FULL, TWO_PAIRS):
        words, link = ("a full house", "full of") if category == FULL else ("two pair", "and")
        return f"{words}, {_many(rank[1])} {link} {_many(rank[2])}"
    sets = {FOUR: "four of a kind,", THREE: "three of a kind,", PAIR: "a pair of"}
    return f"{sets[category]} {_many(rank[1])}" if category in sets else f"high card {first}"


def _many(rank: int) -> str:
    return _NAMES[rank] + ("es" if _NAMES[rank] == "Six" else "s")
