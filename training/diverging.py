"""What to do when a loss or weights are no numbers any more: stop, and say where; checkpoints are of before that."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from ..envs._core.errors import MailwingError
from .folder import BEST, LAST


class DivergedError(MailwingError, RuntimeError):
    """A loss or weights have become NaN or infinite; the message says after which update, and what to change."""


def check_finite(arrays: Mapping[str, Any], folder: Path, where: str) -> None:
    """Refuse to go on with numbers that are none (DivergedError: the first array that has NaN or infinite numbers)."""
    for name, value in arrays.items():
        if not bool(torch.isfinite(torch.as_tensor(value)).all()):
            raise diverged(folder, where, f"'{name}' has NaN or infinite numbers")


def diverged(folder: Path, where: str, what: str) -> DivergedError:
    """The error to raise: what has become no number where, and which checkpoints there are."""
    kept = [each for each in (BEST, LAST) if (folder / each).exists()]
    words = f"the checkpoints are of before that ({', '.join(kept)})" if kept else "there is no checkpoint"
    return DivergedError(
        f"{folder}: training has diverged: {where} {what}; {words}. Start a new run with a smaller ppo.learning_rate "
        "(or cloning.learning_rate) or ppo.max_grad_norm"
    )
