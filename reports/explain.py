"""What ``handproof explain`` prints: a hand told step by step, as text or as JSON."""

import json
from typing import Any

import duckdb
import msgspec

from ingest.house_rules import RulesByGame
from reports.errors import ReportError
from reports.hand_file import read_hand_file
from reports.story import tell
from reports.story_parts import Story
from reports.story_text import story_text
from reports.text import shown


def explain(
    connection: duckdb.DuckDBPyConnection, hand_id: str, config_rules: RulesByGame, step: int | None, as_json: bool
) -> str:
    """The telling of one hand, or of one step of it. `config_rules` are those of the audit.

    Raises `ReportError` where there is no such hand or step, or the hand was judged under other rules.
    """
    story = tell(read_hand_file(connection, hand_id, config_rules))
    _refuse_no_such_step(story, step)
    if not as_json:
        return story_text(story, step)
    told = plain(story)
    if step is not None:
        told = {"hand_id": story.hand_id, "session_id": story.session_id, **told["steps"][step - 1]}
    return json.dumps(told, ensure_ascii=True) + "\n"


def plain(story: Story) -> dict[str, Any]:
    """A story as plain JSON values."""
    built: dict[str, Any] = msgspec.to_builtins(story)
    return built


def _refuse_no_such_step(story: Story, step: int | None) -> None:
    if step is not None and not 1 <= step <= len(story.steps):
        raise ReportError(
            f"hand '{shown(story.hand_id)}' has no step {step}; it has {len(story.steps)}"
            + (": name one from 1 on" if story.steps else "")
        )
