"""Recruiting pilots and increasing logistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import Condition, Rank
from .common import Outcome, clockwise, receive, rookies_left

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def legal_recruits(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """A rookie from the stock, or an available one of a company with fewer logistics points.

    (Rules AO-4.5.1, AO-4.5.2, AO-R28)
    """
    mask[Action.RECRUIT] = rookies_left(t, s) > 0
    for k in range(1, o.players):
        rival = clockwise(o, s.seat, k)
        poorer = s.logistics[rival] < s.logistics[s.seat]
        mask[Action.RECRUIT_FROM + k - 1] = poorer and s.pilots[rival, Condition.AVAILABLE, Rank.ROOKIE] > 0


@kernel
def recruit(s: State) -> Outcome:
    """A rookie from the stock is available at once (Rule AO-4.5.1)."""
    s.pilots[s.seat, Condition.AVAILABLE, Rank.ROOKIE] += 1
    return Outcome.ACTION_OVER


@kernel
def recruit_from(o: Options, s: State, k: int) -> Outcome:
    """A rival's rookie changes sides, and logistics go down to the rival's level (Rules AO-4.5.2, AO-R28)."""
    rival = clockwise(o, s.seat, k)
    s.pilots[rival, Condition.AVAILABLE, Rank.ROOKIE] -= 1
    s.logistics[s.seat] = s.logistics[rival]
    return recruit(s)


@kernel(inline=True)
def legal_increases(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Logistics can be increased below the last space, with a bonus token if there is one (Rules AO-4.6, AO-R57)."""
    if s.logistics[s.seat] < t.gauge:
        mask[Action.LOGISTICS] = 1
        for token in range(s.tokens.shape[1]):
            mask[Action.LOGISTICS_TOKEN + token] = s.tokens[s.seat, token] > 0


@kernel
def increase_logistics(t: Tables, s: State, action: int) -> Outcome:
    """The cylinder goes up by the white number of its space, and by a spent token.

    (Rules AO-4.6, AO-R6, AO-R29, AO-R57)
    """
    seat = s.seat
    space: int = s.logistics[seat]
    points: int = t.increase[space] + 0
    if action != Action.LOGISTICS:
        token = action - Action.LOGISTICS_TOKEN
        s.tokens[seat, token] -= 1
        points += t.token_value[token]
    receive(t, s, seat, points)
    return Outcome.ACTION_OVER
