"""Our side: every use of this library that is measured."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path
from typing import Any

import connect_four
import numpy as np
from clock import Window, fresh_python, microseconds, per_second
from random_play import aec_speed

from mailwing import agents, envs
from mailwing.agents import View, play_game
from mailwing.agents.rollouts import ANY_LENGTH, Rollouts, Task
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.rewards import Reward

DISTRIBUTIONS = ("mailwing", "numpy", "numba")

STEPS = 20
"""Steps of a batch between two looks at the clock."""

envs.register(connect_four.SPEC)


def _load(game: str) -> Any:
    return envs.load(game, players=2 if game == "connect_four" else 4)


def batch(game: str, num_envs: int, threads: int, inside: bool, seconds: float) -> Window:
    """Decisions per second of a batch: a random legal action, the rules, mask and observation, the next deal.

    Args:
        game: its id.
        num_envs: games in the batch.
        threads: of the batch.
        inside: the compiled step picks the actions; otherwise they are an array that Python hands over.
        seconds: length of a window.
    """
    # Connect four shows forced decisions, as its peers do: a decision is then the same thing on both sides.
    games = envs.batch(_load(game), num_envs, threads=threads, show_forced=game == "connect_four")
    rng = np.array([1], dtype=np.uint64)

    def play() -> int:
        for _ in range(STEPS):
            if inside:
                games.step_random()
            else:
                games.step(games.random_actions(rng))
        return STEPS * num_envs

    return per_second(play, seconds)


def aec(game: str, seconds: float) -> Window:
    """Decisions per second of the AEC face in PettingZoo's own loop."""
    return aec_speed(envs.aec(_load(game)), seconds)


def copy(game: str, seconds: float) -> Window:
    """Microseconds of copying a game in progress."""
    return microseconds(_load(game).new(seed=1).copy, seconds)


def search(game: str, simulations: int, seconds: float) -> Window:
    """Decisions per second that a search simulates by random play, to the end of every game.

    Args:
        game: its id.
        simulations: of each legal action at the first decision; that many in all where the search grows a tree.
        seconds: length of a window.
    """
    bound = _load(game)
    state = bound.new(seed=1)
    legal = np.array(state.legal())
    rollouts = Rollouts(bound, RANDOM, threads=1, kind=Reward.WIN, limit=ANY_LENGTH)
    rollouts.start(state)
    rewards = np.zeros((len(legal), simulations), dtype=np.float32)
    task, seeds = Task(legal, np.arange(len(legal)), rewards), itertools.count()
    return per_second(lambda: rollouts.play(task, next(seeds), 0, simulations), seconds)


def tree_search(game: str, simulations: int, seconds: float) -> Window:
    """The same of `ismcts`, whose simulations go through a tree first; arguments as in `search`."""
    bound = _load(game)
    state = bound.new(seed=1)
    lengths = []
    for seed in range(1000):
        lengths.append(len(play_game(bound, [agents.make(bound, "random")] * bound.players, seed).history))
    agent, view = agents.TreeSearchAgent(simulations, rollout=RANDOM), View(state)

    def think() -> int:
        agent.act(view)
        return round(simulations * np.mean(lengths))

    return per_second(think, seconds)


def importing() -> Window:
    """Seconds of importing the environments, those of starting Python taken off."""
    return lambda: fresh_python("import mailwing.envs") - fresh_python("")


FIRST_USE = """
import sys
sys.path.insert(0, sys.argv[2])
import connect_four
from mailwing import envs
envs.register(connect_four.SPEC)
bots = None if sys.argv[1] == "connect_four" else ["novice", "adept", "expert"]
game = envs.load(sys.argv[1], players=4 if bots else 2)
state = game.new(seed=1)
state.apply(state.legal()[0])
state.observation()
batch = envs.batch(game, num_envs=64, opponents=bots)
batch.step(batch.mask.argmax(axis=1))
"""


def first_use(game: str, cached: bool) -> Window:
    """Seconds from starting Python to the first step of a single game and of a batch.

    Args:
        game: its id.
        cached: another process has compiled the game before; otherwise the cache is empty in every window.
    """
    here = str(Path(__file__).parent)

    def run(cache: str) -> float:
        return fresh_python(FIRST_USE, game, here, MAILWING_CACHE=cache)

    if cached:
        folder = tempfile.TemporaryDirectory()
        run(folder.name)
        # The folder must live as long as the window does.
        return lambda: run(folder.name)

    def window() -> float:
        with tempfile.TemporaryDirectory() as empty:
            return run(empty)

    return window


def ppo(game: str, num_envs: int, minibatch: int, steps: int, threads: int, seconds: float) -> Window:
    """Decisions per second of our training: the learner's own, against bots that play in between and do not count."""
    import ppo as shared

    from mailwing.envs.adapters.sb3 import BatchVecEnv
    from mailwing.training.config import parse_config
    from mailwing.training.maskable import build_model

    bound = _load(game)
    names = ("random",) if game == "connect_four" else ("random", "novice", "adept")
    opponents: dict[str | envs.Bot, float] = dict.fromkeys(names, 1.0)
    config = parse_config(
        {
            "game": {"id": game, "players": bound.players},
            "opponents": {"weights": opponents},
            "network": {"hidden": shared.NETWORK, "activation": "relu"},
            "ppo": {"num_envs": num_envs, "n_steps": steps, "minibatch": minibatch, "epochs": shared.EPOCHS},
            "budget": {"minutes": 60.0},
        },
        "benchmarks/ours.py",
    )
    lineups = envs.lineups_for(bound, opponents, mixed=config.opponents.mixed)
    model = build_model(config, BatchVecEnv(bound, num_envs, lineups, threads=threads))
    model.progress = lambda: 0.0
    return shared.learning_speed(model, num_envs * steps, threads, seconds)
