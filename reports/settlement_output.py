"""A settled session for people: a table for the terminal, JSON lines, a CSV file and a page to print and sign."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from replay.rulebook import RULES, Rule
from reports.errors import ReportError
from reports.night import HOUSE, TABLE
from reports.output import replace_file
from reports.pages import page_environment
from reports.settle import Payment
from reports.settlement import Settlement, Share, player_of
from reports.terminal import paragraph, rules_text, table
from reports.text import counted, csv_text, page_name, ranges_text, shown, shown_in_prose, signed_text

Row = dict[str, Any]
#: Letters of a message that are shown.
MESSAGE_LETTERS = 600
_CSV_FIELDS = (
    "session_id", "payer", "payer_id", "receiver", "receiver_id", "chips", "money", "currency", "payer_hands",
    "receiver_hands",
)  # fmt: skip


def settlement_rows(settled: Settlement) -> Iterator[Row]:
    """The lines of ``settle --json``: the sums, then the payments, then the parties with their hands and findings."""
    yield {
        "row": "settlement",
        "session_id": settled.session_id,
        "payments": len(settled.payments),
        "fewest": settled.fewest,
        "chips": sum(payment.chips for payment in settled.payments),
        "chip_value": f"{settled.money.chip_value:f}" if settled.money else None,
        "currency": settled.money.currency or None if settled.money else None,
        "not_provable": settled.not_provable,
        "other_findings": settled.other_findings,
    }
    for payment in settled.payments:
        yield {"row": "payment", "session_id": settled.session_id, **_payment_row(settled, payment)}
    for party in settled.parties:
        yield {
            "row": "party",
            "session_id": settled.session_id,
            **_party_row(party, ""),
            "name": settled.names.get(player_of(party) or ""),
            "owed": settled.owed.get(party, 0),
            "hands": [_share_row(share) for share in settled.shares[party]],
        }


def _payment_row(settled: Settlement, payment: Payment) -> Row:
    return {
        **_party_row(payment.payer, "payer"),
        **_party_row(payment.receiver, "receiver"),
        "chips": payment.chips,
        "money": settled.money.amount(payment.chips) if settled.money else None,
        "payer_hands": [share.hand_id for share in settled.shares[payment.payer]],
        "receiver_hands": [share.hand_id for share in settled.shares[payment.receiver]],
    }


def _party_row(party: str, prefix: str) -> Row:
    kind = party if party in (TABLE, HOUSE) else "player"
    return {prefix or "party": kind, f"{prefix}_id" if prefix else "player_id": player_of(party)}


def _share_row(share: Share) -> Row:
    findings = [{**finding._asdict(), "rule": finding.rule.id if finding.rule else None} for finding in share.findings]
    return {
        "hand_id": share.hand_id,
        "hand_no": share.hand_no,
        "seat": share.seat,
        "amount": share.amount,
        "findings": findings,
    }


def settlement_text(settled: Settlement) -> str:
    """The payments as a table, then for each party the hands that its sum is made of, with what is wrong in them."""
    text = "".join(f"{line}\n" for line in preface(settled))
    if settled.payments:
        rows = [
            {
                "who pays": settled.party_text(payment.payer),
                "to whom": settled.party_text(payment.receiver),
                "chips": payment.chips,
                "worth": settled.money_text(payment.chips),
            }
            for payment in settled.payments
        ]
        fields = ("who pays", "to whom", "chips", *(["worth"] if settled.money else []))
        text += "\n" + table(rows, fields, None)
    for party in settled.parties:
        text += f"\n{_capital(settled.party_text(party))}: {owed_text(settled.owed.get(party, 0))}\n"
        for share in settled.shares[party]:
            text += paragraph(f"{_share_place(share)}: {signed_text(share.amount)}. {_because(share)}")
    named = [rule.id for rule in _rules_named(settled)]
    return text + ("\nThe rules named above\n" + rules_text(named) if named else "")


def _rules_named(settled: Settlement) -> list[Rule]:
    """The rules of the findings, in the order of the rulebook."""
    findings = [finding for shares in settled.shares.values() for share in shares for finding in share.findings]
    return [rule for rule in RULES.values() if any(finding.rule == rule for finding in findings)]


def preface(settled: Settlement) -> list[str]:
    """What the payments settle and what they do not, in sentences."""
    if not settled.payments:
        lines = [f"Session {shown_in_prose(settled.session_id)}: nobody owes anybody anything."]
    elif settled.fewest:
        payments = counted(len(settled.payments), "payment")
        lines = [f"Session {shown_in_prose(settled.session_id)} is settled by {payments}; no fewer would do."]
    else:
        payments = counted(len(settled.payments), "payment")
        lines = [
            f"Session {shown_in_prose(settled.session_id)} is settled by {payments}. So many are involved that a few "
            "less might do; the sums are exact all the same."
        ]
    if settled.not_provable:
        lines.append(
            f"In {counted(settled.not_provable, 'hand')} something could not be proved; what that is worth is not here."
        )
    if settled.other_findings:
        lines.append(
            "Not settled here, because nobody can say what it is worth: "
            f"{counted(settled.other_findings, 'other finding')} of the session (`handproof findings --session ID`)."
        )
    return lines


def owed_text(chips: int) -> str:
    """``is owed 45 chips``, ``owes 3 chips``, ``is even``."""
    if not chips:
        return "is even"
    return f"is owed {counted(chips, 'chip')}" if chips > 0 else f"owes {counted(-chips, 'chip')}"


def _share_place(share: Share) -> str:
    seat = "" if share.seat is None else f", seat {share.seat}"
    return f"Hand {share.hand_no} ({shown(share.hand_id)}){seat}"


def _because(share: Share) -> str:
    return " ".join(
        shown(finding.message, MESSAGE_LETTERS)
        + f" ({finding.code}"
        + (f", rule {finding.rule.id})" if finding.rule else ")")
        for finding in share.findings
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text.startswith("the ") else text


def write_settlement(settled: Settlement, out: Path) -> tuple[Path, Path]:
    """Writes the page and the CSV file of the session into the folder `out`; gives their paths.

    Files of an earlier settlement of the same session are replaced, each at once. Raises `ReportError` where it cannot.
    """
    try:
        if not out.parent.is_dir():
            raise ReportError(f"cannot write to {out}: the folder {out.parent} does not exist; make it first")
        out.mkdir(exist_ok=True)
        page = out / f"settle-{page_name(settled.session_id)}"
        replace_file(page, _page_text(settled))
        replace_file(page.with_suffix(".csv"), csv_file_text(settled))
    except OSError as error:
        raise ReportError(
            f"cannot write to {out}: {error.strerror or error}; name another folder with --out"
        ) from error
    return page, page.with_suffix(".csv")


def csv_file_text(settled: Settlement) -> str:
    """The payments for a spreadsheet: one line each, with the hands that the sums of payer and receiver are made of."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_CSV_FIELDS)
    for payment in settled.payments:
        money = settled.money
        writer.writerow(
            [
                csv_text(settled.session_id),
                csv_text(settled.party_text(payment.payer)),
                csv_text(player_of(payment.payer)),
                csv_text(settled.party_text(payment.receiver)),
                csv_text(player_of(payment.receiver)),
                payment.chips,
                money.amount(payment.chips) if money else "",
                csv_text(money.currency) if money else "",
                hand_numbers(settled.shares[payment.payer]),
                hand_numbers(settled.shares[payment.receiver]),
            ]
        )
    return stream.getvalue()


def hand_numbers(shares: list[Share]) -> str:
    """The numbers of the hands in short: ``1-3, 7``."""
    return ranges_text(sorted({share.hand_no for share in shares}))


def _page_text(settled: Settlement) -> str:
    context = {
        "settled": settled,
        "preface": preface(settled),
        "owed_text": owed_text,
        "hand_numbers": hand_numbers,
        "capital": _capital,
        "message_letters": MESSAGE_LETTERS,
        "rules": _rules_named(settled),
    }
    return page_environment(settled.names).get_template("settle.html").render(context)
