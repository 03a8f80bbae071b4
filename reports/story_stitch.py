"""A round of stitch in words: each play against the bank, the bank since the banker's turn began, the stitch round."""

from collections.abc import Sequence

from ingest.house_rules import StitchRules
from ingest.records import Hand
from replay.cards import RANK_OF, SUIT_OF, UNKNOWN, suit_word
from replay.results import HandResult
from replay.stitch import least_bank
from replay.stitch_play import beats
from replay.witness import PlaySeen, StitchSeen, witness
from reports.card_text import by_rank, cards_text, listed, named_card
from reports.hand_file import HandFile
from reports.story_names import Names, rules_in
from reports.story_parts import BankLine, Passage
from reports.text import chips_text, counted


def stitch_ends(seen: StitchSeen, names: Names) -> tuple[Passage, ...]:
    """The passages about a round: the plays, then what its end means for the bank."""
    plays = [play_sentence(play, seen.rules, names) for play in seen.plays]
    if not plays:
        plays = ["Nobody played against the bank in this round."]
    end = _end_sentences(seen, names)
    return (
        Passage("Each player against the bank", tuple(plays), rules_in(plays)),
        Passage("The bank at the end of the round", tuple(end), rules_in(end)),
    )


def play_sentence(play: PlaySeen, rules: StitchRules, names: Names) -> str:
    """One play: stake, banker's card, whether a higher card of its suit is there, and what that means."""
    who = names.first(play.seat)
    if play.stake is None:
        return f"{who} played, but the log has no stake of his, so what he should win or lose cannot be told."
    if play.stake == 0:
        return f"{who} staked nothing; his turn ends with that."
    if play.wins is None:
        return f"{who} staked {chips_text(play.stake)}; {_unknown(play)}"
    start = f"{who} staked {chips_text(play.stake)}."
    if play.banker_card == UNKNOWN:
        wins = "wins" if play.wins else "loses"
        return f"{start} The banker's card is not known, but he {wins} whatever it was (C5)."
    suit = suit_word(SUIT_OF[play.banker_card])
    higher = by_rank(card for card in play.cards if beats(card, play.banker_card))
    card = f"The banker's card is the {named_card(play.banker_card)}; he holds {cards_text(by_rank(play.cards))}"
    if play.wins:
        due = min(2 * play.stake, max(play.bank_before, 0))
        short = "" if due == 2 * play.stake else ", all that it holds"
        which = f"a higher card of {suit} is among them, {cards_text(higher)}" if higher else "one must be higher (C5)"
        return (
            f"{start} {card}: {which}, so he wins (S6). He keeps his stake, and the bank of "
            f"{chips_text(play.bank_before)} pays him {chips_text(due)}{short} (S7)."
        )
    return f"{start} {card}: no higher card of {suit}, so he loses (S6), and his stake goes into the bank (S8)."


def _unknown(play: PlaySeen) -> str:
    if play.banker_card == UNKNOWN:
        return "the banker's card is not known, so whether he won cannot be said (C5)."
    shown = cards_text(by_rank(play.cards))
    card = f"the banker's card is the {named_card(play.banker_card)}; of his cards the log has {shown}"
    return f"{card}, so whether he won cannot be said (C5)."


# -- the end of the round ----------------------------------------------------------------------------------------------


def _end_sentences(seen: StitchSeen, names: Names) -> list[str]:
    if not seen.bank_known:
        return ["The log has no bank for this turn, so nothing that hangs on the bank can be judged."]
    if seen.played_past_end:
        return ["The bank was spent and the play went on all the same; what follows is not judged (S11)."]
    end, banker = chips_text(seen.round_end), names.seat(seen.banker)
    if seen.stitch_round:
        first = f"This was the stitch round, the last of the turn: {banker} takes all that is left in the bank"
        return [f"{first}, {end} (S14).", _next(seen, "S15", names)]
    if seen.spent:
        half = f"half of {end}, rounded down, is {chips_text(max(seen.round_end, 0) // 2)}"
        least = f"the smallest stake is {chips_text(seen.rules.stake_min)}"
        spent = f"The bank is spent: {half}, and {least} (S10)."
        return [spent, _dust(seen, banker), _next(seen, "S12", names)]
    return [stitch_sentence(seen.turn_start, seen.round_end, seen.rules), _goes_on(seen, banker)]


