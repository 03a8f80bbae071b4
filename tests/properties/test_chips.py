"""Chips are neither made nor lost at any movement (C1), and what a replay moved is a log that is verified again."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.records import TableState
from replay.results import HandResult, Movement
from tests.properties.cases import Case, Record, broken_cases, clean_cases
from tests.randomness import SEED, announce, random_property

SEEDS = st.integers(0, 2**32)
#: Verbs whose amount says what moves now; a stake moves by its `win` or `lose`.
MOVES_NOTHING = ("stake",)


def opening_of(result: HandResult) -> Counter[str]:
    """What lay on the table, by account."""
    before = result.table_before
    lay = {f"pool:{name}": chips for name, chips in before.pools.items()}
    return Counter(lay | {"pot": before.pot, "bank": before.bank})


def check_movements(case: Case, result: HandResult) -> None:
    """Each movement takes what it gives; together those of an action are what the log says that it moves."""
    moved: Counter[int] = Counter()
    for movement in result.movements:
        assert movement.chips > 0
        assert movement.from_account != movement.to_account
        moved[movement.step] += movement.chips
    poker_antes: Counter[int] = Counter()
    for number, act in enumerate(case.record["actions"], start=1):
        if act["action"] in ("ante", "blind") and case.record["game"] == "poker":
            poker_antes[act["seat"]] += act["amount"] - moved[number]  # those of a seat are one, at its last line
            continue
        amount = act.get("amount") or 0
        if act["action"] == "ante" and case.record["game"] == "pok" and "pool" not in act:
            assert not amount or moved[number] % amount == 0
        elif act["action"] == "pay" and act["seat"] == act["to_seat"]:
            continue
        elif act["action"] not in MOVES_NOTHING:
            assert moved[number] == amount, number
    assert not any(poker_antes.values())
    assert set(moved) <= set(range(1, len(case.record["actions"]) + 1))


def check_balances(case: Case, result: HandResult) -> None:
    """In a clean hand no account is ever overdrawn, and at the end everything lies where the log says."""
    stacks = {f"seat:{player['seat']}": player.get("stack") for player in case.record["players"]}
    held = opening_of(result)
    held.update({seat: chips for seat, chips in stacks.items() if chips})
    total = sum(held.values())
    rules: dict[str, Any] = {**case.rules, **(case.record.get("rules") or {})}
    for movement in result.movements:
        held[movement.from_account] -= movement.chips
        held[movement.to_account] += movement.chips
        assert sum(held.values()) == total
        looked_at = stacks.get(movement.from_account, 0) is not None and not rules.get("credit")
        assert not looked_at or movement.rule == "K17" or held[movement.from_account] >= 0, movement
    for player in case.record["players"]:
        if "end_stack" in player:
            assert held[f"seat:{player['seat']}"] == player["end_stack"]
    after = result.table_after
    lies = {"pot": after.pot, "bank": after.bank} | {f"pool:{name}": chips for name, chips in after.pools.items()}
    assert {name: chips for name, chips in held.items() if chips and not name.startswith(("seat:", "house"))} == {
        name: chips for name, chips in lies.items() if chips
    }


# -- a log out of a replay -----------------------------------------------------------------------------------------


def payment(movement: Movement, banker: int) -> Record:
    """The action that moves chips from one account to another, told from the accounts alone."""
    giver, taker, amount = movement.from_account, movement.to_account, movement.chips
    if giver.startswith("seat:"):
        seat = int(giver[5:])
        if taker.startswith("seat:"):
            return {"action": "pay", "seat": seat, "to_seat": int(taker[5:]), "amount": amount}
        if taker == "bank":
            return {"action": "bank" if seat == banker else "lose", "seat": seat, "amount": amount}
        return {"action": "ante", "seat": seat, "pool": taker[5:], "amount": amount}
    if taker == "house":
        return {"action": "rake", "amount": amount}
    seat = int(taker[5:])
    if giver == "bank":
        return {"action": "collect" if seat == banker else "win", "seat": seat, "amount": amount}
    if giver == "pot":
        return {"action": "win", "seat": seat, "amount": amount}
    pool = giver[5:]
    return {"action": "win" if pool in ("pok", "sequence") else "take", "seat": seat, "pool": pool, "amount": amount}


REBUILT = ("win", "return", "rake", "lose", "bank", "collect", "take", "pay")


def log_of(case: Case, result: HandResult) -> Record:
    """The hand written anew: its decisions, and every payment, stack and table out of the replay's movements."""
    record = copy.deepcopy(case.record)
    acts: list[Record] = []
    for number, act in enumerate(record["actions"], start=1):
        if act["action"] in REBUILT or (act["action"] == "ante" and record["game"] == "pok"):
            paid = [payment(m, record["dealer_seat"]) for m in result.movements if m.step == number]
            acts += [one | {"action": "return"} if act["action"] == "return" else one for one in paid]
        else:
            acts.append(act)
    held = opening_of(result)
    for movement in result.movements:
        held[movement.from_account] -= movement.chips
        held[movement.to_account] += movement.chips
    for player in record["players"]:
        if player.get("stack") is not None:
            player["end_stack"] = player["stack"] + held[f"seat:{player['seat']}"]
    record["actions"] = acts
    record["opening"] = as_logged(record["game"], result.table_before, opening_of(result))
    record["closing"] = as_logged(record["game"], result.table_after, held)
    return record


