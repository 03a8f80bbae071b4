"""How a hand of poker ends, in words: the hands that met, why one beats the other, and whose the pot is."""

from collections.abc import Mapping, Sequence

from ingest.house_rules import PokerRules
from replay.cards import UNKNOWN, rank_word, suit_word
from replay.ranking import (
    FLUSH_ROYAL,
    FULL,
    HIGH,
    STRAIGHT,
    SUIT,
    TWO_PAIRS,
    Rank,
    category_of,
    comparing_rule,
    rank_words,
)
from replay.results import HandResult
from replay.witness import PokerSeen, PotSeen
from reports.card_text import by_rank, cards_text, listed, sentence
from reports.story_names import Names, rules_in
from reports.story_parts import Passage
from reports.story_words import pot_word
from reports.text import chips_text


def poker_ends(seen: PokerSeen, result: HandResult, names: Names) -> tuple[Passage, ...]:
    """The passages about the end of a hand of poker."""
    if not seen.still_in:
        sentences = [_nobody_in(seen, result)]
        return (_passage("Nobody entered", sentences),)
    if not seen.showdown:
        rule = seen.unshown_rule
        words = f"All others are out, so {names.seat(seen.still_in[0])} takes the pot and need not show his cards"
        sentences = [f"{words} ({rule}).", *_whose(seen, result, names)]
        return (_passage("Only one player is left", sentences),)
    hands = [_hand_sentence(seen, seat, names) for seat in seen.still_in if seat not in seen.mucked]
    hands += [f"{names.first(seat)} mucked, which gives up the pot (P8)." for seat in sorted(seen.mucked)]
    verdicts = [words for pot in seen.pots for words in _pot_sentences(seen, pot, names)]
    return (
        _passage("The hands that met", hands),
        _passage("Who wins, and why", [*verdicts, *_whose(seen, result, names)]),
    )


def _passage(heading: str, sentences: Sequence[str]) -> Passage:
    return Passage(heading, tuple(sentences), rules_in(sentences))


def _nobody_in(seen: PokerSeen, result: HandResult) -> str:
    pot = result.table_before.pot + sum(m.chips for m in result.movements if m.to_account == "pot")
    if seen.rules.no_entry == "return":
        return "Nobody entered: each player gets his own ante back; what lay in the pot before stays (P5)."
    return f"Nobody entered: the pot of {chips_text(pot)} stays on the table for the next deal (P5)."


def _hand_sentence(seen: PokerSeen, seat: int, names: Names) -> str:
    cards = by_rank(seen.hands[seat])
    rank = seen.ranks[seat]
    if rank is not None:
        return f"{names.first(seat)} has {cards_text(cards)}: {rank_words(rank, seen.rules)}."
    if all(card == UNKNOWN for card in cards):
        return f"{names.first(seat)}: the log does not say which five cards he had."
    unknown = cards.count(UNKNOWN)
    are = "one card is" if unknown == 1 else f"{unknown} cards are"
    return f"{names.first(seat)} has {cards_text(cards)}: {are} not known."


# -- why one hand beats the other --------------------------------------------------------------------------------------


def _pot_sentences(seen: PokerSeen, pot: PotSeen, names: Names) -> list[str]:
    name = "the pot" if len(seen.pots) == 1 else f"the {pot_word(pot.name)}"
    if len(pot.alive) == 1:
        if len(pot.contenders) > 1:
            return [f"All others gave up {name}: it is {names.seat(pot.alive[0])}'s."]
        return [f"For {name} only {names.seat(pot.alive[0])} is left: it is his (P10)."]
    if pot.winners is None:
        return [f"Who wins {name} cannot be said: it hangs on cards that are not known (C5)."]
    sentences = []
    best = seen.ranks[pot.winners[0]]
    prefix = "" if len(seen.pots) == 1 else f"For {name}: "
    if len(pot.winners) > 1:
        sentences.append(sentence(f"{prefix}{names.seats(pot.winners)} have equal hands and share (P8, P27)"))
    losers = [seat for seat in pot.alive if seat not in pot.winners]
    for seat in losers:
        rank = seen.ranks[seat]
        if best is None or rank is None:
            continue
        why = why_higher(best, rank, seen.rules)
        sentences.append(sentence(f"{prefix}{_beats(seen, pot.winners[0], seat, names)}{why}"))
    if any(seen.ranks[seat] is None for seat in pot.alive):
        sentences.append(
            sentence(f"{prefix}{names.seats(pot.winners)} wins whatever the cards are that are not known (C5)")
        )
    return sentences


