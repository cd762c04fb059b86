"""Configs: read completely or refused with the file, the key and the nearest name."""

from __future__ import annotations

import importlib.resources
from pathlib import Path
from typing import Any

import pytest

from mailwing.training.config import ConfigError, find_config, load_config, parse_config

GOOD: dict[str, Any] = {"game": {"id": "two_ply"}, "opponents": {"weights": {"random": 1}}, "budget": {"steps": 10}}


def with_values(**tables: Any) -> dict[str, Any]:
    return {**GOOD, **tables}


def test_values_and_defaults_are_read() -> None:
    config = parse_config(with_values(ppo={"epochs": 2, "gamma": 1}), "good.toml")
    assert (config.game.id, config.ppo.epochs, config.ppo.gamma) == ("two_ply", 2, 1.0)
    assert isinstance(config.ppo.gamma, float)
    assert config.network.hidden == [256, 256]


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (with_values(ppo={"epoch": 3}), r"my.toml: \[ppo\] has no key 'epoch' \(did you mean 'epochs'\?\)"),
        (with_values(netwerk={}), r"my.toml: there is no table 'netwerk' \(did you mean 'network'\?\)"),
        ({"opponents": {"weights": {"random": 1}}}, "my.toml: 'game' is missing"),
        (with_values(game={}), "my.toml: 'game.id' is missing"),
        (with_values(ppo={"epochs": 2.5}), "my.toml: ppo.epochs must be a whole number, not 2.5"),
        (with_values(ppo={"epochs": True}), "my.toml: ppo.epochs must be a whole number, not True"),
        (with_values(ppo={"clip": "0.2"}), "my.toml: ppo.clip must be a number, not '0.2'"),
        (with_values(ppo={"gamma": 1.5}), "my.toml: ppo.gamma = 1.5 is not in the range 0 to 1"),
        (with_values(ppo={"gamma": float("nan")}), "ppo.gamma = nan is not in the range"),
        (with_values(ppo={"reward": "placment"}), r"ppo.reward = 'placment' is unknown \(did you mean 'placement'\?\)"),
        (with_values(ppo=3), r"my.toml: \[ppo\] must be a table, not 3"),
        (with_values(network={"hidden": [64, "x"]}), r"network.hidden\[1\] must be a whole number"),
        (with_values(network={"hidden": 64}), "network.hidden must be a list"),
        (with_values(network={"hidden": []}), "network.hidden must be widths"),
        (with_values(opponents={"weights": {"random": "much"}}), "opponents.weights.random must be a number"),
        (with_values(opponents={"weights": {}}), "opponents.weights must name bots"),
        (with_values(opponents={"weights": {"random": 0}}), "opponents.weights must name bots"),
        (with_values(opponents={"weights": {"random": -1, "best": 2}}), "opponents.weights must name bots"),
        (with_values(budget={}), r"\[budget\] needs minutes or steps"),
        (
            with_values(ppo={"num_envs": 8, "n_steps": 8, "minibatch": 100}),
            "ppo.minibatch = 100 does not fit the 64 samples",
        ),
        (with_values(ppo={"num_envs": 9, "n_steps": 9, "minibatch": 80}), "no single sample may be left over"),
    ],
)
def test_mistakes_are_named(tree: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_config(tree, "my.toml")


def test_files_that_are_no_toml_are_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("[ppo\n")
    with pytest.raises(ConfigError, match=r"bad.toml: not TOML"):
        load_config(file)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"bad.toml: not TOML"):
        load_config(file)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("epochs=3", "write it as table.key=value"),
        ("ppo.epochs", "write it as table.key=value"),
        ("ppo.epoch=3", r"did you mean 'epochs'"),
        ("ppo.epochs=many", "ppo.epochs must be a whole number, not 'many'"),
        ("ppo.epochs.more=1", "'epochs' is not a table"),
    ],
)
def test_changes_that_cannot_be_made_are_refused(change: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_config(find_config("ab_die_post/ppo"), [change])


def test_changes_replace_values() -> None:
    config = load_config(
        find_config("ab_die_post/ppo"),
        [
            "ppo.epochs=7",
            "network.hidden=[32, 16]",
            "cloning.bot=adept",
            "opponents.weights={random=1}",
            "budget.minutes=1",
        ],
    )
    assert (config.ppo.epochs, config.network.hidden, config.cloning.bot) == (7, [32, 16], "adept")
    assert config.opponents.weights == {"random": 1.0}


def test_every_shipped_config_is_sound() -> None:
    folder = Path(str(importlib.resources.files("mailwing.configs")))
    files = sorted(folder.rglob("*.toml"))
    assert files
    for file in files:
        name = file.relative_to(folder).with_suffix("").as_posix()
        assert find_config(name).samefile(file)
        assert load_config(file).game.id == name.partition("/")[0]


def test_configs_are_found_by_path_and_by_name(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("")
    assert find_config(str(own)) == own
    assert find_config("configs/ab_die_post/demo.toml").name == "demo.toml"
    with pytest.raises(ConfigError, match=r"no config 'ab_die_post/pp' \(did you mean 'ab_die_post/ppo'\?\)"):
        find_config("ab_die_post/pp")
