"""The lines in the store against their digests, and every row that was made of a line against that line read again.

The rows are made anew (`checks.verify_lines`) a batch of lines at a time, and compared as whole columns; only where
these differ are they looked at one by one. The rows of a batch mostly stand together in their tables, so that each
batch reads a small part of them; where somebody has moved some, it reads more.
"""

import json
from collections import Counter, defaultdict
from typing import Any, NamedTuple

import pyarrow as pa
from duckdb import DuckDBPyConnection

from checks.verify_lines import HANDS, KINDS, Kind, Spans, make_rows, named_by
from checks.verify_results import Looked, Told, number
from ingest.config import MEBIBYTE
from ingest.frames import Rows, column_names, handed_over
from ingest.progress import Progress

#: A batch ends after so many lines, or so many bytes of them.
BATCH_LINES = 5_000
BATCH_BYTES = 8 * MEBIBYTE
_JSON = ("opening", "closing", "rules")
_SHOWN_LETTERS = 60
_Row = dict[str, Any]


def look_at_rows(connection: DuckDBPyConnection, progress: Progress) -> tuple[list[Looked], Spans]:
    """Look at all of `KINDS`; gives also back of how many lines the hands are, for the counts."""
    results: list[Looked] = []
    spans = Spans()
    for kind in KINDS:
        results += _Look(connection, kind, spans).results(progress)
    return [*results, *_look_at_conflicts(connection)], spans


def _look_at_conflicts(connection: DuckDBPyConnection) -> list[Looked]:
    """A conflict names what its line names."""
    told, seen = Told("rows", "conflicts"), 0
    rows = connection.execute(
        "SELECT kind, id, conflicts.session_id, raw, path, line_no FROM conflicts LEFT JOIN sources USING (source_id)"
        " ORDER BY path, line_no"
    )
    while batch := rows.fetchmany(BATCH_LINES):
        seen += len(batch)
        for kind, record_id, session_id, raw, path, line_no in batch:
            if named_by(raw) != (kind, record_id, session_id):
                what = f"The conflict ({path}, line {line_no}): its kind, id and session are not those of its line."
                told.differs(what, path, line_no)
    good = seen - told.count
    return [*told.all(), Looked("agrees", "rows", good, f"{number(good, 'conflict')}, each named as its line says.")]


class _Batch(NamedTuple):
    """The first and last row of a batch, and of its parts in their tables."""

    first: int
    last: int
    parts: dict[str, tuple[int, int]]


