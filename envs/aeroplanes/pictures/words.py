"""What people say about a position: who decides what, who leads where, who is aboard. Picture, text and news say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..action_words import STAGE_NAMES, die_name, kind_name, passenger_name
from ..limits import FAILURE, MARKETS, NONE, OVERFLOW, SPACES_PER_HOME, WAITING, Region
from ..names import card_name, city_name
from ..state import ABOARD, IN_BAG, NOBODY, Phase

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

MARKET_NAMES = ("Europe", "Africa", "Asia", "profit")
"""What scores at the end of an era."""


FLYING = frozenset({Phase.DESTINATION, Phase.ROUTE, Phase.ROLLED, Phase.SHORT, Phase.NEXT_ROLL, Phase.REPLACE})
"""Phases in which an airport tile has been taken up and not yet placed."""


def counted(amount: Any, noun: str) -> str:
    """A number of things: `"1 card"`, `"3 cards"`."""
    return f"{amount} {noun}" + ("" if amount == 1 else "s")


def status(game: Game, record: State) -> str:
    """What is to be decided and by whom, in one line."""
    if record.done:
        best = winners(game, record)
        names = " and ".join(f"seat {seat}" for seat in best)
        ended = "round limit reached" if record.limit_reached else "game over"
        return f"{ended}: {names} {'wins' if len(best) == 1 else 'share the victory'} with {total(record, best[0])} VP"
    return f"seat {record.seat}: {question(game, record)}"


def question(game: Game, record: State) -> str:
    """What the seat to decide is asked."""
    phase = Phase(int(record.phase))
    if phase in (Phase.DESTINATION, Phase.ROUTE, Phase.REPLACE):
        return _question_of_placing(game, record, phase)
    if phase in (Phase.ROLLED, Phase.SHORT, Phase.NEXT_ROLL):
        return _question_of_rolling(record, phase)
    if phase == Phase.EXTRA:
        card = int(record.bought)
        return f"Increased Production on {card + 1} {card_name(game, card)}?"
    if phase == Phase.LOAD:
        return f"the passenger {passenger_name(game, int(record.claiming))}: aboard which aeroplane?"
    if phase == Phase.PAIR:
        return f"rolled {dice_words(record)}: which two dice?"
    if phase == Phase.WILD:
        return f"{counted(record.wilds, 'failure')} to exchange for an advantage of choice"
    return {
        Phase.HOME: "which home?",
        Phase.ACTION: "buy, place, claim, take advantages or a subsidy",
        Phase.PLACING: "place another airport?",
        Phase.NIGHT_FLIGHTS: "another passenger with Night Flights?",
    }[phase]


def _question_of_placing(game: Game, record: State, phase: Phase) -> str:
    airport = f"{kind_name(int(record.kind))} airport"
    if phase == Phase.DESTINATION:
        return f"{airport}: where to?"
    city = city_name(game, int(record.destination))
    return f"{airport} to {city}: " + ("which way?" if phase == Phase.ROUTE else "whose airport to replace?")


def _question_of_rolling(record: State, phase: Phase) -> str:
    if phase == Phase.NEXT_ROLL:
        return f"part {record.rolled} of {record.rolls} flown: roll on or abort?"
    if phase == Phase.ROLLED:
        return f"rolled {dice_words(record)}, {roll_words(record)}: Radio Beacons?"
    return f"{roll_words(record)}, £{shortfall(record)} short: make up for it or give up?"


def dice_words(record: State) -> str:
    """Such as `"failure 3 5"`."""
    return " ".join(die_name(int(value)) for value in record.dice)


def needed(record: State) -> int:
    """What the present roll must reach."""
    return int(record.need[max(int(record.rolled) - 1, 0)])


def shortfall(record: State) -> int:
    """What the present roll is short of."""
    return max(needed(record) - int(record.total), 0)


def roll_words(record: State) -> str:
    """Such as `"8 of 12"`, or `"8 and 3 added, 11 of 12"` after Daring Pilots and payments."""
    dice = sum(int(value) for value in record.dice if value != FAILURE)
    added = int(record.total) - dice
    return f"{dice} and {added} added, {record.total} of {needed(record)}" if added else f"{dice} of {needed(record)}"


def is_flying(record: State) -> bool:
    """Whether an airport tile has been taken up and not yet placed."""
    return not record.done and record.phase in FLYING


def total(record: State, seat: int) -> int:
    """Victory points of a seat: its token, its aeroplanes, its passengers."""
    return int(record.points[seat]) + int(record.plane_points[seat]) + int(record.passenger_points[seat])


def winners(game: Game, record: State) -> list[int]:
    """The seats in front: by victory points, then money, then airports on the board."""
    best = standings(game, record)[0]
    return [seat for seat in range(game.players) if _standing(record, seat) == _standing(record, best)]


def standings(game: Game, record: State) -> list[int]:
    """The seats from the first to the last."""
    return sorted(range(game.players), key=lambda seat: _standing(record, seat), reverse=True)


def _standing(record: State, seat: int) -> tuple[int, int, int]:
    return total(record, seat), int(record.money[seat]), int(record.network[seat]).bit_count()


def majority(game: Game, record: State, market: int, seat: int) -> int:
    """Airports of a seat in a market, or its profit so far."""
    if market == MARKETS:
        return int(record.profit[seat])
    return (int(record.network[seat]) & int(game.tables[0].markets[market])).bit_count()


def ranks_of(game: Game, record: State, market: int) -> str:
    """What a market scores at the end of this era: `"4/2/1"`."""
    t = game.tables[0]
    return "/".join(str(points) for points in t.rank_points[record.era - 1, market, : t.paid_ranks[game.players]])


def market_points(game: Game, era: int, market: int, values: list[int]) -> list[int]:
    """Victory points by seat for what each has in a market: ranks that are shared are added and divided."""
    t = game.tables[0]
    ranks = [int(points) for points in t.rank_points[era - 1, market, : t.paid_ranks[game.players]]]
    points = []
    for value in values:
        better, equal = sum(other > value for other in values), values.count(value)
        points.append(sum(ranks[better : better + equal]) // equal if value > 0 else 0)
    return points


def signed(amount: Any) -> str:
    """A number with its sign: `"+3"`, `"−2"`, `"0"`."""
    return f"{amount:+}".replace("-", "−") if amount else "0"


def fleet(record: State, seat: int) -> list[int]:
    """The aeroplane cards of a seat in number order."""
    return np.flatnonzero(record.owner == seat).tolist()


def aboard(game: Game, record: State, card: int) -> list[int]:
    """The passenger tiles on an aeroplane card."""
    return np.flatnonzero(record.passenger_at[: game.tables[0].passengers] == ABOARD + card).tolist()


def closed_seats(game: Game, record: State, card: int) -> int:
    """Seats of an aeroplane that stayed empty in an era that is over."""
    t = game.tables[0]
    taken = sum(int(t.passenger_seats[tile]) for tile in aboard(game, record, card))
    return int(t.card_capacity[card]) - taken - int(record.seats[card])


def free_seats(record: State, seat: int) -> list[int]:
    """Free seats of the aeroplanes of a seat that have any, most first."""
    return sorted((int(record.seats[card]) for card in fleet(record, seat) if record.seats[card]), reverse=True)


def in_bag(game: Game, record: State) -> list[int]:
    """Passenger tiles in the bag by region of their destination."""
    t = game.tables[0]
    tiles = np.flatnonzero(record.passenger_at[: t.passengers] == IN_BAG)
    return np.bincount(t.region[t.passenger_to[tiles]], minlength=len(Region)).tolist()


def airports_at(game: Game, record: State, city: int) -> list[tuple[int, int]]:
    """Seat and Stage of the airports in a city, by seat."""
    return [(seat, int(record.airport[seat, city])) for seat in range(game.players) if record.airport[seat, city]]


def blocked_spaces(game: Game, city: int) -> int:
    """Airport spaces of a city that this number of players leaves out."""
    spaces = game.tables[0].spaces[:, city]
    return int(spaces.max()) - int(spaces[game.players])


def landings(game: Game, record: State) -> list[int]:
    """Where the tile in hand may go while its destination is open, else the destination chosen."""
    if not is_flying(record):
        return []
    if record.phase != Phase.DESTINATION:
        return [int(record.destination)]
    t, seat, stage = game.tables[0], int(record.seat), int(record.kind) // 2
    own, full = int(record.network[seat]), ~int(record.open)
    reached = replaceable = 0
    for city in members(own):
        reached |= int(t.reach[record.kind % 2, city])
    for other in range(game.players):
        replaceable |= int(record.below[other, stage])
    new = reached & ~own & (~full | replaceable)
    return list(members(new | (int(record.below[seat, stage]) & full)))


def claimable(game: Game, record: State) -> list[tuple[bool, int]]:
    """Passengers that the seat to decide can claim now: whether in the overflow, and the space."""
    night = record.phase == Phase.NIGHT_FLIGHTS
    if record.done or not (night or record.phase == Phase.ACTION):
        return []
    t, seat = game.tables[0], int(record.seat)
    own, room = int(record.network[seat]), max(free_seats(record, seat), default=0)
    places = [(False, k, int(record.waiting[k])) for k in range(WAITING)]
    places += [(True, k, int(record.overflow[k])) for k in range(OVERFLOW)]
    found = []
    for late, place, tile in places:
        if tile == NOBODY:
            continue
        ends = 1 << int(t.passenger_to[tile])
        if night and not ends & int(t.europe):
            continue
        if not late:
            ends |= 1 << int(t.homes[place // SPACES_PER_HOME])
        if ends & ~own == 0 < room and t.passenger_seats[tile] <= room:
            found.append((late, place))
    return found


def members(cities: int) -> Iterator[int]:
    """The cities of a set."""
    while cities:
        yield (cities & -cities).bit_length() - 1
        cities &= cities - 1


def kinds_on_cards(record: State, seat: int) -> list[tuple[int, int]]:
    """Kinds of airport tiles on the cards of a seat, and how many."""
    return [(kind, int(count)) for kind, count in enumerate(record.tiles[seat]) if count]


def stage_of(airport: int) -> str:
    """An airport on the board: its Stage, or `"H"` for a home."""
    return STAGE_NAMES[airport] if airport < len(STAGE_NAMES) else "H"


def failures_of(dice: Any) -> int:
    """Engine failures of a roll."""
    return sum(1 for value in dice if value == FAILURE)


def connection_of(game: Game, record: State) -> str:
    """The attempt in words: `"Stage II airport to Cairo, skipping Rome"`."""
    words = f"{kind_name(int(record.kind))} airport"
    if record.destination != NONE:
        words += f" to {city_name(game, int(record.destination))}"
    return words + (f", skipping {city_name(game, int(record.skipped))}" if record.skipped != NONE else "")
