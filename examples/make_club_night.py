"""Writes examples/club-night/ and examples/club.toml: a night at three tables with eight faults planted in it.

    python examples/make_club_night.py [FOLDER]

The hands come from the simulator of the tests, always the same; a test checks that the committed files are its output.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.simulator.faults import Planted, simulate_with_plan  # noqa: E402 (the path above comes first)
from tests.simulator.outcome import ANY, Style, Truth  # noqa: E402

Record = dict[str, Any]

#: The club's house rules; the sessions of the night carry those of their game, club.toml holds them all.
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "poker": {"ante": 2, "entry": 3, "min_bet": 5, "min_raise": 5, "rake_bp": 250, "rake_cap": 5},
    "stitch": {"bank_min": 40, "stake_min": 2},
    "pok": {"loser_pays": 3},
}
WHY = {
    "ante": "each player before the deal", "entry": "to stay in the hand", "min_bet": "least bet",
    "min_raise": "least raise",
    "rake_bp": "the house takes 2.5 % of a pot", "rake_cap": "but never more than this", "bank_min": "least bank",
    "stake_min": "least stake", "loser_pays": "the last with cards pays this to each",
}  # fmt: skip
NIGHTLY = """\
# The night job (`handproof nightly`); `handproof config show` lists all settings.

[nightly]
zone = "Europe/Vienna"  # where the clocks of the club stand
day_ends = "06:00"  # until then a night belongs to the day before
"""
MEMBERS = {
    "anna": "Anna Berg", "boris": "Борис", "chidi": "Chidi O.", "dalia": "Dalia", "emil": "Emil", "fatou": "Fatou",
    "goran": "Goran", "hana": "Hana", "ines": "Inês", "jonas": "Jonas", "katya": "Катя", "leo": "Leo",
}  # fmt: skip


@dataclass(frozen=True)
class TableOfTheNight:
    """One table: its hands, who comes in which order, and what is planted not before which hand."""

    game: str
    seed: int
    hands: int
    players: int
    name: str
    starts_at: str
    members: tuple[str, ...]
    plan: tuple[tuple[int, str], ...]

    def play(self) -> Planted:
        """The records of this table under the names of the club's members, and the faults in them."""
        style = Style(
            openings=1.0, closings=1.0, times="all", decks=0.0, hides=0.0, mucks=0.2, stacked=0.6, churn=0.12,
            zeros=0.0, notes=0.0, starts_at=self.starts_at, purse=200,
        )  # fmt: skip
        session_id = f"2026-11-14-{self.game}"
        rules = {self.game: HOUSE_RULES[self.game]}
        sitting, planted = simulate_with_plan(
            self.seed, self.game, self.hands, list(self.plan), session_id, self.players, rules, style
        )
        if sitting.plan:
            raise SystemExit(f"{self.game}: not planted with seed {self.seed}: {sitting.plan}")
        opened = planted.records[0]
        opened |= {"table": self.name, "game": self.game, "currency": "EUR", "chip_value": "0.50", "rules": rules}
        for record in planted.records:
            self._rename(record, session_id)
        return planted

    def _rename(self, value: Any, session_id: str) -> None:
        for item in value.values() if isinstance(value, dict) else value:
            if isinstance(item, dict | list):
                self._rename(item, session_id)
        if isinstance(value, dict) and "player_id" in value:
            member = self.members[int(value["player_id"].removeprefix(f"{session_id}-p")) - 1]
            value["player_id"] = member
            if "name" in value:
                value["name"] = MEMBERS[member]


NIGHT = (
    TableOfTheNight(
        "pok", 83, 18, 5, "Green room", "2026-11-14T18:00:00+01:00",
        ("anna", "boris", "chidi", "dalia", "emil", "hana", "leo", "ines"),
        ((4, "wrong leader"), (10, "circle not taken")),
    ),
    TableOfTheNight(
        "stitch", 321, 24, 6, "Bar", "2026-11-14T19:30:00+01:00",
        ("fatou", "goran", "hana", "ines", "jonas", "katya", "leo", "anna"),
        ((3, "paid once"), (7, "stitch round missed")),
    ),
    TableOfTheNight(
        "poker", 99, 26, 5, "Upstairs", "2026-11-14T21:00:00+01:00",
        ("boris", "katya", "emil", "fatou", "chidi", "anna", "goran", "jonas"),
        ((3, "entry one short"), (6, "flush paid by rank"), (12, "odd chip to the wrong seat"),
         (18, "chip lost between hands")),
    ),
)  # fmt: skip


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _toml(value: Any) -> str:
    return json.dumps(value)


def club_toml() -> str:
    """The club's config: the house rules that differ from the defaults."""
    lines = [
        "# House rules of the club. Keys not named here keep their defaults: `handproof house-rules` lists all.",
        "",
    ]
    for game, keys in HOUSE_RULES.items():
        lines += [f"[rules.{game}]", *(f"{key} = {_toml(value)}  # {WHY[key]}" for key, value in keys.items()), ""]
    return "\n".join([*lines, NIGHTLY])


def _fault(truth: Truth) -> Record:
    """One planted fault as an audit must report it; what it need not say is left out."""
    fault: Record = {"hand_id": truth.hand_id, "fault": truth.kind, "code": truth.code}
    for key in ("seat", "action_no"):
        if getattr(truth, key) is not None:
            fault[key] = getattr(truth, key)
    for key in ("expected", "actual"):
        if getattr(truth, key) != ANY:
            fault[key] = getattr(truth, key)
    fault["corrections"] = {str(seat): chips for seat, chips in sorted(truth.corrections.items())}
    return fault


def faults_md(truths: list[Truth]) -> str:
    """The list of what is wrong in the night: for people as a table, for programs as JSON."""
    lines = [
        "# What is wrong in this night", "",
        "Made by `examples/make_club_night.py`. A chip that is lost between two hands shows twice: in the hand where",
        "it is missing, and in the close of the session. Everything else in the night is right.", "",
        "| hand | what | finding | seat | expected | logged | owed by seat |", "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for fault in map(_fault, truths):
        owed = ", ".join(f"{seat}: {chips:+d}" for seat, chips in fault["corrections"].items())
        cells = [fault["hand_id"] or "(the close)", fault["fault"], f"`{fault['code']}`", fault.get("seat", "")]
        cells += [json.dumps(fault[key]) if key in fault else "" for key in ("expected", "actual")]
        lines.append("| " + " | ".join(map(str, [*cells, owed])) + " |")
    listed = ",\n".join("  " + json.dumps(_fault(truth), ensure_ascii=False) for truth in truths)
    return "\n".join(lines) + f"\n\n```json\n[\n{listed}\n]\n```\n"


def write_club_night(folder: Path) -> None:
    """Write club.toml and club-night/ into `folder`."""
    night = folder / "club-night"
    night.mkdir(parents=True, exist_ok=True)
    truths: list[Truth] = []
    for table in NIGHT:
        planted = table.play()
        truths += planted.truths
        (night / f"{table.game}.jsonl").write_text("".join(map(_line, planted.records)), encoding="utf-8")
    (night / "FAULTS.md").write_text(faults_md(truths), encoding="utf-8")
    (folder / "club.toml").write_text(club_toml(), encoding="utf-8")


if __name__ == "__main__":
    write_club_night(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "examples")
