"""Search: better than its base where rightness is known, never without evidence, blind to what its seat cannot see."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest
import toys
from toys.plain_bots import LAST

from mailwing import agents, envs
from mailwing.agents import Agent, KernelAgent, View, play_game
from mailwing.agents import search as searching
from mailwing.agents.rollouts import Rollouts, Task
from mailwing.agents.search import Budget, SearchAgent
from mailwing.envs import Bot
from mailwing.envs._core.alone import InUseError
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.faces.opponents import find_bot
from mailwing.envs._core.kernel import kernel
from mailwing.envs._core.rewards import Reward
from mailwing.evaluation.entrants import resolve


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
def test_over_random_play_it_finds_the_best_play_of_a_toy(game_id: str) -> None:
    """Over the same deals it gets nearly what the bot gets that is known to play best."""
    search, best, others = SearchAgent(base=RANDOM), KernelAgent(toys.BEST[game_id]), KernelAgent(RANDOM)
    assert mean_return(game_id, search, others, 40) > mean_return(game_id, best, others, 40) - 0.2


def test_over_random_play_it_sorts_every_letter_well() -> None:
    game = envs.load("several_moves", mistakes="costly")
    search = SearchAgent(1024, base=RANDOM, reward="score")
    assert play_game(game, [search, KernelAgent(toys.BEST["several_moves"])], 3).scores() == [3, 3]


def test_over_the_best_bot_it_plays_as_the_bot_does() -> None:
    """Nothing is better, so that nothing looks better beyond doubt."""
    game, best = envs.load("several_moves", players=3), toys.BEST["several_moves"]
    search = SearchAgent(64, base=best)
    for seed in range(10):
        played = [play_game(game, [agent] * 3, seed).history for agent in (search, KernelAgent(best))]
        assert played[0] == played[1]


def test_fewer_rollouts_than_tell_anything_leave_the_base_alone() -> None:
    """With 32 of them the letter goes into its own sack, whatever the base would do; with 31 nothing is decided."""
    game = envs.load("several_moves", mistakes="costly")
    state = next(state for state in map(game.new, range(20)) if state.record.letter == 0)
    choices = [SearchAgent(most, base=LAST, reward="score").act(View(state)) for most in (31, 32)]
    assert choices == [1, 0]


def test_an_illegal_choice_of_the_base_is_refused_before_it_is_played() -> None:
    view = View(envs.load("several_moves").new(1))
    with pytest.raises(RuntimeError, match="the bot 'nonsense' chose an illegal action, 1000"):
        SearchAgent(64, base=Bot("nonsense", choose_nonsense)).act(view)


def test_equal_seeds_give_equal_choices_whatever_the_threads_and_after_pickling() -> None:
    game = envs.load("several_moves", players=4, mistakes="costly")
    first = SearchAgent(200, base=RANDOM)
    shared, other = SearchAgent(200, base=RANDOM, threads=3), SearchAgent(200, base=RANDOM)
    copied = pickle.loads(pickle.dumps(other))
    ends = [play_game(game, [agent] * 4, 2).history for agent in (first, first, shared, copied)]
    assert all(end == ends[0] for end in ends)


def test_rollouts_of_the_same_action_are_the_same_and_chance_is_common() -> None:
    """An action beside itself gains nothing in any rollout; so chance is the same for all candidates."""
    game = envs.load("ab_die_post", players=4)
    state = game.new(8)
    action = state.legal()[0]
    rollouts = Rollouts(game, find_bot("ab_die_post", "novice"), threads=2, kind=Reward.WIN, limit=10_000)
    rollouts.start(View(state).sample(1))
    rewards = np.zeros((3, 40), dtype=np.float32)
    rollouts.play(Task(np.array([action] * 2), np.array([0, 2]), rewards), 5, 0, 40)
    assert rewards[0].tolist() == rewards[2].tolist()
    assert 0 < rewards[0].sum() < 40, "chance differs from rollout to rollout"
    assert not rewards[1].any(), "nothing was asked of this row"


def test_it_does_not_see_what_is_hidden() -> None:
    """Two games of hidden_coin that differ only in the speaker's coin get the same answer."""
    chosen: dict[tuple[int, ...], set[int]] = {}
    search = SearchAgent(60, base=RANDOM)
    for seed in range(60):
        state = envs.load("hidden_coin").new(seed)
        state.apply(0)
        if state.record.hands[state.seat].coin == 1:
            search.reset(5)
            known = (state.seat, *state.observation().tolist())
            chosen.setdefault(known, set()).add(search.act(View(state)))
    assert len(chosen) == 2
    assert all(len(actions) == 1 for actions in chosen.values())


