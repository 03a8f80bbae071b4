"""A short notation for logs in tests, so that a hand can be read beside the rule that it is about.

One line is one thing; a hand begins with `hand` and goes on to the next `hand`, `cash`, `close` or the end::

    session rules poker.ante=2
    cash p1 +100 after 0
    hand poker dealer 1 ante=2 entry=3
    players 1:100>95 2:100 3
    all ante 2
    all deal ??
    enter 2 3
    draw 2 throws 3h gets 7c
    win 2 15
    close p1=95 p2=105 shares p2=2

`players SEAT[:STACK[>END_STACK]]`; the player in seat 3 is `p3` (or `3=name`). `all VERB …` writes the action for each
player from the dealer's left. Words after the verb are, in this order where they stand: the seat, `to SEAT`, `pool
NAME`, chips, cards (`take SEAT CIRCLE CHIPS`); `at TIME` ends a line.
"""

import json
import re
from typing import Any

CARD = re.compile(r"[2-9TJQKA][cdhs]|Xx|\?\?")
SEATLESS = frozenset({"burn", "turn", "trump", "bidding", "rake", "stitch", "pass_bank", "note"})
HAND_SIZE = {"poker": 5, "stitch": 3, "pok": 6}


def records(text: str, session_id: str) -> list[dict[str, Any]]:
    """The records of a log in this notation."""
    found: list[dict[str, Any]] = []
    counts = 0
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        first, rest = words[0], words[1:]
        base = {"record": first, "format": "handproof/1", "session_id": session_id}
        if first == "session":
            found.append(base | _session(rest))
        elif first == "cash":
            found.append(base | {"player_id": rest[0], "amount": int(rest[1])} | _pairs(rest[2:]))
        elif first == "close":
            found.append(base | _close(rest))
        elif first == "hand":
            counts += 1
            found.append(base | _hand(rest, session_id, counts))
        elif first == "players":
            found[-1]["players"] = [_player(word) for word in rest]
        elif first == "deck":
            found[-1]["deck"] = rest
        elif first == "all":
            for seat in _from_left(found[-1], banker_too=found[-1]["game"] != "stitch"):
                found[-1]["actions"].append(_action([rest[0], str(seat), *rest[1:]], found[-1]["game"]))
        else:
            found[-1]["actions"].append(_action(words, found[-1]["game"]))
    return found


def lines(text: str, session_id: str) -> str:
    """The same as JSON Lines."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records(text, session_id))


def _value(word: str) -> Any:
    if word in ("true", "false"):
        return word == "true"
    return int(word) if re.fullmatch(r"-?\d+", word) else word


def _pairs(words: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in zip(words[::2], words[1::2], strict=True):
        found["after_hand_no" if name == "after" else name] = _value(value)
    return found


def _assigned(words: list[str]) -> dict[str, Any]:
    return {name: _value(value) for name, value in (word.split("=", 1) for word in words)}


def _session(words: list[str]) -> dict[str, Any]:
    rules: dict[str, dict[str, Any]] = {}
    for name, value in _assigned([word for word in words if "." in word]).items():
        game, key = name.split(".")
        rules.setdefault(game, {})[key] = value
    plain = _pairs([word for word in words if "." not in word and word != "rules"])
    return plain | ({"rules": rules} if rules else {})


def _close(words: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    name, element = "stacks", "stack"
    at = {}
    if "at" in words:
        place = words.index("at")
        at, words = {"at": words[place + 1]}, words[:place] + words[place + 2 :]
    for word in words:
        if word == "shares":
            name, element = "shares", "amount"
            found[name] = []
            continue
        player, chips = word.split("=")
        found.setdefault(name, []).append({"player_id": player, element: int(chips)})
    return at | found


def _hand(words: list[str], session_id: str, count: int) -> dict[str, Any]:
    game, _, dealer, *rest = words
    hand: dict[str, Any] = {"hand_id": f"{session_id}-{count}", "hand_no": count, "game": game}
    hand["dealer_seat"] = int(dealer)
    rules: dict[str, Any] = {}
    place = rules
    words = rest
    while words:
        word, words = words[0], words[1:]
        if word == "no":
            hand["hand_no"], words = int(words[0]), words[1:]
        elif word == "id":
            hand["hand_id"], words = words[0], words[1:]
        elif word == "at":
            hand["started_at"], words = words[0], words[1:]
        elif word in ("opening", "closing"):
            place = hand[word] = {}
        elif word == "pools":
            place["pools"] = {}
            place = place["pools"]
        else:
            place |= _assigned([word])
    return hand | ({"rules": rules} if rules else {}) | {"players": [], "actions": []}


def _player(word: str) -> dict[str, Any]:
    seat, _, stacks = word.partition(":")
    seat, _, name = seat.partition("=")
    start, _, end = stacks.partition(">")
    player: dict[str, Any] = {"seat": int(seat), "player_id": name or f"p{seat}"}
    return player | ({"stack": int(start)} if start else {}) | ({"end_stack": int(end)} if end else {})


def _from_left(hand: dict[str, Any], banker_too: bool) -> list[int]:
    seats, dealer = sorted(player["seat"] for player in hand["players"]), hand["dealer_seat"]
    ordered = [s for s in seats if s > dealer] + [s for s in seats if s <= dealer]
    return ordered if banker_too else [seat for seat in ordered if seat != dealer]


def _action(words: list[str], game: str) -> dict[str, Any]:
    verb, rest = words[0], words[1:]
    action: dict[str, Any] = {"action": verb}
    if verb not in SEATLESS:
        action["seat"], rest = int(rest[0]), rest[1:]
    if "at" in rest:
        action["at"], rest = rest[rest.index("at") + 1], rest[: rest.index("at")]
    if verb == "draw":
        return action | _draw(rest)
    if verb == "bidding":
        return action | {"pool": rest[0]}
    if verb == "take":
        action["pool"], rest = rest[0], rest[1:]
    cards: list[str] = []
    while rest:
        word, rest = rest[0], rest[1:]
        if word == "to":
            action["to_seat"], rest = int(rest[0]), rest[1:]
        elif word == "pool":
            action["pool"], rest = rest[0], rest[1:]
        elif CARD.fullmatch(word):
            cards.append(word)
        else:
            action["amount"] = int(word)
    if cards == ["??"] and verb in ("deal", "show"):
        cards *= HAND_SIZE[game]
    if cards or verb in ("show", "deal"):
        action["cards"] = cards
    return action


def _draw(words: list[str]) -> dict[str, Any]:
    throws, gets = [], []
    into = throws
    for word in words:
        if word in ("throws", "gets"):
            into = throws if word == "throws" else gets
        else:
            into.append(word)
    return {"discards": throws, "cards": gets}
