"""Texts of the rules for all games, of stitch, pok and the log: rule id to mark and text; see `replay.rulebook`."""

#: Rule id to its mark (letters of `replay.rulebook.MARKS`) and its text.
RuleTexts = dict[str, tuple[str, str]]

COMMON: RuleTexts = {
    "C1": (
        "I",
        "Chips are whole and none appear or vanish: stacks, pots, bank, circles and rake add up to the same before "
        "and after every hand. In stitch and pok nobody puts in more than he has. A stack may fall below 0 in two "
        "cases only: what a loser cannot pay at the end of the play (K17), which he then owes, and poker with "
        "credit=true. Stacks that the log does not give are not looked at.",
    ),
    "C2": (
        "I",
        "A card exists as often as the pack holds it. Among all cards seen in a hand (dealt, drawn, turned, burned, "
        "shown) one that the pack does not have, or one too many of it, is impossible. When a seat shows, plays or "
        "throws a card that was dealt to it, that is the same card again, not another. A card that another seat shows "
        "is cards.shown and no second fault. In stitch the cards that went back under the pack do not come up again "
        "in that round.",
    ),
    "C3": (
        "I",
        "Round the table means clockwise: by rising seat number and on from the lowest, past empty seats. Left of the "
        "dealer is the next seat where somebody sits.",
    ),
    "C4": (
        "H",
        "What people decided is taken as it was played (stakes, bets, giving up, throws, leads); what follows from it "
        "is worked out again (whose turn it is, what a pot holds, who wins, what is paid, when a round ends, the "
        "bank, the circles, which card must come). It is judged by the table as the log itself left it up to there. A "
        "decision that was not allowed is a finding, and the replay goes on with it. If somebody plays a card that he "
        "does not hold (cards.shown), the rest of the play and its payment are not judged.",
    ),
    "C5": (
        "H",
        "Cards not known (??) never make a hand wrong. They leave it unproved only if a result hangs on them: a show, "
        "a stitch result, a circle, a set, the place of the next card of a row. A result that is the same whatever "
        "the unseen cards are is proved. Unknown cards of players whose hands decide nothing do no harm, and a pot "
        "that is won because all others gave up needs no cards.",
    ),
    "C6": (
        "T/H",
        "The first dealer comes by a lot that is not logged, so any seat will do. After every deal of poker or pok "
        "the deal moves to the next seat on the left of the old dealer's seat that is dealt in now, whoever sits "
        "there; rounds of stitch in between do not move it. The banker of stitch is the seat that `pass_bank` named "
        "or, if that one is not dealt in, the next on the left that is (S12-S15).",
    ),
    "C7": (
        "H",
        "If a sitting plays several games, each has its own table: its pot, bank or circles wait untouched until that "
        "game is played again.",
    ),
    "C8": (
        "H",
        "Somebody acts though another seat is due. (a) If the seat due acts later, before anyone has acted twice "
        "since the last action in turn, every action ahead of his is turn.order and counts as that seat's action of "
        "the lap; the turn waits for him. (b) If not, his action is missing: one turn.missing at his seat. He has "
        "then given up (at the draw: thrown nothing; in stitch: not staked), unless a later action of his in the same "
        "bidding, or his show, muck or win (at the entry also his draw), tells otherwise; the turn goes past him. Who "
        "is already out and acts is turn.order and stays out. After an end (P9, B5, S11, K16) only the first action "
        "is a finding; what follows moves its chips and is not judged.",
    ),
    "C9": (
        "H",
        "If the log leaves a bidding while somebody still had to act, that is one turn.missing at the seat that was "
        "due. Those who owe and neither show, nor muck, nor are paid have given up; everyone else meets in the show, "
        "and the pot is judged among them. An `open` by somebody who was not allowed one is turn.action and counts as "
        "a call; if no bid follows it, it ends the bidding without a second finding.",
    ),
}

