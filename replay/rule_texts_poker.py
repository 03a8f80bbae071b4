"""Texts of the poker rules (course of a hand, bidding, ranking): rule id to mark and text; see `replay.rulebook`."""

from replay.rule_texts import RuleTexts

COURSE: RuleTexts = {
    "P1": (
        "I/H",
        "Two to ten play. With deck=auto up to five players share 54 cards (52 and two jokers) and six to ten share "
        "108 (two such packs, four jokers). The key `deck` may fix 52, 54 or 108 cards instead; 52 and 54 serve five "
        "players at most (in five_card_draw 52 serve ten). Too few or too many players for the game or the pack is "
        "table.players, and nothing else of that hand is judged.",
    ),
    "P2": ("T", "Before the deal everyone dealt in puts exactly `ante` into the pot, no more and no less."),
    "P3": ("T/H", "Everyone gets five cards, one at a time, beginning at the dealer's left."),
    "P4": (
        "T/I",
        "Then each in turn from the dealer's left either enters, paying exactly `entry`, or declines. Who declines is "
        "out of the hand and his ante stays in the pot.",
    ),
    "P5": (
        "H",
        "If nobody enters, the pot waits on the table for the next deal. With no_entry=return everyone gets his own "
        "ante of this hand back (logged as `return`), and only a pot that lay there before stays. If a single player "
        "enters, the pot is his at once: no draw and no show.",
    ),
    "P6": (
        "T/H",
        "The draw goes once round from the dealer's left. Everyone still in throws none to five cards face down and "
        "gets as many new ones. He can only throw what he holds, and a thrown card does not come up again in the "
        "hand.",
    ),
    "P7": ("T", "Those in the hand then bid by B1-B7, beginning at the dealer's left. Nobody may check."),
    "P8": (
        "T/H",
        "The two whom B5 leaves show (with multiway=show_all everyone still in), and the best hand takes the pot. "
        "Equal hands divide it evenly; chips that do not divide go one each to the tied players, nearest to the "
        "dealer's left first. Who does not win may muck: he gives the pot up and needs to show nothing. The last one "
        "who has not mucked has nobody to give it up to, so his muck is turn.action and changes nothing; nor does a "
        "muck by somebody who wins without a show. K8 and K12 treat a muck the same way.",
    ),
    "P9": (
        "T/I",
        "When all others have given up, the last player takes the pot without showing. What he paid beyond the others "
        "is part of it; a log may give it back as a `return` first or pay all of it as one `win`, and both are right.",
    ),
    "P10": (
        "H",
        "With all_in=forbid nobody may put in more than his stack (with credit=true stacks are not looked at). With "
        "all_in=side_pots whoever cannot meet a price (ante, entry, least bet, what he owes, what he owes and the "
        "least raise) may put in all he has under the same verb and stays in; he is asked for nothing more, yet draws "
        "and shows. The chips are then cut into layers by what each put in over the whole hand. A layer is played for "
        "by those still in who paid it in full; one that only players who gave up paid falls to the layer below; "
        "neighbours with the same contenders are one pot. Each pot is won and split by itself; a pot carried from "
        "before belongs to the main pot; a top layer with one contender is his, as `return` or as `win`. When at most "
        "one player can still act and he owes nothing, bidding ends and all still in show; the only one who can act "
        "may just call or give up. B4 and B5 count those who can act. A `win` that names no pool is judged by seat "
        "over all pots together.",
    ),
    "P11": (
        "H",
        "The house's part is the pot times `rake_bp`, divided by 10000 and rounded down, and at most `rake_cap` if "
        "that is above 0. It comes off before the pot is paid. Uncalled chips (what the highest total of one bidding "
        "has above the next highest, counting also those who gave up) bear no rake, whether they are logged as "
        "`return` or not; antes and entries always count as called. Each side pot bears its share of the rake by its "
        "raked chips, rounded down, and the main pot bears the rest.",
    ),
}

