"""Corrections of one hand as sentences and as the fewest payments: seats, the house, and what lies on the table."""

from replay.results import HandResult
from reports.card_text import sentence
from reports.settle import fewest_payments
from reports.story_names import Names
from reports.story_parts import CorrectionTold, PaymentTold
from reports.text import chips_text

HOUSE, TABLE = "house", "table"
_TABLE_WORDS = {"poker": "the pot", "stitch": "the bank", "pok": "the circles"}


class Parties:
    """The parties of a hand's corrections and their names."""

    def __init__(self, game: str, names: Names, players: dict[int, str], banker: int | None) -> None:
        self.game, self.names, self.players, self.banker = game, names, players, banker

    def word(self, party: str) -> str:
        """``seat 2 (Anna)``, ``the house``, ``the pot``; in stitch the bank with its banker."""
        if party == HOUSE:
            return "the house"
        if party == TABLE:
            whose = "" if self.banker is None else f" of {self.names.seat(self.banker)}"
            return _TABLE_WORDS[self.game] + whose
        return self.names.seat(int(party))

    def correction(self, party: str, chips: int) -> CorrectionTold:
        """One party's correction with its sentence."""
        seat = int(party) if party.isdecimal() else None
        return CorrectionTold(party, seat, self.players.get(seat or 0), chips, self._sentence(party, chips))

    def _sentence(self, party: str, chips: int) -> str:
        who, amount = self.word(party), chips_text(abs(chips))
        if party == HOUSE:
            return f"{who} took {amount} too {'little' if chips > 0 else 'much'}"
        if party == TABLE:
            many = self.game == "pok"
            owed, owes = ("are owed", "owe") if many else ("is owed", "owes")
            return f"{who} {owed if chips > 0 else owes} {amount}"
        return f"{who} is owed {amount}" if chips > 0 else f"{who} has {amount} too much"


def corrections_of(result: HandResult) -> dict[str, int]:
    """Chips to give (+) or take back (-) by party; they sum to 0: what no seat or house answers for is the table's."""
    owed = {str(correction.seat): correction.amount for correction in result.corrections}
    house = sum(
        finding.expected - finding.actual
        for finding in result.findings
        if finding.code == "pot.rake" and type(finding.expected) is int and type(finding.actual) is int
    )
    if house:
        owed[HOUSE] = house
    table = -sum(owed.values())
    if table:
        owed[TABLE] = table
    return owed


def corrections_told(result: HandResult, parties: Parties) -> tuple[tuple[CorrectionTold, ...], str]:
    """The corrections, those who are owed first, and all of them as one sentence."""
    owed = corrections_of(result)
    order = sorted(owed, key=lambda party: (owed[party] < 0, not party.isdecimal(), len(party), party))
    told = tuple(parties.correction(party, owed[party]) for party in order)
    if not told:
        return (), "No chips are to be corrected."
    return told, sentence("; ".join(correction.sentence for correction in told))


def payments_told(result: HandResult, parties: Parties) -> tuple[PaymentTold, ...]:
    """The fewest payments that settle the corrections; no chip is made or lost."""
    return tuple(
        PaymentTold(
            payment.payer, payment.receiver, payment.chips,
            sentence(
                f"{parties.word(payment.payer)} "
                f"{'give' if payment.payer == TABLE and parties.game == 'pok' else 'gives'} "
                f"{chips_text(payment.chips)} to {parties.word(payment.receiver)}"
            ),
        )
        for payment in fewest_payments(corrections_of(result))
    )  # fmt: skip
