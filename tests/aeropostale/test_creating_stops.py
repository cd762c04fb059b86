"""Creating stops: where, from where, in what weather, at what cost, and how many cubes."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import Condition
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

NEW_STOPS = "Create a stop in "


def calm(players: int = 4) -> Table:
    """A table of the introduction, which has no weather: Latécoère is to act."""
    return position(players, scenario="introduction")


def open_to(table: Table) -> set[str]:
    """Cities where the company to act may create a stop."""
    return {said.removeprefix(NEW_STOPS) for said in table.choices(NEW_STOPS)}


# Where


@rule("AO-4.1.1", "AO-4.1.2")
def test_stops_are_created_where_a_company_has_none() -> None:
    """Starting aeroplanes cross one line: the north of Europe, Barcelona, Tangier and Casablanca."""
    assert open_to(calm()) == {"Brussels", "Amsterdam", "Berlin", "Barcelona", "Tangier", "Casablanca"}
    table = calm().stop("Berlin", Latécoère=1).stop("Tangier", Latécoère=2, KLM=1)
    assert open_to(table) == {"Brussels", "Amsterdam", "Barcelona", "Casablanca", "Nouakchott", "Dakar"}


@rule("AO-4.1.2")
@pytest.mark.parametrize(("cubes", "full"), [(5, False), (6, True)])
def test_no_stop_is_created_in_a_full_city(cubes: int, full: bool) -> None:
    """Casablanca holds six cubes."""
    table = calm().stop("Casablanca", KLM=4, Sabena=cubes - 4)
    assert ("Casablanca" not in open_to(table)) == full


@rule("AO-4.1.2", "AO-2.7", "AO-R25")
def test_a_stop_needs_a_strip_that_lies_face_down() -> None:
    """Of four strips one is left; then none is, though there is room."""
    table = calm().stop("Casablanca", KLM=1).strips("Casablanca", 1, 2, 3)
    assert "Casablanca" in open_to(table)
    table.strips("Casablanca", 1, 2, 3, 4)
    assert "Casablanca" not in open_to(table)


@rule("AO-R25")
def test_a_company_that_was_driven_out_may_come_back() -> None:
    table = calm().stop("Casablanca", KLM=6).strips("Casablanca", 1, 2)
    assert "Casablanca" not in open_to(table)
    table.stop("Casablanca", KLM=5).at("Latécoère")
    table.next_strip("Casablanca", value=2).create("Latécoère", "Casablanca", "Toulouse", "Salmson 2A2")
    assert table.cubes_of("Latécoère", "Casablanca") == 1


@rule("AO-4.2.7")
def test_nobody_else_creates_a_stop_in_a_monopoly() -> None:
    table = calm().monopoly("KLM", "Casablanca")
    assert "Casablanca" not in open_to(table)
    assert "Casablanca" not in open_to(table.at("KLM"))


@rule("AO-2.11", "AO-R13")
def test_starting_cities_of_companies_that_are_not_played_are_closed() -> None:
    """With three players Berlin is closed, Barcelona is not."""
    table = calm(3)
    assert open_to(table) == {"Brussels", "Amsterdam", "Barcelona", "Tangier", "Casablanca"}


@rule("AO-1.0", "AO-R18")
def test_a_company_has_33_cubes() -> None:
    """All but one are on the board: a strip of value 4 brings just one more, and then there is no new stop."""
    table = calm().stop("Toulouse", Latécoère=9).stop("Barcelona", Latécoère=8).stop("Tangier", Latécoère=6)
    table.stop("Casablanca", Latécoère=6).stop("Brussels", Latécoère=3).at("Latécoère")
    table.next_strip("Dakar", value=4).create("Latécoère", "Dakar", "Casablanca", "Salmson 2A2")
    assert table.cubes_of("Latécoère", "Dakar") == 1
    assert open_to(table.at("Latécoère")) == set()


@rule("AO-R41")
def test_a_company_without_a_stop_makes_no_flight() -> None:
    table = calm().stop("Toulouse", Latécoère=0)
    assert open_to(table) == set()
    assert table.choices("Make a run") == []
    assert table.may("Recruit a rookie", "Increase logistics by 2")


# Take-off


@rule("AO-4.1.2", "AO-R70")
def test_a_flight_takes_off_where_the_company_has_a_stop() -> None:
    """Cities of one region are alike, so they are one place to take off from."""
    table = calm().stop("Berlin", Latécoère=1).stop("Tangier", Latécoère=1).stop("Casablanca", KLM=1)
    table.play("Latécoère", "Create a stop in Barcelona")
    assert table.choices() == ["Take off from Toulouse or Berlin", "Take off from Tangier"]
    table = calm().stop("Tangier", Latécoère=1).play("Latécoère", "Create a stop in Dakar")
    assert table.choices() == ["Take off from Tangier"]


@rule("AO-R19", "AO-4.2.7")
def test_a_flight_takes_off_in_a_monopoly() -> None:
    table = calm().monopoly("Latécoère", "Casablanca").stop("Toulouse", Latécoère=0)
    table.play("Latécoère", "Create a stop in Nouakchott")
    assert table.choices() == ["Take off from Casablanca"]
    table = calm().monopoly("KLM", "Casablanca").at("Latécoère")
    assert "Nouakchott" not in open_to(table)


@rule("AO-4.1.2")
def test_flights_go_north_too() -> None:
    table = calm().stop("Natal", Latécoère=1).stop("Toulouse", Latécoère=0).pilots("Latécoère", seasoned=1)
    assert open_to(table) == {"Nouakchott", "Dakar", "Buenos Aires"}


# The aeroplane


@rule("AO-1.1", "AO-4.1.2")
@pytest.mark.parametrize(("points", "designs"), [(0, []), (1, ["Salmson 2A2"])])
def test_fuel_consumption_must_not_be_higher_than_logistics(points: int, designs: list[str]) -> None:
    """The Salmson 2A2 burns 1, the Breguet 14T and the Farman 60 burn 2."""
    table = calm().logistics(Latécoère=points)
    assert ("Tangier" in open_to(table)) == bool(designs)
    if designs:
        table.play("Latécoère", "Create a stop in Tangier", "Take off from Toulouse")
        assert table.aeroplanes() == designs


@rule("AO-1.1", "AO-4.1.2")
def test_with_enough_logistics_all_starting_aeroplanes_can_be_used() -> None:
    table = calm().logistics(Latécoère=2).play("Latécoère", "Create a stop in Tangier", "Take off from Toulouse")
    assert table.aeroplanes() == ["Salmson 2A2", "Breguet 14T", "Farman 60 Goliath"]


@rule("AO-1.1", "AO-4.1.2")
@pytest.mark.parametrize(
    ("design", "farthest"),
    [("Salmson 2A2", "Casablanca"), ("Latécoère 28-1", "Dakar"), ("Latécoère 28-3", "Natal")],
)
def test_range_must_be_at_least_the_lines_that_are_crossed(design: str, farthest: str) -> None:
    """From Toulouse to Casablanca is one line, to Dakar two, to Natal three, to Buenos Aires four."""
    places = ["Casablanca", "Dakar", "Natal", "Buenos Aires"]
    table = calm().fleet("Latécoère", design).only("Latécoère", design).pilots("Latécoère", seasoned=1)
    assert [city for city in places if city in open_to(table)] == places[: places.index(farthest) + 1]


@rule("AO-4.1.2", "AO-1.2")
def test_only_available_aeroplanes_fly() -> None:
    """The Salmson has flown, the Breguet is under maintenance."""
    table = calm().only("Latécoère", "Salmson 2A2", "Farman 60 Goliath").next_strip("Berlin", value=3)
    table.create("Latécoère", "Berlin", "Toulouse", "Salmson 2A2").at("Latécoère")
    table.play("Latécoère", "Create a stop in Tangier", "Take off from Toulouse")
    assert table.aeroplanes() == ["Farman 60 Goliath"]
    table.at("Latécoère").only("Latécoère")
    assert open_to(table) == set()


@rule("AO-4.1.2.1")
def test_only_available_pilots_fly() -> None:
    table = calm().pilots("Latécoère", rookie=0).pilots("Latécoère", "used", rookie=2)
    table.pilots("Latécoère", "recovering", seasoned=1)
    assert open_to(table) == set()
    table.pilots("Latécoère", seasoned=1)
    assert "Tangier" in open_to(table)
    table.announce("Latécoère", "Create a stop in Tangier", "Toulouse", "Salmson 2A2")
    assert table.choices("With") == ["With a seasoned pilot"]


@rule("AO-4.1.2.1")
def test_what_a_new_stop_takes() -> None:
    """A pilot moves to the orange area, logistics are spent, the figure stands on the runway, a strip is revealed."""
    table = calm().pilots("Latécoère", seasoned=1).next_strip("Tangier", 10)
    table.create("Latécoère", "Tangier", "Toulouse", "Breguet 14T", "a seasoned pilot")
    assert table.pilots_of("Latécoère") == {"rookie": 3}
    assert table.pilots_of("Latécoère", "used") == {"seasoned": 1}
    assert table.logistics_of("Latécoère") == 2
    assert table.condition_of("Latécoère", "Breguet 14T") == Condition.USED
    assert table.condition_of("Latécoère", "Salmson 2A2") == Condition.AVAILABLE
    assert table.s.runway[0].tolist() == [-1, table.cities["Tangier"], -1, -1, -1]
    assert table.face_up("Tangier") == ["1 mail for 1 bronze"]
    assert table.s.strip[table.cities["Tangier"]].tolist() == [20 + 9, -1, -1, -1, -1]
    assert table.s.face_down[table.cities["Tangier"]] == 3
    assert table.cubes_of("Latécoère", "Tangier") == 3
    assert table.wings_of("Latécoère") == {}
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


# Weather


@rule("AO-4.1.2.1", "AO-R3", "AO-R15")
def test_sabena_flies_from_brussels_to_dakar() -> None:
    """The cards of the Pyrenees and of the Sahara are identical: together they cost one point more, not two."""
    design = "Handley Page W.8f"
    table = position().weather("Pyrenees", "Contrary winds").fleet("Sabena", design).logistics(Sabena=3).at("Sabena")
    table.play("Sabena", "Create a stop in Dakar", "Take off from Brussels").next_cards(Sahara=5)
    table.play("Sabena", f"Fly the {design}")
    assert (table.card("Pyrenees"), table.card("Sahara"), table.card("Atlantic")) == (5, 5, None)
    assert table.choices() == ["With a rookie", "Give up creating the stop"]
    table.next_strip("Dakar", value=3).play("Sabena", "With a rookie")
    assert table.logistics_of("Sabena") == 0


@rule("AO-4.1.2.1", "AO-R14", "AO-R50")
def test_sabena_has_too_few_logistics_for_the_weather() -> None:
    """Two points for an aeroplane that burns two: the weather of the Sahara makes the flight impossible.

    The action is spent, and nothing else.
    """
    design = "Handley Page W.8f"
    table = position().weather("Pyrenees", 1).fleet("Sabena", design).logistics(Sabena=2).at("Sabena")
    table.play("Sabena", "Create a stop in Dakar", "Take off from Brussels").next_cards(Sahara=5)
    table.play("Sabena", f"Fly the {design}")
    assert table.choices() == ["Give up creating the stop"]
    table.play("Sabena", "Give up creating the stop")
    assert table.decider == "KLM"
    assert table.logistics_of("Sabena") == 2
    assert table.pilots_of("Sabena") == {"rookie": 3}
    assert table.condition_of("Sabena", design) == Condition.AVAILABLE
    assert table.card("Sahara") == 5
    assert table.face_up("Dakar") == []
    assert table.s.face_down[table.cities["Dakar"]] == 4


@rule("AO-R49")
def test_a_flight_is_announced_only_if_the_weather_known_now_allows_it() -> None:
    """Contrary winds lie open, and Favorable winds over the Sahara would make up for them: nobody hopes for those."""
    design = "Handley Page W.8f"
    table = position().weather("Pyrenees", "Contrary winds").fleet("Sabena", design).logistics(Sabena=2).at("Sabena")
    assert "Dakar" not in open_to(table)
    assert "Dakar" in open_to(table.logistics(Sabena=3))
    table.weather("Sahara", "Favorable winds").logistics(Sabena=2)
    assert "Dakar" in open_to(table)


@rule("AO-4.1.2", "AO-4.1.2.1")
def test_latecoere_follows_to_dakar() -> None:
    """It knows the weather: three points, two for the Laté 28-1 and one for the weather.

    Dakar holds 8 cubes, KLM has 3 and Luft Hansa 2: of the four on the strip only three are placed.
    """
    table = position().stop("Dakar", KLM=3, Luft_Hansa=2).fleet("Latécoère", "Latécoère 28-1")
    table.weather("Pyrenees", 5).weather("Sahara", 5).logistics(Latécoère=3)
    table.next_strip("Dakar", value=4).create("Latécoère", "Dakar", "Toulouse", "Latécoère 28-1")
    table.play("Latécoère", "Reveal the strip")
    assert table.cubes_of("Latécoère", "Dakar") == 3
    assert table.logistics_of("Latécoère") == 0
    assert table.pilots_of("Latécoère", "used") == {"rookie": 1}
    assert table.s.runway[0, 0] == table.cities["Dakar"]


@rule("AO-4.1.2.1")
@pytest.mark.parametrize(("before", "placed"), [(0, 4), (2, 4), (3, 3), (5, 1)])
def test_cubes_as_the_strip_says_up_to_the_maximum_of_the_city(before: int, placed: int) -> None:
    """Tangier holds six."""
    table = calm().stop("Tangier", KLM=before).at("Latécoère")
    table.next_strip("Tangier", value=4).create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert table.cubes_of("Latécoère", "Tangier") == placed
    assert table.cubes_of("KLM", "Tangier") == before


@rule("AO-R50")
def test_a_creation_can_be_cancelled_in_known_weather() -> None:
    table = position().weather("Pyrenees", 1)
    table.announce("Latécoère", "Create a stop in Tangier", "Toulouse", "Salmson 2A2")
    assert table.choices() == ["With a rookie", "Give up creating the stop"]
    table.play("Latécoère", "Give up creating the stop")
    assert (table.decider, table.phase, table.logistics_of("Latécoère")) == ("Sabena", Phase.ACTION, 4)
    table = calm().announce("Latécoère", "Create a stop in Brussels", "Toulouse", "Salmson 2A2")
    assert table.choices() == ["With a rookie", "Give up creating the stop"]


@rule("AO-4.1.2.1", "AO-1.4")
def test_cards_of_all_lines_on_the_way_are_turned_up_if_they_are_not() -> None:
    """From Casablanca to Buenos Aires: Sahara, Atlantic, Amazonia; the Atlantic's card lies open and stays."""
    table = position().stop("Casablanca", Latécoère=1).weather("Atlantic", 4).pilots("Latécoère", seasoned=1)
    table.fleet("Latécoère", "Latécoère 28-3").logistics(Latécoère=6)
    table.play("Latécoère", "Create a stop in Buenos Aires", "Take off from Casablanca")
    table.next_cards(Sahara=8, Amazonia=6).play("Latécoère", "Fly the Latécoère 28-3")
    assert [table.card(line) for line in table.lines] == [2, 8, 4, 6, None]
    seen = {line: int(table.s.cards_seen[k]) for line, k in table.lines.items()}
    assert seen == {"Pyrenees": 1 << 1, "Sahara": 1 << 7, "Atlantic": 1 << 3, "Amazonia": 1 << 5, "Andes": 0}
    assert table.choices("With") == ["With a seasoned pilot"]
    table.next_strip("Buenos Aires", value=2).play("Latécoère", "With a seasoned pilot")
    assert table.logistics_of("Latécoère") == 6 - 2 - 2 - 1


