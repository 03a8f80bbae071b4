"""The dialect through which great-expectations reads the store."""

import duckdb
import pytest
import sqlalchemy

from checks.dialect import store_url


@pytest.fixture
def connection():
    """A store in memory with a table and a view."""
    made = duckdb.connect(":memory:")
    made.execute("CREATE TABLE chips (player VARCHAR NOT NULL, amount BIGINT, note JSON)")
    made.execute("INSERT INTO chips VALUES ('ann', 3, '{}'), ('bob', 4, NULL)")
    made.execute("CREATE VIEW rich AS SELECT player FROM chips WHERE amount > 3")
    yield made
    made.close()


def test_tables_views_and_columns_are_known(connection) -> None:
    """What great-expectations looks up before it asks anything."""
    with store_url(connection) as url:
        engine = sqlalchemy.create_engine(url)
        seen = sqlalchemy.inspect(engine)
        assert seen.get_table_names() == ["chips"]
        assert seen.get_view_names() == ["rich"]
        assert seen.has_table("rich")
        assert not seen.has_table("poor")
        columns = [(column["name"], str(column["type"]), column["nullable"]) for column in seen.get_columns("chips")]
        assert columns == [("player", "VARCHAR", False), ("amount", "BIGINT", True), ("note", "VARCHAR", True)]
        engine.dispose()


def test_what_nobody_declared_is_not_there(connection) -> None:
    """One schema; no keys and no indexes: what SQLAlchemy looks up of a table has an answer and raises nothing."""
    with store_url(connection) as url:
        engine = sqlalchemy.create_engine(url)
        seen = sqlalchemy.inspect(engine)
        assert seen.get_schema_names() == ["main"]
        assert seen.get_pk_constraint("chips") == {"constrained_columns": [], "name": None}
        assert seen.get_foreign_keys("chips") == []
        assert seen.get_indexes("chips") == []
        engine.dispose()


def test_a_result_outlives_other_queries(connection) -> None:
    """Every cursor is one of its own: a half-read result is not lost by the next query."""
    with store_url(connection) as url:
        engine = sqlalchemy.create_engine(url)
        with engine.connect() as reader:
            first = reader.execute(sqlalchemy.text("SELECT player FROM chips ORDER BY player"))
            assert (
                reader.execute(
                    sqlalchemy.text("SELECT count(*) FROM chips WHERE amount > :least"), {"least": 3}
                ).scalar()
                == 1
            )
            assert [row.player for row in first] == ["ann", "bob"]
        engine.dispose()
    assert connection.execute("SELECT count(*) FROM chips").fetchone() == (2,)


def test_the_address_is_good_only_while_the_store_is_lent(connection) -> None:
    """Afterwards nothing can be reached by it."""
    with store_url(connection) as url:
        pass
    with pytest.raises(KeyError):
        sqlalchemy.create_engine(url).connect()


def test_it_does_not_write_in_bulk(connection) -> None:
    """A row of inserts is refused."""
    with store_url(connection) as url:
        engine = sqlalchemy.create_engine(url)
        many = [{"player": "cid"}, {"player": "dan"}]
        with engine.connect() as writer, pytest.raises(sqlalchemy.exc.DBAPIError, match="only reads"):
            writer.execute(sqlalchemy.text("INSERT INTO chips (player) VALUES (:player)"), many)
        engine.dispose()
