"""What fuzzing and the corpus found: each fault with the smallest input that showed it."""

import time
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import handproof
from ingest.config import DEFAULT_LIMITS, Limits
from ingest.decode import decode_line
from ingest.formats.blocks import read_hands
from ingest.reading import read_lines
from ingest.reasons import Malformed
from ingest.records import LARGEST_CHIPS, MOST_CHIPS_SUMMED, Hand, TableState
from replay.deck import MOST_WAYS, Deck
from replay.results import HandResult
from replay.table import Table
from tests.both_ways import replay_hand
from tests.command_line import hand, session, write_log
from tests.ingest.logs import CASH, CLOSE, POK, POKER, SESSION, STITCH, changed, line

Record = dict[str, Any]
CASINO = {"profile": "five_card_draw"}


def two(game: str, *actions: Record, **fields: Any) -> Record:
    """A hand of two players, seat 2 the dealer."""
    players = [{"seat": seat, "player_id": f"p{seat}"} for seat in (1, 2)]
    return {
        "record": "hand", "format": "handproof/1", "hand_id": "h", "session_id": "s", "hand_no": 1, "game": game,
        "dealer_seat": 2, "players": players, "actions": list(actions), **fields,
    }  # fmt: skip


def act(verb: str, seat: int, cards: str = "", **fields: Any) -> Record:
    """An action; cards as words."""
    return {"action": verb, "seat": seat, **({"cards": cards.split()} if cards else {}), **fields}


def replayed(record: Record) -> HandResult:
    """The engine's result for a record that the decoder takes."""
    found = decode_line(line(record))
    assert isinstance(found, Hand), found
    return replay_hand(found)


# -- the decoder -----------------------------------------------------------------------------------------------------

PATHS = ("a` - at `$.b", "` - at `$", "a` - at `key` in `$.pools", "` - at `$.actions[0]", "`", "")


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("record", [SESSION, POKER, CASH, CLOSE], ids=lambda record: str(record["record"]))
def test_a_field_may_look_like_a_path(record: Record, name: str) -> None:
    """A field whose name looks like what msgspec says of a place is an unknown field, wherever it stands."""
    found = decode_line(line({**record, name: 1}))
    assert isinstance(found, Malformed)
    assert found.code == "field.unknown"
    for place in (("actions", 0, name), ("players", 1, name), ("opening", name)):
        inside = decode_line(line(changed(POKER, *place, to=1)))
        assert isinstance(inside, Malformed)
        assert inside.code == "field.unknown"


@pytest.mark.parametrize("text", PATHS)
def test_a_value_may_look_like_a_path(text: str) -> None:
    """The same of a verb, a circle and a card."""
    for record, place, value, code in (
        (POKER, ("actions", 0, "action"), text, "verb.unknown"),
        (POK, ("opening", "pools"), {text: 1}, "field.unknown"),
        (POK, ("actions", 1, "pool"), text, "text.value"),
        (STITCH, ("actions", 0, "cards", 0), text, "text.card"),
    ):
        found = decode_line(line(changed(record, *place, to=value)))  # type: ignore[misc]  # a way of names and places
        assert isinstance(found, Malformed)
        assert found.code == code


def test_the_place_of_a_fault_costs_no_memory() -> None:
    """A fault at the end of a long list under a long name: paths are not made for all that stands before it."""
    raw = b'{"' + b"k" * 100_000 + b'":[' + b"1," * 20_000 + b'{"x":1,"x":1}]}'
    tracemalloc.start()
    found = decode_line(raw)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(found, Malformed)
    assert found.code == "field.twice"
    assert most < 50_000_000, "2 GB if each item had its path"


@pytest.mark.parametrize(
    "claims",
    [
        {"won": {"x": 1}},
        {"won": {"1" * 5000: 1}},
        {"hands": [{"seat": -1}]},
        {"won": {"٣": 1}},
        {"hands": [{"seat": 2**60}]},
    ],
    ids=["no seat", "5,000 digits", "seat -1", "other digits", "seat 2^60"],
)
def test_claims_of_no_seat_are_a_remark(claims: Record) -> None:
    """A remark `_claims` that no converter of ours wrote means nothing, and does not break the engine."""
    record = two("poker", rules=CASINO, _claims={"stated_by": "pokerstars", **claims})
    found = decode_line(line(record))
    assert isinstance(found, Hand)
    assert found.claims is None
    replay_hand(found)


def test_a_text_whose_hand_never_ends_is_not_held() -> None:
    """40,000 lines of one hand are one block that is too long; only its first lines are kept."""
    text = b"PokerStars Hand #1: 5 Card Draw\n" + b"Seat 1: somebody\n" * 40_000
    limits = Limits(line_bytes=4096)
    tracemalloc.start()
    pieces = (text[at : at + 65_536] for at in range(0, len(text), 65_536))
    (block,) = read_hands(read_lines(pieces, limits), limits)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (block.spans, len(block.raw) <= 4096, block.length) == (40_001, True, len(text))
    assert most < 3_000_000


def test_a_close_names_not_more_than_ten_times_the_players_of_a_hand() -> None:
    """Each player of a close has a page with all of them: a close of thousands is refused."""
    for name in ("stacks", "shares"):
        field = {"stacks": "stack", "shares": "amount"}[name]
        entries = [{"player_id": f"p{number}", field: 1} for number in range(10 * DEFAULT_LIMITS.players + 1)]
        found = decode_line(line(changed(CLOSE, name, to=entries)))
        assert isinstance(found, Malformed)
        assert (found.code, found.field) == ("limit.players", name)
        assert not isinstance(decode_line(line(changed(CLOSE, name, to=entries[1:]))), Malformed)


