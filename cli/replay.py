"""`mailwing replay`: step through a recorded game, check it, or export it as an animation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .at_table import INDENT
from .play import result
from .terminal import as_json, shown

if TYPE_CHECKING:
    from ..envs._core.position import Position
    from ..envs._core.replay import Replay

EXAMPLES = """\
examples:
  mailwing replay game.json                      step through it (in a terminal)
  mailwing replay game.json --at 40              the table after 40 decisions
  mailwing replay game.json --at 40 --picture board.png
  mailwing replay game.json --html game.html     a page to step through in a browser
  mailwing replay game.json --gif game.gif --width 720
  mailwing replay game.json --check              check the actions and the final scores

While stepping: Enter next, b back, a number jumps to that decision, q quits."""

KEYS = "Enter next, b back, a number jumps, q quits"


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "replay",
        help="step through a recorded game, or export it as GIF or HTML",
        description="Show the replay of a game that `mailwing play --save` or `Replay.save` has written.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", help="the replay")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--step", action="store_true", help="step through it (the default in a terminal)")
    mode.add_argument("--gif", metavar="OUT.gif", help="write an animated GIF (needs the extra 'render')")
    mode.add_argument("--html", metavar="OUT.html", help="write one self-contained page to step through")
    mode.add_argument("--picture", metavar="OUT.png", help="write the picture of a position, .png or .svg")
    mode.add_argument("--check", action="store_true", help="replay all actions and compare the final scores")
    mode.add_argument("--json", action="store_true", help="print the game with every action in words as JSON")
    parser.add_argument(
        "--at", type=int, metavar="N", help="the position after N decisions, negative: from the end (prints its table)"
    )
    parser.add_argument("--data", metavar="DIR", help="folder of the data pack of the replay")
    parser.add_argument(
        "--every",
        choices=("decision", "turn"),
        help="a picture for every decision, or one whenever another seat is to decide (default: decision for a page, "
        "turn for a GIF, which is large)",
    )
    parser.add_argument(
        "--seconds", type=float, default=0.8, help="time for each picture of a GIF (default: %(default)s)"
    )
    parser.add_argument("--width", type=int, default=960, help="width of a GIF in pixels (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Read the replay and run the chosen mode."""
    from ..envs._core.registry import load
    from ..envs._core.replay import Replay, ReplayError

    if args.at is not None and (args.step or args.gif or args.html or args.check or args.json):
        raise ValueError("--at goes with --picture or alone; the other modes show the whole game")
    _check_settings(args)
    replay = Replay.load(args.file)
    game = None
    if args.data is not None:
        game = load(replay.game, players=replay.players, data=args.data, **replay.options)
    try:
        warnings = replay.check(game) if args.check else []
        states = list(replay.positions(game))
    except ReplayError as error:
        raise ReplayError(f"{args.file}: {error}") from None
    last = len(states) - 1
    if args.check:
        print(shown("\n".join([*(f"note: {warning}" for warning in warnings), f"{args.file}: {_verdict(replay)}"])))
    elif args.picture:
        _draw(states[last if args.at is None else position(args.at, last)], Path(args.picture))
    elif args.gif or args.html:
        _film(replay, states, args)
    elif args.json:
        print(as_json(summary(replay, states), indent=2))
    elif args.at is not None:
        print(page(replay, states, position(args.at, last)))
    elif args.step or _at_terminal():
        step(replay, states)
    else:
        print("\n".join([heading(replay), *lines_of(replay, states), "", page(replay, states, last)]))
    return 0


def _check_settings(args: argparse.Namespace) -> None:
    """Refuse what cannot be written or drawn before the game is played again (ValueError)."""
    from ..envs._core.files import check_target
    from ..envs._core.pictures.animate import checked_seconds
    from ..envs._core.pictures.render import checked_width

    target = next((path for path in (args.gif, args.html, args.picture) if path is not None), None)
    if target is not None:
        check_target(target, "file")
    if target is not None and target == args.picture and Path(target).suffix not in (".png", ".svg"):
        raise ValueError(f"--picture {target}: the name must end in .png or .svg")
    checked_width(args.width, "--width")
    checked_seconds(args.seconds, "--seconds")
    if args.step and sys.stdin is None:
        raise ValueError("--step needs a terminal, but the standard input is closed; --at N shows one position")


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _verdict(replay: Replay) -> str:
    end = "finished" if replay.scores is not None else "unfinished"
    return f"{heading(replay)}, {end}: follows the rules"


def position(wanted: int, last: int) -> int:
    """A position from the start, or from the end if negative.

    Raises:
        ValueError: there is none of that number.
    """
    found = last + 1 + wanted if wanted < 0 else wanted
    if not 0 <= found <= last:
        raise ValueError(f"there is no position {wanted}; the replay has decisions 0 to {last} (0: the deal)")
    return found


def heading(replay: Replay) -> str:
    """Game, players, seed and length of a replay, in one line."""
    count = len(replay.actions)
    return f"{replay.game}, {replay.players} players, seed {replay.seed}, {count} decision{'' if count == 1 else 's'}"


def who(replay: Replay, seat: int) -> str:
    """A seat, with the agent's name if it is known."""
    return f"seat {seat} ({replay.agents[seat]})" if replay.agents else f"seat {seat}"


