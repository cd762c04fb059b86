"""The example of a game in a package of its own, installed elsewhere: everything that lists or plays games knows it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "own_game"

USE = """
import sys
from importlib.util import find_spec
from pathlib import Path

import gymnasium
import numpy as np

from mailwing import agents, envs, evaluation, training
from mailwing.envs import testing
from mailwing.cli import main

assert "mail_race" in envs.games(), envs.games()
assert envs.seats("mail_race") == (2, 3, 4)
home = sys.modules["mailwing_mail_race"].__file__
assert home.startswith(sys.argv[1]), home

aec = envs.aec("mail_race")
aec.reset(seed=1)
for agent in aec.agent_iter():
    seen, _, terminated, truncated, _ = aec.last()
    aec.step(None if terminated or truncated else int(np.flatnonzero(seen["action_mask"])[0]))
parallel = envs.parallel("mail_race", players=2)
parallel.reset(seed=1)
while parallel.agents:
    parallel.step(dict.fromkeys(parallel.agents, 0))
solo = envs.solo("mail_race", opponents="novice")
solo.reset(seed=1)
solo.step(0)
venv = envs.vector("mail_race", 4, opponents="novice")
venv.reset(seed=1)
venv.step(np.zeros(4, dtype=np.int64))
batch = envs.batch("mail_race", num_envs=8, opponents={"novice": 1, "random": 1})
batch.step(np.zeros(8, dtype=np.int64))

assert agents.ladder("mail_race") == ["random", "novice"]
assert evaluation.compare("mail_race", "novice", against="random", deals=300).low > 1 / 3
assert main(["docs", "mail_race"]) == 0
assert main(["warmup", "mail_race"]) == 0
try:
    testing.position("mail_race")
except ValueError as error:
    assert "mailwing_mail_race.testing" in str(error), error
if find_spec("sb3_contrib") is None:
    raise SystemExit("used")

changes = ["budget.steps=8192", "budget.minutes=0", "ppo.num_envs=64", "ppo.minibatch=512"]
changes += ["evaluation.deals=20", "run.threads=1"]
config = training.load_config(Path("ppo.toml"), changes)
outcome = training.Run(config, Path("run"), quiet=True).train()
assert outcome.steps > 0
policy = agents.load_policy("run/best", envs.load("mail_race"))
state = agents.play_game(envs.load("mail_race", players=2), [policy, agents.make("mail_race", "novice")], seed=1)
assert state.done
print(evaluation.compare("mail_race", "run/last", against="novice", deals=20))
print("trained", gymnasium.make("mailwing/MailRace-v0").unwrapped.game.id)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, installed into the folder `installed` beside its files."""
    copy = tmp_path_factory.mktemp("own") / "game"
    shutil.copytree(EXAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    installed = copy.parent / "installed"
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation")
    run(*pip, "--target", installed, copy, cwd=copy.parent, path=copy.parent)
    # What is imported from now on is what was installed.
    shutil.rmtree(copy / "mailwing_mail_race")
    return copy


def run(*command: str | Path, cwd: Path, path: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path), "OMP_NUM_THREADS": "1"}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def test_its_own_tests_pass(folder: Path) -> None:
    """They hold the whole contract to it."""
    told = run(sys.executable, "-m", "pytest", "-q", "tests", cwd=folder, path=folder.parent / "installed")
    assert "3 passed" in told


def test_everything_knows_it_and_an_agent_is_trained_for_it(folder: Path) -> None:
    installed = folder.parent / "installed"
    told = run(sys.executable, "-c", USE, installed, cwd=folder, path=installed)
    assert "# Mail race" in told
    assert "mail_race: " in told
    pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")
    assert told.splitlines()[-1] == "trained mail_race"
