"""The pages of nights: which sessions stand on them, and who owes whom over the night."""

import re
from html import unescape
from pathlib import Path
from typing import Any

from tests.command_line import Command, hand, session, write_log

EVENING, PAST_MIDNIGHT, NEXT = "2026-11-14T20:00:00Z", "2026-11-15T02:00:00Z", "2026-11-15T20:00:00Z"


def pages(run: Command, folder: Path, *records: dict[str, Any], config: str = "") -> dict[str, str]:
    """The pages of nights and the index, as text without tags."""
    (folder / "club.toml").write_text(config, encoding="utf-8")
    log = write_log(folder / "log.jsonl", list(records))
    outcome = run("audit", log, "--db", folder / "c.duckdb", "--out", folder / "r", "--config", folder / "club.toml")
    assert outcome.code in (0, 1), outcome
    found = {path.stem: path.read_text(encoding="utf-8") for path in (folder / "r" / "nights").iterdir()}
    found["index"] = (folder / "r" / "index.html").read_text(encoding="utf-8")
    return {name: " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split()) for name, text in found.items()}


def wrong(session_id: str, started_at: str | None, **fields: Any) -> list[dict[str, Any]]:
    """A session in which seat 2 (p2) gets one chip too little out of the pot."""
    more = {} if started_at is None else {"started_at": started_at}
    return [session(session_id, **more, **fields), hand(1, session_id=session_id, paid=2)]


def test_sessions_of_one_night_are_netted_together(run: Command, tmp_path: Path) -> None:
    """Two sessions of a club day, one of them begun past midnight: one payment of both; the next day is its own."""
    found = pages(run, tmp_path, *wrong("s1", EVENING), *wrong("s2", PAST_MIDNIGHT), *wrong("s3", NEXT))
    assert sorted(found) == ["2026-11-14", "2026-11-15", "index"]
    assert "Audit of 2 nights" in found["index"]
    night = found["2026-11-14"]
    assert "put right what was paid wrongly in 2 sessions" in night
    assert re.findall(r"\) gives \S.*? (\d+ chips?)", night) == ["2 chips"]
    assert "s3" not in night
    assert re.findall(r"\) gives \S.*? (\d+ chips?)", found["2026-11-15"]) == ["1 chip"]


def test_chips_of_different_worth_are_never_netted(run: Command, tmp_path: Path) -> None:
    """A chip of 0.50 and a chip of 1 do not cancel out: each worth has its own payments."""
    found = pages(
        run, tmp_path,
        *wrong("s1", EVENING, chip_value="0.50", currency="EUR"), *wrong("s2", EVENING, chip_value="1", currency="EUR"),
        *wrong("s3", EVENING),
    )  # fmt: skip
    night = found["2026-11-14"]
    assert night.count("in 1 session") == 3
    assert "in which one chip is worth 0.50 EUR" in night
    assert "in which one chip is worth 1 EUR" in night
    assert "that do not say what a chip is worth" in night


def test_the_end_of_the_day_is_the_club_s(run: Command, tmp_path: Path) -> None:
    """With a day that ends at 01:00 in Vienna a session begun at 2 o'clock UTC belongs to the new day."""
    config = '[nightly]\nzone = "Europe/Vienna"\nday_ends = "01:00"\n'
    found = pages(run, tmp_path, *wrong("s1", EVENING), *wrong("s2", PAST_MIDNIGHT), config=config)
    assert "s1" in found["2026-11-14"]
    assert "s2" in found["2026-11-15"]
    assert "ends the next morning at 01:00 (time zone Europe/Vienna)" in found["2026-11-14"]


def test_what_has_no_time_stands_by_itself(run: Command, tmp_path: Path) -> None:
    """A session without any time is in no night; one whose first hand has a time is in that of the hand."""
    late = [session("s2"), hand(1, session_id="s2", started_at=NEXT)]
    found = pages(run, tmp_path, *wrong("s1", None), *late)
    assert sorted(found) == ["2026-11-15", "index", "undated"]
    assert "Sessions without a time" in found["undated"]
    assert "s1" in found["undated"]
    assert "without a time" in found["index"]
