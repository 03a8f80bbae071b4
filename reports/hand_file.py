"""All that the store knows of one hand, by keyed queries alone: a store of a million hands answers at once.

The hand is replayed once more from its line. Its replay key is compared with the one that the audit left: what is told
here is what was judged there, under the same house rules, table and engine, or it is refused.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import duckdb
import msgspec

from ingest.house_rules import GameRules, RulesByGame, origins, resolve
from ingest.records import Hand, TableState, decode_taken_hand
from replay.engine import ENGINE_VERSION, replay_step_by_step
from replay.keys import EMPTY_TABLE, OWN_OPENING, replay_key
from replay.results import Finding, HandResult
from reports.errors import ReportError
from reports.nearest import no_such_hand
from reports.text import shown

_HAND = """
SELECT session_id, hand_no, game, raw, source_id, line_no, byte_offset, line_sha256 FROM hands WHERE hand_id = $1
"""
_VERDICT = "SELECT verdict, table_before::VARCHAR, replay_key FROM verdicts WHERE hand_id = $1"
_BETWEEN = """
SELECT code, severity, rule, action_no, seat, expected::VARCHAR, actual::VARCHAR, message FROM continuity_findings
WHERE hand_id = $1 ORDER BY action_no NULLS LAST, code, seat, player_id, message
"""
_SESSION = "SELECT table_name, started_at, currency, chip_value, rules::VARCHAR FROM sessions WHERE session_id = $1"
_SOURCE = "SELECT path, sha256 FROM sources WHERE source_id = $1"
_ROUNDS = """
SELECT r.position, r.hand_id FROM session_records r
WHERE r.session_id = $1 AND r.kind = 'hand' AND r.game = $2 ORDER BY r.position
"""
#: So many earlier rounds of a banker's turn are told.
MOST_ROUNDS = 500
decode_table = msgspec.json.Decoder(TableState).decode


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a hand's line stands: file, digest of the file and of the line, line from 1, byte from 0 in the unpacked
    file."""

    source: str
    source_sha256: str | None
    line_no: int
    byte_offset: int
    line_sha256: str
    engine_version: str
    replay_key: str


@dataclass(frozen=True, slots=True)
class HandFile:
    """One hand with what it was judged by. `layers`: house-rule keys of its game by where they come from, the weakest
    first. `earlier`: in stitch the rounds of this banker's turn before this one, the first first."""

    hand: Hand
    raw: str
    result: HandResult
    verdict: str
    between: tuple[Finding, ...]
    layers: dict[str, Mapping[str, Any] | None]
    in_force: GameRules
    origin: dict[str, str]
    evidence: Evidence
    table_name: str | None = None
    session_started_at: str | None = None
    currency: str | None = None
    chip_value: str | None = None
    earlier: tuple["EarlierRound", ...] = ()

    @property
    def below(self) -> dict[str, Any]:
        """The keys that hold below the hand's own: config, then session."""
        return rules_below(self.layers)


@dataclass(frozen=True, slots=True)
class EarlierRound:
    """A round of the same banker's turn before the hand that is told, its own result, and where its line stands.

    `table_before` is what lay there by the audit, as JSON.
    """

    hand: Hand
    result: HandResult
    source: str
    line_no: int
    line_sha256: str
    table_before: str


def replay_earlier(
    raw: str, table_before: str, below: Mapping[str, Any], source: str, line_no: int, line_sha256: str
) -> EarlierRound:
    """An earlier round from its line."""
    hand, lay = decode_taken_hand(raw), decode_table(table_before)
    result = replay_step_by_step(hand, below, None if hand.opening else lay)
    return EarlierRound(hand, result, source, line_no, line_sha256, table_before)


def rules_below(layers: Mapping[str, Mapping[str, Any] | None]) -> dict[str, Any]:
    """Config and session merged, as `replay_hand` takes them."""
    return {key: value for name in ("config", "session") for key, value in (layers.get(name) or {}).items()}


