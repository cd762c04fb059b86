"""The tables of `docs/site/can_i_use.md` say what the code can do, cell by cell."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo
import pytest

from mailwing import agents, envs, training

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "site" / "can_i_use.md"
GAME = "ab_die_post"
FACES = ("Position", "aec", "parallel", "solo", "vector", "batch", "sb3", "torchrl", "rllib", "open_spiel")

CORE, ADAPTERS = ROOT / "envs" / "_core", ROOT / "envs" / "adapters"
SOURCES = {
    "Position": (CORE / "position.py", CORE / "replay.py", CORE / "game.py"),
    **{face: (CORE / "faces" / f"{face}.py", CORE / "faces" / "face.py") for face in ("aec", "parallel", "solo")},
    "vector": (CORE / "faces" / "vector.py",),
    "batch": (CORE / "faces" / "batch.py",),
    **{name: (ADAPTERS / f"{name}.py",) for name in ("sb3", "torchrl", "rllib")},
    # What OpenSpiel's own State has is shown by the test that uses it.
    "open_spiel": (ADAPTERS / "open_spiel.py", ROOT / "tests" / "adapters" / "test_open_spiel.py"),
}
"""Where the names that a column mentions are written."""


def rows(chapter: str) -> dict[str, list[str]]:
    """The table of a chapter: its cells by the first cell of each row."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {chapter}\n")[1].split("\n## ")[0]
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return {first: cells for first, *cells in (line for line in lines if set(line[0]) != {"-"})}


SETTINGS, ABILITIES, TRAINERS = rows("Settings"), rows("What can be done with it"), rows("Trainers")


