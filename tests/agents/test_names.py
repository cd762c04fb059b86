"""Names of agents inside longer texts: folders are taken whole, whatever is in their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailwing.agents.names import NamesAside, split_names
from mailwing.evaluation.lineups import parse_agents

STRANGE = ("lr=0.001", "lr=0.001,seed=1", "a:3xb", "a+b", "two words", "3xexpert", "star*", "it's", "x")


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders with strange names in the working folder, each with a checkpoint folder `best`."""
    for name in STRANGE:
        (tmp_path / name / "best").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", [*STRANGE, *(f"{name}/best" for name in STRANGE)])
def test_an_existing_folder_is_one_name_everywhere(name: str) -> None:
    assert split_names(f"human, {name},novice") == ["human", name, "novice"]
    ladder = parse_agents(f"{name},ppo={name},random", 4)
    assert ladder.ladder == (name, "ppo", "random")
    assert ladder.sources == {name: name, "ppo": name, "random": "random"}
    against = parse_agents(f"{name}:3xrandom,mine={name}:1xrandom+2x{name}", 4)
    assert against.match_ups == ((name, "random", "random", "random"), ("mine", "random", name, name))
    assert against.sources == {name: name, "mine": name, "random": "random"}
    assert parse_agents(f"{name}/:3xrandom", 4).sources == {name: f"{name}/", "random": "random"}


def test_the_longest_folder_is_taken() -> None:
    """`lr=0.001` is a folder too, but not what is meant."""
    assert split_names("lr=0.001,seed=1,lr=0.001,seed=1/best") == ["lr=0.001,seed=1", "lr=0.001,seed=1/best"]


def test_quotes_take_what_is_not_there() -> None:
    assert split_names("'runs/a,b',\"c=d\",novice") == ["runs/a,b", "c=d", "novice"]
    assert parse_agents("ppo='runs/a,b:1xz':3xnovice", 4).sources == {"ppo": "runs/a,b:1xz", "novice": "novice"}


def test_what_is_no_folder_is_read_as_ever() -> None:
    assert split_names("lr=0.5,seed=1") == ["lr=0.5", "seed=1"]
    assert split_names("human,,novice") == ["human", "", "novice"]
    assert split_names("") == [""]
    assert parse_agents("a=my_bots:Clever:3xnovice", 4).sources == {"a": "my_bots:Clever", "novice": "novice"}


def test_characters_that_mark_names_mean_nothing_in_a_text() -> None:
    assert NamesAside("\ue0000\ue001,novice").text == "0,novice"
