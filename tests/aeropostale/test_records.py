"""Breaking records: what may be declared, the die, promotion, designs, wings, the tile and the free reorganisation."""

from __future__ import annotations

from typing import Any

import pytest

from mailwing.envs.aeropostale.limits import NONE, Condition, Rank
from mailwing.envs.aeropostale.state import Event, Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule


def records(table: Table, record: str) -> list[str]:
    """What the company to decide may declare for a record: `"personal 1"`, `"world 2"`."""
    found = []
    for said in table.choices("Break the"):
        whose, kind, tail = said.removeprefix("Break the ").split(" ", 2)
        if kind == record:
            found.append(f"{whose} {tail.removeprefix('record: ').removeprefix('level ')}")
    return found


def holder(table: Table, record: int) -> str | None:
    """Who has the tile of a record."""
    owner = int(table.s.tile_owner[record])
    return None if owner == NONE else table.companies[owner]


def broken(table: Table, company: str, said: str, die: int, pilot: str = "a rookie", tile: str | None = None) -> Table:
    """Break a record, put the tile under a design, and leave the fleet as it is if there is a choice."""
    table.die(die).play(company, f"Break the {said}", f"With {pilot}")
    if tile:
        table.play(company, f"Put the tile under the {tile}")
    if table.phase == Phase.REORGANISING:
        table.play(company, "The fleet is fine")
    return table


# What may be declared


@rule("AO-4.3.1", "AO-4.3.3", "AO-4.3.2", "AO-R10")
def test_at_first_each_world_record_can_be_raised_to_one() -> None:
    table = position()
    assert [records(table, kind) for kind in ("speed", "distance", "altitude")] == [["world 1"]] * 3


@rule("AO-4.3.3", "AO-R8")
@pytest.mark.parametrize(
    ("logistics", "offered"),
    [
        (0, []),
        (1, []),
        (2, ["personal 2"]),
        (3, ["personal 2", "personal 3"]),
        (4, ["personal 2", "personal 3", "world 4"]),
        (10, ["personal 2", "personal 3", "world 4"]),
    ],
)
def test_own_records_up_to_the_world_record_and_that_by_one_as_far_as_logistics_reach(
    logistics: int, offered: list[str]
) -> None:
    """KLM holds the world speed record of 3, Latécoère has 1."""
    table = position().level("KLM", "speed", 3).level("Latécoère", "speed", 1).logistics(Latécoère=logistics)
    assert records(table, "speed") == offered


@rule("AO-4.3.3", "AO-4.3.2")
def test_a_company_may_break_the_record_that_it_holds() -> None:
    table = position().level("Latécoère", "distance", 2).level("KLM", "distance", 1)
    assert records(table, "distance") == ["world 3"]


@rule("AO-4.3.3", "AO-4.3.2")
def test_the_world_record_is_the_highest_piece_of_anybody() -> None:
    table = position(5).level("CAT", "altitude", 2).logistics(Latécoère=9)
    assert records(table, "altitude") == ["personal 1", "personal 2", "world 3"]
    table = position(2).level("Latécoère", "altitude", 4).at("Sabena").logistics(Sabena=9)
    assert records(table, "altitude") == [f"personal {level}" for level in range(1, 5)] + ["world 5"]


@rule("AO-4.3.3.2", "AO-R7", "AO-R64")
@pytest.mark.parametrize(("logistics", "beyond"), [(5, []), (6, ["world beyond level 5"])])
def test_a_world_record_of_five_is_broken_with_six_points(logistics: int, beyond: list[str]) -> None:
    """By its holder, by who stands on 5 as well, and by others, who may also raise their own."""
    table = position().level("KLM", "speed", 5).level("Sabena", "speed", 5).level("Latécoère", "speed", 3)
    table.logistics(Latécoère=logistics, Sabena=logistics, KLM=logistics)
    assert records(table, "speed") == ["personal 4", "personal 5", *beyond]
    assert records(table.at("Sabena"), "speed") == records(table.at("KLM"), "speed") == beyond


@rule("AO-4.3.3")
def test_a_world_record_of_four_is_not_broken_beyond_five() -> None:
    table = position().level("KLM", "speed", 4).logistics(Latécoère=10)
    assert records(table, "speed") == ["personal 1", "personal 2", "personal 3", "personal 4", "world 5"]


