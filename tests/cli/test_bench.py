"""`mailwing bench` and `mailwing warmup`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toys import two_ply

from mailwing import envs
from mailwing.cli import compile_ahead, main
from mailwing.cli.compile_ahead import Part
from mailwing.envs._core import kernel_cache
from mailwing.envs._core.kernel import INTERPRETED
from mailwing.envs._core.loops.compiled import CompiledGame
from mailwing.evaluation.throughput import bound_per_second, fastest, measure

QUICK = ("--seconds", "0.02", "--num-envs", "128")


def test_bench_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "several_moves", *QUICK, "--players", "3", "--threads", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["players"], found["threads"]) == ("several_moves", 3, 2)
    positive = ("decisions_per_s", "bound_decisions_per_s", "times_bound", "two_thread_speedup", "position_copy_us")
    for name in (*positive, "simulated_decisions_per_s"):
        assert found[name] > 0
    for part in ("rules_ns", "mask_ns", "observation_ns", "copy_ns"):
        assert found[part] >= 0


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "two_ply", *QUICK]) == 0
    text = capsys.readouterr().out
    assert "decisions per second" in text
    assert "bound" in text


def test_entries_are_those_of_real_play() -> None:
    """Every position of this toy that is shown has two legal actions, the two sacks."""
    found = measure(envs.load("several_moves"), num_envs=128, seconds=0.02)
    assert found.mask_entries == 2.0
    assert 3 <= found.obs_entries <= found.obs_size


def test_the_floor_falls_with_what_is_written() -> None:
    game = envs.load("ab_die_post")
    little, much = (bound_per_second(game, 256, 2, entries, 0.1) for entries in (1, game.obs_size))
    assert much < little


def test_fastest_is_the_time_of_one_call() -> None:
    calls = []
    seconds = fastest(lambda: calls.append(0), 0.01)
    assert 0 < seconds < 0.01
    assert len(calls) > 20


@pytest.mark.parametrize("arguments", [("--seconds", "0"), ("--num-envs", "0"), ("--players", "9")])
def test_bench_refuses_numbers_out_of_range(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "two_ply", *arguments]) == 2
    assert capsys.readouterr().err.startswith("mailwing: error: ")


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_warmup_compiles_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warmup", "two_ply"]) == 0
    assert main(["warmup", "two_ply"]) == 0
    text = capsys.readouterr().out
    assert "0 kernels compiled" in text
    assert "MAILWING_CACHE" in text


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_several_processes_compiled_is_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two kernels of Ab die Post! stand for all parts of a game."""
    parts = [Part("ab_die_post", "kernel", name) for name in ("redeal", "score")]
    monkeypatch.setattr(compile_ahead, "kernels_and_bots", lambda game: parts)
    monkeypatch.setattr(compile_ahead, "entry_points", lambda game: [])
    monkeypatch.setenv("MAILWING_CACHE", str(tmp_path))
    for processes, expected in (("2", False), ("2", True)):
        assert main(["warmup", "ab_die_post", "--processes", processes]) == 0
        assert (" 0 kernels compiled" in capsys.readouterr().out) is expected


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_warmup_fails_if_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A build of an image stops there. One entry point stands for all."""
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("MAILWING_CACHE", str(file))
    monkeypatch.setattr(compile_ahead, "parts_of", lambda game: [Part(game, "entry point", "score")])
    monkeypatch.setitem(vars(two_ply.SPEC), "compiled", CompiledGame(two_ply.SPEC))
    monkeypatch.setattr(kernel_cache, "_held", {})  # nothing was compiled before
    assert main(["warmup", "two_ply"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert "kernels were not kept and are compiled at every start: " in error
    assert error.endswith(f"{file} cannot be written (there is a file of this name)")


def test_warmup_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warmup", "two_plie"]) == 2
    assert "did you mean 'two_ply'" in capsys.readouterr().err
