"""Flights: routes, range, Weather dice, what squares cost, and whether the aircraft arrives."""

from __future__ import annotations

from collections import Counter

import pytest

from mailwing.envs.air_postal.limits import FACE_LABELS, NONE
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, position

rule = pytest.mark.rule


def ready(city: str, fuel: int = 6) -> Table:
    """Bastié is about to fly."""
    return position().city(Bastié=city).fuel(Bastié=fuel).flying("Bastié")


def landed(table: Table) -> bool:
    """Whether the aircraft is not where it took off, and can go on."""
    return table.decider == "Maryse Bastié" and table.phase in (Phase.FLYING, Phase.DELIVERY, Phase.HUB)


# The example of the rulebook


@rule("PO-7.7", "PO-13.10", "PO-7.8")
def test_from_berlin_to_moscow() -> None:
    """Clear Sky, Headwind, Ice & Snow: 4 fuel and 2 endurance."""
    table = ready("Berlin").fly("Bastié", "Moscow", "clear_sky", "headwind", "ice_and_snow")
    assert (table.phase, table.gauges_of("Bastié"), table.city_of("Bastié")) == (Phase.DICE, (6, 4), "Berlin")
    assert [FACE_LABELS[face] for face in table.s.face[:3]] == ["clear_sky", "headwind", "ice_and_snow"]
    assert set(table.s.face[3:].tolist()) == {NONE}
    table.play("Bastié", "Accept the dice")
    assert (table.gauges_of("Bastié"), table.city_of("Bastié")) == ((2, 2), "Moscow")
    assert (table.s.flown, table.s.route) == (3, NONE)
    assert set(table.s.face.tolist()) == {NONE}


@rule("PO-7.7", "PO-13.10")
@pytest.mark.parametrize(
    ("start", "end", "face", "fuel", "endurance"),
    [
        ("London", "Paris", "clear_sky", 1, 0),
        ("London", "Paris", "headwind", 2, 0),
        ("London", "Paris", "fog", 1, 1),
        ("London", "Paris", "rain", 2, 1),
        ("Tehran", "Baghdad", "ice_and_snow", 1, 2),
        ("Saigon", "Bangkok", "thunderstorm", 2, 2),
        ("Saigon", "Bangkok", "tropical_cyclone", 3, 0),
        ("Casablanca", "Málaga", "rain", 2, 1),
    ],
)
def test_what_faces_cost(start: str, end: str, face: str, fuel: int, endurance: int) -> None:
    table = position(setup="around_the_world").city(Coleman=start).fuel(Coleman=5).flying("Coleman")
    table.arrive("Coleman", end, face)
    assert table.gauges_of("Coleman") == (5 - fuel, 5 - endurance)
    assert table.city_of("Coleman") == end


@rule("PO-7.7")
def test_on_the_way_back_the_squares_come_in_the_other_order() -> None:
    """Only the white die has Ice & Snow: it lies last on the way to Moscow, first on the way from there."""
    table = ready("Moscow").fly("Bastié", "Berlin", "ice_and_snow", "rain", "fog")
    assert [FACE_LABELS[face] for face in table.s.face[:3]] == ["ice_and_snow", "rain", "fog"]
    table.play("Bastié", "Accept")
    assert (table.gauges_of("Bastié"), table.city_of("Bastié")) == ((2, 0), "Berlin")


@rule("PO-7.7", "PO-3.7")
@pytest.mark.parametrize(
    ("start", "end", "shares"),
    [
        ("London", "Paris", {"clear_sky": 3, "headwind": 1, "fog": 1, "rain": 1}),
        ("Málaga", "Casablanca", {"clear_sky": 3, "headwind": 2, "rain": 1}),
    ],
)
def test_each_face_of_a_die_is_equally_likely(start: str, end: str, shares: dict[str, int]) -> None:
    found: Counter[str] = Counter()
    table = ready(start)
    for chance in range(300):
        flight = Table(table.game, state=table.state.copy())
        flight.s.chance = chance
        flight.play("Bastié", f"Fly to {end}")
        found[FACE_LABELS[flight.s.face[0]]] += 1
    assert set(found) == set(shares)
    for face, share in shares.items():
        assert found[face] / 300 == pytest.approx(share / 6, abs=0.07)


