"""One night with an attacking name in every field, and every output looked at with an oracle that is right for it."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import duckdb
import pytest

from handproof import load_log
from ingest.config import load_config
from ingest.store import open_store
from reports.case import case_text, make_case
from reports.case_page import case_page
from reports.explain import explain
from reports.hand_file import read_hand_file
from reports.readers import READERS, Filters, read_players, read_sessions, read_verdicts
from reports.settlement import settle_session
from reports.settlement_output import settlement_text, write_settlement
from reports.text import page_name, shown
from tests.command_line import refused, rows, tree
from tests.hostile_names.names import NAMES
from tests.hostile_names.night import FILES, Night, run_inside, wrong_hand_of
from tests.hostile_names.oracles import Page, formulas, hidden
from tests.workbooks import read_workbook

#: One name of each kind, for what is run once more from the command line.
SOME = ["<script>window.__hit=1</script>", "=1+1", "'; DROP TABLE hands; --", "-rf", "\x1b]52;c;aGl0\x07", "a\nb",
        "\x9b31mred", "\u202egnp.exe", "", "x" * 40_000]  # fmt: skip
NO_RULES = load_config(None).rules


@pytest.fixture(scope="module")
def store(night: Night) -> Iterator[duckdb.DuckDBPyConnection]:
    """The store of the night, to be read only."""
    with open_store(night.store, read_only=True, create=False) as connection:
        yield connection


def wrong_hands() -> list[str]:
    """The ids of the hands in which a chip is missing: every name once, but one that a clean hand has already."""
    return [wrong_hand_of(number, NAMES) for number in range(len(NAMES)) if wrong_hand_of(number, NAMES) != "s0-clean"]


# The store


def test_the_store_holds_every_name_to_the_letter(night: Night, store: duckdb.DuckDBPyConnection) -> None:
    """Names with quotes, NUL or SQL in them are data: each is stored as it was, and no table is gone."""
    assert night.outcome.code == 1
    for query in (
        "SELECT session_id FROM sessions", "SELECT hand_id FROM hands", "SELECT player_id FROM hand_players",
        "SELECT name FROM hand_players", "SELECT table_name FROM sessions", "SELECT currency FROM sessions",
    ):  # fmt: skip
        found = {value for (value,) in store.execute(query).fetchall()}
        assert [name for name in NAMES if name not in found] == [], query
    assert store.execute("SELECT count(*) FROM check_results WHERE outcome NOT IN ('pass', 'skipped')").fetchall() == [
        (0,)
    ]


def test_filters_find_each_name_and_nothing_else(store: duckdb.DuckDBPyConnection) -> None:
    """A filter is compared to the letter: no wildcard, no SQL, no other case."""
    for name in NAMES:
        assert {row["session_id"] for row in read_sessions(store, Filters(session=name))} == {name}
        assert {row["hand_id"] for row in read_verdicts(store, Filters(hand=name))} == {name}
    for name in SOME:
        assert [row["player_id"] for row in read_players(store, Filters(player=name))] == [name]


# The terminal


def test_the_audit_prints_nothing_hidden(night: Night) -> None:
    """The summary of the audit, which names players, has no escape, direction mark or invisible letter in it."""
    assert hidden(night.outcome.out) == []
    assert night.outcome.err == ""
    assert max(map(len, night.outcome.out.splitlines())) < 400


@pytest.mark.parametrize("reader", READERS)
def test_tables_print_nothing_hidden(night: Night, reader: str) -> None:
    """Each reader's table stands one row a line, whatever is in the names."""
    outcome = run_inside(reader, "--db", night.store)
    assert outcome.code == 0
    assert hidden(outcome.out) == []
    lines = outcome.out.splitlines()
    assert len(lines) == outcome.out.count("\n") == len(rows_of(night, reader)) + 1
    assert max(map(len, lines)) < 20_000  # of 40,000 and more, were a name not cut


