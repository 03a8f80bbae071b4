"""What a run says at its end: one JSON object without a clock in it, and the exit code that comes of it."""

from collections.abc import Mapping
from typing import Any

from nightly.publish import LATEST, latest_version
from nightly.state import NightRun
from reports.club_nights import ClubNight
from reports.failures import EXIT_CLEAN, EXIT_FAILED, EXIT_FINDINGS

_FAILED = "SELECT count(*) FROM check_results WHERE outcome = 'error' OR outcome = 'fail' AND severity = 'critical'"
_ERRORS = """
SELECT count(*) FILTER (severity = 'error'), count(*) FILTER (severity <> 'error')
FROM report_found WHERE session_id IN (SELECT unnest($1))
"""
#: Files that are no logs are named up to so many.
_NAMED = 20


def summary_of(run: NightRun) -> dict[str, Any]:
    """The run in numbers. `nights` are those that are news (`reported`)."""
    failed = run.connection.execute(_FAILED).fetchall()[0][0]
    return {
        "nights": [_night(run, night) for night in run.report.nights if night.day in run.news.nights],
        "lines_not_taken": run.news.lines,
        "failed_checks": failed,
        "problems": list(run.problems),
        "unfinished": [{"source": path, "line_no": line_no} for path, line_no in run.news.waiting],
        "files": {
            "new": run.inbox.count("new"),
            "changed": run.inbox.count("changed"),
            "known": run.inbox.count("known"),
            "unreadable": len(run.unreadable) + len(run.inbox.problems),
            "no_logs": len(run.inbox.ignored),
        },
        "no_logs": list(run.inbox.ignored[:_NAMED]),
        "lines": {name: count for name, count in run.lines._asdict().items() if name != "sources"},
        "hands": {"replayed": run.replayed.replayed, "kept": run.replayed.kept, "faults": run.replayed.faults},
        "report": str(run.places.out / LATEST / "index.html"),
        "version": latest_version(run.places.out),
        "snapshot": str(run.places.snapshot),
    }


def _night(run: NightRun, night: ClubNight) -> dict[str, Any]:
    errors, warnings = run.connection.execute(_ERRORS, [night.session_ids]).fetchall()[0]
    return {
        "night": night.day,
        "sessions": len(night.sessions),
        "hands": night.total["hands"],
        "verified": night.total["verified"],
        "discrepant": night.total["discrepant"],
        "incomplete": night.total["incomplete"],
        "errors": errors,
        "warnings": warnings,
        "disputed": night.total["disputed"],
        "page": str(run.places.out / LATEST / "nights" / f"{night.day}.html"),
    }


def exit_code(run: NightRun, summary: Mapping[str, Any]) -> int:
    """2 where something could not be read; else 1 where there is what the club wants to be woken for (`fail_on`)."""
    if run.problems:
        return EXIT_FAILED
    fail_on = run.config.nightly.fail_on
    wrong = summary["lines_not_taken"] + summary["failed_checks"] + _sum(summary, "errors")
    if fail_on in ("warning", "incomplete"):
        wrong += _sum(summary, "warnings")
    if fail_on == "incomplete":
        wrong += _sum(summary, "incomplete")
    return EXIT_FINDINGS if wrong and fail_on != "never" else EXIT_CLEAN


def _sum(summary: Mapping[str, Any], name: str) -> int:
    return sum(int(night[name]) for night in summary["nights"])
