"""What other house rules would change, as rows: verdicts, findings and corrections under both, compared in SQL.

Works in the connection of `reports.what_if.other_rules`. Rows come a slice of hands at a time, so that a million
changed hands need no more memory than a few. Their keys are the fields of ``what-if --json`` in their order.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import duckdb

from ingest.house_rules import RulesByGame
from reports.found import FINDING_FIELDS
from reports.values import plain_value
from reports.what_if import CLUB, Choice

Row = dict[str, Any]
#: Changed hands whose findings and corrections are in memory at once.
_SLICE_HANDS = 10_000
_FINDING = tuple(field for field in FINDING_FIELDS if field not in ("session_id", "hand_id", "hand_no", "game"))
_SAME = ", ".join(field for field in FINDING_FIELDS if field != "message")
#: A finding's fields as both stores have them; the values as text, in which they are compared.
_FOUND = ", ".join(
    f"{field}::VARCHAR AS {field}" if field in ("expected", "actual") else field for field in FINDING_FIELDS
)
_TABLES = (
    f"""
    CREATE TEMP TABLE what_if_seats AS
    SELECT hand_id, seat, max(player_id) AS player_id, sum(amount)::BIGINT AS amount,
           sum(what_if)::BIGINT AS what_if_amount
    FROM (SELECT hand_id, seat, player_id, amount, 0 AS what_if FROM {CLUB}.corrections
          UNION ALL SELECT hand_id, seat, player_id, 0, amount FROM corrections)
    WHERE hand_id IN (SELECT hand_id FROM what_if_wanted)
    GROUP BY hand_id, seat
    """,
    f"""
    CREATE TEMP TABLE what_if_findings AS
    SELECT {_SAME}, sum(sign)::BIGINT AS times,
           CASE WHEN sum(sign) > 0 THEN min(message) FILTER (sign = 1) ELSE min(message) FILTER (sign = -1) END
               AS message
    FROM (SELECT {_FOUND}, -1 AS sign FROM {CLUB}.all_findings UNION ALL SELECT {_FOUND}, 1 FROM all_findings)
    WHERE hand_id IN (SELECT hand_id FROM what_if_wanted)
       OR (hand_id IS NULL AND $whole_sessions AND session_id IN (SELECT session_id FROM what_if_wanted))
    GROUP BY {_SAME}
    HAVING sum(sign) <> 0
    """,
    f"""
    CREATE TEMP TABLE what_if_verdicts AS
    SELECT wanted.session_id, wanted.hand_id, wanted.hand_no, wanted.game, old.verdict,
           new.verdict AS what_if_verdict, old.incomplete_because, new.incomplete_because AS what_if_incomplete_because
    FROM what_if_wanted AS wanted
    JOIN {CLUB}.final_verdicts AS old ON old.hand_id = wanted.hand_id
    JOIN final_verdicts AS new ON new.hand_id = wanted.hand_id
    """,
    f"""
    INSERT INTO what_if_verdicts
    SELECT old.session_id, NULL, NULL, NULL, old.verdict, new.verdict, NULL, NULL
    FROM {CLUB}.session_verdicts AS old JOIN session_verdicts AS new ON new.session_id = old.session_id
    WHERE $whole_sessions AND old.session_id IN (SELECT session_id FROM what_if_wanted)
    """,
    """
    CREATE TEMP TABLE what_if_changed AS
    SELECT *, row_number() OVER (ORDER BY session_id, hand_no NULLS FIRST, hand_id) - 1 AS ordinal
    FROM what_if_verdicts
    WHERE verdict <> what_if_verdict OR incomplete_because IS DISTINCT FROM what_if_incomplete_because
       OR hand_id IN (SELECT hand_id FROM what_if_seats WHERE amount <> what_if_amount)
       OR hand_id IN (SELECT hand_id FROM what_if_findings WHERE hand_id IS NOT NULL)
       OR (hand_id IS NULL AND session_id IN (SELECT session_id FROM what_if_findings WHERE hand_id IS NULL))
    ORDER BY ordinal
    """,
    """
    CREATE TEMP TABLE what_if_changed_seats AS
    SELECT changed.ordinal, seats.seat, seats.player_id, seats.amount, seats.what_if_amount
    FROM what_if_seats AS seats JOIN what_if_changed AS changed ON changed.hand_id = seats.hand_id
    WHERE seats.amount <> seats.what_if_amount
    ORDER BY changed.ordinal, seats.seat
    """,
    f"""
    CREATE TEMP TABLE what_if_changed_findings AS
    SELECT changed.ordinal, findings.times, {", ".join(f"findings.{field}" for field in _FINDING)}
    FROM what_if_findings AS findings JOIN what_if_changed AS changed
      ON changed.session_id = findings.session_id AND changed.hand_id IS NOT DISTINCT FROM findings.hand_id
    ORDER BY changed.ordinal, {", ".join(f"findings.{field} NULLS FIRST" for field in _FINDING)}
    """,
)
_TOTAL = """
SELECT count(*) FILTER (hand_id IS NOT NULL) AS hands,
       count(*) FILTER (game IN (SELECT unnest($games))) AS hands_of_games,
       (SELECT count(*) FROM what_if_changed WHERE hand_id IS NOT NULL) AS changed,
       (SELECT count(DISTINCT hand_id) FROM what_if_seats WHERE amount <> what_if_amount) AS results_changed,
       count(*) FILTER (hand_id IS NOT NULL AND verdict <> what_if_verdict) AS verdicts_changed,
       count(*) FILTER (hand_id IS NOT NULL AND verdict = 'discrepant') AS wrong,
       count(*) FILTER (hand_id IS NOT NULL AND what_if_verdict = 'discrepant') AS what_if_wrong,
       count(incomplete_because) AS not_provable,
       count(what_if_incomplete_because) AS what_if_not_provable,
       count(*) FILTER (incomplete_because IS DISTINCT FROM what_if_incomplete_because) AS provable_changed,
       (SELECT coalesce(sum(greatest(gained, lost)), 0)::BIGINT FROM (
            SELECT sum(greatest(what_if_amount - amount, 0)) AS gained,
                   sum(greatest(amount - what_if_amount, 0)) AS lost
            FROM what_if_seats GROUP BY hand_id)) AS chips_moved
