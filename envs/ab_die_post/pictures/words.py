"""What people say about a position: who decides what, who is in front, what is owed. Picture, text and news say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..limits import BALL_NAMES
from ..rules.drawing import points_in_hand
from ..rules.hurricane import repair_cost
from ..rules.moves import is_half_way_to_passenger, is_hurricane
from ..rules.turns import clockwise
from ..state import Options, Phase, State
from ..tables import Tables

if TYPE_CHECKING:
    from ..._core.game import Game


def status(game: Game, record: State) -> str:
    """What is to be decided and by whom, in one line."""
    if record.done:
        best = winners(game, record)
        names = " and ".join(f"seat {seat}" for seat in best)
        ended = "turn limit reached" if record.limit_reached else "game over"
        wins = "wins" if len(best) == 1 else "share the victory"
        return f"{ended}: {names} {wins} with {counted(record.score[best[0]], 'point')}"
    t, seat = game.tables[0], int(record.seat)
    if record.phase == Phase.TURN:
        return f"seat {seat}: draw or fly"
    if record.phase == Phase.DRAWING:
        return f"seat {seat}: drew {counted(record.drawn, 'card')}; another one?"
    if record.phase == Phase.MOVE:
        return f"seat {seat}: fly {counted(t.steps[record.ball], 'field')} ({BALL_NAMES[record.ball]} ball)"
    if record.phase == Phase.PASSENGER:
        return f"seat {seat}: by way of the passenger?"
    if record.phase == Phase.REPAIR:
        return f"hurricane! seat {seat}: {record.paid} of {repair_of(game, record, seat)} points paid"
    return f"the flight is over; seat {seat}: keep a card?"


def winners(game: Game, record: State) -> list[int]:
    """The seats in front, or that have won once the game is over."""
    _, ranks = game.standing_of(record)
    return [seat for seat, rank in enumerate(ranks) if rank == 1]


def counted(amount: int, noun: str) -> str:
    """A number of things: `"1 card"`, `"3 cards"`."""
    return f"{amount} {noun}" + ("" if amount == 1 else "s")


def flight_words(record: State) -> str:
    """Which flight this is, and its turn."""
    way = "outbound →" if record.direction == 0 else "← return"
    return f"flight {record.flight} ({way}), turn {record.turns}"


def parts(game: Game, record: State, seat: int) -> int:
    """Points of spare parts in a hand."""
    return int(points_in_hand(game.tables[0], game.array_of(record)[0], seat))


def repair_of(game: Game, record: State, seat: int) -> int:
    """What a hurricane costs a plane where it is, in points."""
    return int(repair_cost(game.tables[0], game.array_of(record)[0], seat))


def repair_due(game: Game, record: State, seat: int) -> tuple[int, int] | None:
    """`(cost, paid)` of a repair that a seat is paying or has still to pay, None if there is none."""
    if record.done or record.phase != Phase.REPAIR or seat not in _not_yet_repaired(game, record):
        return None
    cost = repair_of(game, record, seat)
    return (cost, int(record.paid) if seat == record.seat else 0) if cost else None


def _not_yet_repaired(game: Game, record: State) -> list[int]:
    """The seats whose repair is not done: repairs go round from the one that shook, `asked` have been called."""
    return [seat_after(game, record.turn, k) for k in range(record.asked - 1, game.players)]


def seat_after(game: Game, seat: int, k: int) -> int:
    """The seat that sits `k` seats further clockwise."""
    o: Options = game.options[0]
    return int(clockwise(o, int(seat), k))


def effect_of(game: Game, ball: int) -> str:
    """What a ball does: `"4 fields"` or `"hurricane"`."""
    return "hurricane" if is_hurricane(ball) else counted(game.tables[0].steps[ball], "field")


def passenger_half_way(game: Game, record: State, seat: int) -> bool:
    """Whether a plane is on its way to the passenger: one field flown over, the other ahead, the card still free."""
    return bool(is_half_way_to_passenger(game.tables[0], game.array_of(record)[0], seat))


def lane_repair(t: Tables, lane: int) -> int:
    """What a hurricane costs in a lane, in points."""
    return int(t.repair[int(t.offset[lane])])


def half_way(t: Tables, direction: int) -> int:
    """The last section of the first half of a flight."""
    fields = slice(0, int(t.field_count))
    in_first_half = t.first_half[direction, fields] == 1
    return int(t.section[direction, fields][in_first_half].max(initial=0))
