"""A finding as the pages show it: a sentence, what was expected and logged, by how much it is off, and the rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import duckdb

from replay.findings import CODES
from replay.rulebook import RULES, Rule
from reports.found import FINDING_FIELDS
from reports.text import apart, shown
from reports.values import difference_text, plain_value, unit_of, value_text

#: Rows fetched from the store at once.
_FETCH_ROWS = 2_000
#: Letters of a message that are shown; ours are far shorter, but they may quote a name.
_MESSAGE_LETTERS = 600
_SEATED = """
LEFT JOIN (SELECT p.hand_id, map_from_entries(list((p.seat, p.player_id) ORDER BY p.seat)) AS seated
           FROM hand_players p WHERE p.hand_id IN (SELECT hand_id FROM report_found) GROUP BY p.hand_id) s
    ON s.hand_id = f.hand_id
"""
_COLUMNS = ", ".join(f"f.{name}" for name in FINDING_FIELDS)
_BY_SESSION = (
    f"SELECT f.session_id AS owner, f.place, {_COLUMNS}, s.seated FROM report_found f {_SEATED} "
    "ORDER BY f.session_id, f.place"
)
_BY_PLAYER = (
    f"SELECT t.player_id AS owner, f.place, {_COLUMNS}, s.seated FROM report_touched t "
    f"JOIN report_found f ON f.session_id = t.session_id AND f.place = t.place {_SEATED} "
    "WHERE t.player_id IN (SELECT player_id FROM report_players) ORDER BY t.player_id, f.session_id, f.place"
)

_OF_SESSIONS = (
    f"SELECT f.session_id AS owner, f.place, {_COLUMNS}, s.seated FROM report_found f {_SEATED} "
    "WHERE f.session_id IN (SELECT unnest($1)) ORDER BY list_position($1, f.session_id), f.place LIMIT $2"
)


@dataclass(frozen=True, slots=True)
class FindingView:
    """`owner`: whose page it stands on (a session or player id). `place` counts the findings of its session.

    In `who`, `expected`, `logged` and `difference` names are `apart`.
    """

    owner: str
    place: int
    session_id: str
    hand_id: str | None
    hand_no: int | None
    game: str | None
    code: str
    severity: str
    action_no: int | None
    who: str
    meaning: str
    message: str
    expected: str
    logged: str
    difference: str
    rule: Rule | None


def findings_by_session(connection: duckdb.DuckDBPyConnection, names: Mapping[str, str]) -> Iterator[FindingView]:
    """All findings, session by session (sorted by id), in their order; one query, read as it goes."""
    return _views(connection, _BY_SESSION, names)


def findings_by_player(connection: duckdb.DuckDBPyConnection, names: Mapping[str, str]) -> Iterator[FindingView]:
    """The findings that touch each player, player by player (sorted by id); one query, read as it goes."""
    return _views(connection, _BY_PLAYER, names)


def findings_of_sessions(
    connection: duckdb.DuckDBPyConnection, names: Mapping[str, str], session_ids: Sequence[str], most: int
) -> list[FindingView]:
    """The first `most` findings of these sessions, in the order of the sessions as given."""
    return list(_views(connection, _OF_SESSIONS, names, [list(session_ids), most]))


def _views(
    connection: duckdb.DuckDBPyConnection, query: str, names: Mapping[str, str], values: Sequence[object] = ()
) -> Iterator[FindingView]:
    result = connection.execute(query, list(values))
    while batch := result.fetchmany(_FETCH_ROWS):
        for owner, place, *fields, seated in batch:
            yield _view(owner, place, dict(zip(FINDING_FIELDS, fields, strict=True)), seated or {}, names)


def _view(
    owner: str, place: int, fields: dict[str, object], seated: dict[int, str], names: Mapping[str, str]
) -> FindingView:
    code = str(fields["code"])
    expected, actual = plain_value(_text(fields["expected"])), plain_value(_text(fields["actual"]))
    unit = unit_of(code, _number(fields["seat"]), actual, str(fields["rule"]))
    namer = _namer(seated, names)
    return FindingView(
        owner=owner,
        place=place,
        session_id=str(fields["session_id"]),
        hand_id=_text(fields["hand_id"]),
        hand_no=_number(fields["hand_no"]),
        game=_text(fields["game"]),
        code=code,
        severity=str(fields["severity"]),
        action_no=_number(fields["action_no"]),
        who=_who(fields, namer),
        meaning=CODES.get(code, code),
        message=_sentence(str(fields["message"])),
        expected=value_text(code, unit, expected, namer),
        logged=value_text(code, unit, actual, namer),
        difference=difference_text(unit, expected, actual, namer),
        rule=RULES.get(str(fields["rule"])),
    )


def _namer(seated: dict[int, str], names: Mapping[str, str]) -> Callable[[str], str]:
    """Names an owner of chips: a seat of the hand (``seat 3 (Boris)``) or, in a whole session's finding, a player."""

    def name_owner(owner: str) -> str:
        if not seated:
            return apart(name_of(owner, names))
        player_id = seated.get(int(owner)) if owner.isdecimal() else None
        return f"seat {shown(owner)}" if player_id is None else f"seat {owner} ({apart(name_of(player_id, names))})"

    return name_owner


def name_of(player_id: str, names: Mapping[str, str]) -> str:
    """The name of a player, or his id where the logs give none; safe to show."""
    return shown(names.get(player_id) or player_id)


def _who(fields: dict[str, object], namer: Callable[[str], str]) -> str:
    if fields["seat"] is not None:
        return namer(str(fields["seat"]))
    return "" if fields["player_id"] is None else apart(shown(str(fields["player_id"])))


def _sentence(message: str) -> str:
    text = shown(message, _MESSAGE_LETTERS).strip()
    return text if text.endswith((".", "!", "?", "…", ")")) else f"{text}."


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
