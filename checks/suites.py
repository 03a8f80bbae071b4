"""What each stage's tables must be, whatever the logs say: where a check fails, the program is wrong, not the club.

`ingested` looks at what the logs became, `replayed` at what the engine said of it and at the chips of its ledger,
`reported` at the totals of the reports against that ledger. The rules of the games are not told again here.
"""

from collections.abc import Mapping

from checks.expectations import Check, among, between, columns, no_rows, refers, unique
from checks.ledger_checks import LEDGER_CHECKS, REPORT_CHECKS
from ingest.house_rules import RULES_BY_GAME
from ingest.records import LARGEST_CHIPS
from replay.findings import CODES
from replay.worker import FRAME_TYPES

GAMES = tuple(RULES_BY_GAME)
VERDICTS = ("verified", "discrepant", "incomplete")
SEVERITIES = ("error", "warning")

INGESTED: tuple[Check, ...] = (
    columns("hands", ("hand_id", "session_id", "hand_no", "game", "dealer_seat", "line_sha256", "raw")),
    columns("hand_players", ("hand_id", "seat", "player_id", "name", "stack", "end_stack")),
    columns("actions", ("hand_id", "action_no", "action", "seat", "amount", "at_us")),
    columns("sessions", ("session_id", "opened", "rules", "started_at")),
    unique("hands", "hand_id"),
    unique("sessions", "session_id"),
    among("hands", "game", GAMES),
    between("hands", "hand_no", 0),
    between("hand_players", "seat", 1),
    between("hand_players", "stack", -LARGEST_CHIPS, LARGEST_CHIPS),
    between("actions", "amount", 0, LARGEST_CHIPS),
    between("cash", "amount", -LARGEST_CHIPS, LARGEST_CHIPS, key="session_id"),
    refers("hands", "session_id", "sessions"),
    refers("hands", "source_id", "sources"),
    refers("close_stacks", "line_key", "closes"),
    refers("close_shares", "line_key", "closes"),
    no_rows(
        "players_counted",
        "hands",
        "Every hand has as many players as its line.",
        """
        SELECT batch.hand_id, batch.players, coalesce(sitting.counted, 0) AS counted
        FROM batch
        LEFT JOIN (SELECT hand_id, count(*) AS counted FROM hand_players GROUP BY hand_id) AS sitting
          ON sitting.hand_id = batch.hand_id
        WHERE batch.players <> coalesce(sitting.counted, 0)
        """,
    ),
    no_rows(
        "players_seated_once",
        "hand_players",
        "Every player of a hand has a seat of his own.",
        "SELECT hand_id, seat FROM batch GROUP BY hand_id, seat HAVING count(*) > 1",
    ),
    no_rows(
        "actions_counted",
        "hands",
        "Every hand has as many actions as its line, numbered 1, 2, 3 ...",
        """
        SELECT batch.hand_id, batch.actions, coalesce(acted.counted, 0) AS counted
        FROM batch
        LEFT JOIN (SELECT hand_id, count(*) AS counted, min(action_no) AS first_no, max(action_no) AS last_no
                   FROM actions GROUP BY hand_id) AS acted
          ON acted.hand_id = batch.hand_id
        WHERE batch.actions <> coalesce(acted.counted, 0) OR first_no <> 1 OR last_no <> counted
        """,
    ),
    no_rows(
        "dealer_sits",
        "hands",
        "At the dealer's seat of every hand somebody sits.",
        """
        SELECT hand_id, dealer_seat FROM batch
        WHERE NOT EXISTS (SELECT 1 FROM hand_players AS sitting
                          WHERE sitting.hand_id = batch.hand_id AND sitting.seat = batch.dealer_seat)
        """,
    ),
    refers("hand_players", "hand_id", "hands"),
    refers("actions", "hand_id", "hands"),
    no_rows(
        "lines_add_up",
        "sources",
        "Of every source, lines = stored + repeated + conflicting + rejected + blank.",
        """
        SELECT source_id, lines FROM batch
        WHERE lines <> stored + repeated + conflicting + rejected + blank
        """,
    ),
    no_rows(
        "hands_in_order_once",
        "hands",
        "Every hand has one place in the order of its session.",
        """
        SELECT batch.hand_id, count(records.hand_id) AS places
        FROM batch
        LEFT JOIN session_records AS records
          ON records.hand_id = batch.hand_id AND records.session_id = batch.session_id
        GROUP BY batch.hand_id
        HAVING count(records.hand_id) <> 1
        """,
    ),
)

