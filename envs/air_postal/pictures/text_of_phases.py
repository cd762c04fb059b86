"""What the text says in full, depending on what is to be decided: routes, dice, slots, cards or aircraft."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from ..._core.bits import members
from ..actions import Action
from ..limits import (
    EQUIPMENTS,
    HUBS,
    NONE,
    PILOTS,
    SLOTS,
    Slot,
)
from ..names import city_name, colour_name, face_name, kind_name, nation_name, pilot_name, slot_name
from ..phrases import equipment_card, money, objective_words, squares_from
from ..rules.flights import colour_of, endurance_of, fuel_of
from ..rules.interruptions import crashes_on
from ..state import Phase
from .draw_aircraft import aircraft_row
from .facts import aircraft_list, may_see, wanted, ways
from .words import COLOUR_LETTERS, SECRET_PHASES, last_name, short_money

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

ROUTES = frozenset({Phase.LOADING, Phase.PREFLIGHT, Phase.FLYING, Phase.HUB, Phase.DELIVERY, Phase.BASIC_ACTION})
ROUTE_HEAD = "  to                 squares     fuel end.  W: Overwater, L: Overland, !: crash"
AIRCRAFT = frozenset({Phase.FIRST_AIRCRAFT, Phase.NEW_AIRCRAFT, Phase.CHANGE})


def section(game: Game, record: State, you: int | None) -> list[str]:
    """What one should know in full to decide."""
    phase = Phase(int(record.phase))
    if phase in ROUTES:
        return _routes(game, record)
    if phase in (Phase.DICE, Phase.DIE):
        return _dice(game, record)
    if phase == Phase.PLACING:
        return [*_slots(game, record), *_routes(game, record)]
    if phase in AIRCRAFT:
        return _aircraft(game, record)
    if phase == Phase.MAINTENANCE:
        return _equipment(game, record)
    if phase == Phase.OBJECTIVE:
        cards = [int(card) for card in record.objective_river if card != NONE]
        return ["  " + objective_words(game, card) for card in cards]
    if phase in (Phase.PILOT, Phase.SOLO_PILOT, Phase.NEW_PILOT):
        return _pilots(game, record)
    return _city_cards(game, record) if phase in SECRET_PHASES and may_see(record, you) else []


def _routes(game: Game, record: State) -> list[str]:
    """The routes from where the seat to decide is: squares, what they cost on average, what is at the other end."""
    t, seat = game.tables[0], int(record.seat)
    city = int(record.city[seat])
    if city == NONE:
        return []
    called, lines = wanted(game, record, seat), [ROUTE_HEAD]
    for route, end in ways(game, record, city):
        letters = "".join(COLOUR_LETTERS[colour] for colour in squares_from(game, route, city))
        costs = f"{t.route_fuel[route]:4.1f} {t.route_endurance[route]:.1f}"
        notes = [_kind(game, end), *_hub(game, record, end), *(["called"] if end in called else [])]
        first = int(t.great_first_of[route])
        if first != NONE and record.great_first[first] == NONE:
            notes.append(f"First {t.great_first_glory[first]}")
        name = city_name(game, end).split(" (")[0]
        over = ("W" if t.overwater[route] else "L") + ("!" if crashes_on(t, game.options[0], record, route) else " ")
        lines.append(f"  {name:<18.18} {len(letters)} {letters:<8} {costs} {over} {', '.join(notes)}")
    return lines


def _kind(game: Game, city: int) -> str:
    t = game.tables[0]
    nation = int(t.nation[city])
    return f"{nation_name(nation)} embassy" if nation != NONE else kind_name(int(t.kind[city]))


def _hub(game: Game, record: State, city: int) -> list[str]:
    """What a Hub still gives to the seat to decide."""
    t = game.tables[0]
    for k in range(HUBS):
        if record.hub[k] == city and not int(record.hubs_reached[record.seat]) >> k & 1:
            return [f"Hub {t.city_glory[city]}/{short_money(t.city_money[city])}"]
    return []


def _dice(game: Game, record: State) -> list[str]:
    """The dice in the order in which their squares are passed, and the gauges behind each."""
    t, seat = game.tables[0], int(record.seat)
    fuel, endurance, lines = int(record.fuel[seat]), int(record.endurance[seat]), []
    for k in range(int(t.route_length[record.route])):
        costs = int(fuel_of(t, record, k)), int(endurance_of(t, record, k))
        fuel, endurance = fuel - costs[0], endurance - costs[1]
        name = f"{colour_name(int(colour_of(t, record, k)))} {face_name(int(record.face[k]))}"
        lines.append(
            f"  {k + 1} {name:<22} fuel −{costs[0]} endurance −{costs[1]}"
            f"  leaves {str(fuel).replace('-', '−')} and {str(endurance).replace('-', '−')}"
        )
    return lines


def _slots(game: Game, record: State) -> list[str]:
    """The slots of the Operations board: who is there, and what it costs to unseat him."""
    lines = []
    for slot in range(SLOTS):
        seats = [seat for seat in record.line.tolist() if seat != NONE]
        if slot != Slot.FLIGHT_OPS:
            seats = [seat for seat in range(game.players) if record.marker[seat] == slot]
        who = ", ".join(last_name(game, record, seat) for seat in seats) or "-"
        fee = int(game.tables[0].fee[slot])
        lines.append(f"  {slot} {slot_name(slot):<29} {f'fee {money(fee)}' if fee else '':<12} {who}")
    return lines


def _aircraft(game: Game, record: State) -> list[str]:
    """Aircraft that can be had: level, name, type, Max Fuel and Range, Load values, prices; two beside each other."""
    mask = game.mask_of(record)
    rows = []
    for aircraft, used in aircraft_list(record):
        if mask[Action.AIRCRAFT + aircraft]:
            level, name, kind, reach, loads, prices = aircraft_row(game, aircraft)
            mark = "*" if used else " "
            prices = prices.replace("$", "").replace("k", "")
            # Forty columns: two of them fill a line.
            rows.append(f"{mark}{level} {short_name(name, 13):<13}{kind:>3} {reach:>5} {loads:>7} {prices:>6}")
    if not rows:
        return []
    half = -(-len(rows) // 2)
    values = "Load" if game.options[0].basic else "Cargo·PAX·Crew·System"
    head = f" level, name, type, Max Fuel/Range, {values}, price/resale; * second-hand"
    return [head, *map("".join, zip_longest(rows[:half], rows[half:], fillvalue=""))]


def _equipment(game: Game, record: State) -> list[str]:
    """Cards that can be bought, with what they do."""
    mask, t = game.mask_of(record), game.tables[0]
    found = [card for card in range(EQUIPMENTS) if mask[Action.BUY + card]]
    return [f"  {money(t.equipment_price[card]):>7} {equipment_card(game, card)}" for card in found]


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


def short_name(name: str, room: int) -> str:
    """A name of an aeroplane in so many letters; the number of the model is kept rather than the maker's name."""
    if len(name) <= room:
        return name
    first, *others = name.split()
    model = next((word for word in others if any(letter.isdigit() for letter in word)), others[-1] if others else "")
    left = room - len(model) - 1
    return f"{first[:left]} {model}" if model and left > 0 else (model or first)[: max(room, 1)]
