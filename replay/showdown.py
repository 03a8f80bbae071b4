"""A showdown: who shows, who mucks (P8; K8 and K12 alike), and which poker hands win, as far as it is proved (C5)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from ingest.house_rules import PokerRules
from replay.cards import JOKER, UNKNOWN, cards_left
from replay.holdings import Holdings
from replay.lap import flag_missing, flag_order
from replay.ranking import Rank, rank_hand
from replay.table import Numbered, Table
from replay.unknown import JOINT_LIMIT, best_and_worst, joint_count, joint_fillings, telling_fillings

#: Best and worst rank that a hand may have.
Span = tuple[Rank, Rank]
#: Of hands with more unknown cards than this the bounds are not looked for: it takes long, and they tell little.
MOST_BOUNDED = 2


class Showing:
    """Takes the shows and mucks after a bidding. `groups` are the sets of seats that play for one pot each."""

    def __init__(self, table: Table, holdings: Holdings, groups: Sequence[Sequence[int]], rule: str) -> None:
        self.table, self.holdings, self.rule = table, holdings, rule
        self.groups = [list(group) for group in groups if len(group) > 1]
        self.contenders = set(chain.from_iterable(self.groups))
        self.mucked: set[int] = set()
        self.shown: set[int] = set()

    def run(self, actions: Sequence[Numbered], still_in: Sequence[int], excused: set[int]) -> None:
        """Take all; afterwards who had to show and did not is missing, but not those who are `excused` (C8, C9)."""
        for action_no, action in actions:
            seat = action.seat or 0
            if action.action == "return":
                continue
            if seat not in still_in:
                flag_order(self.table, action_no, seat, None, "although he is not in the hand any more", "B7")
            elif action.action == "show":
                self.shown.add(seat)
                if seat in self.contenders:
                    self.table.counted.add(action_no)
                self.holdings.show(action_no, seat, action.cards or (), self.rule)
            elif seat in self.contenders:
                self._muck(action_no, seat)
        for seat in self.table.order:
            if seat in self.contenders and seat not in self.shown | self.mucked | excused:
                flag_missing(self.table, seat, "show his hand or muck it", self.rule)

    def _muck(self, action_no: int, seat: int) -> None:
        """A muck concedes, but the last who has not mucked cannot (P8)."""
        if any(seat in group and self.mucked.issuperset(s for s in group if s != seat) for group in self.groups):
            self.table.flag(
                "turn.action", self.rule, f"Seat {seat} mucked, but all others had conceded: the pot is his.",
                action_no=action_no, seat=seat, actual="muck",
            )  # fmt: skip
            self.shown.add(seat)
            return
        self.mucked.add(seat)

    def playing(self, group: Sequence[int]) -> list[int]:
        """Who of a group did not concede."""
        return [seat for seat in group if seat not in self.mucked]


class PokerHands:
    """The hands at a showdown: known ranks, and what is proved of the unknown ones."""

    def __init__(self, table: Table, holdings: Holdings, rules: PokerRules) -> None:
        self.table, self.holdings, self.rules = table, holdings, rules

    def hand(self, seat: int) -> tuple[str, ...]:
        """Five cards; where the log has too many of them, or one without a rank in this pack, none is known."""
        held = self.holdings.held[seat]
        return (UNKNOWN,) * 5 if len(held) > 5 or self._without_rank(held) else tuple(held)

    def _without_rank(self, cards: Sequence[str]) -> bool:
        return JOKER in cards and JOKER not in self.holdings.pack

    def rank(self, seat: int) -> Rank | None:
        """The rank of a seat's hand; None where a card of it is not known."""
        hand = self.hand(seat)
        return None if UNKNOWN in hand else rank_hand(hand, self.rules)

    def winners(self, seats: Sequence[int]) -> list[int] | None:
        """Who of these seats has the best hand; None where that hangs on unknown cards (C5)."""
        if len(seats) < 2:
            return list(seats)
        ranks = {seat: self.rank(seat) for seat in seats}
        unknown = [seat for seat in seats if ranks[seat] is None]
        known = {seat: rank for seat, rank in ranks.items() if rank is not None}
        if not unknown:
            return best_of(known)
        unseen = cards_left(self.holdings.pack, self.holdings.seen)
        hands = [self.hand(seat) for seat in unknown]
        if any(self.holdings.maybe.get(seat) for seat in unknown):
            return self._by_bounds(known, unknown, unseen)
        if joint_count(hands, len(unseen)) < JOINT_LIMIT:
            results = self._results(known, unknown, joint_fillings(hands, unseen))
            return list(results.pop()) if len(results) == 1 else None
        if len(self._results(known, unknown, telling_fillings(hands, unseen))) > 1:
            return None
        return self._by_bounds(known, unknown, unseen)

    def _results(
        self, known: dict[int, Rank], unknown: Sequence[int], fillings: Iterable[tuple[tuple[str, ...], ...]]
    ) -> set[tuple[int, ...]]:
        """Who wins by each of these ways of filling the unknown hands, up to the first that differs."""
        results: set[tuple[int, ...]] = set()
        for filled in fillings:
            ranks = known | {s: rank_hand(cards, self.rules) for s, cards in zip(unknown, filled, strict=True)}
            results.add(tuple(best_of(ranks)))
            if len(results) > 1:
                break
        return results

    def _hidden(self, seat: int, unseen: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Sequence[str]]]:
        """A seat's hand and the cards that its unknown ones may be: known cards that he may have kept, each way."""
        hand, maybe = self.hand(seat), self.holdings.maybe.get(seat, [])
        kept = self.holdings.kept.get(seat, 0)
        if self._without_rank(maybe):
            yield (UNKNOWN,) * 5, unseen
            return
        if not maybe or kept > hand.count(UNKNOWN):
            yield hand, (*unseen, *maybe)
            return
        others = [card for card in hand if card != UNKNOWN]
        hidden = hand.count(UNKNOWN) - kept
        for cards in sorted(set(combinations(sorted(maybe), kept))):
            yield (*others, *cards, *[UNKNOWN] * hidden), unseen

    def _bounds(self, ways: Iterable[tuple[tuple[str, ...], Sequence[str]]]) -> Span | None:
        """Best and worst rank over all these ways (`_hidden`) of a hand; None where there is no filling of it."""
        spans = [best_and_worst(hand, tuple(cards), self.rules) for hand, cards in ways]
        found = [span for span in spans if span is not None]
        return (max(best for best, _ in found), min(worst for _, worst in found)) if found else None

    def _span(self, seat: int, unseen: Sequence[str]) -> Span | None:
        """Best and worst rank that a seat's hand may have; None where it is held that it may be anything."""
        rank = self.rank(seat)
        if rank is not None:
            return rank, rank
        ways = list(self._hidden(seat, unseen))
        return None if any(hand.count(UNKNOWN) > MOST_BOUNDED for hand, _ in ways) else self._bounds(ways)

    def results(self, seats: Sequence[int]) -> list[tuple[int, ...]]:
        """The sets of these seats that may have the best hand together (C5, P8): never one too few, maybe some too
        many, as each hidden hand is looked at by itself and by its bounds alone."""
        unseen = cards_left(self.holdings.pack, self.holdings.seen)
        spans = {seat: self._span(seat, unseen) for seat in seats}
        sets = chain.from_iterable(combinations(seats, count) for count in range(1, len(seats) + 1))
        return [winners for winners in sets if may_win(winners, spans)]

    def _by_bounds(self, known: dict[int, Rank], unknown: Sequence[int], unseen: Sequence[str]) -> list[int] | None:
        """Proved where one hand at its worst beats all others at their best, or known hands beat all unknown ones."""
        spans: dict[int, Span] = {}
        for seat in unknown:
            span = self._bounds(list(self._hidden(seat, unseen)))
            if span is None:
                return None
            spans[seat] = span
        best_known = max(known.values(), default=None)
        if best_known is not None and all(best < best_known for best, _ in spans.values()):
            return best_of(known)
        for seat, (_, worst) in spans.items():
            others = [best for other, (best, _) in spans.items() if other != seat]
            others += [best_known] if best_known is not None else []
            if all(best < worst for best in others):
                return [seat]
        return None


def may_win(winners: Collection[int], spans: Mapping[int, Span | None]) -> bool:
    """P8: whether all `winners` may be level, and above every other hand; `spans` are the bounds of all hands, None for
    one that may be anything. A known hand is bound to its one rank: so the best known hands win together or not at
    all, and other known hands never."""
    bounded = {seat: span for seat, span in spans.items() if span is not None}
    highest = min((best for seat, (best, _) in bounded.items() if seat in winners), default=None)
    if highest is None:
        return True
    return all(worst <= highest if seat in winners else worst < highest for seat, (_, worst) in bounded.items())


def best_of(ranks: dict[int, Rank]) -> list[int]:
    """The seats with the greatest rank."""
    best = max(ranks.values())
    return sorted([seat for seat, rank in ranks.items() if rank == best])
