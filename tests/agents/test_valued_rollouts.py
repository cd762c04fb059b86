"""Rollouts that a network judges or plays: as plain ones where it never comes to that, blind where they are blind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from toys.plain_bots import LAST

from mailwing import agents, envs
from mailwing.agents import KernelAgent, View, play_game
from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.agents.policy import CheckpointError, Metadata, Policy
from mailwing.agents.rollouts import ANY_LENGTH, Rollouts, Task
from mailwing.agents.search import SearchAgent
from mailwing.agents.valued_rollouts import ROWS, ValuedRollouts
from mailwing.envs import Bot
from mailwing.envs._core.game import Game
from mailwing.envs._core.rewards import Reward
from mailwing.training.checkpoints import save_checkpoint


class Stub(Policy):
    """Plays the last legal action, and says that every position is worth 7."""

    def __init__(self, game: Game, **about: Any) -> None:
        torch.manual_seed(1)
        shape = NetworkShape(game.obs_size, game.num_actions, (4,))
        super().__init__(PolicyNetwork(shape), "stub", Metadata.of_game(game, shape, **about))
        self.seen: list[NDArray[np.float32]] = []

    def act_batch(self, obs: Any, mask: Any, advice: Any = None) -> NDArray[np.int64]:
        return mask.shape[1] - 1 - np.argmax(np.asarray(mask)[:, ::-1] != 0, axis=1)

    def values(self, obs: Any) -> NDArray[np.float32]:
        self.seen.append(np.array(obs))
        return np.full(len(obs), 7, dtype=np.float32)


def rewards_of(rollouts: Rollouts | ValuedRollouts, state: Any, first: int = 0, last: int = 40) -> Any:
    """Rewards float32 [legal actions, rollouts] from the position."""
    legal = np.array(state.legal())
    rewards = np.zeros((len(legal), last), dtype=np.float32)
    rollouts.start(View(state).sample(1))
    rollouts.play(Task(legal, np.arange(len(legal)), rewards), 5, first, last)
    return rewards


def judged(game: Game, player: Bot | Policy, judge: Policy, horizon: int, threads: int = 1) -> ValuedRollouts:
    """Rollouts of `player`, judged by `judge` after so many turns."""
    return ValuedRollouts(
        game, player, judge, threads=threads, kind=Reward.PLACEMENT, horizon=horizon, limit=ANY_LENGTH
    )


@pytest.mark.parametrize("by", ["bot", "network"])
def test_rollouts_that_are_never_cut_are_the_plain_ones(by: str) -> None:
    """A bot, and a network that chooses as it does, get in every rollout what the bot gets in plain rollouts."""
    game = envs.load("ab_die_post", players=3)
    state, stub = game.new(4), Stub(game)
    plain = Rollouts(game, LAST, threads=1, kind=Reward.PLACEMENT, limit=ANY_LENGTH)
    rollouts = judged(game, LAST if by == "bot" else stub, stub, horizon=0, threads=2)
    rewards = rewards_of(rollouts, state)
    np.testing.assert_array_equal(rewards, rewards_of(plain, state))
    assert np.unique(rewards).size > 1
    assert stub.seen == []


def test_a_rollout_is_cut_where_the_seat_decides_in_its_next_turn() -> None:
    """No game of Ab die Post! is over after one more turn, and the network judges what that seat then sees."""
    game = envs.load("ab_die_post", players=3)
    state, stub = game.new(4), Stub(game)
    rewards = rewards_of(judged(game, LAST, stub, horizon=1), state, last=10)
    assert (rewards == 7).all()
    records = np.concatenate(stub.seen).view(game.spec.observation.dtype)[:, 0]
    assert len(records) == rewards.size
    assert (records["decider"][:, 0] == 1).all(), "it is the observer's turn"
    deciding = game.new(4)
    assert (records["points"][:, 0] >= deciding.observation().view(game.spec.observation.dtype)["points"][0, 0]).all()


def test_more_rollouts_than_there_are_rows_are_played_in_parts() -> None:
    """They do not depend on how they are divided, nor on the number of threads."""
    game = envs.load("ab_die_post", players=3)
    state, stub = game.new(4), Stub(game)
    many = ROWS // len(state.legal()) + 5
    whole = rewards_of(judged(game, LAST, stub, horizon=0), state, last=many)
    parts = rewards_of(judged(game, LAST, stub, horizon=0, threads=3), state, first=many - 8, last=many)
    np.testing.assert_array_equal(whole[:, many - 8 :], parts[:, many - 8 :])


def test_a_network_as_base_is_followed_where_rollouts_tell_nothing() -> None:
    """All values are alike, so that the base's own choice stands, until rollouts come to the end of the game."""
    game = envs.load("ab_die_post", players=3)
    stub = Stub(game)
    played = [
        play_game(game, [agent] * 3, 2).history[:400]
        for agent in (SearchAgent(40, base=stub), KernelAgent(LAST), SearchAgent(40, base=LAST, values=stub))
    ]
    assert played[0] == played[1] == played[2]


