"""The network of a trained agent: masked policy, and value of what a seat knows. Needs torch."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import torch
from torch import Tensor, nn

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh, "silu": nn.SiLU}
"""Activations by the name that configs and checkpoints use."""

WIDEST = 65_536
"""The largest width of a layer."""

TRUST = 4.0
"""What a new network over a bot adds to the logit of the bot's choice: with four legal actions it is played in 95 of
100 decisions, so that a few others are tried in every game."""


@dataclass(frozen=True)
class NetworkShape:
    """The architecture of a network.

    Attributes:
        obs_size: floats of an observation.
        actions: size of the action space.
        hidden: widths of the hidden layers, the same for policy and value.
        activation: a key of `ACTIVATIONS`.
        shared: policy and value share the hidden layers; False: they share no layer.
        base: the scripted bot that the network plays over: it is told the bot's choice, and learns where to choose
            otherwise; empty: it plays alone.
    """

    obs_size: int
    actions: int
    hidden: tuple[int, ...] = (256, 256)
    activation: str = "relu"
    shared: bool = False
    base: str = ""

    @property
    def outputs(self) -> int:
        """Outputs of the policy: a logit for each action, and over a bot what is added to that of the bot's choice."""
        return self.actions + bool(self.base)

    def to_dict(self) -> dict[str, Any]:
        """The architecture as values for JSON."""
        return {**asdict(self), "hidden": list(self.hidden)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> NetworkShape:
        """The architecture from JSON, by default not `shared` (KeyError, TypeError or ValueError: not valid)."""
        values = {"shared": False, "base": "", **values}
        hidden, shared, base = values["hidden"], values["shared"], values["base"]
        shape = cls(values["obs_size"], values["actions"], tuple(hidden), values["activation"], shared, base)
        numbers = (shape.obs_size, shape.actions, *shape.hidden)
        whole = all(type(number) is int and 1 <= number <= WIDEST for number in numbers)
        known = shape.activation in ACTIVATIONS and type(shared) is bool and type(base) is str
        if not whole or len(values) != len(fields(cls)) or not known:
            raise ValueError(f"not a network: {dict(values)}")
        return shape


class PolicyNetwork(nn.Module):
    """Multi-layer perceptrons over the same observation: action logits and expected final reward.

    `trunk`, the shared hidden layers, is empty unless the shape says so; `actor` and `critic` are then one layer each.

    A network over a bot (`NetworkShape.base`) begins as that bot and learns where to differ (residual policy learning:
    T. Silver, K. Allen, J. Tenenbaum, L. Kaelbling, 2018): its last output is added to the logit of the action that the
    bot would choose, the *advice*, int64 [n]. It has to be given wherever logits are computed.

    Args:
        shape: its architecture.
        reduced: compute hidden layers in bfloat16, for faster training on processors with instructions for it; weights
            and last layers stay float32.
    """

    def __init__(self, shape: NetworkShape, *, reduced: bool = False) -> None:
        super().__init__()
        self.shape, self.reduced = shape, reduced
        self.trunk = nn.Sequential(
            *_hidden_layers(shape.obs_size, shape.hidden, shape.activation) if shape.shared else ()
        )
        inputs, own = (shape.hidden[-1], ()) if shape.shared else (shape.obs_size, shape.hidden)
        # The small last layer starts the policy near uniform over what is legal.
        self.actor = _perceptron(inputs, own, shape.outputs, shape.activation, last_gain=0.01)
        if shape.base:
            last: Any = self.actor[-1]
            nn.init.constant_(last.bias[-1:], TRUST)
        self.critic = _perceptron(inputs, own, 1, shape.activation, last_gain=1.0)

    def forward(self, obs: Tensor, advice: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits float32 [n, actions] and values float32 [n] of observations [n, obs_size], float32 or bfloat16."""
        if not self.shape.shared:
            return self.logits(obs, advice), self.values(obs)
        # Both last layers at once: what the trunk has seen is converted and multiplied only once.
        heads: Any = (self.actor[-1], self.critic[-1])
        weights, biases = (torch.cat([getattr(head, name) for head in heads]) for name in ("weight", "bias"))
        both = _last_layer(self._hidden(self.trunk, obs), weights, biases)
        return self._advised(both[:, :-1], advice), both[:, -1]

    def logits(self, obs: Tensor, advice: Tensor | None = None) -> Tensor:
        """Unmasked action scores, float32 [n, actions], of observations float32 [n, obs_size]."""
        return self._advised(self.outputs(obs), advice)

    def outputs(self, obs: Tensor) -> Tensor:
        """What the policy puts out, float32 [n, `shape.outputs`]: its own scores, before any advice."""
        return self._head(self.actor, self._hidden(self.trunk, obs))

    def values(self, obs: Tensor) -> Tensor:
        """Expected final reward, float32 [n], of the seat that observes."""
        return self._head(self.critic, self._hidden(self.trunk, obs)).squeeze(-1)

    def log_probs(self, obs: Tensor, mask: Tensor, advice: Tensor | None = None) -> Tensor:
        """Log-probabilities float32 [n, actions]; −inf where the mask [n, actions] is zero."""
        return masked_log_probs(self.logits(obs, advice), mask)

    def _advised(self, outputs: Tensor, advice: Tensor | None) -> Tensor:
        """Logits from what the policy puts out (ValueError: a network over a bot that is not told its choice)."""
        if not self.shape.base:
            return outputs
        if advice is None:
            raise ValueError(
                f"this network plays over the bot '{self.shape.base}' and has to be told what it would choose"
            )
        return outputs[:, :-1].scatter_add(1, advice[:, None], outputs[:, -1:])

    def _head(self, layers: nn.Sequential, seen: Tensor) -> Tensor:
        last: Any = layers[-1]
        return _last_layer(self._hidden(layers[:-1], seen), last.weight, last.bias)

    def _hidden(self, layers: nn.Module, seen: Tensor) -> Tensor:
        if not self.reduced:
            return layers(seen)
        with torch.autocast(seen.device.type, torch.bfloat16):
            return layers(seen)


class _ReducedLayer(torch.autograd.Function):
    """A float32 layer over bfloat16 inputs, whose gradients are multiplied in bfloat16, as those of the others are."""

    @staticmethod
    def forward(ctx: Any, seen: Tensor, weight: Tensor, bias: Tensor) -> Tensor:  # type: ignore[override]
        ctx.save_for_backward(seen, weight)
        return nn.functional.linear(seen.float(), weight, bias)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor, Tensor]:  # type: ignore[override]
        seen, weight = ctx.saved_tensors
        reduced = gradient.to(seen.dtype)
        return reduced @ weight.to(seen.dtype), (reduced.t() @ seen).float(), gradient.sum(0)


def _last_layer(seen: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """What a last layer makes of hidden units, float32 [n, outputs]; its sums are always in float32."""
    if seen.dtype == torch.float32:
        return nn.functional.linear(seen, weight, bias)
    result: Any = _ReducedLayer.apply(seen, weight, bias)
    return result


def working_copy(network: PolicyNetwork) -> PolicyNetwork:
    """A copy whose hidden layers are bfloat16 and whose last layers are float32; it takes bfloat16 observations.

    Faster than `reduced`, which converts weights at every pass. The weights of the original go on being float32.
    """
    working = copy.deepcopy(network)
    working.reduced = False
    for layers in (working.trunk, working.actor[:-1], working.critic[:-1]):
        layers.to(torch.bfloat16)
    return working


def bfloat16_is_fast() -> bool:
    """Whether this processor has instructions for bfloat16."""
    capabilities = getattr(torch.cpu, "get_capabilities", dict)()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))


def masked_log_probs(logits: Tensor, mask: Tensor) -> Tensor:
    """Log-softmax over the legal actions alone: illegal ones get −inf and no gradient.

    Args:
        logits: float [n, actions].
        mask: any number type [n, actions], not zero where legal; at least one a row.
    """
    return torch.log_softmax(logits.float().masked_fill(mask == 0, -torch.inf), dim=-1)


def entropy_of(log_probs: Tensor) -> Tensor:
    """Entropy [n] of masked log-probabilities; illegal actions add nothing."""
    # Replacing −inf before multiplying keeps 0 × −inf out of the value and NaN out of the gradient.
    finite = log_probs.masked_fill(log_probs == -torch.inf, 0.0)
    return -(finite.exp() * finite * (log_probs != -torch.inf)).sum(-1)


def sample(log_probs: Tensor, random: torch.Generator | None = None) -> Tensor:
    """One action int64 [n] per row, drawn from masked log-probabilities (with torch's own generator when None).

    The Gumbel trick in the logarithm: an illegal action stays at −inf and can never be the largest, however small the
    probabilities of the legal ones are.
    """
    noise = torch.empty_like(log_probs).exponential_(generator=random).log_()
    return (log_probs - noise).argmax(-1)


def _perceptron(inputs: int, hidden: Sequence[int], outputs: int, activation: str, last_gain: float) -> nn.Sequential:
    layers = _hidden_layers(inputs, hidden, activation)
    return nn.Sequential(*layers, _linear(hidden[-1] if hidden else inputs, outputs, last_gain))


def _hidden_layers(inputs: int, hidden: Sequence[int], activation: str) -> list[nn.Module]:
    layers: list[nn.Module] = []
    for width in hidden:
        layers += [_linear(inputs, width, 2**0.5), ACTIVATIONS[activation]()]
        inputs = width
    return layers


def _linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
