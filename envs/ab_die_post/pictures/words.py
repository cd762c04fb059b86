"""What people say about a position: who decides what, who is in front, what is owed. Picture, text and news say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..state import NOBODY, Phase
from ..tables import BALL_NAMES, Ball

if TYPE_CHECKING:
    from ..._core.game import Game


def status(game: Game, record: Any) -> str:
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
        return f"hurricane! seat {seat}: {record.paid} of {t.repair[record.field[seat]]} points paid"
    return f"the flight is over; seat {seat}: keep a card?"


def winners(game: Game, record: Any) -> list[int]:
    """The seats in front, or that have won once the game is over: by score, then by the last flight."""
    standing = [(int(record.score[seat]), int(record.last[seat])) for seat in range(game.players)]
    return [seat for seat, own in enumerate(standing) if own == max(standing)]


def counted(amount: Any, noun: str) -> str:
    """A number of things: `"1 card"`, `"3 cards"`."""
    return f"{amount} {noun}" + ("" if amount == 1 else "s")


def flight_words(record: Any) -> str:
    """Which flight this is, and its turn."""
    way = "outbound →" if record.direction == 0 else "← return"
    return f"flight {record.flight} ({way}), turn {record.turns}"


def parts(game: Game, record: Any, seat: int) -> int:
    """Points of spare parts in a hand."""
    t = game.tables[0]
    return sum(int(t.value[kind]) * int(record.hand[seat, kind]) for kind in range(int(t.kinds)))


def repair_due(game: Game, record: Any, seat: int) -> tuple[int, int] | None:
    """`(cost, paid)` of a repair that a seat is paying or has still to pay, None if there is none.

    Repairs go round from the seat that shook the black ball, `asked` of them have been called.
    """
    if record.done or record.phase != Phase.REPAIR:
        return None
    place = (seat - int(record.turn)) % game.players + 1
    cost = int(game.tables[0].repair[record.field[seat]])
    if place < int(record.asked) or cost == 0:
        return None
    return cost, int(record.paid) if seat == int(record.seat) else 0


def effect_of(game: Game, ball: int) -> str:
    """What a ball does: `"4 fields"` or `"hurricane"`."""
    return "hurricane" if ball == Ball.BLACK else counted(game.tables[0].steps[ball], "field")


def passenger_half_way(game: Game, record: Any, seat: int) -> bool:
    """Whether a plane is on its way to the passenger: one field flown over, the other ahead, the card still free."""
    t, d = game.tables[0], record.direction
    second = t.passenger_field[d, 1]
    ahead = t.x[d, record.field[seat]] < t.x[d, second]
    return bool(record.progress[seat] and record.holder == NOBODY and ahead)