@rule("AO-4.3")
def test_any_available_pilot_breaks_a_record_and_is_used() -> None:
    table = position().pilots("Latécoère", seasoned=1, rookie=0).pilots("Latécoère", "used", rookie=1)
    table.legend("Latécoère", "Mermoz").play("Latécoère", "Break the world speed record: level 1")
    assert (table.phase, table.s.event) == (Phase.PILOT, Event.BREAKING_RECORD)
    assert table.choices() == ["With a seasoned pilot", "With Jean Mermoz"]
    table.die(0).play("Latécoère", "With a seasoned pilot")
    assert table.pilots_of("Latécoère") == {"legendary": 1}
    assert table.pilots_of("Latécoère", "used") == {"rookie": 1, "seasoned": 1}


# The cost


@rule("AO-4.3.3", "AO-4.3.3.1", "AO-4.3.3.2", "AO-5.3", "AO-4.5.3", "AO-R11")
def test_the_example_latecoere_breaks_klms_world_speed_record() -> None:
    """KLM holds it at level 2. Latécoère with 3 points and a seasoned pilot raises it to 3; the die shows 1.

    It pays 3 − 1 − 1 = 1 point, and collects a Blériot-Spad 33, a Farman 121 and two bronze wings.
    """
    table = position().level("KLM", "speed", 2).logistics(Latécoère=3).pilots("Latécoère", seasoned=1)
    table.die(1).play("Latécoère", "Break the world speed record: level 3", "With a seasoned pilot")
    assert table.s.die == 1
    assert table.logistics_of("Latécoère") == 2
    assert table.wings_of("Latécoère") == {"bronze": 2}
    table.play("Latécoère", "Put the tile under the Farman 121", "The fleet is fine")
    assert [table.design("Latécoère", name) for name in ("Blériot-Spad 33", "Farman 121")] == [3, 4]
    assert table.s.fleet[0].tolist() == [0, 1, 2, 3, 4]
    assert table.condition_of("Latécoère", "Farman 121") == Condition.AVAILABLE
    assert (holder(table, 0), int(table.s.tile_place[0])) == ("Latécoère", 4)
    assert table.s.level[:4, 0].tolist() == [3, 0, 2, 0]
    assert table.s.tile_owner[1:].tolist() == [NONE, NONE]


@rule("AO-4.3.3", "AO-4.5.3", "AO-4.5.4", "AO-R8")
@pytest.mark.parametrize(
    ("pilot", "die", "cost"),
    [
        ("a rookie", 0, 4),
        ("a rookie", 1, 3),
        ("a rookie", 3, 1),
        ("a seasoned pilot", 0, 3),
        ("a seasoned pilot", 3, 0),
        ("Jean Mermoz", 0, 2),
        ("Jean Mermoz", 2, 0),
        ("Jean Mermoz", 3, 0),
    ],
)
def test_the_level_less_die_and_pilot_but_nothing_below_zero(pilot: str, die: int, cost: int) -> None:
    table = position().level("KLM", "speed", 4).logistics(Latécoère=4).pilots("Latécoère", seasoned=1)
    table.legend("Latécoère", "Mermoz")
    broken(table, "Latécoère", "personal speed record: level 4", die, pilot)
    assert table.logistics_of("Latécoère") == 4 - cost


@rule("AO-4.3.3")
def test_the_record_die_has_six_faces() -> None:
    """0, 0, 1, 1, 2 and 3."""
    game = position(2).game
    faces = []
    for chance in range(300):
        table = Table(game, chance).at("Latécoère") if "Latécoère" in Table(game, chance).companies else None
        if table is not None:
            table.play("Latécoère", "Break the world speed record: level 1", "With a rookie")
            faces.append(int(table.s.die))
    for face, share in enumerate((1 / 3, 1 / 3, 1 / 6, 1 / 6)):
        assert faces.count(face) / len(faces) == pytest.approx(share, abs=0.12)


@rule("AO-4.5.4.1", "AO-R51")
@pytest.mark.parametrize(("feat", "cost"), [("Feat of Maryse Bastié: 2 more on the die", 0), ("No feat now", 2)])
def test_bastie_is_asked_before_the_die(feat: str, cost: int) -> None:
    """Level 4 with a 0: 4 − 2, or 4 − 2 − 2."""
    table = position().level("KLM", "speed", 4).logistics(Latécoère=4).legend("Latécoère", "Bastié")
    table.die(0).play("Latécoère", "Break the personal speed record: level 4", "With Maryse Bastié")
    assert (table.phase, table.logistics_of("Latécoère"), table.s.level[0, 0]) == (Phase.FEAT, 4, 0)
    assert table.choices() == ["Feat of Maryse Bastié: 2 more on the die", "No feat now"]
    table.play("Latécoère", feat)
    assert table.logistics_of("Latécoère") == 4 - cost
    assert table.s.feat[0] == (feat == "No feat now")


