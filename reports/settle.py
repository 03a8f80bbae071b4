"""Who pays whom: the fewest payments that bring every party what it is owed. No chip is created or lost."""

from collections.abc import Mapping
from dataclasses import dataclass

#: Up to so many parties the fewest payments are searched for (2**n steps); beyond, a good answer is good enough.
_EXACT_PARTIES = 14


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gives `chips` (above 0) to `receiver`."""

    payer: str
    receiver: str
    chips: int


def fewest_payments(owed: Mapping[str, int]) -> list[Payment]:
    """Payments after which nobody is owed anything. `owed`: chips by party, + is owed, - owes; they sum to 0.

    A group of parties whose sums come to 0 settles with one payment less than it has parties, so the fewest payments
    are those of the most groups. Raises ValueError where the sums do not come to 0.
    """
    if sum(owed.values()) != 0:
        raise ValueError(f"what is owed and what is owing differ by {sum(owed.values())}")
    parties = _parties(owed)
    groups: list[list[tuple[str, int]]] = []
    rest = _take_pairs(parties, groups)
    groups.extend(_most_groups(rest) if len(rest) <= _EXACT_PARTIES else [rest])
    payments = [payment for group in groups for payment in _settle_group(group)]
    return sorted(payments, key=lambda payment: (payment.payer, payment.receiver))


def is_fewest_proved(owed: Mapping[str, int]) -> bool:
    """Whether `fewest_payments` surely gives the fewest: always, but where too many parties are left to search."""
    return len(_take_pairs(_parties(owed), [])) <= _EXACT_PARTIES


def _parties(owed: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted((name, chips) for name, chips in owed.items() if chips)


def _take_pairs(parties: list[tuple[str, int]], groups: list[list[tuple[str, int]]]) -> list[tuple[str, int]]:
    """Puts each two parties that cancel out into a group of their own (never a payment too many); gives the rest."""
    waiting: dict[int, list[tuple[str, int]]] = {}
    for party in parties:
        partners = waiting.get(-party[1])
        if partners:
            groups.append([partners.pop(0), party])
        else:
            waiting.setdefault(party[1], []).append(party)
    return sorted(party for parties_left in waiting.values() for party in parties_left)


def _most_groups(parties: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Cuts the parties into as many groups that each sum to 0 as can be."""
    count = len(parties)
    sums = [0] * (1 << count)
    most = [0] * (1 << count)
    came_from = [0] * (1 << count)
    for chosen in range(1, 1 << count):
        lowest = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + parties[lowest][1]
        best = -1
        for index in range(count):
            bit = 1 << index
            if chosen & bit and most[chosen ^ bit] > best:
                best = most[chosen ^ bit]
                came_from[chosen] = bit
        most[chosen] = best + (sums[chosen] == 0)
    groups: list[list[tuple[str, int]]] = []
    chosen = (1 << count) - 1
    while chosen:  # each time the parties taken so far sum to 0, a group is whole
        if sums[chosen] == 0:
            groups.append([])
        bit = came_from[chosen]
        groups[-1].append(parties[bit.bit_length() - 1])
        chosen ^= bit
    return groups


def _settle_group(group: list[tuple[str, int]]) -> list[Payment]:
    """The largest debtor pays the largest creditor, and so on: one payment less than the group has parties."""
    debtors = sorted(((-chips, name) for name, chips in group if chips < 0), key=lambda item: (-item[0], item[1]))
    creditors = sorted(((chips, name) for name, chips in group if chips > 0), key=lambda item: (-item[0], item[1]))
    payments: list[Payment] = []
    while debtors and creditors:
        owing, payer = debtors.pop(0)
        due, receiver = creditors.pop(0)
        paid = min(owing, due)
        payments.append(Payment(payer, receiver, paid))
        if owing > paid:
            debtors.insert(0, (owing - paid, payer))
        if due > paid:
            creditors.insert(0, (due - paid, receiver))
    return payments
