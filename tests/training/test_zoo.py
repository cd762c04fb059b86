"""Adding an agent to the zoo: what is stored, what its card says, and what is refused before anything is written."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file
from untrained import checkpoint, network_for

from mailwing import envs
from mailwing.agents.policy import CheckpointError, Policy, load_policy
from mailwing.envs._core.faces.batch import Batch
from mailwing.training.config import parse_config
from mailwing.training.zoo import ZooError, add, write_cards

from .toy_runs import toy_config

CONFIG = toy_config(
    "several_moves",
    cloning={"bot": "toys.several_moves:BEST", "samples": 1000},
    selfplay={"tables": [{"players": 2, "share": 1}, {"players": 3, "share": 2, "options": {"mistakes": 1}}]},
    evaluation={"opponents": ["random"], "deals": 50},
)


@pytest.fixture
def best(tmp_path: Path) -> Path:
    """The checkpoint of a run at two kinds of table, with results of its own evaluation."""
    about: dict[str, Any] = {"config": CONFIG.to_dict(), "steps": 60_000, "minutes": 1.5, "mailwing": "0.1", "seed": 1}
    results = {"random": [0.9, 0.8, 1.0]}
    return checkpoint(tmp_path / "runs" / "x" / "best", "several_moves", **about, results=results)


def test_weights_are_stored_in_half_the_space_and_loaded_as_float32(best: Path, tmp_path: Path) -> None:
    folder = add(best, "selfplay", deals=0, zoo=tmp_path / "zoo")
    assert folder == tmp_path / "zoo" / "several_moves" / "selfplay"
    assert {str(array.dtype) for array in load_file(folder / "weights.safetensors").values()} == {"float16"}
    game = envs.load("several_moves")
    loaded, original = load_policy(folder, game), load_policy(best, game)
    for name, value in loaded.network.state_dict().items():
        assert value.dtype == torch.float32
        torch.testing.assert_close(value, original.network.state_dict()[name], rtol=1e-3, atol=1e-6)


def test_rounding_hardly_changes_a_decision(best: Path, tmp_path: Path) -> None:
    """In Ab die Post!, a network of 64 × 64: the same action in at least 99 of 100 positions, like probabilities."""
    source = checkpoint(tmp_path / "run", "ab_die_post", hidden=(64, 64))
    folder = add(source, "small", deals=0, zoo=tmp_path / "zoo")
    game = envs.load("ab_die_post")
    loaded, original = load_policy(folder, game), Policy(network_for("ab_die_post", hidden=(64, 64)))
    batch, equal = Batch(game, 200, seed=3), 0
    for _ in range(20):
        chosen = original.act_batch(batch.obs, batch.mask)
        equal += int((loaded.act_batch(batch.obs, batch.mask) == chosen).sum())
        apart = loaded.probabilities(batch.obs, batch.mask) - original.probabilities(batch.obs, batch.mask)
        assert np.abs(apart).max() < 0.02
        batch.step(chosen)
    assert equal >= 0.99 * 200 * 20


def test_equal_checkpoints_give_equal_bytes(best: Path, tmp_path: Path) -> None:
    first, second = (add(best, "selfplay", deals=2, zoo=tmp_path / name) for name in ("one", "two"))
    names = sorted(file.name for file in first.iterdir())
    assert names == ["README.md", "metadata.json", "results.json", "weights.safetensors"]
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in names)


def test_the_card_says_what_was_trained_how_and_how_well_it_plays(best: Path, tmp_path: Path) -> None:
    folder = add(best, "selfplay", deals=10, zoo=tmp_path / "zoo")
    card = (folder / "README.md").read_text(encoding="utf-8")
    for words in (
        "# zoo/selfplay for",
        "`several_moves-v",
        "| trained at | 3 players (mistakes=1); 2 players |",
        "imitation of the bot `toys.several_moves:BEST` (1,000 decisions), then self-play (60,000 decisions",
        "16 × 16 hidden units (tanh)",
        "| licence | MIT, as mailwing itself |",
        "| 2 × random, mistakes=costly (chance 0.33) |",
        "| 1 × random (chance 0.50) |",
        "| 30 | `mailwing evaluate several_moves --agents zoo/selfplay:2xrandom --deals 10 --players 3 --option mis",
        "mailwing train config.toml --run-dir runs/selfplay",
    ):
        assert words in card
    assert re.search(r"kB, as float16; [\d,]+ of [\d,]+ decisions are those", card)


def test_an_agent_that_plays_over_a_bot_says_so(tmp_path: Path) -> None:
    source = checkpoint(tmp_path / "run", "ab_die_post", base="novice", config={"cloning": {"bot": "novice"}})
    folder = add(source, "over", deals=1, zoo=tmp_path / "zoo")
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "| plays over | the bot `novice`: it is told what that would choose" in card
    assert "| learnt by | values of games of the bot `novice`" in card
    assert load_policy(folder, envs.load("ab_die_post")).base == "novice"


def test_the_config_on_the_card_is_that_of_the_run(best: Path, tmp_path: Path) -> None:
    folder = add(best, "selfplay", deals=0, zoo=tmp_path / "zoo")
    found = re.search(r"```toml\n(.*?)```", (folder / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    assert parse_config(tomllib.loads(found[1]), "card") == CONFIG


def test_without_matches_the_card_has_the_results_of_training(best: Path, tmp_path: Path) -> None:
    card = (add(best, "selfplay", deals=0, zoo=tmp_path / "zoo") / "README.md").read_text(encoding="utf-8")
    assert "| 1 × random | 0.900 [0.800, 1.000] |" in card
    assert "100 games against each" in card


def test_cards_are_written_anew_from_metadata_and_results(best: Path, tmp_path: Path) -> None:
    folder = add(best, "selfplay", deals=2, zoo=tmp_path / "zoo")
    assert write_cards(tmp_path / "zoo") == []
    card = (folder / "README.md").read_bytes()
    (folder / "README.md").write_text("changed", encoding="utf-8")
    assert write_cards(tmp_path / "zoo") == [folder / "README.md"]
    assert (folder / "README.md").read_bytes() == card
    (folder / "results.json").unlink()
    with pytest.raises(CheckpointError, match=r"results.json: the file is missing"):
        write_cards(tmp_path / "zoo")


def test_an_agent_is_replaced_only_on_request(best: Path, tmp_path: Path) -> None:
    folder = add(best, "selfplay", deals=0, zoo=tmp_path / "zoo")
    before = (folder / "weights.safetensors").read_bytes()
    other = checkpoint(tmp_path / "other", "several_moves", seed=5)
    with pytest.raises(ZooError, match="selfplay: there is an agent of this name already"):
        add(other, "selfplay", deals=0, zoo=tmp_path / "zoo")
    assert (folder / "weights.safetensors").read_bytes() == before
    add(other, "selfplay", deals=0, replace=True, zoo=tmp_path / "zoo")
    assert (folder / "weights.safetensors").read_bytes() != before


def changed_metadata(folder: Path, **values: Any) -> None:
    file = folder / "metadata.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **values}))


def huge(folder: Path) -> None:
    checkpoint(folder, "several_moves", hidden=(1024, 1024))


def beyond(folder: Path) -> None:
    network = network_for("several_moves")
    with torch.no_grad():
        network.critic[-1].bias += 1e6  # type: ignore[operator]
    from safetensors.torch import save_file

    save_file(network.state_dict(), folder / "weights.safetensors")


@pytest.mark.parametrize(
    ("name", "spoil", "words"),
    [
        ("Self/Play", lambda folder: None, "'Self/Play' is no name of an agent"),
        ("x", huge, r"best: the weights are \d.\d\d MB as float16, the zoo takes 2 MB"),
        ("x", beyond, "'critic.4.bias' has numbers beyond ±65,504"),
        ("x", lambda folder: changed_metadata(folder, version=9), "rules version 9 instead of 0"),
        ("x", lambda folder: changed_metadata(folder, spec_hash="feed"), "layout of observation and actions feed"),
        ("x", lambda folder: changed_metadata(folder, game="chess"), "unknown game 'chess'"),
        ("x", lambda folder: changed_metadata(folder, options={"length": 99}), "length"),
        ("x", lambda folder: changed_metadata(folder, config={"selfplay": {"tables": [1]}}), "tables of .selfplay."),
        ("x", lambda folder: (folder / "weights.safetensors").write_bytes(b"abc"), "not a whole safetensors file"),
        ("x", lambda folder: (folder / "metadata.json").unlink(), "no checkpoint is there"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    best: Path, tmp_path: Path, name: str, spoil: Any, words: str
) -> None:
    spoil(best)
    with pytest.raises(ValueError, match=words):
        add(best, name, deals=1, zoo=tmp_path / "zoo")
    assert not (tmp_path / "zoo").exists()
