"""Agents of the zoo: `zoo/NAME` means the same wherever agents are named, and never a folder by accident."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from untrained import checkpoint, network_for

from mailwing import agents, envs
from mailwing.agents import SearchAgent, View, play_game, zoo
from mailwing.agents.policy import Policy, load_policy
from mailwing.agents.search_players import base_of, judge_of
from mailwing.envs import solo
from mailwing.evaluation import compare
from mailwing.evaluation.entrants import resolve
from mailwing.training.zoo import card_of

GAME = envs.load("kingmaker")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zoo with one agent, and an otherwise empty current folder."""
    monkeypatch.setattr(zoo, "FOLDER", tmp_path / "zoo_of_tests")
    checkpoint(tmp_path / "zoo_of_tests" / "kingmaker" / "selfplay", "kingmaker")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "zoo_of_tests"


def test_the_agents_of_a_game_are_listed() -> None:
    assert agents.trained("kingmaker") == agents.trained(GAME) == ["zoo/selfplay"]
    assert agents.trained("two_ply") == []
    with pytest.raises(ValueError, match="unknown game 'two_play'"):
        agents.trained("two_play")


def test_it_plays_under_its_name() -> None:
    agent = agents.make("kingmaker", "zoo/selfplay")
    assert agent.name == "zoo/selfplay"
    assert play_game(GAME, [agent] * GAME.players, 5).done
    original, state = Policy(network_for("kingmaker")), GAME.new(3)
    assert agent.act(View(state)) == original.act(View(state))


def test_every_table_of_its_game_is_its_table(home: Path) -> None:
    """Observations have one layout for all tables and variants, so that a network of three seats plays at four."""
    checkpoint(home / "several_moves" / "small", "several_moves")
    tables: list[dict[str, Any]] = [{"players": 2}, {"players": 4}, {"players": 3, "length": 1, "mistakes": 1}]
    for options in tables:
        game = envs.load("several_moves", **options)
        assert play_game(game, [agents.make(game, "zoo/small")] * game.players, 1).done


def test_it_is_searched_over_and_judges_rollouts() -> None:
    assert base_of(GAME, "zoo/selfplay").name == judge_of(GAME, "zoo/selfplay").name == "zoo/selfplay"
    for name in ("search:zoo/selfplay@32", "search:random~zoo/selfplay@32"):
        agent, state = agents.make(GAME, name), GAME.new(2)
        assert isinstance(agent, SearchAgent)
        assert agent.name == name
        assert agent.act(View(state)) in state.legal()


def test_it_is_evaluated_and_known_by_its_weights(home: Path) -> None:
    """A new card or a new name is the same agent; other weights are another one."""
    assert compare(GAME, "zoo/selfplay", "random", deals=10).agent == "zoo/selfplay"
    identity = resolve(GAME, "a", "zoo/selfplay").identity
    (home / "kingmaker" / "selfplay" / "README.md").write_text("# A card\n", encoding="utf-8")
    assert resolve(GAME, "a", "zoo/selfplay").identity == identity
    checkpoint(home / "kingmaker" / "second", "kingmaker", seed=1)
    assert resolve(GAME, "a", "zoo/second").identity != identity


def test_a_folder_of_that_name_is_never_meant_by_accident() -> None:
    """Both are there: the name alone is refused, `./` means the folder; without an agent the message says so, too."""
    checkpoint(Path("zoo") / "selfplay", "kingmaker", seed=1)
    with pytest.raises(ValueError, match=r"'zoo/selfplay' is an agent of the zoo of kingmaker, and a folder .* \./zoo"):
        agents.make(GAME, "zoo/selfplay")
    folder, state = agents.make(GAME, "./zoo/selfplay"), GAME.new(3)
    assert folder.act(View(state)) == Policy(network_for("kingmaker", 1)).act(View(state))
    assert load_policy(Path("zoo") / "selfplay", GAME).name == "zoo/selfplay", "a Path is always a folder"
    checkpoint(Path("zoo") / "mine", "kingmaker")
    with pytest.raises(ValueError, match=r"no agent 'zoo/mine' in the zoo; it has zoo/selfplay; for the folder write"):
        agents.make(GAME, "zoo/mine")
    assert zoo.name_of_folder(Path("zoo/mine")) == "./zoo/mine"
    assert zoo.name_of_folder(Path("zoo/mine/best")) == "zoo/mine/best"


def test_deeper_folders_are_folders() -> None:
    checkpoint(Path("zoo") / "run" / "best", "kingmaker")
    assert agents.make(GAME, "zoo/run/best").name == "zoo/run/best"


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        ("kingmaker", "zoo/selfpaly", r"no agent 'zoo/selfpaly' in the zoo \(did you mean 'zoo/selfplay'\?\); it has"),
        ("two_ply", "zoo/selfplay", "two_ply: there is no agent 'zoo/selfplay' in the zoo; it has none of this game"),
        ("kingmaker", "zoo/..", "no agent 'zoo/..' in the zoo"),
        ("kingmaker", "selfplay", "unknown agent 'selfplay'.* known: random, human, search, ismcts, zoo/selfplay"),
    ],
)
def test_names_that_are_not_there_list_those_that_are(game: str, name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        agents.make(game, name)


def test_environments_say_that_their_opponents_are_bots() -> None:
    with pytest.raises(ValueError, match="'zoo/selfplay' is no bot, but opponents here are bots: random"):
        solo("kingmaker", opponents="zoo/selfplay")


@pytest.mark.parametrize("folder", sorted(Path(zoo.__file__).parent.glob("*/*/metadata.json")), ids=str)
def test_the_agents_that_come_with_mailwing_play_and_have_their_cards(folder: Path) -> None:
    agent = folder.parent
    game = envs.load(agent.parent.name)
    policy = load_policy(agent, game)
    assert {value.dtype for value in policy.network.state_dict().values()} == {torch.float32}
    assert (agent / "weights.safetensors").stat().st_size <= 2_000_000
    assert (agent / "README.md").read_text(encoding="utf-8") == card_of(agent)
    for players in game.spec.seats:
        table = envs.load(game.id, players=players)
        state = table.new(1)
        assert policy.act(View(state)) in state.legal()
    assert np.isfinite(policy.values(np.zeros((1, game.obs_size), dtype=np.float32))).all()
