"""From the tables of an older handproof to those of this one: an explicit list, each step from one version to the next.

To change a table: write it so in `schema.sql`, raise `SCHEMA_VERSION` in `ingest.store`, and add the step here. A step
must do nothing where its change is there already. Tables and comments that are only new need no step: the schema, which
is applied behind the steps in the same transaction, makes them.
"""

from pathlib import Path
from typing import NamedTuple

import duckdb


class Migration(NamedTuple):
    """One step: the version that it leads to, what changes in words, and how."""

    to_version: int
    meaning: str
    statements: str


MIGRATIONS = (
    Migration(
        2,
        "sources says how many of a file's last lines are unfinished",
        "ALTER TABLE sources ADD COLUMN IF NOT EXISTS unfinished_lines BIGINT DEFAULT 0;",
    ),
)


def migrations_from(version: int) -> tuple[Migration, ...]:
    """The steps that a store of this version still needs, in their order."""
    return tuple(step for step in MIGRATIONS if step.to_version > version)


def migrate(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Bring the tables forward. The caller's transaction holds all steps and the new version number together."""
    for step in migrations_from(version):
        connection.execute(step.statements)


def copy_place(store: Path, version: int) -> Path:
    """Where the copy of a store is kept: ``club.v1.duckdb`` beside it, numbered where there is one already."""
    place = store.with_name(f"{store.stem}.v{version}{store.suffix}")
    number = 2
    while place.exists() or place.is_symlink():
        place = store.with_name(f"{store.stem}.v{version}-{number}{store.suffix}")
        number += 1
    return place
