"""Five-card draw played by PokerKit, an engine of other people, and written out as logs of ours.

`play_hand(seed)` plays one hand by PokerKit with chance from its seed alone: blinds and antes, bets of all three
limits, short all-ins, draws up to a pack that runs out, side pots, splits. `write_record` makes a `handproof/1` hand of
it, with known or hidden cards, pots by name or not. Nothing here imports `replay`: what the two engines say can only
agree or not.

Where PokerKit 0.7.7 plays by other rules than RULEBOOK's profile text, the hands are steered round the difference:

* the big blind always has enough for ante and blind: PokerKit lowers the price for all where he has not;
* the small blind is less than the big blind: where they are equal PokerKit lets another begin;
* where only one player has chips left and owes nothing, PokerKit may ask him once more: by P10 the bidding is over;
* who may raise is decided by our own count as well: PokerKit lets a short all-in over the big blind open raising again,
  and so do several short all-ins that together make a full raise;
* cards for the draw are chosen here: PokerKit shuffles folded hands in, and the drawing player's own cards;
* odd chips of three or more winners: PokerKit gives all of them to the first, RULEBOOK one unit each; and PokerKit puts
  pots together when the hands that lost them are out, RULEBOOK settles each by itself. There the winners and the pots
  are PokerKit's and the shares RULEBOOK's (`Played.odd_differs`);
* the big blind is the first of the bets of its round; PokerKit does not count it, so its cap is one less there.
"""

from .hand import Played
from .play import play_hand
from .record import write_record

__all__ = ["Played", "play_hand", "write_record"]
