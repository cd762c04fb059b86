"""Legendary pilots: their strip, and the feat that cancels a weather card."""

from __future__ import annotations

import pytest

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
