"""The memory of a `Batch` as arrays that can be saved, and the check of such arrays when they come back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..gate import checksum, difference, layout_of
from ..loops.stepping import LEARNER, OK

if TYPE_CHECKING:
    from .batch import Batch

ARRAYS = ("header", "checksum", "states", "rows")


def saved(batch: Batch) -> dict[str, NDArray[np.uint8]]:
    """Fresh arrays with the games of a batch, and what they belong to."""
    n = batch.num_envs
    states = batch._records.view(np.uint8).reshape(n, -1).copy()
    rows = batch._rows.view(np.uint8).reshape(n, -1).copy()
    header = {**_identity(batch), "seed": int(batch._settings.base)}
    return {
        "header": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8).copy(),
        "checksum": np.frombuffer(checksum(states, rows), dtype=np.uint8).copy(),
        "states": states,
        "rows": rows,
    }


def restored(batch: Batch, memory: Mapping[str, NDArray[Any]]) -> int:
    """Put saved games into a batch; returns the seed that their next games follow from.

    Masks and observations are worked out anew.

    Raises:
        ValueError: see `Batch.restore`; nothing has changed.
    """
    game, n = batch.game, batch.num_envs
    seed = _checked_header(batch, memory)
    sizes = {"states": game.spec.state.dtype.itemsize, "rows": game.spec.row.dtype.itemsize}
    for name, size in sizes.items():
        if memory[name].shape != (n, size):
            raise ValueError(f"{game.id}: '{name}' has shape {memory[name].shape}; expected: ({n}, {size})")
    states, rows = (np.array(memory[name], order="C") for name in ("states", "rows"))
    if checksum(states, rows) != memory["checksum"].tobytes():
        raise ValueError(f"{game.id}: the checksum of the saved batch is wrong: its games are damaged")
    for k, state in enumerate(states):
        game._gate.check(state, f"game {k} of the saved batch is not a position of this game")
    records = states.reshape(-1).view(game.spec.state.dtype)
    kept = rows.reshape(-1).view(game.spec.row.dtype)
    if words := _row_fault(batch, records, kept):
        raise ValueError(f"{game.id}: the saved batch does not hang together: {words}")
    batch._records.view(np.uint8).reshape(n, -1)[:] = states
    batch._rows.view(np.uint8).reshape(n, -1)[:] = rows
    _work_out(batch)
    return seed


def _identity(batch: Batch) -> dict[str, Any]:
    return {
        **batch.game._gate.identity(),
        "rows": layout_of(batch.game.spec.row),
        "bots": [bot.name for bot in batch.bots],
        "restart": batch.restart,
        "show_forced": batch._show_forced,
        "games": batch.num_envs,
    }


def _checked_header(batch: Batch, memory: Mapping[str, NDArray[Any]]) -> int:
    """The seed of a saved batch, if it is one of this kind of batch (ValueError: it is not)."""
    game = batch.game
    for name in ARRAYS:
        array = memory.get(name)
        if not isinstance(array, np.ndarray) or array.dtype != np.uint8:
            found = "missing" if array is None else f"not uint8 but {getattr(array, 'dtype', type(array).__name__)}"
            raise ValueError(f"{game.id}: this is not what Batch.memory() returns: '{name}' is {found}")
    try:
        header: Any = json.loads(memory["header"].tobytes())
        seed = header.pop("seed")
    except (ValueError, AttributeError, KeyError, UnicodeDecodeError):
        header, seed = None, -1
    if not isinstance(header, dict) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"{game.id}: the header of the saved batch is damaged")
    if header != _identity(batch):
        raise ValueError(f"{game.id}: {difference(header, _identity(batch), 'saved batch')}")
    return seed


def _row_fault(batch: Batch, records: NDArray[Any], rows: NDArray[Any]) -> str:
    """What is wrong with the rows of a saved batch whose states are in order; empty: nothing."""
    n, over = batch.game.players, records["done"] != 0
    lineup, every = rows["lineup"], np.arange(len(rows))
    known = (lineup[:, :n] >= -batch.outside) & (lineup[:, :n] < len(batch.bots))
    floats = [np.isfinite(rows[name]).all(axis=1) for name in ("potential", "rewards", "returns")]
    flags = [rows[name] <= 1 for name in ("done", "limit_reached", "given")]
    checks = {
        "the seat to decide is not that of the state": rows["seat"] == records["seat"],
        "no such seat has acted": (rows["acted"] >= 0) & (rows["acted"] < n),
        "a seat has no such bot": known.all(axis=1) & (lineup[:, n:] == 0).all(axis=1),
        "a bot is to decide": over | (lineup[every, records["seat"]] <= LEARNER),
        "an episode has no such number": (rows["episode"] >= 0) & (rows["episode"] < 2**62),
        "a reward is not a number": np.logical_and.reduce(floats),
        "a flag is neither 0 nor 1": np.logical_and.reduce(flags),
        "a game is over in one place and not in the other": ~over if batch.restart else over == (rows["done"] != 0),
        "a bot has broken the rules": rows["fault"] == OK,
    }
    for words, fine in checks.items():
        if not fine.all():
            return f"row {int(np.flatnonzero(~fine)[0])}: {words}"
    return ""


def _work_out(batch: Batch) -> None:
    """Masks and observations of the games in a batch."""
    game, compiled = batch.game, batch.game.spec.compiled
    mask = np.zeros(game.num_actions, dtype=np.uint8)
    for k in range(batch.num_envs):
        compiled.legal(game._tables, game._options, batch._records, k, mask)
        batch._rows["mask"][k] = 1 if batch._records["done"][k] else mask
        seat = int(batch._records["seat"][k])
        compiled.observe(game._tables, game._options, batch._records, k, seat, batch._obs, batch._flat, k)
