"""Fills the templates: the index, a page a session, a page a player. Findings stream through; nothing piles up."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Context, Decimal
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import polars as pl
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from reports.chart import Point, running_chart, verdict_bar
from reports.finding_view import FindingView, findings_by_player, findings_by_session, name_of
from reports.frames import number_of
from reports.night import GAMES, HOUSE, TABLE, Night, player_party
from reports.settle import Payment
from reports.text import chips_text, counted, page_name, prose, shown, signed_text
from reports.unproved import Reason, reasons_by_session

Row = dict[str, Any]
_TEMPLATES = files("reports").joinpath("templates")
_DECIMALS = Context(prec=80)


class PaymentView(NamedTuple):
    """A payment with the names of both parties, links where they are players, and its worth in money where known."""

    payer: str
    payer_page: str | None
    receiver: str
    receiver_page: str | None
    chips: int
    money: str


class Pages:
    """All pages of one night. `advance` is told of each page written."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, night: Night, advance: Callable[[int], None]) -> None:
        self.connection = connection
        self.night = night
        self.advance = advance
        self.names: dict[str, str] = {
            player_id: name for player_id, name in night.players.select("player_id", "name").iter_rows() if name
        }
        self.sessions: dict[str, Row] = {row["session_id"]: row for row in night.sessions.iter_rows(named=True)}
        self.money = _money_by_session(connection)
        self.environment = _environment(self.names)

    def write(self, folder: Path) -> None:
        """Writes every page into `folder` (with its folders ``sessions`` and ``players`` there already)."""
        self._write_sessions(folder / "sessions")
        self._write_players(folder / "players")
        self._write(folder / "index.html", self.environment.get_template("index.html"), self._index())

    def _write(self, path: Path, template: Template, context: Row) -> None:
        with path.open("w", encoding="utf-8", newline="\n", errors="backslashreplace") as stream:
            stream.writelines(template.generate(context))
        self.advance(1)

    # -- index -------------------------------------------------------------------------------------------------------

    def _index(self) -> Row:
        sessions = list(self.sessions.values())
        columns = ("hands", "verified", "discrepant", "incomplete", "findings", "disputed", "rake")
        total = {column: sum(int(session[column]) for session in sessions) for column in columns}
        total["unjudged"] = total["hands"] - total["verified"] - total["discrepant"] - total["incomplete"]
        return {
            "root": "",
            "sessions": sessions,
            "total": total,
            "games": _games_by_session(self.night),
            "players": list(self.night.players.iter_rows(named=True)),
            **_lines_not_taken(self.connection),
            "checks": _failed_checks(self.connection),
        }

    # -- sessions ----------------------------------------------------------------------------------------------------

    def _write_sessions(self, folder: Path) -> None:
        template = self.environment.get_template("session.html")
        reasons = reasons_by_session(self.connection)
        results = _by_key(self.night.ledger.results, "session_id")
        chips = _by_key(self.night.chips, "session_id")
        owed = _by_key(self.night.owed, "session_id")
        findings = _Groups(findings_by_session(self.connection, self.names))
        for session_id in sorted(self.sessions):
            players = _session_players(results.get(session_id, []), chips.get(session_id, []), owed.get(session_id, []))
            context = {
                "root": "../",
                "session": self.sessions[session_id],
                "money": self.money.get(session_id),
                "players": players,
                "reasons": reasons.get(session_id, list[Reason]()),
                "payments": self._payment_views(session_id),
                "findings": findings.of(session_id),
            }
            self._write(folder / page_name(session_id), template, context)

    def _payment_views(self, session_id: str, player_id: str | None = None) -> list[PaymentView]:
        """The payments of a session, or those of them that a player gives or gets."""
        party = None if player_id is None else player_party(player_id)
        money = self.money.get(session_id)
        return [
            self._payment_view(payment, money)
            for payment in self.night.payments.get(session_id, [])
            if party is None or party in (payment.payer, payment.receiver)
        ]

    def _payment_view(self, payment: Payment, money: "Money | None") -> PaymentView:
        payer, payer_page = self._party(payment.payer)
        receiver, receiver_page = self._party(payment.receiver)
        worth = money.text(payment.chips) if money else ""
        return PaymentView(payer, payer_page, receiver, receiver_page, payment.chips, worth)

    def _party(self, party: str) -> tuple[str, str | None]:
        if party == TABLE:
            return "the table (pot, bank or circles)", None
        if party == HOUSE:
            return "the house", None
        player_id = party.removeprefix(player_party(""))
        return name_of(player_id, self.names), page_name(player_id)

    # -- players -----------------------------------------------------------------------------------------------------

    def _write_players(self, folder: Path) -> None:
        template = self.environment.get_template("player.html")
        order = {session_id: place for place, session_id in enumerate(self.sessions)}
        results = _by_key(self.night.ledger.results, "player_id")
        chips = _by_key(self.night.chips, "player_id")
        owed = _by_key(self.night.owed, "player_id")
        pots = _by_key(self.night.ledger.pots, "player_id")
        curves = _by_key(self.night.ledger.curves, "player_id")
        findings = _Groups(findings_by_player(self.connection, self.names))
        for player in self.night.players.iter_rows(named=True):
            player_id = player["player_id"]
            rows = _player_sessions(
                results.get(player_id, []), chips.get(player_id, []), owed.get(player_id, []), order
            )
            points = [
                Point(row["hands"], row["running"], row["lowest"], row["highest"]) for row in curves.get(player_id, [])
            ]
            label = f"Running result over {counted(player['hands'], 'hand')}: {signed_text(player['net'])} at the end"
            context = {
                "root": "../",
                "player": player,
                "games": [game for game in GAMES if any(game in row["nets"] for row in rows)],
                "sessions": rows,
                "pots": pots.get(player_id, []),
                "chart": running_chart(points, label),
                "payments": [
                    (row["session_id"], payment)
                    for row in rows
                    for payment in self._payment_views(row["session_id"], player_id)
                ],
                "findings": findings.of(player_id),
            }
            self._write(folder / page_name(player_id), template, context)


