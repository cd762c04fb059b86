"""The table as a picture and as text, and what a flight looked like in words."""

from __future__ import annotations

from typing import Any

from mailwing.envs.authoring import INK, LINE, SEAT_COLOURS, SEAT_INKS, SOFT, Game, Svg

LEFT, MILE, LANE = 60, 30, 46


def slip_words(s: Any, seat: int, looking: int | None) -> str:
    """What the seat that looks (None: a spectator) sees of a slip."""
    if s.opened[seat]:
        return f"slip {s.opened[seat]} opened"
    return f"slip {s.slip[seat]}" if seat == looking else "slip closed"


def svg(game: Game, s: Any, seat: int | None) -> str:
    """The lanes of all planes."""
    goal = int(game.tables[0].goal)
    picture = Svg(LEFT + MILE * (goal + 6), LANE * game.players + 40, "A mail race")
    for k in range(game.players):
        y = 40 + LANE * k
        picture.line((LEFT, y), (LEFT + MILE * goal, y), stroke=LINE, stroke_width=3)
        x = LEFT + MILE * min(int(s.miles[k]), goal)
        picture.circle(x, y, 13, fill=SEAT_COLOURS[k])
        picture.text(x, y + 5, str(k), fill=SEAT_INKS[k], anchor="middle", bold=True)
        turn = "to fly" if k == s.seat and not s.done else ""
        picture.text(LEFT + MILE * goal + 24, y + 5, f"{slip_words(s, k, seat)} {turn}".strip(), fill=SOFT)
    picture.line((LEFT + MILE * goal, 20), (LEFT + MILE * goal, 20 + LANE * game.players), stroke=INK)
    return str(picture)


def text(game: Game, s: Any, seat: int | None) -> str:
    """A line for each plane."""
    goal = int(game.tables[0].goal)
    lines = [f"seat {k}: mile {s.miles[k]} of {goal}, {slip_words(s, k, seat)}" for k in range(game.players)]
    return "\n".join([*lines, "The race is over." if s.done else f"Seat {s.seat} is to fly."])


def news(game: Game, before: Any, action: int, after: Any) -> list[str]:
    """How far the plane flew, and what its slip said."""
    seat = int(before.seat)
    lines = [f"The slip says {after.opened[seat]}"] if after.opened[seat] != before.opened[seat] else []
    flown = int(after.miles[seat] - before.miles[seat])
    lines.append(f"Flies {flown} mile{'' if flown == 1 else 's'}, to mile {after.miles[seat]}")
    return [*lines, "Lands"] if after.done else lines