BIDDING: RuleTexts = {
    "B1": ("T/H", "Turns go clockwise from the dealer's left, round and round over those still in."),
    "B2": ("T", "As long as nobody has bet, the player in turn bets `min_bet` or more, or gives up."),
    "B3": (
        "T/I/H",
        "Who owes (the highest total that anyone still in has put into this bidding, less his own) calls exactly "
        "that, raises by putting in at least `min_raise` more than that, or gives up and leaves what he has put in.",
    ),
    "B4": (
        "T/H",
        "When the player in turn owes nothing and more than two are in, he cannot open: a new lap begins, and he bets "
        "`min_bet` or more, or gives up. If stacks are counted and one of those who can still act has less than "
        "`min_bet`, there is no new lap and all still in show. With multiway=show_all everyone still in shows as soon "
        "as all of them, two or more, have acted since the last bet or raise and are level; one of the last two may "
        "still open.",
    ),
    "B5": (
        "T/I",
        "With exactly two in and at least one bet made, the one in turn may open: he pays what he owes, 0 if they are "
        "level, and both show. If he owes he may also call, raise or give up. If they are level he may also raise by "
        "`min_raise` or more, or give up; a call of 0 does not exist.",
    ),
    "B6": (
        "T/I",
        "The only one still in wins without showing; in poker even if nobody bet at all. In pok, where nobody has "
        "bet, the last player is still asked, and if he passes as well, K10 says what happens to the circle.",
    ),
    "B7": ("H", "Who has given up stays out of this bidding for good."),
}

RANKING: RuleTexts = {
    "P20": (
        "T/I",
        "Ranks rise 2, 3 ... 10, J, Q, K, A. For cards in order they form a ring in which the 2 follows the ace, so "
        "K-A-2-3-4 is a straight; the ring has 13 such runs. Categories from the highest: poker (five of a rank), "
        "flush-royal (five of a suit in order), four, suit (flush), full, straight, three, two pairs, pair, high "
        "card. The category is always compared first.",
    ),
    "P21": (
        "T/H",
        "A joker stands for whatever card helps its holder most, even one that he or somebody else holds. The value "
        "taken is the one that gives the best hand by P22-P27, and it counts no less than the real card.",
    ),
    "P22": (
        "T/H",
        "Poker, four, three, pair, full, two pairs and high card: compare the rank of the set (full: the three, then "
        "the two; two pairs: the higher pair, then the lower), then the other cards from the top. With kickers=false "
        "the other cards do not count, and of a high card only the highest one does.",
    ),
    "P23": (
        "T",
        "Suit (flush): only the suit decides, spade lowest, then club, diamond, and heart highest, whatever the "
        "ranks. In the same suit the pot is split; with flush_same_suit=ranks the cards decide, from the top.",
    ),
    "P24": (
        "T/I",
        "Straight and flush-royal: compare the lowest cards first (2 lowest, ace highest), then upwards. So "
        "8-9-10-J-Q beats 2-J-Q-K-A, since 8 is above 2, and among those that hold a 2: J-Q-K-A-2, then Q-K-A-2-3, "
        "K-A-2-3-4, A-2-3-4-5, and 2-3-4-5-6 last. With straight_tie=split only the lowest card counts. The suit of a "
        "flush-royal does not matter.",
    ),
    "P25": (
        "I",
        "With 108 cards, two cards of the same rank and suit make a pair like any other; a flush may hold one.",
    ),
    "P26": (
        "I",
        "Five cards in order are a straight only if they are not all of one suit; else they are a flush-royal.",
    ),
    "P27": ("I", "Hands equal in everything split the pot by P8. The card points of the club's text decide nothing."),
}

#: What the key ``profile="five_card_draw"`` of ``[poker]`` means; it has no rule id of its own.
PROFILE_TEXT = (
    "Ordinary casino five-card draw, for logs that come from elsewhere. 52 cards. Blinds, antes or both; one betting "
    "round before the draw and one after it; a check is allowed, and all still in show once they are level. The first "
    "to speak is left of the big blind before the draw and left of the dealer after it; with two players the dealer "
    "has the small blind. The least bet is the big blind and the least raise is the last bet or raise. With "
    "limit=fixed a bet is exactly `small_bet` before and `big_bet` after the draw, with at most `max_raises` raises "
    "after the first bet, and the big blind counts as one. If the pack runs out, the thrown cards, except those of "
    "whoever is drawing, are shuffled and dealt on, so that they may come up again. Hands rank flush-royal, four, "
    "full, flush, straight, three, two pairs, pair, high card; flushes by their ranks, straights by the top card, "
    "with A-2-3-4-5 as the lowest and no other run through the ace. There are side pots, uncalled bets go back, split "
    "pots are paid in multiples of `chip_unit`, and the rake is as the log states it."
)
