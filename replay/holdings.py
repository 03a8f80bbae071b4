"""Who holds which cards, what was seen of the pack (C2), and the logged pack where there is one (F1).

A hand is a list of cards in which ``??`` stands for one that is not known. Where a player throws an unknown card out
of known ones, nobody can say which of them he kept: they become ``??`` and are remembered as *maybe* held.
"""

from collections.abc import Sequence

from replay.cards import UNKNOWN, card_words, first_of, in_pack_order, missing_from
from replay.deck import Deck
from replay.results import Value
from replay.table import Numbered, Table

CARDS = frozenset({"deal", "draw"})
#: More cards than any hand has: how many of those that may have been kept were kept is not known.
NOT_KNOWN = 1_000


class Holdings:
    """The cards of one hand of a game, against the pack that it is played with."""

    __slots__ = ("_in_hands", "_told", "deck", "held", "kept", "maybe", "not_dealt", "pack", "seen", "table")

    def __init__(self, table: Table, pack: dict[str, int], dealt_from_deck: int) -> None:
        self.table = table
        self.pack = pack
        self.seen: dict[str, int] = {}
        self.held: dict[int, list[str]] = {seat: [] for seat in table.order}
        self.maybe: dict[int, list[str]] = {}
        #: How many cards of `maybe` a seat kept among its unknown ones: `NOT_KNOWN` where nobody can say.
        self.kept: dict[int, int] = {}
        #: Seats without a deal in the log: that they show nothing either is no second fault.
        self.not_dealt: set[int] = set()
        self.deck = Deck.of_hand(table, pack, dealt_from_deck)
        self._told = {} if self.deck is None else self.deck.told
        self._in_hands: set[str] | None = None

    def see(self, cards: Sequence[str]) -> str | None:
        """Count cards as they come up; the first that the pack cannot hold (C2), None where all is well."""
        seen, pack = self.seen, self.pack
        too_often = None
        for card in cards:
            if card == UNKNOWN:
                continue
            times = seen.get(card, 0) + 1
            seen[card] = times
            if times > pack.get(card, 0):
                too_often = card if too_often is None else first_of((too_often, card))
        return too_often

    def flag_impossible(self, card: str, action_no: int, seat: int | None) -> None:
        """A card that is not in the pack or came up once too often (C2)."""
        copies = self.pack.get(card, 0)
        why = f"the pack holds it {copies} time(s)" if copies else "it is not in the pack of this game"
        self.table.flag(
            "cards.impossible", "C2", f"The {card_words(card)} came up once too often: {why}.",
            action_no=action_no, seat=seat, actual=card,
        )  # fmt: skip

    def flag_shown(self, card: str, action_no: int, seat: int | None, rule: str, word: str = "showed") -> None:
        """A card shown, played or laid down that the seat does not hold."""
        self.table.flag(
            "cards.shown", rule, f"Seat {seat} {word} the {card_words(card)}, which he does not hold.",
            action_no=action_no, seat=seat, actual=card,
        )  # fmt: skip

    def show(self, action_no: int, seat: int, cards: Sequence[str], rule: str) -> None:
        """A hand is shown: it fills what was not known of it, and must not differ from what was."""
        held = self.held[seat]
        if held == cards:
            return
        if len(cards) > len(held):
            self._flag_too_many(action_no, seat, cards, rule)
            return
        extra = missing_from(cards, held)
        if not extra:
            return
        wrong = self._not_fitting(seat, extra, held.count(UNKNOWN))
        if wrong is None:
            self._fill_as_kept(action_no, seat, extra, rule)
        elif wrong not in self.pack:
            self.flag_impossible(wrong, action_no, seat)
        elif self.was_in_a_hand(wrong) or held.count(UNKNOWN) < len(extra):
            self.flag_shown(wrong, action_no, seat, rule)
        else:
            self.flag_impossible(wrong, action_no, seat)

    def _flag_too_many(self, action_no: int, seat: int, cards: Sequence[str], rule: str) -> None:
        expected: Value = len(self.held[seat])
        self.table.flag(
            "cards.shown", rule, f"Seat {seat} showed {len(cards)} cards and holds {expected}.",
            action_no=action_no, seat=seat, expected=expected, actual=len(cards),
        )  # fmt: skip

    def _not_fitting(self, seat: int, extra: Sequence[str], unknown: int) -> str | None:
        """The first card that cannot be one of the unknown cards of this seat; None where all can."""
        new = missing_from(extra, self.maybe.get(seat, ()))
        counts: dict[str, int] = {}
        for card in new:
            counts[card] = counts.get(card, 0) + 1
            if self.seen.get(card, 0) + counts[card] > self.pack.get(card, 0):
                return card
        if len(extra) > unknown:
            return first_of(new or extra)
        return None

    def _fill_as_kept(self, action_no: int, seat: int, extra: Sequence[str], rule: str) -> None:
        """P6: of a hand out of which unknown cards were thrown as many are old as were kept, and the others are new."""
        new = missing_from(extra, self.maybe.get(seat, ()))
        old = missing_from(extra, new)
        only_old = self._no_copies(old, new)
        kept, unknown = self.kept.get(seat, NOT_KNOWN), self.held[seat].count(UNKNOWN)
        if kept <= unknown and (len(new) > unknown - kept or len(only_old) > kept):
            self.flag_shown(first_of(new if len(new) > unknown - kept else only_old), action_no, seat, rule)
            return
        copies = missing_from(old, only_old)
        self.fill(seat, [*only_old, *copies, *new])
        if copies and UNKNOWN in self.held[seat]:  # the old ones or new ones like them: the rest may be either, too
            self.forget_kept(seat)

    def _no_copies(self, old: Sequence[str], new: Sequence[str]) -> list[str]:
        """The old cards of a show that cannot be new ones like them: the pack of two has no other copy left."""
        taken = list(new)
        found = []
        for card in old:
            if self.seen.get(card, 0) + taken.count(card) < self.pack.get(card, 0):
                taken.append(card)
            else:
                found.append(card)
        return found

    def forget_kept(self, seat: int) -> None:
        """After a fault nobody can say how many of the cards that he may have kept he did keep."""
        if seat in self.kept:
            self.kept[seat] = NOT_KNOWN

    def fill(self, seat: int, cards: Sequence[str]) -> None:
        """Put known cards in the place of unknown ones of a seat."""
        held, maybe = self.held[seat], self.maybe.get(seat, [])
        for card in cards:
            held[held.index(UNKNOWN)] = card
            if card in maybe and self.kept[seat]:
                maybe.remove(card)
                self.kept[seat] -= 1
            else:
                self.see((card,))

    def drop_copies(self, seat: int) -> None:
        """Copies in one hand beyond those of the pack (a deal written down twice) are found, and not held."""
        kept: list[str] = []
        for card in self.held[seat]:
            if card == UNKNOWN or kept.count(card) < max(1, self.pack.get(card, 0)):
                kept.append(card)
        self.held[seat] = kept

    def fill_up_as_used(self, seat: int, count: int) -> None:
        """A short hand is what was dealt, unless its player lays or shows more: then the log lacks cards."""
        if len(self.held[seat]) >= count:
            return
        used = 0
        for action in self.table.hand.actions:
            if action.seat == seat and action.action == "play":
                used += 1
            elif action.seat == seat and action.action == "show":
                used = max(used, len(action.cards or ()))
        if used > len(self.held[seat]):
            self.fill_up(seat, count)

    def fill_up(self, seat: int, count: int) -> None:
        """Cards that the log does not have are not known: what is wrong with it was found where they are missing."""
        held = self.held[seat]
        held.extend([UNKNOWN] * (count - len(held)))

    def can_fill(self, seat: int, card: str) -> bool:
        """Whether an unknown card of this seat may be `card`."""
        if UNKNOWN not in self.held[seat]:
            return False
        return card in self.maybe.get(seat, ()) or self.seen.get(card, 0) < self.pack.get(card, 0)

    def was_in_a_hand(self, card: str) -> bool:
        """Whether this card was dealt to a seat or thrown by one: then it is shown but not held, not impossible."""
        if self._in_hands is None:
            actions = [action for action in self.table.hand.actions if action.action in CARDS]
            self._in_hands = {card for a in actions for card in (*(a.cards or ()), *(a.discards or ()))}
        return card in self._in_hands

    def throw(self, seat: int, discards: Sequence[str]) -> str | None:
        """Take thrown cards out of a hand; the first that was not held, None where all were (P6)."""
        held = self.held[seat]
        hidden, wrong = 0, []
        for card in in_pack_order(discards):
            if card == UNKNOWN:
                hidden += 1
            elif card in held:
                held.remove(card)
            elif self.can_fill(seat, card):
                self.fill(seat, [card])
                held.remove(card)
            else:
                wrong.append(card)
        self._throw_hidden(seat, hidden + len(wrong))
        return wrong[0] if wrong else None

    def _throw_hidden(self, seat: int, count: int) -> None:
        """So many cards left the hand, nobody knows which: what he keeps of the known ones is only maybe his."""
        held = self.held[seat]
        keeps = max(0, len(held) - count)
        if not count:
            return
        if keeps:
            told = UNKNOWN not in held and seat not in self.maybe and not self._in_doubt(seat)
            self.kept[seat] = keeps if told else NOT_KNOWN
            self.maybe.setdefault(seat, []).extend(card for card in held if card != UNKNOWN)
        held[:] = [UNKNOWN] * keeps

    def _in_doubt(self, seat: int) -> bool:
        """Whether a finding says of a known card of this seat that it is wrong: then he held another one."""
        if any(self.seen.get(card, 0) > self.pack.get(card, 0) for card in self.held[seat]):
            return True
        return any(finding.seat == seat and finding.code.startswith("cards.") for finding in self.table.findings)

    def may_have_drawn(self, seat: int, cards: Sequence[str]) -> None:
        """A draw that counts for nobody: its cards came up (C2), and now he may hold them, or what he held before."""
        held, maybe = self.held.get(seat, []), self.maybe.setdefault(seat, [])
        maybe.extend(card for card in held if card != UNKNOWN)
        new = missing_from(cards, maybe)  # the same line twice names the same cards
        self.see(new)
        maybe.extend(new)
        self.kept[seat] = NOT_KNOWN
        held[:] = [UNKNOWN] * len(held)

    def told_by_pack(self) -> dict[int, tuple[str, ...]]:
        """See `Deck.told`, also once the pack is used up; nothing where there was none."""
        return self._told

    def receive(self, seat: int, cards: Sequence[str]) -> str | None:
        """Cards come from the pack to a seat; the first that is impossible (C2)."""
        self.held[seat].extend(cards)
        return self.see(cards)

    def face_up(self, actions: Sequence[Numbered], seat: int | None, rule: str, came: str) -> list[str]:
        """One card comes off the pack face up (K4, S5); gives the cards that the log has for it."""
        action_no = actions[0][0]
        self.table.counted.add(action_no)
        cards = [card for _, action in actions for card in action.cards or ()]
        faults = len(self.table.findings)
        if self.deck is not None:
            cards = self.deck.take(action_no, None, cards)
        impossible = self.see(cards)
        if impossible is not None:
            del self.table.findings[faults:]
            self.flag_impossible(impossible, action_no, seat)
        elif len(cards) != 1:
            del self.table.findings[faults:]
            self.table.flag(
                "cards.deal", rule, f"{len(cards)} cards {came}; one is right.",
                action_no=action_no, seat=seat, expected=1, actual=len(cards),
            )  # fmt: skip
        return cards
