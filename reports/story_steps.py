"""The steps of a told hand: each action with the table, stacks and cards as they are after it.

Chips are those that the engine moved (`HandResult.movements`), step by step over what lay there before; cards are those
that the log names, unknown ones filled in where the logged pack or a later line shows them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from ingest.records import Action, Hand, TableState
from replay.cards import UNKNOWN, missing_from, pok_ranks
from replay.results import HandResult, Movement
from reports.card_text import by_rank, cards_text
from reports.raw_line import action_texts
from reports.story_names import Names, rule_told
from reports.story_parts import Circle, FindingTold, SeatTold, Step, TableTold
from reports.story_words import ActionWords

#: After these a seat is out of the hand (pok: out of the bidding only).
_OUT = frozenset({"fold", "decline"})
#: So many of the cards laid last in the play-out of pok are shown.
PLAYED_SHOWN = 8


class _TableNow:
    """Chips and cards while the steps are told."""

    def __init__(self, hand: Hand, before: TableState) -> None:
        self.hand, self.before = hand, before
        self.stack = {player.seat: player.stack for player in hand.players}
        self.put_in = dict.fromkeys(self.stack, 0)
        self.cards: dict[int, list[str]] = {seat: [] for seat in self.stack}
        self.out: set[int] = set()
        self.pot, self.bank, self.house = before.pot, before.bank, 0
        self.bank_start = before.bank_start
        self.stitch_round = before.stitch_round
        self.pools = dict(before.pools)
        self.carried = dict(before.pools)
        self.turned: str | None = None
        self.played: list[str] = []

    def move(self, movement: Movement) -> None:
        """Chips go from one account to another."""
        self._change(movement.from_account, -movement.chips)
        self._change(movement.to_account, movement.chips)

    def _change(self, account: str, chips: int) -> None:
        kind, _, name = account.partition(":")
        if kind == "seat":
            seat = int(name)
            held = self.stack.get(seat)
            if held is not None:
                self.stack[seat] = held + chips
            if chips < 0:
                self.put_in[seat] = self.put_in.get(seat, 0) - chips
        elif kind == "pool":
            self.pools[name] = self.pools.get(name, 0) + chips
            self.carried[name] = max(0, min(self.carried.get(name, 0), self.pools[name]))
        else:
            setattr(self, kind, getattr(self, kind) + chips)

    def act(self, action: Action, told: Sequence[str] = ()) -> None:
        """Cards change hands; `told` is what the logged pack says of them where the log itself does not know."""
        verb, seat, cards = action.action, action.seat or 0, told or action.cards or []
        held = self.cards.setdefault(seat, []) if action.seat is not None else []
        if verb == "deal":
            if len(told) > len(action.cards or []):  # the whole hand, of which this is the last card
                held.clear()
            held.extend(cards)
        elif verb == "draw":
            _take_out(held, action.discards or [])
            held.extend(cards)
        elif verb == "show":
            _fill(held, cards)
        elif verb == "play":
            _take_out(held, cards)
            self.played = [*self.played[1 - PLAYED_SHOWN :], *cards]
        elif verb in ("burn", "stake"):
            self.turned = None
        elif verb in ("turn", "trump"):
            self.turned = cards[-1] if cards else None
        elif verb == "bank":
            self.bank_start = self.bank
        elif verb == "pass_bank":
            self.bank_start = 0
        if verb in _OUT:
            self.out.add(seat)

    def table(self) -> TableTold:
        """What lies on the table now."""
        if self.hand.game == "poker":
            return TableTold(pot=self.pot, house=self.house)
        if self.hand.game == "stitch":
            return TableTold(
                bank=self.bank, bank_start=self.bank_start, stitch_round=self.stitch_round, turned=self.turned
            )
        return TableTold(
            turned=self.turned,
            circles=tuple(
                Circle(name, self.pools.get(name, 0), self.carried.get(name, 0))
                for name in circle_names(self.hand, self.pools)
            ),
        )

    def seats(self) -> tuple[SeatTold, ...]:
        """Every seat now."""
        return tuple(
            SeatTold(seat, self.stack[seat], tuple(self.cards[seat]), self.put_in[seat], seat not in self.out)
            for seat in sorted(self.stack)
        )


def circle_names(hand: Hand, pools: Iterable[str]) -> list[str]:
    """The circles of the pack in play, from the ace down, then pok and sequence, then others that hold chips."""
    players = len(hand.players)
    of_pack = [*(pok_ranks(players) if 2 <= players <= 8 else ()), "pok", "sequence"]
    return [*of_pack, *sorted(name for name in pools if name not in of_pack)]


def table_before(hand: Hand, before: TableState) -> TableTold:
    """What lay on the table before the first action."""
    return _TableNow(hand, before).table()


def _take_out(held: list[str], cards: Sequence[str]) -> None:
    for card in cards:
        if card in held:
            held.remove(card)
        elif UNKNOWN in held:
            held.remove(UNKNOWN)
        elif card == UNKNOWN and held:
            held[:] = [UNKNOWN] * (len(held) - 1)


def _fill(held: list[str], cards: Sequence[str]) -> None:
    for card in missing_from(cards, held):
        if UNKNOWN in held:
            held[held.index(UNKNOWN)] = card


def tell_steps(
    hand: Hand, raw: str, result: HandResult, names: Names, findings: Sequence[FindingTold], casino: bool,
    told_by_pack: Mapping[int, Sequence[str]],
) -> tuple[Step, ...]:  # fmt: skip
    """All steps; a finding stands at its action, one of a missing line or of the whole hand at none."""
    moved: dict[int, list[Movement]] = {}
    for movement in result.movements:
        moved.setdefault(movement.step, []).append(movement)
    at_step: dict[int, list[FindingTold]] = {}
    for finding in findings:
        if finding.action_no is not None:
            at_step.setdefault(finding.action_no, []).append(finding)
    now, words = (
        _TableNow(hand, result.table_before),
        ActionWords(hand, names, casino, result.table_before.stitch_round),
    )
    steps = []
    for number, (action, text) in enumerate(zip(hand.actions, action_texts(raw), strict=True), 1):
        for movement in moved.get(number, ()):
            now.move(movement)
        told = told_by_pack.get(number, ())
        now.act(action, told)
        rule_of_chips = moved[number][0].rule if number in moved else None
        says, rule = words.tell(action, json.loads(text), rule_of_chips)
        if told:
            says += f" By the logged pack: {cards_text(by_rank(told))}."
        here = tuple(at_step.get(number, ()))
        steps.append(
            Step(
                action_no=number, at=action.at, seat=action.seat, says=says, rule=rule_told(rule), table=now.table(),
                seats=now.seats(), played=tuple(now.played), log=text, findings=here,
            )
        )  # fmt: skip
    return tuple(steps)
