"""The table as plain text of at most 24 lines of 80 columns; what has no room there is in the details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.fitting import COLUMNS, Forms, fitted
from ..limits import (
    CITIES,
    NONE,
    PIONEER_ZONES,
    WEATHER_LINES,
    Cargo,
    Condition,
    Continent,
    Effect,
    Rank,
    RecordKind,
)
from ..names import city_name, design_name, legend_name, line_name, record_name, seat_name
from ..rules.common import capacity_of
from ..state import UNDECIDED, YES, Phase
from .facts import continents, facts, goal_letters
from .words import (
    CARGO_LETTERS,
    RANK_LETTERS,
    RECORD_LETTERS,
    contract_letters,
    contracts_in,
    course,
    design_letters,
    distances_left,
    has_wings,
    places,
    record_wings_left,
    reserve,
    signed,
    status,
    tiles_at,
    wing_letters,
)

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

SIDE = 25
"""Columns of what stands beside the cities."""

CONDITION_MARKS = "+~x"
"""A figure that is available, on the board, under maintenance."""

FLEET_HEAD = "+ready ~out xred"
HEAD = "max cubes by seat, ? strips, contracts: m f p * any, pay b g"

SIGNS = """\
goal 4b3g1p       wings that win: b bronze, g gold, p platinum, d diamond
Dakar 8 3 . 2 ??  maximum trade value, cubes of each seat (. none), a ? for each
                  strip face down, then the contracts that lie face up:
  mf3b            takes 1 mail (m) and 1 freight (f), pays 3 bronze
  **1g  p0  -     takes any 2, pays 1 gold; 1 passenger (p), no pay; no contract
Pyrenees cost +1  weather of a line: flights cost a point more; run 1b: 1 bronze
                  for runs; counts 2: as two lines; only m, no p: mail alone, no
                  passengers; only L: legendary pilots; cube +1: one cube more
… mfp             cargo whose wings for the first transport are still there
Europe 3/0/5/4    cubes of seats 0, 1, … there, for supremacy
lines 1–5 1b 1b   wings still there for the first run over 1, 2, … 5 lines
speed 2 s1 3:2b   world record 2, its tile with seat 1 (- nobody), 2 bronze
                  wings on square 3
stock 9r 4s       rookies and seasoned pilots left; 4×+3: tokens of the meeting
>2 KLM*           > decides, * is first player of this turn
log 4             logistics points
pilots 3r/-/1s    available/used/recovering: r rookie, s seasoned, L legendary
2b1g  1pt  +3     wings, stop points, token of the meeting
S1 D0 A2          own records in speed, distance, altitude
joins  sent s     registered for the meeting; has sent a seasoned pilot
1 spare           designs in the reserve
Mermoz!           legendary pilot, ! whose feat is still to come
+Potez 25 1m 2/1! + ready, ~ on the board, x under maintenance; carries 1 mail,
                  fuel 2, range 1 (! red); S D A behind: record tiles under it"""
"""What the signs of the text mean."""

SHORTEST = 5
"""Letters of a legendary pilot's name, mark included, that are kept where there is little room."""


def text(game: Game, record: State, seat: int | None = None) -> str:
    """The table as plain text.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its line says "you", and what it has chosen in secret (None: a spectator).

    Returns:
        What is to be decided, the cities with weather, wings and records beside them, and two lines for each seat; of
        five the aeroplanes of two rivals have no room.
    """
    lines = [f"{game.spec.title}  {course(game, record)}  {goal_letters(game)}  {FLEET_HEAD}", _status(game, record)]
    left = [HEAD, *(_city(game, record, city) for city in range(CITIES))]
    right = [f"{'line':<10}{'weather':<12}{CARGO_LETTERS}", *_side(game, record)]
    lines += [f"{city:<{COLUMNS - SIDE - 1}} {words}" for city, words in zip(left, right, strict=True)]
    own = int(record.seat) if seat is None else seat
    rivals = [player for player in range(game.players) if player != own]
    parts: dict[str, Forms] = {"board": [lines]}
    for player in range(game.players):
        row, fleet = _seat(game, record, player, seat), _fleet(game, record, player)
        parts[f"seat {player}"] = [[row, fleet]] if player == own else [[row, fleet], [row]]
    # The fleets of those who play last before this seat come last to mind.
    later = sorted(rivals, key=lambda player: (player - own) % game.players, reverse=True)
    found = fitted(parts, [f"seat {player}" for player in later])
    return "\n".join(line[:COLUMNS].rstrip() for line in found) + "\n"


def _status(game: Game, record: State) -> str:
    """What is to be decided, and as far as there is room what one should know for it."""
    if record.done:
        return status(game, record)
    line = status(game, record)
    for k, words in enumerate(_known(game, record)):
        longer = f"{line}{', ' if k else '  '}{words}"
        if len(longer) > COLUMNS:
            break
        line = longer
    return line


