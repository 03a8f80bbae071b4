"""The end of a hand: stacks and table as the log says, against the log's own movements (C1, local judgement)."""

from collections.abc import Mapping

from replay.table import Table


def check_stacks(table: Table) -> None:
    """C1: each end stack is the stack before and what moved."""
    for player in table.hand.players:
        end, expected = player.end_stack, table.stack[player.seat]
        if end is not None and expected is not None and end != expected:
            table.flag(
                "closing.stack", "C1",
                f"Seat {player.seat} ends with {end}; his stack and what moved give {expected} ({end - expected:+}).",
                seat=player.seat, expected=expected, actual=end,
            )  # fmt: skip


def check_field(table: Table, name: str, expected: int | bool, actual: int | bool, rule: str = "C1") -> None:
    """One field of the closing table."""
    if expected != actual:
        table.flag(
            "closing.table", rule,
            f"{name} at the end: the log says {_word(actual)}; what moved gives {_word(expected)}.",
            expected=expected, actual=actual,
        )  # fmt: skip


def _word(value: int | bool) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def check_next_dealer(table: Table, expected: int | None) -> None:
    """`closing.next_dealer_seat`, where it is there: the left neighbour's (C6, K18), or the banker's.

    A seat where nobody was dealt in may be a newcomer's, and is not looked at here (`continuity.dealer` does)."""
    closing = table.hand.closing
    said = closing.next_dealer_seat if closing is not None else None
    if said is not None and expected is not None and said != expected and said in table.stack:
        table.flag(
            "closing.table", "C6", f"The next deal is said to be seat {said}'s; it is seat {expected}'s.",
            expected=expected, actual=said,
        )  # fmt: skip


def pools_left(balance: Mapping[str, int]) -> dict[str, int]:
    """The circles after a hand of pok, as the chips moved; those that are not in the pack keep what they had (K18)."""
    return {account.removeprefix("pool:"): chips for account, chips in sorted(balance.items()) if chips}
