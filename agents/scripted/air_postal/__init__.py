"""The bots of Air Postal: novice, adept and expert, with the numbers that `mailwing.agents.tuning` found."""

from __future__ import annotations

from pathlib import Path

from ....envs._core.bots import Bot
from ...params import load_params
from . import adept, adept_params, expert, expert_params
from .novice import NOVICE

PARAMS_FILE = Path(__file__).parent / "params.toml"

ADEPT = Bot(
    "adept",
    adept.choose,
    load_params(PARAMS_FILE, "adept", adept_params.NAMES),
    doc=f"greedy: the next flight against fuel and risk, {len(adept_params.NAMES)} tuned numbers",
    names=adept_params.NAMES,
)

EXPERT = Bot(
    "expert",
    expert.choose,
    load_params(PARAMS_FILE, "expert", expert_params.NAMES),
    doc=f"journeys of several flights, objectives, aircraft and equipment, {len(expert_params.NAMES)} tuned numbers",
    names=expert_params.NAMES,
)

BOTS = {"novice": NOVICE, "adept": ADEPT, "expert": EXPERT}
"""The ladder above `random`, from weak to strong."""
