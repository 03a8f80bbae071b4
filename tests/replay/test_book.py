"""The short way (`replay.book`): hands that must take it, and every small change of them, which must not be overlooked.

Whether a changed hand takes the short way is no matter; what it gives must be what the engine gives.
"""

import json
from typing import Any

import pytest

from ingest.decode import decode_line
from ingest.records import Hand, TableState
from replay import engine
from replay.book import Walk
from replay.cards import poker_pack
from replay.table import Table
from tests.both_ways import replay_hand
from tests.gallery.notation import records
from tests.properties.small_changes import every_small_change
from tests.replay.hands import pack, pok_pack

#: Three players who all enter, and what they draw.
THREE = """
all ante 1
deal 2 Ah Ad 7s 6c 3d
deal 3 Kh Kd 9s 5c 2d
deal 1 Qh Qd 8s 4c 2h
enter 2 1
enter 3 1
enter 1 1
draw 2 throws 3d gets 3c
draw 3
draw 1 throws 4c 2h gets Td 9c
"""
#: Two players whose hands are alike.
TWO = """
all ante 1
deal 2 As Ks 9d 5h 2c
deal 1 Ah Kh 9c 5d 2s
all enter 1
all draw
"""
POKER = {
    "two of three meet": f"""
        hand poker dealer 1 closing pot=0
        players 1:50>43 2:50>62 3:50>45
        {THREE}
        bet 2 3
        call 3 3
        raise 1 5
        call 2 2
        fold 3
        open 1 0
        show 1 Qh Qd 8s Td 9c
        show 2 7s Ah 6c Ad 3c
        win 2 19
        """,
    "one enters": """
        hand poker dealer 1 opening pot=4
        players 1 2:9 3
        all ante 1
        all deal ??
        decline 2
        enter 3 1
        decline 1
        muck 3
        win 3 8
        """,
    "nobody enters": """
        hand poker dealer 1 closing pot=3
        players 1 2 3:1>0
        all ante 1
        all deal ??
        all decline
        """,
    "nobody enters, and the antes come back": """
        hand poker dealer 1 no_entry=return opening pot=2 closing pot=2
        players 1:7>7 2:7>7
        all ante 1
        all deal ??
        all decline
        return 2 1
        return 1 1
        """,
    "won unshown, with rake": f"""
        hand poker dealer 1 rake_bp=5000
        players 1:50>48 2:50>46 3:50>51
        {THREE.replace("3d gets 3c", "?? 7s gets ?? 3c").replace("draw 3", "draw 3 throws Kh gets ??")}
        bet 2 2
        raise 3 10
        fold 1
        fold 2
        return 3 8
        muck 3
        rake 5
        win 3 5
        """,
    "all show": f"""
        hand poker dealer 1 multiway=show_all rake_bp=5000 rake_cap=1 min_bet=2
        players 1 2 3
        {THREE}
        bet 2 2
        call 3 2
        call 1 2
        muck 3
        show 2 7s Ah 6c Ad 3c
        show 1 Qh Qd 8s Td 9c
        rake 1
        win 2 11
        """,
    "too poor for a new lap": f"""
        hand poker dealer 1 min_bet=4
        players 1:9 2:90 3:90
        {THREE.replace("Kh Kd 9s 5c 2d", "??").replace("draw 3", "draw 3 throws Jd gets ??")}
        bet 2 4
        call 3 4
        call 1 4
        show 1 Qh Qd 8s Td 9c
        show 2 Ah Ad 7s 6c 3c
        show 3 Kh Kd 9s 5c 2d
        win 2 18
        """,
    "a split pot with an odd chip": f"""
        hand poker dealer 1 deck=54 opening pot=1
        players 1:60 2:60
        {TWO}
        bet 2 2
        open 1 2
        show 2 As Ks 9d 5h 2c
        show 1 Ah Kh 9c 5d 2s
        win 2 pool main 5
        win 1 pool main 4
        """,
    "side pots, and nobody is all-in": f"""
        hand poker dealer 1 all_in=side_pots kickers=false
        players 1:60 2:60
        {TWO}
        bet 2 2
        raise 1 4
        raise 2 3
        open 1 1
        show 2 As Ks 9d 5h 2c
        muck 1
        win 2 14
        """,
    "two jokers, on credit": f"""
        hand poker dealer 1 credit=true straight_tie=split
        players 1:0 2:0
        {TWO.replace("As Ks", "Xx Ks").replace("Ah Kh", "Ah Xx")}
        bet 2 2
        open 1 2
        show 2 Xx Ks 9d 5h 2c
        show 1 Ah Xx 9c 5d 2s
        win 1 8
        """,
    "six with two packs": """
        hand poker dealer 6
        players 1:90 2:90 3:90 4:90 5:90 6:90
        all ante 1
        deal 1 As Ks 9d 5h 2c
        deal 2 As Ks 9d 5h 2c
        deal 3 5d 6d 7d 8d Td
        deal 4 Xx Xx 3s 4s Jd
        deal 5 6s 7c 8c Tc Jc
        deal 6 Xx 4d
        deal 6 4h 6h 7h
        enter 1 1
        decline 2
        enter 3 1
        decline 4
        decline 5
        enter 6 1
        draw 1
        draw 3
        draw 6 throws 6h gets 6h
        fold 1
        bet 3 1
        raise 6 2
        raise 3 4
        open 6 3
        show 3 5d 6d 7d 8d Td
        show 6 Xx 4d 4h 6h 7h
        win 3 19
        """,
    "a logged pack": f"""
        hand poker dealer 1 deck=52
        players 1:60 2:60
        {TWO}
        bet 2 2
        open 1 2
        show 2 As Ks 9d 5h 2c
        show 1 Ah Kh 9c 5d 2s
        win 2 4
        win 1 4
        {pack("As", "Ah", "Ks", "Kh", "9d", "9c", "5h", "5d", "2c", "2s")}
        """,
}
#: Seat 2 stakes as much as stands here and wins, or loses it.
WINS = """
stake 2 {0}
burn 7c
turn Js
show 2 Qs 5d 6d
win 2 {1}
"""
LOSES = """
stake 2 {0}
burn 7c
turn Ks
show 2 Qs 5d 6d
lose 2 {0}
"""
STITCH = {
    "a new turn": f"""
        hand stitch dealer 1 closing bank=15 bank_start=20
        players 1:100>80 2:100>110 3:50>45
        bank 1 20
        deal 2 Qs 5d 6d
        deal 3 ??
        {WINS.format(5, 10)}
        stake 3 5
        burn ??
        turn Ks
        show 3 8s 5h 6h
        lose 3 5
        """,
    "spent in mid-round": f"""
        hand stitch dealer 1 stake_min=2 opening bank=6 bank_start=30
        players 1:100 2:100 3:50
        deal 2 Qs 5d 6d
        deal 3 ??
        {WINS.format(2, 4)}
        collect 1 2
        pass_bank to 2
        """,
    "dust for the next bank": f"""
        hand stitch dealer 1 stake_min=2 dust=to_next_bank half_of=round_start opening bank=7 bank_start=30
        players 1:1 3:1 2:50
        deal 2 Qs 5d 6d
        {WINS.format(2, 4)}
        pass_bank to 2
        """,
    "a stitch round is declared": f"""
        hand stitch dealer 1 multiple=2 bank_max=20
        players 1 2:9 3
        bank 1 10
        deal 2 Qs 5d 6d
        deal 3 2c 3c 4c
        {LOSES.format(5)}
        stake 3 5
        burn 8c
        turn Kh
        show 3 2c 3c 4c
        lose 3 5
        stitch
        """,
    "the stitch round": f"""
        hand stitch dealer 3 zero_stake=true opening bank=40 bank_start=10 stitch_round=true
        players 1 2 3:0
        deal 1 ??
        deal 2 Qs 5d 6d
        stake 1 0
        {LOSES.format(20)}
        collect 3 60
        pass_bank to 1
        """,
    "nobody has the least bank": f"""
        hand stitch dealer 1 bank_min=50 opening bank=2 bank_start=50
        players 1:0 3:0 2:9
        deal 2 Qs 5d 6d
        {WINS.format(1, 2)}
        """,
    "a logged pack": f"""
        hand stitch dealer 1
        players 1:100 2:100
        bank 1 20
        deal 2 Qs 5d 6d
        {LOSES.format(5)}
        {pack("Qs", "5d", "6d", "7c", "Ks")}
        """,
}
DEAL = """
deal 1 Kh Ks Qh Js Ad Jd
deal 2 Kd Kc As Qc Qs Jc
trump Jh
"""
NOBODY_BIDS = """
bidding pok
all pass
bidding sequence
all pass
"""
PLAY = """
play 2 Jc
play 2 Qc
play 2 Kc
play 2 Qs
play 1 Ks
play 2 As
play 2 Kd
"""
POK = {
    "both circles won": f"""
        hand pok dealer 2
        players 1:50 2:50
        all ante 1
        {DEAL}
        take 2 J 2
        take 1 Q 2
        take 1 K 2
        bidding pok
        bet 1 1
        raise 2 3
        open 1 2
        show 1 Kh Ks Qh Js Ad Jd
        show 2 Kd Kc
        win 1 pool pok 8
        bidding sequence
        pass 1
        bet 2 2
        win 2 pool sequence 4
        {PLAY}
        pay 1 to 2 1
        """,
    "nobody bids, antes of their own": f"""
        hand pok dealer 2 circle=2 loser_basis=per_card opening pools A=7
        players 1:50 2:50
        ante 1 pool Q 2
        ante 1 2
        ante 2 pool A 2
        ante 2 pool K 2
        ante 2 pool Q 2
        ante 2 pool J 2
        ante 2 pool pok 2
        ante 2 pool sequence 2
        {DEAL}
        take 2 J 4
        take 1 Q 4
        take 1 K 4
        {NOBODY_BIDS.replace("bidding sequence", "win 2 pool pok 4" + chr(10) + "bidding sequence")}
        win 2 pool sequence 4
        {PLAY}
        pay 1 to 2 5
        """,
    "for nothing, with a logged pack": f"""
        hand pok dealer 2 circle=0 loser_pays=0
        players 1 2
        {DEAL}
        {NOBODY_BIDS}
        {PLAY}
        {pok_pack(2, *["Kh", "Ks", "Qh", "Js", "Ad", "Jd", "Kd", "Kc", "As", "Qc", "Qs", "Jc", "Jh"])}
        """,
    "all show, one of them a bluff": """
        hand pok dealer 3 multiway=show_all bluff=true sequence=run
        players 1:90 2:90 3:90
        all ante 1
        deal 1 Kh Ks Qh
        deal 2 Kd Kc As Qc Qs Tc
        deal 3 Ac Ah Qd Ts Th Jc
        deal 1 Js Ad Td
        trump Jh
        take 3 J 3
        take 1 Q 3
        take 1 K 3
        take 3 A 3
        take 3 T 3
        bidding pok
        bet 1 1
        call 2 1
        call 3 1
        muck 1
        show 2 Kd Kc Qc Qs
        show 3 Ac Ah
        win 3 pool pok 6
        bidding sequence
        pass 1
        pass 2
        bet 3 1
        win 3 pool sequence 4
        play 3 Ac
        play 3 Ah
        play 3 Ts
        play 1 Js
        play 2 Qs
        play 1 Ks
        play 2 As
        play 2 Kd
        play 1 Ad
        play 1 Td
        play 1 Qh
        play 1 Kh
        play 2 Tc
        play 3 Jc
        play 2 Qc
        play 2 Kc
        pay 3 to 1 1
        pay 3 to 2 1
        """,
}
HANDS = [(game, name, text) for game, hands in (("poker", POKER), ("stitch", STITCH), ("pok", POK))
         for name, text in hands.items()]  # fmt: skip


