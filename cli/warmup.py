"""`mailwing warmup`: compile games now, so that they need not be compiled at their first use."""

from __future__ import annotations

import argparse
import time

EXAMPLES = """\
examples:
  mailwing warmup                  every game
  mailwing warmup ab_die_post
  mailwing warmup --prune 0        remove machine code not loaded today, then compile all games"""


MOST_DAYS = 36_500


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "warmup",
        help="compile the rules of a game now instead of at its first use",
        description="Compile every entry point and every scripted bot of the games; later processes load them.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--prune", type=float, metavar="DAYS", help="first remove machine code that was not loaded for so many days"
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")


def run(args: argparse.Namespace) -> int:
    """Compile, and print what was compiled."""
    from ..envs._core.faces.opponents import known_bots
    from ..envs._core.kernel import INTERPRETED, cache_folder, compile_counts, prune
    from ..envs._core.registry import games, spec_of

    if INTERPRETED:
        raise ValueError("NUMBA_DISABLE_JIT is set: kernels run interpreted and there is nothing to compile")
    if args.prune is not None and not 0 <= args.prune <= MOST_DAYS:  # false for what is no number, too
        raise ValueError(f"--prune {args.prune} must be a number of days from 0 to {MOST_DAYS:,}")
    specs = [spec_of(name) for name in args.games or games()]
    if args.prune is not None:
        print(f"{prune(args.prune)} files removed from the cache")
    for spec in specs:
        started, before = time.perf_counter(), compile_counts()
        spec.compiled.compile_all()
        spec.compiled.functions(list(known_bots(spec.id).values()))
        loaded, compiled = (now - then for now, then in zip(compile_counts(), before, strict=True))
        seconds = time.perf_counter() - started
        print(f"{spec.id}: {seconds:.1f} s, {compiled} kernels compiled, {loaded} loaded from the cache")
    print(f"The cache is {cache_folder()} (MAILWING_CACHE names another folder).")
    return 0