@rule("AO-4.5.4.1", "AO-R51")
@pytest.mark.parametrize(
    ("legend", "feat", "pilot"),
    [("Mermoz", True, "Jean Mermoz"), ("Bastié", False, "Maryse Bastié"), ("Bastié", True, "a rookie")],
)
def test_nobody_else_is_asked_about_a_feat(legend: str, feat: bool, pilot: str) -> None:
    table = position().legend("Latécoère", legend, feat=feat).die(0)
    table.play("Latécoère", "Break the world speed record: level 1", f"With {pilot}")
    assert table.phase == Phase.TILE
    assert table.logistics_of("Latécoère") == (3 if pilot == "a rookie" else 4)


# World and personal records


@rule("AO-4.3.3.1", "AO-4.3.4", "AO-4.5.3")
def test_a_rookie_who_breaks_the_world_record_becomes_a_seasoned_pilot() -> None:
    """Who is used, too; the rookie goes back to the stock."""
    table = position().die(0).play("Latécoère", "Break the world speed record: level 1", "With a rookie")
    assert table.s.pilot == Rank.SEASONED
    table.play("Latécoère", "Put the tile under the Salmson 2A2", "The fleet is fine")
    assert table.pilots_of("Latécoère") == {"rookie": 2}
    assert table.pilots_of("Latécoère", "used") == {"seasoned": 1}


@rule("AO-4.3.3.1", "AO-2.3")
@pytest.mark.parametrize(("owned", "used"), [(3, {"seasoned": 1}), (4, {"rookie": 1})])
def test_without_a_seasoned_pilot_in_stock_the_rookie_stays_one(owned: int, used: dict[str, int]) -> None:
    """Two players: four seasoned pilots."""
    table = position(2).pilots("Sabena", "recovering", seasoned=owned)
    broken(table, "Latécoère", "world speed record: level 1", 0, tile="Salmson 2A2")
    assert table.pilots_of("Latécoère", "used") == used


@rule("AO-4.3.3.1")
@pytest.mark.parametrize(("pilot", "rank"), [("a seasoned pilot", "seasoned"), ("Jean Mermoz", "legendary")])
def test_only_rookies_are_promoted(pilot: str, rank: str) -> None:
    table = position().pilots("Latécoère", seasoned=1).legend("Latécoère", "Mermoz")
    broken(table, "Latécoère", "world speed record: level 1", 0, pilot, "Salmson 2A2")
    assert table.pilots_of("Latécoère", "used") == {rank: 1}


@rule("AO-4.3.3.2", "AO-4.3.4", "AO-R9")
@pytest.mark.parametrize("level", [1, 3])
def test_a_personal_record_promotes_nobody_and_leaves_the_tile_where_it_is(level: int) -> None:
    """Also when it reaches the world record."""
    table = position().tile("KLM", "speed", under="Fokker F.II").level("KLM", "speed", 3)
    broken(table, "Latécoère", f"personal speed record: level {level}", 0)
    assert (holder(table, 0), int(table.s.tile_place[0])) == ("KLM", 0)
    assert table.pilots_of("Latécoère", "used") == {"rookie": 1}
    assert table.s.level[0, 0] == level
    assert table.decider == "Sabena"


@rule("AO-4.3.3.1", "AO-R9")
def test_the_tile_goes_from_the_last_holder_to_the_next() -> None:
    table = position().tile("KLM", "altitude", under="Fokker F.II")
    table.die(3).play("Latécoère", "Break the world altitude record: level 2", "With a rookie")
    assert (holder(table, 2), int(table.s.tile_place[2])) == ("Latécoère", 0)
    table.play("Latécoère", "Put the tile under the Breguet 14T")
    assert (holder(table, 2), int(table.s.tile_place[2])) == ("Latécoère", 1)


