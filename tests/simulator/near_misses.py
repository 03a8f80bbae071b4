"""Legal ways of writing a hand that look like faults: an audit must say nothing of them."""

from collections.abc import Callable
from random import Random
from typing import Any

from .cards import UNKNOWN
from .outcome import Act, Outcome, Style
from .pok import PokHand
from .poker import PokerHand
from .rules import random_keys
from .session import LEGAL, Fault, Record, Sitting, seat_a_session
from .stitch import StitchRound

#: Changes a clean hand into another legal one; gives back whether it could.
Rewriter = Callable[[Any], bool]
NEAR_MISSES: dict[str, tuple[Fault, dict[str, Any]]] = {}


def near_miss(kind: str, game: str, **rules: Any) -> Callable[[Rewriter], Rewriter]:
    """Register a legal change under its name."""

    def register(rewrite: Rewriter) -> Rewriter:
        class Rewritten(LEGAL[game]):  # type: ignore[misc, valid-type]
            def play(self) -> Outcome:
                out: Outcome = super().play()
                if rewrite(self):
                    out.shapes.append(kind)
                return out

        NEAR_MISSES[kind] = Fault(kind, "", game, Rewritten), rules
        return rewrite

    return register


def plant_near_miss(kind: str, seed: int, hands: int = 5) -> list[Record]:
    """A session in which the change was made at least once; the same for the same seed."""
    fault, asked = NEAR_MISSES[kind]
    for attempt in range(300):
        rng = Random(f"near miss {kind} {seed} {attempt}")
        rules = {fault.game: {**random_keys(rng, fault.game, 5, 0.2), **asked}}
        if "stake_min" in asked:
            rules[fault.game].pop("bank_max", None)
        style = Style(openings=0.5, closings=0.5, hides=0.0, decks=0.0, own_rules=0.0, stacked=rng.choice((0.2, 0.8)))
        slug = "".join(letter if letter.isalnum() else "-" for letter in kind)
        sitting = seat_a_session(
            Sitting, rng.randrange(10**9), fault.game, hands, f"{slug}-{seed}", rng.choice((2, 3, 5)), rules, style
        )
        sitting.plan = [(1, fault)]
        records = sitting.play(hands)
        if sitting.shapes[f"{fault.game}: {kind}"]:
            return records
    raise LookupError(f"no session fits {kind!r} with seed {seed}")


def _reorder(verb: str) -> Rewriter:
    """The actions of one verb in the reverse order, on the places that they have."""

    def rewrite(hand: PokerHand | StitchRound | PokHand) -> bool:
        acts = hand.out.actions
        places = [number for number, act in enumerate(acts) if act["action"] == verb]
        for place, act in zip(places, [acts[place] for place in reversed(places)], strict=True):
            acts[place] = act
        return len(places) > 1

    return rewrite


for _game, _verb in (
    ("poker", "ante"), ("poker", "deal"), ("poker", "show"), ("poker", "win"), ("stitch", "deal"), ("pok", "ante"),
    ("pok", "deal"), ("pok", "take"), ("pok", "pay"),
):  # fmt: skip
    near_miss(f"{_game}: {_verb} in the reverse order", _game)(_reorder(_verb))


def _split_deals(hand: PokerHand | StitchRound | PokHand) -> bool:
    """Every card in a deal of its own."""
    acts: list[Act] = []
    for act in hand.out.actions:
        if act["action"] == "deal":
            acts += [{**act, "cards": [card]} for card in act["cards"]]
        else:
            acts.append(act)
    hand.out.actions = acts
    return True


for _game in LEGAL:
    near_miss(f"{_game}: dealt card by card", _game)(_split_deals)


def _short_shows(hand: PokerHand | StitchRound | PokHand) -> bool:
    """Shows of one card only, the others `??` or left out: what was dealt and drawn is known all the same."""
    shows = [act for act in hand.out.actions if act["action"] == "show"]
    for number, act in enumerate(shows):
        rest = [UNKNOWN] * (len(act["cards"]) - 1) if number % 2 else []
        act["cards"] = [act["cards"][0], *rest]
    return bool(shows)


for _game in LEGAL:
    near_miss(f"{_game}: only one card shown", _game)(_short_shows)


