"""The bots of Ab die Post!: novice, adept and expert, with the numbers that `mailwing.agents.tuning` found."""

from __future__ import annotations

from pathlib import Path

from ....envs._core.bots import Bot
from ...params import load_params
from . import adept, expert
from .novice import NOVICE

PARAMS_FILE = Path(__file__).parent / "params.toml"


ADEPT = Bot(
    "adept",
    adept.choose,
    load_params(PARAMS_FILE, "adept", adept.NAMES),
    doc="odds of piles and shaker, 14 tuned numbers",
    names=adept.NAMES,
    start=adept.START,
)
EXPERT = Bot(
    "expert",
    expert.choose,
    load_params(PARAMS_FILE, "expert", expert.NAMES),
    doc="rivals and results of landing too, 36 tuned numbers",
    names=expert.NAMES,
    start=expert.START,
)

BOTS = {"novice": NOVICE, "adept": ADEPT, "expert": EXPERT}
"""The ladder above `random`, from weak to strong."""
