"""Which games at which tables with which options are tested, and positions of each to test."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from .._core.game import Game, GameSpec
from .._core.position import Position
from .._core.registry import load, spec_of

GAMES_PLAYED = 12
POSITIONS_KEPT = 48
MOST_COMBINATIONS = 48
"""Of options; if there are more, not all of them are tested."""


@dataclass(frozen=True)
class Case:
    """A game at a table: `options` are `(name, value)` in the numbers of the record; `slow` ones are for `test-all`."""

    game_id: str
    players: int
    options: tuple[tuple[str, int], ...] = ()
    slow: bool = False

    @property
    def id(self) -> str:
        """Such as `several_moves-3-length=1`, also the name of the golden game."""
        return "-".join([self.game_id, str(self.players), *(f"{name}={value}" for name, value in self.options)])

    @property
    def game(self) -> Game:
        """The game, loaded once a process."""
        return _load(self)


@cache
def _load(case: Case) -> Game:
    options: dict[str, Any] = dict(case.options)
    return load(case.game_id, players=case.players, **options)


def variants(spec: GameSpec) -> dict[str, list[int]]:
    """The values of each option worth a test: all that have words, else the lowest, the usual and the highest."""
    values = {}
    for name, field in spec.options.fields.items():
        if name == "players":
            continue
        low, high, usual = int(field.low or 0), int(field.high or 0), int(field.default or 0)
        values[name] = list(range(low, high + 1)) if field.choices else sorted({low, usual, high})
    return values


def pairwise(values: dict[str, list[int]]) -> Iterator[dict[str, int]]:
    """Few choices of all options in which every two values of two options meet (greedy)."""
    names = list(values)
    missing = {((a, x), (b, y)) for a, b in itertools.combinations(names, 2) for x in values[a] for y in values[b]} or {
        ((name, value), (name, value)) for name in names for value in values[name]
    }
    while missing:
        first, second = min(missing)
        chosen = dict([first, second])
        for name in names:
            if name not in chosen:
                chosen[name] = max(values[name], key=lambda v: _pairs_met(missing, {**chosen, name: v}))
        missing -= {pair for pair in missing if all(chosen[name] == value for name, value in pair)}
        yield {name: chosen[name] for name in names}


def _pairs_met(missing: set[Any], chosen: dict[str, int]) -> int:
    return sum(all(chosen.get(name) == value for name, value in pair) for pair in missing)


def one_by_one(values: dict[str, list[int]]) -> Iterator[dict[str, int]]:
    """Each value of each option, everything else left as it is."""
    for name, choices in values.items():
        for value in choices:
            yield {name: value}


def cases_of(game_id: str) -> list[Case]:
    """Every number of seats at the default variant, the variants pairwise at the usual table; the rest is slow.

    Options that the game does not play together are left out. The rest is every combination at every number of seats,
    or the pairwise ones where there are many.
    """
    spec = spec_of(game_id)
    values = variants(spec)
    usual = {name: int(spec.options.fields[name].default or 0) for name in values}

    def changed(chosen: dict[str, int]) -> tuple[tuple[str, int], ...]:
        return tuple((name, chosen[name]) for name in values if chosen.get(name, usual[name]) != usual[name])

    chosen = [changed(options) for options in pairwise(values)]
    played = [options for options in chosen if _is_playable(Case(game_id, spec.default_seats, options))]
    for options in one_by_one(values):
        if not any(set(options.items()) <= {**usual, **dict(tested)}.items() for tested in played):
            chosen.append(changed(options))
    grid = [changed(dict(zip(values, combination, strict=True))) for combination in itertools.product(*values.values())]
    found = {(players, ()): False for players in spec.seats}
    found |= {(spec.default_seats, options): False for options in chosen}
    for players in spec.seats:
        for options in grid if len(grid) <= MOST_COMBINATIONS else chosen:
            found.setdefault((players, options), True)
    cases = [Case(game_id, players, options, slow) for (players, options), slow in found.items()]
    return [case for case in cases if _is_playable(case)]


def _is_playable(case: Case) -> bool:
    """Whether the game takes these options together (`GameSpec.check`)."""
    try:
        return case.game.players == case.players
    except ValueError:
        return False


def play_randomly(state: Position, rng: random.Random) -> Iterator[Position]:
    """Play a state to its end with random legal actions; the same object after the deal and after every action."""
    yield state
    while not state.done:
        state.apply(rng.choice(state.legal()))
        yield state


@cache
def positions(case: Case) -> tuple[Position, ...]:
    """Copies of positions from random games: the first and last of some games, the others anywhere."""
    rng = random.Random(case.id)
    ends: list[Position] = []
    middle: list[Position] = []
    for seed in range(GAMES_PLAYED):
        walk = [state.copy() for state in play_randomly(case.game.new(seed), rng)]
        ends += [walk[0], walk[-1]]
        middle += walk[1:-1]
    kept = rng.sample(middle, min(POSITIONS_KEPT, len(middle)))
    return tuple(ends[:8] + kept)


def live(case: Case) -> tuple[Position, ...]:
    """The positions in which a seat has to decide."""
    return tuple(state for state in positions(case) if not state.done)
