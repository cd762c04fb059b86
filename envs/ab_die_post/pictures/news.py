"""What players at the table hear and see when an action is played: cards, balls, planes sent back, points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..actions import Action
from ..limits import BALL_NAMES, START
from ..names import card_name
from ..rules.drawing import must_turn_over
from ..rules.moves import choose_move, fly, is_hurricane
from ..state import NOBODY, Phase
from .draw_board import destinations
from .words import counted, effect_of, passenger_half_way, repair_of, seat_after, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State
    from ..tables import Tables


def news(game: Game, before: State, action: int, after: State) -> list[str]:
    """What happened between two positions, in words; lines that name no seat are about the one that acted.

    Args:
        game: the game with its tables.
        before: the State record in which the action was played.
        action: the action.
        after: the State record that it led to.
    """
    landed = _has_landed(before, after)
    lines = _of_action(game, before, action, after)
    if landed:
        lines.append("lands: the flight is over")
    elif after.done:
        lines.append("turn limit: the flight is scored as it stands")
    if landed or after.done:
        lines.append(_points(game, after))
    if after.done:
        return [*lines, status(game, after)]
    if landed or before.phase == Phase.KEEP:
        lines += _hands_given_up(game, before, after)
    if after.flight != before.flight:
        way = "outbound" if after.direction == 0 else "return"
        lines.append(f"flight {after.flight} ({way}) begins: seat {after.first} is first")
    return lines


def _of_action(game: Game, before: State, action: int, after: State) -> list[str]:
    """What the action itself brought about."""
    if action == Action.DRAW:
        return _drawn(game, before, after)
    if action == Action.FLY:
        return _shaken(game, before, after)
    if before.phase in (Phase.MOVE, Phase.PASSENGER):
        return _passenger(game, before, action, after)
    if before.phase == Phase.REPAIR:
        return _repaired(game, before, action, after)
    if before.phase == Phase.KEEP:
        lost = _cards_lost(before, after, int(before.seat))
        return [f"discards {counted(lost, 'card')}"] if lost else []
    return []


def _drawn(game: Game, before: State, after: State) -> list[str]:
    """The card, before it the turned discard pile, after it the red cards that were too many."""
    lines, pile = [], before.pile
    if must_turn_over(game.array_of(before)[0]):
        pile = before.discard
        lines.append(f"the draw pile is empty: {counted(pile.sum(), 'discarded card')} turned over")
    kind = int(np.flatnonzero(pile != after.pile)[0])
    lines.append(f"draws a {card_name(game, kind)}")
    lost = 1 + _cards_lost(before, after, int(before.seat))
    if lost:
        lines.append(f"{counted(lost, 'red card')}: loses them all, the turn ends")
    return lines


def _shaken(game: Game, before: State, after: State) -> list[str]:
    """The ball and what it does at once."""
    ball = int(after.shown)
    lines = [f"{BALL_NAMES[ball]} ball: {effect_of(game, ball)}"]
    if not is_hurricane(ball):
        return lines if destinations(game, after) else [*lines, "no free field: stays"]
    lines += _sent_back(game, before, after)
    if len(lines) == 1 and after.phase != Phase.REPAIR:
        lines.append("nobody has to repair")
    return lines


def _repaired(game: Game, before: State, action: int, after: State) -> list[str]:
    """How much is paid, or who is sent back before the next one can pay."""
    if action == Action.DONE:
        return _sent_back(game, before, after)
    cost = counted(repair_of(game, before, before.seat), "point")
    return [f"{after.paid} of {cost} paid"]


def _sent_back(game: Game, before: State, after: State) -> list[str]:
    """Who could not pay, clockwise from the seat that shook the ball."""
    lines = []
    for seat in _clockwise(game, int(before.turn)):
        if before.field[seat] == START or after.field[seat] != START:
            continue
        cost = counted(repair_of(game, before, seat), "point")
        lost = _cards_lost(before, after, seat)
        loses = f", loses {counted(lost, 'card')}" if lost else ""
        lines.append(f"seat {seat} cannot pay {cost}: back to the start{loses}")
        if before.holder == seat:
            lines.append("the passenger is beside the board again")
    return lines


def _passenger(game: Game, before: State, action: int, after: State) -> list[str]:
    """How a flight brought the passenger nearer, as long as nobody has taken it."""
    chosen_only = after.phase == Phase.PASSENGER != before.phase
    if action == Action.STAY or chosen_only or before.holder != NOBODY:
        return []
    # Flown once more: after a landing the next flight may have begun, in which nobody has the passenger.
    t: Tables = game.tables[0]
    flown: State = game.array_of(before)[0]
    if before.phase == Phase.PASSENGER:
        move, passed = int(before.move), action - Action.OVER
    else:
        move = action - Action.LAND
        passed = int(choose_move(t, flown, move))
    fly(t, flown, move, passed)
    if flown.holder == before.seat:
        return [f"takes the passenger (+{t.passenger_bonus})"]
    half_way = passed and passenger_half_way(game, flown, before.seat)
    return ["passes the first passenger field"] if half_way else []


def _has_landed(before: State, after: State) -> bool:
    """Whether the action was a landing, its path chosen: the flight has a lander, or is over already."""
    flown = before.phase in (Phase.MOVE, Phase.PASSENGER)
    return flown and (after.lander != NOBODY or after.flight != before.flight)


def _points(game: Game, after: State) -> str:
    seats = [f"seat {seat} +{after.last[seat]} = {after.score[seat]}" for seat in range(game.players)]
    return f"points: {', '.join(seats)}"


def _hands_given_up(game: Game, before: State, after: State) -> list[str]:
    """Whose cards were discarded without a choice at the end of the flight, clockwise from the seat that acted."""
    lines = []
    for seat in _clockwise(game, int(before.seat)):
        chose = before.phase == Phase.KEEP and seat == before.seat
        lost = _cards_lost(before, after, seat)
        if lost and not chose:
            lines.append(f"seat {seat} may keep no card: discards {lost}")
    return lines


def _cards_lost(before: State, after: State, seat: int) -> int:
    """How many cards fewer a seat has than before."""
    return int(before.hand[seat].sum()) - int(after.hand[seat].sum())


def _clockwise(game: Game, start: int) -> list[int]:
    return [seat_after(game, start, k) for k in range(game.players)]