@pytest.mark.parametrize(
    ("name", "base", "simulations", "seconds"),
    [
        ("search", None, 256, None),
        ("search:novice", "novice", 256, None),
        ("search:novice@8", "novice", 8, None),
        ("search@0.2s", None, 256, 0.2),
        ("search:adept@2s", "adept", 256, 2.0),
    ],
)
def test_a_name_says_base_and_budget(name: str, base: str | None, simulations: int, seconds: float | None) -> None:
    search = agents.make("ab_die_post", name)
    assert isinstance(search, SearchAgent)
    assert (search.base, search.simulations, search.seconds) == (base, simulations, seconds)
    assert agents.make("ab_die_post", search.name).name == search.name


def test_results_are_kept_apart_by_budget_and_by_the_numbers_of_the_base() -> None:
    game = envs.load("ab_die_post")
    novice = find_bot("ab_die_post", "novice")
    changed = dataclasses.replace(novice, params=novice.params + 1)
    agents_told_apart = (SearchAgent(8), SearchAgent(9), SearchAgent(8, base=novice), SearchAgent(8, base=changed))
    identities = [resolve(game, "search", agent).identity for agent in agents_told_apart]
    assert len(set(identities)) == 4
    assert resolve(game, "search", "search:novice@8").identity == identities[2]


@pytest.mark.parametrize("name", ["search:", "search:novice@", "search@fast", "search:novice@3m", "searching"])
def test_a_name_that_is_no_search_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="search:expert@0.2s|unknown agent"):
        agents.make("ab_die_post", name)


def test_bad_settings_and_bots_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="search: simulations=0 is not a whole number from 1 on"):
        SearchAgent(0)
    with pytest.raises(ValueError, match="search: seconds=0 is not a number above 0"):
        SearchAgent(seconds=0)
    with pytest.raises(ValueError, match="search: threads=0 is not a whole number from 1 on"):
        SearchAgent(threads=0)
    with pytest.raises(ValueError, match="search: limit=0 is not a whole number from 1 on"):
        SearchAgent(limit=0)
    with pytest.raises(ValueError, match="unknown reward 'winning'"):
        SearchAgent(reward="winning")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown opponent 'adpet'"):
        agents.make("ab_die_post", "search:adpet@5")
    view = View(envs.load("several_moves").new(1))
    with pytest.raises(RuntimeError, match="several_moves: the bot 'nonsense' chose an illegal action"):
        SearchAgent(20, base=Bot("nonsense", choose_nonsense)).act(view)


def test_two_threads_cannot_share_a_search() -> None:
    """Its positions are one memory: the second thread gets an error while the first one searches."""
    search, view = SearchAgent(20), View(envs.load("two_ply").new(1))
    with search._alone, pytest.raises(InUseError, match="this search agent is being used by another thread"):
        search.act(view)
    assert search.act(view) in view.legal()


class Clock:
    """A clock that stands still unless it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(searching.time, "perf_counter", lambda: self.now)


def test_a_budget_of_simulations_doubles_up_to_its_end() -> None:
    budget, done, steps = Budget(200, None), 0, []
    while (planned := budget.up_to(done, 4)) > done:
        steps.append(planned)
        done = planned
    assert steps == [32, 64, 128, 200]


def test_a_budget_of_time_is_measured_by_a_short_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rollout takes a millisecond: there are 250 of them after the trial, and the last doubling is cut short."""
    clock = Clock(monkeypatch)
    budget = Budget(1, 0.2605)
    assert budget.up_to(0, 5) == searching.TRIAL == 2
    budget.spend(10)
    clock.now += 0.01
    assert budget.up_to(2, 5) == 32
    budget.spend(150)
    clock.now += 0.15
    assert budget.up_to(32, 2) == 64
    budget.spend(64)
    clock.now += 0.064
    assert budget.up_to(64, 2) == 82
    budget.spend(36)
    clock.now += 0.036
    assert budget.up_to(82, 2) == 82


def test_too_little_time_for_the_first_rollouts_leaves_the_base_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten candidates and 4 ms a rollout: 32 of each would take 1.3 s, and fewer tell nothing."""
    clock = Clock(monkeypatch)
    budget = Budget(1, 0.2)
    budget.spend(2 * 10)
    clock.now += 0.08
    assert budget.up_to(2, 10) == 2
    game = envs.load("several_moves")
    clock.now = 0.0
    monkeypatch.setattr(searching.Rollouts, "play", lambda *arguments: setattr(clock, "now", clock.now + 1.0))
    view = View(game.new(1))
    assert SearchAgent(seconds=0.2, base=LAST).act(view) == view.legal()[-1]
