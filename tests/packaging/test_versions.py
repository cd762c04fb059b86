"""The lowest and the highest versions that are allowed, installed into fresh environments, play the same games.

In every run the lowest ones play one game through every face, and a toy by `Position`; `make test-all` plays every game
through every face, with the highest, too. What is compared are decisions and scores, which no version may change.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHONS_OF_THE_LOWEST = ((3, 11), (3, 12))
"""For later ones the lowest numpy was never built."""

needs_an_old_python = pytest.mark.skipif(
    sys.version_info[:2] not in PYTHONS_OF_THE_LOWEST, reason="the lowest numpy was never built for this Python"
)

PLAY = """
import sys
from importlib.metadata import version

import numpy as np

import toys
from mailwing import envs

toys.register_all()


def position(game):
    state = envs.load(game).new(7)
    while not state.done:
        legal = state.legal()
        state.apply(legal[state.num_decisions % len(legal)])
    return state.num_decisions, state.scores()


def aec(game):
    env = envs.aec(game)
    env.reset(seed=7)
    while env.agents:
        seen, _, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    return info["num_decisions"], info["scores"]


def parallel(game):
    env = envs.parallel(game)
    seen, infos = env.reset(seed=7)
    while env.agents:
        seen, *_, infos = env.step({name: int(each["action_mask"].argmax()) for name, each in seen.items()})
    return infos["player_0"]["num_decisions"], infos["player_0"]["scores"]


def solo(game):
    env = envs.solo(game, seat=1)
    _, info = env.reset(seed=7)
    over = False
    while not over:
        *_, over, _, info = env.step(int(info["action_mask"].argmax()))
    return info["num_decisions"], info["scores"]


def vector(game):
    env = envs.vector(game, 2, autoreset_mode="SameStep", threads=2)
    _, infos = env.reset(seed=7)
    while "final_info" not in infos:
        *_, infos = env.step(infos["action_mask"].argmax(axis=1))
    return infos["final_info"]["num_decisions"].tolist(), infos["final_info"]["scores"].tolist()


def batch(game):
    arrays = envs.batch(game, 2, seed=7)
    while not arrays.done.any():
        arrays.step(arrays.mask.argmax(axis=1).astype(np.int64))
    return arrays.num_decisions.tolist(), arrays.scores.tolist()


faces = (position, aec, parallel, solo, vector, batch)
for game in sys.argv[1].split(","):
    print([game, *(face(game) for face in faces)])
for game in filter(None, sys.argv[2].split(",")):
    print([game, position(game)])
print("with", *(f"{name}=={version(name)}" for name in ("numba", "numpy", "gymnasium", "pettingzoo")), file=sys.stderr)
"""


def lowest() -> list[str]:
    """What pip takes for the lower bound of every dependency; llvmlite comes with numba, which takes one version."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    bounds = dict(re.findall(r"^([a-z]+)>=([\d.]+)", line)[0] for line in declared)
    del bounds["llvmlite"]
    return [f"{name}=={bound}" for name, bound in bounds.items()]


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(
        words, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A package index is reached; CI has to reach one, elsewhere these tests are skipped without."""
    folder = tmp_path_factory.mktemp("index")
    pip = (sys.executable, "-m", "pip", "--retries", "0", "--timeout", "15", "--disable-pip-version-check")
    done = run(*pip, "download", "--quiet", "--no-deps", "--dest", folder, "farama-notifications", cwd=folder)
    if done.returncode:
        assert os.environ.get("CI") != "true", f"CI reaches no package index: {done.stderr}"
        pytest.skip("no package index is reached")


@pytest.fixture
def play_with(wheel: Path, tmp_path: Path) -> Callable[..., tuple[str, str]]:
    """Install the wheel with these requirements into a fresh environment and play there: games and versions."""

    def play(requirements: list[str], everywhere: str, by_position: str) -> tuple[str, str]:
        home = tmp_path / "venv"
        python = home / "bin" / "python"
        made = run(sys.executable, "-m", "venv", "--without-pip", home, cwd=tmp_path)
        assert made.returncode == 0, made.stderr
        pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--only-binary", ":all:")
        installed = run(*pip, wheel, *requirements, cwd=tmp_path)
        assert installed.returncode == 0, f"the bounds in pyproject.toml cannot be had together: {installed.stderr}"
        played = run(python, "-c", PLAY, everywhere, by_position, cwd=tmp_path, PYTHONPATH=str(ROOT / "tests"))
        assert played.returncode == 0, played.stderr[-4000:]
        return played.stdout, played.stderr.splitlines()[-1]

    return play


def played_here(everywhere: str, by_position: str) -> str:
    done = run(sys.executable, "-c", PLAY, everywhere, by_position, cwd=ROOT, PYTHONPATH=str(ROOT / "tests"))
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


@pytest.mark.usefixtures("index")
@needs_an_old_python
def test_the_lowest_versions_play_the_same_games(play_with: Callable[..., tuple[str, str]]) -> None:
    """The toy's rules name ranges of a mask by members of an enum, which numba 0.61 needs help with."""
    games = ("ab_die_post", "hidden_coin")
    played, versions = play_with(lowest(), *games)
    for requirement in lowest():
        assert requirement in versions, f"{requirement} was to be installed, but it was {versions}"
    assert played == played_here(*games)


@pytest.mark.slow
@pytest.mark.usefixtures("index")
@needs_an_old_python
def test_the_lowest_versions_play_every_game_through_every_face(play_with: Callable[..., tuple[str, str]]) -> None:
    games = ("ab_die_post,aeroplanes", "")
    assert play_with(lowest(), *games)[0] == played_here(*games)


@pytest.mark.slow
@pytest.mark.usefixtures("index")
def test_the_highest_versions_play_every_game_through_every_face(play_with: Callable[..., tuple[str, str]]) -> None:
    """Without bounds of its own, pip takes the newest that are allowed and go together."""
    games = ("ab_die_post,aeroplanes", "")
    assert play_with([], *games)[0] == played_here(*games)