def taken(record: dict[str, Any]) -> Hand | None:
    """The hand as the engine gets it; None where the decoder refuses it."""
    hand = decode_line(json.dumps(record).encode())
    return hand if isinstance(hand, Hand) else None


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, _, text in HANDS],
                         ids=[f"{game}: {name}" for game, name, _ in HANDS])  # fmt: skip
def test_takes_the_short_way_and_overlooks_nothing(game: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand itself is walked through and proved, also with notes between its lines, which keep their numbers; each
    small change of it gives what the engine says of it."""
    [record] = records(text, "s")
    hand = taken(record)
    assert hand is not None
    result = replay_hand(hand)
    assert result.verdict == "verified", result.findings
    with monkeypatch.context() as without_the_engine:
        without_the_engine.setattr(engine, f"replay_{game}", None)
        assert engine.replay_hand(hand) == result
    record["actions"][1:1] = [{"action": "note", "amount": 3}]
    record["actions"].append({"action": "note"})
    noted = taken(record)
    assert noted is not None
    with monkeypatch.context() as without_the_engine:
        without_the_engine.setattr(engine, f"replay_{game}", None)
        steps = [movement.step for movement in engine.replay_hand(noted).movements]
    assert steps == [movement.step + (movement.step > 1) for movement in result.movements]
    changed = [other for other in map(taken, every_small_change(record)) if other is not None]
    assert len(changed) > 200
    for other in changed:
        replay_hand(other)


def test_a_logged_pack_tells_unknown_cards() -> None:
    """F1: a hand with a card that only its pack knows is no short way, for the next card may be a wrong one."""
    [record] = records(STITCH["a logged pack"].replace("burn 7c", "burn ??"), "s")
    for turned in ("Ks", "Kh"):
        record["actions"][4]["cards"] = [turned]
        hand = taken(record)
        assert hand is not None
        assert [finding.code for finding in replay_hand(hand).findings] == (["cards.deck"] if turned == "Kh" else [])


@pytest.mark.parametrize("bank", [29, 30, 31])
@pytest.mark.parametrize("lines", ["", "bank 1 20"])
def test_a_stitch_round_that_was_not_declared(bank: int, lines: str) -> None:
    """S13, F4: what the round before should have declared is not judged here; a new bank may be put, or not."""
    [record] = records(f"hand stitch dealer 1\nplayers 1 2\n{lines}\ndeal 2 Qs 5d 6d\n{LOSES.format(5)}\nstitch", "s")
    hand = taken(record)
    assert hand is not None
    replay_hand(hand, {}, TableState(bank=bank, bank_start=10))


@pytest.mark.parametrize(
    ("head", "changes"),
    [
        # six cards thrown for six, by a hand of unknown ones
        ("", {"draw 2": "draw 2 throws ?? ?? ?? ?? ?? ?? gets ?? ?? ?? ?? ?? ??"}),
        # one unknown card thrown, and a show with two new ones
        ("", {"draw 2": "draw 2 throws ?? gets ??", "show 2 As Ks": "show 2 Qs Js"}),
        # three jokers of two
        ("deck=54", {"As Ks": "Xx Xx", "Ah Kh": "Ah Xx"}),
        # both muck; a tie that the wrong one of two odd chips is paid for
        ("", {"show 2 As Ks 9d 5h 2c": "muck 2", "show 1 Ah Kh 9c 5d 2s": "muck 1"}),
        ("opening pot=1", {"win 2 4": "win 2 4 ", "win 1 4": "win 1 5"}),
    ],
)
def test_two_changes_of_a_poker_hand(head: str, changes: dict[str, str]) -> None:
    """What no single change of the hands above reaches."""
    text = f"""
        hand poker dealer 1 {head}
        players 1:60 2:60
        {TWO.replace("all draw", "draw 2" + chr(10) + "draw 1")}
        bet 2 2
        open 1 2
        show 2 As Ks 9d 5h 2c
        show 1 Ah Kh 9c 5d 2s
        win 2 4
        win 1 4
        """
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    [record] = records(text, "s")
    hand = taken(record)
    assert hand is not None
    assert replay_hand(hand).verdict == "discrepant"


@pytest.mark.parametrize("count", [1, 1_900])
def test_a_deal_of_very_many_cards(count: int) -> None:
    """A log may deal a hundred thousand cards to a seat, and then nothing, line after line: no walk copies them."""
    deal = [{"action": "deal", "seat": 2, "cards": ["??"] * 1_000}] + [
        {"action": "deal", "seat": 2, "cards": []}
    ] * count
    [record] = records("hand poker dealer 1\nplayers 1 2\nall ante 1", "s")
    record["actions"] += deal
    hand = taken(record)
    assert hand is not None
    walk = Walk(Table(hand, TableState()), poker_pack, 54)
    walk.at = 2
    assert not walk.deal([2, 1], 5)
    assert walk.held == {}
