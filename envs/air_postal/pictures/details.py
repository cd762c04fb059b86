"""All that is known of the table, without regard to length: what the text has no room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import members
from ..._core.pictures.fitting import broken
from ..limits import CITIES, EQUIPMENTS, FIRST_EXPERT, GREAT_FIRSTS, HUBS, NONE, PILOTS, SLOTS, SOLO, Slot
from ..names import (
    city_code,
    city_name,
    great_first_name,
    load_name,
    objective_name,
    pilot_name,
    seat_name,
    slot_name,
    type_name,
)
from ..phrases import counted, equipment_card, money, objective_words, squares_from
from .facts import aircraft_list, bags_due, gauges, marks_of, objectives_in, own_aircraft, solo_path, ways
from .text_of_phases import aircraft_lines, kind_words
from .text_of_seats import places_words
from .words import COLOUR_LETTERS, last_name, short_money

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def details(game: Game, record: State, seat: int | None = None) -> str:
    """All that lies open, in words, in lines of at most 80 columns.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks (None: a spectator); everybody sees the same.

    Returns:
        Seats, Operations board, rivers, Hubs, Great Firsts, cards and aircraft on sale, pilots, and cities with routes.
    """
    parts = {
        "Seats": [line for player in range(game.players) for line in _seat(game, record, player)],
        "Operations board": _slots(game, record),
        "Objective cards that lie open": [objective_words(game, int(k)) for k in record.objective_river if k != NONE],
        "Load cards that lie open": [", ".join(load_name(int(k)) for k in record.load_river if k != NONE)],
        "Hubs": _hubs(game, record),
        "Great Firsts": _firsts(game, record),
        "The path of the Solo plane": [", ".join(city_name(game, city) for city in solo_path(game, record))],
        "System and Crew cards": _equipment(game, record),
        "Aircraft that nobody has": aircraft_lines(game, aircraft_list(record)),
        "Pilots who are left": [_pilot(game, k) for k in range(PILOTS) if int(record.pilots_left) >> k // 2 & 1],
        "Cities and their routes (squares: B blue, G green, W white, R red; ~ Overwater)": _cities(game, record),
    }
    lines = []
    for head, found in parts.items():
        if any(found):
            indent = "" if found[0].startswith(" ") else "  "  # rows of aircraft fill their lines
            lines += [f"{head}:", *(part for line in found for part in broken(indent + line))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _seat(game: Game, record: State, seat: int) -> list[str]:
    """Pilot, aircraft with its gauges, what is aboard, objectives, and what has been achieved."""
    lines = [f"{seat} {seat_name(game, record, seat)}: {record.glory[seat]} glory, {money(record.money[seat])}"]
    if record.pilot[seat] != NONE:
        lines.append(f"  {_card(game, int(record.pilot[seat]))}{_places(game, record, seat)}")
    if record.aircraft[seat] == NONE:
        return lines
    t, own = game.tables[0], int(record.aircraft[seat])
    kind = f"level {t.level[own]}, {type_name(int(t.aircraft_type[own]))}, resale {money(t.resale[own])}"
    lines.append(f"  {own_aircraft(game, record, seat)}, {kind}: {gauges(game, record, seat)}")
    lines.append(f"  {places_words(game, record, seat)}")
    lines += [f"  to do: {_objective(game, record, card)}" for card in objectives_in(record.held[seat])]
    done = [objective_name(game, card) for card in objectives_in(record.achieved[seat])]
    bags = [
        f"{counted(given, 'bag')} for {objective_name(game, k)}" for k, given in bags_due(game, record, seat) if given
    ]
    lines += [f"  achieved: {', '.join(done + bags)}"] if done + bags else []
    return lines


def _places(game: Game, record: State, seat: int) -> str:
    """Where a seat's aircraft is, and its Main Base in the variant of that name."""
    at = f"; in {city_name(game, int(record.city[seat]))}" if record.city[seat] != NONE else ""
    base = f", Main Base {city_name(game, int(record.main_base[seat]))}" if record.main_base[seat] != NONE else ""
    return at + base


