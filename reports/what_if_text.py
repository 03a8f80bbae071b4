"""What other house rules would change, told a piece at a time: in plain words, or as JSON lines."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from textwrap import fill
from typing import Any

from ingest.house_rules import RulesByGame
from ingest.progress import NO_PROGRESS, Progress
from replay.key_texts import KEY_TEXTS
from reports.rule_options import rule_text
from reports.terminal import json_lines, paragraph, rules_text, table
from reports.text import counted, shown, visible
from reports.what_if import Choice, other_rules
from reports.what_if_changes import changed_rows, compare, player_rows, total_row

Row = Mapping[str, Any]
#: Changed hands that are told in words; ``--json`` has them all.
HANDS_TOLD = 200
_ROWS_AT_ONCE = 1_000
_MEANING = (
    "What people did is taken as they did it; what follows from it is worked out anew. Had these rules been in force, "
    "somebody might have done something else, and of that nobody can say anything."
)
_VERDICTS = {"verified": "proved right", "discrepant": "wrong", "incomplete": "not provable"}
_MESSAGE_LETTERS = 600


def tell_what_if(
    store: Path,
    choice: Choice,
    changed: RulesByGame,
    as_json: bool,
    *,
    config_rules: RulesByGame | None = None,
    jobs: int = 1,
    progress: Progress = NO_PROGRESS,
) -> Iterator[str]:
    """All that ``handproof what-if`` prints. Raises as `reports.what_if.other_rules` does, before the first piece."""
    with other_rules(store, choice, changed, config_rules=config_rules, jobs=jobs, progress=progress) as connection:
        compare(connection, choice)
        total, players, hands = total_row(connection, changed), player_rows(connection), changed_rows(connection)
        if not as_json:
            yield from what_if_text(changed, total, players, hands)
            return
        rows = chain([total], players, hands)
        while batch := list(islice(rows, _ROWS_AT_ONCE)):
            yield json_lines(batch)


def what_if_text(changed: RulesByGame, total: Row, players: Iterable[Row], hands: Iterable[Row]) -> Iterator[str]:
    """The answer: the rules, the sums, the players whose result would change, and the first `HANDS_TOLD` hands."""
    yield _rules_text(changed)
    yield "\n" + "".join(f"{line}\n" for line in _sums(changed, total))
    people = list(players)
    if people:
        yield "\nBy player: what he is owed (+) or owes (-), in chips\n" + _players_table(people)
    named: set[str] = set()
    for told, row in enumerate(hands):
        if told == HANDS_TOLD:
            yield f"\nOnly the first {HANDS_TOLD} changes are told here; --json gives all of them.\n"
            break
        yield ("" if told else "\nBy hand\n") + hand_text(row)
        named |= {finding["rule"] for finding in row["new_findings"] + row["vanished_findings"]}
    if named - {None}:
        yield "\nThe rules named above\n" + rules_text(rule for rule in named if rule)


def hand_text(row: Row) -> str:
    """One hand (or session) that would change: the verdicts, chips by seat, findings, what could not be proved."""
    lines = [f"{_place(row)}: {_verdicts(row)}.\n"]
    details = chain(
        (_seat_sentence(seat) for seat in row["corrections"]),
        (f"No longer wrong: {_finding(finding)}" for finding in row["vanished_findings"]),
        (f"Newly wrong: {_finding(finding)}" for finding in row["new_findings"]),
        _reasons(row),
    )
    return "".join([*lines, *(paragraph(text) for text in details)])


def _rules_text(changed: RulesByGame) -> str:
    lines = []
    for game, keys in sorted(changed.items()):
        for key, value in sorted(keys.items()):
            rule, meaning = KEY_TEXTS[game][key]
            lines.append(f"Changed rule: {game}.{key} = {visible(rule_text(value))}\n")
            lines.append(paragraph(meaning + (f" (rule {rule})" if rule else "")))
    return "".join(lines) + "\n" + fill(_MEANING, 100) + "\n"


def _sums(changed: RulesByGame, total: Row) -> list[str]:
    if not total["hands_of_games"]:
        return [f"None of these hands ({total['hands']:,}) is {' or '.join(sorted(changed))}: nothing can change."]
    lines = [
        f"Hands looked at: {total['hands']:,}, of them {total['hands_of_games']:,} of {' and '.join(sorted(changed))}.",
        f"Hands that would change: {total['changed']:,}; what is owed in {total['results_changed']:,}, "
        f"the verdict in {total['verdicts_changed']:,}.",
        f"Wrong hands: {total['wrong']:,} under the rules in force, "
        f"{total['what_if_wrong']:,} under the changed rules.",
        f"Chips that would belong to somebody else: {total['chips_moved']:,}.",
    ]
    if total["not_provable"] or total["what_if_not_provable"]:
        lines.append(
            f"Hands with something that cannot be proved: {total['not_provable']:,} under the rules in force, "
            f"{total['what_if_not_provable']:,} under the changed rules. What cannot be proved counts as 0 chips owed."
        )
    return lines


def _players_table(players: list[Row]) -> str:
    rows = [
        {
            "player": _player(row["player_id"], row["name"]),
            "hands": row["hands"],
            "in force": row["owed"],
            "changed": row["what_if_owed"],
            "difference": row["change"],
        }
        for row in players
    ]
    return table(rows, ("player", "hands", "in force", "changed", "difference"), None)


def _player(player_id: str | None, name: str | None = None) -> str:
    if player_id is None:
        return "seats where nobody sits"
    return f"{shown(name)} ({shown(player_id)})" if name else shown(player_id)


def _place(row: Row) -> str:
    if row["hand_id"] is None:
        return f"Session {shown(row['session_id'])} as a whole"
    return f"Hand {row['hand_no']} ({shown(row['hand_id'])}, {row['game']}, session {shown(row['session_id'])})"


def _verdicts(row: Row) -> str:
    old, new = _VERDICTS[row["verdict"]], _VERDICTS[row["what_if_verdict"]]
    return f"{old} under both" if old == new else f"{old} under the rules in force, {new} under the changed rules"


def _seat_sentence(seat: Row) -> str:
    who = "nobody" if seat["player_id"] is None else shown(seat["player_id"])
    change = seat["change"]
    direction = "more" if change > 0 else "less"
    return (
        f"Seat {seat['seat']} ({who}) would get {counted(abs(change), 'chip')} {direction}: "
        f"{_owed(seat['amount'])} under the rules in force, {_owed(seat['what_if_amount'])} under the changed rules."
    )


def _owed(chips: int) -> str:
    if not chips:
        return "is owed nothing"
    return f"is owed {counted(chips, 'chip')}" if chips > 0 else f"has {counted(-chips, 'chip')} too many"


def _finding(finding: Row) -> str:
    where = "" if finding["action_no"] is None else f"action {finding['action_no']}, "
    rule = f", rule {finding['rule']}" if finding["rule"] else ""
    return f"{shown(finding['message'], _MESSAGE_LETTERS)} ({where}{finding['code']}{rule})"


def _reasons(row: Row) -> Iterator[str]:
    old, new = row["incomplete_because"], row["what_if_incomplete_because"]
    if old != new:
        for rules, reason in (("the rules in force", old), ("the changed rules", new)):
            told = f"cannot be proved: {shown(reason, _MESSAGE_LETTERS)}" if reason else "all can be proved"
            yield f"Under {rules} {told}."
