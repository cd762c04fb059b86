"""The own data pack, as the rulebook states it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mailwing.envs.air_postal.limits import (
    AIR_ROUTES,
    AIRCRAFT,
    CITY_CARDS,
    COLOURS,
    FIRST_DIPLOMACY,
    FIRST_VIP,
    HUBS,
    LOADS,
    NONE,
    OBJECTIVES,
    AircraftType,
    Board,
    Category,
    CityKind,
    Colour,
    Continent,
    Face,
    Load,
    Nation,
)
from mailwing.envs.air_postal.tables import Tables, load_tables


@pytest.fixture(scope="module")
def t() -> Any:
    """The tables of the game's own pack."""
    return load_tables()[0]


def words(rows: Any) -> list[str]:
    """All names of a table."""
    return [letters.tobytes().rstrip(b"\0").decode() for letters in rows]


def city(t: Any, name: str) -> int:
    """The number of a city."""
    return words(t.city_name).index(name)


def route(t: Any, first: str, second: str, board: Board = Board.WORLD) -> int:
    """The route between two cities."""
    return int(t.route_to[board, city(t, first), city(t, second)])


def test_what_is_handed_out_is_a_copy() -> None:
    load_tables()[0].fuel_price = 9
    assert load_tables()[0].fuel_price == 5


def test_all_numbers_are_in_their_ranges(t: Any) -> None:
    assert Tables.out_of_range(t) == []


def test_what_the_box_holds(t: Any) -> None:
    """36 aircraft, 16 faces of Pilot cards, 13 dice, 81 Objective cards, 42 Cargo and 9 PAX, 25 Systems and 20 Crew."""
    assert len(set(words(t.aircraft_name))) == 36
    assert len(set(words(t.pilot_name))) == 16
    assert t.die_count.tolist() == [4, 3, 4, 2]
    assert t.die_count.sum() == 13
    assert (AIR_ROUTES, FIRST_DIPLOMACY - FIRST_VIP, OBJECTIVES - FIRST_DIPLOMACY) == (60, 16, 5)
    assert OBJECTIVES == 81
    assert (t.load_count[: Load.PAX].sum(), t.load_count[Load.PAX]) == (42, 9)
    of = t.equipment_category
    assert (t.copies[of == Category.SYSTEM].sum(), t.copies[of == Category.CREW].sum()) == (25, 20)


def test_eight_city_cards_and_twelve_air_routes_for_each_continent(t: Any) -> None:
    for continent in Continent:
        assert (t.continent[:CITY_CARDS] == continent).sum() == 8
        assert (t.objective_continent[:AIR_ROUTES] == continent).sum() == 12
    assert (t.objective_continent[FIRST_VIP:FIRST_DIPLOMACY] != NONE).all()
    assert (t.objective_continent[FIRST_DIPLOMACY:] == NONE).all()


@pytest.mark.parametrize(
    ("face", "fuel", "endurance"),
    [
        (Face.CLEAR_SKY, 1, 0),
        (Face.ICE_AND_SNOW, 1, 2),
        (Face.RAIN, 2, 1),
        (Face.FOG, 1, 1),
        (Face.HEADWIND, 2, 0),
        (Face.THUNDERSTORM, 2, 2),
        (Face.TROPICAL_CYCLONE, 3, 0),
    ],
)
def test_what_faces_cost(t: Any, face: Face, fuel: int, endurance: int) -> None:
    assert (t.face_fuel[face], t.face_endurance[face]) == (fuel, endurance)


def test_what_dice_and_routes_cost_on_average(t: Any) -> None:
    """A red die: clear sky twice, fog, thunderstorm twice, cyclone."""
    assert t.colour_fuel[Colour.RED] == pytest.approx((1 + 1 + 1 + 2 + 2 + 3) / 6)
    assert t.colour_endurance[Colour.RED] == pytest.approx((0 + 0 + 1 + 2 + 2 + 0) / 6)
    k = route(t, "Dakar", "Monrovia")
    assert t.square[k].tolist() == [Colour.BLUE, Colour.RED, *[NONE] * 6]
    assert t.route_fuel[k] == pytest.approx(t.colour_fuel[Colour.BLUE] + t.colour_fuel[Colour.RED])
    assert t.route_endurance[k] == pytest.approx(t.colour_endurance[Colour.BLUE] + t.colour_endurance[Colour.RED])
    # Each of the 36 rolls by itself: how many of them cost at most so much.
    faces = [[(t.face_fuel[f], t.face_endurance[f]) for f in t.die_face[c]] for c in (Colour.BLUE, Colour.RED)]
    rolls = [(a[0] + b[0] - 2, a[1] + b[1]) for a in faces[0] for b in faces[1]]
    for extra, spent in ((0, 0), (0, 2), (1, 0), (1, 1), (2, 4), (4, 12)):
        cheap = [roll for roll in rolls if roll[0] <= extra and roll[1] <= spent]
        assert t.route_odds[k, extra, spent] == pytest.approx(len(cheap) / 36)


