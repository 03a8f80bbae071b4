"""The checks on chips: `movements` is a ledger in double entry, and what the reports say are sums over it (C1)."""

from checks.expectations import Check, no_rows

_ACCOUNTS = "house|pot|bank|seat:[0-9]+|pool:([2-9TJQKA]|pok|sequence)"


def _net(accounts: str) -> str:
    """SQL: what came to an account in a hand less what went, for the accounts that the condition names."""
    return f"""
        SELECT hand_id, account, sum(chips)::BIGINT AS net
        FROM (SELECT hand_id, to_account AS account, chips FROM movements
              UNION ALL SELECT hand_id, from_account, -chips FROM movements)
        WHERE {accounts}
        GROUP BY hand_id, account
    """


def _lying(table: str) -> str:
    """SQL: the chips in pot, bank and circles of a table as JSON."""
    return f"""
        coalesce(({table} -> '$.pot')::BIGINT, 0) + coalesce(({table} -> '$.bank')::BIGINT, 0)
        + coalesce(list_sum(map_values(({table} -> '$.pools')::MAP(VARCHAR, BIGINT))), 0)
    """


_SEATS = _net("account LIKE 'seat:%'")
_TABLE = _net("account = 'pot' OR account = 'bank' OR account LIKE 'pool:%'")
_HOUSE = _net("account = 'house'")

LEDGER_CHECKS: tuple[Check, ...] = (
    no_rows(
        "movements_numbered",
        "movements",
        "The movements of a hand are numbered 1, 2, 3 ...",
        """
        SELECT hand_id, count(*) AS movements, max(movement_no) AS last_no
        FROM batch
        GROUP BY hand_id
        HAVING min(movement_no) <> 1 OR max(movement_no) <> count(*)
            OR sum(movement_no) * 2 <> count(*) * (count(*) + 1)
        """,
    ),
    no_rows(
        "accounts_known",
        "movements",
        "Chips move between seats, pot, bank, circles and house, and nowhere else.",
        f"""
        SELECT hand_id, movement_no, from_account, to_account FROM batch
        WHERE NOT (regexp_full_match(from_account, '{_ACCOUNTS}') AND regexp_full_match(to_account, '{_ACCOUNTS}'))
        """,
    ),
    no_rows(
        "stacks_conserved",
        "verdicts",
        "In a verified hand every end stack is the stack before and what moved.",
        f"""
        SELECT sitting.hand_id, sitting.seat, sitting.stack, coalesce(moved.net, 0) AS net, sitting.end_stack
        FROM batch
        JOIN hand_players AS sitting ON sitting.hand_id = batch.hand_id
        LEFT JOIN ({_SEATS}) AS moved
          ON moved.hand_id = sitting.hand_id AND moved.account = 'seat:' || sitting.seat
        WHERE batch.verdict = 'verified' AND sitting.stack + coalesce(moved.net, 0) <> sitting.end_stack
        """,
    ),
    no_rows(
        "tables_conserved",
        "verdicts",
        "In a verified hand pot, bank and circles are together what lay there before and what moved.",
        f"""
        SELECT * FROM (
            SELECT batch.hand_id, {_lying("batch.table_before")} AS chips_before, coalesce(moved.net, 0) AS net,
                   {_lying("batch.table_after")} AS chips_after
            FROM batch
            LEFT JOIN (SELECT hand_id, sum(net)::BIGINT AS net FROM ({_TABLE}) GROUP BY hand_id) AS moved
              ON moved.hand_id = batch.hand_id
            WHERE batch.verdict = 'verified'
        )
        WHERE chips_before + net <> chips_after
        """,
    ),
)

REPORT_CHECKS: tuple[Check, ...] = (
    no_rows(
        "results_are_ledger",
        "report_results",
        "What a player won or lost in a game of a session is the sum over his movements.",
        f"""
        SELECT coalesce(batch.player_id, ledger.player_id) AS player_id,
               coalesce(batch.session_id, ledger.session_id) AS session_id, coalesce(batch.game, ledger.game) AS game,
               batch.net, ledger.net AS ledger_net
        FROM batch
        FULL JOIN (
            SELECT sitting.player_id, hands.session_id, hands.game, sum(moved.net)::BIGINT AS net
            FROM hand_players AS sitting
            JOIN hands ON hands.hand_id = sitting.hand_id
            JOIN ({_SEATS}) AS moved ON moved.hand_id = sitting.hand_id AND moved.account = 'seat:' || sitting.seat
            GROUP BY ALL
        ) AS ledger
          ON ledger.player_id = batch.player_id AND ledger.session_id = batch.session_id AND ledger.game = batch.game
        WHERE coalesce(batch.net, 0) <> coalesce(ledger.net, 0)
        """,
    ),
    no_rows(
        "players_are_results",
        "report_players",
        "What a player won or lost in all is the sum over his games and sessions.",
        """
        SELECT batch.player_id, batch.net, coalesce(summed.net, 0) AS summed
        FROM batch
        LEFT JOIN (SELECT player_id, sum(net)::BIGINT AS net FROM report_results GROUP BY player_id) AS summed
          ON summed.player_id = batch.player_id
        WHERE batch.net <> coalesce(summed.net, 0) OR batch.net <> batch.poker_net + batch.stitch_net + batch.pok_net
        """,
    ),
    no_rows(
        "players_are_all",
        "report_players",
        "Every player who was dealt in is in the report.",
        "SELECT DISTINCT player_id FROM hand_players WHERE player_id NOT IN (SELECT player_id FROM batch)",
    ),
    no_rows(
        "players_owed",
        "report_players",
        "What a player is owed is the sum over his corrections.",
        """
        SELECT batch.player_id, batch.owed, coalesce(summed.amount, 0) AS summed
        FROM batch
        LEFT JOIN (SELECT player_id, sum(amount)::BIGINT AS amount FROM corrections GROUP BY player_id) AS summed
          ON summed.player_id = batch.player_id
        WHERE batch.owed <> coalesce(summed.amount, 0)
        """,
    ),
    no_rows(
        "sessions_are_verdicts",
        "report_sessions",
        "Verdict and counts of a session are those of the checks.",
        """
        SELECT coalesce(batch.session_id, judged.session_id) AS session_id
        FROM batch
        FULL JOIN session_verdicts AS judged ON judged.session_id = batch.session_id
        WHERE (batch.verdict, batch.hands, batch.verified, batch.discrepant, batch.incomplete)
              IS DISTINCT FROM (judged.verdict, judged.hands, judged.verified, judged.discrepant, judged.incomplete)
        """,
    ),
    no_rows(
        "sessions_rake",
        "report_sessions",
        "The rake of a session is what its movements brought to the house.",
        f"""
        SELECT batch.session_id, batch.rake, coalesce(summed.net, 0) AS summed
        FROM batch
        LEFT JOIN (SELECT hands.session_id, sum(moved.net)::BIGINT AS net
                   FROM hands JOIN ({_HOUSE}) AS moved ON moved.hand_id = hands.hand_id
                   GROUP BY hands.session_id) AS summed
          ON summed.session_id = batch.session_id
        WHERE batch.rake <> coalesce(summed.net, 0)
        """,
    ),
)