# Whether it arrives


@rule("PO-7.8", "PO-R12", "PO-R61")
@pytest.mark.parametrize(
    ("fuel", "faces", "arrives"),
    [
        (4, ("clear_sky", "headwind", "clear_sky"), True),
        (3, ("clear_sky", "headwind", "clear_sky"), False),
        (3, ("clear_sky", "clear_sky", "clear_sky"), True),
        (3, ("clear_sky", "clear_sky", "headwind"), False),
        (2, ("headwind", "clear_sky", "clear_sky"), False),
        (1, ("clear_sky", "clear_sky", "clear_sky"), False),
        (5, ("headwind", "headwind", "clear_sky"), True),
        (5, ("headwind", "headwind", "headwind"), False),
        (4, ("headwind", "headwind", "headwind"), False),
    ],
)
def test_fuel_may_be_used_up_at_the_destination_and_not_before(
    fuel: int, faces: tuple[str, ...], arrives: bool
) -> None:
    """Before the last square 0 is too little, after it 0 is enough."""
    table = ready("Berlin", fuel).arrive("Bastié", "Moscow", *faces)
    assert landed(table) == arrives
    assert table.city_of("Bastié") == ("Moscow" if arrives else "Berlin")


@rule("PO-7.8", "PO-R12")
@pytest.mark.parametrize(
    ("endurance", "faces", "arrives"),
    [
        (2, ("ice_and_snow", "clear_sky", "clear_sky"), True),
        (1, ("ice_and_snow", "clear_sky", "clear_sky"), False),
        (2, ("ice_and_snow", "fog", "clear_sky"), False),
        (3, ("ice_and_snow", "fog", "clear_sky"), True),
        (3, ("ice_and_snow", "clear_sky", "fog"), True),
        (2, ("ice_and_snow", "clear_sky", "fog"), False),
        (0, ("clear_sky", "clear_sky", "clear_sky"), True),
        (0, ("clear_sky", "clear_sky", "fog"), False),
    ],
)
def test_endurance_may_be_used_up_anywhere_but_not_fall_below_0(
    endurance: int, faces: tuple[str, ...], arrives: bool
) -> None:
    table = position().aircraft(Bastié="Latécoère 28").city(Bastié="Moscow").fuel(Bastié=6).flying("Bastié")
    table.flown(3, endurance=endurance).arrive("Bastié", "Berlin", *faces)
    assert landed(table) == arrives
    assert table.city_of("Bastié") == ("Berlin" if arrives else "Moscow")


@rule("PO-7.8")
@pytest.mark.parametrize(
    ("fuel", "face", "arrives"), [(1, "clear_sky", True), (1, "headwind", False), (2, "rain", True)]
)
def test_on_a_single_square_only_its_end_counts(fuel: int, face: str, arrives: bool) -> None:
    assert landed(ready("London", fuel).arrive("Bastié", "Paris", face)) == arrives


@rule("PO-R70", "PO-7.8")
def test_the_dice_are_accepted_even_where_cards_could_help() -> None:
    """Nothing is used by itself."""
    table = ready("Berlin", 2).loads("Bastié", "Fuel Can").equip("Bastié", "Met Report")
    table.fly("Bastié", "Moscow", "clear_sky", "clear_sky", "headwind")
    assert table.may("Use a Fuel Can", "Use the Met Report", "Accept the dice")
    table.play("Bastié", "Accept the dice")
    assert table.city_of("Bastié") == "Berlin"
    assert table.loads_of("Bastié") == {"Fuel Can": 1}
    assert table.equipment_of("Bastié") == {"Met Report"}


# Range, and several flights


@rule("PO-7.6", "PO-4.2")
def test_cities_at_the_end_of_a_route_within_the_range() -> None:
    """The Latécoère 25 flies 4 squares: Casablanca – Dakar, but not Dakar – Natal, which has 5."""
    table = ready("Dakar")
    assert [said.split(":")[0] for said in table.choices()] == [
        "Fly to Casablanca",
        "Fly to Monrovia",
        "Fly to Gao",
        "Fly to Las Palmas",
        "Fly to Praia (Cape Verde)",
        "End the turn here",
    ]
    assert table.equip("Bastié", "Wing Tanks").may("Fly to Natal")


