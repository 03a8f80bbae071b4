"""A hand that was played, as a `handproof/1` record: seats, cards known or hidden, pots by name or not, mucks."""

from random import Random
from typing import Any

from .play import Played

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
        if self.returns and len(played.draws) and self.rng.random() < 0.5:
            self._return_early()
        for place, discards, cards in played.draws:
            known = place in self.known
            self._act("draw", place, discards=discards if known else [UNKNOWN] * len(discards),
                      cards=cards if known else [UNKNOWN] * len(cards))  # fmt: skip
        if rounds[1]:
            self._bids(1)
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
        return {place for pot in self.played.pots if len(pot.contenders) > 1 for place in pot.paid}

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

    def _return_early(self) -> None:
        """What nobody called before the draw comes back before it."""
        put = dict(self.played.blinds)
        for bid in self.played.rounds[0]:
            put[bid.place] += bid.amount
        top = max(put, key=lambda place: put[place])
        if (entry := (top, put[top] - sorted(put.values())[-2])) in self.played.uncalled and not self.played.rounds[1]:
            self._act("return", *entry)
            self.returned_early = True

    returned_early = False

    def _pay(self) -> None:
        """Returns, rake, wins. What comes back is part of the last pot."""
        played, rules = self.played, self.rules
        wins: list[tuple[int, int, str]] = []
        back = dict.fromkeys(range(rules.players), 0)
        if self.returns:
            for place, chips in played.uncalled:
                back[place] += chips
                if not self.returned_early:
                    self._act("return", place, chips)
        self.paid = dict.fromkeys(range(rules.players), 0)
        for number, pot in enumerate(played.pots):
            shares = rulebook_shares(pot.chips - pot.rake, list(pot.paid), rules.unit) if pot.paid else {}
            if shares != pot.paid:
                played.odd_differs = True
                assert len(shares) > 2 and sum(shares.values()) == sum(pot.paid.values()), played.seed
            for place, chips in shares.items():
                self.paid[place] += chips
                wins.append((place, chips, f"side{number}" if number else "main"))
        rake = sum(pot.rake for pot in played.pots)
        if rake:
            self._act("rake", None, rake)
        self._wins(wins, back)

    def _wins(self, wins: list[tuple[int, int, str]], back: dict[int, int]) -> None:
        """The wins less what was returned: it is the top of the last pot that its owner is paid of."""
        left: list[tuple[int, int, str]] = []
        for place, chips, pool in reversed(wins):
            taken = min(chips, back[place])
            back[place] -= taken
            left.append((place, chips - taken, pool))
        assert not any(back.values()), self.played.seed
        if not self.named:
            for place, whole in sorted(_by_place(left).items()):
                if whole:
                    self._act("win", place, whole)
            return
        for place, chips, pool in self.rng.sample(left, len(left)):
            if chips:
                self._act("win", place, chips, pool=pool)

    def _record(self) -> Record:
        played = self.played
        ends = list(played.end_stacks)
        if played.odd_differs:
            for place, chips in self.paid.items():
                ends[place] += chips - sum(pot.paid.get(place, 0) for pot in played.pots)
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


def _by_place(entries: list[tuple[int, int, str]]) -> dict[int, int]:
    whole: dict[int, int] = {}
    for place, chips, _ in entries:
        whole[place] = whole.get(place, 0) + chips
    return whole


def write_record(played: Played) -> Record:
    """The hand as a record; the same for the same hand."""
    return _Writer(played).write()