def _beats(seen: PokerSeen, winner: int, loser: int, names: Names) -> str:
    best, other = seen.ranks[winner], seen.ranks[loser]
    assert best is not None
    assert other is not None
    return (
        f"the {rank_words(best, seen.rules)} in {names.seat(winner)} beats the "
        f"{rank_words(other, seen.rules)} in {names.seat(loser)}"
    )


def why_higher(best: Rank, other: Rank, rules: PokerRules) -> str:
    """Why one rank is above another, to go on with after ``A beats B``."""
    house = rules.profile == "house"
    rule = comparing_rule(best, other, rules) if house else None
    cite = f" ({rule})" if rule else ""
    if best[0] != other[0]:
        return f": the kind of hand decides first{' (P8)' if house else ''}"
    place = next((i for i, (mine, his) in enumerate(zip(best, other, strict=False)) if mine != his), None)
    if place is None:
        return cite
    category = category_of(best, rules)
    if category == SUIT and house and place == 1:
        high, low = suit_word("scdh"[best[1]]), suit_word("scdh"[other[1]])
        return f", whatever the ranks: {high} are above {low}{cite}"
    mine, his = rank_word(best[place]), rank_word(other[place])
    if category in (STRAIGHT, FLUSH_ROYAL):
        if not house:
            return f": its highest card is higher, {mine} against {his}"
        where = "the lowest card" if place == 1 else "the first card from the lowest upward in which they differ"
        return f": {where} is higher, {mine} against {his}{cite}"
    return f": {_which(category, place)}, {mine} against {his}{cite}"


def _which(category: int, place: int) -> str:
    if category == FULL:
        return "the three of a kind is higher" if place == 1 else "with equal threes the pair is higher"
    if category == TWO_PAIRS and place < 3:
        return "the higher pair is higher" if place == 1 else "with the same higher pair the lower pair is higher"
    if category in (SUIT, HIGH):
        return "the highest card in which they differ"
    if place == 1:
        return "the rank is higher"
    return "the sets are equal, so the other cards decide"


# -- whose the pot is --------------------------------------------------------------------------------------------------


def _whose(seen: PokerSeen, result: HandResult, names: Names) -> list[str]:
    """What was paid, and what is due: what was paid put right by the corrections."""
    paid = paid_from_pot(result)
    corrections = {correction.seat: correction.amount for correction in result.corrections}
    due = {s: paid.get(s, 0) + corrections.get(s, 0) for s in paid.keys() | corrections.keys()}
    due = {seat: chips for seat, chips in sorted(due.items()) if chips}
    proved = all(pot.winners is not None for pot in seen.pots)
    pot = result.table_before.pot + sum(m.chips for m in result.movements if m.to_account == "pot")
    rake = sum(m.chips for m in result.movements if m.to_account == "house")
    of = f"the pot of {chips_text(pot)}"
    if proved and (rake or seen.rules.rake_bp):
        of += f" the house's part is {chips_text(pot - sum(due.values()))}, and"
    else:
        of += ","
    was = f"The log pays {_shares(paid, names)}." if paid else "The log pays nobody."
    if not proved:
        return [f"The pot is {chips_text(pot)} in all. {was}"]
    if due == {seat: chips for seat, chips in paid.items() if chips}:
        return [sentence(f"of {of} {_shares(due, names)} is right, and so the log pays it") if due else was]
    return [sentence(f"of {of} {_shares(due, names)} is right") if due else "Nobody is due anything.", was]


def paid_from_pot(result: HandResult) -> dict[int, int]:
    """What the log paid out of the pot, by seat."""
    paid: dict[int, int] = {}
    for movement in result.movements:
        if movement.from_account == "pot" and movement.to_account.startswith("seat:"):
            seat = int(movement.to_account.removeprefix("seat:"))
            paid[seat] = paid.get(seat, 0) + movement.chips
    return paid


def _shares(chips: Mapping[int, int], names: Names) -> str:
    return listed(f"{chips_text(amount)} to {names.seat(seat)}" for seat, amount in sorted(chips.items()))
