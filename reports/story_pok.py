"""A hand of pok in words: whose each circle is, both biddings, each row of the play-out, who pays."""

from collections.abc import Sequence

from replay.cards import RANKS, SUIT_OF, UNKNOWN, rank_word, suit_word
from replay.results import HandResult
from replay.witness_pok import BiddingSeen, CardLaid, CircleSeen, PokSeen
from reports.card_text import by_rank, by_suit, card_text, cards_text, count_word, listed, named_card, sentence
from reports.story_names import Names, rules_in
from reports.story_parts import Passage
from reports.story_words import circle_word
from reports.text import chips_text, counted

_ENDED = {
    "ace": "the ace is the highest card",
    "turned": "the {card} is the turned card",
    "played": "the {card} had been played",
    "pack": "the {card} is in nobody's hand: it stayed in the pack",
    "unknown": "where the {card} was is not known",
}


def pok_ends(seen: PokSeen, result: HandResult, names: Names) -> tuple[Passage, ...]:
    """The passages about circles, biddings, play-out and payment."""
    passages = [_passage("Circles of the trumps", _circle_sentences(seen, names))]
    for bidding in seen.biddings:
        heading = "The bidding for pok" if bidding.pool == "pok" else "The bidding for the sequence"
        passages.append(_passage(heading, _bidding_sentences(seen, bidding, result, names)))
    passages.append(_passage("The play, row by row", _rows(seen, names)))
    passages.append(_passage("Who pays at the end", _payer(seen, names)))
    return tuple(passages)


def _passage(heading: str, sentences: Sequence[str]) -> Passage:
    return Passage(heading, tuple(sentences), rules_in(sentences))


# -- K4–K6 -------------------------------------------------------------------------------------------------------------


def _circle_sentences(seen: PokSeen, names: Names) -> list[str]:
    if seen.trump is None:
        return ["The turned card is not known, so neither is trump, and whose each circle is cannot be said (C5, K4)."]
    turned = f"The turned card is the {named_card(seen.turned)}, so {suit_word(seen.trump)} are trump (K4)."
    return [turned, *(_circle_sentence(seen, circle, names) for circle in seen.circles)]


def _circle_sentence(seen: PokSeen, circle: CircleSeen, names: Names) -> str:
    carried = f", {chips_text(circle.carried)} of them carried over" if circle.carried else ""
    start = f"Circle {circle_word(circle.circle)}: {counted(circle.chips, 'chip')}{carried}"
    if circle.owner is None:
        return f"{start}. Whoever held the {named_card(circle.card)} takes it; who did is not known (C5, K5)."
    if circle.owner == 0:
        return f"{start}. Nobody held the {named_card(circle.card)}: it stays for the next deal (K6)."
    who = names.seat(circle.owner)
    if circle.card == seen.turned:
        return f"{start}. The {named_card(circle.card)} is the turned card: it is the dealer's, {who} (K5)."
    return f"{start}. The {named_card(circle.card)} was held by {who}: it is his (K5)."


# -- K7–K12 ------------------------------------------------------------------------------------------------------------


def _bidding_sentences(seen: PokSeen, bidding: BiddingSeen, result: HandResult, names: Names) -> list[str]:
    pool = circle_word(bidding.pool)
    whole = f"the circle {pool} and the bids, {counted(bidding.chips, 'chip')} together,"
    if not bidding.anybody_bet:
        dealer = names.seat(seen.dealer)
        what = f"Nobody bet: the circle {pool}, {counted(bidding.chips, 'chip')}, goes to the dealer, {dealer} (K10)."
        return [what, *_paid(bidding, result, names)]
    if len(bidding.playing) == 1:
        who = names.seat(bidding.playing[0])
        return [f"Only {who} is left: {whole} are his, and he need not show (K9).", *_paid(bidding, result, names)]
    held = [_held(seen, bidding, seat, names) for seat in bidding.playing]
    if bidding.winner is None:
        return [*held, f"Who wins {whole} hangs on cards that are not known (C5).", *_paid(bidding, result, names)]
    rule = "K8" if bidding.pool == "pok" else "K12"
    why = [_why(bidding, seat, names, rule) for seat in bidding.playing if seat != bidding.winner]
    won = f"{whole} are {names.seat(bidding.winner)}'s (K9)"
    return [*held, *why, sentence(won), *_paid(bidding, result, names)]


def _held(seen: PokSeen, bidding: BiddingSeen, seat: int, names: Names) -> str:
    cards = bidding.hands[seat]
    words = set_words(bidding, seat, seen.trump)
    unknown = " as far as is known" if UNKNOWN in cards else ""
    return f"{names.first(seat)} had {cards_text(by_suit(cards))}: {words}{unknown}."


