"""The order of the steps of a hand (LOG_FORMAT, Actions): which action came too early.

A game gives every action the number of its step. The hand is then replayed step by step, whatever the order of its
lines, and of two actions in the wrong order the one that came too early is a finding: once for a run of actions that
stand before one that should have stood before them, and only where that late one counted for its step.
"""

from collections.abc import Sequence

from replay.table import Numbered, Table

NO_STEP = -1


def floating(step: int) -> int:
    """The number of an action that belongs to no step of its own, but stands no earlier than `step`."""
    return -2 - step


def in_steps(table: Table, steps: Sequence[int], count: int) -> list[list[Numbered]]:
    """The hand's actions by step (0 … count-1), within a step in the order of the log; notes what came too early."""
    grouped: list[list[Numbered]] = [[] for _ in range(count)]
    reached = 0
    late: list[tuple[int, int]] = []
    taken: list[int] = []
    action_no = 0
    for action in table.hand.actions:
        step = steps[action_no]
        action_no += 1
        if step < 0:
            if step == NO_STEP:
                taken.append(step)
                continue
            step = max(reached, -2 - step)
        taken.append(step)
        if step >= reached:
            reached = step
        else:
            late.append((action_no, step))
        grouped[step].append((action_no, action))
    for action_no, step in late:
        early_no = _run_start(taken, action_no - 1, step) + 1
        early_action, late_action = table.hand.actions[early_no - 1], table.hand.actions[action_no - 1]
        table.early.append(((early_no, early_action), (action_no, late_action)))
    return grouped


def _run_start(steps: Sequence[int], place: int, late: int) -> int:
    """Where the run of actions of later steps begins that stands right before a late action."""
    start = place
    while start and steps[start - 1] > late:
        start -= 1
    if start == place:  # another late action stands between: go back over it
        start = next(i for i, step in enumerate(steps) if step > late)
    return start


def flag_early(table: Table, rule: str = "C8") -> None:
    """Make findings of the actions that came too early, once each, unless they are findings already."""
    found = {finding.action_no for finding in table.findings}
    for (early_no, early), (late_no, late) in table.early:
        if early_no in found or late_no not in table.counted:
            continue
        found.add(early_no)
        due = f"seat {late.seat}" if late.seat is not None else "the table"
        table.flag(
            "turn.order", rule, f"`{early.action}` came too early: `{late.action}` of {due} had to come before it.",
            action_no=early_no, seat=early.seat, expected=late.seat, actual=early.seat,
        )  # fmt: skip
