"""Legendary pilots: their strip, and their feats in flights, for records and at the meeting."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import Condition
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

STRIP, REVEAL, NO_FEAT = "Lay the legendary pilot's strip", "Reveal the strip", "No feat now"
LEGENDS = ["Maryse Bastié", "Henri Guillaumet", "Jean Mermoz", "Antoine de Saint-Exupéry", "Adrienne Bolland"]


def ignore(line: str, card: str) -> str:
    """What the feat that cancels a card is called."""
    return f"Ignore the {line} weather: {card}"


# The strip


def sabena_in_casablanca() -> Table:
    """Sabena is about to create a stop in Casablanca with a rookie; the strip there is one of value 4."""
    table = position().weather("Pyrenees", 1).at("Sabena")
    return table.next_strip("Casablanca", value=4, effect="hostage").create(
        "Sabena", "Casablanca", "Brussels", "Airco DH.4"
    )


@rule("AO-4.5.4", "AO-R24", "AO-R40")
def test_sabena_lays_its_legendary_strip_in_casablanca() -> None:
    """The strip that was replaced is shown and leaves the game; one cube; the rookie goes back to the stock.

    Sabena chooses Maryse Bastié.
    """
    table = sabena_in_casablanca()
    assert (table.decider, table.phase) == ("Sabena", Phase.STRIP)
    assert table.choices() == [REVEAL, STRIP]
    table.play("Sabena", STRIP)
    assert (table.decider, table.phase) == ("Sabena", Phase.LEGEND)
    assert table.choices() == [f"Turn the pilot into {name}" for name in LEGENDS]
    assert table.s.strips_seen == 1 << 37
    table.play("Sabena", "Turn the pilot into Maryse Bastié")
    assert table.cubes_of("Sabena", "Casablanca") == 1
    assert table.face_up("Casablanca") == ["no contract for nothing"]
    assert table.s.face_down[table.cities["Casablanca"]] == 3
    assert table.pilots_of("Sabena") == {"rookie": 2}
    assert table.pilots_of("Sabena", "used") == {"legendary": 1}
    assert (table.s.legend[1], table.s.feat[1], table.s.legend_strip[1]) == (0, 1, 0)
    assert table.s.legends_left == 0b11110
    assert (table.logistics_of("Sabena"), table.decider) == (3, "KLM")


@rule("AO-4.5.4")
def test_the_strip_may_be_revealed_instead() -> None:
    table = sabena_in_casablanca().play("Sabena", REVEAL)
    assert table.cubes_of("Sabena", "Casablanca") == 4
    assert table.phase == Phase.STRIP_EFFECT
    assert table.s.legend_strip[1] == 1
    assert table.s.legends_left == 0b11111


@rule("AO-4.5.4", "AO-R12")
def test_a_seasoned_pilot_can_become_legendary_too() -> None:
    """It goes back to the reserve; only legendary pilots that are left can be chosen."""
    table = position().weather("Pyrenees", 1).legend("KLM", "Mermoz").legend("Luft Hansa", "Bastié", city="Dakar")
    table.pilots("Sabena", seasoned=1).at("Sabena")
    table.create("Sabena", "Casablanca", "Brussels", "Airco DH.4", "a seasoned pilot").play("Sabena", STRIP)
    assert table.choices() == [f"Turn the pilot into {LEGENDS[k]}" for k in (1, 3, 4)]
    table.play("Sabena", "Turn the pilot into Adrienne Bolland")
    assert table.pilots_of("Sabena") == {"rookie": 3}
    assert table.pilots_of("Sabena", "used") == {"legendary": 1}
    assert table.s.legend[1] == 4
    assert table.s.legends_left == 0b01010


@rule("AO-4.5.4", "AO-R24")
def test_the_legendary_strip_is_used_once() -> None:
    table = position().weather("Pyrenees", 1).legend("Latécoère", "Bastié", feat=False).lost_legend("Latécoère")
    table.next_strip("Casablanca", value=2).create("Latécoère", "Casablanca", "Toulouse", "Salmson 2A2")
    assert table.cubes_of("Latécoère", "Casablanca") == 2
    assert table.decider == "Sabena"


@rule("AO-4.5.4", "AO-R24")
@pytest.mark.parametrize(("city", "asked"), [("Tangier", True), ("Barcelona", False), ("Berlin", False)])
def test_the_legendary_strip_is_for_africa(city: str, asked: bool) -> None:
    table = position().weather("Pyrenees", 1).next_strip(city, value=2)
    table.create("Latécoère", city, "Toulouse", "Salmson 2A2")
    assert (table.phase == Phase.STRIP) == asked
    table = position().stop("Dakar", Latécoère=1).weather("Atlantic", 1).pilots("Latécoère", seasoned=1)
    table.next_strip("Natal", value=2).create("Latécoère", "Natal", "Dakar", "Salmson 2A2", "a seasoned pilot")
    assert table.phase == Phase.ACTION


@rule("AO-4.5.4", "AO-8.1")
def test_the_introduction_has_no_legendary_pilots() -> None:
    table = position(scenario="introduction").next_strip("Tangier", value=2)
    table.create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert table.cubes_of("Latécoère", "Tangier") == 2
    assert table.phase == Phase.ACTION


@rule("AO-4.5.4", "AO-7.11")
@pytest.mark.parametrize(("card", "cubes"), [(9, 2), (11, 1)])
def test_clear_skies_shine_on_the_legendary_strip(card: int, cubes: int) -> None:
    table = position(scenario="supremacy").stop("Tangier", Latécoère=1).weather("Sahara", card)
    table.create("Latécoère", "Dakar", "Tangier", "Salmson 2A2").play("Latécoère", STRIP)
    assert table.cubes_of("Latécoère", "Dakar") == cubes


@rule("AO-4.5.4")
def test_the_legendary_strip_lies_behind_those_that_were_revealed() -> None:
    table = position().weather("Pyrenees", 1).stop("Tangier", KLM=1).strips("Tangier", "1 mail for 1 bronze")
    table.at("Latécoère").create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2").play("Latécoère", STRIP)
    assert table.face_up("Tangier") == ["1 mail for 1 bronze", "no contract for nothing"]
    assert table.s.face_down[table.cities["Tangier"]] == 2


# Cancelling weather


def bastie(scenario: str = "campaign", name: str = "Maryse Bastié", *, feat: bool = True) -> Table:
    """Latécoère has a stop in Tangier, where nothing is paid to pioneers any more, and a legendary pilot."""
    table = position(scenario=scenario).no_pioneers_left().legend("Latécoère", name, feat=feat, city="Casablanca")
    return table.stop("Tangier", Latécoère=1).strips("Tangier", "1 mail for 1 bronze", "1 passenger for 1 bronze")


@rule("AO-4.5.4.1", "AO-R51")
@pytest.mark.parametrize("name", LEGENDS)
def test_every_legendary_pilot_can_cancel_a_weather_card(name: str) -> None:
    """Contrary winds over the Sahara: without them the flight costs 1, not 2."""
    table = bastie(name=name).weather("Sahara", "Contrary winds")
    table.announce("Latécoère", "Create a stop in Dakar", "Tangier", "Salmson 2A2").play("Latécoère", f"With {name}")
    assert (table.decider, table.phase) == ("Latécoère", Phase.FEAT)
    assert table.choices() == [ignore("Sahara", "Contrary winds"), NO_FEAT]
    table.play("Latécoère", ignore("Sahara", "Contrary winds"))
    assert table.logistics_of("Latécoère") == 3
    assert table.s.feat[0] == 0
    assert table.s.legend[0] == LEGENDS.index(name)
    assert table.card("Sahara") == 5


@rule("AO-4.5.4.1")
def test_the_feat_can_be_saved() -> None:
    table = bastie().weather("Sahara", "Contrary winds")
    table.announce("Latécoère", "Create a stop in Dakar", "Tangier", "Salmson 2A2")
    table.play("Latécoère", "With Maryse Bastié", NO_FEAT)
    assert table.logistics_of("Latécoère") == 2
    assert table.s.feat[0] == 1


@rule("AO-4.5.4.1")
def test_a_feat_is_executed_once() -> None:
    table = bastie(feat=False).weather("Sahara", "Contrary winds")
    table.create("Latécoère", "Dakar", "Tangier", "Salmson 2A2", "Maryse Bastié")
    assert table.logistics_of("Latécoère") == 2


@rule("AO-4.5.4.1")
def test_others_execute_no_feat() -> None:
    table = bastie().weather("Sahara", "Contrary winds")
    table.create("Latécoère", "Dakar", "Tangier", "Salmson 2A2", "a rookie")
    assert table.logistics_of("Latécoère") == 2
    assert table.phase == Phase.ACTION


@rule("AO-4.5.4.1", "AO-R49")
@pytest.mark.parametrize(("feat", "available"), [(True, True), (False, True), (True, False)])
def test_a_feat_makes_a_flight_possible(feat: bool, available: bool) -> None:
    """One point and Contrary winds: only an available legendary pilot with the feat gets to Dakar, and must use it."""
    table = bastie(feat=feat).weather("Sahara", "Contrary winds").logistics(Latécoère=1)
    if not available:
        table.pilots("Latécoère", legendary=0).pilots("Latécoère", "recovering", legendary=1)
    possible = feat and available
    assert table.may("Create a stop in Dakar") == possible
    if possible:
        table.announce("Latécoère", "Create a stop in Dakar", "Tangier", "Salmson 2A2")
        assert table.choices() == ["With Maryse Bastié", "Give up creating the stop"]
        table.play("Latécoère", "With Maryse Bastié")
        assert table.choices() == [ignore("Sahara", "Contrary winds")]


@rule("AO-4.5.4.1")
def test_a_feat_cancels_what_counts_as_more_lines() -> None:
    table = bastie("la_paz").weather("Sahara", "Sand haze").only("Latécoère", "Salmson 2A2")
    table.announce("Latécoère", "Create a stop in Dakar", "Tangier", "Salmson 2A2")
    assert table.choices("With") == ["With Maryse Bastié"]
    table.play("Latécoère", "With Maryse Bastié", ignore("Sahara", "Sand haze"))
    assert table.logistics_of("Latécoère") == 3


@rule("AO-4.5.4.1", "AO-1.4")
def test_only_weather_that_acts_can_be_cancelled() -> None:
    """Not that for runs on a new stop, not that for stops on a run, not neutral weather, not that of other lines."""
    table = bastie("supremacy").weather("Pyrenees", 7).weather("Sahara", 11).weather("Atlantic", 4)
    table.fleet("Latécoère", "Latécoère 28-1").next_strip("Dakar", value=2)
    table.announce("Latécoère", "Create a stop in Dakar", "Toulouse", "Latécoère 28-1")
    table.play("Latécoère", "With Maryse Bastié")
    assert table.phase == Phase.ACTION
    table = bastie("supremacy").weather("Sahara", 9).stop("Dakar", Latécoère=1).strips("Dakar", 10)
    table.announce("Latécoère", "Make a run to Dakar", "Tangier", "Salmson 2A2").play("Latécoère", "With Maryse Bastié")
    assert table.phase == Phase.CONTRACTS


@rule("AO-4.5.4.1")
def test_one_of_two_cards_is_cancelled() -> None:
    """Favorable winds over the Pyrenees, Contrary winds over the Sahara, with an aeroplane that burns 2."""
    for choice, cost in (
        (ignore("Pyrenees", "Favorable winds"), 3),
        (ignore("Sahara", "Contrary winds"), 1),
        (NO_FEAT, 2),
    ):
        table = bastie().weather("Pyrenees", 3).weather("Sahara", 5).fleet("Latécoère", "Latécoère 28-1")
        table.announce("Latécoère", "Create a stop in Dakar", "Toulouse", "Latécoère 28-1")
        table.play("Latécoère", "With Maryse Bastié")
        assert len(table.choices()) == 3
        assert table.play("Latécoère", choice).logistics_of("Latécoère") == 4 - cost


@rule("AO-R68", "AO-4.5.4.1")
@pytest.mark.parametrize("line", ["Pyrenees", "Sahara"])
def test_when_a_card_is_cancelled_an_identical_one_counts(line: str) -> None:
    table = bastie().weather("Pyrenees", 5).weather("Sahara", 5).fleet("Latécoère", "Latécoère 28-1")
    table.announce("Latécoère", "Create a stop in Dakar", "Toulouse", "Latécoère 28-1")
    table.play("Latécoère", "With Maryse Bastié", ignore(line, "Contrary winds"))
    assert table.logistics_of("Latécoère") == 1
    assert table.s.feat[0] == 0


@rule("AO-R68", "AO-4.5.4.1")
def test_the_feat_must_make_the_flight_possible() -> None:
    """Without Favorable winds the points do not suffice, so they are not cancelled; nothing else is offered."""
    table = bastie().weather("Sahara", 4).logistics(Latécoère=1).only("Latécoère", "Breguet 14T")
    table.announce("Latécoère", "Create a stop in Dakar", "Tangier", "Breguet 14T").play(
        "Latécoère", "With Maryse Bastié"
    )
    assert table.phase != Phase.FEAT
    assert table.logistics_of("Latécoère") == 0


@rule("AO-4.5.4.1", "AO-7.7")
def test_a_feat_lets_passengers_board() -> None:
    """Storm forecast: with the feat the contract for passengers can be executed; without it, that for mail."""
    table = bastie().weather("Pyrenees", "Storm forecast").fleet("Latécoère", "Latécoère 28-1")
    table.announce("Latécoère", "Make a run to Tangier", "Toulouse", "Latécoère 28-1").play(
        "Latécoère", "With Maryse Bastié"
    )
    assert table.choices() == [ignore("Pyrenees", "Storm forecast"), NO_FEAT]
    table.play("Latécoère", ignore("Pyrenees", "Storm forecast"))
    assert table.choices() == [f"Execute the contract: 1 {what} for 1 bronze" for what in ("mail", "passenger")]
    table = bastie(feat=False).weather("Pyrenees", "Storm forecast").strips("Tangier", "1 passenger for 1 bronze")
    assert not table.may("Make a run to Tangier")
    table = bastie().weather("Pyrenees", "Storm forecast").strips("Tangier", "1 passenger for 1 bronze")
    table.fleet("Latécoère", "Latécoère 28-1").announce(
        "Latécoère", "Make a run to Tangier", "Toulouse", "Latécoère 28-1"
    )
    assert table.choices() == ["With Maryse Bastié"]
    table.play("Latécoère", "With Maryse Bastié")
    assert table.choices() == [ignore("Pyrenees", "Storm forecast")]


@rule("AO-4.5.4.1", "AO-R58")
def test_anything_can_be_passengers_after_the_feat() -> None:
    table = bastie().weather("Pyrenees", "Storm forecast").strips("Tangier", "any 1 for nothing")
    table.pioneers(pyrenees=2).only("Latécoère", "Farman 60 Goliath")
    table.announce("Latécoère", "Make a run to Tangier", "Toulouse", "Farman 60 Goliath")
    table.play("Latécoère", "With Maryse Bastié", ignore("Pyrenees", "Storm forecast"), "Execute", "No more contracts")
    assert table.choices() == ["Carry freight", "Carry passengers"]


@rule("AO-4.5.4.1", "AO-7.6", "AO-7.1", "AO-7.4")
@pytest.mark.parametrize(
    ("card", "name", "with_card", "without"),
    [
        (1, "Clear weather", (2, 1), (1, 1)),
        (4, "Ascending air", (1, 2), (1, 1)),
        (6, "Bad weather", (1, 0), (1, 1)),
    ],
)
def test_a_cancelled_card_does_nothing_to_wings_and_cubes(
    card: int, name: str, with_card: tuple[int, int], without: tuple[int, int]
) -> None:
    for choice, (bronze, cubes) in ((NO_FEAT, with_card), (ignore("Pyrenees", name), without)):
        table = bastie().weather("Pyrenees", card)
        table.announce("Latécoère", "Make a run to Tangier", "Toulouse", "Salmson 2A2")
        table.play("Latécoère", "With Maryse Bastié", choice, "Execute", "No more contracts")
        assert table.wings_of("Latécoère") == {"bronze": bronze}
        assert table.cubes_of("Latécoère", "Tangier") == 1 + cubes


@rule("AO-4.5.4.1", "AO-7.12")
def test_a_feat_cancels_downpours() -> None:
    table = bastie().weather("Amazonia", "Downpours").stop("Natal", Latécoère=1).stop("Buenos Aires", Latécoère=1)
    table.strips("Buenos Aires", "1 mail for 2 bronze")
    table.announce("Latécoère", "Make a run to Buenos Aires", "Natal", "Salmson 2A2")
    table.play("Latécoère", "With Maryse Bastié", ignore("Amazonia", "Downpours"), "Execute", "No more contracts")
    assert table.cubes_of("Latécoère", "Buenos Aires") == 2


@rule("AO-4.5.4.1", "AO-7.11")
@pytest.mark.parametrize(("choice", "cubes"), [(NO_FEAT, 4), (ignore("Sahara", "Clear skies"), 3)])
def test_clear_skies_can_be_cancelled(choice: str, cubes: int) -> None:
    table = bastie("supremacy").weather("Sahara", 9).next_strip("Dakar", value=3)
    table.announce("Latécoère", "Create a stop in Dakar", "Tangier", "Salmson 2A2")
    table.play("Latécoère", "With Maryse Bastié", choice)
    assert table.cubes_of("Latécoère", "Dakar") == cubes


@rule("AO-4.5.4.1")
def test_a_card_just_turned_up_can_be_cancelled() -> None:
    table = position().legend("Latécoère", "Bastié").logistics(Latécoère=1)
    table.play("Latécoère", "Create a stop in Barcelona", "Take off from Toulouse").next_cards(Pyrenees=5)
    table.play("Latécoère", "Fly the Salmson 2A2")
    assert table.choices() == ["With Maryse Bastié", "Give up creating the stop"]
    table.next_strip("Barcelona", value=2).play("Latécoère", "With Maryse Bastié", "Ignore the Pyrenees")
    assert table.logistics_of("Latécoère") == 0


# Abilities in flights


MERMOZ, BOLLAND = "Feat of Jean Mermoz: one line beyond the range", "Feat of Adrienne Bolland: cross the Andes"


def mermoz(*, feat: bool = True) -> Table:
    """Mermoz in weather that does nothing to new stops."""
    table = position().legend("Latécoère", "Mermoz", feat=feat).weather("Pyrenees", 1).weather("Sahara", 1)
    return table.only("Latécoère", "Salmson 2A2").weather("Atlantic", 1)


@rule("AO-4.5.4.1", "AO-R53")
def test_mermoz_flies_a_line_farther_for_nothing() -> None:
    """From Toulouse to Dakar with range 1, but not to Natal."""
    table = mermoz().logistics(Latécoère=1)
    assert table.may("Create a stop in Dakar")
    assert not table.may("Create a stop in Natal")
    assert not mermoz(feat=False).may("Create a stop in Dakar")
    table.announce("Latécoère", "Create a stop in Dakar", "Toulouse", "Salmson 2A2")
    assert table.choices("With") == ["With Jean Mermoz"]
    table.play("Latécoère", "With Jean Mermoz")
    assert table.choices() == [MERMOZ]
    table.next_strip("Dakar", value=2).play("Latécoère", MERMOZ)
    assert (table.logistics_of("Latécoère"), table.s.feat[0]) == (0, 0)
    assert table.cubes_of("Latécoère", "Dakar") == 2


@rule("AO-R51", "AO-R53")
def test_mermoz_is_asked_only_where_it_helps() -> None:
    table = mermoz().next_strip("Tangier", value=2)
    table.announce("Latécoère", "Create a stop in Casablanca", "Toulouse", "Salmson 2A2")
    table.play("Latécoère", "With Jean Mermoz")
    assert table.phase == Phase.ACTION


@rule("AO-R53", "AO-4.3.3.1")
@pytest.mark.parametrize(("points", "possible"), [(2, True), (1, False)])
def test_mermoz_and_the_tile_of_distance_reach_two_lines_farther(points: int, possible: bool) -> None:
    """From Toulouse to Natal with range 1 for a point more."""
    table = mermoz().tile("Latécoère", "distance", under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
    assert not table.logistics(Latécoère=10).may("Create a stop in Buenos Aires")
    assert table.logistics(Latécoère=points).may("Create a stop in Natal") == possible
    if possible:
        table.announce("Latécoère", "Create a stop in Natal", "Toulouse", "Salmson 2A2")
        table.play("Latécoère", "With Jean Mermoz", MERMOZ)
        assert table.logistics_of("Latécoère") == 0


@rule("AO-R53")
@pytest.mark.parametrize(("choice", "cost"), [(MERMOZ, 1), (NO_FEAT, 2)])
def test_the_free_line_comes_before_the_paid_one(choice: str, cost: int) -> None:
    """To Dakar, with the tile or with the feat."""
    table = mermoz().tile("Latécoère", "distance", under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
    table.announce("Latécoère", "Create a stop in Dakar", "Toulouse", "Salmson 2A2").play(
        "Latécoère", "With Jean Mermoz"
    )
    assert table.choices() == [MERMOZ, NO_FEAT]
    table.play("Latécoère", choice)
    assert table.logistics_of("Latécoère") == 4 - cost
    assert table.s.feat[0] == (choice == NO_FEAT)


@rule("AO-4.5.4.1")
def test_mermoz_and_a_weather_card() -> None:
    """Thunderstorms over the Pyrenees with range 1: the feat cancels them, or adds the line."""
    table = mermoz().weather("Pyrenees", "Thunderstorms")
    table.announce("Latécoère", "Create a stop in Tangier", "Toulouse", "Salmson 2A2")
    table.play("Latécoère", "With Jean Mermoz")
    assert table.choices() == [ignore("Pyrenees", "Thunderstorms"), MERMOZ]
    assert not table.at("Latécoère").may("Create a stop in Dakar")


@rule("AO-4.5.4.1")
def test_mermoz_crosses_no_andes() -> None:
    table = mermoz().stop("Buenos Aires", Latécoère=1).weather("Andes", 5)
    assert not table.may("Create a stop in Santiago")
    assert table.stop("Natal", Latécoère=1).may("Create a stop in Dakar")


@rule("AO-4.5.4.1")
def test_mermoz_runs_a_line_farther() -> None:
    table = mermoz().no_pioneers_left().stop("Dakar", Latécoère=1).strips("Dakar", "1 mail for 1 bronze")
    table.weather("Pyrenees", 8).weather("Sahara", 3)
    assert not table.may("Make a run to Dakar")
    table.weather("Pyrenees", 4)
    table.announce("Latécoère", "Make a run to Dakar", "Toulouse", "Salmson 2A2").play("Latécoère", "With Jean Mermoz")
    assert table.choices() == [MERMOZ]
    table.play("Latécoère", MERMOZ, "Execute", "No more contracts")
    assert table.wings_of("Latécoère") == {"bronze": 1}
    assert table.condition_of("Latécoère", "Salmson 2A2") == Condition.USED


def bolland(*, feat: bool = True) -> Table:
    """Bolland in Buenos Aires, in weather over the Andes that does nothing to new stops."""
    table = position().legend("Latécoère", "Bolland", feat=feat).stop("Buenos Aires", Latécoère=1).weather("Andes", 5)
    return table.only("Latécoère", "Salmson 2A2").no_pioneers_left()


@rule("AO-4.5.4.1")
def test_bolland_crosses_the_andes_with_any_aeroplane() -> None:
    assert not bolland(feat=False).may("Create a stop in Santiago")
    table = bolland()
    assert not table.may("Create a stop in La Paz")
    table.announce("Latécoère", "Create a stop in Santiago", "Buenos Aires", "Salmson 2A2")
    table.play("Latécoère", "With Adrienne Bolland")
    assert table.choices() == [BOLLAND]
    table.next_strip("Santiago", value=2).play("Latécoère", BOLLAND)
    assert (table.logistics_of("Latécoère"), table.s.feat[0]) == (3, 0)
    assert table.cubes_of("Latécoère", "Santiago") == 2


@rule("AO-R51", "AO-4.5.4.1")
def test_bolland_is_asked_only_where_it_helps() -> None:
    """Not with a red range, not with the tile of the altitude record, not on this side of the Andes."""
    for table, design in (
        (bolland().fleet("Latécoère", "Potez 25"), "Potez 25"),
        (bolland().tile("Latécoère", "altitude", under="Salmson 2A2"), "Salmson 2A2"),
    ):
        table.announce("Latécoère", "Create a stop in Santiago", "Buenos Aires", design)
        table.play("Latécoère", "With Adrienne Bolland")
        assert table.phase == Phase.ACTION
    table = bolland().weather("Amazonia", 1)
    table.announce("Latécoère", "Create a stop in Natal", "Buenos Aires", "Salmson 2A2")
    table.play("Latécoère", "With Adrienne Bolland")
    assert table.phase == Phase.ACTION


@rule("AO-4.5.4.1")
def test_bolland_runs_over_the_andes() -> None:
    table = bolland().stop("Santiago", Latécoère=1).strips("Santiago", "1 mail for 2 bronze").weather("Andes", 6)
    table.announce("Latécoère", "Make a run to Santiago", "Buenos Aires", "Salmson 2A2")
    table.play("Latécoère", "With Adrienne Bolland")
    assert table.choices() == [BOLLAND]
    table.play("Latécoère", BOLLAND, "Execute", "No more contracts")
    assert table.cubes_of("Latécoère", "Santiago") == 1


@rule("AO-4.5.4.1")
@pytest.mark.parametrize("name", ["Maryse Bastié", "Henri Guillaumet", "Antoine de Saint-Exupéry"])
def test_other_abilities_are_none_for_flights(name: str) -> None:
    table = position().legend("Latécoère", name).stop("Buenos Aires", Latécoère=1).weather("Andes", 5)
    table.only("Latécoère", "Salmson 2A2").weather("Amazonia", 1).weather("Atlantic", 1)
    assert not table.may("Create a stop in Santiago")
    assert not table.may("Create a stop in Dakar")
    table.announce("Latécoère", "Create a stop in Natal", "Buenos Aires", "Salmson 2A2").play(
        "Latécoère", f"With {name}"
    )
    assert table.phase == Phase.ACTION


# Records and meetings


@rule("AO-4.5.4.1", "AO-4.5.4", "AO-R51")
@pytest.mark.parametrize(("choice", "cost"), [("Feat of Maryse Bastié: 2 more on the die", 0), (NO_FEAT, 1)])
def test_bastie_adds_two_more_to_the_record_die(choice: str, cost: int) -> None:
    """The feat is declared before the die: level 4 less 1 less 2, and less 2 more."""
    table = position().level("KLM", "speed", 3).legend("Latécoère", "Bastié")
    table.play("Latécoère", "Break the world speed record: level 4", "With Maryse Bastié")
    assert table.phase == Phase.FEAT
    assert table.choices() == ["Feat of Maryse Bastié: 2 more on the die", NO_FEAT]
    table.die(1).play("Latécoère", choice)
    assert table.logistics_of("Latécoère") == 4 - cost
    assert table.s.feat[0] == (choice == NO_FEAT)


@rule("AO-4.5.4.1", "AO-R51")
@pytest.mark.parametrize(
    ("name", "feat"), [("Jean Mermoz", True), ("Antoine de Saint-Exupéry", True), ("Maryse Bastié", False)]
)
def test_others_add_two_to_the_record_die(name: str, feat: bool) -> None:
    table = position().level("KLM", "speed", 3).legend("Latécoère", name, feat=feat).die(1)
    table.play("Latécoère", "Break the world speed record: level 4", f"With {name}")
    assert table.phase != Phase.FEAT
    assert table.logistics_of("Latécoère") == 3


@rule("AO-4.5.4.1", "AO-R51")
def test_saint_exupery_is_asked_when_he_goes_to_the_meeting() -> None:
    table = position().legend("Latécoère", "Saint-Exupéry").registered("Latécoère", "Sabena")
    table.play("Latécoère", "Send Antoine de Saint-Exupéry to the meeting")
    assert table.choices() == ["Feat of Antoine de Saint-Exupéry: 2 more on the die", NO_FEAT]
    table.play("Latécoère", "Feat of Antoine de Saint-Exupéry")
    assert (table.s.feat[0], table.s.inspired[0], table.decider) == (0, 1, "Sabena")
