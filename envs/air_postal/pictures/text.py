"""The table as plain text of at most 24 lines of 80 columns; what has no room there is in the details."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.pictures.fitting import Forms, broken, fitted
from ..limits import GREAT_FIRSTS, NONE, SLOTS, SOLO, Slot
from ..names import city_code, city_name, equipment_name, great_first_name
from ..phrases import counted, listed, objective_words
from ..state import Phase
from .facts import final_words, solo_city, solo_path
from .text_of_phases import section
from .text_of_seats import HEAD, load_code, seat_forms
from .words import course, last_name, objective_code, short_money, solo_pilot, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

SHORT_SLOTS = ("Flight", "1 Obj", "2 Rev", "3 Maint+Rev", "4 Obj+Rev", "5 Aircraft")

NAMES_FIRST = ("objectives", "firsts", "hubs")
"""What stands in words as long as there is room."""

RIVALS = tuple(f"rival {seat}" for seat in range(4))
BOARD = ("slots", "objectives", "loads", "order")
"""What one does not need once the flight has begun."""

IN_FLIGHT = frozenset(
    {Phase.PREFLIGHT, Phase.FLYING, Phase.DICE, Phase.DIE, Phase.HUB, Phase.DELIVERY, Phase.NEW_PILOT}
)
BUYING = frozenset({Phase.CHANGE, Phase.NEW_AIRCRAFT, Phase.MAINTENANCE})
LAST = ("section", *RIVALS, "own", "firsts", "solo", *BOARD, "hubs", "section", *RIVALS)
"""Who gives way when nothing else helps."""

SIGNS = """\
PAR-MOS 4/$20k    Air Route: 4 glory and $20,000; PAR*: a cube lies there
Garbo>NYC 3/$15k  VIP Traveller to New York
Soviet Diplomacy 3+4+5   glory for the first, second and third bag
Bag S F B A G     Diplomatic Bag: Soviet, French, British, American, German
Hubs PAR 3/$50k [02]     glory or money; seats 0 and 2 have been there
Great Firsts DKR-NAT 5   flights nobody has made yet, and their glory
Order: 2 0 3 1    the seats in the order of play of this round
Flight 31         seats 3 and 1 on the Flight Ops slots, in this order; -: free
1 Obj … 5 Aircraft   Ground Ops: 1 Objectives, 2 Revenues, 3 Maintenance &
                  Revenues, 4 Objectives & Revenues, 5 Aircraft Change &
                  Maintenance
CAS WBB 3.9/1.4 L!   to Casablanca by a white and two blue squares (B blue,
                  G green, W white, R red), on average for 3.9 fuel and 1.4
                  endurance; L Overland, W Overwater; !: an interruption is a
                  crash; Hub: it rewards you; Embassy B of Britain; First 5: a
                  Great First; *: a card of yours goes there
worth             points if the game ended now: glory less what is unfulfilled,
                  and level, money and resale price of the aircraft
