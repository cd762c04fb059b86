"""MaskablePPO (sb3-contrib) over the native batch, with its own policy and rollout buffer and budgets in minutes."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor

from ..agents.network import NetworkShape, PolicyNetwork, entropy_of, masked_log_probs, sample
from ..envs.adapters.sb3 import BatchVecEnv
from .config import Config
from .networks import is_reduced, shape_of
from .state import generator_words, set_generator


class NetworkPolicy(MaskableActorCriticPolicy):
    """SB3's masked actor-critic with the network of `agents.network` inside.

    Distributions are plain log-probabilities: illegal actions have probability 0, and the distributions of SB3 with
    their checks at every call are not used.
    """

    def __init__(
        self, observation_space: spaces.Space, action_space: spaces.Space, lr_schedule: Schedule, shape: NetworkShape
    ) -> None:
        self.shape = shape
        super().__init__(observation_space, action_space, lr_schedule)

    def _build(self, lr_schedule: Schedule) -> None:
        self.network = PolicyNetwork(self.shape)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), eps=1e-5)

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions int64 [n], values [n, 1] and log-probabilities [n] for observations under masks."""
        logits, values = self.network(obs)
        log_probs = _log_probs(logits, action_masks)
        actions = log_probs.argmax(-1) if deterministic else sample(log_probs)
        return actions, values[:, None], _of(log_probs, actions)

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        """Values [n, 1], log-probabilities [n] and entropies [n] of actions that were taken under masks."""
        logits, values = self.network(obs)
        log_probs = _log_probs(logits, action_masks)
        return values[:, None], _of(log_probs, actions), entropy_of(log_probs)

    def predict_values(self, obs: Any) -> Tensor:
        """Expected final rewards [n, 1]."""
        return self.network.values(obs)[:, None]

    def _predict(self, observation: Any, deterministic: bool = False, action_masks: Any = None) -> Tensor:
        log_probs = _log_probs(self.network.logits(observation), action_masks)
        return log_probs.argmax(-1) if deterministic else sample(log_probs)


def _log_probs(logits: Tensor, masks: Any) -> Tensor:
    legal = torch.ones_like(logits) if masks is None else torch.as_tensor(masks).reshape(logits.shape)
    return masked_log_probs(logits, legal)


def _of(log_probs: Tensor, actions: Tensor) -> Tensor:
    return log_probs.gather(1, actions.long().reshape(-1, 1)).squeeze(1)


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """SB3's rollout buffer with arrays that are allocated once, masks as bytes and its own random generator."""

    random: np.random.Generator

    def reset(self) -> None:
        """Empty the buffer; its memory is allocated only once."""
        if not hasattr(self, "observations"):
            super().reset()
            self.action_masks = np.zeros(self.action_masks.shape, dtype=np.uint8)
        self.pos, self.full, self.generator_ready = 0, False, False

    def get(self, batch_size: int | None = None) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """All samples once in random order, in minibatches."""
        assert self.full
        count = self.buffer_size * self.n_envs
        order = torch.from_numpy(self.random.permutation(count))
        columns = [
            torch.from_numpy(array.reshape(count, *array.shape[2:]))
            for array in (
                self.observations,
                self.actions.reshape(self.buffer_size, self.n_envs),
                self.values,
                self.log_probs,
                self.advantages,
                self.returns,
                self.action_masks,
            )
        ]
        for chosen in order.split(batch_size or count):
            yield MaskableRolloutBufferSamples(*(column[chosen] for column in columns))


class SeatPPO(MaskablePPO):
    """MaskablePPO whose schedules follow a budget that may be in minutes as well as in steps."""

    policy: NetworkPolicy  # type: ignore[assignment]
    rollout_buffer: SeatRolloutBuffer  # type: ignore[assignment]
    progress: Callable[[], float]
    """The used share of the budget, 0 to 1."""
    spent: Callable[[], bool]
    """Whether the budget has no time for another update."""

    def collect_rollouts(self, *args: Any, **settings: Any) -> bool:
        """Collect the rollout of one update; returns False, which ends `learn`, when the budget is used up."""
        return not self.spent() and super().collect_rollouts(*args, **settings)

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        self._current_progress_remaining = max(0.0, 1.0 - self.progress())


def build_model(config: Config, env: BatchVecEnv) -> SeatPPO:
    """The learner of a config, with new weights from its seed."""
    ppo = config.ppo
    start, end = ppo.learning_rate, ppo.learning_rate_end
    game = env.batch.game
    shape = shape_of(config, game)
    model = SeatPPO(
        NetworkPolicy,
        env,
        learning_rate=lambda remaining: end + (start - end) * remaining,
        n_steps=ppo.n_steps,
        batch_size=ppo.minibatch,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value_weight,
        max_grad_norm=ppo.max_grad_norm,
        target_kl=ppo.target_kl or None,
        rollout_buffer_class=SeatRolloutBuffer,
        policy_kwargs={"shape": shape},
        seed=config.run.seed,
        device="cpu",
    )
    model.policy.network.reduced = is_reduced(config)
    model.progress, model.spent = lambda: 0.0, lambda: False
    model.rollout_buffer.random = np.random.default_rng(config.run.seed)
    return model


def random_state(model: SeatPPO) -> dict[str, NDArray[Any]]:
    """The generators that training draws from, as arrays: torch's and the buffer's."""
    return {"torch": torch.get_rng_state().numpy(), "buffer": generator_words(model.rollout_buffer.random)}


def set_random_state(model: SeatPPO, arrays: dict[str, NDArray[Any]]) -> None:
    """Restore the generators from `random_state`."""
    torch.set_rng_state(torch.from_numpy(arrays["torch"].copy()))
    set_generator(model.rollout_buffer.random, arrays["buffer"])
