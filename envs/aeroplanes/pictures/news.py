"""What players at the table hear and see when an action is played: dice, airports placed and lost, income, scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..limits import HOME_AIRPORT, MARKETS, NONE
from ..names import STAGE_NAMES, advantage_name, card_name, city_name, die_name
from ..rules.airports import earns_bonus
from ..rules.kernels import apply
from ..rules.risk import shortfall, sum_of_dice
from ..rules.scoring import market_points, standing
from ..state import REMOVED, Phase
from .ways import rolls_of
from .words import (
    MARKET_NAMES,
    counted,
    needed,
    signed,
    status,
)

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def news(game: Game, before: State, action: int, after: State) -> list[str]:
    """What happened between two positions, in words; lines that name no seat are about the one that acted.

    Args:
        game: the game with its tables.
        before: the State record in which the action was played.
        action: the action.
        after: the State record that it led to.
    """
    lines = _of_action(game, before, action, after)
    if after.done or after.era != before.era:
        return lines + _end_of_era(game, before, action, after)
    if before.phase == Phase.HOME and after.phase != Phase.HOME:
        return [*lines, *_beginning(game, before, after)]
    if after.round_number != before.round_number:
        lines.append(f"first player die: {after.die}, seat {after.first} is first")
    return lines


def _of_action(game: Game, before: State, action: int, after: State) -> list[str]:
    """What the action itself brought about."""
    if Action.BUY <= action < Action.TILE:
        return _bought(game, before, action, after)
    if Action.TO <= action < Action.CLAIM:
        return _flown(game, before, action, after)
    if Action.ROLL_ADVANTAGES <= action < Action.MAINTENANCE:
        return _advantages(before, action, after)
    if action == Action.MAINTENANCE:
        return [f"discards {counted(before.failures[before.seat], 'engine failure')}"]
    return []


def _bought(game: Game, before: State, action: int, after: State) -> list[str]:
    """Airport tiles put on the card, and the card that takes its place."""
    t, seat = game.tables[0], int(before.seat)
    card = int(before.bought) if before.phase == Phase.EXTRA else int(before.display[action - Action.BUY])
    got = int(after.tiles[seat].sum()) - int(before.tiles[seat].sum())
    airport = f"Stage {STAGE_NAMES[t.card_stage[card]]} airport"
    lines = [f"puts {counted(got, airport)} on it"] if got else []
    if action < Action.EXTRA and got < t.card_airports[card]:
        lines.append(f"no {'other ' if got else ''}{airport} is left in the supply")
    if after.era == before.era:
        lines += [f"new on display: {new + 1} {card_name(game, new)}" for new in _new_cards(before, after)]
    return lines


def _new_cards(before: State, after: State) -> list[int]:
    """Cards that have come from the deck to the display."""
    return sorted({int(card) for card in after.display if card >= before.next_card})


def _flown(game: Game, before: State, action: int, after: State) -> list[str]:
    """The roll, what it leads to, and the airport placed."""
    if action in (Action.GIVE_UP, Action.ABORT):
        return ["the airport tile is back on its card"]
    lines = []
    need = _roll_needs(game, before, action)
    if need is not None:
        lines.append(
            f"rolls {' '.join(die_name(int(value)) for value in after.dice)} = {sum_of_dice(after)}, needs {need}"
        )
        if _asked_again(before, after, Phase.ROLLED):
            return lines
    if need is not None or action == Action.KEEP:
        lines += _stands(game, before, after)
    if action == Action.PILOT and _asked_again(before, after, Phase.SHORT):
        lines.append(f"now {after.total} of {needed(after)}")
    return lines + _placed(game, before, action, after)


def _roll_needs(game: Game, before: State, action: int) -> int | None:
    """What the roll that an action brings must reach, None if it brings none."""
    if action == Action.BEACON:
        return needed(before)
    if action == Action.ROLL_ON:
        return int(before.need[before.rolled])
    if Action.DIRECT <= action < Action.BEACON:
        rolls = rolls_of(game, before, int(before.destination), action)
        return rolls[0] if rolls else None
    return None


def _asked_again(before: State, after: State, phase: Phase) -> bool:
    """Whether the seat that acted has to decide this next."""
    return not after.done and after.seat == before.seat and after.phase == phase


def _stands(game: Game, before: State, after: State) -> list[str]:
    """Engine failures of a roll that stands, perhaps the crash, else what the roll is short of."""
    seat = int(before.seat)
    if after.supply[seat].sum() > before.supply[seat].sum():
        airport = f"Stage {STAGE_NAMES[before.kind // 2 + 1]} airport"
        limit = game.tables[0].failure_limit
        return [f"engine failure number {limit}: crash, the {airport} goes back to the supply"]
    got, has = int(after.failures[seat] - before.failures[seat]), after.failures[seat]
    lines = [f"takes {counted(got, 'engine failure')}, has {has}"] if got else []
    return [*lines, f"short by {shortfall(after)}"] if _asked_again(before, after, Phase.SHORT) else lines


def _placed(game: Game, before: State, action: int, after: State) -> list[str]:
    """An airport that has come to the board, the one that it replaces, and the bonus of the Americas."""
    seat = int(before.seat)
    city = action - Action.TO if Action.TO <= action < Action.DIRECT else int(before.destination)
    was, now = int(before.airport[seat, city]), int(after.airport[seat, city])
    if was == now or now == HOME_AIRPORT:
        return []
    stage, where = f"Stage {STAGE_NAMES[now]} airport", city_name(game, city)
    if was:
        return [f"{stage} in {where} in place of its own of Stage {STAGE_NAMES[was]}"]
    there = [other for other in range(game.players) if before.airport[other, city]]
    replaced = [other for other in there if not after.airport[other, city]]
    if replaced:
        lost = f"the Stage {STAGE_NAMES[before.airport[replaced[0], city]]} airport of seat {replaced[0]}"
        return [f"{stage} in {where} in place of {lost}"]
    lines, t = [f"{stage} in {where}"], game.tables[0]
    if earns_bonus(t, game.options[0], before, city):
        lines.append(f"Americas bonus: £{t.americas_money} and {t.americas_points} VP")
    return lines


def _advantages(before: State, action: int, after: State) -> list[str]:
    """The dice of a roll for advantages, or the tiles that two of them bring."""
    if action == Action.ROLL_ADVANTAGES:
        return [f"rolls {' '.join(die_name(int(value)) for value in after.dice)}"]
    gained = after.advantages[before.seat] - before.advantages[before.seat]
    names = [advantage_name(kind) for kind, count in enumerate(gained) for _ in range(int(count))]
    lines = [f"gets {' and '.join(names)}"] if names else []
    if _asked_again(before, after, Phase.WILD):
        lines.append(f"{counted(after.wilds, 'engine failure')} to exchange for tiles of choice")
    return lines or ["gets nothing"]


def _beginning(game: Game, before: State, after: State) -> list[str]:
    """The income of an era, and who is first in it."""
    got = [f"seat {seat} £{after.money[seat] - before.money[seat]}" for seat in range(game.players)]
    return [f"income: {', '.join(got)}", _era_begins(after)]


def _era_begins(after: State) -> str:
    return f"era {STAGE_NAMES[after.era]} begins: seat {after.first} is first"


def _end_of_era(game: Game, before: State, action: int, after: State) -> list[str]:
    """Scoring, then upkeep and the next era, or the end of the game."""
    token = action == Action.SUBSIDY and before.subsidies == 0
    lines = [f"{'' if token else 'round limit: '}era {STAGE_NAMES[before.era]} is over"]
    t, o = game.tables[0], game.options[0]
    played = before if token else _had_the_era_gone_on(game, before, action)
    # What was scored: the board lies as it did then, the profit has begun anew.
    scored = game.array_of(after)[0]
    scored.era = before.era
    scored.profit[:] = played.profit
    for market, name in enumerate(MARKET_NAMES):
        values = [standing(scored, seat, market) for seat in range(game.players)]
        points = [market_points(t, o, scored, seat, market) for seat in range(game.players)]
        lines.append(f"{name}: {_scores(values, points, market == MARKETS)}")
    if after.done:
        return [*lines, _extras(game, after), status(game, after)]
    income = f"income: £{t.income[after.era - 1]} each"
    return [*lines, *_upkeep(played, after), income, _era_begins(after)]


def _had_the_era_gone_on(game: Game, before: State, action: int) -> State:
    """The position after the action with which the limit of rounds ended an era, before scoring and upkeep.

    Dice may fall otherwise, because what chance has brought is not known here; they never change what is used of it:
    the profit, the cards and the passengers.
    """
    state, options = game.array_of(before)[0], game.options.copy()
    options[0].round_limit += 1
    apply(game.tables[0], options[0], state, action)
    return state


def _scores(values: list[int], points: list[int], profit: bool) -> str:
    """Who scores in a market: `"seat 1 +4 VP (5), seat 0 +2 VP (3)"`."""
    order = sorted(range(len(values)), key=lambda seat: -values[seat])
    scored = [
        f"seat {seat} +{points[seat]} VP ({signed(values[seat]) if profit else values[seat]})"
        for seat in order
        if points[seat]
    ]
    return ", ".join(scored) or "nobody scores"


def _extras(game: Game, after: State) -> str:
    got = [
        f"seat {seat} +{int(after.plane_points[seat]) + int(after.passenger_points[seat])}"
        for seat in range(game.players)
    ]
    return f"aeroplanes and passengers: {', '.join(got)} VP"


def _upkeep(before: State, after: State) -> list[str]:
    """Passengers that leave, stay over and are new, and cards that nobody bought."""
    gone, stay, new = (int((tiles != NONE).sum()) for tiles in (before.overflow, after.overflow, after.waiting))
    removed = int(((before.owner != REMOVED) & (after.owner == REMOVED)).sum())
    lines = [f"passengers: {gone} leave the overflow, {stay} move there, {new} are new"]
    if removed:
        lines.append(f"{counted(removed, 'card')} of era {STAGE_NAMES[before.era]} removed")
    return lines
