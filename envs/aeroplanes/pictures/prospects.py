"""What actions lead to in a few words: chances, crash risk, costs and gains, for the person who chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.words import percent
from ..actions import Action
from ..limits import HOME_AIRPORT, MARKETS, OVERFLOW, SPACES_PER_HOME, WAITING, Advantage
from ..names import STAGE_NAMES, card_name, city_name
from ..rules.airports import is_upgrade
from ..rules.buying import tiles_brought
from ..rules.passengers import plane_with
from ..rules.risk import choose_tile, failures_rolled, shortfall, would_crash
from ..rules.scoring import market_points
from .ways import easiest, odds_of, risk_words, rolls_of
from .words import counted, landings, needed

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

EFFECTS = {
    Advantage.DARING_PILOT: "adds {bonus} to a roll for a city outside Europe",
    Advantage.ENGINE_MAINTENANCE: "discards all engine failures",
    Advantage.INCREASED_PRODUCTION: "one more airport tile with a card",
    Advantage.NIGHT_FLIGHTS: "one more passenger within Europe with a claim",
    Advantage.RADIO_BEACONS: "rolls the dice of a connection again",
}
"""What an advantage does when it is used."""


def prospect(game: Game, record: State, action: int) -> str:
    """What a legal action leads to that its words do not say; empty: nothing.

    Args:
        game: the game with its tables.
        record: the State record.
        action: the action.
    """
    if action < Action.TILE:
        return _of_buying(game, record, action)
    if action < Action.DIRECT:
        return _of_placing(game, record, action)
    if action < Action.REPLACE:
        return _of_flying(game, record, action)
    if Action.CLAIM <= action < Action.ADVANTAGE:
        return _of_claiming(game, record, action)
    return _of_the_rest(game, record, action)


def _of_buying(game: Game, record: State, action: int) -> str:
    """The income of a home; what a card brings."""
    t, s = game.tables[0], game.array_of(record)[0]
    if action < Action.BUY:
        return f"income £{t.income[0] + t.home_income[action - Action.HOME]}"
    if action >= Action.EXTRA:
        return "one more airport tile" if action == Action.EXTRA else ""
    card = int(record.display[action - Action.BUY])
    stage, all_of_them = STAGE_NAMES[t.card_stage[card]], int(t.card_airports[card])
    brought = int(tiles_brought(t, s, card))
    of_all = "" if brought == all_of_them else f" of {all_of_them}"
    long = " long-distance" if t.card_long[card] else ""
    points = f", {t.card_points[card]} VP" if t.card_points[card] else ""
    return f"{brought}{of_all}×{stage}{long}, {counted(t.card_capacity[card], 'seat')}{points}"


def _of_placing(game: Game, record: State, action: int) -> str:
    """How many cities a tile can go to; what a destination asks for."""
    s = game.array_of(record)[0]
    if action < Action.TO:
        return _of_tile(game, s, action - Action.TILE)
    city = action - Action.TO
    if is_upgrade(s, city):
        return f"in place of your Stage {STAGE_NAMES[record.airport[record.seat, city]]}"
    return risk_words(game, record, easiest(game, record, city)) + ("" if record.free[city] else ", replaces")


def _of_tile(game: Game, s: State, kind: int) -> str:
    choose_tile(s, kind)
    cities = landings(game, s)
    safe = sum(not easiest(game, s, city) for city in cities)
    words = f"{len(cities)} cit{'y' if len(cities) == 1 else 'ies'}"
    return f"{words}, {safe} without a roll" if safe else f"{words}, all at a risk"


def _of_flying(game: Game, record: State, action: int) -> str:
    """Chance and crash risk of a way and of what is left of it; what becomes of a roll."""
    if action < Action.BEACON:
        return risk_words(game, record, rolls_of(game, record, int(record.destination), action))
    if action == Action.ROLL_ON:
        return risk_words(game, record, record.need[record.rolled : record.rolls].tolist())
    if action == Action.BEACON:
        return f"{needed(record)}+ {percent(odds_of(game, [needed(record)]))}"
    t, s = game.tables[0], game.array_of(record)[0]
    if action == Action.KEEP:
        if would_crash(t, s, int(failures_rolled(s))):
            return "crash, the tile goes back to the supply"
        return _still_short(int(shortfall(s)))
    if action == Action.PILOT:
        return f"+{t.pilot_bonus}, {_still_short(int(shortfall(s)) - int(t.pilot_bonus))}"
    return "the roll is enough then" if action == Action.PAY else "the tile stays on its card, the turn ends"


def _still_short(points: int) -> str:
    return f"£{points} short" if points > 0 else "enough"


def _of_claiming(game: Game, record: State, action: int) -> str:
    """The profit of a passenger; the seats left on an aeroplane."""
    t, s = game.tables[0], game.array_of(record)[0]
    if action < Action.LOAD:
        passenger = int(
            record.waiting[action - Action.CLAIM]
            if action < Action.CLAIM_OVERFLOW
            else record.overflow[action - Action.CLAIM_OVERFLOW]
        )
        # Seats that are filled count for the profit, and no longer against it.
        return f"profit +{2 * int(t.passenger_seats[passenger])}"
    free = action - Action.LOAD + 1
    left = free - int(t.passenger_seats[record.claiming])
    name = card_name(game, int(plane_with(s, s.seat, free)))
    return f"{counted(left, 'seat')} left on the {name}"


def _of_the_rest(game: Game, record: State, action: int) -> str:
    """Advantages, subsidies, the token."""
    t, seat = game.tables[0], int(record.seat)
    if Action.ADVANTAGE <= action < Action.ROLL_ADVANTAGES:
        kind = Advantage(action - Action.ADVANTAGE)
        return EFFECTS[kind].format(bonus=t.pilot_bonus)
    if action == Action.MAINTENANCE:
        return f"discards {counted(record.failures[seat], 'engine failure')}, then an action"
    if action == Action.SUBSIDY and not record.subsidies:
        s, o = game.array_of(record)[0], game.options[0]
        points = [
            sum(int(market_points(t, o, s, player, market)) for market in range(MARKETS + 1))
            for player in range(game.players)
        ]
        return ", ".join(f"seat {player} +{gained}" for player, gained in enumerate(points)) + " VP"
    if action == Action.SUBSIDY:
        return f"{int(record.subsidies) - 1} left in the box"
    return ""


def why_not(game: Game, record: State, action: int) -> str:
    """Why an action is not legal now; empty if there is nothing more to say than that it is for another moment."""
    mask = game.mask_of(record)
    if Action.BUY <= action < Action.EXTRA and mask[Action.SUBSIDY]:
        return _why_not_buy(game, record, action - Action.BUY)
    if Action.TILE <= action < Action.TO and (mask[Action.SUBSIDY] or mask[Action.FINISH]):
        held = record.tiles[record.seat, action - Action.TILE]
        return "it can be placed nowhere" if held else "you have no such tile on a card"
    if Action.TO <= action < Action.DIRECT and mask[Action.TO : Action.DIRECT].any():
        return _why_not_to(game, record, action - Action.TO)
    if Action.CLAIM <= action < Action.LOAD and mask[Action.SUBSIDY]:
        return _why_not_claim(game, record, action - Action.CLAIM)
    if Action.ADVANTAGE <= action < Action.PAIR and mask[Action.SUBSIDY]:
        return _why_not_advantage(game, record, action - Action.ADVANTAGE)
    if action == Action.MAINTENANCE and mask[Action.SUBSIDY]:
        held = record.advantages[record.seat, Advantage.ENGINE_MAINTENANCE]
        return "you have no engine failures" if held else "you have no such advantage"
    if action == Action.PAY and mask[Action.GIVE_UP]:
        return f"you have £{record.money[record.seat]}"
    return ""


def _why_not_buy(game: Game, record: State, place: int) -> str:
    if record.display[place] < 0:
        return "no card lies there"
    return f"you have £{record.money[record.seat]}"


def _why_not_to(game: Game, record: State, city: int) -> str:
    """Why a tile cannot be placed in a city."""
    if city >= game.tables[0].cities:
        return "there is no such city"
    own = int(record.airport[record.seat, city])
    if own == HOME_AIRPORT:
        return "your home is there"
    if own:
        return "your own airport there can be replaced only by a later Stage, and where no space is empty"
    if not record.free[city] and not any(0 < int(stage) <= record.kind // 2 for stage in record.airport[:, city]):
        return "no space is empty there, and no airport of an earlier Stage can be replaced"
    return "no connection leads there from your airports, directly or over one city, for this tile"


def _why_not_claim(game: Game, record: State, place: int) -> str:
    """Why a passenger cannot be claimed."""
    t, seat = game.tables[0], int(record.seat)
    passenger = int(record.waiting[place] if place < WAITING else record.overflow[place - WAITING])
    if passenger < 0 or (place >= WAITING and record.era == 1) or place >= WAITING + OVERFLOW:
        return "nobody waits there"
    cities = [int(t.passenger_to[passenger])]
    cities += [int(t.homes[place // SPACES_PER_HOME])] if place < WAITING else []
    missing = [city_name(game, city) for city in cities if not record.airport[seat, city]]
    if missing:
        return f"you have no airport in {' and '.join(missing)}"
    return f"no aeroplane of yours has {counted(t.passenger_seats[passenger], 'free seat')}"


def _why_not_advantage(game: Game, record: State, kind: int) -> str:
    """Why an advantage cannot be bought."""
    t = game.tables[0]
    if record.money[record.seat] < t.advantage_price:
        return f"you have £{record.money[record.seat]}"
    if kind < len(Advantage) and record.era < t.advantage_era[kind]:
        return f"it can be had from era {STAGE_NAMES[t.advantage_era[kind]]} on"
    return "none is left"
