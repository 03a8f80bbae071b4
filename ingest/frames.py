"""Records to rows, and rows to the tables of the store: by Arrow columns, since row by row takes DuckDB hours."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa
from msgspec import Struct
from msgspec import json as msgspec_json
from msgspec.structs import astuple

from ingest.reading import Line
from ingest.reasons import Malformed
from ingest.records import Cash, Close, Hand, Record, Session, TableState
from ingest.times import utc_microseconds

_TEXT, _NUMBER, _FLAG, _CARDS, _BYTES = pa.string(), pa.int64(), pa.bool_(), pa.list_(pa.string()), pa.binary()
_PLACE = [("source_id", _NUMBER), ("line_no", _NUMBER), ("byte_offset", _NUMBER)]
_COLUMNS: dict[str, list[tuple[str, pa.DataType]]] = {
    "sessions": [
        ("session_id", _TEXT), ("opened", _FLAG), ("table_name", _TEXT), ("game", _TEXT), ("started_at", _TEXT),
        ("started_us", _NUMBER), ("currency", _TEXT), ("chip_value", _TEXT), ("rules", _TEXT), *_PLACE, ("raw", _TEXT),
    ],
    "hands": [
        ("hand_id", _TEXT), ("session_id", _TEXT), ("hand_no", _NUMBER), ("game", _TEXT), ("dealer_seat", _NUMBER),
        ("started_at", _TEXT), ("started_us", _NUMBER), ("players", _NUMBER), ("actions", _NUMBER), ("opening", _TEXT),
        ("closing", _TEXT), ("rules", _TEXT), ("deck_given", _FLAG), *_PLACE, ("line_sha256", _TEXT), ("raw", _TEXT),
    ],
    "hand_players": [
        ("hand_id", _TEXT), ("seat", _NUMBER), ("player_id", _TEXT), ("name", _TEXT), ("stack", _NUMBER),
        ("end_stack", _NUMBER),
    ],
    "actions": [
        ("hand_id", _TEXT), ("action_no", _NUMBER), ("action", _TEXT), ("seat", _NUMBER), ("amount", _NUMBER),
        ("cards", _CARDS), ("discards", _CARDS), ("pool", _TEXT), ("to_seat", _NUMBER), ("at", _TEXT),
        ("at_us", _NUMBER),
    ],
    "cash": [
        ("line_key", _TEXT), ("session_id", _TEXT), ("player_id", _TEXT), ("amount", _NUMBER), ("at", _TEXT),
        ("at_us", _NUMBER), ("after_hand_no", _NUMBER), ("note", _TEXT), *_PLACE, ("raw", _TEXT),
    ],
    "closes": [
        ("line_key", _TEXT), ("session_id", _TEXT), ("at", _TEXT), ("at_us", _NUMBER), ("has_stacks", _FLAG),
        ("has_shares", _FLAG), *_PLACE, ("raw", _TEXT),
    ],
    "close_stacks": [("line_key", _TEXT), ("player_id", _TEXT), ("stack", _NUMBER)],
    "close_shares": [("line_key", _TEXT), ("player_id", _TEXT), ("amount", _NUMBER)],
    "rejects": [
        ("line_key", _TEXT), *_PLACE, ("length", _NUMBER), ("code", _TEXT), ("field", _TEXT), ("value", _TEXT),
        ("expected", _TEXT), ("message", _TEXT), ("raw", _BYTES),
    ],
    "conflicts": [
        ("line_key", _TEXT), ("kind", _TEXT), ("id", _TEXT), ("session_id", _TEXT), *_PLACE, ("message", _TEXT),
        ("raw", _BYTES),
    ],
    "sources": [
        ("source_id", _NUMBER), ("path", _TEXT), ("first_line_key", _TEXT), ("last_line_key", _TEXT),
        ("unfinished_key", _TEXT), ("sha256", _TEXT), ("bytes", _NUMBER), ("lines", _NUMBER), ("stored", _NUMBER),
        ("repeated", _NUMBER), ("conflicting", _NUMBER), ("rejected", _NUMBER), ("blank", _NUMBER),
        ("unfinished_lines", _NUMBER),
    ],
}  # fmt: skip
Row = tuple[Any, ...]
_HANDED_OVER = "ingest_handed_over"


def column_names(table: str) -> list[str]:
    """The columns of a table in the order of its rows here."""
    return [name for name, _ in _COLUMNS[table]]


class Place(NamedTuple):
    """Where a record or a reject stands, and the key of its line."""

    source_id: int
    line: Line
    line_key: str

    def columns(self) -> Row:
        """source_id, line_no, byte_offset."""
        return (self.source_id, self.line.line_no, self.line.byte_offset)


class Rows:
    """Rows by table, kept as columns, to be put into the store together."""

    def __init__(self) -> None:
        self._columns: dict[str, list[list[Any]]] = {table: [[] for _ in kinds] for table, kinds in _COLUMNS.items()}

    def add(self, table: str, row: Row) -> None:
        """One row, its values in the order of the table's columns here."""
        for column, value in zip(self._columns[table], row, strict=True):
            column.append(value)

    def add_record(self, record: Record, place: Place) -> None:
        """All rows of a hand, cash or close record (a session's row is its session's: `session_row`)."""
        if isinstance(record, Hand):
            self._add_hand(record, place)
        elif isinstance(record, Cash):
            self.add(
                "cash",
                (place.line_key, record.session_id, record.player_id, record.amount, record.at, _us(record.at),
                 record.after_hand_no, record.note, *place.columns(), place.line.raw),
            )  # fmt: skip
        elif isinstance(record, Close):
            self._add_close(record, place)

    def _add_hand(self, hand: Hand, place: Place) -> None:
        self.add(
            "hands",
            (hand.hand_id, hand.session_id, hand.hand_no, hand.game, hand.dealer_seat, hand.started_at,
             _us(hand.started_at), len(hand.players), len(hand.actions), _json(hand.opening), _json(hand.closing),
             _json(hand.rules), hand.deck is not None, *place.columns(), place.line.digest.hex(), place.line.raw),
        )  # fmt: skip
        self._add_parts("hand_players", [hand.hand_id], hand.players)
        times = [None if action.at is None else utc_microseconds(action.at) for action in hand.actions]
        self._add_parts("actions", [hand.hand_id], hand.actions, range(1, len(hand.actions) + 1), times)

    def _add_parts(
        self, table: str, key: list[str], parts: Sequence[Struct], numbers: Iterable[int] = (), last: Iterable[Any] = ()
    ) -> None:
        """The parts of a record, a row each: its key, its number, its fields, and `last`; whole columns at a time."""
        if parts:
            fields = zip(*map(astuple, parts), strict=True)
            columns = [key * len(parts), *([numbers] if numbers else []), *fields, *([last] if numbers else [])]
            for column, values in zip(self._columns[table], columns, strict=True):
                column.extend(values)

    def _add_close(self, close: Close, place: Place) -> None:
        self.add(
            "closes",
            (place.line_key, close.session_id, close.at, _us(close.at), close.stacks is not None,
             close.shares is not None, *place.columns(), place.line.raw),
        )  # fmt: skip
        self._add_parts("close_stacks", [place.line_key], close.stacks or ())
        self._add_parts("close_shares", [place.line_key], close.shares or ())

    def add_reject(self, reason: Malformed, place: Place) -> None:
        """The row of a line that cannot be taken."""
        self.add(
            "rejects",
            (place.line_key, *place.columns(), place.line.length, reason.code, reason.field, reason.value,
             reason.expected, reason.message, place.line.raw),
        )  # fmt: skip

    def arrow(self, table: str) -> pa.Table:
        """The rows of one table."""
        columns = zip(_COLUMNS[table], self._columns[table], strict=True)
        return pa.table({name: pa.array(values, kind) for (name, kind), values in columns})

    def insert(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Put all rows into their tables; the caller's transaction holds them together."""
        for table, columns in self._columns.items():
            if columns[0]:
                names = ", ".join(f'"{name}"' for name in column_names(table))
                with handed_over(connection, self.arrow(table)) as handed:
                    connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM {handed}")


class handed_over:  # noqa: N801  # reads as a function: with handed_over(connection, table) as name
    """While inside, DuckDB sees an Arrow table under the name that is given."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, table: pa.Table) -> None:
        self._connection, self._table = connection, table

    def __enter__(self) -> str:
        self._connection.register(_HANDED_OVER, self._table)
        return _HANDED_OVER

    def __exit__(self, *_: object) -> None:
        self._connection.unregister(_HANDED_OVER)


def texts(column: str, values: Iterable[str]) -> pa.Table:
    """A table of one text column, to join with."""
    return pa.table({column: pa.array(list(values), _TEXT)})


def session_row(session_id: str, session: Session | None, place: Place | None) -> Row:
    """A session's row; a session that no record has opened (yet) has only its id."""
    if session is None or place is None:
        return (session_id, False, *(None,) * 11)
    return (
        session_id, True, session.table, session.game, session.started_at, _us(session.started_at), session.currency,
        session.chip_value, _json(session.rules), *place.columns(), place.line.raw,
    )  # fmt: skip


def _us(text: str | None) -> int | None:
    return None if text is None else utc_microseconds(text)


def _json(value: TableState | dict[str, Any] | None) -> str | None:
    return None if value is None else msgspec_json.encode(value).decode()
