"""Who sits at a learner's table: line-ups with the learner on every seat equally often, and a mix of bots around it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..agents.scripted import find_bots
from ..envs.core.bots import RANDOM, Bot
from ..envs.core.stepping import LEARNER

MOST_TABLES = 4096
"""Line-ups of mixed tables that are listed one by one; of more, so many are drawn."""


class Tables(NamedTuple):
    """What `Batch.set_company` takes: bots, line-ups int8 [L, players] (−1: the learner), weights float64 [L]."""

    bots: tuple[Bot, ...]
    lineups: NDArray[np.int8]
    weights: NDArray[np.float64]


def known_bots(game: str) -> dict[str, Bot]:
    """The bots of a game by name, `random` first."""
    return {"random": RANDOM, **find_bots(game)}


def bots_named(game: str, names: Sequence[str], bots: Mapping[str, Bot] | None = None) -> list[Bot]:
    """The bots of these names.

    Args:
        game: id of the game, to find its bots and for messages.
        names: names of bots.
        bots: the bots to choose from; None: those of the game.

    Raises:
        ValueError: an unknown name; the message lists the known ones.
    """
    known = known_bots(game) if bots is None else bots
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" (did you mean '{near[0]}'?)" if near else ""
            raise ValueError(f"{game}: there is no bot '{name}'{hint}; bots: {', '.join(known)}")
    return [known[name] for name in names]


def tables_of(players: int, bots: Sequence[Bot], weights: Sequence[float], mixed: float) -> Tables:
    """The tables that a learner plays at.

    Args:
        players: seats at the table, the learner's included.
        bots: the opponents.
        weights: how often each is met.
        mixed: share of tables at which every opponent is drawn for itself; at the others all are the same bot.
    """
    share = np.asarray(weights, dtype=np.float64)
    share = share / share.sum()
    others: dict[tuple[int, ...], float] = {}
    for bot, part in enumerate(share):
        table = (bot,) * (players - 1)
        others[table] = others.get(table, 0.0) + (1 - mixed) * float(part)
    if players > 1 and mixed > 0:
        for table, part in _mixed_tables(players - 1, share):
            others[table] = others.get(table, 0.0) + mixed * part
    if players == 1:
        others = {(): 1.0}
    lineups = [table[:seat] + (LEARNER,) + table[seat:] for table in others for seat in range(players)]
    parts = [part / players for part in others.values() for _ in range(players)]
    return Tables(tuple(bots), np.asarray(lineups, dtype=np.int8), np.asarray(parts))


def _mixed_tables(seats: int, share: NDArray[np.float64]) -> list[tuple[tuple[int, ...], float]]:
    """Every table of independently drawn opponents with its probability (of too many, an equal sample)."""
    if len(share) ** seats <= MOST_TABLES:
        every = product(range(len(share)), repeat=seats)
        return [(table, float(np.prod(share[list(table)]))) for table in every]
    drawn = np.random.default_rng(0).choice(len(share), size=(MOST_TABLES, seats), p=share)
    return [(tuple(row), 1 / MOST_TABLES) for row in drawn.tolist()]
