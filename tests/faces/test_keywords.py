"""Keywords that a face does not take: a `TypeError` that says which there are, and which was meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

from mailwing import envs

FACES: list[Callable[..., Any]] = [envs.aec, envs.parallel, envs.solo, envs.vector, envs.sb3, envs.batch]


def make(face: Callable[..., Any], **keywords: Any) -> Any:
    return face("several_moves", **({"num_envs": 2} if face is envs.batch else {}), **keywords)


@pytest.mark.parametrize("face", FACES)
def test_an_unknown_keyword_is_a_type_error_that_names_the_known_ones(face: Callable[..., Any]) -> None:
    """Libraries try keywords and look for Python's own words: TorchRL's `GymEnv` passes `frameskip`."""
    with pytest.raises(TypeError) as refused:
        make(face, frameskip=4)
    words = str(refused.value)
    assert f"several_moves: {face.__name__}() got an unexpected keyword argument 'frameskip'" in words
    assert f"settings of {face.__name__}: " in words
    assert "reward, shaping" in words
    assert words.endswith("options of the game: length, mistakes")


def test_gymnasium_passes_the_words_on() -> None:
    for make_one in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(TypeError, match="got an unexpected keyword argument 'frameskip'"):
            make_one("mailwing/SeveralMoves-v0", frameskip=4)


@pytest.mark.parametrize(
    ("face", "keyword", "hint"),
    [
        (envs.aec, "render_mod", r"'render_mod' \(did you mean 'render_mode'\?\); settings of aec"),
        (envs.aec, "lenght", r"'lenght' \(did you mean 'length'\?\)"),
        (envs.vector, "num_env", r"'num_env' \(did you mean 'num_envs'\?\)"),
        (envs.aec, "thread", r"'thread' \(did you mean 'threads', a setting of vector, sb3 and batch\?\)"),
        (envs.aec, "threads", "'threads', which is a setting of vector, sb3 and batch; settings of aec"),
        (
            envs.batch,
            "illegal",
            "'illegal', which is a setting of aec, parallel, solo, vector and sb3; settings of batch",
        ),
    ],
)
def test_what_may_have_been_meant_is_said(face: Callable[..., Any], keyword: str, hint: str) -> None:
    """A setting of this face or an option of the game comes first, then the settings of other faces."""
    with pytest.raises(TypeError, match=f"unexpected keyword argument {hint}"):
        make(face, **{keyword: 1})


def test_a_wrong_value_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="option length='medium' is unknown"):
        make(envs.aec, length="medium")


def test_a_loaded_game_is_no_exception() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'speed'"):
        envs.solo(envs.load("several_moves"), speed=1)
