"""The short way through a hand that goes by the book; it can only say that all is well, never that something is wrong.

Nearly every hand of a night is played and written down as the rules ask. `book_poker`, `book_stitch` and `book_pok`
walk through such a hand once, line by line, and move its chips over the same `Table` as the engine. At the first thing
that they do not expect (a fault, but also an unknown card on which something hangs, an all-in, the lot, a line in
another place where it may stand, too) they give up, and the engine judges the hand from its beginning. So whatever
is said of a fault is said by the engine, and there a judge reads the rules; a walk that is too strict costs time alone.

That no walk says "well" where the engine says anything else, and that both move the same chips, is what
`tests/replay/test_book.py` and `tests/properties/test_short_way.py` prove.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from ingest.records import Action
from replay.cards import JOKER, UNKNOWN, cards_of
from replay.table import Table

#: Stands behind the last line of a hand: a line that no step expects.
END = Action(action="note")
#: The verb of a line.
VERB = attrgetter("action")
#: A hand of which nobody knows any more which cards the player kept.
HIDDEN = [UNKNOWN] * 5


class Walk:
    """The lines of one hand without its notes, each taken once; `at` is how many were taken."""

    __slots__ = ("actions", "at", "came", "held", "numbers", "pack_of", "reserve", "size", "table", "told")

    def __init__(self, table: Table, pack_of: Callable[[int], dict[str, int]], size: int, reserve: int = 0) -> None:
        """`pack_of(size)` is the pack (`replay.cards`). `reserve`: what a seat has left at least, so that nobody is
        all-in where that is more than nothing (P10)."""
        self.table, self.pack_of, self.size, self.reserve = table, pack_of, size, reserve
        self.actions = [*table.hand.actions, END]
        self.at = 0
        #: Where notes stand between the lines: the numbers of the others in the log. A note is no line of the play.
        self.numbers: list[int] = []
        if "note" in map(VERB, table.hand.actions):
            numbered = [(no, a) for no, a in enumerate(table.hand.actions, 1) if a.action != "note"]
            self.actions = [*(action for _, action in numbered), END]
            self.numbers = [number for number, _ in numbered]
        #: Who holds which cards, and all that came off the pack, in the order of the log.
        self.held: dict[int, list[str]] = {}
        self.came: list[str] = []
        #: Cards that stood as `??` among these, and of which a later line tells which they were.
        self.told: list[str] = []

    def numbered_as_logged(self) -> bool:
        """Give the movements the numbers that their lines have in the log."""
        if self.numbers:
            moved = self.table.movements
            self.table.movements = [replace(movement, step=self.numbers[movement.step - 1]) for movement in moved]
        return True

    def solvent(self) -> bool:
        """Whether nobody put in more than he had (C1, P10); to be asked before chips come back to the seats."""
        if self.table.stacks_count:
            for left in self.table.stack.values():
                if left is not None and left < self.reserve:
                    return False
        return True

    def deal(self, order: Sequence[int], count: int) -> bool:
        """So many cards to each of `order`, in one line or more (P3, S3, K3)."""
        held, came, actions, at = self.held, self.came, self.actions, self.at
        while (action := actions[at]).action == "deal":
            at += 1
            seat, cards = action.seat or 0, action.cards or []
            if len(cards) > count - len(held.get(seat, ())):  # a log may deal a hundred thousand cards
                return False
            held[seat] = [*held[seat], *cards] if seat in held else cards
            came += cards
        self.at = at
        for seat in order:
            if len(held.get(seat, ())) != count:
                return False
        return len(held) == len(order)

    def off_the_pack(self, order: Sequence[int], count: int) -> bool:
        """F1: of a logged pack one card at a time went to each of `order` (P3, S3)."""
        if self.table.hand.deck is None:
            return True
        dealt = self.table.hand.deck[: count * len(order)]
        return all(sorted(self.held[seat]) == sorted(dealt[place :: len(order)]) for place, seat in enumerate(order))

    def shows(self, seat: int, cards: list[str]) -> bool:
        """Whether a seat shows all its cards, with those that the log did not know."""
        held, new = self.held[seat], [*cards]
        if UNKNOWN not in held:
            return sorted(cards) == sorted(held)
        if held is HIDDEN or UNKNOWN in cards or len(cards) != len(held):
            return False
        for card in held:
            if card in new:
                new.remove(card)
            elif card != UNKNOWN:
                return False
        self.held[seat] = cards
        self.told += new
        return True

    def in_the_pack(self, dealt: int = 0) -> bool:
        """C2, F1: whether all cards that came are in the pack, and are the next ones of a logged one; its first `dealt`
        cards are those that `off_the_pack` looks at."""
        came, deck, different = self.came, self.table.hand.deck, set(self.came)
        if UNKNOWN in different:
            if deck is not None:  # it may tell them
                return False
            came = [card for card in (*came, *self.told) if card != UNKNOWN]
            different = set(came)
        if not _fits(came, different, self.pack_of(self.size)):
            return False
        if deck is None:
            return True
        return deck[dealt : len(self.came)] == self.came[dealt:] and sorted(deck) == cards_of(self.pack_of, self.size)


def _fits(cards: Sequence[str], different: set[str], pack: Mapping[str, int]) -> bool:
    """Whether a pack holds all these cards, each as often (C2)."""
    doubles = len(cards) - len(different)
    if not pack.keys() >= different:
        return False
    if doubles and doubles == cards.count(JOKER) - 1:  # nothing but the joker is there twice
        return doubles < pack[JOKER]
    return not doubles or all(times <= pack[card] for card, times in Counter(cards).items())


def same_payment(paid: Mapping[int, int], due: Mapping[int, int]) -> bool:
    """Whether everybody was paid what is due to him; a line of nothing may be there or not."""
    if paid == due:
        return True
    return {seat: chips for seat, chips in paid.items() if chips} == {
        seat: chips for seat, chips in due.items() if chips
    }
