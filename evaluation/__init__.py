"""Evaluation: matches between agents, tournaments, ratings and reports; every figure has an interval.

from mailwing import evaluation

result = evaluation.compare("ab_die_post", "runs/x/best", against="expert", deals=1000)
print(result)  # runs/x/best vs 3 × expert: win rate 0.28 [0.26, 0.30], baseline 0.25
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..envs._core.lazy import lazy_names
from .data_about import About, DataSetError
from .data_sets import DataSet
from .export import Export, export_games
from .lineups import AgentsError
from .ratings import Rating
from .report import save_report
from .results import Result, Tournament
from .selfcheck import SeatError, check_seats
from .statistics import Estimate
from .store import StoreError
from .sweep_report import save_sweep_report
from .sweeps import Sweep, sweep
from .tournaments import compare, tournament
from .trajectories import Trajectories

if TYPE_CHECKING:
    from .throughput import Throughput, measure

__all__ = [
    "About",
    "AgentsError",
    "DataSet",
    "DataSetError",
    "Estimate",
    "Export",
    "Rating",
    "Result",
    "SeatError",
    "StoreError",
    "Sweep",
    "Throughput",
    "Tournament",
    "Trajectories",
    "check_seats",
    "compare",
    "export_games",
    "measure",
    "save_report",
    "save_sweep_report",
    "sweep",
    "tournament",
]

__getattr__ = lazy_names(__name__, dict.fromkeys(("Throughput", "measure"), ".throughput"))
