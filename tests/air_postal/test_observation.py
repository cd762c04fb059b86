"""What a pilot sees at a glance, checked against positions in words; the numbers are those of the map and the cards."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.limits import CITIES, Board, Load
from mailwing.envs.air_postal.observation import HALVED, Map, Observation
from mailwing.envs.air_postal.testing import Table, position


class Glance:
    """A position as Bastié sees it, in squares and points."""

    def __init__(self, table: Table) -> None:
        self.table, self.seen = table, table.state.observation_record(table.seat("Bastié"))

    def at(self, field: str, city: str) -> float:
        """What the map says of a city."""
        place = self.table.number("city", city)
        return float(getattr(self.seen.map, field)[place]) * Map.fields[field].scale

    def squares_to_deliver(self, load: Load) -> float:
        """Squares to the nearest other city that accepts a Load card."""
        return float(self.seen.to_deliver[load]) * Observation.fields["to_deliver"].scale


def standing_in(city: str) -> Table:
    """Bastié stands in a city without objectives; nobody has a Hub left to reach."""
    return position(setup="la_ligne").city(Bastié=city).objectives("Bastié").no_hubs_left()


def test_the_map_says_how_far_cities_are_and_what_a_flight_costs_on_average() -> None:
    """From London a route leads to Paris, one square away; none leads to Moscow, five away."""
    glance = Glance(standing_in("London"))
    assert glance.at("distance", "London") == 0
    assert glance.at("distance", "Paris") == pytest.approx(1)
    assert glance.at("fuel", "Paris") > 1
    assert glance.at("endurance", "Paris") > 0
    assert glance.at("distance", "Moscow") == pytest.approx(5)
    assert glance.at("fuel", "Moscow") == glance.at("endurance", "Moscow") == 0


def test_landing_earns_a_hub_that_is_not_reached_yet() -> None:
    """Málaga is one of the Hubs of la Ligne, and brings two points."""
    table = position(setup="la_ligne").city(Bastié="Casablanca").objectives("Bastié").no_hubs_left()
    assert Glance(table).at("earns", "Málaga") == 0
    table.hubs("Bastié", "Lisbon")
    glance = Glance(table)
    assert glance.at("earns", "Málaga") == pytest.approx(2)
    assert glance.at("earns", "Lisbon") == 0


def test_landing_earns_an_air_route_that_has_a_cube_in_its_other_city() -> None:
    """Paris – Berlin brings two points."""
    table = standing_in("London").objectives("Bastié", "Paris - Berlin").mark("Bastié", "Paris - Berlin", "Berlin")
    glance = Glance(table)
    assert glance.at("earns", "Paris") == pytest.approx(2)
    assert glance.at("earns", "Berlin") == glance.at("begins", "Berlin") == glance.at("begins", "Paris") == 0


def test_an_air_route_without_cubes_begins_in_both_cities_and_half_of_it_lies_ahead_in_each() -> None:
    glance = Glance(standing_in("London").objectives("Bastié", "Paris - Berlin"))
    assert glance.at("begins", "Paris") == glance.at("begins", "Berlin") == pytest.approx(2)
    assert glance.at("earns", "Paris") == glance.at("earns", "Berlin") == 0
    ways = [glance.at("distance", city) for city in ("Paris", "Berlin")]
    assert glance.at("ahead", "London") == pytest.approx(sum(0.5 ** (squares / HALVED) for squares in ways), rel=1e-5)


def test_glory_that_lies_ahead_grows_on_the_way_to_it() -> None:
    """Málaga is to be reached, four squares from London: three from Paris, five from Berlin, seven from Reykjavik."""
    table = standing_in("London").objectives("Bastié", "Málaga - Rome").mark("Bastié", "Málaga - Rome", "Rome")
    glance = Glance(table)
    for city, squares in (("London", 4), ("Paris", 3), ("Berlin", 5), ("Reykjavik", 7)):
        assert glance.at("ahead", city) == pytest.approx(3 * 0.5 ** (squares / HALVED), rel=1e-5)
    assert glance.at("ahead", "Rome") == 0, "no route leads there from London"


def test_a_great_first_is_earned_by_a_flight_on_its_route_alone() -> None:
    """Across the Sahara from Algiers to Gao; once somebody has made it, nobody earns it any more."""
    table = standing_in("Algiers")
    assert Glance(table).at("earns", "Gao") == pytest.approx(3)
    assert Glance(table.great_firsts("Mermoz", "Sahara")).at("earns", "Gao") == 0


def test_how_far_a_load_has_to_be_carried_is_counted_to_the_nearest_other_city_that_accepts_it() -> None:
    """Mail is accepted in every city; PAX in big ones."""
    glance = Glance(standing_in("London"))
    assert glance.squares_to_deliver(Load.MAIL) == pytest.approx(1)
    t, board, here = glance.table.t, Board.ATLANTIC, glance.table.number("city", "London")
    for load in (Load.PAX, Load.SOVIET_BAG, Load.SMUGGLING_CASE):
        ways = [int(t.distance[board, here, to]) for to in range(CITIES) if int(t.accepts[to]) >> load & 1]
        assert glance.squares_to_deliver(load) == pytest.approx(min(squares for squares in ways if squares > 0))