class _Groups:
    """Hands out the findings of one owner after another, of a stream sorted by owner; owners are asked for in order."""

    def __init__(self, findings: Iterator[FindingView]) -> None:
        self._groups = groupby(findings, key=lambda finding: finding.owner)
        self._next = next(self._groups, None)

    def of(self, owner: str) -> Iterator[FindingView]:
        """The findings of `owner`; to be read before the next owner is asked for."""
        while self._next is not None and self._next[0] < owner:
            raise AssertionError(f"findings of {self._next[0]!r} belong to no page")
        if self._next is not None and self._next[0] == owner:
            yield from self._next[1]
            self._next = next(self._groups, None)


class Money(NamedTuple):
    """What one chip is worth; only for printing."""

    chip_value: Decimal
    currency: str

    def text(self, chips: int) -> str:
        """The worth of so many chips: ``22.50 EUR``."""
        return f"{_DECIMALS.multiply(Decimal(chips), self.chip_value):f} {self.currency}".strip()


def _money_by_session(connection: duckdb.DuckDBPyConnection) -> dict[str, Money]:
    rows = connection.execute(
        "SELECT session_id, chip_value, coalesce(currency, '') FROM sessions "
        r"WHERE regexp_full_match(chip_value, '[0-9]{1,15}(\.[0-9]{1,15})?') ORDER BY session_id"
    ).fetchall()
    return {session_id: Money(Decimal(value), shown(currency, 12)) for session_id, value, currency in rows}


def _environment(names: Mapping[str, str]) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(str(_TEMPLATES)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        shown=shown, chips=chips_text, signed=signed_text, page=page_name, counted=counted, prose=prose, bar=_bar,
        name=lambda player_id: name_of(player_id, names),
    )  # fmt: skip
    environment.globals["style"] = _TEMPLATES.joinpath("style.css").read_text(encoding="utf-8")
    return environment


