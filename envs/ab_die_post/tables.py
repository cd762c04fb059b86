"""The board and the cards: the `Tables` record, and reading it from a data pack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from .._core.packs import PackTable, nearest, read_toml, table_loader
from .._core.record import F, Record
from .limits import (
    BALL_NAMES,
    BOTH,
    COLOURS,
    GOAL,
    LAND_MOVE,
    LANE_MOVES,
    LANE_NAMES,
    LANES,
    MAX_BALLS,
    MAX_CARDS,
    MAX_COPIES,
    MAX_FIELDS,
    MAX_KINDS,
    MAX_LINKS,
    MAX_PLACE,
    MAX_REPAIR,
    MAX_SEATS,
    MAX_SECTIONS,
    MAX_STEPS,
    MAX_VALUE,
    MAX_WIN_AT,
    MOVES,
    PASSENGER_SETS,
    SPOTS,
    START,
    WIND_NAMES,
    WINDS,
)
from .paths import Course, Ends, Links, move_number, moves


class Tables(Record):
    """What is printed on board and cards, and what follows from it (derived).

    Axes [2] at the front are the outbound and the return flight, whose fields count from its start.
    """

    kinds: Annotated[int, F("i1", (), 1, MAX_KINDS, doc="kinds of cards")]
    value: Annotated[NDArray[np.int8], F("i1", (MAX_KINDS,), 0, MAX_VALUE, unit="points", doc="spare parts on a card")]
    red: Annotated[NDArray[np.uint8], F("u1", (MAX_KINDS,), 0, 1, doc="whether a kind of card is red")]
    copies: Annotated[NDArray[np.int16], F("i2", (MAX_KINDS,), 0, MAX_COPIES, doc="cards of a kind")]
    copy_share: Annotated[
        NDArray[np.float32], F("f4", (MAX_KINDS,), 0, 1, derived=True, doc="share of its kind that one card is")
    ]
    reds_that_break: Annotated[int, F("i2", (), 1, MAX_CARDS, doc="the red card in hand that loses all of them")]
    min_points: Annotated[int, F("i2", (), 0, MAX_REPAIR, unit="points", doc="spare parts needed to fly")]
    steps: Annotated[
        NDArray[np.int8], F("i1", (COLOURS,), 0, MAX_STEPS, unit="fields", doc="steps of a ball; 0 for black")
    ]
    balls: Annotated[
        NDArray[np.int16],
        F("i2", (MAX_SEATS + 1, COLOURS), 0, MAX_BALLS, doc="balls in the shaker by number of players"),
    ]
    ball_count: Annotated[
        NDArray[np.int16],
        F("i2", (MAX_SEATS + 1,), 0, COLOURS * MAX_BALLS, derived=True, doc="all balls in the shaker"),
    ]
    places: Annotated[NDArray[np.int16], F("i2", (MAX_SEATS,), 0, MAX_PLACE, unit="points", doc="points of each place")]
    passenger_bonus: Annotated[int, F("i2", (), 0, MAX_PLACE, unit="points", doc="points of the passenger card")]
    start_points: Annotated[int, F("i2", (), 0, MAX_PLACE, unit="points", doc="points of a plane on the start field")]
    win_at: Annotated[int, F("i2", (), 1, MAX_WIN_AT, unit="points", doc="a marker that gets here ends the game")]
    best_share: Annotated[
        float, F("f4", (), 0, 1, derived=True, doc="share that a point is of the most that a flight brings")
    ]
    win_share: Annotated[float, F("f4", (), 0, 1, derived=True, doc="share that a point is of those that end the game")]
    sections: Annotated[int, F("i2", (), 1, MAX_SECTIONS, doc="river sections of the course")]
    field_count: Annotated[int, F("i2", (), 1, MAX_FIELDS, doc="fields of all lanes")]
    length: Annotated[NDArray[np.int16], F("i2", (LANES,), 1, MAX_FIELDS, doc="fields of a lane")]
    offset: Annotated[NDArray[np.int16], F("i2", (LANES,), 0, MAX_FIELDS, doc="first field of a lane")]
    lane_of: Annotated[NDArray[np.int8], F("i1", (SPOTS,), -1, LANES - 1, doc="lane of a field, −1: none")]
    number: Annotated[NDArray[np.int16], F("i2", (SPOTS,), 0, MAX_FIELDS, doc="number of a field in its lane, from 1")]
    repair: Annotated[
        NDArray[np.int16], F("i2", (SPOTS,), 0, MAX_REPAIR, unit="points", doc="cost of a hurricane on a field")
    ]
    x: Annotated[
        NDArray[np.float32],
        F("f4", (2, SPOTS), 0, MAX_SECTIONS, unit="sections", doc="distance from the start; GOAL is at `sections`"),
    ]
    section: Annotated[NDArray[np.int16], F("i2", (2, SPOTS), 0, MAX_SECTIONS + 1, doc="river section, from 1")]
    first_half: Annotated[NDArray[np.uint8], F("u1", (2, SPOTS), 0, 1, doc="whether a field is in the first half")]
    standing: Annotated[
        NDArray[np.int16],
        F("i2", (2, SPOTS), 0, SPOTS, derived=True, doc="order of placing: the higher is ahead; 0: unplaced"),
    ]
    passed: Annotated[
        NDArray[np.uint8],
        F("u1", (2, SPOTS), 0, BOTH, derived=True, doc="passenger field as a bit (1 first, 2 second)"),
    ]
    passenger_field: Annotated[
        NDArray[np.int16], F("i2", (2, 2), 0, MAX_FIELDS, doc="the two passenger fields, as the flight meets them")
    ]
    ahead: Annotated[
        NDArray[np.int16],
        F("i2", (2, SPOTS, LANES), 0, MAX_FIELDS, derived=True, doc="first field ahead of a field in each lane"),
    ]
    reach: Annotated[
        NDArray[np.uint8],
        F(
            "u1",
            (2, WINDS, SPOTS, MOVES),
            0,
            2**PASSENGER_SETS - 1,
            derived=True,
            doc="by ball, field, move: bit m for a path over passenger fields m",
        ),
    ]
    share: Annotated[
        NDArray[np.float32], F("f4", (2, SPOTS), 0, 1, derived=True, doc="share of the course flown at a field")
    ]
    way: Annotated[
        NDArray[np.float32],
        F(
            "f4",
            (2, SPOTS, LANES),
            0,
            MAX_SECTIONS,
            unit="sections",
            derived=True,
            doc="way to the first field ahead in each lane",
        ),
    ]
    gain: Annotated[
        NDArray[np.float32],
        F("f4", (2, SPOTS, WINDS), 0, 1, derived=True, doc="share of the course that a ball brings at most"),
    ]
    bag: Annotated[
        NDArray[np.float32], F("f4", (MAX_SEATS + 1, COLOURS), 0, 1, derived=True, doc="chance of a ball, by players")
    ]
    land_odds: Annotated[
        NDArray[np.float32],
        F(
            "f4",
            (MAX_SEATS + 1, 2, SPOTS),
            0,
            1,
            derived=True,
            doc="chance that a shake lets a plane land, by players, field",
        ),
    ]
    link_count: Annotated[int, F("i2", (), 0, MAX_LINKS, doc="lane changes")]
    links: Annotated[
        NDArray[np.int16], F("i2", (2, MAX_LINKS, 2), 0, MAX_FIELDS, doc="lane changes: from field, to field")
    ]


OWN_DATA = Path(__file__).parent / "data"


def _read_tables(folder: Path) -> NDArray[Any]:
    tables = Tables.zeros(1)
    t: Tables = tables[0]
    _read_cards(t, read_toml(folder, "cards.toml"))
    _read_scoring(t, read_toml(folder, "scoring.toml"))
    wind = read_toml(folder, "wind.toml")
    repair = _read_wind(t, wind)
    track = read_toml(folder, "track.toml")
    course = _read_track(track)
    _lay_out(t, course, repair)
    for direction, flight in enumerate((course, course.reversed())):
        _lay_out_flight(t, direction, flight, track)
    return tables


load_tables = table_loader(OWN_DATA, _read_tables)
"""Read and check a data pack, the game's own by default: a fresh `Tables` [1], or a DataPackError."""


