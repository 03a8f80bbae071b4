"""How the kinds of faults are written down: a short function or class each, registered under its name and code."""

from collections.abc import Callable
from typing import Any

from .bidding import Bidding
from .ledger import balance
from .outcome import Outcome, Truth
from .pok import PokHand
from .poker import PokerHand
from .rules import Keys
from .session import LEGAL, Fault, HandClass
from .stitch import StitchRound

Hand = PokerHand | StitchRound | PokHand
Editor = Callable[[Any], Truth | None]
ALL_FAULTS: list[Fault] = []


def hand_fault(kind: str, code: str, game: str, **rules: Any) -> Callable[[HandClass], HandClass]:
    """Register a class that plays a faulty hand and notes its truths in `out.truths`."""

    def register(hand_class: HandClass) -> HandClass:
        ALL_FAULTS.append(_fault(kind, code, game, named(hand_class, kind, code), rules))
        return hand_class

    return register


def _fault(kind: str, code: str, game: str, hand_class: HandClass, keys: Keys) -> Fault:
    """The fault; `keys` are house rules and, among them, fields of `Fault`."""
    own: dict[str, Any] = {name: keys[name] for name in ("last", "close", "players", "deck_logged") if name in keys}
    rules = {key: value for key, value in keys.items() if key not in own}
    own["deck"] = own.pop("deck_logged", False)
    return Fault(kind, code, game, hand_class, rules=rules, **own)


def named(hand_class: HandClass, kind: str, code: str) -> HandClass:
    """The class, with kind and code filled in at its truths."""

    class Named(hand_class):  # type: ignore[misc, valid-type]
        def play(self) -> Outcome:
            out: Outcome = super().play()
            for truth in out.truths:
                truth.kind, truth.code = kind, truth.code or code
            return out

    return Named


def edit(kind: str, code: str, game: str, **rules: Any) -> Callable[[Editor], Editor]:
    """Register a function that changes the actions of a hand already played; the chips are then counted again.

    It gets the hand, and gives back its truth, or None where the fault does not fit.
    """

    def register(editor: Editor) -> Editor:
        class Edited(LEGAL[game]):  # type: ignore[misc, valid-type]
            def play(self) -> Outcome:
                opening = dict(self.pools) if game == "pok" else self.carried if game == "poker" else self.bank
                out: Outcome = super().play()
                truth = editor(self)
                if truth is not None:
                    out.truths.append(truth)
                    balance(game, out, opening, self.order)
                return out

        ALL_FAULTS.append(_fault(kind, code, game, named(Edited, kind, code), rules))
        return editor

    return register


def bidding_fault(
    kind: str, code: str, games: tuple[str, ...] = ("poker", "pok"), **rules: Any
) -> Callable[[type[Bidding]], type[Bidding]]:
    """Register a faulty bidding for poker, for pok, or for both (the kind is then named twice)."""

    def register(faulty: type[Bidding]) -> type[Bidding]:
        for game in games:

            class Bid(LEGAL[game]):  # type: ignore[misc, valid-type]
                bidding_class = faulty

            label = f"{kind} ({game})" if len(games) > 1 else kind
            keys: Keys = {"min_bet": 4, "min_raise": 3, "multiway": "new_lap", **rules}
            if game == "poker":
                keys |= {"all_in": "forbid", "rake_bp": 0, "credit": False} | rules
            ALL_FAULTS.append(_fault(label, code, game, named(Bid, label, code), keys))
        return faulty

    return register


def truth(seat: int | None = None, act: dict[str, Any] | None = None, **fields: Any) -> Truth:
    """A truth whose kind and code are filled in later."""
    return Truth("", fields.pop("code", ""), seat, act, **fields)
