"""The bots of Air Postal: novice, adept and expert, with the numbers that `mailwing.agents.tuning` found."""

from __future__ import annotations

from pathlib import Path

from ....envs._core.bots import Bot
from ...params import load_params
from . import expert, expert_params
from .novice import NOVICE

PARAMS_FILE = Path(__file__).parent / "params.toml"

EXPERT = Bot(
    "expert",
    expert.choose,
    load_params(PARAMS_FILE, "expert", expert_params.NAMES),
    doc=f"journeys of several flights, objectives, aircraft and equipment, {len(expert_params.NAMES)} tuned numbers",
    names=expert_params.NAMES,
)

BOTS = {"novice": NOVICE, "expert": EXPERT}
"""The ladder above `random`, from weak to strong."""
