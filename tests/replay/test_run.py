"""The run over the store: what is replayed, with what, in which order, and what becomes of the results."""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from ingest.load import ingest_logs
from ingest.records import Hand, TableState
from ingest.store import open_store
from replay import run
from replay.results import Correction, Finding, HandResult, Movement
from replay.run import ReplayCounts, replay_store
from replay.worker import FRAME_TYPES, ReplayFunction


@pytest.fixture
def store() -> Iterator[DuckDBPyConnection]:
    """An empty store in memory."""
    connection = open_store(":memory:")
    yield connection
    connection.close()


def hand(number: int, session: str = "s", game: str = "poker", **fields: Any) -> dict[str, Any]:
    """A hand of two players in which nothing happens; its id is session, number and game."""
    return {
        "record": "hand", "format": "handproof/1", "hand_id": f"{session}-{number}-{game}", "session_id": session,
        "hand_no": number, "game": game, "dealer_seat": 1, "actions": [],
        "players": [{"seat": 1, "player_id": "ann"}, {"seat": 2, "player_id": "bob"}], **fields,
    }  # fmt: skip


def session(name: str = "s", **fields: Any) -> dict[str, Any]:
    """A session record."""
    return {"record": "session", "format": "handproof/1", "session_id": name, **fields}


def read(store: DuckDBPyConnection, folder: Path, *records: Mapping[str, Any], file: str = "a") -> None:
    """Read records into the store, from a file that may have been read before."""
    path = folder / f"{file}.jsonl"
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(json.dumps(record) + "\n" for record in records)
    counts = ingest_logs(store, [str(path)])
    assert counts.rejected == 0


class Engine:
    """Stands for the engine: every hand leaves one chip more in the pot than it found. Remembers what it was asked."""

    def __init__(self, left: Mapping[str, int] | None = None, broken: Sequence[str] = ()) -> None:
        self.asked: list[tuple[str, dict[str, Any], TableState | None]] = []
        self.left, self.broken = left or {}, broken

    def __call__(self, hand: Hand, rules: Mapping[str, Any] | None, opening: TableState | None) -> HandResult:
        self.asked.append((hand.hand_id, dict(rules or {}), opening))
        if hand.hand_id in self.broken:
            raise ZeroDivisionError("broken on purpose")
        before = hand.opening or opening or TableState()
        pot = self.left.get(hand.hand_id, before.pot + 1)
        return HandResult(
            hand.hand_id, "discrepant", ("one reason", "another"),
            (Finding("pot.winner", "P8", "Wrong.", 3, 2, {"1": 5}, False),), (Correction(1, 5), Correction(2, -5)),
            (Movement(1, "seat:1", "pot", 1, "P2"), Movement(1, "pot", "seat:2", 0, "P8")), before, TableState(pot=pot),
        )  # fmt: skip

    def hands(self) -> list[str]:
        """Ids of the hands that were replayed."""
        return [hand_id for hand_id, _, _ in self.asked]

    def pots(self) -> list[int | None]:
        """The pot that each was told to lie there; None where it was told nothing."""
        return [None if opening is None else opening.pot for _, _, opening in self.asked]


def rows(store: DuckDBPyConnection) -> dict[str, list[tuple[Any, ...]]]:
    """All results, in the order in which they stand in the store."""
    return {table: store.execute(f"FROM {table}").fetchall() for table in FRAME_TYPES}


def play(store: DuckDBPyConnection, engine: ReplayFunction, **options: Any) -> ReplayCounts:
    """A run with an engine of the test's own."""
    return replay_store(store, replay=engine, engine_version=options.pop("version", "1"), **options)


def test_results_are_written_with_their_players_and_plain_values(store, tmp_path) -> None:
    """One hand: a row of verdict, finding, two corrections and two movements, values as JSON, reasons joined."""
    read(store, tmp_path, hand(1))
    assert play(store, Engine()) == ReplayCounts(replayed=1, kept=0, faults=0)
    assert store.execute("SELECT * EXCLUDE (replay_key) FROM verdicts").fetchall() == [
        ("s-1-poker", "s", 1, "poker", "discrepant", "one reason; another", "{}", '{"pot":1}', None, None)
    ]
    found = rows(store)
    assert found["findings"] == [
        ("s-1-poker", 1, "pot.winner", "error", "P8", 3, 2, "bob", '{"1":5}', "false", "Wrong.", None)
    ]
    assert found["corrections"] == [("s-1-poker", 1, "ann", 5), ("s-1-poker", 2, "bob", -5)]
    assert found["movements"] == [
        ("s-1-poker", 1, 1, "seat:1", "pot", 1, "P2"),
        ("s-1-poker", 2, 1, "pot", "seat:2", 0, "P8"),
    ]


