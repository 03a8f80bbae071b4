"""Stitch rounds that break one rule each; everything after the fault goes on as played (C4)."""

from .outcome import Truth
from .session import Fault
from .stitch import StitchRound


class PaidOnce(StitchRound):
    """A winner is paid his stake once instead of twice (S7)."""

    def _win(self, seat: int, chips: int) -> None:
        if self.out.truths:
            super()._win(seat, chips)
            return
        super()._win(seat, chips // 2)
        self.out.truths.append(
            Truth("paid once", "bank.payout", seat, self.out.actions[-1], expected=chips, actual=chips // 2,
                  corrections={seat: chips - chips // 2})
        )  # fmt: skip


class StitchMissed(StitchRound):
    """The bank has grown enough, and no stitch round is declared (S13)."""

    def _declare(self, stitch: bool) -> None:
        super()._declare(False)
        if stitch:
            self.out.truths.append(Truth("stitch round missed", "bank.stitch", expected=True, actual=False))


STITCH_FAULTS = (
    Fault("paid once", "bank.payout", "stitch", PaidOnce),
    Fault("stitch round missed", "bank.stitch", "stitch", StitchMissed),
)
