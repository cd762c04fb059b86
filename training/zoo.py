"""Adding a trained agent to the zoo: its weights as float16, its results, and its card, written as one folder.

Equal checkpoints and settings give equal bytes.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save

from ..agents import ladder
from ..agents.arrays import CheckpointError, read_object
from ..agents.network import PolicyNetwork
from ..agents.policy import Metadata, Policy, complete_folder, load_policy, read_metadata
from ..agents.zoo import FOLDER, METADATA, PREFIX, WEIGHTS
from ..envs._core.faces.batch import Batch
from ..envs._core.game import Game
from ..envs._core.registry import load, spec_of
from ..evaluation import compare
from ..evaluation.statistics import plain
from .checkpoints import write_folder
from .zoo_card import CARD, RESULTS, card, tables_of

LARGEST = 2_000_000
"""Bytes of the largest weights: they are part of every installation."""

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")

COMPARED = 64
"""Games in which the decisions of the rounded weights are compared with those of the original ones."""


class ZooError(ValueError):
    """An agent cannot be added to the zoo; nothing has been written."""


def add(source: Path, name: str, *, deals: int, replace: bool = False, zoo: Path = FOLDER, threads: int = 1) -> Path:
    """Add the agent of a checkpoint to the zoo.

    Args:
        source: the folder of the checkpoint.
        name: its name there, without `zoo/`.
        deals: deals against each bot of its game, at each table that it was trained at; each is played from every seat.
            0: the results of the evaluation in training are all that the card has.
        replace: take the place of an agent of that name.
        zoo: the folder of the zoo.
        threads: threads of the evaluation.

    Returns:
        The folder that was written: weights, metadata, results and card.

    Raises:
        ZooError: the name is none, or there is such an agent already; the weights are too large or cannot be rounded.
        CheckpointError: there is no checkpoint, or it is damaged, or of another version of its game.
    """
    if not NAME.fullmatch(name):
        raise ZooError(f"'{name}' is no name of an agent: small letters, digits, - and _, without {PREFIX}")
    metadata = read_metadata(source)
    target = zoo / spec_of(metadata.game).id / name
    if target.exists() and not replace:
        raise ZooError(f"{target}: there is an agent of this name already; name another, or use --replace")
    tables = tables_of(metadata)
    games = [load(metadata.game, players=table.players, **table.options) for table in tables]  # of the game's own pack
    original = load_policy(source, games[0])
    arrays = rounded(original.network, source)
    weights = packed(arrays, source)
    stored = Policy(network_of(metadata, arrays), PREFIX + name, metadata)
    results = {
        "format": 1,
        "decisions": decisions(games[0], original, stored),
        "matches": [row for game in games for row in matches(game, stored, deals, threads)] if deals else [],
    }
    files = {
        WEIGHTS: weights,
        METADATA: (complete_folder(source) / METADATA).read_bytes(),
        RESULTS: (json.dumps(results, indent=1, ensure_ascii=False) + "\n").encode(),
    }
    write_folder(target, {**files, CARD: card(name, metadata, results, len(weights)).encode()})
    return target


def rounded(network: PolicyNetwork, source: Path) -> dict[str, NDArray[Any]]:
    """The weights as float16 (ZooError: a number is beyond it)."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, value in network.state_dict().items():
        with np.errstate(over="ignore"):
            arrays[name] = value.numpy().astype(np.float16)
        if not np.isfinite(arrays[name]).all():
            raise ZooError(f"{source}: '{name}' has numbers beyond ±65,504, which float16 does not have")
    return arrays


def packed(arrays: dict[str, NDArray[Any]], source: Path) -> bytes:
    """Weights as a safetensors file (ZooError: it is too large for the zoo)."""
    data = save(arrays)
    if len(data) > LARGEST:
        raise ZooError(
            f"{source}: the weights are {len(data) / 1e6:.2f} MB as float16, the zoo takes {LARGEST / 1e6:g} MB; train "
            "a smaller network (network.hidden, network.shared)"
        )
    return data


def network_of(metadata: Metadata, arrays: dict[str, NDArray[Any]]) -> PolicyNetwork:
    """The network as it will be loaded from the zoo."""
    network = PolicyNetwork(metadata.network)
    network.load_state_dict({name: torch.from_numpy(array.astype(np.float32)) for name, array in arrays.items()})
    return network.eval()


def decisions(game: Game, original: Policy, stored: Policy) -> dict[str, int]:
    """In how many decisions of some games the rounded weights choose as the original ones: `equal` and `compared`."""
    batch, everywhere = Batch(game, COMPARED, seed=1), np.arange(COMPARED)
    equal = compared = 0
    for _ in range(COMPARED):
        advice = original.advise(game, batch._records, everywhere, batch.mask)
        chosen = original.act_batch(batch.obs, batch.mask, advice)
        equal += int((chosen == stored.act_batch(batch.obs, batch.mask, advice)).sum())
        compared += len(chosen)
        batch.step(chosen)
    return {"equal": equal, "compared": compared}


def matches(game: Game, agent: Policy, deals: int, threads: int) -> list[dict[str, Any]]:
    """What the agent wins at a table against every bot of the game, the strongest first, as values for JSON."""
    usual = load(game.id).option_values
    options = {name: value for name, value in game.option_values.items() if value != usual[name]}
    rows = []
    for rival in reversed(ladder(game)) if game.players > 1 else [""]:
        against = [rival] * (game.players - 1)
        result = compare(game, agent, against, deals=deals, threads=threads)
        table = f":{game.players - 1}x{rival}" if rival else ""
        words = ["mailwing", "evaluate", game.id, "--agents", f"{agent.name}{table}", "--deals", f"{deals}"]
        words += ["--players", f"{game.players}"]
        for key, value in options.items():
            words += ["--option", f"{key}={value}"]
        rows.append(
            {
                "opponent": rival,
                "players": game.players,
                "options": options,
                "win_rate": plain([result.win_rate, result.low, result.high]),
                "baseline": result.baseline,
                "rank": plain([result.rank.value, result.rank.low, result.rank.high]),
                "games": result.games,
                "command": shlex.join(words),
            }
        )
    return rows


def write_cards(zoo: Path = FOLDER, games: Sequence[str] = ()) -> list[Path]:
    """Write the cards of all agents anew from their metadata and results; the files that have changed.

    Args:
        zoo: the folder of the zoo.
        games: ids of games; none: all.

    Raises:
        CheckpointError: metadata or results of an agent are damaged.
    """
    changed = []
    for file in sorted(zoo.glob(f"*/*/{METADATA}")):
        folder = file.parent
        if games and folder.parent.name not in games:
            continue
        text = card_of(folder)
        written = folder / CARD
        if not written.exists() or written.read_text(encoding="utf-8") != text:
            written.write_text(text, encoding="utf-8")
            changed.append(written)
    return changed


def card_of(folder: Path) -> str:
    """The card that metadata and results of an agent of the zoo give (CheckpointError: one of them is damaged)."""
    try:
        size = (folder / WEIGHTS).stat().st_size
        return card(folder.name, read_metadata(folder), read_object(folder / RESULTS), size)
    except FileNotFoundError as error:
        raise CheckpointError(f"{error.filename}: the file is missing") from error
