"""Configs of training runs: TOML files that are read into frozen dataclasses and checked before training starts."""

from __future__ import annotations

import difflib
import importlib.resources
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from ..envs._core.rewards import RewardName

T = TypeVar("T")


class ConfigError(ValueError):
    """A config cannot be used; the message names the file, the key and the fault."""


def number(default: Any = MISSING, low: float | None = None, high: float | None = None) -> Any:
    """A dataclass field whose value lies in [low, high]."""
    return field(default=default, metadata={"low": low, "high": high})


def word(default: str, *choices: str) -> Any:
    """A dataclass field whose value is one of several words."""
    return field(default=default, metadata={"choices": choices})


@dataclass(frozen=True)
class GameConfig:
    """`[game]`: the game and its options.

    Attributes:
        id: id of the game.
        players: seats at the table; 0: the usual number of the game.
        data: folder of a data pack; empty: the one that comes with the game.
        options: options of the game by name.
    """

    id: str
    players: int = number(0, 0, 8)
    data: str = ""
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class OpponentsConfig:
    """`[opponents]`: who sits at the learner's table, at which the learner has one seat, which changes.

    Attributes:
        weights: how often each bot plays, by its name or `module:NAME`; with `[selfplay]` also folders of checkpoints.
        mixed: share of tables at which every opponent is drawn separately; at the others all are the same bot.
    """

    weights: dict[str, float] = field(default_factory=dict)
    mixed: float = number(0.25, 0, 1)


@dataclass(frozen=True)
class NetworkConfig:
    """`[network]`: the architecture of policy and value.

    Attributes:
        hidden: widths of the hidden layers.
        activation: `relu`, `tanh` or `silu`.
        shared: policy and value share the hidden layers, which halves the time of learning.
        precision: of the hidden layers in training: `float32`, `bfloat16`, or `auto` (bfloat16 on processors with
            instructions for it).
    """

    hidden: list[int] = field(default_factory=lambda: [256, 256])
    activation: str = word("relu", "relu", "tanh", "silu")
    shared: bool = False
    precision: str = word("float32", "float32", "bfloat16", "auto")


@dataclass(frozen=True)
class CloningConfig:
    """`[cloning]`: behaviour cloning of a bot before the network learns from rewards.

    Attributes:
        bot: the bot to imitate, by its name or `module:NAME`; empty: no behaviour cloning.
        seconds: duration; at most 40 % of the minutes of the budget are used; 0 with `samples`: no limit.
        samples: decisions of the bot to learn from, the same on every machine; 0: as many as time allows.
        learning_rate: learning rate at the start; it falls linearly to zero.
        minibatch: samples of one step of the optimiser.
        num_envs: number of games played at once.
        epochs: passes over each collection of samples.
        value_weight: weight of the squared error of the predicted final reward.
    """

    bot: str = ""
    seconds: float = number(120.0, 0, 86_400)
    samples: int = number(0, 0, 10**12)
    learning_rate: float = number(1e-3, 1e-7, 1)
    minibatch: int = number(4096, 1, 10**6)
    num_envs: int = number(256, 1, 10**6)
    epochs: int = number(2, 1, 100)
    value_weight: float = number(0.5, 0, 100)


@dataclass(frozen=True)
class PPOConfig:
    """`[ppo]`: the learner, Proximal Policy Optimisation with action masks.

    Attributes:
        num_envs: number of games played at once.
        n_steps: decisions of the learner in each game between two updates.
        minibatch: samples of one step of the optimiser.
        epochs: passes over the rollout buffer in each update.
        learning_rate: learning rate at the start of the budget.
        learning_rate_end: learning rate at its end; linear in between.
        gamma: discount factor per decision.
        gae_lambda: λ of generalised advantage estimation (GAE).
        clip: clipping range of the probability ratio.
        entropy: weight of the entropy of the policy.
        value_weight: weight of the value loss.
        max_grad_norm: gradients are clipped to this norm.
        target_kl: KL divergence that ends the epochs of an update; 0: no limit.
        value_warmup: number of first updates in which only the value is trained.
        reward: final reward of a seat: `placement`, `win` or `score`.
        shaping: factor of potential-based shaping on the score; 0: none.
    """

    num_envs: int = number(1024, 1, 10**6)
    n_steps: int = number(64, 1, 10**5)
    minibatch: int = number(8192, 2, 10**7)
    epochs: int = number(4, 1, 100)
    learning_rate: float = number(3e-4, 1e-8, 1)
    learning_rate_end: float = number(0.0, 0, 1)
    gamma: float = number(1.0, 0, 1)
    gae_lambda: float = number(0.95, 0, 1)
    clip: float = number(0.2, 1e-3, 1)
    entropy: float = number(0.01, 0, 10)
    value_weight: float = number(0.5, 0, 100)
    max_grad_norm: float = number(0.5, 1e-6, 1e6)
    target_kl: float = number(0.0, 0, 10)
    value_warmup: int = number(0, 0, 10**6)
    reward: RewardName = word("placement", "placement", "win", "score")  # noqa: RUF009 - it is a field
    shaping: float = number(0.0, 0, 1000)


