"""Opponents: bots by name, and the line-ups that a batch draws from.

Names are looked up at their first use through the entry points of the group `mailwing.opponents`. Each is a function
`game id -> {name: Bot}`, so that other packages can offer bots. `random` always exists.
"""

from __future__ import annotations

import difflib
import importlib
import itertools
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bots import RANDOM, Bot
from ..game import Game
from ..loops.pool import MOST_BOTS
from ..loops.stepping import LEARNER
from ..numbers import is_whole
from ..registry import load

GROUP = "mailwing.opponents"

Opponents = str | Bot | Sequence[str | Bot] | Mapping[str | Bot, float]
"""One for all other seats; a list with one for each, clockwise from the learner; or a mix: shares by name or bot."""

MOST_LINEUPS = 4096
"""The largest number of line-ups of a mix with mixed tables: a batch searches them one by one at every deal."""


class LineUps(NamedTuple):
    """What `Batch` takes: `bots`, `lineups` int8 [L, players] (−1: the learner) and `weights` float64 [L], sum 1."""

    bots: tuple[Bot, ...]
    lineups: NDArray[np.int8]
    weights: NDArray[np.float64]


@lru_cache(maxsize=1)
def _finders() -> tuple[Any, ...]:
    from importlib.metadata import entry_points  # slow to import, and not always needed

    return tuple(entry_points(group=GROUP))


def known_bots(game_id: str) -> dict[str, Bot]:
    """All bots of a game by name, from weak to strong; `random` first.

    Raises:
        ImportError: a package that offers bots cannot be loaded; the message names it.
    """
    found = {RANDOM.name: RANDOM}
    for finder in _finders():
        try:
            bots = finder.load()(game_id)
        except ImportError as error:
            raise ImportError(f"the bots of '{finder.value}' ({GROUP}) cannot be loaded: {error}") from error
        found |= {name: bot for name, bot in bots.items() if name not in found}
    return found


def find_bot(game_id: str, name: str) -> Bot:
    """The bot of a name, or that `module:NAME` names (ValueError: there is none; the message lists the names)."""
    module, colon, attribute = name.partition(":")
    if colon and not os.path.isdir(name):
        found = named_object(module, attribute)
        if isinstance(found, Bot):
            return found
        raise ValueError(f"{game_id}: '{name}' is {type(found).__name__}, not a Bot")
    bots = known_bots(game_id)
    if name not in bots and ("/" in name or os.path.isdir(name)):
        known = ", ".join(bots)
        raise ValueError(f"{game_id}: '{name}' is no bot, but opponents here are bots: {known}, or module:NAME")
    if name not in bots:
        near = difflib.get_close_matches(name, bots, n=1)
        hint = f" (did you mean '{near[0]}'?)" if near else ""
        raise ValueError(f"{game_id}: unknown opponent '{name}'{hint}; known: {', '.join(bots)}, or module:NAME")
    return bots[name]


def named_object(module: str, attribute: str) -> Any:
    """The object that `module:NAME` names (ValueError: no such module or name)."""
    try:
        home = importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise ValueError(f"'{module}:{attribute}': there is no module '{error.name}'") from None
    found = getattr(home, attribute, None)
    if found is None:
        near = difflib.get_close_matches(attribute, vars(home), n=1)
        hint = f" (did you mean '{near[0]}'?)" if near else ""
        raise ValueError(f"'{module}:{attribute}': the module has no '{attribute}'{hint}")
    return found


def one_bot(game: Game, opponent: Any) -> Bot:
    """A bot, or the bot of a name (ValueError, TypeError: it is neither)."""
    if isinstance(opponent, Bot):
        return opponent
    if isinstance(opponent, str):
        return find_bot(game.id, opponent)
    raise TypeError(f"{game.id}: an opponent is a name or a Bot, not {type(opponent).__name__} ({opponent!r})")