@rule("AO-4.3.3.2", "AO-R7", "AO-R64")
@pytest.mark.parametrize("company", ["KLM", "Latécoère"])
def test_beyond_five_the_piece_stays_on_five_and_the_tile_and_a_rookie_gain(company: str) -> None:
    """It costs 6 less the die."""
    table = position().level("KLM", "speed", 5).level("Latécoère", "speed", 5).at(company)
    table.logistics(KLM=7, Latécoère=7).die(2)
    table.play(company, "Break the world speed record: beyond level 5", "With a rookie")
    assert table.logistics_of(company) == 3
    assert table.s.level[:4, 0].tolist() == [5, 0, 5, 0]
    assert table.phase == Phase.TILE
    table.play(company, table.choices("Put the tile under")[1])
    assert (holder(table, 0), int(table.s.tile_place[0])) == (company, 1)
    assert table.pilots_of(company, "used") == {"seasoned": 1}
    assert table.wings_of(company) == {}


# Designs


@rule("AO-4.3.3.2", "AO-R55", "AO-R33")
def test_designs_of_all_squares_up_to_the_level_fill_free_places_in_their_order() -> None:
    """Altitude to 5: Potez 25, Couzinet 71; the third one finds no place on the panel."""
    table = position().level("KLM", "altitude", 5).logistics(Latécoère=5)
    table.die(3).play("Latécoère", "Break the personal altitude record: level 5", "With a rookie")
    names = ("Potez 25", "Couzinet 71 Arc-en-Ciel", "Farman 220 Le Centaure")
    potez, couzinet, farman = (table.design("Latécoère", name) for name in names)
    assert table.s.fleet[0].tolist() == [0, 1, 2, potez, couzinet]
    assert table.s.designs[0] == 0b111 | 1 << potez | 1 << couzinet | 1 << farman
    assert table.choices("Put the") == ["Put the Farman 220 Le Centaure in"]


@rule("AO-4.3.3.2", "AO-1.1")
@pytest.mark.parametrize(("level", "designs"), [(1, []), (2, [9]), (3, [9]), (4, [9, 10])])
def test_only_designs_up_to_the_level_and_of_this_record_are_collected(level: int, designs: list[int]) -> None:
    table = position().level("KLM", "altitude", 4).logistics(Latécoère=9)
    broken(table, "Latécoère", f"personal altitude record: level {level}", 3)
    assert [design for design in table.s.fleet[0].tolist() if design not in (0, 1, 2, NONE)] == designs


@rule("AO-4.3.3.2", "AO-1.1")
def test_the_latecoere_28_3_comes_with_a_distance_record_of_three() -> None:
    table = position().level("KLM", "distance", 3)
    broken(table, "Latécoère", "personal distance record: level 2", 3)
    assert "Latécoère 28-1" in fleet(table, "Latécoère")
    assert "Latécoère 28-3" not in fleet(table, "Latécoère")
    broken(table.at("Latécoère"), "Latécoère", "personal distance record: level 3", 3)
    assert "Latécoère 28-3" in fleet(table, "Latécoère")


def fleet(table: Table, company: str) -> list[str]:
    """The designs that a company could fly or keeps in maintenance, by name."""
    names: list[Any] = ["Salmson 2A2", "Breguet 14T", "Latécoère 28-1", "Latécoère 28-3"]
    held = int(table.s.designs[table.seat(company)])
    return [name for name in names if held >> table.design(company, name) & 1]


@rule("AO-4.3.3.2")
def test_designs_that_one_has_are_not_collected_again() -> None:
    table = position().level("KLM", "speed", 3).level("Latécoère", "speed", 1)
    broken(table, "Latécoère", "personal speed record: level 3", 3)
    assert table.s.fleet[0].tolist() == [0, 1, 2, 3, 4]


@rule("AO-4.3.3.2", "AO-R33")
def test_a_new_design_is_available_also_on_a_place_that_was_never_used() -> None:
    table = position().level("KLM", "speed", 1)
    table.s.condition[0, :3] = Condition.RECOVERING
    broken(table, "Latécoère", "personal speed record: level 1", 3)
    assert table.condition_of("Latécoère", "Blériot-Spad 33") == Condition.AVAILABLE
    table.at("Latécoère").play("Latécoère", "Create a stop in Brussels", "Take off from Toulouse")
    assert table.aeroplanes() == ["Blériot-Spad 33"]


# Wings


