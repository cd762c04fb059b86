"""Flight Interruption: incidents and crashes, and who flies on with what."""

from __future__ import annotations

import pytest

from mailwing.envs._core.bits import members
from mailwing.envs.air_postal.limits import NONE, Equipment
from mailwing.envs.air_postal.placing_cards import counted_loads
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import ROUND, Table, position

rule = pytest.mark.rule

LAND = ("Berlin", "Moscow")
"""An Overland route of three squares."""

WATER = ("Lisbon", "Horta")
"""An Overwater route of three squares."""


def falling(
    way: tuple[str, str] = WATER, aircraft: str = "Latécoère 25", players: int = 4, fuel: int = 2, basic: str = "no"
) -> Table:
    """Bastié has taken off with too little fuel; the dice show Clear Sky."""
    table = position(players, basic=basic)
    if aircraft != "Latécoère 25":
        table.aircraft(Bastié=aircraft)
    table.city(Bastié=way[0]).fuel(Bastié=fuel).glory(Bastié=20).money(Bastié=50).flying("Bastié")
    return table.fly("Bastié", way[1], "clear_sky", "clear_sky", "clear_sky")


def is_crash(table: Table) -> bool:
    """Whether accepting the dice leads to a crash, not to an incident."""
    table.play("Bastié", "Accept the dice")
    return table.s.lost_pilots == 1


# Incident or crash


@rule("PO-9.1", "PO-9.2", "PO-13.34")
@pytest.mark.parametrize(
    ("aircraft", "card", "over_land", "over_water"),
    [
        ("Potez 25", None, False, True),
        ("Dornier Do J Wal", None, True, False),
        ("Loening OA-1", None, False, False),
        ("Junkers F.13", None, False, True),
        ("Junkers F.13", "Floats", False, False),
        ("Potez 25", "Floats", False, True),
        ("Dornier Do J Wal", "Floats", True, False),
    ],
)
def test_where_an_interruption_is_a_crash(aircraft: str, card: str | None, over_land: bool, over_water: bool) -> None:
    """A Land Plane over water, a Seaplane over land, an Amphibian nowhere; Floats help some."""
    for way, crash in ((LAND, over_land), (WATER, over_water)):
        table = position(aircraft=(aircraft, "Latécoère 25")).equip("Bastié", *((card,) if card else ()))
        table.city(Bastié=way[0]).fuel(Bastié=2).flying("Bastié")
        assert is_crash(table.fly("Bastié", way[1], "clear_sky", "clear_sky", "clear_sky")) == crash, way


# The incident


@rule("PO-9.3", "PO-7.8", "PO-R14", "PO-R68")
def test_an_incident_costs_the_level_the_fuel_and_the_turn() -> None:
    """Aircraft, pilot and cards are kept; fuel of the squares that were flown is lost."""
    table = (
        position().aircraft(Bastié="Latécoère 28").city(Bastié="Berlin").fuel(Bastié=6).loads("Bastié", "Mail", "PAX")
    )
    table.equip("Bastié", "Compass").objectives("Bastié", "Paris - Moscow", "Josephine Baker").money(Bastié=50)
    table.glory(Bastié=20).flying("Bastié").flown(2, endurance=2).arrive("Bastié", "Moscow", "rain", "rain", "fog")
    assert (table.city_of("Bastié"), table.glory_of("Bastié"), table.money_of("Bastié")) == ("Berlin", 15, 50)
    assert (table.aircraft_of("Bastié"), table.pilots[0]) == ("Latécoère 28", "Maryse Bastié")
    assert table.loads_of("Bastié") == {"Mail Delivery": 1, "PAX on Board": 1}
    assert table.equipment_of("Bastié") == {"Compass"}
    assert table.objectives_of("Bastié") == {"Paris – Moscow", "Josephine Baker"}
    assert table.gauges_of("Bastié") == (1, 4), "pilots are rested since the next round has begun"
    assert (table.phase, table.s.round_number, table.s.lost_pilots) == (Phase.PLACING, ROUND + 1, 0)
    assert (table.s.route, table.s.flown) == (NONE, 0)


