"""How a suite of expectations runs: great-expectations over the open store, and what failed counted once more.

A `Check` names a great-expectations class and its arguments, and the SQL that returns the rows which are not as
expected. The two must agree on how many there are; where they do not, the outcome is `error`: nobody can say.
"""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple

import duckdb
from duckdb import DuckDBPyConnection

from checks.dialect import store_url

Severity = Literal["critical", "warning"]
Outcome = Literal["pass", "fail", "error"]

#: Failing rows told in `check_results.detail`; the query tells the rest.
ROWS_TOLD = 5
#: ... and no more characters of them than this: ids from logs may be long.
DETAIL_CHARACTERS = 2000


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation on one table. `rows` is SQL for what is not as expected; in it the table is called `batch`."""

    name: str
    table: str
    text: str
    expectation: str
    arguments: Mapping[str, Any]
    rows: str
    severity: Severity = "critical"

    @property
    def query(self) -> str:
        """`rows` as DuckDB runs it."""
        return _of_batch(self.rows, self.table)


class CheckResult(NamedTuple):
    """One row of `check_results`."""

    suite: str
    check_name: str
    outcome: Outcome
    severity: Severity
    text: str
    failing_rows: int | None
    detail: str | None


def columns(table: str, names: Sequence[str]) -> Check:
    """The table has (at least) these columns."""
    wanted = ", ".join(f"({_literal(name)})" for name in names)
    return Check(
        f"{table}_columns", table, f"The table {table} has the columns {', '.join(names)}.",
        "ExpectTableColumnsToMatchSet", {"column_set": list(names), "exact_match": False},
        f"SELECT name FROM (VALUES {wanted}) AS wanted (name) WHERE name NOT IN "
        f"(SELECT column_name FROM duckdb_columns() WHERE table_name = {_literal(table)})",
    )  # fmt: skip


def unique(table: str, column: str) -> Check:
    """No value of the column comes twice."""
    return Check(
        f"{table}_{column}_unique", table, f"No {column} comes twice in {table}.",
        "ExpectColumnValuesToBeUnique", {"column": column},
        f"SELECT {column} FROM batch WHERE {column} IN "
        f"(SELECT {column} FROM batch GROUP BY {column} HAVING count(*) > 1)",
    )  # fmt: skip


def among(table: str, column: str, values: Sequence[str], key: str = "hand_id") -> Check:
    """Every value of the column (NULL apart) is one of `values`; `key` names the row that is told."""
    return Check(
        f"{table}_{column}_known", table, f"{column} in {table} is one of: {', '.join(values)}.",
        "ExpectColumnValuesToBeInSet", {"column": column, "value_set": list(values)},
        f"SELECT {key}, {column} FROM batch WHERE {column} NOT IN ({', '.join(map(_literal, values))})",
    )  # fmt: skip


def between(table: str, column: str, lowest: int, highest: int | None = None, key: str = "hand_id") -> Check:
    """Every value of the column (NULL apart) lies between the two, ends included; `key` names the row that is told."""
    above = "" if highest is None else f" OR {column} > {highest}"
    words = f"at least {lowest}" if highest is None else f"between {lowest} and {highest}"
    return Check(
        f"{table}_{column}_range", table, f"{column} in {table} is {words}.",
        "ExpectColumnValuesToBeBetween", {"column": column, "min_value": lowest, "max_value": highest},
        f"SELECT {key}, {column} FROM batch WHERE {column} < {lowest}{above}",
    )  # fmt: skip


def no_rows(name: str, table: str, text: str, rows: str, severity: Severity = "critical") -> Check:
    """The query returns nothing."""
    arguments = {"unexpected_rows_query": _of_batch(rows, "{batch}")}
    return Check(name, table, text, "UnexpectedRowsExpectation", arguments, rows, severity)


def refers(table: str, column: str, target: str, target_column: str = "") -> Check:
    """Every value of the column (NULL apart) stands in the target."""
    key = target_column or column
    return no_rows(
        f"{table}_{column}_in_{target}", table, f"Every {column} in {table} stands in {target}.",
        f"SELECT DISTINCT {column} FROM batch WHERE {column} IS NOT NULL AND NOT EXISTS "
        f"(SELECT 1 FROM {target} WHERE {target}.{key} = batch.{column})",
    )  # fmt: skip


def _of_batch(rows: str, source: str) -> str:
    """The query over `source`: great-expectations puts a table or a subquery with a name of its own there."""
    return f"WITH batch AS NOT MATERIALIZED (SELECT * FROM {source}) {rows}"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def run_suite(connection: DuckDBPyConnection, suite: str, checks: Iterable[Check]) -> Iterator[CheckResult]:
    """Run the checks of a suite table by table; one result a check, in the order of names."""
    by_table = sorted(checks, key=lambda check: (check.table, check.name))
    with _great_expectations(connection) as (gx, source):
        for table, group in groupby(by_table, key=lambda check: check.table):
            of_table = list(group)
            answers = _validate(gx, source, table, of_table)
            for check in of_table:
                yield _result(connection, suite, check, answers.get(check.name))


@contextmanager
def _great_expectations(connection: DuckDBPyConnection) -> Iterator[tuple[Any, Any]]:
    """great-expectations and its view of the store. Imported here: it costs seconds and a quarter of a gigabyte."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own imports and habits; nothing that a user could act on
        import great_expectations as gx

        with store_url(connection) as url:
            context = gx.get_context(mode="ephemeral")
            context.variables.progress_bars = {"globally": False}  # type: ignore[assignment] # as its docs say
            source = context.data_sources.add_sql("store", connection_string=url)
            try:
                yield gx, source
            finally:
                source.get_engine().dispose()
                source.get_execution_engine().engine.dispose()


