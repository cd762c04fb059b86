"""The bots of Aeroplanes: novice, adept and expert, with the numbers that `mailwing.agents.tuning` found."""

from __future__ import annotations

from pathlib import Path

from ....envs._core.bots import Bot
from ...params import load_params
from . import adept, expert, weights
from .novice import NOVICE

PARAMS_FILE = Path(__file__).parent / "params.toml"


ADEPT = Bot(
    "adept",
    adept.choose,
    load_params(PARAMS_FILE, "adept", adept.NAMES),
    doc=f"linear rules over what an action brings now, {len(adept.NAMES)} tuned numbers",
    names=adept.NAMES,
)

EXPERT = Bot(
    "expert",
    expert.choose,
    load_params(PARAMS_FILE, "expert", weights.NAMES),
    doc=f"purchases, airports and claims in expected victory points, {len(weights.NAMES)} tuned numbers",
    names=weights.NAMES,
)

BOTS = {"novice": NOVICE, "adept": ADEPT, "expert": EXPERT}
"""The ladder above `random`, from weak to strong."""