def read_hand_file(
    connection: duckdb.DuckDBPyConnection, hand_id: str, config_rules: RulesByGame | None = None
) -> HandFile:
    """Everything about one hand. `config_rules` must be those of the audit.

    Raises `ReportError` where the store has no such hand, it was not replayed yet, or it was judged by something else.
    """
    found = connection.execute(_HAND, [hand_id]).fetchall()
    if not found:
        raise no_such_hand(connection, hand_id)
    session_id, _, game, raw, source_id, line_no, byte_offset, line_sha256 = found[0]
    judged = connection.execute(_VERDICT, [hand_id]).fetchall()
    if not judged:
        raise ReportError(f"hand '{shown(hand_id)}' has not been replayed yet; run `handproof replay`")
    verdict, table_before, key = judged[0]
    hand = decode_taken_hand(raw)
    sessions = connection.execute(_SESSION, [session_id]).fetchall()
    table_name, started_at, currency, chip_value, session_rules = sessions[0] if sessions else (None,) * 5
    layers: dict[str, Mapping[str, Any] | None] = {
        "config": (config_rules or {}).get(game),
        "session": (json.loads(session_rules) if session_rules else {}).get(game),
        "hand": hand.rules,
    }
    before = decode_table(table_before)
    _refuse_other_judging(hand, layers, table_before, line_sha256, key)
    result = _replayed(hand, layers, before)
    between = _between(connection, hand_id)
    broken = any(finding.severity == "error" for finding in between)
    source, source_sha256 = connection.execute(_SOURCE, [source_id]).fetchall()[0]
    return HandFile(
        hand=hand, raw=raw, result=result, verdict="discrepant" if broken else verdict, between=between, layers=layers,
        in_force=resolve(game, *layers.values()), origin=origins(game, layers),
        evidence=Evidence(source, source_sha256, line_no, byte_offset, line_sha256, ENGINE_VERSION, key),
        table_name=table_name, session_started_at=started_at, currency=currency, chip_value=chip_value,
        earlier=_earlier_rounds(connection, hand, layers, before) if game == "stitch" else (),
    )  # fmt: skip


def _replayed(hand: Hand, layers: Mapping[str, Mapping[str, Any] | None], before: TableState) -> HandResult:
    try:
        return replay_step_by_step(hand, rules_below(layers), None if hand.opening else before)
    except Exception as error:  # the audit has it as engine.fault
        raise ReportError(
            f"handproof itself failed on hand '{shown(hand.hand_id)}', so nothing can be told of it; "
            f"`handproof findings --hand {hand.hand_id}` has more"
        ) from error


def _refuse_other_judging(
    hand: Hand, layers: Mapping[str, Mapping[str, Any] | None], table_before: str, line_sha256: str, key: str
) -> None:
    """The replay key says by what the audit judged; telling the hand by something else would be no proof."""
    rules = resolve(hand.game, layers["config"], layers["session"])
    rules_key = msgspec.json.Encoder(order="sorted").encode(rules).decode()
    for table in (OWN_OPENING,) if hand.opening is not None else (table_before, EMPTY_TABLE):
        if replay_key(line_sha256, rules_key, table, ENGINE_VERSION) == key:
            return
    raise ReportError(
        f"hand '{shown(hand.hand_id)}' was judged under other house rules or by another version of the engine than "
        "those of now: name the config file of the audit with --config, or run `handproof audit` again"
    )


def _between(connection: duckdb.DuckDBPyConnection, hand_id: str) -> tuple[Finding, ...]:
    """What the checks between hands found at this one."""
    return tuple(
        Finding(code, rule, message, action_no, seat, _plain(expected), _plain(actual), severity)
        for code, severity, rule, action_no, seat, expected, actual, message in connection.execute(
            _BETWEEN, [hand_id]
        ).fetchall()
    )


def _plain(stored: str | None) -> Any:
    return None if stored is None else json.loads(stored)


def _earlier_rounds(
    connection: duckdb.DuckDBPyConnection, hand: Hand, layers: Mapping[str, Mapping[str, Any] | None],
    before: TableState,
) -> tuple[EarlierRound, ...]:  # fmt: skip
    """Back from this round to the one that began the banker's turn (S2): the first without a start of the bank."""
    if (hand.opening or before).bank_start == 0:
        return ()
    ids = [hand_id for _, hand_id in connection.execute(_ROUNDS, [hand.session_id, hand.game]).fetchall()]
    ids = ids[: ids.index(hand.hand_id)][-MOST_ROUNDS:] if hand.hand_id in ids else []
    if not ids:
        return ()
    rows = connection.execute(
        "SELECT h.hand_id, h.raw, v.table_before::VARCHAR, s.path, h.line_no, h.line_sha256 FROM hands h "
        "JOIN verdicts v ON v.hand_id = h.hand_id JOIN sources s ON s.source_id = h.source_id "
        "WHERE h.session_id = $1 AND list_contains($2, h.hand_id) AND v.session_id = $1",
        [hand.session_id, ids],
    ).fetchall()
    known = {hand_id: place for hand_id, *place in rows}
    rounds: list[EarlierRound] = []
    for hand_id in reversed(ids):
        if hand_id not in known:
            break
        raw, table, source, line_no, line_sha256 = known[hand_id]
        earlier = replay_earlier(raw, table, rules_below(layers), source, line_no, line_sha256)
        if earlier.hand.dealer_seat != hand.dealer_seat:
            break
        rounds.append(earlier)
        if earlier.result.table_before.bank_start == 0:
            break
    return tuple(reversed(rounds))