def stitch_sentence(start: int, end: int, rules: StitchRules) -> str:
    """Why a stitch round is due, or is not (S13)."""
    wanted = rules.multiple * start
    due = end >= wanted
    sums = f"{rules.multiple} × {chips_text(start)} = {chips_text(wanted)}"
    reached = f"{chips_text(end)} is {'at least' if due else 'less than'} that"
    return (
        f"The bank began this turn with {chips_text(start)} and is {chips_text(end)} at the end of the round. "
        f"A stitch round is due from {sums} on; {reached}, so it is {'due' if due else 'not due'} (S13)."
    )


def _goes_on(seen: StitchSeen, banker: str) -> str:
    if seen.round_end >= seen.rules.multiple * seen.turn_start:
        return f"One more round with {banker} as banker, the stitch round, and then the bank passes (S14, S15)."
    return f"The same banker, {banker}, deals on (S13)."


def _dust(seen: StitchSeen, banker: str) -> str:
    if seen.round_end <= 0:
        return "Nothing is left in it."
    if seen.rules.dust == "to_banker":
        return f"What is left, {chips_text(seen.round_end)}, goes back to {banker} (S10)."
    return f"What is left, {chips_text(seen.round_end)}, is added to the next bank (S10)."


def _next(seen: StitchSeen, rule: str, names: Names) -> str:
    least = chips_text(least_bank(seen.rules))
    if seen.next_banker is None:
        return f"Nobody has the {least} that a new bank needs at least, so the bank passes to nobody (S12)."
    who = names.seat(seen.next_banker)
    if seen.next_banker == seen.banker:
        return f"Nobody else has the {least} that a new bank needs, so it comes back to {who}, who begins anew (S12)."
    return f"Bank and deal pass to {who}, the next seat on the left that has the {least} a new bank needs ({rule})."


# -- the history of the bank -------------------------------------------------------------------------------------------


def bank_history(file: HandFile, seen: StitchSeen) -> tuple[BankLine, ...]:
    """The bank from the beginning of this banker's turn to the end of this round, play by play."""
    lines: list[BankLine] = []
    for earlier in file.earlier:
        before = witness(earlier.hand, file.below, earlier.result.table_before).stitch
        if before is not None:
            lines += _round_lines(earlier.hand, before, earlier.result)
    return (*lines, *_round_lines(file.hand, seen, file.result))


def _round_lines(hand: Hand, seen: StitchSeen, result: HandResult) -> list[BankLine]:
    names = Names(hand)
    lines = []

    def line(text: str, bank: int) -> None:
        lines.append(BankLine(hand.hand_id, hand.hand_no, text, bank))

    if seen.new_turn:
        line(f"{names.first(seen.banker)} begins his turn as banker.", seen.round_start)
    else:
        what = "The stitch round begins." if seen.stitch_round else "The round begins."
        line(what, seen.round_start)
    for play in seen.plays:
        line(_play_line(play, names), play.bank_after)
    taken = sum(m.chips for m in result.movements if m.from_account == "bank" and m.rule in ("S10", "S14"))
    ends = [action.action for action in hand.actions]
    if taken:
        line(f"{counted(taken, 'chip')} {'is' if taken == 1 else 'are'} taken out of the bank.", seen.round_end - taken)
    if "stitch" in ends:
        line("The log declares a stitch round.", seen.round_end - taken)
    if "pass_bank" in ends:
        to_seat = next(action.to_seat for action in hand.actions if action.action == "pass_bank")
        line(f"The log passes the bank to {names.seat(to_seat)}.", seen.round_end - taken)
    return lines


def _play_line(play: PlaySeen, names: Names) -> str:
    change = play.bank_after - play.bank_before
    who = names.first(play.seat)
    if change > 0:
        return f"{who} loses; {counted(change, 'chip')} into the bank."
    if change < 0:
        return f"{who} wins; the bank pays {counted(-change, 'chip')}."
    return f"No chips move between the bank and {names.seat(play.seat)}."


def winning_cards(play: PlaySeen) -> list[str]:
    """The cards not seen that would beat the banker's card, from the highest down."""
    return sorted((card for card in play.unseen if beats(card, play.banker_card)), key=lambda card: -RANK_OF[card])


def names_of(cards: Sequence[str]) -> str:
    """Cards in words, one after the other."""
    return listed(named_card(card) for card in cards)
