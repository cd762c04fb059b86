"""Measure libraries over our games beside the same library over the games that it is shown with, in one run.

    python benchmarks/adapters.py                                   everything that is installed
    python benchmarks/adapters.py --only sb3 torchrl --rounds 7
    python benchmarks/adapters.py --rllib .venv-rllib/bin/python    RLlib has an environment of its own

Each side is a process of its own; the sides of a group take turns, a window each in every round. A figure is the median
of its windows with quartiles, a ratio the median of the ratios within the rounds: above 1 the first side is faster.
*Played back* is one recorded game of ours (`playback.py`), its seats, spaces, observations and masks without its work:
it shows what the library itself makes of them, apart from what the environment costs.
What is not installed is left out, with its reason.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from typing import Any

from sides import RunningSide, Side, SideError
from summary import cores, provenance, ratios, spread

SMALL, LARGE = "ab_die_post", "air_postal"
GAMES = 64
MORE_GAMES = 256


@dataclass(frozen=True)
class Comparison:
    """Sides that take turns; the pairs whose ratio is shown, the faster one expected first."""

    id: str
    sides: tuple[Side, ...]
    pairs: tuple[tuple[str, str], ...]


def side(key: str, function: str, **arguments: Any) -> Side:
    """A side of `adapter_sides.py`, whose key is its label."""
    return Side(key, key, "adapter_sides", function, arguments)


def sb3_comparison(seconds: float) -> Comparison:
    """Stable-Baselines3: rollouts, and rollouts with updates."""
    sides, pairs = [], []
    for what, learning in (("collects", False), ("learns", True)):
        more = {"num_envs": MORE_GAMES, "learning": learning, "seconds": seconds}
        peer = f"PPO {what}, make_vec_env CartPole"
        sides.append(side(peer, "sb3", game="CartPole-v1", face="make_vec_env", **more))
        for game in (SMALL, LARGE):
            ours, solo = (f"MaskablePPO {what}, {face} {game}" for face in ("envs.sb3", "make_vec_env solo"))
            idle = f"{solo}, played back"
            sides.append(side(ours, "sb3", game=game, face="sb3", **more))
            sides.append(side(solo, "sb3", game=game, face="make_vec_env", **more))
            sides.append(side(idle, "sb3", game=game, face="playback", **more))
            pairs += [(ours, solo), (ours, peer), (ours, idle), (solo, idle), (idle, peer)]
    return Comparison("sb3", tuple(sides), tuple(pairs))


def torchrl_comparison(seconds: float) -> Comparison:
    """TorchRL: rollouts."""
    sides, pairs = [], []
    peers = ("PettingZooWrapper connect four", "GymEnv CartPole")
    sides.append(side(peers[0], "torchrl", game="connect_four_v3", how="aec", num_envs=1, seconds=seconds))
    sides.append(side(peers[1], "torchrl", game="CartPole-v1", how="gym", num_envs=1, seconds=seconds))
    for game in (SMALL, LARGE):
        ours, wrapped, gym = (f"{face} {game}" for face in ("TorchRLEnv", "PettingZooWrapper", "GymEnv, ActionMask"))
        sides.append(side(ours, "torchrl", game=game, how="native", num_envs=GAMES, seconds=seconds))
        sides.append(side(wrapped, "torchrl", game=game, how="aec", num_envs=1, seconds=seconds))
        sides.append(side(gym, "torchrl", game=game, how="gym", num_envs=1, seconds=seconds))
        pairs += [(ours, wrapped), (ours, peers[0]), (ours, peers[1])]
        for face, how, peer in ((wrapped, "aec playback", peers[0]), (gym, "gym playback", peers[1])):
            idle = f"{face}, played back"
            sides.append(side(idle, "torchrl", game=game, how=how, num_envs=1, seconds=seconds))
            pairs += [(face, peer), (face, idle), (idle, peer)]
    return Comparison("torchrl", tuple(sides), tuple(pairs))


def tianshou_comparison(seconds: float) -> Comparison:
    """Tianshou: steps of its vector of environments."""
    sides, pairs = [], []
    for face, how, peer, shown in (
        ("PettingZooEnv", "aec", "connect four", "connect_four_v3"),
        ("DummyVectorEnv", "gym", "CartPole", "CartPole-v1"),
    ):
        games = {"num_envs": GAMES, "seconds": seconds}
        peer = f"{face} {peer}"
        sides.append(side(peer, "tianshou", game=shown, how=how, **games))
        for game in (SMALL, LARGE):
            ours, idle = f"{face} {game}", f"{face} {game}, played back"
            sides.append(side(ours, "tianshou", game=game, how=how, **games))
            sides.append(side(idle, "tianshou", game=game, how=f"{how} playback", **games))
            pairs += [(ours, peer), (ours, idle), (idle, peer)]
    return Comparison("tianshou", tuple(sides), tuple(pairs))


def comparisons(seconds: float) -> tuple[Comparison, ...]:
    """Everything that is measured."""
    timed = {"seconds": seconds}
    games = {"num_envs": GAMES, "seconds": seconds}
    own, cart = "OpenSpiel's python_tic_tac_toe", "CartPole"
    return (
        sb3_comparison(seconds),
        torchrl_comparison(seconds),
        Comparison(
            "open_spiel",
            (
                side(own, "open_spiel", game="python_tic_tac_toe", **timed),
                *(side(f"pyspiel {game}", "open_spiel", game=f"mailwing_{game}", **timed) for game in (SMALL, LARGE)),
            ),
            tuple((f"pyspiel {game}", own) for game in (SMALL, LARGE)),
        ),
        Comparison(
            "vector",
            (
                side(f"make_vec {cart}, sync", "vector", game="CartPole-v1", **games),
                *(side(f"envs.vector {game}", "vector", game=game, **games) for game in (SMALL, LARGE)),
            ),
            tuple((f"envs.vector {game}", f"make_vec {cart}, sync") for game in (SMALL, LARGE)),
        ),
        tianshou_comparison(seconds),
        Comparison(
            "rllib",
            (
                side("RLlib's PettingZooEnv connect four", "rllib", game="connect_four_v3", **timed),
                *(side(f"RLlibEnv {game}", "rllib", game=game, **timed) for game in (SMALL, LARGE)),
            ),
            tuple((f"RLlibEnv {game}", "RLlib's PettingZooEnv connect four") for game in (SMALL, LARGE)),
        ),
    )


def measure(comparison: Comparison, rounds: int, python: str | None) -> dict[str, str]:
    """Measure and print a comparison; the versions of what it used."""
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    running: dict[str, RunningSide] = {}
    print(f"\n{comparison.id}")
    for each in comparison.sides:
        try:
            running[each.key] = RunningSide(each, core, python)
        except SideError as error:
            print(f"  left out: {each.key}: {error}")
    windows: dict[str, list[float]] = {key: [] for key in running}
    for _ in range(rounds):
        for key, process in running.items():
            windows[key].append(process.window())
    versions = {name: number for process in running.values() for name, number in process.versions.items()}
    for key, process in running.items():
        process.close()
        speed = spread(windows[key])
        print(f"  {key:52} {speed['median']:>11,.0f} decisions/s ({speed['low']:,.0f}–{speed['high']:,.0f})")
    for ours, peer in comparison.pairs:
        if ours in windows and peer in windows:
            times = spread(ratios(windows[ours], windows[peer], True))
            print(f"  {ours}: {times['median']} times {peer} ({times['low']}–{times['high']})")
    return versions


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [each.id for each in comparisons(1.0)]
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--rounds", type=int, default=5, help="windows of each side (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a window (default: %(default)s)")
    parser.add_argument("--rllib", metavar="PYTHON", help="the interpreter that has Ray (default: the one that runs)")
    args = parser.parse_args()
    versions: dict[str, str] = {}
    for comparison in comparisons(args.seconds):
        if comparison.id in args.only:
            versions |= measure(comparison, args.rounds, args.rllib if comparison.id == "rllib" else None)
    made = provenance("", versions)
    print(f"\n{made['machine']['processor']}, one of {cores()} cores, revision {made['revision']},")
    print(", ".join(f"{name} {number}" for name, number in made["versions"].items()))


if __name__ == "__main__":
    main()
