"""What unknown cards may be (C5): the short cuts of the engine against looking through every filling."""

from collections import Counter
from random import Random

import pytest

from ingest.house_rules import PokerRules, PokRules
from replay.cards import JOKER, RANKS, SUITS, UNKNOWN, in_pack_order, missing_from, poker_pack
from replay.pok_sets import best_value, surely_holds_set, value_of
from replay.ranking import rank_hand
from replay.unknown import best_and_worst, fillings, joint_count, joint_fillings, known_of, telling_fillings
from tests.randomness import chance
from tests.replay.hands import expect

NATURALS = [rank + suit for rank in RANKS for suit in SUITS]
HOUSE = (PokerRules(), PokerRules(straight_tie="split", kickers=False), PokerRules(flush_same_suit="ranks"))
CASINO = PokerRules(profile="five_card_draw")


def drawn(source: Random, most: int) -> tuple[list[str], list[str]]:
    """A hand of five with unknown cards, and the few cards that are not seen. Half of the time few suits and ranks are
    about, so that flushes, straights and twins come up."""
    suits = source.sample(SUITS, source.choice((1, 2, 2, 4)))
    ranks = source.sample(RANKS, source.choice((3, 5, 7, 13)))
    cards = [rank + suit for rank in ranks for suit in suits] * 2 + [JOKER] * source.choice((0, 2, 4))
    source.shuffle(cards)
    hidden = source.randint(1, min(5, len(cards)))
    known, unseen = cards[: 5 - hidden], cards[5 - hidden : 5 - hidden + source.randint(0, most)]
    return known + [UNKNOWN] * hidden, unseen


@pytest.mark.parametrize("rules", HOUSE)
def test_best_and_worst_hand(rules: PokerRules) -> None:
    """C5, P21–P26: the best and the worst rank are those of all fillings; None where there is no filling."""
    source = chance("test_best_and_worst_hand")
    for _ in range(400):
        hand, unseen = drawn(source, 9)
        ranks = [rank_hand(cards, rules) for cards in fillings(hand, unseen) if len(cards) == 5]
        expected = (max(ranks), min(ranks)) if ranks else None
        assert best_and_worst(tuple(hand), tuple(unseen), rules) == expected, (hand, unseen)


def test_best_and_worst_casino_hand() -> None:
    """C5: the same with the ranking of five-card draw and 52 cards."""
    source = chance("test_best_and_worst_casino_hand")
    for _ in range(200):
        cards = source.sample(NATURALS, 13)
        hidden = source.randint(1, 4)
        hand, unseen = cards[: 5 - hidden] + [UNKNOWN] * hidden, cards[5 - hidden :][:8]
        ranks = [rank_hand(filled, CASINO) for filled in fillings(hand, unseen)]
        assert best_and_worst(tuple(hand), tuple(unseen), CASINO) == (max(ranks), min(ranks)), (hand, unseen)


def test_all_of_one_suit_but_for_one_exchanged() -> None:
    """C5: of 2-2-3 of spades and a two of clubs unseen, the three twos-and-three hands that are no flush count too."""
    unseen = ("2s", "2c", "3s", "4s", "5s")
    ranks = [rank_hand(cards, HOUSE[0]) for cards in fillings(["6s"] + [UNKNOWN] * 4, unseen)]
    assert best_and_worst(("6s", *[UNKNOWN] * 4), unseen, HOUSE[0]) == (max(ranks), min(ranks))


def test_joint_fillings_are_counted_rightly() -> None:
    """C5: two hands are filled together from the same cards, none of which can be in both."""
    hands = [["Ks", UNKNOWN], [UNKNOWN, UNKNOWN]]
    unseen = ["2s", "3s", "4s", "5s"]
    found = list(joint_fillings(hands, unseen))
    assert len(found) == joint_count(hands, len(unseen)) == 4 * 3
    assert all(len({*first[1:], *second}) == 3 and first[0] == "Ks" for first, second in found)
    assert joint_count([[UNKNOWN] * 3], 2) == 0
    assert list(joint_fillings([], unseen)) == [()]


