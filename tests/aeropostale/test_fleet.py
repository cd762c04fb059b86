"""Reorganising the fleet, moving record tiles, quick maintenance."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import NONE, Condition
from mailwing.envs.aeropostale.state import Event, Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule
SALMSON, BREGUET, GOLIATH = "Salmson 2A2", "Breguet 14T", "Farman 60 Goliath"
SPAD, FARMAN, DEWOITINE = "Blériot-Spad 33", "Farman 121", "Dewoitine 333"
POTEZ, COUZINET, CENTAURE = "Potez 25", "Couzinet 71 Arc-en-Ciel", "Farman 220 Le Centaure"


def rich(players: int = 2) -> Table:
    """Latécoère has all designs of speed and altitude; the first five are on its panel, the last four in reserve."""
    table = position(players).level("Sabena", "speed", 5).level("Sabena", "altitude", 5)
    table.level("Latécoère", "speed", 5).level("Latécoère", "altitude", 5)
    return table.fleet("Latécoère", SALMSON, BREGUET, GOLIATH, SPAD, FARMAN)


def names(table: Table, company: str = "Latécoère") -> list[str]:
    """The designs on a company's panel in the order of its places."""
    every = (SALMSON, BREGUET, GOLIATH, SPAD, FARMAN, DEWOITINE, POTEZ, COUZINET, CENTAURE)
    numbers = {table.design(company, name): name for name in every}
    return [numbers[design] for design in table.s.fleet[table.seat(company)].tolist() if design != NONE]


# Trading designs


@rule("AO-4.7")
def test_the_example_a_design_whose_figure_is_in_maintenance_is_replaced() -> None:
    """The new design is in maintenance, too; a figure on a runway stands there for the new design."""
    table = rich().only("Latécoère", BREGUET, SPAD)
    table.s.condition[0, 4], table.s.runway[0, 4] = Condition.USED, table.cities["Toulouse"]
    table.play("Latécoère", "Reorganise the fleet", f"Put the {DEWOITINE} in", f"Replace the {SALMSON}")
    table.play("Latécoère", f"Put the {POTEZ} in", f"Replace the {FARMAN}", f"Put the {COUZINET} in")
    table.play("Latécoère", f"Replace the {BREGUET}", "The fleet is fine")
    assert names(table) == [DEWOITINE, COUZINET, GOLIATH, SPAD, POTEZ]
    conditions = [table.condition_of("Latécoère", name) for name in (DEWOITINE, COUZINET, GOLIATH, SPAD, POTEZ)]
    assert conditions == [2, 0, 2, 0, 1]
    assert table.s.runway[0].tolist() == [NONE] * 4 + [table.cities["Toulouse"]]
    assert table.decider == "Sabena"
    assert table.logistics_of("Latécoère") == 4


@rule("AO-4.7", "AO-R54")
def test_reorganising_needs_a_design_in_reserve_or_a_tile() -> None:
    table = position(2)
    assert not table.may("Reorganise the fleet")
    assert rich().may("Reorganise the fleet")
    table.level("Latécoère", "speed", 3)
    table.s.tile_owner[0] = 1
    assert not table.may("Reorganise the fleet"), "five designs have room on the panel, and the tile is Sabena's"
    table.s.tile_owner[0] = 0
    assert table.may("Reorganise the fleet")


@rule("AO-4.7", "AO-R54", "AO-R75")
def test_as_an_action_something_must_change_first() -> None:
    """Designs of the reserve, in ascending order; each place once; none of those that were taken out comes back."""
    table = rich().play("Latécoère", "Reorganise the fleet")
    assert (table.phase, table.s.event) == (Phase.REORGANISING, Event.REORGANISING)
    assert table.choices() == [f"Put the {name} in" for name in (DEWOITINE, POTEZ, COUZINET, CENTAURE)]
    table.play("Latécoère", f"Put the {POTEZ} in")
    assert table.choices() == [f"Replace the {name}" for name in (SALMSON, BREGUET, GOLIATH, SPAD, FARMAN)]
    assert table.state.mask().max() == 1
    table.play("Latécoère", f"Replace the {GOLIATH}")
    assert table.choices() == [f"Put the {COUZINET} in", f"Put the {CENTAURE} in", "The fleet is fine"]
    assert table.s.incoming == NONE
    assert table.state.mask().max() == 1
    table.play("Latécoère", f"Put the {CENTAURE} in")
    assert table.choices() == [f"Replace the {name}" for name in (SALMSON, BREGUET, SPAD, FARMAN)]
    table.play("Latécoère", f"Replace the {SALMSON}")
    assert table.choices() == ["The fleet is fine"]
    table.play("Latécoère", "The fleet is fine")
    assert names(table) == [CENTAURE, BREGUET, POTEZ, SPAD, FARMAN]
    assert table.s.designs[0] == sum(1 << table.design("Latécoère", name) for name in names(table)) | sum(
        1 << table.design("Latécoère", name) for name in (SALMSON, GOLIATH, DEWOITINE, COUZINET)
    )


