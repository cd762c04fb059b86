"""The bots of Aeroplanes: novice, adept and expert, with the numbers that `mailwing.agents.tuning` found."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ....envs.core.bots import Bot
from . import adept, expert, weights
from .novice import NOVICE

PARAMS_FILE = Path(__file__).parent / "params.toml"


def load_params(name: str, names: tuple[str, ...]) -> NDArray[np.float64]:
    """The numbers of a bot from `params.toml`, in the order of their names.

    Raises:
        KeyError: the file lacks one of them.
    """
    table = tomllib.loads(PARAMS_FILE.read_text(encoding="utf-8"))[name]
    return np.array([float(table[key]) for key in names])


ADEPT = Bot(
    "adept",
    adept.choose,
    load_params("adept", adept.NAMES),
    doc=f"linear rules over what an action brings now, {len(adept.NAMES)} tuned numbers",
    names=adept.NAMES,
)

EXPERT = Bot(
    "expert",
    expert.choose,
    load_params("expert", weights.NAMES),
    doc=f"purchases, airports and claims in expected victory points, {len(weights.NAMES)} tuned numbers",
    names=weights.NAMES,
)

BOTS = {"novice": NOVICE, "adept": ADEPT, "expert": EXPERT}
"""The ladder above `random`, from weak to strong."""
