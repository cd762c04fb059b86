"""The Solo plane: it flies from city to city along its path, without dice, and scores Hubs and Great Firsts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..limits import NONE, SOLO
from .common import flies_on

if TYPE_CHECKING:
    from ..state import State
    from ..tables import Tables


@kernel
def fly_solo_plane(t: Tables, s: State) -> bool:
    """One flight to the next city of its path; whether that was the last Hub, which ends the game at once.

    (Rules PO-17.2, PO-17.3, PO-17.4, PO-17.5, PO-R25, PO-R43)
    """
    k, at = s.solo_pilot, s.solo_at
    start = t.setup_base[s.setup, k] if s.solo_at == 0 else t.path[s.setup, k, s.solo_at - 1]
    to = t.path[s.setup, k, s.solo_at]
    s.solo_glory += t.path_hub[s.setup, k, at]
    route: int = t.route_to[flies_on(t, s), start, to]
    first: int = t.great_first_of[route]
    if first != NONE and s.great_first[first] == NONE:
        s.great_first[first] = SOLO
        s.solo_glory += t.great_first_glory[first]
    s.solo_at += 1
    return s.solo_at == t.path_length[s.setup, k]
