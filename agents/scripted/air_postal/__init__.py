"""The bots of Air Postal: novice, adept and expert, with the numbers that `mailwing.agents.tuning` found."""

from __future__ import annotations

from .novice import NOVICE

BOTS = {"novice": NOVICE}
"""The ladder above `random`, from weak to strong."""