def _read_cards(t: Tables, file: PackTable) -> None:
    cards = file.tables("card", 1, MAX_KINDS)
    t.kinds = len(cards)
    for kind, card in enumerate(cards):
        t.value[kind] = card.integer("value", 0, MAX_VALUE)
        t.copies[kind] = card.integer("copies", 0, MAX_COPIES)
        t.copy_share[kind] = 1 / max(t.copies[kind], 1)
        t.red[kind] = card.flag("red")
        card.done()
    drawing, flying = file.table("drawing"), file.table("flying")
    t.reds_that_break = drawing.integer("reds_that_break", 1, MAX_CARDS)
    t.min_points = flying.integer("min_points", 0, MAX_REPAIR)
    for table in (drawing, flying, file):
        table.done()


def _read_scoring(t: Tables, file: PackTable) -> None:
    flight, game = file.table("flight"), file.table("game")
    t.places[:] = flight.integers("places", 0, MAX_PLACE, MAX_SEATS)
    if t.places[0] < 1:
        # Every flight must bring somebody nearer to the end of the game.
        raise flight.fault("places[0]", "the first place must score at least 1 point")
    if (np.diff(t.places) > 0).any():
        raise flight.fault("places", "a place may not score more than the one before it")
    t.passenger_bonus = flight.integer("passenger_bonus", 0, MAX_PLACE)
    t.start_points = flight.integer("start_field", 0, int(t.places[-1]))
    t.win_at = game.integer("win_at", 1, MAX_WIN_AT)
    t.best_share = 1 / (t.places[0] + t.passenger_bonus)
    t.win_share = 1 / t.win_at
    for table in (flight, game, file):
        table.done()


