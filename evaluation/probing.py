"""The hunt for holes in a scripted bot: each of its numbers is moved alone, and the changed bot plays against the old.

A number that can be moved far without changing any game lies on a plateau: what it should weigh is not weighed. A
single change that wins beyond doubt is a number that was tuned badly, or a fault that the number happens to cover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.tuning import win_rates_by_deal
from ..envs._core.bots import Bot
from ..envs._core.game import Game
from .statistics import Estimate, mean_interval

STEPS = (-8.0, -4.0, -2.0, -1.0, -0.5, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps by which a number is moved, in units of its size or of 1, whichever is larger."""

CONFIRMED_BY = 4
"""How many times as many deals, all of them new, a change plays that looked better."""


@dataclass(frozen=True)
class Trial:
    """A value of a number, at a table where all others keep theirs.

    Attributes:
        value: of the number.
        win_rate: of the changed bot in one seat, with its interval.
        alike: every game went as it does without the change.
    """

    value: float
    win_rate: Estimate
    alike: bool


@dataclass(frozen=True)
class Probe:
    """What moving one number of a bot shows.

    Attributes:
        name: what the number is called.
        value: as it is.
        trials: the values that were tried, ascending.
        better: those that won beyond doubt, on new deals.
    """

    name: str
    value: float
    trials: tuple[Trial, ...]
    better: tuple[Trial, ...]

    @property
    def plateau(self) -> tuple[float, float] | None:
        """The smallest and the largest value with which all games went alike; None: any change changes some game."""
        alike = [trial.value for trial in self.trials if trial.alike]
        return (min(*alike, self.value), max(*alike, self.value)) if alike else None

    def to_dict(self) -> dict[str, Any]:
        """The probe as values for JSON."""
        return {**asdict(self), "plateau": self.plateau}


def values_to_try(value: float) -> list[float]:
    """The tried range of a number: `STEPS` around it, and 0."""
    size = max(1.0, abs(value))
    return sorted({0.0, *(value + step * size for step in STEPS)} - {value})


def probe(
    game: Game,
    bot: Bot,
    *,
    deals: int = 500,
    seed: int = 0,
    threads: int = 1,
    numbers: Sequence[str] = (),
    report: Callable[[int, int, str], None] = lambda done, total, name: None,
) -> Iterator[Probe]:
    """Move the numbers of a bot one by one.

    Args:
        game: the game, bound to its options; at least two seats.
        bot: the bot.
        deals: deals for each value, each played from every seat.
        seed: seed of the deals.
        threads: number of threads; the result does not depend on it.
        numbers: names of those to move (default: all).
        report: called before each number with how many are done, how many there are, and its name.

    Yields:
        A probe for each number.

    Raises:
        ValueError: the bot has no numbers, or none of a name; a game for one seat; no deals.
    """
    chosen = _numbers_of(game, bot, numbers)
    if game.players < 2:
        raise ValueError(f"{game.id}: a bot is probed against tables of itself, which need two seats at least")
    if deals < 1:
        raise ValueError(f"deals={deals} is not a whole number from 1 on")
    drawn = np.random.default_rng(seed)
    first = drawn.integers(0, 2**63, size=deals, dtype=np.uint64)
    second = drawn.integers(0, 2**63, size=CONFIRMED_BY * deals, dtype=np.uint64)
    for done, k in enumerate(chosen):
        report(done, len(chosen), bot.names[k])
        trials = _try(game, bot, k, values_to_try(float(bot.params[k])), first, threads)
        hopeful = [trial.value for trial in trials if trial.win_rate.low > 1 / game.players]
        again = _try(game, bot, k, hopeful, second, threads) if hopeful else []
        better = tuple(trial for trial in again if trial.win_rate.low > 1 / game.players)
        yield Probe(bot.names[k], float(bot.params[k]), tuple(trials), better)


def _numbers_of(game: Game, bot: Bot, numbers: Sequence[str]) -> list[int]:
    if not bot.names:
        raise ValueError(f"{game.id}: the numbers of the bot '{bot.name}' have no names; there is nothing to probe")
    unknown = [name for name in numbers if name not in bot.names]
    if unknown:
        known = ", ".join(bot.names)
        raise ValueError(f"{game.id}: the bot '{bot.name}' has no number '{unknown[0]}'; it has {known}")
    return [k for k, name in enumerate(bot.names) if not numbers or name in numbers]


def _try(
    game: Game, bot: Bot, number: int, values: Sequence[float], seeds: NDArray[np.uint64], threads: int
) -> list[Trial]:
    changed = []
    for value in values:
        params = bot.params.copy()
        params[number] = value
        changed.append(replace(bot, params=params))
    shares = win_rates_by_deal(game, changed, [bot], seeds, threads)
    # Bots that play alike win each deal in exactly one of the seats.
    return [
        Trial(value, mean_interval(row), bool(np.allclose(row, 1 / game.players)))
        for value, row in zip(values, shares, strict=True)
    ]
