"""`mailwing play`: a game in the terminal, with people, bots and trained agents at the table."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .game_options import add_game_options, read_options
from .terminal import shown

if TYPE_CHECKING:
    from ..envs._core.game import Game
    from ..envs._core.position import Position

EXAMPLES = """\
examples:
  mailwing play ab_die_post --agents human,expert,adept
  mailwing play ab_die_post --agents human,expert --players 5 --seat-order shuffled
  mailwing play ab_die_post --agents expert,adept,novice,random --seed 7 --save game.json
  mailwing play ab_die_post --agents human,runs/x/best,expert --option turn_limit=200
  mailwing play --resume game.json

A person chooses actions by number or in words; ? shows help, ? 12 what action 12 leads to, u takes a choice back, s
saves, q quits. --save also writes unfinished games: --resume goes on with them, and `mailwing replay game.json` steps
through them."""

AGENTS = "human,expert"
"""Who plays if nobody is named."""

MAX_SEED = 2**31


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "play",
        help="play a game in the terminal, or watch agents play it",
        description="Play one game in the terminal. Every action and what happened is printed in words, at the end "
        "the ranks and scores; people do not hear what others choose in secret. "
        "Decisions in which there is nothing to choose are played automatically.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="?", help="id of the game (not needed with --resume)")
    parser.add_argument(
        "--agents",
        metavar="A,B,…",
        help="agents by seat: human, random, novice, adept, expert, search:expert@0.2s, zoo/NAME, a checkpoint folder, "
        f"module:NAME; the last one takes all remaining seats (default: {AGENTS}, or those of the saved game)",
    )
    parser.add_argument("--seed", type=int, help="seed of the deal and the agents (default: a random one, printed)")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with a saved unfinished game; it is saved to the same file again unless --save names another",
    )
    parser.add_argument("--save", metavar="FILE", help="write the replay of the game to this file, finished or not")
    add_game_options(parser, players="seats at the table (default: the smallest number that seats the agents)")
    parser.add_argument("--quiet", action="store_true", help="print only the result (and the choices of people)")
    parser.add_argument("--tables", action="store_true", help="print the table after every action")
    parser.add_argument(
        "--seat-order",
        choices=("fixed", "shuffled"),
        default="fixed",
        help="whether the agents sit in the order named or are shuffled by the seed (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Play the game, print the result and save the replay if there is --save or --resume."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # as in `mailwing train`, for networks in a search
    from ..agents import AgentError, agent_seed, make
    from ..envs._core.words import printable
    from .at_table import AtTable

    state, names, save = _resumed(args) if args.resume is not None else _dealt(args)
    if "human" in names and sys.stdin is None:
        raise ValueError("'human' cannot be asked: the standard input is closed; run it in a terminal, or name bots")
    game, seed = state.game, state.seed
    assert seed is not None
    agents = [make(game, name) for name in names]
    names = [printable(name) for name in names]
    for seat, agent in enumerate(agents):
        agent.reset(agent_seed(seed, seat))
    print(f"{game.spec.title}, {game.players} players, seed {seed}")
    print("  ".join(f"seat {seat}: {name}{called(state, seat)}" for seat, name in enumerate(names)))
    if args.resume is not None:
        print(shown(f"{args.resume} goes on after {_decisions(state)}."))
    at_table = AtTable(state, agents, names, quiet=args.quiet, tables=args.tables, save=save)
    try:
        finished = at_table.play()
        state = at_table.state
        print(result(state, names) if finished else f"\nStopped after {_decisions(state)}; there is no winner.")
    except AgentError as error:
        raise ValueError(str(error)) from error
    finally:
        if save is not None:
            at_table.write(save)
            more = "" if at_table.state.done else f", go on with: mailwing play --resume {save}"
            print(shown(f"The replay is in {save}; watch it with: mailwing replay {save}{more}"))
    return 0


def _dealt(args: argparse.Namespace) -> tuple[Position, list[str], str | None]:
    """A new game, an agent for each seat, and where to save the replay."""
    from ..envs._core.files import check_target
    from ..envs._core.registry import load, seats

    if args.game is None:
        raise ValueError("name a game, as in: mailwing play ab_die_post; or an unfinished one with --resume FILE")
    if args.save is not None:
        check_target(args.save, "replay")
    names = _agent_names(args.agents if args.agents is not None else AGENTS)
    players = args.players if args.players is not None else _usual_players(len(names), seats(args.game))
    game = load(args.game, players=players, data=args.data, **read_options(args.option))
    seed = random.randrange(MAX_SEED) if args.seed is None else args.seed
    return game.new(seed), _seating(game, names, seed, shuffled=args.seat_order == "shuffled"), args.save


def _resumed(args: argparse.Namespace) -> tuple[Position, list[str], str | None]:
    """A saved game where it was left, its agents or those of --agents, and where to save it.

    Raises:
        ValueError: it is no replay of this game, its actions break the rules, it is over, or an option was given that
            the file decides.
    """
    from ..envs._core.files import check_target
    from ..envs._core.registry import load
    from ..envs._core.replay import Replay, ReplayError

    given = {"--players": args.players, "--seed": args.seed, "--option": args.option or None}
    for name, value in given.items():
        if value is not None:
            raise ValueError(f"{name} does not go with --resume: the saved game has its own")
    save = args.resume if args.save is None else args.save
    replay = Replay.load(args.resume)
    if args.game not in (None, replay.game):
        raise ValueError(f"{args.resume} is a game of {replay.game}, not of {args.game}")
    check_target(save, "replay")
    game = None
    if args.data is not None:
        game = load(replay.game, players=replay.players, data=args.data, **replay.options)
    try:
        replay.check(game)
        *_, state = replay.positions(game)
    except ReplayError as error:
        raise ReplayError(f"{args.resume}: {error}") from None
    if state.done:
        raise ValueError(f"the game in {args.resume} is over; watch it with: mailwing replay {args.resume}")
    if args.agents is None and replay.agents is None:
        raise ValueError(f"{args.resume} does not say who plays; name the agents with --agents")
    names = _agent_names(args.agents) if args.agents is not None else list(replay.agents or ())
    assert state.seed is not None
    return state, _seating(state.game, names, state.seed, shuffled=args.seat_order == "shuffled"), save


def _agent_names(words: str) -> list[str]:
    from ..agents.names import split_names

    names = split_names(words)
    if not all(names):
        raise ValueError(f"--agents {words!r} has an empty name; write them as in --agents human,expert,adept")
    return names


def _usual_players(named: int, allowed: tuple[int, ...]) -> int:
    """The smallest number of players of the game that seats the named agents."""
    return next((players for players in sorted(allowed) if players >= named), named)


def _seating(game: Game, names: list[str], seed: int, shuffled: bool) -> list[str]:
    """One agent for each seat."""
    if len(names) > game.players:
        raise ValueError(f"{len(names)} agents are named, but the table has {game.players} seats: {', '.join(names)}")
    seated = names + names[-1:] * (game.players - len(names))
    if shuffled:
        random.Random(seed).shuffle(seated)
    return seated


def result(state: Position, names: Sequence[str]) -> str:
    """The final ranks and scores, the best first, and why if the scores do not say it."""
    scores, ranks = state.scores(), state.ranks()
    ended = " (turn limit)" if state.limit_reached else ""
    why = state.game.spec.ending(state.game, state.record)
    lines = [f"The game is over after {_decisions(state)}{ended}{f': {why}' if why else ''}.", "rank  points  player"]
    for seat in sorted(range(state.game.players), key=lambda seat: (ranks[seat], seat)):
        lines.append(f"{ranks[seat]:>4}  {scores[seat]:>6}  seat {seat} ({names[seat]}){called(state, seat)}")
    return "\n".join(lines)


def called(state: Position, seat: int) -> str:
    """How people call a seat, behind its number: `", KLM"`; empty if they call it by the number."""
    name = state.seat_name(seat)
    return f", {name}" if name else ""


def _decisions(state: Position) -> str:
    return f"{state.num_decisions} decision{'' if state.num_decisions == 1 else 's'}"
