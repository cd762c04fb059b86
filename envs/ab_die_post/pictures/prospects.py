"""What actions lead to in a few words: the passenger, a hurricane, points; and why one is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.words import percent
from ..actions import Action
from ..limits import BALL_NAMES, GOAL, PASSENGER_FIELDS, PASSENGER_SETS, START, Ball
from ..names import field_name
from ..rules.drawing import are_too_many, cards_in_pile, reds_in_hand
from ..rules.hurricane import covers, repair_cost
from ..rules.moves import can_fly, choose_move, fly, paths_of
from ..rules.numbering import end_of
from ..rules.scoring import flight_points
from ..state import Phase
from .words import counted, parts, repair_of

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def prospect(game: Game, record: State, action: int) -> str:
    """What a legal action leads to that its words do not say; empty: nothing.

    Args:
        game: the game with its tables.
        record: the State record.
        action: the action.
    """
    if action == Action.DRAW:
        return _of_drawing(game, record)
    if action == Action.FLY:
        return _of_shaking(game, record)
    if Action.LAND <= action < Action.OVER:
        return _of_move(game, record, action - Action.LAND)
    if Action.OVER <= action < Action.PAY:
        return _of_path(game, record, action - Action.OVER)
    if Action.PAY <= action < Action.DONE:
        paid = int(record.paid) + int(game.tables[0].value[action - Action.PAY])
        return f"then {paid} of {repair_of(game, record, record.seat)} paid"
    return ""


def _of_drawing(game: Game, record: State) -> str:
    """How likely the next card is one red card too many."""
    t, s = game.tables[0], game.array_of(record)[0]
    if not are_too_many(t, reds_in_hand(t, s, s.seat) + 1):
        return ""
    pile = record.pile if cards_in_pile(s) else record.discard
    return f"{percent(float((pile * t.red[: len(pile)]).sum()) / max(int(pile.sum()), 1))} to lose your red cards"


def _of_shaking(game: Game, record: State) -> str:
    """How likely a hurricane is, and what it would cost."""
    t, seat = game.tables[0], int(record.seat)
    balls = t.balls[game.players]
    words = f"hurricane {percent(float(balls[Ball.BLACK]) / float(balls.sum()))}"
    return f"{words}: {_repair_words(game, game.array_of(record)[0], seat)}"


def _repair_words(game: Game, s: State, seat: int) -> str:
    """What a hurricane would do to a plane where it is."""
    cost, has = int(repair_cost(game.tables[0], s, seat)), parts(game, s, seat)
    if not cost:
        return "costs nothing on the start field"
    return f"costs {cost}, you have {has}" + ("" if covers(has, cost) else " and would start again")


def _of_move(game: Game, record: State, move: int) -> str:
    """The passenger on the way, and what a hurricane would cost at its end, or the points of a landing."""
    t, s = game.tables[0], game.array_of(record)[0]
    passed = int(choose_move(t, s, move))
    if passed < 0:
        groups = int(paths_of(t, s, move))
        ways = [_way_words(game, record, move, k) for k in range(PASSENGER_SETS) if groups >> k & 1]
        return f"you choose then: {' / '.join(ways)}"
    return _after(game, record, move, passed)


def _way_words(game: Game, record: State, move: int, passed: int) -> str:
    """What a way means for the passenger."""
    after = game.array_of(record)[0]
    fly(game.tables[0], after, move, passed)
    words = _passenger_words(game, record, after, passed) or "past the passenger"
    return words.removeprefix("flies ").removesuffix(" beside the passenger")


def _of_path(game: Game, record: State, passed: int) -> str:
    return _after(game, record, int(record.move), passed)


def _after(game: Game, record: State, move: int, passed: int) -> str:
    """What a move over some passenger fields brings."""
    t, o, s = game.tables[0], game.options[0], game.array_of(record)[0]
    seat = int(s.seat)
    landed = bool(fly(t, s, move, passed))
    words = _passenger_words(game, record, s, passed)
    if landed:
        points = [f"seat {player} +{flight_points(t, o, s, player)}" for player in range(game.players)]
        return "; ".join(filter(None, [words, ", ".join(points)]))
    return "; ".join(filter(None, [words, f"hurricane there: {_repair_words(game, s, seat)}"]))


def _passenger_words(game: Game, record: State, after: State, passed: int) -> str:
    """That a move takes the passenger or flies over one of its fields."""
    t, seat = game.tables[0], int(record.seat)
    if after.holder == seat != record.holder:
        return f"takes the passenger (+{t.passenger_bonus})"
    over = [int(t.passenger_field[record.direction, k]) for k in range(PASSENGER_FIELDS) if passed >> k & 1]
    fields = [field_name(t, field) for field in over]
    return f"flies over {' and '.join(fields)} beside the passenger" if fields and record.holder < 0 else ""


def why_not(game: Game, record: State, action: int) -> str:
    """Why an action is not legal now; empty if there is nothing more to say than that it is for another moment."""
    t, s = game.tables[0], game.array_of(record)[0]
    if action == Action.FLY and record.phase in (Phase.TURN, Phase.DRAWING):
        if record.phase == Phase.DRAWING:
            return "you draw in this turn"
        if not can_fly(t, s, s.seat):
            return f"{t.min_points} points of spare parts are needed, you have {parts(game, record, record.seat)}"
    if Action.LAND <= action < Action.OVER and record.phase == Phase.MOVE:
        end = int(end_of(t, s, action - Action.LAND))
        there = [seat for seat in range(game.players) if record.field[seat] == end and end not in (START, GOAL)]
        if there:
            return f"the plane of seat {there[0]} is there"
        return f"the {BALL_NAMES[record.ball]} ball flies {counted(t.steps[record.ball], 'field')}, no more and no less"
    return ""
