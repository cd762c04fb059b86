"""What people say about a position: who decides what, who leads where, who is aboard. Picture, text and news say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..actions import Action
from ..limits import MAX_CITIES, NONE, OVERFLOW, WAITING, Region
from ..names import STAGE_NAMES, card_name, city_name, die_name, kind_name, passenger_name
from ..rules.risk import shortfall, sum_of_dice
from ..state import ABOARD, IN_BAG, Phase

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
        scores, _ = game.standing_of(record)
        return f"{ended}: {names} {'wins' if len(best) == 1 else 'share the victory'} with {scores[best[0]]} VP"
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


def roll_words(record: State) -> str:
    """Such as `"8 of 12"`, or `"8 and 3 added, 11 of 12"` after Daring Pilots and payments."""
    dice = sum_of_dice(record)
    added = int(record.total) - dice
    return f"{dice} and {added} added, {record.total} of {needed(record)}" if added else f"{dice} of {needed(record)}"


def is_flying(record: State) -> bool:
    """Whether an airport tile has been taken up and not yet placed."""
    return not record.done and record.phase in FLYING


def winners(game: Game, record: State) -> list[int]:
    """The seats in front, ties broken."""
    _, ranks = game.standing_of(record)
    return [seat for seat in range(game.players) if ranks[seat] == 1]


def seats_by_rank(game: Game, record: State) -> list[int]:
    """The seats from the first to the last."""
    _, ranks = game.standing_of(record)
    return sorted(range(game.players), key=lambda seat: ranks[seat])


def ranks_of(game: Game, record: State, market: int) -> str:
    """What a market scores at the end of this era: `"4/2/1"`."""
    t = game.tables[0]
    return "/".join(str(points) for points in t.rank_points[record.era - 1, market, : t.paid_ranks[game.players]])


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
    taken = sum(int(t.passenger_seats[passenger]) for passenger in aboard(game, record, card))
    return int(t.card_capacity[card]) - taken - int(record.seats[card])


def in_bag(game: Game, record: State) -> list[int]:
    """Passenger tiles in the bag by region of their destination."""
    t = game.tables[0]
    tiles = np.flatnonzero(record.passenger_at[: t.passengers] == IN_BAG)
    return np.bincount(t.region[t.passenger_to[tiles]], minlength=len(Region)).tolist()


def airports_at(game: Game, record: State, city: int) -> list[tuple[int, int]]:
    """Seat and Stage of the airports in a city, by seat."""
    return [(seat, int(record.airport[seat, city])) for seat in range(game.players) if record.airport[seat, city]]


def printed_spaces(game: Game, city: int) -> int:
    """Airport spaces of a city on the board, those that a number of players leaves out too."""
    return int(game.tables[0].spaces[:, city].max())


def blocked_spaces(game: Game, record: State, city: int) -> int:
    """Airport spaces of a city that take no airport in this game."""
    return printed_spaces(game, city) - int(record.free[city]) - len(airports_at(game, record, city))


def landings(game: Game, record: State) -> list[int]:
    """Where the tile in hand may go while its destination is open, else the destination chosen."""
    if not is_flying(record):
        return []
    if record.phase != Phase.DESTINATION:
        return [int(record.destination)]
    return np.flatnonzero(game.mask_of(record)[Action.TO : Action.TO + MAX_CITIES]).tolist()


def claimable(game: Game, record: State) -> list[tuple[bool, int]]:
    """Passengers that the seat to decide can claim now: whether in the overflow, and the space."""
    mask = game.mask_of(record)
    waiting = np.flatnonzero(mask[Action.CLAIM : Action.CLAIM + WAITING]).tolist()
    overflow = np.flatnonzero(mask[Action.CLAIM_OVERFLOW : Action.CLAIM_OVERFLOW + OVERFLOW]).tolist()
    return [(False, place) for place in waiting] + [(True, place) for place in overflow]


def kinds_on_cards(record: State, seat: int) -> list[tuple[int, int]]:
    """Kinds of airport tiles on the cards of a seat, and how many."""
    return [(kind, int(count)) for kind, count in enumerate(record.tiles[seat]) if count]


def airport_mark(airport: int) -> str:
    """An airport on the board: its Stage, or `"H"` for a home."""
    return STAGE_NAMES[airport] if airport < len(STAGE_NAMES) else "H"


def connection_of(game: Game, record: State) -> str:
    """The attempt in words: `"Stage II airport to Cairo, skipping Rome"`."""
    words = f"{kind_name(int(record.kind))} airport"
    if record.destination != NONE:
        words += f" to {city_name(game, int(record.destination))}"
    return words + (f", skipping {city_name(game, int(record.skipped))}" if record.skipped != NONE else "")
