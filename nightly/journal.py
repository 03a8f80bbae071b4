"""The structured log of the night job: one JSON object a line on standard error, with the time (UTC)."""

import sys
from typing import Any

import structlog


def journal() -> Any:
    """A logger whose events are single lines of ASCII JSON: nothing in a file's name can break or forge a line."""
    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(sort_keys=True, ensure_ascii=True),
        ],
    )