def rows_of(night: Night, reader: str) -> list[dict[str, object]]:
    """The rows of a reader by --json."""
    return rows(run_inside(reader, "--db", night.store, "--json"))


@pytest.mark.parametrize("reader", READERS)
def test_json_lines_are_safe_to_print(night: Night, reader: str) -> None:
    """--json is printable ASCII, one object a line: what a name holds is escaped, also DEL and C1."""
    outcome = run_inside(reader, "--db", night.store, "--json")
    assert outcome.out.isascii()
    assert all(line.isprintable() and isinstance(json.loads(line), dict) for line in outcome.out.splitlines())


def test_json_lines_hold_the_names_themselves(night: Night) -> None:
    """JSON is data: sessions, hands and players come out of it to the letter."""
    for reader, field in (("sessions", "session_id"), ("verdicts", "hand_id"), ("players", "player_id")):
        found = {row[field] for row in rows_of(night, reader)}
        assert [name for name in NAMES if name not in found] == []


def test_told_hands_print_nothing_hidden(store: duckdb.DuckDBPyConnection) -> None:
    """explain, as text and as JSON, of a hand of every name, and of hands of all three games."""
    example = [f"2026-11-14-{hand}" for hand in ("poker-7", "stitch-3", "stitch-16", "pok-4", "pok-10")]
    room = [
        hand_id for (hand_id,) in store.execute("SELECT hand_id FROM hands WHERE hand_id LIKE '%9100000%'").fetchall()
    ]
    assert room
    for hand_id in (*wrong_hands(), *example, *room):
        assert hidden(explain(store, hand_id, NO_RULES, None, as_json=False)) == []
        as_json = explain(store, hand_id, NO_RULES, None, as_json=True)
        assert as_json.isascii()
        assert as_json[:-1].isprintable()
        assert json.loads(as_json)["hand_id"] == hand_id


def test_settlements_print_nothing_hidden(store: duckdb.DuckDBPyConnection) -> None:
    """settle of a session of every name."""
    for name in NAMES:
        assert hidden(settlement_text(settle_session(store, name))) == []


@pytest.mark.parametrize("name", SOME, ids=lambda name: repr(name[:12]))
def test_commands_with_a_name_print_nothing_hidden(night: Night, tmp_path: Path, name: str) -> None:
    """explain, case, settle and others from the command line, as text and as JSON."""
    config = ["--db", night.store]
    for line in (
        ["explain", *config, "--", name], ["explain", *config, "--json", "--", name],
        ["case", *config, "--claim", name, "--out", tmp_path / "case", "--", name],
        ["case", "--verify", tmp_path / "case" / "case.json"],
        ["settle", *config, f"--session={name}", "--out", tmp_path / "settled"],
        ["settle", *config, f"--session={name}", "--json"],
        ["house-rules", *config, f"--session={name}"],
        ["findings", *config, f"--player={name}"],
    ):  # fmt: skip
        outcome = run_inside(*line)
        assert outcome.code in (0, 1), outcome.err
        assert hidden(outcome.out + outcome.err) == [], line
        if "--json" in line:
            assert rows(outcome)


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_what_if_prints_nothing_hidden(night: Night, form: list[str]) -> None:
    """what-if over all hands names players, hands and sessions: nothing hidden, and JSON lines of ASCII."""
    outcome = run_inside("what-if", "--db", night.store, "--rule", "poker.ante=2", "--jobs", "1", "--all", *form)
    assert outcome.code == 0
    assert hidden(outcome.out) == []
    assert not form or len(rows(outcome)) > len(NAMES)


