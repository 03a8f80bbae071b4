"""What one worker process does: judge a chunk of hands and give the rows for the tables of replay back as frames.

Knows neither the store nor files, and imports no more than it needs, because every worker process pays for it.
"""

import gc
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import polars as pl
from msgspec.structs import astuple

from ingest.records import LARGEST_CHIPS, MOST_CHIPS_SUMMED, Hand, TableState, decode_taken_hand
from replay.keys import OWN_OPENING, replay_key
from replay.results import Correction, Finding, HandResult, Movement

#: `replay.engine.replay_hand`, or in tests something that looks like it.
ReplayFunction = Callable[[Hand, Mapping[str, Any] | None, TableState | None], HandResult]

FRAME_TYPES: dict[str, dict[str, Any]] = {
    "verdicts": {
        "hand_id": pl.String, "session_id": pl.String, "hand_no": pl.Int64, "game": pl.String, "verdict": pl.String,
        "incomplete_because": pl.String, "table_before": pl.String, "table_after": pl.String,
        "next_banker_seat": pl.Int64, "least_bank": pl.Int64, "replay_key": pl.String,
    },
    "findings": {
        "hand_id": pl.String, "finding_no": pl.Int64, "code": pl.String, "severity": pl.String, "rule": pl.String,
        "action_no": pl.Int64, "seat": pl.Int64, "player_id": pl.String, "expected": pl.String, "actual": pl.String,
        "message": pl.String, "traceback": pl.String,
    },
    "corrections": {"hand_id": pl.String, "seat": pl.Int64, "player_id": pl.String, "amount": pl.Int64},
    "movements": {
        "hand_id": pl.String, "movement_no": pl.Int64, "step": pl.Int64, "from_account": pl.String,
        "to_account": pl.String, "chips": pl.Int64, "rule": pl.String,
    },
}  # fmt: skip


class Work(NamedTuple):
    """One hand to judge; hands of one game of one session follow each other in session order.

    `begins` says that the hand needs nothing from the one before it in the chunk: it has its own opening
    (`table_before` is `OWN_OPENING`) or `table_before` is what lay there, as JSON. `old_key` and `old_table_after`
    are what the store holds of an earlier run, None where it holds nothing that can still be true.
    """

    hand_id: str
    session_id: str
    hand_no: int
    game: str
    raw: str
    line_sha256: str
    rules: str
    rules_key: str
    begins: bool
    table_before: str
    old_key: str | None
    old_table_after: str | None


@dataclass(slots=True)
class ChunkResult:
    """Rows for the tables of replay, and what lies on the last table of the chunk."""

    frames: dict[str, pl.DataFrame]
    replaced: list[str]
    replayed: int
    kept: int
    table_after: str


@dataclass(slots=True)
class _Rows:
    """The rows of a chunk, column by column."""

    columns: dict[str, dict[str, list[Any]]] = field(
        default_factory=lambda: {table: {name: [] for name in types} for table, types in FRAME_TYPES.items()}
    )

    def add(self, table: str, *values: object) -> None:
        for column, value in zip(self.columns[table].values(), values, strict=True):
            column.append(value)

    def add_movements(self, hand_id: str, movements: tuple[Movement, ...]) -> None:
        count = len(movements)
        columns = [[hand_id] * count, range(1, count + 1), *zip(*map(astuple, movements), strict=True)]
        for column, values in zip(self.columns["movements"].values(), columns, strict=True):
            column.extend(values)

    def frames(self) -> dict[str, pl.DataFrame]:
        return {table: pl.DataFrame(rows, schema=FRAME_TYPES[table]) for table, rows in self.columns.items()}


def replay_chunk(hands: list[Work], table_before: str, engine_version: str, replay: ReplayFunction) -> ChunkResult:
    """Judge `hands` one after the other; `table_before` is what lies there if the first of them does not say."""
    rows, replaced, kept, table = _Rows(), list[str](), 0, table_before
    collecting = gc.isenabled()
    gc.disable()  # a chunk is short and makes no cycles; collecting in between costs a quarter of the speed
    try:
        for work in hands:
            if work.begins:
                table = work.table_before
            key = replay_key(work.line_sha256, work.rules_key, table, engine_version)
            if key == work.old_key and work.old_table_after is not None:
                table, kept = work.old_table_after, kept + 1
                continue
            if work.old_key is not None:
                replaced.append(work.hand_id)
            table = _replay_one(rows, work, key, table, replay)
    finally:
        if collecting:
            gc.enable()
    return ChunkResult(rows.frames(), replaced, len(hands) - kept, kept, table)


