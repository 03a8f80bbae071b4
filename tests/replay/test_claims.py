"""What a text states beside the play is verified: sums, pots, winners, raises and ranks, each fault once."""

import json
from typing import Any

import pytest

from ingest.claims import Claims
from ingest.decode import decode_line
from ingest.formats.pokerstars import HandPlace, hand_record
from ingest.house_rules import PokerRules
from ingest.records import Action, Hand, Player
from replay.cards import RANKS
from replay.claims import claim_findings, stars_words
from replay.results import HandResult
from tests.both_ways import replay_hand
from tests.ingest.formats.texts import (
    CANCELLED,
    LIMIT,
    MUCKED,
    PLAY_MONEY,
    SIDE_POTS,
    TOURNAMENT,
    VERIFIED,
    changed,
    lines_of,
)

CASINO = PokerRules(profile="five_card_draw")


def judged(text: str, **fields: Any) -> HandResult:
    """The result of a hand's text, with some fields of its record set."""
    record = hand_record(lines_of(text), HandPlace("a sitting", 1)) | fields
    hand = decode_line(json.dumps(record).encode())
    assert isinstance(hand, Hand), hand
    return replay_hand(hand)


@pytest.mark.parametrize(
    ("text", "old", "new", "code", "seat", "expected", "actual"),
    [
        (LIMIT, "Total pot $2.20", "Total pot $2.21", "pot.amount", None, 220, 221),
        (SIDE_POTS, "Main pot €3.87.", "Main pot €3.88.", "pot.amount", None, 387, 388),
        (SIDE_POTS, "Side pot-2 €1.97.", "Side pot-2 €1.96.", "pot.amount", None, 197, 196),
        (SIDE_POTS, " Side pot-2 €1.97.", " Side pot-3 €1.97.", "pot.amount", None, 0, 197),
        (LIMIT, "won ($2.09)", "won ($2.10)", "pot.amount", 5, 209, 210),
        (PLAY_MONEY, "collected (180)", "collected (190)", "pot.amount", 2, 180, 190),
        (SIDE_POTS, "won (€0.98) with a", "lost with a", "pot.winner", 4,
         {"1": 387, "2": 292, "3": 99, "4": 98}, {"1": 387, "2": 292, "3": 99}),
        (LIMIT, "4d 9h] and lost with", "4d 9h] and won ($1) with", "pot.winner", 1, {"5": 209}, {"1": 100, "5": 209}),
        (LIMIT, "raises $0.20 to $0.40", "raises $0.30 to $0.40", "amount.minimum", 1, 20, 30),
        (LIMIT, "4d 9h] (two pair, Aces", "4d 9h] (two pair, Kings", "cards.shown", 1,
         "two pair, Aces and Fours", "two pair, Kings and Fours"),
        (LIMIT, "with three of a kind", "with four of a kind", "cards.shown", 5,
         "three of a kind, Sevens", "four of a kind, Sevens"),
        (LIMIT, "shows [As Ad 4c 4d 9h]", "shows [As Ad 4c 4d 8h]", "cards.shown", 1,
         "As Ad 4c 4d 8h", "As Ad 4c 4d 9h"),
        (MUCKED, "showed [Ah Kh Qh Jh Th]", "showed [Ah Kh Qh Jh 9h]", "cards.shown", 1,
         "Ah Kh Qh Jh Th", "Ah Kh Qh Jh 9h"),
    ],
)  # fmt: skip
def test_a_statement_that_is_wrong(
    text: str, old: str, new: str, code: str, seat: int | None, expected: object, actual: object
) -> None:
    """It is one finding, with what the play says and what the text says; nothing moves for it."""
    result = judged(changed(text, old, new))
    assert [(finding.code, finding.seat) for finding in result.findings] == [(code, seat)]
    assert (result.findings[0].expected, result.findings[0].actual) == (expected, actual)
    assert result.verdict == "discrepant"
    assert result.corrections == ()


