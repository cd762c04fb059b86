"""Behaviour cloning: before PPO, the policy learns to imitate a scripted bot and the value to predict the final reward.

The bot plays all seats of a batch; every decision is a sample (observation, mask, action). Once the game is over, the
sample also gets the final reward of the deciding seat.
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

TESTED = 16_384
"""Samples of a collection on which the network is tested before it learns from them."""


class Samples(NamedTuple):
    """Decisions of a bot.

    Attributes:
        obs: float32 [m, obs_size].
        mask: uint8 [m, actions].
        action: int64 [m].
        reward: float32 [m], the final reward of the deciding seat; 0 where it is not known.
        known: float32 [m], 1 where the game was played to its end.
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
    """Metrics of behaviour cloning.

    Attributes:
        accuracy: share of decisions in which the most probable action is that of the bot.
        loss: cross entropy with the choices of the bot.
        value_loss: mean squared error of the predicted final reward.
        samples: number of samples collected so far.
        seconds: time used so far.
    """

    accuracy: float
    loss: float
    value_loss: float
    samples: int
    seconds: float


def make_choices(choose: Any) -> Any:
    """A compiled loop that calls a bot in every row of a batch."""

    @kernel
    def choices(T: Any, O: Any, S: Any, mask: Any, params: Any, rng: Any, work: Any, actions: Any) -> None:
        for i in range(actions.shape[0]):
            actions[i] = choose(T[0], O[0], S[i], mask[i], params, rng, work)

    return choices


class Demonstrator:
    """Collects the decisions of a bot that plays all seats of a batch.

    Args:
        game: the game.
        bot: the bot.
        games: number of games in the batch.
        seed: seed of the deals and the bot.
        threads: threads of the batch.
        reward: kind of the final reward.
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
        self._choose_into(self._actions[:0])  # compile now, not while time is measured

    def collect(self, steps: int) -> Samples:
        """Play `steps` decisions in every game; returns `steps` × games samples."""
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
        self._choose_into(self._actions)
        return self._actions

    def _choose_into(self, actions: NDArray[np.int64]) -> None:
        """Fill `actions` with the choices of the bot in the first rows."""
        with np.errstate(over="ignore"):
            self._choices(
                *(self.game._tables, self.game._options, self.batch._records, self._mask),
                *(self._params, self._rng, self._work, actions),
            )


def final_rewards_of(
    seat: NDArray[np.int64], done: NDArray[np.bool_], final: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The final reward of each deciding seat.

    Args:
        seat: int64 [steps, n], the seat that decided.
        done: bool [steps, n], whether the decision ended the game.
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
    """Train a network to imitate a bot and to predict the final reward, for `config.seconds`.

    A network that plays over a bot has nothing to imitate: only its value is trained.

    Args:
        network: the network, trained in place.
        demonstrator: the source of samples.
        config: the settings.
        seed: seed of the order of samples.
        report: called after every collection.

    Returns:
        The last metrics, computed on new samples.
    """
    order = np.random.default_rng(seed)
    optimiser = torch.optim.Adam(network.parameters(), lr=config.learning_rate)
    steps = max(1, SAMPLES // demonstrator.batch.num_envs)
    metrics = CloningMetrics(0.0, float("nan"), float("nan"), 0, 0.0)
    samples = demonstrator.collect(steps)
    started = time.perf_counter()  # loading and compiling at the first use are not counted
    while True:
        metrics = _test_on(network, samples, metrics.samples, time.perf_counter() - started)
        report(metrics)
        count = len(samples.action)
        parts = max(1, count // config.minibatch)
        chosen = [part for _ in range(config.epochs) for part in np.array_split(order.permutation(count), parts)]
        for k, part in enumerate(chosen):
            learned = metrics.samples - count + count * k / len(chosen)
            used = used_up(config, time.perf_counter() - started, learned)
            if used >= 1:
                seconds = time.perf_counter() - started
                return _test_on(network, demonstrator.collect(steps), metrics.samples, seconds)
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
    """Log-probabilities [m, actions], cross entropy with the choices of the bot and mean squared error of the value."""
    device = next(network.parameters()).device
    obs, mask, action, reward, known = (torch.from_numpy(column).to(device) for column in samples)
    # A network over a bot is told the choice that others have to learn.
    log_probs = network.log_probs(obs, mask, action)
    cross_entropy = -log_probs.gather(1, action[:, None]).mean()
    errors = (network.values(obs) - reward).square() * known
    return log_probs, cross_entropy, errors.sum() / known.sum().clamp(min=1)


def _learn(network: PolicyNetwork, optimiser: torch.optim.Optimizer, samples: Samples, value_weight: float) -> None:
    _, cross_entropy, value = _losses(network, samples)
    optimiser.zero_grad()
    loss = value_weight * value if network.shape.base else cross_entropy + value_weight * value
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def _test_on(network: PolicyNetwork, samples: Samples, before: int, seconds: float) -> CloningMetrics:
    """Metrics on (a part of) new samples."""
    part = samples.take(slice(None, None, max(1, len(samples.action) // TESTED)))
    with torch.inference_mode():
        log_probs, cross_entropy, value = _losses(network, part)
        accuracy = (log_probs.argmax(1).cpu().numpy() == part.action).mean()
    return CloningMetrics(float(accuracy), float(cross_entropy), float(value), before + len(samples.action), seconds)
