"""The play of a PokerStars hand to actions of our log: what moves now, who draws, who shows, who is paid.

Shows and payments stand mixed in the room's text; in ours every payment stands after the shows. A hand that its holder
mucked, but that the summary gives, is a show: it is judged with the others.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ingest.formats.pokerstars_lines import Event

UNKNOWN = "??"
HAND_SIZE = 5
Cards = Sequence[str]
Fields = dict[str, Any]


class ContradictionError(Exception):
    """A line that other lines of the hand do not allow; the text says what they do."""


class Play:
    """Takes the events of one hand in their order; `actions` and the other fields are what they come to."""

    def __init__(self, order: Sequence[int], big_blind: int, mucked: Mapping[int, Cards]) -> None:
        """`order`: the seats dealt in, from the dealer's left. `mucked`: hands that the summary gives as mucked."""
        self._order, self._big_blind, self._mucked = order, big_blind, mucked
        self._live = dict.fromkeys(order, 0)  # put in this round
        self._small_posted = False
        self._held: dict[int, Cards] = {}
        self._deals: dict[int, Fields] = {}
        self._draws: dict[int, Fields] = {}
        self._wins: list[Fields] = []
        self._actions: list[Fields] = []
        self._ended: set[tuple[int, str]] = set()  # who showed, or mucked
        #: What each put in less what came back.
        self.put = dict.fromkeys(order, 0)
        #: Where each gave up, as the summary has it.
        self.folded: dict[int, str] = {}
        self.shown: dict[int, tuple[Cards, str | None]] = {}
        self.wrong_raises: list[Fields] = []
        self.returned = False

    def take(self, event: Event) -> None:
        """One line of the play. Raises `ContradictionError`."""
        if event.kind == "note":
            self._actions.append({"action": "note", "_text": event.text})
        elif event.kind == "out":
            self._add("note", event.seat, _text=event.text)
        elif event.seat not in self._live:
            raise ContradictionError("a player who is dealt in, as his line of the summary says")
        elif event.kind in ("ante", "small", "big", "both"):
            self._post(event, event.seat)
        elif event.kind in ("call", "bet", "raise", "check", "fold"):
            self._bid(event, event.seat)
        elif event.kind in ("discard", "pat", "dealt"):
            self._cards(event, event.seat)
        elif event.kind in ("show", "muck", "unshown"):
            self._show(event, event.seat)
        else:
            self._payment(event, event.seat)

    def actions(self, rake: int) -> list[Fields]:
        """All actions, the payments last, the house's part before them."""
        rakes = [{"action": "rake", "amount": rake}] if rake else []
        return [*self._actions, *rakes, *self._wins]

    def uncalled(self) -> tuple[int, int]:
        """Who has most in this round, and by how much: what a room that does not write it down gave back to him."""
        totals = sorted(((total, seat) for seat, total in self._live.items()), reverse=True)
        return totals[0][1], totals[0][0] - totals[1][0]

    def give_back(self, seat: int, amount: int) -> None:
        """An uncalled bet comes back."""
        self._add("return", seat, amount=amount)
        self.put[seat] -= amount
        self.returned = True

    def _add(self, verb: str, seat: int | None, **fields: Any) -> Fields:
        action = {"action": verb, "seat": seat, **fields}
        self._actions.append(action)
        return action

    # -- money -----------------------------------------------------------------------------------------------------

    def _post(self, event: Event, seat: int) -> None:
        """Of blinds, what is put beside a big one and every small one but the first are dead: not of this round."""
        amount = event.amount or 0
        live = 0 if event.kind == "ante" or (event.kind == "small" and self._small_posted) else amount
        self._small_posted = self._small_posted or event.kind == "small"
        self._add("ante" if event.kind == "ante" else "blind", seat, amount=amount)
        self.put[seat] += amount
        self._live[seat] += min(live, self._big_blind)

    def _bid(self, event: Event, seat: int) -> None:
        self._refuse_after_payment()
        if seat in self.folded:
            raise ContradictionError("nothing more of a player who folded")
        amount = event.amount or 0
        if event.kind == "raise":
            amount = self._raise(event, seat)
        if event.kind == "fold":
            self._add("fold", seat)
            self.folded[seat] = "folded_after" if self._draws else "folded_before"
        elif event.kind == "check":
            self._add("check", seat)
        else:
            self._add(event.kind, seat, amount=amount)
            self.put[seat] += amount
            self._live[seat] += amount
        if event.cards:
            self._add("note", seat, cards=list(event.cards), _text=event.text)

    def _refuse_after_payment(self) -> None:
        if self._wins:
            raise ContradictionError("only shows and payments behind the first payment")

    def _raise(self, event: Event, seat: int) -> int:
        """What a raise to a sum moves now. The room also says by how much it raises: held against the bet before."""
        to = event.to or 0
        before = max(*self._live.values(), 0 if self._draws else self._big_blind)
        if to - before != event.amount:
            self.wrong_raises.append({"seat": seat, "to": to, "said": event.amount, "raised": to - before})
        amount = to - self._live[seat]
        if amount <= 0:
            raise ContradictionError(f"a raise to more than the {self._live[seat]} that he has put in this round")
        return amount

    def _payment(self, event: Event, seat: int) -> None:
        amount = event.amount or 0
        if event.kind == "return":
            self.give_back(seat, amount)
        else:
            pool = {"pool": event.pool} if event.pool else {}
            self._wins.append({"action": "win", "seat": seat, "amount": amount, **pool})

    # -- cards -----------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Everybody has five cards, which lines further down may name."""
        for seat in self._order:
            self._deals[seat] = self._add("deal", seat, cards=[UNKNOWN] * HAND_SIZE)

    def _cards(self, event: Event, seat: int) -> None:
        self._refuse_after_payment()
        if event.kind == "dealt":
            self._dealt(event, seat)
            return
        if seat in self._draws or seat in self.folded:
            raise ContradictionError("one draw of a player who is in the hand")
        if not self._draws:
            self._live = dict.fromkeys(self._order, 0)
        held = self._held.get(seat)
        if event.kind == "pat":
            if event.cards and held and Counter(event.cards) != Counter(held):
                raise ContradictionError(f"the cards that he was dealt: {' '.join(held)}")
            self._draws[seat] = self._add("draw", seat, discards=[], cards=[])
            return
        if event.cards and len(event.cards) != event.thrown:
            raise ContradictionError(f"{event.thrown} cards")
        thrown = list(event.cards or [UNKNOWN] * event.thrown)
        self._draws[seat] = self._add("draw", seat, discards=thrown, cards=[UNKNOWN] * event.thrown)

    def _dealt(self, event: Event, seat: int) -> None:
        """The cards of a player: dealt, or after his draw what he kept and what he drew."""
        cards, draw = list(event.cards or ()), self._draws.get(seat)
        if draw is None:
            if seat in self._held or event.kept or len(cards) != HAND_SIZE:
                raise ContradictionError("the five cards that a player is dealt, once, before his draw")
            self._held[seat] = self._deals[seat]["cards"] = cards
            return
        kept, held = list(event.kept or ()), self._held.get(seat)
        if len(cards) != len(draw["discards"]) or len(kept) + len(cards) != HAND_SIZE or UNKNOWN not in draw["cards"]:
            raise ContradictionError(f"{len(draw['discards'])} new cards, once")
        if held is not None:
            left = Counter(held) - Counter(kept)
            if UNKNOWN in draw["discards"]:
                draw["discards"] = list(left.elements())
            if left != Counter(draw["discards"]) or left.total() != len(cards):
                raise ContradictionError("in the first brackets the cards that he was dealt less those that he threw")
        draw["cards"] = cards

    def _show(self, event: Event, seat: int) -> None:
        if (seat, event.kind) in self._ended:
            raise ContradictionError("one such line of a player")
        self._ended.add((seat, event.kind))
        if event.kind == "show":
            self.shown[seat] = (event.cards or (), event.words)
            self._add("show", seat, cards=list(event.cards or ()))
        elif event.kind == "muck" and seat in self._mucked:
            self._add("note", seat, _text=event.text)
            self._add("show", seat, cards=list(self._mucked[seat]))
        else:
            self._add("muck", seat)
