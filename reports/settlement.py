"""What one session comes to: who pays whom, and for each party the hands and findings that its sum is made of.

Everything is summed twice, by party over the session and by party over its hands, and the two must agree: no chip is
made up on the way from a finding to a payment.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import duckdb

from replay.rulebook import RULES, Rule
from reports import totals
from reports.errors import ReportError
from reports.found import FINDING_FIELDS, SETTLES
from reports.ledger import order_hands
from reports.nearest import session_of
from reports.night import HOUSE, PARTY_TEXTS, TABLE, owed_by_session, parties_by_session, player_party
from reports.page_rows import Money, money_by_session
from reports.settle import Payment, fewest_payments, is_fewest_proved
from reports.text import counted, shown

Row = dict[str, Any]
_FINDING = ("code", "rule", "action_no", "seat", "message")
_FINDINGS = f"""
SELECT hand_id, {", ".join(_FINDING)} FROM all_findings WHERE session_id = $1 AND {SETTLES} AND severity = 'error'
ORDER BY hand_no, hand_id, action_no NULLS FIRST, code, seat NULLS FIRST, message
"""
_OTHERS = f"SELECT count(*) FROM all_findings WHERE session_id = $1 AND NOT {SETTLES}"
_UNPROVED = "SELECT count(*) FROM final_verdicts WHERE session_id = $1 AND incomplete_because IS NOT NULL"
_NOT_REPLAYED = """
SELECT count(*) FROM hands WHERE session_id = $1 AND hand_id NOT IN (SELECT hand_id FROM verdicts WHERE session_id = $1)
"""
assert set(_FINDING) < set(FINDING_FIELDS)


class SettlingFinding(NamedTuple):
    """A finding of a hand that moves chips: what is wrong, and the rule."""

    code: str
    rule: Rule | None
    action_no: int | None
    seat: int | None
    message: str


class Share(NamedTuple):
    """What one hand adds to what a party is owed (+) or owes (-), in chips. `seat`: where a player sat, else None."""

    hand_id: str
    hand_no: int
    party: str
    seat: int | None
    amount: int
    findings: tuple[SettlingFinding, ...]


@dataclass(frozen=True)
class Settlement:
    """A session settled.

    `owed`: chips by party (`reports.night.player_party`, `TABLE`, `HOUSE`), + is owed, - owes; they sum to 0.
    `shares`: by party, the hands that its sum is made of, in their order. `fewest`: whether no fewer payments would do
    for sure. `names`: players' names by id. `not_provable`: hands in which something could not be proved.
    `other_findings`: findings of the session that move no chips here.
    """

    session_id: str
    owed: Mapping[str, int]
    payments: list[Payment]
    shares: Mapping[str, list[Share]]
    fewest: bool
    money: Money | None
    names: Mapping[str, str]
    not_provable: int
    other_findings: int

    @property
    def parties(self) -> list[str]:
        """Those who have a share in some hand, players first."""
        return sorted(self.shares, key=lambda party: (party in PARTY_TEXTS, party))

    def party_text(self, party: str) -> str:
        """How a party is called: a player's name and id, the house, the table; safe to show."""
        if party in PARTY_TEXTS:
            return PARTY_TEXTS[party]
        player_id = player_of(party) or ""
        name = self.names.get(player_id)
        return f"{shown(name)} ({shown(player_id)})" if name else shown(player_id)

    def money_text(self, chips: int) -> str:
        """What so many chips are worth, with the currency; empty where the session does not say."""
        return self.money.text(chips) if self.money else ""


def player_of(party: str) -> str | None:
    """The player's id; None for the table and the house."""
    return None if party in PARTY_TEXTS else party.removeprefix(player_party(""))


