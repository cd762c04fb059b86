"""The seats in the text: a row with purse and gauges for each, below it what is aboard and which objectives it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import members
from ..._core.pictures.fitting import COLUMNS, INDENT, Forms, broken, clipped
from ..limits import AIR_ROUTES, FIRST_DIPLOMACY, NONE, AircraftType, Category, Load
from ..names import category_name, city_code, city_name, equipment_name, objective_name
from ..rules.common import max_fuel, range_of
from .draw_aircraft import TYPE_LETTERS
from .facts import (
    bags_due,
    cards_in_hand,
    flown_of,
    is_lost,
    loads_aboard,
    loads_of,
    marks_of,
    objectives_in,
    vips_aboard,
)
from .text_of_phases import short_aircraft
from .words import LOAD_WORDS, NATION_LETTERS, last_name, objective_code, short_money

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

HEAD = "  seat          glory  money worth at  aircraft         type  fuel end. range"
NAME, AIRCRAFT = 13, 16
"""Columns of the pilot and of the aircraft."""

YOU = ", you"


def seat_forms(game: Game, record: State, seat: int, you: int | None, in_full: bool) -> Forms:
    """The row of a seat, and what is below it in full or as far as there is room.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: whose row it is.
        you: who looks, None: a spectator.
        in_full: nothing is left out in the first form, and little in the others.
    """
    row = _row(game, record, seat, you)
    hand = _hand(game, record, seat, you)
    if record.aircraft[seat] == NONE:
        return [[row, *hand]]
    if in_full:
        pilot, t = int(record.pilot[seat]), game.tables[0]
        card = f"{INDENT}Revenues {short_money(t.revenue[pilot])}, competence {t.competence[pilot]}"
        cards = f"; objectives: {', '.join(objective_list(game, record, seat, full=True)) or '-'}"
        return [[row, *hand, *broken(INDENT + places_words(game, record, seat)), *broken(card + cards)]]
    cards = "; ".join(filter(None, [aboard_words(game, record, seat), ", ".join(objective_list(game, record, seat))]))
    below = f"{INDENT}{room_words(game, record, seat)}: {cards}"
    return [
        [row, *hand, *broken(below)],
        [row, *hand, *clipped(below if len(below) <= COLUMNS else INDENT + cards)],
        [row],
    ]


def _row(game: Game, record: State, seat: int, you: int | None) -> str:
    """Such as `">1 Bailey, you      24   $45k    27 YYT Latécoère 28      5(S)   2/10  5/5     7"`."""
    mark = ">" if not record.done and seat == int(record.seat) else " "
    name = last_name(game, record, seat)
    name = f"{name[: NAME - len(YOU)]}{YOU}" if seat == you else name
    worth = str(game.standing_of(record)[0][seat]).replace("-", "−")
    at = city_code(game, int(record.city[seat])) if record.city[seat] != NONE else "-"
    purse = f"{record.glory[seat]:>5} {short_money(record.money[seat]):>6} {worth:>5} {at:<3}"
    return f"{mark}{seat} {name:<{NAME}.{NAME}} {purse} {_gauges(game, record, seat)}".rstrip()


def _gauges(game: Game, record: State, seat: int) -> str:
    """The columns of the aircraft: name, level and type, fuel, endurance, range."""
    if record.aircraft[seat] == NONE:
        return ""
    t, own, pilot = game.tables[0], int(record.aircraft[seat]), int(record.pilot[seat])
    lost = " (lost)" if is_lost(record, seat) else ""
    name = short_aircraft(game, own, AIRCRAFT - len(lost)) + lost
    kind = f"{t.level[own]}{TYPE_LETTERS[AircraftType(int(t.aircraft_type[own]))]}"
    fuel = f"{record.fuel[seat]}/{max_fuel(t, record, seat)}"
    endurance = f"{record.endurance[seat]}/{t.max_endurance[pilot]}"
    far, flown = int(range_of(t, record, seat)), flown_of(record, seat)
    reach = f"{far - flown}/{far}" if flown else str(far)
    return f"{name:<{AIRCRAFT}} {kind:<4} {fuel:>5} {endurance:>4} {reach:>5}"


def _hand(game: Game, record: State, seat: int, you: int | None) -> list[str]:
    """The City cards in a hand: the own ones, and which has been chosen; how many others have."""
    hand = cards_in_hand(game, record)
    if not hand or seat != you:
        return [f"{INDENT}{hand} City cards"] if hand else []
    cards = ", ".join(city_name(game, city) for city in members(record.hand[seat]))
    chosen = f"; chosen: {city_name(game, int(record.choice[seat]))}" if record.choice[seat] != NONE else ""
    return broken(f"{INDENT}City cards: {cards}{chosen}")


# What is aboard


def load_code(load: int) -> str:
    """A Load card, short: `"Mail"`, `"Bag S"`."""
    if Load.SOVIET_BAG <= load <= Load.GERMAN_BAG:
        return f"{LOAD_WORDS[load]} {NATION_LETTERS[load - Load.SOVIET_BAG]}"
    return LOAD_WORDS[load]


def cards_by_category(game: Game, record: State, seat: int) -> list[list[str]]:
    """What is aboard by category, short."""
    found: list[list[str]] = [[] for _ in Category]
    for load, count in loads_aboard(record, seat):
        place = Category.PAX if load == Load.PAX else Category.CARGO
        found[place].append((f"{count} " if count > 1 else "") + load_code(load))
    found[Category.PAX] += [objective_name(game, vip) for vip in vips_aboard(record, seat)]
    for card in members(record.equipment[seat]):
        found[game.tables[0].equipment_category[card]].append(equipment_name(game, card))
    return found


def places_words(game: Game, record: State, seat: int) -> str:
    """Such as `"Cargo 2/3 Mail, Bag S; PAX 0/2; Crew 1/1 Navigator; System 0/2"`."""
    used, most = loads_of(game, record, seat)
    if game.options[0].basic:
        return f"Load {sum(used)}/{most[0]} {aboard_words(game, record, seat)}"
    found = enumerate(cards_by_category(game, record, seat))
    return "; ".join(f"{category_name(k)} {used[k]}/{most[k]} {', '.join(cards)}".rstrip() for k, cards in found)


def room_words(game: Game, record: State, seat: int) -> str:
    """How full an aircraft is: `"C 2/3 P 1/2 c 1/1 s 0/2"`."""
    used, most = loads_of(game, record, seat)
    if game.options[0].basic:
        return f"{sum(used)}/{most[0]}"
    return " ".join(f"{letter} {used[k]}/{most[k]}" for k, letter in enumerate("CPcs"))


def aboard_words(game: Game, record: State, seat: int) -> str:
    """Such as `"2 Mail, PAX, Copilot"`."""
    return ", ".join(card for cards in cards_by_category(game, record, seat) for card in cards) or "nothing"


# Objectives


def objective_list(game: Game, record: State, seat: int, *, full: bool = False) -> list[str]:
    """Unfulfilled objectives, with `*` at cities that have a cube, and Diplomacy with the bags delivered.

    In full with the money that they bring, and the steps of Diplomacy.
    """
    t, found = game.tables[0], []
    for card in objectives_in(record.held[seat]):
        pays = f"/{short_money(t.objective_money[card])}" if full else ""
        if card < AIR_ROUTES:
            marks = marks_of(record, card)
            ends = [city_code(game, int(t.air_route[card, k])) + ("*" if marks[k] else "") for k in range(2)]
            found.append(f"{'-'.join(ends)} {t.objective_glory[card]}{pays}")
        elif card < FIRST_DIPLOMACY:
            found.append(objective_code(game, card) if full else objective_code(game, card).split("/")[0])
    for card, given in bags_due(game, record, seat):
        steps = int((t.diplomacy_scale[card - FIRST_DIPLOMACY] > 0).sum())
        name = objective_code(game, card) if full else objective_name(game, card)
        found.append(name + (f" {given} of {steps}" if given else ""))
    done = sum(len(members(word)) for word in record.achieved[seat])
    return [*found, f"{done} achieved"] if done else found