def arguments(file: Path, function: str) -> set[str]:
    """The parameters of a function, or of the `__init__` of a class, in a module that need not be importable."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name == function:
            node = next(each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__")
        elif not (isinstance(node, ast.FunctionDef) and node.name == function):
            continue
        return {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
    raise AssertionError(f"{file} has no {function}")


def settings_of(face: str) -> set[str]:
    """What can be given when an environment is made."""
    if face == "Position":
        return set(inspect.signature(envs.load).parameters)
    if face == "torchrl":
        return arguments(ADAPTERS / "torchrl.py", "TorchRLEnv")
    if face == "open_spiel":
        return arguments(ADAPTERS / "open_spiel.py", "open_spiel_game")
    if face == "rllib":
        text = (ADAPTERS / "rllib.py").read_text(encoding="utf-8")
        lists = re.findall(r"^(?:SESSION|GAME)_SETTINGS = (\(.*\))$", text, re.MULTILINE)
        return {"illegal", *(name for found in lists for name in ast.literal_eval(found))}
    return set(inspect.signature(getattr(envs, face)).parameters)


def test_the_tables_have_a_column_for_each_face() -> None:
    assert tuple(SETTINGS["setting"]) == tuple(ABILITIES["to do"]) == FACES
    assert TRAINERS["to do"] == ["in the config", "MaskablePPO", "self-play"]
    assert len(SETTINGS) > 10
    assert len(ABILITIES) > 10


@pytest.mark.parametrize("face", FACES)
def test_settings_are_those_of_the_functions(face: str) -> None:
    known = settings_of(face)
    for row, cells in SETTINGS.items():
        if row != "setting":
            name = re.findall(r"`(\w+)`", row)[0]
            assert cells[FACES.index(face)] == ("yes" if name in known else "—"), f"{face}: {row}"


def test_no_setting_is_left_out() -> None:
    said = {re.findall(r"`(\w+)`", row)[0] for row in SETTINGS if row != "setting"}
    special = {"game", "self", "options", "autoreset_mode", "copy", "restart", "render_seat", "render_width"}
    special |= {"max_episode_steps", "deals", "chance_samples"}
    assert set().union(*(settings_of(face) for face in FACES)) - special == said


@pytest.mark.parametrize("face", FACES)
def test_names_in_the_table_are_in_the_code(face: str) -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES[face])
    for row, cells in ABILITIES.items():
        for name in re.findall(r"`([\w.]+)`", cells[FACES.index(face)]) if "extra" not in row else ():
            assert re.search(rf"\b_?{name.rpartition('.')[2]}\b", text), f"{face}: {row}: {name}"


def made(face: str, **settings: Any) -> Any:
    """An environment in the middle of its first game."""
    many = {"num_envs": 2} if face in ("vector", "batch", "sb3") else {}
    if face == "Position":
        return envs.load(GAME).new(seed=1)
    env = getattr(envs, face)(GAME, **many, **settings)
    if face != "batch":
        env.reset()
    return env


HERE = [face for face in FACES if face not in ("torchrl", "rllib", "open_spiel")]


def cell(row: str, face: str) -> str:
    return ABILITIES[row][FACES.index(face)]


def works(use: Callable[[], Any]) -> bool:
    """Whether something is done, rather than refused with a TypeError."""
    try:
        use()
    except TypeError:
        return False
    return True


def needs_sb3(face: str) -> None:
    if face == "sb3":
        pytest.importorskip("stable_baselines3")


@pytest.mark.parametrize("face", HERE)
def test_copies_and_pickles(face: str) -> None:
    needs_sb3(face)
    env = made(face)
    assert works(lambda: copy.deepcopy(env)) == (cell("copy in mid-game", face) != "—")
    assert works(lambda: pickle.loads(pickle.dumps(env))) == (cell("pickle in mid-game", face) == "yes")


class First:
    """An agent in Python."""

    name = "first"

    def reset(self, seed: int) -> None: ...

    def act(self, view: agents.View) -> int:
        return view.legal()[0]


@pytest.mark.parametrize("face", HERE)
def test_who_can_have_the_other_seats(face: str) -> None:
    needs_sb3(face)
    asked = "opponents" in settings_of(face) and face != "Position"
    mixed = asked and works(lambda: made(face, opponents={"novice": 0.5, "random": 0.5}))
    assert (cell("a mix of opponents by share", face) == "yes") == mixed
    in_python = asked and works(lambda: made(face, opponents=First()))
    assert (cell("agents in Python as opponents", face) == "yes") == in_python


@pytest.mark.parametrize("face", FACES)
def test_every_seat_can_be_played_from_outside(face: str) -> None:
    """Where no opponents can be named, or need not be."""
    free = "opponents" not in settings_of(face) or face == "batch"
    assert inspect.signature(envs.batch).parameters["opponents"].default is None
    assert cell("play every seat from outside (self-play)", face) == ("yes" if free else "—")


def test_registries() -> None:
    entry = gymnasium.registry["mailwing/AbDiePost-v1"]
    assert (entry.entry_point, entry.vector_entry_point) == ("mailwing.envs:solo", "mailwing.envs:vector")
    by_library: dict[str, set[str]] = {}
    for face, library in zip(FACES, ABILITIES["registry"], strict=True):
        by_library.setdefault(library, set()).add(face)
    assert by_library["Gymnasium"] == {"solo", "vector"}
    assert by_library["PettingZoo"] == {"aec", "parallel"}
    assert by_library["OpenSpiel"] == {"open_spiel"}
    if hasattr(pettingzoo, "register"):
        assert "mailwing/ab_die_post-v1" in pettingzoo.aec_registry
        assert "mailwing/ab_die_post-v1" in pettingzoo.parallel_registry


def test_extras_are_those_that_the_errors_name() -> None:
    for face, said in zip(FACES, ABILITIES["needs the extra"], strict=True):
        file = ROOT / "envs" / "__init__.py" if face == "sb3" else ADAPTERS / f"{face}.py"
        found = (
            re.findall(r'require\("[\w.]+", "[\w-]+", "[\d.]+", "(\w+)"\)', file.read_text()) if file.exists() else []
        )
        assert said == (f"`{found[0]}`" if found else "—"), face


LEGAL = {"base": "expert", "teacher": "search:expert@16", "weights": {"expert": 1.0}, "bot": "expert"}
"""Values to try, where not every one would do."""


@pytest.mark.parametrize("row", [row for row in TRAINERS if row != "to do"])
def test_trainers_take_what_the_table_says(row: str) -> None:
    keys, *cells = TRAINERS[row]
    for table, key in re.findall(r"`(\w+)\.(\w+)`", keys):
        tree: dict[str, Any] = {"game": {"id": GAME}, "opponents": {"weights": {"expert": 1.0}}, "budget": {"steps": 1}}
        tree["network"] = {"base": "expert"} if key == "teacher" else {}
        if key in LEGAL:
            tree.setdefault(table, {})[key] = LEGAL[key]
        taken = []
        for more in ({}, {"selfplay": {}}):
            taken.append(table != "selfplay" or bool(more))
            try:
                config = training.parse_config({**tree, **more}, "the test")
            except training.ConfigError:
                taken[-1] = False
            else:
                assert getattr(config, table) is None or hasattr(getattr(config, table), key), f"no {table}.{key}"
        assert ["yes" if each else "—" for each in taken] == cells, f"{row}: {table}.{key}"