def test_without_a_horizon_a_network_plays_to_the_end() -> None:
    """The stub's value of 7 would be taken as a gain of any candidate that does not end the game at once."""
    game = envs.load("several_moves", players=3)
    stub = Stub(game)
    played = [play_game(game, [agent] * 3, 2).history for agent in (SearchAgent(40, base=stub, horizon=0), stub)]
    assert stub.seen == []
    assert len(played[0]) == len(played[1])


def test_hidden_knowledge_does_not_reach_a_judged_search() -> None:
    """Two games of hidden_coin that differ only in the speaker's coin get the same answer."""
    game = envs.load("hidden_coin")
    torch.manual_seed(3)
    network = PolicyNetwork(NetworkShape(game.obs_size, game.num_actions, (8,)))
    search = SearchAgent(64, base="random", values=Policy(network))
    chosen: dict[tuple[int, ...], set[int]] = {}
    for seed in range(40):
        state = game.new(seed)
        state.apply(0)
        if state.record.hands[state.seat].coin == 1:
            search.reset(5)
            known = (state.seat, *state.observation().tolist())
            chosen.setdefault(known, set()).add(search.act(View(state)))
    assert len(chosen) == 2
    assert all(len(actions) == 1 for actions in chosen.values())


def test_values_are_compared_as_the_reward_that_they_were_learnt_for() -> None:
    game = envs.load("ab_die_post", players=3)
    stub = Stub(game, config={"ppo": {"reward": "win"}})
    search = SearchAgent(32, base=LAST, values=stub)
    assert search._prepare(game)._kind == Reward.WIN
    assert SearchAgent(32, base=LAST, values=stub, reward="score")._prepare(game)._kind == Reward.SCORE
    shaped = Stub(game, config={"ppo": {"shaping": 0.1}})
    with pytest.raises(ValueError, match=r"stub: it was trained with ppo\.shaping"):
        SearchAgent(32, base=LAST, values=shaped).check(game)


def test_names_say_base_values_and_budget(tmp_path: Path) -> None:
    game = envs.load("ab_die_post")
    stub = Stub(game)
    folder = tmp_path / "run" / "best"
    save_checkpoint(folder, stub.network, stub.metadata)  # type: ignore[arg-type]
    for name, values in ((f"search:expert~{folder}@0.2s", str(folder)), (f"search:{folder}@50", None)):
        search = agents.make(game, name)
        assert isinstance(search, SearchAgent)
        assert search.values == values
        assert search.name == name
    with pytest.raises(CheckpointError, match="no checkpoint is there"):
        agents.make(game, f"search:expert~{tmp_path}/nothing@50")
    with pytest.raises(CheckpointError, match="this agent plays ab_die_post, not two_ply"):
        SearchAgent(values=stub).check(envs.load("two_ply"))
