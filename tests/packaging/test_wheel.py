"""The wheel, installed into a fresh environment away from the checkout, brings everything that a game needs."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("mailwing", "agents", "cli", "configs", "envs", "evaluation", "training")

PLAY = """
import sys
from importlib import resources
import mailwing
from mailwing import envs

assert sys.prefix in mailwing.__file__, mailwing.__file__
state = envs.load("ab_die_post", players=4).new(seed=7)
while not state.done:
    state.apply(state.legal()[0])
assert len(state.scores()) == 4
configs = resources.files("mailwing.configs").joinpath("ab_die_post")
assert any(entry.name.endswith(".toml") for entry in configs.iterdir())
print("winners", state.winners())
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a new environment with the wheel in it.

    What the wheel depends on is seen through a path file; unlike `site`, Python does not follow the path files found in
    there, so the editable install of the checkout stays out of sight.
    """
    home = tmp_path_factory.mktemp("fresh") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home.parent)
    python = home / "bin" / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install"),
        *("--no-deps", "--no-index", wheel),
        cwd=home.parent,
    )
    packages = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home.parent).strip()
    (Path(packages) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


def test_a_game_is_played_from_the_wheel(fresh: Path, tmp_path: Path) -> None:
    assert "winners" in run(fresh / "python", "-c", PLAY, cwd=tmp_path)


def test_the_console_script_works(fresh: Path, tmp_path: Path) -> None:
    assert run(fresh / "mailwing", "--version", cwd=tmp_path).startswith("mailwing ")
    assert "ab_die_post" in run(fresh / "mailwing", "docs", "ab_die_post", cwd=tmp_path)


def test_the_wheel_holds_packs_configs_and_types_and_nothing_generic(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"mailwing"}
    assert "mailwing/py.typed" in names
    for room in SOURCES[1:]:
        files = {
            path
            for path in (ROOT / room).rglob("*")
            if path.suffix in (".py", ".toml", ".json", ".ttf", ".txt", ".safetensors")
        }
        files |= set((ROOT / room / "zoo").rglob("*.md"))
        missing = {f"mailwing/{path.relative_to(ROOT)}" for path in files} - names
        assert not missing, f"not in the wheel: {sorted(missing)}"
