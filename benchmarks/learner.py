"""Measure how fast the two learners learn: MaskablePPO against bots, and self-play, on one game in one run.

    python benchmarks/learner.py                          Ab die Post!, one core
    python benchmarks/learner.py --game aeroplanes --rounds 7

The sides have the same game, network, minibatch and epochs, a process each, and take turns, one update each in every
round. A figure is decisions that were learnt from in a second, playing and learning together; a ratio is the median of
the ratios within the rounds. For self-play, the share of the time outside of the network's passes is printed, too: what
is in them is the forward passes and the backward passes; the losses between them are outside.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from clock import Window
from sides import RunningSide, Side
from summary import cores, provenance, ratios, spread

DISTRIBUTIONS = ("mailwing", "torch", "numpy", "numba", "stable-baselines3", "sb3-contrib")

HIDDEN = [256, 256]


def make_config(game: str, size: dict[str, int], **tables: Any) -> Any:
    """A config of the game at four seats (or as many as it has) for both learners."""
    from mailwing.training.config import parse_config

    tree: dict[str, Any] = {
        "game": {"id": game},
        "opponents": {"weights": {"novice": 1.0, "adept": 1.0, "expert": 1.0}},
        "network": {"hidden": HIDDEN, "precision": "float32"},
        "ppo": size,
        "budget": {"steps": 10**12},
    }
    for name, values in tables.items():
        tree[name] = {**tree.get(name, {}), **values}
    return parse_config(tree, "benchmarks/learner.py")


def maskable(game: str, size: dict[str, int], threads: int, network: dict[str, Any]) -> Window:
    """Decisions per second of MaskablePPO, one learner at tables of bots; a window is one update."""
    import torch

    from mailwing.envs import lineups_for
    from mailwing.envs.adapters.sb3 import BatchVecEnv
    from mailwing.training.base_run import game_of
    from mailwing.training.maskable import build_model

    torch.set_num_threads(threads)
    config = make_config(game, size, network=network)
    bound = game_of(config)
    lineups = lineups_for(bound, dict(config.opponents.weights), mixed=config.opponents.mixed)
    model = build_model(config, BatchVecEnv(bound, config.ppo.num_envs, lineups, threads=threads))
    rollout = config.ppo.num_envs * config.ppo.n_steps

    def window() -> float:
        started = time.perf_counter()
        model.learn(rollout, reset_num_timesteps=False)
        return rollout / (time.perf_counter() - started)

    return window


def selfplay(game: str, size: dict[str, int], threads: int, network: dict[str, Any], outside: bool = False) -> Window:
    """Decisions learnt per second of self-play, all seats the learner's; a window is one update.

    With `outside`, a window is the share of the time that is spent outside of the network's passes instead.
    """
    import torch

    from mailwing.training.selfplay_learner import Learner, Tables

    torch.set_num_threads(threads)
    shares = {"self_share": 1.0, "pool_share": 0.0, "bots_share": 0.0}
    # As many decisions in an update, from fewer and longer games: the last one of each seat is not learnt from.
    size = {**size, "num_envs": size["num_envs"] // 4, "n_steps": size["n_steps"] * 4}
    config = make_config(game, size, network=network, selfplay=shares)
    learner = Learner(config, Tables(config), threads)
    inside = _passes(learner.update.working) if outside else [0.0]

    def window() -> float:
        inside[0], started = 0.0, time.perf_counter()
        learner.collect()
        learner.learn(3e-4)
        seconds = time.perf_counter() - started
        return 1 - inside[0] / seconds if outside else len(learner.rollout.learnt) / seconds

    return window


def _passes(network: Any) -> list[float]:
    """A list whose entry counts the seconds in the forward passes of a network and in all backward passes."""
    import torch

    seconds = [0.0]

    def timed(call: Any) -> Any:
        def wrapper(*arguments: Any, **settings: Any) -> Any:
            started = time.perf_counter()
            try:
                return call(*arguments, **settings)
            finally:
                seconds[0] += time.perf_counter() - started

        return wrapper

    network.forward = timed(network.forward)
    torch.Tensor.backward = timed(torch.Tensor.backward)  # type: ignore[method-assign]
    return seconds


def sides(game: str, size: dict[str, int], threads: int, precision: str) -> tuple[Side, ...]:
    """What is measured; `precision` is that of the network that both learners have."""
    plain = {"precision": precision}
    lean = {"precision": "auto", "shared": True}
    shared = {"game": game, "size": size, "threads": threads}
    return (
        Side("maskable", "MaskablePPO against bots", "learner", "maskable", {**shared, "network": plain}),
        Side("self-play", "self-play, the same network", "learner", "selfplay", {**shared, "network": plain}),
        Side("lean", "self-play, shared trunk, bfloat16 if fast", "learner", "selfplay", {**shared, "network": lean}),
        Side("outside", "", "learner", "selfplay", {**shared, "network": plain, "outside": True}),
        Side("lean outside", "", "learner", "selfplay", {**shared, "network": lean, "outside": True}),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ab_die_post", help="id of the game (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="updates of each side (default: %(default)s)")
    parser.add_argument("--num-envs", type=int, default=1024, help="games at once (default: %(default)s)")
    parser.add_argument("--n-steps", type=int, default=64, help="decisions of a game (default: %(default)s)")
    parser.add_argument("--minibatch", type=int, default=8192, help="default: %(default)s")
    parser.add_argument("--epochs", type=int, default=3, help="default: %(default)s")
    words = "of the network that both have, as in configs (default: %(default)s)"
    parser.add_argument("--precision", default="float32", choices=("float32", "bfloat16", "auto"), help=words)
    parser.add_argument("--threads", type=int, default=1, help="threads; 1 keeps to one core (default: %(default)s)")
    args = parser.parse_args()
    size = {name: getattr(args, name) for name in ("num_envs", "n_steps", "minibatch", "epochs")}
    core = max(os.sched_getaffinity(0)) if args.threads == 1 and hasattr(os, "sched_getaffinity") else None
    running = [RunningSide(side, core) for side in sides(args.game, size, args.threads, args.precision)]
    windows: dict[str, list[float]] = {side.side.key: [] for side in running}
    for _ in range(args.rounds):
        for side in running:
            windows[side.side.key].append(side.window())
    for side in running:
        side.close()
    made = provenance("", running[0].versions)
    print(f"{args.game}, {size}, hidden {HIDDEN}, {args.precision};")
    print(f"{made['machine']['processor']}, {args.threads} of {cores()} cores,")
    print(f"revision {made['revision']}, " + ", ".join(f"{name} {number}" for name, number in made["versions"].items()))
    for side in running:
        if side.side.label:
            speed = spread(windows[side.side.key])
            quartiles = f"({speed['low']:,.0f}–{speed['high']:,.0f})"
            print(f"{side.side.label:45} {speed['median']:>9,.0f} decisions/s {quartiles}")
    for key, share in (("self-play", "outside"), ("lean", "lean outside")):
        times = spread(ratios(windows[key], windows["maskable"], True))
        spent = spread(windows[share])["median"]
        print(
            f"{key}: {times['median']} times MaskablePPO ({times['low']}–{times['high']}), {spent:.0%} outside passes"
        )


if __name__ == "__main__":
    main()