def _bar(row: Row) -> str:
    return verdict_bar(row["verified"], row["discrepant"], row["incomplete"])


def _by_key(frame: pl.DataFrame, key: str) -> dict[str, list[Row]]:
    """The rows of a frame by the value of `key`, each group in the frame's order."""
    groups: dict[str, list[Row]] = {}
    for row in frame.iter_rows(named=True):
        groups.setdefault(row[key], []).append(row)
    return groups


def _games_by_session(night: Night) -> dict[str, list[str]]:
    played = night.ledger.results.select("session_id", "game").unique().sort("session_id", "game").iter_rows()
    return {session_id: [game for _, game in pairs] for session_id, pairs in groupby(played, key=lambda pair: pair[0])}


_NOTHING = {"hands": 0, "net": 0, "bought": 0, "cashed_out": 0, "stack": 0, "share": 0, "owed": 0}


def _session_players(results: Iterable[Row], chips: Iterable[Row], owed: Iterable[Row]) -> list[Row]:
    """One row a player of a session: hands, net over its games, chips bought and back, corrections; sorted by id."""
    players: dict[str, Row] = {}
    for row in results:
        of_player = players.setdefault(row["player_id"], {"player_id": row["player_id"], **_NOTHING})
        of_player["hands"] += row["hands"]
        of_player["net"] += row["net"]
    for row in (*chips, *owed):
        players.setdefault(row["player_id"], {"player_id": row["player_id"], **_NOTHING}).update(
            {key: value for key, value in row.items() if key in _NOTHING and key != "hands"}
        )
    return [players[player_id] for player_id in sorted(players)]


def _player_sessions(
    results: Iterable[Row], chips: Iterable[Row], owed: Iterable[Row], order: Mapping[str, int]
) -> list[Row]:
    """One row a session of a player, in the order they began: hands, nets by game, result, chips, corrections."""
    sessions: dict[str, Row] = {}

    def of(session_id: str) -> Row:
        return sessions.setdefault(session_id, {"session_id": session_id, "nets": {}, **_NOTHING})

    for row in results:
        session = of(row["session_id"])
        session["hands"] += row["hands"]
        session["net"] += row["net"]
        session["nets"][row["game"]] = row["net"]
    for row in (*chips, *owed):
        of(row["session_id"]).update({key: value for key, value in row.items() if key in _NOTHING and key != "hands"})
    return sorted(sessions.values(), key=lambda row: order[row["session_id"]])


#: Rejects and conflicts named on the index; `handproof rejects` has them all.
LINES_NAMED = 500


def _lines_not_taken(connection: duckdb.DuckDBPyConnection) -> Row:
    """Rejected lines and conflicts with source, line and reason, at most `LINES_NAMED` of each, and how many in all."""
    context: Row = {}
    for table, columns in (("rejects", "r.code, r.message"), ("conflicts", "r.kind, r.message, r.id, r.session_id")):
        rows = connection.execute(
            f"SELECT s.path, r.line_no, {columns}, count(*) OVER () AS all_lines FROM {table} r "
            "JOIN sources s ON s.source_id = r.source_id ORDER BY s.path, r.line_no, r.line_key LIMIT ?",
            [LINES_NAMED],
        ).fetchall()
        context[table] = rows
        context[f"{table}_in_all"] = rows[0][-1] if rows else 0
    return context


def _failed_checks(connection: duckdb.DuckDBPyConnection) -> Row:
    """How many checks of the store passed, and those that did not."""
    passed = number_of(connection, "SELECT count(*) FROM check_results WHERE outcome = 'pass'")
    failed = connection.execute(
        "SELECT suite, check_name, outcome, severity, text, failing_rows FROM check_results "
        "WHERE outcome NOT IN ('pass', 'skipped') ORDER BY suite, check_name"
    ).fetchall()
    return {"passed": passed, "failed": failed}
