"""System and Crew cards of the own data pack, as the rulebook states them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mailwing.envs.air_postal.limits import (
    CATEGORIES,
    EQUIPMENTS,
    FIRST_EXPERT,
    FIRST_STANDARD,
    Category,
    Colour,
    Effect,
    Equipment,
    Face,
    Frequency,
)
from mailwing.envs.air_postal.tables import load_tables

WIND_AND_STORM = {Face.HEADWIND, Face.THUNDERSTORM}


@pytest.fixture(scope="module")
def t() -> Any:
    """The tables of the game's own pack."""
    return load_tables()[0]


def colours_and_faces(t: Any, card: Equipment) -> tuple[set[int], set[int]]:
    """On which colours and faces of dice a card is used."""
    colours, faces = np.nonzero(t.works_on[card])
    assert len(colours) == len(set(colours)) * len(set(faces)), "any of the colours with any of the faces"
    return {int(colour) for colour in colours}, {int(face) for face in faces}


@pytest.mark.parametrize(
    ("card", "category", "price", "effect", "frequency"),
    [
        (Equipment.MET_REPORT, Category.SYSTEM, 5, Effect.CLEAR, Frequency.DISCARDED),
        (Equipment.COPILOT, Category.CREW, 5, Effect.SAVE_ENDURANCE, Frequency.DISCARDED),
        (Equipment.FLIGHT_ENGINEER, Category.CREW, 5, Effect.REROLL, Frequency.PER_FLIGHT),
        (Equipment.RADIO, Category.CREW, 10, Effect.REROLL, Frequency.PER_FLIGHT),
        (Equipment.NAVIGATOR, Category.CREW, 10, Effect.REROLL, Frequency.PER_FLIGHT),
        (Equipment.COMPASS, Category.SYSTEM, 10, Effect.CLEAR, Frequency.PER_FLIGHT),
        (Equipment.GYROSCOPE, Category.SYSTEM, 10, Effect.SAVE_ENDURANCE, Frequency.PER_FLIGHT),
        (Equipment.AUTOPILOT, Category.SYSTEM, 60, Effect.REST, Frequency.PER_TURN),
        (Equipment.FUEL_EXPERT, Category.CREW, 15, Effect.EASE, Frequency.PER_FLIGHT),
        (Equipment.METEOROLOGIST, Category.CREW, 10, Effect.CLEAR, Frequency.PER_FLIGHT),
        (Equipment.VETERAN, Category.CREW, 40, Effect.REST, Frequency.PER_TURN),
        (Equipment.STEWARD, Category.CREW, 10, Effect.NOTHING, Frequency.PERMANENT),
        (Equipment.FLAPS, Category.SYSTEM, 15, Effect.NOTHING, Frequency.PERMANENT),
        (Equipment.SLATS, Category.SYSTEM, 15, Effect.NOTHING, Frequency.PERMANENT),
        (Equipment.CARGO_DOOR, Category.SYSTEM, 10, Effect.NOTHING, Frequency.PER_FLIGHT),
        (Equipment.AUXILIARY_TANK, Category.SYSTEM, 5, Effect.NOTHING, Frequency.PERMANENT),
        (Equipment.AIR_STAIRS, Category.SYSTEM, 10, Effect.NOTHING, Frequency.PER_FLIGHT),
        (Equipment.VARIABLE_PROPELLER, Category.SYSTEM, 25, Effect.SAVE_FUEL, Frequency.PER_FLIGHT),
        (Equipment.ALTIMETER, Category.SYSTEM, 10, Effect.CLEAR, Frequency.PER_FLIGHT),
        (Equipment.WING_TANKS, Category.SYSTEM, 10, Effect.NOTHING, Frequency.PERMANENT),
        (Equipment.FLOATS, Category.SYSTEM, 10, Effect.NOTHING, Frequency.PERMANENT),
    ],
)
def test_system_and_crew_cards(
    t: Any, card: Equipment, category: Category, price: int, effect: Effect, frequency: Frequency
) -> None:
    assert t.equipment_category[card] == category
    assert t.cards_of[category] >> card & 1
    assert t.equipment_price[card] == price
    assert (t.effect[card], t.frequency[card]) == (effect, frequency)


