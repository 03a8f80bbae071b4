"""Hands of pok that break one rule each; everything after the fault goes on as played (C4)."""

from .outcome import Act, Truth
from .pok import PokHand
from .session import Fault


class WrongLeader(PokHand):
    """Another than who laid the last card leads the next row (K14)."""

    def _lead(self, leader: int, left: dict[int, set[str]], holds: dict[str, int]) -> tuple[int, str]:
        others = [seat for seat in self.order if seat != leader and left[seat]]
        if self.out.truths or self.rng.random() < 0.7 or not others:
            return super()._lead(leader, left, holds)
        seat = self.rng.choice(others)
        # The row is known by its first card, which `_play_out` writes next.
        self.out.truths.append(Truth("wrong leader", "shed.play", seat, expected=leader, actual=seat))
        self.wrong_card = self.rng.choice(sorted(left[seat]))
        return seat, self.wrong_card

    def _play_out(self, turned: str) -> None:
        super()._play_out(turned)
        for truth in self.out.truths:
            truth.act = next(act for act in self.out.actions if act.get("cards") == [self.wrong_card] and "seat" in act)


class CircleNotTaken(PokHand):
    """A circle is not taken by who has its trump; the chips stay on it (K5)."""

    def _take(self, seat: int, name: str, chips: int) -> list[Act]:
        if self.out.truths or not chips or self.rng.random() < 0.6:
            return super()._take(seat, name, chips)
        self.out.truths.append(
            Truth("circle not taken", "pool.take", seat, expected=chips, actual=0, corrections={seat: chips})
        )
        return []


POK_FAULTS = (
    Fault("wrong leader", "shed.play", "pok", WrongLeader),
    Fault("circle not taken", "pool.take", "pok", CircleNotTaken),
)
