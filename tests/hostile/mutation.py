"""Changes at random: bytes, tokens, the JSON tree, and actions that are legal in shape but not in the game."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from ingest.house_rules import CIRCLE_NAMES, keys
from ingest.verbs import ACTION_FIELDS, BIDDING_POOLS, CARD_TEXTS, VERBS

Record = dict[str, Any]
LARGEST = 2**53
#: Texts that somebody, somewhere, does not expect.
TEXTS = (
    "", " ", "\0", "a\0b", "\n", "\r\n", "\u2028", "\ufeff", "\u202eanna", "=1+1", "'; DROP TABLE hands; --", "%s{0}{}",
    "<script>alert(1)</script>", "../../../etc/passwd", "`a` - at `$.b`", "\x1b[31m", "\U0001f0a1", "é", "e\u0301",
    "null", "true", "x" * 3000, "_", "record", "??", "Xx", "main", "side1", "side999", "pok", "sequence",
    "main` - at `$.x",
    "2026-11-01T20:15:00+03:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "2016-12-31T23:59:60Z", "seat:1",
)  # fmt: skip
NUMBERS = (0, 1, 2, 3, 5, 7, 100, 999, 2**31, 2**32, LARGEST - 1, LARGEST)
_BAD_NUMBERS = (-1, -0.0, 1.0, 1.5, 1e3, LARGEST + 1, 2**63, 2**64, 10**20, 10**400, float("nan"), float("inf"))
_TOKENS = (
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"true", b"false", b"-", b"1e3", b"1.0", b"-0", b"0x10",
    b"1_000",
    b"NaN", b"Infinity", b"1" * 40, b"\\u0000", b"\\ud800", b"\\u0022", b"\\", b"\0", b"\xff", b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf", b"\r", b"\xe2\x80\xa8", b"//", b"/*", b"'", b'"_x":1,', b'"record":"hand",', b'"seat":1,', b"\t",
    b" ",
)  # fmt: skip
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9.]+|[{}\[\],:]|[a-z]+')


def mutate_line(rng: Random, seeds: tuple[bytes, ...]) -> bytes:
    """One of the lines, changed in one to four places; never a line end in it."""
    raw = rng.choice(seeds)
    raw = _changed_bytes(rng, raw, seeds) if rng.random() < 0.4 else _changed_tree(rng, raw)
    return raw.replace(b"\n", b" ")


def mutate_text(rng: Random, seeds: tuple[bytes, ...]) -> bytes:
    """One of the texts with some lines dropped, doubled, moved, changed in their numbers or their bytes."""
    lines = rng.choice(seeds).split(b"\n")
    for _ in range(rng.randint(1, 4)):
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(7)
        if kind == 0 and len(lines) > 1:
            del lines[place]
        elif kind == 1:
            lines.insert(other, lines[place])
        elif kind == 2:
            lines[place], lines[other] = lines[other], lines[place]
        elif kind == 3:
            lines[place] = _other_number(rng, lines[place])
        elif kind == 4:
            lines.insert(place, rng.choice(rng.choice(seeds).split(b"\n")))
        elif kind == 5:
            lines[place] = lines[place] + rng.choice(TEXTS).encode()
        else:
            lines[place] = _changed_bytes(rng, lines[place], seeds) if lines[place] else b" "
    return b"\n".join(lines)


def _other_number(rng: Random, text: bytes) -> bytes:
    numbers = list(re.finditer(rb"[0-9]+", text))
    if not numbers:
        return text
    one = rng.choice(numbers)
    new = rng.choice([b"0", b"1", b"00", b"9007199254740993", b"9" * 30, b"9" * 5000, b"1.5", b"1,000", b"-1", b""])
    return text[: one.start()] + new + text[one.end() :]


# -- bytes and tokens ----------------------------------------------------------------------------------------------


def _changed_bytes(rng: Random, raw: bytes, seeds: tuple[bytes, ...]) -> bytes:
    for _ in range(rng.randint(1, 3)):
        raw = rng.choice(_BYTE_CHANGES)(rng, raw, seeds) or b"{}"
    return raw


def _flip(rng: Random, raw: bytes, _: tuple[bytes, ...]) -> bytes:
    place = rng.randrange(len(raw))
    return raw[:place] + bytes([raw[place] ^ 1 << rng.randrange(8)]) + raw[place + 1 :]


def _cut(rng: Random, raw: bytes, _: tuple[bytes, ...]) -> bytes:
    first, last = sorted((rng.randrange(len(raw) + 1), rng.randrange(len(raw) + 1)))
    return raw[:first] + raw[last:] if rng.random() < 0.5 else raw[:last]


def _put_in(rng: Random, raw: bytes, _: tuple[bytes, ...]) -> bytes:
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + rng.choice(_TOKENS) + raw[place + rng.randrange(3) :]


def _swap_tokens(rng: Random, raw: bytes, _: tuple[bytes, ...]) -> bytes:
    tokens = list(_TOKEN.finditer(raw))
    if len(tokens) < 2:
        return raw
    first, second = sorted(rng.sample(tokens, 2), key=lambda token: token.start())
    between = raw[first.end() : second.start()]
    return raw[: first.start()] + second[0] + between + first[0] + raw[second.end() :]


def _replace_token(rng: Random, raw: bytes, _: tuple[bytes, ...]) -> bytes:
    tokens = list(_TOKEN.finditer(raw))
    if not tokens:
        return raw
    one = rng.choice(tokens)
    new = rng.choice(_TOKENS) if rng.random() < 0.6 else rng.choice(tokens)[0]
    return raw[: one.start()] + new + raw[one.end() :]


def _splice(rng: Random, raw: bytes, seeds: tuple[bytes, ...]) -> bytes:
    other = rng.choice(seeds)
    return raw[: rng.randrange(len(raw) + 1)] + other[rng.randrange(len(other) + 1) :]


_BYTE_CHANGES = (
    _flip,
    _flip,
    _cut,
    _put_in,
    _put_in,
    _swap_tokens,
    _swap_tokens,
    _replace_token,
    _replace_token,
    _splice,
)


# -- the JSON tree -------------------------------------------------------------------------------------------------


def _changed_tree(rng: Random, raw: bytes) -> bytes:
    try:
        record = json.loads(raw)
    except ValueError:
        return raw
    if not isinstance(record, dict):
        return raw
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
        if rng.random() < 0.25 or not all(isinstance(record.get(name), list) for name in ("actions", "players")):
            _change_anything(rng, record)
        else:
            rng.choice(_HAND_CHANGES)(rng, record)
    raw = json.dumps(record, ensure_ascii=rng.random() < 0.2).encode("utf-8", "surrogatepass")
    if rng.random() < 0.03:  # a key twice
        raw = raw.replace(b'"', b'"seat": 1, "', 1) if rng.random() < 0.5 else b'{"record": "hand", ' + raw[1:]
    return raw


def _any_value(rng: Random) -> Any:
    kind = rng.randrange(8)
    if kind < 2:
        return rng.choice(NUMBERS)
    if kind < 4:
        return rng.choice(TEXTS)
    if kind == 4:
        return rng.choice(_BAD_NUMBERS)
    if kind == 5:
        return rng.choice((None, True, False, [], {}, [[]], {"": {}}, "\ud800"))
    return rng.choice(([rng.choice(CARD_TEXTS) for _ in range(rng.randrange(7))], {rng.choice(TEXTS): 1}))


def _change_anything(rng: Random, record: Record) -> None:
    """Set, take away or add a field anywhere in the tree."""
    holder: Any = record
    while rng.random() < 0.7:
        parts = [
            part for part in (holder.values() if isinstance(holder, dict) else holder) if isinstance(part, dict | list)
        ]
        if not parts:
            break
        holder = rng.choice(parts)
    names = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    kind = rng.randrange(4)
    if names and kind == 0:
        del holder[rng.choice(names)]
    elif names and kind < 3:
        holder[rng.choice(names)] = _any_value(rng)
    elif isinstance(holder, dict):
        holder[rng.choice((*TEXTS, *ACTION_FIELDS, "_x", "_claims"))] = _any_value(rng)
    else:
        holder.append(_any_value(rng))


# -- hands that keep their shape ---------------------------------------------------------------------------------------


def _game(record: Record) -> str:
    """The game that the record names, or poker where it names none any more."""
    game = record.get("game")
    return game if isinstance(game, str) and game in VERBS else "poker"


def new_action(rng: Random, record: Record) -> Record:
    """Any verb of the game with all it must have, at times at a seat or of a sum that makes no sense."""
    game = _game(record)
    verb, fields = rng.choice(list(VERBS[game].items()))
    seats = [player["seat"] for player in record["players"] if isinstance(player, dict) and "seat" in player] or [1]
    action: Record = {"action": verb}
    for name in (*fields.required, *(field for field in fields.optional if rng.random() < 0.4)):
        if name in ("seat", "to_seat"):
            action[name] = rng.choice(seats) if rng.random() < 0.9 else rng.choice((1, 99, LARGEST))
        elif name == "amount":
            action[name] = rng.choice(NUMBERS)
        elif name == "pool":
            action[name] = _pool(rng, game, verb)
        else:
            count = 1 if verb in ("lot", "play") else rng.choice((0, 1, 2, 3, 5, 5, 6, 9))
            action[name] = [rng.choice(CARD_TEXTS) for _ in range(count)]
    return action


def _pool(rng: Random, game: str, verb: str) -> str:
    if verb == "bidding":
        return rng.choice(BIDDING_POOLS)
    return rng.choice(CIRCLE_NAMES) if game == "pok" else rng.choice(("main", "side1", "side2", "side999"))


def _insert_action(rng: Random, record: Record) -> None:
    record["actions"].insert(rng.randrange(len(record["actions"]) + 1), new_action(rng, record))


def _drop_action(rng: Random, record: Record) -> None:
    if record["actions"]:
        del record["actions"][rng.randrange(len(record["actions"]))]


def _move_action(rng: Random, record: Record) -> None:
    acts = record["actions"]
    if acts:
        acts.insert(rng.randrange(len(acts)), acts.pop(rng.randrange(len(acts))))


def _double_actions(rng: Random, record: Record) -> None:
    acts = record["actions"]
    if acts:
        place = rng.randrange(len(acts))
        acts[place:place] = json.loads(json.dumps(acts[place : place + rng.choice((1, 1, 2, 5, 40))]))


def _shuffle_actions(rng: Random, record: Record) -> None:
    rng.shuffle(record["actions"])


def _change_number(rng: Random, record: Record) -> None:
    acts = [act for act in record["actions"] if isinstance(act, dict) and ({"amount", "seat", "to_seat"} & act.keys())]
    if acts:
        act = rng.choice(acts)
        name = rng.choice(sorted({"amount", "seat", "to_seat"} & act.keys()))
        act[name] = max(rng.choice(NUMBERS), name != "amount")


def _change_cards(rng: Random, record: Record) -> None:
    lists = [act.get(name) for act in record["actions"] if isinstance(act, dict) for name in ("cards", "discards")]
    lists = [cards for cards in lists if isinstance(cards, list) and cards]
    if not lists:
        return
    cards, others = rng.choice(lists), rng.choice(lists)
    place, other = rng.randrange(len(cards)), rng.randrange(len(others))
    kind = rng.randrange(4)
    if kind == 0:
        cards[place], others[other] = others[other], cards[place]
    elif kind == 1:
        del cards[place]
    else:
        cards[place] = rng.choice(CARD_TEXTS) if kind == 2 else "??"


def _hide_all(rng: Random, record: Record) -> None:
    if rng.random() < 0.97:  # what unknown cards may be takes the engine long: few such hands
        return
    for act in record["actions"]:
        if isinstance(act, dict) and isinstance(act.get("cards"), list) and rng.random() < 0.6:
            act["cards"] = ["??"] * len(act["cards"])


def _change_players(rng: Random, record: Record) -> None:
    players = [player for player in record["players"] if isinstance(player, dict)]
    if not players:
        return
    player = rng.choice(players)
    kind = rng.randrange(5)
    if kind == 0:
        record["players"] = [one for one in players if one is not player]
    elif kind == 1:
        number = rng.choice((9, 99, LARGEST, rng.randrange(1, 30)))
        record["players"].append({"seat": number, "player_id": rng.choice((f"new{number}", *TEXTS))})
    elif kind == 2:
        player[rng.choice(("stack", "end_stack"))] = rng.choice((*NUMBERS, -LARGEST, -5))
    elif kind == 3:
        player[rng.choice(("player_id", "name"))] = rng.choice(TEXTS)
    else:
        record["dealer_seat"] = player.get("seat")


def _change_table(rng: Random, record: Record) -> None:
    side = rng.choice(("opening", "closing"))
    chips, game = rng.choice(NUMBERS), _game(record)
    if game == "poker":
        table: Record = {"pot": chips}
    elif game == "stitch":
        table = {"bank": chips, "bank_start": rng.choice(NUMBERS), "stitch_round": rng.random() < 0.5}
    else:
        table = {"pools": {name: rng.choice(NUMBERS) for name in rng.sample(CIRCLE_NAMES, rng.randrange(4))}}
    if side == "closing" and rng.random() < 0.5:
        table["next_dealer_seat"] = rng.choice((1, 2, 3, LARGEST))
    record[side] = table


_RULE_VALUES: tuple[Any, ...] = (
    *NUMBERS, True, False, "new_lap", "show_all", "auto", 52, 54, 108, "ascending", "split", "ranks", "carry", "return",
    "forbid", "side_pots", "house", "five_card_draw", "none", "pot", "fixed", "current", "round_start", "to_banker",
    "to_next_bank", "per_card", "suit_set", "run", {"A": 3, "pok": LARGEST}, 10_000,
)  # fmt: skip
_POSSIBLE: dict[tuple[str, str], list[Any]] = {}


def possible_values(game: str, key: str) -> list[Any]:
    """Those of some values that a house-rule key may have."""
    from ingest.house_rules import RuleKeyError, check_keys

    if (game, key) not in _POSSIBLE:
        found = []
        for value in _RULE_VALUES:
            try:
                check_keys(game, {key: value})
            except RuleKeyError:
                continue
            found.append(value)
        _POSSIBLE[game, key] = found
    return _POSSIBLE[game, key]


def _change_rules(rng: Random, record: Record) -> None:
    names = rng.sample(keys(_game(record)), rng.randint(1, 5))
    record["rules"] = {name: rng.choice(possible_values(_game(record), name)) for name in names}


def _add_deck(rng: Random, record: Record) -> None:
    record["deck"] = [rng.choice(CARD_TEXTS) for _ in range(rng.choice((0, 1, 5, 52, 54, 108, 300)))]


def _add_claims(rng: Random, record: Record) -> None:
    seat = rng.choice((0, -1, 1, 2, 3, LARGEST, -(2**62)))
    record.setdefault("rules", {})
    record["_claims"] = {
        "stated_by": "pokerstars", "cancelled": rng.random() < 0.1, "total_pot": rng.choice(NUMBERS),
        "pots": {rng.choice(("main", "side1", *TEXTS)): rng.choice(NUMBERS)},
        "won": {rng.choice(("1", "2", "x", "-1", "١", "1" * 5000, *TEXTS)): rng.choice(NUMBERS)},
        "hands": [{"seat": seat, "cards": [rng.choice((*CARD_TEXTS, "", "1"))], "words": rng.choice(("a pair of Aces",
        *TEXTS))}],
        "wrong_raises": [{"seat": seat, "to": 5, "said": 3, "raised": rng.choice((-(2**63), 2**63 - 1, 4))}],
    }  # fmt: skip
    if isinstance(record["rules"], dict):
        record["rules"]["profile"] = "five_card_draw"


def _one_action_often(rng: Random, record: Record) -> None:
    action = new_action(rng, record)
    record["actions"] += [action] * rng.choice((2, 20, 300))


_HAND_CHANGES: tuple[Callable[[Random, Record], None], ...] = (
    _insert_action, _insert_action, _insert_action, _drop_action, _drop_action, _move_action, _move_action,
    _double_actions, _shuffle_actions, _change_number, _change_number, _change_number, _change_cards, _change_cards,
    _hide_all, _change_players, _change_players, _change_table, _change_rules, _change_rules, _add_deck, _add_claims,
    _one_action_often,
)  # fmt: skip
