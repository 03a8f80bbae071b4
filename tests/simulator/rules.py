"""House rules of a session, drawn at random over all keys; the defaults are written here again on purpose."""

from random import Random
from typing import Any

Keys = dict[str, Any]
DEFAULTS: dict[str, Keys] = {
    "poker": {
        "ante": 1, "entry": 1, "min_bet": 1, "min_raise": 1, "deck": "auto", "multiway": "new_lap",
        "straight_tie": "ascending", "flush_same_suit": "split", "kickers": True, "no_entry": "carry",
        "all_in": "forbid", "rake_bp": 0, "rake_cap": 0, "credit": False,
    },
    "stitch": {
        "bank_min": 1, "bank_max": 0, "stake_min": 1, "zero_stake": False, "half_of": "current", "multiple": 3,
        "dust": "to_banker",
    },
    "pok": {
        "circle": 1, "loser_pays": 1, "loser_basis": "fixed", "min_bet": 1, "min_raise": 1, "multiway": "new_lap",
        "sequence": "suit_set", "bluff": False,
    },
}  # fmt: skip
GAMES = tuple(DEFAULTS)


def _poker(rng: Random, most_players: int) -> Keys:
    packs = ["auto", 108] + ([52, 54] if most_players <= 5 else [])
    all_in = rng.choice(("forbid", "side_pots", "side_pots"))
    return {
        "ante": rng.choice((0, 1, 2, 5)),
        "entry": rng.choice((0, 1, 3, 5)),
        "min_bet": rng.choice((1, 2, 5, 10)),
        "min_raise": rng.choice((1, 2, 5)),
        "deck": rng.choice(packs),
        "multiway": rng.choice(("new_lap", "show_all")),
        "straight_tie": rng.choice(("ascending", "split")),
        "flush_same_suit": rng.choice(("split", "ranks")),
        "kickers": rng.random() < 0.5,
        "no_entry": rng.choice(("carry", "return")),
        "all_in": all_in,
        "rake_bp": rng.choice((100, 250, 500, 1000)),
        "rake_cap": rng.choice((0, 1, 3, 10)),
        "credit": all_in == "forbid" and rng.random() < 0.5,
    }


def _stitch(rng: Random, most_players: int) -> Keys:
    bank_min, stake_min = rng.choice((1, 2, 10, 25, 60)), rng.choice((1, 2, 5))
    return {
        "bank_min": bank_min,
        "bank_max": rng.choice((0, max(bank_min, 2 * stake_min) * rng.choice((1, 3, 10)))),
        "stake_min": stake_min,
        "zero_stake": True,
        "half_of": "round_start",
        "multiple": rng.choice((1, 2, 4)),
        "dust": "to_next_bank",
    }


def _pok(rng: Random, most_players: int) -> Keys:
    circle: int | Keys = rng.choice((0, 2, 5))
    if rng.random() < 0.5:
        names = rng.sample([*"AKQJT98", "pok", "sequence"], rng.randint(1, 4))
        circle = {name: rng.choice((0, 2, 3)) for name in names}
    return {
        "circle": circle,
        "loser_pays": rng.choice((0, 2, 5, 20)),
        "loser_basis": "per_card",
        "min_bet": rng.choice((2, 5)),
        "min_raise": rng.choice((2, 3)),
        "multiway": "show_all",
        "sequence": "run",
        "bluff": True,
    }


def random_keys(rng: Random, game: str, most_players: int, share: float) -> Keys:
    """Some of the keys of a game (about `share` of them) with values other than the default."""
    drawn = {"poker": _poker, "stitch": _stitch, "pok": _pok}[game](rng, most_players)
    keys = {key: value for key, value in drawn.items() if rng.random() < share and value != DEFAULTS[game][key]}
    if keys.get("credit") and keys.get("all_in") == "side_pots":
        del keys["credit"]
    if game == "stitch" and keys.get("bank_max"):
        full = {**DEFAULTS[game], **keys}
        keys["bank_max"] = max(keys["bank_max"], full["bank_min"], 2 * full["stake_min"])
    return keys
