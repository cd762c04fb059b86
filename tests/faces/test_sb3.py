"""The VecEnv against a slow reference over `Position`: a trajectory is one seat's own decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
import toys
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecNormalize

from mailwing import envs
from mailwing.agents import KernelAgent, View
from mailwing.envs._core.bots import Bot
from mailwing.envs._core.faces.opponents import LineUps, lineups_for
from mailwing.envs._core.position import Position
from mailwing.envs.adapters.sb3 import NOTHING, BatchVecEnv


class Seen(NamedTuple):
    """What the learner is shown: an observation and a mask; None for the mask at the end."""

    obs: np.ndarray
    mask: np.ndarray | None


class Reference:
    """One row: the learner's decisions of one game, everybody else's played on in between, in plain Python."""

    def __init__(self, state: Position, learner: int, bot: Bot, shaping: float) -> None:
        self.state, self.learner, self.shaping = state, learner, shaping
        self.agent = KernelAgent(bot)
        self._play_on()
        self.margin = self._margin()

    def _margin(self) -> float:
        scores = self.state.scores()
        others = [score for seat, score in enumerate(scores) if seat != self.learner]
        return scores[self.learner] - sum(others) / len(others) if others else scores[0]

    def _play_on(self) -> None:
        while not self.state.done:
            legal = self.state.legal()
            if self.state.seat == self.learner and len(legal) > 1:
                return
            self.state.apply(legal[0] if len(legal) == 1 else self.agent.act(View(self.state)))

    def seen(self) -> Seen:
        mask = None if self.state.done else self.state.mask()
        return Seen(self.state.observation(self.learner), mask)

    def step(self, action: int) -> float:
        """All that the learner's seat receives until its next decision or the end."""
        assert self.state.seat == self.learner
        self.state.apply(action)
        self._play_on()
        before, self.margin = self.margin, self._margin()
        if self.state.done:
            return self.state.returns()[self.learner] - self.shaping * before
        return self.shaping * (self.margin - before)


def any_legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("shaping", [0.0, 0.5])
@pytest.mark.parametrize("name", ["two_ply", "several_moves", "drop_out", "kingmaker", "hidden_coin", "solo_flight"])
def test_every_step_is_the_learners_own(name: str, shaping: float) -> None:
    """Observations, masks, rewards, ends and final observations equal those of the reference, over several games."""
    game = envs.load(name)
    bot = toys.BEST[name]
    env = BatchVecEnv(game, 8, lineups_for(game, bot), seed=5, shaping=shaping)
    rng = np.random.default_rng(0)

    def fresh(row: int) -> Reference:
        learner = int(np.flatnonzero(env.batch.lineup[row, : game.players] == -1)[0])
        return Reference(game.new(int(env.batch.seeds[row])), learner, bot, shaping)

    obs: Any = env.reset()
    rows = [fresh(row) for row in range(8)]
    finished = 0
    for _ in range(30):
        for row, reference in enumerate(rows):
            seen = reference.seen()
            np.testing.assert_array_equal(obs[row], seen.obs)
            np.testing.assert_array_equal(env.action_masks()[row], seen.mask)
        actions = any_legal(env.action_masks(), rng)
        obs, rewards, dones, infos = env.step(actions)
        for row, reference in enumerate(rows):
            assert rewards[row] == pytest.approx(reference.step(int(actions[row])), abs=1e-6)
            assert dones[row] == reference.state.done
            if dones[row]:
                finished += 1
                check_end(infos[row], reference)
                rows[row] = fresh(row)
            else:
                assert infos[row] is NOTHING
    assert finished > 8
    assert not NOTHING


def check_end(info: dict[str, Any], reference: Reference) -> None:
    state, learner = reference.state, reference.learner
    np.testing.assert_array_equal(info["terminal_observation"], state.observation(learner))
    assert info["seat"] == learner
    assert (info["scores"], info["ranks"]) == (state.scores(), state.ranks())
    assert info["returns"] == pytest.approx(state.returns())
    assert (info["num_decisions"], info["limit_reached"]) == (state.num_decisions, state.limit_reached)
    winners = state.winners()
    assert info["win"] == pytest.approx(1 / len(winners) if learner in winners else 0)
    if not reference.shaping:
        assert info["episode"]["r"] == pytest.approx(state.returns()[learner])


