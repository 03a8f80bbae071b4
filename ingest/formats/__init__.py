"""Logs of other programs, read as hands of the format ``handproof/1`` (docs/pokerstars.md).

In: the text of a poker room, any number of hands a file. Out: for each hand the very line that a log of our own would
have, with the source's lines in it (`_source`) and what they state beside the play (`_claims`), or the reason, with the
number of its line, why the hand cannot be taken. Nothing is guessed: an unknown line refuses its hand.

* `detect`   which format a file is in, by its content; UTF-16 to UTF-8
* `blocks`   lines to hands, each with its place in its sitting
* `pokerstars`  one hand of PokerStars five-card draw to a record (`pokerstars_header` the first two lines, money and
  time; `pokerstars_lines` every other line; `pokerstars_play` the play to actions)
* `records`  a hand's lines to the records that `ingest.decode` takes
* `phh`      the other way: a hand of five-card draw as PHH, for PokerKit
"""
