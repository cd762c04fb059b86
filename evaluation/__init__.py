"""Evaluation: matches between agents, tournaments, ratings and reports, with an interval on every figure.

from mailwing import evaluation

result = evaluation.compare("ab_die_post", "runs/x/best", against="expert", deals=1000)
print(result)  # runs/x/best vs 3 × expert: win rate 0.28 [0.26, 0.30], baseline 0.25
"""

from __future__ import annotations

from .ratings import Rating
from .results import Result, Tournament
from .statistics import Estimate
from .store import StoreError
from .tournaments import compare, tournament

__all__ = ["Estimate", "Rating", "Result", "StoreError", "Tournament", "compare", "tournament"]