@rule("AO-4.3.3.2", "AO-5.3", "AO-R11", "AO-4.3.4")
@pytest.mark.parametrize(
    ("record", "level", "swept", "wings"),
    [
        ("speed", 2, 0, {}),
        ("speed", 3, 0, {"bronze": 2}),
        ("speed", 3, 2, {"bronze": 2}),
        ("speed", 3, 3, {}),
        ("speed", 5, 3, {"gold": 1}),
        ("speed", 5, 4, {"gold": 1}),
        ("speed", 5, 5, {}),
        ("distance", 5, 0, {"bronze": 2, "gold": 1}),
        ("altitude", 5, 0, {"bronze": 2}),
    ],
)
def test_wings_that_are_left_on_the_squares_up_to_the_level(
    record: str, level: int, swept: int, wings: dict[str, int]
) -> None:
    """In an own record as well; KLM, who stands on 5, has swept squares up to a level."""
    table = position().level("KLM", record, 5).logistics(Latécoère=9)
    kind = ("speed", "distance", "altitude").index(record)
    table.s.swept[kind] = swept
    broken(table, "Latécoère", f"personal {record} record: level {level}", 3)
    assert table.wings_of("Latécoère") == wings
    assert table.s.swept[kind] == max(swept, level)


@rule("AO-R62", "AO-R34", "AO-5.7", "AO-R61")
def test_wings_of_a_record_are_converted_before_the_tile_is_put_down() -> None:
    """Three bronze wings and two more: four make a gold one."""
    table = position().level("KLM", "speed", 2).logistics(Latécoère=3).wings("Latécoère", bronze=3)
    table.die(3).play("Latécoère", "Break the world speed record: level 3", "With a rookie")
    assert table.choices() == ["Convert 4 bronze wings into 1 gold", "Keep the wings"]
    table.play("Latécoère", "Convert 4 bronze wings into 1 gold")
    assert (table.phase, table.wings_of("Latécoère")) == (Phase.TILE, {"bronze": 1, "gold": 1})


@rule("AO-8.4", "AO-R38")
def test_in_the_race_records_bring_no_wings() -> None:
    table = position(2, scenario="la_paz").level("Sabena", "speed", 2)
    broken(table, "Latécoère", "world speed record: level 3", 3, tile="Salmson 2A2")
    assert table.wings_of("Latécoère") == {}
    assert table.s.fleet[0].tolist() == [0, 1, 2, 3, 4]


@rule("AO-6.1", "AO-R35", "AO-R61")
def test_wings_of_a_record_may_win_at_once() -> None:
    table = position().level("KLM", "speed", 2).logistics(Latécoère=3)
    table.wings("Latécoère", bronze=2, gold=3, platinum=1).die(3)
    table.play("Latécoère", "Break the world speed record: level 3", "With a rookie")
    assert table.state.done
    assert table.state.ranks()[0] == 1


# The tile and the free reorganisation


@rule("AO-4.3.3.1", "AO-R74", "AO-R56")
def test_the_tile_goes_under_any_design_on_the_panel_new_ones_too() -> None:
    """Another tile may lie there already."""
    table = (
        position().level("KLM", "speed", 2).logistics(Latécoère=3).tile("Latécoère", "distance", under="Salmson 2A2")
    )
    table.level("Latécoère", "distance", 1)
    table.die(3).play("Latécoère", "Break the world speed record: level 3", "With a rookie")
    assert table.choices() == [
        f"Put the tile under the {name}"
        for name in ("Salmson 2A2", "Breguet 14T", "Farman 60 Goliath", "Blériot-Spad 33", "Latécoère 28-1")
    ]
    assert table.state.mask().max() == 1
    table.play("Latécoère", "Put the tile under the Salmson 2A2")
    assert table.s.tile_place[:2].tolist() == [0, 0]


@rule("AO-4.3.3.2", "AO-4.7", "AO-R74")
def test_after_a_record_the_fleet_may_be_reorganised_free_of_charge() -> None:
    """At once done, or with changes; after a personal record without anything to change there is no question."""
    table = position().level("KLM", "altitude", 5).logistics(Latécoère=5)
    table.die(3).play("Latécoère", "Break the personal altitude record: level 5", "With a rookie")
    assert (table.phase, table.choices("The fleet")) == (Phase.REORGANISING, ["The fleet is fine"])
    table.play("Latécoère", "Put the Farman 220 Le Centaure in", "Replace the Salmson 2A2", "The fleet is fine")
    assert table.s.fleet[0, 0] == table.design("Latécoère", "Farman 220 Le Centaure")
    assert (table.logistics_of("Latécoère"), table.decider) == (3, "Sabena")
    broken(table, "Sabena", "personal altitude record: level 1", 3)
    assert table.decider == "KLM"
