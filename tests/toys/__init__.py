"""Toy games: each a whole game on the six kernels, small enough to be solved by hand.

They prove core, the contract suite and the trainers before any rulebook does. Every docstring names what the best play
is worth, so that a trainer can be measured against it:

| game          | seats | what it is about                      | against random seats, against `BEST` |
|---------------|-------|---------------------------------------|--------------------------------------|
| two_ply       | 2     | a forced win in two plies             | 2/3, 0                               |
| several_moves | 2–4   | many decisions before the next seat   | 7/8 (short, free mistakes), 0        |
| drop_out      | 3–5   | a seat leaves, the others go on       | 37/64, 0                             |
| kingmaker     | 3     | the third seat decides between two    | 13/54, 0                             |
| hidden_coin   | 2     | a secret, a signal, a guess           | 1/6, 1 (its `BEST` is naive)         |
| solo_flight   | 1     | weather, a turn limit, a game to lose | 91/128 (alone)                       |

Rewards are placement rewards, averaged over the seat that is drawn for a player.
"""

from __future__ import annotations

from mailwing.envs import register
from mailwing.envs.authoring import Bot, GameSpec

from . import drop_out, hidden_coin, kingmaker, several_moves, solo_flight, two_ply

SPECS: tuple[GameSpec, ...] = (
    two_ply.SPEC,
    several_moves.SPEC,
    drop_out.SPEC,
    kingmaker.SPEC,
    hidden_coin.SPEC,
    solo_flight.SPEC,
)

BEST: dict[str, Bot] = {
    "two_ply": two_ply.BEST,
    "several_moves": several_moves.BEST,
    "drop_out": drop_out.BEST,
    "kingmaker": kingmaker.BEST,
    "hidden_coin": hidden_coin.NAIVE,
    "solo_flight": solo_flight.BEST,
}
"""A strong opponent of each toy (of hidden_coin a naive one, since its strong play is a coin toss)."""

ANSWER_TO_RANDOM: dict[str, Bot] = {**BEST, "kingmaker": kingmaker.CHEAP, "hidden_coin": hidden_coin.SLY}
"""The bot of each toy that gets most out of random seats."""

VALUE_AGAINST_RANDOM: dict[str, float] = {
    "two_ply": 2 / 3,
    "several_moves": 7 / 8,
    "drop_out": 37 / 64,
    "kingmaker": 13 / 54,
    "hidden_coin": 1 / 6,
    "solo_flight": 91 / 128,
}
"""Expected placement reward of the best play against uniformly random seats, at the default options."""

VALUE_AGAINST_BEST: dict[str, float] = {
    "two_ply": 0.0,
    "several_moves": 0.0,
    "drop_out": 0.0,
    "kingmaker": 0.0,
    "hidden_coin": 1.0,
}
"""Expected placement reward of the best play against `BEST` in every other seat."""


def register_all() -> None:
    """Make the toys known to `mailwing.envs`."""
    for spec in SPECS:
        register(spec)
