"""What a player says at the table: the words of every action, and the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.actions import ActionRange, ActionTable
from .actions import Action
from .limits import (
    ADVANTAGES,
    COLOUR_NAMES,
    COLOURS,
    DISPLAY,
    FAILURE,
    FIRST_NUMBER,
    HOMES,
    MAX_CAPACITY,
    MAX_CITIES,
    MAX_SEATS,
    OVERFLOW,
    PAIRS,
    SPACES_PER_HOME,
    TILE_KINDS,
    WAITING,
)
from .names import STAGE_NAMES, advantage_name, card_name, city_name, die_name, kind_name, passenger_name
from .rules.advantages import any_available
from .rules.buying import price
from .rules.passengers import plane_with
from .rules.risk import shortfall
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game
    from .state import State


def home(game: Game, s: State, k: int) -> str:
    """Choosing a home."""
    return f"Home in {city_name(game, int(game.tables[0].homes[k]))}"


def buy(game: Game, s: State, k: int) -> str:
    """Buying a card."""
    card = int(s.display[k])
    if card < 0:
        return f"Buy card {k + 1} of the display"
    return f"Buy {card + 1} {card_name(game, card)} for £{price(game.tables[0], s, k)}"


def extra(game: Game, s: State, k: int) -> str:
    """Increased Production."""
    return "Use Increased Production"


def no_extra(game: Game, s: State, k: int) -> str:
    """No Increased Production."""
    return "Keep Increased Production"


def tile(game: Game, s: State, k: int) -> str:
    """Taking an airport tile from a card."""
    return f"Place a {kind_name(k)} airport"


def to(game: Game, s: State, k: int) -> str:
    """Choosing a destination."""
    return f"To {city_name(game, k)}" if k < game.tables[0].cities else f"To destination {k + 1}"


def direct(game: Game, s: State, k: int) -> str:
    """Flying a single connection."""
    return f"Direct, {COLOUR_NAMES[k]}"


def barred(game: Game, s: State, k: int) -> str:
    """Flying a barred connection."""
    return f"Direct, barred {COLOUR_NAMES[k]}"


def via(game: Game, s: State, k: int) -> str:
    """Skipping a city."""
    return f"Skip {city_name(game, k)}" if k < game.tables[0].cities else f"Skip destination {k + 1}"


def beacon(game: Game, s: State, k: int) -> str:
    """Radio Beacons."""
    return "Use Radio Beacons and roll again"


def keep(game: Game, s: State, k: int) -> str:
    """No Radio Beacons."""
    return "Keep the roll"


def pilot(game: Game, s: State, k: int) -> str:
    """Daring Pilot."""
    return "Use a Daring Pilot"


def pay(game: Game, s: State, k: int) -> str:
    """Paying a shortfall."""
    return f"Pay £{shortfall(s)}"


def give_up(game: Game, s: State, k: int) -> str:
    """Giving up."""
    return "Give up the connection"


def roll_on(game: Game, s: State, k: int) -> str:
    """The next roll."""
    return f"Roll for part {int(s.rolled) + 1} of the connection"


def abort(game: Game, s: State, k: int) -> str:
    """Aborting."""
    return "Abort the connection"


def replace(game: Game, s: State, k: int) -> str:
    """Replacing an airport."""
    seat = (int(s.seat) + k + 1) % game.players
    stage = int(s.airport[seat, max(s.destination, 0)])
    return f"Replace the Stage {STAGE_NAMES[stage % len(STAGE_NAMES)]} airport of seat {seat}"


def claim(game: Game, s: State, k: int) -> str:
    """Claiming a waiting passenger."""
    city = city_name(game, int(game.tables[0].homes[k // SPACES_PER_HOME]))
    passenger = int(s.waiting[k])
    who = f"Claim {city} passenger {k % SPACES_PER_HOME + 1}"
    return f"{who} {passenger_name(game, passenger)}" if passenger >= 0 else who


def claim_overflow(game: Game, s: State, k: int) -> str:
    """Claiming an overflow passenger."""
    passenger = int(s.overflow[k])
    who = f"Claim overflow passenger {k + 1}"
    return f"{who} {passenger_name(game, passenger)}" if passenger >= 0 else who


def load(game: Game, s: State, k: int) -> str:
    """Choosing the aeroplane by its free seats."""
    if not s.planes[s.seat, k + 1]:
        return f"Aboard an aeroplane with {k + 1} free"
    card = plane_with(s, s.seat, k + 1)
    return f"Aboard {card + 1} {card_name(game, card)} ({k + 1} free)"


def advantage(game: Game, s: State, k: int) -> str:
    """Taking an advantage tile."""
    price = "" if s.phase == Phase.WILD else f" for £{int(game.tables[0].advantage_price)}"
    return f"Take {advantage_name(k)}{price}"


def roll_advantages(game: Game, s: State, k: int) -> str:
    """Rolling for advantages."""
    t = game.tables[0]
    none_left = "" if any_available(t, game.array_of(s)[0]) else ", though none is left"
    return f"Roll for two advantages for £{int(t.advantage_price)}{none_left}"


def pair(game: Game, s: State, k: int) -> str:
    """Choosing two dice."""
    dice = [int(value) for i, value in enumerate(s.dice) if i != k]
    one, other = map(die_name, dice)
    return f"Use {one} and {other}: {' and '.join(_brought(game, s, dice))}"


def _brought(game: Game, s: State, dice: list[int]) -> list[str]:
    """What each of some dice brings: an advantage, any one for an engine failure, or nothing."""
    t, found = game.tables[0], []
    for place, value in enumerate(dice):
        if value == FAILURE:
            found.append("any advantage")
            continue
        kind = value - FIRST_NUMBER
        left = int(s.stock[kind]) - dice[:place].count(value) if 0 <= kind < ADVANTAGES else 0
        found.append(advantage_name(kind) if left > 0 and s.era >= t.advantage_era[kind] else "nothing")
    return found


def maintenance(game: Game, s: State, k: int) -> str:
    """Engine Maintenance."""
    return "Use Engine Maintenance"


def subsidy(game: Game, s: State, k: int) -> str:
    """Subsidy or token."""
    return "Take a subsidy of £1" if s.subsidies else "Take the token, which ends the era"


def finish(game: Game, s: State, k: int) -> str:
    """Ending the action."""
    return "That is all"


ACTIONS = ActionTable(
    ActionRange("home", Action.HOME, HOMES, "Choose the k-th starting city as home", home),
    ActionRange("buy", Action.BUY, DISPLAY, "Buy the k-th aeroplane card on display", buy),
    ActionRange("extra", Action.EXTRA, 1, "Use Increased Production on the card just bought", extra),
    ActionRange("no_extra", Action.NO_EXTRA, 1, "Keep Increased Production", no_extra),
    ActionRange(
        "tile",
        Action.TILE,
        TILE_KINDS,
        "Place an airport tile from a card: Stage I, I long-distance, II, II long-distance, III, III long-distance",
        tile,
    ),
    ActionRange("to", Action.TO, MAX_CITIES, "Place it at the k-th destination", to),
    ActionRange("direct", Action.DIRECT, COLOURS, "Fly there by a single white, red or black connection", direct),
    ActionRange("barred", Action.BARRED, COLOURS, "Fly there by a barred connection of that colour", barred),
    ActionRange("via", Action.VIA, MAX_CITIES, "Fly there by skipping the k-th destination", via),
    ActionRange("beacon", Action.BEACON, 1, "Use Radio Beacons: roll again, without this roll's failures", beacon),
    ActionRange("keep", Action.KEEP, 1, "Let the roll stand", keep),
    ActionRange("pilot", Action.PILOT, 1, "Use a Daring Pilot on the roll", pilot),
    ActionRange("pay", Action.PAY, 1, "Pay what the roll is short of", pay),
    ActionRange("give_up", Action.GIVE_UP, 1, "Give up the connection", give_up),
    ActionRange("roll_on", Action.ROLL_ON, 1, "Roll for the next part of the connection", roll_on),
    ActionRange("abort", Action.ABORT, 1, "Abort between two rolls", abort),
    ActionRange(
        "replace",
        Action.REPLACE,
        MAX_SEATS - 1,
        "Replace the airport of the k-th seat clockwise, from 1",
        replace,
    ),
    ActionRange("claim", Action.CLAIM, WAITING, "Claim the passenger in the k-th space of the waiting area", claim),
    ActionRange("claim_overflow", Action.CLAIM_OVERFLOW, OVERFLOW, "Claim the k-th overflow passenger", claim_overflow),
    ActionRange("load", Action.LOAD, MAX_CAPACITY, "Seat the passenger on an aeroplane with k free seats", load),
    ActionRange("advantage", Action.ADVANTAGE, ADVANTAGES, "Take an advantage tile of the k-th type", advantage),
    ActionRange("roll_advantages", Action.ROLL_ADVANTAGES, 1, "Roll for two advantage tiles", roll_advantages),
    ActionRange("pair", Action.PAIR, PAIRS, "Use two of the dice, lowest first: not the k-th", pair),
    ActionRange("maintenance", Action.MAINTENANCE, 1, "Use Engine Maintenance before an action", maintenance),
    ActionRange("subsidy", Action.SUBSIDY, 1, "Take a subsidy, or the token once no bond is left", subsidy),
    ActionRange("finish", Action.FINISH, 1, "Place or claim no more", finish),
)