def set_words(bidding: BiddingSeen, seat: int, trump: str | None) -> str:
    """The best set of a hand in words: ``three kings``, ``four cards of hearts from the king down``."""
    value = bidding.values[seat]
    if not value:
        return "no pok" if bidding.pool == "pok" else "no sequence"
    if bidding.pool == "pok":
        size, rank, with_trump = value
        return f"{count_word(size)} {rank_word(rank)}s{', the trump among them' if with_trump else ''}"
    size, *ranks, is_trump = value
    cards = [card for card in bidding.hands[seat] if card != UNKNOWN and RANKS.index(card[0]) in ranks]
    suits = [suit for suit in "scdh" if sum(SUIT_OF[card] == suit for card in cards) >= size]
    suit = trump if is_trump and trump in suits else next((s for s in suits if s != trump), suits[0])
    of_suit = by_rank(card for card in cards if SUIT_OF[card] == suit)
    trumps = ", the trumps" if is_trump else ""
    return f"a sequence of {count_word(size)} {suit_word(suit)}, {cards_text(of_suit)}{trumps}"


def _why(bidding: BiddingSeen, seat: int, names: Names, rule: str) -> str:
    assert bidding.winner is not None
    best, other = bidding.values[bidding.winner], bidding.values[seat]
    beats = f"{names.first(bidding.winner)} is above {names.seat(seat)}"
    if UNKNOWN in (*bidding.hands[bidding.winner], *bidding.hands[seat]):
        return f"{beats} whatever the cards are that are not known (C5, {rule})."
    if best == other:
        return f"{beats}: the sets are equal, and he sits nearer to the dealer's left ({rule})."
    if not other:
        return f"{beats}: a hand without a set loses to any set ({rule})."
    if best[0] != other[0]:
        return f"{beats}: {count_word(best[0])} cards against {count_word(other[0])} ({rule})."
    place = next(i for i, (mine, his) in enumerate(zip(best, other, strict=True)) if mine != his)
    if place == len(best) - 1:
        return f"{beats}: the sets are equal but for the trump ({rule})."
    return f"{beats}: {rank_word(best[place])} against {rank_word(other[place])} ({rule})."


def _paid(bidding: BiddingSeen, result: HandResult, names: Names) -> list[str]:
    """What the log paid out of this circle after the bidding."""
    paid = [
        f"{counted(m.chips, 'chip')} to {names.seat(int(m.to_account.removeprefix('seat:')))}"
        for m in result.movements
        if m.from_account == f"pool:{bidding.pool}" and m.rule in ("K9", "K10")
    ]
    return [f"The log pays {listed(paid)}." if paid else "The log pays nobody."]


# -- K13–K17 -----------------------------------------------------------------------------------------------------------


def _rows(seen: PokSeen, names: Names) -> list[str]:
    if not seen.laid:
        return ["No card was played that could be judged."]
    rows: list[list[CardLaid]] = []
    for card in seen.laid:
        if card.due is None or not rows:
            rows.append([])
        rows[-1].append(card)
    sentences = []
    for number, row in enumerate(rows, 1):
        after = rows[number][0] if number < len(rows) else None
        sentences.append(_row_sentence(number, row, after, names))
    if not seen.judged_to_end:
        sentences.append("From there on it cannot be said what had to come (C4, C5).")
    return sentences


def _row_sentence(number: int, row: Sequence[CardLaid], after: CardLaid | None, names: Names) -> str:
    lead = row[0]
    parts = [f"Row {number}: {names.seat(lead.seat)} leads the {named_card(lead.card)}"]
    if lead.seat != lead.leader:
        parts[0] += f", though the lead was that of {names.seat(lead.leader)} (K14)"
    for card in row[1:]:
        assert card.due is not None
        if card.card == card.due:
            parts.append(f"{card_text(card.due)} had to come, {names.seat(card.seat)} held it and laid it")
        else:
            parts.append(
                f"{card_text(card.due)} had to come, {names.seat(card.holder)} held it, but {names.seat(card.seat)} "
                f"laid the {card_text(card.card)} (K13)"
            )
    if after is not None and after.ended in _ENDED:
        why = _ENDED[after.ended].format(card=card_text(after.stopped_at or UNKNOWN))
        parts.append(f"there the row ends, for {why} (K14)")
    return sentence("; ".join(parts))


def _payer(seen: PokSeen, names: Names) -> list[str]:
    with_cards = [seat for seat, cards in sorted(seen.left.items()) if cards]
    if len(with_cards) > 1 or not seen.judged_to_end:
        if len(with_cards) > 1:
            return [f"{sentence(names.seats(with_cards) + ' still had cards')} Who pays is not judged (K16)."]
        return ["Who pays cannot be told from this play-out (C4, C5)."]
    if not with_cards:
        return ["Nobody had cards left."]
    loser, left = with_cards[0], seen.left[with_cards[0]]
    rules = seen.rules
    each = rules.loser_pays * (len(left) if rules.loser_basis == "per_card" else 1)
    how = f"{chips_text(rules.loser_pays)} for each of his {count_word(len(left))} cards, {chips_text(each)}"
    price = how if rules.loser_basis == "per_card" else chips_text(each)
    return [
        f"{names.first(loser)} alone had cards left, {cards_text(by_suit(left))}: the play ends there (K16).",
        f"He pays every other player {price} (K17).",
    ]
