"""What the witness sees of a hand, for those who tell it: nothing where nothing was judged."""

import json

from ingest.decode import decode_line
from ingest.formats.pokerstars import HandPlace, hand_record
from ingest.records import Hand, TableState
from replay.witness import witness
from tests.ingest.formats.texts import CANCELLED, LIMIT, lines_of


def test_nothing_is_seen_of_a_cancelled_hand() -> None:
    """A hand that the room cancelled was not judged, so there is no end of it to tell; another one has an end."""
    for text, seen in ((CANCELLED, False), (LIMIT, True)):
        hand = decode_line(json.dumps(hand_record(lines_of(text), HandPlace("a sitting", 1))).encode())
        assert isinstance(hand, Hand), hand
        told = witness(hand, None, TableState())
        assert (told.poker is not None, told.stitch, told.pok) == (seen, None, None)
        assert told.rules == witness(hand, None, TableState()).rules
