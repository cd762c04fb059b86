"""System and Crew cards and Fuel Cans that are used during a flight: on which dice, how often, and what they do."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.limits import COLOUR_LABELS, FACE_LABELS
from mailwing.envs.air_postal.placing_cards import counted_loads
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, position

rule = pytest.mark.rule

WAYS = {
    "blue": ("Málaga", "Casablanca"),
    "green": ("London", "Paris"),
    "white": ("Baghdad", "Tehran"),
    "red": ("Saigon", "Bangkok"),
}
"""Routes of one square."""

FACES = {
    "blue": ("clear_sky", "headwind", "rain"),
    "green": ("clear_sky", "headwind", "fog", "rain"),
    "white": ("clear_sky", "headwind", "fog", "ice_and_snow"),
    "red": ("clear_sky", "fog", "thunderstorm", "tropical_cyclone"),
}
EVERY = {(colour, face) for colour in FACES for face in FACES[colour]}
TIRING = {(colour, face) for colour, face in EVERY if face in ("fog", "rain", "ice_and_snow", "thunderstorm")}


def of_colour(*colours: str) -> set[tuple[str, str]]:
    """All faces of dice of these colours."""
    return {(colour, face) for colour, face in EVERY if colour in colours}


def showing(*faces: str) -> set[tuple[str, str]]:
    """These faces on dice of any colour."""
    return {(colour, face) for colour, face in EVERY if face in faces}


WORKS_ON = {
    "Met Report": EVERY - showing("clear_sky"),
    "Copilot": TIRING,
    "Flight Engineer": of_colour("green"),
    "Radio": of_colour("white"),
    "Navigator": of_colour("red"),
    "Compass": showing("headwind"),
    "Gyroscope": TIRING & of_colour("white", "red"),
    "Autopilot": EVERY,
    "Fuel Expert": showing("headwind", "rain", "thunderstorm"),
    "Meteorologist": showing("headwind", "thunderstorm"),
    "Veteran": EVERY,
    "Steward": set[tuple[str, str]](),
    "Flaps": set[tuple[str, str]](),
    "Slats": set[tuple[str, str]](),
    "Cargo Door": set[tuple[str, str]](),
    "Auxiliary Tank": set[tuple[str, str]](),
    "Air Stairs": set[tuple[str, str]](),
    "Variable Propeller": set[tuple[str, str]](),
    "Altimeter": showing("fog"),
    "Wing Tanks": set[tuple[str, str]](),
    "Floats": set[tuple[str, str]](),
}


def over(colour: str, face: str, *cards: str) -> Table:
    """Coleman flies a square; the die is on the table."""
    start, end = WAYS[colour]
    table = position(setup="around_the_world").city(Coleman=start).fuel(Coleman=6).no_hubs_left()
    return table.equip("Coleman", *cards).flying("Coleman").fly("Coleman", end, face)


def bound_for_moscow(*cards: str, faces: tuple[str, ...] = ("clear_sky", "headwind", "ice_and_snow")) -> Table:
    """Bastié flies over two green squares and a white one."""
    table = position().city(Bastié="Berlin").fuel(Bastié=6).no_hubs_left().equip("Bastié", *cards)
    return table.flying("Bastié").fly("Bastié", "Moscow", *faces)


def brief(table: Table) -> list[str]:
    """What Bastié or Coleman may do, without the details."""
    return [said.split(":")[0] for said in table.choices()]


def shown(table: Table) -> list[str]:
    """The faces of the dice."""
    return [FACE_LABELS[face] for face in table.s.face if face >= 0]


def costs(table: Table, who: str = "Bastié") -> tuple[int, int]:
    """Fuel and endurance that the flight takes if the dice are accepted, on a copy of the table."""
    before, after = table.gauges_of(who), Table(table.game, state=table.state.copy()).play(who, "Accept")
    return before[0] - after.gauges_of(who)[0], before[1] - after.gauges_of(who)[1]


@rule("PO-13.11", "PO-13.12", "PO-13.13", "PO-13.14", "PO-13.15", "PO-13.16", "PO-13.17", "PO-13.18", "PO-R13")
@rule("PO-13.21", "PO-13.22", "PO-13.23", "PO-13.30", "PO-13.32")
@pytest.mark.parametrize("card", WORKS_ON)
def test_on_which_dice_a_card_works(card: str) -> None:
    """Wind is Headwind, a storm is the Thunderstorm alone; a cyclone is neither."""
    table = over("blue", "clear_sky", card)
    works = set()
    for colour in COLOUR_LABELS:
        for face in FACES[colour]:
            table = over(colour, face, card)
            if table.may(f"Use the {card}"):
                works.add((colour, face))
    assert works == WORKS_ON[card]


@rule("PO-7.8", "PO-R12")
def test_only_cards_aboard_are_used_and_each_die_is_offered() -> None:
    table = bound_for_moscow("Met Report", "Copilot")
    table.equip("Mermoz", "Compass")
    assert brief(table) == [
        "Use the Met Report",
        "Use the Copilot",
        "Accept the dice",
    ]
    table.play("Bastié", "Use the Met Report")
    assert table.phase == Phase.DIE
    assert table.choices() == ["Square 2: green, Headwind", "Square 3: white, Ice & Snow"]
    table.play("Bastié", "Square 3")
    assert (table.phase, table.decider) == (Phase.DICE, "Maryse Bastié")


@rule("PO-13.11")
def test_a_met_report_turns_a_die_to_clear_sky_and_goes_back_to_its_deck() -> None:
    table = bound_for_moscow("Met Report")
    assert (table.s.stock[0], costs(table)) == (3, (4, 2))
    table.play("Bastié", "Use the Met Report", "Square 3")
    assert shown(table) == ["clear_sky", "headwind", "clear_sky"]
    assert (costs(table), table.s.stock[0], table.equipment_of("Bastié")) == ((4, 0), 4, set())
    assert brief(table) == ["Accept the dice"]


@rule("PO-13.12", "PO-R69")
def test_a_copilot_saves_one_endurance_and_goes_back_to_the_deck() -> None:
    table = bound_for_moscow("Copilot").play("Bastié", "Use the Copilot")
    assert table.choices() == ["Square 3: white, Ice & Snow"]
    table.play("Bastié", "Square 3")
    assert (costs(table), table.s.stock[1], table.equipment_of("Bastié")) == ((4, 1), 4, set())
    assert table.s.saved_endurance.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    assert brief(table) == ["Accept the dice"]


@rule("PO-13.13", "PO-13.14", "PO-13.15", "PO-R12", "PO-R69")
@pytest.mark.parametrize(
    ("card", "colour", "face", "then"),
    [
        ("Flight Engineer", "green", "rain", "clear_sky"),
        ("Flight Engineer", "green", "clear_sky", "rain"),
        ("Radio", "white", "ice_and_snow", "fog"),
        ("Navigator", "red", "tropical_cyclone", "thunderstorm"),
    ],
)
def test_a_die_is_rolled_again_once_per_flight(card: str, colour: str, face: str, then: str) -> None:
    """On any face; the card stays aboard."""
    table = over(colour, face, card).play("Coleman", f"Use the {card}").rerolls(1, then).play("Coleman", "Square 1")
    assert shown(table) == [then]
    assert brief(table) == ["Accept the dice"]
    assert table.equipment_of("Coleman") == {card}
    start, end = WAYS[colour]
    table.endurance(Coleman=5).fuel(Coleman=6).play("Coleman", "Accept").fly("Coleman", start, face)
    assert table.city_of("Coleman") == end
    assert table.may(f"Use the {card}")


@rule("PO-13.13")
def test_the_flight_engineer_chooses_one_of_the_green_dice() -> None:
    table = bound_for_moscow("Flight Engineer", faces=("fog", "rain", "fog")).play("Bastié", "Use the Flight Engineer")
    assert table.choices() == ["Square 1: green, Fog", "Square 2: green, Rain"]
    table.rerolls(2, "headwind").play("Bastié", "Square 2")
    assert shown(table) == ["fog", "headwind", "fog"]


@rule("PO-13.16", "PO-R12")
def test_a_compass_turns_a_headwind_to_clear_sky_once_per_flight() -> None:
    table = bound_for_moscow("Compass", faces=("headwind", "headwind", "headwind")).play("Bastié", "Use the Compass")
    assert len(table.choices("Square")) == 3
    table.play("Bastié", "Square 1")
    assert (shown(table), costs(table)) == (["clear_sky", "headwind", "headwind"], (5, 0))
    assert brief(table) == ["Accept the dice"]


@rule("PO-13.17", "PO-R69")
def test_a_gyroscope_saves_one_endurance_once_per_flight() -> None:
    """On a white or a red die, not on a green one."""
    table = bound_for_moscow("Gyroscope", faces=("fog", "rain", "ice_and_snow")).play("Bastié", "Use the Gyroscope")
    assert table.choices() == ["Square 3: white, Ice & Snow"]
    table.play("Bastié", "Square 3")
    assert costs(table) == (4, 3)
    assert brief(table) == ["Accept the dice"]
    assert table.equipment_of("Bastié") == {"Gyroscope"}


@rule("PO-R69")
def test_gyroscope_and_copilot_on_one_die_and_no_third_point() -> None:
    """What a square costs does not fall below 0."""
    table = bound_for_moscow("Gyroscope", "Copilot", faces=("clear_sky", "clear_sky", "fog"))
    table.play("Bastié", "Use the Gyroscope", "Square 3")
    assert costs(table) == (3, 0)
    assert brief(table) == ["Accept the dice"]
    table = bound_for_moscow("Gyroscope", "Copilot").play("Bastié", "Use the Copilot", "Square 3")
    table.play("Bastié", "Use the Gyroscope", "Square 3")
    assert costs(table) == (4, 0)


@rule("PO-13.18", "PO-13.23", "PO-R13")
@pytest.mark.parametrize(("card", "points"), [("Autopilot", 3), ("Veteran", 2)])
def test_endurance_increases_once_per_turn_even_above_the_maximum(card: str, points: int) -> None:
    table = position().city(Bastié="Berlin").fuel(Bastié=6).no_hubs_left().equip("Bastié", card).flying("Bastié")
    table.fly("Bastié", "Paris", "clear_sky", "clear_sky").play("Bastié", f"Use the {card}")
    assert (table.gauges_of("Bastié"), table.phase) == ((6, 4 + points), Phase.DICE)
    assert table.choices()[-1].startswith("Accept")
    assert len(table.choices()) == 1
    table.play("Bastié", "Accept").fly("Bastié", "Berlin", "clear_sky", "clear_sky")
    assert len(table.choices()) == 1
    table.play("Bastié", "Accept", "End the turn here")
    table.fuel(Bastié=6).place(Bastié="Flight Ops", Mermoz="Revenues").play("Bastié", "No more", "Ready")
    assert table.gauges_of("Bastié") == (6, 4)
    table.fly("Bastié", "Paris", "clear_sky", "clear_sky")
    assert table.may(f"Use the {card}")


@rule("PO-13.18", "PO-13.23")
def test_autopilot_and_veteran_together() -> None:
    """Each is used for itself."""
    table = position(4).city(Bastié="Berlin").fuel(Bastié=6).equip("Bastié", "Autopilot", "Veteran").flying("Bastié")
    table.fly("Bastié", "Paris", "rain", "rain").play("Bastié", "Use the Autopilot")
    assert next(said.split(":")[0] for said in table.choices()) == "Use the Veteran"
    table.play("Bastié", "Use the Veteran")
    assert table.gauges_of("Bastié") == (6, 9)
    assert costs(table) == (4, 2)


@rule("PO-13.21")
def test_the_fuel_expert_makes_two_fuel_one_on_a_single_die() -> None:
    table = bound_for_moscow("Fuel Expert", faces=("rain", "headwind", "headwind")).play(
        "Bastié", "Use the Fuel Expert"
    )
    assert len(table.choices("Square")) == 3
    table.play("Bastié", "Square 2")
    assert (shown(table), costs(table)) == (["rain", "headwind", "headwind"], (5, 1))
    assert (table.s.eased, brief(table)) == (0b010, ["Accept the dice"])


@rule("PO-R69", "PO-13.21")
def test_the_fuel_experts_change_is_lost_when_the_die_is_rolled_again_or_turned() -> None:
    for square, faces in ((1, ("rain", "clear_sky", "clear_sky")), (2, ("clear_sky", "rain", "clear_sky"))):
        table = bound_for_moscow("Fuel Expert", "Met Report", faces=faces)
        table.play("Bastié", "Use the Fuel Expert", f"Square {square}", "Use the Met Report", f"Square {square}")
        assert (table.s.eased, costs(table)) == (0, (3, 0))
    table = bound_for_moscow("Slats", "Fuel Expert", "Flight Engineer", faces=("rain", "rain", "clear_sky"))
    table.play("Bastié", "Use the Fuel Expert", "Square 2", "Use the Flight Engineer").rerolls(2, "headwind")
    table.play("Bastié", "Square 2")
    assert (table.s.eased, costs(table)) == (0, (5, 1))
    table = bound_for_moscow("Slats", "Fuel Expert", "Flight Engineer", faces=("rain", "rain", "clear_sky"))
    table.play("Bastié", "Use the Fuel Expert", "Square 1", "Use the Flight Engineer").rerolls(2, "headwind")
    table.play("Bastié", "Square 2")
    assert (table.s.eased, costs(table)) == (1, (4, 1))


@rule("PO-13.22", "PO-R13")
@pytest.mark.parametrize(("colour", "face"), sorted(showing("headwind", "thunderstorm")))
def test_the_meteorologist_turns_wind_or_storm_to_clear_sky(colour: str, face: str) -> None:
    table = over(colour, face, "Meteorologist").play("Coleman", "Use the Meteorologist", "Square 1")
    assert (shown(table), costs(table, "Coleman"), brief(table)) == (["clear_sky"], (1, 0), ["Accept the dice"])


@rule("PO-13.32")
@pytest.mark.parametrize("colour", ["green", "white", "red"])
def test_the_altimeter_turns_fog_to_clear_sky(colour: str) -> None:
    table = over(colour, "fog", "Altimeter").play("Coleman", "Use the Altimeter", "Square 1")
    assert (shown(table), costs(table, "Coleman"), brief(table)) == (["clear_sky"], (1, 0), ["Accept the dice"])


@rule("PO-13.30")
@pytest.mark.parametrize(
    ("start", "end", "works"), [("Berlin", "Moscow", False), ("Casablanca", "Dakar", True), ("Algiers", "Gao", True)]
)
def test_the_variable_propeller_saves_a_fuel_on_more_than_three_squares(start: str, end: str, works: bool) -> None:
    table = position().city(Bastié=start).fuel(Bastié=6).no_hubs_left().equip("Bastié", "Variable Propeller")
    table.flying("Bastié").fly("Bastié", end, *("clear_sky",) * (4 if works else 3))
    assert table.may("Use the Variable Propeller") == works
    if works:
        table.play("Bastié", "Use the Variable Propeller")
        assert len(table.choices("Square")) == 4
        table.play("Bastié", "Square 4")
        assert costs(table) == (3, 0)
        assert table.s.saved_fuel.tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
        assert brief(table) == ["Accept the dice"]


# Fuel Cans


@rule("PO-13.5", "PO-R9", "PO-R69")
def test_fuel_cans_are_discarded_instead_of_fuel() -> None:
    """As many as there are, one after the other, each on a square that still costs something."""
    table = position().city(Bastié="Berlin").fuel(Bastié=6).loads("Bastié", "Fuel Can", "Fuel Can", "Mail")
    table.flying("Bastié").fly("Bastié", "Moscow", "clear_sky", "headwind", "clear_sky")
    table.play("Bastié", "Use a Fuel Can")
    assert len(table.choices("Square")) == 3
    table.play("Bastié", "Square 1")
    assert (costs(table), table.loads_of("Bastié")) == ((3, 0), {"Fuel Can": 1, "Mail Delivery": 1})
    assert counted_loads(table.s.load_discard) == {"Fuel Can": 1}
    table.play("Bastié", "Use a Fuel Can")
    assert table.choices() == ["Square 2: green, Headwind", "Square 3: white, Clear Sky"]
    table.play("Bastié", "Square 2")
    assert (costs(table), table.loads_of("Bastié")) == ((2, 0), {"Mail Delivery": 1})
    assert brief(table) == ["Accept the dice"]
    table.play("Bastié", "Accept")
    assert counted_loads(table.s.load_discard) == {"Fuel Can": 2}


@rule("PO-13.5", "PO-R69")
def test_two_cans_on_one_square_of_two_fuel_and_no_third() -> None:
    table = position().city(Bastié="London").fuel(Bastié=6).loads("Bastié", "Fuel Can", "Fuel Can", "Fuel Can")
    table.flying("Bastié").fly("Bastié", "Paris", "headwind")
    table.play("Bastié", "Use a Fuel Can", "Square 1", "Use a Fuel Can", "Square 1")
    assert brief(table) == ["Accept the dice"]
    table.play("Bastié", "Accept")
    assert (table.gauges_of("Bastié")[0], table.city_of("Bastié")) == (6, "Paris")
    assert table.loads_of("Bastié") == {"Fuel Can": 1}


@rule("PO-13.5", "PO-7.8", "PO-R69")
@pytest.mark.parametrize(("square", "arrives"), [(1, True), (2, True), (3, False)])
def test_it_matters_for_which_square_a_can_is_used(square: int, arrives: bool) -> None:
    """With 3 fuel for 1, 2 and 1: on the last square the can comes too late."""
    table = position().city(Bastié="Berlin").fuel(Bastié=3).no_hubs_left().loads("Bastié", "Fuel Can").flying("Bastié")
    table.fly("Bastié", "Moscow", "clear_sky", "headwind", "clear_sky")
    table.play("Bastié", "Use a Fuel Can", f"Square {square}", "Accept")
    assert table.city_of("Bastié") == ("Moscow" if arrives else "Berlin")


@rule("PO-R69")
def test_what_was_saved_stays_when_the_die_is_rolled_again() -> None:
    """Two Fuel Cans and a Copilot on a square, then Clear Sky: fuel and endurance do not fall below 0."""
    table = bound_for_moscow("Slats", "Copilot", "Flight Engineer", faces=("rain", "clear_sky", "clear_sky"))
    table.loads("Bastié", "Fuel Can", "Fuel Can").play(
        "Bastié", "Use a Fuel Can", "Square 1", "Use the Copilot", "Square 1"
    )
    assert costs(table) == (3, 0)
    table.play("Bastié", "Use a Fuel Can", "Square 1")
    assert costs(table) == (2, 0)
    table.play("Bastié", "Use the Flight Engineer").rerolls(1, "clear_sky").play("Bastié", "Square 1")
    assert costs(table) == (2, 0)


# Several cards


@rule("PO-R12", "PO-7.8")
def test_a_die_that_was_rolled_again_may_be_turned_by_another_card() -> None:
    table = bound_for_moscow("Flight Engineer", "Compass", faces=("rain", "headwind", "headwind"))
    table.play("Bastié", "Use the Flight Engineer").rerolls(1, "headwind").play("Bastié", "Square 1")
    table.play("Bastié", "Use the Compass", "Square 1")
    assert (shown(table), costs(table)) == (["clear_sky", "headwind", "headwind"], (5, 0))
    assert brief(table) == ["Accept the dice"]


@rule("PO-R12", "PO-13.16", "PO-7.9")
def test_cards_for_a_flight_can_be_used_again_in_the_next_one_of_the_turn() -> None:
    table = position().city(Bastié="Berlin").fuel(Bastié=6).no_hubs_left().equip("Bastié", "Compass", "Radio")
    table.flying("Bastié").fly("Bastié", "Paris", "headwind", "clear_sky")
    table.play("Bastié", "Use the Compass", "Square 1", "Accept").fly("Bastié", "Rome", "headwind", "headwind")
    table.play("Bastié", "Use the Compass", "Square 2")
    assert shown(table) == ["headwind", "clear_sky"]
    assert brief(table) == ["Use the Radio", "Accept the dice"]
    assert table.s.used_this_flight == 1 << table.number("equipment", "Compass")
    assert table.s.used_this_turn == 0


@rule("PO-R12")
def test_nothing_is_left_of_a_flight_when_the_next_one_begins() -> None:
    table = position().city(Bastié="Berlin").fuel(Bastié=6).no_hubs_left().equip("Bastié", "Fuel Expert", "Compass")
    table.loads("Bastié", "Fuel Can").flying("Bastié").fly("Bastié", "Paris", "headwind", "headwind")
    table.play("Bastié", "Use the Fuel Expert", "Square 1", "Use a Fuel Can", "Square 2", "Accept")
    s = table.s
    assert (s.eased, s.used_this_flight, s.using, s.route) == (0, 0, -1, -1)
    assert not s.saved_fuel.any()
    table.fly("Bastié", "Rome", "headwind", "headwind")
    assert costs(table) == (4, 0)