def test_a_lost_pilot_gets_its_minus_one() -> None:
    """In drop_out the learner may be lost long before the end; its last step still carries its own final reward."""
    game = envs.load("drop_out")
    env = BatchVecEnv(game, 64, lineups_for(game, toys.BEST["drop_out"]), seed=1)
    env.reset()
    rng, last = np.random.default_rng(1), []
    for _ in range(20):
        _, rewards, dones, infos = env.step(any_legal(env.action_masks(), rng))
        assert (rewards[~dones] == 0).all()
        last += [
            rewards[row] for row in np.flatnonzero(dones) if infos[row]["ranks"][infos[row]["seat"]] == game.players
        ]
    assert last
    assert all(reward == -1 for reward in last)


def test_the_learner_sits_everywhere_equally_often() -> None:
    game = envs.load("kingmaker")
    env = BatchVecEnv(game, 512, lineups_for(game, "random"), seed=2)
    env.reset()
    rng = np.random.default_rng(2)
    seats = np.zeros(game.players)
    for _ in range(20):
        env.step(any_legal(env.action_masks(), rng))
        seats += np.bincount(env.batch.seat, minlength=game.players)
    assert seats / seats.sum() == pytest.approx(1 / 3, abs=0.02)


def test_masks_are_those_of_the_batch() -> None:
    """sb3-contrib's own helpers find the masks, and what they copy is what is there."""
    game = envs.load("kingmaker")
    env = BatchVecEnv(game, 16, lineups_for(game, "random"))
    env.reset()
    assert is_masking_supported(env)
    assert np.array_equal(env.env_method("action_masks"), env.batch.mask)
    np.testing.assert_array_equal(get_action_masks(env), env.batch.mask)
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[3, 5]), env.batch.mask[[3, 5]])


def test_observations_are_fresh_and_games_do_not_depend_on_threads() -> None:
    game = envs.load("several_moves")
    results = []
    for threads in (1, 2):
        env = BatchVecEnv(game, 256, lineups_for(game, "random"), seed=9, threads=threads)
        seen: list[Any] = [env.reset()]
        rng = np.random.default_rng(4)
        for _ in range(5):
            before = seen[-1].copy()
            obs, *_ = env.step(any_legal(env.action_masks(), rng))
            np.testing.assert_array_equal(seen[-1], before)
            seen.append(obs)
        results.append(np.stack(seen))
    np.testing.assert_array_equal(*results)


def test_results_are_counted_once() -> None:
    game = envs.load("two_ply")
    env = BatchVecEnv(game, 64, lineups_for(game, "random"), seed=3)
    env.reset()
    rng = np.random.default_rng(5)
    infos = [info for _ in range(10) for info in env.step(any_legal(env.action_masks(), rng))[3] if info]
    games, wins = env.take_results()
    assert games == len(infos)
    assert wins == pytest.approx(sum(info["win"] for info in infos))
    assert env.take_results() == (0, 0.0)


def test_two_learners_at_a_table_are_refused() -> None:
    game = envs.load("kingmaker")
    lineups = LineUps((toys.BEST["kingmaker"],), np.array([[-1, -1, 0]], dtype=np.int8), np.ones(1))
    with pytest.raises(ValueError, match="exactly one learner, one has 2"):
        BatchVecEnv(game, 8, lineups)


@pytest.mark.parametrize(
    "call",
    [lambda env: env.set_attr("x", 1), lambda env: env.env_method("render"), lambda env: env.get_attr("nothing")],
)
def test_what_games_of_a_batch_do_not_have_is_refused(call: Callable[[BatchVecEnv], Any]) -> None:
    game = envs.load("two_ply")
    env = BatchVecEnv(game, 4, lineups_for(game, "random"))
    with pytest.raises((NotImplementedError, AttributeError)):
        call(env)


def test_a_limit_tells_algorithms_that_they_may_bootstrap() -> None:
    """Stable-Baselines3 looks for `TimeLimit.truncated` and adds the value of `terminal_observation`."""
    game = envs.load("several_moves")
    env = BatchVecEnv(game, 4, lineups_for(game, "random"), seed=1, max_cycles=2)
    env.reset()
    seeds = env.batch.seeds.tolist()
    _, _, dones, infos = env.step(env.action_masks().argmax(axis=1))
    assert not dones.any()
    before = [env.batch.position(row) for row in range(4)]
    seen, rewards, dones, infos = env.step(env.action_masks().argmax(axis=1))
    assert dones.all()
    assert not rewards.any()
    assert env.batch.seeds.tolist() != seeds
    assert (seen == env.batch.obs).all()  # type: ignore[union-attr]
    for info, state in zip(infos, before, strict=True):
        assert info["TimeLimit.truncated"]
        assert info["episode"] == {"r": 0.0, "l": 2}
        assert info["win"] == 0
        assert info["num_decisions"] > state.num_decisions
        assert not np.array_equal(info["terminal_observation"], state.observation())
    assert env.take_results() == (4, 0.0)


