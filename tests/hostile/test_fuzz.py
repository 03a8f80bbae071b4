"""Lines changed at random never break the program, and none of them is lost: decoder, engine, store, checks, pages.

A block of lines hangs on the seed and its number alone. Where one fails, pytest prints the line and the command that
plays the block again; HANDPROOF_BLOCKS=7 plays only block 7.
"""

import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checks.run import run_checks
from ingest.config import DEFAULT_LIMITS
from ingest.decode import _carefully, decode_line
from ingest.load import ingest_logs, read_log
from ingest.reading import Reject
from ingest.reasons import REJECT_CODES, Malformed
from ingest.records import Hand, Record
from ingest.store import open_store
from replay.engine import ENGINE_VERSION
from replay.keys import OWN_OPENING
from replay.run import replay_store
from replay.worker import Work, replay_chunk
from reports.build import write_reports
from tests.both_ways import replay_hand
from tests.hostile.mutation import mutate_line, mutate_text
from tests.hostile.seeds import seed_lines, seed_texts
from tests.ingest.logs import content
from tests.randomness import chance

BLOCK_LINES = 10_000
#: Blocks of lines of our own format; of texts; and batches for the store. In CI, and by hand with `-m slow`.
SLOW_BLOCKS = int(os.environ.get("HANDPROOF_FUZZ_BLOCKS", "100"))
CHUNK_HANDS = 200
CODES = frozenset(REJECT_CODES)


def blocks(count: int, first: int = 0) -> list[int]:
    """Numbers of blocks; only the one that is asked for, where one is."""
    only = os.environ.get("HANDPROOF_BLOCKS")
    return [int(only)] if only else list(range(first, first + count))


def check_reject(reason: Malformed) -> None:
    """A refusal has a known code and a sentence for people: printable, not endless."""
    assert reason.code in CODES
    assert reason.message.isprintable()
    assert reason.expected
    assert len(reason.message) < 1200


def check_line(raw: bytes) -> Record | Malformed:
    """One line is a record or a refusal; and both readers of the decoder are of one mind about a record."""
    found = decode_line(raw)
    if isinstance(found, Malformed):
        check_reject(found)
    else:
        assert _carefully(raw, DEFAULT_LIMITS) == found
    return found


def work_of(hand: Hand, raw: bytes) -> Work:
    """A hand as the replay of the store hands it to a worker."""
    opening = OWN_OPENING if hand.opening else "{}"
    return Work(
        hand.hand_id, hand.session_id, hand.hand_no, hand.game, raw.decode(), "", "{}", "", True, opening, None, None
    )


def check_replay(works: list[Work]) -> None:
    """The engine judges every hand: none is a fault of our own, and the rows of all can be stored."""
    findings = replay_chunk(works, "{}", ENGINE_VERSION, replay_hand).frames["findings"]
    faults = findings.filter(findings["code"] == "engine.fault")
    for hand_id, trace in faults.select("hand_id", "traceback").iter_rows():
        lines = [work.raw for work in works if work.hand_id == hand_id]
        pytest.fail(f"the engine failed on {lines[0]}\n{trace}")


def play_block(number: int, lines: int) -> "Counter[str]":
    """Fuzz a block; gives how many lines came to what."""
    rng, seeds = chance(f"test_lines block {number}"), seed_lines()
    counts: Counter[str] = Counter()
    works: list[Work] = []
    raw = b""
    try:
        for _ in range(lines):
            raw = mutate_line(rng, seeds)
            found = check_line(raw)
            counts[found.code if isinstance(found, Malformed) else type(found).__name__] += 1
            if isinstance(found, Hand):
                works.append(work_of(found, raw))
            if len(works) == CHUNK_HANDS:
                check_replay(works)
                works.clear()
        check_replay(works)
    except Exception:
        print(f"block {number}, line: {raw!r}; again: HANDPROOF_BLOCKS={number} and the command above")  # noqa: T201
        raise
    return counts


def test_lines() -> None:
    """8,000 changed lines: each a record or a refusal with its reason; every hand among them is judged."""
    counts = play_block(0, 8_000)
    assert counts["Hand"] > 500
    assert len(counts) > 20, "changes that reach most kinds of refusals"


