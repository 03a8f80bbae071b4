"""The club's settings in TOML: house rules (``[rules.poker]``, ``[rules.stitch]``, ``[rules.pok]``), ``[limits]``."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

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


class Config(Struct, frozen=True):
    """What a club has set; `rules` holds house-rule keys by game (those not named keep their defaults)."""

    rules: dict[str, dict[str, Any]] = {}
    limits: Limits = DEFAULT_LIMITS


class ConfigError(ValueError):
    """A config file that cannot be used; the text names the key, its value and what would do."""


def load_config(path: str | Path | None) -> Config:
    """The settings in the TOML file `path`, or the defaults where it is None. Raises `ConfigError`."""
    if path is None:
        return Config()
    try:
        with open(path, "rb") as file:
            tables = tomllib.load(file)
    except OSError as error:
        raise ConfigError(f"config {path}: cannot be read ({error.strerror}); check the path") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"config {path}: not TOML ({error}); see examples/club.toml") from None
    try:
        return _checked(tables)
    except RuleKeyError as error:
        raise ConfigError(f"config {path}: {error}") from None
    except ConfigError as error:
        raise ConfigError(f"config {path}: {error}") from None


def _checked(tables: Mapping[str, Any]) -> Config:
    _refuse_unknown("", tables, ("rules", "limits"))
    rules, limits = tables.get("rules", {}), tables.get("limits", {})
    for name, table in (("rules", rules), ("limits", limits)):
        if not isinstance(table, dict):
            raise ConfigError(f"{name} is {table!r}; expected a table: [{name}{'.poker' if name == 'rules' else ''}]")
    check_by_game(rules)
    _refuse_unknown("limits.", limits, Limits.__struct_fields__)
    for key, value in limits.items():
        try:
            msgspec.convert({key: value}, Limits, strict=True)
        except msgspec.ValidationError as error:
            reason = str(error).split(" - at")[0].replace("Expected ", "").replace("`", "")
            raise ConfigError(f"limits.{key} is {value!r}; expected {reason}") from None
    return Config(rules=rules, limits=msgspec.convert(limits, Limits, strict=True))


def _refuse_unknown(prefix: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, 1)
            remedy = f"did you mean {prefix}{near[0]}?" if near else f"known are {', '.join(prefix + k for k in known)}"
            raise ConfigError(f"{prefix}{key} is not a setting; {remedy}")
