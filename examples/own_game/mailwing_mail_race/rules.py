"""The rules: six kernels, and small functions that each say one thing."""

from __future__ import annotations

from typing import Any

from mailwing.envs.authoring import draw, draw_counted, kernel

from .records import NUMBERS, SCALE, Action, Observation, Options, State, Tables


@kernel
def draw_slip(s: State, seat: int) -> None:
    """A seat gets a slip out of the box."""
    lying = 0
    for number in range(NUMBERS):
        lying += s.box[number]
    s.slip[seat] = 1 + draw_counted(s, s.box, lying)


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Give out the slips and draw who flies first."""
    for number in range(NUMBERS):
        s.box[number] = t.slips[number]
    for seat in range(o.players):
        draw_slip(s, seat)
    s.seat = draw(s, o.players)


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """Fly low or high, or open the slip if it is closed."""
    mask[Action.FLY_LOW] = 1
    mask[Action.FLY_HIGH] = 1
    mask[Action.OPEN] = 1 if s.slip[s.seat] > 0 else 0


@kernel
def open_slip(t: Tables, s: State, seat: int) -> int:
    """All see the number on the slip now; the miles that the seat flies."""
    number = s.slip[seat]
    s.opened[seat] = number
    s.slip[seat] = 0
    return number + t.wind


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """A plane flies on; the race is over when it lands, else it is the next seat's turn."""
    seat = s.seat
    if action == Action.FLY_LOW:
        s.miles[seat] += t.low
    elif action == Action.FLY_HIGH:
        s.miles[seat] += t.high[0] + draw(s, t.high[1] - t.high[0] + 1)
    else:
        s.miles[seat] += open_slip(t, s, seat)
    if s.miles[seat] >= t.goal:
        s.done = 1
    else:
        s.seat = (seat + 1) % o.players


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Miles and opened slips of all, counted from the seat that looks, and its own slip."""
    for k in range(o.players):
        other = (seat + k) % o.players
        obs.present[k] = 1
        obs.miles[k] = s.miles[other] * SCALE.miles
        obs.opened[k] = s.opened[other] * SCALE.opened
    if s.slip[seat] > 0:
        obs.slip[s.slip[seat] - 1] = 1


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """The closed slips of the others go back into the box and are drawn anew."""
    s.chance = seed
    for other in range(o.players):
        if other != seat and s.slip[other] > 0:
            s.box[s.slip[other] - 1] += 1
    for other in range(o.players):
        if other != seat and s.slip[other] > 0:
            draw_slip(s, other)


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """Miles are points; equal miles share a rank."""
    for seat in range(o.players):
        scores[seat] = s.miles[seat]
        ranks[seat] = 1
        for other in range(o.players):
            if s.miles[other] > s.miles[seat]:
                ranks[seat] += 1