@pytest.mark.parametrize(
    ("card", "colours", "faces"),
    [
        (Equipment.MET_REPORT, set(Colour), set(Face) - {Face.CLEAR_SKY}),
        (Equipment.COPILOT, set(Colour), set(Face)),
        (Equipment.FLIGHT_ENGINEER, {Colour.GREEN}, set(Face)),
        (Equipment.RADIO, {Colour.WHITE}, set(Face)),
        (Equipment.NAVIGATOR, {Colour.RED}, set(Face)),
        (Equipment.COMPASS, {Colour.BLUE, Colour.GREEN, Colour.WHITE}, {Face.HEADWIND}),
        (Equipment.GYROSCOPE, {Colour.WHITE, Colour.RED}, set(Face)),
        (Equipment.FUEL_EXPERT, set(Colour), {Face.RAIN, *WIND_AND_STORM}),
        (Equipment.METEOROLOGIST, set(Colour), WIND_AND_STORM),
        (Equipment.VARIABLE_PROPELLER, set(Colour), set(Face)),
        (Equipment.ALTIMETER, {Colour.WHITE, Colour.GREEN, Colour.RED}, {Face.FOG}),
    ],
)
def test_dice_on_which_cards_are_used(t: Any, card: Equipment, colours: set[int], faces: set[int]) -> None:
    assert colours_and_faces(t, card) == (colours, faces)
    assert t.min_length[card] == (4 if card == Equipment.VARIABLE_PROPELLER else 0)


def test_cards_that_are_used_on_no_die(t: Any) -> None:
    for card in range(EQUIPMENTS):
        if t.effect[card] in (Effect.NOTHING, Effect.REST):
            assert not t.works_on[card].any()


def test_copies_of_cards(t: Any) -> None:
    """Four Met Reports, Copilots and of each Standard card; four Crew and nine System Experts."""
    assert t.copies[:FIRST_EXPERT].tolist() == [4] * 8
    assert t.copies[FIRST_EXPERT:].tolist() == [1] * 13
    experts = t.equipment_category[FIRST_EXPERT:]
    assert ((experts == Category.CREW).sum(), (experts == Category.SYSTEM).sum()) == (4, 9)
    standard = t.equipment_category[FIRST_STANDARD:FIRST_EXPERT]
    assert (standard == Category.CREW).sum() == (standard == Category.SYSTEM).sum() == 3


def test_what_cards_add(t: Any) -> None:
    added = {
        Equipment.AUTOPILOT: ("rest", 3),
        Equipment.VETERAN: ("rest", 2),
        Equipment.AUXILIARY_TANK: ("fuel_bonus", 1),
        Equipment.WING_TANKS: ("range_bonus", 1),
        Equipment.STEWARD: ("pax_bonus", 5),
    }
    for card in Equipment:
        for field in ("rest", "fuel_bonus", "range_bonus", "pax_bonus"):
            name, value = added.get(card, ("", 0))
            assert t[field][card] == (value if name == field else 0)
    assert t.load_bonus[Equipment.FLAPS].tolist() == [1, 1, 0, 0]
    assert t.load_bonus[Equipment.SLATS].tolist() == [0, 0, 1, 2]
    assert t.load_bonus.sum() == 5
    assert len(Category) == CATEGORIES


def test_what_cards_save_on_a_die(t: Any) -> None:
    """Fog and rain of a green die cost a point of endurance each, which a Copilot saves; he saves no fuel."""
    colour, card = Colour.GREEN, Equipment.COPILOT
    assert t.die_help[card, colour] == pytest.approx(2 / 6)
    assert t.die_help_endurance[card, colour] == pytest.approx(2 / 6)
    assert t.die_help_fuel[card, colour] == 0


def test_what_cards_save_on_a_route(t: Any) -> None:
    """A Met Report is used once, on one of the dice that it helps with; a card for long routes not on short ones."""
    card = Equipment.MET_REPORT
    for route in range(len(t.route_length)):
        colours = t.square[route, : t.route_length[route]]
        some = 1 - np.prod(1 - t.die_help[card, colours])
        fuel = t.die_help_fuel[card, colours].sum() / t.die_help[card, colours].sum()
        assert t.route_help_fuel[card, route] == pytest.approx(some * fuel)
        for other in np.flatnonzero(t.min_length > t.route_length[route]):
            assert t.route_help_fuel[other, route] == t.route_help_endurance[other, route] == 0


def test_cards_that_are_not_used_on_dice_save_nothing_there(t: Any) -> None:
    for card in (Equipment.AUTOPILOT, Equipment.STEWARD, Equipment.WING_TANKS):
        assert not t.die_help[card].any()
        assert not t.route_help_fuel[card].any()
        assert not t.route_help_endurance[card].any()
