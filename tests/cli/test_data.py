"""`mailwing data`: a pack is written with a README, filled in, checked, and played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mailwing import cli
from mailwing.envs._core.registry import declared_versions, load

GAMES = tuple(declared_versions())

FAULTS = {
    "ab_die_post": [
        ("cards.toml", "value = 2", "value = 200", "card 2.value"),
        ("cards.toml", "red = true", "red = 1", "card 3.red"),
        ("scoring.toml", "win_at = 15", "wins_at = 15", "game.win_at"),
        ("track.toml", "outer = 5", "outer = 99", "lanes"),
        ("track.toml", "[25, 26]", "[26, 25]", "passenger.outer_fields"),
    ],
    "aeroplanes": [
        ("map.toml", 'name = "Cairo"', 'name = "Cairo and the whole of the valley around it"', "city 18.name"),
        ("map.toml", 'between = ["Berlin"', 'between = ["Berlln"', "link 19.between"),
        ("cards.toml", "capacity", "capacty", "card 1.capacity"),
    ],
    "aeropostale": [
        ("map.toml", '"Dakar"', '"Casablanca"', "city 9.name"),
        ("weather.toml", "number = 2", "number = 99", "card 2.number"),
        ("scenarios.toml", "turns = 3", "turns = 9999", "scenario 1.turns"),
    ],
    "air_postal": [
        ("map.toml", 'name = "Berlin"', 'name = "Rome"', "city 5.name"),
        ("pilots.toml", "revenue = 30", 'revenue = "thirty"', "pilot 1.revenue"),
        ("objectives.toml", '["Paris", "Berlin"]', '["Paris", "Paris"]', "air_route 1.between"),
        ("rules.toml", "fuel = 5", "fuel = -5", "prices.fuel"),
    ],
}
"""By game: file, what stands there, what is written instead, and the key of the fault."""


def export(game: str, folder: Path, *more: str) -> int:
    return cli.main(["data", game, "--export", str(folder), *more])


@pytest.mark.parametrize("game", GAMES)
def test_an_exported_pack_is_the_pack_of_the_game(game: str, tmp_path: Path) -> None:
    assert export(game, tmp_path / "pack") == 0
    assert cli.main(["data", game, "--check", str(tmp_path / "pack")]) == 0
    assert load(game, data=tmp_path / "pack").data_hash == load(game).data_hash


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_names_every_key_and_the_estimates(game: str, tmp_path: Path) -> None:
    export(game, tmp_path / "pack")
    readme = (tmp_path / "pack" / "README.md").read_text(encoding="utf-8")
    for file in (tmp_path / "pack").glob("*.toml"):
        assert f"## {file.name}" in readme
        keys = {line.split("=")[0].strip() for line in file.read_text(encoding="utf-8").splitlines() if " = " in line}
        for key in keys - {"provenance"}:
            assert key.startswith(("#", "{", '"')) or f"{key}`" in readme or f"`{key}[]" in readme, (file.name, key)
        if 'provenance = "reconstructed"' in file.read_text(encoding="utf-8"):
            assert "Estimates are in" in readme.split(f"## {file.name}")[1].split("\n## ")[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_fault_of_a_pack_is_told_at_once(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export(game, tmp_path / "pack")
    for name, old, new, _ in FAULTS[game]:
        file = tmp_path / "pack" / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
    capsys.readouterr()
    assert cli.main(["data", game, "--check", str(tmp_path / "pack"), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["faults"]
    assert {(fault["file"], fault["key"]) for fault in found} == {(name, key) for name, _, _, key in FAULTS[game]}
    for fault in found:
        line = (tmp_path / "pack" / fault["file"]).read_text(encoding="utf-8").splitlines()[fault["line"] - 1]
        assert any(part in line for part in (fault["key"].split(".")[-1], "{", "[")), line
        assert fault["what"]
        assert fault["remedy"]


def test_the_list_of_faults_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export("ab_die_post", tmp_path / "pack")
    file = tmp_path / "pack" / "cards.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("value = 2", "value = 200"), encoding="utf-8")
    capsys.readouterr()
    assert cli.main(["data", "ab_die_post", "--check", str(tmp_path / "pack")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "cards.toml:11: card 2.value: must be from 0 to 9, not 200",
        "    put it right; the game's own pack has 2 there",
        f"{tmp_path / 'pack'}: 1 fault",
    ]


def test_nothing_is_overwritten_unless_that_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "track.toml").write_text("mine", encoding="utf-8")
    assert export("ab_die_post", folder) == 2
    assert "track.toml would be overwritten" in capsys.readouterr().err
    assert [file.name for file in folder.iterdir()] == ["track.toml"]
    assert export("ab_die_post", folder, "--overwrite") == 0
    assert (folder / "track.toml").read_text(encoding="utf-8") != "mine"


def test_another_pack_can_be_exported_but_not_onto_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export("ab_die_post", tmp_path / "mine")
    file = tmp_path / "mine" / "scoring.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("win_at = 15", "win_at = 20"), encoding="utf-8")
    assert export("ab_die_post", tmp_path / "copy", "--data", str(tmp_path / "mine"), "--json") == 0
    assert "win_at = 20" in (tmp_path / "copy" / "scoring.toml").read_text(encoding="utf-8")
    assert export("ab_die_post", tmp_path / "mine", "--data", str(tmp_path / "mine"), "--overwrite") == 2
    assert "is the pack itself" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--check", "nowhere", "--overwrite"], "go with --export"),
        (["--check", "nowhere", "--data", "x"], "go with --export"),
    ],
)
def test_what_does_not_go_together(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["data", "ab_die_post", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_game_without_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export("drop_out", tmp_path / "pack") == 2
    assert "no data pack to export" in capsys.readouterr().err