def test_what_lies_on_a_table_goes_from_hand_to_hand_of_its_game(store, tmp_path) -> None:
    """A hand of another game in between changes nothing; a hand with its own opening is told nothing."""
    read(
        store, tmp_path, hand(1), hand(2, game="pok"), hand(3), hand(4, opening={"pot": 40}), hand(5),
        hand(6, game="pok"), hand(1, "t"),
    )  # fmt: skip
    engine = Engine()
    play(store, engine)
    told = dict(zip(engine.hands(), engine.pots(), strict=True))
    assert told == {
        "s-1-poker": 0, "s-3-poker": 1, "s-4-poker": None, "s-5-poker": 41, "s-2-pok": 0, "s-6-pok": 1, "t-1-poker": 0,
    }  # fmt: skip


def test_hands_of_one_session_in_two_files_are_in_the_order_of_their_numbers(store, tmp_path) -> None:
    """The table goes from hand 1 to hand 2 to hand 3, whichever file each is in."""
    read(store, tmp_path, hand(2), file="a")
    read(store, tmp_path, hand(1), hand(3), file="b")
    engine = Engine()
    play(store, engine)
    assert list(zip(engine.hands(), engine.pots(), strict=True)) == [
        ("s-1-poker", 0), ("s-2-poker", 1), ("s-3-poker", 2),
    ]  # fmt: skip


def test_rules_of_the_session_stand_over_those_of_the_club(store, tmp_path) -> None:
    """The club plays ante 2 and entry 3, the session ante 5; the hand's own keys are the engine's business."""
    read(store, tmp_path, session(rules={"poker": {"ante": 5}}), hand(1, rules={"entry": 7}), hand(1, "t"))
    engine = Engine()
    play(store, engine, config_rules={"poker": {"ante": 2, "entry": 3}, "pok": {"bluff": True}})
    assert {hand_id: rules for hand_id, rules, _ in engine.asked} == {
        "s-1-poker": {"ante": 5, "entry": 3},
        "t-1-poker": {"ante": 2, "entry": 3},
    }


def test_only_new_hands_are_replayed(store, tmp_path) -> None:
    """A second run does nothing; after the file has grown by a hand, that hand alone is replayed, with its table."""
    read(store, tmp_path, hand(1), hand(2))
    play(store, Engine())
    before = rows(store)
    engine = Engine()
    assert play(store, engine) == ReplayCounts(replayed=0, kept=2, faults=0)
    assert engine.asked == []
    assert rows(store) == before
    read(store, tmp_path, hand(3))
    assert play(store, engine) == ReplayCounts(replayed=1, kept=2, faults=0)
    assert list(zip(engine.hands(), engine.pots(), strict=True)) == [("s-3-poker", 2)]


def test_a_rule_of_one_game_replays_the_hands_of_that_game(store, tmp_path) -> None:
    """Poker gets another ante; pok stays. A key that says the default changes nothing."""
    read(store, tmp_path, hand(1), hand(2, game="pok"))
    play(store, Engine())
    engine = Engine()
    play(store, engine, config_rules={"poker": {"ante": 1, "kickers": True}})
    assert engine.hands() == []
    play(store, engine, config_rules={"poker": {"ante": 2}})
    assert engine.hands() == ["s-1-poker"]


def test_another_engine_version_takes_the_place_of_all_results(store, tmp_path) -> None:
    """Every hand is replayed, and none has its rows twice."""
    read(store, tmp_path, hand(1), hand(2))
    play(store, Engine())
    before = {table: len(found) for table, found in rows(store).items()}
    assert play(store, Engine(), version="2") == ReplayCounts(replayed=2, kept=0, faults=0)
    assert {table: len(found) for table, found in rows(store).items()} == before


