"""The table as plain text of at most 80 columns: what matters now in full, then rivers, Hubs, and all seats."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from ..._core.bits import members
from ..limits import (
    AIR_ROUTES,
    FIRST_DIPLOMACY,
    GREAT_FIRSTS,
    NONE,
    SOLO,
    Load,
)
from ..names import city_code, city_name, equipment_name, objective_name, seat_name, type_name
from ..phrases import counted, money
from ..rules.common import max_fuel, range_of
from .facts import (
    bags_due,
    cards_in_hand,
    facts,
    final_words,
    loads_aboard,
    loads_of,
    marks_of,
    objectives_in,
    own_aircraft,
    solo_city,
    solo_path,
    vips_aboard,
)
from .text_of_phases import section
from .words import LOAD_WORDS, NATION_LETTERS, course, last_name, objective_code, short_money, solo_pilot, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

COLUMNS = 80


def text(game: Game, record: State, seat: int | None = None) -> str:
    """The table as plain text.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its line says "you", and what is in its hand (None: a spectator).

    Returns:
        What is to be decided with what one should know for it, what lies open, Hubs and Great Firsts, and each seat.
    """
    lines = [f"{game.spec.title}  {course(game, record)}{_end(game)}", status(game, record)]
    if not record.done:
        lines += [line for words in facts(game, record) for line in _broken(words)]
        lines += section(game, record, seat)
    else:
        lines += [f"  {last_name(game, record, k)}: {final_words(game, record, k)}" for k in range(game.players)]
    if record.order[0] != NONE and game.players > 1:
        lines.append("Order: " + ", ".join(last_name(game, record, int(k)) for k in record.order if k != NONE))
    if record.lost_pilots:
        lines.append(f"{counted(int(record.lost_pilots), 'pilot')} disappeared")
    lines += [*_rivers(game, record), *_hubs(game, record), *_firsts(game, record), *_solo(game, record)]
    for player in range(game.players):
        lines += _seat(game, record, player, seat)
    return "\n".join(part.rstrip() for line in lines for part in _broken(line)) + "\n"


def _end(game: Game) -> str:
    threshold = int(game.tables[0].threshold[game.players])
    return f"  {threshold} glory trigger the end" if threshold else ""


def _broken(words: str) -> list[str]:
    """Words in lines that fit, those that go on moved to the right; nothing is cut off."""
    indent = " " * (len(words) - len(words.lstrip()) + 2)
    return textwrap.wrap(words, COLUMNS, subsequent_indent=indent, break_on_hyphens=False)


# What lies open


def _rivers(game: Game, record: State) -> list[str]:
    """Objective and Load cards from the left end of their rivers, and the Expert card."""
    cards = [objective_code(game, int(card)) if card != NONE else "-" for card in _open(record.objective_river)]
    loads = [load_code(int(load)) if load != NONE else "-" for load in _open(record.load_river)]
    lines = _broken(f"Objectives: {', '.join(cards)}") if cards else []
    lines += _broken(f"Loads: {', '.join(loads)}") if loads else []
    if record.expert != NONE:
        price = short_money(int(game.tables[0].equipment_price[record.expert]))
        lines.append(f"Expert card: {equipment_name(game, int(record.expert))} {price}")
    return lines


def _open(river: Any) -> list[int]:
    """A river up to its last card."""
    cards = river.tolist()
    there = [k for k, card in enumerate(cards) if card != NONE]
    return cards[: there[-1] + 1] if there else []


def load_code(load: int) -> str:
    """A Load card, short: `"Mail"`, `"Bag S"`."""
    if Load.SOVIET_BAG <= load <= Load.GERMAN_BAG:
        return f"{LOAD_WORDS[load]} {NATION_LETTERS[load - Load.SOVIET_BAG]}"
    return LOAD_WORDS[load]


def _hubs(game: Game, record: State) -> list[str]:
    """Hubs with both rewards, and the seats that have been there."""
    t, found = game.tables[0], []
    for k, city in enumerate(record.hub.tolist()):
        if city != NONE:
            seats = "".join(str(seat) for seat in range(game.players) if int(record.hubs_reached[seat]) >> k & 1)
            worth = f"{t.city_glory[city]}/{short_money(int(t.city_money[city]))}"
            found.append(f"{city_name(game, city)} {worth}" + (f" [{seats}]" if seats else ""))
    return _broken(f"Hubs: {', '.join(found)}") if found else []


def _firsts(game: Game, record: State) -> list[str]:
    """Great Firsts of this side of the board: their flights, glory, and who has them."""
    t, found = game.tables[0], []
    for first in range(GREAT_FIRSTS):
        route, owner = int(t.great_first_route[first]), int(record.great_first[first])
        if t.route_on[t.setup_board[record.setup], route]:
            who = "" if owner == NONE else f" [{'S' if owner == SOLO else owner}]"
            ends = "-".join(city_code(game, int(city)) for city in t.route_city[route])
            found.append(f"{ends} {t.great_first_glory[first]}{who}")
    return _broken(f"Great Firsts: {', '.join(found)}")


def _solo(game: Game, record: State) -> list[str]:
    """The Solo plane with its path."""
    at = solo_city(game, record)
    if at == NONE:
        return []
    t, setup, pilot = game.tables[0], int(record.setup), int(record.solo_pilot)
    way = []
    for k, city in enumerate(solo_path(game, record), start=int(record.solo_at)):
        hub = int(t.path_hub[setup, pilot, k])
        way.append(city_name(game, city) + (f" ({hub})" if hub else ""))
    words = f"Solo plane, {solo_pilot(game, record)}: {record.solo_glory} glory, in {city_name(game, at)}"
    return _broken(f"{words}; then {', '.join(way)}" if way else words)


# Seats


def _seat(game: Game, record: State, seat: int, you: int | None) -> list[str]:
    """Who it is, money and glory, the aircraft with its gauges; what is aboard; objectives and what is achieved."""
    mark = ">" if not record.done and seat == int(record.seat) else " "
    name = f"{mark}{seat} {seat_name(game, record, seat)}{' (you)' if seat == you else ''}"
    where = f", in {city_name(game, int(record.city[seat])).split(' (')[0]}" if record.city[seat] != NONE else ""
    scores, _ = game.standing_of(record)
    worth = f", {'' if record.done else 'now '}worth {str(scores[seat]).replace('-', '−')}"
    lines = [f"{name}: {record.glory[seat]} glory, {money(record.money[seat])}{where}{worth}"]
    if record.aircraft[seat] != NONE:
        lines += [_aircraft(game, record, seat), *_indented(_aboard(game, record, seat))]
    cards = _objectives(game, record, seat)
    if cards:
        lines += _indented(f"objectives: {', '.join(cards)}")
    if hand := cards_in_hand(game, record):
        lines += _hand(game, record, seat) if seat == you else [f"   {hand} City cards"]
    return lines


def _hand(game: Game, record: State, seat: int) -> list[str]:
    """The City cards of the one who looks, and which has been chosen."""
    cards = ", ".join(city_name(game, city) for city in members(record.hand[seat]))
    chosen = f"; chosen: {city_name(game, int(record.choice[seat]))}" if record.choice[seat] != NONE else ""
    return _indented(f"City cards: {cards}{chosen}")


def _indented(words: str) -> list[str]:
    return [f"   {line}" for line in textwrap.wrap(words, COLUMNS - 3, break_on_hyphens=False)]


def _aircraft(game: Game, record: State, seat: int) -> str:
    """Such as `"   Latécoère 28, level 5, Land Plane: fuel 4/10, endurance 4/4, range 7"`."""
    t, own, pilot = game.tables[0], int(record.aircraft[seat]), int(record.pilot[seat])
    fuel = f"fuel {record.fuel[seat]}/{max_fuel(t, record, seat)}"
    endurance = f"endurance {record.endurance[seat]}/{t.max_endurance[pilot]}"
    far = f"range {range_of(t, record, seat)}"
    kind = type_name(int(t.aircraft_type[own]))
    return f"   {own_aircraft(game, record, seat)}, level {t.level[own]}, {kind}: {fuel}, {endurance}, {far}"


def _aboard(game: Game, record: State, seat: int) -> str:
    """Such as `"C 2/3 P 1/2 c 1/1 s 0/2: 2 Mail, PAX, Copilot"`."""
    used, most = loads_of(game, record, seat)
    if game.options[0].basic:
        full = f"{sum(used)}/{most[0]}"
    else:
        full = " ".join(f"{letter} {used[k]}/{most[k]}" for k, letter in enumerate("CPcs"))
    cards = [(f"{count} " if count > 1 else "") + load_code(load) for load, count in loads_aboard(record, seat)]
    cards += [objective_name(game, vip) for vip in vips_aboard(record, seat)]
    cards += [equipment_name(game, card) for card in members(record.equipment[seat])]
    return f"{full}: {', '.join(cards) or 'nothing'}"


def _objectives(game: Game, record: State, seat: int) -> list[str]:
    """Unfulfilled objectives, with `*` at cities that have a cube, and Diplomacy with the bags delivered."""
    t, found = game.tables[0], []
    for card in objectives_in(record.held[seat]):
        if card < AIR_ROUTES:
            marks = marks_of(record, card)
            ends = [city_code(game, int(t.air_route[card, k])) + ("*" if marks[k] else "") for k in range(2)]
            found.append(f"{'-'.join(ends)} {t.objective_glory[card]}")
        elif card < FIRST_DIPLOMACY:
            found.append(objective_code(game, card).split("/")[0])
    for card, given in bags_due(game, record, seat):
        steps = int((t.diplomacy_scale[card - FIRST_DIPLOMACY] > 0).sum())
        found.append(objective_name(game, card) + (f" {given} of {steps}" if given else ""))
    done = sum(len(members(word)) for word in record.achieved[seat])
    return [*found, f"{done} achieved"] if done else found
