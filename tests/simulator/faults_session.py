"""Faults that no single hand shows: between hands, in the numbers of hands, in the close (F1-F6, C6, K19)."""

from collections.abc import Callable
from typing import Any

from .outcome import Truth
from .registry import ALL_FAULTS, truth
from .session import Fault, Record, Sitting

Between = Callable[[Sitting, str, list[int]], list[Truth]]
After = Callable[[Sitting, Record], list[Truth]]


def _named(kind: str, code: str, found: list[Truth]) -> list[Truth]:
    for one in found:
        one.kind, one.code = kind, one.code or code
    return found


def between(kind: str, code: str, game: str = "any", **fields: Any) -> Callable[[Between], Between]:
    """Register what goes wrong between two hands; it may change stacks, tables, the number and `order`."""

    def register(change: Between) -> Between:
        def named(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
            return _named(kind, code, change(sitting, game, order))

        ALL_FAULTS.append(Fault(kind, code, game, between=named, **fields))
        return change

    return register


def after(kind: str, code: str, game: str = "any", **fields: Any) -> Callable[[After], After]:
    """Register what goes wrong in the record of a hand."""

    def register(change: After) -> After:
        def named(sitting: Sitting, hand: Record) -> list[Truth]:
            return _named(kind, code, change(sitting, hand))

        ALL_FAULTS.append(Fault(kind, code, game, after=named, **{"last": True, "close": False, **fields}))
        return change

    return register


def end(kind: str) -> Callable[[After], After]:
    """Register what goes wrong in the close."""

    def register(change: After) -> After:
        def named(sitting: Sitting, close: Record) -> list[Truth]:
            found = _named(kind, "session.balance", change(sitting, close))
            for one in found:
                one.of_session = True
            return found

        ALL_FAULTS.append(Fault(kind, "session.balance", "close", end=named))
        return change

    return register


# continuity.stack


def _known(sitting: Sitting, order: list[int]) -> list[Any]:
    """People of the next hand who have played before and have some chips to lose."""
    known = {player["player_id"] for hand in sitting.hands() for player in hand["players"]}
    people = [sitting.room.at(seat) for seat in order]
    return [person for person in people if person.player_id in known and person.stack > 40]


def _stack_fault(kind: str, change: int) -> None:
    @between(kind, "continuity.stack")
    def _changed(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
        able = _known(sitting, order)
        if not able:
            return []
        person = sitting.rng.choice(able)
        person.stack += change
        found = [truth(person.seat, expected=person.stack - change, actual=person.stack)]
        if sitting.style.cash and sitting.style.close:
            found.append(truth(code="session.balance", of_session=True))
        return found


for _kind, _change in (
    ("chip lost between hands", -1),
    ("chip found between hands", 1),
    ("ten chips lost between hands", -10),
    ("hundred chips found between hands", 100),
):
    _stack_fault(_kind, _change)


@between("chips change hands between hands", "continuity.stack")
def _chips_change_hands(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    able = _known(sitting, order)
    if len(able) < 2:
        return []
    giver, taker = able[:2]
    giver.stack -= 5
    taker.stack += 5
    return [truth(person.seat, expected=person.stack - change, actual=person.stack)
            for person, change in ((giver, -5), (taker, 5))]  # fmt: skip


# continuity.table


@between("pot vanishes between hands", "continuity.table", "poker", close=False)
def _pot_vanishes(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    pot, sitting.tables.pot = sitting.tables.pot, 0
    return [truth(expected=pot, actual=0)] if pot else []


@between("chip in the pot between hands", "continuity.table", "poker", close=False)
def _pot_grows(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    if not _played(sitting, "poker"):
        return []
    sitting.tables.pot += 1
    return [truth(expected=sitting.tables.pot - 1, actual=sitting.tables.pot)]


def _played(sitting: Sitting, game: str) -> bool:
    return any(hand["game"] == game for hand in sitting.hands())


@between("chip off a circle between hands", "continuity.table", "pok", close=False)
def _circle_shrinks(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    pools = sitting.tables.pools
    for name in pools:
        if pools[name]:
            pools[name] -= 1
            return [truth(expected=pools[name] + 1, actual=pools[name])]
    return []


@between("bank shrinks between rounds", "continuity.table", "stitch", close=False)
def _bank_shrinks(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    tables = sitting.tables
    if tables.bank < 20 or not tables.bank_start:
        return []
    tables.bank -= 1
    return [truth(expected=tables.bank + 1, actual=tables.bank)]


@between("start of the bank changed", "continuity.table", "stitch", close=False)
def _start_changed(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    tables = sitting.tables
    if not tables.bank_start or tables.stitch_round:
        return []
    tables.bank_start += 1
    return [truth(expected=tables.bank_start - 1, actual=tables.bank_start)]


@between("stitch round forgotten", "continuity.table", "stitch", close=False)
def _stitch_forgotten(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    if not sitting.tables.stitch_round:
        return []
    sitting.tables.stitch_round = False
    return [truth(expected=True, actual=False)]


# continuity.dealer, continuity.gap


def _dealer_fault(kind: str, game: str, step: int) -> None:
    @between(kind, "continuity.dealer", game)
    def _wrong_dealer(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
        if len(order) < 3 or not sitting.hands():
            return []
        due = order[-1]
        order[:] = order[step:] + order[:step]
        return [truth(expected=due, actual=order[-1])]


_dealer_fault("deal passed one too far", "poker", 1)
_dealer_fault("same dealer again", "poker", -1)
_dealer_fault("deal of pok passed one too far", "pok", 1)
_dealer_fault("same dealer of pok again", "pok", -1)


@between("another than who has the bank deals", "continuity.dealer", "stitch", close=False)
def _wrong_banker(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    if len(order) < 3 or sitting.tables.next_banker is None or sitting.room.at(order[0]).stack < 60:
        return []
    due = order[-1]
    order[:] = order[1:] + order[:1]
    return [truth(expected=due, actual=order[-1])]


def _number_fault(kind: str, jump: int, first: bool = False) -> None:
    @between(kind, "continuity.gap")
    def _wrong_number(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
        if bool(sitting.hands()) == first:
            return []
        expected = sitting.hand_no
        sitting.hand_no += jump
        return [truth(expected=expected, actual=sitting.hand_no, severity="warning")]


_number_fault("number of a hand left out", 1)
_number_fault("five numbers of hands left out", 5)
_number_fault("session begins with hand 2", 1, first=True)
_number_fault("session begins with hand 8", 7, first=True)
_number_fault("number of a hand twice", -1)


# closing.stack, closing.table


def _end_stack_fault(kind: str, wrong: Callable[[int, int], int]) -> None:
    @after(kind, "closing.stack")
    def _wrong_end(sitting: Sitting, hand: Record) -> list[Truth]:
        for player in hand["players"]:
            right = player["end_stack"]
            said = wrong(player["stack"], right)
            if said != right:
                player["end_stack"] = said
                return [truth(player["seat"], expected=right, actual=said)]
        return []


_end_stack_fault("end stack one over", lambda stack, right: right + 1)
_end_stack_fault("end stack one short", lambda stack, right: right - 1)
_end_stack_fault("end stack left as it was", lambda stack, right: stack)
_end_stack_fault("end stack of nothing", lambda stack, right: 0)
_end_stack_fault("end stack twice as large", lambda stack, right: 2 * right)


def _closing_fault(kind: str, game: str, field: str, wrong: Callable[[int], int]) -> None:
    @after(kind, "closing.table", game)
    def _wrong_closing(sitting: Sitting, hand: Record) -> list[Truth]:
        right = hand["closing"].get(field, 0)
        said = wrong(right)
        if said == right:
            return []
        hand["closing"][field] = said
        return [truth(expected=right, actual=said)]


_closing_fault("closing pot one over", "poker", "pot", lambda right: right + 1)
_closing_fault("closing pot forgotten", "poker", "pot", lambda right: 0)
_closing_fault("closing bank one short", "stitch", "bank", lambda right: max(0, right - 1))
_closing_fault("closing start of the bank wrong", "stitch", "bank_start", lambda right: right + 5 if right else 0)


@after("closing circle one over", "closing.table", "pok")
def _wrong_circle(sitting: Sitting, hand: Record) -> list[Truth]:
    pools = hand["closing"]["pools"]
    name = next(iter(pools))
    pools[name] += 1
    return [truth(expected=pools[name] - 1, actual=pools[name])]


# continuity.time


@after("hand before the last one", "continuity.time", last=False, close=True)
def _hand_back(sitting: Sitting, hand: Record) -> list[Truth]:
    if "started_at" not in hand or hand["hand_no"] == 1:
        return []
    hand["started_at"] = "2020-01-01T00:00:00Z"
    return [truth(actual=hand["started_at"], severity="warning")]


@after("action before the last one", "continuity.time", last=False, close=True)
def _action_back(sitting: Sitting, hand: Record) -> list[Truth]:
    timed = [act for act in hand["actions"] if "at" in act]
    if len(timed) < 3:
        return []
    timed[1]["at"] = "2020-01-01T00:00:00+03:00"
    return [truth(None, timed[1], actual=timed[1]["at"], severity="warning")]


# session.balance


def _close_stack_fault(kind: str, change: int) -> None:
    @end(kind)
    def _wrong_stack(sitting: Sitting, close: Record) -> list[Truth]:
        entry = close["stacks"][0]
        entry["stack"] += change
        bought = sum(record["amount"] for record in sitting.records if record["record"] == "cash")
        return [truth(expected=bought, actual=bought + change)]


_close_stack_fault("chip missing at the close", -1)
_close_stack_fault("chip too many at the close", 1)


@end("player missing at the close")
def _player_missing(sitting: Sitting, close: Record) -> list[Truth]:
    gone = max(close["stacks"], key=lambda entry: entry["stack"])
    if gone["stack"] <= 0:
        return []
    close["stacks"].remove(gone)
    bought = sum(record["amount"] for record in sitting.records if record["record"] == "cash")
    return [truth(expected=bought, actual=bought - gone["stack"])]


@end("shares all to one")
def _shares_to_one(sitting: Sitting, close: Record) -> list[Truth]:
    shares = close.get("shares", [])
    if len(shares) < 2:
        return []
    close["shares"] = [{"player_id": shares[0]["player_id"], "amount": sum(share["amount"] for share in shares)}]
    return [truth()]


@end("share one short")
def _share_short(sitting: Sitting, close: Record) -> list[Truth]:
    shares = close.get("shares", [])
    if not shares or shares[-1]["amount"] < 2:
        return []
    shares[-1]["amount"] -= 1
    return [truth()]