@rule("AO-4.7", "AO-R54")
def test_all_five_places_may_be_traded_and_no_more() -> None:
    """Seven designs in reserve: after five trades no place is left."""
    table = (
        rich()
        .level("Latécoère", "distance", 5)
        .level("Sabena", "distance", 5)
        .play("Latécoère", "Reorganise the fleet")
    )
    reserve = [said for said in table.choices() if said.startswith("Put")]
    assert len(reserve) == 7
    for said in reserve[:5]:
        table.play("Latécoère", said)
        table.play("Latécoère", table.choices("Replace")[0])
    assert table.s.swapped == 0b11111
    assert "The fleet is fine" in table.choices()
    assert not table.choices("Put")


@rule("AO-4.7", "AO-R54")
def test_a_panel_with_three_designs_can_be_traded_whole() -> None:
    """A free place stays free: designs are traded for one another."""
    table = position(2).level("Sabena", "altitude", 5).level("Latécoère", "altitude", 5)
    table.s.fleet[0] = [0, 1, 2, NONE, NONE]
    table.play("Latécoère", "Reorganise the fleet")
    for name, old in ((POTEZ, SALMSON), (COUZINET, BREGUET), (CENTAURE, GOLIATH)):
        table.play("Latécoère", f"Put the {name} in", f"Replace the {old}")
    assert table.choices("Put") == []
    assert names(table) == [POTEZ, COUZINET, CENTAURE]


@rule("AO-4.7", "AO-R54")
def test_a_second_reorganisation_may_bring_back_what_the_first_took_out() -> None:
    table = rich().play("Latécoère", "Reorganise the fleet", f"Put the {DEWOITINE} in", f"Replace the {SALMSON}")
    table.play("Latécoère", "The fleet is fine").skip("Sabena").play("Latécoère", "Reorganise the fleet")
    assert table.choices()[0] == f"Put the {SALMSON} in"
    table.play("Latécoère", f"Put the {SALMSON} in", f"Replace the {DEWOITINE}", "The fleet is fine")
    assert names(table) == [SALMSON, BREGUET, GOLIATH, SPAD, FARMAN]


# Record tiles


@rule("AO-4.7", "AO-R54", "AO-R56", "AO-R75")
def test_record_tiles_are_put_under_other_designs() -> None:
    """Each once, in ascending order, and after the first no design comes in; two may lie under one design."""
    table = rich().tile("Latécoère", "speed", under=SALMSON).tile("Latécoère", "altitude", under=BREGUET)
    table.play("Latécoère", "Reorganise the fleet")
    assert table.choices("Move") == ["Move the speed tile", "Move the altitude tile"]
    table.play("Latécoère", "Move the speed tile")
    assert (table.phase, table.choices()) == (
        Phase.MOVING_TILE,
        [f"Move it under the {name}" for name in (BREGUET, GOLIATH, SPAD, FARMAN)],
    )
    assert table.state.mask().max() == 1
    table.play("Latécoère", f"Move it under the {BREGUET}")
    assert table.s.tile_place[[0, 2]].tolist() == [1, 1]
    assert table.choices() == ["Move the altitude tile", "The fleet is fine"]
    assert table.s.moving == NONE
    table.play("Latécoère", "Move the altitude tile", f"Move it under the {FARMAN}")
    assert table.choices() == ["The fleet is fine"]
    assert table.s.tile_place[[0, 2]].tolist() == [1, 4]
    assert table.s.tile_owner[[0, 2]].tolist() == [0, 0]


