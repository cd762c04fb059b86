"""The solo face keeps Gymnasium's and SB3's contract; the other seats are played by bots or agents."""

from __future__ import annotations

import copy
import pickle
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest
import toys
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from mailwing import envs
from mailwing.agents import KernelAgent
from mailwing.envs._core.bots import RANDOM, BotError
from mailwing.envs._core.faces.solo import SoloEnv


def play(env: SoloEnv, seed: int) -> tuple[float, dict[str, Any]]:
    """Random legal play to the end; the sum of the rewards and the last info."""
    rng = np.random.default_rng(seed)
    total, done, info = 0.0, False, {}
    while not done:
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        _, reward, done, truncated, info = env.step(action)
        assert not truncated
        total += reward
    return total, info


def test_gymnasium_finds_nothing_wrong(game: envs.Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(not.*spec|render).*")
        check_env(envs.solo(game), skip_render_check=True)


def test_sb3_finds_nothing_wrong(game: envs.Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sb3_check_env(envs.solo(game), warn=True, skip_render_check=True)


def test_gymnasium_makes_it_and_checks_its_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gymnasium.make("mailwing/SeveralMoves-v0", players=3, opponents="random", render_mode="rgb_array")
    assert env.unwrapped.game.players == 3  # type: ignore[attr-defined]
    check_env(env.unwrapped)
    env.reset(seed=1)
    assert env.render().shape[2] == 3  # type: ignore[union-attr]


def test_masks_are_told_and_samplers_can_use_them(game: envs.Game) -> None:
    env = envs.solo(game)
    obs, info = env.reset(seed=3)
    assert obs.dtype == np.float32
    assert info["action_mask"].dtype == np.int8
    assert np.array_equal(info["action_mask"], env.action_masks())
    assert env.action_masks().dtype == bool
    done = False
    while not done:
        obs, _, done, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        assert obs in env.observation_space
    assert info["action_mask"].all()
    assert env.action_masks().all()


def test_the_end_is_told_from_the_learners_seat(game: envs.Game) -> None:
    env = envs.solo(game)
    for seed in range(5):
        env.reset(seed=seed)
        total, info = play(env, seed)
        state = env.get_position()
        assert state.done
        assert info["seat"] == env.seat
        assert total == pytest.approx(state.returns()[env.seat])
        assert (info["scores"], info["ranks"], info["winners"]) == (state.scores(), state.ranks(), state.winners())
        assert info["limit_reached"] is state.limit_reached


def test_the_learner_is_asked_only_for_its_own_decisions(game: envs.Game) -> None:
    env = envs.solo(game, seat=game.players - 1)
    env.reset(seed=1)
    done = False
    while not done:
        state = env.get_position()
        assert state.seat == env.seat == game.players - 1
        assert len(state.legal()) > 1
        _, _, done, _, _ = env.step(state.legal()[0])


def test_the_seat_is_drawn_for_every_game_or_fixed() -> None:
    env = envs.solo("drop_out", players=4)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(40)} == {0, 1, 2, 3}
    fixed = envs.solo("drop_out", players=4, seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(10)} == {2}


def test_a_deal_is_the_deal_of_the_state() -> None:
    env = envs.solo("several_moves", seat=0)
    env.reset(seed=21)
    assert env.get_position().seed == 21
    record = env.replay()
    assert record.seed == 21
    env.reset()
    assert env.get_position().seed != 21


@pytest.mark.parametrize("kind", ["bot", "agent", "list", "shown"])
def test_bots_play_the_same_however_they_are_seated(kind: str) -> None:
    """A deterministic bot compiled, as an agent in Python, one by one, and with forced decisions shown."""
    best = toys.BEST["several_moves"]
    opponents: Any = {"bot": best, "agent": KernelAgent(best), "list": [best, best], "shown": best}[kind]
    env = envs.solo("several_moves", players=3, opponents=opponents, seat=1, show_forced=kind == "shown")
    reference = envs.solo("several_moves", players=3, opponents=best, seat=1)
    for seed in range(5):
        for face in (env, reference):
            face.reset(seed=seed)
            done = False
            while not done:
                done = face.step(int(np.flatnonzero(face.action_masks())[0]))[2]
        assert env.get_position().history == reference.get_position().history


def test_opponents_sit_clockwise_from_the_learner() -> None:
    class Marked:
        def __init__(self, name: str) -> None:
            self.name, self.seats, self.seeds = name, set(), []

        def reset(self, seed: int) -> None:
            self.seeds.append(seed)

        def act(self, view: envs.View) -> int:
            self.seats.add(view.seat)
            return view.legal()[0]

    left, right = Marked("left"), Marked("right")
    env = envs.solo("several_moves", players=3, opponents=[left, right], seat=2)
    env.reset(seed=1)
    play(env, 0)
    assert (left.seats, right.seats) == ({0}, {1})
    assert left.seeds != right.seeds
    env.reset(seed=1)
    assert left.seeds[0] == left.seeds[1]


@pytest.mark.parametrize(("action", "words"), [(99, "chose an illegal action"), ("no", "named 'no' instead")])
def test_an_opponent_that_breaks_the_rules_is_named(action: Any, words: str) -> None:
    class Cheat:
        name = "cheat"

        def reset(self, seed: int) -> None:
            pass

        def act(self, view: envs.View) -> Any:
            return action

    env = envs.solo("several_moves", opponents=Cheat(), seat=1)
    with pytest.raises(BotError, match=rf"several_moves: seat 0: the opponent 'cheat' {words}"):
        env.reset(seed=1)


def seen_in_a_game(seed: int) -> list[Any]:
    """All observations of one game of first legal actions."""
    env = envs.solo("several_moves", players=4)
    seen, done = [env.reset(seed=seed)[0]], False
    while not done:
        observation, _, done, _, _ = env.step(int(env.action_masks().argmax()))
        seen.append(observation)
    return seen


def test_games_in_several_threads_do_not_disturb_each_other() -> None:
    alone = [seen_in_a_game(seed) for seed in range(40)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(seen_in_a_game, range(40)))
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one, other)