def _read_wind(t: Tables, file: PackTable) -> list[int]:
    """Fill in the balls; returns the cost of a hurricane by lane."""
    steps, balls, repair = file.table("steps"), file.table("balls", provenance=False), file.table("repair")
    for wind, name in enumerate(WIND_NAMES):
        t.steps[wind] = steps.integer(name, 1, MAX_STEPS)
    for players in range(3, MAX_SEATS + 1):
        bag = balls.table(str(players))
        t.balls[players] = [bag.integer(name, 0, MAX_BALLS) for name in BALL_NAMES]
        t.ball_count[players] = t.balls[players].sum()
        t.bag[players] = t.balls[players] / max(t.ball_count[players], 1)
        if t.balls[players][:WINDS].sum() == 0:
            raise bag.fault("", "needs at least one ball that is not black")
        bag.done()
    costs = [repair.integer(name, 0, MAX_REPAIR) for name in LANE_NAMES]
    for table in (steps, balls, repair, file):
        table.done()
    return costs


def _read_track(file: PackTable) -> Course:
    track, lanes, passenger = file.table("track"), file.table("lanes"), file.table("passenger")
    sections = track.integer("sections", 1, MAX_SECTIONS)
    half_after = track.integer("half_way_after_section", 0, sections)
    x = tuple(_read_lane(lanes, name, sections) for name in LANE_NAMES)
    total = sum(map(len, x))
    if total > MAX_FIELDS:
        raise lanes.fault("", f"the lanes have {total} fields together; {MAX_FIELDS} is the most")
    first, second = passenger.integers("outer_fields", 1, len(x[0]), 2)
    if first >= second:
        raise passenger.fault("outer_fields", f"must name two fields in flight order, not {first} and {second}")
    course = Course(sections, half_after, x, (first - 1, second - 1))
    if file.has("lane_change"):
        course = replace(course, printed=_read_lane_changes(file, course))
    for table in (track, lanes, passenger, file):
        table.done()
    return course


def _read_lane(lanes: PackTable, name: str, sections: int) -> tuple[float, ...]:
    """The fields of a lane, evenly spread within each section."""
    per_section = lanes.value(name)
    if isinstance(per_section, list):
        counts = lanes.integers(name, 0, MAX_FIELDS, sections)
    else:
        counts = [lanes.integer(name, 1, MAX_FIELDS)] * sections
    if sum(counts) == 0:
        raise lanes.fault(name, "the lane needs at least one field")
    return tuple(section + (i + 0.5) / n for section, n in enumerate(counts) for i in range(n))


