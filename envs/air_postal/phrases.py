"""Turns of phrase that actions, pictures and news share: amounts, cards, routes, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .limits import (
    CATEGORIES,
    COLOURS,
    FACES,
    FIRST_DIPLOMACY,
    FIRST_VIP,
    NONE,
    Effect,
    Equipment,
    Face,
    Frequency,
)
from .names import category_name, city_name, colour_name, equipment_name, face_name, great_first_name, objective_name
from .rules.common import debt_in_glory
from .rules.flights import destination, endurance_of, first_failure, fuel_of
from .rules.interruptions import crashes_on

if TYPE_CHECKING:
    from .._core.game import Game
    from .state import State

OFTEN = {
    Frequency.PERMANENT: "",
    Frequency.DISCARDED: ", then discarded",
    Frequency.PER_FLIGHT: ", once per flight",
    Frequency.PER_TURN: ", once per turn",
}
DELIVERS_TWO = {Equipment.CARGO_DOOR: "deliver 2 Cargo cards", Equipment.AIR_STAIRS: "deliver 2 PAX cards"}


def money(amount: Any) -> str:
    """An amount of so many $1,000: `"$15,000"`, `"−$5,000"`."""
    thousands = int(amount)
    return f"{'−' if thousands < 0 else ''}${abs(thousands) * 1000:,}"


def counted(amount: Any, noun: str) -> str:
    """A number of things: `"1 square"`, `"3 squares"`."""
    return f"{amount} {noun}" + ("" if amount == 1 else "s")


def listed(words: Iterable[str], none: str = "nothing", last_one: str = "and") -> str:
    """Such as `"Paris, Rome and Dakar"`."""
    *most, last = list(words) or [none]
    return f"{', '.join(most)} {last_one} {last}" if most else last


def a(name: str) -> str:
    """A thing with its article: `"an Altimeter"`, `"a Compass"`, `"Flaps"`."""
    if name.endswith("s") and not name.endswith("ss"):
        return name
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def debt(game: Game, s: State, price: int) -> int:
    """Glory points that the seat to decide loses because its money is short of a price."""
    return int(debt_in_glory(game.tables[0], s, int(s.seat), price))


def for_price(game: Game, s: State, price: int) -> str:
    """What it costs the seat to decide: `"for $15,000"`, `"for $15,000, losing 1 glory for debt"`."""
    lost = debt(game, s, price)
    return f"for {money(price)}" + (f", losing {lost} glory for debt" if lost else "")


def objective_words(game: Game, objective: int) -> str:
    """An Objective card in full: `"Paris – Moscow (4 glory, $20,000)"`, `"Soviet Diplomacy (3, 4, 5 glory)"`."""
    t, name = game.tables[0], objective_name(game, objective)
    if objective >= FIRST_DIPLOMACY:
        steps = [str(step) for step in t.diplomacy_scale[objective - FIRST_DIPLOMACY].tolist() if step]
        return f"{name} ({', '.join(steps)} glory)"
    if objective >= FIRST_VIP:
        name = f"{name} to {city_name(game, int(t.vip_city[objective - FIRST_VIP]))}"
    return f"{name} ({t.objective_glory[objective]} glory, {money(t.objective_money[objective])})"


def route_between(game: Game, s: State, start: int, end: int) -> int:
    """The route between two cities on the side of the board that is played, −1: none."""
    t = game.tables[0]
    return int(t.route_to[t.setup_board[s.setup], start, end])


def squares_from(game: Game, route: int, start: int) -> list[int]:
    """Colours of a route's squares in the order in which a flight from `start` passes them."""
    t = game.tables[0]
    colours = t.square[route, : int(t.route_length[route])].tolist()
    return colours if start == t.route_city[route, 0] else colours[::-1]


def route_words(game: Game, s: State, route: int, start: int) -> str:
    """Such as `"3 squares, green green white"`, with what is special: Overwater, a Great First to be achieved."""
    t = game.tables[0]
    colours = squares_from(game, route, start)
    words = f"{counted(len(colours), 'square')}, {' '.join(map(colour_name, colours))}"
    if t.overwater[route]:
        words += ", Overwater"
    first = int(t.great_first_of[route])
    if first != NONE and s.great_first[first] == NONE:
        words += f", Great First {great_first_name(game, first)} ({t.great_first_glory[first]} glory)"
    return words


