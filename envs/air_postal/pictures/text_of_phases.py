"""What the text says in full, depending on what is to be decided: routes, dice, slots, cards or aircraft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import members
from ..._core.pictures.fitting import MORE, Forms, beside, broken, clipped
from ..actions import Action
from ..limits import (
    EQUIPMENTS,
    HUBS,
    MAX_LEVEL,
    NONE,
    PILOTS,
)
from ..names import aircraft_name, city_code, city_name, colour_name, face_name, kind_name, nation_name, pilot_name
from ..phrases import equipment_card, money, outcome_words, squares_from
from ..rules.flights import colour_of, endurance_of, fuel_of
from ..rules.interruptions import crashes_on
from ..state import Phase
from .draw_aircraft import aircraft_row
from .facts import aircraft_list, may_see, wanted, ways
from .words import COLOUR_LETTERS, NATION_LETTERS, SECRET_PHASES, short_money

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

ROUTES = frozenset(
    {Phase.PLACING, Phase.LOADING, Phase.PREFLIGHT, Phase.FLYING, Phase.HUB, Phase.DELIVERY, Phase.BASIC_ACTION}
)
AIRCRAFT = frozenset({Phase.FIRST_AIRCRAFT, Phase.NEW_AIRCRAFT, Phase.CHANGE})


def section(game: Game, record: State, you: int | None) -> Forms:
    """What one should know to decide, in full and shorter."""
    phase = Phase(int(record.phase))
    if phase in ROUTES:
        return _routes(game, record)
    if phase in (Phase.DICE, Phase.DIE):
        return _dice(game, record)
    if phase in AIRCRAFT:
        return _aircraft(game, record)
    if phase == Phase.MAINTENANCE:
        return _equipment(game, record)
    if phase in (Phase.PILOT, Phase.SOLO_PILOT, Phase.NEW_PILOT):
        return [_pilots(game, record)]
    return [_city_cards(game, record) if phase in SECRET_PHASES and may_see(record, you) else []]


def _routes(game: Game, record: State) -> Forms:
    """The routes from where the seat to decide is: squares, what they cost on average, what is at the other end."""
    t, seat = game.tables[0], int(record.seat)
    city = int(record.city[seat])
    if city == NONE:
        return [[]]
    called, found = wanted(game, record, seat), ways(game, record, city)
    longest = max(int(t.route_length[route]) for route, _ in found)
    lines, rows = [], []
    for route, end in found:
        letters = "".join(COLOUR_LETTERS[colour] for colour in squares_from(game, route, city))
        over = ("W" if t.overwater[route] else "L") + ("!" if crashes_on(t, game.options[0], record, route) else " ")
        flight = f"{letters:<{longest}} {t.route_fuel[route]:4.1f}/{t.route_endurance[route]:.1f} {over}"
        hub, code = hub_reward(game, record, end), city_code(game, end)
        notes = [*_first(game, record, route), *(["*"] if end in called else [])]
        named = [short_kind(game, end), *([f"Hub {hub}"] if hub else []), *notes]
        short = [short_kind(game, end), *(["Hub"] if hub else []), *notes]
        lines.append(f"  {code} {city_name(game, end).split(' (')[0]:<18.18} {flight} {' '.join(named)}")
        rows.append(f"  {code} {flight} {' '.join(short)}")
    return [lines, beside(rows)]


def kind_words(game: Game, city: int) -> str:
    """What a city is for deliveries: `"Big City"`, `"British embassy"`."""
    nation = int(game.tables[0].nation[city])
    return f"{nation_name(nation)} embassy" if nation != NONE else kind_name(int(game.tables[0].kind[city]))


def short_kind(game: Game, city: int) -> str:
    """The same, short: `"Embassy B"`."""
    nation = int(game.tables[0].nation[city])
    return f"Embassy {NATION_LETTERS[nation]}" if nation != NONE else kind_words(game, city)


def hub_reward(game: Game, record: State, city: int) -> str:
    """What a Hub still gives to the seat to decide, `""`: nothing."""
    t = game.tables[0]
    for k in range(HUBS):
        if record.hub[k] == city and not int(record.hubs_reached[record.seat]) >> k & 1:
            return f"{t.city_glory[city]}/{short_money(t.city_money[city])}"
    return ""


def _first(game: Game, record: State, route: int) -> list[str]:
    """The Great First that a route still is."""
    first = int(game.tables[0].great_first_of[route])
    open_yet = first != NONE and record.great_first[first] == NONE
    return [f"First {game.tables[0].great_first_glory[first]}"] if open_yet else []


def _dice(game: Game, record: State) -> Forms:
    """Where the dice lead, the dice in the order in which their squares are passed, and the gauges behind each."""
    t, seat = game.tables[0], int(record.seat)
    fuel, endurance, lines, rows = int(record.fuel[seat]), int(record.endurance[seat]), [], []
    for k in range(int(t.route_length[record.route])):
        costs = int(fuel_of(t, record, k)), int(endurance_of(t, record, k))
        fuel, endurance = fuel - costs[0], endurance - costs[1]
        name = f"{colour_name(int(colour_of(t, record, k)))} {face_name(int(record.face[k]))}"
        left = [str(gauge).replace("-", "−") for gauge in (fuel, endurance)]
        lines.append(f"  {k + 1} {name:<22} fuel −{costs[0]} endurance −{costs[1]}  leaves {left[0]} and {left[1]}")
        rows.append(f"  {k + 1} {name} −{costs[0]} −{costs[1]}, leaves {left[0]}, {left[1]}")
    words = broken(f"As the dice lie: {outcome_words(game, record)}.")
    return [[*words, *lines], [*words, *beside(rows)]]


def _aircraft(game: Game, record: State) -> Forms:
    """Aircraft that can be had, two beside each other; where there is less room, only those of the best levels."""
    mask, seat = game.mask_of(record), int(record.seat)
    had = [(k, used) for k, used in aircraft_list(record) if mask[Action.AIRCRAFT + k]]
    own = int(record.aircraft[seat])
    level = 0 if own == NONE else int(game.tables[0].level[own])
    forms = [aircraft_lines(game, had)]
    for lowest in range(level, MAX_LEVEL):
        best = [(k, used) for k, used in had if game.tables[0].level[k] >= lowest]
        if 0 < len(best) < len(had):
            left_out = f"  {len(had) - len(best)} of lower levels{MORE}"
            forms.append([*aircraft_lines(game, best), left_out])
    return forms


def aircraft_lines(game: Game, found: list[tuple[int, bool]]) -> list[str]:
    """Aircraft, two beside each other: level, name, type, Max Fuel and Range, Load values, prices.

    Args:
        game: the game with its tables.
        found: `(aircraft, whether it is second-hand)`.
    """
    rows = []
    for aircraft, used in found:
        level, _, kind, reach, loads, prices = aircraft_row(game, aircraft)
        name = f"{'*' if used else ' '}{level} {short_aircraft(game, aircraft, 13):<13}"
        prices = prices.replace("$", "").replace("k", "")
        # Forty columns: two of them fill a line.
        rows.append(f"{name}{kind:>3} {reach:>5} {loads:>7} {prices:>6}")
    if not rows:
        return []
    values = "Load" if game.options[0].basic else "Cargo·PAX·Crew·System"
    return [f" level, name, type, Max Fuel/Range, {values}, price/resale; *: used", *beside(rows)]


def _equipment(game: Game, record: State) -> Forms:
    """Cards that can be bought, with what they do."""
    mask, t = game.mask_of(record), game.tables[0]
    found = [card for card in range(EQUIPMENTS) if mask[Action.BUY + card]]
    cards = [f"  {short_money(t.equipment_price[card]):>4} {equipment_card(game, card)}" for card in found]
    return [[line for card in cards for line in form(card)] for form in (broken, clipped)]


def _pilots(game: Game, record: State) -> list[str]:
    """Pilots that can be chosen, with what is printed on their cards."""
    mask, t = game.mask_of(record), game.tables[0]
    head = f"  {'pilot':<26} Revenues  first aircraft  competence  endurance"
    return [
        head,
        *(
            f"  {pilot_name(game, k):<26} {money(t.revenue[k]):<9} {f'to level {t.start_level[k]}':<15} "
            f"{t.competence[k]:<11} {t.max_endurance[k]}"
            for k in range(PILOTS)
            if mask[Action.PILOT + k]
        ),
    ]


def _city_cards(game: Game, record: State) -> list[str]:
    """What the City cards in the hand bring: as Main Base, then to whoever reaches them as Hubs."""
    t = game.tables[0]
    return [
        f"  {city_name(game, city):<16} {t.city_glory[city]} glory, {money(t.city_money[city])}"
        for city in members(record.hand[record.seat])
    ]


def short_aircraft(game: Game, aircraft: int, room: int) -> str:
    """The name of an aircraft in so many letters."""
    return short_name(aircraft_name(game, aircraft), room)


def short_name(name: str, room: int) -> str:
    """A name of an aeroplane in so many letters; the number of the model is kept rather than the maker's name."""
    if len(name) <= room:
        return name
    first, *others = name.split()
    model = next((word for word in others if any(letter.isdigit() for letter in word)), "")
    left = room - len(model) - 1
    if model:
        return f"{first[:left]} {model}" if left > 0 else model[: max(room, 1)]
    # One word more than the maker's name, or the last one instead.
    beginning = name[: max(room + 1, 1)].rpartition(" ")[0]
    return beginning if " " in beginning else name.split()[-1][: max(room, 1)]
