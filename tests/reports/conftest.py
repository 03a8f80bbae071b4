"""A small night, written straight into a store: every number of it can be checked in the head."""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest

from handproof import audit
from ingest.store import apply_schema, open_store
from reports.build import write_reports
from tests.gallery.notation import lines

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "tests" / "gallery" / "entries"
#: The founders' cases lie beside the project where it is built.
CASES = ROOT.parent / "shared" / "cases" / "cases.jsonl"

HOSTILE_NAME = "<script>alert(1)</script>"
HOSTILE_ID = "=cmd|' /C calc'!A0\u202egnp.exe\x1b[31m"
NOBODYS_CLOSE = "../../etc/passwd"


class StoreMaker:
    """Writes records and results as ingest, replay and checks would."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection
        for stage in ("ingest", "replay", "checks"):
            apply_schema(connection, stage)
        self.insert("sources", source_id=1, path="night/a.jsonl", first_line_key="a1", last_line_key="a9", sha256="00",
                    bytes=1, lines=1, stored=1, repeated=0, conflicting=0, rejected=0, blank=0)  # fmt: skip
        self.lines = 0

    def insert(self, table: str, **values: Any) -> None:
        """One row of a table."""
        names = ", ".join(values)
        marks = ", ".join("?" for _ in values)
        self.connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values()))

    def session(self, session_id: str, **values: Any) -> None:
        """The record that opens a session."""
        self.insert("sessions", session_id=session_id, opened=True, **self._line(), **values)

    def hand(
        self,
        hand_id: str,
        hand_no: int,
        session_id: str = "s1",
        game: str = "poker",
        seats: Mapping[int, str] | None = None,
        moves: Sequence[tuple[str, str, int]] = (),
        findings: Sequence[Mapping[str, Any]] = (),
        corrections: Mapping[int, int] | None = None,
        because: str | None = None,
        table_after: Mapping[str, Any] | None = None,
    ) -> None:
        """One hand with its results; it is wrong where it has a finding, unprovable where there is a `because`."""
        seats = seats or {1: "p1", 2: "p2", 3: "p3"}
        verdict = "discrepant" if findings else "incomplete" if because else "verified"
        self.insert("hands", hand_id=hand_id, session_id=session_id, hand_no=hand_no, game=game, dealer_seat=1,
                    players=len(seats), actions=0, deck_given=False, line_sha256="00", raw="{}",
                    **self._line())  # fmt: skip
        self.insert("verdicts", hand_id=hand_id, session_id=session_id, hand_no=hand_no, game=game, verdict=verdict,
                    incomplete_because=because, table_before="{}", table_after=json.dumps(table_after or {}),
                    replay_key=hand_id)  # fmt: skip
        for seat, player_id in seats.items():
            self.insert("hand_players", hand_id=hand_id, seat=seat, player_id=player_id, name=self.names.get(player_id))
        for number, (giver, taker, chips) in enumerate(moves, start=1):
            self.insert("movements", hand_id=hand_id, movement_no=number, step=number, from_account=giver,
                        to_account=taker, chips=chips, rule="C1")  # fmt: skip
        for number, finding in enumerate(findings, start=1):
            plain = {key: finding[key] for key in finding if key not in ("expected", "actual")}
            seat = finding.get("seat")
            plain.setdefault("player_id", seats.get(seat) if seat else None)
            self.insert("findings", hand_id=hand_id, finding_no=number, severity="error",
                        expected=_json(finding.get("expected")), actual=_json(finding.get("actual")),
                        **plain)  # fmt: skip
        for seat, amount in (corrections or {}).items():
            self.insert("corrections", hand_id=hand_id, seat=seat, player_id=seats.get(seat), amount=amount)

    def cash(self, session_id: str, player_id: str, amount: int) -> None:
        """Chips bought (+) or handed back (-)."""
        line = self._line()
        self.insert("cash", line_key=f"k{self.lines}", session_id=session_id, player_id=player_id, amount=amount,
                    raw="{}", **line)  # fmt: skip

    def close(self, session_id: str, stacks: Mapping[str, int], shares: Mapping[str, int]) -> None:
        """The record that closes a session."""
        line = self._line()
        key = f"k{self.lines}"
        self.insert("closes", line_key=key, session_id=session_id, has_stacks=bool(stacks), has_shares=bool(shares),
                    raw="{}", **line)  # fmt: skip
        for player_id, stack in stacks.items():
            self.insert("close_stacks", line_key=key, player_id=player_id, stack=stack)
        for player_id, amount in shares.items():
            self.insert("close_shares", line_key=key, player_id=player_id, amount=amount)

    def continuity(self, session_id: str, code: str, **values: Any) -> None:
        """A finding between hands."""
        self.insert("continuity_findings", session_id=session_id, code=code, **values)

    def _line(self) -> dict[str, int]:
        self.lines += 1
        return {"source_id": 1, "line_no": self.lines, "byte_offset": self.lines * 10}

    names: dict[str, str] = {
        "p1": "Anna", "p2": "Борис", "p3": "Clara", HOSTILE_ID: HOSTILE_NAME, "p9": "nine " + "very " * 40 + "long",
    }  # fmt: skip


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value)


def fill_night(connection: duckdb.DuckDBPyConnection) -> None:
    """Two sessions and a hostile third: see the numbers in test_numbers.py."""
    maker = StoreMaker(connection)
    maker.session("s1", table_name="Red", started_at="2026-05-01T20:00:00+03:00", started_us=1, currency="EUR",
                  chip_value="0.50")  # fmt: skip
    for player_id in ("p1", "p2", "p3"):
        maker.cash("s1", player_id, 100)
    antes = [(f"seat:{seat}", "pot", 1) for seat in (1, 2, 3)]
    maker.hand("h1", 1, moves=[*antes, ("pot", "seat:2", 3)])
    maker.hand(
        "h2", 2,
        moves=[*antes, ("seat:1", "pot", 21), ("seat:2", "pot", 21), ("pot", "seat:2", 45)],
        findings=[{"code": "pot.winner", "rule": "P8", "seat": 2, "action_no": 9, "expected": {"1": 45},
                   "actual": {"2": 45}, "message": "The pot of 45 belongs to seat 1, whose three tens are higher"}],
        corrections={1: 45, 2: -45},
    )  # fmt: skip
    maker.hand(
        "h3", 3,
        moves=[("seat:1", "pot", 50), ("seat:3", "pot", 50), ("pot", "house", 4), ("pot", "seat:3", 96)],
        findings=[{"code": "pot.rake", "rule": "P11", "action_no": 7, "expected": 3, "actual": 4,
                   "message": "The house took 4 of this pot, 3 are its part"}],
        corrections={3: 1},
    )  # fmt: skip
    maker.hand("h4", 4, moves=antes, because="the cards of seat 2 are not known", table_after={"pot": 3})
    maker.cash("s1", "p2", -20)
    maker.close("s1", {"p1": 26, "p2": 101, "p3": 144}, {"p1": 1, "p2": 1, "p3": 1})
    maker.continuity("s1", "session.balance", severity="error", rule="F6", expected="280", actual="278",
                     message="2 chips are missing at the end of the session.")  # fmt: skip
    maker.session("s2", table_name="Blue")
    stake = [("seat:1", "bank", 100), ("seat:2", "stake:2", 10), ("bank", "seat:2", 20), ("stake:2", "seat:2", 10)]
    maker.hand("h5", 1, "s2", "stitch", {1: "p3", 2: "p1"}, stake, table_after={"bank": 80, "bank_start": 100})
    maker.hand(
        "h6", 3, "s2", "pok", {1: "p3", 2: "p1"},
        [("seat:1", "pool:A", 1), ("seat:2", "pool:A", 1), ("pool:A", "seat:2", 1)],
        findings=[{"code": "pool.amount", "rule": "K9", "seat": 2, "expected": 2, "actual": 1,
                   "message": "The circle held 2, 1 was paid"}],
        corrections={2: 1}, table_after={"pools": {"A": 1, "pok": 4}},
    )  # fmt: skip
    maker.continuity("s2", "continuity.gap", severity="warning", rule="F2", hand_id="h6", hand_no=3, game="pok",
                     expected="2", actual="3", message="Hand 2 is missing.")  # fmt: skip
    _fill_hostile_session(maker)


def _fill_hostile_session(maker: StoreMaker) -> None:
    maker.session(NOBODYS_CLOSE, table_name="<img src=x onerror=alert(1)>")
    maker.hand(
        "h7'; DROP TABLE hands; --", 1, NOBODYS_CLOSE, "poker", {1: HOSTILE_ID, 2: "p9"},
        [("seat:1", "pot", 5000), ("seat:2", "pot", 5000), ("pot", "seat:1", 9000), ("seat:7", "pot", 4)],
        findings=[{"code": "pot.amount", "rule": "P8", "seat": 1, "expected": 10000, "actual": 9000,
                   "message": f"{HOSTILE_NAME}\u202e won 10000 & was paid 9000"}],
        corrections={1: 1000}, table_after={"pot": 1004},
    )  # fmt: skip
    maker.insert("rejects", line_key="r1", source_id=1, line_no=77, byte_offset=9, code="json", field="amount",
                 value="12.7", expected="whole chips", message="amount is 12.7; whole chips are expected", raw=b"\xff",
                 length=1)  # fmt: skip
    maker.insert("conflicts", line_key="c1", kind="hand", id="h1", session_id="s1", source_id=1, line_no=78,
                 byte_offset=9, message="hand h1 is known with other content", raw=b"{}")  # fmt: skip
    maker.insert("check_results", suite="ingested", check_name="keys", outcome="pass", severity="error", text="Keys.")


def open_night(path: Path) -> duckdb.DuckDBPyConnection:
    """A store with the small night, opened as every store is."""
    connection = open_store(path)
    fill_night(connection)
    return connection


@pytest.fixture
def store(tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The small night in a store of the test's own, not reported on yet."""
    connection = open_night(tmp_path / "night.duckdb")
    yield connection
    connection.close()


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """The small night and its report, written once for all tests that only read."""
    folder = tmp_path_factory.mktemp("night")
    connection = open_night(folder / "night.duckdb")
    write_reports(connection, folder / "report")
    yield connection, folder / "report"
    connection.close()


