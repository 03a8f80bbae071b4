"""The simulator by itself, and the engine against it: clean sessions are verified, planted faults are found.

Every random test names its seed; `python -m tests.simulator.show SEED GAME HAND_ID` prints that hand and its result.
"""

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from examples.make_club_night import write_club_night
from ingest.house_rules import RULES_BY_GAME
from tests.simulator import POOR, simulate_session
from tests.simulator.against_engine import replay_session, to_line
from tests.simulator.cards import JOKER, PACK_52, PACK_108
from tests.simulator.ranking import _key_of, poker_key
from tests.simulator.rules import DEFAULTS
from tests.simulator.stitch import beats

ROOT = Path(__file__).resolve().parent.parent
EXPECTED_SHAPES = """
poker: new lap|poker: open for 0|poker: too poor for a new lap|poker: all-in|poker: side pots|poker: uncalled returned
poker: nobody enters|poker: one enters|poker: all give up with no bet|poker: split with odd chip|poker: split even
poker: joker at the showdown|poker: five|poker: royal|poker: four|poker: suit|poker: full|poker: straight|poker: three
poker: two-pairs|poker: pair|poker: high|poker: wrap|poker: two suits meet
stitch: lot|stitch: bank broken|stitch: bank broken with dust|stitch: dust in the new bank|stitch: spent in mid-round
stitch: bank at exactly the multiple|stitch: stitch declared|stitch: stitch round|stitch: the poor passed over
stitch: bank comes back|stitch: stake of 0|stitch: proved by one card|stitch: lost to an ace unseen
stitch: nobody can take the bank
pok: new lap|pok: open for 0|pok: too poor for a new lap|pok: single bidder|pok: nobody bets|pok: tie broken by trump
pok: tied to the nearest|pok: two without a set|pok: leader has no card left|pok: end in mid-row|pok: loser owes
"""


def test_same_seed_gives_the_same_bytes_under_any_hash_seed() -> None:
    """A session depends on its seed alone, not on the order in which Python keeps sets."""
    program = "from tests.simulator import simulate_session as s; print([s(seed, hands=6) for seed in range(12)])"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "7")
    }  # fmt: skip
    assert len(outputs) == 1


def test_all_rare_shapes_come_up() -> None:
    """A few hundred sessions reach every shape that issue 3 names."""
    shapes: Counter[str] = Counter()
    for seed in range(500):
        simulate_session(seed, hands=15, shapes=shapes)
    for seed in range(60):
        simulate_session(seed, hands=10, shapes=shapes, **POOR)
    names = {name for line in EXPECTED_SHAPES.strip().splitlines() for name in line.split("|")}
    assert names - set(shapes) == set()


def test_all_house_rule_keys_are_varied() -> None:
    """Every key of the house games differs from its default in some session; the defaults are the product's."""
    seen: dict[str, set[str]] = {game: set() for game in DEFAULTS}
    for seed in range(300):
        records = simulate_session(seed, hands=3)
        for game, keys in records[0].get("rules", {}).items():
            seen[game] |= set(keys)
    assert seen == {game: set(keys) for game, keys in DEFAULTS.items()}
    for game, keys in DEFAULTS.items():
        product_defaults = {key: getattr(RULES_BY_GAME[game](), key) for key in keys}
        assert product_defaults == keys


def test_chips_are_neither_made_nor_lost() -> None:
    """Over a session chips bought are chips handed back, left on the table, or raked (C1, F6)."""
    for seed in range(300):
        records = simulate_session(seed, hands=12)
        close = records[-1]
        bought = sum(record["amount"] for record in records if record["record"] == "cash")
        if not bought or close["record"] != "close":
            continue
        raked = sum(act["amount"] for record in records for act in record.get("actions", ()) if act["action"] == "rake")
        held = sum(entry["stack"] for entry in close["stacks"])
        shared = sum(entry["amount"] for entry in close.get("shares", ()))
        assert bought == held + shared + raked, f"seed {seed}"