class _Look:
    """One kind of lines, looked at."""

    def __init__(self, connection: DuckDBPyConnection, kind: Kind, spans: Spans) -> None:
        self._connection, self._kind, self._spans = connection, kind, spans
        self._lines = Told("line", f"lines of {kind.table}")
        self._rows = Told("rows", f"{kind.word}s")
        self._good_lines = self._good_rows = 0
        self._paths = dict(connection.execute("SELECT source_id, path FROM sources").fetchall())
        self._doubled, self._counted = self._tell_doubled(), set[str]()

    def results(self, progress: Progress) -> list[Looked]:
        """Look at every batch, and say what came of it."""
        kind, batches = self._kind, self._batches()
        progress.start(f"verify {kind.table}", len(batches))
        for batch in batches:
            self._look_at(batch)
            progress.advance(1)
        progress.finish()
        found = [*self._lines.all(), *self._rows.all()]
        if kind is HANDS:
            of = f"Of {number(self._good_lines, 'hand')} the line has the SHA-256 with which it was read."
            found.append(Looked("agrees", "line", self._good_lines, of))
        tables = ", ".join([kind.table, *kind.parts])
        of = f"Of {number(self._good_rows, kind.word)} the rows ({tables}) are what the line says."
        return [*found, Looked("agrees", "rows", self._good_rows, of)]

    def _tell_doubled(self) -> set[str]:
        """Lines that stand twice; nothing else is said of them."""
        kind = self._kind
        rows = self._connection.execute(
            f"SELECT {kind.key}, count(*), min(source_id), min(line_no) FROM {kind.table} GROUP BY {kind.key}"
            " HAVING count(*) > 1 ORDER BY 1"
        ).fetchall()
        for key, count, source_id, line_no in rows:
            self._tell(self._rows, key, source_id, line_no, f"stands {count} times in {kind.table}")
        return {row[0] for row in rows}

    def _tell(self, told: Told, key: str, source_id: int | None, line_no: int | None, what: str) -> None:
        kind = self._kind
        path = None if source_id is None else self._paths.get(source_id, f"source {source_id}")
        name = kind.word if kind.key == "line_key" else f"{kind.word} {key}"
        where = "" if path is None else f" ({path}, line {line_no})"
        told.differs(
            f"The {name}{where}: {what}.", path, line_no,
            session_id=key if kind.key == "session_id" else None, hand_id=key if kind is HANDS else None,
        )  # fmt: skip

    def _batches(self) -> list[_Batch]:
        kind = self._kind
        self._connection.execute(
            "CREATE OR REPLACE TEMP TABLE verify_batches AS"
            f" SELECT key, place, sum(bytes) OVER (ORDER BY place) // {BATCH_BYTES} AS by_bytes,"
            f" place // {BATCH_LINES} AS by_lines"
            f" FROM (SELECT {kind.key} AS key, rowid AS place, strlen(coalesce(raw, '')) AS bytes FROM {kind.table})"
        )
        ranges: dict[str, dict[tuple[int, int], tuple[int, int]]] = {}
        for part in kind.parts:
            rows = self._connection.execute(
                f"SELECT by_bytes, by_lines, min(part.rowid), max(part.rowid) FROM {part} AS part"
                f" JOIN verify_batches ON key = part.{kind.key} GROUP BY ALL"
            ).fetchall()
            ranges[part] = {(row[0], row[1]): (row[2], row[3]) for row in rows}
        batches = self._connection.execute(
            "SELECT by_bytes, by_lines, min(place), max(place) FROM verify_batches GROUP BY ALL ORDER BY 3"
        ).fetchall()
        self._connection.execute("DROP TABLE verify_batches")
        return [
            _Batch(first, last, {part: ranges[part].get((by_bytes, by_lines), (0, -1)) for part in kind.parts})
            for by_bytes, by_lines, first, last in batches
        ]

    def _look_at(self, batch: _Batch) -> None:
        kind, made = self._kind, Rows()
        stored = self._select(kind.table, kind.table, "rowid BETWEEN $1 AND $2", [batch.first, batch.last], "rowid")
        rows = {row[kind.key]: row for row in stored.to_pylist()}
        left_out = self._doubled & rows.keys()
        for key, row in rows.items():
            if key in left_out:
                self._count_doubled(key, row)
                continue
            reason = make_rows(kind, row, made, self._spans)
            if reason is not None:
                self._tell(self._lines, key, row["source_id"], row["line_no"], reason)
                left_out.add(key)
        self._good_lines += len(rows) - len(left_out)
        different: dict[str, list[str]] = defaultdict(list)
        self._compare(kind.table, stored, made, left_out, different)
        for part, (first, last) in batch.parts.items():
            self._compare(part, self._parts(part, list(rows), first, last), made, left_out, different)
        for key, ways in different.items():
            # A line that names another key than its row has no row of its own here.
            row = rows.get(key, {})
            self._tell(self._rows, key, row.get("source_id"), row.get("line_no"), "; ".join(ways))
        self._good_rows += len(rows) - len(left_out) - len(different.keys() & rows.keys())

    def _count_doubled(self, key: str, row: _Row) -> None:
        """However often a line stands here, in its file it stood once."""
        if key not in self._counted:
            make_rows(self._kind, row, Rows(), self._spans)
            self._counted.add(key)

    def _parts(self, part: str, keys: list[str], first: int, last: int) -> pa.Table:
        """The rows of a table of parts in the order of their lines."""
        places = pa.table({"batch_key": pa.array(keys, pa.string()), "batch_place": pa.array(range(len(keys)))})
        with handed_over(self._connection, places) as batch:
            source = f"{part} AS part JOIN {batch} ON batch_key = part.{self._kind.key}"
            return self._select(
                part, source, "part.rowid BETWEEN $1 AND $2", [first, last], "batch_place, part.rowid"
            )  # fmt: skip

    def _select(self, table: str, source: str, condition: str, values: list[int], order: str) -> pa.Table:
        columns = ", ".join(
            f'"{name}"::VARCHAR AS "{name}"' if name in _JSON else f'"{name}"' for name in column_names(table)
        )
        query = f"SELECT {columns} FROM {source} WHERE {condition} ORDER BY {order}"
        return self._connection.sql(query, params=values).to_arrow_table()

    def _compare(
        self, table: str, stored: pa.Table, made: Rows, left_out: set[str], different: dict[str, list[str]]
    ) -> None:
        """Add to `different` how the rows of a table differ, by the key of their line."""
        anew = made.arrow(table)
        if not left_out and stored.cast(anew.schema).equals(anew):
            return
        ours, theirs = _by_key(stored, self._kind.key), _by_key(anew, self._kind.key)
        for key in dict.fromkeys([*ours, *theirs]):
            if key not in left_out:
                different_rows = differences(table, self._kind.parts.get(table), ours[key], theirs[key])
                if different_rows:
                    different[key] += different_rows


def _by_key(table: pa.Table, key: str) -> defaultdict[str, list[_Row]]:
    rows: defaultdict[str, list[_Row]] = defaultdict(list)
    for row in table.to_pylist():
        rows[row[key]].append(row)
    return rows


def differences(table: str, label: str | None, stored: list[_Row], said: list[_Row]) -> list[str]:
    """How the rows of one line differ from what the line says; `label` is the column that tells them apart."""
    ours, theirs = (Counter(json.dumps(row, sort_keys=True) for row in rows) for rows in (stored, said))
    if ours == theirs:
        return []
    if label is None and len(stored) == len(said) == 1:
        return _columns(table, stored[0], said[0], "")
    found = []
    for value in dict.fromkeys(row[label] if label else None for row in [*said, *stored]):
        have, should = ([row for row in rows if label is None or row[label] == value] for rows in (stored, said))
        name = f"{label} {_shown(value)}" if label else "the row"
        if not have:
            found.append(f"{name} is missing in {table}")
        elif not should:
            found.append(f"{name} in {table} is not in the line")
        elif len(have) > len(should):
            found.append(f"{name} stands {len(have)} times in {table}")
        else:
            found += _columns(table, have[0], should[0], f" of {name}")
    return found


def _columns(table: str, stored: _Row, said: _Row, whose: str) -> list[str]:
    return [
        f"{name}{whose} is {_shown(value)} in {table}, {_shown(said[name])} in the line"
        for name, value in stored.items()
        if value != said[name]
    ]


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN_LETTERS else f"{text[:_SHOWN_LETTERS]}..."
