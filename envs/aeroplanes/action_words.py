"""What a player says at the table: the words of every action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .limits import COLOUR_NAMES, FAILURE, SPACES_PER_HOME, Advantage
from .names import card_name, city_name
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game
    from .state import State

STAGE_NAMES = ("", "I", "II", "III")


def advantage_name(kind: int) -> str:
    """Such as `"Night Flights"`."""
    return Advantage(kind).name.replace("_", " ").title()


def kind_name(kind: int) -> str:
    """A kind of airport tile on a card: `"Stage II long-distance"`."""
    return f"Stage {STAGE_NAMES[kind // 2 + 1]}{' long-distance' if kind % 2 else ''}"


def die_name(value: int) -> str:
    """A face of a risk die: `"4"`, or `"failure"`."""
    return "failure" if value == FAILURE else str(value)


def passenger_name(game: Game, tile: int) -> str:
    """Such as `"to Cairo, 2 seats, 1 VP"`."""
    t = game.tables[0]
    seats, points = int(t.passenger_seats[tile]), int(t.passenger_points[tile])
    worth = f", {points} VP" if points else ""
    return f"to {city_name(game, int(t.passenger_to[tile]))}, {seats} seat{'s' if seats > 1 else ''}{worth}"


def price_of(game: Game, place: int, card: int) -> int:
    """What the card in a place of the display costs (Rule AE-3.1.1)."""
    t = game.tables[0]
    return int(t.card_cost[card]) + place * int(t.skip_price)


def home(game: Game, s: State, k: int) -> str:
    """Choosing a home."""
    return f"Home in {city_name(game, int(game.tables[0].homes[k]))}"


def buy(game: Game, s: State, k: int) -> str:
    """Buying a card."""
    card = int(s.display[k])
    if card < 0:
        return f"Buy card {k + 1} of the display"
    return f"Buy {card + 1} {card_name(game, card)} for £{price_of(game, k, card)}"


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
    return f"Pay £{int(s.need[max(s.rolled - 1, 0)]) - int(s.total)}"


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
    tile = int(s.waiting[k])
    who = f"Claim {city} passenger {k % SPACES_PER_HOME + 1}"
    return f"{who} {passenger_name(game, tile)}" if tile >= 0 else who


def claim_overflow(game: Game, s: State, k: int) -> str:
    """Claiming an overflow passenger."""
    tile = int(s.overflow[k])
    who = f"Claim overflow passenger {k + 1}"
    return f"{who} {passenger_name(game, tile)}" if tile >= 0 else who


def load(game: Game, s: State, k: int) -> str:
    """Choosing the aeroplane, the one with the lowest number of those with as many free seats."""
    for card in range(game.tables[0].cards):
        if s.owner[card] == s.seat and s.seats[card] == k + 1:
            return f"Aboard {card + 1} {card_name(game, card)} ({k + 1} free)"
    return f"Aboard an aeroplane with {k + 1} free"


def advantage(game: Game, s: State, k: int) -> str:
    """Taking an advantage tile."""
    price = "" if s.phase == Phase.WILD else f" for £{int(game.tables[0].advantage_price)}"
    return f"Take {advantage_name(k)}{price}"


def roll_advantages(game: Game, s: State, k: int) -> str:
    """Rolling for advantages."""
    return f"Roll for two advantages for £{int(game.tables[0].advantage_price)}"


def pair(game: Game, s: State, k: int) -> str:
    """Choosing two dice."""
    one, other = (die_name(int(value)) for i, value in enumerate(s.dice) if i != k)
    return f"Use {one} and {other}"


def maintenance(game: Game, s: State, k: int) -> str:
    """Engine Maintenance."""
    return "Use Engine Maintenance"


def subsidy(game: Game, s: State, k: int) -> str:
    """Subsidy or token."""
    return "Take a subsidy of £1" if s.subsidies else "Take the token, which ends the era"


def finish(game: Game, s: State, k: int) -> str:
    """Ending the action."""
    return "That is all"