def _read_lane_changes(file: PackTable, course: Course) -> Links:
    names = {course.name(field): field for field in range(len(course.fields))}
    links = []
    for entry in file.tables("lane_change", 0, MAX_LINKS, provenance=False):
        fields = []
        for key in ("from", "to"):
            name = entry.text(key)
            if name not in names:
                raise entry.fault(key, f"'{name}' is no field of this track{nearest(name, names)}")
            fields.append(names[name])
        (lane_a, _, x_a), (lane_b, _, x_b) = (course.fields[field] for field in fields)
        if abs(lane_a - lane_b) != 1:
            raise entry.fault("to", f"'{entry.text('to')}' is not in a neighbouring lane of '{entry.text('from')}'")
        if x_b <= x_a:
            raise entry.fault("to", f"'{entry.text('to')}' does not lie ahead of '{entry.text('from')}'")
        entry.done()
        links.append((fields[0], fields[1]))
    return links


def _lay_out(t: Tables, course: Course, repair: list[int]) -> None:
    """What is the same in both directions; the cost of a hurricane is the lane's (Rule ADP-4.1)."""
    t.sections = course.sections
    t.field_count = len(course.fields)
    t.length[:] = course.lengths
    t.offset[:] = course.offsets
    t.lane_of[:] = -1
    for field, (lane, number, _) in enumerate(course.fields):
        t.lane_of[field] = lane
        t.number[field] = number
        t.repair[field] = repair[lane]


def _lay_out_flight(t: Tables, direction: int, course: Course, file: PackTable) -> None:
    """What the flight in one direction sees.

    Planes are placed by section, then lane, the inner one best, then distance (Rule ADP-7.4); the start field lies in
    the first half (Rule ADP-7.5) and is unplaced (Rule ADP-7.3).
    """
    if len(course.links) > MAX_LINKS:
        raise file.fault("lane_change", f"{len(course.links)} lane changes; {MAX_LINKS} is the most")
    t.link_count = len(course.links)
    t.links[direction, : len(course.links)] = np.array(course.links, dtype=np.int16).reshape(-1, 2)
    t.passenger_field[direction] = course.passenger
    for field, (_, _, x) in enumerate(course.fields):
        t.x[direction, field] = x
        t.section[direction, field] = course.section(x)
        t.first_half[direction, field] = course.section(x) <= course.half_after
        t.passed[direction, field] = course.passed(field)
        t.ahead[direction, field] = [course.first_ahead(x, lane) for lane in range(LANES)]
        t.way[direction, field] = [course.way_to_lane(x, lane) for lane in range(LANES)]
    t.x[direction, GOAL] = course.sections
    t.section[direction, GOAL] = course.sections + 1
    t.first_half[direction, START] = 1
    t.ahead[direction, START] = course.offsets
    t.way[direction, START] = [course.way_to_lane(0.0, lane) for lane in range(LANES)]
    t.share[direction] = t.x[direction] / course.sections
    by_placing = sorted(
        range(len(course.fields)), key=lambda f: (course.section(course.fields[f][2]), *course.fields[f][::2])
    )
    for position, field in enumerate([*by_placing, GOAL], start=1):
        t.standing[direction, field] = position
    for wind in range(WINDS):
        from_start, from_fields = moves(course, int(t.steps[wind]), GOAL)
        for field, ends in [(START, from_start), *enumerate(from_fields)]:
            _lay_out_moves(t, direction, course, file, wind, field, ends)
    lands = t.reach[direction, :, :, LAND_MOVE] != 0
    t.land_odds[:, direction] = np.minimum(t.bag[:, :WINDS] @ lands.astype(np.float32), 1)


def _lay_out_moves(
    t: Tables, direction: int, course: Course, file: PackTable, wind: int, field: int, ends: Ends
) -> None:
    """Enter the moves of a ball from a field by their actions."""
    x = course.fields[field][2] if field != START else 0.0
    t.gain[direction, field, wind] = max((t.x[direction, end] - x for end in ends), default=0.0) / course.sections
    for end, sets in ends.items():
        move = LAND_MOVE if end == GOAL else move_number(course, x, end)
        if move is None:
            where = "the start" if field == START else course.name(field)
            raise file.fault(
                "lanes",
                f"from {where} a {BALL_NAMES[wind]} ball reaches {course.name(end)}, beyond the "
                f"{LANE_MOVES[course.fields[end][0]]} fields ahead in its lane that a move can name; "
                "the pack needs fewer fields a section or fewer steps a ball",
            )
        t.reach[direction, wind, field, move] = sets
