"""What a replay gives back: values, never exceptions. Field names are those of docs/log-format.md."""

from typing import Literal

from msgspec import Struct

from ingest.records import TableState

Severity = Literal["error", "warning"]
Verdict = Literal["verified", "discrepant", "incomplete"]
#: A plain value: chips or a count or a seat, a card or a verb, true or false, chips by seat; None where there is none.
Value = int | str | bool | dict[str, int] | None


class Finding(Struct, frozen=True):
    """One fault, at one step: what the rule asks (`expected`) and what the log says (`actual`)."""

    code: str
    rule: str | None
    message: str
    action_no: int | None = None
    seat: int | None = None
    expected: Value = None
    actual: Value = None
    severity: Severity = "error"


class Correction(Struct, frozen=True, gc=False):
    """Chips to give to (+) or take back from (-) a seat's stack."""

    seat: int
    amount: int


class Movement(Struct, frozen=True, gc=False):
    """Double entry: `chips` go from one account to another (``seat:3``, ``pot``, ``bank``, ``pool:K``, ``house``).

    `step` is the 1-based number of the action that moved them. Two movements of one action share its step.
    """

    step: int
    from_account: str
    to_account: str
    chips: int
    rule: str


class HandResult(Struct, frozen=True):
    """All that a replay can say of one hand by itself; `continuity.*` is added by the checks.

    `table_before` is the opening that the hand was judged by. `table_after` is what lies on the table afterwards: as
    the log's `closing` says, and where it has none, as the hand's movements leave it (F3, F4).
    `next_banker_seat` (stitch): whose round the next one is; None where the bank went to nobody (S12).
    `least_bank` (stitch): the smallest bank that a new banker may put under this hand's rules (S2).
    """

    hand_id: str
    verdict: Verdict
    incomplete_because: tuple[str, ...]
    findings: tuple[Finding, ...]
    corrections: tuple[Correction, ...]
    movements: tuple[Movement, ...]
    table_before: TableState
    table_after: TableState
    next_banker_seat: int | None = None
    least_bank: int | None = None
