"""Pok (K1–K17): circles, deal and trump, taking circles, two biddings, the play-out.

Hold it beside the rulebook: each function is one step and names its rule. Sets and sequences are compared in
`replay.pok_sets`, the play-out is `replay.pok_play`.
"""

from collections.abc import Sequence

from ingest.house_rules import PokRules
from ingest.records import Action
from replay.bidding import Bidding, BiddingRules
from replay.cards import SUIT_OF, UNKNOWN, cards_left, pok_pack, pok_ranks
from replay.holdings import Holdings
from replay.lap import flag_missing, flag_order
from replay.order import NO_STEP, in_steps
from replay.pok_play import PlayOut
from replay.pok_sets import best_value, surely_holds_set, value_of
from replay.poker import drop_twins, flag_deal_count
from replay.showdown import Showing
from replay.table import Numbered, Table
from replay.unknown import JOINT_LIMIT, joint_count, joint_fillings

ANTE, DEAL, TAKE = range(3)
#: Steps of the two biddings: marker, bids, showing and win (which may stand in any order).
FIRST_BIDDING, SECOND_BIDDING = 3, 6
BIDS, SHOWING = 1, 2
PLAY, PAY = 9, 10
STEP = {"ante": ANTE, "deal": DEAL, "trump": DEAL, "take": TAKE, "play": PLAY, "pay": PAY, "note": NO_STEP}
#: Place of a verb within its bidding.
PART = {
    "bidding": 0, "bet": BIDS, "call": BIDS, "raise": BIDS, "open": BIDS, "pass": BIDS,
    "show": SHOWING, "muck": SHOWING, "win": SHOWING,
}  # fmt: skip
HAND_SIZE = 6


def replay_pok(table: Table, rules: PokRules) -> None:
    """Replay one hand of pok; all that is found stands in `table` afterwards."""
    for name, chips in table.opening.pools.items():
        table.balance[f"pool:{name}"] = chips
    players = len(table.order)
    if 2 <= players <= 8:
        PokHand(table, rules).run()
        return
    table.flag(
        "table.players", "K1", f"Dealt in: {players}; pok takes 2 to 8 players.",
        expected=8 if players > 8 else 2, actual=players,
    )  # fmt: skip
    for action_no, action in enumerate(table.hand.actions, 1):
        _move_as_logged(table, action_no, action)


def _move_as_logged(table: Table, action_no: int, action: Action) -> None:
    """Move the chips of an action that is not judged; those of a sum without `pool` lie on the circle of poks."""
    seat, amount = action.seat or 0, action.amount or 0
    if action.action == "pay":
        table.pay_across(action_no, seat, action.to_seat or 0, amount, "K17")
    elif action.action in ("take", "win"):
        table.pay_out(action_no, f"pool:{action.pool or 'pok'}", seat, amount, "K9")
    elif amount:
        table.pay_in(action_no, seat, f"pool:{action.pool or 'pok'}", amount, "C4")


