"""Wings: conversion, slots, gains, and the goal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.tables import OWN_DATA
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule
TO_GOLD = "Convert 4 bronze wings into 1 gold"
TO_PLATINUM = "Convert 3 gold wings into 1 platinum"
TO_DIAMOND = "Convert 2 platinum wings into 1 diamond"
MAIL = "1 mail for 1 bronze"


def end_turn(table: Table) -> Table:
    """All pass until the turn is over or somebody is asked about wings."""
    turn = table.s.turn
    while table.s.turn == turn and table.phase == Phase.ACTION and not table.state.done:
        table.play(table.decider, "Pass")
    return table


def run_to_barcelona(*contracts: str, **wings: int) -> Table:
    """Latécoère, with some wings, is about to end a run to Barcelona over the Pyrenees that wins one bronze each."""
    table = position().stop("Barcelona", Latécoère=1).strips("Barcelona", *(contracts or (MAIL,))).no_pioneers_left()
    table.weather("Pyrenees", 3).wings("Latécoère", **wings)
    return table.run("Latécoère", "Barcelona", "Toulouse", "Salmson 2A2", contracts[0] if contracts else MAIL)


# Converting in an action


@rule("AO-5.7", "AO-R62")
@pytest.mark.parametrize(
    ("wings", "offered"),
    [
        ({"bronze": 3, "gold": 2, "platinum": 1, "diamond": 1}, []),
        ({"bronze": 4}, [TO_GOLD]),
        ({"gold": 3}, [TO_PLATINUM]),
        ({"platinum": 2}, [TO_DIAMOND]),
        ({"bronze": 4, "gold": 3, "platinum": 2, "diamond": 1}, [TO_GOLD, TO_PLATINUM, TO_DIAMOND]),
    ],
)
def test_what_can_be_converted(wings: dict[str, int], offered: list[str]) -> None:
    """Upwards only."""
    assert position().wings("Latécoère", **wings).choices("Convert") == offered


@rule("AO-5.7", "AO-R62")
@pytest.mark.parametrize(
    ("wings", "words", "after"),
    [
        ({"bronze": 4}, TO_GOLD, {"gold": 1}),
        ({"bronze": 4, "gold": 1}, TO_GOLD, {"gold": 2}),
        ({"gold": 3, "bronze": 2}, TO_PLATINUM, {"bronze": 2, "platinum": 1}),
        ({"platinum": 2, "gold": 1}, TO_DIAMOND, {"gold": 1, "diamond": 1}),
    ],
)
def test_converting_is_no_action(wings: dict[str, int], words: str, after: dict[str, int]) -> None:
    table = position().wings("Latécoère", **wings).play("Latécoère", words)
    assert table.wings_of("Latécoère") == after
    assert (table.decider, table.phase, table.s.acted) == ("Latécoère", Phase.ACTION, 0)
    assert table.may("Pass", "Increase logistics by 2")


@rule("AO-5.7", "AO-R62")
def test_several_conversions_before_an_action() -> None:
    """Of 4 bronze, 2 gold and 1 platinum a diamond can be made."""
    table = position().wings("Latécoère", bronze=4, gold=2, platinum=1)
    table.play("Latécoère", TO_GOLD, TO_PLATINUM, TO_DIAMOND, "Pass")
    assert table.wings_of("Latécoère") == {"diamond": 1}


@rule("AO-5.7", "AO-R62")
def test_only_own_wings_in_own_actions() -> None:
    assert not position().wings("Sabena", bronze=4).choices("Convert")


@rule("AO-5.7", "AO-R34", "AO-R62")
@pytest.mark.parametrize("action", ["Pass", "Increase logistics by 2", "Recruit a rookie"])
def test_wings_above_the_slots_are_lost_with_the_next_action(action: str) -> None:
    """A fourth gold wing has no slot, a second diamond neither; they could have been converted before."""
    table = position().wings("Latécoère", bronze=4, gold=3).play("Latécoère", TO_GOLD)
    assert table.wings_of("Latécoère") == {"gold": 4}
    assert table.may(TO_PLATINUM)
    table.play("Latécoère", action)
    assert table.wings_of("Latécoère") == {"gold": 3}
    table = position().wings("Latécoère", platinum=2, diamond=1).play("Latécoère", TO_DIAMOND, action)
    assert table.wings_of("Latécoère") == {"diamond": 1}


# Gains


@rule("AO-5.7", "AO-R34", "AO-R62", "AO-R61")
@pytest.mark.parametrize(("bronze", "after"), [(0, 1), (2, 3)])
def test_without_enough_wings_to_convert_nobody_is_asked(bronze: int, after: int) -> None:
    table = run_to_barcelona(bronze=bronze)
    assert (table.wings_of("Latécoère"), table.decider) == ({"bronze": after}, "Sabena")


@rule("AO-5.7", "AO-R34", "AO-R62")
def test_after_a_gain_wings_can_be_converted_or_kept() -> None:
    """A fourth bronze wing has its slot; a fifth would be lost."""
    table = run_to_barcelona(bronze=3)
    assert (table.phase, table.choices()) == (Phase.CONVERTING, [TO_GOLD, "Keep the wings"])
    table.play("Latécoère", "Keep the wings")
    assert (table.wings_of("Latécoère"), table.decider) == ({"bronze": 4}, "Sabena")
    table = run_to_barcelona(bronze=4).play("Latécoère", "Keep the wings")
    assert table.wings_of("Latécoère") == {"bronze": 4}
    table = run_to_barcelona(bronze=4).play("Latécoère", TO_GOLD)
    assert (table.wings_of("Latécoère"), table.decider) == ({"bronze": 1, "gold": 1}, "Sabena")


@rule("AO-5.7", "AO-R34", "AO-R62")
def test_conversion_goes_on_as_long_as_something_can_be_converted() -> None:
    """Five bronze and two gold: a gold, then a platinum, then nothing more."""
    table = run_to_barcelona(bronze=4, gold=2).play("Latécoère", TO_GOLD)
    assert (table.phase, table.choices()) == (Phase.CONVERTING, [TO_PLATINUM, "Keep the wings"])
    table.play("Latécoère", TO_PLATINUM)
    assert (table.wings_of("Latécoère"), table.decider) == ({"bronze": 1, "platinum": 1}, "Sabena")


@rule("AO-5.7", "AO-R34")
def test_all_that_has_no_slot_is_lost() -> None:
    """Four gold wings with three slots; a third platinum wing."""
    table = run_to_barcelona(bronze=4, gold=3).play("Latécoère", TO_GOLD, "Keep the wings")
    assert table.wings_of("Latécoère") == {"bronze": 1, "gold": 3}
    table = run_to_barcelona(bronze=1, gold=3, platinum=2).play("Latécoère", TO_PLATINUM, "Keep the wings")
    assert table.wings_of("Latécoère") == {"bronze": 2, "platinum": 2}


@rule("AO-R62")
def test_without_a_gain_nobody_is_asked() -> None:
    """A run whose contract pays nothing, and a record without wings, with four bronze wings in the column."""
    table = run_to_barcelona("1 mail for nothing", bronze=4)
    assert (table.wings_of("Latécoère"), table.decider) == ({"bronze": 4}, "Sabena")
    table.wings("Sabena", gold=3).die(0)
    table.play("Sabena", "Break the world speed record: level 1", "With a rookie")
    assert table.phase == Phase.TILE


@rule("AO-R61", "AO-R62", "AO-4.2.4")
def test_wings_come_before_the_cubes_of_a_run() -> None:
    table = run_to_barcelona(bronze=3)
    assert table.cubes_of("Latécoère", "Barcelona") == 1
    table.play("Latécoère", "Keep the wings")
    assert table.cubes_of("Latécoère", "Barcelona") == 2


@rule("AO-5.5", "AO-R69", "AO-4.2.4")
def test_the_reserve_of_wings_never_runs_out() -> None:
    """Everybody has all slots full and wins one more."""
    table = position()
    for company in table.companies:
        table.wings(company, bronze=4, gold=3, platinum=2, diamond=1)
    table.level("KLM", "speed", 2)
    table.die(3).play("Latécoère", "Break the world speed record: level 3", "With a rookie")
    assert table.s.wings[0].tolist() == [6, 3, 2, 1]


# La Paz


def stop_in_la_paz(table: Table) -> Table:
    """Latécoère's seasoned pilot flies from Santiago to La Paz, where a strip without effect is revealed."""
    table.stop("Santiago", Latécoère=1).pilots("Latécoère", seasoned=1).next_strip("La Paz", value=2)
    return table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "a seasoned pilot")


