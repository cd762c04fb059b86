"""The tables of a config, as frozen dataclasses: names, defaults and ranges of all values."""

from __future__ import annotations

from dataclasses import MISSING, asdict, dataclass, field
from typing import Any

from ..envs._core.rewards import RewardName


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
        weights: how often each opponent plays: a bot by its name or `module:NAME`, or a checkpoint by its folder or its
            name in the zoo.
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
        base: a bot of the game's ladder that the network plays over, only with `[selfplay]`: it is told what the bot
            would choose, begins as that bot and learns where to choose otherwise; empty: it plays alone.
    """

    hidden: list[int] = field(default_factory=lambda: [256, 256])
    activation: str = word("relu", "relu", "tanh", "silu")
    shared: bool = False
    precision: str = word("float32", "float32", "bfloat16", "auto")
    base: str = ""


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
class TeachingConfig:
    """`[teaching]`: a network over a bot learns from rollouts which of the bot's choices to leave, before PPO.

    Attributes:
        teacher: `search:BOT@N`: the bot that the network plays over, and rollouts of every action that is tried in a
            position; empty: no teaching.
        positions: positions that are looked at; 0: as many as `seconds` allow.
        seconds: most time for the rollouts; 0: no limit.
        candidates: actions that are tried in a position, the bot's own among them; of more, some are drawn.
        often: a position with k legal actions is looked at with probability (k − 1) / `often`.
        learning_rate: at the start; it falls linearly to zero.
        weight_decay: of the optimiser (AdamW).
        minibatch: positions of one of its steps.
        epochs: passes over all positions.
    """

    teacher: str = ""
    positions: int = number(200_000, 0, 10**9)
    seconds: float = number(0.0, 0, 10**6)
    candidates: int = number(12, 2, 10**4)
    often: float = number(8.0, 1e-3, 1e6)
    learning_rate: float = number(1e-3, 1e-7, 1)
    weight_decay: float = number(0.01, 0, 10)
    minibatch: int = number(256, 1, 10**6)
    epochs: int = number(4, 1, 100)


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
            minibatch, and small ones stay in a processor's cache; 0: what is fast on the device.
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
        opponents: bots, by name or `module:NAME`, or checkpoints, as in `[opponents]`; a table of each is played. The
            win rate against the first one decides which checkpoint is `best`.
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
    teaching: TeachingConfig = TeachingConfig()
    ppo: PPOConfig = PPOConfig()
    selfplay: SelfPlayConfig | None = None
    budget: BudgetConfig = BudgetConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    run: RunConfig = RunConfig()

    def to_dict(self) -> dict[str, Any]:
        """The values as nested dictionaries, tables that are not there left out."""
        return {name: table for name, table in asdict(self).items() if table is not None}
