"""Mailwing beside its peers, in one run on one machine: every figure is a ratio of two measurements made side by side.

    make bench                                   installs the peers (extra `bench`) and runs this
    python benchmarks/peers.py --json            one JSON object
    python benchmarks/peers.py --only aec,copy   some of the comparisons
    python benchmarks/peers.py --game aeroplanes another game

Everything plays uniformly random legal actions. Windows of ours and of the peer alternate, and the fastest window of
each counts, since other programs on the machine can only make a window slower.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mailwing import envs

WINDOWS = 15
GAMES = {"ab_die_post": {"batch": "≥ 12", "cold": "< 30 s"}, "aeroplanes": {"batch": "≥ 3", "cold": "< 60 s"}}
"""The games that can be measured, with what the project promises of each."""


@dataclass(frozen=True)
class Comparison:
    """Two figures in one unit; `ratio` is how many times better ours is, `target` what the project promises."""

    name: str
    unit: str
    ours: float
    peer: float | None = None
    peer_name: str = ""
    ratio: float | None = None
    target: str = ""


def side_by_side(ours: Callable[[], float], peer: Callable[[], float]) -> tuple[float, float]:
    """The best of alternating windows of two speeds (higher is better)."""
    best = [0.0, 0.0]
    for _ in range(WINDOWS):
        for k, window in enumerate((ours, peer)):
            best[k] = max(best[k], window())
    return best[0], best[1]


def batch_speed(game: str, seconds: float) -> Callable[[], float]:
    """Decisions per second of 1,024 games in a batch on one thread, selection, mask and observation included."""
    batch = envs.batch(game, players=4, num_envs=1024)
    rng = np.array([1], dtype=np.uint64)

    def window() -> float:
        steps, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            for _ in range(20):
                batch.step(batch.random_actions(rng))
            steps += 20
        return steps * batch.num_envs / (time.perf_counter() - started)

    window()
    return window


def open_spiel_speed(seconds: float) -> Callable[[], float]:
    """OpenSpiel's euchre through Python on its faster path: `set_from` of one observation, and `legal_actions_mask`."""
    import pyspiel  # pyright: ignore[reportMissingImports]
    from open_spiel.python.observation import make_observation  # pyright: ignore[reportMissingImports]

    game = pyspiel.load_game("euchre")
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    chooser = random.Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chooser.choice(state.chance_outcomes())[0])
                continue
            seat = state.current_player()
            observation.set_from(state, seat)
            mask = state.legal_actions_mask(seat)
            legal = [action for action, allowed in enumerate(mask) if allowed]
            state.apply_action(legal[int(chooser.random() * len(legal))])
            decisions += 1
        return decisions

    def window() -> float:
        return _count_per_second(play, seconds)

    window()
    return window


def aec_speed(make: Callable[[], Any], seconds: float) -> Callable[[], float]:
    """Decisions per second of a PettingZoo AEC environment in PettingZoo's own loop."""
    env, chooser = make(), random.Random(1)

    def play() -> int:
        env.reset(seed=chooser.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(chooser.random() * len(legal))]))
            decisions += 1
        return decisions

    def window() -> float:
        return _count_per_second(play, seconds)

    window()
    return window


def _count_per_second(play: Callable[[], int], seconds: float) -> float:
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        count += play()
    return count / (time.perf_counter() - started)


def compare_batch(game: str, seconds: float) -> list[Comparison]:
    """The native batch beside OpenSpiel through Python."""
    ours, peer = side_by_side(batch_speed(game, seconds), open_spiel_speed(seconds))
    return [
        _faster("batch of 1,024 games", "decisions/s", ours, peer, "OpenSpiel euchre from Python", GAMES[game]["batch"])
    ]


def compare_aec(game: str, seconds: float) -> list[Comparison]:
    """The AEC face beside PettingZoo's connect four with its default wrappers."""
    from pettingzoo.classic import connect_four_v3

    ours, peer = side_by_side(
        aec_speed(lambda: envs.aec(game, players=4), seconds), aec_speed(lambda: connect_four_v3.env(), seconds)
    )
    return [_faster("AEC face", "decisions/s", ours, peer, "PettingZoo connect four env()", "≥ 5")]


def compare_copy(game: str, seconds: float) -> list[Comparison]:
    """`State.copy()` beside OpenSpiel's `clone()`."""
    import pyspiel  # pyright: ignore[reportMissingImports]

    state = envs.load(game, players=4).new(seed=1)
    other = pyspiel.load_game("euchre").new_initial_state()

    def speed(call: Callable[[], object]) -> Callable[[], float]:
        def copies() -> int:
            for _ in range(1000):
                call()
            return 1000

        return lambda: _count_per_second(copies, seconds)

    ours, peer = side_by_side(speed(state.copy), speed(other.clone))
    return [_shorter("State.copy()", "µs", 1e6 / ours, 1e6 / peer, "OpenSpiel euchre clone()", "< 1.5 µs")]


