"""One lap round the table in which everybody due acts exactly once: entry, draw, the stakes of stitch (C8)."""

from collections.abc import Callable, Iterable, Sequence

from replay.table import Numbered, Table


def acts_before_anyone_twice(seats: Iterable[int | None], due: int, acted: set[int]) -> bool:
    """C8 (a): whether the seat due acts before any seat has acted twice since the last action in turn."""
    met: set[int | None] = set(acted)
    for seat in seats:
        if seat == due:
            return True
        if seat in met:
            return False
        met.add(seat)
    return False


def flag_order(table: Table, action_no: int, seat: int | None, due: int | None, why: str, rule: str = "C8") -> None:
    """An action out of turn, by one who is out, or past an end."""
    table.flag(
        "turn.order", rule, f"Seat {seat} acted {why}.", action_no=action_no, seat=seat, expected=due, actual=seat
    )


def flag_missing(table: Table, seat: int | None, what: str, rule: str) -> None:
    """Somebody had to act and did not."""
    who = f"Seat {seat}" if seat is not None else "The dealer"
    table.flag("turn.missing", rule, f"{who} had to {what}, and the log has no such line.", seat=seat)


def run_lap(
    table: Table,
    due: list[int],
    actions: Sequence[Numbered],
    act: Callable[[Numbered], bool],
    stray: Callable[[Numbered], None],
    missing: Callable[[int], None],
) -> int:
    """Take a lap in turn; gives how many of `actions` were taken. `act` plays an action that counts and says whether
    the lap goes on; `stray` moves the chips of one that counts for nobody; `missing` is told of each seat whose action
    is not there."""
    if [action.seat for _, action in actions] == due:  # everybody in turn, as nearly always
        for place, numbered in enumerate(actions, 1):
            table.counted.add(numbered[0])
            if not act(numbered):
                return place
        return len(actions)
    waiting = list(due)
    acted: set[int] = set()
    early: set[int] = set()
    for place, (action_no, action) in enumerate(actions):
        seat = action.seat
        if seat is None or seat not in due or seat in acted:
            flag_order(table, action_no, seat, waiting[0] if waiting else None, _why_stray(seat, acted))
            stray((action_no, action))
            continue
        if seat not in waiting:  # his turn was passed as missing, and he acts after all (C8 b)
            acted.add(seat)
            table.counted.add(action_no)
            if not act((action_no, action)):
                return place + 1
            continue
        while waiting[0] != seat:
            later = (a.seat for _, a in actions[place:] if a.seat in due)
            if acts_before_anyone_twice(later, waiting[0], early):
                flag_order(table, action_no, seat, waiting[0], f"before seat {waiting[0]}, whose turn it was")
                early.add(seat)
                break
            missing(waiting.pop(0))
        else:
            early.clear()
        waiting.remove(seat)
        acted.add(seat)
        table.counted.add(action_no)
        if not act((action_no, action)):
            return place + 1
    for seat in waiting:
        missing(seat)
    return len(actions)


def _why_stray(seat: int | None, acted: set[int]) -> str:
    return "a second time in the same round" if seat in acted else "although he is not in the hand"
