"""What a player works out when looking at the table, by the rules themselves: costs, choices, what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..action_words import ACTIONS, contract_words, price_of_flight
from ..actions import Action
from ..limits import (
    LEGENDS,
    LEVELS,
    NONE,
    RECORD_DIE_FACES,
    TARGETS,
    WEATHER_LINES,
    Continent,
    Rank,
    RecordKind,
    Wing,
)
from ..names import card_name, city_name, line_name, record_name
from ..rules.common import capacity_of, rookies_left, seasoned_left
from ..rules.turns import cubes_on, stop_points_on, supreme_seat
from ..rules.wings import goal_of
from ..state import Event, Phase
from .words import FLYING, card_words, counted, listed, newest_strip, stops, victory, wing_letters, wing_words

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

GROUPED = ((Action.CREATE, Action.RUN, "Stop in"), (Action.RUN, Action.RECORD, "Run to"))
"""Actions of which many are alike, and what they have in common."""


def facts(game: Game, record: State) -> list[str]:
    """What is known of what is going on, a line each."""
    if record.event == Event.BREAKING_RECORD and record.phase not in (Phase.PILOT, Phase.FEAT):
        return [f"The record die showed {record.die}."]
    if record.event == Event.BREAKING_RECORD:
        faces = sorted(game.tables[0].record_die[:RECORD_DIE_FACES].tolist())
        return [f"The record die has {listed(map(str, faces))}."]
    if record.event not in FLYING or record.origin == NONE:
        return []
    lines = [f"{_from(game, record)}: {_way(game, record)}"]
    if record.phase in (Phase.PILOT, Phase.FEAT):
        lines.append(_cost(game, record))
    if record.phase == Phase.CONTRACTS:
        lines += _load(game, record)
    if record.phase == Phase.STRIP_EFFECT:
        value = int(game.tables[0].strip_value[newest_strip(record, int(record.city))])
        lines.append(f"The strip is worth {counted(value, 'cube')}.")
    return lines


def _from(game: Game, record: State) -> str:
    region = game.tables[0].region
    own = [city for city in stops(record, int(record.seat)) if region[city] == record.origin and city != record.city]
    return f"From {' or '.join(city_name(game, city) for city in own)}"


def _way(game: Game, record: State) -> str:
    """The lines that are crossed, with their weather."""
    a, b = sorted((int(record.origin), int(game.tables[0].region[record.city])))
    crossed = [_line(game, record, line) for line in range(a, b)]
    return f"over {listed(crossed)}" if crossed else "no line is crossed"


def _line(game: Game, record: State, line: int) -> str:
    if line >= WEATHER_LINES or record.card[line] == NONE:
        return line_name(game, line)
    card = int(record.card[line])
    return f"{line_name(game, line)} ({card_name(game, line, card)}, {card_words(game, line, card)})"


def _cost(game: Game, record: State) -> str:
    """What the flight costs without a feat."""
    cost = price_of_flight(game, record, int(record.place), Rank.LEGENDARY + 0, NONE, 0)
    if cost == NONE:
        return "Not possible without a feat, or at all."
    return f"Costs {cost} of {counted(record.logistics[record.seat], 'logistics point')}."


def _load(game: Game, record: State) -> list[str]:
    capacity = capacity_of(game.tables[0], record, int(record.seat), int(record.place))
    words = f"Loaded: {record.load} of {counted(capacity, 'element')}."
    chosen = [int(strip) for slot, strip in enumerate(record.strip[record.city]) if int(record.contracts) >> slot & 1]
    return [words, *(f"+ {contract_words(game, strip)}" for strip in chosen)]


def choices(game: Game, record: State, mask: Any) -> list[str]:
    """What may be done, in words; cities and levels of records are put together where an action is to be chosen."""
    legal = np.flatnonzero(mask).tolist()
    if record.phase != Phase.ACTION:
        return [ACTIONS.describe(game, record, action) for action in legal]
    lines = []
    for start, end, words in GROUPED:
        cities = [city_name(game, action - start) for action in legal if start <= action < end]
        if cities:
            lines.append(f"{words} {', '.join(cities)}")
    for kind in RecordKind:
        targets = [action - Action.RECORD - kind * TARGETS + 1 for action in legal if _is_record(action, kind)]
        if targets:
            levels = ", ".join(str(target) if target <= LEVELS else f"beyond {LEVELS}" for target in targets)
            lines.append(f"{record_name(kind).title()} record: level {levels}")
    others = [action for action in legal if not Action.CREATE <= action < Action.MEETING]
    return lines + [ACTIONS.describe(game, record, action) for action in others]


def _is_record(action: int, kind: int) -> bool:
    return Action.RECORD + kind * TARGETS <= action < Action.RECORD + (kind + 1) * TARGETS


def continents(game: Game, record: State) -> list[tuple[list[int], list[int], int]]:
    """For each continent cubes and stop points of the seats, and who has supremacy there now, −1: nobody."""
    t, seats = game.tables[0], range(game.players)
    return [
        (
            [int(cubes_on(t, record, seat, continent + 0)) for seat in seats],
            [int(stop_points_on(t, record, seat, continent + 0)) for seat in seats],
            int(supreme_seat(t, game.options[0], record, continent + 0)),
        )
        for continent in Continent
    ]


def stocks(game: Game, record: State) -> tuple[int, int, list[int], list[tuple[int, int]]]:
    """Rookies, seasoned and legendary pilots on the board, and tokens for the meeting: `(value, how many)`."""
    t, o = game.tables[0], game.options[0]
    held = record.tokens[: game.players].sum(axis=0)
    tokens = [(int(t.token_value[k]), int(t.tokens - held[k])) for k in (1, 0)]
    legends = [legend for legend in range(LEGENDS) if int(record.legends_left) >> legend & 1]
    return int(rookies_left(t, record)), int(seasoned_left(t, o, record)), legends, tokens


def goal_words(game: Game) -> str:
    """The wings that win: `"4 bronze, 3 gold and 1 platinum"`; empty if none do."""
    goal = wings_of_goal(game)
    return wing_words(goal) if any(goal) else ""


def goal_letters(game: Game) -> str:
    """What wins, short: `"goal 4b3g1p"`."""
    goal, t = wings_of_goal(game), game.tables[0]
    if any(goal):
        return f"goal {wing_letters(goal)}"
    return f"goal {city_name(game, int(t.last_city))}" if t.race[game.options[0].scenario] else "stop points win"


def wings_of_goal(game: Game) -> list[int]:
    """The wings of each kind that win."""
    return [int(goal_of(game.tables[0], game.options[0], kind + 0)) for kind in Wing]


def ending(game: Game, record: State) -> str:
    """Who has won and by what: `"KLM (seat 2) wins, the goal is reached: 4 bronze, 3 gold and 1 platinum"`."""
    goal = goal_words(game) if record.won[: game.players].any() else ""
    return victory(game, record) + (f": {goal}" if goal else "")
