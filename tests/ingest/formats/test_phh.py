"""Hands as PHH: PokerKit replays them, and every pot and every final stack is the same."""

import json
import tomllib
from typing import Any

import pytest
from pokerkit import State

from ingest.decode import decode_line
from ingest.formats.phh import NotConvertible, phh_text
from ingest.formats.pokerstars import HandPlace, hand_record
from ingest.records import Hand, Session
from tests.ingest.formats.pokerkit_draw import replayed
from tests.ingest.formats.texts import CANCELLED, LIMIT, PLAY_MONEY, SIDE_POTS, TOURNAMENT, VERIFIED, lines_of
from tests.ingest.logs import STITCH, line

HOSTILE = 'a"b\\c\x1b\x7f\n\u202e\U0001f600'


def hand_of(text: str, **fields: Any) -> Hand:
    """The hand of a text, with some fields of its record set."""
    record = hand_record(lines_of(text), HandPlace("a sitting", 1)) | fields
    hand = decode_line(json.dumps(record).encode())
    assert isinstance(hand, Hand), hand
    return hand


def fields_of(text: str) -> dict[str, Any]:
    """A hand as PHH, read as the TOML that it is."""
    return tomllib.loads(phh_text([(hand_of(text), None, {})]))


@pytest.mark.parametrize("name", VERIFIED)
def test_pokerkit_agrees(name: str) -> None:
    """PokerKit plays every action, and comes to the same pots and stacks, less the rake that the room took."""
    [(history, state, pots)] = replayed(phh_text([(hand_of(VERIFIED[name]), None, {})]))
    assert isinstance(state, State)
    assert not state.status
    if any(" sm " in action for action in history.actions):
        assert sum(pots) == sum(history.winnings or []) + history.user_defined_fields["_rake"]
    rakes = [is_left - left for is_left, left in zip(state.stacks, history.finishing_stacks or [], strict=True)]
    assert sum(rakes) == history.user_defined_fields["_rake"]
    assert all(rake == 0 or won for rake, won in zip(rakes, history.winnings or [], strict=True))


def test_side_pots_are_the_same() -> None:
    """Each pot that PokerKit pays out is that of the text: what it says of it, and its part of the rake."""
    [(_, _, pots)] = replayed(phh_text([(hand_of(SIDE_POTS), None, {})]))
    assert pots == [387 + 13, 292 + 8, 197 + 5]


def test_dead_blinds_are_antes() -> None:
    """What is dead is an ante; the live blinds of players who come in stand below zero."""
    fields = fields_of(LIMIT)
    assert fields["seats"] == [2, 3, 4, 5, 6, 1]
    assert fields["antes"] == [0, 0, 0, 5, 0, 0]
    assert fields["blinds_or_straddles"] == [5, 10, -10, -10, 0, 0]


def test_two_players() -> None:
    """The dealer is the small blind and stands last; the blinds are then written small, big, as PokerKit wants them."""
    fields = fields_of(PLAY_MONEY)
    assert (fields["seats"], fields["blinds_or_straddles"], fields["variant"]) == ([2, 1], [5, 10], "P5CD")


def test_antes() -> None:
    """Antes stand by player, short ones as they were paid."""
    assert fields_of(TOURNAMENT)["antes"] == [10, 10, 10, 10]


def test_names_of_every_kind() -> None:
    """A name with quotes, line ends and marks is a text of TOML, and the same name when it is read."""
    text = phh_text([(hand_of(PLAY_MONEY.replace("Ned", "x")), Session("s", table=HOSTILE), {})])
    assert tomllib.loads(text)["table"] == HOSTILE


def test_several_hands() -> None:
    """Several hands are numbered tables of one file."""
    text = phh_text([(hand_of(LIMIT), None, {}), (hand_of(SIDE_POTS), None, {})])
    assert list(tomllib.loads(text)) == ["1", "2"]
    assert len(list(replayed(text))) == 2


def test_what_cannot_be_phh() -> None:
    """Other games, cancelled hands and players without stacks are refused with the reason."""
    stitch = decode_line(line(STITCH))
    assert isinstance(stitch, Hand)
    stackless = hand_of(LIMIT)
    players = [{"seat": player.seat, "player_id": player.player_id} for player in stackless.players]
    for hand, reason in (
        (stitch, "not five-card draw"), (hand_of(LIMIT, rules={}), "not five-card draw"),
        (hand_of(CANCELLED), "cancelled"), (hand_of(LIMIT, players=players), "stack"),
        (hand_of(LIMIT, actions=[{"action": "fold", "seat": 9}]), "not dealt in"),
    ):  # fmt: skip
        with pytest.raises(NotConvertible, match=reason):
            phh_text([(hand, None, {})])


def test_rules_below_the_hand() -> None:
    """Where the session or the club says that it is five-card draw, the hand need not."""
    hand = hand_of(LIMIT)
    bare = hand_of(LIMIT, rules={})
    assert phh_text([(bare, None, hand.rules or {})]) == phh_text([(hand, None, {})])
