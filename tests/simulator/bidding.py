"""A bidding of random legal decisions, for poker and pok alike (RULEBOOK B1-B7, P10)."""

from dataclasses import dataclass, field
from random import Random

from .outcome import Act, Truth


@dataclass
class Mood:
    """How eager the players of a hand are: the weights of what they may do."""

    bet: float = 0.5
    call: float = 0.6
    raise_: float = 0.15
    open_: float = 0.5
    spread: int = 8
    #: Seats that rarely give up (their hands were put together on purpose).
    sticky: frozenset[int] = frozenset()


def random_mood(rng: Random, sticky: frozenset[int] = frozenset()) -> Mood:
    """One of a few temperaments: ordinary, timid (all give up), callers (new laps), wild (raises)."""
    bet, call, raise_, open_, spread = rng.choice(
        ((0.5, 0.6, 0.15, 0.5, 8), (0.5, 0.6, 0.15, 0.5, 8), (0.12, 0.4, 0.05, 0.5, 4), (0.0, 0.3, 0.0, 0.3, 3),
         (0.8, 0.9, 0.05, 0.25, 5), (0.85, 0.8, 0.45, 0.15, 12), (0.9, 0.8, 0.4, 0.3, 80))
    )  # fmt: skip
    return Mood(bet, call, raise_, open_, spread, sticky)


@dataclass
class Bidding:
    """One bidding. `left` is what each may still put (None where stacks are not looked at); it goes down with `put`."""

    rng: Random
    order: list[int]
    left: dict[int, int | None]
    min_bet: int
    min_raise: int
    new_laps: bool
    side_pots: bool
    mood: Mood
    #: Seats that may only give up (K7); None in poker.
    powerless: frozenset[int] | None = None
    put: dict[int, int] = field(default_factory=dict)
    still_in: list[int] = field(default_factory=list)
    actions: list[Act] = field(default_factory=list)
    bet_made: bool = False
    shapes: list[str] = field(default_factory=list)
    #: Planted faults (faults_bidding.py).
    truths: list[Truth] = field(default_factory=list)

    def run(self) -> None:
        """Play it to its end; `still_in` are then those who meet, or the one who wins unshown."""
        self.still_in = list(self.order)
        self.put = dict.fromkeys(self.order, 0)
        acted: set[int] = set()
        place = 0
        while not self._over(acted):
            seat = self.order[place % len(self.order)]
            place += 1
            if seat not in self._able():
                continue
            if self._too_poor_for_a_lap(seat):
                self.shapes.append("too poor for a new lap")
                return
            if self._step(seat, acted) == "open":
                return

    def _step(self, seat: int, acted: set[int]) -> str:
        """One turn; `acted` are those who acted since the last bet or raise."""
        verb = self._act(seat)
        if verb in ("bet", "raise"):
            acted.clear()
        acted.add(seat)
        return verb

    def owe(self, seat: int) -> int:
        """The highest total of anyone still in less one's own."""
        return max(self.put[other] for other in self.still_in) - self.put[seat]

    def _able(self) -> list[int]:
        """Those who can still act: still in and, with side pots, not all-in."""
        if not self.side_pots:
            return self.still_in
        return [seat for seat in self.still_in if self.left[seat] != 0]

    def _over(self, acted: set[int]) -> bool:
        if len(self.still_in) <= 1:
            last_is_asked = self.powerless is not None and not self.bet_made
            return not self.still_in or not last_is_asked
        able = self._able()
        if self.side_pots and (not able or (len(able) == 1 and self.owe(able[0]) == 0)):
            return True
        level = self.bet_made and all(seat in acted and self.owe(seat) == 0 for seat in able)
        return not self.new_laps and level

    def _too_poor_for_a_lap(self, seat: int) -> bool:
        able = self._able()
        if not self.bet_made or self.owe(seat) or len(able) <= 2:
            return False
        return any(left is not None and left < self.min_bet for left in (self.left[other] for other in able))

    def _choices(self, seat: int) -> list[tuple[str, float, int, int | None]]:
        """Verb, weight, least and most chips of all that is open to this seat besides giving up."""
        left, owe, able, mood = self.left[seat], self.owe(seat), self._able(), self.mood
        raise_to = owe + self.min_raise
        if not self.bet_made or (owe == 0 and len(able) != 2):
            offers = [("bet", mood.bet, self.min_bet, left)]
        elif self.side_pots and len(able) == 1:
            offers = [("call", mood.call, owe, owe)]
        else:
            offers = [("raise", mood.raise_, raise_to, left)]
            if owe:
                offers.append(("call", mood.call, owe, owe))
            if len(able) == 2 and all(self.owe(other) == 0 for other in able if other != seat):
                offers.append(("open", mood.open_, owe, owe))
        if left is None:
            return offers
        fit = [(verb, weight, least, most) for verb, weight, least, most in offers if least <= left]
        if self.side_pots and left > 0:
            short = [offer for offer in offers if offer[2] > left and (offer[0] != "raise" or left > owe)]
            fit += [(verb, weight * 1.5, left, left) for verb, weight, _, _ in short]
        return fit

    def _act(self, seat: int) -> str:
        rng = self.rng
        powerless = self.powerless is not None and seat in self.powerless
        choices = [] if powerless else self._choices(seat)
        give_up = 0.05 if seat in self.mood.sticky else 1.0 - self.mood.call * 0.8
        weights = [weight for _, weight, _, _ in choices]
        total = sum(weights) + give_up
        picked = rng.random() * total
        for verb, weight, least, most in choices:
            picked -= weight
            if picked < 0:
                if self.bet_made and verb == "bet":
                    self.shapes.append("new lap")
                return self._put(seat, verb, least, most)
        return self._give_up(seat)

    def _give_up(self, seat: int) -> str:
        self.still_in.remove(seat)
        self.actions.append({"action": self.giving_up, "seat": seat})
        return self.giving_up

    @property
    def giving_up(self) -> str:
        """The verb for it: fold in poker, pass in pok."""
        return "fold" if self.powerless is None else "pass"

    def _put(self, seat: int, verb: str, least: int, most: int | None) -> str:
        above = least + self.mood.spread
        high = above if most is None else min(most, above)
        amount = self.rng.randint(least, max(least, high))
        if most is not None and most > least and self.side_pots and self.rng.random() < 0.15:
            amount = most
        return self._log(seat, verb, amount)

    def _log(self, seat: int, verb: str, amount: int) -> str:
        self.put[seat] += amount
        left = self.left[seat]
        if left is not None:
            self.left[seat] = left - amount
            if self.side_pots and left == amount:
                self.shapes.append("all-in")
        self.bet_made = self.bet_made or verb in ("bet", "raise")
        if verb == "open" and amount == 0:
            self.shapes.append("open for 0")
        self.actions.append({"action": verb, "seat": seat, "amount": amount})
        return verb