def compare_import(game: str, seconds: float) -> list[Comparison]:
    """The time that a fresh interpreter takes to import the environments."""

    def time_of(module: str) -> float:
        return min(_run_python(f"import {module}")[0] for _ in range(WINDOWS))

    nothing = time_of("sys")
    ours, peer = time_of("mailwing.envs") - nothing, time_of("pettingzoo.classic") - nothing
    return [_shorter("import mailwing.envs", "s", ours, peer, "import pettingzoo.classic", "< 0.6 s")]


FIRST_USE = """
import sys, time
started = time.perf_counter()
from mailwing import envs
from mailwing.envs._core.kernel import compile_counts
game = envs.load(sys.argv[1], players=4)
state = game.new(seed=1)
state.apply(state.legal()[0])
state.observation()
batch = envs.batch(game, num_envs=64, opponents=["novice", "adept", "expert"])
batch.step(batch.mask.argmax(axis=1))
print(time.perf_counter() - started, compile_counts()[1])
"""


def compare_first_use(game: str, seconds: float) -> list[Comparison]:
    """A game's first use with an empty cache, and in the next process."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (_run_python(FIRST_USE, game, MAILWING_CACHE=folder)[1].split() for _ in range(2))
    return [
        Comparison("first use, cold cache", "s", round(float(cold[0]), 2), target=GAMES[game]["cold"]),
        Comparison("first use, second process", "s", round(float(warm[0]), 2), target="< 1 s"),
        Comparison("compiled in the second process", "kernels", float(warm[1]), target="0"),
    ]


def compare_ppo(game: str, seconds: float) -> list[Comparison]:
    """MaskablePPO end to end, the same network and epochs, beside PettingZoo's connect four."""
    from peers_ppo import mailwing_ppo_speed, pettingzoo_ppo_speed

    ours, peer = mailwing_ppo_speed(game), pettingzoo_ppo_speed()
    return [_faster("MaskablePPO end to end", "decisions/s", ours, peer, "PettingZoo connect four, 8 envs", "≥ 3")]


def _run_python(code: str, *arguments: str, **environment: str) -> tuple[float, str]:
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - started, done.stdout


def _faster(name: str, unit: str, ours: float, peer: float, peer_name: str, target: str) -> Comparison:
    return Comparison(name, unit, round(ours), round(peer), peer_name, round(ours / peer, 2), target)


def _shorter(name: str, unit: str, ours: float, peer: float, peer_name: str, target: str) -> Comparison:
    return Comparison(name, unit, round(ours, 3), round(peer, 3), peer_name, round(peer / ours, 2), target)


COMPARISONS = {
    "batch": compare_batch,
    "aec": compare_aec,
    "copy": compare_copy,
    "import": compare_import,
    "first_use": compare_first_use,
    "ppo": compare_ppo,
}


def text(rows: list[Comparison]) -> str:
    """The comparisons as a table for people."""
    lines = [f"{'':32}{'ours':>14}{'peer':>14}{'ratio':>8}  target"]
    for row in rows:
        peer = "" if row.peer is None else f"{row.peer:,g}"
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}"
        note = f"  ({row.peer_name})" if row.peer_name else ""
        lines.append(f"{f'{row.name}, {row.unit}':32}{row.ours:>14,g}{peer:>14}{ratio:>8}  {row.target}{note}")
    return "\n".join(lines)


def main() -> int:
    """Run the comparisons that were asked for and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--game", default="ab_die_post", choices=GAMES, help="what to measure (default: %(default)s)")
    parser.add_argument("--only", default=",".join(COMPARISONS), help="comparisons to run (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a window (default: %(default)s)")
    args = parser.parse_args()
    chosen = args.only.split(",")
    unknown = [name for name in chosen if name not in COMPARISONS]
    if unknown:
        parser.error(f"unknown comparison {unknown[0]!r}; there are {', '.join(COMPARISONS)}")
    try:
        rows = [row for name in chosen for row in COMPARISONS[name](args.game, args.seconds)]
    except ModuleNotFoundError as error:
        parser.error(
            f"{error.name} is not installed; get the peers with: pip install 'mailwing[bench]' (or make bench)"
        )
    print(json.dumps({row.name: asdict(row) for row in rows}, ensure_ascii=False) if args.json else text(rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