@dataclass(frozen=True)
class TableConfig:
    """One of `[[selfplay.tables]]`: a table with another number of seats or other options.

    Attributes:
        share: share of the games that are played at it.
        players: seats; 0: those of `[game]`.
        options: options of the game by name, instead of those of `[game]`.
    """

    share: float = number(1.0, 1e-6, 1e6)
    players: int = number(0, 0, 8)
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SelfPlayConfig:
    """`[selfplay]`: the learner plays every seat; without this table it has one seat among bots (MaskablePPO).

    The three shares say how often a new game is of each kind; they need not add up to 1.

    Attributes:
        self_share: the learner has all seats.
        pool_share: the learner has one seat, a past self all others.
        bots_share: the learner has one seat, the others are drawn from `[opponents]`.
        pool_size: number of past selves that are kept.
        pool_every: updates between two looks at whether the learner joins the pool as a past self.
        pool_win_rate: win rate against past selves from which on it joins, as a multiple of what equal players have.
        pool_games: games against past selves on which that is judged, at least.
        chunk: samples that pass the network at once in an update; their gradients are added up to those of the
            minibatch, and small ones stay in a processor's cache; 0: all of the minibatch.
        device: where the network learns: `cpu`, `cuda`, or `auto` (`cuda` where there is one).
        tables: tables that are played at; none: that of `[game]`.
    """

    self_share: float = number(0.6, 0, 1e6)
    pool_share: float = number(0.2, 0, 1e6)
    bots_share: float = number(0.2, 0, 1e6)
    pool_size: int = number(8, 1, 64)
    pool_every: int = number(10, 1, 10**6)
    pool_win_rate: float = number(1.1, 0, 8)
    pool_games: int = number(500, 1, 10**9)
    chunk: int = number(0, 0, 10**7)
    device: str = word("auto", "cpu", "cuda", "auto")
    tables: list[TableConfig] = field(default_factory=list)


@dataclass(frozen=True)
class BudgetConfig:
    """`[budget]`: the run ends when the first of the two limits is reached.

    Attributes:
        minutes: minutes of the run, behaviour cloning and evaluations included; 0: no limit.
        steps: decisions of the learner; 0: no limit.
    """

    minutes: float = number(0.0, 0, 10**6)
    steps: int = number(0, 0, 10**13)


@dataclass(frozen=True)
class EvaluationConfig:
    """`[evaluation]`: win rates of the learner during training.

    Attributes:
        opponents: bots, by name or `module:NAME`; a table of each is played. The win rate against the first one decides
            which checkpoint is `best`.
        deals: deals against each opponent; each is played from every seat.
        every_minutes: minutes between two evaluations.
    """

    opponents: list[str] = field(default_factory=list)
    deals: int = number(500, 1, 10**6)
    every_minutes: float = number(5.0, 0, 10**6)


@dataclass(frozen=True)
class RunConfig:
    """`[run]`: settings of the run itself.

    Attributes:
        seed: seed of everything that is random.
        threads: number of threads; 0: one for each processor that this process may use.
        checkpoint_minutes: minutes between two `last` checkpoints, from which `--resume` continues.
    """

    seed: int = number(1, 0, 2**31 - 1)
    threads: int = number(0, 0, 256)
    checkpoint_minutes: float = number(2.0, 0, 10**6)


@dataclass(frozen=True)
class Config:
    """A whole training run; each attribute is a table of the file."""

    game: GameConfig
    opponents: OpponentsConfig = OpponentsConfig()
    network: NetworkConfig = NetworkConfig()
    cloning: CloningConfig = CloningConfig()
    ppo: PPOConfig = PPOConfig()
    selfplay: SelfPlayConfig | None = None
    budget: BudgetConfig = BudgetConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    run: RunConfig = RunConfig()

    def to_dict(self) -> dict[str, Any]:
        """The values as nested dictionaries, tables that are not there left out."""
        return {name: table for name, table in asdict(self).items() if table is not None}


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
    if config.budget.minutes == 0 and config.budget.steps == 0:
        raise ConfigError(f"{source}: [budget] needs minutes or steps, or the run would never end")
    samples = config.ppo.num_envs * config.ppo.n_steps
    if samples < config.ppo.minibatch or samples % config.ppo.minibatch == 1:
        raise ConfigError(
            f"{source}: ppo.minibatch = {config.ppo.minibatch} does not fit the {samples} samples of an update "
            f"(num_envs × n_steps); a minibatch has at most as many, and no single sample may be left over"
        )
