"""Our games in OpenSpiel, and OpenSpiel's bots at our tables."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from mailwing import agents, envs
from mailwing.agents import View, play_game

pyspiel: Any = pytest.importorskip("pyspiel", reason="needs OpenSpiel: make integrations")

from mailwing.envs import adapters  # noqa: E402
from mailwing.envs.adapters.open_spiel import CHANCE_SAMPLES, DEALS, PREFIX  # noqa: E402

NAMES = ["two_ply", "several_moves", "drop_out", "kingmaker", "hidden_coin", "solo_flight"]


@pytest.fixture(autouse=True)
def registered() -> None:
    adapters.register_open_spiel()


def dealt(game: Any, deal: int = 0) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_check_finds_nothing_wrong(name: str) -> None:
    """Random games with clones, histories, observations, returns and saved states."""
    pyspiel.random_sim_test(pyspiel.load_game(PREFIX + name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["ab_die_post", "air_postal"])
def test_a_large_game_passes_it_too(name: str) -> None:
    game = pyspiel.load_game(f"{PREFIX}{name}(players=3)")
    assert game.num_players() == 3
    state, rng = game.new_initial_state(), random.Random(1)
    for _ in range(200):
        twin = game.deserialize_state(state.serialize())
        assert (str(twin), twin.history(), twin.legal_actions()) == (str(state), state.history(), state.legal_actions())
        state.apply_action(rng.choice(state.legal_actions()))


def test_a_game_is_made_with_its_options() -> None:
    game = pyspiel.load_game(PREFIX + "several_moves(players=3,length=long,seed=4,deals=10)")
    assert (game.game.players, game.game.option_values["length"]) == (3, "long")
    assert len(game.new_initial_state().chance_outcomes()) == 10
    same = adapters.open_spiel_game("several_moves", players=3, length="long", seed=4, deals=10)
    assert dealt(same, 7).position == dealt(game, 7).position
    with pytest.raises(ValueError, match="chance_samples=0 is not a number of outcomes"):
        adapters.open_spiel_game("two_ply", chance_samples=0)
    with pytest.raises(TypeError, match="unknown option 'lenght'"):
        adapters.open_spiel_game("several_moves", lenght="long")


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_our_game(name: str) -> None:
    """Legal actions, seat, observation, words and returns are those of the position, in every decision."""
    game, rng = adapters.open_spiel_game(name), random.Random(2)
    state = dealt(game, 3)
    assert state.position is not None
    while not state.is_terminal():
        if not state.is_chance_node():
            position = state.position
            assert state.current_player() == position.seat
            assert state.legal_actions() == position.legal()
            assert len(position.legal()) > 1
            for seat in range(game.num_players()):
                np.testing.assert_array_equal(state.observation_tensor(seat), position.observation(seat))
            action = state.legal_actions()[0]
            assert state.action_to_string(action) == position.describe(action)
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.position.done
    assert state.returns() == state.position.returns()


def test_chance_is_a_node_with_sampled_outcomes_and_only_where_it_has_a_say() -> None:
    """In Ab die Post! a ball is drawn, in two_ply nothing is after the deal."""
    state = dealt(adapters.open_spiel_game("ab_die_post"))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(k, 1 / CHANCE_SAMPLES) for k in range(CHANCE_SAMPLES)]
    ways = [state.child(outcome) for outcome in range(CHANCE_SAMPLES)]
    assert len({str(way) for way in ways}) > 1
    assert [str(way) for way in ways] == [str(state.child(outcome)) for outcome in range(CHANCE_SAMPLES)]
    assert str(state) == str(state.clone())
    calm = dealt(adapters.open_spiel_game("two_ply"))
    while not calm.is_terminal():
        assert not calm.is_chance_node()
        calm.apply_action(calm.legal_actions()[0])


def test_deals_differ() -> None:
    game = adapters.open_spiel_game("aeropostale")
    assert len(game.new_initial_state().chance_outcomes()) == DEALS
    assert len({str(dealt(game, deal)) for deal in range(5)}) == 5


def test_resampled_states_agree_with_what_a_player_knows() -> None:
    game = adapters.open_spiel_game("hidden_coin")
    state = dealt(game, 1)
    seat, sampler = state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = [state.resample_from_infostate(seat, sampler) for _ in range(40)]
    assert {other.information_state_string(seat) for other in others} == {state.information_state_string(seat)}
    assert len({other.position.memory.tobytes() for other in others}) > 10


def test_a_position_goes_to_openspiel_and_a_wrong_one_does_not() -> None:
    bound = envs.load("several_moves", players=3)
    position = bound.new(5)
    position.apply(position.legal()[0])
    game = adapters.open_spiel_game(bound)
    state: Any = adapters.open_spiel_state(game, position)
    assert state.position == position
    action = state.legal_actions()[0]
    state.apply_action(action)
    assert state.is_chance_node(), "which letter comes next is drawn"
    state.apply_action(0)
    assert state.position.history == [*position.history, action]
    assert len(position.history) == 1
    with pytest.raises(ValueError, match="this is a position of .*players=2"):
        adapters.open_spiel_state(game, envs.load("several_moves", players=2).new(5))


def mcts_bot(game: Any, seed: int) -> Any:
    from open_spiel.python.algorithms import mcts  # pyright: ignore[reportMissingImports]

    random_state = np.random.RandomState(seed)
    return mcts.MCTSBot(game, 1.0, 100, mcts.RandomRolloutEvaluator(1, random_state), random_state=random_state)


def is_mcts_bot(game: Any, seed: int) -> Any:
    from open_spiel.python.algorithms import ismcts, mcts  # pyright: ignore[reportMissingImports]

    random_state = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random_state), 1.0, 100, random_state=random_state)


def mean_return(name: str, agent: Any, games: int) -> float:
    """Of an agent that sits everywhere in turn, the others play at random."""
    game, total = envs.load(name), 0.0
    for seed in range(games):
        seat = seed % game.players
        others = [agents.make(game, "random") for _ in range(game.players)]
        total += play_game(game, [*others[:seat], agent, *others[seat + 1 :]], seed).returns()[seat]
    return total / games


def test_mcts_of_openspiel_finds_the_forced_win() -> None:
    """Best play is worth 2/3 against a random seat, see the toy."""
    assert mean_return("two_ply", agents.OpenSpielAgent(mcts_bot, "mcts"), 60) == pytest.approx(2 / 3, abs=0.25)


def sure_win(position: envs.Position) -> int | None:
    """The action that wins in every world that the seat to decide may be in, if the next one ends the game."""
    seat = position.seat
    for action in position.legal():
        worlds = [position.redeal(seat, seed) for seed in range(30)]
        for world in worlds:
            world.apply(action)
        if all(world.done and world.returns()[seat] == 1 for world in worlds):
            return action
    return None


def test_is_mcts_of_openspiel_knows_what_its_seat_knows() -> None:
    """In hidden_coin a guesser who holds tails knows the other coin: it names it, whatever the speaker said."""
    game, agent, found = envs.load("hidden_coin"), agents.OpenSpielAgent(is_mcts_bot, "is-mcts"), 0
    for seed in range(30):
        position = game.new(seed)
        position.apply(position.legal()[seed % 2])
        wanted = sure_win(position)
        if wanted is not None:
            agent.reset(seed)
            assert agent.act(View(position)) == wanted
            found += 1
    assert found > 5


def test_an_agent_plays_the_same_with_the_same_seed_and_sits_in_solo() -> None:
    game = envs.load("several_moves")
    agent = agents.OpenSpielAgent(mcts_bot)
    games = [play_game(game, [agent, agents.make(game, "random")], 3).history for _ in range(2)]
    assert games[0] == games[1]
    assert agent.act(View(game.new(1))) in game.new(1).legal()
    env = envs.solo("several_moves", opponents=agent)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
