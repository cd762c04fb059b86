"""Mail race: two to four planes race over 12 miles, each with a slip of paper that nobody else has seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mailwing.envs.authoring import Game, GameSpec, Hidden, Kernels, absent_seat_faults

from .pictures import news, svg, text
from .records import ACTIONS, SEATS, Action, Observation, Options, State, Tables, load_tables
from .rules import apply, deal, legal, observe, redeal, score

__all__ = ["SPEC", "Action", "Observation", "Options", "State", "Tables"]


def conserved(game: Game, s: Any) -> dict[str, int]:
    """The slips of each number, in the box, in hands and opened."""
    lying = {number: int(s.box[number - 1]) for number in (1, 2, 3)}
    return {
        f"slips {number}": n + int(((s.slip == number) | (s.opened == number)).sum()) for number, n in lying.items()
    }


def faults(game: Game, s: Any) -> Iterator[str]:
    """A seat has one slip, closed or opened, and the first plane to land ends the race."""
    n, goal = game.players, int(game.tables[0].goal)
    yield from absent_seat_faults(game, s, ("miles", "slip", "opened"))
    for seat in range(n):
        if (s.slip[seat] > 0) == (s.opened[seat] > 0):
            yield f"seat {seat} should have one slip, closed or opened"
        if s.opened[seat] and s.miles[seat] < s.opened[seat] + game.tables[0].wind:
            yield f"seat {seat} has opened a {s.opened[seat]}, but has flown {s.miles[seat]} miles"
    landed = [seat for seat in range(n) if s.miles[seat] >= goal]
    if landed != ([s.seat] if s.done else []) or s.limit_reached:
        yield f"the seats {landed} have landed, and the race is {'over' if s.done else 'not over'}"
    if s.num_decisions > s.miles[:n].sum():
        yield f"{s.num_decisions} flights are too many for {s.miles[:n].sum()} miles"


SPEC = GameSpec(
    id="mail_race",
    title="Mail race",
    version=0,
    seats=(2, 3, 4),
    default_seats=3,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ACTIONS,
    load_tables=load_tables,
    max_decisions=12 * SEATS,  # a flight is a mile at least
    svg=svg,
    text=text,
    news=news,
    hidden=(Hidden("slip", seat_axis=0), Hidden("box")),
    conserved=conserved,
    faults=faults,
    doc="Planes race to a goal. A seat flies low, for a fixed number of miles, or high, for more or fewer, and opens "
    "its secret slip once, to fly the number on it and a little more. The first plane to land wins.",
)
