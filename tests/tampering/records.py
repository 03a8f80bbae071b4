"""Ways to tamper with the record of a hand of five-card draw that was right."""

import copy
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

Record = dict[str, Any]
Act = dict[str, Any]
PUTS_IN = ("ante", "blind", "bet", "call", "raise")
PAYS = ("win", "return")
BIDS = ("bet", "call", "raise", "check", "fold")
RANKS = "23456789TJQKA"


def _moved(record: Record) -> dict[int, int]:
    """What each seat's stack gained or lost by the actions."""
    moved = {player["seat"]: 0 for player in record["players"]}
    for act in record["actions"]:
        if act["action"] in PUTS_IN:
            moved[act["seat"]] -= act["amount"]
        elif act["action"] in PAYS:
            moved[act["seat"]] += act["amount"]
    return moved


def _settle(record: Record) -> Record:
    """End stacks and the pot at the end as the actions leave them."""
    moved = _moved(record)
    for player in record["players"]:
        player["end_stack"] = player["stack"] + moved[player["seat"]]
    raked = sum(act["amount"] for act in record["actions"] if act["action"] == "rake")
    left = -sum(moved.values()) - raked
    record.pop("closing", None)
    if left >= 0:
        record["closing"] = {"pot": left}
    return record


def with_ends(record: Record) -> Record:
    """A right hand with its end stacks, without what its text states."""
    whole = copy.deepcopy(record)
    for remark in ("_claims", "_source"):
        whole.pop(remark, None)
    return _settle(whole)


class _Hand:
    """A right hand, and copies of it to be changed."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.acts: list[Act] = record["actions"]
        self.seats = [player["seat"] for player in record["players"]]
        self.folded = {act["seat"] for act in self.acts if act["action"] == "fold"}
        self.still_in = [seat for seat in self.seats if seat not in self.folded]
        self.names: dict[int, str] = {player["seat"]: player["player_id"] for player in record["players"]}

    def places(self, *verbs: str) -> list[int]:
        """Where the actions of these verbs stand."""
        return [place for place, act in enumerate(self.acts) if act["action"] in verbs]

    def others(self, seat: int) -> list[int]:
        """All seats but this one."""
        return [other for other in self.seats if other != seat]

    def changed(self, place: int, **fields: Any) -> Record:
        """The hand with other fields in one action."""
        record = copy.deepcopy(self.record)
        record["actions"][place] |= fields
        return record

    def without(self, place: int) -> Record:
        """The hand without one action."""
        record = copy.deepcopy(self.record)
        del record["actions"][place]
        return record

    def with_act(self, place: int, act: Act) -> Record:
        """The hand with one more action, which stands at this place."""
        record = copy.deepcopy(self.record)
        record["actions"].insert(place, act)
        return record

    def swapped(self, first: int, second: int) -> Record:
        """The hand with two actions in each other's place."""
        record = copy.deepcopy(self.record)
        acts = record["actions"]
        acts[first], acts[second] = acts[second], acts[first]
        return record


def record_tampers(record: Record) -> Iterator[tuple[str, Record]]:
    """Each way that applies to this hand, by name, and the hand tampered with so; `record` is of `with_ends`."""
    hand = _Hand(record)
    for name, tampered in (*_payments(hand), *_money(hand), *_verbs(hand), *_turns(hand), *_cards(hand)):
        yield name, _settle(tampered)
    yield from _ends(hand)


