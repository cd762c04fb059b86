"""Learning from a search: before PPO, a network that plays over a bot learns what the bot's choices cost.

Games are played, and now and then the game is stopped: every action (or some of many) is tried in rollouts that the
bot finishes, as a search would do. The mean reward of each action less that of the bot's own is its *gain*, and the
network learns to predict it from what the seat sees. One gain is mostly luck; a network that has seen many says what is
common to them. It then leaves the bot's choice where it expects more than a margin.

This is imitation of an expert by the cost of actions instead of by its choices (AggreVaTe: S. Ross, J. A. Bagnell,
"Reinforcement and Imitation Learning via Interactive No-Regret Learning", 2014); with a network instead of a table, and
rollouts of the bot, it is one step of policy iteration (M. Lagoudakis, R. Parr, "Reinforcement Learning as
Classification: Leveraging Modern Classifiers", 2003).
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
from ..agents.rollouts import ANY_LENGTH, Rollouts, Task
from ..envs._core.bots import Bot
from ..envs._core.faces.batch import Batch
from ..envs._core.game import Game
from ..envs._core.rewards import RewardName, reward_kind
from ..envs._core.view import View
from .config import TeachingConfig

TEMPERATURE = 0.01
"""Reward by which the probability of an action changes e-fold once the network has been taught."""

PORTION = 64
"""Positions between two looks at the clock."""

KEPT_BACK = 0.1
"""Share of the lessons that nothing is learnt from: on these the margin is chosen."""

MARGINS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.08)
"""Margins that are tried, in units of the reward."""

NEVER = 0.1
"""The margin where none gains beyond doubt: the bot's choice is hardly ever left."""


class Lessons(NamedTuple):
    """What a search has found in some positions.

    Attributes:
        obs: float16 [m, obs_size].
        actions: int16 [m, candidates], the bot's own first; −1: no further candidate.
        gains: float32 [m, candidates], mean reward of each less that of the bot's own.
    """

    obs: NDArray[np.float16]
    actions: NDArray[np.int16]
    gains: NDArray[np.float32]

    def take(self, chosen: Any) -> Lessons:
        """Some of the lessons, by index or slice."""
        columns: list[Any] = [column[chosen] for column in self]
        return Lessons(*columns)


class TeachingMetrics(NamedTuple):
    """How teaching goes.

    Attributes:
        lessons: positions so far.
        gain, error: mean gain of a decision where the network may leave the bot's choice, on lessons that were kept
            back, and its standard error; in units of the reward.
        leaves: share of these decisions in which it does.
        margin: the margin of that.
        seconds: time so far.
    """

    lessons: int
    gain: float
    error: float
    leaves: float
    margin: float
    seconds: float


class Teacher:
    """Plays games of a bot, and tries other actions in some of their positions.

    Args:
        game: the game.
        bot: the bot, which plays all seats and finishes the rollouts.
        rollouts: rollouts of every action that is tried.
        config: what is tried.
        seed: seed of deals, of the positions that are chosen, and of the rollouts.
        threads: threads that share the rollouts of a position.
        reward: what gains are measured in.
    """

    def __init__(
        self,
        game: Game,
        bot: Bot,
        rollouts: int,
        config: TeachingConfig,
        *,
        seed: int,
        threads: int,
        reward: RewardName,
    ) -> None:
        self.game, self.config, self.rollouts = game, config, rollouts
        self._rollouts = Rollouts(game, bot, threads=threads, kind=reward_kind(reward), limit=ANY_LENGTH)
        self._random = np.random.default_rng(seed)
        self._batch = Batch(game, 1, seed=seed)

    def teach(self, count: int) -> Lessons:
        """Play on until `count` more positions have been looked at.

        Raises:
            RuntimeError: the bot chose an illegal action.
        """
        width = self.config.candidates
        obs = np.empty((count, self.game.obs_size), dtype=np.float16)
        actions = np.full((count, width), -1, dtype=np.int16)
        gains = np.zeros((count, width), dtype=np.float32)
        found = 0
        while found < count:
            view = View(self._batch.position(0))
            legal, seed = view.legal(), int(self._random.integers(2**63))
            self._rollouts.start(view.sample(seed))
            own = self._rollouts.choice(seed, view)
            # The more there is to choose, the more often it is looked at.
            if self._random.random() * self.config.often < len(legal) - 1:
                tried = self._candidates(legal, own)
                obs[found], actions[found, : len(tried)] = view.observation(), tried
                gains[found, : len(tried)] = self._try(tried, seed)
                found += 1
            self._batch.step(np.array([own]))
        return Lessons(obs, actions, gains)

    def _candidates(self, legal: list[int], own: int) -> NDArray[np.int64]:
        others = np.array([action for action in legal if action != own], dtype=np.int64)
        if len(others) >= self.config.candidates:
            others = self._random.choice(others, self.config.candidates - 1, replace=False)
        return np.concatenate([[own], others])

    def _try(self, actions: NDArray[np.int64], seed: int) -> NDArray[np.float32]:
        rewards = np.zeros((len(actions), self.rollouts), dtype=np.float32)
        self._rollouts.play(Task(actions, np.arange(len(actions)), rewards), seed, 0, self.rollouts)
        return (rewards - rewards[0]).mean(axis=1)


