"""Looking at the picture and the text of a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from xml.etree import ElementTree

from mailwing.envs._core.game import Game
from mailwing.envs._core.position import Position
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.actions import Action
from mailwing.envs.aeroplanes.pictures.details import details
from mailwing.envs.aeroplanes.pictures.svg import svg
from mailwing.envs.aeroplanes.pictures.text import text
from mailwing.envs.aeroplanes.testing import Table

SVG = "{http://www.w3.org/2000/svg}"


def drawing(state: Position, seat: int | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(svg(state.game, state.record, seat))


def words_of(state: Position) -> list[str]:
    return [element.text or "" for element in drawing(state).iter(f"{SVG}text")]


def marked(state: Position, name: str) -> list[str]:
    """The values of one of the picture's data attributes, in drawing order."""
    return [value for element in drawing(state).iter() if (value := element.get(f"data-{name}")) is not None]


def written(table: Table) -> str:
    """The text and, below it, the details."""
    return text(table.game, table.s) + details(table.game, table.s)


def walk(players: int, seed: int) -> Iterator[Position]:
    """The positions of a lively random game: subsidies and giving up are rare."""
    state, rng = Game(SPEC, players).new(seed), random.Random(seed)
    while not state.done:
        yield state
        legal = state.legal()
        lively = [a for a in legal if a not in (Action.SUBSIDY, Action.GIVE_UP, Action.ABORT, Action.FINISH)]
        state.apply(rng.choice(lively if lively and rng.random() < 0.85 else legal))
    yield state
