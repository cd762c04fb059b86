"""Networks that play over a bot: they are told its choices, and begin as that bot."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import torch

from mailwing import agents, envs, evaluation
from mailwing.agents import View
from mailwing.agents.advice import Adviser, base_bot
from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.agents.policy import CheckpointError, Metadata, Policy, load_policy
from mailwing.agents.rollouts import ANY_LENGTH, Rollouts, Task
from mailwing.agents.search import SearchAgent
from mailwing.agents.valued_rollouts import ValuedRollouts
from mailwing.envs._core.faces.batch import Batch
from mailwing.envs._core.game import Game
from mailwing.envs._core.rewards import Reward
from mailwing.training.checkpoints import save_checkpoint


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.load("ab_die_post")


def network_over(game: Game, base: str, *, shared: bool = False) -> PolicyNetwork:
    """An untrained network over a bot."""
    torch.manual_seed(3)
    return PolicyNetwork(NetworkShape(game.obs_size, game.num_actions, (16,), shared=shared, base=base))


@pytest.mark.parametrize("threads", [1, 3])
def test_advice_is_what_the_bot_chooses(game: Game, threads: int) -> None:
    """In 20 games at different points, all of them or some, on any number of threads."""
    bot, batch = base_bot(game.id, "expert"), Batch(game, 20, seed=4)
    adviser, plain = Adviser(game, bot, threads=threads), agents.make(game, "expert")
    for _ in range(30):
        rows = np.flatnonzero(batch.done == 0)[::2]
        advice = adviser.advise(batch._records, rows, batch.mask[rows], 7)
        assert advice.tolist() == [plain.act(View(batch.position(row))) for row in rows]
        batch.step(adviser.advise(batch._records, np.arange(20), batch.mask, 7))


def test_advice_by_chance_follows_from_the_seed(game: Game) -> None:
    batch, rows = Batch(game, 200, seed=4), np.arange(200)
    one, two = (Adviser(game, base_bot(game.id, "random"), threads=threads) for threads in (1, 2))
    first = one.advise(batch._records, rows, batch.mask, 1)
    np.testing.assert_array_equal(first, two.advise(batch._records, rows, batch.mask, 1))
    assert (first != one.advise(batch._records, rows, batch.mask, 2)).any()


@pytest.mark.parametrize("shared", [False, True])
def test_an_untrained_network_plays_as_its_bot(game: Game, shared: bool) -> None:
    """One by one and in batches: against three of that bot it wins a quarter of every deal."""
    policy = Policy(network_over(game, "expert", shared=shared))
    position, plain = game.new(5), agents.make(game, "expert")
    while not position.done:
        view = View(position)
        assert policy.act(view) == plain.act(view)
        position.apply(policy.act(view))
    result = evaluation.compare(game, policy, "expert", deals=20, seed=2)
    assert result.win_rate == pytest.approx(0.25)


def test_its_policy_is_the_network_with_the_bot_on_top(game: Game) -> None:
    """With the trust taken away, all legal actions are about equally likely; it is a number for each position."""
    network = network_over(game, "novice")
    obs, mask = torch.rand(4, game.obs_size), torch.ones(4, game.num_actions)
    advice = torch.tensor([0, 1, 2, 3])
    network.actor[-1].bias.data[-1] = 0.0  # type: ignore[index]
    torch.testing.assert_close(
        network.log_probs(obs, mask, advice).exp(),
        torch.full((4, game.num_actions), 1 / game.num_actions),
        atol=5e-3,
        rtol=0,
    )
    network.actor[-1].bias.data[-1] = 3.0  # type: ignore[index]
    assert network.log_probs(obs, mask, advice).argmax(-1).tolist() == [0, 1, 2, 3]


def test_copies_of_one_that_has_played_play_on(game: Game) -> None:
    """By `copy` and by `pickle`: what belongs to this process is made anew."""
    policy, batch, rows = Policy(network_over(game, "expert")), Batch(game, 8, seed=1), np.arange(8)
    advice = policy.advise(game, batch._records, rows, batch.mask)
    policy.act(View(batch.position(0)))
    for other in (copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        np.testing.assert_array_equal(other.advise(game, batch._records, rows, batch.mask), advice)
        assert other.act(View(batch.position(0))) == policy.act(View(batch.position(0)))


def test_without_advice_it_does_not_play(game: Game) -> None:
    policy, batch = Policy(network_over(game, "novice")), Batch(game, 2, seed=1)
    with pytest.raises(ValueError, match="plays over the bot 'novice' and has to be told"):
        policy.act_batch(batch.obs, batch.mask)


def test_rollouts_of_an_untrained_network_are_those_of_its_bot(game: Game) -> None:
    position = game.new(8)
    bot, policy = base_bot(game.id, "expert"), Policy(network_over(game, "expert"))
    settings = {"threads": 1, "kind": Reward.WIN, "limit": ANY_LENGTH}
    of_bot, of_network = Rollouts(game, bot, **settings), ValuedRollouts(game, policy, policy, horizon=0, **settings)
    actions = np.array(position.legal())
    rewards = np.zeros((2, len(actions), 20), dtype=np.float32)
    for rollouts, results in zip((of_bot, of_network), rewards, strict=True):
        rollouts.start(View(position).sample(1))
        rollouts.play(Task(actions, np.arange(len(actions)), results), 5, 0, 20)
    np.testing.assert_array_equal(rewards[0], rewards[1])
    assert 0 < rewards.mean() < 1


def test_a_search_over_it_asks_for_advice(game: Game) -> None:
    position = game.new(8)
    search = SearchAgent(64, base=Policy(network_over(game, "novice")), horizon=1)
    assert search.act(View(position)) in position.legal()


def test_a_checkpoint_keeps_the_bot_and_is_refused_without_it(game: Game, tmp_path: Path) -> None:
    network = network_over(game, "expert")
    save_checkpoint(tmp_path / "agent", network, Metadata.of_game(game, network.shape))
    assert load_policy(tmp_path / "agent", game).base == "expert"
    file = tmp_path / "agent" / "metadata.json"
    metadata = json.loads(file.read_text())
    metadata["network"]["base"] = "os:system"
    file.write_text(json.dumps(metadata))
    with pytest.raises(CheckpointError, match="one of the game's bots \\(random, novice.*not over 'os:system'"):
        load_policy(tmp_path / "agent", game)


def test_old_checkpoints_play_alone(game: Game) -> None:
    shape = NetworkShape(game.obs_size, game.num_actions, (8,))
    values = shape.to_dict()
    del values["base"]
    assert NetworkShape.from_dict(values) == shape
