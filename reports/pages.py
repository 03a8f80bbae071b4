"""Fills the templates: the index, a page a session, a page a player. Findings stream through; nothing piles up."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import duckdb
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from ingest.club_day import ClubDays
from reports.chart import Point, running_chart, verdict_bar
from reports.club_nights import TOTALS, ClubNight
from reports.finding_view import findings_by_player, findings_by_session, findings_of_sessions, name_of
from reports.groups import Groups, row_groups
from reports.night import GAMES, PARTY_TEXTS, Night, player_party
from reports.page_rows import (
    Money,
    Row,
    checks_told,
    games_by_session,
    gaps_by_session,
    lines_not_taken,
    money_by_session,
    player_sessions,
    session_players,
)
from reports.settle import Payment
from reports.text import chips_text, counted, isolated, page_name, prose, shown, signed_text
from reports.unproved import Reason, reasons_by_session

_TEMPLATES = files("reports").joinpath("templates")
#: Findings shown on the page of a night; those of its sessions have them all.
FINDINGS_OF_A_NIGHT = 200


class PaymentView(NamedTuple):
    """A payment with the names of both parties, links where they are players, and its worth in money where known."""

    payer: str
    payer_page: str | None
    receiver: str
    receiver_page: str | None
    chips: int
    money: str


class Pages:
    """All pages of a report. `advance` is told of each page written."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        night: Night,
        nights: Sequence[ClubNight],
        days: ClubDays,
        advance: Callable[[int], None],
    ) -> None:
        self.connection = connection
        self.night, self.nights, self.days = night, nights, days
        self.advance = advance
        named = night.players.select("player_id", "name").iter_rows()
        self.names: dict[str, str] = {player_id: name for player_id, name in named if name}
        self.sessions: dict[str, Row] = {row["session_id"]: row for row in night.sessions.iter_rows(named=True)}
        self.money = money_by_session(connection)
        self.environment = page_environment(self.names)

    def write(self, folder: Path) -> None:
        """Writes every page into `folder` (with its folders ``nights``, ``sessions`` and ``players`` there already)."""
        self._write_nights(folder / "nights")
        self._write_sessions(folder / "sessions")
        self._write_players(folder / "players")
        self._write(folder / "index.html", self.environment.get_template("index.html"), self._index())

    def _write(self, path: Path, template: Template, context: Row) -> None:
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(template.generate(context))
        self.advance(1)

    def _index(self) -> Row:
        sessions = list(self.sessions.values())
        total = {column: sum(int(session[column]) for session in sessions) for column in TOTALS}
        total["unjudged"] = total["hands"] - total["verified"] - total["discrepant"] - total["incomplete"]
        return {
            "root": "",
            "nights": self.nights,
            "sessions": sessions,
            "total": total,
            "games": games_by_session(self.night),
            "players": list(self.night.players.iter_rows(named=True)),
            **lines_not_taken(self.connection),
            "checks": checks_told(self.connection),
        }

    def _write_nights(self, folder: Path) -> None:
        template = self.environment.get_template("club_night.html")
        games = games_by_session(self.night)
        for night in self.nights:
            context = {
                "root": "../",
                "night": night,
                "days": self.days,
                "zone": str(self.days.zone),
                "games": games,
                "payments": [
                    {
                        "sessions": group.sessions,
                        "worth": group.money.text(1) if group.money else "",
                        "payments": [self._payment_view(payment, group.money) for payment in group.payments],
                    }
                    for group in night.payments
                ],
                "findings": findings_of_sessions(self.connection, self.names, night.session_ids, FINDINGS_OF_A_NIGHT),
            }
            self._write(folder / f"{night.day}.html", template, context)

    def _write_sessions(self, folder: Path) -> None:
        template = self.environment.get_template("session.html")
        reasons = reasons_by_session(self.connection)
        gaps = gaps_by_session(self.connection)
        results, chips, owed = (
            row_groups(frame, "session_id", "player_id")
            for frame in (self.night.ledger.results, self.night.chips, self.night.owed)
        )
        findings = Groups(findings_by_session(self.connection, self.names), lambda finding: finding.owner)
        for session_id in sorted(self.sessions):
            context = {
                "root": "../",
                "session": self.sessions[session_id],
                "money": self.money.get(session_id),
                "players": session_players(results.of(session_id), chips.of(session_id), owed.of(session_id)),
                "reasons": reasons.get(session_id, list[Reason]()),
                "gaps": gaps.get(session_id, 0),
                "payments": self._payment_views(session_id),
                "findings": findings.of(session_id),
            }
            self._write(folder / page_name(session_id), template, context)

    def _write_players(self, folder: Path) -> None:
        template = self.environment.get_template("player.html")
        order = {session_id: place for place, session_id in enumerate(self.sessions)}
        results, chips, owed = (
            row_groups(frame, "player_id", "session_id")
            for frame in (self.night.ledger.results, self.night.chips, self.night.owed)
        )
        pots = row_groups(self.night.ledger.pots, "player_id", "place")
        curves = row_groups(self.night.ledger.curves, "player_id", "bucket")
        findings = Groups(findings_by_player(self.connection, self.names), lambda finding: finding.owner)
        for player in self.night.players.iter_rows(named=True):
            player_id = player["player_id"]
            rows = player_sessions(results.of(player_id), chips.of(player_id), owed.of(player_id), order)
            points = [
                Point(row["hands"], row["running"], row["lowest"], row["highest"]) for row in curves.of(player_id)
            ]
            context = {
                "root": "../",
                "player": player,
                "games": [game for game in GAMES if any(game in row["nets"] for row in rows)],
                "sessions": rows,
                "pots": list(pots.of(player_id)),
                "chart": running_chart(points, _chart_label(player)),
                "payments": [
                    (row["session_id"], payment)
                    for row in rows
                    for payment in self._payment_views(row["session_id"], player_id)
                ],
                "findings": findings.of(player_id),
            }
            self._write(folder / page_name(player_id), template, context)

    def _payment_views(self, session_id: str, player_id: str | None = None) -> list[PaymentView]:
        """The payments of a session, or those of them that a player gives or gets."""
        party = None if player_id is None else player_party(player_id)
        money = self.money.get(session_id)
        return [
            self._payment_view(payment, money)
            for payment in self.night.payments.get(session_id, [])
            if party is None or party in (payment.payer, payment.receiver)
        ]

    def _payment_view(self, payment: Payment, money: Money | None) -> PaymentView:
        worth = money.text(payment.chips) if money else ""
        return PaymentView(*self._party(payment.payer), *self._party(payment.receiver), payment.chips, worth)

    def _party(self, party: str) -> tuple[str, str | None]:
        if party in PARTY_TEXTS:
            return PARTY_TEXTS[party], None
        player_id = party.removeprefix(player_party(""))
        return name_of(player_id, self.names), page_name(player_id)


def _chart_label(player: Row) -> str:
    return f"Running result over {counted(player['hands'], 'hand')}: {signed_text(player['net'])} at the end"


def page_environment(names: Mapping[str, str]) -> Environment:
    """The templates with their filters; `names` are the players' by id."""
    environment = Environment(
        loader=FileSystemLoader(str(_TEMPLATES)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        shown=shown,
        chips=chips_text,
        signed=signed_text,
        page=page_name,
        counted=counted,
        prose=prose,
        isolated=isolated,
        bar=_bar,
        name=lambda player_id: name_of(player_id, names),
    )
    environment.globals["style"] = Markup(_TEMPLATES.joinpath("style.css").read_text(encoding="utf-8"))
    return environment


def _bar(row: Row) -> Markup:
    return verdict_bar(row["verified"], row["discrepant"], row["incomplete"])