@rule("AO-4.1.2.1")
def test_cards_are_turned_up_on_the_way_north_too() -> None:
    table = position().stop("Natal", Latécoère=1).stop("Toulouse", Latécoère=0)
    table.s.card[:] = -1
    table.s.cards_seen[:] = 0
    table.weather("Pyrenees", 1).weather("Amazonia", 1).weather("Sahara", 1).pilots("Latécoère", seasoned=1)
    table.play("Latécoère", "Create a stop in Dakar", "Take off from Natal").next_cards(Atlantic=2)
    table.play("Latécoère", "Fly the Salmson 2A2")
    assert [table.card(line) for line in table.lines] == [1, 1, 2, 1, None]


@rule("AO-4.1.2.1", "AO-3.3")
@pytest.mark.parametrize("number", [1, 4, 8])
def test_any_card_that_was_not_seen_can_be_turned_up(number: int) -> None:
    """Eight cards in the deck of the campaign, one of which was replaced."""
    table = position()
    table.s.cards_seen[table.lines["Pyrenees"]] = 1 << 2
    table.play("Latécoère", "Create a stop in Tangier", "Take off from Toulouse").next_cards(Pyrenees=number)
    table.play("Latécoère", "Fly the Salmson 2A2")
    assert table.card("Pyrenees") == number
    assert table.s.cards_seen[0] == 1 << 2 | 1 << (number - 1)


