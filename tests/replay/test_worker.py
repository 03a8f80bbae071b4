"""A chunk of hands in a worker: what is kept of a fault of our own, and what of the process is left as it was."""

import gc
import json
from collections.abc import Mapping
from typing import Any

import pytest

from ingest.records import Hand, TableState
from replay.keys import EMPTY_TABLE, OWN_OPENING
from replay.results import HandResult, Movement
from replay.run import InlineExecutor
from replay.worker import ReplayFunction, Work, replay_chunk


def work(raw: str | None = None, **fields: Any) -> Work:
    """One hand with nothing in it, or with `fields` of its own."""
    hand = {
        "record": "hand", "format": "handproof/1", "hand_id": "h1", "session_id": "s", "hand_no": 1, "game": "poker",
        "dealer_seat": 1, "players": [{"seat": 1, "player_id": "ann"}], "actions": [], **fields,
    }  # fmt: skip
    line = json.dumps(hand) if raw is None else raw
    return Work("h1", "s", 1, "poker", line, "0" * 64, "{}", "-", True, '{"pot":7}', None, None)


def engine(hand_id: str = "h1", *movements: Movement) -> ReplayFunction:
    """Stands for the engine: always the same answer."""

    def answer(hand: Hand, rules: Mapping[str, Any] | None, opening: TableState | None) -> HandResult:
        return HandResult(hand_id, "verified", (), (), (), movements, opening or TableState(), TableState(pot=9))

    return answer


@pytest.mark.parametrize(
    ("replay", "kind"),
    [
        (engine("h2"), "AssertionError"),
        (engine("h1", Movement(1, "pot", "seat:1", -1, "P8")), "AssertionError"),
        (engine("h1", Movement(1, "pot", "seat:1", True, "P8")), "AssertionError"),
    ],
)
def test_unsound_answer_is_a_fault_of_ours(replay: ReplayFunction, kind: str) -> None:
    """C1: an answer for another hand, or chips that are no whole number of at least 0, is never kept as a result."""
    result = replay_chunk([work()], EMPTY_TABLE, "1", replay)
    (finding,) = result.frames["findings"].to_dicts()
    assert (finding["code"], finding["rule"], finding["severity"]) == ("engine.fault", None, "error")
    assert kind in finding["message"]
    assert "Traceback" in finding["traceback"]
    (verdict,) = result.frames["verdicts"].to_dicts()
    assert (verdict["verdict"], verdict["table_before"], verdict["table_after"]) == (
        "incomplete", '{"pot":7}', '{"pot":7}',
    )  # fmt: skip
    assert result.frames["movements"].is_empty()


def test_movement_of_nothing_is_sound() -> None:
    """C1: 0 is a whole number of chips and not negative."""
    result = replay_chunk([work()], EMPTY_TABLE, "1", engine("h1", Movement(1, "pot", "seat:1", 0, "P8")))
    assert result.frames["findings"].is_empty()
    assert result.table_after == '{"pot":9}'


@pytest.mark.parametrize(
    ("hand", "before", "after"),
    [
        (work(opening={"pot": 3}, closing={"pot": 4}), '{"pot":3}', '{"pot":4}'),
        (work(opening={"pot": 3}), '{"pot":3}', '{"pot":3}'),
        (work(closing={"pot": 4}), '{"pot":7}', '{"pot":4}'),
        (work("no hand at all"), '{"pot":7}', '{"pot":7}'),
    ],
)
def test_table_after_a_fault_is_as_logged(hand: Work, before: str, after: str) -> None:
    """F4: where nothing was judged the table is as the log says; where that cannot be read, as it lay before."""
    result = replay_chunk([hand], EMPTY_TABLE, "1", engine("h2"))
    (verdict,) = result.frames["verdicts"].to_dicts()
    assert (verdict["table_before"], verdict["table_after"]) == (before, after)
    assert result.table_after == after


@pytest.mark.parametrize("collecting", [True, False])
def test_collecting_is_left_as_it_was(collecting: bool) -> None:
    """The worker collects no garbage within a chunk; afterwards the process does as before."""
    (gc.enable if collecting else gc.disable)()
    try:
        replay_chunk([work()], OWN_OPENING, "1", engine())
        assert gc.isenabled() is collecting
    finally:
        gc.enable()


def test_inline_executor_hands_an_error_on() -> None:
    """What the work raises is raised where its result is asked for, as in a worker process."""

    def breaks() -> None:
        raise LookupError("no such hand")

    future = InlineExecutor().submit(breaks)
    with pytest.raises(LookupError, match="no such hand"):
        future.result()
