"""Imitation: samples are what the bot did, rewards belong to the seat that decided, and the network comes to agree."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import toys

from mailwing import envs
from mailwing.agents import KernelAgent, View
from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.envs._core.chance import seed_of
from mailwing.training.cloning import CloningMetrics, Demonstrator, clone, final_rewards_of, used_up
from mailwing.training.config import CloningConfig


@pytest.mark.parametrize("name", ["kingmaker", "several_moves", "drop_out"])
def test_samples_are_the_bots_own_decisions(name: str) -> None:
    """Row by row the games are replayed with `State`: same sights, choices and final rewards."""
    game, bot = envs.load(name), toys.BEST[name]
    steps, rows = 30, 4
    samples = Demonstrator(game, bot, rows, seed=8).collect(steps)
    agent = KernelAgent(bot)
    for row in range(rows):
        places = iter(range(row, steps * rows, rows))
        episode = 0
        while True:
            episode += 1
            state = game.new(seed_of(8, row, episode))
            decided: list[tuple[int, int]] = []
            while not state.done:
                legal = state.legal()
                if len(legal) == 1:
                    state.apply(legal[0])
                    continue
                place = next(places, None)
                if place is None:
                    break
                np.testing.assert_array_equal(samples.obs[place], state.observation())
                np.testing.assert_array_equal(samples.mask[place], state.mask())
                assert samples.action[place] == agent.act(View(state))
                decided.append((place, state.seat))
                state.apply(int(samples.action[place]))
            returns = state.returns()
            for place, seat in decided:
                assert samples.known[place] == state.done
                assert samples.reward[place] == pytest.approx(returns[seat] if state.done else 0)
            if not state.done:
                break
        assert episode > 2


def test_final_rewards_go_back_to_the_start_of_their_game_only() -> None:
    seat = np.array([[0], [1], [0], [1], [0]])
    done = np.array([[False], [False], [True], [False], [False]])
    final = np.zeros((5, 1, 2), dtype=np.float32)
    final[2, 0] = [1, -1]
    reward, known = final_rewards_of(seat, done, final)
    assert reward[:, 0].tolist() == [1, -1, 1, 0, 0]
    assert known[:, 0].tolist() == [1, 1, 1, 0, 0]


def test_a_network_learns_to_play_like_its_teacher() -> None:
    torch.manual_seed(0)
    game, bot = envs.load("two_ply"), toys.BEST["two_ply"]
    network = PolicyNetwork(NetworkShape(game.obs_size, game.num_actions, (32,)))
    metrics: list[CloningMetrics] = []
    config = CloningConfig(bot="best", seconds=5.0, learning_rate=1e-2, minibatch=1024, num_envs=512)
    last = clone(network, Demonstrator(game, bot, 512, seed=1), config, 1, metrics.append)
    assert last.accuracy > 0.95
    assert last.loss < metrics[0].loss
    assert last.value_loss < metrics[0].value_loss
    assert last.samples > 0


def test_no_time_teaches_nothing() -> None:
    game = envs.load("two_ply")
    network = PolicyNetwork(NetworkShape(game.obs_size, game.num_actions, (8,)))
    before = {name: value.clone() for name, value in network.state_dict().items()}
    clone(network, Demonstrator(game, toys.BEST["two_ply"], 64, seed=1), CloningConfig(seconds=0), 1)
    assert all(bool((value == before[name]).all()) for name, value in network.state_dict().items())


def test_a_budget_of_samples_is_the_same_on_every_machine() -> None:
    """Half of the samples are half of the budget, whatever the time; the time may end it sooner."""
    config = CloningConfig(bot="best", seconds=0.0, samples=1000)
    assert [used_up(config, seconds, 500) for seconds in (1.0, 100.0)] == [0.5, 0.5]
    assert used_up(CloningConfig(seconds=10.0, samples=1000), 8.0, 500) == 0.8
    assert used_up(CloningConfig(seconds=0.0), 0.0, 0) == 1.0