@rule("PO-R68", "PO-R14", "PO-9.3")
@pytest.mark.parametrize(
    ("fuel", "endurance", "faces", "left"),
    [
        (4, 4, ("headwind", "headwind", "clear_sky"), (0, 0)),
        (3, 4, ("headwind", "headwind", "clear_sky"), (0, 0)),
        (6, 0, ("fog", "headwind", "headwind"), (5, 0)),
        (6, 1, ("fog", "rain", "headwind"), (3, 0)),
        (6, 1, ("clear_sky", "headwind", "ice_and_snow"), (2, 0)),
    ],
)
def test_squares_after_the_failing_one_are_not_paid(
    fuel: int, endurance: int, faces: tuple[str, ...], left: tuple[int, int]
) -> None:
    """No gauge shows less than 0; there is no endurance left."""
    table = position(3).aircraft(Bastié="Latécoère 28").city(Bastié="Berlin").fuel(Bastié=fuel).flying("Bastié")
    table.flown(2, endurance=endurance).arrive("Bastié", "Moscow", *faces)
    assert table.decider == "Italo Balbo"
    assert table.gauges_of("Bastié") == left


@rule("PO-9.3", "PO-R15")
@pytest.mark.parametrize(("glory", "left"), [(20, 17), (3, 0), (2, 0), (0, 0)])
def test_the_score_does_not_go_below_zero(glory: int, left: int) -> None:
    table = falling(LAND).glory(Bastié=glory).play("Bastié", "Accept")
    assert table.glory_of("Bastié") == left


@rule("PO-9.3")
def test_an_aircraft_of_level_5_costs_five() -> None:
    assert falling(LAND, "Latécoère 28").play("Bastié", "Accept").glory_of("Bastié") == 15


@rule("PO-9.3")
def test_only_the_flight_that_was_interrupted_is_undone() -> None:
    """From Paris to Berlin, then no further: the aircraft stands in Berlin, and the next flier takes off."""
    table = position(3).markers(Bastié="Flight Ops", Balbo="Flight Ops").fuel(Bastié=4).no_hubs_left()
    table.flying("Bastié").arrive("Bastié", "Berlin").arrive("Bastié", "Paris", "headwind", "clear_sky")
    assert (table.city_of("Bastié"), table.gauges_of("Bastié")) == ("Berlin", (0, 0))
    assert (table.phase, table.decider, table.s.flown) == (Phase.PREFLIGHT, "Italo Balbo", 0)


# The crash


@rule("PO-9.4", "PO-R17", "PO-R14")
def test_in_a_crash_all_is_lost_but_money_and_objectives() -> None:
    """Load, System and Crew cards go back into the box, VIPs too, without a penalty."""
    table = falling().loads("Bastié", "Mail", "Mail", "PAX").objectives("Bastié", "Paris - Moscow", "Josephine Baker")
    table.equip("Bastié", "Slats", "Compass", "Copilot", "Met Report").equip("Mermoz", "Flaps").loads("Mermoz", "Mail")
    table.mark("Bastié", "Paris - Moscow", "Paris")
    table.play("Bastié", "Accept the dice")
    assert (table.phase, table.decider) == (Phase.NEW_PILOT, "Maryse Bastié")
    assert table.loads_of("Bastié") == {}
    assert counted_loads(table.s.load_box) == {"Mail Delivery": 2, "PAX on Board": 1}
    assert not table.s.load_discard.any()
    assert table.equipment_of("Bastié") == set()
    box = {Equipment(card).name for card in range(21) if table.s.equipment_box[card] == 1}
    assert box == {"SLATS", "COMPASS", "COPILOT", "MET_REPORT"}
    assert table.s.equipment_box.sum() == 4
    assert table.s.stock.tolist() == [3, 3, 4, 4, 4, 3, 4, 4]
    assert table.names_in(table.s.objective_box) == {"Josephine Baker"}
    assert table.objectives_of("Bastié") == {"Paris – Moscow"}
    assert table.marks_on("Paris - Moscow") == [True, False]
    assert (table.equipment_of("Mermoz"), table.loads_of("Mermoz")) == ({"Flaps"}, {"Mail Delivery": 1})
    assert (table.money_of("Bastié"), table.glory_of("Bastié"), table.city_of("Bastié")) == (50, 25, "Lisbon")
    assert table.gauges_of("Bastié") == (0, 0)


