"""What can be inconsistent in what is being done: rounds and turns, a tile on its way, dice, claims, purchases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .limits import COLOURS, ERAS, FAILURE, MAX_ROLLS, NONE, Advantage
from .state import ABOARD, Phase

if TYPE_CHECKING:
    from .._core.game import Game

WITH_TILE = (Phase.DESTINATION, Phase.ROUTE, Phase.ROLLED, Phase.SHORT, Phase.NEXT_ROLL, Phase.REPLACE)
"""Phases in which an airport tile has been taken from its card."""

ROLLING = (Phase.ROLLED, Phase.SHORT, Phase.NEXT_ROLL)
"""Phases after a roll of a connection."""

HELD = {
    Phase.EXTRA: Advantage.INCREASED_PRODUCTION,
    Phase.ROLLED: Advantage.RADIO_BEACONS,
    Phase.NIGHT_FLIGHTS: Advantage.NIGHT_FLIGHTS,
}
"""Phases in which an advantage tile may be used, and which one."""


def faults_in_play(game: Game, s: Any) -> list[str]:
    """What is inconsistent in the phase of a State record whose board, cards and passengers are in order."""
    return [
        *_round_faults(game, s),
        *_end_faults(game, s),
        *_pending_faults(game, s),
        *_dice_faults(game, s),
        *_attempt_faults(game, s),
    ]


def _name(s: Any) -> str:
    return Phase(int(s.phase)).name


def _round_faults(game: Game, s: Any) -> Iterator[str]:
    n, limit = game.players, int(game.options[0].round_limit)
    choosing = s.phase == Phase.HOME
    if not choosing and not 1 <= s.round_number <= limit:
        yield f"it is round {s.round_number} of an era that has the rounds 1 to {limit}"
    if s.acted >= n:
        yield f"{s.acted} seats have acted, but the round of {n} goes on"
    turn = int(s.first) - 1 - int(s.acted) if choosing else int(s.first) + int(s.acted)
    if not s.done and s.seat != turn % n:
        yield f"seat {s.seat} is to decide, but seat {s.first} is first and {s.acted} have acted"
    decisions = int(s.acted) if choosing else n + (int(s.round_number) - 1) * n + int(s.acted) * (s.done == 0)
    if s.num_decisions < decisions or (choosing and s.num_decisions != decisions):
        yield f"{s.num_decisions} decisions are not those up to round {s.round_number}"


def _end_faults(game: Game, s: Any) -> Iterator[str]:
    if not s.done:
        return
    limit = int(game.options[0].round_limit)
    if s.era != ERAS or s.phase != Phase.ACTION:
        yield f"the game is over in era {s.era}, phase {_name(s)}"
    if s.limit_reached and (s.round_number != limit or s.acted):
        yield f"the limit of {limit} rounds has ended the game in round {s.round_number}"
    if not s.limit_reached and (s.subsidies or s.die or s.first != s.seat):
        yield "the game is over, but nobody has taken the token"


def _pending_faults(game: Game, s: Any) -> Iterator[str]:
    """What waits for a decision waits in its phase alone, and can be done."""
    t, phase = game._gate.tables, Phase.ACTION if s.done else Phase(int(s.phase))
    for name, place, none in (("bought", Phase.EXTRA, NONE), ("claiming", Phase.LOAD, NONE), ("wilds", Phase.WILD, 0)):
        if (s[name] != none) != (phase == place):
            yield f"{name} is {s[name]} in phase {phase.name}"
            return
    if phase in HELD and not s.advantages[s.seat, HELD[phase]]:
        yield f"seat {s.seat} has no advantage tile to use in phase {phase.name}"
    if phase == Phase.EXTRA and (s.owner[s.bought] != s.seat or not s.supply[s.seat, t.card_stage[s.bought] - 1]):
        yield f"seat {s.seat} cannot put one more airport tile on card {s.bought + 1}"
    if phase == Phase.WILD and s.wilds > min(2, int((s.dice == FAILURE).sum())):
        yield f"{s.wilds} engine failures are to be exchanged, but two of the dice {s.dice.tolist()} were chosen"
    if phase == Phase.LOAD:
        at = int(s.passenger_at[s.claiming])
        start = 1 << int(t.homes[at // 4]) if at < len(s.waiting) else 0
        needed = 1 << int(t.passenger_to[s.claiming]) | start
        if not 0 <= at < ABOARD or needed & ~int(s.network[s.seat]):
            yield f"seat {s.seat} cannot claim passenger {s.claiming}"


def _dice_faults(game: Game, s: Any) -> Iterator[str]:
    t = game._gate.tables
    rolled = s.dice.any()
    if rolled and (not np.isin(s.dice, t.die).all() or (np.diff(s.dice) < 0).any()):
        yield f"the risk dice show {s.dice.tolist()}, which they cannot, lowest first"
    needed = s.phase in (Phase.PAIR, Phase.WILD, *ROLLING) or (s.phase == Phase.REPLACE and s.rolls > 0)
    if needed and not rolled:
        yield f"no dice have been rolled in phase {_name(s)}"


def _attempt_faults(game: Game, s: Any) -> Iterator[str]:
    """A tile on its way goes where it may be placed, in a way that there is, its rolls made as far as they are."""
    t, phase = game._gate.tables, int(s.phase)
    flying = not s.done and phase in WITH_TILE
    if flying != (s.kind != NONE):
        yield f"the kind of the airport tile being placed is {s.kind} in phase {_name(s)}"
        return
    planned = flying and phase in (*ROLLING, Phase.REPLACE)
    if not planned and (s.skipped != NONE or s.rolls or s.rolled or s.total or s.need.any()):
        yield f"a connection is being flown in phase {_name(s)}"
    if (s.destination != NONE) != (flying and phase != Phase.DESTINATION):
        yield f"the destination is {s.destination} in phase {_name(s)}"
        return
    if not flying:
        return
    if not s.tiles[s.seat, s.kind]:
        yield f"seat {s.seat} has no airport tile of kind {s.kind} on its cards"
    if phase == Phase.DESTINATION:
        return
    city, stage = int(s.destination), int(s.kind) // 2
    others = [seat for seat in range(game.players) if seat != s.seat and int(s.below[seat, stage]) >> city & 1]
    if int(s.network[s.seat]) >> city & 1 or (not s.free[city] and not others):
        yield f"seat {s.seat} cannot place a tile of kind {s.kind} in city {city}"
    if phase == Phase.REPLACE and (s.free[city] or len(others) < 2):
        yield f"there is no choice of an airport to replace in city {city}"
    if planned:
        yield from _flight_faults(game, t, s)


def _flight_faults(game: Game, t: Any, s: Any) -> Iterator[str]:
    """The rolls of a connection and what they must reach follow from the board; the present one from the dice."""
    if (int(s.rolls), s.need.tolist()) not in _plans(game, t, s):
        yield f"no way to city {s.destination} takes {s.rolls} rolls with the sums {s.need.tolist()}"
        return
    if s.phase == Phase.REPLACE and s.rolled != s.rolls:
        yield f"{s.rolled} of {s.rolls} rolls are made, but the tile has arrived"
        return
    if s.phase != Phase.REPLACE and not 1 <= s.rolled <= s.rolls - (s.phase == Phase.NEXT_ROLL):
        yield f"{s.rolled} of {s.rolls} rolls are made in phase {_name(s)}"
        return
    if s.rolled == 0:
        if s.total:
            yield f"{s.total} was rolled, but no roll was made"
        return
    shown, need, total = int(s.dice[s.dice != FAILURE].sum()), int(s.need[s.rolled - 1]), int(s.total)
    least = {Phase.ROLLED: shown, Phase.SHORT: shown}.get(Phase(int(s.phase)), max(need, shown))
    most = {Phase.ROLLED: shown, Phase.SHORT: need - 1}.get(Phase(int(s.phase)), max(shown, need + t.pilot_bonus - 1))
    if not least <= total <= most or (s.phase == Phase.SHORT and (total - shown) % t.pilot_bonus):
        yield f"the dice {s.dice.tolist()} and what was added cannot make {total} where {need} is needed"
    if s.phase != Phase.ROLLED and s.failures[s.seat] < (s.dice == FAILURE).sum():
        yield f"seat {s.seat} has not taken the engine failures of its roll"


def _plans(game: Game, t: Any, s: Any) -> list[tuple[int, list[int]]]:
    """Rolls and the sums that they must reach, of every way in which the destination can be flown to.

    Counted once more from the tables of connections and risks (Rules AE-3.3.3, AE-3.3.6, AE-3.3.8, AE-3.3.9).
    """
    seat, city, long = int(s.seat), int(s.destination), int(s.kind) % 2
    network = int(s.network[seat])
    helped = 0
    for other in range(game.players):
        helped |= int(s.network[other]) if other != seat else 0

    def plan(needs: list[int], ends: list[int]) -> tuple[int, list[int]]:
        sums = [
            max(need - int(t.opponent_bonus), 0) if helped >> end & 1 else need
            for need, end in zip(needs, ends, strict=True)
        ]
        return len(needs), [*sums, *[0] * (MAX_ROLLS - len(sums))]

    if s.skipped != NONE:
        middle, second = int(s.skipped), int(t.colour_between[s.skipped, city])
        if not long or second < 0 or t.bars_between[middle, city]:
            return []
        for first in range(COLOURS):
            rolls = int(t.pair_rolls[first, second])
            if rolls >= 0 and int(t.into[1, first, middle]) & network:
                ends = [city if k == rolls - 1 else middle for k in range(rolls)]
                return [plan(t.pair_need[first, second, :rolls].tolist(), ends)]
        return []
    found = []
    for colour in range(COLOURS):
        rolls, need = int(t.single_rolls[colour]), int(t.single_need[colour])
        if rolls >= 0 and int(t.into[long, colour, city]) & network:
            found.append(plan([need] * rolls, [city] * rolls))
        if rolls >= 0 and int(t.barred_into[long, colour, city]) & network:
            bars = int(t.bars_into[colour, city])
            found.append(plan([need] * bars, [city] * bars))
    return found