def _replay_one(rows: _Rows, work: Work, key: str, table: str, replay: ReplayFunction) -> str:
    """Judge one hand, keep its rows, and give back what lies on the table after it."""
    opening = None if table == OWN_OPENING else _table(table)
    seats: dict[int, str] = {}
    try:
        hand = decode_taken_hand(work.raw)
        seats = {player.seat: player.player_id for player in hand.players}
        result = replay(hand, _rules(work.rules), opening)
        _assert_sound(result, work.hand_id)
        if not _countable(result):
            result = _uncounted(hand, opening)
        trace = None
    except Exception as error:
        result, trace = _fault(work, opening, error), traceback.format_exc()
    after = table_text(result.table_after)
    reasons = "; ".join(result.incomplete_because) or None
    rows.add(
        "verdicts", work.hand_id, work.session_id, work.hand_no, work.game, result.verdict, reasons,
        table_text(result.table_before), after, result.next_banker_seat, result.least_bank, key,
    )  # fmt: skip
    _add_findings(rows, work.hand_id, result.findings, seats, trace)
    _add_corrections(rows, work.hand_id, result.corrections, seats)
    if result.movements:
        rows.add_movements(work.hand_id, result.movements)
    return after


def _add_findings(
    rows: _Rows, hand_id: str, findings: Iterable[Finding], seats: Mapping[int, str], trace: str | None
) -> None:
    for number, finding in enumerate(findings, 1):
        player = None if finding.seat is None else seats.get(finding.seat)
        rows.add(
            "findings", hand_id, number, finding.code, finding.severity, finding.rule, finding.action_no, finding.seat,
            player, _value(finding.expected), _value(finding.actual), finding.message, trace,
        )  # fmt: skip


def _add_corrections(rows: _Rows, hand_id: str, corrections: Iterable[Correction], seats: Mapping[int, str]) -> None:
    for correction in corrections:
        rows.add("corrections", hand_id, correction.seat, seats.get(correction.seat), correction.amount)


def _assert_sound(result: HandResult, hand_id: str) -> None:
    """C1 where it is written: a result of another hand, or chips that are not whole, are a fault of ours."""
    if result.hand_id != hand_id:
        raise AssertionError(f"the engine answered for hand {result.hand_id!r}")
    for movement in result.movements:
        if type(movement.chips) is not int or movement.chips < 0:
            raise AssertionError(f"a movement of no whole chips: {movement!r}")


def _countable(result: HandResult) -> bool:
    """Whether the sums over many such hands stay within 64 bits, and what lies on the table may lie there at all."""
    chips = sum(movement.chips for movement in result.movements)
    chips += sum(abs(correction.amount) for correction in result.corrections)
    chips += sum(_size(finding.expected) + _size(finding.actual) for finding in result.findings)
    after = result.table_after
    lying = max(after.pot, after.bank, after.bank_start, *after.pools.values())
    return chips <= MOST_CHIPS_SUMMED and lying <= LARGEST_CHIPS


def _size(value: object) -> int:
    if isinstance(value, Mapping):
        return sum(map(_size, value.values()))
    return abs(value) if isinstance(value, int) else 0


def _uncounted(hand: Hand, opening: TableState | None) -> HandResult:
    """What is said of a hand that moves more chips than there are: it stays as it is logged, and nothing is claimed."""
    before = hand.opening or opening or TableState()
    return HandResult(
        hand_id=hand.hand_id,
        verdict="incomplete",
        incomplete_because=(f"its sums come to more than {MOST_CHIPS_SUMMED} chips, more than can be counted",),
        findings=(),
        corrections=(),
        movements=(),
        table_before=before,
        table_after=hand.closing or before,
    )


def _fault(work: Work, opening: TableState | None, error: Exception) -> HandResult:
    """What is said of a hand on which our own program failed: nothing but that, and the table is left as logged."""
    kind = type(error).__name__
    table = opening or TableState()
    try:
        hand = decode_taken_hand(work.raw)
        before, after = hand.opening or table, hand.closing or hand.opening or table
    except Exception:  # the fault may be in the decoding itself
        before = after = table
    finding = Finding(
        code="engine.fault",
        rule=None,
        message=f"Our own program failed on this hand ({kind}); nothing in it was checked. The store keeps why.",
    )
    return HandResult(
        hand_id=work.hand_id,
        verdict="incomplete",
        incomplete_because=(f"our own program failed on this hand ({kind})",),
        findings=(finding,),
        corrections=(),
        movements=(),
        table_before=before,
        table_after=after,
    )


@lru_cache(maxsize=1024)
def _rules(text: str) -> Mapping[str, Any]:
    rules: Mapping[str, Any] = msgspec.json.decode(text)
    return rules


_decode_table = msgspec.json.Decoder(TableState).decode
_encode = msgspec.json.Encoder(order="deterministic").encode


def _table(text: str) -> TableState:
    return _decode_table(text)


def table_text(table: TableState) -> str:
    """A table as the store keeps it: JSON with its fields in one order, those that are 0 left out."""
    return _encode(table).decode()


def _value(value: object) -> str | None:
    return None if value is None else _encode(value).decode()
