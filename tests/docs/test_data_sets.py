"""The page about data sets is a program that runs, and tells the columns that there are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mailwing.evaluation import Trajectories

PAGE = Path(__file__).resolve().parents[2] / "docs" / "data_sets.md"


def test_the_page_runs(tmp_path: Path) -> None:
    for module, extra in (("pyarrow", "data"), ("minari", "data"), ("onnxruntime", "onnx"), ("torch", "train")):
        pytest.importorskip(module, reason=f"{module} is not installed: pip install 'mailwing[{extra}]'")
    from untrained import checkpoint

    checkpoint(tmp_path / "runs" / "x" / "best", "ab_die_post")
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    program = "\n".join([*blocks, "assert (decisions.mask[range(len(chosen)), chosen] == 1).all()"])
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert {path.name for path in tmp_path.iterdir()} == {"runs", "games.parquet", "expert-v0", "policy.onnx"}


def test_the_page_lists_every_column() -> None:
    rows = re.findall(r"^\| (`[a-z_`, ]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(Trajectories._fields)
