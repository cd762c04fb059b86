"""Configs of training runs: TOML files that are read into frozen dataclasses and checked before training starts."""

from __future__ import annotations

import difflib
import importlib.resources
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from ..agents.search import SearchAgent, search_named
from .config_tables import (
    BudgetConfig,
    CloningConfig,
    Config,
    EvaluationConfig,
    GameConfig,
    NetworkConfig,
    OpponentsConfig,
    PPOConfig,
    RunConfig,
    SelfPlayConfig,
    TableConfig,
    TeachingConfig,
)

T = TypeVar("T")


class ConfigError(ValueError):
    """A config cannot be used; the message names the file, the key and the fault."""


def find_config(name: str) -> Path:
    """The file of a config: a path, or a name such as `ab_die_post/ppo` of those that come with the package.

    Raises:
        ConfigError: there is none; the message lists the names.
    """
    path = Path(name)
    if path.is_file():
        return path
    shipped = Path(str(importlib.resources.files("mailwing.configs")))
    plain = name.removesuffix(".toml").removeprefix("configs/")
    inside = shipped / f"{plain}.toml"
    if inside.is_file():
        return inside
    known = sorted(file.relative_to(shipped).with_suffix("").as_posix() for file in shipped.rglob("*.toml"))
    near = difflib.get_close_matches(plain, known, n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    raise ConfigError(f"there is no config '{name}'{hint}; give a path or one of: {', '.join(known)}")


def load_config(path: Path, changes: Sequence[str] = ()) -> Config:
    """Read and check a config.

    Args:
        path: the TOML file.
        changes: `table.key=value` with the value as in TOML (text needs no quotes).

    Raises:
        ConfigError: not TOML, a misspelt or missing key, a wrong type, a value out of range.
        OSError: the file cannot be read.
    """
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from error
    for change in changes:
        _change(tree, change)
    return parse_config(tree, str(path))


def parse_config(tree: Mapping[str, Any], source: str) -> Config:
    """A config from nested dictionaries; `source` is named in messages."""
    config = _table(Config, tree, source, "")
    _check_together(config, source)
    return config


def _change(tree: dict[str, Any], change: str) -> None:
    """Apply one `table.key=value`."""
    key, equals, value = change.partition("=")
    names = key.strip().split(".")
    if not equals or len(names) < 2 or not all(names):
        raise ConfigError(f"--set {change}: write it as table.key=value, such as ppo.epochs=3")
    try:
        parsed = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        parsed = value
    node: Any = tree
    for name in names[:-1]:
        node = node.setdefault(name, {})
        if not isinstance(node, dict):
            raise ConfigError(f"--set {change}: '{name}' is not a table")
    node[names[-1]] = parsed


def _table(kind: type[T], values: Any, source: str, where: str) -> T:
    """A dataclass from one table of the file."""
    if not isinstance(values, Mapping):
        raise ConfigError(f"{source}: [{where}] must be a table, not {values!r}")
    hints = get_type_hints(kind)
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    for name in values:
        if name not in known:
            raise ConfigError(f"{source}: {_unknown(where, name, known)}")
    given: dict[str, Any] = {}
    for name, item in known.items():
        place = f"{where}.{name}" if where else name
        if name in values:
            given[name] = _value(hints[name], values[name], item.metadata, source, place)
        elif item.default is MISSING and item.default_factory is MISSING:
            raise ConfigError(f"{source}: '{place}' is missing")
    return kind(**given)


def _unknown(where: str, name: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    place = f"[{where}] has no key" if where else "there is no table"
    return f"{place} '{name}'{hint}; known: {', '.join(known)}"


def _value(hint: Any, value: Any, limits: Mapping[str, Any], source: str, place: str) -> Any:
    """One checked value."""
    if isinstance(hint, UnionType):  # a table that may be left out
        hint = get_args(hint)[0]
    if is_dataclass(hint):
        return _table(hint, value, source, place)  # type: ignore[arg-type]
    if get_origin(hint) is list:
        if not isinstance(value, list):
            raise ConfigError(f"{source}: {place} must be a list, not {value!r}")
        return [_value(get_args(hint)[0], entry, {}, source, f"{place}[{k}]") for k, entry in enumerate(value)]
    if get_origin(hint) is dict:
        if not isinstance(value, Mapping):
            raise ConfigError(f"{source}: {place} must be a table, not {value!r}")
        inner = get_args(hint)[1]
        return {key: _value(inner, entry, {}, source, f"{place}.{key}") for key, entry in value.items()}
    if hint is Any:
        return value
    if get_origin(hint) is Literal:
        hint = str
    return _scalar(hint, value, limits, source, place)


def _scalar(hint: Any, value: Any, limits: Mapping[str, Any], source: str, place: str) -> Any:
    words = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not hint:
        raise ConfigError(f"{source}: {place} must be {words[hint]}, not {value!r}")
    choices: tuple[str, ...] = limits.get("choices", ())
    if choices and value not in choices:
        near = difflib.get_close_matches(str(value), choices, n=1)
        hint_text = f" (did you mean '{near[0]}'?)" if near else ""
        raise ConfigError(f"{source}: {place} = {value!r} is unknown{hint_text}; choose one of {', '.join(choices)}")
    low, high = limits.get("low"), limits.get("high")
    if (low is not None and not value >= low) or (high is not None and not value <= high):
        raise ConfigError(f"{source}: {place} = {value!r} is not in the range {low:g} to {high:g}")
    return value


def _check_together(config: Config, source: str) -> None:
    """Check the conditions between several values."""
    weights, selfplay = config.opponents.weights, config.selfplay
    if selfplay is not None and not selfplay.self_share + selfplay.pool_share + selfplay.bots_share > 0:
        raise ConfigError(f"{source}: [selfplay] needs self_share, pool_share or bots_share above 0")
    needed = selfplay is None or selfplay.bots_share > 0 or weights
    if needed and (not weights or min(weights.values()) < 0 or not 0 < sum(weights.values()) < float("inf")):
        raise ConfigError(f"{source}: opponents.weights must name bots with numbers ≥ 0, not all zero, not {weights}")
    if not config.network.hidden or not all(1 <= width <= 65_536 for width in config.network.hidden):
        raise ConfigError(f"{source}: network.hidden must be widths from 1 to 65536, not {config.network.hidden}")
    _check_base(config, source)
    _check_teaching(config, source)
    if config.budget.minutes == 0 and config.budget.steps == 0:
        raise ConfigError(f"{source}: [budget] needs minutes or steps, or the run would never end")
    samples = config.ppo.num_envs * config.ppo.n_steps
    if samples < config.ppo.minibatch or samples % config.ppo.minibatch == 1:
        raise ConfigError(
            f"{source}: ppo.minibatch = {config.ppo.minibatch} does not fit the {samples} samples of an update "
            f"(num_envs × n_steps); a minibatch has at most as many, and no single sample may be left over"
        )


def teacher_of(config: Config) -> SearchAgent | None:
    """The search that teaches; None: there is no teaching.

    Raises:
        ValueError: the name is no search.
    """
    return search_named(config.teaching.teacher) if config.teaching.teacher else None


def _check_teaching(config: Config, source: str) -> None:
    """Check what teaching needs: rollouts of the bot that the network plays over."""
    teaching, base = config.teaching, config.network.base
    try:
        teacher = teacher_of(config)
    except ValueError as error:
        raise ConfigError(f"{source}: teaching.teacher: {error}") from error
    if teacher is None:
        return
    if teacher.seconds is not None or teacher.values is not None or not teacher.base:
        raise ConfigError(
            f"{source}: teaching.teacher = {teaching.teacher!r} must name a bot and a number of rollouts, such as "
            f"search:expert@16"
        )
    if teacher.base != base:
        raise ConfigError(
            f"{source}: teaching.teacher = {teaching.teacher!r} says which choices of {teacher.base!r} to leave, but "
            f"the network plays over {base or 'no bot'!r}; write network.base = {teacher.base!r}"
        )
    if not teaching.positions and not teaching.seconds:
        raise ConfigError(f"{source}: [teaching] needs positions or seconds, or it would never end")


def _check_base(config: Config, source: str) -> None:
    """Check what a network needs that plays over a bot."""
    base, cloned = config.network.base, config.cloning.bot
    if base and config.selfplay is None:
        raise ConfigError(f"{source}: network.base = {base!r} needs [selfplay]; MaskablePPO learns without it")
    if base and cloned not in ("", base):
        raise ConfigError(
            f"{source}: cloning.bot = {cloned!r}, but the network plays over {base!r}; there is nothing to "
            f"imitate: write cloning.bot = {base!r}, from which only the value then learns, or leave it out"
        )


__all__ = [
    "BudgetConfig",
    "CloningConfig",
    "Config",
    "ConfigError",
    "EvaluationConfig",
    "GameConfig",
    "NetworkConfig",
    "OpponentsConfig",
    "PPOConfig",
    "RunConfig",
    "SelfPlayConfig",
    "TableConfig",
    "TeachingConfig",
    "find_config",
    "load_config",
    "parse_config",
    "teacher_of",
]