@rule("AO-2.6")
def test_the_pacific_has_no_weather() -> None:
    """From Santiago to La Paz no card is turned up; on the Andes one lies open, which is not crossed."""
    table = position().stop("Santiago", Latécoère=1).weather("Andes", "Ice storms").pilots("Latécoère", seasoned=1)
    open_cards = [table.card(line) for line in table.lines]
    table.announce("Latécoère", "Create a stop in La Paz", "Santiago", "Salmson 2A2")
    assert table.choices("With") == ["With a seasoned pilot"]
    table.next_strip("La Paz", value=2).play("Latécoère", "With a seasoned pilot")
    assert table.logistics_of("Latécoère") == 3
    assert [table.card(line) for line in table.lines] == open_cards


@rule("AO-8.1")
def test_the_introduction_has_no_weather() -> None:
    table = calm().next_strip("Tangier", value=2).create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert [table.card(line) for line in table.lines] == [None] * 5


@rule("AO-4.1.2.1", "AO-R43", "AO-7.10")
def test_the_pilot_is_chosen_when_the_weather_is_known() -> None:
    """Sandstorms: the rookies stay at home, the seasoned pilot goes."""
    table = position().stop("Tangier", Latécoère=1).pilots("Latécoère", seasoned=1)
    table.s.card[table.lines["Sahara"]] = -1
    table.play("Latécoère", "Create a stop in Dakar", "Take off from Tangier").next_cards(Sahara=7)
    table.play("Latécoère", "Fly the Salmson 2A2")
    assert table.choices() == ["With a seasoned pilot", "Give up creating the stop"]


@rule("AO-2.6", "AO-4.1.2.1")
def test_a_flight_over_the_last_two_lines_turns_up_one_card() -> None:
    """From Buenos Aires to La Paz: Andes and Pacific."""
    design = "Couzinet 71 Arc-en-Ciel"
    table = position().stop("Buenos Aires", Latécoère=1).pilots("Latécoère", seasoned=1).fleet("Latécoère", design)
    known = [table.card(line) for line in table.lines][:4]
    table.play("Latécoère", "Create a stop in La Paz", "Take off from Buenos Aires").next_cards(Andes=4)
    table.play("Latécoère", f"Fly the {design}").next_strip("La Paz", value=2)
    assert [table.card(line) for line in table.lines] == [*known, 4]
    table.play("Latécoère", "With a seasoned pilot")
    assert table.logistics_of("Latécoère") == 4 - 2 - 1
