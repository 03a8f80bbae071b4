"""Counts the chips of a hand's actions, right or wrong, without judging them: who has what, and what lies where."""

from collections import Counter
from typing import Any

from .outcome import Outcome
from .pok import circles

INTO_THE_POT = ("ante", "enter", "bet", "call", "raise", "open")


def balance(game: str, out: Outcome, opening: Any, order: list[int]) -> None:
    """Set `out.moved`, `out.house` and the sums in `out.closing` to what the actions move."""
    out.moved, out.house = {}, 0
    if game == "poker":
        out.closing["pot"] = _poker(out, opening)
    elif game == "stitch":
        out.closing["bank"] = _stitch(out, opening)
    else:
        out.closing["pools"] = _pok(out, opening, order)


def _poker(out: Outcome, pot: int) -> int:
    for act in out.actions:
        amount = act.get("amount", 0)
        if act["action"] in INTO_THE_POT:
            out.pay(act["seat"], -amount)
            pot += amount
        elif act["action"] in ("win", "return"):
            out.pay(act["seat"], amount)
            pot -= amount
        elif act["action"] == "rake":
            out.house += amount
            pot -= amount
    return pot


def _stitch(out: Outcome, bank: int) -> int:
    for act in out.actions:
        amount = act.get("amount", 0)
        if act["action"] in ("bank", "lose"):
            out.pay(act["seat"], -amount)
            bank += amount
        elif act["action"] in ("win", "collect"):
            out.pay(act["seat"], amount)
            bank -= amount
    return bank


def _pok(out: Outcome, opening: dict[str, int], order: list[int]) -> dict[str, int]:
    pools = Counter(opening)
    single = {(act["seat"], act["pool"]) for act in out.actions if act["action"] == "ante" and "pool" in act}
    bidding = ""
    for act in out.actions:
        verb, seat, amount = act["action"], act.get("seat", 0), act.get("amount", 0)
        if verb == "bidding":
            bidding = act["pool"]
        elif verb == "ante":
            names = [act["pool"]] if "pool" in act else circles(len(order))
            for name in names:
                if "pool" in act or (seat, name) not in single:
                    pools[name] += amount
                    out.pay(seat, -amount)
        elif verb in INTO_THE_POT:
            pools[bidding] += amount
            out.pay(seat, -amount)
        elif verb in ("take", "win"):
            pools[act["pool"]] -= amount
            out.pay(seat, amount)
        elif verb == "pay":
            out.pay(seat, -amount)
            out.pay(act["to_seat"], amount)
    return {name: pools[name] for name in {**dict.fromkeys(circles(len(order)), 0), **opening}}