def lineups_for(
    game: str | Game, opponents: Opponents, seat: int | Sequence[int] | None = None, *, mixed: float = 0.0
) -> LineUps:
    """The line-ups of one learner against opponents, for `Batch`.

    Args:
        game: the game at its table, or its id.
        opponents: a name or Bot for all other seats; a list with one for each other seat, clockwise from the learner;
            or a mix such as `{"expert": 0.5, "adept": 0.3}`: each table has one kind at all other seats, drawn by
            share.
        seat: the learner's seat, or several, equally often; None: every seat.
        mixed: share of the tables of a mix at which every opponent is drawn separately.

    Raises:
        ValueError: an unknown name, a list of a wrong length, shares that are negative or all zero, seats that the game
            does not have, or too many different tables.
        TypeError: an opponent that is neither a name nor a Bot.
    """
    bound = load(game)
    seats = _learner_seats(bound, seat)
    bots, tables = _tables(bound, opponents, mixed)
    lineups = np.full((len(seats) * len(tables), bound.players), LEARNER, dtype=np.int8)
    weights = np.zeros(len(lineups))
    for row, ((table, share), learner) in enumerate(itertools.product(tables.items(), seats)):
        for step, bot in enumerate(table, start=1):
            lineups[row, (learner + step) % bound.players] = bot
        weights[row] = share / len(seats)
    return LineUps(bots, lineups, weights)


def _learner_seats(game: Game, wanted: int | Sequence[int] | None) -> list[int]:
    if wanted is None:
        return list(range(game.players))
    seats = list(wanted) if isinstance(wanted, Sequence) else [wanted]
    if not seats or not all(is_whole(seat) and 0 <= seat < game.players for seat in seats):
        raise ValueError(f"{game.id}: seat={wanted!r}, but the seats are 0 to {game.players - 1}")
    return [int(seat) for seat in seats]


def _tables(game: Game, opponents: Opponents, mixed: float) -> tuple[tuple[Bot, ...], dict[tuple[int, ...], float]]:
    """The bots, and the share of each table: who sits at the other seats, clockwise from the learner."""
    others = game.players - 1
    if isinstance(opponents, Mapping):
        return _mix(game, opponents, mixed)
    if mixed:
        raise ValueError(f"{game.id}: mixed={mixed} needs a mix of opponents, such as {{'expert': 0.5, 'adept': 0.5}}")
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return (one_bot(game, opponents),), {(0,) * others: 1.0}
    check_count(game, opponents)
    named = [one_bot(game, opponent) for opponent in opponents]
    bots = tuple(dict.fromkeys(named))
    return bots, {tuple(bots.index(bot) for bot in named): 1.0}


def check_count(game: Game, opponents: Sequence[Any]) -> None:
    """One opponent for each other seat (ValueError: another number)."""
    others = game.players - 1
    if len(opponents) != others:
        raise ValueError(f"{game.id}: {len(opponents)} opponents are listed, but {others} other seats play")


def _mix(
    game: Game, shares: Mapping[str | Bot, float], mixed: float
) -> tuple[tuple[Bot, ...], dict[tuple[int, ...], float]]:
    others = game.players - 1
    bots = tuple(one_bot(game, opponent) for opponent in shares)
    weights = np.array(list(shares.values()), dtype=np.float64)
    if len(bots) > MOST_BOTS:
        raise ValueError(f"{game.id}: a mix of {len(bots)} opponents; {MOST_BOTS} is the most")
    if not bots or not np.isfinite(weights.sum()) or (weights < 0).any() or weights.sum() <= 0:
        raise ValueError(f"{game.id}: the shares of a mix are numbers ≥ 0, not all zero: {dict(shares)!r}")
    if not 0.0 <= mixed <= 1.0:
        raise ValueError(f"{game.id}: mixed={mixed} is a share from 0 to 1")
    weights /= weights.sum()
    tables = {(k,) * others: (1.0 - mixed) * float(weight) for k, weight in enumerate(weights)}
    if mixed:
        if len(bots) ** others * game.players > MOST_LINEUPS:
            raise ValueError(
                f"{game.id}: {len(bots)} kinds at {others} seats make more than {MOST_LINEUPS} different tables; "
                "use fewer kinds, or mixed=0"
            )
        for table in itertools.product(range(len(bots)), repeat=others):
            tables[table] = tables.get(table, 0.0) + mixed * float(np.prod(weights[list(table)]))
    return bots, {table: share for table, share in tables.items() if share > 0}
