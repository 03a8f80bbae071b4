"""A hand that was played, as a `handproof/1` record: seats, cards known or hidden, pots by name or not, mucks."""

from random import Random
from typing import Any

from .hand import Played

Record = dict[str, Any]
UNKNOWN = "??"


def rulebook_shares(chips: int, winners: list[int], unit: int) -> dict[int, int]:
    """P8 and `chip_unit`: equal shares in whole units, odd units one each from the dealer's left."""
    each = chips // (unit * len(winners)) * unit
    odd = (chips - each * len(winners)) // unit
    return {place: each + (unit if number < odd else 0) for number, place in enumerate(sorted(winners))}


class _Writer:
    """Writes one hand; how it is written down is chance of its own."""

    def __init__(self, played: Played) -> None:
        self.played, self.rules = played, played.rules
        self.rng = rng = Random(f"record of {played.seed}")
        seats = sorted(rng.sample(range(1, 11), self.rules.players))
        self.dealer = rng.choice(seats)
        left = [seat for seat in seats if seat > self.dealer]
        self.seat = left + [seat for seat in seats if seat <= self.dealer]
        self.actions: list[Record] = []
        #: Whose cards the log knows all the time: everybody's, one player's, or nobody's.
        known = rng.choice(("all", "all", "hero", "none"))
        self.known = set(range(self.rules.players)) if known == "all" else {rng.randrange(self.rules.players)}
        if known == "none":
            self.known = set()
        self.named = rng.random() < 0.5
        self.returns = rng.random() < 0.7

    def write(self) -> Record:
        """The record."""
        played = self.played
        self._open()
        rounds = played.rounds
        self._bids(0)
        early = self.returns and not rounds[1] and self.rng.random() < 0.5
        if early:
            self._return()
        for place, discards, cards in played.draws:
            known = place in self.known
            self._act("draw", place, discards=discards if known else [UNKNOWN] * len(discards),
                      cards=cards if known else [UNKNOWN] * len(cards))  # fmt: skip
        if rounds[1]:
            self._bids(1)
        if self.returns and not early:
            self._return()
        self._show()
        self._pay()
        return self._record()

    def _act(self, verb: str, place: int | None, amount: int | None = None, **more: Any) -> None:
        action: Record = {"action": verb}
        if place is not None:
            action["seat"] = self.seat[place]
        if amount is not None:
            action["amount"] = amount
        self.actions.append(action | more)

    def _open(self) -> None:
        for verb, moved in (("ante", self.played.antes), ("blind", self.played.blinds)):
            for place in self._in_blind_order(moved) if verb == "blind" else moved:
                if moved[place]:
                    self._act(verb, place, moved[place])
        for place, hand in enumerate(self.played.dealt):
            self._act("deal", place, cards=hand if place in self.known else [UNKNOWN] * 5)

    def _in_blind_order(self, blinds: dict[int, int]) -> list[int]:
        return sorted(blinds, reverse=self.rules.players == 2)

    def _bids(self, number: int) -> None:
        for bid in self.played.rounds[number]:
            self._act(bid.verb, bid.place, bid.amount if bid.verb in ("bet", "call", "raise") else None)

    # -- showdown --------------------------------------------------------------------------------------------------

    def _contested_winners(self) -> set[int]:
        return {place for pot in self.played.pots if len(pot.contenders) > 1 for place in pot.winners}

    def _show(self) -> None:
        shown = list(self.played.shown.items())
        self.rng.shuffle(shown)
        winners = self._contested_winners()
        mucking = self.rng.choice((0.0, 0.5, 1.0))
        for place, cards in shown:
            if place not in winners and self.rng.random() < mucking:
                self.played.shapes["muck"] += 1
                self._act("muck", place)
            else:
                self._act("show", place, cards=self.rng.sample(cards, 5))

    # -- payment ---------------------------------------------------------------------------------------------------

    def _return(self) -> None:
        """What nobody called comes back."""
        for place, chips in self.played.uncalled:
            self._act("return", place, chips)

    def _pay(self) -> None:
        """Rake and wins."""
        played, rules = self.played, self.rules
        wins: list[tuple[int, int, str]] = []
        self.paid = dict.fromkeys(range(rules.players), 0)
        for number, pot in enumerate(played.pots):
            for place, chips in rulebook_shares(pot.chips - pot.rake, pot.winners, rules.unit).items():
                self.paid[place] += chips
                wins.append((place, chips, f"side{number}" if number else "main"))
        played.odd_differs = self._odd_differs()
        if rake := sum(pot.rake for pot in played.pots):
            self._act("rake", None, rake)
        if not self.returns:
            wins += self._top_layer()
        if self.named:
            wins = [(place, sum(chips for who, chips, name in wins if (who, name) == (place, pool)), pool)
                    for place, pool in sorted({(place, pool) for place, _, pool in wins})]  # fmt: skip
            for place, chips, pool in self.rng.sample(wins, len(wins)):
                self._act("win", place, chips, pool=pool)
        else:
            for place in sorted({place for place, chips, _ in wins if chips}):
                self._act("win", place, sum(chips for who, chips, _ in wins if who == place))

    def _top_layer(self) -> list[tuple[int, int, str]]:
        """P10: a top layer with one contender is his; where nothing is returned, it is won as the last pot."""
        pots = self.played.pots
        found = []
        for place, chips in self.played.uncalled:
            number = len(pots) - (pots[-1].contenders == (place,))
            found.append((place, chips, f"side{number}" if number else "main"))
        return found

    def _odd_differs(self) -> bool:
        """Whether RULEBOOK's odd chips make other sums than PokerKit's, which can be only where it says so."""
        played, unit = self.played, self.rules.unit
        differs = any(chips != self.paid[place] for place, chips in enumerate(played.paid))
        if differs:
            split = [pot for pot in played.pots if len(pot.winners) > 1]
            assert sum(played.paid) == sum(self.paid.values()), played.seed
            assert len(split) > 1 or len(split[0].winners) > 2, played.seed
            odd = unit * sum(len(pot.winners) for pot in split)
            assert all(abs(chips - self.paid[place]) < odd for place, chips in enumerate(played.paid)), played.seed
        return differs

    def _record(self) -> Record:
        played = self.played
        ends = list(played.end_stacks)
        if played.odd_differs:
            for place, chips in self.paid.items():
                ends[place] += chips - played.paid[place]
        players = [
            {"seat": seat, "player_id": f"p{seat}", "stack": self.rules.stacks[place], "end_stack": ends[place]}
            for place, seat in enumerate(self.seat)
        ]
        rules = self.rules.keys()
        if self.rules.rake_bp and self.rules.unit == 1 and self._by_schedule():
            rules |= {"rake_bp": self.rules.rake_bp, "rake_cap": self.rules.rake_cap}
        record: Record = {
            "record": "hand", "format": "handproof/1", "hand_id": f"pokerkit-{played.seed}", "session_id": "pokerkit",
            "hand_no": 1, "game": "poker", "dealer_seat": self.dealer,
            "players": sorted(players, key=lambda player: player["seat"]), "closing": {"pot": 0}, "rules": rules,
            "actions": self.actions,
        }  # fmt: skip
        if self.rng.random() < 0.2:
            record["deck"] = played.pack
        return record

    def _by_schedule(self) -> bool:
        """Whether the house took a rake at all, so that the club's keys can stand in the log."""
        return any(pot.rake for pot in self.played.pots) and self.rng.random() < 0.5


def write_record(played: Played) -> Record:
    """The hand as a record; the same for the same hand."""
    return _Writer(played).write()
