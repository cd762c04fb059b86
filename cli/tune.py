"""`mailwing tune`: find better numbers for a scripted bot, or probe those that it has."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .game_options import add_game_options, read_options

if TYPE_CHECKING:
    from ..envs._core.bots import Bot
    from ..envs._core.game import Game
    from ..evaluation.probing import Probe

EXAMPLES = """\
examples:
  mailwing tune ab_die_post expert --probe                       move each number alone; report plateaus and holes
  mailwing tune aeroplanes expert --probe --deals 200 --json
  mailwing tune ab_die_post expert --probe --numbers move_passenger,stop
  mailwing tune ab_die_post adept --against novice --seed 1      search for better numbers, printed as a TOML table
  mailwing tune ab_die_post expert --against expert --here --spread 0.1 --noise 0.02    go on from what it has"""

SETTINGS = ("population", "elite", "generations", "deals", "spread", "noise", "threads", "seed", "here")
"""Settings of the search for numbers that the command line gives."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "tune",
        help="find better numbers for a scripted bot, or probe those that it has",
        description="Search for the numbers with which a bot wins most (cross-entropy method), or move each of its "
        "numbers alone and report which ones change nothing and which changes beat tables of the unchanged bot.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="id of the game")
    parser.add_argument("bot", help="bot of the game's ladder")
    add_game_options(parser)
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--against", metavar="A,B,…", help="search: opponents, such as adept or adept,novice")
    task.add_argument("--probe", action="store_true", help="move each number alone, against tables of the same bot")
    parser.add_argument("--numbers", metavar="A,B,…", help="probe these numbers alone (default: all)")
    parser.add_argument("--deals", type=int, help="deals of each candidate (default: 400; probe: 500)")
    parser.add_argument("--population", type=int, help="candidates in a generation (default: 64)")
    parser.add_argument("--elite", type=int, help="best candidates around which the next are drawn (default: 10)")
    parser.add_argument("--generations", type=int, help="generations (default: 60)")
    parser.add_argument("--spread", type=float, help="standard deviation of the first generation (default: 1.0)")
    parser.add_argument("--noise", type=float, help="standard deviation that is added at first (default: 0.2)")
    words = "search: begin at the numbers that the bot has, spread and noise in units of their sizes"
    parser.add_argument("--here", action="store_true", help=words)
    parser.add_argument("--threads", type=int, help="threads (default: one for each processor)")
    parser.add_argument("--seed", type=int, default=0, help="seed of candidates and deals (default: 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def run(args: argparse.Namespace) -> int:
    """Search or probe, and print."""
    from ..envs._core.faces.opponents import find_bot
    from ..envs._core.loops.thread_pool import processors
    from ..envs._core.registry import load

    game = load(args.game, players=args.players, data=args.data, **read_options(args.option))
    bot = find_bot(args.game, args.bot)
    args.threads = args.threads or processors()
    return _probe(args, game, bot) if args.probe else _search(args, game, bot)


def _search(args: argparse.Namespace, game: Game, bot: Bot) -> int:
    from ..agents.tuning import Search, tune
    from ..envs._core.faces.opponents import find_bot

    if not bot.names:
        raise ValueError(f"{game.id}: the numbers of the bot '{bot.name}' have no names; there is nothing to tune")
    opponents = [find_bot(game.id, name.strip()) for name in args.against.split(",")]
    given = {name: getattr(args, name) for name in SETTINGS if getattr(args, name) is not None}
    search = Search(**given)

    def report(generation: int, share: float, spread: float) -> None:
        words = f"win rate {share:.3f}, spread {spread:.3f}"
        print(f"generation {generation + 1} of {search.generations}: {words}", file=sys.stderr, flush=True)

    found = dict(zip(bot.names, tune(game, bot, opponents, search, report).tolist(), strict=True))
    if args.json:
        print(json.dumps({"game": game.id, "bot": bot.name, "numbers": found}))
        return 0
    print(f"# mailwing {shlex.join(sys.argv[1:])}\n[{bot.name}]")
    for name, value in found.items():
        print(f"{name} = {value:.4f}")
    return 0


def _probe(args: argparse.Namespace, game: Game, bot: Bot) -> int:
    from ..evaluation.probing import probe
    from ..evaluation.progress import shown

    numbers = [name.strip() for name in args.numbers.split(",")] if args.numbers else []
    deals = 500 if args.deals is None else args.deals
    with shown("numbers") as report:
        found = list(
            probe(game, bot, deals=deals, seed=args.seed, threads=args.threads, numbers=numbers, report=report)
        )
    if args.json:
        words = {"game": game.id, "bot": bot.name, "players": game.players, "deals": deals, "seed": args.seed}
        print(json.dumps({**words, "numbers": [probe.to_dict() for probe in found]}))
    else:
        print(table(game, bot, found, deals))
    return 0


def table(game: Game, bot: Bot, probes: Sequence[Probe], deals: int) -> str:
    """What the probes show, as text for people."""
    chance = 1 / game.players
    how = f"each of {len(probes)} numbers moved alone, {deals * game.players:,} games a value, chance {chance:.3f}"
    lines = [f"{game.spec.title}, {bot.name} at tables of {game.players - 1} × {bot.name}: {how}", ""]
    width = max(len(probe.name) for probe in probes)
    for probe in probes:
        best = max(probe.trials, key=lambda trial: trial.win_rate.value)
        words = f"{probe.name:<{width}} {probe.value:>9.3f}   best at {best.value:>9.3f}: {best.win_rate}"
        if probe.plateau:
            words += f"   plays alike from {probe.plateau[0]:.3g} to {probe.plateau[1]:.3g}"
        lines += [words]
        lines += [
            f"{'':<{width}} {'':>9}   BEYOND DOUBT at {b.value:.3f}: {b.win_rate} on new deals" for b in probe.better
        ]
    holes = sum(bool(probe.better) for probe in probes)
    return "\n".join([*lines, "", f"{holes} of {len(probes)} numbers beat the bot beyond doubt when moved alone."])
