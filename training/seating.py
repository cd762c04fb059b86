"""Who sits at the tables of self-play: the learner, past selves, checkpoints and bots, as line-ups of a batch.

A line-up has one number a seat. Bots are 0, 1, … and play inside the batch. All others are played from outside: −1 is
the learner, the next ones are the places of the pool of past selves, then come the checkpoints. `player_of` turns them
into 0 (the learner), 1, 2, …
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..agents.zoo import checkpoint_folder, is_checkpoint
from ..envs._core.bots import RANDOM, Bot
from ..envs._core.faces.opponents import find_bot, lineups_for
from ..envs._core.game import Game
from ..envs._core.loops.stepping import LEARNER
from .config import Config, ConfigError

FIRST_PLACE = LEARNER - 1
"""The number in line-ups of the first place of the pool; the next ones are below it."""


class Seating(NamedTuple):
    """What a batch of self-play draws its tables from.

    Attributes:
        bots: the bots.
        lineups: int8 [L, players].
        weights: float64 [L], how often each is drawn.
        outside: players that are told apart from outside: the learner, the places of the pool, the checkpoints.
    """

    bots: tuple[Bot, ...]
    lineups: NDArray[np.int8]
    weights: NDArray[np.float64]
    outside: int


def checkpoints_of(config: Config) -> list[str]:
    """The opponents of a config that are checkpoints, by folder or name in the zoo, in order."""
    return [name for name in config.opponents.weights if is_checkpoint(name)]


def seating(game: Game, config: Config) -> Seating:
    """The line-ups of a config at a table of its game.

    Raises:
        ValueError: an unknown bot, or too many different tables.
    """
    selfplay = config.selfplay
    assert selfplay is not None
    outside = 1 + selfplay.pool_size + len(checkpoints_of(config))
    everybody = np.full((1, game.players), LEARNER, dtype=np.int8)
    if game.players == 1:
        return Seating((), everybody, np.ones(1), outside)
    parts = [(everybody, np.array([selfplay.self_share]))]
    bots: tuple[Bot, ...] = ()
    if selfplay.pool_share:
        parts.append(_against_pool(game.players, selfplay.pool_size, selfplay.pool_share))
    if selfplay.bots_share:
        bots, lineups, weights = against_opponents(game, config, FIRST_PLACE - selfplay.pool_size)
        parts.append((lineups, weights * selfplay.bots_share))
    kept = [(lineups[weights > 0], weights[weights > 0]) for lineups, weights in parts]
    return Seating(bots, np.concatenate([p[0] for p in kept]), np.concatenate([p[1] for p in kept]), outside)


def _against_pool(players: int, places: int, share: float) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """One seat is the learner's, all others are a place of the pool: every seat and place equally often."""
    lineups = [np.full(players, FIRST_PLACE - place, dtype=np.int8) for place in range(places) for _ in range(players)]
    for number, lineup in enumerate(lineups):
        lineup[number % players] = LEARNER
    return np.stack(lineups), np.full(len(lineups), share / len(lineups))


def against_opponents(
    game: Game, config: Config, first: int
) -> tuple[tuple[Bot, ...], NDArray[np.int8], NDArray[np.float64]]:
    """One seat is the learner's, the others are drawn from `[opponents]`: bots, line-ups and their weights.

    Checkpoints have the number `first` and those below it.
    """
    checkpoints = checkpoints_of(config)
    # `lineups_for` mixes bots; a checkpoint takes part under a bot's name and gets its own number afterwards.
    stand_ins = {name: dataclasses.replace(RANDOM, name=name) for name in checkpoints}
    shares: dict[str | Bot, float] = {
        stand_ins.get(name) or find_bot(game.id, name): share for name, share in config.opponents.weights.items()
    }
    found = lineups_for(game, shares, mixed=config.opponents.mixed)
    bots = tuple(bot for bot in found.bots if bot.name not in stand_ins)
    numbers = {
        kind: first - checkpoints.index(bot.name) if bot.name in stand_ins else bots.index(bot)
        for kind, bot in enumerate(found.bots)
    }
    lineups = found.lineups.copy()
    for kind, number in numbers.items():
        lineups[found.lineups == kind] = number
    return bots, lineups, found.weights


def check_opponents(config: Config, source: str) -> None:
    """Refuse opponents that are neither bots nor checkpoints (ConfigError); bots are looked up with their game."""
    for name in checkpoints_of(config):
        try:
            there = checkpoint_folder(name, config.game.id).is_dir()
        except ValueError as error:
            raise ConfigError(f"{source}: opponents.weights names '{name}': {error}") from error
        if not there:
            raise ConfigError(f"{source}: opponents.weights names '{name}', which is no folder of a checkpoint")


def tables_of(config: Config) -> list[tuple[float, dict[str, Any]]]:
    """The tables of a config: the share of games of each, and the arguments by which its game is loaded."""
    assert config.selfplay is not None
    game = config.game
    plain: dict[str, Any] = {"players": game.players or None, "data": game.data or None}
    if not config.selfplay.tables:
        return [(1.0, {**plain, **game.options})]
    total = sum(table.share for table in config.selfplay.tables)
    return [
        (table.share / total, {**plain, "players": table.players or plain["players"], **game.options, **table.options})
        for table in config.selfplay.tables
    ]
