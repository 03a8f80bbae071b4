"""The pack of one hand: shuffled, or with hands in it that chance alone would seldom give; and its second shuffle."""

from collections.abc import Sequence
from random import Random

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACK = tuple(rank + suit for rank in RANKS for suit in SUITS)


def lay_pack(rng: Random, players: int) -> tuple[list[str], set[int]]:
    """A whole pack, first card first, and the places (from the dealer's left) of hands that were laid in it."""
    hands: dict[int, list[str]] = {}
    chance = rng.random()
    if chance < 0.3:  # hands of the same ranks, which tie
        ranks = rng.choice((rng.sample(RANKS, 5), _run(rng), [*rng.sample(RANKS, 4)]))
        if len(ranks) == 4:
            ranks.append(ranks[0])  # a pair: two of them can be had at most
        most = 2 if len(set(ranks)) == 4 else min(3, players)
        places = rng.sample(range(players), rng.randint(2, most))
        shift = rng.randrange(4)
        for number, place in enumerate(places):
            hands[place] = [rank + SUITS[(shift + card + number) % 4] for card, rank in enumerate(ranks)]
        if len(set(ranks)) == 4:
            first, second = places[0], places[1]
            hands[first][0], hands[first][4] = ranks[0] + "c", ranks[0] + "d"
            hands[second][0], hands[second][4] = ranks[0] + "h", ranks[0] + "s"
    elif chance < 0.6:  # good hands
        taken: set[str] = set()
        for place in rng.sample(range(players), rng.randint(2, min(4, players))):
            hand = _good_hand(rng)
            if taken.isdisjoint(hand):
                taken |= set(hand)
                hands[place] = hand
    laid = {card for hand in hands.values() for card in hand}
    rest = [card for card in PACK if card not in laid]
    rng.shuffle(rest)
    pack: list[str] = [""] * (5 * players)
    for place, hand in hands.items():
        rng.shuffle(hand)
        for number, card in enumerate(hand):
            pack[number * players + place] = card
    pack = [card or rest.pop() for card in pack]
    return pack + rest, set(hands)


def _run(rng: Random) -> list[str]:
    low = rng.randrange(10)
    return [("A" + RANKS)[low + step] for step in range(5)]


def _good_hand(rng: Random) -> list[str]:
    kind = rng.randrange(7)
    if kind == 0:
        suit = rng.choice(SUITS)
        return [rank + suit for rank in rng.sample(RANKS, 5)]
    if kind in (1, 2):  # a straight, or a straight flush
        suits = [rng.choice(SUITS)] * 5 if kind == 2 else [rng.choice(SUITS) for _ in range(5)]
        return [rank + suit for rank, suit in zip(_run(rng), suits, strict=True)]
    first, second, third = rng.sample(RANKS, 3)
    ranks = {3: [first] * 4 + [second], 4: [first] * 3 + [second] * 2, 5: [first] * 2 + [second] * 2 + [third]}.get(
        kind, [first] * 3 + [second, third]
    )
    suits_of = {rank: rng.sample(SUITS, 4) for rank in ranks}
    return [rank + suits_of[rank].pop() for rank in ranks]


class Stub:
    """What is left of the pack at the draw; when it is used up, what the others threw is shuffled and dealt on."""

    def __init__(self, rng: Random, rest: Sequence[str]) -> None:
        self.rng = rng
        self.rest = list(rest)
        self.thrown: list[tuple[int, str]] = []
        self.shuffled_again = 0

    def enough(self, place: int) -> int:
        """How many cards the player at this place can draw at most."""
        return len(self.rest) + sum(who != place for who, _ in self.thrown)

    def exchange(self, place: int, discards: Sequence[str]) -> list[str]:
        """The cards for those thrown."""
        drawn = []
        for _ in discards:
            if not self.rest:
                self.rest = [card for who, card in self.thrown if who != place]
                self.rng.shuffle(self.rest)
                self.thrown = [(who, card) for who, card in self.thrown if who == place]
                self.shuffled_again += 1
            drawn.append(self.rest.pop(0))
        self.thrown += [(place, card) for card in discards]
        return drawn
