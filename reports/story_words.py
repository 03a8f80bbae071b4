"""What each action of a log is, in plain words, and the rule by which it is done."""

from collections.abc import Mapping
from typing import Any

from ingest.records import Action, Hand
from replay.cards import SUIT_OF, UNKNOWN, suit_word
from reports.card_text import by_rank, cards_text, count_word
from reports.story_names import Names
from reports.text import chips_text, shown, shown_in_prose

#: The rule of a verb by game, where no chips that move name it (`replay.results.Movement.rule`).
_RULES: Mapping[str, Mapping[str, str]] = {
    "poker": {
        "ante": "P2", "deal": "P3", "enter": "P4", "decline": "P4", "draw": "P6", "bet": "B2", "call": "B3",
        "raise": "B3", "open": "B5", "fold": "B7", "return": "P9", "show": "P8", "muck": "P8", "rake": "P11",
        "win": "P8",
    },
    "stitch": {
        "lot": "S1", "bank": "S2", "deal": "S3", "stake": "S4", "burn": "S5", "turn": "S5", "show": "S6",
        "muck": "S6", "win": "S7", "lose": "S8", "stitch": "S13", "collect": "S10", "pass_bank": "S12",
    },
    "pok": {
        "ante": "K2", "deal": "K3", "trump": "K4", "take": "K5", "bidding": "K7", "bet": "B2", "call": "B3",
        "raise": "B3", "open": "B5", "pass": "B7", "show": "K8", "muck": "K8", "win": "K9", "play": "K13",
        "pay": "K17",
    },
}  # fmt: skip
#: Verbs whose rule is told by the chips that they move.
_BY_MOVEMENT = frozenset({"win", "collect", "take"})