@pytest.mark.parametrize(
    ("straight_tie", "flush_same_suit", "kickers"),
    [("ascending", "split", True), ("split", "ranks", False), ("ascending", "ranks", True)],
)
def test_jokers_take_their_best_value(straight_tie: str, flush_same_suit: str, kickers: bool) -> None:
    """The value found for jokers is the best over all cards of the pack, tried one by one (P21)."""
    rng = Random(21)
    for number in range(150):
        jokers = 1 if number % 6 else 2
        natural = rng.sample(PACK_52, 5 - jokers)
        if number % 3 == 0:
            natural = [card[0] + natural[0][1] for card in natural]
        tried = []
        for values in product(PACK_52, repeat=jokers):
            cards = [*natural, *values]
            suits = {card[1] for card in cards}
            one_suit = "scdh".index(suits.pop()) if len(suits) == 1 else None
            ranks = ["23456789TJQKA".index(card[0]) for card in cards]
            tried.append(_key_of(ranks, one_suit, straight_tie, flush_same_suit, kickers))
        assert poker_key([*natural, *[JOKER] * jokers], straight_tie, flush_same_suit, kickers) == max(tried), natural


def test_examples_of_the_rulebook_rank_as_it_says() -> None:
    """The comparisons that P23, P24 and the wraps of P20 spell out."""

    def key(text: str) -> tuple[int, ...]:
        return poker_key(text.split(), "ascending", "split", True)

    ladder = ["Jd Qs Kh Ac 2d", "Qd Ks Ah 2c 3d", "Kd As 2h 3c 4d", "Ad 2s 3h 4c 5d", "2d 3s 4h 5c 6d"]
    assert [key(hand) for hand in ladder] == sorted((key(hand) for hand in ladder), reverse=True)
    assert key("Qd Js Th 9c 8d") > key("2d As Kh Qc Jd")
    assert key("2h 3h 4h 5h 7h") > key("Ad Kd Qd Jd 9d")
    assert key("2s 2c 2d 2h Xx") > key("Ts Js Qs Ks As") > key("Ah As Ad Ac Kh") > key("Ah Kh Qh 9h 2h")
    assert PACK_108.count(JOKER) == 4


def test_stitch_figures_of_the_rulebook() -> None:
    """A player's chance of a win, exactly: every banker's card against every three of the other cards."""
    wins = 0
    suit_of_three = [card for card in PACK_52 if card[1] == "s"]
    for turned in suit_of_three:
        rest = [card for card in PACK_52 if card != turned]
        higher = {card for card in rest if beats([card], turned)}
        wins += sum(not higher.isdisjoint(hand) for hand in combinations(rest, 3))
    chance = Fraction(wins, 13 * 20825)
    assert float(chance) == pytest.approx(0.303818, abs=5e-7)
    assert float(1 - 3 * chance) == pytest.approx(0.088547, abs=1e-6)


def test_every_record_is_well_formed_and_every_clean_hand_verified() -> None:
    """No false alarm, nothing unproved, over 20,000 hands of all games and house rules."""
    assert _hands_verified(range(5000, 6150), 20) >= 20_000
    _hands_verified(range(20), 10, **POOR)


@pytest.mark.slow
def test_no_false_alarm_in_a_million_clean_hands() -> None:
    """The same over a million hands."""
    assert _hands_verified(range(100_000, 154_500), 20) >= 1_000_000


def _hands_verified(seeds: range, hands: int, **asked: Any) -> int:
    """How many hands these sessions have, all of them verified."""
    wrong: list[str] = []
    count = 0
    for seed in seeds:
        for record, result in replay_session(simulate_session(seed, hands=hands, **asked)):
            count += 1
            if result.verdict != "verified":
                told = [finding.message for finding in result.findings] or result.incomplete_because
                wrong.append(f"seed {seed}, hands {hands}, {record['hand_id']}: {result.verdict} {told}")
    assert not wrong, f"{len(wrong)} hands: " + "\n".join(wrong[:5])
    return count


def test_club_night_is_the_output_of_its_script(tmp_path: Path) -> None:
    """What stands in examples/ is what examples/make_club_night.py writes, to the byte."""
    write_club_night(tmp_path)
    for path in ("club.toml", "club-night/FAULTS.md", *(f"club-night/{game}.jsonl" for game in DEFAULTS)):
        assert (tmp_path / path).read_bytes() == (ROOT / "examples" / path).read_bytes(), path


def test_lines_of_the_log_are_compact_json() -> None:
    """A line has no newline in it and keeps names as they are."""
    assert to_line({"name": "Борис\n"}) == '{"name":"Борис\\n"}'.encode()
