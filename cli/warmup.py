"""`mailwing warmup`: compile games now, so that they need not be compiled at their first use."""

from __future__ import annotations

import argparse
import time

EXAMPLES = """\
examples:
  mailwing warmup                  every game
  mailwing warmup ab_die_post
  mailwing warmup --processes 8    as many at the same time (default: one for each processor)
  mailwing warmup --prune 0        remove machine code not loaded today, then compile all games"""

MOST_PROCESSES = 8
"""More would wait for the longest part."""


MOST_DAYS = 36_500
"""Days that `--prune` takes."""


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
    parser.add_argument(
        "--processes",
        type=int,
        metavar="N",
        help="how many processes compile (default: as many as processors, at most 8)",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")


def run(args: argparse.Namespace) -> int:
    """Compile, and print what was compiled."""
    from ..envs._core.errors import MailwingError
    from ..envs._core.kernel import INTERPRETED
    from ..envs._core.kernel_files import cache_folder, obstacle, prune
    from ..envs._core.loops.thread_pool import processors
    from ..envs._core.registry import games, spec_of

    if INTERPRETED:
        raise ValueError("NUMBA_DISABLE_JIT is set: kernels run interpreted and there is nothing to compile")
    processes = min(processors(), MOST_PROCESSES) if args.processes is None else args.processes
    if processes < 1:
        raise ValueError(f"--processes {processes}: expected a number from 1 on")
    if args.prune is not None and not 0 <= args.prune <= MOST_DAYS:  # false for what is no number, too
        raise ValueError(f"--prune {args.prune} must be a number of days from 0 to {MOST_DAYS:,}")
    names = [spec_of(name).id for name in args.games or games()]
    if args.prune is not None:
        print(f"{prune(args.prune)} files removed from the cache")
    not_kept = sum(_warm_up(name, processes) for name in names)
    if not_kept > 0:
        reason = obstacle() or "the lines above say why"
        raise MailwingError(f"{not_kept} kernels were not kept and are compiled at every start: {reason}")
    print(f"The cache is {cache_folder()} (MAILWING_CACHE names another folder); 0 kernels are left to compile.")
    return 0


def _warm_up(game: str, processes: int) -> int:
    """Compile one game and print the figures; how many kernels could not be kept."""
    from ..evaluation.progress import shown
    from .compile_ahead import parts_of, warm_up

    started = time.perf_counter()
    count = len(parts_of(game))
    done = []
    with shown("parts") as progress:
        for part, work in warm_up(game, processes):
            done.append(work)
            progress(len(done), count, f"{game}: {part.kind} {part.name}")
    loaded, compiled, not_kept = (sum(numbers) for numbers in zip(*done, strict=True))
    seconds = time.perf_counter() - started
    print(f"{game}: {seconds:.1f} s, {compiled} kernels compiled, {loaded} loaded from the cache", flush=True)
    return not_kept
