"""Seeds, seats, actions and counts are whole numbers, and what is none is refused everywhere alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mailwing import agents, envs, evaluation
from mailwing.envs._core.numbers import action_number, is_whole, whole_number

NONE_OF_THEM = [True, np.True_, 1.0, 1.5, np.float64(1.0), float("nan"), "1", None, [1], np.array(1), np.array([1])]
GAME = "several_moves"


def test_pythons_and_numpys_integers_are_whole_numbers() -> None:
    for kind in (int, np.int8, np.uint8, np.int64, np.uint64):
        assert is_whole(kind(1))
        number = whole_number("count", kind(1), 1, 3)
        assert (type(number), number) == (int, 1)


@pytest.mark.parametrize("value", [*NONE_OF_THEM, 0, 4, -1, 2**70])
def test_anything_else_is_refused_by_name_with_the_range(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^count=.* is not a whole number from 1 to 3$"):
        whole_number("count", value, 1, 3)


def test_what_a_network_predicts_is_an_action() -> None:
    """`predict` of Stable-Baselines3 returns an array without axes, which `Discrete.contains` takes as well."""
    assert action_number(GAME, 3, np.array(2)) == 2
    for value in (np.array(True), np.array(2.0), np.array([2])):
        with pytest.raises(ValueError, match=f"{GAME}: an action is a whole number from 0 to 2, not array"):
            action_number(GAME, 3, value)


def started(face: Callable[..., Any]) -> Any:
    env = face(GAME)
    env.reset(seed=6)
    return env


SETTINGS: dict[str, Callable[[Any], Any]] = {
    "players": lambda value: envs.load(GAME, players=value),
    "seed": lambda value: envs.load(GAME).new(value),
    "row": lambda value: envs.seed_of(1, value, 1),
    "episode": lambda value: envs.seed_of(1, 0, value),
    "redeal": lambda value: envs.load(GAME).new(1).redeal(0, value),
    "sample": lambda value: envs.View(envs.load(GAME).new(1)).sample(value),
    "observation": lambda value: envs.load(GAME).new(1).observation(value),
    "text": lambda value: envs.load(GAME).new(1).text(value),
    "max_cycles of aec": lambda value: envs.aec(GAME, max_cycles=value),
    "max_cycles of parallel": lambda value: envs.parallel(GAME, max_cycles=value),
    "max_cycles of solo": lambda value: envs.solo(GAME, max_cycles=value),
    "max_cycles of vector": lambda value: envs.vector(GAME, max_cycles=value),
    "max_episode_steps": lambda value: envs.vector(GAME, max_episode_steps=value),
    "render_seat": lambda value: envs.aec(GAME, render_seat=value),
    "seat of solo": lambda value: envs.solo(GAME, seat=value),
    "seat of vector": lambda value: envs.vector(GAME, seat=value),
    "num_envs": lambda value: envs.batch(GAME, value),
    "threads": lambda value: envs.batch(GAME, 2, threads=value),
    "seed of aec": lambda value: envs.aec(GAME).reset(seed=value),
    "seed of parallel": lambda value: envs.parallel(GAME).reset(seed=value),
    "seed of solo": lambda value: envs.solo(GAME).reset(seed=value),
    "seed of vector": lambda value: envs.vector(GAME).reset(seed=value),
    "seed of batch": lambda value: envs.batch(GAME, 2, seed=value),
    "row of a batch": lambda value: envs.batch(GAME, 2).position(value),
    "action of a position": lambda value: envs.load(GAME).new(6).apply(value),
    "action of aec": lambda value: started(envs.aec).step(value),
    "action of parallel": lambda value: started(envs.parallel).step({"player_0": value}),
    "action of solo": lambda value: started(envs.solo).step(value),
    "deals": lambda value: evaluation.compare(GAME, "random", "random", deals=value),
    "threads of evaluation": lambda value: evaluation.compare(GAME, "random", "random", threads=value),
    "simulations": lambda value: agents.SearchAgent(value),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_no_function_takes_what_is_no_whole_number(name: str) -> None:
    for value in (True, 1.0, 1.5, np.float64(1), "1", float("nan"), [1.5]):
        with pytest.raises(ValueError, match=r"."):
            SETTINGS[name](value)
