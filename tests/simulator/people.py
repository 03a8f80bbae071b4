"""Who sits where with how many chips, and the clock on the wall."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from random import Random
from typing import Any

from .outcome import Style

Record = dict[str, Any]
NAMES = ("Борис", "Анна", "Wei", "Zoë", "Иван", "Mbali", "Øystein", "Лена", "José", "Ада", "Tom", "Ли")


@dataclass
class Person:
    """One player; `seat` is kept while he is away, but then counts for nothing."""

    player_id: str
    name: str
    seat: int
    stack: int
    present: bool = True


class Clock:
    """Times that never run backwards, written with changing offsets."""

    def __init__(self, rng: Random, starts_at: str | None) -> None:
        self.rng = rng
        if starts_at is not None:
            self.now = datetime.fromisoformat(starts_at)
            self.zones: tuple[tzinfo | None, ...] = (self.now.tzinfo,)
            return
        self.now = datetime(2026, 5, 1, 17, tzinfo=UTC) + timedelta(minutes=rng.randrange(100_000))
        self.zones = (timezone(timedelta(hours=3)), timezone(timedelta(hours=3)), UTC, timezone(timedelta(hours=-5)))

    def stamp(self) -> str:
        """The next time, as late as the last one or later."""
        self.now += timedelta(seconds=self.rng.choice((0, 0, 1, 2, 5, 20)))
        text = self.now.astimezone(self.rng.choice(self.zones)).isoformat()
        return text.replace("+00:00", "Z") if self.rng.random() < 0.5 else text


class Room:
    """The people of one session: seats, stacks, what they buy and hand back."""

    def __init__(self, rng: Random, session_id: str, most_players: int, style: Style) -> None:
        self.rng, self.session_id, self.most_players, self.style = rng, session_id, most_players, style
        self.people: list[Person] = []
        self.clock = Clock(rng, style.starts_at)
        self.seats = sorted(rng.sample(range(1, most_players + rng.choice((1, 1, 4))), most_players))
        self.house = 0
        self.purse = style.purse or rng.choice((20, 40, 100, 100, 500))
        #: Short buy-ins make the poor, who are passed over and go all-in.
        drawn = rng.random()
        spread = "even" if style.purse or drawn < 0.6 else "uneven" if drawn < 0.8 else "one rich"
        self.purses = style.purses or spread

    def seated(self) -> list[Person]:
        """Those who sit at the table now, by seat."""
        return sorted((person for person in self.people if person.present), key=lambda person: person.seat)

    def at(self, seat: int) -> Person:
        """Who sits at a seat."""
        return next(person for person in self.people if person.present and person.seat == seat)

    @staticmethod
    def ring(seats: list[int], after: int) -> list[int]:
        """Seats clockwise from the left of `after`, which is the last if it is among them (C3)."""
        ordered = sorted(seats)
        return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]

    def sit_down(self, count: int, hand_no: int) -> list[Record]:
        """New players on free seats, with the records of what they buy."""
        records: list[Record] = []
        free = sorted(set(self.seats) - {person.seat for person in self.seated()})
        for seat in sorted(self.rng.sample(free, min(count, len(free)))):
            number = len(self.people) + 1
            chips = self._first_purse(number)
            person = Person(f"{self.session_id}-p{number}", NAMES[(number - 1) % len(NAMES)], seat, 0)
            self.people.append(person)
            records += self._cash(person, chips, hand_no)
        return records

    def _first_purse(self, number: int) -> int:
        """What the player who came as number `number` buys first."""
        if self.purses == "even" or (self.purses == "one rich" and number == 1):
            return self.purse
        most = self.purse if self.purses == "uneven" else self.purse // 4
        return self.rng.randint(self.purse // 8, most)

    def _cash(self, person: Person, chips: int, hand_no: int) -> list[Record]:
        """Chips bought or handed back; no record where the club keeps no book of them."""
        person.stack += chips
        if not self.style.cash or not chips:
            return []
        record: Record = {"record": "cash", "format": "handproof/1", "session_id": self.session_id,
                          "player_id": person.player_id, "amount": chips}  # fmt: skip
        if self.style.times != "none":
            record["at"] = self.clock.stamp()
        if self.rng.random() < 0.3:
            record["after_hand_no"] = hand_no
        return [record]

    def come_and_go(self, tied: set[int], hand_no: int) -> list[Record]:
        """Between two hands somebody leaves, comes, comes back, or buys more."""
        rng = self.rng
        what = rng.choice(("leave", "come", "back", "buy"))
        seated = self.seated()
        free = [person for person in seated if person.seat not in tied]
        if what == "leave" and free and len(seated) > 2:
            person = rng.choice(free)
            person.present = False
            return self._cash(person, -person.stack, hand_no) if self.style.cash and rng.random() < 0.6 else []
        if what == "come":
            return self.sit_down(1, hand_no)
        away = [person for person in self.people if not person.present]
        if what == "back" and away and len(seated) < self.most_players:
            person = rng.choice(away)
            person.seat = rng.choice(sorted(set(self.seats) - {other.seat for other in seated}))
            person.present = True
            return self._cash(person, max(0, self.purse - person.stack), hand_no) if self.style.cash else []
        if what == "buy" and self.style.cash:
            return self._cash(rng.choice(seated), rng.randint(1, self.purse), hand_no)
        return []

    def refill(self, hand_no: int) -> list[Record]:
        """Where too few can pay, the poor buy chips again; without a book of cash they cannot."""
        if not self.style.cash:
            return []
        records: list[Record] = []
        for person in self.seated():
            if person.stack < self.purse:
                records += self._cash(person, self.purse - person.stack, hand_no)
        return records

    def stacks(self) -> list[Record]:
        """The stacks that a close gives; who has 0 may be left out."""
        return [
            {"player_id": person.player_id, "stack": person.stack}
            for person in self.people
            if person.stack or self.rng.random() < 0.5
        ]