def test_the_example_from_berlin_to_moscow(t: Any) -> None:
    """Three squares over land, whose dice can show clear sky, headwind, ice & snow: 4 fuel and 2 endurance."""
    k = route(t, "Berlin", "Moscow")
    assert (t.route_length[k], t.overwater[k]) == (3, 0)
    faces = [Face.CLEAR_SKY, Face.HEADWIND, Face.ICE_AND_SNOW]
    for square, face in enumerate(faces):
        assert face in t.die_face[t.square[k, square]]
    assert (t.face_fuel[faces].sum(), t.face_endurance[faces].sum()) == (4, 2)


def test_no_route_needs_more_dice_than_there_are(t: Any) -> None:
    assert t.route_length.max() == 8
    for colour in range(COLOURS):
        assert (t.square == colour).sum(axis=1).max() <= t.die_count[colour]


def test_both_sides_of_the_board(t: Any) -> None:
    """68 cities and 117 routes on one, 54 and 98 on the other, without Asia; all cities within reach of each other."""
    assert t.on_board.sum(axis=1).tolist() == [68, 54]
    assert t.route_on.sum(axis=1).tolist() == [117, 98]
    assert not t.on_board[Board.ATLANTIC, t.continent == Continent.ASIA].any()
    for board in Board:
        there = t.on_board[board] == 1
        assert ((t.distance[board] != NONE) == np.outer(there, there)).all()


@pytest.mark.parametrize(
    ("board", "first", "second", "squares"),
    [
        (Board.WORLD, "Paris", "Moscow", 5),
        (Board.WORLD, "Casablanca", "Lisbon", 1),
        (Board.WORLD, "Tokyo", "San Francisco", 16),
        (Board.WORLD, "Buenos Aires", "Dakar", 13),
        (Board.WORLD, "Baghdad", "Cairo", 2),
        (Board.WORLD, "Paris", "Paris", 0),
        (Board.WORLD, "Paris", "Bermuda", NONE),
        (Board.ATLANTIC, "Monrovia", "Málaga", 7),
        (Board.ATLANTIC, "Monrovia", "Lisbon", 7),
        (Board.ATLANTIC, "Paris", "Beijing", NONE),
    ],
)
def test_distances(t: Any, board: Board, first: str, second: str, squares: int) -> None:
    one, other = city(t, first), city(t, second)
    assert t.distance[board, one, other] == t.distance[board, other, one] == squares


def test_air_routes_of_more_squares_bring_more(t: Any) -> None:
    """2 to 6 points for at most 2, 4, 7, 10 and for more squares, and $5,000 for each point."""
    ends = t.air_route
    squares = t.distance[Board.WORLD, ends[:, 0], ends[:, 1]]
    assert (t.objective_glory[:AIR_ROUTES] == 2 + np.searchsorted([2, 4, 7, 10], squares)).all()
    assert (t.objective_money[:AIR_ROUTES] == 5 * t.objective_glory[:AIR_ROUTES]).all()


def test_routes_lead_both_ways(t: Any) -> None:
    for board in Board:
        assert (t.route_to[board] == t.route_to[board].T).all()
        assert (t.route_to[board] != NONE).sum() == 2 * t.route_on[board].sum()
    lisbon = t.neighbour[Board.ATLANTIC, city(t, "Lisbon")]
    there = [int(other) for other in lisbon if other != NONE]
    assert there == sorted(there)
    known = {"Paris", "Málaga", "Casablanca", "Horta (Azores)", "Las Palmas"}
    assert {words(t.city_name)[other] for other in there} == known
    assert route(t, "Las Palmas", "Lisbon") == NONE
    assert route(t, "Las Palmas", "Lisbon", Board.ATLANTIC) != NONE


def test_great_firsts(t: Any) -> None:
    assert len(set(words(t.great_first_name))) == 14
    assert (t.great_first_of[t.great_first_route] == range(14)).all()
    assert (t.great_first_of != NONE).sum() == 14
    andes = t.great_first_of[route(t, "Santiago", "Buenos Aires")]
    assert (words(t.great_first_name)[andes], t.great_first_glory[andes]) == ("Andes", 4)


def test_kinds_and_nations_of_cities(t: Any) -> None:
    """Three Big Cities, three embassies, Customs and an airfield on the cards of a continent; Beijing is a Big City."""
    assert t.kind[city(t, "Beijing")] == CityKind.BIG_CITY
    for continent in Continent:
        kinds = t.kind[:CITY_CARDS][t.continent[:CITY_CARDS] == continent]
        assert np.bincount(kinds).tolist() == [1, 3, 1, 3]
    assert ((t.nation != NONE) == (t.kind == CityKind.EMBASSY)).all()
    assert np.bincount(t.nation[t.nation != NONE]).tolist() == [3] * len(Nation)


