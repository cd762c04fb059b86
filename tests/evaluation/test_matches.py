"""The three ways to play games agree, and nothing but agents, deals and seats decides what happens."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest
import toys

from mailwing import envs
from mailwing.agents import AgentError, KernelAgent
from mailwing.envs._core.bots import RANDOM
from mailwing.evaluation.entrants import Entrant, Source, resolve
from mailwing.evaluation.lineups import deal_seeds, seatings
from mailwing.evaluation.matches import play

from .players import Cheat, CheatInBatches, Dice, Interrupting, Lowest, LowestInBatches

GAME = envs.load("drop_out", players=4)


def played(sources: list[Source], *, deals: int = 30, threads: int = 1, first: int = 0) -> Any:
    """All rotations of some deals between four agents."""
    named = {id(source): resolve(GAME, str(k), source) for k, source in enumerate(sources)}
    lineup = [named[id(source)] for source in sources]
    seeds = deal_seeds(0, first, deals)
    seats = seatings(4, seeds, mixed=False).reshape(-1, 4)
    return play(GAME, lineup, seats, np.repeat(seeds, 4), threads=threads)


def assert_same(one: Any, other: Any) -> None:
    for name in ("scores", "ranks", "num_decisions", "limit_reached"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


def test_a_bot_plays_the_same_compiled_and_as_an_agent() -> None:
    best = toys.BEST["drop_out"]
    compiled = played([best, RANDOM, RANDOM, RANDOM])
    agent = KernelAgent(best)
    one_by_one = played([agent, RANDOM, RANDOM, RANDOM])
    assert_same(compiled, one_by_one)


def test_many_games_at_once_are_the_same_games() -> None:
    one, batched = Lowest(), LowestInBatches()
    best = toys.BEST["drop_out"]
    assert_same(played([one, RANDOM, best, one]), played([batched, RANDOM, best, batched]))


@pytest.mark.parametrize("hero", [RANDOM, LowestInBatches(), Dice()], ids=["bot", "network", "python"])
def test_threads_change_nothing(hero: Source) -> None:
    deals = 100 if hero is not None and not isinstance(hero, Dice) else 12
    lineup: list[Source] = [hero, RANDOM, RANDOM, RANDOM]
    assert_same(played(lineup, deals=deals), played(lineup, deals=deals, threads=3))


def test_how_many_deals_are_played_at_once_changes_nothing() -> None:
    lineup: list[Source] = [Dice(), LowestInBatches(), RANDOM, RANDOM]
    whole = played(lineup, deals=8)
    later = played(lineup, deals=3, first=5)
    np.testing.assert_array_equal(whole.scores[20:], later.scores)
    np.testing.assert_array_equal(whole.num_decisions[20:], later.num_decisions)


def test_an_agent_with_chance_of_its_own_plays_differently_in_every_seat() -> None:
    dice = Dice()
    results = played([dice, dice, dice, dice], deals=40)
    games = np.concatenate([results.scores, results.num_decisions[:, None]], axis=1).reshape(40, 4, -1)
    assert all(len(np.unique(deal, axis=0)) == 1 for deal in games), "equal agents, seeds and seats give equal games"
    assert len(np.unique(games.reshape(160, -1), axis=0)) > 20


@pytest.mark.parametrize("cheat", [Cheat(), CheatInBatches()])
def test_an_illegal_action_names_the_agent_and_the_deal(cheat: Source) -> None:
    with pytest.raises(AgentError) as error:
        played([RANDOM, RANDOM, cheat, RANDOM], deals=2)
    assert any(str(seed) in str(error.value) for seed in deal_seeds(0, 0, 2))
    assert "'2'" in str(error.value), "the label of the agent"
    assert "seat" in str(error.value)


def test_ctrl_c_ends_a_match_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The threads that play give up their games; they used to play all of them first."""
    monkeypatch.setattr(Interrupting, "acted", 0)
    # Tests that run in the background are started with Ctrl-C ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            played([RANDOM, Interrupting(), RANDOM, RANDOM], deals=2000, threads=2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert Interrupting.acted < 2000


def test_agents_of_different_seats_share_no_memory() -> None:
    dice = resolve(GAME, "dice", Dice())
    assert dice.agent(0, 0) is not dice.agent(0, 1)
    assert dice.agent(0, 0) is dice.agent(0, 0)


def test_kinds_and_identities() -> None:
    best = toys.BEST["drop_out"]
    kinds = {source: resolve(GAME, "x", source).kind for source in ("random", "toys.drop_out:BEST")}
    assert kinds == {"random": "bot", "toys.drop_out:BEST": "bot"}
    assert resolve(GAME, "x", LowestInBatches()).kind == "network"
    assert resolve(GAME, "x", Lowest()).kind == "python"
    identities = {resolve(GAME, "x", source).identity for source in (best, RANDOM, Lowest(), Dice())}
    assert len(identities) == 4
    assert resolve(GAME, "x", best).identity == resolve(GAME, "y", "toys.drop_out:BEST").identity


def test_people_are_not_evaluated() -> None:
    with pytest.raises(ValueError, match="cannot be evaluated in thousands of games"):
        resolve(GAME, "human", "human")


def test_a_bot_has_no_agent_object() -> None:
    with pytest.raises(TypeError, match="is a bot"):
        Entrant("random", "bot", "x", bot=RANDOM).agent()
