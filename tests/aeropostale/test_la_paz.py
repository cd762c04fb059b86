"""Stops in La Paz: the diamond, and the scenarios that end there."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule


def to_la_paz(scenario: str = "supremacy", **wings: int) -> Table:
    """Latécoère has a stop in Santiago, and a seasoned pilot."""
    table = position(scenario=scenario).stop("Santiago", Latécoère=1).pilots("Latécoère", seasoned=1)
    return table.wings("Latécoère", **wings)


@rule("AO-5.4", "AO-R23")
def test_a_stop_in_la_paz_earns_a_diamond_and_no_wings_of_pioneers() -> None:
    table = to_la_paz("campaign").next_strip("La Paz", value=2)
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert table.wings_of("Latécoère") == {"diamond": 1}
    assert not table.s.done
    assert table.decider == "Sabena"
    assert table.s.pioneers.tolist() == [0] * 7
    assert table.s.farthest == 0


@rule("AO-5.4", "AO-R23")
def test_a_company_earns_the_diamond_once() -> None:
    """It was driven out of La Paz and comes back; it has converted nothing since, and keeps its wings."""
    table = to_la_paz("campaign", bronze=4)
    table.s.diamond[0] = 1
    table.next_strip("La Paz", value=2).create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert table.wings_of("Latécoère") == {"bronze": 4}
    assert table.decider == "Sabena"
    assert table.cubes_of("Latécoère", "La Paz") == 2


@rule("AO-5.4", "AO-R23")
def test_every_company_can_earn_a_diamond() -> None:
    table = to_la_paz("campaign").stop("La Paz", KLM=1)
    table.s.diamond[2] = 1
    table.at("Latécoère").next_strip("La Paz", value=2)
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert table.wings_of("Latécoère") == {"diamond": 1}
    assert table.s.diamond.tolist() == [1, 0, 1, 0, 0]


@rule("AO-5.4", "AO-R62")
def test_after_the_diamond_wings_can_be_converted() -> None:
    table = to_la_paz("campaign", platinum=2, bronze=1).next_strip("La Paz", value=2)
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert table.choices() == ["Convert 2 platinum wings into 1 diamond", "Keep the wings"]
    table.play("Latécoère", "Keep the wings")
    assert table.wings_of("Latécoère") == {"bronze": 1, "platinum": 2, "diamond": 1}
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


@rule("AO-8.5", "AO-R39", "AO-R65", "AO-R26")
def test_in_supremacy_a_stop_in_la_paz_ends_the_game() -> None:
    """The strip's effect and the diamond come first."""
    table = to_la_paz("supremacy").logistics(Latécoère=3).next_strip("La Paz", effect="trade agreement")
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert table.s.done
    assert table.wings_of("Latécoère") == {"diamond": 1}
    assert table.logistics_of("Latécoère") == 3 - 1 + 2
    assert not table.s.won.any()


@rule("AO-8.5", "AO-R65")
def test_in_supremacy_the_wings_of_la_paz_are_settled_before_the_end() -> None:
    table = to_la_paz("supremacy", gold=3).next_strip("La Paz", value=2)
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert not table.s.done
    table.play("Latécoère", "Convert 3 gold wings into 1 platinum")
    assert table.s.done


@rule("AO-8.4", "AO-R26", "AO-R38")
def test_the_race_is_won_by_a_stop_in_la_paz_with_the_pilot_alive() -> None:
    table = to_la_paz("la_paz").next_strip("La Paz", value=2)
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert table.s.done
    assert table.s.won.tolist() == [1, 0, 0, 0, 0]
    assert table.wings_of("Latécoère") == {}


@rule("AO-8.4", "AO-R26")
def test_the_race_goes_on_if_the_pilot_is_lost_in_la_paz() -> None:
    table = to_la_paz("la_paz").next_strip("La Paz", effect="repeated crashes")
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")
    assert not table.s.done
    assert not table.s.won.any()
    assert table.decider == "Sabena"
    assert table.cubes_of("Latécoère", "La Paz") > 0


@rule("AO-8.4", "AO-8.5")
def test_stops_elsewhere_end_nothing() -> None:
    for scenario in ("la_paz", "supremacy"):
        table = position(scenario=scenario).stop("Buenos Aires", Latécoère=1).pilots("Latécoère", seasoned=1)
        table.fleet("Latécoère", "Potez 25").next_strip("Santiago", value=2)
        table.weather("Andes", "Favorable winds")
        table.create("Latécoère", "Santiago", "Buenos Aires", "Potez 25", "a seasoned pilot")
        assert not table.s.done
        assert table.wings_of("Latécoère") == {}
