"""Cross-entropy search for the numbers of a scripted bot, for any game.

Every candidate of a generation plays the same deals in every seat against the same opponents, compiled; the next
generation is drawn around the best ones. Reference: R. Rubinstein, "The cross-entropy method for combinatorial
and continuous optimization", 1999; the added noise that keeps the spread from collapsing too early is that of I. Szita
and A. Lőrincz, "Learning Tetris using the noisy cross-entropy method", 2006.

    python -m mailwing.agents.tuning ab_die_post adept --against novice --seed 1
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..envs import Bot, Game, load
from ..envs._core.faces.opponents import known_bots
from ..envs._core.loops.matches import play_out
from ..envs._core.loops.thread_pool import processors

Report = Callable[[int, float, float], None]
"""`(generation, win rate of the mean candidate's elite, mean spread)`."""


@dataclass(frozen=True)
class Search:
    """Settings of the search.

    Args:
        population: number of candidates in a generation.
        elite: number of best candidates around which the next generation is drawn.
        generations: number of generations.
        deals: deals that each candidate plays in a generation; each is played in every seat.
        spread: standard deviation of the first generation, in the numbers' own units.
        noise: standard deviation of the noise that widens every generation; it falls to zero during the search.
        threads: number of threads; the result does not depend on it.
        seed: seed of the candidates and the deals.
    """

    population: int = 64
    elite: int = 10
    generations: int = 60
    deals: int = 400
    spread: float = 1.0
    noise: float = 0.2
    threads: int = 1
    seed: int = 0


def win_rates(
    game: Game, candidates: Sequence[Bot], opponents: Sequence[Bot], seeds: NDArray[np.uint64], threads: int
) -> NDArray[np.float64]:
    """Win rate of each candidate in one seat against a table of one opponent, each deal played from every seat.

    Rivals alternate by deal, so that all have equal weight. Shared victories are split.
    """
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
    return own.reshape(count, -1).mean(axis=1)


def tune(
    game: Game, bot: Bot, opponents: Sequence[Bot], search: Search, report: Report | None = None
) -> NDArray[np.float64]:
    """Find numbers with which a bot wins more often against the opponents.

    Args:
        game: the game, bound to its options.
        bot: the bot; the search begins at `bot.start`, or at its numbers if it names no start.
        opponents: the bots that it plays against.
        search: settings of the search.
        report: called after each generation.

    Returns:
        The mean of the last generation's elite, float64 [numbers].
    """
    rng = np.random.default_rng(search.seed)
    mean = np.array(bot.start or bot.params, dtype=np.float64)
    spread = np.full(mean.shape, search.spread)
    for generation in range(search.generations):
        drawn = mean + spread * rng.standard_normal((search.population, mean.size))
        drawn[0] = mean
        seeds = rng.integers(0, 2**63, size=search.deals, dtype=np.uint64)
        shares = win_rates(game, [replace(bot, params=row) for row in drawn], opponents, seeds, search.threads)
        best = np.argsort(-shares)[: search.elite]
        mean = drawn[best].mean(axis=0)
        fading = search.noise * max(0.0, 1 - 1.5 * generation / search.generations)
        spread = np.sqrt(drawn[best].var(axis=0) + fading**2)
        if report is not None:
            report(generation, float(shares[best].mean()), float(spread.mean()))
    return mean


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m mailwing.agents.tuning", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    default = Search()
    parser.add_argument("game", help="id of the game")
    parser.add_argument("bot", help="bot of the game's ladder to tune")
    parser.add_argument("--against", required=True, help="opponents, such as adept or adept,novice")
    parser.add_argument("--players", type=int, help="seats at the table")
    for name, kind in (("population", int), ("elite", int), ("generations", int), ("deals", int)):
        parser.add_argument(f"--{name}", type=kind, default=getattr(default, name))
    parser.add_argument("--threads", type=int, default=processors(), help="default: one for each processor")
    parser.add_argument("--spread", type=float, default=default.spread)
    parser.add_argument("--noise", type=float, default=default.noise)
    parser.add_argument("--seed", type=int, default=default.seed)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Tune a bot and print its numbers as a TOML table below the command."""
    args = _parser().parse_args(argv)
    game = load(args.game, players=args.players)
    bots = known_bots(args.game)
    unknown = [name for name in (args.bot, *args.against.split(",")) if name not in bots]
    if unknown:
        print(f"{args.game} has no bot '{unknown[0]}'; bots: {', '.join(bots)}", file=sys.stderr)
        return 2
    search = Search(**{name: getattr(args, name) for name in Search.__dataclass_fields__})

    def report(generation: int, share: float, spread: float) -> None:
        print(f"generation {generation + 1}: win rate {share:.3f}, spread {spread:.3f}", file=sys.stderr, flush=True)

    bot = bots[args.bot]
    found = tune(game, bot, [bots[name] for name in args.against.split(",")], search, report)
    words = " ".join(argv if argv is not None else sys.argv[1:])
    print(f"# python -m mailwing.agents.tuning {words}\n[{args.bot}]")
    for name, value in zip(bot.names, found, strict=True):
        print(f"{name} = {value:.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
