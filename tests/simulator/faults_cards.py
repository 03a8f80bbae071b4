"""Cards that cannot be: twice, too many, not held, not the next of the pack (C2, P3, P6, F1)."""

from collections import Counter

from .cards import JOKER, PACK_52, poker_pack
from .outcome import Act, Truth
from .pok import PokHand
from .poker import PokerHand
from .registry import edit, truth
from .stitch import StitchRound

SMALL = {"deck": "auto", "players": 5}


def _acts(hand: PokerHand | StitchRound | PokHand, *verbs: str) -> list[Act]:
    return [act for act in hand.out.actions if act["action"] in verbs]


def _idle(hand: PokerHand) -> list[Act]:
    """Deals of those who declined, the last first: nothing hangs on their cards."""
    out = {act["seat"] for act in _acts(hand, "decline")}
    return [act for act in reversed(_acts(hand, "deal")) if act["seat"] in out and len(act["cards"]) == 5]


def _unseen(hand: PokerHand | StitchRound) -> list[str]:
    """Cards of the pack that do not come up in the hand."""
    pack = poker_pack(len(hand.order), hand.keys["deck"]) if isinstance(hand, PokerHand) else PACK_52
    seen = Counter(card for act in _acts(hand, "deal", "burn", "turn") for card in act["cards"])
    seen += Counter(card for act in _acts(hand, "draw") for card in act["cards"])
    return sorted((Counter(pack) - seen).elements())


def _gave_up_after_draw(hand: PokerHand, least: int) -> list[Act]:
    """Draws of at least so many cards by players who gave up later."""
    out = {act["seat"] for act in _acts(hand, "fold")}
    return [act for act in _acts(hand, "draw") if act["seat"] in out and len(act["discards"]) >= least]


# cards.impossible


@edit("card dealt twice", "cards.impossible", "poker", **SMALL)
def _dealt_twice(hand: PokerHand) -> Truth | None:
    idle, deals = _idle(hand), _acts(hand, "deal")
    if not idle or idle[0] is deals[0]:
        return None
    card = next((card for card in deals[0]["cards"] if card != JOKER), None)
    if card is None or deals[0]["seat"] == idle[0]["seat"]:
        return None
    idle[0]["cards"][2] = card
    return truth(idle[0]["seat"], idle[0], actual=card)


@edit("third joker of a pack of 54", "cards.impossible", "poker", **SMALL)
def _third_joker(hand: PokerHand) -> Truth | None:
    idle = _idle(hand)
    if not idle or hand.keys["deck"] == 52 or idle[0] is not _acts(hand, "deal")[-1] or _acts(hand, "draw"):
        return None
    idle[0]["cards"][:3] = [JOKER] * 3
    return truth(idle[0]["seat"], idle[0], actual=JOKER)


@edit("joker in a pack of 52", "cards.impossible", "poker", deck=52, players=5)
def _joker_in_52(hand: PokerHand) -> Truth | None:
    idle = _idle(hand)
    if not idle:
        return None
    idle[0]["cards"][0] = JOKER
    return truth(idle[0]["seat"], idle[0], actual=JOKER)


@edit("card three times in a pack of 108", "cards.impossible", "poker", deck=108)
def _three_times(hand: PokerHand) -> Truth | None:
    idle = _idle(hand)
    if not idle or idle[0] is not _acts(hand, "deal")[-1]:
        return None
    seen = Counter(card for act in _acts(hand, "deal", "draw") for card in act["cards"])
    card = next((card for card in idle[0]["cards"] if card != JOKER and seen[card] == 1), None)
    if card is None:
        return None
    idle[0]["cards"][:] = [card] * 3 + [other for other in idle[0]["cards"] if other != card][:2]
    return truth(idle[0]["seat"], idle[0], actual=card)


@edit("card drawn that was dealt", "cards.impossible", "poker", **SMALL)
def _drawn_twice(hand: PokerHand) -> Truth | None:
    draws = _gave_up_after_draw(hand, 1)
    if not draws:
        return None
    card = next((card for act in _acts(hand, "deal") for card in act["cards"] if act["seat"] != draws[0]["seat"]
                 and card != JOKER), None)  # fmt: skip
    if card is None:
        return None
    draws[0]["cards"][0] = card
    return truth(draws[0]["seat"], draws[0], actual=card)


@edit("card burned that a player holds", "cards.impossible", "stitch")
def _burned_held(hand: StitchRound) -> Truth | None:
    burns, deals = _acts(hand, "burn"), _acts(hand, "deal")
    if not burns:
        return None
    burns[0]["cards"] = [deals[-1]["cards"][0]]
    return truth(None, burns[0], actual=burns[0]["cards"][0])