class ActionWords:
    """Tells the actions of one hand, from the first to the last."""

    def __init__(self, hand: Hand, names: Names, casino: bool, stitch_round: bool) -> None:
        self.hand, self.names, self.casino, self.stitch_round = hand, names, casino, stitch_round
        self.pool: str | None = None
        self.anybody_bet = False

    def tell(self, action: Action, raw: Mapping[str, Any], moved_by: str | None) -> tuple[str, str | None]:
        """The sentence of an action and the id of its rule; `raw` is the action as the log has it, with its remarks."""
        if action.action == "bidding":
            self.pool, self.anybody_bet = action.pool, False
        rule = self._rule(action, moved_by)
        if action.action == "bet":
            self.anybody_bet = True
        return getattr(self, f"_{action.action}")(action, raw), rule

    def _rule(self, action: Action, moved_by: str | None) -> str | None:
        verb, game = action.action, self.hand.game
        if verb in _BY_MOVEMENT and moved_by is not None:
            return moved_by
        if self.casino and verb in ("bet", "call", "raise", "fold", "check", "open", "blind", "return"):
            return None
        rule = _RULES[game].get(verb)
        if verb == "bet" and self.anybody_bet:
            rule = "B4"
        if verb == "pass_bank" and self.stitch_round:
            rule = "S15"
        if game == "pok" and self.pool == "sequence":
            rule = {"K7": "K11", "K8": "K12"}.get(rule or "", rule)
        return rule

    # -- sentences, one a verb ---------------------------------------------------------------------------------------

    def _who(self, action: Action) -> str:
        return self.names.first(action.seat)

    def _chips(self, action: Action) -> str:
        return chips_text(action.amount or 0)

    def _ante(self, action: Action, _: Mapping[str, Any]) -> str:
        if self.hand.game == "pok":
            where = "every circle" if action.pool is None else f"the circle {circle_word(action.pool)}"
            return f"{self._who(action)} puts {self._chips(action)} on {where}."
        return f"{self._who(action)} puts an ante of {self._chips(action)} into the pot."

    def _blind(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} posts a blind of {self._chips(action)}."

    def _deal(self, action: Action, _: Mapping[str, Any]) -> str:
        cards = action.cards or []
        if not any(card != UNKNOWN for card in cards):
            words = count_word(len(cards))
            return f"{self._who(action)} is dealt {words} card{'s' * (len(cards) != 1)}; the log does not say which."
        return f"{self._who(action)} is dealt {cards_text(by_rank(cards))}."

    def _enter(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} enters the hand and pays {self._chips(action)}."

    def _decline(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} declines and is out of the hand; the ante stays in the pot."

    def _draw(self, action: Action, _: Mapping[str, Any]) -> str:
        thrown, drawn = action.discards or [], action.cards or []
        if not thrown and not drawn:
            return f"{self._who(action)} throws nothing and keeps all five cards."
        return f"{self._who(action)} throws {cards_text(by_rank(thrown))} and draws {cards_text(by_rank(drawn))}."

    def _bet(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} bets {self._chips(action)}."

    def _call(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} calls with {self._chips(action)}."

    def _raise(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} raises: puts in {self._chips(action)}."

    def _open(self, action: Action, _: Mapping[str, Any]) -> str:
        how = f"pays {self._chips(action)} and" if action.amount else "owes nothing and"
        return f"{self._who(action)} {how} opens: the hands are to be shown."

    def _fold(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} gives up."

    def _pass(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} passes and is out of this bidding."

    def _check(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} checks: puts in nothing and stays in."

    def _show(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} shows {cards_text(by_rank(action.cards or []))}."

    def _muck(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} mucks: puts his cards away without showing them."

    def _return(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} gets {self._chips(action)} back out of the pot."

    def _rake(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"The house takes {self._chips(action)} out of the pot."

    def _win(self, action: Action, _: Mapping[str, Any]) -> str:
        if self.hand.game == "stitch":
            return f"The bank pays {self._chips(action)} to {self.names.seat(action.seat)}."
        if self.hand.game == "pok":
            return f"{self._who(action)} is paid {self._chips(action)} from the circle {circle_word(action.pool)}."
        of = "the pot" if action.pool is None else f"the {pot_word(action.pool)}"
        return f"{self._who(action)} is paid {self._chips(action)} from {of}."

    def _lot(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"The lot: {self.names.seat(action.seat)} gets {cards_text(action.cards or [])} face up."

    def _bank(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} puts {self._chips(action)} into the bank."

    def _stake(self, action: Action, _: Mapping[str, Any]) -> str:
        if not action.amount:
            return f"{self._who(action)} stakes nothing."
        return f"{self._who(action)} stakes {self._chips(action)}."

    def _burn(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"The top card is burned face up: {cards_text(action.cards or [])}."

    def _turn(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"The banker's card is turned: {cards_text(action.cards or [])}."

    def _lose(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} loses; {self._chips(action)} goes into the bank."

    def _stitch(self, action: Action, _: Mapping[str, Any]) -> str:
        return "A stitch round is declared: one more round, and it is the last of this banker's turn."

    def _collect(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} takes {self._chips(action)} out of the bank."

    def _pass_bank(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"Bank and deal pass to {self.names.seat(action.to_seat)}."

    def _trump(self, action: Action, _: Mapping[str, Any]) -> str:
        cards = action.cards or []
        suit = SUIT_OF.get(cards[0]) if len(cards) == 1 else None
        trumps = f": {suit_word(suit)} are trump" if suit else ""
        return f"The next card of the pack is turned up, {cards_text(cards)}{trumps}."

    def _take(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} takes {self._chips(action)} from the circle {circle_word(action.pool)}."

    def _bidding(self, action: Action, _: Mapping[str, Any]) -> str:
        what = "pok (cards of one rank)" if action.pool == "pok" else "the sequence (cards of one suit)"
        return f"The bidding for {what} begins."

    def _play(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} lays {cards_text(action.cards or [])}."

    def _pay(self, action: Action, _: Mapping[str, Any]) -> str:
        return f"{self._who(action)} pays {self._chips(action)} to {self.names.seat(action.to_seat)}."

    def _note(self, action: Action, raw: Mapping[str, Any]) -> str:
        text = raw.get("_text")
        return f"A note, which decides nothing: “{shown_in_prose(text, 400)}”" if isinstance(text, str) else "A note."


def circle_word(circle: str | None) -> str:
    """A circle as people call it: ``K``, ``10``, ``pok``, ``sequence``."""
    return "10" if circle == "T" else shown(circle or "?")


def pot_word(pot: str) -> str:
    """A pot by its name in the log: ``main pot``, ``side pot 1``."""
    if pot == "main":
        return "main pot"
    number = pot.removeprefix("side")
    return f"side pot {number}" if pot.startswith("side") and number.isdecimal() else f"pot {shown(pot)}"