@rule("PO-9.5", "PO-R17")
@pytest.mark.parametrize(
    ("lost", "vips", "glory"),
    [
        (0, (), 3),
        (1, (), 3),
        (2, (), 3),
        (3, (), 0),
        (4, (), 0),
        (0, ("Josephine Baker",), 5),
        (2, ("Josephine Baker", "Charlie Chaplin"), 5),
        (3, ("Josephine Baker",), 0),
    ],
)
def test_the_first_three_pilots_bring_glory(lost: int, vips: tuple[str, ...], glory: int) -> None:
    """3 points each, 5 with a VIP aboard; the press does not care for the fourth."""
    table = falling(players=3).lost_pilots(lost).objectives("Bastié", "Paris - Moscow", "Soviet Diplomacy", *vips)
    table.objectives("Balbo", "Sergei Eisenstein").play("Bastié", "Accept the dice")
    assert (table.glory_of("Bastié"), table.s.lost_pilots) == (20 + glory, lost + 1)
    assert table.objectives_of("Bastié") == {"Paris – Moscow", "Soviet Diplomacy"}
    assert table.objectives_of("Balbo") == {"Sergei Eisenstein"}


@rule("PO-9.4", "PO-R29", "PO-R73")
def test_the_new_pilot_is_either_face_of_a_card_outside_the_game() -> None:
    """Of the eight cards, four are in the game; pilots need not be on the postcard."""
    table = falling().play("Bastié", "Accept")
    assert table.choices() == [
        "Go on as Harriet Quimby",
        "Go on as Howard Hughes",
        "Go on as Marga von Etzdorf",
        "Go on as Günther von Hünefeld",
        "Go on as Bessie Coleman",
        "Go on as Richard Byrd",
        "Go on as Lady Mary Bailey",
        "Go on as John Alcock",
    ]
    table.play("Bastié", "Go on as Richard Byrd")
    assert (table.pilots[0], table.gauges_of("Byrd"), table.phase) == ("Richard Byrd", (0, 5), Phase.NEW_AIRCRAFT)
    assert members(table.s.pilots_left) == [2, 3, 5]


@rule("PO-9.4", "PO-R17")
def test_the_new_aircraft_is_of_a_lower_level_and_costs_nothing() -> None:
    """New or second-hand; the old one is out of the game."""
    table = (
        falling(aircraft="Fokker F.VIIb/3m")
        .second_hand("Junkers F.13")
        .play("Bastié", "Accept", "Go on as Howard Hughes")
    )
    taken = {"Potez 25", "Fokker F.VII", "Loening OA-1"}
    third = {"Junkers F.13", "Dornier Do J Wal", "Latécoère 25", "de Havilland DH.60 Moth"}
    offered = {said.removeprefix("Take the ").removeprefix("second-hand ") for said in table.choices()}
    assert offered == third
    assert not offered & taken
    table.play("Hughes", "Take the second-hand Junkers F.13")
    assert (table.aircraft_of("Hughes"), table.money_of("Hughes")) == ("Junkers F.13", 50)
    assert table.s.used_aircraft == 0
    assert "Fokker F.VIIb/3m" not in table.aircraft_in(table.s.new_aircraft)
    assert len(table.aircraft_in(table.s.new_aircraft)) == 28 - 5
    assert table.decider == "Italo Balbo"
    table = falling(aircraft="Fokker F.VIIb/3m").play("Bastié", "Accept", "Go on as Howard Hughes")
    table.play("Hughes", "Take the Dornier Do J Wal")
    assert not {"Dornier Do J Wal", "Fokker F.VIIb/3m"} & table.aircraft_in(table.s.new_aircraft)


