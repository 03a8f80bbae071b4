"""Poks (K8) and sequences (K11, K12): the value of a hand's best set, and what unknown cards could make of it (C5).

A value is a tuple; the greater wins. `()` is a hand without a set, which loses to any. More cards never make a value
smaller, so the known cards alone are a lower bound.
"""

from collections.abc import Callable, Iterator, Sequence

from ingest.house_rules import PokRules
from replay.cards import RANK_OF, RANKS, SUIT_OF, SUITS, UNKNOWN
from replay.unknown import JOINT_LIMIT, fillings, joint_count

Value = tuple[int, ...]
ValueOf = Callable[[Sequence[str]], Value]


def pok_value(cards: Sequence[str], trump: str | None) -> Value:
    """K8: four > three > two of a rank, then the rank; of equal twos the one with the trump."""
    best: Value = ()
    ranks = [card[0] for card in cards]
    for rank in set(ranks):
        size = ranks.count(rank)
        if size >= 2 and rank in RANKS:
            with_trump = size == 2 and trump is not None and rank + trump in cards
            best = max(best, (size, RANKS.index(rank), int(with_trump)))
    return best


def sequence_value(cards: Sequence[str], trump: str | None, run: bool) -> Value:
    """K11, K12: more cards of one suit (`run`: consecutive ones), then from the highest down, then trump."""
    best: Value = ()
    by_suit: dict[str, list[int]] = {}
    for card in cards:
        if card in SUIT_OF:
            by_suit.setdefault(SUIT_OF[card], []).append(RANK_OF[card])
    for suit, ranks in by_suit.items():
        ranks.sort(reverse=True)
        for group in _runs(ranks) if run else [ranks]:
            if len(group) >= 2:
                best = max(best, (len(group), *group, int(suit == trump)))
    return best


def _runs(ranks: Sequence[int]) -> Iterator[list[int]]:
    """The longest stretches of neighbouring ranks, from the highest down; the ace is only high (K1)."""
    group: list[int] = []
    for rank in ranks:
        if group and group[-1] != rank + 1:
            yield group
            group = []
        group.append(rank)
    if group:
        yield group


def value_of(pool: str, rules: PokRules, trump: str | None) -> ValueOf:
    """How hands are compared for a circle: `pok` or `sequence`."""
    if pool == "pok":
        return lambda cards: pok_value(cards, trump)
    return lambda cards: sequence_value(cards, trump, rules.sequence == "run")


def best_value(hand: Sequence[str], unseen: Sequence[str], value: ValueOf) -> Value:
    """The greatest value that a hand with unknown cards can have."""
    known = [card for card in hand if card != UNKNOWN]
    hidden = len(hand) - len(known)
    if not hidden:
        return value(known)
    if joint_count([hand], len(unseen)) <= JOINT_LIMIT:
        return max((value(cards) for cards in fillings(hand, unseen)), default=value(known))
    return max((value([*known, *extra]) for extra in _promising(known, hidden, unseen)), default=value(known))


def _promising(known: Sequence[str], hidden: int, unseen: Sequence[str]) -> Iterator[list[str]]:
    """Fillings among which is a best one: all of one rank; the highest of one suit; a window of one suit."""
    for rank in RANKS:
        yield [card for card in unseen if card[0] == rank][:hidden]
        yield [card for card in reversed(unseen) if card[0] == rank][:hidden]
    for suit in SUITS:
        of_suit = sorted((card for card in unseen if card[1] == suit), key=RANK_OF.__getitem__, reverse=True)
        yield of_suit[:hidden]
        for high in range(len(RANKS)):
            window = [card for card in of_suit if high - len(known) - hidden < RANK_OF[card] <= high]
            yield window[:hidden]


def surely_holds_set(hand: Sequence[str], unseen: Sequence[str], pool: str, rules: PokRules) -> bool | None:
    """Whether a hand holds a set whatever its unknown cards are; None where that hangs on them (C5)."""
    value = value_of(pool, rules, None)
    known = [card for card in hand if card != UNKNOWN]
    if value(known):
        return True
    hidden = len(hand) - len(known)
    if not hidden or not best_value(hand, unseen, value):
        return False
    return True if hidden > _room(known, unseen, pool, rules) else None


def _room(known: Sequence[str], unseen: Sequence[str], pool: str, rules: PokRules) -> int:
    """How many unseen cards can join a hand without a set before it has one."""
    if pool == "pok":
        return len({card[0] for card in unseen} - {card[0] for card in known})
    if rules.sequence == "suit_set":
        return len({card[1] for card in unseen} - {card[1] for card in known})
    room = 0
    for suit in SUITS:
        held = {RANK_OF[card] for card in known if card[1] == suit}
        free = {RANK_OF[card] for card in unseen if card[1] == suit}
        apart = sorted((rank for rank in free if not held & {rank - 1, rank, rank + 1}), reverse=True)
        room += sum((len(stretch) + 1) // 2 for stretch in _runs(apart))
    return room