@pytest.mark.slow
@pytest.mark.parametrize("number", blocks(SLOW_BLOCKS, first=1))
def test_lines_at_length(number: int) -> None:
    """The same with blocks of 10,000 lines, a million in all."""
    play_block(number, BLOCK_LINES)


def play_texts(number: int, hands: int, folder: Path) -> int:
    """Fuzz texts of PokerStars: files of some hands; gives the number of lines."""
    rng, seeds = chance(f"test_texts block {number}"), seed_texts()
    path, lines = folder / "log.txt", 0
    for _ in range(hands // 5):
        text = b"\n\n".join(mutate_text(rng, seeds) for _ in range(5))
        path.write_bytes(text)
        works: list[Work] = []
        for found in read_log(path, log_format="pokerstars"):
            if isinstance(found, Reject):
                check_reject(Malformed(found.code, found.field, found.value, found.expected, found.message))
            elif isinstance(found, Hand):
                works.append(work_of(found, encoded(found)))
        check_replay(works)
        lines += text.count(b"\n") + 1
    return lines


def encoded(hand: Hand) -> bytes:
    """A hand as a line of our own log."""
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(hand)
    plain = {name: value for name, value in plain.items() if value is not None}
    for entry in (*plain["players"], *plain["actions"]):
        for name in [name for name, value in entry.items() if value is None]:
            del entry[name]
    return msgspec.json.encode(plain)


def test_texts(tmp_path: Path) -> None:
    """Changed hands of PokerStars, some 2,000 lines and more: each is a record or a refusal, and is judged."""
    assert play_texts(0, 60, tmp_path) > 1_500


@pytest.mark.slow
@pytest.mark.parametrize("number", blocks(10, first=1))
def test_texts_at_length(number: int, tmp_path: Path) -> None:
    """The same with some 20,000 lines a block."""
    play_texts(number, 600, tmp_path)


def play_store(number: int, lines: int, folder: Path) -> None:
    """All stages over a log of changed lines, its counts against our own, and a second reading."""
    rng: Random = chance(f"test_store block {number}")
    raws = [mutate_line(rng, seed_lines()) for _ in range(lines)]
    log, out = folder / "fuzzed.jsonl", folder / "report"
    log.write_bytes(b"".join(raw + b"\n" for raw in raws))
    with open_store(folder / "club.duckdb") as connection:
        counts = ingest_logs(connection, [str(log)])
        parts = counts.stored + counts.repeated + counts.conflicting + counts.rejected + counts.blank
        assert counts.lines == parts == lines
        places = connection.execute("SELECT line_no, byte_offset, length, code, raw FROM rejects").fetchall()
        assert len(places) == counts.rejected
        check_places(log.read_bytes(), raws, places)
        replay_store(connection, jobs=1)
        failed = connection.execute("SELECT hand_id, traceback FROM findings WHERE code = 'engine.fault'").fetchall()
        assert failed == []
        run_checks(connection)
        write_reports(connection, out)
        wrong = connection.execute("SELECT * FROM check_results WHERE outcome <> 'pass'").fetchall()
        assert wrong == [], "what the store holds is in order, however wrong the logs"
        before = content(connection)
        again = ingest_logs(connection, [str(log)])
        assert (again.stored, again.conflicting, again.rejected) == (0, 0, 0)
        assert again.lines == lines
        assert content(connection) == before
    assert (out / "index.html").is_file()


def check_places(log: bytes, raws: list[bytes], places: list[tuple[Any, ...]]) -> None:
    """Every reject stands where it says, with its bytes."""
    for line_no, byte_offset, length, code, raw in places:
        assert code in CODES
        assert raw == raws[line_no - 1].removesuffix(b"\r")
        assert length == len(raw)
        assert log[byte_offset:].startswith(raw) if line_no < 50 else log[byte_offset : byte_offset + length] == raw


def test_store(tmp_path: Path) -> None:
    """1,500 changed lines through all stages: every line counted, no check fails, a copy changes nothing."""
    play_store(0, 1_500, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", blocks(5, first=1))
def test_store_at_length(number: int, tmp_path: Path) -> None:
    """The same with 10,000 lines a store."""
    play_store(number, BLOCK_LINES, tmp_path)
