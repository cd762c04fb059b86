"""Faces: all of them play the same game to identical bytes, and pass the checkers of their libraries."""

from __future__ import annotations

import copy
import functools
import importlib
import os
import pickle
import random
from collections.abc import Callable
from typing import Any
from unittest import mock

import gymnasium
import numpy as np
import pettingzoo
from gymnasium.utils.env_checker import check_env

from mailwing.registries import camel_case

from ... import envs
from .._core.chance import seed_of
from .._core.faces.batch import Batch
from .._core.faces.parallel import GameParallelEnv
from .._core.position import IllegalActionError, Position
from .._core.registry import spec_of
from .._core.view import View
from .cases import Case, play_randomly
from .tools import NotApplicable, close, for_each, needs, quiet, refused

SEED = 21
MAKERS: list[Callable[..., Any]] = [envs.aec, envs.parallel]

KEEPERS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloning": lambda env: env.clone(),
}


class ReplayPlayer:
    """An opponent that plays its part of a recorded game."""

    name = "replay"

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, view: View) -> int:
        """The action that the recorded game has here."""
        return self.actions[view.num_decisions]


def recorded_game(case: Case) -> list[Position]:
    """Every position of one random game."""
    return [state.copy() for state in play_randomly(case.game.new(SEED), random.Random(SEED))]


def usual_only(case: Case) -> None:
    """Checkers of libraries look at the face, not at the variant."""
    if case.options:
        raise NotApplicable("checked at the default variant")


def assert_agents_see(env: Any, observe: Callable[[str], Any], state: Position) -> None:
    """Each agent sees what its seat knows; only the one to decide has a mask."""
    for seat, agent in enumerate(env.possible_agents):
        seen = observe(agent)
        assert np.array_equal(seen["observation"], state.observation(seat))
        expected = state.mask() if seat == state.seat else np.zeros(state.game.num_actions)
        assert seen["action_mask"].dtype == np.int8
        assert np.array_equal(seen["action_mask"], expected)


def assert_results(info: dict[str, Any], state: Position) -> None:
    """The info of a finished game tells its results."""
    assert close(info["returns"], state.returns()), info
    assert (info["scores"], info["ranks"], info["winners"]) == (state.scores(), state.ranks(), state.winners())
    assert info["limit_reached"] == state.limit_reached
    assert info["num_decisions"] == state.num_decisions


def check_aec_plays_the_replay(case: Case) -> None:
    """The AEC face shows each position of a recorded game, and its results."""
    walk = recorded_game(case)
    env = envs.aec(case.game, show_forced=True)
    env.reset(seed=SEED)
    for state, action in zip(walk, walk[-1].history, strict=False):
        assert env.agent_selection == f"player_{state.seat}"
        assert env.get_position() == state
        assert_agents_see(env, env.observe, state)
        assert env.state_space.contains(env.state())
        env.step(action)
    end = walk[-1]
    assert env.get_position() == end
    assert env.replay().actions == end.history
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    for seat, agent in enumerate(env.possible_agents):
        assert_results(env.infos[agent], end)
        assert close(env.rewards[agent], end.returns()[seat])
    while env.agents:
        env.step(None)


def check_parallel_plays_the_replay(case: Case) -> None:
    """So does the parallel face, in which all but the seat to decide are not heard."""
    walk = recorded_game(case)
    env = envs.parallel(case.game, show_forced=True)
    seen, _ = env.reset(seed=SEED)
    rewards: dict[str, float] = {}
    infos: dict[str, dict[str, Any]] = {}
    for state, action in zip(walk, walk[-1].history, strict=False):
        assert_agents_see(env, seen.__getitem__, state)
        assert env.get_position() == state
        # What the seats that are not to decide say does not count.
        said = {agent: (action + k) % case.game.num_actions for k, agent in enumerate(env.agents)}
        seen, rewards, ended, _, infos = env.step({**said, f"player_{state.seat}": action})
        assert all(ended.values()) == (len(env.agents) == 0)
    end = walk[-1]
    assert env.agents == []
    assert env.get_position() == end
    for seat, agent in enumerate(env.possible_agents):
        assert_results(infos[agent], end)
        assert close(rewards[agent], end.returns()[seat])