def _card(game: Game, pilot: int) -> str:
    """What is printed on a Pilot card and still matters."""
    t = game.tables[0]
    return f"Revenues {money(t.revenue[pilot])}, competence {t.competence[pilot]}, endurance {t.max_endurance[pilot]}"


def _pilot(game: Game, pilot: int) -> str:
    return f"{pilot_name(game, pilot)}: {_card(game, pilot)}"


def _objective(game: Game, record: State, card: int) -> str:
    """An Objective card, and the city of an Air Route on which a cube lies."""
    cubes = [k for k, marked in enumerate(marks_of(record, card)) if marked]
    cities = [city_name(game, int(game.tables[0].air_route[card, k])) for k in cubes]
    return objective_words(game, card) + (f", cube on {cities[0]}" if cities else "")


def _slots(game: Game, record: State) -> list[str]:
    """The slots: who is there, and what it costs to unseat him."""
    lines = []
    for slot in range(0 if game.options[0].basic else SLOTS):
        seats = [seat for seat in record.line.tolist() if seat != NONE]
        if slot != Slot.FLIGHT_OPS:
            seats = [seat for seat in range(game.players) if record.marker[seat] == slot]
        who = ", ".join(last_name(game, record, seat) for seat in seats) or "-"
        fee = int(game.tables[0].fee[slot])
        lines.append(f"{slot} {slot_name(slot):<29} {f'fee {money(fee)}' if fee else '':<12} {who}")
    return lines


def _hubs(game: Game, record: State) -> list[str]:
    """Hubs with both rewards, and who has been there."""
    t, lines = game.tables[0], []
    for k in range(HUBS):
        city = int(record.hub[k])
        if city != NONE:
            been = [last_name(game, record, s) for s in range(game.players) if int(record.hubs_reached[s]) >> k & 1]
            worth = f"{t.city_glory[city]} glory or {money(t.city_money[city])}"
            lines.append(f"{city_name(game, city)}: {worth}" + (f"; {', '.join(been)}" if been else ""))
    return lines


def _firsts(game: Game, record: State) -> list[str]:
    """Great Firsts of this side of the board, and who has them."""
    t, lines = game.tables[0], []
    for first in range(GREAT_FIRSTS):
        route, owner = int(t.great_first_route[first]), int(record.great_first[first])
        if t.route_on[t.setup_board[record.setup], route]:
            ends = " – ".join(city_name(game, int(city)) for city in t.route_city[route])
            worth = counted(int(t.route_length[route]), "square")
            who = "" if owner == NONE else f"; {'the Solo plane' if owner == SOLO else last_name(game, record, owner)}"
            lines.append(f"{great_first_name(game, first)}, {ends}: {t.great_first_glory[first]} glory, {worth}{who}")
    return lines


def _equipment(game: Game, record: State) -> list[str]:
    """What each card costs and does, and how many are left; of the Expert cards those that lie open or are aboard."""
    t, lines = game.tables[0], []
    aboard = [card for seat in range(game.players) for card in members(record.equipment[seat])]
    for card in range(EQUIPMENTS):
        left = int(record.stock[card]) if card < FIRST_EXPERT else int(record.expert == card)
        if left or card in aboard:
            price = short_money(t.equipment_price[card])
            lines.append(f"{price:>4} {equipment_card(game, card)}; {left or 'none'} left")
    return lines


def _cities(game: Game, record: State) -> list[str]:
    """Each city of this side of the board with its letters, what it is for deliveries, and its routes."""
    t, lines = game.tables[0], []
    board = int(t.setup_board[record.setup])
    for city in sorted((k for k in range(CITIES) if t.on_board[board, k]), key=lambda k: city_code(game, k)):
        routes = []
        for route, end in ways(game, record, city):
            letters = "".join(COLOUR_LETTERS[colour] for colour in squares_from(game, route, city))
            routes.append(f"{city_code(game, end)} {letters}{'~' if t.overwater[route] else ''}")
        lines.append(f"{city_code(game, city)} {city_name(game, city)}, {kind_words(game, city)}: {', '.join(routes)}")
    return lines
