"""Looking at the picture and the text of a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from xml.etree import ElementTree

from mailwing.envs._core.game import Game
from mailwing.envs._core.position import Position
from mailwing.envs.aeropostale import SPEC
from mailwing.envs.aeropostale.actions import Action
from mailwing.envs.aeropostale.pictures.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


def drawing(state: Position, seat: int | None = None) -> ElementTree.Element:
    """The picture as a tree of elements."""
    return ElementTree.fromstring(svg(state.game, state.record, seat))


def words_of(state: Position, seat: int | None = None) -> list[str]:
    """All that is written on the picture."""
    return [element.text or "" for element in drawing(state, seat).iter(f"{SVG}text")]


def words_in(state: Position, mark: str, name: str, seat: int | None = None) -> list[str]:
    """All that is written in the groups whose data attribute has this value."""
    groups = [element for element in drawing(state, seat).iter() if element.get(f"data-{mark}") == name]
    return [element.text or "" for group in groups for element in group.iter(f"{SVG}text")]


def walk(players: int, seed: int, scenario: str = "campaign") -> Iterator[Position]:
    """The positions of a lively random game: flights and records are chosen often, passing seldom."""
    state, rng = Game(SPEC, players, scenario=scenario).new(seed), random.Random(seed)
    while not state.done:
        yield state
        legal = state.legal()
        state.apply(rng.choices(legal, [liveliness(action) for action in legal])[0])
    yield state


def liveliness(action: int) -> float:
    """How often an action is chosen in a lively game."""
    if Action.CREATE <= action < Action.MEETING:
        return 6.0
    return 0.4 if action in (Action.PASS, Action.CANCEL, Action.FINISH) else 2.0
