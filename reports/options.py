"""Options of the command line that several commands share, and opening the store to read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from reports.text import visible

if TYPE_CHECKING:
    import duckdb

Logs = Annotated[
    list[str], typer.Argument(metavar="LOG", help="Log files, folders or patterns; - reads standard input.")
]
Db = Annotated[Path, typer.Option("--db", help="The store: one DuckDB file.")]
Out = Annotated[Path, typer.Option("--out", help="The folder for pages and tables.")]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", help="The club's config file (TOML): house rules, limits.")
]
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, help="Worker processes for the replay; else one a core.")]
Format = Annotated[Literal["auto", "handproof", "pokerstars"], typer.Option("--format", help="What the logs are.")]
Json = Annotated[bool, typer.Option("--json", help="JSON, one object a line, in place of a table.")]
SessionId = Annotated[str | None, typer.Option("--session", help="Only this session.")]
Game = Annotated[Literal["poker", "stitch", "pok"] | None, typer.Option("--game", help="Only this game.")]
HandId = Annotated[str | None, typer.Option("--hand", help="Only this hand.")]
PlayerId = Annotated[str | None, typer.Option("--player", help="Only what this player has to do with.")]
Code = Annotated[str | None, typer.Option("--code", help="Only this code, as pot.amount.")]

STORE, PAGES = Path("club.duckdb"), Path("report")


class SafeGroup(TyperGroup):
    """The commands; what is refused of a command line is told with nothing in it that could steer a terminal."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Read the options that stand before a command."""
        with _told_safely():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        """Read those of the command, and run it."""
        with _told_safely():
            return super().invoke(ctx)


@contextmanager
def _told_safely() -> Iterator[None]:
    try:
        yield
    except TyperException as error:
        if isinstance(getattr(error, "message", None), str):
            error.message = visible(error.message)
        raise


@contextmanager
def reading(db: Path, *, checked: bool = True) -> Iterator["duckdb.DuckDBPyConnection"]:
    """The store, to be read only. Raises what `open_store` does, and `ReportError` where an audit broke off.

    Without `checked` a store will do whose hands are not all replayed and checked.
    """
    import duckdb

    from ingest.store import StoreLocked, open_store, snapshot_place
    from reports.errors import ReportError
    from reports.unchecked import refuse_unchecked

    try:
        connection = open_store(db, read_only=True, create=False)
    except StoreLocked as error:
        if (copy := snapshot_place(db)).is_file():
            raise StoreLocked(error.path, error.holder, f"wait for it to end, or read its copy: --db {copy}") from None
        raise
    try:
        if checked:
            refuse_unchecked(connection, db)
        yield connection
    except duckdb.CatalogException as error:
        raise ReportError(f"{db} has not been audited to its end yet; run `handproof audit`") from error
    finally:
        connection.close()