def _payments(hand: _Hand) -> Iterator[tuple[str, Record]]:
    for place in hand.places("win"):
        win = hand.acts[place]
        for other in hand.others(win["seat"]):
            word = "who folded" if other in hand.folded else "who lost"
            yield f"won by one {word}", hand.changed(place, seat=other)
        other = hand.others(win["seat"])[0]
        yield "win one chip short", hand.changed(place, amount=win["amount"] - 1)
        yield "win one chip over", hand.changed(place, amount=win["amount"] + 1)
        yield "win missing", hand.without(place)
        yield "win twice", hand.with_act(place, dict(win))
        split = hand.changed(place, amount=win["amount"] - win["amount"] // 2)
        split["actions"].insert(place + 1, {**win, "seat": other, "amount": win["amount"] // 2})
        yield "win shared with another", split
        yield "win of a pot that there is not", hand.changed(place, pool="side7")
    for place in hand.places("rake"):
        rake = hand.acts[place]["amount"]
        yield "rake one chip over, not out of the pot", hand.changed(place, amount=rake + 1)
        if rake > 1:
            yield "rake one chip short, pot not paid out", hand.changed(place, amount=rake - 1)
        yield "rake missing, pot not paid out", hand.without(place)
    yield "rake out of nothing", hand.with_act(hand.places("win")[0], {"action": "rake", "amount": 1})
    for place in hand.places("return"):
        back = hand.acts[place]
        yield "uncalled bet not returned", hand.without(place)
        yield "uncalled bet returned to another", hand.changed(place, seat=hand.others(back["seat"])[0])
        yield "one chip too much returned", hand.changed(place, amount=back["amount"] + 1)
        yield "one chip too little returned", hand.changed(place, amount=back["amount"] - 1)
        yield "returned twice", hand.with_act(place, dict(back))
    wins = hand.places("win")
    if len(wins) > 1:
        first, second = hand.acts[wins[0]], hand.acts[wins[1]]
        swapped = hand.changed(wins[0], pool=second["pool"])
        swapped["actions"][wins[1]]["pool"] = first["pool"]
        yield "main and side pot mixed up", swapped


def _money(hand: _Hand) -> Iterator[tuple[str, Record]]:
    blinds = hand.places("blind")
    for word, place in zip(("small", "big"), blinds, strict=True):
        blind = hand.acts[place]
        yield f"{word} blind one chip short", hand.changed(place, amount=blind["amount"] - 1)
        yield f"{word} blind one chip over", hand.changed(place, amount=blind["amount"] + 1)
        yield f"{word} blind doubled", hand.changed(place, amount=2 * blind["amount"])
        yield f"{word} blind missing", hand.without(place)
        yield f"{word} blind twice", hand.with_act(place, dict(blind))
    first, second = (hand.acts[place]["seat"] for place in blinds)
    exchanged = hand.changed(blinds[0], seat=second)
    exchanged["actions"][blinds[1]]["seat"] = first
    yield "blinds of each other's seat", exchanged
    for place in hand.places("call", "bet", "raise"):
        act = hand.acts[place]
        verb, amount = act["action"], act["amount"]
        if amount > 1:
            yield f"{verb} one chip short", hand.changed(place, amount=amount - 1)
        if hand.record["rules"]["limit"] == "fixed" or verb == "call":
            yield f"{verb} one chip over", hand.changed(place, amount=amount + 1)
            yield f"{verb} doubled", hand.changed(place, amount=2 * amount)


def _verbs(hand: _Hand) -> Iterator[tuple[str, Record]]:
    wrong = {"call": ("bet", "open"), "bet": ("raise", "call"), "raise": ("bet", "open")}
    for place in hand.places(*wrong):
        act = hand.acts[place]
        for verb in wrong[act["action"]]:
            yield f"{act['action']} written as {verb}", hand.changed(place, action=verb)
        if act["action"] == "call":
            record = hand.changed(place)
            record["actions"][place] = {"action": "check", "seat": act["seat"]}
            yield "check of who owes", record
    for place in hand.places("check"):
        yield "check written as a call of 0", hand.changed(place, action="call", amount=0)
    for place in hand.places("fold"):
        seat = hand.acts[place]["seat"]
        yield "folded seat acts again", hand.with_act(place + 1, {"action": "check", "seat": seat})
        yield "folded seat folds twice", hand.with_act(place + 1, {"action": "fold", "seat": seat})
        yield "fold written as decline", hand.changed(place, action="decline")
    yield (
        "bid after the end",
        hand.with_act(hand.places("win")[0], {"action": "bet", "seat": hand.still_in[0], "amount": 0}),
    )


def _turns(hand: _Hand) -> Iterator[tuple[str, Record]]:
    for verbs, word in ((BIDS, "bids"), (("draw",), "draws")):
        for first, second in pairwise(hand.places(*verbs)):
            if hand.acts[first]["seat"] != hand.acts[second]["seat"] and second - first == 1:
                yield f"two {word} in the wrong order", hand.swapped(first, second)
    for place in hand.places("fold", "check", "call", "draw", "show", "muck", "deal"):
        verb = hand.acts[place]["action"]
        if verb in ("show", "muck") and len(hand.still_in) == 1:
            continue  # who wins unshown may show or muck
        yield f"{verb} missing", hand.without(place)
    bids = hand.places(*BIDS)
    seat = hand.acts[bids[0]]["seat"]
    other = next(s for s in hand.others(seat) if s != hand.acts[bids[1]]["seat"]) if len(hand.seats) > 2 else None
    if other is not None:
        yield "first bid of another seat", hand.changed(bids[0], seat=other)
    for place in hand.places("draw"):
        yield "draws twice", hand.with_act(place + 1, dict(hand.acts[place]))
        if hand.folded:
            gone = sorted(hand.folded)[0]
            yield (
                "folded seat draws",
                hand.with_act(place + 1, {"action": "draw", "seat": gone, "discards": ["??"], "cards": ["??"]}),
            )


def _cards(hand: _Hand) -> Iterator[tuple[str, Record]]:
    deals = hand.places("deal")
    for place in deals[:2]:
        cards = hand.acts[place]["cards"]
        yield "dealt six", hand.changed(place, cards=[*cards, "??"])
        yield "dealt four", hand.changed(place, cards=cards[:4])
        yield "dealt twice", hand.with_act(place, dict(hand.acts[place]))
    known = [(place, card) for place in hand.places("deal", "draw", "show") for card in hand.acts[place]["cards"]
             if card != "??"]  # fmt: skip
    for place in hand.places("deal", "show"):
        cards, seat = hand.acts[place]["cards"], hand.acts[place]["seat"]
        if "??" in cards:
            continue
        yield "a card twice in one hand", hand.changed(place, cards=[cards[1], *cards[1:]])
        yield "a joker", hand.changed(place, cards=["Xx", *cards[1:]])
        foreign = next((card for at, card in known if hand.acts[at]["seat"] != seat and card not in cards), None)
        if foreign is not None:
            yield "a card of another's hand", hand.changed(place, cards=[foreign, *cards[1:]])
    for place in hand.places("draw"):
        draw = hand.acts[place]
        yield "one card more drawn than thrown", hand.changed(place, cards=[*draw["cards"], "??"])
        yield "one card more thrown than drawn", hand.changed(place, discards=[*draw["discards"], "??"])
        if draw["discards"] and "??" not in draw["discards"]:
            held = next(hand.acts[at]["cards"] for at in deals if hand.acts[at]["seat"] == draw["seat"])
            strange = next(r + s for r in RANKS for s in "cdhs" if r + s not in held)
            yield "a card thrown that he does not hold", hand.changed(place, discards=[strange, *draw["discards"][1:]])
    yield from _shows(hand)


def _shows(hand: _Hand) -> Iterator[tuple[str, Record]]:
    winners = {hand.acts[place]["seat"] for place in hand.places("win")}
    shows = hand.places("show")
    if len(hand.still_in) < 2:
        return
    for place in shows:
        seat = hand.acts[place]["seat"]
        if seat in winners and len(hand.still_in) > 1 and len(shows) > 1:
            mucked = hand.changed(place)
            mucked["actions"][place] = {"action": "muck", "seat": seat}
            yield "winner mucked", mucked
        if hand.folded:
            yield "folded seat shows", hand.with_act(place, {**hand.acts[place], "seat": sorted(hand.folded)[0]})
    dealt = {act["seat"]: act["cards"] for act in hand.acts if act["action"] == "deal"}
    for first, second in pairwise(shows):
        one, two = hand.acts[first], hand.acts[second]
        if (one["seat"] in winners) != (two["seat"] in winners) or "??" not in dealt[one["seat"]] + dealt[two["seat"]]:
            swapped = hand.changed(first, cards=two["cards"])
            swapped["actions"][second]["cards"] = one["cards"]
            yield "two shown hands mixed up", swapped


def _ends(hand: _Hand) -> Iterator[tuple[str, Record]]:
    """Faults of the end stacks themselves; the chips of the actions are right, or their end is not written down."""
    for place in range(len(hand.seats)):
        record = copy.deepcopy(hand.record)
        record["players"][place]["end_stack"] += 1
        yield "end stack one chip over", record
    record = copy.deepcopy(hand.record)
    record["players"][0]["end_stack"] -= 1
    record["players"][1]["end_stack"] += 1
    yield "a chip of one end stack on another", record
    record = copy.deepcopy(hand.record)
    record["closing"] = {"pot": 1}
    yield "a chip left in the pot", record