def test_a_game_that_ends_by_itself_is_not_truncated() -> None:
    game = envs.load("two_ply")
    env = BatchVecEnv(game, 16, lineups_for(game, "random"), seed=1, max_cycles=1000)
    env.reset()
    rng = np.random.default_rng(1)
    ends = [info for _ in range(10) for info in env.step(any_legal(env.action_masks(), rng))[3] if info]
    assert ends
    assert not any(info["TimeLimit.truncated"] for info in ends)


def test_an_illegal_action_raises_or_ends_its_game_as_in_solo() -> None:
    game = envs.load("several_moves")
    raising = BatchVecEnv(game, 2, lineups_for(game, "random"), seed=1)
    ending = BatchVecEnv(game, 2, lineups_for(game, "random"), seed=1, illegal="terminate")
    seen = [env.reset() for env in (raising, ending)]
    with pytest.raises(envs.IllegalActionError, match="row 1: several_moves: seat . cannot play action 2"):
        raising.step(np.array([0, 2]))
    _, rewards, dones, infos = ending.step(np.array([0, 2]))
    assert rewards.tolist() == [0, -1]
    assert dones.tolist() == [False, True]
    assert infos[1]["illegal_action"].startswith("several_moves: seat")
    assert infos[1]["returns"][infos[1]["seat"]] == -1
    assert infos[1]["win"] == 0
    assert not infos[1]["TimeLimit.truncated"]
    np.testing.assert_array_equal(infos[1]["terminal_observation"], seen[1][1])
    assert ending.batch.seeds[1] == envs.seed_of(1, 1, 2)


def test_an_algorithm_without_masks_learns_over_illegal_actions() -> None:
    """PPO of Stable-Baselines3 knows no masks: with `terminate` it gets its −1 and goes on."""
    game = envs.load("several_moves")
    env = BatchVecEnv(game, 8, lineups_for(game, "random"), seed=1, illegal="terminate", max_cycles=3)
    PPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, device="cpu", seed=1).learn(256)
    assert env.take_results()[0] > 0


def test_made_by_name_it_plays_what_solo_plays() -> None:
    env = envs.sb3("several_moves", 4, opponents="random", seat=1, max_cycles=5)
    assert env.num_envs == 4
    assert env.observation_space == envs.load("several_moves").observation_space
    env.reset()
    assert (env.batch.lineup[:, 1] == -1).all()
    with pytest.raises(TypeError, match="sb3\\(\\) got an unexpected keyword argument 'num_env'"):
        envs.sb3("several_moves", num_env=4)


def test_seeds_are_those_of_the_algorithm_unless_it_has_its_own() -> None:
    """As in Stable-Baselines3 a seed is for the next reset; a fixed one starts the same games at every reset."""
    env = envs.sb3("several_moves", 3)
    env.seed(5)
    first = env.reset()
    assert env.batch.seeds.tolist() == [envs.seed_of(5, row, 1) for row in range(3)]
    second = env.reset()
    assert not np.array_equal(first, second)
    env.seed(5)
    np.testing.assert_array_equal(env.reset(), first)
    np.testing.assert_array_equal(env.reset(), second)
    fixed = envs.sb3("several_moves", 3, seed=5)
    for _ in range(2):
        fixed.seed(9)
        np.testing.assert_array_equal(fixed.reset(), first)


def test_forced_decisions_are_shown_on_demand() -> None:
    def fewest(**settings: Any) -> int:
        env = envs.sb3("several_moves", 32, seed=1, **settings)
        env.reset()
        found = []
        for _ in range(10):
            found.append(env.action_masks().sum(axis=1).min())
            env.step(env.action_masks().argmax(axis=1))
        return min(found)

    assert (fewest(), fewest(show_forced=True)) == (2, 1)


def test_maskable_ppo_learns_and_is_evaluated_without_a_word_of_glue() -> None:
    """In two_ply the learner is to find a forced win; infos have what a `Monitor` writes, so nothing warns."""
    model = MaskablePPO(
        "MlpPolicy", envs.sb3("two_ply", 32), n_steps=16, batch_size=128, learning_rate=3e-3, device="cpu", seed=1
    )
    model.learn(12_000)
    assert model.ep_info_buffer
    venv = envs.sb3("two_ply", 32, seed=2)
    assert venv.env_is_wrapped(Monitor) == [True] * 32
    assert venv.env_is_wrapped(VecNormalize) == [False] * 32
    # Best play is worth 2/3 against a random seat.
    assert np.mean(evaluate_policy(model, venv, n_eval_episodes=400)[0]) == pytest.approx(2 / 3, abs=0.12)
