"""Walking several sorted streams side by side, one owner after another, so that none of them piles up in memory."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Generic, TypeVar

import polars as pl

Item = TypeVar("Item")


class Groups(Generic[Item]):
    """Hands out the items of one owner after another, of a stream sorted by owner; owners are asked for in order."""

    def __init__(self, items: Iterable[Item], owner_of: Callable[[Item], str]) -> None:
        self._groups = groupby(items, key=owner_of)
        self._next = next(self._groups, None)

    def of(self, owner: str) -> Iterator[Item]:
        """The items of `owner`; to be read before the next owner is asked for."""
        if self._next is not None and self._next[0] < owner:
            raise AssertionError(f"what is told of {self._next[0]!r} has no page")
        if self._next is not None and self._next[0] == owner:
            yield from self._next[1]
            self._next = next(self._groups, None)


def row_groups(frame: pl.DataFrame, *keys: str) -> Groups[dict[str, Any]]:
    """The rows of a frame sorted by `keys`, by the first of them."""
    first = keys[0]
    return Groups(frame.sort(keys).iter_rows(named=True), lambda row: str(row[first]))
