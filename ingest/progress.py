"""How a stage says how far it is; the terminal's progress bar is one listener, `NO_PROGRESS` the silent one."""

from typing import Protocol


class Progress(Protocol):
    """What a stage calls while it works; the unit (bytes, hands) is the stage's own."""

    def start(self, stage: str, total: int | None) -> None:
        """A stage begins; `total` is None where nobody can know it beforehand (stdin)."""

    def advance(self, count: int) -> None:
        """`count` more units are done."""

    def finish(self) -> None:
        """The stage is over."""


class _NoProgress:
    def start(self, stage: str, total: int | None) -> None:
        """Say nothing."""

    def advance(self, count: int) -> None:
        """Say nothing."""

    def finish(self) -> None:
        """Say nothing."""


NO_PROGRESS: Progress = _NoProgress()
