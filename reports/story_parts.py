"""The values of which a told hand is made (`reports.story`): plain data, ready for JSON, a terminal or a page."""

from msgspec import Struct

from replay.results import Value


class RuleTold(Struct, frozen=True):
    """A rule by its id, with its text."""

    id: str
    text: str


class Person(Struct, frozen=True):
    """One player dealt in. `name` is safe to show: his name, or his id where the log gives none. Chips or None."""

    seat: int
    player_id: str
    name: str
    stack: int | None
    end_stack: int | None
    is_dealer: bool


class HouseRule(Struct, frozen=True):
    """A house-rule key in force: its value, who set it (default, config, session, hand), its rule and its meaning."""

    key: str
    value: object
    origin: str
    rule: str | None
    meaning: str


class FindingTold(Struct, frozen=True):
    """A finding in words. `expected`, `logged`, `difference` are texts with units; the plain values stand beside."""

    code: str
    meaning: str
    severity: str
    message: str
    rule: RuleTold | None
    action_no: int | None
    seat: int | None
    expected: str
    logged: str
    difference: str
    expected_value: Value
    logged_value: Value


class Circle(Struct, frozen=True):
    """A circle of pok: all its chips, and how many of them were carried over from earlier deals."""

    name: str
    chips: int
    carried: int


class TableTold(Struct, frozen=True):
    """What lies on the table after a step. `pot` is of poker, `bank` of stitch, `circles` of pok; else None.

    `turned`: the card that made trump in pok, the banker's card of the play at hand in stitch.
    """

    pot: int | None = None
    bank: int | None = None
    bank_start: int | None = None
    stitch_round: bool = False
    circles: tuple[Circle, ...] = ()
    house: int = 0
    turned: str | None = None

    @property
    def chips(self) -> int:
        """All chips on the table."""
        return (self.pot or 0) + (self.bank or 0) + sum(circle.chips for circle in self.circles)


class SeatTold(Struct, frozen=True):
    """One seat after a step: its stack, the cards held there as far as known, chips put in so far, whether still in."""

    seat: int
    stack: int | None
    cards: tuple[str, ...]
    put_in: int
    is_in: bool


class Step(Struct, frozen=True):
    """One action of the log: what it is in plain words, its rule, the table after it, and what is wrong with it.

    `log` is the text of the action as it stands in the log. `played`: the cards laid last in the play-out of pok.
    """

    action_no: int
    at: str | None
    seat: int | None
    says: str
    rule: RuleTold | None
    table: TableTold
    seats: tuple[SeatTold, ...]
    played: tuple[str, ...]
    log: str
    findings: tuple[FindingTold, ...]


class Passage(Struct, frozen=True):
    """A part of the telling: a heading, its sentences, and the rules that they name."""

    heading: str
    sentences: tuple[str, ...]
    rules: tuple[RuleTold, ...] = ()


class CorrectionTold(Struct, frozen=True):
    """Chips to give to (+) or take back from (-) a party: a seat, ``house``, or ``table`` (pot, bank, circles)."""

    party: str
    seat: int | None
    player_id: str | None
    amount: int
    sentence: str


class PaymentTold(Struct, frozen=True):
    """`payer` gives `chips` to `receiver` (parties as in `CorrectionTold`), and the same as a sentence."""

    payer: str
    receiver: str
    chips: int
    sentence: str


class Unproved(Struct, frozen=True):
    """What could not be proved, and which cards would decide it: what each possible holding would mean."""

    because: str
    deciding: tuple[str, ...]


class BankLine(Struct, frozen=True):
    """One line of the bank's history: in which round (hand), what happened, and the bank after it."""

    hand_id: str
    hand_no: int
    text: str
    bank: int


class Story(Struct, frozen=True):
    """A hand told from its beginning to what is to be paid. `before` is the table before the first action."""

    hand_id: str
    session_id: str
    hand_no: int
    game: str
    verdict: str
    started_at: str | None
    dealer_seat: int
    players: tuple[Person, ...]
    house_rules: tuple[HouseRule, ...]
    before: TableTold
    before_sentence: str
    bank_history: tuple[BankLine, ...]
    steps: tuple[Step, ...]
    ends: tuple[Passage, ...]
    findings: tuple[FindingTold, ...]
    ruling: tuple[str, ...]
    corrections: tuple[CorrectionTold, ...]
    corrections_sentence: str
    payments: tuple[PaymentTold, ...]
    unproved: tuple[Unproved, ...]
    rules: tuple[RuleTold, ...]