def settle_session(connection: duckdb.DuckDBPyConnection, session_id: str) -> Settlement:
    """The settlement of one session. Raises `ReportError` where there is no such session or not all is replayed."""
    session_of(connection, session_id)
    _refuse_unreplayed(connection, session_id)
    order_hands(connection, "v.session_id = ? AND r.session_id = ?", (session_id, session_id))
    corrections = totals.corrections_frame(connection)
    hands = totals.hand_disputes_frame(connection, corrections)
    parties = parties_by_session(owed_by_session(corrections), totals.disputes_frame(hands))
    owed = {party: chips for party, chips in parties.get(session_id, {}).items() if chips}
    shares = _shares(connection, session_id, corrections.rows(named=True), hands.rows(named=True))
    payments = fewest_payments(owed)
    _assert_exact(owed, payments, shares)
    names = {player_id: name for player_id, name in totals.names_frame(connection).iter_rows() if name}
    return Settlement(
        session_id=session_id,
        owed=owed,
        payments=payments,
        shares=shares,
        fewest=is_fewest_proved(owed),
        money=money_by_session(connection).get(session_id),
        names=names,
        not_provable=_count(connection, _UNPROVED, session_id),
        other_findings=_count(connection, _OTHERS, session_id),
    )


def _refuse_unreplayed(connection: duckdb.DuckDBPyConnection, session_id: str) -> None:
    missing = _count(connection, _NOT_REPLAYED, session_id)
    if missing:
        raise ReportError(
            f"{counted(missing, 'hand')} of session {session_id} {'is' if missing == 1 else 'are'} not replayed yet; "
            "run `handproof audit` first"
        )


def _count(connection: duckdb.DuckDBPyConnection, query: str, session_id: str) -> int:
    return int(connection.execute(query, [session_id]).fetchall()[0][0])


def _shares(
    connection: duckdb.DuckDBPyConnection, session_id: str, corrections: list[Row], disputes: list[Row]
) -> dict[str, list[Share]]:
    """By party, what each hand adds: corrections of players, the rest of a hand to the house and the table."""
    findings: dict[str, tuple[SettlingFinding, ...]] = {}
    for hand_id, code, rule, *where in connection.execute(_FINDINGS, [session_id]).fetchall():
        findings[hand_id] = (*findings.get(hand_id, ()), SettlingFinding(code, RULES.get(rule), *where))
    numbers = dict(connection.execute("SELECT hand_id, hand_no FROM report_hand_order").fetchall())
    parts: list[tuple[str, str, int | None, int]] = []
    of_players: dict[str, int] = {}
    for row in corrections:
        if row["player_id"] is not None:  # a seat where nobody sits is settled by the table
            parts.append((row["hand_id"], player_party(row["player_id"]), row["seat"], row["amount"]))
            of_players[row["hand_id"]] = of_players.get(row["hand_id"], 0) + row["amount"]
    for row in disputes:
        hand_id, house = row["hand_id"], row["house"]
        parts += [(hand_id, HOUSE, None, house), (hand_id, TABLE, None, -house - of_players.get(hand_id, 0))]
    shares: dict[str, list[Share]] = {}
    for hand_id, party, seat, amount in sorted(parts, key=lambda part: (numbers[part[0]], part[0], part[2] or 0)):
        if amount:
            share = Share(hand_id, numbers[hand_id], party, seat, amount, findings.get(hand_id, ()))
            shares.setdefault(party, []).append(share)
    return shares


def _assert_exact(owed: Mapping[str, int], payments: list[Payment], shares: Mapping[str, list[Share]]) -> None:
    """No chip is created or lost between the findings, the sums and the payments (C1)."""
    by_hand: dict[str, int] = {}
    for party in {*owed, *shares}:
        total = sum(share.amount for share in shares.get(party, []))
        if total != owed.get(party, 0):
            raise AssertionError(f"{party!r} is owed {owed.get(party, 0)}, its hands come to {total}")
    for share in (share for of_party in shares.values() for share in of_party):
        by_hand[share.hand_id] = by_hand.get(share.hand_id, 0) + share.amount
    left = dict(owed)
    for payment in payments:
        left[payment.payer] = left.get(payment.payer, 0) + payment.chips
        left[payment.receiver] = left.get(payment.receiver, 0) - payment.chips
    if any(by_hand.values()) or any(left.values()) or any(payment.chips <= 0 for payment in payments):
        raise AssertionError(f"a settlement that does not come to nothing: {by_hand!r}, {left!r}")