@pytest.mark.parametrize("size", [52, 54, 108])
def test_telling_fillings_are_ways_of_filling(size: int) -> None:
    """C5: each of them fills both hands out of the unseen cards, none used twice; in its turn each hand is the best."""
    source = chance(f"test_telling_fillings {size}")
    for _ in range(200):
        pack = [card for card, copies in poker_pack(size).items() for _ in range(copies)]
        known = source.sample(pack, source.randint(0, 6))
        hands = [(*known[:2], *[UNKNOWN] * (5 - len(known[:2]))), (*known[2:4], *[UNKNOWN] * (5 - len(known[2:4])))]
        unseen = in_pack_order((Counter(pack) - Counter(known)).elements())
        found = list(telling_fillings(hands, unseen))
        assert len(found) == 3
        for filled in found:
            new = Counter[str]()
            for hand, cards in zip(hands, filled, strict=True):
                assert len(cards) == 5
                assert not missing_from(hand, cards)
                new += Counter(cards) - Counter(known_of(hand))
            assert new <= Counter(unseen)
        if not known:
            best = [max(range(2), key=lambda place: rank_hand(filled[place], PokerRules())) for filled in found[1:]]
            assert best == [0, 1]


@pytest.mark.parametrize("pack", [52, 54, 108])
@pytest.mark.parametrize("hands", [("9h 8c 6s 4d 2s", "??"), ("??", "??")])
def test_hidden_hands_that_may_win_or_lose_are_seen_at_once(
    pack: int, hands: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """C5: against five unknown cards, or between two such hands, a few fillings show that either may have won; the
    bounds over all fillings, which take a second, are not worked out."""
    monkeypatch.setattr("replay.showdown.best_and_worst", None)
    one, two = hands
    expect(
        f"""
        hand poker dealer 1 deck={pack}
        players 1:100 2:100
        all ante 1
        deal 2 {two}
        deal 1 {one}
        all enter 1
        all draw
        bet 2 1
        open 1 1
        show 2 {two}
        show 1 {one}
        win 1 6
        """,
        unproved=["who has the best hand hangs on unknown cards"],
    )


@pytest.mark.parametrize("rules", [PokRules(), PokRules(sequence="run")])
@pytest.mark.parametrize("pool", ["pok", "sequence"])
def test_sets_of_hidden_hands(pool: str, rules: PokRules) -> None:
    """C5, K8, K11: the best value of a hand, and whether it surely holds a set, are those of all fillings."""
    source = chance(f"test_sets_of_hidden_hands {pool} {rules.sequence}")
    for _ in range(300):
        cards = [rank + suit for rank in RANKS[-source.choice((4, 5, 7, 13)) :] for suit in SUITS]
        source.shuffle(cards)
        hidden = source.randint(1, 6)
        hand = cards[: 6 - hidden] + [UNKNOWN] * hidden
        unseen = sorted(cards[6 - hidden :][: source.randint(hidden, 9)])
        value = value_of(pool, rules, source.choice(SUITS))
        values = [value(filled) for filled in fillings(hand, unseen)]
        assert best_value(hand, unseen, value) == max(values), (hand, unseen)
        sets = {bool(one) for one in values}
        assert surely_holds_set(hand, unseen, pool, rules) is (sets.pop() if len(sets) == 1 else None), (hand, unseen)


@pytest.mark.parametrize("rules", [PokRules(), PokRules(sequence="run")])
@pytest.mark.parametrize("pool", ["pok", "sequence"])
def test_best_set_of_many_fillings(pool: str, rules: PokRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """C5: where there are too many fillings to look through, the promising ones hold a best one all the same."""
    monkeypatch.setattr("replay.pok_sets.JOINT_LIMIT", 0)
    source = chance(f"test_best_set_of_many_fillings {pool} {rules.sequence}")
    for _ in range(300):
        cards = [rank + suit for rank in RANKS[-source.choice((4, 5, 7, 13)) :] for suit in SUITS]
        source.shuffle(cards)
        hidden = source.randint(1, 6)
        hand = cards[: 6 - hidden] + [UNKNOWN] * hidden
        unseen = sorted(cards[6 - hidden :][: source.randint(hidden, 9)])
        value = value_of(pool, rules, source.choice(SUITS))
        best = max(value(filled) for filled in fillings(hand, unseen))
        assert best_value(hand, unseen, value) == best, (hand, unseen)


def test_five_aces_beat_whatever_is_hidden() -> None:
    """C5, P21: every ace and a joker are in one hand; nothing that the two others may hold is as good."""
    expect(
        """
        hand poker dealer 1 multiway=show_all
        players 1:100 2:100 3:100
        all ante 1
        deal 2 Kh 9h 5h 2h ??
        deal 3 ??
        deal 1 As Ac Ad Ah Xx
        all enter 1
        all draw
        bet 2 1
        call 3 1
        call 1 1
        show 2 Kh 9h 5h 2h ??
        show 3 ??
        show 1 As Ac Ad Ah Xx
        win 1 9
        """
    )


def test_hidden_hand_at_its_worst_beats_the_others() -> None:
    """C5: whichever card seat 2 threw, he keeps three aces at the least, and seat 3 threw one of two pairs: at the
    best a full of kings is hidden there, which three aces do not beat; with four kings out it cannot be."""
    expect(
        """
        hand poker dealer 1
        players 1:100 2:100 3:100
        all ante 1
        deal 2 As Ac Ad Ah 2c
        deal 3 Ks Kc 9d 8h 3c
        deal 1 ??
        enter 2 1
        enter 3 1
        decline 1
        draw 2 throws ?? gets 7d
        draw 3 throws ?? gets 7c
        bet 2 1
        open 3 1
        show 2 ??
        show 3 ??
        win 2 7
        """
    )


@pytest.mark.parametrize(
    ("hand", "pool", "rule", "best"),
    [
        ("2c 3c 4c ?? ?? ??", "sequence", "run", (6, 5, 4, 3, 2, 1, 0, 0)),
        ("2c 3c 4c ?? ?? ??", "sequence", "suit_set", (6, 12, 11, 10, 2, 1, 0, 0)),
        ("Jc Qc Kc ?? ?? ??", "sequence", "run", (6, 12, 11, 10, 9, 8, 7, 0)),
        ("2c 9d ?? ?? ?? ??", "sequence", "run", (5, 11, 10, 9, 8, 7, 0)),
        ("2c 6c 9d ?? ?? ??", "sequence", "run", (5, 4, 3, 2, 1, 0, 0)),
        ("2c 9d 9s ?? ?? ??", "sequence", "run", (4, 10, 9, 8, 7, 0)),
        ("2c 9d 7s ?? ?? ??", "pok", "run", (4, 7, 0)),
        ("Ac 9d 7s ?? ?? ??", "pok", "run", (4, 12, 0)),
        ("2c 2d ?? ?? ?? ??", "pok", "run", (4, 12, 0)),
    ],
)
def test_best_sets_of_hands_with_many_fillings(hand: str, pool: str, rule: str, best: tuple[int, ...]) -> None:
    """C5, K8, K11, K12: with the pack of eight and three cards unknown or more nobody looks through all fillings; the
    best is still found. Hearts are trump, and for a sequence no heart is left."""
    rules = PokRules(sequence=rule)  # type: ignore[arg-type]
    cards = hand.split()
    unseen = [card for card in NATURALS if card not in cards and (card[1] != "h" or pool == "pok")]
    assert joint_count([cards], len(unseen)) > 5000
    assert best_value(cards, unseen, value_of(pool, rules, "h")) == best


@pytest.mark.parametrize(
    ("unseen", "best", "worst"),
    [
        ("2s 2c 3s 4s 6s 7s", (7, 0), (1, 5, 4, 2, 1, 0)),
        ("2s 3s 4s 6s 7s 7c", (7, 0), (1, 5, 4, 2, 1, 0)),
        ("2s 3s 4s 5s 6s 6h", (9, 0, 1, 2, 3, 4), (2, 4, 2, 1, 0)),
        ("2s 3s 4s 6s 7s 8s", (7, 0), (7, 0)),
    ],
)
def test_only_one_rank_is_left_in_two_suits(unseen: str, best: tuple[int, ...], worst: tuple[int, ...]) -> None:
    """C5, P23: of five unknown cards all but one rank are left in spades alone: the worst is no flush, because the one
    card may be of the other suit, unless there is none."""
    assert best_and_worst((UNKNOWN,) * 5, tuple(unseen.split()), PokerRules()) == (best, worst)
