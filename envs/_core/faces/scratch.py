"""Memory that a compiled call writes to and that is read, if at all, right after it.

All sessions of a game in one thread use the same: those that are stepped in turns would push memory of their own out of
the processor's cache. Between a call and the reading of what it wrote nothing else of the game runs in that thread.
"""

from __future__ import annotations

import threading
from functools import lru_cache

import numpy as np

from ..bots import WORK_RECORDS
from ..loops.stepping import LOG_SIZE
from ..record import Record


class Scratch(threading.local):
    """The scratch memory of one thread.

    Args:
        state, observation: the records of a game.
        seats: its largest number of seats.

    Attributes:
        log: int32 [`LOG_SIZE`], actions played.
        scores, ranks: int32 and int8 [seats].
        work: State [`WORK_RECORDS`], of bots.
        flat: float32 [1, obs_size], an observation; `row` float32 [obs_size] and `records` Observation [1] are
            the same memory.
    """

    def __init__(self, state: type[Record], observation: type[Record], seats: int) -> None:
        self.log = np.zeros(LOG_SIZE, dtype=np.int32)
        self.scores, self.ranks = np.zeros(seats, dtype=np.int32), np.zeros(seats, dtype=np.int8)
        self.work = state.zeros(WORK_RECORDS)
        self.records = observation.zeros(1)
        self.row = self.records.view(np.float32)
        self.flat = self.row.reshape(1, -1)


@lru_cache(maxsize=64)
def scratch_of(state: type[Record], observation: type[Record], seats: int) -> Scratch:
    """The scratch memory of a game, one for each thread that looks at it; see `Scratch`."""
    return Scratch(state, observation, seats)
