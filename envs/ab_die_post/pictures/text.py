"""The table as plain text of at most 24 lines of 80 columns (with the course that comes with the game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..limits import BALL_NAMES, GOAL, LANE_NAMES, LANES, START, Ball
from ..names import card_name, field_name
from ..rules.hurricane import covers
from ..rules.scoring import flight_points
from ..state import NO_BALL, NOBODY, Phase
from ..tables import Tables
from .words import flight_words, half_way, lane_repair, parts, passenger_half_way, repair_due, repair_of, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


SIGNS = """\
·  0  *            a free field, the plane of seat 0, a field beside a passenger
|  ‖               the end of a section, the half-way line
points  last       the marker; what the last flight brought, which breaks ties
now +4             what the seat would score if the flight ended now
storm 8  8!  3/8   what a hurricane would cost in its lane, ! more than it has;
                   3 of 8 points of its repair are paid
5 = 1×2 1×red 3    spare parts: points, and the cards by value
passenger 1/2      has flown over one of the two fields beside the passenger
×2                 how many balls of a colour are in the shaker"""
"""What the signs of the text mean."""


def text(game: Game, record: State, seat: int | None = None) -> str:
    """The table as plain text.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its line says "you" (None: a spectator).

    Returns:
        The heading with what is to be decided, the course, one line for each player, wind and piles: at most 24 lines
        of 80 columns with the course that comes with the game. Nothing is left out.
    """
    lines = [f"{game.spec.title}  {flight_words(record)}", status(game, record), ""]
    lines += _text_course(game, record)
    lines += ["", *_text_seats(game, record, seat), "", *_text_supplies(game, record)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _text_course(game: Game, record: State) -> list[str]:
    """The lanes from this flight's start on the left: seats on their fields, `*` beside the passenger, `|` rivers."""
    t: Tables = game.tables[0]
    d = int(record.direction)
    sections, fields = int(t.sections), int(t.field_count)
    widest = max(_fields_in(t, d, lane, section) for lane in range(LANES) for section in range(1, sections + 1))
    rows = [[[" "] * widest for _ in range(sections)] for _ in range(LANES)]
    here = {int(record.field[player]): str(player) for player in range(game.players)}
    beside = set(t.passenger_field[d].tolist())
    for field in range(fields):
        x, section = float(t.x[d, field]), int(t.section[d, field])
        column = min(int((x - section + 1) * widest), widest - 1)
        rows[t.lane_of[field]][section - 1][column] = here.get(field, "*" if field in beside else "·")
    half = half_way(t, d)
    bars = ["‖" if edge == half else "|" for edge in range(1, sections)] + [""]
    heads = [str(section).center(widest) for section in range(1, sections + 1)]
    lines = ["section " + " ".join(heads)]
    for lane, row in enumerate(rows):
        cells = "".join("".join(cell) + bar for cell, bar in zip(row, bars, strict=True))
        lines.append(f"{LANE_NAMES[lane]:<8}{cells}")
    parked = [" ".join(str(p) for p in range(game.players) if record.field[p] == spot) or "-" for spot in (START, GOAL)]
    return [*lines, f"start: {parked[0]}    goal: {parked[1]}"]


def _fields_in(t: Tables, direction: int, lane: int, section: int) -> int:
    fields = slice(0, int(t.field_count))
    return int(((t.lane_of[fields] == lane) & (t.section[direction, fields] == section)).sum())


def _text_seats(game: Game, record: State, you: int | None) -> list[str]:
    t, o, s = game.tables[0], game.options[0], game.array_of(record)[0]
    lines = [f"  {'seat':<6}points last  now  {'plane':<9}storm spare parts"]
    for seat in range(game.players):
        deciding = not record.done and seat == int(record.seat)
        name = f"{'>' if deciding else ' '} {seat}{' you' if seat == you else ''}"
        # Once a flight is over everybody is on the start field again, or will be.
        over = record.done or record.phase == Phase.KEEP
        now = int(record.last[seat]) if over else int(flight_points(t, o, s, seat))
        points = f"{record.score[seat]:>6}{f'+{record.last[seat]}':>5}{f'+{now}':>5}"
        place = field_name(t, int(record.field[seat]))
        line = f"{name:<8}{points}  {place:<9}{_storm(game, record, seat):>5} {_hand_words(game, record, seat)}"
        lines.append(line + _passenger_words(game, record, seat))
    return lines


def _storm(game: Game, record: State, seat: int) -> str:
    """What a hurricane would cost a plane, with `!` if its spare parts do not cover it; what is paid of a repair."""
    due = repair_due(game, record, seat)
    if due is not None:
        return f"{due[1]}/{due[0]}"
    cost = repair_of(game, record, seat)
    return f"{cost}{'' if covers(parts(game, record, seat), cost) else '!'}" if cost else "-"


def _hand_words(game: Game, record: State, seat: int) -> str:
    held = [f"{count}×{card_name(game, kind)}" for kind, count in _kinds(game, record.hand[seat]) if count]
    return f"{parts(game, record, seat)} = {' '.join(held)}" if held else "none"


def _kinds(game: Game, counts: NDArray[np.int16]) -> list[tuple[int, int]]:
    return [(kind, int(counts[kind])) for kind in range(int(game.tables[0].kinds))]


def _passenger_words(game: Game, record: State, seat: int) -> str:
    """What a seat has to do with the passenger."""
    if int(record.holder) == seat:
        return ", passenger"
    return ", passenger 1/2" if passenger_half_way(game, record, seat) else ""


def _text_supplies(game: Game, record: State) -> list[str]:
    t: Tables = game.tables[0]
    d = int(record.direction)
    bag = t.balls[game.players]
    winds = [f"{BALL_NAMES[ball]} {t.steps[ball]} (×{bag[ball]})" for ball in Ball if ball != Ball.BLACK]
    costs = ", ".join(f"{name} {lane_repair(t, lane)}" for lane, name in enumerate(LANE_NAMES))
    beside = " and ".join(field_name(game.tables[0], int(field)) for field in t.passenger_field[d])
    card = "the card lies beside the board" if record.holder == NOBODY else f"seat {record.holder} has the card"
    piles = [
        f"{name} {pile.sum()} ({', '.join(f'{count}×{card_name(game, kind)}' for kind, count in _kinds(game, pile))})"
        for name, pile in (("draw pile", record.pile), ("discards", record.discard))
    ]
    return [
        f"{_ball_words(record)}   wind: {', '.join(winds)}",
        f"black (×{bag[Ball.BLACK]}): hurricane, repair {costs}",
        f"passenger: {beside}; {card} (+{t.passenger_bonus})",
        "   ".join(piles),
        f"{t.win_at} points end the game; {t.min_points} points of spare parts are needed to fly",
    ]


def _ball_words(record: State) -> str:
    if record.shown == NO_BALL:
        return "ball: none"
    return f"{'ball' if record.ball != NO_BALL else 'last ball'}: {BALL_NAMES[record.shown]}"
