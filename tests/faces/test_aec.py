"""The AEC face keeps PettingZoo's contract, and ours: masks, ends, copies, illegal actions."""

from __future__ import annotations

import copy
import functools
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from mailwing import envs
from mailwing.envs._core.faces.aec import GameAECEnv


def first_legal(env: GameAECEnv) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


def play(env: GameAECEnv, choose: Any = first_legal, steps: int = 10**6) -> list[int]:
    """Play on until nobody is left; the actions chosen."""
    chosen = []
    for _ in env.agent_iter(steps):
        _, _, terminated, truncated, _ = env.last()
        action = None if terminated or truncated else choose(env)
        if action is not None:
            chosen.append(action)
        env.step(action)
    return chosen


def random_choice(seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return lambda env: int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


@pytest.mark.parametrize("illegal", ["terminate", "raise"])
def test_pettingzoo_finds_nothing_wrong(game: envs.Game, illegal: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What PettingZoo allows by the names of its own games: dictionaries with a mask, which is empty off turn.
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy array|space for each agent probably)")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        warnings.filterwarnings("ignore", message="Observation (numpy array is all zeros|is a single number)")
        api_test(envs.aec(game, illegal=illegal), num_cycles=200)


def test_equal_seeds_play_equal_games(game: envs.Game) -> None:
    seed_test(lambda: envs.aec(game), num_cycles=200)


def test_every_render_mode_gives_what_pettingzoo_expects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    make: Any = functools.partial(envs.aec, "several_moves")
    render_test(make)
    env = envs.aec("several_moves", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")


def test_wrappers_of_pettingzoo_fit(game: envs.Game) -> None:
    env: Any = OrderEnforcingWrapper(envs.aec(game))
    env.reset(seed=3)
    assert env.unwrapped.game is game
    play(env, lambda env: first_legal(env.unwrapped))
    assert env.agents == []


def test_a_deal_is_the_deal_of_the_state(game: envs.Game) -> None:
    env = envs.aec(game)
    env.reset(seed=77)
    state = game.new(77)
    state.play_forced()
    assert env.get_position() == state
    assert env.agent_selection == f"player_{state.seat}"
    observed = env.observe(env.agent_selection)
    assert np.array_equal(observed["observation"], state.observation())
    assert np.array_equal(observed["action_mask"], state.mask())
    assert observed["action_mask"].dtype == np.int8


def test_deals_without_a_seed_follow_from_the_last_one_named() -> None:
    seeds = []
    for _ in range(2):
        env = envs.aec("several_moves")
        env.reset(seed=5)
        seeds.append([])
        for _ in range(3):
            env.reset()
            seeds[-1].append(env.get_position().seed)
    assert seeds[0] == seeds[1]
    assert len({5, *seeds[0]}) == 4
    fresh = [envs.aec("several_moves") for _ in range(2)]
    for env in fresh:
        env.reset()
    assert fresh[0].get_position().seed != fresh[1].get_position().seed


def test_masks_are_empty_off_turn_and_at_the_end_and_arrays_are_fresh(game: envs.Game) -> None:
    env = envs.aec(game)
    env.reset(seed=2)
    for agent in env.agents:
        first, second = env.observe(agent), env.observe(agent)
        assert first["action_mask"].any() == (agent == env.agent_selection)
        for name in first:
            assert not np.shares_memory(first[name], second[name])
            first[name][:] = 0
            assert np.array_equal(env.observe(agent)[name], second[name])
    for _ in env.agent_iter():
        observed, _, terminated, _, _ = env.last()
        assert observed is not None
        assert observed["action_mask"].any() != terminated
        env.step(None if terminated else first_legal(env))


def test_the_end_tells_returns_scores_ranks_and_winners(game: envs.Game) -> None:
    env = envs.aec(game)
    env.reset(seed=4)
    while not any(env.terminations.values()):
        env.step(first_legal(env))
    state = env.get_position()
    assert state.done
    for seat, agent in enumerate(env.possible_agents):
        info = env.infos[agent]
        assert info["returns"] == state.returns()
        assert info["scores"] == state.scores()
        assert info["ranks"] == state.ranks()
        assert info["winners"] == state.winners()
        assert info["limit_reached"] is state.limit_reached
        assert env.rewards[agent] == pytest.approx(state.returns()[seat])
    assert env.infos[env.agents[0]]["returns"] is not env.infos[env.agents[-1]]["returns"] or len(env.agents) == 1
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


@pytest.mark.parametrize("keep", [copy.deepcopy, GameAECEnv.clone, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_keeps_the_position_mid_game_and_goes_its_own_way(game: envs.Game, keep: Any) -> None:
    env = envs.aec(game)
    env.reset(seed=9)
    if game.id != "hidden_coin":
        env.step(first_legal(env))
    twin = keep(env)
    before = twin.get_position()
    assert before == env.get_position()
    assert before.history == env.get_position().history
    assert play(env, random_choice(1)) == play(twin, random_choice(1))
    assert env.get_position() == twin.get_position()
    assert env.get_position() != before


def test_a_position_can_be_put_back(game: envs.Game) -> None:
    env, other = envs.aec(game), envs.aec(game)
    env.reset(seed=9)
    kept = env.get_position()
    end = play(env, random_choice(2))
    assert env.agents == []
    for face in (env, other):
        face.set_position(kept)
        assert face.agents == face.possible_agents
        assert play(face, random_choice(2)) == end
    with pytest.raises(ValueError, match=r"position of <Game .* but a face of <Game kingmaker"):
        envs.aec("kingmaker").set_position(kept)


def test_a_finished_position_is_shown_as_finished() -> None:
    env = envs.aec("several_moves")
    env.reset(seed=1)
    play(env)
    end = env.get_position()
    other = envs.aec("several_moves")
    other.set_position(end)
    assert all(other.terminations.values())
    assert other.infos["player_0"]["scores"] == end.scores()


def test_an_illegal_action_ends_the_game_for_everybody(game: envs.Game) -> None:
    env = envs.aec(game)
    env.reset(seed=6)
    mover = env.agent_selection
    before = env.get_position()
    illegal = int(np.flatnonzero(env.observe(mover)["action_mask"] == 0)[0]) if not before.mask().all() else 10**6
    env.step(illegal)
    assert env.get_position() == before
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == mover else 0.0 for agent in env.possible_agents}
    assert f"cannot play action {illegal}" in env.infos[mover]["illegal_action"]
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    play(env)
    assert env.agents == []
    env.reset(seed=6)
    assert env.get_position() == before
    assert "illegal_action" not in env.infos[mover]


@pytest.mark.parametrize("action", [-1, 3, 2**70, np.int64(2)])
def test_raw_environments_raise_and_change_nothing(action: Any) -> None:
    env = envs.aec("several_moves", illegal="raise")
    env.reset(seed=6)
    before, steps = env.get_position(), env.agent_selection
    with pytest.raises(envs.IllegalActionError, match=rf"seat 0 cannot play action {action}.*It may play: 0 Sort west"):
        env.step(action)
    assert env.get_position() == before
    assert env.agent_selection == steps
    assert not any(env.terminations.values())
    env.step(0)


@pytest.mark.parametrize("action", [None, 0.5, "0", [0], np.array([0, 1])])
def test_what_is_no_number_is_refused_in_words(action: Any) -> None:
    env = envs.aec("several_moves")
    env.reset(seed=6)
    before = env.get_position()
    with pytest.raises(ValueError, match="several_moves: an action is a whole number from 0 to 2, not"):
        env.step(action)
    assert env.get_position() == before


def test_numbers_of_numpy_are_actions() -> None:
    env = envs.aec("several_moves")
    for kind in (np.int32, np.int64, np.uint8, np.array):
        env.reset(seed=6)
        env.step(kind(0))
        assert not any(env.terminations.values())


def test_max_cycles_cuts_a_game_off() -> None:
    env = envs.aec("several_moves", max_cycles=2)
    env.reset(seed=1)
    env.step(0)
    assert not any(env.truncations.values())
    env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.infos["player_0"]["winners"] == []
    assert env.infos["player_0"]["returns"] == [0.0, 0.0]
    assert play(env) == []
    assert env.agents == []


def test_forced_decisions_are_shown_when_asked_for_and_the_record_is_the_same() -> None:
    hidden, shown = envs.aec("several_moves"), envs.aec("several_moves", show_forced=True)
    for env in (hidden, shown):
        env.reset(seed=3)
    chosen, all_chosen = play(hidden), play(shown)
    assert len(chosen) == 6
    assert len(all_chosen) == 8
    assert hidden.get_position().history == shown.get_position().history == all_chosen


@pytest.mark.parametrize("reward", ["placement", "win", "score"])
def test_shaping_adds_up_to_the_final_reward(game: envs.Game, reward: Any) -> None:
    """Potential-based: what a seat receives in all is its final reward less the weight of where it started."""
    plain, shaped = envs.aec(game, reward=reward), envs.aec(game, reward=reward, shaping=0.25)
    for env in (plain, shaped):
        env.reset(seed=8)
    points = np.array(shaped.get_position().scores(), dtype=float)
    margin = points if len(points) == 1 else points - (points.sum() - points) / (len(points) - 1)
    received = dict.fromkeys(shaped.possible_agents, 0.0)
    while not any(shaped.terminations.values()):
        action = first_legal(plain)
        plain.step(action)
        shaped.step(action)
        for agent, amount in shaped.rewards.items():
            received[agent] += amount
    for seat, agent in enumerate(shaped.possible_agents):
        assert received[agent] == pytest.approx(plain.rewards[agent] - 0.25 * margin[seat], abs=1e-5)
        assert shaped.infos[agent]["returns"] == plain.infos[agent]["returns"]


def test_the_full_state_holds_what_every_seat_knows(game: envs.Game) -> None:
    env = envs.aec(game)
    env.reset(seed=8)
    vector, n = env.state(), game.players
    assert vector.dtype == np.float32
    assert env.state_space.contains(vector)
    for seat, agent in enumerate(env.possible_agents):
        part = vector[seat * game.obs_size : (seat + 1) * game.obs_size]
        assert np.array_equal(part, env.observe(agent)["observation"])
    assert vector[n * game.obs_size :].tolist() == [float(agent == env.agent_selection) for agent in env.agents]


def test_before_reset_there_is_a_clear_error() -> None:
    env = envs.aec("several_moves", render_mode="ansi")
    for name in ("agents", "rewards", "infos", "terminations", "agent_selection", "num_agents"):
        assert not hasattr(env, name)
    with pytest.raises(AttributeError, match=r"several_moves_v0: 'agents' does not exist before reset\(\)"):
        print(env.agents)
    for call in (env.render, env.state, env.get_position, lambda: env.observe("player_0")):
        with pytest.raises(ResetNeeded, match=r"several_moves_v0: call reset\(\) first"):
            call()
    with pytest.raises(AttributeError, match="before reset"):
        env.step(0)


def test_a_step_after_everybody_has_left_does_nothing() -> None:
    env = envs.aec("several_moves")
    env.reset(seed=1)
    play(env)
    before = env.get_position()
    env.step(None)
    env.step(0)
    assert env.get_position() == before


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": 7}, "players=7 is not a number of players of this game; it has 2, 3, 4"),
        ({"length": "medium"}, "option length='medium' is unknown; choose one of short, long"),
        ({"render_mode": "asni"}, r"unknown render mode 'asni' \(did you mean 'ansi'\?\)"),
        ({"illegal": "ignore"}, "unknown way to treat illegal actions 'ignore'; choose one of terminate, raise"),
        ({"reward": "money"}, "unknown reward 'money'; choose one of placement, win, score"),
        ({"render_seat": 2}, "render_seat=2 is not a whole number from 0 to 1"),
    ],
)
def test_bad_settings_are_refused_in_words(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        envs.aec("several_moves", **settings)


def test_an_unknown_agent_is_refused_in_words() -> None:
    env = envs.aec("several_moves")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'player_5'; the agents are player_0, player_1"):
        env.observe("player_5")


def test_rendering_without_a_mode_is_refused_in_words() -> None:
    env = envs.aec("several_moves")
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match="made without a render mode; pass render_mode= one of human, ansi"):
        env.render()


def test_a_picture_shows_what_its_seat_sees() -> None:
    env = envs.aec("hidden_coin", render_mode="ansi", render_seat=1)
    env.reset(seed=1)
    assert env.render() == env.get_position().text(1)
    assert env.render() != env.get_position().text()