@rule("AO-5.4", "AO-R23", "AO-2.2")
def test_the_first_stop_in_la_paz_earns_a_diamond() -> None:
    """Once for each company: the second time nothing is won."""
    table = stop_in_la_paz(position())
    assert (table.wings_of("Latécoère"), table.decider) == ({"diamond": 1}, "Sabena")
    assert table.s.diamond.tolist() == [1, 0, 0, 0, 0]
    table = position()
    table.s.diamond[0] = 1
    assert stop_in_la_paz(table).wings_of("Latécoère") == {}
    assert table.decider == "Sabena"


@rule("AO-5.4", "AO-5.7", "AO-R34")
def test_a_second_diamond_has_no_slot() -> None:
    """Nothing can be converted, so nobody is asked."""
    table = stop_in_la_paz(position().wings("Latécoère", diamond=1, bronze=2))
    assert (table.wings_of("Latécoère"), table.decider) == ({"bronze": 2, "diamond": 1}, "Sabena")


# The goal


@rule("AO-6.1", "AO-8.2", "AO-8.3", "AO-R1", "AO-R35")
@pytest.mark.parametrize("scenario", ["short", "campaign"])
@pytest.mark.parametrize(
    ("bronze", "gold", "platinum", "diamond", "won"),
    [(4, 3, 1, 0, True), (3, 3, 1, 0, False), (4, 2, 1, 0, False), (4, 3, 0, 0, False), (4, 3, 2, 1, True)],
)
def test_four_bronze_three_gold_and_a_platinum_win(
    scenario: str, bronze: int, gold: int, platinum: int, diamond: int, won: bool
) -> None:
    table = position(scenario=scenario).wings("KLM", bronze=bronze, gold=gold, platinum=platinum, diamond=diamond)
    end_turn(table)
    assert table.state.done == won
    assert table.s.won[:4].tolist() == [0, 0, won, 0]


