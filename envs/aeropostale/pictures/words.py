"""What people say about a position: who decides what, weather, pilots, wings. Picture, text and news say it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..action_words import own_design
from ..limits import (
    DESIGNS,
    FLEET,
    LEVELS,
    NONE,
    TARGETS,
    Cargo,
    Continent,
    Effect,
    Flight,
    Rank,
    Scenario,
    StripEffect,
)
from ..names import card_name, city_name, record_name, seat_name, wing_name
from ..rules.fleet import designs_in_reserve
from ..state import Event, Phase

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

CARGO_LETTERS = "mfp"
WING_LETTERS = "bgpd"
RANK_LETTERS = "rsL"
RECORD_LETTERS = "SDA"
"""One letter for a kind, where there is little room."""

CONTINENT_NAMES = tuple(continent.name.replace("_", " ").title() for continent in Continent)
SCENARIO_NAMES = {
    Scenario.INTRODUCTION: "introduction",
    Scenario.SHORT: "1919–1929",
    Scenario.CAMPAIGN: "1919–1939",
    Scenario.LA_PAZ: "La Paz race",
    Scenario.SUPREMACY: "supremacy",
}
EFFECT_NAMES = {
    StripEffect.NOTHING: "no effect",
    StripEffect.NAVIGATION_ERROR: "navigation error",
    StripEffect.MECHANICAL_FAILURE: "mechanical failure",
    StripEffect.HOSTAGE: "the pilot is a hostage",
    StripEffect.ARMY_SUPPLIES: "army supplies",
    StripEffect.REPEATED_CRASHES: "repeated crashes",
    StripEffect.INSUFFICIENT_LOGISTICS: "insufficient logistics",
    StripEffect.FAVORABLE_ENCOUNTER: "favorable encounter",
    StripEffect.TRADE_AGREEMENT: "trade agreement",
}
"""What is printed on a strip."""

FLYING = frozenset({Event.CREATING, Event.RUNNING})
"""Events in which an aeroplane flies."""


def counted(amount: Any, noun: str) -> str:
    """A number of things: `"1 cube"`, `"3 cubes"`."""
    return f"{amount} {noun}" + ("" if amount == 1 else "s")


def signed(amount: Any) -> str:
    """A number with its sign: `"+3"`, `"−2"`, `"0"`."""
    return f"{amount:+}".replace("-", "−") if amount else "0"


def listed(words: Iterable[str], none: str = "nothing") -> str:
    """Such as `"KLM, Sabena and Latécoère"`."""
    *most, last = list(words) or [none]
    return f"{', '.join(most)} and {last}" if most else last


def named(game: Game, s: Any, seat: int) -> str:
    """A seat as people call it, with its number: `"KLM (seat 2)"`."""
    return f"{seat_name(game, s, seat)} (seat {seat})"


def status(game: Game, record: State) -> str:
    """What is to be decided and by whom, in one line."""
    if record.done:
        return f"game over: {victory(game, record)}"
    return f"{named(game, record, int(record.seat))}: {question(game, record)}"


def victory(game: Game, record: State) -> str:
    """Who has won, and by what."""
    best = winners(game, record)
    if not best:
        return "nobody wins"
    names = listed(named(game, record, seat) for seat in best)
    verb = "wins" if len(best) == 1 else "share the victory"
    if record.won[: game.players].any():
        return f"{names} {verb}, the goal is reached"
    return f"{names} {verb} with {counted(game.standing_of(record)[0][best[0]], 'stop point')}"


def question(game: Game, record: State) -> str:
    """What the seat to decide is asked."""
    phase = Phase(int(record.phase))
    if phase in (Phase.TAKE_OFF, Phase.DESIGN, Phase.PILOT, Phase.FEAT):
        return _question_of_going(game, record, phase)
    if phase in (Phase.STRIP, Phase.LEGEND, Phase.STRIP_EFFECT):
        return _question_of_strip(game, record, phase)
    if phase in (Phase.CONTRACTS, Phase.CARGO, Phase.REMOVING, Phase.MONOPOLY):
        return _question_of_run(game, record, phase)
    if phase in (Phase.TILE, Phase.SWAP, Phase.MOVING_TILE):
        return _question_of_fleet(game, record, phase)
    if phase == Phase.CONVERTING:
        lost = above_slots(game, record, int(record.seat))
        return f"convert wings? {lost} without a slot would be lost" if lost else "convert wings?"
    return {
        Phase.REGISTERING: "register for the meeting?",
        Phase.ACTION: "which action?",
        Phase.REORGANISING: "a change of the fleet?",
    }[phase]


def _question_of_going(game: Game, record: State, phase: Phase) -> str:
    """What is asked before a flight, an attempt at a record or the meeting begins."""
    what = undertaking(game, record)
    if phase == Phase.TAKE_OFF:
        return f"{what}: take off where?"
    if phase == Phase.DESIGN:
        return f"{what}: which aeroplane?"
    return f"{what}: which pilot?" if phase == Phase.PILOT else f"{what}: the feat now?"


def _question_of_strip(game: Game, record: State, phase: Phase) -> str:
    if phase == Phase.STRIP:
        return f"{undertaking(game, record)}: which strip?"
    if phase == Phase.LEGEND:
        return "the pilot becomes a legend: which one?"
    effect = int(game.tables[0].strip_effect[newest_strip(record, int(record.city))])
    return f"{EFFECT_NAMES[StripEffect(effect)]} in {city_name(game, int(record.city))}: what is lost?"


def _question_of_run(game: Game, record: State, phase: Phase) -> str:
    city = city_name(game, int(record.city))
    if phase == Phase.CONTRACTS:
        return f"{undertaking(game, record)}: " + (
            "another contract?" if record.contracts else "which contract first, from the left?"
        )
    if phase == Phase.CARGO:
        return f"{undertaking(game, record)}: what does it carry?"
    if phase == Phase.REMOVING:
        return f"{city} is full, {counted(record.due, 'cube')} to exchange: whose goes?"
    return f"a monopoly in {city}: which tile?"


def _question_of_fleet(game: Game, record: State, phase: Phase) -> str:
    if phase == Phase.SWAP:
        return f"the {own_design(game, record, int(record.incoming))} comes in: which aeroplane goes?"
    tile = int(record.moving) if phase == Phase.MOVING_TILE else int(record.record) // TARGETS
    return f"the {record_name(tile)} tile: under which aeroplane?"


def undertaking(game: Game, record: State) -> str:
    """What is going on: `"stop in Dakar from Toulouse with Salmson 2A2"`, `"world speed record, level 3"`."""
    if record.event == Event.BREAKING_RECORD:
        return record_words(game, record)
    if record.event not in FLYING:
        return "meeting"
    words = f"{'run to' if record.event == Event.RUNNING else 'stop in'} {city_name(game, int(record.city))}"
    if record.place != NONE:
        words += f" with {own_design(game, record, int(record.fleet[record.seat, record.place]))}"
    return words


def record_words(game: Game, record: State) -> str:
    """The record being broken: `"world speed record, level 3"`, `"own distance record, level 1"`."""
    kind, target = int(record.record) // TARGETS, int(record.record) % TARGETS + 1
    whose = "world" if target > record.level[: game.players, kind].max() else "own"
    return f"{whose} {record_name(kind)} record, " + (f"level {target}" if target <= LEVELS else f"beyond {LEVELS}")


def winners(game: Game, record: State) -> list[int]:
    """The seats in front, ties broken; nobody if nobody wins."""
    _, ranks = game.standing_of(record)
    return [seat for seat in range(game.players) if ranks[seat] == 1]


def course(game: Game, record: State) -> str:
    """Scenario, turn and round of actions."""
    scenario, t = int(game.options[0].scenario), game.tables[0]
    words = f"{SCENARIO_NAMES[Scenario(scenario)]}  turn {record.turn}/{t.turns[scenario]}"
    return words + (f", action {record.action}" if record.action else "")


def above_slots(game: Game, record: State, seat: int) -> str:
    """Wings that have no slot: `"2 bronze"`; empty if all have one."""
    over = record.wings[seat] - game.tables[0].slots
    return wing_words(np.maximum(over, 0)) if (over > 0).any() else ""


def wing_words(counts: Any) -> str:
    """Wings by kind, in words: `"3 bronze and 1 gold"`."""
    return listed(f"{count} {wing_name(kind)}" for kind, count in enumerate(counts) if count)


def wing_letters(counts: Any) -> str:
    """Wings by kind, short: `"3b1g"`, `"0"`."""
    return "".join(f"{count}{WING_LETTERS[kind]}" for kind, count in enumerate(counts) if count) or "0"


def contract_letters(game: Game, contract: int) -> str:
    """A contract, short: `"mpp1g"`, with `*` for elements of any kind and `0` for no pay; `"-"` if there is none."""
    t = game.tables[0]
    if not t.asks_all[contract]:
        return "-"
    asks = "".join(CARGO_LETTERS[kind] * int(t.asks[contract, kind]) for kind in Cargo)
    return f"{asks}{'*' * int(t.asks_any[contract])}{wing_letters(t.earns[contract])}"


def contracts_in(record: State, city: int) -> list[int]:
    """What lies face up in a city, in the order of slots."""
    return [int(strip) for strip in record.strip[city] if strip != NONE]


def newest_strip(record: State, city: int) -> int:
    """The strip of a city that was revealed last."""
    return contracts_in(record, city)[-1]


def design_letters(game: Game, company: int, design: int) -> str:
    """Capacity with icons, fuel and range of a design: `"2mf 2/1"`, with `!` behind a red range."""
    t = game.tables[0]
    red = "!" if t.red_range[company, design] else ""
    return (
        f"{t.capacity[company, design]}{icon_letters(int(t.icons[company, design]))} "
        f"{t.fuel[company, design]}/{t.range[company, design]}{red}"
    )


def icon_letters(kinds: int) -> str:
    """A set of kinds of cargo, short: `"mp"`."""
    return "".join(CARGO_LETTERS[kind] for kind in Cargo if kinds >> kind & 1)


def reserve(record: State, seat: int) -> list[int]:
    """Designs of a seat that are not on its panel."""
    spare = int(designs_in_reserve(record, seat))
    return [design for design in range(DESIGNS) if spare >> design & 1]


def places(record: State, seat: int) -> list[int]:
    """Places of a seat's panel that hold a design."""
    return [place for place in range(FLEET) if record.fleet[seat, place] != NONE]