@edit("card burned that lies under the pack", "cards.impossible", "stitch")
def _burned_again(hand: StitchRound) -> Truth | None:
    burns = _acts(hand, "burn")
    if len(burns) < 2:
        return None
    burns[1]["cards"] = list(burns[0]["cards"])
    return truth(None, burns[1], actual=burns[1]["cards"][0])


# cards.deal


def _deal_fault(kind: str, count: int) -> None:
    @edit(f"{kind} cards dealt", "cards.deal", "poker")
    def _wrong_deal(hand: PokerHand) -> Truth | None:
        idle, unseen = _idle(hand), _unseen(hand)
        if not idle:
            return None
        idle[0]["cards"][:] = (idle[0]["cards"] + unseen)[:count]
        return truth(idle[0]["seat"], idle[0], expected=5, actual=count)


for _word, _count in (("four", 4), ("six", 6), ("three", 3), ("one", 1)):
    _deal_fault(_word, _count)


@edit("cards dealt to nobody's seat", "cards.deal", "poker")
def _dealt_to_nobody(hand: PokerHand) -> Truth | None:
    deals, unseen = _acts(hand, "deal"), _unseen(hand)
    seat = max(hand.order) + 3
    act: Act = {"action": "deal", "seat": seat, "cards": unseen[:5]}
    hand.out.actions.insert(hand.out.actions.index(deals[-1]) + 1, act)
    return truth(seat, act)


@edit("two cards dealt", "cards.deal", "stitch", zero_stake=True)
def _two_dealt(hand: StitchRound) -> Truth | None:
    played = {act["seat"] for act in _acts(hand, "stake") if act["amount"]}
    for act in _acts(hand, "deal"):
        if act["seat"] not in played:
            act["cards"] = act["cards"][:2]
            return truth(act["seat"], act, expected=3, actual=2)
    return None


@edit("banker dealt cards", "cards.deal", "stitch")
def _banker_dealt(hand: StitchRound) -> Truth | None:
    last = _acts(hand, "deal")[-1]
    act: Act = {"action": "deal", "seat": hand.banker, "cards": _unseen(hand)[:3]}
    hand.out.actions.insert(hand.out.actions.index(last) + 1, act)
    return truth(hand.banker, act)


# cards.draw


@edit("one card too many drawn", "cards.draw", "poker")
def _drew_more(hand: PokerHand) -> Truth | None:
    for act in _gave_up_after_draw(hand, 1):
        if len(act["discards"]) < 5:
            count = len(act["discards"])
            act["cards"] = [*act["cards"], _unseen(hand)[0]]
            return truth(act["seat"], act, expected=count, actual=count + 1)
    return None


@edit("one card too few drawn", "cards.draw", "poker")
def _drew_fewer(hand: PokerHand) -> Truth | None:
    for act in _gave_up_after_draw(hand, 1):
        act["cards"] = act["cards"][1:]
        return truth(act["seat"], act, expected=len(act["discards"]), actual=len(act["discards"]) - 1)
    return None


@edit("thrown and nothing drawn", "cards.draw", "poker")
def _drew_none(hand: PokerHand) -> Truth | None:
    for act in _gave_up_after_draw(hand, 2):
        act["cards"] = []
        return truth(act["seat"], act, expected=len(act["discards"]), actual=0)
    return None


@edit("drawn and nothing thrown", "cards.draw", "poker")
def _threw_none(hand: PokerHand) -> Truth | None:
    for act in _gave_up_after_draw(hand, 1):
        act["discards"] = []
        return truth(act["seat"], act, expected=0, actual=len(act["cards"]))
    return None


@edit("card thrown that was not held", "cards.draw", "poker", players=5)
def _threw_not_held(hand: PokerHand) -> Truth | None:
    for act in _gave_up_after_draw(hand, 1):
        act["discards"] = [_unseen(hand)[0], *act["discards"][1:]]
        return truth(act["seat"], act)
    return None


# cards.shown


def _showing(hand: PokerHand | PokHand) -> list[Act]:
    return [act for act in _acts(hand, "show") if len(act["cards"]) >= 5]


@edit("card shown that nobody has", "cards.shown", "poker", players=5)
def _shown_unseen(hand: PokerHand) -> Truth | None:
    unseen = [card for card in _unseen(hand) if card != JOKER]
    for act in _showing(hand):
        act["cards"] = [unseen[0], *act["cards"][1:]]
        return truth(act["seat"], act, actual=unseen[0])
    return None


@edit("another's card shown", "cards.shown", "poker", players=5)
def _shown_anothers(hand: PokerHand) -> Truth | None:
    idle = _idle(hand)
    for act in _showing(hand):
        if idle and idle[0]["cards"][0] != JOKER:
            act["cards"] = [*act["cards"][1:], idle[0]["cards"][0]]
            return truth(act["seat"], act, actual=idle[0]["cards"][0])
    return None