def outcome_words(game: Game, s: State) -> str:
    """Where the dice lead as they lie: `"land in Moscow with 3 fuel and 2 endurance"`, `"an incident on square 3"`."""
    t = game.tables[0]
    failure = int(first_failure(t, s))
    if failure == NONE:
        fuel, endurance = gauges_after(game, s, int(t.route_length[s.route]))
        return f"land in {city_name(game, int(destination(t, s)))} with {fuel} fuel and {endurance} endurance"
    if crashes_on(t, game.options[0], s, int(s.route)):
        return f"a crash on square {failure + 1}"
    lost = min(int(t.level[s.aircraft[s.seat]]), int(s.glory[s.seat]))
    return f"an incident on square {failure + 1}" + (f", lose {lost} glory" if lost else "")


def gauges_after(game: Game, s: State, squares: int) -> tuple[int, int]:
    """Fuel and endurance of the seat to decide after so many squares with the dice as they lie; below 0 if so."""
    t = game.tables[0]
    fuel = sum(int(fuel_of(t, s, k)) for k in range(squares))
    endurance = sum(int(endurance_of(t, s, k)) for k in range(squares))
    return int(s.fuel[s.seat]) - fuel, int(s.endurance[s.seat]) - endurance


def equipment_words(game: Game, card: int) -> str:
    """What a System or Crew card does: `"Headwind on a blue, green or white die becomes Clear Sky"`."""
    t = game.tables[0]
    effect = Effect(int(t.effect[card]))
    if effect == Effect.NOTHING:
        return _standing_words(game, card)
    on = _dice_words(game, card)
    return {
        Effect.REROLL: f"roll {on} again",
        Effect.CLEAR: f"{_faces_words(game, card)} becomes Clear Sky",
        Effect.EASE: "2 fuel on a die become 1",
        Effect.SAVE_FUEL: "1 fuel less" + _long_words(game, card),
        Effect.SAVE_ENDURANCE: "1 endurance less" + ("" if on == "a die" else f" on {on}"),
        Effect.REST: f"{t.rest[card]} endurance more",
    }[effect]


def _standing_words(game: Game, card: int) -> str:
    """What a card does that is never used."""
    t = game.tables[0]
    if card in DELIVERS_TWO:
        return DELIVERS_TWO[Equipment(card)]
    if card == Equipment.FLOATS:
        return "Amphibian, if the Seaplane is in brackets"
    words = [f"{category_name(k)} +{t.load_bonus[card, k]}" for k in range(CATEGORIES) if t.load_bonus[card, k]]
    if t.fuel_bonus[card]:
        words.append(f"Max Fuel +{t.fuel_bonus[card]}")
    if t.range_bonus[card]:
        words.append(f"Range +{t.range_bonus[card]}")
    if t.pax_bonus[card]:
        words.append(f"{money(t.pax_bonus[card])} more for PAX and VIPs")
    return ", ".join(words) or "no effect"


def _dice_words(game: Game, card: int) -> str:
    """Dice on which a card is used: `"a green die"`, `"a die"`."""
    works = game.tables[0].works_on[card].any(axis=1).tolist()
    colours = [colour_name(k) for k in range(COLOURS) if works[k]]
    return "a die" if len(colours) in (0, COLOURS) else f"a {listed(colours, last_one='or')} die"


def _faces_words(game: Game, card: int) -> str:
    """Faces on which a card is used: `"Fog on a white die"`, `"a die"`."""
    works = game.tables[0].works_on[card].any(axis=0).tolist()
    faces = [face_name(k) for k in range(FACES) if works[k] and k != Face.CLEAR_SKY]
    if len(faces) in (0, FACES - 1):
        return _dice_words(game, card)
    on = _dice_words(game, card)
    return listed(faces, last_one="or") + ("" if on == "a die" else f" on {on}")


def _long_words(game: Game, card: int) -> str:
    shortest = int(game.tables[0].min_length[card])
    return f" on a flight of {shortest} squares or more" if shortest > 1 else ""


def equipment_card(game: Game, card: int) -> str:
    """A System or Crew card in full: `"Compass: Headwind becomes Clear Sky, once per flight"`."""
    often = "" if card in DELIVERS_TWO else OFTEN[Frequency(int(game.tables[0].frequency[card]))]
    return f"{equipment_name(game, card)}: {equipment_words(game, card)}{often}"