def test_a_hand_that_comes_before_known_ones_moves_only_what_hangs_on_it(store, tmp_path) -> None:
    """Hand 1 arrives late: hand 2 takes its table from it, hand 3 from 2, hand 4 has an opening of its own."""
    read(store, tmp_path, hand(2), hand(3), hand(4, opening={"pot": 9}), file="a")
    play(store, Engine())
    read(store, tmp_path, hand(1), file="b")
    engine = Engine()
    assert play(store, engine) == ReplayCounts(replayed=3, kept=1, faults=0)
    assert list(zip(engine.hands(), engine.pots(), strict=True)) == [
        ("s-1-poker", 0), ("s-2-poker", 1), ("s-3-poker", 2),
    ]  # fmt: skip
    assert store.execute("SELECT count(*), count(DISTINCT hand_id) FROM verdicts").fetchall() == [(4, 4)]


def test_a_follower_whose_table_stays_the_same_is_left_alone(store, tmp_path) -> None:
    """Hand 1 arrives late and leaves what hand 2 was judged with before: hands 2 and 3 still hold."""
    read(store, tmp_path, hand(2), hand(3), file="a")
    play(store, Engine())
    read(store, tmp_path, hand(1), file="b")
    engine = Engine(left={"s-1-poker": 0})
    assert play(store, engine) == ReplayCounts(replayed=1, kept=2, faults=0)
    assert engine.hands() == ["s-1-poker"]


@pytest.mark.parametrize("workers", [2, 4])
def test_the_number_of_workers_changes_nothing(store, tmp_path, monkeypatch, workers) -> None:
    """Sessions with and without openings, cut into tiny chunks: the same rows in the same order."""
    lines = [
        hand(number, f"t{table}", **({"opening": {"pot": 2}} if table == 1 and number % 3 == 0 else {}))
        for number in range(1, 20)
        for table in range(3)
    ]
    read(store, tmp_path, *lines)
    play(store, Engine())
    alone = rows(store)
    monkeypatch.setattr(run, "CHUNK_HANDS", 2)
    monkeypatch.setattr(run, "BATCH_ROWS", 10)
    other = open_store(":memory:")
    ingest_logs(other, [str(tmp_path)])
    with ThreadPoolExecutor(workers) as pool:
        play(other, Engine(), jobs=workers, executor=pool)
    assert rows(other) == alone
    other.close()


def test_worker_processes_give_what_one_process_gives(store, tmp_path, monkeypatch) -> None:
    """The engine itself, on two processes."""
    opening = {"bank": 20, "bank_start": 20}
    lines = [
        hand(n, f"t{t}", ("poker", "stitch", "pok")[t], opening=opening if t == 1 else {})
        for n in (1, 2)
        for t in range(3)
    ]
    read(store, tmp_path, *lines)
    replay_store(store)
    alone = rows(store)
    assert len(alone["findings"]) > 3
    monkeypatch.setattr(run, "HANDS_WORTH_A_POOL", 1)
    monkeypatch.setattr(run, "CHUNK_HANDS", 1)
    other = open_store(":memory:")
    ingest_logs(other, [str(tmp_path)])
    assert replay_store(other, jobs=2) == ReplayCounts(replayed=6, kept=0, faults=0)
    assert rows(other) == alone
    other.close()


def test_a_hand_that_breaks_the_engine_is_a_finding_and_the_run_goes_on(store, tmp_path) -> None:
    """It is incomplete, keeps its traceback, and leaves its table as it found it; the next hand is replayed."""
    read(store, tmp_path, hand(1), hand(2), hand(3))
    engine = Engine(broken=["s-2-poker"])
    assert play(store, engine) == ReplayCounts(replayed=3, kept=0, faults=1)
    assert store.execute(
        "SELECT verdict, incomplete_because, table_before, table_after FROM verdicts WHERE hand_no = 2"
    ).fetchall() == [
        ("incomplete", "our own program failed on this hand (ZeroDivisionError)", '{"pot":1}', '{"pot":1}')
    ]
    ((code, severity, rule, trace),) = store.execute(
        "SELECT code, severity, rule, traceback FROM findings WHERE hand_id = 's-2-poker'"
    ).fetchall()
    assert (code, severity, rule) == ("engine.fault", "error", None)
    assert "ZeroDivisionError: broken on purpose" in trace
    assert engine.pots() == [0, 1, 1]