@edit("six cards shown", "cards.shown", "poker", players=5)
def _shown_six(hand: PokerHand) -> Truth | None:
    unseen = [card for card in _unseen(hand) if card != JOKER]
    for act in _showing(hand):
        act["cards"] = [*act["cards"], unseen[0]]
        return truth(act["seat"], act, expected=5, actual=6)
    return None


@edit("thrown card shown", "cards.shown", "poker", players=5)
def _shown_thrown(hand: PokerHand) -> Truth | None:
    for act in _showing(hand):
        draw = next(draw for draw in _acts(hand, "draw") if draw["seat"] == act["seat"])
        thrown = [card for card in draw["discards"] if card != JOKER]
        if thrown:
            act["cards"] = [thrown[0], *act["cards"][1:]]
            return truth(act["seat"], act, actual=thrown[0])
    return None


@edit("another's card shown at pok", "cards.shown", "pok")
def _pok_shown_anothers(hand: PokHand) -> Truth | None:
    for act in _showing(hand):
        other = next(seat for seat in hand.order if seat != act["seat"])
        act["cards"] = [*act["cards"][:5], hand.hands[other][0]]
        return truth(act["seat"], act, actual=hand.hands[other][0])
    return None


@edit("card shown at stitch that was not dealt", "cards.shown", "stitch")
def _stitch_shown(hand: StitchRound) -> Truth | None:
    for act in _acts(hand, "show"):
        unseen = _unseen(hand)
        act["cards"] = [unseen[0], *act["cards"][1:]]
        return truth(act["seat"], act, actual=unseen[0])
    return None


# cards.deck


@edit("dealt card is not the next of the pack", "cards.deck", "poker", deck_logged=True)
def _deck_deal(hand: PokerHand) -> Truth | None:
    idle = _idle(hand)
    unseen = [card for card in _unseen(hand) if hand.out.deck and card not in idle[0]["cards"]] if idle else []
    if not unseen:
        return None
    old, idle[0]["cards"][0] = idle[0]["cards"][0], unseen[0]
    return truth(idle[0]["seat"], idle[0], expected=old, actual=unseen[0])


@edit("drawn card is not the next of the pack", "cards.deck", "poker", deck_logged=True)
def _deck_draw(hand: PokerHand) -> Truth | None:
    for act in _gave_up_after_draw(hand, 1):
        unseen = [card for card in _unseen(hand) if card not in act["cards"]]
        old, act["cards"] = act["cards"][0], [unseen[0], *act["cards"][1:]]
        return truth(act["seat"], act, expected=old, actual=unseen[0])
    return None


@edit("burned card is not the next of the pack", "cards.deck", "stitch", deck_logged=True)
def _deck_burn(hand: StitchRound) -> Truth | None:
    for act in _acts(hand, "burn"):
        old, act["cards"] = act["cards"][0], [_unseen(hand)[0]]
        return truth(None, act, expected=old, actual=act["cards"][0])
    return None


@edit("pack with a card twice", "cards.deck", "poker", deck_logged=True, players=5)
def _deck_wrong(hand: PokerHand) -> Truth | None:
    deck = hand.out.deck
    if not deck or deck[-1] == deck[-2]:
        return None
    deck[-1] = deck[-2]
    return truth()


@edit("pack with a card too few", "cards.deck", "stitch", deck_logged=True)
def _deck_short(hand: StitchRound) -> Truth | None:
    if hand.out.deck:
        hand.out.deck.pop()
    return truth()


@edit("pack of pok with a foreign card", "cards.deck", "pok", deck_logged=True)
def _deck_foreign(hand: PokHand) -> Truth | None:
    if len(hand.order) == 8 or not hand.out.deck:
        return None
    hand.out.deck[-1] = "2c"
    return truth()


# table.players


@edit("eleven players at poker", "table.players", "poker", players=11, deck="auto", last=True, no_entry="carry")
def _eleven(hand: PokerHand) -> Truth | None:
    return truth(actual=11) if len(hand.order) == 11 else None


@edit("eleven players at stitch", "table.players", "stitch", players=11, last=True)
def _eleven_at_stitch(hand: StitchRound) -> Truth | None:
    return truth(actual=11) if len(hand.order) == 11 else None


@edit("six players with a pack of 54", "table.players", "poker", players=6, deck=54, last=True)
def _six_with_54(hand: PokerHand) -> Truth | None:
    return truth() if len(hand.order) == 6 else None


@edit("seven players with a pack of 52", "table.players", "poker", players=7, deck=52, last=True)
def _seven_with_52(hand: PokerHand) -> Truth | None:
    return truth() if len(hand.order) == 7 else None