def _known(game: Game, record: State) -> list[str]:
    """What one should know for the decision, shorter than in the picture."""
    seat, company = int(record.seat), int(record.company[record.seat])
    if record.phase in (Phase.REORGANISING, Phase.SWAP):
        names = [(design_name(game, company, design), design) for design in reserve(record, seat)]
        return [f"{short_name(name, 10)} {design_letters(game, company, design)}" for name, design in names]
    if record.phase == Phase.CONTRACTS:
        return [f"{record.load}/{capacity_of(game.tables[0], record, seat, int(record.place))} full"]
    return [
        words.removesuffix(" logistics points.").removesuffix(" logistics point.") for words in facts(game, record)[1:]
    ]


def _city(game: Game, record: State, city: int) -> str:
    """Such as `"Dakar        8  3 . 2 .  ?? m1b pp2b"`."""
    name = f"{city_name(game, city):<12.12}"
    if not record.maximum[city]:
        return f"{name} closed"
    held = [contract_letters(game, strip) for strip in contracts_in(record, city)]
    if record.monopoly[city] != NONE:
        return f"{name}{record.maximum[city]:>2}  monopoly of seat {record.monopoly[city]}, {held[0]}"
    cubes = "".join(f"{count or '.':>2}" for count in record.cubes[: game.players, city])
    return f"{name}{record.maximum[city]:>2} {cubes} {' '.join(['?' * int(record.face_down[city]), *held]).strip()}"


def _side(game: Game, record: State) -> list[str]:
    """What stands beside the cities: weather, strength by continent, pioneers' wings, distances, records, stocks."""
    lines = [
        f"{_zone(game, zone):<10.9}{_beside(game, record, zone):<12}{_pioneers(game, record, zone)}"
        for zone in range(PIONEER_ZONES)
    ]
    lines.insert(WEATHER_LINES, f"{'Europe':<10}{_strength(game, record, Continent.EUROPE)}")
    distances = distances_left(game, record)
    ends = sorted({distances[0][0], distances[-1][0]}) if distances else []
    span = f"{'–'.join(map(str, ends))} " if ends else "-"
    lines.append(f"lines {span}{' '.join(wings for _, wings in distances)}")
    for kind in RecordKind:
        level, owner = int(record.level[: game.players, kind].max()), int(record.tile_owner[kind])
        holder = "-" if owner == NONE else f"s{owner}"
        wings = " ".join(f"{level}:{pay}" for level, pay in record_wings_left(game, record, kind))
        lines.append(f"{record_name(kind):<9}{level} {holder:<3}{wings}")
    return [*lines, _stock(game, record)]


def _zone(game: Game, zone: int) -> str:
    return line_name(game, zone) if zone < WEATHER_LINES else ("Africa", "S America")[zone - WEATHER_LINES]


def _beside(game: Game, record: State, zone: int) -> str:
    """The weather of a line, the strength of the seats on a continent."""
    if zone < WEATHER_LINES:
        return _weather(game, record, zone)
    return _strength(game, record, Continent.AFRICA + zone - WEATHER_LINES)


def _strength(game: Game, record: State, continent: int) -> str:
    """What counts for supremacy, seat by seat: `"3/0/5/4"`."""
    return "/".join(map(str, continents(game, record)[continent][0])) if has_wings(game) else ""


def _pioneers(game: Game, record: State, zone: int) -> str:
    """The kinds of cargo whose wings are still to be won: `" fp"`."""
    if not has_wings(game):
        return ""
    return "".join(CARGO_LETTERS[kind] if kind >= record.pioneers[zone] else " " for kind in Cargo)


def _weather(game: Game, record: State, zone: int) -> str:
    """The weather of a line in at most eleven letters."""
    if zone >= WEATHER_LINES or record.card[zone] == NONE:
        return ""
    t, card = game.tables[0], int(record.card[zone])
    value = int(t.card_value[zone, card])
    return {
        Effect.NOTHING: "neutral",
        Effect.BRONZE_FOR_ANY: f"run {value}b",
        Effect.BRONZE_FOR_PASSENGERS: f"p {value}b",
        Effect.COST: f"cost {signed(value)}",
        Effect.CUBES_OF_RUN: f"run cube {signed(value)}",
        Effect.CUBES_OF_STOP: f"stop cube {signed(value)}",
        Effect.NO_PASSENGERS: "no p",
        Effect.MAIL_ONLY: f"only m, {value}b",
        Effect.COUNTS_AS: f"counts {value}",
        Effect.PILOTS_FROM: "no rookies" if value == Rank.SEASONED else "only L",
        Effect.NO_INCREASE: "no cubes",
    }[Effect(int(t.card_effect[zone, card]))]


