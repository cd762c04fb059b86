"""Every example runs, and what it returns is what it says."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mailwing import envs

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TESTED = {
    "face_state",
    "face_aec",
    "face_parallel",
    "face_solo",
    "face_vector",
    "face_batch",
    "your_own_bot",
    "generated_board",
    "clone_from_data",
    "cleanrl_masked_ppo",
}


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_no_example_is_forgotten() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == TESTED


def test_state() -> None:
    scores = load("face_state").main(seed=3)
    assert len(scores) == 4


def test_aec() -> None:
    returns = load("face_aec").main(games=1)
    assert len(returns) == 4
    assert sum(returns.values()) == pytest.approx(0)


def test_parallel() -> None:
    assert load("face_parallel").main()


def test_solo() -> None:
    assert -1 <= load("face_solo").main(games=2) <= 1


def test_vector() -> None:
    assert load("face_vector").main(num_envs=8, games=8) >= 8


def test_batch() -> None:
    assert load("face_batch").main(num_envs=64, steps=600) > 0


def test_own_bot() -> None:
    assert 0 <= load("your_own_bot").main(deals=50) <= 1


@pytest.mark.parametrize("game", ["ab_die_post", "aeroplanes", "aeropostale", "air_postal"])
def test_a_generated_board_is_another_one_and_can_be_played(game: str, tmp_path: Path) -> None:
    example = load("generated_board")
    first, again, other = (
        example.generate(game, tmp_path / name, seed) for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert first.data_hash == again.data_hash, "equal seeds make equal boards"
    assert len({first.data_hash, other.data_hash, envs.load(game).data_hash}) == 3
    scores = example.main(game, seed=1, folder=tmp_path / "played")
    assert len(scores) == first.players


def test_masked_ppo_learns_to_beat_random_seats() -> None:
    """Training cut to seconds: well above the 0.25 of chance."""
    pytest.importorskip("torch")
    example = load("cleanrl_masked_ppo")
    args = example.Args(opponents="random", total_timesteps=49_152, num_envs=128, num_steps=64, hidden=64)
    assert example.main(args) > 0.4


def test_a_clone_learns_from_a_file(tmp_path: Path) -> None:
    """More than 95 of 100 choices of `expert` in games that were kept back; it plays about as well as `adept`."""
    pytest.importorskip("torch")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'mailwing[data]'")
    example = load("clone_from_data")
    accuracy, win_rate = example.main(example.Settings(folder=tmp_path))
    assert accuracy > 0.95
    assert 0.05 < win_rate <= 1


@pytest.mark.slow
def test_masked_ppo_beats_chance_within_its_own_budget() -> None:
    """Against `novice`, to whom it loses every game at first."""
    pytest.importorskip("torch")
    example = load("cleanrl_masked_ppo")
    assert example.main(example.Args()) > 0.35
