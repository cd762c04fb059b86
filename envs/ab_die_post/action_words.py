"""What a player says at the table: the words of every action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .limits import FIRST_MOVES, LANE_NAMES, PASSENGER_FIELDS, Lane
from .names import card_name, field_name
from .rules.numbering import end_of

if TYPE_CHECKING:
    from .._core.game import Game
    from .state import State
    from .tables import Tables


def draw(game: Game, s: State, k: int) -> str:
    """Drawing the first or a further card."""
    return "Draw another card" if s.drawn else "Draw a card"


def stop(game: Game, s: State, k: int) -> str:
    """Drawing no further card."""
    return "Stop drawing"


def fly(game: Game, s: State, k: int) -> str:
    """Flying instead of drawing."""
    return "Shake the balls to fly"


def pass_on(game: Game, s: State, k: int) -> str:
    """Doing neither."""
    return "Pass"


def stay(game: Game, s: State, k: int) -> str:
    """Not moving with the ball that shows."""
    return "Stay"


def land(game: Game, s: State, k: int) -> str:
    """Landing."""
    return "Land"


def to_outer(game: Game, s: State, k: int) -> str:
    """A field ahead in the outer lane."""
    return _to_field(game, s, Lane.OUTER, k)


def to_middle(game: Game, s: State, k: int) -> str:
    """A field ahead in the middle lane."""
    return _to_field(game, s, Lane.MIDDLE, k)


def to_inner(game: Game, s: State, k: int) -> str:
    """A field ahead in the inner lane."""
    return _to_field(game, s, Lane.INNER, k)


def _to_field(game: Game, s: State, lane: Lane, k: int) -> str:
    # By the number in the lane, not by the field's name: an action that is not legal may lie beyond the lane's end.
    t: Tables = game.tables[0]
    end = end_of(t, game.array_of(s)[0], FIRST_MOVES[lane] + k)
    return f"Fly to {LANE_NAMES[lane]} {end - int(t.offset[lane]) + 1}"


def over(game: Game, s: State, k: int) -> str:
    """Passenger fields newly flown over on the way to the chosen field."""
    t: Tables = game.tables[0]
    passed = [int(t.passenger_field[s.direction, i]) for i in range(PASSENGER_FIELDS) if k >> i & 1]
    if passed:
        return "Fly over " + " and ".join(field_name(t, field) for field in passed)
    return "Fly over no further passenger field" if s.progress[s.seat] else "Fly over no passenger field"


def pay(game: Game, s: State, k: int) -> str:
    """A card for the repair."""
    return f"Pay a {card_name(game, k)}"


def done(game: Game, s: State, k: int) -> str:
    """No further card for the repair."""
    return "Done paying"


def keep(game: Game, s: State, k: int) -> str:
    """A card for the next flight."""
    return f"Keep a {card_name(game, k)}"


def keep_none(game: Game, s: State, k: int) -> str:
    """No card for the next flight."""
    return "Keep no card"