def _stock(game: Game, record: State) -> str:
    t = game.tables[0]
    pilots = record.pilots[: game.players].sum(axis=(0, 1))
    left = f"{t.rookies - pilots[Rank.ROOKIE]}r {t.seasoned * game.players - pilots[Rank.SEASONED]}s"
    tokens = t.tokens - record.tokens[: game.players].sum(axis=0)
    return f"stock {left}" + "".join(f" {tokens[k]}×+{t.token_value[k]}" for k in (1, 0))


def _seat(game: Game, record: State, seat: int, you: int | None) -> str:
    """Who it is, logistics, pilots by condition, wings, records, stop points, tokens, the meeting, the legend."""
    mark = ">" if not record.done and seat == int(record.seat) else " "
    first = "*" if seat == int(record.first) else ""
    name = f"{mark}{seat} {seat_name(game, record, seat):.10}{first}{' you' if seat == you else ''}"
    pilots = "/".join(_pilots(record, seat, condition) for condition in Condition)
    spare = len(reserve(record, seat))
    levels = "".join(f" {RECORD_LETTERS[kind]}{record.level[seat, kind]}" for kind in RecordKind)
    words = [
        f"{name:<16} log {record.logistics[seat]:<2} pilots {pilots:<9}",
        f"{wing_letters(record.wings[seat]) if record.wings[seat].any() else '0b':<6}",
        f"{levels.strip()} {game.standing_of(record)[0][seat]:>2}pt",
        "".join(f"+{game.tables[0].token_value[k]}" * int(record.tokens[seat, k]) for k in (1, 0)),
        _meeting(record, seat, you),
        f"{spare} spare" if spare else "",
    ]
    row, legend = " ".join(word for word in words if word), _legend(game, record, seat)
    if len(row) + (1 + min(len(legend), SHORTEST) if legend else 0) > COLUMNS:
        row = row.replace(" pilots ", " ", 1)
    return f"{row} {_clipped(legend, COLUMNS - len(row) - 1)}".rstrip()


def _clipped(legend: str, room: int) -> str:
    """A legendary pilot in so many letters, the mark kept: `"Guill!"`."""
    mark = "!" if legend.endswith("!") else ""
    return legend if len(legend) <= room else legend[: max(room - len(mark), 0)] + mark


def _legend(game: Game, record: State, seat: int) -> str:
    """The legendary pilot, with `!` as long as the feat is still to come: `"Mermoz!"`."""
    if record.legend[seat] == NONE:
        return ""
    return legend_name(game, int(record.legend[seat])).split()[-1] + ("!" if record.feat[seat] else "")


def _pilots(record: State, seat: int, condition: int) -> str:
    counts = record.pilots[seat, condition]
    return "".join(f"{count}{RANK_LETTERS[rank]}" for rank, count in enumerate(counts) if count) or "-"


def _meeting(record: State, seat: int, you: int | None) -> str:
    """What is known of a seat and the meeting of this turn."""
    if record.phase == Phase.REGISTERING and not record.done:
        if seat == you and record.choice[seat] != UNDECIDED:
            return "chose yes" if record.choice[seat] == YES else "chose no"
        return "barred" if record.barred[seat] else ""
    if record.sent[seat] != NONE:
        return f"sent {RANK_LETTERS[record.sent[seat]]}"
    return "joins" if record.registered[seat] else ""


def _fleet(game: Game, record: State, seat: int) -> str:
    """Aeroplanes on the panel with condition, capacity, fuel/range (`!`: red) and record tiles."""
    held = places(record, seat)
    room = (COLUMNS - 1) // max(len(held), 1) - 1
    return "  " + " ".join(_plane(game, record, seat, place, room) for place in held)


def _plane(game: Game, record: State, seat: int, place: int, room: int) -> str:
    """Such as `"+Salmson 2A2 1m 1/1"` in at most `room` letters."""
    company, design = int(record.company[seat]), int(record.fleet[seat, place])
    tiles = "".join(RECORD_LETTERS[kind] for kind in tiles_at(record, seat, place))
    numbers = design_letters(game, company, design) + tiles
    mark = CONDITION_MARKS[record.condition[seat, place]]
    return f"{mark}{short_name(design_name(game, company, design), room - len(numbers) - 2)} {numbers}"


def short_name(name: str, room: int) -> str:
    """A name of an aeroplane in so many letters; the number of the model is kept rather than the maker's name."""
    if len(name) <= room:
        return name
    first, *others = name.split()
    model = next((word for word in others if any(letter.isdigit() for letter in word)), others[-1] if others else "")
    if len(others) > 1 and set(model) <= set("IVX"):
        model = " ".join(others[-2:])  # a numeral says nothing alone
    left = room - len(model) - 1
    return f"{first[:left]} {model}" if model and left > 0 else (model or first)[: max(room, 1)]