@pytest.mark.parametrize(
    ("text", "old", "new", "codes"),
    [
        (LIMIT, "collected $2.09", "collected $2.08", ["pot.amount"]),
        (LIMIT, "Rake $0.11", "Rake $0.12", ["pot.amount"]),
        (LIMIT, "Eve. [As Ks] collected", "Ann: folds collected", ["pot.winner"]),
        (SIDE_POTS, "€0.99 from side pot-2", "€0.99 from side pot-1", ["pot.amount", "pot.winner"]),
        (LIMIT, "shows [As Ad 4c 4d 9h]", "shows [As Ad 4c 4d 7h]", ["cards.shown"]),
    ],
)
def test_one_fault_is_told_once(text: str, old: str, new: str, codes: list[str]) -> None:
    """Where the engine finds the fault in the play, the summary that then differs is no second one."""
    assert sorted(finding.code for finding in judged(changed(text, old, new)).findings) == codes


def test_a_better_hand_that_was_mucked() -> None:
    """The summary gives the mucked cards, and they would have won."""
    text = changed(MUCKED, "mucked [9h 9c 9d 5s 4d]", "mucked [9h 8h 7h 6h 5h]")
    text = text.replace("[Ah Kh Qh Jh 2c]", "[Ah Kh Qh Jd 2c]").replace("[Ah Kh Qh Jh]", "[Ah Kh Qh Jd]")
    text = text.replace("[Ah Kh Qh Jh Th]", "[Ah Kh Qh Jd Th]").replace("a Royal Flush", "a straight, Ten to Ace")
    result = judged(text)
    assert [finding.code for finding in result.findings] == ["pot.winner"]
    assert [(part.seat, part.amount) for part in result.corrections] == [(1, -1710), (3, 1710)]


@pytest.mark.parametrize("name", VERIFIED)
def test_claims_count_in_five_card_draw_alone(name: str) -> None:
    """They are told of ordinary five-card draw, by its ranks; a hand of the house game is judged without them."""
    without = judged(VERIFIED[name], rules={}, _claims={"stated_by": "nobody"})
    assert judged(VERIFIED[name], rules={}).findings == without.findings


def test_anybodys_remark_of_that_name_means_nothing() -> None:
    """A `_claims` that has not the shape of ours is a remark like any other."""
    for remark in ("hello", 7, None, {"total_pot": 1}, {"stated_by": "pokerstars", "total_pot": "1"}, [1]):
        assert judged(LIMIT, _claims=remark).verdict == "verified"


@pytest.mark.parametrize(
    ("claims", "code", "seat"),
    [
        ({"won": {"5": 209}}, None, None),
        ({"won": {"5": 210}}, "pot.amount", 5),
        ({"won": {"5": 209}, "pots": {"main": 210}}, "pot.amount", None),
        ({"won": {"5": 209}, "hands": [{"seat": 1, "cards": ["As", "Ad", "4c", "4d", "9h"]}]}, None, None),
        ({"won": {"5": 209}, "hands": [{"seat": 1, "cards": ["9h", "4d", "4c", "Ad", "As"]}]}, None, None),
        ({"won": {"5": 209}, "hands": [{"seat": 1, "cards": ["As", "Ad", "4c", "4d", "8h"]}]}, "cards.shown", 1),
        ({"won": {"5": 209}, "hands": [{"seat": 1, "words": "a flush, Ace high"}]}, "cards.shown", 1),
        ({"won": {"5": 209}, "hands": [{"seat": 2, "words": "a flush, Ace high"}]}, None, None),
        ({"won": {"5": 209}, "hands": [{"seat": 2, "cards": ["Kc"]}]}, "cards.shown", 2),
    ],
)
def test_a_text_that_states_only_some_things(claims: dict[str, Any], code: str | None, seat: int | None) -> None:
    """What a text leaves out (the total, the cards, the rank in words) is not held against it, nor is a rank of cards
    that nobody saw; what it states is."""
    found = judged(LIMIT, _claims={"stated_by": "pokerstars", **claims}).findings
    assert [(finding.code, finding.seat) for finding in found] == ([] if code is None else [(code, seat)])


