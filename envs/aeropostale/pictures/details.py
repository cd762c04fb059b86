"""All that lies open, in words and without regard to length: what the text has only signs or no room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.fitting import broken
from ..action_words import contract_words
from ..limits import (
    CITIES,
    NONE,
    PIONEER_ZONES,
    WEATHER_LINES,
    Cargo,
    Condition,
    Continent,
    Rank,
    RecordKind,
)
from ..names import city_name, design_name, legend_name, line_name, rank_name, record_name, seat_name
from .facts import continents, facts, stocks
from .words import (
    card_title,
    contracts_in,
    counted,
    design_letters,
    distances_left,
    has_wings,
    listed,
    pioneer_wings,
    places,
    record_wings_left,
    reserve,
    tiles_at,
    wing_words,
)

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

CONDITION_NAMES = ("ready", "out", "in the red")
"""A figure that is available, on the board, under maintenance or recovering."""

CONTINENT_NAMES = {Continent.EUROPE: "Europe", Continent.AFRICA: "Africa", Continent.SOUTH_AMERICA: "South America"}


def details(game: Game, record: State, seat: int | None = None) -> str:
    """All that lies open, in words, in sections with a head and lines of at most 80 columns.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks (None: a spectator); everybody sees the same.

    Returns:
        What is going on, the seats, cities with cubes and contracts, lines with their weather, wings that are left, and
        what lies beside the board.
    """
    parts = {
        "Under way": [] if record.done else facts(game, record),
        "Seats": [line for player in range(game.players) for line in _seat(game, record, player)],
        "Cities": [_city(game, record, city) for city in range(CITIES)],
        "Weather": [_line(game, record, line) for line in range(WEATHER_LINES)],
        "Supremacy": _supremacy(game, record),
        "Wings": _wings(game, record),
        "Beside the board": _stocks(game, record),
    }
    lines = []
    for head, found in parts.items():
        if any(found):
            lines += [f"{head}:", *(part for line in found for part in broken(f"  {line}"))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _seat(game: Game, record: State, seat: int) -> list[str]:
    """Points, wings, logistics, pilots, records, aeroplanes with what their letters say, and the reserve."""
    points = counted(game.standing_of(record)[0][seat], "stop point")
    wings = wing_words(record.wings[seat]) if record.wings[seat].any() else "no wings"
    levels = ", ".join(f"{record_name(kind)} {record.level[seat, kind]}" for kind in RecordKind)
    legend = int(record.legend[seat])
    feat = "" if legend == NONE else f"; {legend_name(game, legend)}{', feat to come' if record.feat[seat] else ''}"
    company = int(record.company[seat])
    spare = [_design(game, company, design) for design in reserve(record, seat)]
    return [
        f"{seat} {seat_name(game, record, seat)}: {points}, {wings}, logistics {record.logistics[seat]}",
        f"  pilots {_pilots(record, seat)}{feat}; records {levels}",
        *(f"  {_plane(game, record, seat, place)}" for place in places(record, seat)),
        *([f"  in reserve: {'; '.join(spare)}"] if spare else []),
    ]


def _pilots(record: State, seat: int) -> str:
    """Such as `"2 rookie ready, 1 rookie out"`."""
    found = [
        f"{record.pilots[seat, condition, rank]} {rank_name(rank)} {CONDITION_NAMES[condition]}"
        for condition in Condition
        for rank in Rank
        if record.pilots[seat, condition, rank]
    ]
    return ", ".join(found) or "none"


def _design(game: Game, company: int, design: int) -> str:
    return f"{design_name(game, company, design)} {design_letters(game, company, design)}"


def _plane(game: Game, record: State, seat: int, place: int) -> str:
    """An aeroplane of a panel with its condition and record tiles."""
    words = _design(game, int(record.company[seat]), int(record.fleet[seat, place]))
    tiles = [f"{record_name(kind)} tile" for kind in tiles_at(record, seat, place)]
    return ", ".join([words, CONDITION_NAMES[record.condition[seat, place]], *tiles])


def _city(game: Game, record: State, city: int) -> str:
    """Trade value, cubes by company, strips face down, contracts."""
    name = city_name(game, city)
    if not record.maximum[city]:
        return f"{name}: closed"
    asked = game.tables[0].asks_all
    held = [contract_words(game, strip) for strip in contracts_in(record, city) if asked[strip]]
    if record.monopoly[city] != NONE:
        return f"{name}: monopoly of {seat_name(game, record, int(record.monopoly[city]))}; {'; '.join(held)}"
    cubes = [
        f"{seat_name(game, record, seat)} {record.cubes[seat, city]}"
        for seat in range(game.players)
        if record.cubes[seat, city]
    ]
    hidden = f"{counted(record.face_down[city], 'strip')} face down"
    return f"{name}: {'; '.join([f'at most {record.maximum[city]}', ', '.join(cubes) or 'no cubes', hidden, *held])}"


def _line(game: Game, record: State, line: int) -> str:
    card = int(record.card[line])
    return f"{line_name(game, line)}: {card_title(game, line, card) if card != NONE else 'no weather yet'}"


def _supremacy(game: Game, record: State) -> list[str]:
    """Cubes and stop points by continent, and who is supreme there now."""
    lines = []
    for continent, (cubes, points, best) in zip(Continent, continents(game, record), strict=True):
        found = [
            f"{seat_name(game, record, seat)} {counted(cubes[seat], 'cube')}, {counted(points[seat], 'stop point')}"
            for seat in range(game.players)
            if cubes[seat] or points[seat]
        ]
        leader = "nobody leads" if best == NONE else f"{seat_name(game, record, best)} leads"
        lines.append(f"{CONTINENT_NAMES[continent]}: {'; '.join([leader, *found])}")
    return lines


def _wings(game: Game, record: State) -> list[str]:
    """Wings that are still to be won: of pioneers, of distances, of records."""
    if not has_wings(game):
        return []
    lines = []
    for zone in range(PIONEER_ZONES):
        left = [
            f"{kind.name.lower()} {pioneer_wings(game, zone, kind)}" for kind in Cargo if kind >= record.pioneers[zone]
        ]
        name = line_name(game, zone) if zone < WEATHER_LINES else ("Africa", "South America")[zone - WEATHER_LINES]
        lines += [f"first transport, {name}: {', '.join(left)}"] if left else []
    runs = [f"{count} lines {wings}" for count, wings in distances_left(game, record)]
    lines += [f"first run over {', '.join(runs)}"] if runs else []
    for kind in RecordKind:
        owner = int(record.tile_owner[kind])
        holder = "nobody" if owner == NONE else seat_name(game, record, owner)
        best = int(record.level[: game.players, kind].max())
        left = [f"level {level} {wings}" for level, wings in record_wings_left(game, record, kind)]
        lines.append(f"{record_name(kind)} record: {best} by {holder}; {', '.join(left) or 'no wings are left'}")
    return lines


def _stocks(game: Game, record: State) -> list[str]:
    """Pilots and tokens of the meeting that are left."""
    rookies, seasoned, legends, tokens = stocks(game, record)
    named = listed((legend_name(game, legend) for legend in legends), none="no legendary pilot")
    left = ", ".join(f"{count} of +{value}" for value, count in tokens)
    return [f"{counted(rookies, 'rookie')}, {seasoned} seasoned; {named}", f"tokens of the meeting: {left}"]
