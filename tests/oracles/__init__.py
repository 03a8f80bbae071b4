"""Other judges: parts of the engine held against brute force, against PokerKit and against known figures.

Each judge is written from RULEBOOK or comes from elsewhere and shares no judging code with `replay`. docs/proof.md says
what is proved here, how, and with which command.
"""