at                the city; d lists all cities with their letters and routes
type 5L           level 5, Land Plane; S Seaplane, A Amphibian, (S) with Floats
end. 3/4          endurance now and at most
range 3/8         3 of 8 squares are left
C 2/3 P c s       places of Cargo, PAX, Crew and System: used, and all
…                 something is left out: d has it"""
"""What the signs of the text mean."""


def text(game: Game, record: State, seat: int | None = None) -> str:
    """The table as plain text.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its line says "you", it is told in full, and what is in its hand (None: a spectator, who
            sees the seat to decide in full).

    Returns:
        What is to be decided with what one should know for it, what lies open, Hubs and Great Firsts, and each seat:
        at most 24 lines of 80 columns with the game's own data pack. What there is no room for is in `details`.
    """
    parts: dict[str, Forms] = {
        "head": [broken(_heading(game, record))],
        "status": [broken(status(game, record))],
        "section": _ending(game, record) if record.done else section(game, record, seat),
        "slots": _slots(game, record),
        "objectives": _objectives(game, record),
        "loads": _loads(record),
        "order": _order(game, record),
        "hubs": _hubs(game, record),
        "firsts": _firsts(game, record),
        "solo": [_solo(game, record), []],
        "seats": [[HEAD]],
    }
    own = int(record.seat) if seat is None else seat
    for player in range(game.players):
        parts["own" if player == own else f"rival {player}"] = seat_forms(game, record, player, seat, player == own)
    return "\n".join(line.rstrip() for line in fitted(parts, _giving_way(game, record))) + "\n"


def _giving_way(game: Game, record: State) -> tuple[str, ...]:
    """Who gives way first: in flight what lies on the table, on the ground how the others stand."""
    phase = Phase(int(record.phase))
    if record.done or phase in IN_FLIGHT:
        return (*NAMES_FIRST, "section", *BOARD[:1], *RIVALS, *BOARD[1:], *BOARD, *LAST)
    if phase in BUYING:
        return (*NAMES_FIRST, "slots", "order", *RIVALS, "loads", "objectives", "firsts", *RIVALS, *LAST)
    if phase == Phase.OBJECTIVE:
        return (*NAMES_FIRST[1:], "slots", "order", *RIVALS, "objectives", *LAST)
    if phase == Phase.LOADING:
        return (*NAMES_FIRST, "section", "slots", *RIVALS, "order", "objectives", *RIVALS, *LAST)
    return (*NAMES_FIRST, *RIVALS, "section", "order", *RIVALS, *LAST)


def _heading(game: Game, record: State) -> str:
    """The game, the round, and what triggers the end until it has been triggered."""
    words = f"{game.spec.title}  {course(game, record)}"
    threshold = int(game.tables[0].threshold[game.players])
    return words if record.last_round or not threshold else f"{words}  end at {threshold} glory"


def _ending(game: Game, record: State) -> Forms:
    """How the scores come about."""
    return [[f"  {last_name(game, record, k)}: {final_words(game, record, k)}" for k in range(game.players)]]


# What lies open


def _slots(game: Game, record: State) -> Forms:
    """The slots of the Operations board and the seats there, those of Flight Ops in their order."""
    if game.options[0].basic or not record.round_number or record.done:
        return [[]]
    found = []
    for slot in range(SLOTS):
        seats = [seat for seat in record.line.tolist() if seat != NONE]
        if slot != Slot.FLIGHT_OPS:
            seats = [seat for seat in range(game.players) if record.marker[seat] == slot]
        found.append(f"{SHORT_SLOTS[slot]} {''.join(map(str, seats)) or '-'}")
    return [broken("Slots: " + ", ".join(found)), []]


def _objectives(game: Game, record: State) -> Forms:
    """Objective cards from the left end of their river."""
    cards = _open(record.objective_river)
    if not cards:
        return [[]]
    words = [f"  {objective_words(game, card)}" for card in cards if card != NONE]
    codes = [objective_code(game, card) if card != NONE else "-" for card in cards]
    return [["Objectives:", *words], broken(f"Objectives: {', '.join(codes)}"), []]


def _loads(record: State) -> Forms:
    """Load cards from the left end of their river."""
    loads = [load_code(int(load)) if load != NONE else "-" for load in _open(record.load_river)]
    return [broken(f"Loads: {', '.join(loads)}"), []] if loads else [[]]


def _open(river: Any) -> list[int]:
    """A river up to its last card."""
    cards = river.tolist()
    there = [k for k, card in enumerate(cards) if card != NONE]
    return cards[: there[-1] + 1] if there else []


def _order(game: Game, record: State) -> Forms:
    """The order of play, the Expert card on sale, and how many pilots have disappeared."""
    found = []
    if record.order[0] != NONE and game.players > 1:
        found.append("Order: " + " ".join(str(k) for k in record.order if k != NONE))
    if record.expert != NONE:
        price = short_money(int(game.tables[0].equipment_price[record.expert]))
        found.append(f"Expert card: {equipment_name(game, int(record.expert))} {price}")
    if record.lost_pilots:
        found.append(f"{counted(int(record.lost_pilots), 'pilot')} disappeared")
    return [broken("  ".join(found)), []] if found else [[]]


def _hubs(game: Game, record: State) -> Forms:
    """Hubs with both rewards, and the seats that have been there."""
    t, named, codes = game.tables[0], [], []
    for k, city in enumerate(record.hub.tolist()):
        if city != NONE:
            seats = "".join(str(seat) for seat in range(game.players) if int(record.hubs_reached[seat]) >> k & 1)
            worth = f"{t.city_glory[city]}/{short_money(int(t.city_money[city]))}" + (f" [{seats}]" if seats else "")
            named.append(f"{city_name(game, city)} ({city_code(game, city)}) {worth}")
            codes.append(f"{city_code(game, city)} {worth}")
    return [broken(f"Hubs: {', '.join(words)}") for words in (named, codes)] + [[]] if codes else [[]]


def _firsts(game: Game, record: State) -> Forms:
    """Great Firsts of this side of the board that nobody has yet: their flights and glory."""
    t, named, codes = game.tables[0], [], []
    for first in range(GREAT_FIRSTS):
        route = int(t.great_first_route[first])
        if t.route_on[t.setup_board[record.setup], route] and record.great_first[first] == NONE:
            ends = "-".join(city_code(game, int(city)) for city in t.route_city[route])
            codes.append(f"{ends} {t.great_first_glory[first]}")
            named.append(f"{great_first_name(game, first)} {codes[-1]}")
    return [broken(f"Great Firsts: {', '.join(words)}") for words in (named, codes)] + [[]] if codes else [[]]


def _solo(game: Game, record: State) -> list[str]:
    """The Solo plane with its path."""
    at = solo_city(game, record)
    if at == NONE:
        return []
    t, setup, pilot = game.tables[0], int(record.setup), int(record.solo_pilot)
    way = []
    for k, city in enumerate(solo_path(game, record), start=int(record.solo_at)):
        hub = int(t.path_hub[setup, pilot, k])
        way.append(city_code(game, city) + (f" ({hub})" if hub else ""))
    firsts = [great_first_name(game, k) for k in range(GREAT_FIRSTS) if record.great_first[k] == SOLO]
    words = f"Solo plane, {solo_pilot(game, record)}: {record.solo_glory} glory, in {city_name(game, at)}"
    words += f"; first over {listed(firsts)}" if firsts else ""
    return broken(words + (f"; then {' '.join(way)}" if way else ""))
