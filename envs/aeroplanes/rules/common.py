"""Small things that every rule uses: money, seats, sets of cities, dice, advantage tiles."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..limits import DICE, DIE_FACES, CitySet

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables

BIT = np.int64(1)


class Outcome(IntEnum):
    """What the rules of one decision come to; `apply`, and nobody else, goes on from there."""

    NEXT_DECISION = 0
    """Somebody has the next decision already: `s.seat`, in `s.phase`."""
    TILE_PLACED = 1
    """An airport tile has come to the board; perhaps another one follows."""
    TURN_OVER = 2
    """The seat's action is over."""


@kernel(inline=True)
def clockwise(o: Options, seat: int, k: int) -> int:
    """The seat that sits `k` seats further clockwise, which is to the left; `k` from 0 to the number of players."""
    seat += k
    return seat - o.players if seat >= o.players else seat


@kernel(inline=True)
def receive(s: State, seat: int, amount: int) -> None:
    """The bank gives money to a seat."""
    s.money[seat] += amount
    s.bank += amount


@kernel(inline=True)
def pay(s: State, seat: int, amount: int) -> None:
    """A seat pays the bank."""
    s.money[seat] -= amount
    s.bank -= amount


@kernel(inline=True)
def has(cities: CitySet, city: int) -> bool:
    """Whether a city is in a set."""
    return (cities >> city) & 1 != 0


@kernel(inline=True)
def opponents_at(o: Options, s: State, seat: int) -> CitySet:
    """Cities with an airport of anybody but a seat, homes too, as a set (Rule AE-R20)."""
    cities = np.int64(0)
    for other in range(o.players):
        if other != seat:
            cities |= s.network[other]
    return cities


@kernel
def throw_dice(t: Tables, s: State) -> None:
    """Roll the three risk dice and lay them down, lowest first; an engine failure lies before the numbers."""
    dice = s.dice
    for i in range(DICE):
        face = t.die[draw(s, DIE_FACES)]
        k = i
        while k > 0 and dice[k - 1] > face:
            dice[k] = dice[k - 1]
            k -= 1
        dice[k] = face


@kernel(inline=True)
def use_advantage(s: State, seat: int, kind: int) -> None:
    """A used advantage tile goes back to the stock (Rule AE-5.12)."""
    s.advantages[seat, kind] -= 1
    s.stock[kind] += 1
