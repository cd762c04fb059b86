"""Cross-entropy search for the numbers of a scripted bot, for any game.

Every candidate of a generation plays the same deals in every seat against the same opponents, compiled; the next
generation is drawn around the best ones. Reference: R. Rubinstein, "The cross-entropy method for combinatorial
and continuous optimization", 1999; the added noise that keeps the spread from collapsing too early is that of I. Szita
and A. Lőrincz, "Learning Tetris using the noisy cross-entropy method", 2006.

    mailwing tune ab_die_post adept --against novice --seed 1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..envs import Bot, Game
from ..envs._core.loops.matches import play_out
from ..envs._core.numbers import whole_number

Report = Callable[[int, float, float], None]
"""`(generation, win rate of the mean candidate's elite, mean spread)`."""

LEAST_UNIT = 0.5
"""The least size of a number in whose units it is spread where a search goes on from what there is."""


@dataclass(frozen=True)
class Search:
    """Settings of the search.

    Args:
        population: number of candidates in a generation.
        elite: number of best candidates around which the next generation is drawn.
        generations: number of generations.
        deals: deals that each candidate plays in a generation; each is played in every seat.
        spread: standard deviation of the first generation, in the numbers' own units.
        here: begin at the numbers that the bot has instead of its `start`, and spread each in units of its size, of
            0.5 at least.
        noise: standard deviation of the noise that widens every generation; it falls to zero during the search.
        threads: number of threads; the result does not depend on it.
        seed: seed of the candidates and the deals.

    Raises:
        ValueError: a number is out of range, or the elite is larger than the population.
    """

    population: int = 64
    elite: int = 10
    generations: int = 60
    deals: int = 400
    spread: float = 1.0
    noise: float = 0.2
    threads: int = 1
    seed: int = 0
    here: bool = False

    def __post_init__(self) -> None:
        for name in ("population", "elite", "generations", "deals", "threads"):
            whole_number(f"tune: {name}", getattr(self, name), 1)
        whole_number("tune: seed", self.seed, 0)
        if self.elite > self.population:
            raise ValueError(f"tune: elite={self.elite} is more than the population of {self.population}")
        if not (0 < self.spread < float("inf") and 0 <= self.noise < float("inf")):
            raise ValueError(f"tune: spread={self.spread} must be above 0 and noise={self.noise} at least 0")


def win_rates(
    game: Game, candidates: Sequence[Bot], opponents: Sequence[Bot], seeds: NDArray[np.uint64], threads: int
) -> NDArray[np.float64]:
    """Win rate of each candidate in one seat against a table of one opponent, each deal played from every seat.

    Rivals alternate by deal, so that all have equal weight. Shared victories are split.
    """
    return win_rates_by_deal(game, candidates, opponents, seeds, threads).mean(axis=1)


def win_rates_by_deal(
    game: Game, candidates: Sequence[Bot], opponents: Sequence[Bot], seeds: NDArray[np.uint64], threads: int
) -> NDArray[np.float64]:
    """As `win_rates`, for each deal: float64 [candidates, deals]."""
    players, count = game.players, len(candidates)
    deals = np.repeat(seeds, players)
    seat = np.tile(np.arange(players), len(seeds))
    opponent = np.repeat(np.arange(len(seeds)) % len(opponents), players)
    table = np.repeat(count + opponent[:, None], players, axis=1)
    lineups = np.repeat(table[None], count, axis=0)
    lineups[:, np.arange(len(deals)), seat] = np.arange(count)[:, None]
    results = play_out(
        game, [*candidates, *opponents], lineups.reshape(-1, players), np.tile(deals, count), threads=threads
    )
    won = results.ranks == 1
    share = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    own = share[np.arange(len(share)), np.tile(seat, count)]
    return own.reshape(count, -1, players).mean(axis=2)


def tune(
    game: Game, bot: Bot, opponents: Sequence[Bot], search: Search, report: Report | None = None
) -> NDArray[np.float64]:
    """Find numbers with which a bot wins more often against the opponents.

    Args:
        game: the game, bound to its options.
        bot: the bot; the search begins at `bot.start`, or at its numbers if it names no start or `search.here` is set.
        opponents: the bots that it plays against.
        search: settings of the search.
        report: called after each generation.

    Returns:
        The mean of the last generation's elite, float64 [numbers].
    """
    rng = np.random.default_rng(search.seed)
    mean = np.array(bot.params if search.here else bot.start or bot.params, dtype=np.float64)
    unit = np.maximum(np.abs(mean), LEAST_UNIT) if search.here else np.ones(mean.shape)
    spread = search.spread * unit
    for generation in range(search.generations):
        drawn = mean + spread * rng.standard_normal((search.population, mean.size))
        drawn[0] = mean
        seeds = rng.integers(0, 2**63, size=search.deals, dtype=np.uint64)
        shares = win_rates(game, [replace(bot, params=row) for row in drawn], opponents, seeds, search.threads)
        best = np.argsort(-shares)[: search.elite]
        mean = drawn[best].mean(axis=0)
        fading = search.noise * max(0.0, 1 - 1.5 * generation / search.generations)
        spread = np.sqrt(drawn[best].var(axis=0) + (fading * unit) ** 2)
        if report is not None:
            report(generation, float(shares[best].mean()), float(spread.mean()))
    return mean
