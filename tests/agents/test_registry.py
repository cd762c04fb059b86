"""Agents by name."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
import toys

from mailwing import agents, envs
from mailwing.agents import Agent, KernelAgent, View
from mailwing.agents.human import Human
from mailwing.agents.scripted import find_bots
from mailwing.envs._core.bots import RANDOM


class Mine:
    """An agent of one's own."""

    name = "mine"

    def reset(self, seed: int) -> None:
        pass

    def act(self, view: View) -> int:
        return view.legal()[-1]


class Picky:
    """An agent that cannot be made without arguments."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted


READY = Mine()
HERE = __name__


def test_the_ladder_of_a_game() -> None:
    assert agents.ladder("ab_die_post") == ["random", "novice", "adept", "expert"]
    assert agents.ladder("two_ply") == agents.ladder(envs.load("two_ply")) == ["random"]


@pytest.mark.parametrize("name", ["random", "novice", "adept", "expert"])
def test_every_rung_can_be_made_and_plays(name: str) -> None:
    game = envs.load("ab_die_post")
    agent = agents.make("ab_die_post", name)
    assert isinstance(agent, KernelAgent)
    assert isinstance(agent, Agent)
    assert agent.name == agent.bot.name == name
    agent.reset(3)
    state = game.new(1)
    assert agent.act(View(state)) in state.legal()
    assert agents.make(game, name).act(View(state)) in state.legal()


def test_games_without_bots_have_random_alone() -> None:
    assert find_bots("two_ply") == {}
    assert find_bots("no.such/game") == {}
    agent = agents.make("two_ply", "random")
    assert isinstance(agent, KernelAgent)
    assert agent.bot is RANDOM


def test_people_are_agents() -> None:
    assert isinstance(agents.make("two_ply", "human"), Human)


def test_classes_objects_and_bots_of_ones_own() -> None:
    assert isinstance(agents.make("two_ply", f"{HERE}:Mine"), Mine)
    assert agents.make("two_ply", f"{HERE}:READY") is READY
    best = agents.make("two_ply", "toys.two_ply:BEST")
    assert isinstance(best, KernelAgent)
    assert best.bot is toys.BEST["two_ply"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("experd", r"ab_die_post: unknown agent 'experd' \(did you mean 'expert'\?\); known: random, novice, adept"),
        ("", "unknown agent ''; known: random"),
        ("no_module:Bot", "'no_module:Bot': there is no module 'no_module'"),
        (f"{HERE}:Mein", r"the module has no 'Mein' \(did you mean 'Mine'\?\)"),
        (f"{HERE}:Picky", "Picky' cannot be made without arguments"),
        (f"{HERE}:HERE", "HERE' is no agent: it needs a name, act.view. and reset.seed."),
        ("runs/nothing/best", "runs/nothing/best: no checkpoint is there"),
    ],
)
def test_unknown_agents_are_refused_in_words(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        agents.make("ab_die_post", name)


def test_a_folder_is_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "best").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="best: no checkpoint is there"):
        agents.make("two_ply", "best")


def test_an_unknown_game_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'two_play' \(did you mean 'two_ply'\?\)"):
        agents.make("two_play", "random")
    with pytest.raises(ValueError, match="unknown game 'two_play'"):
        agents.ladder("two_play")


def test_a_kernel_agent_can_be_sent_to_another_process() -> None:
    agent = agents.make("ab_die_post", "novice")
    state = envs.load("ab_die_post").new(1)
    agent.reset(1)
    first = agent.act(View(state))
    twin: Any = pickle.loads(pickle.dumps(agent))
    twin.reset(1)
    assert twin.act(View(state)) == first
