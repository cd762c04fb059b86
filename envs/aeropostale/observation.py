"""The record of what a seat knows."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.record import F, Record, scales
from .limits import labels_of
from .state import Phase

Floats = NDArray[np.float32]


class Observation(Record):
    """What a seat knows."""

    phase: Annotated[Floats, F("f4", (len(Phase),), 0, 1, labels=labels_of(Phase), doc="what is to be decided")]


SCALE = scales(Observation)
