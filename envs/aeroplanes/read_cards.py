"""Reading what a data pack says of supplies, cards, passengers and the points of an era."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from .._core.packs import PackTable, nearest
from .._core.record import Record
from .limits import (
    ADVANTAGES,
    DISPLAY,
    ERAS,
    HOMES,
    MAX_CAPACITY,
    MAX_CARDS,
    MAX_PASSENGERS,
    MAX_SEATS,
    NO_SEATS,
    NONE,
    RANKS,
    SPACES_PER_HOME,
    STAGES,
    WAITING,
    Advantage,
)
from .names import advantage_name, spell
from .observation import Card, Observation, WaitingPassenger

if TYPE_CHECKING:
    from .tables import Tables


def read_supply(t: Tables, file: PackTable) -> None:
    """What players, bank and box begin with."""
    airports, income, advantages = file.table("airports"), file.table("income"), file.table("advantages")
    t.supply[:] = airports.integers("stage", 0, 27, STAGES)
    t.income[:] = income.integers("era", 0, 999, ERAS)
    t.subsidies = income.integer("subsidies", 0, 99)
    t.advantage_price = advantages.integer("price", 1, 99)
    t.pilot_bonus = advantages.integer("pilot", 1, 9)
    names = [advantage_name(kind) for kind in Advantage]
    for kind, entry in enumerate(file.tables("advantage", ADVANTAGES, ADVANTAGES)):
        if entry.text("name", names) != names[kind]:
            raise entry.fault("name", f"must be '{names[kind]}': the types stand in the order of their numbers")
        t.advantage_tiles[kind] = entry.integer("tiles", 0, 20)
        t.advantage_era[kind] = entry.integer("from_era", 1, ERAS)
        entry.done()
    for table in (airports, income, advantages, file):
        table.done()


def read_cards(t: Tables, file: PackTable) -> None:
    """The aeroplane cards and the display."""
    display = file.table("display")
    t.display_size = display.integer("cards", 1, DISPLAY)
    t.skip_price = display.integer("skipped", 0, 9)
    cards = file.tables("card", 1, MAX_CARDS)
    t.cards = len(cards)
    for card, entry in enumerate(cards):
        spell(t.card_name[card], entry.text("name"), entry)
        t.card_year[card] = entry.integer("year", 1900, 2000)
        t.card_stage[card] = entry.integer("stage", 1, STAGES)
        t.card_cost[card] = entry.integer("cost", 0, 99)
        t.card_airports[card] = entry.integer("airports", 0, 9)
        t.card_long[card] = entry.flag("long_distance")
        t.card_points[card] = entry.integer("points", 0, 9)
        t.card_capacity[card] = entry.integer("capacity", 0, MAX_CAPACITY)
        _write_as_observed(
            t.card_seen[card],
            Card,
            stage=t.card_stage[card],
            airports=t.card_airports[card],
            long_distance=t.card_long[card],
            points=t.card_points[card],
            seats=t.card_capacity[card],
        )
        if card and t.card_stage[card] < t.card_stage[card - 1]:
            raise entry.fault("stage", "cards stand in number order, and a later one cannot be of an earlier era")
        entry.done()
    for table in (display, file):
        table.done()


def _write_as_observed(place: Record, kind: type[Record], **values: int) -> None:
    """Write a card or a passenger in the scales of the observation, which then need only copy it."""
    for name, value in values.items():
        setattr(place, name, value / kind.fields[name].scale)


def read_passengers(t: Tables, file: PackTable, cities: dict[str, int]) -> None:
    """The passenger tiles; `cities` are the numbers of the map's cities."""
    waiting = file.table("waiting")
    t.passenger_seats[NONE] = NO_SEATS
    t.spaces_per_home = waiting.integer("spaces", 1, SPACES_PER_HOME)
    needed = HOMES * int(t.spaces_per_home)
    for entry in file.tables("tiles", 1, MAX_PASSENGERS):
        to = entry.text("to")
        if to not in cities:
            raise entry.fault("to", f"'{to}' is no city of map.toml{nearest(to, cities)}")
        points, wild = entry.integer("points", 0, 9), entry.flag("wild")
        for seats in entry.integers("seats", 1, MAX_CAPACITY):
            if t.passengers == MAX_PASSENGERS:
                raise entry.fault("seats", f"there are more than {MAX_PASSENGERS} passenger tiles")
            t.passenger_to[t.passengers] = cities[to]
            t.passenger_seats[t.passengers] = seats
            t.passenger_points[t.passengers] = points
            t.passenger_wild[t.passengers] = wild
            seen = t.passenger_seen[t.passengers]
            _write_as_observed(seen, WaitingPassenger, seats=seats, points=points, to=cities[to] + 1, linked=1)
            t.passenger_demand[t.passengers] = seats / Observation.fields["demand"].scale
            t.passengers += 1
        entry.done()
    plain = int(t.passengers - t.passenger_wild[: t.passengers].sum())
    if plain < needed or t.passengers < needed * ERAS:
        raise file.fault(
            "tiles",
            f"{WAITING} spaces take {needed} tiles that are not wild and {needed * ERAS} in all; there are {plain} and "
            f"{t.passengers}",
        )
    for table in (waiting, file):
        table.done()


def read_scoring(t: Tables, file: PackTable) -> None:
    """Victory points of ranks, and what each seat gets of ranks that are shared."""
    ranks = file.table("ranks")
    t.paid_ranks[3:] = RANKS
    t.paid_ranks[3] = ranks.integer("paid_with_3", 1, RANKS)
    for era, entry in enumerate(file.tables("era", ERAS, ERAS)):
        for market, name in enumerate(("europe", "africa", "asia", "profit")):
            points = entry.integers(name, 0, 99, RANKS)
            if sorted(points, reverse=True) != points:
                raise entry.fault(name, "a rank may not score more than the one before it")
            t.rank_points[era, market] = points
            for players in range(3, MAX_SEATS + 1):
                paid = points[: t.paid_ranks[players]]
                for better, equal in product(range(players), range(1, players + 1)):
                    t.rank_share[players, era, market, better, equal] = sum(paid[better : better + equal]) // equal
        entry.done()
    for table in (ranks, file):
        table.done()
