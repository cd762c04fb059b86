"""Reading the numbers of scripted bots from the TOML file beside their code."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


def load_params(file: Path, bot: str, names: tuple[str, ...]) -> NDArray[np.float64]:
    """The numbers of a bot, float64 [names], in the order of their names, from its table in a TOML file.

    Raises:
        KeyError: the file lacks the bot or one of the numbers.
    """
    table = tomllib.loads(file.read_text(encoding="utf-8"))[bot]
    return np.array([float(table[name]) for name in names])
