"""What a seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._core.kernel import kernel

if TYPE_CHECKING:
    from .observation import Observation
    from .state import Options, State
    from .tables import Tables


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    obs.phase[s.phase] = np.float32(1)
