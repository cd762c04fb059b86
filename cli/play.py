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
    from ..agents import Agent
    from ..envs._core.game import Game
    from ..envs._core.position import Position

EXAMPLES = """\
examples:
  mailwing play ab_die_post --agents human,expert,adept
  mailwing play ab_die_post --agents human,expert --players 5 --seat-order shuffled
  mailwing play ab_die_post --agents expert,adept,novice,random --seed 7 --save game.json
  mailwing play ab_die_post --agents human,runs/x/best,expert --option turn_limit=200

A person chooses actions by number or in words; ? shows help, q quits. --save also writes unfinished games, and
`mailwing replay game.json` steps through them."""

MAX_SEED = 2**31

INDENT = "    "
"""Indent of the lines that say what happened after an action."""

SECRETLY = "decides in secret"
"""What people at other seats hear of an action that only its seat may know."""

REDEALS = 8
"""So many times what is hidden is drawn anew, to see whether the choices of a seat depend on it."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "play",
        help="play a game in the terminal, or watch agents play it",
        description="Play one game in the terminal. Every action and what happened is printed in words, at the end "
        "the ranks and scores; people do not hear what others choose in secret. "
        "Decisions with one legal action are played automatically.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="id of the game")
    parser.add_argument(
        "--agents",
        default="human,expert",
        metavar="A,B,…",
        help="agents by seat: human, random, novice, adept, expert, search:expert@0.2s, zoo/NAME, a checkpoint folder, "
        "module:NAME; the last one takes all remaining seats (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, help="seed of the deal and the agents (default: a random one, printed)")
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
    """Play the game, print the result and save the replay if there is --save."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # as in `mailwing train`, for networks in a search
    from ..agents import AgentError, agent_seed, make
    from ..envs._core.files import check_target
    from ..envs._core.registry import load, seats
    from ..envs._core.words import printable

    if args.save is not None:
        check_target(args.save, "replay")
    names = _agent_names(args.agents)
    players = args.players if args.players is not None else _usual_players(len(names), seats(args.game))
    game = load(args.game, players=players, data=args.data, **read_options(args.option))
    seed = random.randrange(MAX_SEED) if args.seed is None else args.seed
    names = _seating(game, names, seed, shuffled=args.seat_order == "shuffled")
    if "human" in names and sys.stdin is None:
        raise ValueError("'human' cannot be asked: the standard input is closed; run it in a terminal, or name bots")
    agents = [make(game, name) for name in names]
    names = [printable(name) for name in names]
    state = game.new(seed)
    for seat, agent in enumerate(agents):
        agent.reset(agent_seed(seed, seat))
    print(f"{game.spec.title}, {players} players, seed {seed}")
    print("  ".join(f"seat {seat}: {name}{called(state, seat)}" for seat, name in enumerate(names)))
    try:
        finished = _play(state, agents, names, quiet=args.quiet, tables=args.tables)
        print(result(state, names) if finished else f"\nStopped after {_decisions(state)}; there is no winner.")
    except AgentError as error:
        raise ValueError(str(error)) from error
    finally:
        if args.save is not None:
            _save(state, names, args.save)
    return 0


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


def _play(state: Position, agents: Sequence[Agent], names: Sequence[str], *, quiet: bool, tables: bool) -> bool:
    """Play until the game is over (True) or a person quits (False)."""
    from ..agents import ask
    from ..agents.human import QuitGame

    if not quiet:
        print(f"\n{state.text()}")
    people = {seat for seat, name in enumerate(names) if name == "human"}
    try:
        while not state.done:
            seat, legal = state.seat, state.legal()
            action = legal[0] if len(legal) == 1 else ask(agents[seat], state)
            before = state.copy()
            state.apply(action)
            if not quiet:
                secret = bool(people - {seat}) and is_said_in_secret(before, action, state)
                words = SECRETLY if secret else before.describe(action)
                happened = [f"{INDENT}{line}" for line in state.news(before, action)]
                print("\n".join([f"seat {seat} ({names[seat]}): {words}", *happened]), flush=True)
            if tables:
                print(f"\n{state.text()}")
    except (QuitGame, KeyboardInterrupt):
        return False
    if not quiet and not tables:
        print(f"\n{state.text()}")
    return True


def is_said_in_secret(before: Position, action: int, after: Position) -> bool:
    """Whether people at other seats must not hear an action: it makes a secret of its seat, or was chosen from one.

    A secret that comes whatever the seat does, such as cards dealt when the last one has chosen, is no reason.
    """
    seat, now = before.seat, secrets_of(after, before.seat)
    if now == secrets_of(before, seat):
        return False
    for other in before.legal():
        instead = before.copy()
        instead.apply(other)
        if other != action and secrets_of(instead, seat) != now:
            return True
    others = [other for other in range(before.game.players) if other != seat]
    dealt_anew = [before.redeal(other, seed).legal() for other in others for seed in range(REDEALS)]
    return any(legal != before.legal() for legal in dealt_anew)


def secrets_of(position: Position, seat: int) -> list[bytes]:
    """What only a seat knows."""
    state, found = position.game.spec.state, []
    for hidden in position.game.spec.hidden:
        for path in (leaf.path for leaf in state.leaves()):
            if hidden.seat_axis is not None and (path == hidden.path or path.startswith(f"{hidden.path}.")):
                found.append(state.read(position.record, path).take(seat, axis=hidden.seat_axis).tobytes())
    return found


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
    name = state.game.spec.seat_name(state.game, state.record, seat)
    return f", {name}" if name else ""


def _decisions(state: Position) -> str:
    return f"{state.num_decisions} decision{'' if state.num_decisions == 1 else 's'}"


def _save(state: Position, names: Sequence[str], path: str) -> None:
    from ..envs._core.replay import Replay

    Replay.of(state, agents=list(names)).save(path)
    print(shown(f"The replay is in {path}; watch it with: mailwing replay {path}"))