def test_where_loads_can_be_delivered(t: Any) -> None:
    """Mail everywhere, smuggling cases at Customs, bags at embassies of their nation, PAX in Big Cities."""

    def accepted(name: str) -> set[int]:
        return {load for load in Load if t.accepts[city(t, name)] >> load & 1}

    mail = {Load.MAIL, Load.PRIORITY_LETTER}
    assert accepted("Málaga") == mail
    assert accepted("Istanbul") == mail | {Load.SMUGGLING_CASE}
    assert accepted("Berlin") == mail | {Load.SOVIET_BAG}
    assert accepted("Addis Ababa") == mail | {Load.FRENCH_BAG}
    assert accepted("Lisbon") == mail | {Load.BRITISH_BAG}
    assert accepted("Rome") == mail | {Load.AMERICAN_BAG}
    assert accepted("Bangkok") == mail | {Load.GERMAN_BAG}
    assert accepted("Paris") == mail | {Load.PAX}


def test_how_far_it_is_to_where_loads_can_be_delivered(t: Any) -> None:
    """From Paris, itself a Big City, to the next one; Fuel Cans are used, not delivered."""
    paris = city(t, "Paris")
    others = [to for to in np.flatnonzero(t.accepts >> Load.PAX & 1) if to != paris]
    for board in Board:
        squares = [t.distance[board, paris, to] for to in others if t.on_board[board, to]]
        assert t.to_deliver[board, paris, Load.PAX] == min(squares) > 0
    assert (t.to_deliver[..., Load.FUEL_CAN] == 127).all()


def test_how_far_it_is_to_great_firsts(t: Any) -> None:
    """To the nearer of the two cities of the route, and along it."""
    for k, way in enumerate(t.great_first_route):
        first, second = t.route_city[way]
        for board in np.flatnonzero(t.on_board[:, first] & t.on_board[:, second]):
            assert t.to_great_first[board, first, k] == t.to_great_first[board, second, k] == t.route_length[way]
            beyond = t.distance[board, :, first] >= 0
            nearer = np.minimum(t.distance[board, beyond, first], t.distance[board, beyond, second])
            assert (t.to_great_first[board, beyond, k] == nearer + t.route_length[way]).all()


def test_load_cards(t: Any) -> None:
    """12 Mails, 4 Letters, 6 Cases, 14 Bags, 6 Fuel Cans, 9 PAX, and what they bring."""
    bags = slice(Load.SOVIET_BAG, Load.GERMAN_BAG + 1)
    assert t.load_count.tolist() == [12, 4, 6, 3, 3, 3, 3, 2, 6, 9]
    assert t.load_count[bags].sum() == 14
    assert t.load_money.tolist() == [5, 10, 30, 20, 20, 20, 20, 20, 0, 15]
    assert len(Load) == LOADS


def test_the_vip_of_the_example(t: Any) -> None:
    """Anna May Wong travels to Beijing, for 3 points and $15,000, which all VIPs pay."""
    wong = words(t.objective_name).index("Anna May Wong")
    vip = wong - FIRST_VIP
    assert t.vip_city[vip] == city(t, "Beijing")
    assert (t.objective_glory[wong], t.objective_money[wong]) == (3, 15)
    assert (t.objective_money[FIRST_VIP:FIRST_DIPLOMACY] == 15).all()
    assert t.vips_of_city[city(t, "Beijing")] == 1 << vip
    assert (t.kind[t.vip_city] == CityKind.BIG_CITY).all()


def test_the_diplomacy_of_the_example(t: Any) -> None:
    """Two Soviet bags bring 3 + 4 points; without any, 3 are lost."""
    soviet = t.diplomacy_of[Nation.SOVIET]
    assert t.diplomacy_nation[soviet] == Nation.SOVIET
    assert t.diplomacy_scale[soviet].tolist()[:2] == [3, 4]
    assert t.objective_glory[FIRST_DIPLOMACY + soviet] == 3
    for nation in Nation:
        steps = (t.diplomacy_scale[t.diplomacy_of[nation]] > 0).sum()
        assert steps == t.load_count[Load.SOVIET_BAG + nation]


def test_air_routes_by_city(t: Any) -> None:
    for card, (first, second) in enumerate(t.air_route):
        assert t.routes_of_city[first, 0] >> card & 1
        assert t.routes_of_city[second, 1] >> card & 1
    assert sum(int(cards).bit_count() for cards in t.routes_of_city.ravel()) == 2 * AIR_ROUTES


