"""A sitting: players come and go, games alternate, chips are bought, the table is closed (C6, C7, F1-F6, K19)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .outcome import Outcome, Style, Truth, random_style
from .people import Person, Room
from .pok import PokHand, circle_price, circles
from .poker import PokerHand
from .rules import DEFAULTS, GAMES, Keys, random_keys
from .stitch import StitchRound, least_bank

Record = dict[str, Any]
FORMAT = {"format": "handproof/1"}


@dataclass
class Tables:
    """What lies on the three tables between hands (C7), and whose turn it is (C6, S12)."""

    pot: int = 0
    pools: dict[str, int] = field(default_factory=dict)
    bank: int = 0
    bank_start: int = 0
    stitch_round: bool = False
    banker: int | None = None
    #: The seat that the bank was passed to; None before the first round, and where nothing was passed.
    next_banker: int | None = None
    #: Whose the dust is that waits for the next bank (K19).
    dust_owner: str | None = None
    last_dealer: int | None = None
    #: Players of the last hand of each game, from the dealer's left (K19).
    last_players: dict[str, list[str]] = field(default_factory=dict)


HandClass = type[PokerHand] | type[StitchRound] | type[PokHand]
LEGAL: dict[str, HandClass] = {"poker": PokerHand, "stitch": StitchRound, "pok": PokHand}


@dataclass(frozen=True)
class Fault:
    """One kind of fault: where it is planted and under which house rules (faults.py).

    `hand` plays a hand and breaks a rule where it can; `between` changes the table (or `order`) before a hand; `after`
    changes the record of a hand; `end` that of the close. Each gives back what an audit must find; nothing where the
    fault could not be planted, and the next hand is tried.
    """

    kind: str
    code: str
    game: str
    hand: HandClass | None = None
    between: Callable[["Sitting", str, list[int]], list[Truth]] | None = None
    after: Callable[["Sitting", Record], list[Truth]] | None = None
    end: Callable[["Sitting", Record], list[Truth]] | None = None
    rules: Keys = field(default_factory=dict)
    #: The session ends with the fault: what would come after it is not certain.
    last: bool = False
    #: Whether the session has a close: without one there is no balance that the fault would upset too.
    close: bool = True
    #: How many sit down (None: drawn).
    players: int | None = None
    #: Whether hands give the whole pack.
    deck: bool = False


class Sitting:
    """Plays one session and writes its records."""

    def __init__(self, rng: Random, session_id: str, game: str, most_players: int, style: Style, rules: Keys) -> None:
        self.rng, self.session_id, self.game, self.style, self.rules = rng, session_id, game, style, rules
        self.tables = Tables()
        self.room = Room(rng, session_id, most_players, style)
        self.records: list[Record] = []
        self.shapes: Counter[str] = Counter()
        self.in_hand_rules = rng.random() < 0.3
        self.hand_no = 0
        self.current = game if game != "mixed" else rng.choice(GAMES)
        self.truths: list[Truth] = []
        #: Faults to plant, in this order, none before the hand with its number (faults.py).
        self.plan: list[tuple[int, Fault]] = []
        self.ended = False
        #: Whether all seats are taken from the beginning.
        self.full = False

    def play(self, hands: int) -> list[Record]:
        """The whole session; fewer hands than asked for only where nobody can pay any more."""
        self._open()
        for _ in range(hands):
            if not self._one_hand() or self.ended:
                break
        if self.style.close:
            self._close()
        return self.records

    def hands(self) -> list[Record]:
        """The hands written so far."""
        return [record for record in self.records if record["record"] == "hand"]

    def _open(self) -> None:
        record: Record = {"record": "session", **FORMAT, "session_id": self.session_id}
        if self.style.names:
            record |= {"table": f"стол {self.session_id[-1]}", "currency": "RUB", "chip_value": "0.50"}
        if self.game != "mixed" and self.rng.random() < 0.5:
            record["game"] = self.game
        if self.style.times != "none":
            record["started_at"] = self.room.clock.stamp()
        if self.rules and not self.in_hand_rules:
            record["rules"] = {game: keys for game, keys in self.rules.items() if keys}
        self.records.append(record)
        least = self.room.most_players if self.full else 2
        self.records += self.room.sit_down(self.rng.randint(least, self.room.most_players), 0)

    def _keys(self, game: str) -> tuple[Keys, Keys]:
        """All keys in force for one hand, and those that its record has to give."""
        own = dict(self.rules.get(game, {})) if self.in_hand_rules else {}
        if game != "stitch" and self.rng.random() < self.style.own_rules:
            own |= random_keys(self.rng, game, self.room.most_players, 0.2)
        full = {**DEFAULTS[game], **self.rules.get(game, {}), **own}
        if full.get("credit") and full.get("all_in") == "side_pots":
            own["credit"] = full["credit"] = False
        return full, own

    def _one_hand(self) -> bool:
        rng = self.rng
        if self.hand_no and rng.random() < self.style.churn:
            self.records += self.room.come_and_go(self._tied_seats(), self.hand_no)
        if self.game == "mixed" and rng.random() < 0.2:
            self.current = rng.choice(GAMES)
        for _ in range(3):
            game = self.current
            full, own = self._keys(game)
            order = self._dealt_in(game, full)
            if order:
                self._deal_hand(game, full, own, order)
                return True
            self.records += self.room.refill(self.hand_no)
            if self.game == "mixed":
                self.current = rng.choice(GAMES)
        return False

    def _tied_seats(self) -> set[int]:
        """Seats that may not leave: the banker while his turn lasts, and who the bank was passed to."""
        tables = self.tables
        return {seat for seat in (tables.banker, tables.next_banker) if seat is not None}

    # Who plays, and who deals.

    def _dealt_in(self, game: str, keys: Keys) -> list[int]:
        """Seats from the dealer's (banker's) left, he himself last; [] where no hand can be dealt now."""
        seats = self._able_seats(game, keys)
        if game == "stitch":
            banker = self._banker(seats, keys)
            if banker is None:
                return []
            seats = sorted({*seats, banker})
            return self.room.ring(seats, banker) if len(seats) >= 2 else []
        if len(seats) < 2:
            return []
        last = self.tables.last_dealer
        dealer = self.rng.choice(seats) if last is None else self.room.ring(seats, last)[0]
        return self.room.ring(seats, dealer)

    def _able_seats(self, game: str, keys: Keys) -> list[int]:
        people = self.room.seated()
        if game == "pok":
            people = people[:8]
        if not self.style.stacks or (game == "poker" and keys["credit"]):
            return [person.seat for person in people]
        if game == "poker":
            least = max(1, keys["ante"] if keys["all_in"] == "forbid" else 1)
        elif game == "stitch":
            least = keys["stake_min"]
        else:
            least = max(1, sum(circle_price(keys, name) for name in circles(max(2, len(people)))))
        return [person.seat for person in people if person.stack >= least]

    def _banker(self, seats: list[int], keys: Keys) -> int | None:
        """S12, C6: whose round it is; None where he cannot put the bank now."""
        tables, least = self.tables, least_bank(keys)
        if tables.bank_start:
            return tables.banker
        rich = [seat for seat in seats if not self.style.stacks or self.room.at(seat).stack >= least]
        if tables.next_banker is not None:
            ring = self.room.ring(seats, tables.next_banker)
            due = tables.next_banker if tables.next_banker in seats else (ring[0] if ring else None)
            return due if due in rich else None
        if not rich:
            return None
        if tables.banker is None:
            return self.rng.choice(rich)
        return self.room.ring(rich, tables.banker)[0]

    # One hand.

    def _deal_hand(self, game: str, full: Keys, own: Keys, order: list[int]) -> None:
        self.hand_no += 1
        began = self.room.clock.stamp() if self.style.times != "none" else None
        fault = self._due_fault(game)
        between = fault.between(self, game, order) if fault and fault.between else []
        hand: Record = {
            "record": "hand", **FORMAT, "hand_id": f"{self.session_id}-{len(self.hands()) + 1}",
            "session_id": self.session_id, "hand_no": self.hand_no, "game": game, "dealer_seat": order[-1],
        }  # fmt: skip
        if began:
            hand["started_at"] = began
        opening = self._opening(game)
        players = [self.room.at(seat) for seat in order]
        before = {person.seat: person.stack for person in players}
        out = self._outcome(game, full, order, before, fault)
        out.truths += between
        for person in players:
            person.stack += out.moved.get(person.seat, 0)
        hand["players"] = [self._player(person, before[person.seat]) for person in sorted(players, key=_by_seat)]
        if opening and self.rng.random() < self.style.openings:
            hand["opening"] = self._some_zeros(opening)
        if self.rng.random() < self.style.closings:
            hand["closing"] = self._some_zeros(out.closing)
            if self.style.next_dealer:
                self._next_dealer(hand["closing"], game, order, out)
        if own:
            hand["rules"] = own
        if out.deck:
            hand["deck"] = out.deck
        hand["actions"] = out.actions
        if self.style.times == "all":
            for act in out.actions:
                if self.rng.random() < 0.8:
                    act["at"] = self.room.clock.stamp()
        self.records.append(hand)
        self._note_truths(hand, fault, out.truths)
        self._leave_behind(game, order, out)

    def _due_fault(self, game: str) -> Fault | None:
        if not self.plan or self.hand_no < self.plan[0][0] or self.plan[0][1].game not in (game, "any"):
            return None
        return self.plan[0][1]

    def _note_truths(self, hand: Record, fault: Fault | None, truths: list[Truth]) -> None:
        """Fill in where the planted faults stand, and strike the fault from the plan once it is planted."""
        if fault and fault.after:
            truths = truths + fault.after(self, hand)
        for truth in truths:
            if truth.hand_id is None and not truth.of_session:
                truth.settle(hand["hand_id"], hand["actions"])
        if truths:
            self.truths += truths
            self.ended = self.plan.pop(0)[1].last

    def _outcome(self, game: str, full: Keys, order: list[int], before: dict[int, int], fault: Fault | None) -> Outcome:
        tables = self.tables
        looked = self.style.stacks and not (game == "poker" and full["credit"])
        left = {seat: before[seat] if looked else None for seat in order}
        hand_class = fault.hand if fault and fault.hand else LEGAL[game]
        if issubclass(hand_class, PokerHand):
            return hand_class(self.rng, order, left, full, tables.pot, self.style).play()
        if issubclass(hand_class, PokHand):
            return hand_class(self.rng, order, left, full, tables.pools, self.style).play()
        return hand_class(
            self.rng, order, left, full, tables.bank, tables.bank_start, tables.stitch_round, tables.banker is None,
            self.style,
        ).play()  # fmt: skip

    def _player(self, person: Person, before: int) -> Record:
        player: Record = {"seat": person.seat, "player_id": person.player_id}
        if self.style.names:
            player["name"] = person.name
        if self.style.stacks:
            player["stack"] = before
        if self.style.end_stacks:
            player["end_stack"] = person.stack
        return player

    def _opening(self, game: str) -> Record:
        tables = self.tables
        if game == "poker":
            return {"pot": tables.pot}
        if game == "pok":
            return {"pools": dict(tables.pools)}
        return {"bank": tables.bank, "bank_start": tables.bank_start, "stitch_round": tables.stitch_round}

    def _some_zeros(self, state: Record) -> Record:
        """The state with some of its zeros left out: a field that is missing is 0."""
        kept: Record = {}
        for key, value in state.items():
            if key == "pools":
                kept[key] = {name: chips for name, chips in value.items() if chips or self.rng.random() < 0.7}
            elif value or self.rng.random() < 0.7:
                kept[key] = value
        return kept

    def _next_dealer(self, closing: Record, game: str, order: list[int], out: Outcome) -> None:
        seat = out.next_banker if game == "stitch" else order[0]
        if seat is not None:
            closing["next_dealer_seat"] = seat

    def _leave_behind(self, game: str, order: list[int], out: Outcome) -> None:
        tables, closing = self.tables, out.closing
        self.shapes.update(f"{game}: {shape}" for shape in set(out.shapes))
        self.shapes[f"{game} hands"] += 1
        self.room.house += out.house
        tables.last_players[game] = [self.room.at(seat).player_id for seat in order]
        if game == "stitch":
            tables.bank, tables.bank_start = closing["bank"], closing["bank_start"]
            tables.stitch_round = closing["stitch_round"]
            tables.banker, tables.next_banker = order[-1], out.next_banker
            tables.dust_owner = self.room.at(order[-1]).player_id
            return
        tables.last_dealer = order[-1]
        if game == "poker":
            tables.pot = closing["pot"]
        else:
            tables.pools = closing["pools"]

    # The end.

    def _close(self) -> None:
        close: Record = {"record": "close", **FORMAT, "session_id": self.session_id}
        if self.style.times != "none":
            close["at"] = self.room.clock.stamp()
        close["stacks"] = self.room.stacks()
        shares = self._shares()
        if shares or self.rng.random() < 0.3:
            close["shares"] = [{"player_id": player, "amount": chips} for player, chips in sorted(shares.items())]
        if self.plan and self.plan[0][1].end:
            self.truths += self.plan[0][1].end(self, close)
        self.records.append(close)

    def _shares(self) -> Counter[str]:
        """K19: what lies on the tables, given out."""
        tables = self.tables
        shares: Counter[str] = Counter()
        for game, chips in (("poker", tables.pot), ("pok", sum(tables.pools.values()))):
            players = tables.last_players.get(game, [])
            for place, player in enumerate(players):
                part = chips // len(players) + (1 if place < chips % len(players) else 0)
                if part:
                    shares[player] += part
        if tables.bank and tables.dust_owner is not None:
            shares[tables.dust_owner] += tables.bank
        return shares


def _by_seat(person: Person) -> int:
    return person.seat


def seat_a_session(
    kind: type[Sitting],
    seed: int,
    game: str | None,
    hands: int,
    session_id: str | None = None,
    players: int | None = None,
    rules: dict[str, Keys] | None = None,
    style: Style | None = None,
) -> Sitting:
    """A session ready to be played; what is None is drawn."""
    rng = Random(f"handproof {seed} {game} {hands} {players}")
    game = game or rng.choice((*GAMES, "mixed"))
    most = players or rng.choice((2, 3, 4, 5, 6, 8, 10))
    if rules is None:
        share = rng.choice((0.0, 0.15, 0.4, 0.7))
        rules = {name: random_keys(rng, name, most, share) for name in GAMES if game in (name, "mixed")}
    return kind(rng, session_id or f"sim-{seed}", game, most, style or random_style(rng), rules)


def simulate_session(
    seed: int,
    *,
    game: str | None = None,
    hands: int = 20,
    session_id: str | None = None,
    players: int | None = None,
    rules: dict[str, Keys] | None = None,
    style: Style | None = None,
    shapes: Counter[str] | None = None,
) -> list[Record]:
    """The records of one random legal session, always the same for the same arguments.

    `game` is ``poker``, ``stitch``, ``pok`` or ``mixed`` (None: drawn); `players` the most that sit at once; `rules`
    the house-rule keys by game (None: drawn); `style` how the log is written (None: drawn). Where `shapes` is given,
    the rare shapes that came up are counted in it.
    """
    sitting = seat_a_session(Sitting, seed, game, hands, session_id, players, rules, style)
    records = sitting.play(hands)
    if shapes is not None:
        shapes.update(sitting.shapes)
    return records
