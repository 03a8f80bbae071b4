"""The club's settings in TOML: house rules (``[rules.poker]``, ``[rules.stitch]``, ``[rules.pok]``), ``[limits]``,
and for the night job ``[nightly]`` and ``[retention]``."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Meta, Struct

from ingest.house_rules import RuleKeyError, check_by_game

MEBIBYTE = 1024 * 1024


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much is taken from outside: bytes of a line and of an unpacked file, actions and players of a hand.

    `packing_ratio`: how many bytes may come out of one packed byte, over 4 MiB (`ingest.unpack`).
    """

    line_bytes: Annotated[int, Meta(ge=1024, le=64 * MEBIBYTE)] = MEBIBYTE
    actions: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000
    players: Annotated[int, Meta(ge=1, le=10_000)] = 100
    uncompressed_bytes: Annotated[int, Meta(ge=1024, le=2**53)] = 16 * 1024 * MEBIBYTE
    packing_ratio: Annotated[int, Meta(ge=10, le=2**53)] = 500


DEFAULT_LIMITS = Limits()


class Nightly(Struct, frozen=True, forbid_unknown_fields=True):
    """What `handproof nightly` works with; relative paths begin at the folder of the config file.

    `inbox`: folders in which logs arrive. `snapshot`: the copy of the store for readers, "" beside the store. `zone`
    (IANA) and `day_ends` (wall clock) say to which club day a session belongs. `fail_on`: the least that ends the job
    with exit code 1.
    """

    inbox: tuple[str, ...] = ("inbox",)
    store: Annotated[str, Meta(min_length=1)] = "club.duckdb"
    out: Annotated[str, Meta(min_length=1)] = "report"
    snapshot: str = ""
    zone: str = "UTC"
    day_ends: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "06:00"
    language: Literal["en"] = "en"
    fail_on: Literal["incomplete", "warning", "error", "never"] = "warning"


class Retention(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of what is written anew is kept: `reports` versions of the report, the newest one included."""

    reports: Annotated[int, Meta(ge=1, le=10_000)] = 14


class Config(Struct, frozen=True):
    """What a club has set; `rules` holds house-rule keys by game (those not named keep their defaults).

    `tables` is the file as it stands there: what it does not name is a default. `folder` is where it lies.
    """

    rules: dict[str, dict[str, Any]] = {}
    limits: Limits = DEFAULT_LIMITS
    nightly: Nightly = Nightly()
    retention: Retention = Retention()
    tables: dict[str, Any] = {}
    folder: Path = Path()

    def place(self, path: str) -> Path:
        """Where a path of the config leads."""
        return self.folder / path


#: The tables of the config besides the rules.
SETTINGS: dict[str, type[Struct]] = {"limits": Limits, "nightly": Nightly, "retention": Retention}


class ConfigError(ValueError):
    """A config file that cannot be used; the text names the key, its value and what would do."""


def load_config(path: str | Path | None) -> Config:
    """The settings in the TOML file `path`, or the defaults where it is None. Raises `ConfigError`."""
    if path is None:
        return Config()
    try:
        with open(path, "rb") as file:
            tables = tomllib.loads(file.read().decode("utf-8-sig"))  # Windows editors write a byte order mark
    except OSError as error:
        raise ConfigError(f"config {path}: cannot be read ({error.strerror}); check the path") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"config {path}: not TOML ({error}); see examples/club.toml") from None
    try:
        return _checked(tables, Path(path).parent)
    except (RuleKeyError, ConfigError) as error:
        raise ConfigError(f"config {path}: {error}") from None


def zone_of(name: str) -> ZoneInfo:
    """The time zone of an IANA name. Raises `ConfigError` where there is none, or its data is missing."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # not found; no name at all; the name of a folder
        near = get_close_matches(name, sorted(available_timezones()), 1, 0.5)
    remedy = f"did you mean {near[0]!r}?" if near else 'expected an IANA name such as "Europe/Vienna"'
    raise ConfigError(f"nightly.zone is {name!r}, no time zone that is known here; {remedy}")


def _checked(tables: dict[str, Any], folder: Path) -> Config:
    _refuse_unknown("", tables, ("rules", *SETTINGS))
    for name in ("rules", *SETTINGS):
        table = tables.get(name, {})
        if not isinstance(table, dict):
            raise ConfigError(f"{name} is {table!r}; expected a table: [{name}{'.poker' if name == 'rules' else ''}]")
    rules = tables.get("rules", {})
    check_by_game(rules)
    settings = {name: _setting(name, kind, tables.get(name, {})) for name, kind in SETTINGS.items()}
    config = Config(rules=rules, tables=tables, folder=folder, **settings)
    zone_of(config.nightly.zone)
    if not config.nightly.inbox:
        raise ConfigError("nightly.inbox is []; expected at least one folder")
    return config


def _setting(name: str, kind: type[Struct], table: Mapping[str, Any]) -> Any:
    _refuse_unknown(f"{name}.", table, kind.__struct_fields__)
    for key, value in table.items():
        try:
            msgspec.convert({key: value}, kind, strict=True)
        except msgspec.ValidationError as error:
            reason = str(error).split(" - at")[0].replace("Expected ", "").replace("`", "")
            raise ConfigError(f"{name}.{key} is {value!r}; expected {_expected(kind, key, reason)}") from None
    return msgspec.convert(table, kind, strict=True)


def _expected(kind: type[Struct], key: str, reason: str) -> str:
    """What a setting takes, in words: its choices where it has a few, a clock time, else what msgspec says."""
    annotation = kind.__annotations__[key]
    choices = getattr(annotation, "__args__", ())
    if choices and all(isinstance(choice, str) for choice in choices):
        return " or ".join(f'"{choice}"' for choice in choices)
    return 'a clock time such as "06:00"' if key == "day_ends" else reason


def _refuse_unknown(prefix: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, 1)
            remedy = f"did you mean {prefix}{near[0]}?" if near else f"known are {', '.join(prefix + k for k in known)}"
            raise ConfigError(f"{prefix}{key} is not a setting; {remedy}")