@pytest.mark.parametrize("name", SOME, ids=lambda name: repr(name[:12]))
def test_errors_name_what_they_refuse_in_one_safe_line(night: Night, tmp_path: Path, name: str) -> None:
    """A name that is not there, a file of that name, a rule, an option's value: one line, nothing hidden in it."""
    absent = f"no {name} here"
    config = ["--db", night.store]
    for line in (
        ["explain", *config, "--", absent], ["settle", *config, f"--session={absent}"],
        ["what-if", *config, "--rule", f"poker.{absent}=1", "--all"], ["what-if", *config, f"--rule={absent}", "--all"],
        ["house-rules", *config, f"--session={absent}"],
        ["case", *config, "--claimant", absent, "--out", tmp_path / "case", "--", "s1-clean"],
    ):  # fmt: skip
        outcome = run_inside(*line)
        refused(outcome)
        assert hidden(outcome.err) == [], line
        assert len(outcome.err) < 2_000, line
    if "\x00" in name or len(name) > 1_000:
        return
    for line in (
        ["verdicts", "--db", tmp_path / absent], ["audit", tmp_path / absent, "--db", tmp_path / "new.duckdb"],
        ["audit", night.logs, "--config", tmp_path / absent], ["findings", *config, f"--code={absent}"],
        ["rules", absent], [absent], ["verdicts", *config, f"--game={absent}"], ["verdicts", f"--{absent}"],
        ["explain", *config, f"--step={absent}", "a"], ["convert", "x", f"--to={absent}"],
    ):  # fmt: skip
        outcome = run_inside(*line)
        assert outcome.code == 2, line
        assert hidden(outcome.err) == [], line


def test_a_dry_run_names_hostile_files_safely(night: Night) -> None:
    """The plan of an audit names each log on a line of its own, whatever its name is made of."""
    outcome = run_inside("audit", night.logs, "--dry-run", "--db", night.store)
    assert hidden(outcome.out) == []
    assert sum(line.startswith("log: ") for line in outcome.out.splitlines()) == len(FILES) + 7


# Pages


def pages_of(night: Night) -> list[Path]:
    """Every page of the report."""
    return sorted(night.report.rglob("*.html"))


def test_pages_of_attacking_names_are_built_like_those_of_plain_names(night: Night, plain: Night) -> None:
    """A name is text: the page of its session has exactly the elements and attributes that the plain twin has."""
    for number, (ours, theirs) in enumerate(zip(night.names, plain.names, strict=True)):
        if night.names[(number + 5) % len(NAMES)] == "" or wrong_hand_of(number, NAMES) == "s0-clean":
            continue  # a table without a name is not told; a hand of that id was there before
        page, twin = (Page(each.report / "sessions" / page_name(key)) for each, key in ((night, ours), (plain, theirs)))
        assert page.tags == twin.tags, ours
    kinds = {kind for page in pages_of(plain) for kind in Page(page).tags}
    assert {kind for page in pages_of(night) for kind in Page(page).tags} <= kinds


def test_pages_hide_nothing_and_lead_nowhere_else(night: Night) -> None:
    """No hidden letter in the text, no comment, no style of a name's, and each link names a file of the report."""
    for path in pages_of(night):
        page = Page(path)
        assert hidden(page.text) == [], path.name
        assert page.comments == []
        assert page.styles == []
        assert {name for name, _ in page.links} <= {"href"}
        for _, target in page.links:
            assert (path.parent / target.split("#")[0]).resolve().is_relative_to(night.report.resolve())
            assert (path.parent / target.split("#")[0]).is_file(), target


def test_pages_show_the_names(night: Night) -> None:
    """A name without hidden letters stands on its pages as it is; every name stands there in its shown form."""
    for name in NAMES:
        for folder in ("sessions", "players"):
            page = Page(night.report / folder / page_name(name))
            assert shown(name, 200) in page.text, name
        if not hidden(name) and "\n" not in name and "  " not in name and name == name.strip() and 0 < len(name) <= 60:
            assert shown(name) == name


def test_names_that_look_alike_are_told_apart(night: Night) -> None:
    """No two names have one shown form, and no two ids one page; letters of another alphabet keep their own page."""
    assert len({page_name(name) for name in NAMES}) == len(NAMES)
    short = [name for name in NAMES if len(name) <= 60]
    assert len({shown(name) for name in short}) == len(short)


