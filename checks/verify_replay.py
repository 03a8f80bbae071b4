"""The results of the replay against the hands: each hand judged once, by what still holds, and no other."""

from duckdb import DuckDBPyConnection

from checks.verify_results import Looked, Told, number
from ingest.house_rules import RulesByGame
from ingest.progress import NO_PROGRESS
from replay.engine import ENGINE_VERSION
from replay.plan import drop_plan, make_plan

_RESULTS = ("movements", "findings", "corrections")


def look_at_replay(connection: DuckDBPyConnection, config_rules: RulesByGame) -> list[Looked]:
    """Look at the verdicts; `config_rules` are the club's house rules by game."""
    present = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    hands = _count(connection, "hands")
    if not {"verdicts", *_RESULTS} <= present:
        return [Looked("note", "replay", hands, "No hand was replayed yet; `handproof replay` does it.")]
    told = Told("replay", "verdicts")
    _tell_doubled(connection, told)
    _tell_of_another_hand(connection, told)
    notes = _look_for_missing(connection, told)
    stale = _stale(connection, config_rules)
    if stale is not None:
        notes.append(stale)
    good = _count(connection, "verdicts") - told.count
    says = f"{number(good, 'verdict')}, each of a hand that is there, with its session, number and game."
    return [*told.all(), *notes, Looked("agrees", "replay", good, says)]


def _count(connection: DuckDBPyConnection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


def _tell_doubled(connection: DuckDBPyConnection, told: Told) -> None:
    doubled = "SELECT hand_id, count(*) FROM verdicts GROUP BY hand_id HAVING count(*) > 1 ORDER BY 1"
    for hand_id, count in connection.execute(doubled).fetchall():
        told.differs(
            f"The hand {hand_id} has {count} verdicts in place of one.",
            hand_id=hand_id,
        )


def _tell_of_another_hand(connection: DuckDBPyConnection, told: Told) -> None:
    query = """
    SELECT DISTINCT hand_id, path, line_no FROM verdicts JOIN hands USING (hand_id)
    LEFT JOIN sources ON sources.source_id = hands.source_id
    WHERE (verdicts.session_id, verdicts.hand_no, verdicts.game) IS DISTINCT FROM
          (hands.session_id, hands.hand_no, hands.game)
    ORDER BY 1
    """
    for hand_id, path, line_no in connection.execute(query).fetchall():
        told.differs(
            f"The verdict on hand {hand_id} has another session, number or game than the hand.", path, line_no,
            hand_id=hand_id,
        )  # fmt: skip


def _look_for_missing(connection: DuckDBPyConnection, told: Told) -> list[Looked]:
    """A hand without a verdict was not replayed yet, unless other results of the replay are there."""
    results = " UNION ".join(f"SELECT hand_id FROM {table}" for table in _RESULTS)
    rows = connection.execute(
        "SELECT hand_id, path, line_no FROM hands LEFT JOIN sources USING (source_id)"
        f" WHERE hand_id IN ({results}) AND hand_id NOT IN (SELECT hand_id FROM verdicts) ORDER BY 1"
    ).fetchall()
    for hand_id, path, line_no in rows:
        told.differs(
            f"The hand {hand_id} was replayed, but its verdict is not there; `handproof replay` makes it anew.",
            path, line_no, hand_id=hand_id,
        )  # fmt: skip
    missing = connection.execute("SELECT count(*) FROM hands ANTI JOIN verdicts USING (hand_id)").fetchall()[0][0]
    new = missing - len(rows)
    if new <= 0:
        return []
    return [Looked("note", "replay", new, f"{number(new, 'hand')} not replayed yet; `handproof replay` does it.")]


def _stale(connection: DuckDBPyConnection, config_rules: RulesByGame) -> Looked | None:
    """Verdicts whose replay key is not that of the line, the rules, the table and the engine of today."""
    try:
        make_plan(connection, config_rules, ENGINE_VERSION, NO_PROGRESS)
        rows = connection.execute(
            "SELECT count(*), min(hand_id) FROM replay_work WHERE stale AND old_key IS NOT NULL AND old_key <> 'none'"
        ).fetchall()
    finally:
        drop_plan(connection)
    count, first = rows[0]
    if not count:
        return None
    return Looked(
        "note", "replay", count,
        f"{number(count, 'verdict')} (the first on hand {first}) not by the rules, table and engine of today: where the"
        " club has a config name it with --config, else `handproof replay` judges them anew.",
    )  # fmt: skip
