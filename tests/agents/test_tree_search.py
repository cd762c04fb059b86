"""The tree search: right where rightness is known, legal everywhere, blind to what its seat cannot see."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
import toys

from mailwing import agents, envs
from mailwing.agents import Agent, KernelAgent, View, play_game
from mailwing.agents.tree_search import TreeSearchAgent
from mailwing.envs import Bot
from mailwing.envs._core.alone import InUseError
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.kernel import kernel


@kernel
def choose_nonsense(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """An action that does not exist."""
    return 1000


def mean_return(game_id: str, agent: Agent, other: Agent, deals: int) -> float:
    """What the agent receives on average, in each seat of every deal."""
    game = envs.load(game_id)
    total = 0.0
    for seed in range(deals):
        for seat in range(game.players):
            table = [other] * game.players
            table[seat] = agent
            total += play_game(game, table, seed).returns()[seat]
    return total / (deals * game.players)


@pytest.mark.parametrize("game_id", ["two_ply", "solo_flight"])
def test_it_finds_the_best_play_of_a_toy(game_id: str) -> None:
    """Over the same deals it gets nearly what the bot gets that is known to play best."""
    search, best, others = TreeSearchAgent(200), KernelAgent(toys.BEST[game_id]), KernelAgent(RANDOM)
    assert mean_return(game_id, search, others, 40) > mean_return(game_id, best, others, 40) - 0.2


def test_it_sorts_every_letter_well() -> None:
    game = envs.load("several_moves", mistakes="costly")
    search = TreeSearchAgent(300)
    assert play_game(game, [search, KernelAgent(toys.BEST["several_moves"])], 3).scores() == [3, 3]


def test_it_follows_its_seed_and_survives_pickling() -> None:
    game, search = envs.load("several_moves", players=4), TreeSearchAgent(50)
    ends = [play_game(game, [agent] * 4, 2).history for agent in (search, search, pickle.loads(pickle.dumps(search)))]
    assert ends[0] == ends[1] == ends[2]


def test_it_does_not_see_what_is_hidden() -> None:
    """Two games of hidden_coin that differ only in the speaker's coin get the same answer."""
    chosen: dict[tuple[int, ...], set[int]] = {}
    search = TreeSearchAgent(60)
    for seed in range(60):
        state = envs.load("hidden_coin").new(seed)
        state.apply(0)
        if state.record.hands[state.seat].coin == 1:
            search.reset(5)
            known = (state.seat, *state.observation().tolist())
            chosen.setdefault(known, set()).add(search.act(View(state)))
    assert len(chosen) == 2
    assert all(len(actions) == 1 for actions in chosen.values())


def test_it_is_an_agent_by_name_and_plays_whole_games() -> None:
    search = agents.make("ab_die_post", "ismcts")
    assert isinstance(search, TreeSearchAgent)
    search.simulations = 8
    game = envs.load("ab_die_post", players=3)
    state = game.new(1)
    search.reset(1)
    for _ in range(12):
        state.apply(search.act(View(state)))
    assert state.num_decisions == 12


def test_bad_settings_and_bots_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="ismcts: simulations=0 is not a whole number from 1 on"):
        TreeSearchAgent(0)
    view = View(envs.load("several_moves").new(1))
    with pytest.raises(ValueError, match="unknown opponent 'adpet'"):
        TreeSearchAgent(rollout="adpet").act(view)
    with pytest.raises(RuntimeError, match="the bot of the rollouts chose an illegal action"):
        TreeSearchAgent(20, rollout=Bot("nonsense", choose_nonsense)).act(view)


def test_two_threads_cannot_share_a_search() -> None:
    """Its tree is one memory: the second thread gets an error while the first one searches."""
    search, view = TreeSearchAgent(20), View(envs.load("two_ply").new(1))
    with search._alone, pytest.raises(InUseError, match="this tree search is being used by another thread"):
        search.act(view)
    assert search.act(view) in view.legal()