def test_cases_and_settlements_are_built_like_those_of_plain_names(
    store: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    """The case page and the settlement of every name have no element of a name's, nothing hidden, no foreign link."""
    kinds: dict[str, set[object]] = {}
    for number, hand_id in list(enumerate(wrong_hands()))[::3]:  # the players of each are its neighbours
        made = make_case(read_hand_file(store, hand_id, NO_RULES), hand_id, "seat 1")
        place = tmp_path / "case.html"
        place.write_text(case_page(made), encoding="utf-8")
        written, table = write_settlement(settle_session(store, NAMES[number]), tmp_path / "settled")
        assert hidden(case_text(made)) == []
        assert formulas(table) == []
        for kind, path in (("case", place), ("settlement", written)):
            page = Page(path)
            assert hidden(page.text) == []
            assert page.comments == []
            assert {target for _, target in page.links if not target.startswith("#")} == set()
            assert all(re.fullmatch(r"left:[0-9.]+%;top:[0-9.]+%", style) for style in page.styles)
            first = kinds.setdefault(kind, set(page.tags))
            assert set(page.tags) <= first | {("strong", ())}, hand_id


# Tables


@pytest.mark.parametrize("name", ["players.csv", "sessions.csv"])
def test_no_cell_of_a_csv_file_is_a_formula(night: Night, name: str) -> None:
    """However a spreadsheet splits the lines, no cell begins like a formula; and nothing in the file is hidden."""
    path = night.report / name
    assert formulas(path) == []
    assert hidden(path.read_text(encoding="utf-8")) == []
    header, *lines = csv.reader(path.read_text(encoding="utf-8").splitlines())
    assert {len(line) for line in lines} == {len(header)}
    assert len({line[0] for line in lines}) == len(lines)


def test_the_workbook_holds_text_and_numbers_alone(night: Night) -> None:
    """No formula, link, macro or XML of a name's; ids are text, and as many as there are; nothing hidden."""
    sheets = read_workbook(night.report / "report.xlsx")
    for sheet in sheets.values():
        assert {len(row) for row in sheet} == {len(sheet[0])}
        for row in sheet:
            assert hidden("".join(cell for cell in row if isinstance(cell, str))) == []
    ids = [row[0] for row in sheets["Players"][1:]]
    assert all(isinstance(player_id, str) for player_id in ids)
    assert len(set(ids)) == len(ids) >= len(NAMES)
    with ZipFile(night.report / "report.xlsx") as parts:
        for name in parts.namelist():
            assert not re.search(rb"<f[ >]|<hyperlink|TargetMode|<script", parts.read(name)), name


# Files


def test_files_are_named_from_a_safe_alphabet_inside_the_folder(night: Night) -> None:
    """Pages are small letters, digits and hyphens; beside them only what is ours by name; nothing lies elsewhere."""
    ours = re.compile(
        r"(index\.html|players\.csv|sessions\.csv|report\.xlsx|handproof-report\.json|"
        r"nights/[0-9]{4}-[0-9]{2}-[0-9]{2}\.html|nights/undated\.html|(sessions|players)/[a-z0-9-]{12,60}\.html)"
    )
    assert [name for name in tree(night.report) if not ours.fullmatch(name)] == []
    assert sorted(path.name for path in night.store.parent.iterdir()) == ["club.duckdb", "logs", "report"]
    assert not Path("hit").exists()


def test_a_log_written_anew_is_safe_to_print_and_reads_the_same(night: Night) -> None:
    """convert escapes what a terminal would obey; the records are those of the log that it read."""
    log = night.logs / "sessions.jsonl"
    outcome = run_inside("convert", log, "--to", "jsonl")
    assert outcome.code == 0
    assert hidden(outcome.out) == []
    again = night.store.parent.parent / "again.jsonl"
    again.write_text(outcome.out, encoding="utf-8")
    assert list(load_log(again)) == list(load_log(log))