@pytest.fixture
def report(night: tuple[duckdb.DuckDBPyConnection, Path]) -> Path:
    """The report of the small night, to be read only."""
    return night[1]


@pytest.fixture
def reported(night: tuple[duckdb.DuckDBPyConnection, Path]) -> duckdb.DuckDBPyConnection:
    """The store of the small night after its report, to be read only."""
    return night[0]


# -- hands told to people: the gallery, the founders' cases and the example night, audited once


class Told(NamedTuple):
    """An audited store and the logs that it was read from."""

    store: Path
    logs: Path


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Every hand of the gallery, of the founders' cases (where they are) and of the example night in one store."""
    folder = tmp_path_factory.mktemp("told")
    logs = folder / "logs"
    logs.mkdir()
    for entry in sorted(GALLERY.glob("*.log")):
        (logs / f"{entry.stem}.jsonl").write_text(lines(entry.read_text(encoding="utf-8"), entry.stem), "utf-8")
    if CASES.is_file():
        shutil.copy(CASES, logs / "cases.jsonl")
    for log in sorted((ROOT / "examples" / "club-night").glob("*.jsonl")):
        shutil.copy(log, logs / log.name)
    audit([logs], db=folder / "told.duckdb", out=folder / "report", jobs=1)
    return Told(folder / "told.duckdb", logs)


@pytest.fixture
def told_store(told: Told) -> Iterator[duckdb.DuckDBPyConnection]:
    """That store, to be read only."""
    with open_store(told.store, read_only=True, create=False) as connection:
        yield connection