@rule("AO-6.1", "AO-R35")
def test_a_higher_kind_stands_for_no_lower_one() -> None:
    """Three bronze wings are missing, whatever the diamond is worth."""
    table = end_turn(position().wings("KLM", bronze=1, gold=3, platinum=2, diamond=1))
    assert not table.state.done


@rule("AO-6.1", "AO-8.1", "AO-R35")
@pytest.mark.parametrize(("bronze", "gold", "won"), [(4, 3, True), (3, 3, False), (4, 2, False)])
def test_four_bronze_and_three_gold_win_the_introduction(bronze: int, gold: int, won: bool) -> None:
    table = end_turn(position(scenario="introduction").wings("KLM", bronze=bronze, gold=gold))
    assert table.state.done == won


@rule("AO-6.1", "AO-8.4", "AO-8.5", "AO-R38")
@pytest.mark.parametrize("scenario", ["la_paz", "supremacy"])
def test_in_the_last_two_scenarios_wings_win_nothing(scenario: str) -> None:
    table = position(scenario=scenario)
    if scenario == "supremacy":
        table.wings("KLM", bronze=4, gold=3, platinum=2, diamond=1)
    assert not end_turn(table).state.done


@rule("AO-6.1", "AO-R35", "AO-R61")
def test_a_gain_that_reaches_the_goal_wins_at_once() -> None:
    """Before anybody is asked to convert, and before the cubes of the run."""
    table = run_to_barcelona(bronze=3, gold=3, platinum=1)
    assert table.state.done
    assert table.state.ranks()[0] == 1
    assert table.s.won[:4].tolist() == [1, 0, 0, 0]


