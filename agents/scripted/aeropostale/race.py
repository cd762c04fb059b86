"""What novice and adept know about the race to the last city: how far they are, and what is missing on the way."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeropostale.limits import CITIES, CONDITIONS, RANKS, Rank, RecordKind
from ....envs.aeropostale.rules.common import has_stop
from ....envs.aeropostale.state import State
from ....envs.aeropostale.tables import Tables


@kernel
def farthest_region(t: Tables, s: State) -> int:
    """The farthest region with an own stop."""
    farthest = 0
    for city in range(CITIES):
        if has_stop(s, s.seat, city):
            farthest = max(farthest, t.region[city] + 0)
    return farthest


@kernel
def flying_pilots(s: State) -> int:
    """Pilots of the seat who can fly in South America."""
    count = 0
    for condition in range(CONDITIONS):
        for rank in range(Rank.SEASONED, RANKS):
            count += s.pilots[s.seat, condition, rank]
    return count


@kernel
def record_for_race(s: State) -> int:
    """The record that is missing on the way (RecordKind): altitude for the Andes, distance for range; −1: none."""
    if s.tile_owner[RecordKind.ALTITUDE] != s.seat:
        return RecordKind.ALTITUDE + 0
    if s.level[s.seat, RecordKind.DISTANCE] == 0:
        return RecordKind.DISTANCE + 0
    return -1