@rule("AO-4.7", "AO-R75")
def test_tiles_in_ascending_order_leave_earlier_ones_where_they_are() -> None:
    table = position(2).tile("Latécoère", "speed", under=SALMSON).tile("Latécoère", "distance", under=SALMSON)
    table.tile("Latécoère", "altitude", under=SALMSON).play("Latécoère", "Reorganise the fleet")
    table.play("Latécoère", "Move the distance tile", f"Move it under the {GOLIATH}")
    assert table.choices() == ["Move the altitude tile", "The fleet is fine"]
    table.play("Latécoère", "The fleet is fine")
    assert table.s.tile_place.tolist() == [0, 2, 0]


@rule("AO-4.7", "AO-R54", "AO-4.3.3.1")
def test_a_tile_lies_under_the_place_whatever_design_comes_there() -> None:
    """The tile of speed gives the new design its capacity."""
    table = rich().tile("Latécoère", "speed", under=SALMSON)
    table.play("Latécoère", "Reorganise the fleet", f"Put the {POTEZ} in", f"Replace the {SALMSON}")
    assert table.may("Move the speed tile", f"Put the {COUZINET} in", "The fleet is fine")
    assert (table.s.tile_place[0], table.s.fleet[0, 0]) == (0, table.design("Latécoère", POTEZ))


@rule("AO-4.7", "AO-R54")
def test_only_own_tiles_can_be_moved_and_only_to_another_design() -> None:
    """A panel with a single design leaves nothing to move, two are enough."""
    table = rich().tile("Sabena", "speed", under="Airco DH.9").tile("Latécoère", "distance", under=SALMSON)
    table.play("Latécoère", "Reorganise the fleet")
    assert table.choices("Move") == ["Move the distance tile"]
    table = position(2).tile("Latécoère", "speed", under=SALMSON).level("Latécoère", "speed", 1)
    assert table.may("Reorganise the fleet")
    table.s.fleet[0] = [0, 1, NONE, NONE, NONE]
    table.s.designs[0] = 0b11
    assert "Reorganise the fleet" in [table.state.describe(action) for action in table.state.legal()]
    table.s.fleet[0] = [0, NONE, NONE, NONE, NONE]
    table.s.designs[0] = 1
    assert "Reorganise the fleet" not in [table.state.describe(action) for action in table.state.legal()]


@rule("AO-4.7", "AO-4.3.3.2")
def test_after_a_record_a_fleet_with_nothing_to_change_is_not_asked() -> None:
    table = position(2).level("Sabena", "distance", 1)
    table.die(0).play("Latécoère", "Break the personal distance record: level 1", "With a rookie")
    assert table.decider == "Sabena"


# Quick maintenance


@rule("AO-4.8", "AO-R30")
def test_quick_maintenance_costs_a_point() -> None:
    table = position(2).only("Latécoère", SALMSON).logistics(Latécoère=1)
    assert table.choices("Maintain") == [f"Maintain the {name} for 1 logistics" for name in (BREGUET, GOLIATH)]
    table.play("Latécoère", f"Maintain the {GOLIATH} for 1 logistics")
    assert table.condition_of("Latécoère", GOLIATH) == Condition.AVAILABLE
    assert table.condition_of("Latécoère", BREGUET) == Condition.RECOVERING
    assert (table.logistics_of("Latécoère"), table.decider) == (0, "Sabena")
    table.skip("Sabena")
    assert not table.choices("Maintain"), "no point is left"


@rule("AO-4.8")
def test_only_aeroplanes_under_maintenance_are_maintained() -> None:
    """Not those on the board or available, and nobody else's."""
    table = position(2).only("Sabena", "Airco DH.4")
    table.s.condition[0, 0], table.s.runway[0, 0] = Condition.USED, table.cities["Toulouse"]
    assert not table.choices("Maintain")


@rule("AO-4.8", "AO-4.1.2")
def test_a_maintained_aeroplane_flies_in_the_same_turn() -> None:
    table = position(2).only("Latécoère").logistics(Latécoère=2)
    assert not table.choices("Create")
    table.play("Latécoère", f"Maintain the {SALMSON} for 1 logistics").skip("Sabena")
    assert table.may("Create a stop in Brussels")
