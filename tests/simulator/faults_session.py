"""Faults that no single hand shows: between hands, in the numbers of hands, in the close (F1-F6, C6, K19)."""

from .outcome import Truth
from .session import Fault, Sitting


def _chip_lost(sitting: Sitting, game: str, order: list[int]) -> list[Truth]:
    """A chip of a player who has played before is gone when the next hand begins (F3); the close shows it too (F6)."""
    known = {player["player_id"] for hand in sitting.hands() for player in hand["players"]}
    people = [sitting.room.at(seat) for seat in order]
    able = [person for person in people if person.player_id in known and person.stack > 40]
    if not able or not sitting.style.stacks:
        return []
    person = sitting.rng.choice(able)
    kind = "chip lost between hands"
    person.stack -= 1
    truths = [Truth(kind, "continuity.stack", person.seat, expected=person.stack + 1, actual=person.stack)]
    if sitting.style.cash and sitting.style.close:
        truths.append(Truth(kind, "session.balance", of_session=True))
    return truths


SESSION_FAULTS = (Fault("chip lost between hands", "continuity.stack", "any", between=_chip_lost),)