# -- the engine --------------------------------------------------------------------------------------------------------


def test_a_card_played_at_an_empty_seat() -> None:
    """Pok: an unknown card that is played at a seat where nobody sits fills no hand."""
    deal = act("deal", 1, "?? ?? ?? ?? ?? ??")
    codes = [finding.code for finding in replayed(two("pok", deal, act("play", 9, "??"))).findings]
    assert codes[0] == "cards.shown"


@pytest.mark.parametrize("rules", [CASINO, {**CASINO, "big_blind": 100}])
def test_a_hand_in_which_nothing_happens(rules: Record) -> None:
    """Five-card draw without a single action: all that is missing is found; nobody is left for a second round."""
    assert {finding.code for finding in replayed(two("poker", rules=rules)).findings} == {"turn.missing"}


def test_a_joker_that_may_have_been_thrown_from_a_pack_without_jokers() -> None:
    """Five-card draw: which cards were thrown is not known, and a joker is among those that he had."""
    checks = [act("check", 1), act("check", 2)]
    result = replayed(two(
        "poker", act("deal", 1, "Xx 2c 3c 4c 5c"), act("deal", 2, "Ac Ad Ah Kc Kd"), *checks,
        act("draw", 1, "?? ??", discards=["??", "??"]), act("draw", 2, cards="", discards=[]) | {"cards": []}, *checks,
        act("show", 1, "?? ?? ?? ?? ??"), act("show", 2, "Ac Ad Ah Kc Kd"), act("win", 2, amount=0),
        rules={**CASINO, "ante": 0},
    ))  # fmt: skip
    assert [finding.code for finding in result.findings] == ["cards.impossible"]


def test_ways_on_after_wrong_cards_are_bounded() -> None:
    """A logged pack and card after card that is not its next: a finding each, and not three times the ways at each."""
    deck = [rank + suit for rank in "AKQJ" for suit in "cdhs"]
    found = decode_line(line(two("pok", deck=deck)))
    assert isinstance(found, Hand)
    read = Deck(Table(found, TableState()), deck, Counter(), 0)
    for number in range(60):
        read.take(number + 1, 1, [deck[number * 5 % 16]])
        read.may_have_skipped()
        assert len(read._rests) <= MOST_WAYS


def test_a_win_of_no_circle_where_too_many_play() -> None:
    """Pok with nine: nothing is judged, and chips of a `win` without `pool` come from a circle that there is."""
    players = [{"seat": seat, "player_id": f"p{seat}"} for seat in range(1, 10)]
    result = replayed(two("pok", act("win", 1, amount=3), players=players))
    assert [movement.from_account for movement in result.movements] == ["pool:pok"]


@pytest.mark.parametrize("verb", ["check", "raise", "show", "deal", "draw"])
def test_ten_thousand_actions_take_seconds(verb: str) -> None:
    """A hand of as many wrong actions as the limit lets through costs no time that grows with their square."""
    cards: Record = {"cards": ["2c"]}
    fields: Record = {"raise": {"amount": 1}, "show": cards, "deal": cards, "draw": {**cards, "discards": ["3c"]}}
    acts = [{"action": verb, "seat": 1 + number // 5_000, **fields.get(verb, {})} for number in range(10_000)]
    started = time.process_time()
    replayed(two("poker", *acts))
    assert time.process_time() - started < 10, "120 s before"


# -- sums beyond 64 bits -----------------------------------------------------------------------------------------------


def audited(folder: Path, records: list[Record]) -> Any:
    """The outcome of an audit of these records."""
    log = write_log(folder / "log.jsonl", list(records))
    return handproof.audit([log], db=folder / "c.duckdb", out=folder / "out", jobs=1)


def test_a_hand_that_moves_more_chips_than_there_are(tmp_path: Path) -> None:
    """Its sums are beyond what can be counted: it is incomplete and says so; the night goes on."""
    rich = [{"action": "ante", "seat": 1, "amount": LARGEST_CHIPS}] * 3_000
    outcome = audited(tmp_path, [session(), hand(1), hand(2, actions=rich)])
    assert (outcome.counts["replay"].faults, outcome.summary.hands) == (0, 2)
    assert "more than can be counted" in "".join(why for _, _, why in verdicts(tmp_path))


def test_cash_beyond_64_bits(tmp_path: Path) -> None:
    """Thousands of the largest cash records: each counts for the most that is counted, and the night goes on."""
    cash = {"record": "cash", "format": "handproof/1", "session_id": "s1", "player_id": "p1", "amount": LARGEST_CHIPS}
    stacks = [{"player_id": "p1", "stack": LARGEST_CHIPS}]
    close = {"record": "close", "format": "handproof/1", "session_id": "s1", "stacks": stacks}
    audited(tmp_path, [session(), *[cash] * 2_000, hand(1), close])
    found = rows(tmp_path, "SELECT chips_bought FROM report_sessions")
    assert found == [(2_000 * MOST_CHIPS_SUMMED,)]


def verdicts(folder: Path) -> list[tuple[Any, ...]]:
    """Hand, verdict and why, of the store of an audit."""
    return rows(folder, "SELECT hand_id, verdict, coalesce(incomplete_because, '') FROM verdicts ORDER BY hand_no")


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query on the store of an audit."""
    from ingest.store import open_store

    with open_store(folder / "c.duckdb", read_only=True) as connection:
        return connection.execute(query).fetchall()
