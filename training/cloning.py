"""Behaviour cloning: a network learns what a scripted bot would play, and what the game then brings, before PPO begins.

The bot plays all seats of a batch; every decision is a sample (observation, mask, action). Once its game is over, it is
also a sample of the reward that the deciding seat received.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..agents.network import PolicyNetwork
from ..envs._core.bots import WORK_RECORDS, Bot
from ..envs._core.chance import GOLDEN
from ..envs._core.faces.batch import Batch
from ..envs._core.game import Game
from ..envs._core.kernel import kernel
from ..envs._core.rewards import RewardName
from .config import CloningConfig

SAMPLES = 131_072
"""Decisions collected at a time."""

EXAMINED = 16_384
"""Decisions of a collection that the network is examined on before it learns from them."""


class Samples(NamedTuple):
    """Decisions of a bot.

    `obs` float32 [m, obs_size], `mask` uint8 [m, actions], `action` int64 [m], `reward` float32 [m] that the deciding
    seat received at the end, `known` float32 [m]: 1 where that end was reached.
    """

    obs: NDArray[np.float32]
    mask: NDArray[np.uint8]
    action: NDArray[np.int64]
    reward: NDArray[np.float32]
    known: NDArray[np.float32]

    def take(self, chosen: Any) -> Samples:
        """Some of the samples, by index or slice."""
        columns: list[Any] = [np.ascontiguousarray(column[chosen]) for column in self]
        return Samples(*columns)


class CloningMetrics(NamedTuple):
    """How well a network imitates: share of equal choices, cross entropy, error of the value; samples and seconds."""

    accuracy: float
    loss: float
    value_loss: float
    samples: int
    seconds: float


def make_choices(choose: Any) -> Any:
    """A compiled loop that asks a bot for its choice in every row of a batch."""

    @kernel
    def choices(T: Any, O: Any, S: Any, mask: Any, params: Any, rng: Any, work: Any, actions: Any) -> None:
        for i in range(actions.shape[0]):
            actions[i] = choose(T[0], O[0], S[i], mask[i], params, rng, work)

    return choices


class Demonstrator:
    """A bot that plays all seats of a batch and writes down what it does.

    Args:
        game: the game.
        bot: the bot.
        games: games at once.
        seed: of deals and bot.
        threads: of the batch.
        reward: kind of final reward.
    """

    def __init__(
        self, game: Game, bot: Bot, games: int, *, seed: int, threads: int = 1, reward: RewardName = "placement"
    ):
        self.game, self.bot = game, bot
        self.batch = Batch(game, games, seed=seed, threads=threads, reward=reward)
        self._choices = make_choices(bot.choose)
        self._rng = np.array([np.uint64(seed) ^ GOLDEN], dtype=np.uint64)
        self._work = game.spec.state.zeros(WORK_RECORDS)
        self._params = np.ascontiguousarray(bot.params, dtype=np.float64)
        self._mask = np.zeros((games, game.num_actions), dtype=np.uint8)
        self._actions = np.zeros(games, dtype=np.int64)
        self._ask(self._actions[:0])  # compiles, so that no time for metrics is lost to it

    def collect(self, steps: int) -> Samples:
        """Play so many decisions in every game; `steps` × games samples."""
        n, batch = self.batch.num_envs, self.batch
        obs = np.empty((steps, n, self.game.obs_size), dtype=np.float32)
        mask = np.empty((steps, n, self.game.num_actions), dtype=np.uint8)
        action = np.empty((steps, n), dtype=np.int64)
        seat, done = np.empty((steps, n), dtype=np.int64), np.empty((steps, n), dtype=np.bool_)
        final = np.empty((steps, n, batch.rewards.shape[1]), dtype=np.float32)
        for step in range(steps):
            obs[step], mask[step], seat[step] = batch.obs, batch.mask, batch.seat
            action[step] = self._choose()
            batch.step(action[step])
            done[step], final[step] = batch.done != 0, batch.rewards
        reward, known = final_rewards_of(seat, done, final)
        m = steps * n
        return Samples(obs.reshape(m, -1), mask.reshape(m, -1), action.reshape(m), reward.reshape(m), known.reshape(m))

    def _choose(self) -> NDArray[np.int64]:
        self._mask[:] = self.batch.mask
        self._ask(self._actions)
        return self._actions

    def _ask(self, actions: NDArray[np.int64]) -> None:
        """Let the bot choose in the first rows, as many as there are actions to fill in."""
        with np.errstate(over="ignore"):
            self._choices(
                *(self.game.tables, self.game.options, self.batch.records, self._mask),
                *(self._params, self._rng, self._work, actions),
            )


def final_rewards_of(
    seat: NDArray[np.int64], done: NDArray[np.bool_], final: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What each deciding seat received at the end of its game.

    Args:
        seat: int64 [steps, n], who decided.
        done: bool [steps, n], whether that ended the game.
        final: float32 [steps, n, seats], rewards of all seats in that step.

    Returns:
        Rewards float32 [steps, n] and 1 where the end lies within the steps, float32 [steps, n].
    """
    reward = np.zeros(seat.shape, dtype=np.float32)
    known = np.zeros(seat.shape, dtype=np.float32)
    rows = np.arange(seat.shape[1])
    end, reached = np.zeros(final.shape[1:], dtype=np.float32), np.zeros(seat.shape[1], dtype=np.float32)
    for step in range(len(seat) - 1, -1, -1):
        end[done[step]] = final[step, done[step]]
        reached[done[step]] = 1
        reward[step] = end[rows, seat[step]] * reached
        known[step] = reached
    return reward, known