def check_batch_plays_the_replay(case: Case) -> None:
    """So does a batch."""
    walk = recorded_game(case)
    batch = Batch(case.game, 2, restart=False, show_forced=True)
    batch.reset(seeds=[SEED, SEED])
    for state, action in zip(walk, walk[-1].history, strict=False):
        assert batch.position(1) == state
        batch.step(np.array([action, action]))
    assert batch.done.all()
    assert batch.position(0) == batch.position(1) == walk[-1]


def check_solo_plays_the_replay(case: Case) -> None:
    """The learner in each seat in turn, the others played as in the recorded game."""
    walk = recorded_game(case)
    end = walk[-1]
    for learner in range(case.players):
        decided = [state for state in walk[:-1] if state.seat == learner]
        others = [ReplayPlayer(end.history)] * (case.players - 1)
        env = envs.solo(case.game, opponents=others, seat=learner, show_forced=True)
        if not decided:
            continue
        seen, info = env.reset(seed=SEED)
        reward, ended = 0.0, False
        for state in decided:
            assert not ended
            assert np.array_equal(seen, state.observation(learner))
            assert np.array_equal(info["action_mask"], state.mask())
            assert env.get_position() == state
            seen, reward, ended, _, info = env.step(end.history[state.num_decisions])
        assert ended
        assert env.get_position() == end
        assert np.array_equal(seen, end.observation(learner))
        assert info["action_mask"].all()
        assert close(reward, end.returns()[learner])
        assert_results(info, end)


@for_each("mode", {"same step": "SAME_STEP", "next step": "NEXT_STEP"})
def check_vector_plays_as_the_batch_does(case: Case, mode: str) -> None:
    """Learners against random bots: the vector face shows the batch's games, in either way of dealing anew."""
    rows = 5
    venv = envs.vector(case.game, rows, autoreset_mode=mode)
    batch = Batch(case.game, rows, seed=6, **envs.lineups_for(case.game, "random")._asdict())
    seen, info = venv.reset(seed=6)
    rng = np.array([1], dtype=np.uint64)
    ended = np.zeros(rows, dtype=bool)
    for _ in range(40):
        going = ~ended if mode == "NEXT_STEP" else np.ones(rows, dtype=bool)
        assert np.array_equal(seen[going], venv.batch.obs[going])
        actions = venv.batch.random_actions(rng).copy()
        seen, rewards, ended, truncated, info = venv.step(actions)
        assert seen.dtype == np.float32
        assert not truncated.any()
        if mode == "SAME_STEP":
            batch.step(actions)
            assert np.array_equal(venv.batch.records.view(np.uint8), batch.records.view(np.uint8))
            assert np.array_equal(rewards, batch.rewards[np.arange(rows), batch.acted])
            assert np.array_equal(ended, batch.done.astype(bool))
            assert np.array_equal(info["action_mask"], batch.mask)
        assert (rewards[~ended] == 0).all()


def check_forced_decisions_are_played_on(case: Case) -> None:
    """Stepping only where there is a choice leads to the same end and the same replay."""
    walk = recorded_game(case)
    env = envs.aec(case.game)
    env.reset(seed=SEED)
    for state, action in zip(walk, walk[-1].history, strict=False):
        if len(state.legal()) > 1:
            assert env.get_position() == state
            env.step(action)
    assert env.get_position() == walk[-1]
    assert env.replay().actions == walk[-1].history


@for_each("keeper", {name: name for name in KEEPERS})
def check_faces_keep_their_position(case: Case, keeper: str) -> None:
    """PettingZoo's classic games lose it; ours go on from the same position, on their own."""
    for make in (envs.aec, envs.parallel, envs.solo):
        env: Any = make(case.game)
        env.reset(seed=SEED)
        play_on(env, 1)
        before = env.get_position()
        kept = KEEPERS[keeper](env)
        assert kept.get_position() == before
        play_on(kept, 12)
        assert env.get_position() == before
        play_on(env, 12)
        assert env.get_position() == kept.get_position()


def play_on(env: Any, steps: int) -> None:
    """Some more decisions, each the last legal one."""
    for _ in range(steps):
        if not env.session.finished:
            take(env, env.get_position().legal()[-1])


def take(env: Any, action: int) -> Any:
    """Play an action on any face for a single game."""
    if isinstance(env, GameParallelEnv):
        return env.step({f"player_{env.get_position().seat}": action})
    return env.step(action)


