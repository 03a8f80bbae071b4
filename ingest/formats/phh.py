"""A hand of five-card draw as PHH, the poker hand history format that PokerKit replays (docs/pokerstars.md).

PHH has no code for five-card draw; ours are `VARIANTS`, made like its others: limit, then game. Sums are whole chips.
The players stand from the dealer's left (with two players too: the dealer is the last of them). Blinds that are dead
are antes, blinds of players who come in stand below zero, as PokerKit wants them.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ingest.house_rules import PokerRules, resolve
from ingest.records import Action, Hand, Session

#: Variant codes by limit.
VARIANTS = {"none": "N5CD", "pot": "P5CD", "fixed": "F5CD"}
_UNKNOWN = "??"
_HAND_SIZE = 5
_PAID_IN = frozenset({"ante", "blind", "bet", "call", "raise"})
_PAID_OUT = frozenset({"win", "return"})


class NotConvertible(Exception):  # noqa: N818  # it is what becomes of the hand
    """A hand that PHH cannot hold; the text says why."""


def phh_text(hands: Iterable[tuple[Hand, Session | None, Mapping[str, Any]]]) -> str:
    """Hands, each with its session and the rules below its own, as the text of one file.

    One hand is PHH (``.phh``), several are PHHS (``.phhs``): a numbered table each. Raises `NotConvertible`.
    """
    tables = [_lines(_fields(hand, session, rules)) for hand, session, rules in hands]
    if len(tables) == 1:
        return tables[0]
    return "\n".join(f"[{number}]\n{table}" for number, table in enumerate(tables, 1))


def why_not(hand: Hand, rules: Mapping[str, Any]) -> str | None:
    """Why a hand cannot be written as PHH; None where it can."""
    if hand.game != "poker" or _rules(hand, rules).profile != "five_card_draw":
        return "it is not five-card draw"
    if hand.claims is not None and hand.claims.cancelled:
        return "it was cancelled"
    if len(hand.players) < 2 or any(player.stack is None or player.stack <= 0 for player in hand.players):
        return "not every player has a stack"
    seats = {player.seat for player in hand.players}
    if any(action.seat not in seats for action in hand.actions if action.action not in ("rake", "note")):
        return "somebody acts who is not dealt in"
    return None


def _rules(hand: Hand, rules: Mapping[str, Any]) -> PokerRules:
    resolved = resolve("poker", rules, hand.rules)
    assert isinstance(resolved, PokerRules), "rules of poker"
    return resolved


def _fields(hand: Hand, session: Session | None, below: Mapping[str, Any]) -> dict[str, Any]:
    reason = why_not(hand, below)
    if reason is not None:
        raise NotConvertible(f"hand {hand.hand_id} cannot be written as PHH: {reason}")
    rules = _rules(hand, below)
    players = sorted(hand.players, key=lambda player: (player.seat <= hand.dealer_seat, player.seat))
    index = {player.seat: place for place, player in enumerate(players)}
    bets = {"small_bet": rules.small_bet, "big_bet": rules.big_bet}
    play = _Play(hand.actions, index, rules)
    stacks = [player.stack or 0 for player in players]
    time = hand.started_at
    fields: dict[str, Any] = {
        "variant": VARIANTS[rules.limit],
        "antes": play.antes,
        "blinds_or_straddles": play.blinds[::-1] if len(players) == 2 else play.blinds,
        **(bets if rules.limit == "fixed" else {"min_bet": rules.big_blind or rules.min_bet}),
        "starting_stacks": stacks,
        "actions": play.actions,
        "hand": hand.hand_id,
        "seats": [player.seat for player in players],
        "players": [player.name or player.player_id for player in players],
        "finishing_stacks": [stack + play.net[place] for place, stack in enumerate(stacks)],
        "winnings": play.won,
        "table": session.table if session is not None else None,
        "currency": session.currency if session is not None else None,
        "day": int(time[8:10]) if time else None,
        "month": int(time[5:7]) if time else None,
        "year": int(time[:4]) if time else None,
        "_started_at": time,
        "_rake": sum(action.amount or 0 for action in hand.actions if action.action == "rake"),
        "_chip_value": session.chip_value if session is not None else None,
    }
    return {name: value for name, value in fields.items() if value is not None}


class _Play:
    """The actions of a hand in PHH: the blinds by themselves, the draw in two passes, the hands that were shown."""

    def __init__(self, actions: Iterable[Action], index: Mapping[int, int], rules: PokerRules) -> None:
        count = len(index)
        self.antes, self.blinds = [0] * count, [0] * count
        self.net, self.won = [0] * count, [0] * count
        self.actions: list[str] = []
        self._rules, self._index = rules, index
        self._round = [0] * count
        self._held = [[_UNKNOWN] * _HAND_SIZE for _ in index]
        self._drawn: list[str] = []
        self._small_posted = False
        self._folded = 0
        dealt = False
        for action in actions:
            place = index.get(action.seat or 0, -1)
            if not dealt and action.action not in ("ante", "blind", "deal", "note"):
                self._deal()
                dealt = True
            self._move(action, place)
            self._take(action, place)

    def _move(self, action: Action, place: int) -> None:
        amount = action.amount or 0
        if action.action in _PAID_IN:
            self.net[place] -= amount
        elif action.action in _PAID_OUT:
            self.net[place] += amount
            self.won[place] += amount if action.action == "win" else 0

    def _take(self, action: Action, place: int) -> None:
        verb, amount, who = action.action, action.amount or 0, f"p{place + 1}"
        if verb == "ante":
            self.antes[place] += amount
        elif verb == "blind":
            self._blind(place, amount)
        elif verb == "deal":
            self._held[place] = list(action.cards or ())
        elif verb == "draw":
            self._draw(action, place)
        elif verb in ("fold", "check", "call", "bet", "raise"):
            self._flush_draws()
            self._bid(verb, place, amount)
        elif verb in ("show", "muck") and len(self._index) - self._folded > 1:
            self._flush_draws()
            self.actions.append(f"{who} sm {_joined(action.cards or ())}".rstrip())

    def _blind(self, place: int, amount: int) -> None:
        """The small and the big blind as they are; what comes beside or after them as PokerKit wants it."""
        small, big = self._rules.small_blind, self._rules.big_blind
        extra = any(blind >= big for blind in self.blinds)
        dead = max(amount - big, 0) if amount > big else amount if amount == small and self._small_posted else 0
        self._small_posted = self._small_posted or amount == small != big
        self.antes[place] += dead
        self.blinds[place] += (dead - amount) if extra else (amount - dead)
        self._round[place] += amount - dead

    def _deal(self) -> None:
        self.actions += [f"d dh p{place + 1} {_joined(cards)}" for place, cards in enumerate(self._held)]

    def _bid(self, verb: str, place: int, amount: int) -> None:
        self._round[place] += amount
        self._folded += verb == "fold"
        words = {"fold": "f", "check": "cc", "call": "cc"}.get(verb, f"cbr {self._round[place]}")
        self.actions.append(f"p{place + 1} {words}")

    def _draw(self, action: Action, place: int) -> None:
        """What is thrown now; what is drawn comes when all have thrown."""
        thrown, cards = action.discards or [], action.cards or []
        self.actions.append(f"p{place + 1} sd {_joined(thrown)}".rstrip())
        if cards:
            self._drawn.append(f"d dh p{place + 1} {_joined(cards)}")
        self._round = [0] * len(self._round)

    def _flush_draws(self) -> None:
        self.actions += self._drawn
        self._drawn = []


def _joined(cards: Iterable[str]) -> str:
    return "".join(cards)


def _lines(fields: Mapping[str, Any]) -> str:
    """TOML; a text is written as JSON writes it, which TOML reads alike but for DEL."""
    return "".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n".replace("\x7f", "\\u007f")
        for name, value in fields.items()
    )