def test_aircraft_of_the_examples(t: Any) -> None:
    """6 fuel, 3 Cargo and 2 PAX at level 3, resold for $10,000; level 5 for $80,000 takes the same loads."""
    first, second = (words(t.aircraft_name).index(name) for name in ("Latécoère 25", "Latécoère 28"))
    assert (t.level[first], t.max_fuel[first], t.resale[first]) == (3, 6, 10)
    assert t.load_value[first].tolist()[:2] == [3, 2]
    assert (t.level[second], t.price[second]) == (5, 80)
    assert t.load_value[second].tolist() == t.load_value[first].tolist()


def test_warbirds_are_the_aircraft_of_levels_1_and_2(t: Any) -> None:
    assert ((t.level <= 2) == (t.warbird == 1)).all()
    assert np.bincount(t.level).tolist() == [0, 4, 4, 7, 6, 6, 5, 4]
    assert np.bincount(t.level).sum() == AIRCRAFT
    assert (t.aircraft_type == AircraftType.LAND_PLANE_FOR_FLOATS).sum() == 3


def test_pilots(t: Any) -> None:
    """A woman and a man on each card; Maryse Bastié begins with level 3 at most."""
    pilots = words(t.pilot_name)
    assert pilots[::2] == [
        "Maryse Bastié",
        "Hélène Dutrieu",
        "Harriet Quimby",
        "Marga von Etzdorf",
        "Bessie Coleman",
        "Lady Mary Bailey",
        "Polina Denisovna Osipenko",
        "Carina Negrone",
    ]
    assert pilots[1::2] == [
        "Dieudonné Costes",
        "Jean Mermoz",
        "Howard Hughes",
        "Günther von Hünefeld",
        "Richard Byrd",
        "John Alcock",
        "Joaquín Loriga",
        "Italo Balbo",
    ]
    assert t.start_level[0] == 3
    assert 4 in t.max_endurance


def test_the_end_of_the_game(t: Any) -> None:
    """60, 50, 40 points with 2, 3, 4 players; a point for $50,000."""
    assert t.threshold.tolist() == [0, 0, 60, 50, 40]
    assert t.round_limit.tolist()[1:] == [40, 60, 50, 40]
    assert t.glory_unit == 50


def test_rivers_decks_and_hands(t: Any) -> None:
    """The Solo version is set up as for two; Hubs of the Main Base variant are 6, 6 and 8."""
    assert t.objectives_open.tolist()[1:] == [4, 4, 5, 6]
    assert t.loads_open.tolist()[1:] == [6, 6, 8, 10]
    assert t.city_hand.tolist() == [0, 0, 5, 4, 4]
    assert [players * (t.city_hand[players] - 2) for players in (2, 3, 4)] == [6, 6, HUBS]
    assert (t.extra_experts, t.solo_experts) == (3, 4)
    assert (t.basic_objectives, t.basic_loads, t.warbird_levels) == (5, 5, 2)


def test_prices_and_fees(t: Any) -> None:
    assert (t.fuel_price, t.debt_unit, t.fine) == (5, 10, 10)
    assert t.fee.tolist() == [0, 0, 0, 10, 10, 5]
    assert t.crash_glory.tolist() == [3, 5]
    assert t.famous_crashes == 3


def test_setup_postcards(t: Any) -> None:
    """Four pilots on four cards, their Main Bases, eight other Hubs; Osipenko begins in Porto Novo."""
    assert words(t.setup_name) == [
        "La Ligne",
        "Blue Riband of the Atlantic",
        "Empire Routes",
        "Pan-American Clippers",
        "Around the World",
    ]
    for pilots, bases, hubs in zip(t.setup_pilot, t.setup_base, t.setup_hub, strict=True):
        assert len(set(pilots // 2)) == 4
        assert len({*bases, *hubs}) == 4 + HUBS
    osipenko = words(t.pilot_name).index("Polina Denisovna Osipenko")
    assert t.setup_pilot[0, 0] == osipenko
    assert t.setup_base[0, 0] == city(t, "Porto Novo")
    assert t.setup_board.tolist() == [Board.ATLANTIC, Board.ATLANTIC, Board.WORLD, Board.WORLD, Board.WORLD]


def test_objective_cards_of_a_setup(t: Any) -> None:
    """Those of its continents, with their VIPs, and all of Diplomacy."""
    counts = [sum(int(cards).bit_count() for cards in sets) for sets in t.setup_objectives]
    assert counts == [48 + 13 + 5, 24 + 7 + 5, 36 + 10 + 5, 24 + 6 + 5, 60 + 16 + 5]
    europe = [k for k in range(AIR_ROUTES) if t.objective_continent[k] == Continent.EUROPE]
    assert all(t.setup_objectives[1, 0] >> k & 1 for k in europe)
    asia = [k for k in range(AIR_ROUTES) if t.objective_continent[k] == Continent.ASIA]
    assert not any(t.setup_objectives[0, 0] >> k & 1 for k in asia)
    assert (t.setup_objectives[:, 1] >> 16 == 2**5 - 1).all()