@rule("PO-13.33", "PO-4.2", "PO-7.6")
def test_wing_tanks_add_one_square_and_no_more() -> None:
    """Six squares for an aircraft with a range of 4 are too many even so."""
    table = ready("Paris")
    for flown, cities in ((0, 5), (1, 5), (2, 4), (3, 2), (4, 0)):
        table.s.flown = flown
        assert len(table.choices("Fly to")) == cities, flown
    table.equip("Bastié", "Wing Tanks").s.flown = 4
    assert [said.split(":")[0] for said in table.choices()] == ["Fly to London", "Fly to Toulouse", "End the turn here"]
    table.s.flown = 5
    assert table.choices() == ["End the turn here"]


@rule("PO-7.6", "PO-7.9", "PO-R62")
def test_several_flights_share_range_fuel_and_endurance() -> None:
    """From Berlin to Paris and back the range of 4 is used up exactly."""
    table = ready("Berlin").no_hubs_left().arrive("Bastié", "Paris", "fog", "headwind")
    assert (table.gauges_of("Bastié"), table.s.flown, table.phase) == ((3, 3), 2, Phase.FLYING)
    assert not table.may("Fly to Lisbon")
    assert table.may("Fly to Berlin", "Fly to London", "Fly to Rome", "Fly to Toulouse", "End the turn here")
    table.arrive("Bastié", "Berlin", "fog", "clear_sky")
    assert (table.gauges_of("Bastié"), table.s.flown) == ((1, 2), 4)
    assert table.choices() == ["End the turn here"]
    table.play("Bastié", "End the turn here")
    assert table.city_of("Bastié") == "Berlin"


@rule("PO-R61", "PO-7.9")
@pytest.mark.parametrize(("fuel", "may_fly"), [(0, False), (1, True)])
def test_nobody_takes_off_with_an_empty_gauge(fuel: int, may_fly: bool) -> None:
    """Not even with Fuel Cans aboard; with 1 fuel any flight may be tried."""
    table = ready("Berlin", fuel).loads("Bastié", "Fuel Can", "Fuel Can", "Fuel Can")
    assert bool(table.choices("Fly to")) == may_fly
    assert table.may("End the turn here")
    assert table.may("Fly to Moscow") == may_fly


@rule("PO-7.9")
def test_with_the_last_fuel_the_journey_ends_at_the_destination() -> None:
    table = ready("Berlin", 2).no_hubs_left().arrive("Bastié", "Paris")
    assert (table.gauges_of("Bastié")[0], table.choices()) == (0, ["End the turn here"])


@rule("PO-R62")
def test_a_flier_may_make_no_flight_at_all() -> None:
    table = position().money(Bastié=50).preflight("Bastié").play("Bastié", "Buy 3 fuel", "Buy a Met", "Ready")
    table.play("Bastié", "End the turn here")
    assert (table.city_of("Bastié"), table.gauges_of("Bastié")[0], table.money_of("Bastié")) == ("Paris", 3, 30)
    assert table.equipment_of("Bastié") == {"Met Report"}


@rule("PO-7.6", "PO-R64")
def test_the_range_is_full_again_in_the_next_turn() -> None:
    table = ready("Berlin").no_hubs_left().arrive("Bastié", "Paris").play("Bastié", "End the turn here")
    table.place(Bastié="Flight Ops", Mermoz="Revenues").play("Bastié", "No more", "Ready")
    assert table.s.flown == 0
    assert table.may("Fly to Lisbon")


@rule("PO-7.6")
def test_fliers_fly_from_where_they_are_each_with_a_range_of_their_own() -> None:
    """Mermoz's Potez 25 reaches Natal after Bastié has flown."""
    table = position().fuel(Bastié=6, Mermoz=7).no_hubs_left().markers(Bastié="Flight Ops", Mermoz="Flight Ops")
    table.flying("Bastié").arrive("Bastié", "Berlin").play("Bastié", "End the turn here")
    table.play("Mermoz", "Ready").arrive("Mermoz", "Natal")
    assert (table.city_of("Bastié"), table.city_of("Mermoz")) == ("Berlin", "Natal")
    assert (table.gauges_of("Bastié")[0], table.gauges_of("Mermoz")[0]) == (4, 2)