FROM what_if_verdicts
"""
_PLAYERS = """
SELECT seats.player_id, any_value(names.name) AS name,
       count(*) FILTER (amount <> what_if_amount) AS hands,
       sum(amount)::BIGINT AS owed, sum(what_if_amount)::BIGINT AS what_if_owed,
       sum(what_if_amount - amount)::BIGINT AS change
FROM what_if_seats AS seats
LEFT JOIN (SELECT players.player_id, arg_max(players.name, (hands.session_id, hands.hand_no, hands.hand_id)) AS name
           FROM hand_players AS players JOIN hands ON hands.hand_id = players.hand_id
           WHERE players.name IS NOT NULL
             AND players.player_id IN (SELECT player_id FROM what_if_seats WHERE amount <> what_if_amount)
           GROUP BY players.player_id) AS names ON names.player_id = seats.player_id
GROUP BY seats.player_id HAVING count(*) FILTER (amount <> what_if_amount) > 0 ORDER BY seats.player_id NULLS LAST
"""


def compare(connection: duckdb.DuckDBPyConnection, choice: Choice) -> None:
    """Work out, once, what has changed; the other functions tell it."""
    for statement in _TABLES:
        values = {"whole_sessions": choice.hand_id is None} if "$whole_sessions" in statement else {}
        connection.execute(statement, values)


def total_row(connection: duckdb.DuckDBPyConnection, changed: RulesByGame) -> Row:
    """The sums: hands looked at, changed, wrong and not provable under both rules, chips that would go elsewhere."""
    result = connection.execute(_TOTAL, {"games": sorted(changed)})
    names = [column[0] for column in result.description or ()]
    return {"row": "total", "rules": changed, **dict(zip(names, result.fetchall()[0], strict=True))}


def player_rows(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    """One row a player whose result would change, by player id: what he is owed under both, and the difference.

    The last row, with no player id, is that of seats at which the log seats nobody.
    """
    result = connection.execute(_PLAYERS)
    names = [column[0] for column in result.description or ()]
    for values in result.fetchall():
        yield {"row": "player", **dict(zip(names, values, strict=True))}


def changed_rows(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    """One row a hand that would change, by session, hand number and hand; before them, the session's own row."""
    count = connection.execute("SELECT count(*) FROM what_if_changed").fetchall()[0][0]
    for first in range(0, count, _SLICE_HANDS):
        yield from _slice(connection, {"first": first, "last": first + _SLICE_HANDS - 1})


def _slice(connection: duckdb.DuckDBPyConnection, bounds: dict[str, int]) -> Iterator[Row]:
    def read(table: str, order: str) -> list[tuple[Any, ...]]:
        query = f"SELECT {order} FROM {table} WHERE ordinal BETWEEN $first AND $last"
        return connection.execute(f"{query} ORDER BY {order}", bounds).fetchall()

    seats = _by_hand(read("what_if_changed_seats", "ordinal, seat, player_id, amount, what_if_amount"))
    findings = _by_hand(read("what_if_changed_findings", f"ordinal, times, {', '.join(_FINDING)}"))
    hands = read(
        "what_if_changed",
        "ordinal, session_id, hand_id, hand_no, game, verdict, what_if_verdict, incomplete_because, "
        "what_if_incomplete_because",
    )
    for ordinal, session_id, hand_id, hand_no, game, verdict, new_verdict, because, new_because in hands:
        yield {
            "row": "session" if hand_id is None else "hand",
            "hand_id": hand_id,
            "session_id": session_id,
            "hand_no": hand_no,
            "game": game,
            "verdict": verdict,
            "what_if_verdict": new_verdict,
            "incomplete_because": because,
            "what_if_incomplete_because": new_because,
            "corrections": [_seat_row(*values) for values in seats.get(ordinal, [])],
            "new_findings": _finding_rows(findings.get(ordinal, []), 1),
            "vanished_findings": _finding_rows(findings.get(ordinal, []), -1),
        }


def _by_hand(rows: list[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    return {ordinal: [row[1:] for row in group] for ordinal, group in groupby(rows, key=lambda row: row[0])}


def _seat_row(seat: int, player_id: str | None, amount: int, what_if_amount: int) -> Row:
    return {
        "seat": seat,
        "player_id": player_id,
        "amount": amount,
        "what_if_amount": what_if_amount,
        "change": what_if_amount - amount,
    }


def _finding_rows(findings: list[tuple[Any, ...]], sign: int) -> list[Row]:
    """The findings that are new (`sign` 1) or gone (-1), as often as they are."""
    rows = []
    for times, *values in findings:
        row = dict(zip(_FINDING, values, strict=True))
        row["expected"], row["actual"] = plain_value(row["expected"]), plain_value(row["actual"])
        rows += [row] * max(times * sign, 0)
    return sorted(rows, key=lambda row: (row["action_no"] or 0, row["code"], row["seat"] or 0, row["message"]))