def collect(
    teacher: Teacher, config: TeachingConfig, report: Callable[[float, int], None] = lambda done, lessons: None
) -> Lessons:
    """Lessons for the whole budget.

    Args:
        teacher: plays and tries.
        config: how many positions, and how long.
        report: called now and then with the share of the budget that is used up, and the lessons so far.

    Raises:
        RuntimeError: the bot chose an illegal action.
    """
    started, parts, count = time.perf_counter(), [], 0
    done = 0.0
    while done < 1:
        left = config.positions - count if config.positions else PORTION
        parts.append(teacher.teach(min(PORTION, left)))
        count += len(parts[-1].obs)
        used = time.perf_counter() - started
        done = max(
            used / config.seconds if config.seconds else 0.0, count / config.positions if config.positions else 0.0
        )
        report(min(1.0, done), count)
    return Lessons(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def learn_gains(
    network: PolicyNetwork,
    lessons: Lessons,
    config: TeachingConfig,
    seed: int,
    report: Callable[[TeachingMetrics], None] = lambda metrics: None,
) -> TeachingMetrics:
    """Train the policy of a network over a bot to predict gains, and to leave the bot's choice where that pays.

    Args:
        network: the network, trained in place.
        lessons: what a teacher has found.
        config: the settings.
        seed: seed of the order of lessons.
        report: called after every epoch.

    Returns:
        The metrics of the last epoch, on lessons that were kept back.
    """
    random, started = np.random.default_rng(seed), time.perf_counter()
    order = random.permutation(len(lessons.obs))
    kept_back = order[: max(1, round(KEPT_BACK * len(order)))]
    learnt = order[len(kept_back) :]
    policy = [*network.trunk.parameters(), *network.actor.parameters()]
    optimiser = torch.optim.AdamW(policy, lr=config.learning_rate, weight_decay=config.weight_decay)
    total = config.epochs * max(1, len(learnt) // config.minibatch)
    metrics, steps = TeachingMetrics(len(order), 0.0, 0.0, 0.0, MARGINS[-1], 0.0), 0
    for _ in range(config.epochs):
        for part in np.array_split(random.permutation(learnt), max(1, len(learnt) // config.minibatch)):
            optimiser.param_groups[0]["lr"] = config.learning_rate * (1 - steps / total)
            steps += 1
            _learn(network, optimiser, lessons.take(part))
        metrics = _choose_margin(network, lessons.take(kept_back), len(order), time.perf_counter() - started)
        report(metrics)
    _trust(network, metrics.margin)
    return metrics


def _learn(network: PolicyNetwork, optimiser: torch.optim.Optimizer, lessons: Lessons) -> None:
    predicted, gains, known = predicted_gains(network, lessons)
    loss = ((predicted - gains).square() * known).sum() / len(known)
    optimiser.zero_grad()
    (loss / TEMPERATURE**2).backward()
    torch.nn.utils.clip_grad_norm_(optimiser.param_groups[0]["params"], 1.0)
    optimiser.step()


def predicted_gains(network: PolicyNetwork, lessons: Lessons) -> tuple[Tensor, Tensor, Tensor]:
    """Gains that a network expects and those that were found, float32 [m, candidates]; and which there are, bool.

    The bot's own choice, the first, is none of them: its gain is 0.
    """
    device = next(network.parameters()).device
    obs = torch.from_numpy(lessons.obs).to(device).float()
    actions = torch.from_numpy(lessons.actions).to(device).long()
    known = actions >= 0
    known[:, 0] = False
    outputs = network.outputs(obs).gather(1, actions.clamp(min=0))
    return TEMPERATURE * (outputs - outputs[:, :1]), torch.from_numpy(lessons.gains).to(device), known


def _choose_margin(network: PolicyNetwork, lessons: Lessons, count: int, seconds: float) -> TeachingMetrics:
    """The margin with which lessons that were not learnt from gain most; `NEVER` where no gain exceeds its error."""
    with torch.inference_mode():
        predicted, gains, known = predicted_gains(network, lessons)
        best, chosen = predicted.masked_fill(~known, -torch.inf).max(1)
        found = gains.gather(1, chosen[:, None]).squeeze(1)
        trials = []
        for margin in (NEVER, *MARGINS):
            gain = torch.where(best > margin, found, 0.0)
            error = float(gain.std()) / len(gain) ** 0.5 if len(gain) > 1 else float("inf")
            leaves = float((best > margin).float().mean())
            trials.append(TeachingMetrics(count, float(gain.mean()), error, leaves, margin, seconds))
    best_trial = max(trials, key=lambda trial: trial.gain)
    return best_trial if best_trial.gain > best_trial.error else trials[0]


def _trust(network: PolicyNetwork, margin: float) -> None:
    """Let the network leave the bot's choice where it expects more than the margin, wherever it is."""
    last: Any = network.actor[-1]
    with torch.no_grad():
        last.weight[-1] = 0.0
        last.bias[-1] = margin / TEMPERATURE