def _validate(gx: Any, source: Any, table: str, checks: Sequence[Check]) -> dict[str, Any]:
    """What great-expectations says, by the name of the check; its results come in an order of their own."""
    suite = gx.ExpectationSuite(name=table)
    for check in checks:
        kind = getattr(gx.expectations, check.expectation)
        suite.add_expectation(kind(**check.arguments, meta={"check": check.name}))
    batch = source.add_table_asset(table, table_name=table).add_batch_definition_whole_table("whole").get_batch()
    return {result.expectation_config.meta["check"]: result for result in batch.validate(suite).results}


def _result(connection: DuckDBPyConnection, suite: str, check: Check, answer: Any) -> CheckResult:
    def result(outcome: Outcome, rows: int | None, detail: str | None) -> CheckResult:
        return CheckResult(suite, check.name, outcome, check.severity, check.text, rows, detail)

    reason = _exception_text(answer)
    if reason is not None:
        return result("error", None, reason)
    if answer.success:
        return result("pass", 0, None)
    try:
        failing = _count(connection, check.query)
        told = _rows_told(connection, check.query)
    except duckdb.Error as error:
        return result("error", None, _short(str(error)))
    seen = _rows_seen(check, answer)
    if failing == 0 or (seen is not None and seen != failing):
        counted = f"great-expectations counts {seen} failing rows, the same query in the store {failing}"
        return result("error", failing, counted)
    return result("fail", failing, told)


def _rows_seen(check: Check, answer: Any) -> int | None:
    """How many failing rows great-expectations counts; None for an expectation on the table as such."""
    key = "observed_value" if check.expectation == "UnexpectedRowsExpectation" else "unexpected_count"
    seen = answer.result.get(key)
    return seen if isinstance(seen, int) else None


def _exception_text(answer: Any) -> str | None:
    """Why the expectation could not run at all; None where it could."""
    if answer is None:
        return "great-expectations gave no answer"
    info = answer.exception_info or {}
    parts = [info, *(part for part in info.values() if isinstance(part, Mapping))]
    for part in parts:
        if part.get("raised_exception"):
            return _short(str(part.get("exception_message")))
    return None


def _short(text: str) -> str:
    return text if len(text) <= DETAIL_CHARACTERS else text[:DETAIL_CHARACTERS] + " ..."


def _count(connection: DuckDBPyConnection, query: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM ({query})").fetchall()[0][0])


def _rows_told(connection: DuckDBPyConnection, query: str) -> str:
    rows = connection.execute(
        f"SELECT to_json(told)::VARCHAR FROM (SELECT * FROM ({query}) ORDER BY ALL LIMIT {ROWS_TOLD}) AS told"
    ).fetchall()
    return _short("\n".join(text for (text,) in rows))
