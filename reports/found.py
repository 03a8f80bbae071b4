"""All findings in the order in which they are told, and whom each touches: temporary tables for one connection."""

import duckdb

#: Fields of a finding, as ``findings --json`` names them, in that order.
FINDING_FIELDS = (
    "hand_id", "session_id", "hand_no", "game", "code", "severity", "rule", "action_no", "seat", "player_id",
    "expected", "actual", "message",
)  # fmt: skip
_COLUMNS = ", ".join(FINDING_FIELDS)
_ORDER = ", ".join(
    f"{column} NULLS FIRST"
    for column in ("hand_no", "hand_id", "action_no", "code", "seat", "player_id", "rule", "expected", "actual",
                   "message")
)  # fmt: skip

#: `place` counts the findings of a session from 1, in the order of pages and readers: it is the finding's name there.
_FOUND = f"""
CREATE OR REPLACE TEMP TABLE report_found AS
SELECT row_number() OVER (PARTITION BY session_id ORDER BY {_ORDER}) AS place, {_COLUMNS}
FROM (SELECT {_COLUMNS.replace("expected, actual", "expected::VARCHAR AS expected, actual::VARCHAR AS actual")}
      FROM all_findings)
"""
#: Chips by owner in `expected` or `actual`: seats of the hand, or player ids where the finding is of the whole session.
_OWNERS = """
CREATE OR REPLACE TEMP TABLE report_found_owners AS
SELECT DISTINCT session_id, place, hand_id, unnest(json_keys(value)) AS owner
FROM (SELECT session_id, place, hand_id, expected AS value FROM report_found
      UNION ALL SELECT session_id, place, hand_id, actual FROM report_found)
WHERE value LIKE '{%'
"""
#: Codes that correct seats (docs/log-format.md): these touch everybody whom the hand's corrections name.
SETTLES = "(code LIKE 'pot.%' OR code LIKE 'bank.%' OR code LIKE 'pool.%' OR code = 'shed.payout')"
_TOUCHED = f"""
CREATE OR REPLACE TEMP TABLE report_touched AS
SELECT DISTINCT player_id, session_id, place FROM (
    SELECT player_id, session_id, place FROM report_found
    UNION ALL
    SELECT p.player_id, f.session_id, f.place FROM report_found f
    JOIN hand_players p ON p.hand_id = f.hand_id AND p.seat = f.seat
    UNION ALL
    SELECT p.player_id, o.session_id, o.place FROM report_found_owners o
    JOIN hand_players p ON p.hand_id = o.hand_id AND p.seat = TRY_CAST(o.owner AS BIGINT)
    UNION ALL
    SELECT owner, session_id, place FROM report_found_owners WHERE hand_id IS NULL
    UNION ALL
    SELECT p.player_id, f.session_id, f.place FROM report_found f
    JOIN corrections c ON c.hand_id = f.hand_id AND {SETTLES}
    JOIN hand_players p ON p.hand_id = c.hand_id AND p.seat = c.seat
) WHERE player_id IS NOT NULL
"""


def gather_findings(connection: duckdb.DuckDBPyConnection) -> None:
    """Fills `report_found`, `report_found_owners` and `report_touched` from the findings of replay and checks."""
    for statement in (_FOUND, _OWNERS, _TOUCHED):
        connection.execute(statement)
