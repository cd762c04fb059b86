"""Trained policies as ONNX models, for programs without torch and without mailwing.

The graph is written out here, layer by layer, rather than traced: what it computes is `PolicyNetwork.log_probs` and
`PolicyNetwork.values`, and it depends on no exporter of torch.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from mailwing import __version__

from ..envs._core.errors import MailwingError
from ..envs._core.files import check_target, write_bytes
from ..envs._core.game import Game
from ..envs._core.layout import observation_layout
from ..envs._core.registry import games, load
from ..envs.adapters.libraries import require
from .network import PolicyNetwork
from .policy import Policy, load_policy, read_metadata
from .zoo import NAME, agents_of

OPSET, IR_VERSION = 18, 9
"""What the model asks of who runs it: onnxruntime 1.15 and newer."""

ACTIVATIONS = {"relu": ("Relu",), "tanh": ("Tanh",), "silu": ("Sigmoid", "Mul")}
"""The operators of each activation; `Mul` multiplies what the one before gives with its input."""


class ExportError(MailwingError, ValueError):
    """A policy that cannot be written; the message says why and what to do."""


def export_policy(
    checkpoint: str | Path | Policy, path: str | Path, game: str | Game | None = None, *, overwrite: bool = False
) -> dict[str, str]:
    """Write a trained policy as an ONNX model.

    Its inputs are `obs` float32 [n, obs_size], `mask` uint8 [n, actions], not 0 where legal, and, for a network over a
    bot, `advice` int64 [n], what the bot would choose. Its outputs are `log_probs` float32 [n, actions], −inf where an
    action is not legal, and `value` float32 [n], the expected final reward. Each mask needs a legal action.

    Args:
        checkpoint: a checkpoint folder, `zoo/NAME`, or a loaded policy.
        path: the file; it is there whole or not at all.
        game: the game; needed for a name in the zoo that several games have, and for a policy without metadata.
        overwrite: replace what is there.

    Returns:
        The metadata that the model carries: `mailwing`, `game`, `version`, `spec_hash`, `players`, `base` (the bot it
        plays over); and as JSON `checkpoint` (its `metadata.json`) and `observation` (its layout, as in
        `evaluation.About`).

    Raises:
        ExportError: something is at `path` already, or the game is not known; nothing is written.
        CheckpointError: no checkpoint, a damaged one, or one of another game or version.
        ImportError: onnx is missing; the message says what installs it.
        OSError: the file cannot be written; the error names it.
    """
    onnx: Any = require("onnx", "onnx", "1.16", "onnx")
    target = Path(path)
    if (target.exists() or target.is_symlink()) and not overwrite:
        raise ExportError(f"{path}: is there already; name another one, or replace it with --overwrite")
    check_target(target)
    table = game if isinstance(game, Game) else load(game if game is not None else game_of(checkpoint))
    policy = checkpoint if isinstance(checkpoint, Policy) else load_policy(checkpoint, table)
    about = _about(policy, table)
    model = _model(onnx, policy.network, about)
    write_bytes(target, model.SerializeToString())
    return about


def game_of(checkpoint: str | Path | Policy) -> str:
    """The id of the game that a checkpoint plays.

    Raises:
        ExportError: it does not say so, or several games have such an agent in the zoo.
        CheckpointError: there is no checkpoint.
    """
    if isinstance(checkpoint, Policy):
        if checkpoint.metadata is None:
            raise ExportError(f"{checkpoint.name}: this policy does not say which game it plays; name the game")
        return checkpoint.metadata.game
    if not isinstance(checkpoint, str) or not NAME.fullmatch(checkpoint):
        return read_metadata(checkpoint).game
    having = [each for each in games() if checkpoint in agents_of(each)]
    if len(having) == 1:
        return having[0]
    if having:
        raise ExportError(f"'{checkpoint}' is an agent of {', '.join(having)}; name the game with --game")
    known = sorted({name for each in games() for name in agents_of(each)})
    raise ExportError(f"no game has an agent '{checkpoint}' in the zoo; there are {', '.join(known) or 'none'}")


def _about(policy: Policy, game: Game) -> dict[str, str]:
    """The metadata of the model."""
    known = policy.metadata
    return {
        "mailwing": __version__,
        "game": game.id,
        "version": str(game.spec.version),
        "spec_hash": game.spec_hash,
        "players": str(known.players if known else game.players),
        "base": policy.base,
        "observation": json.dumps(observation_layout(game)),
        "checkpoint": "{}" if known is None else known.to_json(),
    }


class _Graph:
    """The nodes and weights of a graph while it is built."""

    def __init__(self, onnx: Any) -> None:
        self._onnx = onnx
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, operator: str, *inputs: str, name: str = "", **settings: Any) -> str:
        """A node; the name of what it puts out."""
        result = name or f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(self._onnx.helper.make_node(operator, list(inputs), [result], **settings))
        return result

    def constant(self, name: str, values: Any) -> str:
        """Numbers that the model holds; their name."""
        self.weights.append(self._onnx.numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def layers(self, layers: Any, seen: str, prefix: str, activation: str) -> str:
        """Layers of a network, one after the other."""
        for k, layer in enumerate(layers):
            if hasattr(layer, "weight"):
                weight = self.constant(f"{prefix}.{k}.weight", layer.weight.detach().cpu().float().numpy())
                bias = self.constant(f"{prefix}.{k}.bias", layer.bias.detach().cpu().float().numpy())
                seen = self.add("Gemm", seen, weight, bias, transB=1)
            else:
                first, *more = ACTIVATIONS[activation]
                shaped = self.add(first, seen)
                seen = self.add(more[0], seen, shaped) if more else shaped
        return seen


def _model(onnx: Any, network: PolicyNetwork, about: dict[str, str]) -> Any:
    """The model of a network."""
    shape, graph, helper = network.shape, _Graph(onnx), onnx.helper
    kinds = onnx.TensorProto
    seen = graph.layers(network.trunk, "obs", "trunk", shape.activation)
    outputs = graph.layers(network.actor, seen, "actor", shape.activation)
    logits = _advised(graph, outputs, shape.actions) if shape.base else outputs
    legal = graph.add("Cast", "mask", to=kinds.BOOL)
    never = graph.constant("never", np.array(-np.inf, dtype=np.float32))
    graph.add("LogSoftmax", graph.add("Where", legal, logits, never), name="log_probs", axis=-1)
    value = graph.layers(network.critic, seen, "critic", shape.activation)
    graph.add("Squeeze", value, graph.constant("last_axis", np.array([1], dtype=np.int64)), name="value")
    inputs = [
        helper.make_tensor_value_info("obs", kinds.FLOAT, ["n", shape.obs_size]),
        helper.make_tensor_value_info("mask", kinds.UINT8, ["n", shape.actions]),
    ]
    if shape.base:
        inputs.append(helper.make_tensor_value_info("advice", kinds.INT64, ["n"]))
    results = [
        helper.make_tensor_value_info("log_probs", kinds.FLOAT, ["n", shape.actions]),
        helper.make_tensor_value_info("value", kinds.FLOAT, ["n"]),
    ]
    built = helper.make_graph(graph.nodes, f"mailwing_{about['game']}", inputs, results, graph.weights)
    model = helper.make_model(
        built,
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="mailwing",
        producer_version=about["mailwing"],
    )
    helper.set_model_props(model, about)
    onnx.checker.check_model(model, full_check=True)
    return model


def _advised(graph: _Graph, outputs: str, actions: int) -> str:
    """What a network over a bot puts out: its last output is added to the logit of the bot's choice."""
    axis = graph.constant("columns", np.array([1], dtype=np.int64))
    edges = [graph.constant(f"edge_{k}", np.array([k], dtype=np.int64)) for k in (0, actions, actions + 1)]
    own = graph.add("Slice", outputs, edges[0], edges[1], axis)
    trust = graph.add("Slice", outputs, edges[1], edges[2], axis)
    choice = graph.add("Unsqueeze", "advice", axis)
    return graph.add("ScatterElements", own, choice, trust, axis=1, reduction="add")
