"""The counts of each source against the records that say they come from it, and records that hang in the air.

Every line of a file is counted once, as what became of it (table `sources`). A line that was repeated left no row; of
all others the rows must be there. In a text of another program a hand is many lines, and its session is none.
"""

from collections import Counter

import msgspec
from duckdb import DuckDBPyConnection

from checks.verify_lines import Spans
from checks.verify_results import Looked, Told, number
from ingest.sources import Source, read_sources

#: Tables whose rows say which file they come from.
_FROM_FILES = ("hands", "sessions", "cash", "closes", "conflicts", "rejects")
_OF_HANDS = ("hand_players", "actions", "verdicts", "findings", "corrections", "movements")
_OF_CLOSES = ("close_stacks", "close_shares")


def look_at_counts(connection: DuckDBPyConnection, spans: Spans) -> list[Looked]:
    """Look at every source, and at every record that belongs to something that is not there."""
    told = Told("counts", "sources and records")
    sources = read_sources(connection)
    rows = _rows_by_source(connection)
    good = 0
    for source in sources:
        ways = _differences(connection, source, rows.get(source.source_id, Counter()), spans)
        if ways:
            told.differs(f"The source {source.path} (number {source.source_id}): {'; '.join(ways)}.", source.path)
        good += not ways
    _tell_doubled_sources(connection, told)
    _tell_rows_of_no_source(connection, told)
    _tell_parts_of_nothing(connection, told)
    _tell_missing_sessions(connection, told)
    says = (
        f"Of {number(good, 'source')} the counts add up (lines = stored + repeated + conflicting + rejected + blank),"
        " and for all but the repeated and blank ones the rows are there."
    )
    return [*told.all(), Looked("agrees", "counts", good, says)]


def _rows_by_source(connection: DuckDBPyConnection) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = {}
    for table in _FROM_FILES:
        of_lines = "WHERE opened" if table == "sessions" else ""
        rows = connection.execute(f"SELECT source_id, count(*) FROM {table} {of_lines} GROUP BY ALL").fetchall()
        for source_id, count in rows:
            found.setdefault(source_id, Counter())[table] = count
    return found


def _differences(connection: DuckDBPyConnection, source: Source, rows: Counter[str], spans: Spans) -> list[str]:
    parts = source.stored + source.repeated + source.conflicting + source.rejected + source.blank
    ways = [] if source.lines == parts else [f"{source.lines} lines are counted, but {parts} accounted for"]
    hand_lines = spans.lines[source.source_id]
    stored = hand_lines + rows["sessions"] + rows["cash"] + rows["closes"]
    as_records = _compared(source, stored, rows["conflicts"], rows["rejects"])
    if not as_records and source.source_id not in spans.texts:
        return ways
    as_text = _compared(source, *_lines_of_text(connection, source.source_id, hand_lines))
    is_text = source.source_id in spans.texts or (source.stored == 0 and not as_text)
    return ways + (as_text if is_text else as_records)


def _compared(source: Source, stored: int, conflicting: int, rejected: int | None) -> list[str]:
    """`rejected` is None where nobody can say how many lines the rejects are: one was too long to be kept whole."""
    counts = (
        ("stored", source.stored, stored),
        ("conflicting", source.conflicting, conflicting),
        ("rejected", source.rejected, source.rejected if rejected is None else rejected),
    )
    return [f"{said} lines {name}, but rows of {found} are there" for name, said, found in counts if said != found]


class _Lines(msgspec.Struct):
    lines: list[str] = msgspec.field(name="_source", default_factory=list)


def _lines_of_text(connection: DuckDBPyConnection, source_id: int, stored: int) -> tuple[int, int, int | None]:
    """Of how many lines of a text the hands, conflicts and rejects are."""
    kept = connection.execute("SELECT raw FROM conflicts WHERE kind = 'hand' AND source_id = $1", [source_id])
    conflicting = sum(len(msgspec.json.decode(raw, type=_Lines).lines) for (raw,) in kept.fetchall())
    rejected: int | None = 0
    for raw, length in connection.execute(
        "SELECT raw, length FROM rejects WHERE source_id = $1", [source_id]
    ).fetchall():
        whole = len(raw) + 1 == length  # the length is that of the lines with their ends
        rejected = rejected + raw.count(b"\n") + 1 if whole and rejected is not None else None
    return stored, conflicting, rejected


def _tell_doubled_sources(connection: DuckDBPyConnection, told: Told) -> None:
    doubled = "SELECT source_id, count(*), min(path) FROM sources GROUP BY source_id HAVING count(*) > 1 ORDER BY 1"
    for source_id, count, path in connection.execute(doubled).fetchall():
        told.differs(f"The source {path} (number {source_id}) stands {count} times in sources.", path)


def _tell_rows_of_no_source(connection: DuckDBPyConnection, told: Told) -> None:
    lost = " UNION ALL ".join(
        f"SELECT source_id, '{table}' AS name FROM {table} ANTI JOIN sources USING (source_id)"
        + (" WHERE opened" if table == "sessions" else "")
        for table in _FROM_FILES
    )
    query = (
        f"SELECT source_id, count(*), string_agg(DISTINCT name, ', ' ORDER BY name) FROM ({lost})"
        " GROUP BY source_id ORDER BY 1"
    )
    for source_id, count, tables in connection.execute(query).fetchall():
        told.differs(
            f"{number(count, 'row')} ({tables}) of the source number {source_id}, but no such source is in sources."
        )


def _tell_parts_of_nothing(connection: DuckDBPyConnection, told: Told) -> None:
    """Rows of a hand or close record that is not there: it was taken away, or they were put in."""
    present = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    for table, key, parts in (("hands", "hand_id", _OF_HANDS), ("closes", "line_key", _OF_CLOSES)):
        lost = " UNION ALL ".join(
            f"SELECT {key} AS key, '{part}' AS name FROM {part} ANTI JOIN {table} USING ({key})"
            for part in parts
            if part in present
        )
        query = f"SELECT key, string_agg(DISTINCT name, ', ' ORDER BY name) FROM ({lost}) GROUP BY key ORDER BY 1"
        for value, tables in connection.execute(query).fetchall():
            what = f"hand {value}" if table == "hands" else "close record"
            told.differs(
                f"A {what} is not in {table}, but rows of it are in {tables}.",
                hand_id=value if table == "hands" else None,
            )


def _tell_missing_sessions(connection: DuckDBPyConnection, told: Told) -> None:
    """Every session that a record names has a row, and a session without a record of its own is named by another."""
    named = " UNION ".join(f"SELECT session_id FROM {table}" for table in ("hands", "cash", "closes"))
    for (session_id,) in connection.execute(
        f"SELECT session_id FROM ({named}) ANTI JOIN sessions USING (session_id) ORDER BY 1"
    ).fetchall():
        told.differs(
            f"The session {session_id} is not in sessions, but records name it.", session_id=session_id
        )  # fmt: skip
    query = (
        f"SELECT session_id FROM sessions ANTI JOIN ({named} UNION SELECT session_id FROM conflicts) USING (session_id)"
        " WHERE NOT opened ORDER BY 1"
    )
    for (session_id,) in connection.execute(query).fetchall():
        told.differs(f"The session {session_id} is in sessions, but no record names it.", session_id=session_id)
