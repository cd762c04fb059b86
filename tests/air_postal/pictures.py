"""Looking at the picture, the text and the words of a table, and playing it by words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from mailwing.envs._core.game import Game
from mailwing.envs._core.position import Position
from mailwing.envs.air_postal import SPEC
from mailwing.envs.air_postal.actions import Action
from mailwing.envs.air_postal.limits import CITIES, EQUIPMENTS, Equipment
from mailwing.envs.air_postal.names import city_name
from mailwing.envs.air_postal.pictures.news import news
from mailwing.envs.air_postal.pictures.svg import svg
from mailwing.envs.air_postal.state import Phase

SVG = "{http://www.w3.org/2000/svg}"

SHY = {Phase.LOADING: 0.4, Phase.PREFLIGHT: 0.3, Phase.FLYING: 1.5, Phase.DELIVERY: 0.2}
"""How often a lively player does no more in a phase."""


def table(players: int = 2, seed: int = 1, setup: str = "la_ligne", **options: Any) -> Position:
    """A table of which all have chosen the first pilot and the first aircraft there is: round 1 begins."""
    state = Game(SPEC, players, setup=setup, **options).new(seed)
    while state.record.round_number == 0:
        state.apply(state.legal()[0])
    return state


def play(state: Position, *words: str) -> list[str]:
    """Play decisions by the beginnings of their words; the news of the last one."""
    told: list[str] = []
    for beginning in words:
        action = next(a for a in state.legal() if state.describe(a).startswith(beginning))
        told = do(state, action)
    return told


def do(state: Position, action: int) -> list[str]:
    """Play a decision; its news."""
    before = state.copy()
    state.apply(action)
    return news(state.game, before.record, action, state.record)


def said(state: Position) -> list[str]:
    """The words of all legal actions."""
    return [state.describe(action) for action in state.legal()]


def fly(state: Position, start: str, fuel: int = 9) -> Position:
    """The seat to decide is ready for take-off in a city with so much fuel."""
    s, seat = state._record, int(state.record.seat)
    s.phase = Phase.FLYING
    s.line[0] = seat
    s.marker[seat] = 0
    s.city[seat] = city(state, start)
    s.fuel[seat] = fuel
    return state


def city(state: Position, name: str) -> int:
    """The number of a city."""
    return next(k for k in range(CITIES) if city_name(state.game, k) == name)


def aboard(*cards: Equipment) -> int:
    """System and Crew cards as a set."""
    return sum(1 << card for card in cards if card < EQUIPMENTS)


def drawing(state: Position, seat: int | None = None) -> ElementTree.Element:
    """The picture as a tree of elements."""
    return ElementTree.fromstring(svg(state.game, state.record, seat))


def words_of(state: Position, seat: int | None = None) -> list[str]:
    """All that is written on the picture."""
    return [element.text or "" for element in drawing(state, seat).iter(f"{SVG}text")]


def words_in(state: Position, mark: str, name: object, seat: int | None = None) -> list[str]:
    """All that is written in the groups whose data attribute has this value."""
    groups = [element for element in drawing(state, seat).iter() if element.get(f"data-{mark}") == str(name)]
    return [element.text or "" for group in groups for element in group.iter(f"{SVG}text")]


def walk(players: int, seed: int, **options: Any) -> Iterator[Position]:
    """The positions of a lively random game: much is bought, loaded and flown."""
    state, rng = Game(SPEC, players, **options).new(seed), random.Random(seed)
    while not state.done:
        yield state
        legal = state.legal()
        state.apply(rng.choices(legal, [liveliness(state, action) for action in legal])[0])
    yield state


def liveliness(state: Position, action: int) -> float:
    """How often an action is chosen in a lively game."""
    if action == Action.FINISH:
        return SHY.get(Phase(int(state.record.phase)), 1.0)
    if Action.FUEL <= action < Action.BUY:
        return float(action - Action.FUEL + 1)
    return {True: 6.0, False: 2.0}[Action.CITY <= action < Action.AIRCRAFT or action == Action.SLOT]
