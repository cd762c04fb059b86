"""What happens when a turn is over: the meeting, supremacy, and the next turn with its weather."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ..actions import Action
from ..limits import NONE, WEATHER_LINES, Continent
from ..names import line_name
from ..rules.turns import supreme_seat
from ..state import Event
from .words import CONTINENT_NAMES, card_title, has_wings, listed, named

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def weather_told(game: Game, before: State, after: State) -> list[str]:
    """Weather cards that have been turned up."""
    return [
        f"{line_name(game, line)} weather: {card_title(game, line, int(after.card[line]))}"
        for line in range(WEATHER_LINES)
        if after.cards_seen[line] != before.cards_seen[line]
    ]


def is_turn_over(game: Game, before: State, after: State) -> bool:
    """Whether the action was the last one of its turn, so that the meeting was held and supremacy marked."""
    if before.event == Event.SUPREMACY:
        return False
    ended = after.done and after.event == Event.NOTHING and after.acted == game.players
    return bool(after.turn != before.turn or after.event == Event.SUPREMACY or ended)


def end_of_turn(game: Game, before: State, action: int, after: State) -> list[str]:
    """The meeting and supremacy."""
    lines = []
    if game.tables[0].has_meetings[game.options[0].scenario]:
        lines += _meeting(game, before, action, after)
    if has_wings(game):
        lines += _supremacy(game, after)
    return lines


def beginning_of_turn(game: Game, before: State, after: State) -> list[str]:
    """Whose turn order it is, and the new weather."""
    if after.turn == before.turn or after.done:
        return []
    first = f"turn {after.turn} begins: {named(game, after, int(after.first))} is first"
    return [first, *weather_told(game, before, after)]


def _meeting(game: Game, before: State, action: int, after: State) -> list[str]:
    """Results, tokens, and who is barred from the next meeting."""
    order = sorted((int(after.ranked[seat]), seat) for seat in range(game.players) if after.ranked[seat])
    results = [f"{named(game, after, seat)} {after.rolls[seat]}" for _, seat in order]
    # Only the last roll of each is known: after a tie it may be above one of a better place.
    placed = [(place, -int(after.rolls[seat])) for place, seat in order]
    again = any(a[0] < b[0] and a[1] >= b[1] for a, b in pairwise(placed))
    if len(order) > 1:
        lines = [f"meeting: {', '.join(results)}{' (ties were rolled again)' if again else ''}"]
    else:
        lines = [f"{named(game, after, order[0][1])} is alone at the meeting" if order else "nobody is at the meeting"]
    for k in (1, 0):
        for _, seat in order:
            spent = action == Action.LOGISTICS_TOKEN + k and seat == before.seat
            if after.tokens[seat, k] + spent > before.tokens[seat, k]:
                lines.append(f"{named(game, after, seat)} gets a +{game.tables[0].token_value[k]} token")
    barred = [named(game, after, seat) for seat in range(game.players) if after.barred[seat]]
    return lines + ([f"barred from the next meeting: {listed(barred)}"] if barred else [])


def _supremacy(game: Game, after: State) -> list[str]:
    """Who gets gold for a continent; cubes have not moved since."""
    lines, gold = [], game.tables[0].supremacy_gold
    for continent in Continent:
        seat = int(supreme_seat(game.tables[0], game.options[0], after, continent + 0))
        if seat != NONE and gold:
            lines.append(f"supremacy in {CONTINENT_NAMES[continent]}: {named(game, after, seat)} wins {gold} gold")
    return lines
