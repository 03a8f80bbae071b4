"""What could not be proved, and which cards would decide it: what the possible holdings of a hand would mean (C5)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from replay.cards import RANK_OF, UNKNOWN
from replay.pok_sets import value_of
from replay.ranking import rank_hand, rank_words
from replay.results import HandResult
from replay.showdown import best_of
from replay.stitch_play import beats
from replay.unknown import JOINT_LIMIT, best_and_worst, joint_count, joint_fillings
from replay.witness import PlaySeen, PokerSeen, PotSeen, Witnessed
from replay.witness_pok import BiddingSeen, PokSeen
from reports.card_text import by_rank, card_text, cards_text, listed, named_card, sentence
from reports.story_names import Names
from reports.story_parts import Unproved
from reports.story_poker import paid_from_pot
from reports.story_words import circle_word, pot_word
from reports.text import chips_text, counted

#: So many cards or holdings are named one by one.
_NAMED = 16
#: Ranks of so many unknown cards at most are looked through for the best and the worst hand.
_MOST_HIDDEN = 5


def unproved_told(result: HandResult, seen: Witnessed, names: Names) -> tuple[Unproved, ...]:
    """Each reason with the cards that would decide it, and what each way would mean in chips."""
    reasons, paid = result.incomplete_because, paid_from_pot(result)
    return tuple(
        Unproved(sentence(names.told(reason)), tuple(_deciding(reason, seen, names, paid))) for reason in reasons
    )


def _deciding(reason: str, seen: Witnessed, names: Names, paid: Mapping[int, int]) -> list[str]:
    if seen.poker is not None and "best hand" in reason:
        poker = seen.poker
        pots = [pot for pot in poker.pots if pot.winners is None and _is_of(reason, pot, poker)]
        worth = _worth(poker, pots[0], names, paid) if len(poker.pots) == 1 and pots else []
        return [*(words for pot in pots for words in _poker_pot(poker, pot, names)), *worth]
    if seen.stitch is not None and reason.startswith("whether seat"):
        plays = [play for play in seen.stitch.plays if play.wins is None and play.stake]
        return [words for play in plays if f"whether seat {play.seat} won" in reason for words in _play(play, names)]
    if seen.pok is not None:
        return _pok(reason, seen.pok, names)
    return []


def _is_of(reason: str, pot: PotSeen, seen: PokerSeen) -> bool:
    return len(seen.pots) == 1 or reason.startswith(("The pot:", f"The {pot.name} pot:"))


# -- poker -------------------------------------------------------------------------------------------------------------


def _poker_pot(seen: PokerSeen, pot: PotSeen, names: Names) -> list[str]:
    hidden = [seat for seat in pot.alive if seen.ranks[seat] is None]
    hands = [seen.hands[seat] for seat in hidden]
    what = "the pot" if len(seen.pots) == 1 else f"the {pot_word(pot.name)}"
    maybe = any(seat in seen.maybe for seat in hidden)
    if not maybe and joint_count(hands, len(seen.unseen)) < JOINT_LIMIT:
        return _counted_results(seen, pot, hidden, what, names)
    sentences = [words for seat in hidden for words in _span(seen, seat, names)]
    known = {seat: rank for seat in pot.alive if (rank := seen.ranks[seat]) is not None}
    if known:
        best = best_of(known)
        words = rank_words(known[best[0]], seen.rules)
        sentences.append(
            f"Of the hands that are known the best is {words} of {names.seats(best)}: a better one takes {what}."
        )
    return sentences


def _counted_results(seen: PokerSeen, pot: PotSeen, hidden: Sequence[int], what: str, names: Names) -> list[str]:
    """Every way of filling the unknown cards: in how many of them who wins, and with which cards."""
    known = {seat: rank for seat in pot.alive if (rank := seen.ranks[seat]) is not None}
    results: Counter[tuple[int, ...]] = Counter()
    holdings: dict[tuple[int, ...], set[tuple[str, ...]]] = {}
    counts = [len(seen.hands[seat]) - seen.hands[seat].count(UNKNOWN) for seat in hidden]
    for filled in joint_fillings([seen.hands[seat] for seat in hidden], seen.unseen):
        ranks = known | {seat: rank_hand(cards, seen.rules) for seat, cards in zip(hidden, filled, strict=True)}
        winners = tuple(best_of(ranks))
        results[winners] += 1
        if len(hidden) == 1:
            extra = tuple(by_rank(filled[0][counts[0] :]))
            holdings.setdefault(winners, set()).add(extra)
    ways = results.total()
    sentences = [
        f"The unknown cards of {names.seats(hidden)} can be filled from the {counted(len(seen.unseen), 'card')} not "
        f"seen in {counted(ways, 'way')}."
    ]
    for winners, count in sorted(results.items(), key=lambda item: (-item[1], item[0])):
        takes = f"{names.seat(winners[0])} wins {what}" if len(winners) == 1 else f"{names.seats(winners)} share {what}"
        which = _which(holdings.get(winners, set()))
        sentences.append(f"In {chips_text(count)} of {chips_text(ways)} {takes}{which}.")
    return sentences


def _worth(seen: PokerSeen, pot: PotSeen, names: Names, paid: Mapping[int, int]) -> list[str]:
    """What each winner would mean beside what the log paid out of the one pot."""
    chips = sum(paid.values())
    if seen.rules.rake_bp or chips != pot.chips:
        return []
    sentences = []
    for seat in pot.alive:
        wrong = {other: got for other, got in sorted(paid.items()) if other != seat and got}
        if not wrong:
            sentences.append(
                f"If {names.seat(seat)} has the best hand, the log pays the pot of {chips_text(chips)} rightly."
            )
            continue
        owed = chips - paid.get(seat, 0)
        back = listed(f"{names.seat(other)} has {chips_text(got)} too much" for other, got in wrong.items())
        sentences.append(f"If {names.seat(seat)} has the best hand, he is owed {chips_text(owed)}, and {back}.")
    return sentences


def _which(holdings: Iterable[tuple[str, ...]]) -> str:
    found = sorted(holdings, key=lambda cards: [(-RANK_OF.get(card, 99), card) for card in cards])
    if not found or len(found) > _NAMED:
        return ""
    return ": with " + " or ".join(" ".join(card_text(card) for card in cards) for cards in found)


def _span(seen: PokerSeen, seat: int, names: Names) -> list[str]:
    hand, maybe = seen.hands[seat], seen.maybe.get(seat, ())
    if maybe:
        return [
            f"{names.first(seat)} threw cards that the log does not name; he may have kept some of {cards_text(maybe)}."
        ]
    hidden = hand.count(UNKNOWN)
    span = best_and_worst(hand, seen.unseen, seen.rules) if hidden <= _MOST_HIDDEN else None
    if span is None:
        return []
    best, worst = (rank_words(rank, seen.rules) for rank in span)
    return [f"With the best of the cards not seen {names.seat(seat)} has {best}, with the worst {worst}."]


# -- stitch ------------------------------------------------------------------------------------------------------------


def _play(play: PlaySeen, names: Names) -> list[str]:
    if play.banker_card == UNKNOWN:
        known = [card for card in play.unseen if any(beats(own, card) for own in play.cards if own != UNKNOWN)]
        rest = len(play.unseen) - len(known)
        known_words = _cards_or_count(known)
        others = counted(rest, "other card")
        lost = "" if UNKNOWN in play.cards else f"; he loses if it was one of the {others} not seen"
        wins = f"{names.first(play.seat)} wins if the banker's card was {known_words}{lost}."
        return [wins] if known else [f"None of the cards known of {names.seat(play.seat)} can have won."]
    higher = by_rank(card for card in play.unseen if beats(card, play.banker_card))
    hidden = max(play.cards.count(UNKNOWN), 3 - len(play.cards))
    unknown = "his unknown card is" if hidden == 1 else f"one of his {hidden} unknown cards is"
    worth = chips_text(min(2 * (play.stake or 0), max(play.bank_before, 0)))
    return [
        f"{names.first(play.seat)} wins if {unknown} {_cards_or_count(higher)}, for these are the cards not seen that "
        f"are above the {named_card(play.banker_card)}; he loses with any other.",
        f"A win is worth {worth} from the bank, a loss costs the stake of {chips_text(play.stake or 0)}.",
        *_settled(play, names),
    ]


def _settled(play: PlaySeen, names: Names) -> list[str]:
    """What the log did, and what it would mean if the other way were right."""
    moved, stake = play.bank_before - play.bank_after, play.stake or 0
    if moved > 0:
        wrong = chips_text(moved + stake)
        return [f"The log settles it as a win; if it was a loss, {names.seat(play.seat)} has {wrong} too much."]
    if moved < 0:
        wrong = chips_text(min(2 * stake, max(play.bank_before, 0)) - moved)
        return [f"The log settles it as a loss; if it was a win, {names.seat(play.seat)} is owed {wrong}."]
    return []


def _cards_or_count(cards: Sequence[str]) -> str:
    if len(cards) > _NAMED:
        return f"one of {len(cards)} cards not seen"
    return " or ".join(card_text(card) for card in by_rank(cards))


# -- pok ---------------------------------------------------------------------------------------------------------------


def _pok(reason: str, seen: PokSeen, names: Names) -> list[str]:
    circles = [circle for circle in seen.circles if reason.startswith(f"who takes the circle {circle.circle} ")]
    if circles:
        return [
            f"The place of the {named_card(circle.card)} decides: who held it takes {counted(circle.chips, 'chip')}; "
            "if it stayed in the pack, they stay on the circle."
            for circle in circles
        ]
    biddings = [bid for bid in seen.biddings if bid.winner is None and f"circle {bid.pool} " in reason]
    return [words for bidding in biddings for words in _pok_bidding(seen, bidding, names)]


def _pok_bidding(seen: PokSeen, bidding: BiddingSeen, names: Names) -> list[str]:
    if seen.trump is None:
        return ["The turned card decides which suit is trump."]
    value = value_of(bidding.pool, seen.rules, seen.trump)
    hidden = [seat for seat in bidding.playing if UNKNOWN in bidding.hands[seat]]
    hands = [bidding.hands[seat] for seat in hidden]
    pool = circle_word(bidding.pool)
    if joint_count(hands, len(bidding.unseen)) > JOINT_LIMIT:
        count_text = chips_text(joint_count(hands, len(bidding.unseen)))
        return [
            f"The unknown cards of {names.seats(hidden)} decide who wins the circle {pool}; there are {count_text} "
            "ways of filling them."
        ]
    order = {seat: -place for place, seat in enumerate(bidding.playing)}
    results: Counter[int] = Counter()
    for filled in joint_fillings(hands, bidding.unseen):
        filled_hands = bidding.hands | dict(zip(hidden, filled, strict=True))
        results[max(bidding.playing, key=lambda seat, held=filled_hands: (value(held[seat]), order[seat]))] += 1  # type: ignore[misc]
    ways = results.total()
    return [
        f"In {chips_text(count)} of {chips_text(ways)} ways of filling the unknown cards {names.seat(seat)} wins the "
        f"circle {pool}."
        for seat, count in sorted(results.items(), key=lambda item: (-item[1], item[0]))
    ]
