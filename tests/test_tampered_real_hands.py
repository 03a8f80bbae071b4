"""Real hands of a poker room, which nobody here made: right as they are, and tampered with in every way that applies.

They are read where the founders' folder stands beside the project, and never copied into it.
"""

import copy
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ingest.config import Limits
from ingest.decode import decode_line
from ingest.formats.detect import read_log_lines
from ingest.formats.records import text_records
from ingest.reasons import Malformed
from ingest.records import Hand
from tests.both_ways import replay_hand
from tests.simulator.audited import audit_sessions
from tests.tampering import record_tampers, text_tampers
from tests.tampering.records import Record, with_ends

FOLDER = Path(__file__).parents[2] / "shared" / "corpora" / "pokerstars"
LIMITS = Limits()
#: Of each hand, at least so many ways to tamper with it.
LEAST_WAYS = 20

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"the real hands are not at {FOLDER}")


@cache
def blocks() -> dict[str, list[list[str]]]:
    """The lines of each hand, by file."""
    found = {}
    for file in sorted(FOLDER.glob("*.txt")):
        lines = read_log_lines(iter([file.read_bytes()]), "pokerstars", LIMITS)
        hands = [
            line.raw.decode().removeprefix("\ufeff").replace("\r", "").split("\n") for line in lines if not line.blank
        ]
        found[file.stem] = [[line.rstrip("\n") for line in hand if line.strip()] for hand in hands]
    return found


def each_hand() -> list[Any]:
    """One parameter a hand: its file and its place there."""
    if not FOLDER.is_dir():
        return []
    return [pytest.param(name, place, id=f"{name}-{place + 1}") for name, hands in blocks().items()
            for place in range(len(hands))]  # fmt: skip


def neighbours(name: str, place: int) -> tuple[int, int]:
    """The places of the hand before and behind, as far as there are any: what stands around a hand."""
    return max(0, place - 1), min(len(blocks()[name]), place + 2)


def read_text(hands: Sequence[Sequence[str]]) -> tuple[dict[str, bytes], list[str]]:
    """The text of some hands as lines of our format by hand, and the hands that are refused."""
    text = "\n\n\n".join("\n".join(hand) for hand in hands) + "\n\n\n"
    records, refused = {}, []
    for line in read_log_lines(iter([text.encode()]), "auto", LIMITS):
        if line.blank:
            continue
        for taken, content in text_records(line, LIMITS):
            if isinstance(content, Hand):
                records[content.hand_id] = taken.raw
            elif isinstance(content, Malformed):
                refused.append(hand_id(line.raw.decode().split("\n")))
    return records, refused


def hand_id(lines: Sequence[str]) -> str:
    """What the converter calls the hand of these lines."""
    return "pokerstars-" + lines[0].split("#")[1].split(":")[0]


@cache
def told_of(raw: bytes) -> tuple[str, ...]:
    """What the engine says of a hand, with what its text states; nothing of one that is verified."""
    hand = decode_line(raw)
    assert isinstance(hand, Hand), hand
    result = replay_hand(hand)
    return tuple(finding.code for finding in result.findings) or (
        () if result.verdict == "verified" else (result.verdict,)
    )


def test_real_hands_are_right(tmp_path: Path) -> None:
    """Each is verified, without a finding, also from hand to hand; 18 there are."""
    sessions = []
    for name, hands in blocks().items():
        records, refused = read_text(hands)
        assert (len(records), refused) == (len(hands), [])
        sessions.append(_opened(name, map(json.loads, records.values())))
    found = audit_sessions(sessions, tmp_path)
    assert sum(len(hands) for hands in blocks().values()) == 18
    assert {name: (one.findings, one.corrections, one.unproved) for name, one in found.items()} == {
        name: ([], {}, []) for name in blocks()
    }


def _opened(name: str, hands: Iterable[Record]) -> list[Record]:
    """A session of these hands, named anew and numbered from 1."""
    records = [{"record": "session", "format": "handproof/1", "session_id": name}]
    for number, hand in enumerate(hands, start=1):
        record = copy.deepcopy(hand)
        record |= {"session_id": name, "hand_no": number, "hand_id": f"{name}/{number}"}
        records.append(record)
    return records


@pytest.mark.parametrize(("name", "place"), each_hand())
def test_text_tampered_with(name: str, place: int) -> None:
    """Whatever is changed in a hand's text is a finding in that hand, or refuses it; the hands around stay right."""
    hands = blocks()[name]
    first, end = neighbours(name, place)
    ways: Counter[str] = Counter()
    missed = []
    for way, lines in text_tampers(hands[place]):
        ways[way] += 1
        records, refused = read_text([*hands[first:place], lines, *hands[place + 1 : end]])
        told = {one: told_of(raw) for one, raw in records.items()}
        caught = bool(told.pop(hand_id(hands[place]), ())) or refused == [hand_id(hands[place])]
        around = {hand_id(hands[other]) for other in range(first, end) if other != place}
        if not caught or told != dict.fromkeys(around, ()):
            missed.append(f"{way}: caught {caught}, around {told}, refused {refused}")
    assert not missed, "\n".join(missed)
    assert len(ways) >= LEAST_WAYS, sorted(ways)


def test_records_tampered_with(tmp_path: Path) -> None:
    """Whatever is changed in a hand's record is found in that hand by the rules alone, and nothing in any other."""
    sessions: list[list[Record]] = []
    ways: dict[str, str] = {}
    for name, hands in blocks().items():
        right = [with_ends(json.loads(raw)) for raw in read_text(hands)[0].values()]
        for place in range(len(hands)):
            kinds = set()
            for number, (way, tampered) in enumerate(record_tampers(right[place])):
                session_id = f"{name} {place + 1} way {number}"
                ways[session_id] = way
                kinds.add(way)
                sessions.append(_among_others(session_id, right, place, tampered))
            assert len(kinds) >= LEAST_WAYS, (name, place, sorted(kinds))
    found = audit_sessions(sessions, tmp_path)
    missed = []
    for records in sessions:
        session_id = records[0]["session_id"]
        wrong = next(record["hand_id"] for record in records if record.get("_tampered"))
        at = {finding["hand_id"] for finding in found[session_id].findings}
        if at != {wrong} or set(found[session_id].unproved) - {wrong}:
            missed.append(f"{session_id}, {ways[session_id]}: {found[session_id]}")
    assert not missed, f"{len(missed)} of {len(sessions)}:\n" + "\n".join(missed[:20])


def _among_others(session_id: str, right: Sequence[Record], place: int, tampered: Record) -> list[Record]:
    """A sitting of the hand before, the one tampered with, and the one behind.

    Chips that the tampering moved are bought or handed back before the hand behind, so that its stacks are right;
    where they stay on the table, which they would do there as well, nothing stands behind.
    """
    before, behind = right[max(0, place - 1) : place], right[place + 1 : place + 2]
    if "closing" not in tampered or tampered["closing"]["pot"]:
        behind = []
    records = _opened(session_id, [*before, tampered, *behind])
    records[len(before) + 1]["_tampered"] = True
    starts = {player["player_id"]: player["stack"] for hand in behind for player in hand["players"]}
    ends = {player["player_id"]: player["end_stack"] for player in tampered["players"]}
    cash = [
        {"record": "cash", "format": "handproof/1", "session_id": session_id, "player_id": player_id,
         "amount": start - ends.get(player_id, 0), "after_hand_no": len(before) + 1}
        for player_id, start in starts.items() if start != ends.get(player_id, 0)
    ]  # fmt: skip
    return [*records[: len(before) + 2], *cash, *records[len(before) + 2 :]]
