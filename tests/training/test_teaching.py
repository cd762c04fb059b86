"""Learning from a search which of a bot's choices to leave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mailwing import envs
from mailwing.agents.advice import base_bot
from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.cli.train import taught_by
from mailwing.training.config import ConfigError, TeachingConfig
from mailwing.training.teaching import NEVER, TEMPERATURE, Lessons, Teacher, collect, learn_gains

from .test_selfplay import lines_of, same, short
from .toy_runs import train_toy

SETTINGS = TeachingConfig(teacher="search:random@32", positions=600, often=1.0, epochs=20, minibatch=32)


def teacher_of(game_id: str, threads: int = 1, **changes: Any) -> Teacher:
    """A teacher over random play."""
    config = TeachingConfig(**{"teacher": "search:random@32", "often": 1.0, **changes})
    game = envs.load(game_id)
    return Teacher(game, base_bot(game_id, "random"), 32, config, seed=1, threads=threads, reward="win")


def test_a_lesson_is_what_rollouts_say_of_each_action() -> None:
    """The own choice gains nothing on itself; other actions are compared with it, as often as there are choices."""
    lessons = teacher_of("two_ply").teach(50)
    assert (lessons.actions[:, 0] >= 0).all()
    assert (lessons.gains[:, 0] == 0).all()
    known = lessons.actions >= 0
    assert (known.sum(1) >= 2).all(), "a forced decision teaches nothing"
    assert (lessons.gains[~known] == 0).all()
    assert np.abs(lessons.gains).max() > 0.2


def test_lessons_follow_from_the_seed_whatever_the_threads() -> None:
    one, two = (teacher_of("several_moves", threads).teach(40) for threads in (1, 3))
    for first, second in zip(one, two, strict=True):
        np.testing.assert_array_equal(first, second)


def test_of_many_actions_some_are_tried() -> None:
    lessons = teacher_of("two_ply", candidates=2).teach(60)
    assert lessons.actions.shape == (60, 2)
    assert len(np.unique(lessons.actions[:, 1])) > 2, "not always the same"


def test_the_budget_is_positions_or_seconds() -> None:
    told: list[tuple[float, int]] = []
    config = TeachingConfig(teacher="search:random@32", positions=150)
    lessons = collect(teacher_of("two_ply"), config, lambda done, count: told.append((done, count)))
    assert len(lessons.obs) == 150
    assert told[-1] == (1.0, 150)
    few = collect(teacher_of("two_ply"), TeachingConfig(teacher="search:random@32", positions=0, seconds=0.01))
    assert 64 <= len(few.obs) <= 64_000


def network_for(obs_size: int, actions: int) -> PolicyNetwork:
    torch.manual_seed(2)
    return PolicyNetwork(NetworkShape(obs_size, actions, (16,), base="random"))


def test_what_the_gain_depends_on_is_learnt() -> None:
    """Action 1 is worth 0.3 more than the bot's 0 where the first number is 1, and 0.3 less where it is 0."""
    random = np.random.default_rng(1)
    obs = random.integers(2, size=(2000, 3)).astype(np.float16)
    gains = np.zeros((2000, 2), dtype=np.float32)
    gains[:, 1] = 0.6 * obs[:, 0] - 0.3 + random.normal(0, 0.5, 2000)
    lessons = Lessons(obs, np.tile(np.array([0, 1], dtype=np.int16), (2000, 1)), gains)
    network = network_for(3, 2)
    metrics = learn_gains(network, lessons, SETTINGS, seed=1)
    assert metrics.gain == pytest.approx(0.15, abs=0.04)
    assert metrics.leaves == pytest.approx(0.5, abs=0.1)
    mask, advice = torch.ones(2, 2), torch.zeros(2, dtype=torch.int64)
    chosen = network.log_probs(torch.tensor([[1.0, 0, 1], [0.0, 1, 0]]), mask, advice).argmax(-1)
    assert chosen.tolist() == [1, 0]


def test_luck_is_not_learnt() -> None:
    """Nothing is better than the bot's choice: what was kept back says so, and the network stays with the bot."""
    random = np.random.default_rng(1)
    obs = random.random((500, 3)).astype(np.float16)
    gains = np.zeros((500, 2), dtype=np.float32)
    gains[:, 1] = random.normal(-0.1, 0.5, 500)
    lessons = Lessons(obs, np.tile(np.array([0, 1], dtype=np.int16), (500, 1)), gains)
    network = network_for(3, 2)
    metrics = learn_gains(network, lessons, SETTINGS, seed=1)
    assert metrics.margin == NEVER
    assert metrics.leaves < 0.05
    last: Any = network.actor[-1]
    assert float(last.bias.detach()[-1]) == pytest.approx(NEVER / TEMPERATURE)
    assert bool((last.weight[-1] == 0).all())


def test_a_run_that_is_taught_beats_the_bot_that_it_plays_over(tmp_path: Path) -> None:
    """Two plies over random play: rollouts of a random player are enough to find the better moves."""
    config = short(
        "two_ply",
        network={"base": "random"},
        teaching={"teacher": "search:random@32", "positions": 1500, "often": 1.0, "epochs": 10},
        ppo={"learning_rate": 1e-6, "reward": "win"},
        budget={"steps": 512},
        evaluation={"opponents": ["random"], "deals": 200, "every_minutes": 1000},
    )
    outcome = train_toy(config, tmp_path / "one")
    assert outcome.results["random"].low > 0.6
    assert [line["lessons"] for line in lines_of(tmp_path / "one") if line["kind"] == "teaching"] == [1500] * 10
    train_toy(config, tmp_path / "two")
    same(tmp_path / "one", tmp_path / "two")


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"teaching": {"teacher": "expert@3"}}, "teaching.teacher: 'expert@3' is no search; write search"),
        ({"teaching": {"teacher": "search:random@0.2s"}}, "must name a bot and a number of rollouts"),
        ({"teaching": {"teacher": "search@16"}}, "must name a bot and a number of rollouts"),
        (
            {"teaching": {"teacher": "search:random@16"}},
            "the network plays over 'no bot'; write network.base = 'random'",
        ),
        (
            {"network": {"base": "random"}, "teaching": {"teacher": "search:random@16", "positions": 0}},
            r"\[teaching\] needs positions or seconds",
        ),
        (
            {"network": {"base": "random"}, "cloning": {"bot": "toys.kingmaker:BEST"}},
            "plays over 'random'; there is nothing to imitate",
        ),
    ],
)
def test_teaching_that_makes_no_sense_is_refused(tables: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        short(**tables)


def test_without_self_play_there_is_no_network_over_a_bot() -> None:
    from .toy_runs import toy_config

    with pytest.raises(ConfigError, match=r"network.base = 'random' needs \[selfplay\]"):
        toy_config("two_ply", network={"base": "random"})


def test_the_command_line_names_a_teacher() -> None:
    assert taught_by("search:expert@16") == [
        "teaching.teacher=search:expert@16",
        "network.base=expert",
        "cloning.bot=expert",
    ]
    assert taught_by(None) == []
    with pytest.raises(ValueError, match="'expert' is no search"):
        taught_by("expert")