STITCH: RuleTexts = {
    "S0": ("T/I", "Two to ten play, the banker among them, with 52 cards. The ace is high and the suits are equal."),
    "S1": (
        "T",
        "The first banker is whoever gets the first ace when cards are dealt face up, one by one, from the left of "
        "the one who deals. A log may leave this lot out. Its cards do not count for C2.",
    ),
    "S2": (
        "T",
        "A new banker pays a bank from his stack: at least `bank_min`, at least twice `stake_min`, and no more than "
        "`bank_max` if that is above 0. Until his turn is over he neither adds to it nor takes from it.",
    ),
    "S3": (
        "T/H",
        "Every round is dealt from the whole pack, freshly shuffled: three cards each, except to the banker, one at a "
        "time from the banker's left.",
    ),
    "S4": (
        "T/H",
        "From the banker's left each player stakes before he has seen his cards: at least `stake_min`, and no more "
        "than half of what the bank holds just then, rounded down. With half_of=round_start it is half of what the "
        "bank held when the round began, and never above half of what it holds. Nobody may pass unless "
        "zero_stake=true; allowed or not, a stake of 0 is that player's whole turn, with nothing burned, turned or "
        "shown.",
    ),
    "S5": (
        "T",
        "After a stake the banker burns the top card face up and turns the next one, the banker's card. Each player "
        "has a burn and a banker's card of his own.",
    ),
    "S6": (
        "T",
        "The player shows his three cards. He wins with a card of the banker's card's suit that is higher than it, "
        "and loses with anything else.",
    ),
    "S7": (
        "T/H",
        "Who wins keeps his stake and gets twice as much from the bank, or what the bank has if that is less.",
    ),
    "S8": ("T", "Who loses pays his stake into the bank at once, and the next player's half counts it."),
    "S9": ("T/H", "The player's cards, the burned card and the banker's card then go face up under the pack."),
    "S10": (
        "T/H",
        "A bank is spent when half of it, rounded down, is below `stake_min`. The dust that is left goes back to the "
        "banker. With dust=to_next_bank it is added to the next bank: it counts in what that bank starts with, not "
        "towards its `bank_min`. In a stitch round S14 comes first.",
    ),
    "S11": (
        "T",
        "A bank spent in mid-round ends the round there. Players who have not staked do not play, and their cards are "
        "dead.",
    ),
    "S12": (
        "T/H",
        "When the bank is spent, bank and deal pass at once to the next seat on the left and a new round begins. A "
        "player who has less than the least bank is passed over. If no other player has it, the old banker begins a "
        "new turn; if he has not got it either, the bank goes to nobody and its start is 0, and the next round, once "
        "somebody has the chips, is that of the first such seat on the left, the old banker's seat last. Who has less "
        "than `stake_min` gets no cards.",
    ),
    "S13": (
        "T",
        "At the end of a round that was no stitch round, with the bank not spent: if the bank is at least `multiple` "
        "times what it was when this banker's turn began, a stitch round is declared; if not, the same banker deals "
        "on. What the bank was during the round does not matter.",
    ),
    "S14": (
        "T",
        "A stitch round is exactly one more round and cannot be taken back, however far the bank falls. When it is "
        "over the banker takes all that is left.",
    ),
    "S15": (
        "T",
        "After a stitch round bank and deal pass to the left. A banker cannot stop earlier: only a spent bank or the "
        "end of his stitch round ends his turn.",
    ),
}

