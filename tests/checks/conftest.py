"""A club in a store of its own: a test writes the log lines it is about, and asks what the checks find in them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from checks.continuity import check_continuity
from ingest.load import ingest_logs
from ingest.records import Hand, TableState
from ingest.store import apply_schema, open_store
from replay.results import Finding, HandResult, Movement
from replay.run import replay_store


def as_logged(hand: Hand, rules: Mapping[str, Any] | None, opening: TableState | None) -> HandResult:
    """Stands for the engine: believes the log. `bet` and `rake` go into and out of the pot, `win` pays a seat.

    Stitch: `pass_bank` names the next banker; where a bank still lies there, the banker stays; else it is nobody's.
    A hand with a note is one that our program failed on.
    """
    before = hand.opening or opening or TableState()
    moved, pot = [], before.pot
    for step, action in enumerate(hand.actions, 1):
        if action.action == "note":
            raise RuntimeError("broken on purpose")
        chips = action.amount or 0
        if action.action in ("bet", "win"):
            accounts = (f"seat:{action.seat}", "pot") if action.action == "bet" else ("pot", f"seat:{action.seat}")
            moved.append(Movement(step, *accounts, chips, "B2"))
            pot += chips if action.action == "bet" else -chips
        elif action.action == "rake":
            moved.append(Movement(step, "pot", "house", chips, "P11"))
            pot -= chips
    after = hand.closing or TableState(pot=pot)
    named = [action.to_seat for action in hand.actions if action.action == "pass_bank"]
    findings = [Finding("table.players", "P1", "Too few.")] if len(hand.players) < 2 else []
    return HandResult(
        hand.hand_id, "discrepant" if findings else "verified", (), tuple(findings), (), tuple(moved), before, after,
        named[0] if named else hand.dealer_seat if after.bank_start else None, 10 if hand.game == "stitch" else None,
    )  # fmt: skip


def seats(text: str) -> list[dict[str, Any]]:
    """``"1:ann=100>90 2:bob"``: ann on seat 1 with 100 before and 90 after, bob on seat 2 with stacks not logged."""
    players = []
    for entry in text.split():
        seat, _, rest = entry.partition(":")
        player_id, _, stacks = rest.partition("=")
        stack, _, end_stack = stacks.partition(">")
        given = {"stack": stack, "end_stack": end_stack}
        numbers = {name: int(number) for name, number in given.items() if number}
        players.append({"seat": int(seat), "player_id": player_id, **numbers})
    return players


class Club:
    """Log lines written one after the other; `find` reads them into a store and gives back what the checks find."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, list[str]] = {}
        self.connection = open_store(":memory:")

    def write(self, record: str, session: str, file: str, **fields: Any) -> None:
        """One line of a file."""
        line = {"record": record, "format": "handproof/1", "session_id": session, **fields}
        self.files.setdefault(file, []).append(json.dumps(line))

    def session(self, session: str = "s", file: str = "a", **fields: Any) -> None:
        """A session record."""
        self.write("session", session, file, **fields)

    def hand(
        self, number: int, players: str = "1:ann 2:bob 3:cid", dealer: int = 1, game: str = "poker", *,
        session: str = "s", file: str = "a", actions: tuple[Mapping[str, Any], ...] = (), **fields: Any,
    ) -> str:  # fmt: skip
        """A hand record; gives back its id, which counts the lines written."""
        hand_id = fields.pop("hand_id", f"h{sum(map(len, self.files.values()))}")
        self.write(
            "hand", session, file, hand_id=hand_id, hand_no=number, game=game, dealer_seat=dealer,
            players=seats(players), actions=list(actions), **fields,
        )  # fmt: skip
        return str(hand_id)

    def cash(self, player_id: str, amount: int, session: str = "s", file: str = "a", **fields: Any) -> None:
        """A cash record."""
        self.write("cash", session, file, player_id=player_id, amount=amount, **fields)

    def close(
        self, stacks: Mapping[str, int] | None = None, shares: Mapping[str, int] | None = None, session: str = "s",
        file: str = "a", **fields: Any,
    ) -> None:  # fmt: skip
        """A close record."""
        if stacks is not None:
            fields["stacks"] = [{"player_id": player_id, "stack": stack} for player_id, stack in stacks.items()]
        if shares is not None:
            fields["shares"] = [{"player_id": player_id, "amount": amount} for player_id, amount in shares.items()]
        self.write("close", session, file, **fields)

    def read(self) -> None:
        """All lines go into the store, and every hand is replayed by `as_logged`."""
        for name, lines in self.files.items():
            (self.folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        counts = ingest_logs(self.connection, [str(self.folder)])
        assert counts.rejected == 0, self.connection.execute("SELECT message FROM rejects").fetchall()
        replay_store(self.connection, replay=as_logged)
        apply_schema(self.connection, "checks")
        check_continuity(self.connection)

    def find(self, code: str) -> list[tuple[Any, ...]]:
        """hand_id, seat, expected and actual of the findings of a code, after `read`."""
        self.read()
        rows = self.connection.execute(
            "SELECT hand_id, seat, expected, actual FROM continuity_findings WHERE code = ? "
            "ORDER BY session_id, hand_no, hand_id, action_no, seat, message",
            [code],
        ).fetchall()
        return [
            (hand_id, seat, *(None if value is None else json.loads(value) for value in values))
            for hand_id, seat, *values in rows
        ]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """An empty club."""
    made = Club(tmp_path)
    yield made
    made.connection.close()