def words_at(replay: Replay, states: Sequence[Position], at: int) -> str:
    """The action that led to a position, in words."""
    if at == 0:
        return "The deal"
    before = states[at - 1]
    return f"{who(replay, before.seat)}: {before.describe(replay.actions[at - 1])}"


def news_at(replay: Replay, states: Sequence[Position], at: int) -> list[str]:
    """What happened before a position, in indented lines."""
    if at == 0:
        return []
    return [f"{INDENT}{line}" for line in states[at].news(states[at - 1], replay.actions[at - 1])]


def lines_of(replay: Replay, states: Sequence[Position]) -> list[str]:
    """One line for every action, and below it what happened."""
    lines = []
    for at in range(1, len(states)):
        lines.append(f"{at:>5}  {words_at(replay, states, at)}")
        lines += [f"{'':>7}{line}" for line in news_at(replay, states, at)]
    return lines


def captions(replay: Replay, states: Sequence[Position], chosen: Sequence[int]) -> list[str]:
    """For each chosen position, ascending: all actions and events since the previous one."""
    texts = []
    for since, at in zip([-1, *chosen], chosen, strict=False):
        groups = [[words_at(replay, states, k), *news_at(replay, states, k)] for k in range(since + 1, at + 1)]
        texts.append("\n".join(line for lines in groups for line in lines))
    return texts


def page(replay: Replay, states: Sequence[Position], at: int) -> str:
    """One position: its number, the action before it, the table, and the result if the game is over."""
    state = states[at]
    lines = [f"[{at} / {len(states) - 1}]  {words_at(replay, states, at)}", *news_at(replay, states, at)]
    text = "\n".join([*lines, "", state.text()])
    if state.done:
        text += "\n" + result(state, replay.agents or ["?"] * replay.players) + "\n"
    return text


def step(replay: Replay, states: Sequence[Position], ask: Callable[[str], str] | None = None) -> None:
    """Step through a replay at the terminal; `ask` returns the answer to a prompt (`input` by default)."""
    ask = ask if ask is not None else input
    print(heading(replay))
    at, last = 0, len(states) - 1
    print(f"\n{page(replay, states, at)}")
    while True:
        try:
            answer = ask(f"{KEYS}: ").strip().casefold()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if answer in ("q", "quit"):
            return
        try:
            wanted = _next_position(answer, at, last)
        except ValueError as error:
            print(error)
            continue
        if wanted is None:
            print("That is the end." if at == last and answer in ("", "n") else "That is the deal.")
        else:
            at = wanted
            print(f"\n{page(replay, states, at)}")


def _next_position(answer: str, at: int, last: int) -> int | None:
    """The position that an answer asks for; None at either end (ValueError: the answer is not valid)."""
    if answer in ("", "n", "next"):
        return at + 1 if at < last else None
    if answer in ("b", "back"):
        return at - 1 if at > 0 else None
    if answer.lstrip("-").isdigit():
        return position(int(answer), last)
    raise ValueError(f"'{answer}' is not understood: {KEYS}")


def summary(replay: Replay, states: Sequence[Position]) -> dict[str, Any]:
    """A replay as JSON values: the game, every action in words, and the final scores and ranks."""
    end = states[-1]
    actions = [
        {"seat": before.seat, "action": action, "words": before.describe(action), "news": after.news(before, action)}
        for before, action, after in zip(states, replay.actions, states[1:], strict=False)
    ]
    return {
        "game": replay.game,
        "version": replay.version,
        "players": replay.players,
        "options": replay.options,
        "agents": replay.agents,
        "seed": replay.seed,
        "finished": end.done,
        "limit_reached": end.limit_reached,
        "scores": end.scores(),
        "ranks": end.ranks(),
        "actions": actions,
    }


def turns(states: Sequence[Position]) -> list[int]:
    """The deal, every position in which the seat to decide has changed, and the last position."""
    last = len(states) - 1
    return [at for at in range(last + 1) if at in (0, last) or states[at].seat != states[at - 1].seat]


def _draw(state: Position, target: Path) -> None:
    """Write the picture of one position."""
    from ..envs._core.files import write_bytes

    svg = state.svg()
    if target.suffix == ".svg":
        data = svg.encode()
    else:
        from ..envs._core.pictures.render import png

        data = png(svg)
    write_bytes(target, data)
    print(shown(str(target)))


def _film(replay: Replay, states: Sequence[Position], args: argparse.Namespace) -> None:
    """Write the whole game as a GIF or a page."""
    from ..envs._core.pictures.animate import Frame, save_gif, save_html
    from ..evaluation.progress import shown as progress_shown

    target = Path(args.gif or args.html)
    by_turn = args.every == "turn" or (args.every is None and bool(args.gif))
    chosen = turns(states) if by_turn else range(len(states))
    words = captions(replay, states, chosen)
    frames = []
    steps = count(1)
    with progress_shown(unit="pictures") as progress:
        for at, caption in zip(chosen, words, strict=True):
            frames.append(Frame(states[at].svg(), caption))
            if args.html:
                progress(next(steps), len(chosen), "drawing")
        if args.gif:
            save_gif(
                *(frames, target),
                seconds=args.seconds,
                width=args.width,
                progress=lambda: progress(next(steps), len(chosen), "drawing"),
            )
        else:
            save_html(frames, target, f"{states[0].game.spec.title}: {heading(replay)}")
    print(shown(f"{target}: {len(frames)} pictures, {target.stat().st_size / 1e6:.1f} MB"))
