"""The front door of the engine: one hand and its rules in, one value out; no store, no files, no clock.

`replay_hand` takes the log's decisions as played and recomputes their consequences (C4); each step is judged against
the table as the log itself left it. The games are `replay.poker`, `replay.stitch` and `replay.pok`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ingest.house_rules import GameRules, PokerRules, PokRules, StitchRules, resolve
from ingest.records import Hand, TableState
from replay.book_pok import walk_pok
from replay.book_poker import walk_poker
from replay.book_stitch import walk_stitch
from replay.casino import replay_casino
from replay.claims import cancelled, claim_findings
from replay.closing import check_field, check_next_dealer, check_stacks, pools_left
from replay.findings import CODES
from replay.order import flag_early
from replay.pok import replay_pok
from replay.poker import replay_poker
from replay.results import Finding, HandResult, Verdict
from replay.stitch import StitchEnd, least_bank, replay_stitch
from replay.table import Table

#: Part of every replay key: results of another version are made anew.
ENGINE_VERSION = "1"
EMPTY_TABLE = TableState()
_PLACE_OF_CODE = {code: place for place, code in enumerate(CODES)}


def replay_hand(hand: Hand, rules: Mapping[str, Any] | None = None, opening: TableState | None = None) -> HandResult:
    """Replay one hand and judge it by itself.

    `rules` are the house-rule keys of the hand's game that hold where the hand names none (config, then session).
    `opening` is what lay on the table by F4; it is used only where the hand does not say itself.
    Raises `msgspec.ValidationError` for rule keys that do not exist; a hand that `ingest` took never raises.
    """
    return _replay(hand, _in_force(hand, rules), opening, True)


def replay_step_by_step(
    hand: Hand, rules: Mapping[str, Any] | None = None, opening: TableState | None = None
) -> HandResult:
    """`replay_hand` without the short way (`replay.book`): the same result, later. For whoever trusts no short way."""
    return _replay(hand, _in_force(hand, rules), opening, False)


def _replay(hand: Hand, in_force: GameRules, opening: TableState | None, short: bool) -> HandResult:
    before = hand.opening or opening or EMPTY_TABLE
    if isinstance(in_force, PokerRules):
        return _replay_poker(hand, in_force, before, short)
    table = Table(hand, before)
    if isinstance(in_force, StitchRules):
        end = walk_stitch(table, in_force) if short else None
        if end is None:
            table = Table(hand, before)
            end = replay_stitch(table, in_force)
        return _result(table, _close_stitch(table, end), end.next_banker_seat, least_bank(in_force))
    if not (short and walk_pok(table, in_force)):
        table = Table(hand, before)
        replay_pok(table, in_force)
    return _result(table, _close_pok(table))


def _replay_poker(hand: Hand, rules: PokerRules, before: TableState, short: bool) -> HandResult:
    if hand.claims is not None and hand.claims.cancelled:
        return cancelled(hand, before)
    table = Table(hand, before, stacks_count=not rules.credit)
    if not (short and walk_poker(table, rules)):
        table = Table(hand, before, stacks_count=not rules.credit)
        (replay_poker if rules.profile == "house" else replay_casino)(table, rules)
    after = _close_poker(table)
    if rules.profile == "five_card_draw":
        after = hand.closing or EMPTY_TABLE  # in ordinary poker no pot is carried to the next hand
        if hand.claims is not None and _judged(table):
            table.findings += claim_findings(hand, hand.claims, rules, table.findings)
    return _result(table, after)


def _in_force(hand: Hand, rules: Mapping[str, Any] | None) -> GameRules:
    """The rules of this hand (hand over `rules` over default), remembered for the next hand like it."""
    own = hand.rules
    if not own and not rules:
        return _DEFAULTS[hand.game]
    try:
        return _resolved(hand.game, tuple((rules or {}).items()), tuple((own or {}).items()))
    except TypeError:  # a circle table is no key of a cache
        return resolve(hand.game, rules, own)


_DEFAULTS: dict[str, GameRules] = {"poker": PokerRules(), "stitch": StitchRules(), "pok": PokRules()}


@lru_cache(maxsize=4096)
def _resolved(game: str, rules: tuple[tuple[str, Any], ...], own: tuple[tuple[str, Any], ...]) -> GameRules:
    return resolve(game, dict(rules), dict(own))


# -- the end of a hand ---------------------------------------------------------------------------------------------


def _judged(table: Table) -> bool:
    """A hand with a wrong number of players is not judged further (P1, S0, K1)."""
    return not table.findings or all(finding.code != "table.players" for finding in table.findings)


def _left_neighbour(table: Table) -> int:
    return table.order[0]


def _close_poker(table: Table) -> TableState:
    closing, pot = table.hand.closing, table.balance.get("pot", 0)
    if _judged(table):
        check_stacks(table)
        if closing is not None:
            check_field(table, "The pot", pot, closing.pot)
            check_next_dealer(table, _left_neighbour(table))
    return closing or TableState(pot=pot if pot > 0 else 0)


def _close_stitch(table: Table, end: StitchEnd) -> TableState:
    closing = table.hand.closing
    if _judged(table):
        check_stacks(table)
        if closing is not None:
            if end.bank_known:
                check_field(table, "The bank", max(end.bank, 0), closing.bank)
            if closing.bank_start not in end.bank_starts:
                check_field(table, "The start of the bank", end.bank_starts[0], closing.bank_start)
            check_field(table, "A stitch round next", end.stitch_next, closing.stitch_round)
            check_next_dealer(table, end.next_banker_seat)
    return closing or TableState(bank=max(end.bank, 0), bank_start=end.bank_starts[0], stitch_round=end.stitch_next)


def _close_pok(table: Table) -> TableState:
    closing = table.hand.closing
    pools = pools_left(table.balance)
    if _judged(table):
        check_stacks(table)
        if closing is not None:
            if pools != {name: chips for name, chips in closing.pools.items() if chips}:
                for name in sorted(pools.keys() | closing.pools.keys()):
                    check_field(table, f"The circle {name}", pools.get(name, 0), closing.pools.get(name, 0))
            check_next_dealer(table, _left_neighbour(table))
    return closing or TableState(pools={name: chips for name, chips in pools.items() if chips > 0})


def _result(
    table: Table, after: TableState, next_banker_seat: int | None = None, smallest_bank: int | None = None
) -> HandResult:
    if table.early:
        flag_early(table)
    findings = table.findings
    if len(findings) > 1:
        findings = sorted(findings, key=_place)
    verdict: Verdict = "discrepant" if findings else "incomplete" if table.incomplete else "verified"
    return HandResult(
        table.hand.hand_id, verdict, tuple(table.incomplete), tuple(findings), table.sorted_corrections(),
        tuple(table.movements), table.opening, after, next_banker_seat, smallest_bank,
    )  # fmt: skip


def _place(finding: Finding) -> tuple[int, int, int, str]:
    """Findings stand in the order of the hand; those of the whole hand come last."""
    action_no = finding.action_no if finding.action_no is not None else 1 << 62
    return (action_no, _PLACE_OF_CODE[finding.code], finding.seat or 0, finding.message)
