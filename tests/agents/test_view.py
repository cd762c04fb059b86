"""A view shows what its seat knows and holds nothing else; whole games between agents see nothing but views."""

from __future__ import annotations

import gc
import inspect
from typing import Any

import numpy as np
import pytest
import toys

from mailwing import envs
from mailwing.agents import AgentError, KernelAgent, View, agent_seed, play_game
from mailwing.envs import Bot, Position
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.kernel import kernel


@kernel
def choose_by_looking_into_hands(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """A bot of hidden_coin that cheats: guesses what the other one really holds."""
    if s.said < 0:
        return s.hands[s.seat].coin
    return 2 + s.hands[s.speaker].coin


CHEAT = Bot("cheat", choose_by_looking_into_hands)


class First:
    """Plays the first legal action and remembers what it was shown."""

    def __init__(self, name: str = "first") -> None:
        self.name = name
        self.seeds: list[int] = []
        self.views: list[View] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, view: View) -> int:
        self.views.append(view)
        return view.legal()[0]


def guessing(coin: int) -> Position:
    """A game of hidden_coin in which seat 0 guesses and holds heads, and the speaker a coin that it cannot know."""
    for seed in range(100):
        state = envs.load("hidden_coin").new(seed)
        state.apply(0)
        if state.seat == 0 and state.record.hands[0].coin == 1 and state.record.hands[1].coin == coin:
            return state
    raise AssertionError("no such deal")


def test_what_a_view_shows() -> None:
    state = envs.load("several_moves").new(4)
    view = View(state)
    assert (view.game, view.seat, view.num_decisions) == (state.game, 0, 0)
    assert view.observation().tolist() == state.observation().tolist()
    assert view.mask().tolist() == state.mask().tolist()
    assert view.legal() == state.legal()
    assert view.describe(1) == "Sort east"
    assert view.parse("sort west") == 0
    assert view.text() == state.text(0)
    assert view.svg() == state.svg(0)
    assert view.explain() == state.explain()
    assert repr(view) == "<View several_moves seat=0 num_decisions=0>"


def test_a_view_does_not_change_with_the_game() -> None:
    state = envs.load("several_moves").new(4)
    view = View(state)
    before = (view.legal(), view.text(), view.sample(1).to_bytes())
    state.apply(0)
    view.legal().clear()
    assert (view.legal(), view.text(), view.sample(1).to_bytes()) == before


def test_a_view_holds_no_true_state() -> None:
    """Nothing that can be reached from a view tells the two coins apart that its seat cannot tell apart."""
    state = guessing(coin=0)
    view = View(state)
    reached, seen = [view], set()
    while reached:
        item = reached.pop()
        if id(item) in seen or isinstance(item, (type, type(np))) or item is state.game:
            continue
        seen.add(id(item))
        assert item is not state
        assert item is not state.memory
        if isinstance(item, np.ndarray) and item.dtype == np.uint8 and item.size == state.memory.size:
            assert not np.shares_memory(item, state.memory)
        reached += gc.get_referents(item)
    twin = View(guessing(coin=1))
    assert view.observation().tolist() == twin.observation().tolist()
    assert view.text() == twin.text()


def test_samples_differ_in_what_is_hidden_and_in_nothing_else() -> None:
    state = guessing(coin=0)
    view = View(state)
    samples = [view.sample(seed) for seed in range(30)]
    assert {int(sample.record.hands[1 - view.seat].coin) for sample in samples} == {0, 1}
    for sample in samples:
        assert sample.seed is None
        assert sample.seat == view.seat
        assert sample.observation().tolist() == view.observation().tolist()
    assert samples[3] == view.sample(3)


def test_a_bot_that_looks_where_it_must_not_sees_a_dealt_copy() -> None:
    """Inside a batch nothing would stop it; as an agent it guesses no better than chance."""
    agent, right = KernelAgent(CHEAT), 0
    for seed in range(200):
        agent.reset(seed)
        state = guessing(coin=seed % 2)
        right += agent.act(View(state)) - 2 == seed % 2
    assert 70 < right < 130


def test_a_kernel_agent_plays_as_its_bot() -> None:
    agent, best = KernelAgent(toys.BEST["several_moves"]), toys.BEST["several_moves"]
    assert (agent.name, agent.bot) == ("best", best)
    game = envs.load("several_moves", players=3)
    assert play_game(game, [agent, agent, agent], 3).scores() == [3, 3, 3]
    other = envs.load("two_ply")
    assert KernelAgent(RANDOM).act(View(other.new(1))) in other.new(1).legal()


def test_a_kernel_agent_follows_its_seed() -> None:
    game, agent = envs.load("ab_die_post"), KernelAgent(RANDOM)
    ends = []
    for seed in (5, 5, 6):
        agent.reset(seed)
        state = game.new(1)
        for _ in range(60):
            if not state.done:
                state.apply(agent.act(View(state)))
        ends.append(state.history)
    assert ends[0] == ends[1] != ends[2]


def test_a_game_between_agents() -> None:
    game = envs.load("several_moves", players=3)
    agents = [First("a"), First("b"), First("c")]
    shown: list[tuple[int, int]] = []
    end = play_game(game, agents, 12, on_action=lambda state, action: shown.append((state.seat, action)))
    assert end.done
    assert end.seed == 12
    assert [action for _, action in shown] == end.history
    assert [len(agent.views) for agent in agents] == [3, 3, 3]  # handing over is forced: nobody is asked
    assert [agent.seeds for agent in agents] == [[agent_seed(12, seat)] for seat in range(3)]
    assert all(view.seat == seat for seat, agent in enumerate(agents) for view in agent.views)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (2, r"the agent 'odd' at seat 0 chose an illegal action: .*cannot play action 2 \(Hand over\)"),
        (99, "the agent 'odd' at seat 0 chose an illegal action"),
        ("east", "the agent 'odd' at seat 0 named 'east' instead of the number of an action"),
        (None, "the agent 'odd' at seat 0 named None instead"),
    ],
)
def test_an_agent_that_breaks_the_rules_is_named(action: Any, words: str) -> None:
    class Odd(First):
        def act(self, view: View) -> Any:
            return action

    with pytest.raises(AgentError, match=words):
        play_game(envs.load("several_moves"), [Odd("odd"), First()], 1)


def test_every_seat_needs_an_agent() -> None:
    with pytest.raises(ValueError, match="several_moves: 1 agents for 2 seats"):
        play_game(envs.load("several_moves"), [First()], 1)


def test_a_view_names_and_calls_things_as_a_position_does() -> None:
    """A view has one seat, so that what takes a seat in a position takes none; `sample` alone is its own."""
    position = envs.load("hidden_coin").new(1)
    view = View(position)
    shared = [name for name in dir(View) if not name.startswith("_") and name != "sample"]
    assert {"mask", "legal", "observation", "observation_record", "describe", "parse", "explain", "text"} <= {*shared}
    for name in [*shared, "game", "seat", "num_decisions"]:
        assert callable(getattr(view, name)) == callable(getattr(position, name)), name
    for name in shared:
        ours, theirs = (inspect.signature(getattr(kind, name)).parameters for kind in (View, Position))
        assert list(ours) == [each for each in theirs if each != "seat"], name
    assert np.array_equal(view.mask(), position.mask())
    assert np.array_equal(view.observation(), position.observation())
    assert view.observation_record() == position.observation_record()
    assert view.legal() == position.legal()