def as_logged(game: str, table: TableState, held: Counter[str]) -> Record:
    """What lies on the table of a game, by the accounts, as a log says it."""
    if game == "poker":
        return {"pot": held["pot"]}
    if game == "stitch":
        return {"bank": held["bank"], "bank_start": table.bank_start, "stitch_round": table.stitch_round}
    return {"pools": {name[5:]: chips for name, chips in held.items() if name.startswith("pool:")}}


def net(result: HandResult) -> Counter[tuple[str, str, str]]:
    """Chips that went from one account to another by a rule, over the hand."""
    found: Counter[tuple[str, str, str]] = Counter()
    for movement in result.movements:
        found[movement.from_account, movement.to_account, movement.rule] += movement.chips
    return found


def check_again(case: Case, result: HandResult) -> None:
    """The log out of the replay is verified, and moves the same."""
    again = case.replay(log_of(case, result))
    assert again.verdict == "verified", again.findings
    assert net(again) == net(result)
    assert again.table_after.pot == result.table_after.pot
    assert again.next_banker_seat == result.next_banker_seat


def check_clean(seed: int) -> None:
    """All three on the hands of a clean session."""
    for case in clean_cases(seed):
        try:
            result = case.replay()
            assert result.verdict == "verified", result.findings
            check_movements(case, result)
            check_balances(case, result)
            check_again(case, result)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {case.told()}") from error


def check_broken(seed: int) -> None:
    """Chips move as logged, however wrong the log is."""
    for case in broken_cases(seed):
        try:
            check_movements(case, case.replay())
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {case.told()}") from error


@random_property(60)
@given(SEEDS)
def test_chips_are_conserved_and_a_replay_replays(seed: int) -> None:
    """Clean hands: no account overdrawn, all chips where the log says, and the log out of the replay is verified."""
    announce("test_chips_are_conserved_and_a_replay_replays")
    check_clean(seed)


@random_property(60)
@given(SEEDS)
def test_chips_move_as_logged_in_broken_hands(seed: int) -> None:
    """Logs broken at random: every movement takes what it gives, and each action moves what it says (C4)."""
    announce("test_chips_move_as_logged_in_broken_hands")
    check_broken(seed)


@pytest.mark.slow
@pytest.mark.parametrize("what", [check_clean, check_broken])
def test_chips_over_many_sessions(what: Any) -> None:
    """Both over 5,000 sessions."""
    announce("test_chips_over_many_sessions")
    rng = Random(f"{what.__name__} {SEED}")
    for _ in range(5000):
        what(rng.randrange(2**32))