def clone(
    network: PolicyNetwork,
    demonstrator: Demonstrator,
    config: CloningConfig,
    seed: int,
    report: Callable[[CloningMetrics], None] = lambda metrics: None,
) -> CloningMetrics:
    """Teach a network to play like a bot and to foresee the reward, for `config.seconds`.

    Args:
        network: taught in place.
        demonstrator: the bot at work.
        config: how.
        seed: of the order of samples.
        report: called after every collection.

    Returns:
        The last metrics; its figures are of samples not seen before.
    """
    order = np.random.default_rng(seed)
    optimiser = torch.optim.Adam(network.parameters(), lr=config.learning_rate)
    steps = max(1, SAMPLES // demonstrator.batch.num_envs)
    metrics = CloningMetrics(0.0, float("nan"), float("nan"), 0, 0.0)
    samples = demonstrator.collect(steps)
    started = time.perf_counter()  # what is loaded and compiled at first use lies behind us
    while True:
        metrics = _examine(network, samples, metrics.samples, time.perf_counter() - started)
        report(metrics)
        count = len(samples.action)
        parts = max(1, count // config.minibatch)
        chosen = [part for _ in range(config.epochs) for part in np.array_split(order.permutation(count), parts)]
        for k, part in enumerate(chosen):
            learned = metrics.samples - count + count * k / len(chosen)
            used = used_up(config, time.perf_counter() - started, learned)
            if used >= 1:
                seconds = time.perf_counter() - started
                return _examine(network, demonstrator.collect(steps), metrics.samples, seconds)
            optimiser.param_groups[0]["lr"] = config.learning_rate * (1 - used)
            _learn(network, optimiser, samples.take(part), config.value_weight)
        samples = demonstrator.collect(steps)


def used_up(config: CloningConfig, seconds: float, samples: float) -> float:
    """The share of the budget that has been used, 1 and above: stop; without any limit there is nothing to do."""
    if not config.seconds and not config.samples:
        return 1.0
    by_time = seconds / config.seconds if config.seconds else 0.0
    return max(by_time, samples / config.samples if config.samples else 0.0)


def _losses(network: PolicyNetwork, samples: Samples) -> tuple[Tensor, Tensor, Tensor]:
    """Log-probabilities [m, actions], cross entropy with the bot's choices and error of the value."""
    obs, mask, action, reward, known = (torch.from_numpy(column) for column in samples)
    log_probs = network.log_probs(obs, mask)
    imitation = -log_probs.gather(1, action[:, None]).mean()
    errors = (network.values(obs) - reward).square() * known
    return log_probs, imitation, errors.sum() / known.sum().clamp(min=1)


def _learn(network: PolicyNetwork, optimiser: torch.optim.Optimizer, samples: Samples, value_weight: float) -> None:
    _, imitation, value = _losses(network, samples)
    optimiser.zero_grad()
    (imitation + value_weight * value).backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def _examine(network: PolicyNetwork, samples: Samples, before: int, seconds: float) -> CloningMetrics:
    """Figures on (a part of) fresh samples."""
    part = samples.take(slice(None, None, max(1, len(samples.action) // EXAMINED)))
    with torch.inference_mode():
        log_probs, imitation, value = _losses(network, part)
        accuracy = (log_probs.argmax(1).numpy() == part.action).mean()
    return CloningMetrics(float(accuracy), float(imitation), float(value), before + len(samples.action), seconds)
