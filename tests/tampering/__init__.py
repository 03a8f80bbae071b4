"""Ways to tamper with real hands of five-card draw, which nobody here made: as records of ours and in the room's text.

Each way is small and by itself, as a wrong pen or a wrong hand in the till would make it. `record_tampers` changes one
hand's record, with end stacks that follow the chips (else `closing.stack` alone would catch all of it) or, where that
is the fault, do not; what the text states beside the play is left out, so that the rules alone must find it.
`text_tampers` changes the lines of a hand's text: the play, or what it states.
"""

from .records import record_tampers
from .texts import text_tampers

__all__ = ["record_tampers", "text_tampers"]