def test_an_illegal_action_ends_the_episode_or_raises() -> None:
    env = envs.solo("several_moves", seat=0)
    first, _ = env.reset(seed=1)
    before = env.get_position()
    obs, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert np.array_equal(obs, first)
    assert "cannot play action 2 (Hand over)" in info["illegal_action"]
    assert env.get_position() == before
    with pytest.raises(ResetNeeded, match=r"the game is over, call reset\(\)"):
        env.step(0)
    strict = envs.solo("several_moves", seat=0, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(envs.IllegalActionError):
        strict.step(2)
    assert strict.get_position() == before
    assert not strict.step(0)[2]


@pytest.mark.parametrize("keep", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_keeps_the_position_and_the_chance_of_the_bots(game: envs.Game, keep: Any) -> None:
    env = envs.solo(game)
    env.reset(seed=5)
    twin = keep(env)
    assert twin.get_position() == env.get_position()
    assert play(env, 1)[1]["scores"] == play(twin, 1)[1]["scores"]
    assert env.get_position().history == twin.get_position().history
    assert np.array_equal(env.reset()[0], twin.reset()[0])


def test_rewards_and_shaping_can_be_chosen(game: envs.Game) -> None:
    for reward in ("win", "score"):
        env = envs.solo(game, reward=reward, seat=0)
        env.reset(seed=2)
        total, info = play(env, 2)
        assert total == pytest.approx(info["returns"][0], abs=1e-6)
    shaped = envs.solo(game, shaping=0.5, seat=0)
    shaped.reset(seed=2)
    points = np.array(shaped.get_position().scores(), dtype=float)
    margin = points[0] if len(points) == 1 else points[0] - points[1:].mean()
    total, info = play(shaped, 2)
    assert total == pytest.approx(info["returns"][0] - 0.5 * margin, abs=1e-5)


def test_masks_reach_sb3_contrib() -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.vec_env import DummyVecEnv

    vec = DummyVecEnv([lambda: envs.solo("several_moves")])
    vec.reset()
    assert is_masking_supported(vec)
    assert get_action_masks(vec).shape == (1, 3)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"opponents": "experd"}, r"unknown opponent 'experd'.*known: random"),
        ({"opponents": ["random"]}, "1 opponents are listed, but 2 other seats play"),
        ({"seat": 3}, "seat=3 is not a whole number from 0 to 2"),
    ],
)
def test_bad_settings_are_refused_in_words(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        envs.solo("several_moves", players=3, **settings)


def test_what_is_no_opponent_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match="an opponent is a name or a Bot, not int"):
        envs.solo("several_moves", opponents=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a mix of opponents is for batches"):
        envs.solo("several_moves", opponents={"random": 1.0})  # type: ignore[arg-type]


def test_before_reset_there_is_a_clear_error() -> None:
    env = envs.solo("several_moves", opponents=RANDOM)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(0)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.get_position()


def test_solo_and_batch_play_the_same_game_with_the_same_bots(game: envs.Game) -> None:
    for seed in range(6):
        solo = envs.solo(game, opponents="random", seat=0)
        batch = envs.batch(game, 1, restart=False, opponents="random", seat=0)
        batch.reset(seeds=[seed], lineups=[[-1] + [0] * (game.players - 1)])
        if batch.done[0]:
            continue
        obs, info = solo.reset(seed=seed)
        done = False
        while not done:
            assert np.array_equal(obs, batch.obs[0])
            assert np.array_equal(info["action_mask"], batch.mask[0])
            action = int(np.flatnonzero(info["action_mask"])[-1])
            obs, reward, done, _, info = solo.step(action)
            batch.step([action])
            assert reward == pytest.approx(batch.rewards[0, 0])
        assert batch.done[0] == 1
        assert batch.position(0).to_bytes() == solo.get_position().to_bytes()
        assert np.array_equal(obs, batch.final_obs[0])


def test_a_solo_game_leaves_a_record_that_holds() -> None:
    env = envs.solo("ab_die_post", opponents="random")
    _, info = env.reset(seed=3)
    done = False
    while not done:
        _, _, done, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
    record = env.replay()
    assert record.check() == []
    assert record.scores == info["scores"]