_SEATED = """
SELECT batch.hand_id, batch.seat, batch.player_id, sitting.player_id AS sitting_player_id
FROM batch
LEFT JOIN hand_players AS sitting ON sitting.hand_id = batch.hand_id AND sitting.seat = batch.seat
WHERE batch.player_id IS DISTINCT FROM sitting.player_id
"""

REPLAYED: tuple[Check, ...] = (
    *(columns(table, tuple(types)) for table, types in FRAME_TYPES.items()),
    unique("verdicts", "hand_id"),
    among("verdicts", "verdict", VERDICTS),
    among("findings", "code", tuple(CODES)),
    among("findings", "severity", SEVERITIES),
    among("continuity_findings", "code", tuple(CODES), key="session_id"),
    between("movements", "chips", 0),
    refers("verdicts", "hand_id", "hands"),
    refers("findings", "hand_id", "verdicts"),
    refers("corrections", "hand_id", "verdicts"),
    refers("movements", "hand_id", "verdicts"),
    refers("continuity_findings", "hand_id", "hands"),
    no_rows(
        "every_hand_judged",
        "hands",
        "Every hand has a verdict.",
        """
        SELECT hand_id FROM batch
        WHERE NOT EXISTS (SELECT 1 FROM verdicts WHERE verdicts.hand_id = batch.hand_id)
        """,
    ),
    no_rows(
        "no_engine_fault",
        "findings",
        "The engine failed on no hand.",
        "SELECT hand_id, message FROM batch WHERE code = 'engine.fault'",
        severity="warning",
    ),
    no_rows(
        "verdict_follows_findings",
        "verdicts",
        "A hand is discrepant if and only if it has an error that is not a fault of the engine.",
        """
        SELECT hand_id, verdict FROM batch
        WHERE (verdict = 'discrepant')
           <> (hand_id IN (SELECT hand_id FROM findings WHERE severity = 'error' AND code <> 'engine.fault'))
        """,
    ),
    no_rows(
        "incomplete_says_why",
        "verdicts",
        "An incomplete hand says what could not be checked; of a verified one all could.",
        """
        SELECT hand_id, verdict, incomplete_because FROM batch
        WHERE (verdict = 'incomplete' AND incomplete_because IS NULL)
           OR (verdict = 'verified' AND incomplete_because IS NOT NULL)
        """,
    ),
    no_rows("findings_seated", "findings", "The player of a finding is who sits on its seat.", _SEATED),
    no_rows("corrections_seated", "corrections", "The player of a correction is who sits on its seat.", _SEATED),
    no_rows(
        "corrections_once",
        "corrections",
        "A seat has one correction a hand, and not of 0.",
        "SELECT hand_id, seat FROM batch GROUP BY hand_id, seat HAVING count(*) > 1 OR bool_or(amount = 0)",
    ),
    *LEDGER_CHECKS,
)

REPORTED: tuple[Check, ...] = (
    unique("report_players", "player_id"),
    unique("report_sessions", "session_id"),
    among("report_sessions", "verdict", VERDICTS, key="session_id"),
    *REPORT_CHECKS,
)

#: Every suite by its name, in the order of the stages.
SUITES: Mapping[str, tuple[Check, ...]] = {"ingested": INGESTED, "replayed": REPLAYED, "reported": REPORTED}
#: The suites of what lies below the reports; `reported` runs when these have been written.
BEFORE_REPORTS = ("ingested", "replayed")