@pytest.mark.parametrize(
    ("text", "old", "new", "rule", "verb"),
    [
        (LIMIT, "Total pot $2.20", "Total pot $2.21", "P9", None),
        (SIDE_POTS, "Main pot €3.87.", "Main pot €3.88.", "P10", None),
        (LIMIT, "won ($2.09)", "won ($2.10)", "P8", None),
        (SIDE_POTS, "won (€0.98) with a", "lost with a", "P8", None),
        (LIMIT, "raises $0.20 to $0.40", "raises $0.30 to $0.40", "B3", None),
        (TOURNAMENT, "raises 100 to 200", "raises 90 to 200", "B3", "raise"),
        (LIMIT, "4d 9h] (two pair, Aces", "4d 9h] (two pair, Kings", "C2", "show"),
        (LIMIT, "shows [As Ad 4c 4d 9h]", "shows [As Ad 4c 4d 8h]", "C2", "show"),
    ],
)
def test_rule_and_line_of_a_wrong_statement(text: str, old: str, new: str, rule: str, verb: str | None) -> None:
    """A sum of the summary is of the whole hand; a hand is told at the line where it is shown, a raise at its
    line where the seat raised but once."""
    (finding,) = judged(changed(text, old, new)).findings
    hand = decode_line(json.dumps(hand_record(lines_of(text), HandPlace("a sitting", 1))).encode())
    assert isinstance(hand, Hand)
    line = None if finding.action_no is None else hand.actions[finding.action_no - 1]
    assert (finding.rule, line and (line.action, line.seat)) == (rule, verb and (verb, finding.seat))


@pytest.mark.parametrize(("stated", "found"), [(5, []), (4, [5, 4]), (7, [5, 7])])
def test_total_of_what_was_put_in(stated: int, found: list[int]) -> None:
    """P9: the total pot is what was put in, by whatever verb, less what came back; not what was paid out of it."""
    verbs = ("ante", "blind", "enter", "bet", "call", "raise", "open")
    actions = [Action(action=verb, seat=1, amount=1) for verb in verbs] + [Action(action="return", seat=1, amount=2)]
    hand = Hand("h", "s", 1, "poker", 1, [Player(1, "p1")], actions)
    more = claim_findings(hand, Claims(stated_by="pokerstars", total_pot=stated), CASINO, [])
    assert [value for finding in more for value in (finding.expected, finding.actual)] == found


def test_a_cancelled_hand_leaves_the_table_as_it_was() -> None:
    """Nothing moves, whatever is logged, and nothing is found."""
    result = judged(CANCELLED, opening={"pot": 3})
    assert (result.verdict, result.findings, result.movements, result.corrections) == ("incomplete", (), (), ())
    assert result.table_before == result.table_after


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac Kd 9h 5s 2c", "high card Ace"), ("2c 2d 9h 5s Kc", "a pair of Deuces"),
        ("6c 6d Jh Js 2c", "two pair, Jacks and Sixes"), ("6c 6d 6h Js 2c", "three of a kind, Sixes"),
        ("Ac 2d 3h 4s 5c", "a straight, Ace to Five"), ("2c 3d 4h 5s 6c", "a straight, Deuce to Six"),
        ("Tc Jd Qh Ks Ac", "a straight, Ten to Ace"), ("2h 9h Jh 3h 5h", "a flush, Jack high"),
        ("Ac Ad Ah 2s 2c", "a full house, Aces full of Deuces"), ("7c 7d 7h 7s 2c", "four of a kind, Sevens"),
        ("Ad 2d 3d 4d 5d", "a straight flush, Ace to Five"), ("9s Ts Js Qs Ks", "a straight flush, Nine to King"),
        ("Ts Js Qs Ks As", "a Royal Flush"),
    ],
)  # fmt: skip
def test_ranks_in_the_words_of_the_room(cards: str, words: str) -> None:
    """Each rank is called as the room calls it."""
    assert stars_words(cards.split(), CASINO) == words


def test_kickers_may_be_named() -> None:
    """The room names a kicker behind a rank where it decided; the rank is what is compared."""
    text = changed(LIMIT, "(two pair, Aces and Fours)", "(two pair, Aces and Fours - Nine kicker)")
    assert judged(text).verdict == "verified"


def test_names_of_the_ranks() -> None:
    """The room's word for a pair of each rank."""
    words = "Deuces Threes Fours Fives Sixes Sevens Eights Nines Tens Jacks Queens Kings Aces"
    for rank, word in zip(RANKS, words.split(), strict=True):
        others = [card for card in ("2h", "4h", "9h", "Kh") if card[0] != rank][:3]
        assert stars_words([rank + "c", rank + "d", *others], CASINO) == f"a pair of {word}"
