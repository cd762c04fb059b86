"""Reading what a data pack says of Objective, Load, System and Crew cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._core.packs import PackTable
from .._core.words import short
from .helps import find_helps
from .limits import (
    AIR_ROUTES,
    CATEGORY_LABELS,
    CITIES,
    COLOUR_LABELS,
    DELIVERIES,
    DIPLOMACIES,
    EQUIPMENT_LABELS,
    EQUIPMENTS,
    FACE_LABELS,
    FIRST_DIPLOMACY,
    FIRST_EXPERT,
    FIRST_VIP,
    KIND_LABELS,
    LOAD_LABELS,
    LOADS,
    MAX_COPIES,
    MAX_ENDURANCE,
    MAX_FUEL,
    MAX_LENGTH,
    MAX_LOADS,
    MAX_RANGE,
    NATION_LABELS,
    NATIONS,
    NONE,
    OBJECTIVES,
    VIPS,
    Category,
    CityKind,
    Effect,
    Frequency,
    Load,
    labels_of,
)
from .names import nation_name, spell
from .paths import find_ways_to_deliver
from .read_map import BOARD_LABELS, CONTINENT_LABELS, MAX_GLORY, MAX_MONEY
from .read_words import expect, label_of, marks_of, new_name, number_of, numbers_of
from .state import CARDS_OF_A_KIND

if TYPE_CHECKING:
    from .tables import Tables

EFFECT_LABELS = labels_of(Effect)
FREQUENCY_LABELS = labels_of(Frequency)
EASED_FUEL = 2
"""Fuel of the faces that a card makes easier."""


def read_objectives(t: Tables, file: PackTable, cities: dict[str, int]) -> None:
    """Air Routes, VIP Travellers and Diplomacy, after the map."""
    pairs: set[frozenset[int]] = set()
    for k, entry in enumerate(file.tables("air_route", AIR_ROUTES, AIR_ROUTES)):
        ends = t.air_route[k] = numbers_of(entry, "between", cities, "[[city]] of map.toml", 2)
        if frozenset(ends) in pairs:
            raise entry.fault("between", "another Air Route has these cities already")
        pairs.add(frozenset(ends))
        for side, end in enumerate(ends):
            t.routes_of_city[end, side] |= 1 << k
        _read_objective(t, k, entry)
    names: set[str] = set()
    for k, entry in enumerate(file.tables("vip", VIPS, VIPS)):
        name = new_name(entry, "name", names)
        names.add(name)
        spell(t.objective_name[FIRST_VIP + k], name, entry)
        city = t.vip_city[k] = number_of(entry, "city", cities, "[[city]] of map.toml")
        if t.kind[city] != CityKind.BIG_CITY:
            raise entry.fault("city", f"'{entry.text('city')}' is no Big City, where alone a VIP can be dropped off")
        t.vips_of_city[city] |= 1 << k
        _read_objective(t, FIRST_VIP + k, entry)
    nations: set[int] = set()
    for k, entry in enumerate(file.tables("diplomacy", DIPLOMACIES, DIPLOMACIES)):
        _read_diplomacy(t, k, entry, nations)
    for card in range(OBJECTIVES):
        word, bit = (0, card) if card < AIR_ROUTES else (1, card - AIR_ROUTES)
        t.glory_digit[word] |= ((int(t.objective_glory[card]) >> np.arange(t.glory_digit.shape[1])) & 1) << bit
    file.done()


def _read_objective(t: Tables, objective: int, entry: PackTable) -> None:
    t.objective_continent[objective] = label_of(entry, "continent", CONTINENT_LABELS)
    t.objective_glory[objective] = entry.integer("glory", 1, MAX_GLORY)
    t.objective_money[objective] = entry.integer("money", 0, MAX_MONEY)
    entry.done()


def _read_diplomacy(t: Tables, k: int, entry: PackTable, nations: set[int]) -> None:
    nation = label_of(entry, "nation", NATION_LABELS)
    if nation in nations:
        raise entry.fault("nation", f"'{NATION_LABELS[nation]}' has a Diplomacy card already")
    nations.add(nation)
    scale = entry.integers("scale", 1, MAX_GLORY)
    if not 0 < len(scale) <= DELIVERIES:
        raise entry.fault("scale", f"must have 1 to {DELIVERIES} steps, not {len(scale)}")
    t.diplomacy_nation[k], t.diplomacy_of[nation] = nation, k
    t.diplomacy_scale[k, : len(scale)] = scale
    spell(t.objective_name[FIRST_DIPLOMACY + k], f"{nation_name(nation)} Diplomacy", entry, "nation")
    t.objective_continent[FIRST_DIPLOMACY + k] = NONE
    t.objective_glory[FIRST_DIPLOMACY + k] = scale[0]
    entry.done()


def read_loads(t: Tables, file: PackTable) -> None:
    """The Load cards, after map and Objective cards."""
    for load, entry in enumerate(file.tables("load", LOADS, LOADS)):
        expect(entry, "kind", LOAD_LABELS[load], LOAD_LABELS)
        t.load_count[load] = entry.integer("count", 1, CARDS_OF_A_KIND)
        t.load_money[load] = entry.integer("money", 0, MAX_MONEY)
        t.load_at[load] = marks_of(entry, "to", KIND_LABELS)
        nation = load - Load.SOVIET_BAG
        if 0 <= nation < NATIONS:
            _check_bags(t, load, nation, entry)
        _find_places(t, load, nation if 0 <= nation < NATIONS else NONE)
        _refuse_nowhere(t, load, entry)
        entry.done()
    file.done()
    find_ways_to_deliver(t)


def _check_bags(t: Tables, load: int, nation: int, entry: PackTable) -> None:
    count = int(t.load_count[load])
    if count > DELIVERIES:
        raise entry.fault("count", f"a nation has at most {DELIVERIES} Diplomatic Bags, not {count}")
    steps = int((t.diplomacy_scale[t.diplomacy_of[nation]] > 0).sum())
    if steps > count:
        name = f"{nation_name(nation)} Diplomacy"
        raise entry.fault("count", f"the scale of {name} in objectives.toml has {steps} steps, there are {count} bags")
    if t.load_at[load].tolist() != [label == KIND_LABELS[CityKind.EMBASSY] for label in KIND_LABELS]:
        raise entry.fault("to", "a Diplomatic Bag goes to an embassy, and nowhere else")


def _find_places(t: Tables, load: int, nation: int) -> None:
    """Fill in the cities in which a Load can be delivered."""
    for city in range(CITIES):
        if t.load_at[load, t.kind[city]] and nation in (NONE, t.nation[city]):
            t.accepts[city] |= 1 << load


def _refuse_nowhere(t: Tables, load: int, entry: PackTable) -> None:
    """On both sides of the game board it must be possible to deliver a Load; a Fuel Can is there to be used."""
    if load == Load.FUEL_CAN:
        return
    for board, label in enumerate(BOARD_LABELS):
        if not any(t.accepts[city] >> load & 1 and t.on_board[board, city] for city in range(CITIES)):
            raise entry.fault("to", f"there is no city on the side '{label}' where it can be delivered")


def read_equipment(t: Tables, file: PackTable) -> None:
    """System and Crew cards, after map, dice and aircraft."""
    names: set[str] = set()
    for card, entry in enumerate(file.tables("card", EQUIPMENTS, EQUIPMENTS)):
        expect(entry, "kind", EQUIPMENT_LABELS[card], EQUIPMENT_LABELS)
        name = new_name(entry, "name", names)
        names.add(name)
        spell(t.equipment_name[card], name, entry)
        t.copies[card] = entry.integer("copies", 1, MAX_COPIES if card < FIRST_EXPERT else 1)
        t.equipment_price[card] = entry.integer("price", 0, MAX_MONEY)
        category = label_of(entry, "category", CATEGORY_LABELS)
        if category not in (Category.CREW, Category.SYSTEM):
            raise entry.fault("category", f"must be 'crew' or 'system', not {short(entry.text('category'))}")
        t.equipment_category[card] = category
        t.cards_of[category] |= 1 << card
        _read_effect(t, card, entry)
        _read_bonus(t, card, entry)
        entry.done()
    file.done()
    _refuse_beyond_gauges(t, file)
    find_helps(t)


def _read_effect(t: Tables, card: int, entry: PackTable) -> None:
    effect = Effect(label_of(entry, "effect", EFFECT_LABELS))
    frequency = Frequency(label_of(entry, "frequency", FREQUENCY_LABELS))
    t.effect[card], t.frequency[card] = effect, frequency
    if effect == Effect.NOTHING:
        return
    if frequency == Frequency.PERMANENT:
        raise entry.fault("frequency", f"'{EFFECT_LABELS[effect]}' without a limit would never end")
    if effect == Effect.REST:
        t.rest[card] = entry.integer("rest", 1, 4)
        return
    colours, faces = marks_of(entry, "colours", COLOUR_LABELS), marks_of(entry, "faces", FACE_LABELS)
    if not any(colours) or not any(faces):
        raise entry.fault("faces" if any(colours) else "colours", "must name at least one, or the card is useless")
    t.works_on[card] = np.outer(colours, faces)
    t.min_length[card] = _optional(entry, "min_length", MAX_LENGTH)
    if effect == Effect.EASE:
        for face in np.flatnonzero(faces):
            if t.face_fuel[face] != EASED_FUEL:
                what = f"'{FACE_LABELS[face]}' costs {t.face_fuel[face]} fuel"
                raise entry.fault("faces", f"{what}, the card makes {EASED_FUEL} into 1")


def _read_bonus(t: Tables, card: int, entry: PackTable) -> None:
    t.load_bonus[card] = [_optional(entry, label, 4) for label in CATEGORY_LABELS]
    t.fuel_bonus[card] = _optional(entry, "fuel", 2)
    t.range_bonus[card] = _optional(entry, "range", 2)
    t.pax_bonus[card] = _optional(entry, "pax_money", 99)


def _optional(entry: PackTable, key: str, most: int) -> int:
    return entry.integer(key, 1, most) if entry.has(key) else 0


def _refuse_beyond_gauges(t: Tables, file: PackTable) -> None:
    """With all cards aboard that add to a value, nothing may be beyond what an aircraft or a pilot can have."""
    for what, most, limit in (
        ("fuel", t.max_fuel.max() + t.fuel_bonus.sum(), MAX_FUEL),
        ("range", t.range.max() + t.range_bonus.sum(), MAX_RANGE),
        ("endurance", t.max_endurance.max() + t.rest.sum(), MAX_ENDURANCE),
        ("load", t.load_value.max() + t.load_bonus.max(axis=1).sum(), MAX_LOADS),
    ):
        if most > limit:
            raise file.fault("card", f"with all cards, {what} could be {most}, {limit} is the most")
