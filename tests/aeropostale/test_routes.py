"""What weather does to flights is kept as sets of regions: they say what each flight by itself costs."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from mailwing.envs import load
from mailwing.envs._core.kernel import kernel
from mailwing.envs.aeropostale.limits import CITIES, FLEET, FLIGHTS, NONE, RANKS, REGIONS
from mailwing.envs.aeropostale.rules.routes import TOO_FAR, flight_cost, is_available, origins_to
from mailwing.envs.aeropostale.state import State
from mailwing.envs.aeropostale.tables import Tables
from mailwing.envs.testing.cases import play_randomly


@kernel
def count_flights(t: Tables, s: State, counts: NDArray[np.int64]) -> None:
    """Flights of available aeroplanes and pilots of every rank: how many are possible, and where sets are wrong."""
    for flight in range(FLIGHTS):
        for city in range(CITIES):
            for place in range(FLEET):
                for rank in range(RANKS):
                    if is_available(s, place):
                        origins = origins_to(t, s, flight, city, place, rank)
                        for origin in range(REGIONS):
                            possible = flight_cost(t, s, flight, city, origin, place, rank, NONE, 0) != TOO_FAR
                            counts[0] += possible
                            counts[1] += possible != ((origins >> origin) & 1)


@pytest.mark.parametrize("scenario", ["campaign", "la_paz"])
def test_sets_of_regions_agree_with_the_cost_of_each_flight(scenario: str) -> None:
    game, counts = load("aeropostale", players=5, scenario=scenario), np.zeros(2, dtype=np.int64)
    for seed in range(60):
        for state in islice(play_randomly(game.new(seed), random.Random(seed)), seed % 5, None, 5):
            record = game.array_of(state.record)[0]
            if record.logistics[record.seat] > 0:
                count_flights(game.tables[0], record, counts)
    possible, wrong = counts.tolist()
    assert possible > 10_000
    assert wrong == 0
