"""The published format is the one that is read: page, JSON Schema and decoder say the same."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ingest.decode import decode_line
from ingest.json_schema import log_schema
from ingest.load import read_log
from ingest.reading import Reject
from ingest.reasons import REJECT_CODES, Malformed
from ingest.verbs import VERBS
from ingest.wire import HAND_SHAPES, RECORD_SHAPES
from tests.ingest.logs import RECORDS, changed, line
from tests.ingest.test_decode import HAND_FAULTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "log-format.md").read_text(encoding="utf-8")
SCHEMA = Draft202012Validator(log_schema())
CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"
#: What a JSON Schema cannot say (docs/log-format.md).
BEYOND_A_SCHEMA = {"seat.twice", "player.twice", "seat.empty", "time.wrong", "rule.unknown", "number.not_whole"}


def test_the_schema_is_one() -> None:
    """The published schema is a valid JSON Schema."""
    Draft202012Validator.check_schema(log_schema())


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_the_schema_takes_what_the_decoder_takes(name: str) -> None:
    """Every well-formed record, also with remarks, fits the schema."""
    SCHEMA.validate(RECORDS[name])
    SCHEMA.validate(changed(RECORDS[name], _remark=[None, 1.5]))


@pytest.mark.parametrize(("name", "path", "value", "code", "field"), HAND_FAULTS)
def test_the_schema_refuses_what_the_decoder_refuses(
    name: str, path: tuple[Any, ...], value: Any, code: str, field: str
) -> None:
    """Every malformed field that a schema can see is refused by it too."""
    record = json.loads(line(changed(RECORDS[name], *path, to=value)))
    assert isinstance(decode_line(line(record)), Malformed)
    ends_the_line = isinstance(value, str) and value.endswith("\n")  # `$` means another thing in Python's patterns
    if code not in BEYOND_A_SCHEMA and not ends_the_line:
        assert not SCHEMA.is_valid(record), field


def test_the_page_names_every_verb_with_its_fields() -> None:
    """Each verb stands in the table of its game with just the fields that the decoder asks for."""
    sections = dict(re.findall(r"^### (In every game|Poker|Stitch|Pok)$(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
    tables = {
        title.lower(): dict(re.findall(r"^\| `(\w+)` \|([^|]*)\|", text, re.MULTILINE))
        for title, text in sections.items()
    }
    for game, verbs in VERBS.items():
        written = {**tables["in every game"], **tables[game]}
        meant = {verb: {*fields.required, *(f"[{name}]" for name in fields.optional)} for verb, fields in verbs.items()}
        assert {verb: set(text.split()) for verb, text in written.items()} == meant


def test_the_page_names_every_field_of_every_record() -> None:
    """No field of a record is left out of the page."""
    for shape in (*HAND_SHAPES.values(), *RECORD_SHAPES.values()):
        for field in shape.__struct_fields__:
            assert f"`{field}`" in PAGE or f'"{field}"' in PAGE, field


def test_the_page_names_every_reason() -> None:
    """The table of rejects holds each code and its meaning, and no other."""
    table = dict(re.findall(r"^\| `([a-z]+\.[a-z_0-9]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert table == REJECT_CODES


def test_the_example_of_the_page_is_well_formed() -> None:
    """What the page shows can be read."""
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    records = [decode_line(one.encode()) for one in example.splitlines()]
    assert [type(one).__name__ for one in records] == ["Session", "Cash", "Cash", "Hand", "Close"]


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not on this machine")
def test_every_line_of_the_shared_cases_is_taken() -> None:
    """The club's own cases are well-formed to the last line, for the decoder and for the schema."""
    assert [str(one) for one in read_log(CASES) if isinstance(one, Reject)] == []
    for text in CASES.read_text(encoding="utf-8").splitlines()[::10]:
        SCHEMA.validate(json.loads(text))