@rule("PO-9.4", "PO-R17")
@pytest.mark.parametrize(
    ("there", "used", "offered"),
    [
        (("Latécoère 28", "Sikorsky S-38", "Boeing 247"), (), {"Latécoère 28", "Sikorsky S-38"}),
        (("Boeing 247", "Ford Trimotor"), ("Latécoère 28",), {"Ford Trimotor"}),
        (("Boeing 247",), ("Junkers F.13", "Ford Trimotor"), {"Junkers F.13"}),
        (("Boeing 247", "Latécoère 28"), ("Lockheed Vega 5",), {"Latécoère 28", "Lockheed Vega 5"}),
    ],
)
def test_where_there_is_no_lower_level_the_lowest_there_is(
    there: tuple[str, ...], used: tuple[str, ...], offered: set[str]
) -> None:
    """An aircraft of level 3 has crashed."""
    table = falling().only(*there, used=used).play("Bastié", "Accept")
    assert {said.removeprefix("Take the ").removeprefix("second-hand ") for said in table.choices()} == offered


@rule("PO-9.4")
def test_of_lower_levels_any() -> None:
    """After a level 6 crash everything up to level 5."""
    table = falling(aircraft="Boeing 247").only("Junkers F.13", "Ford Trimotor", "Latécoère 28", "Sikorsky S-42")
    table.play("Bastié", "Accept")
    assert len(table.choices()) == 3
    assert not table.may("Take the Sikorsky S-42")


@rule("PO-R14", "PO-9.4")
@pytest.mark.parametrize(("new", "fuel"), [("Junkers F.13", 6), ("Dornier Do J Wal", 7), ("Fokker F.VII", 6)])
def test_fuel_that_the_new_aircraft_cannot_hold_is_lost(new: str, fuel: int) -> None:
    """The pilot was too tired; let 8 fuel be left."""
    table = position(2).aircraft(Bastié="Ford Trimotor").fuel(Bastié=8).city(Bastié="Lisbon").flying("Bastié")
    table.flown(1, endurance=0).arrive("Bastié", "Casablanca", "rain")
    assert table.gauges_of("Bastié")[0] == 6
    table.fuel(Bastié=8).play("Bastié", "Go on as Howard Hughes").play("Hughes", f"Take the {new}")
    assert (table.gauges_of("Hughes")[0], table.aircraft_of("Hughes")) == (fuel, new)


@rule("PO-R72")
def test_without_a_pilot_card_left_the_pilot_survives() -> None:
    """The death counts as usual: with four players the fifth is such a one."""
    table = falling().lost_pilots(4)
    assert table.s.pilots_left == 0
    table.play("Bastié", "Accept the dice")
    assert (table.phase, table.decider) == (Phase.NEW_AIRCRAFT, "Maryse Bastié")
    assert (table.s.lost_pilots, table.glory_of("Bastié")) == (5, 20)
    table.play("Bastié", "Take the Junkers F.13")
    assert table.aircraft_of("Bastié") == "Junkers F.13"


@rule("PO-R72")
def test_without_any_aircraft_left_the_old_one_is_kept() -> None:
    table = falling().only().play("Bastié", "Accept the dice")
    assert (table.aircraft_of("Bastié"), table.decider) == ("Latécoère 25", "Italo Balbo")


@rule("PO-R72", "PO-R14")
def test_an_auxiliary_tank_is_lost_with_its_fuel_even_if_the_aircraft_is_kept() -> None:
    """Two Fuel Cans save all the fuel that the rain costs, but Bastié is too tired: 7 points are left of 6."""
    table = position(4).only().equip("Bastié", "Auxiliary Tank").loads("Bastié", *("Fuel Can",) * 2).fuel(Bastié=7)
    table.city(Bastié="Lisbon").flying("Bastié").flown(1, endurance=0).fly("Bastié", "Casablanca", "rain")
    table.play("Bastié", *("Use a Fuel Can", "Square 1") * 2, "Accept the dice")
    assert (table.gauges_of("Bastié"), table.aircraft_of("Bastié")) == ((6, 0), "Latécoère 25")
    assert (table.decider, table.equipment_of("Bastié")) == ("Italo Balbo", set())


@rule("PO-9.4")
def test_after_a_crash_the_turn_is_over_and_the_place_in_the_round_is_kept() -> None:
    table = (
        falling(players=2).play("Bastié", "Accept", "Go on as Howard Hughes").play("Hughes", "Take the Junkers F.13")
    )
    assert (table.phase, table.s.round_number) == (Phase.PLACING, ROUND + 1)
    assert table.turn_order == ["Howard Hughes", "Jean Mermoz"]
    assert table.gauges_of("Hughes") == (0, 4)