def begin(env: Any, seed: int | None = None) -> None:
    """Start a game on any face for a single game; a face whose `reset` takes no seed is to be started here."""
    env.reset(seed=seed)


def info_of(env: Any, result: Any, seat: int) -> dict[str, Any]:
    """The info for a seat after `take` returned `result`; a face whose steps return no infos is to be asked here."""
    infos = env.infos[f"player_{seat}"] if result is None else result[-1]
    return infos.get(f"player_{seat}", infos)


def unplayable(state: Position) -> int:
    """An action that is not legal (one that does not exist, where all are)."""
    illegal = np.flatnonzero(state.mask() == 0)
    return int(illegal[0]) if illegal.size else state.game.num_actions


def check_illegal_actions_raise_or_terminate(case: Case) -> None:
    """As asked for, an illegal action raises and changes nothing, or ends the game with −1 for who played it."""
    for make in (envs.aec, envs.parallel, envs.solo):
        strict: Any = make(case.game, illegal="raise")
        begin(strict, SEED)
        before = strict.get_position()
        with refused(IllegalActionError, rf"{case.game_id}: seat \d cannot play"):
            take(strict, unplayable(before))
        assert strict.get_position() == before
        lenient: Any = make(case.game, illegal="terminate")
        begin(lenient, SEED)
        seat = lenient.get_position().seat
        result = take(lenient, unplayable(lenient.get_position()))
        assert lenient.session.finished
        assert lenient.session.rewards.tolist() == [-1.0 if k == seat else 0.0 for k in range(case.players)]
        assert "illegal_action" in info_of(lenient, result, seat)


@quiet
def check_aec_passes_pettingzoos_checks(case: Case) -> None:
    """PettingZoo's own checkers accept the AEC face."""
    from pettingzoo.test import api_test, seed_test

    usual_only(case)
    api_test(envs.aec(case.game), num_cycles=60)
    seed_test(lambda: envs.aec(case.game), num_cycles=30)


@quiet
def check_parallel_passes_pettingzoos_checks(case: Case) -> None:
    """PettingZoo's own checkers accept the parallel face."""
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    usual_only(case)
    parallel_api_test(envs.parallel(case.game), num_cycles=60)
    parallel_seed_test(lambda: envs.parallel(case.game), num_cycles=30)


@quiet
def check_pictures_pass_pettingzoos_check(game_id: str) -> None:
    """PettingZoo's own checker accepts the pictures in every render mode."""
    from pettingzoo.test import render_test

    for module in ("resvg_py", "pygame"):
        needs(module, "render")
    modes = {"svg": lambda picture: picture.startswith("<svg")}
    with mock.patch.dict(os.environ, SDL_VIDEODRIVER="dummy"):  # a window where there is no screen
        render_test(functools.partial(envs.aec, game_id), modes)  # type: ignore[arg-type]


@quiet
def check_solo_passes_gymnasiums_and_sb3s_checks(case: Case) -> None:
    """The checkers of Gymnasium and Stable-Baselines3 accept the solo face."""
    usual_only(case)
    check_env(envs.solo(case.game), skip_render_check=True)
    needs("stable_baselines3", "train")
    checker = importlib.import_module("stable_baselines3.common.env_checker")
    checker.check_env(envs.solo(case.game))


@quiet
def check_the_registries_know_the_game(game_id: str) -> None:
    """Gymnasium and PettingZoo make the game by its name and version."""
    version = spec_of(game_id).version
    solo = gymnasium.make(f"mailwing/{camel_case(game_id)}-v{version}", disable_env_checker=True)
    seen, info = solo.reset(seed=1)
    assert seen.shape == (envs.load(game_id).obs_size,)
    assert info["action_mask"].any()
    if hasattr(pettingzoo, "make"):
        pettingzoo.make("aec", f"mailwing/{game_id}-v{version}").reset(seed=1)
        pettingzoo.make("parallel", f"mailwing/{game_id}-v{version}").reset(seed=1)


def check_seeds_of_faces_are_seeds_of_deals(case: Case) -> None:
    """`reset(seed=9)` is the deal `new(9)`; a reset without a seed is a deal that follows from it."""
    for make in MAKERS:
        env = make(case.game, show_forced=True)
        begin(env, 9)
        assert env.get_position() == case.game.new(9)
        begin(env)
        assert env.get_position() == case.game.new(seed_of(9, 0, 1))