class PokHand:
    """One hand of pok while it is replayed."""

    def __init__(self, table: Table, rules: PokRules) -> None:
        self.table, self.rules = table, rules
        players = len(table.order)
        self.dealer = table.hand.dealer_seat
        self.ranks = pok_ranks(players)
        self.circles = (*self.ranks, "pok", "sequence")
        self.holdings = Holdings(table, pok_pack(players), 0)
        self.turned = UNKNOWN

    @property
    def trump(self) -> str | None:
        """The suit of the turned card (K4)."""
        return SUIT_OF.get(self.turned)

    def run(self) -> None:
        """The course of a hand, K2 to K17."""
        steps = self._steps()
        self.antes(steps[ANTE])
        self.deal([n for n in steps[DEAL] if n[1].action == "deal"])
        self.turn_trump([n for n in steps[DEAL] if n[1].action == "trump"])
        play = PlayOut(self.table, self.rules, self.holdings, self.turned)
        play.fill_from_play(steps[PLAY], self._shows(steps))
        self.takes(steps[TAKE])
        self.bidding("pok", steps[FIRST_BIDDING:SECOND_BIDDING])
        self.bidding("sequence", steps[SECOND_BIDDING:PLAY])
        play.run(steps[PLAY], steps[PAY])

    def _shows(self, steps: list[list[Numbered]]) -> list[Numbered]:
        places = (FIRST_BIDDING + SHOWING, SECOND_BIDDING + SHOWING, PLAY, PAY)
        return [numbered for step in places for numbered in steps[step] if numbered[1].action == "show"]

    def _steps(self) -> list[list[Numbered]]:
        """The step of each action; bids and shows belong to the bidding whose marker stands before them."""
        steps: list[int] = []
        base, reached, won = FIRST_BIDDING, ANTE, False
        marked = any(a.pool == "sequence" for a in self.table.hand.actions if a.action == "bidding")
        for action in self.table.hand.actions:
            verb = action.action
            step = STEP.get(verb)
            if step is None:
                here = SECOND_BIDDING if action.pool == "sequence" else FIRST_BIDDING
                if verb == "bidding" or (verb == "win" and here == SECOND_BIDDING):
                    base = here
                elif PART[verb] == BIDS and won and not marked:
                    base = SECOND_BIDDING  # the line `bidding` is missing; the first bidding is over
                won = verb == "win" and action.pool == "pok"
                # after the play-out has begun a show only fills cards
                after_play = verb in ("show", "muck") and reached >= PLAY
                step = reached if after_play else (here if verb == "win" else base) + PART[verb]
            steps.append(step)
            if step > reached:
                reached = step
        return in_steps(self.table, steps, 11)

    # -- K2 --------------------------------------------------------------------------------------------------------

    def antes(self, actions: Sequence[Numbered]) -> None:
        """K2: each player puts what is due on each circle; without `pool` on all that he has no ante of his own on."""
        own: dict[int, set[str]] = {}
        whole: set[int] = set()
        flagged: set[int] = set()
        for _, action in actions:
            if action.pool is not None:
                own.setdefault(action.seat or 0, set()).add(action.pool)
        done: dict[int, set[str]] = {}
        for action_no, action in actions:
            seat = action.seat or 0
            covered = done.setdefault(seat, set())
            circles = [action.pool] if action.pool is not None else self._uncovered(own.get(seat, set()))
            if seat not in self.table.stack or (action.pool in covered if action.pool else seat in whole):
                if action.amount:
                    flag_order(self.table, action_no, seat, None, "although no ante of his was due")
            else:
                self.table.counted.add(action_no)
                if seat not in flagged and self._wrong_ante(action_no, seat, circles, action.amount or 0):
                    flagged.add(seat)
            covered.update(circles)
            if action.pool is None:
                whole.add(seat)
            accounts = [f"pool:{circle}" for circle in circles]
            self.table.pay_in_each(action_no, seat, accounts, action.amount or 0, "K2")
        for seat in self.table.order:
            lacking = [c for c in self.circles if c not in done.get(seat, ()) and self.rules.circle_chips(c)]
            if lacking and seat not in flagged:
                where = "every circle" if seat not in done else f"the circle {lacking[0]}"
                flag_missing(self.table, seat, f"put his ante on {where}", "K2")

    def _uncovered(self, own: set[str]) -> list[str]:
        return [circle for circle in self.circles if circle not in own] if own else list(self.circles)

    def _wrong_ante(self, action_no: int, seat: int, circles: Sequence[str], amount: int) -> bool:
        for circle in circles:
            due = self.rules.circle_chips(circle) if circle in self.circles else 0
            if amount != due:
                self.table.flag(
                    "amount.ante", "K2", f"Seat {seat} put {amount} on the circle {circle}; {due} is due.",
                    action_no=action_no, seat=seat, expected=due, actual=amount,
                )  # fmt: skip
                return True
        left = self.table.left(seat)
        if left is not None and amount * len(circles) > left:
            self.table.flag(
                "amount.over_stack", "C1", f"Seat {seat} put {amount * len(circles)}; he had only {left} left.",
                action_no=action_no, seat=seat, expected=left, actual=amount * len(circles),
            )  # fmt: skip
            return True
        return False

    # -- K3, K4 ----------------------------------------------------------------------------------------------------

    def deal(self, actions: Sequence[Numbered]) -> None:
        """K3: six cards each; where the pack is logged, packet after packet comes off it."""
        table, holdings = self.table, self.holdings
        last: dict[int, int] = {}
        flagged: set[int] = set()
        twice: set[int] = set()
        for action_no, action in actions:
            seat, cards = action.seat or 0, action.cards or []
            if seat not in table.stack:
                table.flag(
                    "cards.deal", "K3", f"Cards were dealt to seat {seat}, who is not in the deal.",
                    action_no=action_no, seat=seat, expected=0, actual=len(cards),
                )  # fmt: skip
                continue
            last[seat] = action_no
            if len(holdings.held[seat]) < HAND_SIZE:
                table.counted.add(action_no)
            faults = len(table.findings)
            if holdings.deck is not None:
                cards = holdings.deck.take(action_no, seat, cards)
            impossible = holdings.receive(seat, cards)
            if impossible is not None or (seat in flagged and len(table.findings) > faults):
                del table.findings[faults:]
            if impossible is not None:
                twice.add(seat)
            if impossible is not None and seat not in flagged:
                holdings.flag_impossible(impossible, action_no, seat)
            if len(table.findings) > faults:
                flagged.add(seat)
        drop_twins(holdings, twice, HAND_SIZE)
        for seat in table.order:
            if seat not in last:
                flag_missing(table, seat, "be dealt cards", "K3")
                holdings.not_dealt.add(seat)
                holdings.fill_up(seat, HAND_SIZE)
            elif len(holdings.held[seat]) != HAND_SIZE and seat not in flagged:
                flag_deal_count(table, last[seat], seat, HAND_SIZE, len(holdings.held[seat]), "K3")
            holdings.fill_up_as_used(seat, HAND_SIZE)

    def turn_trump(self, actions: Sequence[Numbered]) -> None:
        """K4: the next card is turned up; its suit is trump, and it is in nobody's hand."""
        if not actions:
            flag_missing(self.table, self.dealer, "turn up the trump", "K4")
            return
        cards = self.holdings.face_up(actions, None, "K4", "were turned up")
        self.turned = cards[0] if cards else UNKNOWN

    # -- K5, K6 ----------------------------------------------------------------------------------------------------

    def takes(self, actions: Sequence[Numbered]) -> None:
        """K5, K6: trumps take the circles of their ranks, the dealer that of the turned card; the rest carries over."""
        taken: dict[str, list[tuple[int, int, int]]] = {}
        held = {f"{name}": self.table.balance.get(f"pool:{name}", 0) for name in self.circles}
        for action_no, action in actions:
            seat, amount, pool = action.seat or 0, action.amount or 0, action.pool or ""
            taken.setdefault(pool, []).append((action_no, seat, amount))
            self.table.pay_out(action_no, f"pool:{pool}", seat, amount, "K5")
        unseen = self._unseen()
        for circle in self.ranks:
            self._judge_take(circle, held[circle], taken.pop(circle, []), self._owners(circle, unseen))
        for circle, entries in sorted(taken.items()):
            self._judge_take(circle, 0, entries, {0})

    def _judge_take(self, circle: str, chips: int, entries: Sequence[tuple[int, int, int]], owners: set[int]) -> None:
        paid = {seat: 0 for _, seat, _ in entries}
        for action_no, seat, amount in entries:
            paid[seat] += amount
            self.table.counted.add(action_no)
        paid = {seat: amount for seat, amount in paid.items() if amount}
        if len(owners) > 1:
            if chips or paid:
                self._unproved_take(circle, chips, paid, entries, owners)
            return
        [owner] = owners
        due = {owner: chips} if owner and chips else {}
        if paid == due:
            return
        for seat in sorted(paid.keys() | due.keys()):
            self.table.correct(seat, due.get(seat, 0) - paid.get(seat, 0))
        self._flag_take(circle, owner, chips, paid, entries)

    def _flag_take(
        self, circle: str, owner: int, chips: int, paid: dict[int, int], entries: Sequence[tuple[int, int, int]]
    ) -> None:
        wrong = [(no, seat) for no, seat, amount in entries if amount and seat != owner]
        rule = "K5" if owner else "K6"
        if not wrong:
            numbers = [no for no, _, _ in entries]
            self.table.flag(
                "pool.take", rule,
                f"Seat {owner} took {paid.get(owner, 0)} of the circle {circle}; {chips} lies on it.",
                action_no=numbers[-1] if numbers else None, seat=owner, expected=chips, actual=paid.get(owner, 0),
            )  # fmt: skip
            return
        number, seat = wrong[0]
        whose = f"it is seat {owner}'s" if owner else "nobody holds its trump, and it stays"
        if circle not in self.ranks:
            of_the_hand = circle in self.circles
            rule, whose = ("K5", "no trump takes it") if of_the_hand else ("K18", "its rank is not in the pack")
        self.table.flag(
            "pool.take", rule, f"Seat {seat} took the circle {circle}; {whose}.",
            action_no=number, seat=seat, expected=owner or 0, actual=seat if owner else paid[seat],
        )  # fmt: skip

    def _unseen(self) -> list[str]:
        return cards_left(self.holdings.pack, self.holdings.seen)

    def _owners(self, circle: str, unseen: Sequence[str]) -> set[int]:
        """K5: the seat whose circle it is, 0 where it carries over; all that it may be where unknown cards hide it."""
        if self.trump:
            return self._owners_under(circle, self.turned, unseen)
        owners: set[int] = set()
        for place, card in enumerate(unseen):  # any of them may be the turned one
            owners |= self._owners_under(circle, card, [*unseen[:place], *unseen[place + 1 :]])
        return owners or {0}

    def _owners_under(self, circle: str, turned: str, unseen: Sequence[str]) -> set[int]:
        """The same with this card turned up."""
        card = circle + SUIT_OF[turned]
        if card == turned:
            return {self.dealer}
        held = self.holdings.held
        for seat in self.table.order:
            if card in held[seat]:
                return {seat}
        if card not in unseen:
            return {0}
        hidden = {seat for seat in self.table.order if UNKNOWN in held[seat]}
        in_hands = sum(held[seat].count(UNKNOWN) for seat in hidden) >= len(unseen)
        return hidden if hidden and in_hands else hidden | {0}

    def _owner(self, circle: str) -> int | None:
        """The seat whose circle it is; 0 where it carries over, None where unknown cards hide that."""
        owners = self._owners(circle, self._unseen())
        return owners.pop() if len(owners) == 1 else None

    def _unproved_take(
        self, circle: str, chips: int, paid: dict[int, int], entries: Sequence[tuple[int, int, int]], owners: set[int]
    ) -> None:
        if self.trump:
            self.table.unproved(f"who takes the circle {circle} hangs on cards that are not known (C5, K5)")
        else:
            self.table.unproved("who takes which circle hangs on the turned card, which is not known (C5, K5)")
        possible = [seat for seat in paid if seat in owners]
        for action_no, seat, amount in entries:
            if amount and seat not in possible:
                self.table.flag(
                    "pool.take", "K5", f"Seat {seat} took {amount} of the circle {circle}; he has not its trump.",
                    action_no=action_no, seat=seat, expected=0, actual=amount,
                )  # fmt: skip
                self.table.correct(seat, -paid[seat])
                return
        if len(paid) > 1:  # only one of them can hold it
            action_no, seat, amount = next(e for e in entries if e[2] and e[1] != possible[0])
            self.table.flag(
                "pool.take", "K5",
                f"Seat {seat} took {amount} of the circle {circle} too; only one of them can hold its trump.",
                action_no=action_no, seat=seat, expected=0, actual=amount,
            )  # fmt: skip
        elif paid and paid[possible[0]] != chips:
            seat = possible[0]
            self.table.flag(
                "pool.take", "K5", f"Seat {seat} took {paid[seat]} of the circle {circle}; {chips} lies on it.",
                action_no=entries[0][0], seat=seat, expected=chips, actual=paid[seat],
            )  # fmt: skip

    # -- K7–K12 ----------------------------------------------------------------------------------------------------

    def bidding(self, pool: str, steps: Sequence[Sequence[Numbered]]) -> None:
        """K7–K10, K11–K12: one bidding for a circle, its showdown, and who takes circle and bids."""
        bids = steps[BIDS]
        showing = [n for n in steps[SHOWING] if n[1].action != "win"]
        wins = [n for n in steps[SHOWING] if n[1].action == "win"]
        rules, table = self.rules, self.table
        bidding = Bidding(
            table,
            BiddingRules(
                f"pool:{pool}", rules.min_bet, rules.min_raise, give_up="pass", last_is_asked=True,
                show_all=rules.multiway == "show_all", holds_set=None if rules.bluff else self._set_check(pool),
            ),
            table.order,
            steps[SHOWING],
        )  # fmt: skip
        bidding.run(bids)
        still_in = bidding.still_in if bidding.anybody_bet else []
        groups = [still_in] if len(still_in) > 1 else []
        shows = Showing(table, self.holdings, groups, "K8" if pool == "pok" else "K12")
        shows.run(showing, bidding.still_in, bidding.excused() | self.holdings.not_dealt)
        playing = shows.playing(still_in)
        self._judge_win(pool, self._winner(pool, playing), playing, wins, bidding.anybody_bet)

    def _set_check(self, pool: str) -> "SetCheck":
        return SetCheck(self, pool)

    def _winner(self, pool: str, playing: Sequence[int]) -> int | None:
        """K8–K10, K12: who takes the circle; None where that hangs on unknown cards (C5)."""
        if not playing:
            return self.dealer
        if len(playing) == 1:
            return playing[0]
        if self.trump and not any(UNKNOWN in self.holdings.held[seat] for seat in playing):
            return self._winner_under(pool, playing, self.trump, [])
        unseen = self._unseen()
        turned = [self.turned] if self.trump else sorted(set(unseen))
        hidden = [self.holdings.held[seat] for seat in playing if UNKNOWN in self.holdings.held[seat]]
        if hidden and joint_count(hidden, len(unseen)) * len(turned) <= JOINT_LIMIT:
            return self._winner_of_all_fillings(pool, playing, turned, unseen)
        suits = sorted({SUIT_OF[card] for card in turned})
        winners = {self._winner_under(pool, playing, suit, unseen) for suit in suits}
        return winners.pop() if len(winners) == 1 else None

    def _winner_of_all_fillings(
        self, pool: str, playing: Sequence[int], turned: Sequence[str], unseen: Sequence[str]
    ) -> int | None:
        """The winner if it is the same for every filling of the unknown hands, whatever card was turned (C5)."""
        order = {seat: -place for place, seat in enumerate(self.table.order)}
        held = {seat: tuple(self.holdings.held[seat]) for seat in playing}
        hidden = [seat for seat in playing if UNKNOWN in held[seat]]
        winners: set[int] = set()
        for card in turned:
            value = value_of(pool, self.rules, SUIT_OF[card])
            others = [other for other in unseen if other != card]
            for filled in joint_fillings([held[seat] for seat in hidden], others):
                hands = held | dict(zip(hidden, filled, strict=True))
                winners.add(max(playing, key=lambda seat, hands=hands: (value(hands[seat]), order[seat])))  # type: ignore[misc]
                if len(winners) > 1:
                    return None
        return winners.pop() if winners else None

    def _winner_under(self, pool: str, playing: Sequence[int], trump: str, unseen: Sequence[str]) -> int | None:
        value = value_of(pool, self.rules, trump)
        hands = {seat: self.holdings.held[seat] for seat in playing}
        order = {seat: -place for place, seat in enumerate(self.table.order)}
        least = {seat: (value([c for c in hand if c != UNKNOWN]), order[seat]) for seat, hand in hands.items()}
        most = {seat: (best_value(hand, unseen, value), order[seat]) for seat, hand in hands.items()}
        for seat in playing:
            if all(most[other] < least[seat] for other in playing if other != seat):
                return seat
        return None

    def _judge_win(
        self, pool: str, winner: int | None, playing: Sequence[int], wins: Sequence[Numbered], anybody_bet: bool
    ) -> None:
        account, table = f"pool:{pool}", self.table
        chips = table.balance.get(account, 0)
        paid: dict[int, int] = {}
        number: dict[int, int] = {}
        rule = "K9" if anybody_bet else "K10"
        for action_no, action in wins:
            seat, amount, named = action.seat or 0, action.amount or 0, action.pool or pool
            table.counted.add(action_no)
            table.pay_out(action_no, f"pool:{named}", seat, amount, rule)
            if amount and named != pool:
                self._flag_other_circle(action_no, action, rule)
            elif amount:
                paid[seat] = paid.get(seat, 0) + amount
                number[seat] = action_no
        if winner is None:
            hidden = " and ".join(f"seat {s}" for s in playing if UNKNOWN in self.holdings.held[s])
            cards = f"unknown cards of {hidden}" if hidden else "the turned card, which is not known"
            table.unproved(f"who wins the circle {pool} hangs on {cards} (C5, K8)")
            if len(paid) == 1 and next(iter(paid)) in playing:
                winner = next(iter(paid))
        due = {winner: chips} if chips and winner is not None else {}
        if paid == due and (winner is not None or not chips):
            return
        if winner is not None:
            for seat in sorted(paid.keys() | due.keys()):
                table.correct(seat, due.get(seat, 0) - paid.get(seat, 0))
        self._flag_win(pool, winner, chips, paid, number, playing)

    def _flag_other_circle(self, action_no: int, action: Action, rule: str) -> None:
        """K9, K10: a bidding gives its own circle and no other."""
        seat, amount = action.seat or 0, action.amount or 0
        self.table.correct(seat, -amount)
        self.table.flag(
            "pool.winner", rule, f"Seat {seat} was paid {amount} of the circle {action.pool}, which no bidding gives.",
            action_no=action_no, seat=seat, expected=0, actual=amount,
        )  # fmt: skip

    def _flag_win(
        self, pool: str, winner: int | None, chips: int, paid: dict[int, int], number: dict[int, int],
        playing: Sequence[int],
    ) -> None:  # fmt: skip
        pok = pool == "pok"
        rule = ("K8" if pok else "K12") if len(playing) > 1 else "K9" if playing else "K10"
        wrong = sorted((number[seat], seat) for seat in paid if seat != winner)
        if winner is None and set(paid) <= set(playing):
            wrong = wrong[1:]  # one of them may have won it
        if wrong:
            whose = f"it belongs to seat {winner}" if playing else f"nobody bet, so it is the dealer's, seat {winner}"
            whose = whose if winner is not None else "only one of those who showed can win it"
            self.table.flag(
                "pool.winner", rule, f"The circle {pool} went to seat {wrong[0][1]}; {whose}.",
                action_no=wrong[0][0], seat=wrong[0][1], expected=winner, actual=wrong[0][1],
            )  # fmt: skip
            return
        seat = winner or 0
        who = f"Seat {seat} was paid {paid.get(seat, 0)}" if winner is not None else "Nobody was paid anything"
        self.table.flag(
            "pool.amount", "K9" if playing else "K10",
            f"{who} of the circle {pool}; with the bids {chips} is due to its winner.",
            action_no=number.get(seat), seat=winner, expected=chips, actual=paid.get(seat, 0),
        )  # fmt: skip


class SetCheck:
    """K7, K11: whether a bidder holds what he bids on; what hangs on unknown cards is noted as unproved."""

    def __init__(self, hand: PokHand, pool: str) -> None:
        self.hand, self.pool = hand, pool

    def __call__(self, seat: int) -> bool | None:
        """True or False where it is sure, None where unknown cards hide it."""
        holdings = self.hand.holdings
        cards = holdings.held[seat]
        if UNKNOWN not in cards:
            return bool(value_of(self.pool, self.hand.rules, self.hand.trump)(cards))
        sure = surely_holds_set(cards, cards_left(holdings.pack, holdings.seen), self.pool, self.hand.rules)
        if sure is None:
            what = "a pok" if self.pool == "pok" else "a sequence"
            self.hand.table.unproved(f"whether seat {seat} held {what} when he bid hangs on unknown cards (C5, K7)")
        return sure
