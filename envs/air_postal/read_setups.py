"""Reading the Setup postcards of a data pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.packs import PackTable, nearest
from .._core.words import short
from .limits import (
    CITY_CARDS,
    FIRST_VIP,
    HUBS,
    NONE,
    OBJECTIVES,
    PATH,
    SETUPS,
    STARTING_PILOTS,
)
from .names import spell
from .paths import solo_path
from .read_map import BOARD_LABELS, CONTINENT_LABELS
from .read_words import expect, label_of, marks_of, new_name, number_of, numbers_of
from .state import SETUP_LABELS

if TYPE_CHECKING:
    from .tables import Tables


def read_setups(t: Tables, file: PackTable, cities: dict[str, int], pilots: dict[str, int]) -> None:
    """The Setup postcards, after everything else."""
    names: set[str] = set()
    for setup, entry in enumerate(file.tables("setup", SETUPS, SETUPS)):
        expect(entry, "postcard", SETUP_LABELS[setup + 1], SETUP_LABELS[1:])
        name = new_name(entry, "name", names)
        names.add(name)
        spell(t.setup_name[setup], name, entry)
        t.setup_board[setup] = label_of(entry, "board", BOARD_LABELS)
        continents = marks_of(entry, "continents", CONTINENT_LABELS)
        if not any(continents):
            raise entry.fault("continents", "must name at least one")
        t.setup_continents[setup] = sum(1 << continent for continent, there in enumerate(continents) if there)
        _read_bases(t, setup, entry.table("base", provenance=False), cities, pilots)
        _read_hubs(t, setup, entry, cities)
        _find_objectives(t, setup, entry, list(cities))
        _find_paths(t, setup, entry, list(pilots))
        entry.done()
    file.done()
    _refuse_pilots_without_aircraft(t, file, list(pilots))


def _read_bases(t: Tables, setup: int, bases: PackTable, cities: dict[str, int], pilots: dict[str, int]) -> None:
    if len(bases.values) != STARTING_PILOTS:
        raise bases.fault("", f"must name {STARTING_PILOTS} pilots, not {len(bases.values)}")
    cards: dict[int, str] = {}
    for k, name in enumerate(bases.values):
        if name not in pilots:
            raise bases.fault("", f"{short(name)} is no [[pilot]] of pilots.toml{nearest(name, pilots)}")
        card = pilots[name] // 2
        if card in cards:
            raise bases.fault(name, f"is the other face of the Pilot card of {cards[card]}")
        cards[card] = name
        base = number_of(bases, name, cities, "[[city]] of map.toml")
        _check_city(t, setup, base, bases, name)
        if base in t.setup_base[setup, :k]:
            raise bases.fault(name, f"'{bases.text(name)}' is the Main Base of another pilot")
        t.setup_pilot[setup, k], t.setup_base[setup, k] = pilots[name], base
    bases.done()


def _read_hubs(t: Tables, setup: int, entry: PackTable, cities: dict[str, int]) -> None:
    hubs = numbers_of(entry, "hubs", cities, "[[city]] of map.toml", HUBS)
    for k, hub in enumerate(hubs):
        _check_city(t, setup, hub, entry, f"hubs[{k}]")
        if hub in t.setup_base[setup]:
            raise entry.fault(f"hubs[{k}]", f"'{entry.value('hubs')[k]}' is a Main Base, there is one City card of it")
    t.setup_hub[setup] = hubs


def _check_city(t: Tables, setup: int, city: int, entry: PackTable, key: str) -> None:
    name = t.city_name[city].tobytes().rstrip(b"\0").decode()
    if city >= CITY_CARDS:
        raise entry.fault(key, f"'{name}' has no City card")
    if not t.on_board[t.setup_board[setup], city]:
        raise entry.fault(key, f"'{name}' is not on the side '{BOARD_LABELS[t.setup_board[setup]]}'")


def _find_objectives(t: Tables, setup: int, entry: PackTable, names: list[str]) -> None:
    """Fill in the Objective cards of a game: those of its continents, and Diplomacy."""
    board = int(t.setup_board[setup])
    for objective in range(OBJECTIVES):
        continent = t.objective_continent[objective]
        if continent != NONE and not t.setup_continents[setup] >> continent & 1:
            continue
        for city in _cities_of(t, objective):
            if not t.on_board[board, city]:
                where = f"which is not on the side '{BOARD_LABELS[board]}'"
                deck = CONTINENT_LABELS[continent]
                raise entry.fault("continents", f"an Objective card of {deck} leads to '{names[city]}', {where}")
        word, bit = (0, objective) if objective < FIRST_VIP else (1, objective - FIRST_VIP)
        t.setup_objectives[setup, word] |= 1 << bit


def _cities_of(t: Tables, objective: int) -> list[int]:
    if objective < FIRST_VIP:
        return [int(city) for city in t.air_route[objective]]
    vip = objective - FIRST_VIP
    return [int(t.vip_city[vip])] if vip < len(t.vip_city) else []


def _find_paths(t: Tables, setup: int, entry: PackTable, names: list[str]) -> None:
    """Fill in how the Solo plane flies with each of the pilots."""
    hubs = [int(hub) for hub in t.setup_hub[setup]]
    t.path[setup] = NONE
    for k, base in enumerate(t.setup_base[setup]):
        path = solo_path(t, int(t.setup_board[setup]), int(base), hubs)
        if len(path) > PATH:
            who = names[t.setup_pilot[setup, k]]
            raise entry.fault("hubs", f"the Solo plane of {who} would need {len(path)} flights, {PATH} is the most")
        t.path_length[setup, k] = len(path)
        t.path[setup, k, : len(path)] = path
        left = set(hubs)
        for flight, city in enumerate(path):
            if city in left:
                t.path_hub[setup, k, flight] = t.city_glory[city]
                left.remove(city)


def _refuse_pilots_without_aircraft(t: Tables, file: PackTable, names: list[str]) -> None:
    """Whatever the others have taken before, each pilot of a postcard must find a first aircraft."""
    for setup, pilots in enumerate(t.setup_pilot):
        for pilot in pilots:
            level = int(t.start_level[pilot])
            normal = int(((t.level <= level) & (t.warbird == 0)).sum())
            warbirds = int((t.level <= level - t.warbird_levels).sum())
            for aircraft, variant in ((normal, ""), (warbirds, " with Warbirds")):
                if aircraft < STARTING_PILOTS:
                    what = f"{names[pilot]} can choose among {aircraft} first aircraft{variant}"
                    raise file.fault(
                        f"setup {setup + 1}", f"{what}; there must be {STARTING_PILOTS}, since three may be taken"
                    )
