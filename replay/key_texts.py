"""What each house-rule key means, as data: ``handproof house-rules`` and docs/house-rules.md print it.

Names, defaults and bounds of the keys are in `ingest.house_rules`; the rule named here is where the engine asks for it.
"""

from collections.abc import Mapping
from typing import Final

#: Game, then key, then the rule that it belongs to (None: `replay.rulebook.PROFILE_TEXT`) and what it means.
KEY_TEXTS: Final[Mapping[str, Mapping[str, tuple[str | None, str]]]] = {
    "poker": {
        "ante": ("P2", "Chips that everyone dealt in pays before the deal."),
        "entry": ("P4", "Chips that a player pays to enter the hand."),
        "min_bet": ("B2", "The smallest bet."),
        "min_raise": ("B3", "The smallest raise: chips above what is owed."),
        "deck": ("P1", "Cards in the pack; auto: 54 for up to five players, 108 for more."),
        "multiway": ("B4", "Several are level: new_lap bids on until two are left, show_all lets all of them show."),
        "straight_tie": (
            "P24",
            "Straights with the same lowest card: ascending compares the next ones, split does not.",
        ),
        "flush_same_suit": ("P23", "Two flushes of the same suit: split the pot, or compare the ranks."),
        "kickers": ("P22", "Whether the cards beside the set are compared."),
        "no_entry": ("P5", "Nobody enters: carry the pot to the next deal, or return everyone's ante."),
        "all_in": (
            "P10",
            "A player short of chips: forbid lets nobody put in more than his stack, side_pots lets him stay in.",
        ),
        "rake_bp": ("P11", "The house's part of a pot in hundredths of a per cent (basis points)."),
        "rake_cap": ("P11", "The most that the house takes from one hand, in chips; 0: no limit."),
        "credit": ("C1", "Whether players may put in chips that they do not have."),
        "profile": (None, "house: the club's poker. five_card_draw: ordinary casino five-card draw."),
        "small_blind": (None, "five_card_draw: chips of the small blind; 0: none."),
        "big_blind": (None, "five_card_draw: chips of the big blind, and the least bet; 0: none."),
        "limit": (None, "five_card_draw: how high a bet may be: no limit, the pot, or fixed bets."),
        "small_bet": (None, "five_card_draw with limit=fixed: the bet before the draw."),
        "big_bet": (None, "five_card_draw with limit=fixed: the bet after the draw."),
        "max_raises": (None, "five_card_draw with limit=fixed: raises after the first bet of a round."),
        "chip_unit": (None, "five_card_draw: split pots are paid in multiples of this many chips."),
    },
    "stitch": {
        "bank_min": ("S2", "The smallest bank that a new banker may put."),
        "bank_max": ("S2", "The largest bank that a new banker may put; 0: no limit."),
        "stake_min": ("S4", "The smallest stake."),
        "zero_stake": ("S4", "Whether a player may stake 0, which is to pass."),
        "half_of": ("S4", "Half of which bank is the highest stake: the current one, or that of the round's start."),
        "multiple": ("S13", "A stitch round is due when the bank is this many times what it was at its start."),
        "dust": ("S10", "Where the rest of a spent bank goes: back to the banker, or to the next bank."),
    },
    "pok": {
        "circle": ("K2", "Chips that everyone pays on each circle; or a table of circle to chips, others 1."),
        "loser_pays": ("K17", "Chips that the loser of the play pays to every other player."),
        "loser_basis": ("K17", "fixed: that sum once; per_card: for each card that the loser has left."),
        "min_bet": ("B2", "The smallest bet."),
        "min_raise": ("B3", "The smallest raise: chips above what is owed."),
        "multiway": ("B4", "Several are level: new_lap bids on until two are left, show_all lets all of them show."),
        "sequence": ("K11", "What a sequence is: all cards of one suit in the hand, or a run of ranks in one suit."),
        "bluff": ("K7", "Whether a player without a pok or a sequence may bid."),
    },
}
