"""Abilities: Mermoz and Bolland in flights, Bastié for records, Saint-Exupéry at the meeting."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import Condition
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

NO_FEAT = "No feat now"

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


@rule("AO-4.5.4.1", "AO-R49")
def test_a_legendary_pilot_who_recovers_helps_nobody() -> None:
    """Mermoz would reach Dakar from Toulouse; the rookie, with range 1, takes off in Tangier."""
    table = position().legend("Latécoère", "Mermoz", condition="recovering").only("Latécoère", "Salmson 2A2")
    table.stop("Tangier", Latécoère=1).pilots("Latécoère", rookie=1).play("Latécoère", "Create a stop in Dakar")
    assert table.choices() == ["Take off from Tangier"]


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
    assert table.choices() == ["Ignore the Pyrenees weather: Thunderstorms", MERMOZ]
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