def tiles_at(record: State, seat: int, place: int) -> list[int]:
    """Record tiles that lie under a place of a seat's panel; the one that is just being put there lies nowhere yet."""
    tiles = (record.tile_owner == seat) & (record.tile_place == place)
    if record.phase == Phase.TILE:
        tiles[int(record.record) // TARGETS] = False
    return np.flatnonzero(tiles).tolist()


def stops(record: State, seat: int) -> list[int]:
    """Cities where a seat has a stop or a monopoly."""
    return np.flatnonzero((record.cubes[seat] > 0) | (record.monopoly == seat)).tolist()


def card_words(game: Game, line: int, card: int) -> str:
    """What a weather card does."""
    t = game.tables[0]
    effect, value = Effect(int(t.card_effect[line, card])), int(t.card_value[line, card])
    return {
        Effect.NOTHING: "no effect",
        Effect.BRONZE_FOR_ANY: f"{value} bronze for a run",
        Effect.BRONZE_FOR_PASSENGERS: f"{value} bronze with passengers",
        Effect.COST: f"{signed(value)} logistics",
        Effect.CUBES_OF_RUN: f"{signed(value)} cube by a run",
        Effect.CUBES_OF_STOP: f"{signed(value)} cube for a new stop",
        Effect.NO_PASSENGERS: "no passengers",
        Effect.MAIL_ONLY: f"mail only, {value} bronze",
        Effect.COUNTS_AS: f"counts as {value} lines",
        Effect.PILOTS_FROM: "no rookies" if value == Rank.SEASONED else "legendary pilots only",
        Effect.NO_INCREASE: "no cubes by runs",
    }[effect]


def card_title(game: Game, line: int, card: int) -> str:
    """A weather card with what it does and for which flights."""
    t = game.tables[0]
    acts = [flight.name.lower() for flight in Flight if t.card_acts[line, card, flight]]
    what = f": {card_words(game, line, card)}" if acts else ""
    return card_name(game, line, card) + what


def pioneer_wings(game: Game, zone: int, cargo: int) -> str:
    """The wings of a pioneer: `"2b"`."""
    return wing_letters(game.tables[0].pioneer_wings[zone, cargo])


def has_wings(game: Game) -> bool:
    """Whether the scenario is played with wings."""
    return bool(game.tables[0].has_wings[game.options[0].scenario])


def distances_left(game: Game, record: State) -> list[tuple[int, str]]:
    """Runs that are longer than any so far, and what the first of them wins."""
    wings = game.tables[0].distance_wings
    longer = range(int(record.farthest) + 1, len(wings)) if has_wings(game) else ()
    return [(lines, wing_letters(wings[lines])) for lines in longer if wings[lines].any()]


def record_wings_left(game: Game, record: State, kind: int) -> list[tuple[int, str]]:
    """Levels of a record where wings still lie, and which."""
    wings = game.tables[0].record_wings[kind]
    levels = range(int(record.swept[kind]) + 1, LEVELS + 1) if has_wings(game) else ()
    return [(level, wing_letters(wings[level])) for level in levels if wings[level].any()]