@rule("AO-6.1", "AO-R35", "AO-5.7")
def test_a_conversion_after_a_gain_may_win() -> None:
    """In the introduction: a run brings 2 bronze wings to 8, of which 4 make the third gold one."""
    contract = "1 mail, 1 freight for 3 bronze"
    table = position(scenario="introduction").stop("Barcelona", Latécoère=1).strips("Barcelona", contract)
    table.wings("Latécoère", bronze=2, gold=2).run("Latécoère", "Barcelona", "Toulouse", "Breguet 14T", contract)
    assert table.wings_of("Latécoère") == {"bronze": 8, "gold": 2}
    table.play("Latécoère", TO_GOLD)
    assert table.state.done
    assert table.state.winners() == [0]


@rule("AO-8.3", "AO-R1")
@pytest.mark.parametrize(
    ("goal", "wings", "won"),
    [
        ("printed", (4, 3, 1, 0), True),
        ("long", (4, 3, 1, 1), False),
        ("long", (4, 3, 2, 0), True),
        ("long", (3, 3, 2, 1), False),
        ("long", (4, 2, 2, 1), False),
        ("longest", (4, 3, 2, 0), False),
        ("longest", (4, 3, 2, 1), True),
    ],
)
def test_the_goal_of_the_campaign_is_an_option(goal: str, wings: tuple[int, ...], won: bool) -> None:
    table = position(goal=goal)
    table.s.wings[2] = wings
    assert end_turn(table).state.done == won


@rule("AO-R1", "AO-8.2")
def test_the_goal_of_other_scenarios_is_the_printed_one() -> None:
    with pytest.raises(ValueError, match="goal 'long' can be set for scenario 'campaign'"):
        position(scenario="short", goal="long")


# With other packs


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the game's own pack, to be changed."""
    return Path(shutil.copytree(OWN_DATA, tmp_path / "my_pack"))


def change(pack: Path, name: str, old: str, new: str) -> Path:
    """Change a text in a file of the pack."""
    text = (pack / name).read_text(encoding="utf-8")
    assert old in text
    (pack / name).write_text(text.replace(old, new), encoding="utf-8")
    return pack


@rule("AO-6.1", "AO-R35", "AO-R62", "AO-5.7")
def test_a_conversion_in_an_action_may_win_at_once(pack: Path) -> None:
    """Where a diamond alone wins the campaign."""
    change(pack, "scenarios.toml", "goal = [4, 3, 1, 0]", "goal = [0, 0, 0, 1]")
    table = position(data=pack).wings("Latécoère", platinum=2, gold=3).play("Latécoère", TO_PLATINUM)
    assert not table.state.done
    table.play("Latécoère", TO_DIAMOND)
    assert table.state.done
    assert (table.state.winners(), table.s.won[:2].tolist()) == ([0], [1, 0])


@rule("AO-5.4", "AO-5.6", "AO-R62")
def test_where_la_paz_and_supremacy_earn_nothing_nobody_is_asked(pack: Path) -> None:
    change(pack, "wings.toml", "diamonds = 1", "diamonds = 0")
    change(
        pack,
        "wings.toml",
        '[supremacy]                  # on a continent at the end of a turn\nprovenance = "rulebook"\ngold = 1',
        '[supremacy]\nprovenance = "rulebook"\ngold = 0',
    )
    table = stop_in_la_paz(position(data=pack).wings("Latécoère", gold=3))
    assert (table.decider, table.wings_of("Latécoère")) == ("Sabena", {"gold": 3})
    assert end_turn(table).s.turn == 3
    assert table.s.gained == 0


@rule("AO-5.6", "AO-R63")
def test_supremacy_may_earn_more(pack: Path) -> None:
    change(pack, "wings.toml", 'turn\nprovenance = "rulebook"\ngold = 1', 'turn\nprovenance = "rulebook"\ngold = 2')
    table = end_turn(position(data=pack).stop("Dakar", KLM=1))
    assert table.wings_of("KLM") == {"gold": 2}