POK: RuleTexts = {
    "K1": (
        "T",
        "The pack depends on the players: 2 play with 16 cards (ace to jack), 3 with 20 (to the 10), 4 with 28 (to "
        "the 8), 5 with 32 (to the 7), 6 with 40 (to the 5), 7 with 44 (to the 4) and 8 with all 52. The ace is high "
        "and never low.",
    ),
    "K2": (
        "T/H",
        "There is a circle for every rank in the pack, one called `pok` and one called `sequence`. Before each deal "
        "every player puts `circle` chips on each of them. What nobody wins stays there and grows.",
    ),
    "K3": ("T", "Everyone gets six cards, in packets of two or three."),
    "K4": ("T", "The next card is turned up and its suit is trump. It stays on the table and belongs to no hand."),
    "K5": (
        "T",
        "Whoever holds a trump takes the circle of its rank. The dealer takes the circle of the turned card's rank.",
    ),
    "K6": ("T", "Circles of trumps that are still in the pack keep their chips for the next deal."),
    "K7": (
        "T",
        "Then they bid for pok by B1-B7; giving up is called pass. Only who holds a pok, that is two, three or four "
        "cards of a rank, may bet, call, raise or open. With bluff=true anyone may.",
    ),
    "K8": (
        "T/H",
        "Four of a rank beat three and three beat two; among equals the higher rank wins, and of two pairs of the "
        "same rank the one with the trump. Only a hand's best set counts. A hand without one (a bluff or a bid that "
        "was not allowed) loses to every set; of two such hands the one nearer to the dealer's left wins, as in K12.",
    ),
    "K9": (
        "T",
        "The winner takes the circle `pok` and everything that was bid for it. Who alone is left wins without showing.",
    ),
    "K10": (
        "T",
        "If nobody bets, the dealer takes the circle; it is logged as a `win`. An empty circle needs no payment.",
    ),
    "K11": (
        "T",
        "The same follows for the circle `sequence`. With sequence=suit_set a sequence is all cards of one suit in a "
        "hand, two or more; with sequence=run it is two or more cards of one suit whose ranks follow each other.",
    ),
    "K12": (
        "T/H",
        "Of two sequences the longer wins; then the higher cards, compared from the top; then the one in trump; then "
        "the one nearer to the dealer's left.",
    ),
    "K13": (
        "T",
        "In the play the dealer leads any card. Whoever holds the next higher card of that suit must lay it, turn or "
        "no turn, and so on; it may be the same player again.",
    ),
    "K14": (
        "T",
        "A row is over at the ace, or where the next card lies in the pack, is the turned card, or is played already. "
        "Who laid the last card leads the next row with any card.",
    ),
    "K15": ("H", "If he has no card left, the nearest player on his left who has cards leads."),
    "K16": (
        "T",
        "The play is over at once when only one player has cards, even inside a row. If the log stops earlier, that "
        "is the finding, and who pays is not judged.",
    ),
    "K17": (
        "T",
        "He pays `loser_pays` chips to every other player; with loser_basis=per_card that times the cards that he has "
        "left.",
    ),
    "K18": (
        "T/H",
        "The next deal is the left neighbour's. If the number of players changes the pack, circles of ranks that are "
        "not in it keep their chips until the rank is back.",
    ),
    "K19": (
        "H",
        "At the end of a session all circles together are one sum and a waiting poker pot is another. Each is shared "
        "equally among the players of the last hand of its game; chips that do not divide go one each from that "
        "hand's dealer's left. A stitch bank goes to its banker, and dust that waits for the next bank to the player "
        "who left it.",
    ),
}

LOG: RuleTexts = {
    "F1": (
        "",
        "If the log gives the pack (`deck`), every card must be the next one of it, and a card not known (??) is the "
        "card that the pack has there. A `deck` that is not the pack of the game is wrong as a whole.",
    ),
    "F2": (
        "",
        "The hands of a session are numbered 1, 2, 3 and so on. Two hands with a gap between them are not compared "
        "(F3, F4, C6, S12-S15), and the session's balance (F6) is then not judged: the gap is the finding. A session "
        "that begins with another number than 1 has a gap at its first hand. A number that comes twice is reported "
        "too, but breaks nothing: the second hand is compared with the first.",
    ),
    "F3": (
        "",
        "A player's stack at the start of a hand is what he had after his last one, plus chips bought and less chips "
        "handed back since. What he had is what the log says (`end_stack`) or, where it is silent, what the movements "
        "of that hand leave him. His first stack is compared only if a cash record, of whichever player, stands "
        "before it in the session. The stacks of a close record count for F6 alone.",
    ),
    "F4": (
        "",
        "What lies on the table when a hand begins (pot, bank, start of the bank, stitch round, circles) is what the "
        "last hand of that game left there: by its `closing` or, where that is missing, by its movements.",
    ),
    "F5": (
        "",
        "Time does not run backwards over the records of a session and their actions, in the order of its records.",
    ),
    "F6": (
        "",
        "Over a session, chips bought less chips handed back are the stacks at the end, what is left on the table and "
        "the rake. The shares of what is left are those of K19. This is judged only if the session has a cash record, "
        "a close with `stacks` and no gap. Who is not among the `stacks` has 0; a close without `shares` says nothing "
        "about them.",
    ),
}