def test_a_hand_that_broke_the_engine_is_tried_again(store, tmp_path) -> None:
    """The next run replays it, in the place of the fault, and leaves the others alone."""
    read(store, tmp_path, hand(1), hand(2))
    play(store, Engine(broken=["s-1-poker"], left={"s-1-poker": 0}))
    engine = Engine(left={"s-1-poker": 0})
    assert play(store, engine) == ReplayCounts(replayed=1, kept=1, faults=0)
    assert engine.hands() == ["s-1-poker"]
    assert store.execute("SELECT DISTINCT code FROM findings").fetchall() == [("pot.winner",)]


def test_an_answer_for_another_hand_is_a_fault_of_ours(store, tmp_path) -> None:
    """What the engine gives back is not believed blindly."""
    read(store, tmp_path, hand(1))

    def confused(hand: Hand, rules: Mapping[str, Any] | None, opening: TableState | None) -> HandResult:
        return HandResult("other", "verified", (), (), (), (), TableState(), TableState())

    assert play(store, confused).faults == 1


class _DiesAfter(Executor):
    """A pool that breaks after some chunks."""

    def __init__(self, chunks: int) -> None:
        self.chunks = chunks

    def submit(self, fn, /, *args, **kwargs):
        """Works until it breaks."""
        future: Future[Any] = Future()
        self.chunks -= 1
        if self.chunks < 0:
            future.set_exception(RuntimeError("a worker died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_run_that_was_broken_off_is_gone_on_with(store, tmp_path, monkeypatch) -> None:
    """What was written stays whole and is not done again; the rest comes with the next run."""
    read(store, tmp_path, *(hand(n, f"t{n:02}") for n in range(1, 11)))
    monkeypatch.setattr(run, "CHUNK_HANDS", 1)
    monkeypatch.setattr(run, "BATCH_ROWS", 1)
    with pytest.raises(RuntimeError, match="a worker died"):
        play(store, Engine(), executor=_DiesAfter(7))
    half = {table: len(found) for table, found in rows(store).items()}
    assert 0 < half["verdicts"] < 10
    assert half == {"verdicts": half["verdicts"], "findings": half["verdicts"], "corrections": 2 * half["verdicts"],
                    "movements": 2 * half["verdicts"]}  # fmt: skip
    assert play(store, Engine()) == ReplayCounts(replayed=10 - half["verdicts"], kept=half["verdicts"], faults=0)
    assert [row[0] for row in rows(store)["verdicts"]] == [f"t{n:02}-{n}-poker" for n in range(1, 11)]


def test_the_lines_are_fetched_in_pieces_and_none_is_lost(store, tmp_path, monkeypatch) -> None:
    """Passes and pieces of a few hundred bytes give the same as one."""
    monkeypatch.setattr("replay.plan.PASS_BYTES", 1500)
    monkeypatch.setattr("replay.plan.PIECE_BYTES", 700)
    monkeypatch.setattr("replay.plan.PIECE_HANDS", 2)
    read(store, tmp_path, *(hand(n, f"t{n % 3}") for n in range(1, 30)), file="a")
    read(store, tmp_path, *(hand(n, f"u{n % 2}") for n in range(1, 9)), file="b")
    engine = Engine()
    assert play(store, engine).replayed == 37
    assert len(set(engine.hands())) == 37
    assert engine.pots()[:19] == [*range(9), *range(10)]


class _Listener:
    """Remembers what a stage says of its progress."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def start(self, stage: str, total: int | None) -> None:
        self.said.append((stage, total))

    def advance(self, count: int) -> None:
        self.said.append(count)

    def finish(self) -> None:
        self.said.append("finished")


def test_progress_counts_hands(store, tmp_path) -> None:
    """The total is the hands that are looked at, and all of them are counted."""
    read(store, tmp_path, hand(1), hand(2))
    listener = _Listener()
    play(store, Engine(), progress=listener)
    assert listener.said == [("plan", 6), *[1] * 6, "finished", ("replay", 2), 2, "finished"]


def test_no_worker_at_all_is_refused(store) -> None:
    """jobs=0 says what would do."""
    with pytest.raises(ValueError, match="at least 1 worker"):
        replay_store(store, jobs=0)


def test_a_session_with_a_hostile_name_is_only_a_value(store, tmp_path) -> None:
    """Quotes and semicolons in ids go through as they are."""
    name = "'; DROP TABLE hands; --\u202e"
    read(store, tmp_path, hand(1, name), hand(2, name))
    assert play(store, Engine()) == ReplayCounts(replayed=2, kept=0, faults=0)
    assert {row[1] for row in rows(store)["verdicts"]} == {name}
