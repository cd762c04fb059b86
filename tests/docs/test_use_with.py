"""Every page of `docs/use-with` is a program that runs against the library that it is about."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mailwing.envs.adapters.libraries import numbers, require

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "use-with"

LIBRARIES = {
    "sb3": ("sb3_contrib", "train"),
    "open_spiel": ("pyspiel", "integrations"),
    "torchrl": ("torchrl", "integrations"),
    "tianshou": ("tianshou", "integrations"),
    "jax": ("jax", "integrations"),
    "cleanrl": ("torch", "train"),
    "rllib": ("ray", "rllib"),
    "agilerl": ("agilerl", "agilerl"),
}
"""The module that each page needs, and the extra that installs it."""

ELSEWHERE = ("rllib", "agilerl")
"""Libraries that pin versions which the others do not take: `make integrations` gives each a `.venv-NAME`."""


def code_of(page: Path) -> str:
    """The program that a page is: all its Python, one block after another."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE))


def python_of(name: str) -> Path:
    """The interpreter that has the library of a page; the test is skipped where there is none."""
    module, extra = LIBRARIES[name]
    if name in ELSEWHERE:
        python = ROOT / f".venv-{name}" / "bin" / "python"
        if not python.exists():
            pytest.skip(f"{module} has an environment of its own, which is not here: make integrations")
        return python
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed: make integrations, or pip install 'mailwing[{extra}]'")
    return Path(sys.executable)


def test_no_page_is_forgotten() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == set(LIBRARIES)


@pytest.mark.slow
@pytest.mark.parametrize("name", LIBRARIES)
def test_the_page_runs(name: str, tmp_path: Path) -> None:
    python = python_of(name)
    program = tmp_path / f"use_with_{name}.py"  # a file, since some libraries start processes that import it
    program.write_text(code_of(FOLDER / f"{name}.md"), encoding="utf-8")
    done = subprocess.run(
        [str(python), str(program)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"


@pytest.mark.slow
def test_the_tests_of_an_adapter_run_where_its_library_is() -> None:
    done = subprocess.run(
        [str(python_of("rllib")), "-m", "pytest", "-q", str(ROOT / "tests" / "adapters" / "test_rllib.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-2000:]}"
    assert "skipped" not in done.stdout


WITHOUT = """
import sys
for library in ("stable_baselines3", "pyspiel", "torchrl", "ray"):
    sys.modules[library] = None
from mailwing import agents, envs
from mailwing.envs import adapters

for use in (
    lambda: envs.sb3("ab_die_post"),
    lambda: adapters.open_spiel_game("ab_die_post"),
    lambda: agents.OpenSpielAgent,
    lambda: adapters.TorchRLEnv,
    lambda: adapters.RLlibEnv,
):
    try:
        use()
    except ImportError as error:
        print(error)
"""


def test_every_adapter_says_what_to_install(run_python: Callable[..., str]) -> None:
    lines = run_python(WITHOUT).splitlines()
    needed = ("stable-baselines3 2.6", "open_spiel 1.6.15", "open_spiel 1.6.15", "torchrl 0.14", "ray 2.50")
    extras = ("train", "integrations", "integrations", "integrations", "rllib")
    for line, library, extra in zip(lines, needed, extras, strict=True):
        assert line == (
            f"this needs {library} or newer, which is not installed; install it with: pip install 'mailwing[{extra}]'"
        )


def test_a_missing_library_is_named_with_what_installs_it() -> None:
    with pytest.raises(ImportError) as missing:
        require("no_such_library.envs", "no-such-library", "1.2", "integrations")
    assert str(missing.value) == (
        "this needs no-such-library 1.2 or newer, which is not installed; "
        "install it with: pip install 'mailwing[integrations]'"
    )


def test_a_library_that_is_too_old_is_named_with_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda name: "2.9.0")
    with pytest.raises(
        ImportError, match=r"this needs numpy 2\.10 or newer, but 2\.9\.0 is installed; install it with"
    ):
        require("numpy.linalg", "numpy", "2.10", "train")
    assert require("numpy.linalg", "numpy", "2.9", "train").__name__ == "numpy.linalg"


def test_a_module_that_the_library_itself_lacks_is_not_blamed_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_a_library.py").write_text("import what_it_needs\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="what_it_needs"):
        require("half_a_library", "half-a-library", "1", "train")


def test_versions_are_compared_by_their_numbers() -> None:
    assert numbers("2.10.0rc1") == numbers("2.10") > numbers("2.9.3")
    assert numbers("1.0.0") == (1,)
