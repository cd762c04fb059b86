"""`mailwing bench`: measure the speed of a game on this machine."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from .game_options import add_game_options, read_options

if TYPE_CHECKING:
    from ..evaluation.throughput import Throughput

EXAMPLES = """\
examples:
  mailwing bench ab_die_post
  mailwing bench ab_die_post --players 6 --threads 2 --json
  mailwing bench ab_die_post --option turn_limit=200"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure the speed of a game on this machine",
        description="Measure uniformly random legal play in a batch, and compare it with a bound from its array sizes.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="id of the game")
    add_game_options(parser)
    parser.add_argument("--num-envs", type=int, default=1024, help="games in the batch (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="threads of the batch (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from ..envs._core.registry import load
    from ..evaluation.throughput import measure

    game = load(args.game, players=args.players, data=args.data, **read_options(args.option))
    result = measure(game, num_envs=args.num_envs, threads=args.threads, seconds=args.seconds)
    print(json.dumps(result.to_dict()) if args.json else table(result))
    return 0


def table(result: Throughput) -> str:
    """The figures as text for people."""
    how = f"{result.num_envs} games at once, random legal play"
    lines = [
        f"{result.game}, {result.players} players, {how}",
        f"  {result.processor}, Python {result.python}, numpy {result.numpy}, numba {result.numba}",
        "",
        f"  decisions per second      {result.decisions_per_s:>14,.0f}   {result.threads} thread(s)",
        f"  bound of these sizes      {result.bound_decisions_per_s:>14,.0f}   1 thread",
        f"  times the bound           {result.times_bound:>14.2f}   1 thread",
        f"  two threads ÷ one         {result.two_thread_speedup:>14.2f}",
        f"  simulated in a search     {result.simulated_decisions_per_s:>14,.0f}   1 thread, in random rollouts",
        f"  rules                     {result.rules_ns:>14.0f} ns",
        f"  mask                      {result.mask_ns:>14.0f} ns   {result.mask_entries:.1f} of {result.actions} legal",
        f"  observation               {result.observation_ns:>14.0f} ns   "
        f"{result.obs_entries:.1f} of {result.obs_size} not zero",
        f"  copy of a record          {result.copy_ns:>14.0f} ns   {result.state_bytes} bytes",
        f"  Position.copy() in Python {result.position_copy_us:>14.2f} µs",
    ]
    if result.interpreted:
        lines.append("  (kernels ran interpreted: NUMBA_DISABLE_JIT is set)")
    return "\n".join(lines)
