"""The tables of the README are what the files of figures say, and the benchmarks measure what they name."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "benchmarks"
FIGURES: dict[str, Any] = json.loads((BENCHMARKS / "figures.json").read_text(encoding="utf-8"))["groups"]
STRENGTH: dict[str, Any] = json.loads((BENCHMARKS / "strength.json").read_text(encoding="utf-8"))


def check(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "benchmarks" / "table.py"), "--check"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_tables_are_what_the_figures_say() -> None:
    done = check(ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["figures.json", "strength.json"])
def test_a_figure_that_is_not_on_the_page_is_noticed(name: str, tmp_path: Path) -> None:
    shutil.copytree(BENCHMARKS, tmp_path / "benchmarks", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "README.md", tmp_path)
    path = tmp_path / "benchmarks" / name
    data = json.loads(path.read_text(encoding="utf-8"))
    if name == "figures.json":
        side = data["groups"]["batch"]["sides"]["connect_four inside"]
        side["median"] *= 2
    else:
        data["rows"][0]["share"] = 0.5
    path.write_text(json.dumps(data), encoding="utf-8")
    done = check(tmp_path)
    assert done.returncode == 1
    assert "README.md" in done.stderr


def test_every_figure_says_where_it_comes_from() -> None:
    for name, group in FIGURES.items():
        made = group["made"]
        assert {"date", "command", "revision", "machine", "versions"} <= set(made), name
        assert {"python", "numpy", "numba"} <= set(made["versions"]), name
        for side in group["sides"].values():
            assert side["low"] <= side["median"] <= side["high"], side
            assert side["windows"] >= 1
    for row in STRENGTH["rows"]:
        assert {"command", "revision", "date", "deals", "seed"} <= set(row)
        assert row["low"] <= row["share"] <= row["high"], row


def test_rows_name_sides_that_exist(run_python: Callable[..., str]) -> None:
    program = f"""
import sys
sys.path.insert(0, {str(BENCHMARKS)!r})
import importlib.util, rows
for group in rows.all_groups(2, 0.1, 2):
    keys = [side.key for side in group.sides]
    assert len(set(keys)) == len(keys), group.id
    for row in group.rows:
        assert row.ours in keys and row.peer in (None, *keys), (group.id, row)
    for side in group.sides:
        assert importlib.util.find_spec(side.module), side
print("fine")
"""
    assert "fine" in run_python(program)


LINES = {
    "upright": ("1212121", "0"),
    "level": ("1122334", "0"),
    "rising": ("12233434544", "0"),
    "falling": ("76655454344", "0"),
    "second player": ("17271727", "1"),
    "three only": ("112233", "open"),
    "full board": ("547125662261271266215743771576315353334444", "01"),
}
"""Columns in which the players drop stones in turns, and who has won then."""

PLAY = """
import connect_four
from mailwing import envs

envs.register(connect_four.SPEC)
for columns in ARGUMENTS:
    state = envs.load("connect_four").new(seed=1)
    for column in columns:
        assert not state.done, (columns, column)
        state.apply(int(column) - 1)
    print("".join(map(str, state.winners())) if state.done else "open")
"""


def test_connect_four_is_connect_four(run_python: Callable[..., str]) -> None:
    """Lines in all directions win, and a full board without one is a draw; interpreted, so that nothing compiles."""
    program = f"import sys\nsys.path.insert(0, {str(BENCHMARKS)!r})\n"
    program += PLAY.replace("ARGUMENTS", repr([columns for columns, _ in LINES.values()]))
    told = run_python(program, NUMBA_DISABLE_JIT="1").split()
    assert dict(zip(LINES, told, strict=True)) == {name: winners for name, (_, winners) in LINES.items()}
