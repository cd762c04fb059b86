"""The update of self-play: Proximal Policy Optimisation (Schulman et al. 2017) with action masks, in plain torch."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..agents.network import PolicyNetwork, working_copy
from .config import PPOConfig
from .diverging import DivergedError
from .rollouts import Rollout

ADAM_EPSILON = 1e-5

CHUNKS = {torch.float32: 1024, torch.bfloat16: 4096}
"""Samples that pass the network at once on a processor, so that what its layers hand on stays in the cache; measured
with two hidden layers of 256."""

FORBIDDEN = -1e30
"""Added to the logits of illegal actions: beyond any logit, so that their probability is exactly 0, but finite."""


class UpdateFigures(NamedTuple):
    """Means over the minibatches of an update.

    Attributes:
        policy_loss, value_loss: the two losses.
        entropy: of the policy, in nats.
        approx_kl: estimate of the KL divergence from the policy that played (Schulman's k3).
        clip_fraction: share of decisions whose probability ratio was outside the clipping range.
        gradient_norm: before clipping.
        minibatches: steps of the optimiser.
    """

    policy_loss: float
    value_loss: float
    entropy: float
    approx_kl: float
    clip_fraction: float
    gradient_norm: float
    minibatches: int


class Update:
    """The optimiser of a network, and the loop over a rollout.

    Args:
        network: what learns.
        config: the settings.
        reduced: compute hidden layers in bfloat16, with a copy of the weights; the gradients are added up in float32.
        chunk: samples that pass the network at once; 0: `CHUNKS` on a processor, all of a minibatch elsewhere.
        seed: seed of the order of samples.

    Attributes:
        working: the network to compute with: a bfloat16 copy if `reduced`, else `network` itself.
        optimiser: Adam, of `network`.
        random: the generator of the order of samples.
    """

    def __init__(
        self, network: PolicyNetwork, config: PPOConfig, *, reduced: bool = False, chunk: int = 0, seed: int = 0
    ) -> None:
        self.network, self.config = network, config
        self.working = working_copy(network) if reduced else network
        on_processor = next(network.parameters()).device.type == "cpu"
        usual = CHUNKS[torch.bfloat16 if reduced else torch.float32] if on_processor else config.minibatch
        self.chunk = min(chunk or usual, config.minibatch)
        self.random = np.random.default_rng(seed)
        self.optimiser = make_adam(network, config.learning_rate)

    def refresh(self) -> None:
        """Take the weights of the network over into `working`; to be called when they have changed."""
        if self.working is not self.network:
            with torch.no_grad():
                for own, weights in zip(self.working.parameters(), self.network.parameters(), strict=True):
                    own.copy_(weights)

    def learn(self, rollout: Rollout, learning_rate: float, *, value_only: bool = False) -> UpdateFigures:
        """All epochs over a rollout.

        Args:
            rollout: finished (`Rollout.finish`).
            learning_rate: of this update.
            value_only: leave the policy, and what it shares with the value, as they are.

        Raises:
            DivergedError: a loss is no number; the step of that minibatch was not made.
        """
        network, config = self.network, self.config
        self._freeze(value_only)
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate
        columns = rollout.columns(next(network.parameters()).device)
        sums, count = torch.zeros(6), 0
        for epoch in range(config.epochs):
            for part in minibatches(self.random, rollout.learnt, config.minibatch):
                figures, kl = self._step(columns, torch.from_numpy(part), value_only, f"epoch {epoch + 1}")
                sums += figures
                count += 1
                if config.target_kl and kl > 1.5 * config.target_kl:
                    return _means(sums, count)
        return _means(sums, count)

    def _take_gradients(self) -> None:
        """Add the gradients of the working copy to those of the network."""
        if self.working is self.network:
            return
        for own, parameter in zip(self.working.parameters(), self.network.parameters(), strict=True):
            if own.grad is not None:
                if parameter.grad is None:
                    parameter.grad = own.grad.float()
                else:
                    parameter.grad += own.grad
                own.grad = None

    def _freeze(self, value_only: bool) -> None:
        for network in (self.network, self.working):
            for part in (network.actor, network.trunk):
                part.requires_grad_(not value_only)

    def _step(self, columns: dict[str, Tensor], part: Tensor, value_only: bool, where: str) -> tuple[Tensor, float]:
        """Learn from one minibatch; its figures float32 [6], and its KL divergence."""
        config, device = self.config, columns["obs"].device
        chosen = part.to(device)
        advantage = normalised(columns["advantage"].index_select(0, chosen))
        self.optimiser.zero_grad(set_to_none=True)
        sums = torch.zeros(5, device=device)
        for piece, its_advantage in zip(chosen.split(self.chunk), advantage.split(self.chunk), strict=True):
            batch = {name: column.index_select(0, piece) for name, column in columns.items()}
            batch["advantage"] = its_advantage
            loss, figures = losses(self.working, batch, config, value_only)
            (loss / len(part)).backward()
            self._take_gradients()
            sums += figures
        means = (sums / len(part)).cpu()
        if not bool(torch.isfinite(means[:2]).all()):
            raise DivergedError(f"{where}: the losses are {means[0]:g} (policy) and {means[1]:g} (value)")
        kl = float(means[3])
        norm = torch.zeros(())
        if not (config.target_kl and kl > 1.5 * config.target_kl):
            norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), config.max_grad_norm).cpu()
            if not math.isfinite(norm):
                raise DivergedError(f"{where}: the norm of the gradient is {norm:g}")
            self.optimiser.step()
            self.refresh()
        return torch.cat([means, norm[None]]), kl


def _means(sums: Tensor, count: int) -> UpdateFigures:
    policy, value, entropy, kl, clipped, norm = (sums / max(1, count)).tolist()
    return UpdateFigures(policy, value, entropy, kl, clipped, norm, count)


class PolicyTerms(torch.autograd.Function):
    """Log-probabilities of actions and entropies under masks, with a gradient that is written out.

    The same as `masked_log_probs` and `entropy_of`, in a third of the passes over [m, actions].
    """

    @staticmethod
    def forward(ctx: Any, logits: Tensor, illegal: Tensor, action: Tensor) -> tuple[Tensor, Tensor]:  # type: ignore[override]
        """`logits` float32 [m, actions], `illegal` bool [m, actions], `action` int64 [m] → float32 [m] each."""
        # Probabilities of what is forbidden are exactly 0, and 0 × FORBIDDEN adds nothing: no second mask is needed.
        # Filling by mask and `exp` of −∞ would take four times as long on a processor.
        masked = torch.add(logits, illegal.to(logits.dtype), alpha=FORBIDDEN)
        log_probs, probs = torch.log_softmax(masked, dim=-1), torch.softmax(masked, dim=-1)
        entropy = -torch.linalg.vecdot(probs, log_probs)
        ctx.save_for_backward(probs, log_probs, entropy, action)
        return log_probs.gather(1, action[:, None]).squeeze(1), entropy

    @staticmethod
    def backward(ctx: Any, of_action: Tensor, of_entropy: Tensor) -> tuple[Tensor, None, None]:  # type: ignore[override]
        """D log p(a) = 1[a] − p, and d H = −p (log p + H)."""
        probs, log_probs, entropy, action = ctx.saved_tensors
        factor = (log_probs + entropy[:, None]).mul_(of_entropy[:, None]).add_(of_action[:, None])
        gradient = factor.mul_(probs).neg_()
        return gradient.scatter_add_(1, action[:, None], of_action[:, None]), None, None


def losses(
    network: PolicyNetwork, batch: dict[str, Tensor], config: PPOConfig, value_only: bool = False
) -> tuple[Tensor, Tensor]:
    """The loss of a batch, summed over its samples, and sums of its figures.

    Args:
        network: what learns.
        batch: columns of a rollout, with normalised advantages.
        config: the settings.
        value_only: the loss is that of the value alone.

    Returns:
        A scalar, and float32 [5]: policy loss, value loss, entropy, KL divergence, clipped decisions.
    """
    logits, values = network(batch["obs"], batch.get("advice"))
    value_loss = (values - batch["returns"]).square().sum()
    if value_only:
        return config.value_weight * value_loss, torch.stack([value_loss.detach() * k for k in (0, 1, 0, 0, 0)])
    log_probs, entropies = PolicyTerms.apply(logits, batch["illegal"], batch["action"])  # type: ignore[misc]
    entropy = entropies.sum()
    change = log_probs - batch["log_prob"]
    ratio = change.exp()
    advantage = batch["advantage"]
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    policy_loss = -torch.minimum(advantage * ratio, advantage * clipped).sum()
    loss = policy_loss + config.value_weight * value_loss - config.entropy * entropy
    with torch.no_grad():
        kl = (ratio - 1 - change).sum()
        outside = ((ratio - 1).abs() > config.clip).sum()
        figures = torch.stack([policy_loss, value_loss, entropy, kl, outside])
    return loss, figures.detach()


def normalised(advantage: Tensor) -> Tensor:
    """Advantages of a minibatch with mean 0 and standard deviation 1."""
    return (advantage - advantage.mean()) / (advantage.std() + 1e-8) if len(advantage) > 1 else advantage


def minibatches(random: np.random.Generator, samples: NDArray[np.int64], size: int) -> list[NDArray[np.int64]]:
    """All samples once in random order, in parts of nearly equal size, as many as fit `size` best."""
    return np.array_split(random.permutation(samples), max(1, round(len(samples) / size)))


def make_adam(network: PolicyNetwork, learning_rate: float) -> torch.optim.Adam:
    """Adam, with all parameters in one call where the device can do that."""
    try:
        return torch.optim.Adam(network.parameters(), lr=learning_rate, eps=ADAM_EPSILON, fused=True)
    except RuntimeError:
        return torch.optim.Adam(network.parameters(), lr=learning_rate, eps=ADAM_EPSILON)