@near_miss("poker: who wins unshown returns first what he put beyond the others", "poker", all_in="forbid", rake_bp=0)
def _return_first(hand: PokerHand) -> bool:
    wins = [act for act in hand.out.actions if act["action"] == "win"]
    verbs = [act["action"] for act in hand.out.actions]
    if len(wins) != 1 or hand.showdown_keys or "return" in verbs or verbs.count("bet") != 1 or "raise" in verbs:
        return False
    bet = next(act for act in hand.out.actions if act["action"] == "bet")
    if any(verb in verbs for verb in ("call", "open")) or wins[0]["amount"] <= bet["amount"]:
        return False
    back: Act = {"action": "return", "seat": bet["seat"], "amount": bet["amount"]}
    wins[0]["amount"] -= bet["amount"]
    hand.out.actions.insert(hand.out.actions.index(wins[0]), back)
    return True


@near_miss("poker: who wins unshown mucks", "poker")
def _winner_mucks(hand: PokerHand) -> bool:
    wins = [act for act in hand.out.actions if act["action"] == "win"]
    bid = any(act["action"] == "fold" for act in hand.out.actions)
    if len(wins) != 1 or hand.showdown_keys or not bid:
        return False
    if not any(act["action"] == "muck" for act in hand.out.actions):
        place = next(no for no, act in enumerate(hand.out.actions) if act["action"] in ("return", "rake", "win"))
        hand.out.actions.insert(place, {"action": "muck", "seat": wins[0]["seat"]})
    return True


@near_miss("poker: those who gave up hold unknown cards", "poker")
def _hidden_folders(hand: PokerHand) -> bool:
    out = {act["seat"] for act in hand.out.actions if act["action"] in ("fold", "decline")}
    for act in hand.out.actions:
        if act["action"] == "deal" and act["seat"] in out:
            act["cards"] = [UNKNOWN] * len(act["cards"])
    return bool(out)


@near_miss("poker: loser mucks instead of showing", "poker")
def _loser_mucks(hand: PokerHand) -> bool:
    paid = {act["seat"] for act in hand.out.actions if act["action"] in ("win", "return")}
    for act in hand.out.actions:
        if act["action"] == "show" and act["seat"] not in paid and paid:
            act["action"] = "muck"
            del act["cards"]
            return True
    return False


@near_miss("poker: ante of nothing written down", "poker", ante=0)
def _ante_of_nothing(hand: PokerHand) -> bool:
    if not any(act["action"] == "ante" for act in hand.out.actions):
        hand.out.actions[:0] = [{"action": "ante", "seat": seat, "amount": 0} for seat in hand.order]
    return True


@near_miss("stitch: stake of exactly half", "stitch", half_of="current", zero_stake=False)
def _exactly_half(hand: StitchRound) -> bool:
    """Nothing is changed: a round with a stake of exactly half of the bank is waited for."""
    return hand.greed == 1.0 and any(act["action"] == "stake" for act in hand.out.actions)


@near_miss("stitch: nothing collected from an empty bank", "stitch")
def _collect_nothing(hand: StitchRound) -> bool:
    acts = hand.out.actions
    passes = [act for act in acts if act["action"] == "pass_bank"]
    if not passes or any(act["action"] == "collect" for act in acts) or hand.out.closing["bank"]:
        return False
    acts.insert(acts.index(passes[0]), {"action": "collect", "seat": hand.banker, "amount": 0})
    return True


@near_miss("pok: every circle paid by itself", "pok", circle=2)
def _single_circles(hand: PokHand) -> bool:
    acts: list[Act] = []
    single = {(act["seat"], act.get("pool")) for act in hand.out.actions if act["action"] == "ante"}
    for act in hand.out.actions:
        if act["action"] == "ante" and "pool" not in act:
            acts += [{**act, "pool": name} for name in hand.names if (act["seat"], name) not in single]
        else:
            acts.append(act)
    hand.out.actions = acts
    return True


@near_miss("pok: empty circles taken and won", "pok", circle=0)
def _empty_takes(hand: PokHand) -> bool:
    """Nothing is changed but that a take of 0 stands for the dealer."""
    acts = hand.out.actions
    if any(act["action"] == "take" for act in acts):
        return False
    turned = next(act["cards"][0] for act in acts if act["action"] == "trump")
    place = next(no for no, act in enumerate(acts) if act["action"] == "bidding")
    acts.insert(place, {"action": "take", "seat": hand.dealer, "pool": turned[0], "amount": 0})
    return True


@near_miss("pok: loser of a showdown mucks", "pok")
def _pok_loser_mucks(hand: PokHand) -> bool:
    acts = hand.out.actions
    for number, act in enumerate(acts):
        if act["action"] != "show":
            continue
        win = next(other for other in acts[number:] if other["action"] in ("win", "play"))
        if win["action"] == "win" and win["seat"] != act["seat"]:
            act["action"] = "muck"
            del act["cards"]
            return True
    return False
